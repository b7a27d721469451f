//! Totals over all partitions, in words: of many partitions they come first.

use crate::words::{Words, grouped, say};
use tidemark_core::session::frame::TotalsView;
use yew::{Html, html};

/// The line.
pub(super) fn totals(totals: &TotalsView, words: Words) -> Html {
    let before = totals.before;
    let total = |number: u32, name: String, before: Option<u32>| {
        let before = before.filter(|before| *before != number);
        html! {
            <span>
                <b>{ grouped(i64::from(number)) }</b>{ " " }{ name }
                if let Some(before) = before {
                    { " " }<span class="dim">{ say!(words, partitions_was, n = &grouped(i64::from(before))) }</span>
                }
            </span>
        }
    };
    html! {
        <div class="totals">
            { total(
                totals.partitions,
                say!(words, totals_partitions, n = totals.partitions),
                None,
            ) }
            { total(totals.offline, words.totals_offline(), before.map(|before| before.offline)) }
            { total(totals.under_min_isr, words.totals_min_isr(), before.map(|before| before.under_min_isr)) }
            { total(totals.under_replicated, words.totals_under(), None) }
            { total(totals.not_preferred, words.totals_not_preferred(), None) }
            if totals.leaders_moved > 0 {
                { total(
                    totals.leaders_moved,
                    say!(words, totals_moved, n = totals.leaders_moved),
                    None,
                ) }
            }
        </div>
    }
}
