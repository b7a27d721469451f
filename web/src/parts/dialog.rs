//! A modal dialog with a title and a way out. The browser keeps the focus in it, and closes it on Esc.

use super::{Glyph, icon};
use crate::component::{Part, use_watch};
use crate::platform::dom;
use crate::words::Words;
use yew::functional::{Hook, HookContext};
use yew::{AttrValue, Callback, Event, Html, MouseEvent, html, use_node_ref};

/// The dialog; what stands in it exists only while it is open.
#[derive(PartialEq)]
pub(crate) struct Dialog {
    /// The words.
    pub(crate) words: Words,
    /// Its name, also for the heading's id.
    pub(crate) id: &'static str,
    /// The heading.
    pub(crate) title: AttrValue,
    /// Whether it is open.
    pub(crate) open: bool,
    /// Called when it is closed in any way.
    pub(crate) on_close: Callback<()>,
    /// What stands in it.
    pub(crate) content: Html,
}

impl Part for Dialog {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let node = use_node_ref().run(hooks);
        use_watch(self.open, {
            let (node, open) = (node.clone(), self.open);
            move || dom::show_dialog(&node, open)
        })
        .run(hooks);
        let heading = AttrValue::from([self.id, "-title"].concat());
        let close = self.on_close.reform(|_: MouseEvent| ());
        let closed = self.on_close.reform(|_: Event| ());
        html! {
            <dialog ref={node} id={self.id} aria-labelledby={heading.clone()} onclose={closed}>
                if self.open {
                    <div class="dlg-head">
                        <h2 id={heading}>{ self.title.clone() }</h2>
                        <button class="tb" type="button" onclick={close} aria-label={self.words.close()}>
                            { icon(Glyph::Close, "") }
                        </button>
                    </div>
                    <div class="dlg-body" tabindex="0" role="group" aria-label={self.title.clone()}>
                        { self.content.clone() }
                    </div>
                }
            </dialog>
        }
    }
}
