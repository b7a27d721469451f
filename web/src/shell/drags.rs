//! A file that is dragged over the page: dropped anywhere, it is opened.

use crate::component::Kept;
use crate::platform::files::{self, FileReader};
use crate::state::Handle;
use crate::study;
use std::cell::RefCell;
use yew::{Callback, DragEvent};

/// What the page listens to; by default to nothing.
#[derive(Default)]
pub(crate) struct Drags {
    /// Something is over the page.
    pub(crate) over: Option<Callback<DragEvent>>,
    /// It is no longer over the part it was over.
    pub(crate) left: Option<Callback<DragEvent>>,
    /// It was dropped.
    pub(crate) dropped: Option<Callback<DragEvent>>,
}

impl Drags {
    /// Opens what is dropped. `over` says whether a file is over the page; `reader` keeps what reads it.
    /// Where `shows_log`, the Log room takes it.
    pub(crate) fn new(
        handle: &Handle,
        over: &Kept<bool>,
        reader: Kept<RefCell<Option<FileReader>>>,
        shows_log: bool,
    ) -> Self {
        let (entered, left, landed) = (over.clone(), over.clone(), over.clone());
        let handle = handle.clone();
        let opened = Callback::from(move |opened| handle.opened(opened));
        Self {
            over: Some(Callback::from(move |event: DragEvent| {
                if files::is_dragged(&event) {
                    event.prevent_default();
                    if !*entered {
                        entered.set(true);
                    }
                }
            })),
            left: Some(Callback::from(move |event: DragEvent| {
                if files::leaves(&event) {
                    left.set(false);
                }
            })),
            dropped: Some(Callback::from(move |event: DragEvent| {
                if files::is_dragged(&event) {
                    event.prevent_default();
                    landed.set(false);
                    if study::takes_drop(&event, shows_log) {
                        return;
                    }
                    *reader.borrow_mut() = files::open_dropped(&event, opened.clone());
                }
            })),
        }
    }
}
