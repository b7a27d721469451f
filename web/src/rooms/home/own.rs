//! A place for one's own cluster: paste, drop or choose a file.

use crate::parts::RichText;
use crate::platform::{dom, files};
use crate::state::{use_handle, use_words};
use yew::{
    Callback, DragEvent, Event, Html, InputEvent, component, html, use_mut_ref, use_node_ref,
    use_state,
};

/// A larger paste is read at once instead of being shown.
const PASTE_BYTES_SHOWN: usize = 64 * 1024;

/// The section.
#[component]
pub(super) fn Own() -> Html {
    let words = use_words();
    let handle = use_handle();
    let text = use_node_ref();
    let empty = use_state(|| true);
    let over = use_state(|| false);
    let picker = use_node_ref();
    // A reader stops when its handle is dropped.
    let reader = use_mut_ref(|| None);

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
    let onpaste = {
        let handle = handle.clone();
        Callback::from(move |event: Event| {
            // A browser takes seconds to lay out a text that large; nobody edits it here anyway.
            if let Some(pasted) =
                files::pasted(&event).filter(|text| text.len() > PASTE_BYTES_SHOWN)
            {
                event.prevent_default();
                handle.hand_in(pasted);
            }
        })
    };
    let ondragover = {
        let over = over.clone();
        Callback::from(move |event: DragEvent| {
            event.prevent_default();
            over.set(true);
        })
    };
    let ondragleave = {
        let over = over.clone();
        Callback::from(move |_: DragEvent| over.set(false))
    };
    let ondrop = {
        let (over, opened, reader) = (over.clone(), opened.clone(), reader.clone());
        Callback::from(move |event: DragEvent| {
            event.prevent_default();
            over.set(false);
            *reader.borrow_mut() = files::open_dropped(&event, opened.clone());
        })
    };
    let onchoose = {
        let picker = picker.clone();
        Callback::from(move |_| dom::click(&picker))
    };
    let onchosen = Callback::from(move |event: Event| {
        *reader.borrow_mut() = files::open_chosen(event.target(), opened.clone());
    });
    let class = if *over {
        "paste field over"
    } else {
        "paste field"
    };
    let example = [
        words.home_paste_example(),
        "  Topic: first  Partition: 0  Leader: 1  Replicas: 0,1,2  Isr: 1,2\n  …".to_owned(),
    ];
    html! {
        <section>
            <h2>{ words.home_own() }</h2>
            <textarea
                {class}
                rows="6"
                spellcheck="false"
                aria-label={words.home_paste()}
                placeholder={example.join("\n")}
                wrap="off"
                ref={text}
                {oninput}
                {onpaste}
                {ondragover}
                {ondragleave}
                {ondrop}
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
                <p><RichText text={words.home_own_hint()} /></p>
            </div>
        </section>
    }
}
