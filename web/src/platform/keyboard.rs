//! Keys pressed anywhere in the page, except where text is typed.

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::window;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent};

/// What is done to what was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Undoing {
    /// It is taken back: Ctrl+Z.
    Undo,
    /// It is done again: Ctrl+Shift+Z, Ctrl+Y.
    Redo,
}

/// Tells each of these keys (on a Mac with Cmd) until the listener is dropped, but for those that belong to a
/// text field.
pub(crate) fn on_undo(undo: impl Fn(Undoing) + 'static) -> EventListener {
    let options = EventListenerOptions::enable_prevent_default();
    EventListener::new_with_options(&window(), "keydown", options, move |event| {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
            return;
        };
        if !(event.ctrl_key() || event.meta_key()) || event.alt_key() {
            return;
        }
        let meant = match (&*event.key().to_ascii_lowercase(), event.shift_key()) {
            ("z", false) => Undoing::Undo,
            ("z", true) | ("y", false) => Undoing::Redo,
            _ => return,
        };
        let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
        let types = target.is_some_and(|target| matches!(target.closest(TYPING), Ok(Some(_))));
        if !types && !event.default_prevented() {
            event.prevent_default();
            undo(meant);
        }
    })
}

/// Where keys type text.
const TYPING: &str =
    "input:not([type=range], [type=checkbox], [type=radio]), textarea, select, [contenteditable]";

/// A key with no modifier, or a shifted one that types a character.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Press {
    /// The browser's name of the key: `ArrowLeft`, ` `, `?`.
    pub(crate) key: String,
    /// The focus stands on a control that takes Space and Enter itself.
    pub(crate) on_control: bool,
    /// The focus stands on something the arrow keys move: a slider, radio buttons, a grid.
    pub(crate) on_arrows: bool,
    /// The focus stands on the button of what is selected.
    pub(crate) on_selected: bool,
    /// The focus is in a dialog.
    pub(crate) in_dialog: bool,
}

/// Hands on each press until the listener is dropped; a press that is taken has no other effect.
pub(crate) fn on_press(take: impl Fn(&Press) -> bool + 'static) -> EventListener {
    let options = EventListenerOptions::enable_prevent_default();
    EventListener::new_with_options(&window(), "keydown", options, move |event| {
        let Some(event) = event.dyn_ref::<KeyboardEvent>() else {
            return;
        };
        if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() {
            return;
        }
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<Element>().ok());
        let within = |selector: &str| {
            target
                .as_ref()
                .is_some_and(|target| matches!(target.closest(selector), Ok(Some(_))))
        };
        if within(TYPING) {
            return;
        }
        let press = Press {
            key: event.key(),
            on_control: within("button, a, summary, [role=button], input"),
            on_arrows: within("input[type=range], input[type=radio], [role=grid]"),
            on_selected: within("[aria-current] > button"),
            in_dialog: within("dialog"),
        };
        if take(&press) {
            event.prevent_default();
        }
    })
}
