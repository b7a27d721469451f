//! The reader of pastes: a worker of its own, that is there only while it reads.

use super::protocol::decode;
use crate::platform::later::{self, NotLoaded, PasteWorker};
use std::cell::RefCell;
use std::rc::Rc;
use tidemark_core::paste::Paste;
use yew::Callback;

/// Reads one paste at a time; clones are the same reader.
#[derive(Clone, Default)]
pub(crate) struct PasteReader(Rc<RefCell<Option<PasteWorker>>>);

impl PartialEq for PasteReader {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl PasteReader {
    /// Reads a paste. One that is still being read is given up.
    pub(crate) fn read(&self, text: &str, done: Callback<Result<Paste, NotLoaded>>) {
        let answered = {
            let done = done.clone();
            Callback::from(move |bytes: Result<Vec<u8>, NotLoaded>| {
                done.emit(bytes.and_then(|bytes| decode(&bytes).ok_or(NotLoaded)));
            })
        };
        match later::read_paste(text, answered) {
            Ok(worker) => *self.0.borrow_mut() = Some(worker),
            Err(error) => done.emit(Err(error)),
        }
    }

    /// Gives up the paste that is being read.
    pub(crate) fn stop(&self) {
        self.0.borrow_mut().take();
    }
}
