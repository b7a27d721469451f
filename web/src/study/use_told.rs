//! The answer to a question about the run, asked anew as the run goes on.

use super::{Ask, Told};
use crate::component::{Given, Kept, use_kept, use_watch};
use crate::state::Handle;
use yew::{Callback, hook};

/// Keeps the last answer to a question, those on the way to it included. It is asked again when it, or what
/// `causes` holds, is another; until that is answered, the answer before stays. No question, no answer.
#[hook]
pub(crate) fn use_told(
    handle: &Handle,
    ask: Option<Ask>,
    causes: impl PartialEq + 'static,
) -> Option<Given<Told>> {
    let answer: Kept<Option<Given<Told>>> = use_kept(|| None);
    use_watch((ask.clone(), causes), {
        let (handle, answer) = (handle.clone(), answer.clone());
        move || match ask {
            Some(ask) => {
                let told = Callback::from(move |told| answer.set(Some(Given::new(told))));
                handle.study(ask, told);
            }
            None => answer.set(None),
        }
    });
    Option::clone(&answer)
}
