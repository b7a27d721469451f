//! The root: preferences, session, route, and the frame round the room.

use crate::component::{Part, part, use_kept, use_watch};
use crate::parts::{Shortcut, sprite, use_shortcuts};
use crate::platform::later::NotLoaded;
use crate::platform::{dom, locale, route as address};
use crate::rooms::{Cluster, home, import_panel, learn};
use crate::route::{Route, use_route};
use crate::shell::{
    Drags, Events, Tools, Transport, explain, help, notice_bar, share_dialog, top_bar,
};
use crate::state::{Act, Handle, Notice, Page, Session, localized, use_preferences, use_session};
use crate::study;
use crate::words::{Words, say};
use std::cell::RefCell;
use tidemark_core::session::request::Move;
use yew::functional::{Hook, HookContext};
use yew::{AttrValue, Callback, Html, MouseEvent, UseReducerHandle, html};

/// The page.
#[derive(PartialEq)]
pub(crate) struct App;

impl Part for App {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let (session, handle) = use_session().run(hooks);
        let on_failure = {
            let handle = handle.clone();
            Callback::from(move |NotLoaded| handle.notice(Some(Notice::NotLoaded)))
        };
        let preferences = use_preferences(on_failure).run(hooks);
        let words = preferences.words;
        let route = use_route().run(hooks);
        let helps = use_kept(|| false).run(hooks);
        let on_help = {
            let helps = helps.clone();
            Callback::from(move |_| helps.set(true))
        };
        let close_help = {
            let helps = helps.clone();
            Callback::from(move |()| helps.set(false))
        };
        let embedded = route == Route::Embed;
        let shows_run = embedded || route == Route::Cluster;
        let hash = address::hash();
        use_watch(hash.clone(), {
            let handle = handle.clone();
            move || handle.arrive(&hash)
        })
        .run(hooks);
        let over = use_kept(|| false).run(hooks);
        // A reader stops when its handle is dropped.
        let reader = use_kept(|| RefCell::new(None)).run(hooks);
        let drags = if embedded {
            Drags::default()
        } else {
            Drags::new(&handle, &over, reader, route == Route::Log)
        };
        use_watch((words, route), move || {
            let title = match route {
                Route::Home => words.page_title(),
                room => say!(words, page_title_room, room = &room.name(words)),
            };
            locale::announce(words.0.tag(), &title);
        })
        .run(hooks);
        let playing = session.playing;
        let on_key = {
            let (helps, handle) = (helps.clone(), handle.clone());
            move |shortcut| {
                if shortcut == Shortcut::Help {
                    helps.set(true);
                    return true;
                }
                shows_run && transport_key(shortcut, &handle, playing)
            }
        };
        use_shortcuts((playing, shows_run), on_key).run(hooks);
        let headline = headline(&session, words);
        let skip = Callback::from(|event: MouseEvent| {
            // The hash names rooms here, so the link can't name the stage.
            event.prevent_default();
            dom::focus_id("stage");
        });
        let on_save = (shows_run && session.frame.is_some()).then(|| {
            let handle = handle.clone();
            Callback::from(move |_| handle.save_as_file())
        });
        let on_share = session.frame.clone().filter(|_| shows_run).map(|frame| {
            let handle = handle.clone();
            Callback::from(move |_| handle.share(&frame))
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
        let tools = Tools {
            scenario: title,
            on_share,
            on_save,
            on_help,
        };
        let page = Page {
            words,
            theme: preferences.theme,
            handle,
        };
        html! {
            <div
                ondragover={drags.over}
                ondragleave={drags.left}
                ondrop={drags.dropped}
            >
                { sprite() }
                if !embedded {
                    <a class="skip" href="#stage" onclick={skip}>{ words.skip_to_stage() }</a>
                }
                <div class={[class(route), study::class()].concat()}>
                    if !embedded { { top_bar(&preferences, route, tools) } }
                    { room(route, &page, &session, &headline) }
                </div>
                if *over { <div class="drop-hint"><p>{ words.drop_hint() }</p></div> }
                { help(words, *helps, close_help) }
                { share_dialog(&page, &session) }
                { import_panel(&page, &session.import) }
                { study::beside(&page, &session) }
                { notice_bar(&page, session.notice.as_ref()) }
                <div class="vh" aria-live="polite">
                    if shows_run && !session.playing { { headline } }
                </div>
            </div>
        }
    }
}

fn room(
    route: Route,
    page: &Page,
    session: &UseReducerHandle<Session>,
    headline: &AttrValue,
) -> Html {
    match route {
        Route::Home => home(page),
        Route::Learn => {
            let open = session.scenario.as_ref();
            learn(page, open.and_then(|scenario| scenario.id.as_deref()))
        }
        Route::Embed if session.frame.is_some() => {
            let (cluster, _, transport) = run_parts(page, session, headline);
            // The page around has a main part of its own.
            html! {
                <>
                    <main class="stage" id="stage" tabindex="-1" aria-label={page.words.page_title()}>
                        { part(cluster) }
                    </main>
                    { part(transport) }
                </>
            }
        }
        Route::Shared | Route::Embed => html! {
            <main class="stage" id="stage" tabindex="-1">
                if session.loading || session.pending > 0 {
                    <p class="sub">{ page.words.loading_engine() }</p>
                }
            </main>
        },
        Route::Compare => study::compare(page, session),
        Route::Log => study::log(page, session),
        Route::Cluster => {
            let explained = study::side(page, session).unwrap_or_else(|| explain(page, session));
            let (cluster, events, transport) = run_parts(page, session, headline);
            html! {
                <>
                    <main class="stage" id="stage" tabindex="-1">{ part(cluster) }</main>
                    <aside class="side">{ explained }{ part(events) }</aside>
                    { part(transport) }
                </>
            }
        }
    }
}

/// What the room of a run consists of.
fn run_parts(
    page: &Page,
    session: &UseReducerHandle<Session>,
    headline: &AttrValue,
) -> (Cluster, Events, Transport) {
    let (page, session) = (page.clone(), session.clone());
    let cluster = Cluster {
        page: page.clone(),
        session: session.clone(),
        hash: address::hash().into(),
    };
    let events = Events {
        page: page.clone(),
        session: session.clone(),
    };
    let transport = Transport {
        page,
        session,
        headline: headline.clone(),
    };
    (cluster, events, transport)
}

const fn class(route: Route) -> &'static str {
    match route {
        Route::Embed => "app embed",
        Route::Cluster | Route::Shared | Route::Compare | Route::Log => "app",
        Route::Home | Route::Learn => "app plain",
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

fn transport_key(shortcut: Shortcut, handle: &Handle, playing: bool) -> bool {
    let to = match shortcut {
        Shortcut::Play => {
            handle.act(Act::Play(!playing));
            return true;
        }
        Shortcut::Back => Move::Back,
        Shortcut::Forward => Move::Forward,
        Shortcut::Start => Move::Start,
        Shortcut::End => Move::End,
        _ => return false,
    };
    if playing {
        handle.act(Act::Play(false));
    }
    handle.go(to);
    true
}
