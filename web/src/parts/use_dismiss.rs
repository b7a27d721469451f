//! Closes an open `<details>` on Esc, and when something else is pressed.

use crate::platform::dom;
use yew::{NodeRef, hook, use_effect_with};

/// Keeps the element dismissable as long as the component stands.
#[hook]
pub(crate) fn use_dismiss(node: &NodeRef) {
    use_effect_with((), {
        let node = node.clone();
        move |()| {
            let listeners = dom::on_dismiss(&node);
            move || drop(listeners)
        }
    });
}
