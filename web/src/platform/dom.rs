//! Small things asked of the document: the value of a field, the focus, a place to scroll to.

use gloo::utils::document;
use wasm_bindgen::{JsCast, UnwrapThrowExt};
use web_sys::{Element, EventTarget, HtmlDialogElement, HtmlElement, HtmlInputElement, HtmlSelectElement, HtmlTextAreaElement};
use yew::NodeRef;

/// The element the page is drawn into.
pub(crate) fn root() -> Element {
    document()
        .get_element_by_id("app")
        .unwrap_or_else(|| document().body().unwrap_throw().into())
}

/// The text of the field an event comes from.
pub(crate) fn value(target: Option<EventTarget>) -> String {
    let Some(target) = target else {
        return String::new();
    };
    if let Some(field) = target.dyn_ref::<HtmlInputElement>() {
        field.value()
    } else if let Some(field) = target.dyn_ref::<HtmlTextAreaElement>() {
        field.value()
    } else if let Some(field) = target.dyn_ref::<HtmlSelectElement>() {
        field.value()
    } else {
        String::new()
    }
}

/// Whether the box an event comes from is ticked.
pub(crate) fn checked(target: Option<EventTarget>) -> bool {
    target
        .and_then(|target| target.dyn_into::<HtmlInputElement>().ok())
        .is_some_and(|field| field.checked())
}

/// Puts the focus on the element.
pub(crate) fn focus(node: &NodeRef) {
    if let Some(element) = node.cast::<HtmlElement>() {
        let _ = element.focus();
    }
}

/// Puts the focus on the element with this id, and brings it into view.
pub(crate) fn focus_id(id: &str) {
    if let Some(element) = document().get_element_by_id(id).and_then(|e| e.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
        element.scroll_into_view();
    }
}

/// Opens or closes a `<dialog>` as a modal one.
pub(crate) fn show_dialog(node: &NodeRef, open: bool) {
    let Some(dialog) = node.cast::<HtmlDialogElement>() else {
        return;
    };
    if open && !dialog.open() {
        let _ = dialog.show_modal();
    } else if !open && dialog.open() {
        dialog.close();
    }
}

/// Where in an element, from 0 to 1 of its width, a pointer stands.
pub(crate) fn share_of_width(node: &NodeRef, client_x: i32) -> Option<f64> {
    let area = node.cast::<Element>()?.get_bounding_client_rect();
    (area.width() > 0.0).then(|| ((f64::from(client_x) - area.left()) / area.width()).clamp(0.0, 1.0))
}

/// Width of an element in px, rounded down.
pub(crate) fn width(node: &NodeRef) -> Option<u32> {
    node.cast::<Element>().map(|element| element.client_width().max(0).unsigned_abs())
}

/// How far the element is scrolled down, and how high its window is, in px.
pub(crate) fn scroll_window(node: &NodeRef) -> Option<(u32, u32)> {
    let element = node.cast::<Element>()?;
    Some((element.scroll_top().max(0).unsigned_abs(), element.client_height().max(0).unsigned_abs()))
}

/// Scrolls the element so that the stretch from `top` to `bottom` px is in its window.
pub(crate) fn reveal(node: &NodeRef, top: u32, bottom: u32) {
    let (Some(element), Some((from, height))) = (node.cast::<Element>(), scroll_window(node)) else {
        return;
    };
    if top < from {
        element.set_scroll_top(top.cast_signed());
    } else if bottom > from + height {
        element.set_scroll_top((bottom - height).cast_signed());
    }
}
