//! Where the texts are: English in this module, any other language in a file that is loaded first.

use super::{Language, MESSAGES};
use std::sync::OnceLock;

/// Stands behind each message of a table.
const MESSAGE_END: char = '\u{1e}';

static ENGLISH: OnceLock<Table> = OnceLock::new();
static CHINESE: OnceLock<Table> = OnceLock::new();

/// The texts of one language by the numbers of their messages.
struct Table(Box<[&'static str]>);

impl Table {
    /// The table of a text; none if it is of another build.
    fn new(text: &'static str) -> Option<Self> {
        let texts: Box<[&str]> = text.split_terminator(MESSAGE_END).collect();
        (texts.len() == MESSAGES).then_some(Self(texts))
    }
}

/// A message of a language; while that isn't loaded, in English.
pub(super) fn message(language: Language, number: usize) -> &'static str {
    let table = match language {
        Language::English => None,
        Language::Chinese => chinese(),
    };
    let texts = table.or_else(english).map_or(&[][..], |table| &*table.0);
    texts.get(number).copied().unwrap_or_default()
}

fn english() -> Option<&'static Table> {
    if ENGLISH.get().is_none() {
        let table = Table::new(include_str!(concat!(env!("OUT_DIR"), "/en.txt")))?;
        let _ = ENGLISH.set(table);
    }
    ENGLISH.get()
}

#[cfg(not(test))]
fn chinese() -> Option<&'static Table> {
    CHINESE.get()
}

/// Tests have both languages at hand.
#[cfg(test)]
fn chinese() -> Option<&'static Table> {
    let table = || Table::new(include_str!(concat!(env!("OUT_DIR"), "/zh.txt"))).unwrap();
    Some(CHINESE.get_or_init(table))
}

/// Whether a language can be used now.
pub(crate) fn is_ready(language: Language) -> bool {
    match language {
        Language::English => true,
        Language::Chinese => CHINESE.get().is_some(),
    }
}

/// Makes a language usable that was loaded. Says whether the text is of this build.
pub(crate) fn add(language: Language, text: String) -> bool {
    if is_ready(language) {
        return true;
    }
    // The texts are needed for as long as the page is.
    let table = Table::new(String::leak(text));
    table.is_some_and(|table| CHINESE.set(table).is_ok())
}
