//! What can be found out about a run that is there already: questions in, facts out.
//!
//! A study reads sessions and their histories and changes nothing of them. It knows no page; what it
//! tells are types, and their words are the page's. Only those who ask link it.

pub mod compare;
pub mod folder;
pub mod record;
pub mod spacetime;
pub mod why;

use alloc::boxed::Box;

use serde::{Deserialize, Serialize};

use crate::session::Session;
use compare::Compare;

/// What can be asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Ask {
    /// Two runs side by side.
    Compare(compare::Ask),
    /// Who did what when, and what travelled between them.
    Spacetime(spacetime::Ask),
    /// Why a value is what it is.
    Why(why::Ask),
    /// What became of one record.
    Record(record::Ask),
    /// What a replica has on its disk.
    Folder(folder::Ask),
}

/// The answer to an [`Ask`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Told {
    /// Of two runs.
    Compare(Box<compare::Told>),
    /// What the diagram is drawn from.
    Spacetime(Box<spacetime::Window>),
    /// Causes, and what is waited for.
    Why(Box<why::Why>),
    /// A record's life; `None` if there is no such record.
    Record(Option<Box<record::Record>>),
    /// A replica's files; `None` if there is no such replica.
    Folder(Option<Box<folder::Folder>>),
    /// There is no run to study.
    NothingOpen,
}

impl Told {
    /// Whether long work is under way: [`Study::go_on`] goes on with it.
    #[must_use]
    pub fn is_working(&self) -> bool {
        matches!(self, Self::Compare(told) if matches!(**told, compare::Told::Working { .. }))
    }
}

/// What studies keep between two questions.
#[derive(Debug, Default)]
pub struct Study {
    compare: Compare,
}

impl Study {
    /// Nothing studied yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Answers a question about a session. Another comparison gives up one that is under way.
    pub fn ask(&mut self, session: &Session, ask: Ask) -> Told {
        match (ask, session.lanes().first()) {
            (Ask::Compare(ask), _) => Told::Compare(Box::new(self.compare.ask(session, ask))),
            (_, None) => Told::NothingOpen,
            (Ask::Spacetime(ask), Some(lane)) => {
                Told::Spacetime(Box::new(spacetime::tell(lane, &ask)))
            }
            (Ask::Why(ask), Some(lane)) => Told::Why(Box::new(why::tell(lane, &ask))),
            (Ask::Record(ask), Some(lane)) => Told::Record(record::tell(lane, &ask).map(Box::new)),
            (Ask::Folder(ask), Some(lane)) => Told::Folder(folder::tell(lane, &ask).map(Box::new)),
        }
    }

    /// Goes on with long work; `None` if there is none.
    pub fn go_on(&mut self) -> Option<Told> {
        let told = self.compare.go_on()?;
        Some(Told::Compare(Box::new(told)))
    }

    /// Gives up long work; `None` if there is none.
    pub fn stop(&mut self) -> Option<Told> {
        let told = self.compare.stop()?;
        Some(Told::Compare(Box::new(told)))
    }
}
