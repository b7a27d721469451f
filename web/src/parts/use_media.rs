//! The answer to a media query, followed as it changes.

use crate::component::{use_kept, use_watch};
use crate::platform::media;
use yew::{Callback, hook};

/// Whether the query holds.
#[hook]
pub(crate) fn use_media(query: &'static str) -> bool {
    let answer = use_kept(move || media::holds(query));
    use_watch((), {
        let answer = answer.clone();
        move || media::watch(query, Callback::from(move |holds| answer.set(holds)))
    });
    *answer
}
