//! A value kept between two drawings, by the value it begins with.

use yew::functional::Hook;
use yew::{UseStateHandle, use_state};

/// The kept value. Begun by a value instead of a closure, so that all of a type are one hook to the compiler.
pub(crate) fn use_kept<T: 'static>(begin: T) -> impl Hook<Output = UseStateHandle<T>> {
    use_state(move || begin)
}
