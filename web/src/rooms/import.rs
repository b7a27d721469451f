//! The panel of a paste: while it is read, and what came of it.

use crate::component::part_of;
use crate::parts::Dialog;
use crate::state::{Imported, Page};
use crate::study;
use yew::{Callback, Html, html};

/// The panel of a paste on its way in.
pub(crate) fn import_panel(page: &Page, import: &Imported) -> Html {
    let words = page.words;
    let content = match import {
        Imported::Nothing => return html! {},
        Imported::Reading => html! { <p>{ words.import_reading() }</p> },
        Imported::Read(paste) => study::understood(page, paste),
    };
    let handle = page.handle.clone();
    let dialog = Dialog {
        words,
        id: "import",
        title: words.import_title().into(),
        open: true,
        on_close: Callback::from(move |()| handle.forget_paste()),
        content,
    };
    part_of("import", dialog)
}
