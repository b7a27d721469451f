//! The root: preferences, session, route, and the frame round the room.

use crate::parts::Sprite;
use crate::platform::later::NotLoaded;
use crate::platform::theme::Theme;
use crate::platform::{dom, locale};
use crate::rooms::{Cluster, Home, ImportPanel, Learn};
use crate::route::{Route, use_route};
use crate::shell::{Events, Explain, Help, NoticeBar, Shortcut, TopBar, Transport, use_shortcuts};
use crate::state::{
    Act, Handle, Notice, Session, SessionContext, localized, use_preferences, use_session,
};
use crate::words::{Words, say};
use tidemark_core::session::request::Move;
use yew::{
    AttrValue, Callback, ContextProvider, Html, UseReducerHandle, component, html, use_callback,
    use_effect_with, use_state,
};

/// The page.
#[component]
pub(crate) fn App() -> Html {
    let (session, handle) = use_session();
    let preferences = use_preferences({
        let handle = handle.clone();
        Callback::from(move |NotLoaded| handle.notice(Some(Notice::NotLoaded)))
    });
    let words = preferences.words;
    let route = use_route();
    let help = use_state(|| false);
    let on_help = {
        let help = help.clone();
        Callback::from(move |()| help.set(true))
    };
    let close_help = {
        let help = help.clone();
        Callback::from(move |()| help.set(false))
    };
    let shows_run = route == Route::Cluster;
    use_effect_with((words, route), |(words, route)| {
        let title = match route {
            Route::Home => words.page_title(),
            room => say!(words, page_title_room, room = &room.name(*words)),
        };
        locale::announce(words.0.tag(), &title);
    });
    let on_key = use_callback((handle.clone(), session.playing, shows_run), {
        let help = help.setter();
        move |shortcut, (handle, playing, shows_run)| {
            if shortcut == Shortcut::Help {
                help.set(true);
            } else if *shows_run {
                transport_key(shortcut, handle, *playing);
            }
        }
    });
    use_shortcuts(&on_key);
    let headline = headline(&session, words);
    let skip = Callback::from(|event: yew::MouseEvent| {
        // The hash names rooms here, so the link can't name the stage.
        event.prevent_default();
        dom::focus_id("stage");
    });
    let on_save = (shows_run && session.frame.is_some()).then(|| {
        let handle = handle.clone();
        Callback::from(move |()| handle.save_as_file())
    });
    let title = session
        .scenario
        .as_ref()
        .filter(|_| shows_run)
        .map(|scenario| {
            let title = localized(&scenario.titles, words);
            let id = scenario.id.clone().unwrap_or_default();
            let parts: Vec<String> = [title, id]
                .into_iter()
                .filter(|part| !part.is_empty())
                .collect();
            AttrValue::from(parts.join(" · "))
        });
    html! {
        <ContextProvider<Words> context={words}>
        <ContextProvider<Theme> context={preferences.theme}>
        <ContextProvider<Handle> context={handle.clone()}>
        <ContextProvider<SessionContext> context={session.clone()}>
            <Sprite />
            <a class="skip" href="#stage" onclick={skip}>{ words.skip_to_stage() }</a>
            <div class={if shows_run { "app" } else { "app plain" }}>
                <TopBar {preferences} {route} scenario={title} {on_save} {on_help} />
                { room(route, &session, &handle, &headline) }
            </div>
            <Help open={*help} on_close={close_help} />
            <ImportPanel import={session.import.clone()} />
            <NoticeBar notice={session.notice.clone()} {handle} />
            <div class="vh" aria-live="polite">
                if shows_run && !session.playing { { headline.clone() } }
            </div>
        </ContextProvider<SessionContext>>
        </ContextProvider<Handle>>
        </ContextProvider<Theme>>
        </ContextProvider<Words>>
    }
}

fn room(
    route: Route,
    session: &UseReducerHandle<Session>,
    handle: &Handle,
    headline: &AttrValue,
) -> Html {
    match route {
        Route::Home => html! { <Home /> },
        Route::Learn => {
            html! { <Learn current={session.scenario.as_ref().and_then(|s| s.id.clone())} /> }
        }
        Route::Cluster => html! {
            <>
                <main class="stage" id="stage" tabindex="-1"><Cluster session={session.clone()} /></main>
                <aside class="side">
                    <Explain session={session.clone()} handle={handle.clone()} />
                    <Events session={session.clone()} handle={handle.clone()} />
                </aside>
                <Transport session={session.clone()} handle={handle.clone()} headline={headline.clone()} />
            </>
        },
    }
}

fn headline(session: &Session, words: Words) -> AttrValue {
    let step = session.frame.as_ref().and_then(|frame| frame.step.as_ref());
    step.map_or_else(
        || words.explain_nothing_yet(),
        |step| session.teller(words).headline(step),
    )
    .into()
}

fn transport_key(shortcut: Shortcut, handle: &Handle, playing: bool) {
    let to = match shortcut {
        Shortcut::Play => {
            handle.act(Act::Play(!playing));
            return;
        }
        Shortcut::Back => Move::Back,
        Shortcut::Forward => Move::Forward,
        Shortcut::Start => Move::Start,
        Shortcut::End => Move::End,
        Shortcut::Help => return,
    };
    if playing {
        handle.act(Act::Play(false));
    }
    handle.go(to);
}
