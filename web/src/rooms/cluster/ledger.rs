//! The ledger: what became of the records, and whether every promise was kept.

use crate::parts::{Glyph, icon};
use crate::platform::route;
use crate::prose::promise;
use crate::study;
use crate::words::{Words, grouped, say};
use tidemark_core::session::frame::{Frame, ViolationView};
use tidemark_core::sim::invariant::Allowance;
use yew::{Html, html};

/// The line.
pub(super) fn ledger(frame: &Frame, words: Words) -> Html {
    let (ledger, violations) = (&frame.ledger, &frame.violations);
    html! {
        <div class="ledger">
            { count(ledger.written, words.ledger_written(), &[], None) }
            { count(ledger.committed, words.ledger_committed(), &[], None) }
            { count(
                ledger.acknowledged_not_committed,
                words.ledger_acknowledged(),
                &ledger.acknowledged_not_committed_examples,
                Some("warn"),
            ) }
            { count(ledger.lost, words.ledger_lost(), &ledger.lost_examples, Some("bad")) }
            { count(ledger.duplicated, words.ledger_duplicated(), &ledger.duplicated_examples, Some("warn")) }
            <span class="grow"></span>
            if violations.is_empty() {
                <span class="good">{ icon(Glyph::Check, "") }{ words.ledger_holds() }</span>
            } else {
                { broken(violations, words) }
            }
        </div>
    }
}

/// A number with its name; a number that should be 0 and isn't has a glyph and examples.
fn count(number: u64, name: String, examples: &[String], hue: Option<&'static str>) -> Html {
    let alarming = hue.filter(|_| number > 0);
    html! {
        <span>
            if let Some(hue) = alarming { { icon(Glyph::Violation, hue) } }
            <b>{ grouped(i64::try_from(number).unwrap_or(i64::MAX)) }</b>{ " " }{ name }
            if alarming.is_some() && !examples.is_empty() {
                { ":" }
                for value in examples {
                    <> { " " }<a class="link" href={study::way_to(&["record/value/", &*route::encoded(value)].concat())}><code>{ value }</code></a></>
                }
            }
        </span>
    }
}

fn broken(violations: &[ViolationView], words: Words) -> Html {
    let mut ids: Vec<String> = violations
        .iter()
        .map(|violation| format!("{:?}", violation.id))
        .collect();
    ids.dedup();
    let explained = violations.iter().enumerate().map(|(at, violation)| {
        let id = format!("{:?}", violation.id);
        let since = say!(words, violation_since, id = &id, step = violation.since_step);
        let why = if violation.allowed_by.is_empty() {
            words.violation_ours()
        } else {
            let what: Vec<String> = violation.allowed_by.iter().map(|why| allowance(*why, words)).collect();
            say!(words, violation_allowed, what = &what.join(", "))
        };
        html! { <div key={at}>{ format!("{since}: {} ({why})", promise(words, violation.id)) }</div> }
    });
    html! {
        <details class="violations">
            <summary class="bad">
                { icon(Glyph::Violation, "") }
                { say!(words, ledger_broken, n = violations.len(), ids = &ids.join(", ")) }
            </summary>
            for line in explained { { line } }
        </details>
    }
}

fn allowance(allowance: Allowance, words: Words) -> String {
    match allowance {
        Allowance::TruncateToHighWatermark => words.allowance_truncate(),
        Allowance::EndOffsetAnswer => words.allowance_end_offset(),
        Allowance::NoFencing => words.allowance_no_fencing(),
        Allowance::UncleanElection => words.allowance_unclean(),
        Allowance::RecordLoss => words.allowance_record_loss(),
        Allowance::WeakAcks => words.allowance_weak_acks(),
        Allowance::ByHand => words.allowance_by_hand(),
    }
}
