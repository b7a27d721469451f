//! Jumps to the next step somebody looks for.

use crate::parts::{Glyph, icon};
use crate::state::Page;
use tidemark_core::session::request::{Landmark, Move};
use yew::{Html, html};

/// Next election, next HW move, next violation.
pub(super) fn jumps(page: &Page) -> Html {
    let words = page.words;
    let jump = |class: &'static str,
                glyph: Glyph,
                hue: &'static str,
                label: String,
                to: Landmark| {
        let onclick = page.handle.going(Move::Next(to));
        html! {
            <button class={["tb ", class].concat()} type="button" title={label.clone()} aria-label={label.clone()} {onclick}>
                { icon(glyph, hue) }<span class="lbl">{ label }</span>
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
