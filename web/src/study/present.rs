//! The run for a room full of people: captions large, the stage alone, keys of a remote control.

use crate::component::{Given, Kept, Part, use_kept, use_watch};
use crate::platform::{dom, keyboard, route};
use crate::prose::Teller;
use crate::state::{Page, localized};
use crate::words::{instant, say};
use tidemark_core::session::frame::Frame;
use tidemark_core::session::request::{Move, Request};
use yew::functional::{Hook, HookContext};
use yew::{Callback, Html, InputEvent, MouseEvent, html};

/// Where one is when it is over.
const ROOM: &str = "#/cluster";

/// What is said, under the picture.
#[derive(PartialEq)]
pub(super) struct Presenter {
    /// The page.
    pub(super) page: Page,
    /// The frame.
    pub(super) frame: Given<Frame>,
    /// Tells steps.
    pub(super) teller: Teller,
}

impl Part for Presenter {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let (words, handle) = (self.page.words, &self.page.handle);
        let caption = localized(&self.frame.captions, words);
        let draft = use_kept(|| None::<String>).run(hooks);
        let writes = draft.is_some();
        use_watch(writes, {
            let handle = handle.clone();
            move || {
                keyboard::on_press(move |press| {
                    let to = match &*press.key {
                        "PageDown" => Move::Forward,
                        "PageUp" => Move::Back,
                        "Escape" => {
                            route::set_hash(ROOM);
                            return true;
                        }
                        _ => return false,
                    };
                    handle.go(to);
                    true
                })
            }
        })
        .run(hooks);
        use_watch(writes, move || {
            if writes {
                dom::focus_id("present-text");
            }
        })
        .run(hooks);
        let headline = self.frame.step.as_ref();
        let headline = headline.map(|step| self.teller.headline(step));
        let headline = headline.unwrap_or_else(|| words.explain_nothing_yet());
        let (said, below) = if caption.is_empty() {
            (headline, None)
        } else {
            (caption.clone(), Some(headline))
        };
        let edit = {
            let (draft, caption) = (draft.clone(), caption);
            Callback::from(move |_: MouseEvent| draft.set(Some(caption.clone())))
        };
        html! {
            <section class="present-said" aria-label={words.present()}>
                if let Some(text) = &*draft {
                    { self.field(text, &draft) }
                } else {
                    <h1 class="present-caption">{ said }</h1>
                    if let Some(below) = below { <p class="present-below">{ below }</p> }
                    <p class="row cap">
                        <span>{ say!(words, present_place, step = self.frame.position.step, steps = self.frame.position.recorded, time = &instant(self.frame.position.time.as_millis())) }</span>
                        <span>{ words.present_keys() }</span>
                        <button class="btn" type="button" onclick={edit}>{ words.present_edit() }</button>
                        <a class="btn" href={ROOM}>{ words.present_leave() }</a>
                    </p>
                }
            </section>
        }
    }
}

impl Presenter {
    fn field(&self, text: &str, draft: &Kept<Option<String>>) -> Html {
        let words = self.page.words;
        let oninput = {
            let draft = draft.clone();
            Callback::from(move |event: InputEvent| draft.set(Some(dom::value(event.target()))))
        };
        let keep = {
            let (handle, draft, text) = (self.page.handle.clone(), draft.clone(), text.to_owned());
            Callback::from(move |_: MouseEvent| {
                let language = words.0.tag().to_owned();
                let text = text.trim().to_owned();
                handle.ask(Request::Caption { language, text });
                draft.set(None);
            })
        };
        let leave = {
            let draft = draft.clone();
            Callback::from(move |_: MouseEvent| draft.set(None))
        };
        html! {
            <>
                <label for="present-text" class="cap">{ words.present_hint() }</label>
                <textarea id="present-text" class="field" rows="3" maxlength="1000" value={text.to_owned()} {oninput} />
                <p class="row">
                    <button class="btn pri" type="button" onclick={keep}>{ words.present_keep() }</button>
                    <button class="btn" type="button" onclick={leave}>{ words.cancel() }</button>
                </p>
            </>
        }
    }
}
