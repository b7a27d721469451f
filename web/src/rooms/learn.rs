//! The catalogue: every scenario, to be opened in the room it plays in.

use crate::route::Route;
use crate::scenarios;
use crate::state::{localized, use_handle, use_words};
use yew::{Callback, Html, Properties, component, html};

#[derive(PartialEq, Properties)]
pub(crate) struct LearnProps {
    /// The scenario that is open.
    pub(crate) current: Option<String>,
}

/// The room.
#[component]
pub(crate) fn Learn(props: &LearnProps) -> Html {
    let words = use_words();
    let handle = use_handle();
    let entries = scenarios::all().iter().map(|entry| {
        let onclick = {
            let handle = handle.clone();
            Callback::from(move |_| handle.open_scenario(entry.id))
        };
        let current = (props.current.as_deref() == Some(entry.id)).then_some("true");
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
