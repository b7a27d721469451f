//! What came of sharing the run: its link, or what to do with a run that fits into none.

use crate::component::part_of;
use crate::parts::Dialog;
use crate::state::{Act, Page, Session, Shared};
use crate::words::say;
use yew::{Callback, Html, html};

/// The dialog.
pub(crate) fn share_dialog(page: &Page, session: &Session) -> Html {
    let (words, handle) = (page.words, page.handle.clone());
    let dialog = Dialog {
        words,
        id: "share",
        title: words.share_title().into(),
        open: session.shared.is_some(),
        on_close: Callback::from(move |()| handle.act(Act::Shared(None))),
        content: match &session.shared {
            Some(shared) => content(page, session, shared),
            None => html! {},
        },
    };
    part_of("share", dialog)
}

fn content(page: &Page, session: &Session, shared: &Shared) -> Html {
    let (words, handle) = (page.words, page.handle.clone());
    let save = Callback::from(move |_| handle.save_as_file());
    match shared {
        Shared::Link { link, copied } => {
            let step = session
                .frame
                .as_ref()
                .map_or(0, |frame| frame.position.step);
            let said = if *copied {
                words.share_copied()
            } else {
                words.share_copy()
            };
            html! {
                <>
                    <p>{ said }</p>
                    <textarea
                        class="field"
                        rows="4"
                        readonly={true}
                        aria-label={words.share_link()}
                        value={link.clone()}
                    />
                    <p>{ say!(words, share_holds, n = session.branches.len(), step = step) }</p>
                </>
            }
        }
        Shared::TooLong => html! {
            <>
                <p>{ words.share_too_long() }</p>
                <div class="row">
                    <button class="btn pri" type="button" onclick={save}>{ words.share_file() }</button>
                </div>
            </>
        },
    }
}
