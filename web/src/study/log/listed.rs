//! A list of events that keeps its current one on screen.

use crate::component::{Part, use_watch};
use crate::platform::dom;
use yew::functional::{Hook, HookContext};
use yew::{Html, NodeRef, html, use_node_ref};

/// The list.
#[derive(PartialEq)]
pub(super) struct Listed {
    /// What the current one is told apart by.
    pub(super) current: usize,
    /// The rows; the current one has `aria-current`.
    pub(super) rows: Vec<Html>,
}

impl Part for Listed {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let list: NodeRef = use_node_ref().run(hooks);
        use_watch(self.current, {
            let list = list.clone();
            move || dom::reveal_current(&list)
        })
        .run(hooks);
        html! { <div class="events-list" tabindex="0" ref={list}>{ for self.rows.iter().cloned() }</div> }
    }
}
