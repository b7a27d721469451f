//! The catalogue: every scenario, to be opened in the room it plays in.

use crate::route::Route;
use crate::scenarios;
use crate::state::{Page, localized};
use yew::{Html, html};

/// The room; `current` is the scenario that is open.
pub(crate) fn learn(page: &Page, current: Option<&str>) -> Html {
    let words = page.words;
    let entries = scenarios::all().iter().map(|entry| {
        let onclick = page.handle.opening(entry.id);
        let current = (current == Some(entry.id)).then_some("true");
        html! {
            <li key={entry.id}>
                <a href={Route::Cluster.href()} {onclick} aria-current={current}>
                    <span class="m">{ entry.id }</span>
                    <span>{ localized(entry.titles, words) }</span>
                </a>
            </li>
        }
    });
    html! {
        <main class="learn" id="stage" tabindex="-1">
            <h1>{ words.learn_title() }</h1>
            <p class="sub">{ words.learn_hint() }</p>
            <ol class="catalogue">for entry in entries { { entry } }</ol>
        </main>
    }
}
