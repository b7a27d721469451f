//! The list of both runs' events: a window of the rows, each with what it is about.

use super::comparison::Walker;
use crate::parts::{icon, step_glyph};
use crate::prose::Teller;
use crate::words::{instant, say};
use tidemark_core::study::compare::{Mark, Pair, RowView, View};
use yew::{Callback, Html, html};

/// The list.
pub(super) fn events(tellers: &Pair<Teller>, view: &View, last_row: u32, walker: &Walker) -> Html {
    let words = tellers.left.words;
    let lines = view
        .table
        .iter()
        .filter_map(|row| line(tellers, view.row, row, walker));
    html! {
        <section class="events" aria-label={words.compare_events()}>
            <div class="events-bar">
                <h2>{ words.compare_events() }</h2>
                <span>{ say!(words, compare_events_count, n = last_row) }</span>
            </div>
            <ol class="events-list" tabindex="0" aria-label={words.compare_events()}>
                for line in lines { { line } }
            </ol>
        </section>
    }
}

fn line(tellers: &Pair<Teller>, now: u32, row: &RowView, walker: &Walker) -> Option<Html> {
    let words = tellers.left.words;
    let (teller, step) = match (&row.steps.left, &row.steps.right) {
        (Some(left), _) => (&tellers.left, left),
        (None, Some(right)) => (&tellers.right, right),
        (None, None) => return None,
    };
    let alone = match (&row.steps.left, &row.steps.right) {
        (Some(_), None) => Some(words.compare_only_left()),
        (None, Some(_)) => Some(words.compare_only_right()),
        _ => None,
    };
    let (glyph, hue) = step_glyph(&step.step, step.kind);
    let differs = !matches!(row.mark, Mark::Equal | Mark::EqualAgain);
    let class = if row.row > now { "ev future" } else { "ev" };
    let onclick = {
        let (walker, row) = (walker.clone(), row.row);
        Callback::from(move |_| walker.stop_at(row))
    };
    Some(html! {
        <li key={row.row}>
            <button {class} type="button" aria-current={(row.row == now).then_some("step")} {onclick}>
                <span>{ row.row }</span>
                <span>{ instant(step.step.time.as_millis()) }</span>
                { icon(glyph, hue) }
                <span class="words">
                    { teller.line(&step.step) }
                    if let Some(alone) = alone { <span class="dim">{ " · " }{ alone }</span> }
                    if differs { <b class="bad">{ " ≠" }</b> }
                </span>
            </button>
        </li>
    })
}
