//! Closes an open `<details>` on Esc, and when something else is pressed.

use crate::component::{UseWatch, use_watch};
use crate::platform::dom;
use yew::NodeRef;

/// Keeps the element dismissable as long as the component stands.
pub(crate) fn use_dismiss(node: &NodeRef) -> UseWatch {
    let node = node.clone();
    use_watch((), move || dom::on_dismiss(&node))
}
