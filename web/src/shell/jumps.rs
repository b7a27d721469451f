//! Jumps to the next step somebody looks for.

use crate::parts::{Glyph, Icon};
use crate::state::{Handle, use_words};
use tidemark_core::session::request::{Landmark, Move};
use yew::{Callback, Html, Properties, component, html};

#[derive(PartialEq, Properties)]
pub(super) struct JumpsProps {
    /// The ways to act on the session.
    pub(super) handle: Handle,
}

/// Next election, next HW move, next violation.
#[component]
pub(super) fn Jumps(props: &JumpsProps) -> Html {
    let words = use_words();
    let jump = |class: &'static str,
                glyph: Glyph,
                hue: &'static str,
                label: String,
                to: Landmark| {
        let handle = props.handle.clone();
        let onclick = Callback::from(move |_| handle.go(Move::Next(to)));
        html! {
            <button class={format!("tb {class}")} type="button" title={label.clone()} aria-label={label.clone()} {onclick}>
                <Icon {glyph} class={hue} /><span class="lbl">{ label }</span>
            </button>
        }
    };
    html! {
        <>
            { jump("opt", Glyph::Leader, "", words.next_election(), Landmark::Election) }
            { jump("opt", Glyph::HighWatermark, "tide", words.next_hw_move(), Landmark::HighWatermark) }
            { jump("", Glyph::Violation, "bad", words.next_violation(), Landmark::Violation) }
        </>
    }
}
