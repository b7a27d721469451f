//! The top bar: home, rooms, scenario, and the page's own tools.

use crate::parts::{Glyph, icon};
use crate::platform::theme::Theme;
use crate::route::Route;
use crate::state::Preferences;
use yew::{AttrValue, Callback, Html, MouseEvent, html};

/// What the bar shows besides the rooms.
pub(crate) struct Tools {
    /// The scenario's title, where a run is shown.
    pub(crate) scenario: Option<AttrValue>,
    /// Makes a link of the run, where one is shown.
    pub(crate) on_share: Option<Callback<MouseEvent>>,
    /// Saves the run as a file, where a run is shown.
    pub(crate) on_save: Option<Callback<MouseEvent>>,
    /// Opens the help.
    pub(crate) on_help: Callback<MouseEvent>,
}

/// The bar.
pub(crate) fn top_bar(preferences: &Preferences, route: Route, tools: Tools) -> Html {
    let words = preferences.words;
    let other = words.0.other();
    let theme_label = match preferences.theme {
        Theme::Light => words.theme_is_light(),
        Theme::Dark => words.theme_is_dark(),
    };
    let shown = match route {
        Route::Compare => Route::Cluster,
        other => other,
    };
    let rooms = Route::ROOMS.into_iter().map(|room| {
        let current = (room == shown).then_some("page");
        html! { <a key={room.href()} href={room.href()} aria-current={current}>{ room.name(words) }</a> }
    });
    html! {
        <header class="top">
            <a class="brand" href={Route::Home.href()} aria-label={words.home_link()}>
                <svg viewBox="0 0 20 20" aria-hidden="true"><use href="#wordmark" /></svg><span>{ "Tidemark" }</span>
            </a>
            <nav class="rooms" aria-label={words.rooms()}>
                for room in rooms { { room } }
            </nav>
            <span class="grow"></span>
            if let Some(scenario) = tools.scenario {
                <span class="scn">{ scenario }</span>
            }
            <span class="tools">
                if let Some(on_share) = tools.on_share {
                    <button
                        class="tb"
                        type="button"
                        onclick={on_share}
                        title={words.share_hint()}
                        aria-haspopup="dialog"
                    >
                        { icon(Glyph::Link, "") }<span>{ words.share() }</span>
                    </button>
                }
                if let Some(on_save) = tools.on_save {
                    <button class="tb opt-wide" type="button" onclick={on_save} title={words.save_hint()}>
                        { icon(Glyph::Disk, "") }{ words.save() }
                    </button>
                }
                <button
                    class="tb"
                    type="button"
                    onclick={preferences.switch_language.clone()}
                    aria-label={words.switch_language()}
                >
                    <span lang={other.tag()}>{ other.own_name() }</span>
                </button>
                <button
                    class="tb"
                    type="button"
                    onclick={preferences.switch_theme.clone()}
                    title={words.theme_switch()}
                    aria-label={theme_label}
                >
                    { icon(Glyph::Theme, "") }
                </button>
                <button
                    class="tb"
                    type="button"
                    onclick={tools.on_help}
                    title={words.help_hint()}
                    aria-label={words.help()}
                    aria-haspopup="dialog"
                >
                    { icon(Glyph::Help, "") }
                </button>
            </span>
        </header>
    }
}
