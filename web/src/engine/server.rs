//! The worker's side: one session, one request at a time.
//!
//! A long move is done in slices. Between them a cancellation is heard at once; every other
//! request waits its turn.

use super::protocol::{Answered, Asked};
use std::collections::VecDeque;
use tidemark_core::session::request::Request;
use tidemark_core::session::{Reply, Session};

/// A session and what waits for it.
pub(super) struct Server {
    session: Session,
    /// The job that is not done yet.
    working: Option<u32>,
    waiting: VecDeque<Asked>,
}

impl Server {
    /// A server with an empty session.
    pub(super) fn new() -> Self {
        Self {
            session: Session::new(),
            working: None,
            waiting: VecDeque::new(),
        }
    }

    /// Takes a request, and answers it unless it has to wait.
    pub(super) fn ask(&mut self, asked: Asked) -> Option<Answered> {
        match self.working {
            Some(job) if asked.request == Request::Cancel => {
                let reply = self.session.handle(Request::Cancel);
                Some(self.answer(job, reply))
            }
            Some(_) => {
                self.waiting.push_back(asked);
                None
            }
            // Nothing to cancel: the answer crossed the request.
            None if asked.request == Request::Cancel => None,
            None => {
                let reply = self.session.handle(asked.request);
                Some(self.answer(asked.job, reply))
            }
        }
    }

    /// Does the next slice of a long move, or the next request that waits.
    pub(super) fn go_on(&mut self) -> Option<Answered> {
        if let Some(job) = self.working {
            let reply = self.session.resume();
            return Some(self.answer(job, reply));
        }
        let next = self.waiting.pop_front()?;
        self.ask(next)
    }

    /// Whether [`Server::go_on`] has something to do.
    pub(super) fn is_busy(&self) -> bool {
        self.working.is_some() || !self.waiting.is_empty()
    }

    fn answer(&mut self, job: u32, reply: Reply) -> Answered {
        self.working = matches!(reply, Reply::Working { .. }).then_some(job);
        Answered { job, reply }
    }
}
