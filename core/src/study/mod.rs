//! What can be found out about a run that is there already: questions in, facts out.
//!
//! A study reads sessions and their histories and changes nothing of them. It knows no page; what it
//! tells are types, and their words are the page's. Only those who ask link it.

use serde::{Deserialize, Serialize};

use crate::session::Session;

/// What can be asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Ask {}

/// The answer to an [`Ask`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Told {
    /// Long work is under way: call [`Study::go_on`].
    Working {
        /// How much is done.
        done: u32,
        /// Of how much, if that is known.
        of: Option<u32>,
    },
    /// Long work was given up.
    Stopped,
    /// There is no run to study.
    NothingOpen,
}

/// What studies keep between two questions.
#[derive(Debug, Default)]
pub struct Study {}

impl Study {
    /// Nothing studied yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers a question about a session. Long work under way is given up first.
    pub fn ask(&mut self, _session: &Session, ask: Ask) -> Told {
        match ask {}
    }

    /// Goes on with long work; `None` if there is none.
    pub fn go_on(&mut self, _session: &Session) -> Option<Told> {
        None
    }

    /// Gives up long work; `None` if there is none.
    pub fn stop(&mut self) -> Option<Told> {
        None
    }
}
