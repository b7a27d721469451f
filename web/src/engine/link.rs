//! The page's end of the line: one request under way at a time, the rest in a queue.
//!
//! If the worker dies, the request under way is the one that killed it: it is left out, another
//! worker is started, and the journal leads it back to where the page stood.

use super::journal::Journal;
use super::protocol::{Answer, Answered, Asked, Question, decode, encode};
use crate::platform::worker::{self, Handle};
use crate::study::{self, Told};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::{Rc, Weak};
use tidemark_core::session::Reply;
use tidemark_core::session::request::{Move, Request};
use yew::Callback;

/// What the page hears.
#[derive(Clone, Debug)]
pub(crate) enum Heard {
    /// An answer, with the request it answers.
    Reply(Option<Request>, Reply),
    /// The session as text, whenever it has changed: to be kept.
    Saved(String),
    /// The worker died, and another one stands where this one stood.
    Restarted {
        /// The step it stands at.
        step: u32,
    },
    /// No worker can be started, or it dies again on the way back.
    Failed {
        /// The step the page stood at.
        step: u32,
    },
    /// The number of requests under way or waiting.
    Pending(usize),
}

/// The line to the engine; clones are the same line.
#[derive(Clone)]
pub(crate) struct Link(Rc<RefCell<Line>>);

impl PartialEq for Link {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

/// A question, and who hears what is found out about it.
#[derive(Clone)]
struct Job {
    question: Question,
    told: Option<Callback<Told>>,
}

impl Job {
    const fn request(&self) -> Option<&Request> {
        match &self.question {
            Question::Session(request) => Some(request),
            Question::Study(_) => None,
        }
    }
}

impl From<Request> for Job {
    fn from(request: Request) -> Self {
        Self {
            question: Question::Session(request),
            told: None,
        }
    }
}

struct Line {
    handle: Option<Handle>,
    job: u32,
    under_way: Option<Job>,
    queue: VecDeque<Job>,
    journal: Journal,
    /// How many requests of the way back are not answered yet.
    returning: usize,
    heard: Callback<Heard>,
    this: Weak<RefCell<Self>>,
}

impl Link {
    /// Starts the engine; what it says goes to `heard`.
    pub(crate) fn start(heard: Callback<Heard>) -> Self {
        let line = Rc::new_cyclic(|this| {
            RefCell::new(Line {
                handle: None,
                job: 0,
                under_way: None,
                queue: VecDeque::new(),
                journal: Journal::default(),
                returning: 0,
                heard,
                this: Weak::clone(this),
            })
        });
        line.borrow_mut().start_worker();
        Self(line)
    }

    /// Asks the engine. Of requests that only say where to be or what to see, the last one counts.
    pub(crate) fn ask(&self, request: Request) {
        let mut line = self.0.borrow_mut();
        if matches!(request, Request::Look(_)) {
            line.journal.looks(&request);
        }
        line.enqueue(request.into());
    }

    #[cfg(feature = "whole")]
    /// Asks for something about the session; each answer goes to `told`, also those on the way to the last.
    pub(crate) fn study(&self, ask: study::Ask, told: Callback<Told>) {
        self.0.borrow_mut().enqueue(Job {
            question: Question::Study(ask),
            told: Some(told),
        });
    }

    #[cfg(not(feature = "whole"))]
    /// What leads another engine to where this one is, with all that is asked of it.
    pub(crate) fn way(&self) -> Vec<Request> {
        let line = self.0.borrow();
        let mut way = line.journal.way_back();
        way.extend(line.open_requests().cloned());
        way
    }

    /// Whether there is no run, and none was asked for.
    pub(crate) fn is_idle(&self) -> bool {
        let line = self.0.borrow();
        line.journal.way_back().is_empty() && !line.open_requests().any(Journal::changes)
    }

    /// The session as text, as it was after its last change.
    pub(crate) fn saved(&self) -> Option<String> {
        self.0.borrow().journal.text().map(str::to_owned)
    }

    /// Stops a long move where it is.
    pub(crate) fn cancel(&self) {
        let line = self.0.borrow();
        if line.under_way.is_some() {
            line.send(Question::Session(Request::Cancel));
        }
    }
}

impl Line {
    fn start_worker(&mut self) {
        self.job = self.job.wrapping_add(1);
        let (this, other) = (Weak::clone(&self.this), Weak::clone(&self.this));
        let received = Callback::from(move |bytes: Vec<u8>| {
            if let Some(line) = this.upgrade() {
                line.borrow_mut().receive(&bytes);
            }
        });
        let died = Callback::from(move |()| {
            if let Some(line) = other.upgrade() {
                line.borrow_mut().died();
            }
        });
        match worker::start(received, died) {
            Ok(handle) => self.handle = Some(handle),
            Err(_) => self.fail(),
        }
    }

    /// What was asked of the session and is not answered yet.
    fn open_requests(&self) -> impl Iterator<Item = &Request> {
        let jobs = self.under_way.iter().chain(&self.queue);
        jobs.filter_map(Job::request)
    }

    fn enqueue(&mut self, job: Job) {
        let last = self.queue.back();
        if last.is_some_and(|last| supersedes(&job.question, &last.question)) {
            self.queue.pop_back();
        }
        self.queue.push_back(job);
        self.send_next();
    }

    fn send(&self, question: Question) {
        if let Some(handle) = &self.handle {
            handle.send(&encode(&Asked {
                job: self.job,
                question,
            }));
        }
    }

    fn send_next(&mut self) {
        if self.under_way.is_none()
            && let Some(next) = self.queue.pop_front()
        {
            self.under_way = Some(next.clone());
            self.send(next.question);
        }
        let pending = self.queue.len() + usize::from(self.under_way.is_some());
        self.tell(Heard::Pending(pending));
    }

    fn receive(&mut self, bytes: &[u8]) {
        let Some(Answered { job, answer }) = decode(bytes) else {
            return;
        };
        if job != self.job {
            return;
        }
        match answer {
            Answer::Session(reply @ Reply::Working { .. }) => self.tell(Heard::Reply(None, reply)),
            Answer::Session(reply) => self.replied(reply),
            Answer::Study(told) => self.told(told),
        }
    }

    fn told(&mut self, told: Told) {
        let listener = self.under_way.as_ref().and_then(|job| job.told.clone());
        if !told.is_working() {
            self.under_way = None;
        }
        if let Some(listener) = listener {
            listener.emit(told);
        }
        self.send_next();
    }

    fn replied(&mut self, reply: Reply) {
        let Some(Job {
            question: Question::Session(request),
            ..
        }) = self.under_way.take()
        else {
            return;
        };
        let place = reply.frame().map(|frame| frame.position);
        match (reply, place) {
            (Reply::Saved(text), _) => {
                self.journal.saved(text.clone());
                self.tell(Heard::Saved(text));
            }
            (reply, Some(place)) => {
                if Journal::changes(&request) && self.returning == 0 {
                    self.queue.push_front(Request::Save.into());
                }
                self.tell(Heard::Reply(Some(request.clone()), reply));
                if self.returning == 0 {
                    self.journal.done(request, (place.branch, place.step));
                }
            }
            (other, None) => self.tell(Heard::Reply(Some(request), other)),
        }
        if self.returning > 0 {
            self.returning -= 1;
            if self.returning == 0 {
                self.tell(Heard::Restarted {
                    step: self.journal.place().1,
                });
            }
        }
        self.send_next();
    }

    fn died(&mut self) {
        let way = self.journal.way_back();
        self.handle = None;
        self.under_way = None;
        self.queue.clear();
        if self.returning > 0 || way.is_empty() {
            self.fail();
            return;
        }
        self.returning = way.len();
        self.queue.extend(way.into_iter().map(Job::from));
        self.start_worker();
        self.send_next();
    }

    fn fail(&mut self) {
        self.returning = 0;
        self.queue.clear();
        self.tell(Heard::Failed {
            step: self.journal.place().1,
        });
    }

    fn tell(&self, heard: Heard) {
        self.heard.emit(heard);
    }
}

/// Whether `next` makes `last`, which was not sent yet, pointless.
fn supersedes(next: &Question, last: &Question) -> bool {
    match (next, last) {
        (Question::Session(next), Question::Session(last)) => matches!(
            (next, last),
            (Request::Look(_), Request::Look(_))
                | (
                    Request::Move(Move::To(_) | Move::Start),
                    Request::Move(Move::To(_) | Move::Start | Move::Back)
                )
        ),
        (Question::Study(next), Question::Study(last)) => study::supersedes(next, last),
        _ => false,
    }
}
