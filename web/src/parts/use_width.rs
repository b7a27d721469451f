//! The width of an element, measured when it is drawn and when the window changes.

use crate::platform::dom;
use yew::{Callback, NodeRef, hook, use_effect_with, use_state};

/// The width in px; 0 until the element is there.
#[hook]
pub(crate) fn use_width(node: &NodeRef) -> u32 {
    let width = use_state(|| 0);
    use_effect_with((), {
        let (node, width) = (node.clone(), width.setter());
        move |()| {
            let measure = Callback::from(move |()| width.set(dom::width(&node).unwrap_or(0)));
            measure.emit(());
            let listener = dom::on_resize(measure);
            move || drop(listener)
        }
    });
    *width
}
