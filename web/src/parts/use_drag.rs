//! Dragging along an element: from the press on, wherever the pointer goes, until it is let go.

use crate::component::use_kept;
use crate::platform::dom;
use std::cell::Cell;
use std::rc::Rc;
use yew::{Callback, NodeRef, PointerEvent, hook};

/// What an element listens to that is dragged along.
pub(crate) struct Drag {
    /// For `onpointerdown`.
    pub(crate) down: Callback<PointerEvent>,
    /// For `onpointermove`.
    pub(crate) moved: Callback<PointerEvent>,
    /// For `onpointerup` and `onpointercancel`.
    pub(crate) up: Callback<PointerEvent>,
}

/// Calls `go` with the share of the element's width at which the pointer is, once for each of its moves.
#[hook]
pub(crate) fn use_drag(node: NodeRef, go: Callback<f64>) -> Drag {
    // Not drawn, and asked for by moves that come before the next drawing.
    let dragged = use_kept(|| Cell::new(false));
    let go = Rc::new({
        let node = node.clone();
        move |event: &PointerEvent| {
            if let Some(share) = dom::share_of_width(&node, event.client_x()) {
                go.emit(share);
            }
        }
    });
    let down = {
        let (dragged, go) = (dragged.clone(), Rc::clone(&go));
        Callback::from(move |event: PointerEvent| {
            Cell::set(&dragged, true);
            dom::capture_pointer(&node, &event);
            go(&event);
        })
    };
    let moved = {
        let dragged = dragged.clone();
        Callback::from(move |event: PointerEvent| {
            if dragged.get() {
                go(&event);
            }
        })
    };
    let up = Callback::from(move |_: PointerEvent| Cell::set(&dragged, false));
    Drag { down, moved, up }
}
