//! What any part of the page may need; whoever draws hands it on.

use super::Handle;
use crate::platform::theme::Theme;
use crate::words::Words;

/// The words, the theme, and the ways to act.
#[derive(Clone, PartialEq)]
pub(crate) struct Page {
    /// The words of the reader's language.
    pub(crate) words: Words,
    /// The theme shown.
    pub(crate) theme: Theme,
    /// The ways to act on the session.
    pub(crate) handle: Handle,
}
