//! Fields that say what is wrong with what was typed.

use wasm_bindgen::JsCast;
use web_sys::{EventTarget, HtmlInputElement};

/// Has the field an event comes from say what is wrong with it; nothing, with an empty text.
pub(crate) fn complain(target: Option<EventTarget>, complaint: &str) {
    let Some(field) = target.and_then(|target| target.dyn_into::<HtmlInputElement>().ok()) else {
        return;
    };
    field.set_custom_validity(complaint);
    field.report_validity();
}
