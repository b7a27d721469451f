//! The whole page on its way: its engine follows the first page's, until both stand at the same place.
//!
//! The first page can be used until then, so that nothing it was asked is lost.

use super::HandedOver;
use crate::engine::{EarlyLink, Heard, Link};
use std::cell::RefCell;
use yew::Callback;

thread_local! {
    static STANDING: RefCell<Standing> = RefCell::default();
}

#[derive(Default)]
struct Standing {
    link: Option<EarlyLink>,
    left: HandedOver,
}

/// Leads the engine to where the first page is, as its bytes say; `done` hears whether that has come about.
pub(crate) fn follow(left: &[u8], done: Callback<bool>) {
    let Ok(left) = postcard::from_bytes::<HandedOver>(left) else {
        done.emit(false);
        return;
    };
    STANDING.with_borrow_mut(|standing| {
        let way = left.way.clone();
        standing.left = left;
        if way.is_empty() {
            done.emit(true);
        } else {
            let link = standing.link.get_or_insert_with(EarlyLink::start);
            link.lead(way, done);
        }
    });
}

/// What the first page left.
pub(crate) fn handed_over() -> HandedOver {
    STANDING.with_borrow_mut(|standing| std::mem::take(&mut standing.left))
}

/// The line to the engine that has followed, if one did; what it said and will say goes to `heard`.
pub(crate) fn standing(heard: &Callback<Heard>) -> Option<Link> {
    let link = STANDING.with_borrow_mut(|standing| standing.link.take());
    link.map(|link| link.heard_by(heard))
}
