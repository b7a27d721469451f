//! The page's language tag: the remembered one, else the browser's.

use super::storage;
use gloo::utils::{document, document_element, window};

const KEY: &str = "language";

/// The tag to start with.
pub(crate) fn preferred() -> String {
    storage::read(KEY)
        .or_else(|| window().navigator().language())
        .unwrap_or_default()
}

/// Remembers the choice of a language.
pub(crate) fn remember(tag: &str) {
    // A language that can't be remembered still applies now.
    let _ = storage::write(KEY, tag);
}

/// Tells the browser (fonts, hyphenation, screen readers) the language and the title.
pub(crate) fn announce(tag: &str, title: &str) {
    let _ = document_element().set_attribute("lang", tag);
    document().set_title(title);
}
