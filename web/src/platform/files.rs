//! Files from and to the reader's machine. Nothing is sent anywhere.

pub(crate) use gloo::file::callbacks::FileReader;
use gloo::file::callbacks::read_as_text;
use gloo::file::{Blob, ObjectUrl};
use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{
    ClipboardEvent, DragEvent, Event, EventTarget, FileList, HtmlAnchorElement, HtmlInputElement,
};
use yew::Callback;

/// Larger files are not read into the page as text.
pub(crate) const TEXT_BYTES_MAX: u64 = 16 * 1024 * 1024;

/// What became of a file the reader chose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Opened {
    /// Its name and text.
    Text {
        /// The file's name.
        name: String,
        /// What stands in it; bytes that are no UTF-8 are replaced.
        text: String,
    },
    /// It is larger than [`TEXT_BYTES_MAX`].
    TooLarge {
        /// The file's name.
        name: String,
    },
    /// The browser couldn't read it.
    Unreadable {
        /// The file's name.
        name: String,
    },
}

/// Reads the file chosen in an `<input type=file>`, and empties the field so that the same file
/// can be chosen again. The reader stops when the handle is dropped.
pub(crate) fn open_chosen(
    target: Option<EventTarget>,
    done: Callback<Opened>,
) -> Option<FileReader> {
    let field: HtmlInputElement = target?.dyn_into().ok()?;
    let reader = open_first(field.files(), done);
    field.set_value("");
    reader
}

/// Whether a file is being dragged; a text that is belongs into a field.
pub(crate) fn is_dragged(event: &DragEvent) -> bool {
    let types = event.data_transfer().map(|transfer| transfer.types());
    types.is_some_and(|types| types.includes(&"Files".into(), 0))
}

/// Whether what was dragged is leaving the page, and not just going from one part of it to another.
pub(crate) fn leaves(event: &DragEvent) -> bool {
    event.related_target().is_none()
}

/// Reads the file dropped by this event.
pub(crate) fn open_dropped(event: &DragEvent, done: Callback<Opened>) -> Option<FileReader> {
    open_first(event.data_transfer()?.files(), done)
}

/// The text that this event pastes.
pub(crate) fn pasted(event: &Event) -> Option<String> {
    let event: &ClipboardEvent = event.dyn_ref()?;
    event.clipboard_data()?.get_data("text/plain").ok()
}

fn open_first(files: Option<FileList>, done: Callback<Opened>) -> Option<FileReader> {
    let file = gloo::file::File::from(files?.item(0)?);
    let name = file.name();
    if file.size() > TEXT_BYTES_MAX {
        done.emit(Opened::TooLarge { name });
        return None;
    }
    Some(read_as_text(&file, move |read| {
        done.emit(match read {
            Ok(text) => Opened::Text { name, text },
            Err(_) => Opened::Unreadable { name },
        });
    }))
}

/// Gives the reader a file to keep.
pub(crate) fn save(name: &str, mime: &str, bytes: &[u8]) {
    let address = ObjectUrl::from(Blob::new_with_options(bytes, Some(mime)));
    let Ok(link) = document().create_element("a") else {
        return;
    };
    let link: HtmlAnchorElement = link.unchecked_into();
    link.set_href(&address);
    link.set_download(name);
    link.click();
}
