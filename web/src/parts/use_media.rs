//! The answer to a media query, followed as it changes.

use crate::platform::media;
use yew::{Callback, hook, use_effect_with, use_state};

/// Whether the query holds.
#[hook]
pub(crate) fn use_media(query: &'static str) -> bool {
    let answer = use_state(|| media::holds(query));
    use_effect_with((), {
        let answer = answer.setter();
        move |()| {
            let listener = media::watch(query, Callback::from(move |holds| answer.set(holds)));
            move || drop(listener)
        }
    });
    *answer
}
