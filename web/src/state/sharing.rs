//! Links: the run as one, the run of one, and the run that was there before it.

use super::session::{Act, Notice, Shared};
use super::use_session::{Handle, PLACE_KEY, Place, SESSION_KEY, restored};
use crate::engine::{read_link, share};
use crate::platform::later::NotLoaded;
use crate::platform::storage;
use crate::route::{Asked, Route};
use crate::scenarios;
use std::rc::Rc;
use tidemark_core::link::{LinkError, LinkHead, LinkedRun, RULES_VERSION};
use tidemark_core::session::frame::Frame;
use tidemark_core::session::request::Request;
use yew::Callback;

/// The run that was there before the last link, as a session is kept.
const BEFORE_KEY: &str = "before";
const BEFORE_PLACE_KEY: &str = "before-place";

impl Handle {
    /// Makes a link of the run, shown where this frame is.
    pub(crate) fn share(&self, frame: &Frame) {
        let Some(text) = self.link.saved() else {
            return;
        };
        let head = LinkHead {
            rules_version: RULES_VERSION,
            protocol_hash: frame.protocol_hash,
            branch: frame.position.branch,
            step: frame.position.step,
        };
        let handle = self.clone();
        let done = Callback::from(move |answer: Result<String, NotLoaded>| match answer {
            Ok(answer) => {
                let link = answer.split_once(' ').map(|(how, link)| Shared::Link {
                    link: link.to_owned().into(),
                    copied: how == "copied",
                });
                handle.act(Act::Shared(Some(link.unwrap_or(Shared::TooLong))));
            }
            Err(NotLoaded) => handle.notice(Some(Notice::NotLoaded)),
        });
        share(&LinkedRun { head, text }, done);
    }

    /// Opens what the address asks for, if it does.
    pub(crate) fn arrive(&self, hash: &str) {
        match Asked::of_hash(hash) {
            Some(Asked::Link(link)) => self.open_link(link),
            Some(Asked::Scenario(id)) if scenarios::all().iter().any(|known| known.id == id) => {
                self.load_scenario(id);
            }
            Some(Asked::Scenario(_)) => self.notice(Some(Notice::Link(LinkError::Foreign))),
            None => {}
        }
    }

    fn open_link(&self, link: &str) {
        self.act(Act::Loading(true));
        let handle = self.clone();
        let done = Callback::from(move |answer| {
            handle.act(Act::Loading(false));
            let notice = match answer {
                Ok(Ok(run)) => handle.open_linked(run).err(),
                Ok(Err(error)) => Some(Notice::Link(error)),
                Err(NotLoaded) => Some(Notice::NotLoaded),
            };
            handle.notice(notice);
            if !handle.embedded {
                let room = if handle.is_idle() {
                    Route::Home
                } else {
                    Route::Cluster
                };
                room.replace();
            }
        });
        read_link(link, done);
    }

    fn open_linked(&self, run: LinkedRun) -> Result<(), Notice> {
        let kept = self.keep_before(&run.text).map_err(|_| Notice::NotKept)?;
        let at = Some((run.head.branch, run.head.step));
        let text = run.text.clone();
        self.act(Act::Linked(Rc::new(run), kept));
        self.ask(Request::Open { text, at });
        Ok(())
    }

    /// Keeps the present run beside the next one, if there is one and the next is another.
    fn keep_before(&self, next: &str) -> Result<bool, storage::StorageError> {
        if self.embedded {
            return Ok(false);
        }
        let stored = restored(SESSION_KEY, PLACE_KEY);
        let text = self.link.saved().or_else(|| stored.map(|(text, _)| text));
        let Some(text) = text.filter(|text| text != next) else {
            return Ok(false);
        };
        storage::write(BEFORE_KEY, &text)?;
        let place = storage::read(PLACE_KEY).unwrap_or_default();
        storage::write(BEFORE_PLACE_KEY, &place)?;
        Ok(true)
    }

    /// The run that was there before the last link.
    pub(crate) fn before() -> Option<(String, Option<Place>)> {
        restored(BEFORE_KEY, BEFORE_PLACE_KEY)
    }

    /// Changes the present run for the one that was there before it.
    pub(crate) fn go_back(&self) {
        self.notice(None);
        let Some((text, at)) = Self::before() else {
            return;
        };
        match self.keep_before(&text) {
            Ok(_) => {
                self.ask(Request::Open { text, at });
                Route::Cluster.go();
            }
            Err(_) => self.notice(Some(Notice::NotKept)),
        }
    }
}
