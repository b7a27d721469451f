//! What is needed to come back after the worker has died, or the page was closed.
//!
//! The last saved text of the session, what was done since, and where the page stood. It is kept
//! on the page's side, from the answer on: a request that kills the worker is not done again.

use tidemark_core::history::BranchId;
use tidemark_core::session::request::{Move, Request};

/// The way back.
#[derive(Debug, Default)]
pub(super) struct Journal {
    /// The session as text.
    saved: Option<String>,
    /// What changed the session since, each with the place it was done at.
    since: Vec<(Place, Request)>,
    /// Where the page stands.
    place: Place,
    /// What the page looks at.
    look: Option<Request>,
}

/// A place in the session.
pub(super) type Place = (BranchId, u32);

impl Journal {
    /// Whether a request changes what a saved session holds.
    pub(super) const fn changes(request: &Request) -> bool {
        matches!(
            request,
            Request::Open { .. }
                | Request::Act(_)
                | Request::ChangeSetting { .. }
                | Request::Caption { .. }
                | Request::RenameBranch(..)
                | Request::DeleteBranch(_)
                | Request::RestoreBranches(_)
                | Request::Undo
        )
    }

    /// A request was answered with a frame at `place`.
    pub(super) fn done(&mut self, request: Request, place: Place) {
        if matches!(request, Request::Open { .. }) {
            self.saved = None;
            self.since.clear();
        }
        if Self::changes(&request) {
            self.since.push((self.place, request));
        }
        self.place = place;
    }

    /// The page looks at something else.
    pub(super) fn looks(&mut self, look: &Request) {
        self.look = Some(look.clone());
    }

    /// The session was saved as text.
    pub(super) fn saved(&mut self, text: String) {
        self.saved = Some(text);
        self.since.clear();
    }

    /// The session as text, as it was saved last.
    pub(super) fn text(&self) -> Option<&str> {
        self.saved.as_deref()
    }

    /// Where the page stands.
    pub(super) const fn place(&self) -> Place {
        self.place
    }

    /// The requests that lead a new worker back here; empty if there is nothing to come back to.
    pub(super) fn way_back(&self) -> Vec<Request> {
        if self.saved.is_none() && self.since.is_empty() {
            return Vec::new();
        }
        let mut way: Vec<Request> = self.look.iter().cloned().collect();
        let Some(saved) = &self.saved else {
            way.extend(self.since.iter().map(|(_, request)| request.clone()));
            return self.finish(way);
        };
        let at = self.since.first().map_or(self.place, |(place, _)| *place);
        way.push(Request::Open {
            text: saved.clone(),
            at: Some(at),
        });
        for (place, request) in &self.since {
            way.push(Request::SelectBranch(place.0));
            way.push(Request::Move(Move::To(place.1)));
            way.push(request.clone());
        }
        self.finish(way)
    }

    fn finish(&self, mut way: Vec<Request>) -> Vec<Request> {
        if !self.since.is_empty() {
            way.push(Request::SelectBranch(self.place.0));
            way.push(Request::Move(Move::To(self.place.1)));
        }
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidemark_core::session::request::DeletedBranches;
    use tidemark_core::sim::command::{Command, Crash};

    const fn place(step: u32) -> Place {
        (BranchId(0), step)
    }

    fn open() -> Request {
        Request::Open {
            text: "scenario".to_owned(),
            at: None,
        }
    }

    fn crash() -> Request {
        Request::Act(Command::Crash {
            broker: 0,
            how: Crash::Kill,
        })
    }

    fn to(step: u32) -> [Request; 2] {
        [
            Request::SelectBranch(BranchId(0)),
            Request::Move(Move::To(step)),
        ]
    }

    #[test]
    fn nothing_to_come_back_to() {
        assert_eq!(Journal::default().way_back(), []);
    }

    #[test]
    fn before_the_first_save_all_is_done_again() {
        let mut journal = Journal::default();
        journal.done(open(), place(0));
        journal.done(Request::Move(Move::End), place(44));
        let [select, go] = to(44);
        assert_eq!(journal.way_back(), [open(), select, go]);
    }

    #[test]
    fn a_saved_session_is_opened_where_the_page_stands() {
        let mut journal = Journal::default();
        journal.done(open(), place(0));
        journal.saved("text".to_owned());
        journal.done(Request::Move(Move::Forward), place(1));
        let opened = Request::Open {
            text: "text".to_owned(),
            at: Some(place(1)),
        };
        assert_eq!(journal.way_back(), [opened]);
    }

    #[test]
    fn what_was_done_since_is_done_again_at_its_place() {
        let mut journal = Journal::default();
        journal.done(open(), place(0));
        journal.saved("text".to_owned());
        journal.done(Request::Move(Move::To(28)), place(28));
        journal.done(crash(), place(29));
        journal.done(Request::Move(Move::Back), place(28));
        let opened = Request::Open {
            text: "text".to_owned(),
            at: Some(place(28)),
        };
        let [select, go] = to(28);
        let [last_select, last_go] = to(28);
        assert_eq!(
            journal.way_back(),
            [opened, select, go, crash(), last_select, last_go]
        );
    }

    #[test]
    fn a_deletion_and_its_undoing_are_done_again() {
        let mut journal = Journal::default();
        journal.done(open(), place(0));
        journal.saved("text".to_owned());
        journal.done(Request::SelectBranch(BranchId(1)), (BranchId(1), 5));
        let delete = || Request::DeleteBranch(BranchId(1));
        let restore = || {
            Request::RestoreBranches(DeletedBranches {
                branches: Vec::new(),
                stood: Some((BranchId(1), 5)),
            })
        };
        journal.done(delete(), place(4));
        journal.done(restore(), (BranchId(1), 5));
        let opened = Request::Open {
            text: "text".to_owned(),
            at: Some((BranchId(1), 5)),
        };
        let in_fork = || {
            [
                Request::SelectBranch(BranchId(1)),
                Request::Move(Move::To(5)),
            ]
        };
        let [select, go] = in_fork();
        let [main, left] = to(4);
        let [last_select, last_go] = in_fork();
        assert_eq!(
            journal.way_back(),
            [
                opened,
                select,
                go,
                delete(),
                main,
                left,
                restore(),
                last_select,
                last_go
            ]
        );
    }

    #[test]
    fn another_scenario_forgets_the_first() {
        let mut journal = Journal::default();
        journal.done(open(), place(0));
        journal.saved("text".to_owned());
        journal.done(
            Request::Open {
                text: "other".to_owned(),
                at: None,
            },
            place(0),
        );
        let other = Request::Open {
            text: "other".to_owned(),
            at: None,
        };
        let [select, go] = to(0);
        assert_eq!(journal.way_back(), [other, select, go]);
    }
}
