//! The keys below a view that is gone through step by step.

use crate::parts::{Glyph, Shortcut, use_shortcuts};
use crate::shell::key;
use crate::words::Words;
use std::rc::Rc;
use yew::functional::{Hook, HookContext};
use yew::{Callback, Html, MouseEvent, html};

/// Steps that can be gone to; a key without one is not to be pressed.
#[derive(Clone, PartialEq)]
pub(super) struct Steps<T> {
    /// The first.
    pub(super) first: Option<T>,
    /// The one before.
    pub(super) back: Option<T>,
    /// The next one.
    pub(super) forward: Option<T>,
    /// The last.
    pub(super) last: Option<T>,
}

impl<T> Steps<T> {
    /// Nowhere to go.
    pub(super) const NONE: Self = Self {
        first: None,
        back: None,
        forward: None,
        last: None,
    };
}

impl Steps<usize> {
    /// The steps around one of so many.
    pub(super) fn around(step: usize, count: usize) -> Self {
        let last = count.saturating_sub(1);
        let before = step.checked_sub(1);
        let after = (step < last).then_some(step + 1);
        Self {
            first: before.map(|_| 0),
            back: before,
            forward: after,
            last: after.map(|_| last),
        }
    }
}

/// Has the arrow keys go through the steps, as long as there are some.
pub(super) fn use_steps<T: Copy + PartialEq + 'static>(
    steps: &Steps<T>,
    go: impl Fn(T) + 'static,
    hooks: &mut HookContext,
) {
    let causes = steps.clone();
    let steps = steps.clone();
    use_shortcuts(causes, move |shortcut| {
        let to = match shortcut {
            Shortcut::Back => steps.back,
            Shortcut::Forward => steps.forward,
            Shortcut::Start => steps.first,
            Shortcut::End => steps.last,
            _ => return false,
        };
        if let Some(to) = to {
            go(to);
        }
        // At either end a key is still the view's own.
        steps.first.is_some() || steps.last.is_some()
    })
    .run(hooks);
}

/// The keys, what stands beside them, and ways further on at the other end.
pub(super) fn transport<T: Copy + 'static>(
    steps: &Steps<T>,
    go: impl Fn(T) + 'static,
    beside: Html,
    jumps: Html,
    words: Words,
) -> Html {
    let go = Rc::new(go);
    let key = |glyph, label: String, to: Option<T>| {
        let go = Rc::clone(&go);
        let onclick = Callback::from(move |_: MouseEvent| {
            if let Some(to) = to {
                go(to);
            }
        });
        key("tb", glyph, label, to.is_none(), onclick)
    };
    html! {
        <footer class="transport" aria-label={words.transport()}>
            <div class="keys">
                { key(Glyph::First, words.to_start(), steps.first) }
                { key(Glyph::Back, words.step_back(), steps.back) }
                { key(Glyph::Forward, words.step_forward(), steps.forward) }
                { key(Glyph::Last, words.to_end(), steps.last) }
                <div class="where">{ beside }</div>
            </div>
            <span></span>
            { jumps }
        </footer>
    }
}
