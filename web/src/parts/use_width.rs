//! The width of an element, measured when it is drawn and when the window changes.

use crate::component::{use_kept, use_watch};
use crate::platform::dom;
use yew::{Callback, NodeRef, hook};

/// The width in px; 0 until the element is there.
#[hook]
pub(crate) fn use_width(node: &NodeRef) -> u32 {
    let width = use_kept(|| 0);
    use_watch((), {
        let (node, width) = (node.clone(), width.clone());
        move || {
            let measure = Callback::from(move |()| width.set(dom::width(&node).unwrap_or(0)));
            measure.emit(());
            dom::on_resize(measure)
        }
    });
    *width
}
