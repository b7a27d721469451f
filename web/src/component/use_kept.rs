//! What a part keeps between two drawings. Yew compiles its state hook anew for each type it keeps and each
//! closure that begins it; here all are one to it, and the type comes back when the value is read.

use std::any::Any;
use std::marker::PhantomData;
use std::ops::Deref;
use std::rc::Rc;
use yew::functional::{Hook, HookContext};
use yew::{UseStateHandle, use_state};

type Begin = Box<dyn FnOnce() -> Rc<dyn Any>>;

/// A kept value as this drawing sees it. To set it draws the part again.
pub(crate) struct Kept<T> {
    state: UseStateHandle<Rc<dyn Any>>,
    kind: PhantomData<T>,
}

impl<T: 'static> Kept<T> {
    /// Keeps another value from now on.
    pub(crate) fn set(&self, value: T) {
        self.state.set(Rc::new(value));
    }
}

impl<T> Clone for Kept<T> {
    fn clone(&self) -> Self {
        Self {
            state: self.state.clone(),
            kind: PhantomData,
        }
    }
}

impl<T: 'static> Deref for Kept<T> {
    type Target = T;

    fn deref(&self) -> &T {
        let value: Option<&T> = self.state.downcast_ref();
        value.expect("it is only set to values of its type")
    }
}

/// The hook of [`use_kept`].
pub(crate) struct UseKept<T> {
    begin: Begin,
    kind: PhantomData<T>,
}

impl<T: 'static> Hook for UseKept<T> {
    type Output = Kept<T>;

    fn run(self, hooks: &mut HookContext) -> Kept<T> {
        Kept {
            state: use_any(self.begin, hooks),
            kind: PhantomData,
        }
    }
}

/// Keeps a value, at first what `begin` gives.
pub(crate) fn use_kept<T: 'static>(begin: impl FnOnce() -> T + 'static) -> UseKept<T> {
    UseKept {
        begin: Box::new(move || Rc::new(begin())),
        kind: PhantomData,
    }
}

fn use_any(begin: Begin, hooks: &mut HookContext) -> UseStateHandle<Rc<dyn Any>> {
    use_state(begin).run(hooks)
}
