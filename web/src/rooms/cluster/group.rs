//! Where a group lives: which partition of `__consumer_offsets`, and which broker coordinates it.

use crate::component::{Part, part, use_kept};
use crate::parts::{Dialog, rich_text};
use crate::platform::dom;
use crate::state::{Found, Page};
use crate::words::say;
use tidemark_core::session::request::Request;
use yew::functional::{Hook, HookContext};
use yew::{Callback, Html, InputEvent, SubmitEvent, html};

/// The dialog.
#[derive(PartialEq)]
pub(super) struct GroupDialog {
    /// The page.
    pub(super) page: Page,
    /// What the engine said of the group that was asked for last.
    pub(super) found: Found,
    /// Called when it is closed.
    pub(super) on_close: Callback<()>,
}

impl Part for GroupDialog {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.page.words;
        let handle = self.page.handle.clone();
        let group = use_kept(String::new).run(hooks);
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
        let found = match &self.found {
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
                        <p>{ rich_text(&place) }</p>
                        if let Some(broker) = found.coordinator {
                            <p>{ say!(words, group_broker, broker = broker) }</p>
                        } else {
                            <p>{ words.group_no_broker() }</p>
                        }
                    </div>
                }
            }
        };
        let content = html! {
            <>
                <form class="form" onsubmit={find}>
                    <label class="wide">
                        <span class="m">{ words.group_name() }</span>
                        <input class="field" value={(*group).clone()} {oninput} required={true}
                            spellcheck="false" autocomplete="off" />
                    </label>
                    <button class="btn pri">{ words.group_find() }</button>
                </form>
                <div role="status">{ found }</div>
            </>
        };
        part(Dialog {
            words,
            id: "group",
            title: words.group_title().into(),
            open: true,
            on_close: self.on_close.clone(),
            content,
        })
    }
}
