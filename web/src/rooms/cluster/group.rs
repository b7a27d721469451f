//! Where a group lives: which partition of `__consumer_offsets`, and which broker coordinates it.

use crate::parts::{Dialog, RichText};
use crate::platform::dom;
use crate::state::{Found, SessionContext, use_handle, use_words};
use crate::words::say;
use tidemark_core::session::request::Request;
use yew::{
    Callback, Html, InputEvent, Properties, SubmitEvent, component, html, use_context, use_state,
};

#[derive(PartialEq, Properties)]
pub(super) struct GroupDialogProps {
    /// Called when it is closed.
    pub(super) on_close: Callback<()>,
}

/// The dialog.
#[component]
pub(super) fn GroupDialog(props: &GroupDialogProps) -> Html {
    let words = use_words();
    let handle = use_handle();
    let found = use_context::<SessionContext>()
        .map_or(Found::NotAsked, |session| session.coordinator.clone());
    let group = use_state(String::new);
    let find = {
        let group = group.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            if !group.is_empty() {
                handle.ask(Request::FindCoordinator {
                    group: (*group).clone(),
                });
            }
        })
    };
    let oninput = {
        let group = group.clone();
        Callback::from(move |event: InputEvent| group.set(dom::value(event.target())))
    };
    let found = match found {
        Found::NotAsked => html! {},
        Found::NoOffsetsTopic => html! { <p class="note">{ words.group_no_topic() }</p> },
        Found::Here(found) => {
            let place = say!(
                words,
                group_partition,
                group = &found.group,
                partition = found.number
            );
            html! {
                <div class="note">
                    <p><RichText text={place} /></p>
                    if let Some(broker) = found.coordinator {
                        <p>{ say!(words, group_broker, broker = broker) }</p>
                    } else {
                        <p>{ words.group_no_broker() }</p>
                    }
                </div>
            }
        }
    };
    html! {
        <Dialog id="group" title={words.group_title()} open=true on_close={props.on_close.clone()}>
            <form class="form" onsubmit={find}>
                <label class="wide">
                    <span class="m">{ words.group_name() }</span>
                    <input class="field" value={(*group).clone()} {oninput} required={true}
                        spellcheck="false" autocomplete="off" />
                </label>
                <button class="btn pri">{ words.group_find() }</button>
            </form>
            <div role="status">{ found }</div>
        </Dialog>
    }
}
