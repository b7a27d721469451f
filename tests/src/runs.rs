//! Scenarios of the catalogue as runs that can be looked at: at a step, or done to their end.

use tidemark_core::history::Lane;
use tidemark_core::scenario::catalogue;
use tidemark_core::session::request::{Move, Request};
use tidemark_core::session::{Reply, Session};

/// Slices after which a move is taken for one that never ends.
const SLICES_MAX: u32 = 100_000;

/// A session with a scenario of the catalogue, run to its end.
///
/// # Panics
///
/// If there is no such scenario, or no end.
#[must_use]
pub fn run_to_the_end(id: &str) -> Session {
    let entry = catalogue().iter().find(|entry| entry.id == id);
    session_of(entry.expect("it is in the catalogue").text)
}

/// A session with a scenario's text, run to its end.
///
/// # Panics
///
/// If the text is no scenario, or has no end.
#[must_use]
pub fn session_of(text: &str) -> Session {
    let mut session = Session::new();
    let text = text.to_owned();
    go(&mut session, Request::Open { text, at: None });
    go(&mut session, Request::Move(Move::End));
    session
}

/// Carries out a request, however long it takes.
///
/// # Panics
///
/// If it is refused, or never ends.
pub fn go(session: &mut Session, request: Request) {
    let mut reply = session.handle(request);
    for _ in 0..SLICES_MAX {
        match reply {
            Reply::Working { .. } => reply = session.resume(),
            Reply::Frame(_) => return,
            other => panic!("expected a frame, got {other:?}"),
        }
    }
    panic!("the move never ended");
}

/// Goes to a step, and answers the lane there.
///
/// # Panics
///
/// If nothing is open.
pub fn at(session: &mut Session, step: u32) -> &Lane {
    go(session, Request::Move(Move::To(step)));
    session.lanes().first().expect("a session with a run")
}
