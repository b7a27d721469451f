//! A modal dialog with a title and a way out. The browser keeps the focus in it, and closes it on Esc.

use super::{Glyph, Icon};
use crate::platform::dom;
use crate::state::use_words;
use yew::{
    AttrValue, Callback, Children, Html, Properties, component, html, use_effect_with, use_node_ref,
};

#[derive(PartialEq, Properties)]
pub(crate) struct DialogProps {
    /// Its name, also for the heading's id.
    pub(crate) id: AttrValue,
    /// The heading.
    pub(crate) title: AttrValue,
    /// Whether it is open.
    pub(crate) open: bool,
    /// Called when it is closed in any way.
    pub(crate) on_close: Callback<()>,
    /// What stands in it.
    pub(crate) children: Children,
}

/// The dialog; what stands in it exists only while it is open.
#[component]
pub(crate) fn Dialog(props: &DialogProps) -> Html {
    let words = use_words();
    let node = use_node_ref();
    use_effect_with((node.clone(), props.open), |(node, open)| {
        dom::show_dialog(node, *open)
    });
    let heading = format!("{}-title", props.id);
    let close = props.on_close.reform(|_| ());
    let closed = props.on_close.reform(|_| ());
    html! {
        <dialog ref={node} id={props.id.clone()} aria-labelledby={heading.clone()} onclose={closed}>
            if props.open {
                <div class="dlg-head">
                    <h2 id={heading}>{ props.title.clone() }</h2>
                    <button class="tb" type="button" onclick={close} aria-label={words.close()}>
                        <Icon glyph={Glyph::Close} />
                    </button>
                </div>
                <div class="dlg-body" tabindex="0" role="group" aria-label={props.title.clone()}>
                    { props.children.clone() }
                </div>
            }
        </dialog>
    }
}
