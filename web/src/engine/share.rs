//! Share links: a module that is loaded with the first of them makes and reads them.

use super::protocol::{decode, encode};
use crate::platform::later::{self, NotLoaded};
use tidemark_core::link::{LinkError, LinkedRun};
use yew::Callback;

/// What became of a link.
pub(crate) type Read = Result<LinkedRun, LinkError>;

/// Has the link of a run made and copied.
pub(crate) fn share(run: &LinkedRun, done: Callback<Result<String, NotLoaded>>) {
    later::share_link(&encode(run), done);
}

/// Reads what stands in an address after `#/s/`.
pub(crate) fn read_link(link: &str, done: Callback<Result<Read, NotLoaded>>) {
    let answered = done.reform(|bytes: Result<Vec<u8>, NotLoaded>| {
        bytes.and_then(|bytes| decode(&bytes).ok_or(NotLoaded))
    });
    later::open_link(link, answered);
}
