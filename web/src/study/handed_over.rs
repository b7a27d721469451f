//! What the first module leaves to the whole page, which goes on where it stood.

use crate::state::Notice;
use serde::{Deserialize, Serialize};
use tidemark_core::session::request::Request;

/// All that the first module was asked and showed; nothing where there was none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct HandedOver {
    /// What leads an engine to where the first one was.
    pub(crate) way: Vec<Request>,
    /// A paste that is to be read.
    pub(crate) paste: Option<String>,
    /// The run plays.
    pub(crate) playing: bool,
    /// What the reader was told.
    pub(crate) notice: Option<Notice>,
}
