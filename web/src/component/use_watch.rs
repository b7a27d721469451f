//! Something done when what it hangs on has changed. As with what is kept: one hook to Yew for all types.

use super::same::Same;
use std::any::Any;
use yew::functional::{Hook, HookContext};
use yew::use_effect_with;

struct Causes(Box<dyn Same>);

impl PartialEq for Causes {
    fn eq(&self, other: &Self) -> bool {
        self.0.same(&*other.0)
    }
}

/// The hook of [`use_watch`].
pub(crate) struct UseWatch {
    causes: Causes,
    act: Box<dyn FnOnce() -> Box<dyn Any>>,
}

impl Hook for UseWatch {
    type Output = ();

    fn run(self, hooks: &mut HookContext) {
        let act = self.act;
        let effect = use_effect_with(self.causes, move |_| {
            let kept = act();
            move || drop(kept)
        });
        effect.run(hooks);
    }
}

/// Acts after the drawing if a cause is another than the last time, and after the first. What acting
/// returns — a listener, a timer, nothing — is kept until the next time or the end of the part.
pub(crate) fn use_watch<K: 'static>(
    causes: impl PartialEq + 'static,
    act: impl FnOnce() -> K + 'static,
) -> UseWatch {
    UseWatch {
        causes: Causes(Box::new(causes)),
        act: Box::new(move || Box::new(act())),
    }
}
