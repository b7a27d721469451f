//! Keeps the session, and has the ways to act on it.

use super::session::{Act, Notice, Session};
use crate::component::use_kept;
use crate::engine::{Heard, Link, PasteReader};
use crate::platform::files::{self, Opened};
use crate::platform::later::{self, NotLoaded};
use crate::platform::{route, storage};
use crate::route::Route;
use crate::study;
use std::cell::RefCell;
use std::rc::Rc;
use tidemark_core::history::BranchId;
use tidemark_core::session::request::{Look, Move, Request};
use tidemark_core::topology::PartitionId;
use yew::{Callback, MouseEvent, UseReducerDispatcher, UseReducerHandle, hook, use_reducer_eq};

/// Where the session is kept,
pub(super) const SESSION_KEY: &str = "session";
/// and where the reader stood in it.
pub(super) const PLACE_KEY: &str = "place";
/// What a scenario text begins with.
const SCENARIO_MARK: &str = "tidemark-scenario";
const FILE_NAME: &str = "run.tidemark";

/// A place in the session.
pub(super) type Place = (BranchId, u32);

/// The ways to act on the session; the same for its whole life.
#[derive(Clone, PartialEq)]
pub(crate) struct Handle {
    pub(super) link: Link,
    /// The page is shown in another one: the reader's own session is none of its business.
    pub(super) embedded: bool,
    dispatcher: UseReducerDispatcher<Session>,
    /// What was asked for last; the session has a copy to draw from.
    look: Rc<RefCell<Look>>,
    pub(crate) paste_reader: PasteReader,
}

impl Handle {
    /// Asks the engine.
    pub(crate) fn ask(&self, request: Request) {
        self.link.ask(request);
    }

    /// Moves through the run.
    pub(crate) fn go(&self, to: Move) {
        self.link.ask(Request::Move(to));
    }

    /// Looks at something else.
    pub(crate) fn look(&self, change: impl FnOnce(&mut Look)) {
        let mut look = self.look.borrow().clone();
        change(&mut look);
        self.show(look);
    }

    fn show(&self, look: Look) {
        if *self.look.borrow() == look {
            return;
        }
        self.look.replace(look.clone());
        self.dispatcher.dispatch(Act::Look(look.clone()));
        self.link.ask(Request::Look(look));
    }

    /// Asks the engine when something is pressed.
    pub(crate) fn asking(&self, request: Request) -> Callback<MouseEvent> {
        let handle = self.clone();
        Callback::from(move |_| handle.ask(request.clone()))
    }

    /// Moves through the run when something is pressed.
    pub(crate) fn going(&self, to: Move) -> Callback<MouseEvent> {
        self.asking(Request::Move(to))
    }

    /// Looks at the partition when something is pressed.
    pub(crate) fn choosing(&self, partition: PartitionId) -> Callback<MouseEvent> {
        let handle = self.clone();
        Callback::from(move |_| handle.look(|look| look.partition = partition))
    }

    /// Opens the scenario of the catalogue when something is pressed.
    pub(crate) fn opening(&self, id: &'static str) -> Callback<MouseEvent> {
        let handle = self.clone();
        Callback::from(move |_| handle.open_scenario(id))
    }

    /// Changes the page's own part of the session.
    pub(crate) fn act(&self, act: Act) {
        self.dispatcher.dispatch(act);
    }

    /// Says something, or nothing more.
    pub(crate) fn notice(&self, notice: Option<Notice>) {
        self.act(Act::Notice(notice));
    }

    /// Hands in a text: a scenario is opened, anything else is a paste to be read.
    pub(crate) fn hand_in(&self, text: String) {
        if text.trim_start().starts_with(SCENARIO_MARK) {
            self.open(text);
        } else {
            self.act(Act::Reading);
            study::read_paste(self, text);
        }
    }

    /// Opens a scenario's text, and goes where it is shown.
    pub(crate) fn open(&self, text: String) {
        self.ask(Request::Open { text, at: None });
        Route::Cluster.go();
    }

    /// Loads a scenario of the catalogue and opens it; the page goes there at once.
    pub(crate) fn open_scenario(&self, id: &str) {
        self.load_scenario(id);
        Route::Cluster.go();
    }

    /// Loads a scenario of the catalogue and opens it.
    pub(super) fn load_scenario(&self, id: &str) {
        self.act(Act::Loading(true));
        let handle = self.clone();
        let done = Callback::from(move |loaded| {
            match loaded {
                Ok(text) => handle.ask(Request::Open { text, at: None }),
                Err(NotLoaded) => handle.notice(Some(Notice::NotLoaded)),
            }
            handle.act(Act::Loading(false));
        });
        later::scenario(id, done);
    }

    /// Puts the paste away; if it is still being read, that ends.
    pub(crate) fn forget_paste(&self) {
        self.act(Act::ForgetImport);
        self.paste_reader.stop();
    }

    /// Gives the reader the session as a file.
    pub(crate) fn save_as_file(&self) {
        if let Some(text) = self.link.saved() {
            files::save(FILE_NAME, "text/plain", text.as_bytes());
        }
    }

    /// Hands in what came of a file.
    pub(crate) fn opened(&self, opened: Opened) {
        match opened {
            Opened::Text { text, .. } => self.hand_in(text),
            Opened::TooLarge { name } => self.notice(Some(Notice::FileTooLarge(name))),
            Opened::Unreadable { name } => self.notice(Some(Notice::FileNotRead(name))),
        }
    }

    #[cfg(feature = "whole")]
    /// Asks for something about the session. Each answer goes to `told`, those on the way to the last included.
    pub(crate) fn study(&self, ask: study::Ask, told: Callback<study::Told>) {
        self.link.study(ask, told);
    }

    #[cfg(not(feature = "whole"))]
    /// What leads another page to where this one is.
    pub(crate) fn way(&self) -> Vec<Request> {
        self.link.way()
    }

    /// Whether nothing was ever asked: there is no run to show, and none on its way.
    pub(crate) fn is_idle(&self) -> bool {
        self.link.is_idle()
    }

    /// Stops a long move where it is.
    pub(crate) fn cancel(&self) {
        self.link.cancel();
    }
}

/// Keeps the session, and restores the one of the last visit.
#[hook]
pub(crate) fn use_session() -> (UseReducerHandle<Session>, Handle) {
    let session = use_reducer_eq(Session::default);
    let dispatcher = session.dispatcher();
    let handle = use_kept(move || {
        let study::HandedOver {
            way,
            paste,
            playing,
            notice,
        } = study::handed_over();
        let seen = way.iter().find_map(|request| match request {
            Request::Look(look) => Some(look.clone()),
            _ => None,
        });
        let look = seen.unwrap_or_else(|| Session::default().look);
        dispatcher.dispatch(Act::Look(look.clone()));
        let look = Rc::new(RefCell::new(look));
        let embedded = Route::of_hash(&route::hash()) == Route::Embed;
        let heard = hear(dispatcher.clone(), Rc::clone(&look), embedded);
        let link = study::standing(&heard).unwrap_or_else(|| {
            let link = Link::start(heard);
            link.ask(Request::Look(look.borrow().clone()));
            if !embedded && let Some((text, place)) = restored(SESSION_KEY, PLACE_KEY) {
                link.ask(Request::Open { text, at: place });
            }
            link
        });
        // What was said and done on the way is no news.
        dispatcher.dispatch(Act::Notice(notice));
        dispatcher.dispatch(Act::Play(playing));
        let handle = Handle {
            link,
            embedded,
            dispatcher,
            look,
            paste_reader: PasteReader::default(),
        };
        if let Some(paste) = paste {
            handle.hand_in(paste);
        }
        handle
    });
    (session, Handle::clone(&handle))
}

fn hear(
    dispatcher: UseReducerDispatcher<Session>,
    look: Rc<RefCell<Look>>,
    embedded: bool,
) -> Callback<Heard> {
    Callback::from(move |heard| match heard {
        Heard::Reply(request, reply) => {
            if let Some(frame) = reply.frame() {
                if !embedded {
                    keep_place(frame.position.branch, frame.position.step);
                }
                // Another scenario has other partitions.
                look.borrow_mut().partition = frame.partition.id;
            }
            dispatcher.dispatch(Act::Reply(request, reply));
        }
        Heard::Saved(text) => {
            let full = Err(storage::StorageError::Full);
            if !embedded && storage::write(SESSION_KEY, &text) == full {
                dispatcher.dispatch(Act::Notice(Some(Notice::StorageFull)));
            }
        }
        Heard::Restarted { step } => {
            dispatcher.dispatch(Act::Notice(Some(Notice::Restarted(step))))
        }
        Heard::Failed { step } => dispatcher.dispatch(Act::Notice(Some(Notice::Failed(step)))),
        Heard::Pending(count) => dispatcher.dispatch(Act::Pending(count)),
    })
}

/// Where the reader stood, beside the session's text. A place that can't be kept is step 0 again.
fn keep_place(branch: BranchId, step: u32) {
    let _ = storage::write(PLACE_KEY, &format!("{} {step}", branch.0));
}

/// A session that is kept, and where the reader stood in it.
pub(super) fn restored(session_key: &str, place_key: &str) -> Option<(String, Option<Place>)> {
    let text = storage::read(session_key)?;
    let place = storage::read(place_key).and_then(|place| {
        let (branch, step) = place.split_once(' ')?;
        Some((BranchId(branch.parse().ok()?), step.parse().ok()?))
    });
    Some((text, place))
}
