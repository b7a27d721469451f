//! Whether an element is on screen.

use gloo::utils::document;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{IntersectionObserver, IntersectionObserverEntry};
use yew::Callback;

/// Watches one element until it is dropped.
pub(crate) struct Watch {
    observer: IntersectionObserver,
    _told: Closure<dyn FnMut(js_sys::Array)>,
}

/// Tells whether the element with this id is on screen, now and at each change.
pub(crate) fn watch(id: &str, changed: Callback<bool>) -> Option<Watch> {
    let element = document().get_element_by_id(id)?;
    let told = Closure::<dyn FnMut(js_sys::Array)>::new(move |entries: js_sys::Array| {
        let last = entries
            .iter()
            .last()
            .and_then(|entry| entry.dyn_into::<IntersectionObserverEntry>().ok());
        if let Some(entry) = last {
            changed.emit(entry.is_intersecting());
        }
    });
    let observer = IntersectionObserver::new(told.as_ref().unchecked_ref()).ok()?;
    observer.observe(&element);
    Some(Watch {
        observer,
        _told: told,
    })
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
