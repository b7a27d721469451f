//! The address bar: what stands after `#`.

use gloo::events::EventListener;
use gloo::utils::window;
use yew::Callback;

/// The part of the address after `#`, without it.
pub(crate) fn hash() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_owned()
}

/// A text as a part of an address.
pub(crate) fn encoded(text: &str) -> String {
    js_sys::encode_uri_component(text).into()
}

/// Goes to another address of this page, as a link would.
pub(crate) fn set_hash(hash: &str) {
    // Fails only for documents that have no address, and this page has one.
    let _ = window().location().set_hash(hash);
}

/// Goes to another address of this page, and forgets the present one.
pub(crate) fn replace_hash(hash: &str) {
    // As above.
    let _ = window().location().replace(hash);
}

/// Tells each change of the hash, until the listener is dropped.
pub(crate) fn on_change(changed: Callback<String>) -> EventListener {
    EventListener::new(&window(), "hashchange", move |_| changed.emit(hash()))
}

/// Loads the page anew.
pub(crate) fn reload() {
    let _ = window().location().reload();
}
