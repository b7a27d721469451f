//! The top bar: home, rooms, scenario, and the page's own tools.

use crate::parts::{Glyph, Icon, Wordmark};
use crate::platform::theme::Theme;
use crate::route::Route;
use crate::state::Preferences;
use yew::{AttrValue, Callback, Html, Properties, component, html};

#[derive(PartialEq, Properties)]
pub(crate) struct TopBarProps {
    /// Language and theme.
    pub(crate) preferences: Preferences,
    /// Where the page is.
    pub(crate) route: Route,
    /// The scenario's title, where a run is shown.
    pub(crate) scenario: Option<AttrValue>,
    /// Saves the run as a file, where a run is shown.
    pub(crate) on_save: Option<Callback<()>>,
    /// Opens the help.
    pub(crate) on_help: Callback<()>,
}

/// The bar.
#[component]
pub(crate) fn TopBar(props: &TopBarProps) -> Html {
    let words = props.preferences.words;
    let other = words.0.other();
    let theme_label = match props.preferences.theme {
        Theme::Light => words.theme_is_light(),
        Theme::Dark => words.theme_is_dark(),
    };
    let rooms = Route::ROOMS.into_iter().map(|room| {
        let current = (room == props.route).then_some("page");
        html! { <a key={room.href()} href={room.href()} aria-current={current}>{ room.name(words) }</a> }
    });
    html! {
        <header class="top">
            <a class="brand" href={Route::Home.href()} aria-label={words.home_link()}>
                <Wordmark /><span>{ "Tidemark" }</span>
            </a>
            <nav class="rooms" aria-label={words.rooms()}>
                for room in rooms { { room } }
            </nav>
            <span class="grow"></span>
            if let Some(scenario) = &props.scenario {
                <span class="scn">{ scenario.clone() }</span>
            }
            <span class="tools">
                if let Some(on_save) = &props.on_save {
                    <button class="tb opt-wide" type="button" onclick={on_save.reform(|_| ())} title={words.save_hint()}>
                        <Icon glyph={Glyph::Disk} />{ words.save() }
                    </button>
                }
                <button
                    class="tb"
                    type="button"
                    onclick={props.preferences.switch_language.reform(|_| ())}
                    aria-label={words.switch_language()}
                >
                    <span lang={other.tag()}>{ other.own_name() }</span>
                </button>
                <button
                    class="tb"
                    type="button"
                    onclick={props.preferences.switch_theme.reform(|_| ())}
                    title={words.theme_switch()}
                    aria-label={theme_label}
                >
                    <Icon glyph={Glyph::Theme} />
                </button>
                <button
                    class="tb"
                    type="button"
                    onclick={props.on_help.reform(|_| ())}
                    title={words.help_hint()}
                    aria-label={words.help()}
                    aria-haspopup="dialog"
                >
                    <Icon glyph={Glyph::Help} />
                </button>
            </span>
        </header>
    }
}
