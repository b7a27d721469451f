//! Small things asked of the document: the value of a field, the focus, a place to scroll to.

use gloo::events::EventListener;
use gloo::utils::{document, window};
use wasm_bindgen::{JsCast, UnwrapThrowExt};
use web_sys::{
    Element, EventTarget, HtmlDialogElement, HtmlElement, HtmlInputElement, HtmlSelectElement,
    HtmlTextAreaElement, KeyboardEvent, Node, PointerEvent,
};
use yew::{Callback, NodeRef};

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

/// The text of the field of this name in the form an event comes from.
pub(crate) fn field(form: Option<EventTarget>, name: &str) -> String {
    let form = form.and_then(|form| form.dyn_into::<Element>().ok());
    let found = form.map(|form| form.query_selector(&["[name='", name, "']"].concat()));
    value(found.and_then(|found| found.ok()?).map(EventTarget::from))
}

/// The text of a text area.
pub(crate) fn text_of(node: &NodeRef) -> String {
    node.cast::<HtmlTextAreaElement>()
        .map(|field| field.value())
        .unwrap_or_default()
}

/// Whether the box an event comes from is ticked.
pub(crate) fn checked(target: Option<EventTarget>) -> bool {
    target
        .and_then(|target| target.dyn_into::<HtmlInputElement>().ok())
        .is_some_and(|field| field.checked())
}

/// Puts the focus on the element with this id, and brings it into view.
pub(crate) fn focus_id(id: &str) {
    if let Some(element) = document()
        .get_element_by_id(id)
        .and_then(|e| e.dyn_into::<HtmlElement>().ok())
    {
        let _ = element.focus();
        element.scroll_into_view();
    }
}

/// Puts the focus on the element.
pub(crate) fn focus(node: &NodeRef) {
    if let Some(element) = node.cast::<HtmlElement>() {
        let _ = element.focus();
    }
}

/// Puts the focus on the first such element within another, if there is one.
pub(crate) fn focus_within(node: &NodeRef, selector: &str) {
    if let Some(element) = within(node, selector) {
        let _ = element.focus();
    }
}

/// The text of the first such field within an element.
pub(crate) fn value_within(node: &NodeRef, selector: &str) -> String {
    value(within(node, selector).map(EventTarget::from))
}

fn within(node: &NodeRef, selector: &str) -> Option<HtmlElement> {
    let found = node.cast::<Element>()?.query_selector(selector);
    found.ok()??.dyn_into().ok()
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
    (area.width() > 0.0)
        .then(|| ((f64::from(client_x) - area.left()) / area.width()).clamp(0.0, 1.0))
}

/// Width of an element in px, rounded down.
pub(crate) fn width(node: &NodeRef) -> Option<u32> {
    node.cast::<Element>()
        .map(|element| element.client_width().max(0).unsigned_abs())
}

/// The part of an element's content that is on screen, in px from its top.
pub(crate) struct ScrollWindow {
    /// Where it begins.
    pub(crate) from: u32,
    /// How high it is.
    pub(crate) height: u32,
    /// How high the whole content is.
    pub(crate) content: u32,
}

/// What of the element's content is on screen.
pub(crate) fn scroll_window(node: &NodeRef) -> Option<ScrollWindow> {
    let element = node.cast::<Element>()?;
    Some(ScrollWindow {
        from: element.scroll_top().max(0).unsigned_abs(),
        height: element.client_height().max(0).unsigned_abs(),
        content: element.scroll_height().max(0).unsigned_abs(),
    })
}

/// Scrolls a list, and nothing else, so that its current entry is on screen with room around.
pub(crate) fn reveal_current(list: &NodeRef) {
    let Some(list) = list.cast::<Element>() else {
        return;
    };
    let Ok(Some(current)) = list.query_selector("[aria-current]") else {
        return;
    };
    let (area, entry) = (
        list.get_bounding_client_rect(),
        current.get_bounding_client_rect(),
    );
    let room = (area.height() / 4.0).min(80.0);
    let above = area.top() + room - entry.top();
    let below = entry.bottom() + room - area.bottom();
    if above > 0.0 {
        list.set_scroll_top(list.scroll_top() - above as i32);
    } else if below > 0.0 {
        list.set_scroll_top(list.scroll_top() + below as i32);
    }
}

/// Keeps a pointer's moves coming to the element it was pressed on, until it is let go.
pub(crate) fn capture_pointer(node: &NodeRef, event: &PointerEvent) {
    // The event's own current target is the page's root, where all listeners are.
    if let Some(element) = node.cast::<Element>() {
        let _ = element.set_pointer_capture(event.pointer_id());
    }
}

/// Tells each change of the window's size, until the listener is dropped.
pub(crate) fn on_resize(changed: Callback<()>) -> EventListener {
    EventListener::new(&window(), "resize", move |_| changed.emit(()))
}

/// Presses the element, as a pointer would.
pub(crate) fn click(node: &NodeRef) {
    if let Some(element) = node.cast::<HtmlElement>() {
        element.click();
    }
}

/// Scrolls the element to its right end.
pub(crate) fn scroll_to_end(node: &NodeRef) {
    if let Some(element) = node.cast::<Element>() {
        element.set_scroll_left(element.scroll_width());
    }
}

/// How far the element is scrolled to the right, in px.
pub(crate) fn scroll_left(node: &NodeRef) -> u32 {
    node.cast::<Element>()
        .map_or(0, |element| element.scroll_left().max(0).unsigned_abs())
}

/// Closes a `<details>`.
pub(crate) fn close_details(node: &NodeRef) {
    if let Some(element) = node.cast::<Element>() {
        let _ = element.remove_attribute("open");
    }
}

/// Closes an open `<details>` on Esc, and when something outside is pressed, until dropped.
pub(crate) fn on_dismiss(node: &NodeRef) -> [EventListener; 2] {
    let (pressed, keyed) = (node.clone(), node.clone());
    [
        EventListener::new(&window(), "pointerdown", move |event| {
            let target = event
                .target()
                .and_then(|target| target.dyn_into::<Node>().ok());
            let inside = pressed
                .cast::<Node>()
                .is_some_and(|node| node.contains(target.as_ref()));
            if !inside {
                close_details(&pressed);
            }
        }),
        EventListener::new(&window(), "keydown", move |event| {
            let open = keyed
                .cast::<Element>()
                .is_some_and(|element| element.has_attribute("open"));
            if open
                && event
                    .dyn_ref::<KeyboardEvent>()
                    .is_some_and(|event| event.key() == "Escape")
            {
                close_details(&keyed);
            }
        }),
    ]
}
