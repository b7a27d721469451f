//! The worker's side: one session and what is studied of it, one question at a time.
//!
//! Long work is done in slices. Between them a cancellation is heard at once; every other
//! question waits its turn.

use super::protocol::{Answer, Answered, Asked, Question};
use crate::study::{self, Study};
use std::collections::VecDeque;
use tidemark_core::session::request::Request;
use tidemark_core::session::{Reply, Session};

/// Long work that is not done yet.
#[derive(Clone, Copy)]
enum Work {
    Move,
    Study,
}

/// A session and what waits for it.
pub(super) struct Server {
    session: Session,
    study: Study,
    /// The job that is not done yet.
    working: Option<(u32, Work)>,
    waiting: VecDeque<Asked>,
}

impl Server {
    /// A server with an empty session.
    pub(super) fn new() -> Self {
        Self {
            session: Session::new(),
            study: Study::new(),
            working: None,
            waiting: VecDeque::new(),
        }
    }

    /// Takes a question, and answers it unless it has to wait.
    pub(super) fn ask(&mut self, asked: Asked) -> Option<Answered> {
        let cancels = asked.question == Question::Session(Request::Cancel);
        match self.working {
            Some((job, work)) if cancels => self.stop(job, work),
            Some(_) => {
                self.waiting.push_back(asked);
                None
            }
            // Nothing to cancel: the answer crossed the request.
            None if cancels => None,
            None => Some(match asked.question {
                Question::Session(request) => {
                    let reply = self.session.handle(request);
                    self.reply(asked.job, reply)
                }
                Question::Study(ask) => {
                    let told = self.study.ask(&self.session, ask);
                    self.tell(asked.job, told)
                }
            }),
        }
    }

    /// Does the next slice of long work, or the next question that waits.
    pub(super) fn go_on(&mut self) -> Option<Answered> {
        if let Some((job, work)) = self.working {
            return match work {
                Work::Move => {
                    let reply = self.session.resume();
                    Some(self.reply(job, reply))
                }
                Work::Study => {
                    let told = self.study.go_on()?;
                    Some(self.tell(job, told))
                }
            };
        }
        let next = self.waiting.pop_front()?;
        self.ask(next)
    }

    /// Whether [`Server::go_on`] has something to do.
    pub(super) fn is_busy(&self) -> bool {
        self.working.is_some() || !self.waiting.is_empty()
    }

    fn stop(&mut self, job: u32, work: Work) -> Option<Answered> {
        match work {
            Work::Move => {
                let reply = self.session.handle(Request::Cancel);
                Some(self.reply(job, reply))
            }
            Work::Study => {
                let told = self.study.stop()?;
                Some(self.tell(job, told))
            }
        }
    }

    fn reply(&mut self, job: u32, reply: Reply) -> Answered {
        let working = matches!(reply, Reply::Working { .. });
        self.working = working.then_some((job, Work::Move));
        Answered {
            job,
            answer: Answer::Session(reply),
        }
    }

    fn tell(&mut self, job: u32, told: study::Told) -> Answered {
        self.working = told.is_working().then_some((job, Work::Study));
        Answered {
            job,
            answer: Answer::Study(told),
        }
    }
}
