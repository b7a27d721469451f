//! A line to an engine that is led somewhere before there is a page that listens.

use super::link::{Heard, Link};
use std::cell::RefCell;
use std::mem;
use std::rc::Rc;
use tidemark_core::session::request::Request;
use yew::Callback;

/// The line; what is said on it is kept.
pub(crate) struct EarlyLink {
    link: Link,
    ear: Rc<RefCell<Ear>>,
}

enum Ear {
    /// Nobody listens yet.
    Keeps {
        said: Vec<Heard>,
        /// Who hears that all was answered, or that nothing more will be.
        waits: Option<Callback<bool>>,
    },
    /// The page listens.
    Tells(Callback<Heard>),
}

impl EarlyLink {
    /// Starts the engine.
    pub(crate) fn start() -> Self {
        let ear = Rc::new(RefCell::new(Ear::Keeps {
            said: Vec::new(),
            waits: None,
        }));
        let hears = Rc::clone(&ear);
        let link = Link::start(Callback::from(move |heard| hears.borrow_mut().hear(heard)));
        Self { link, ear }
    }

    /// Asks the engine all this; `done` is told when it has answered, or that it won't.
    pub(crate) fn lead(&self, way: Vec<Request>, done: Callback<bool>) {
        if way.is_empty() {
            done.emit(true);
            return;
        }
        for request in way {
            self.link.ask(request);
        }
        if let Ear::Keeps { waits, .. } = &mut *self.ear.borrow_mut() {
            *waits = Some(done);
        }
    }

    /// All that was said goes to `heard`, and all that will be.
    pub(crate) fn heard_by(self, heard: &Callback<Heard>) -> Link {
        let before = mem::replace(&mut *self.ear.borrow_mut(), Ear::Tells(heard.clone()));
        if let Ear::Keeps { said, .. } = before {
            said.into_iter()
                .for_each(|heard_then| heard.emit(heard_then));
        }
        self.link
    }
}

impl Ear {
    fn hear(&mut self, heard: Heard) {
        let (said, waits) = match self {
            Self::Tells(page) => return page.emit(heard),
            Self::Keeps { said, waits } => (said, waits),
        };
        let end = match heard {
            Heard::Pending(0) => Some(true),
            Heard::Failed { .. } => Some(false),
            _ => None,
        };
        said.push(heard);
        if let Some(end) = end
            && let Some(done) = waits.take()
        {
            done.emit(end);
        }
    }
}
