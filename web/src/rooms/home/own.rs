//! A place for one's own cluster: paste, drop or choose a file.

use crate::component::{Part, use_kept};
use crate::parts::rich_text;
use crate::platform::{dom, files};
use crate::state::Page;
use std::cell::RefCell;
use yew::functional::{Hook, HookContext};
use yew::{Callback, Event, Html, InputEvent, html, use_node_ref};

/// A larger paste is read at once instead of being shown.
const PASTE_BYTES_SHOWN: usize = 64 * 1024;

/// The section.
#[derive(PartialEq)]
pub(super) struct Own {
    /// The page.
    pub(super) page: Page,
}

impl Part for Own {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.page.words;
        let handle = self.page.handle.clone();
        let text = use_node_ref().run(hooks);
        let empty = use_kept(|| true).run(hooks);
        let picker = use_node_ref().run(hooks);
        // A reader stops when its handle is dropped.
        let reader = use_kept(|| RefCell::new(None)).run(hooks);

        let opened = {
            let handle = handle.clone();
            Callback::from(move |opened| handle.opened(opened))
        };
        let read = {
            let (handle, text) = (handle.clone(), text.clone());
            Callback::from(move |_| handle.hand_in(dom::text_of(&text)))
        };
        let oninput = {
            let (text, empty) = (text.clone(), empty.clone());
            Callback::from(move |_: InputEvent| empty.set(dom::text_of(&text).trim().is_empty()))
        };
        let onpaste = Callback::from(move |event: Event| {
            // A browser takes seconds to lay out a text that large; nobody edits it here anyway.
            if let Some(pasted) =
                files::pasted(&event).filter(|text| text.len() > PASTE_BYTES_SHOWN)
            {
                event.prevent_default();
                handle.hand_in(pasted);
            }
        });
        let onchoose = {
            let picker = picker.clone();
            Callback::from(move |_| dom::click(&picker))
        };
        let onchosen = Callback::from(move |event: Event| {
            *reader.borrow_mut() = files::open_chosen(event.target(), opened.clone());
        });
        let example = [
            words.home_paste_example(),
            "  Topic: first  Partition: 0  Leader: 1  Replicas: 0,1,2  Isr: 1,2\n  …".to_owned(),
        ];
        html! {
            <section>
                <h2>{ words.home_own() }</h2>
                <textarea
                    class="paste field"
                    rows="6"
                    spellcheck="false"
                    aria-label={words.home_paste()}
                    placeholder={example.join("\n")}
                    wrap="off"
                    ref={text}
                    {oninput}
                    {onpaste}
                />
                <div class="row">
                    <button class="btn" type="button" onclick={read} disabled={*empty}>
                        { words.home_read() }
                    </button>
                    <button class="btn" type="button" onclick={onchoose}>{ words.home_choose_file() }</button>
                    <input
                        ref={picker}
                        type="file"
                        hidden={true}
                        accept=".txt,.json,.log,.md,.tidemark,text/plain,application/json"
                        aria-label={words.home_choose_file()}
                        onchange={onchosen}
                    />
                    <p>{ rich_text(&words.home_own_hint()) }</p>
                </div>
            </section>
        }
    }
}
