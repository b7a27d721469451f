//! What the whole page has beyond the first module: studies of a run, and rooms for them.
//!
//! `elsewhere.rs` stands in its place in the first module, with the same names.

mod compare;
mod edit;
mod handed_over;
mod import;
mod use_told;

use crate::platform::later;
use crate::state::{Page, Session};
use yew::{Html, UseReducerHandle};

pub(crate) use compare::compare;
pub(crate) use handed_over::HandedOver;
pub(crate) use import::{read_paste, understood};
pub(crate) use tidemark_core::study::{Ask, Study, Told};

/// Whether `next` makes `last`, which was not sent yet, pointless: of questions of one kind the last counts.
pub(crate) fn supersedes(next: &Ask, last: &Ask) -> bool {
    std::mem::discriminant(next) == std::mem::discriminant(last)
}

/// What the first module left to this one.
pub(crate) fn handed_over() -> HandedOver {
    let left = later::handed_over();
    left.and_then(|left| postcard::from_bytes(&left).ok())
        .unwrap_or_default()
}

/// What lies beside the rooms.
pub(crate) fn beside(page: &Page, session: &Session) -> Html {
    edit::edit(page, session)
}

/// What the Cluster room shows in place of the lanes, where the address asks for it.
pub(crate) const fn picture(_page: &Page, _session: &UseReducerHandle<Session>) -> Option<Html> {
    None
}

/// What stands in the place of Explain, where the address asks for it.
pub(crate) const fn side(_page: &Page, _session: &Session) -> Option<Html> {
    None
}
