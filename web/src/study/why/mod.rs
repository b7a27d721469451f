//! Why this value? The chain of causes in words, and what the value waits for.

mod panel;
mod words;

pub(crate) use panel::{Causes, close, closes_on_escape};
pub(crate) use words::words_of;
