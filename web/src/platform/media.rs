//! What the browser says about its window and its reader's wishes.

use gloo::events::EventListener;
use gloo::utils::window;
use web_sys::MediaQueryList;
use yew::Callback;

/// The reader's system is dark.
pub(crate) const DARK: &str = "(prefers-color-scheme: dark)";
/// The drawings have their narrow form.
pub(crate) const NARROW: &str = "(max-width: 767px)";

/// Whether the query holds now.
pub(crate) fn holds(query: &str) -> bool {
    list(query).is_some_and(|list| list.matches())
}

/// Tells each change of the query's answer, until the listener is dropped.
pub(crate) fn watch(query: &str, changed: Callback<bool>) -> Option<EventListener> {
    let list = list(query)?;
    let watched = list.clone();
    Some(EventListener::new(&list, "change", move |_| {
        changed.emit(watched.matches())
    }))
}

fn list(query: &str) -> Option<MediaQueryList> {
    window().match_media(query).ok()?
}
