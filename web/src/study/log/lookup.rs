//! The search of an offset, comparison by comparison: what was compared is numbered, in order.

use super::steps::{Place, SearchStep, What};
use super::store;
use crate::words::{Words, say};
use tidemark_core::files::{Comparing, Lookup, NotFound, Side};
use yew::{Callback, Html, MouseEvent, html};

/// Batches that are listed; of more, the last.
const SCANNED_MAX: usize = 12;

/// The tables of the search that a step belongs to, as far as it has come.
pub(super) fn tables(searches: &[Lookup], steps: &[SearchStep], step: usize, words: Words) -> Html {
    let Some((number, search)) = steps
        .get(step)
        .map(|step| search_of(step.place))
        .and_then(|number| Some((number, searches.get(number)?)))
    else {
        return html! { <p class="sub">{ words.log_below_all() }</p> };
    };
    html! {
        <>
            { index(number, search, steps, step, words) }
            { scan(number, search, steps, step, words) }
        </>
    }
}

/// The search that a step belongs to.
pub(super) const fn search_of(place: Place) -> usize {
    match place {
        Place::Segment { search } | Place::Index { search, .. } | Place::Scan { search, .. } => {
            search
        }
    }
}

fn index(number: usize, search: &Lookup, steps: &[SearchStep], step: usize, words: Words) -> Html {
    if search.entries.is_empty() {
        return html! { <p class="stepn"><b>{ words.log_index() }</b><span>{ words.log_no_entries() }</span></p> };
    }
    let mut before = None;
    let rows = search.entries.iter().map(|(entry, offset, position)| {
        let is_after_gap = before.is_some_and(|before| before + 1 != *entry);
        before = Some(*entry);
        let compared = steps.iter().enumerate().take(step + 1).filter(|(_, step)| {
            let Place::Index { search: of, comparison } = step.place else {
                return false;
            };
            of == number && search.compared.get(comparison).is_some_and(|it| it.entry == *entry)
        });
        let notes: Vec<Html> = compared
            .map(|(at, found)| note(at, at == step, &told(found.what, *offset, search.target, words)))
            .collect();
        let is_start = u64::try_from(*position) == Ok(search.start) && step_is_after(steps, step, number);
        let class = match (notes.is_empty(), is_start) {
            (_, true) => "vis hit",
            (false, false) => "vis",
            (true, false) => "",
        };
        html! {
            <>
                if is_after_gap { <tr><td colspan="4">{ "⋯" }</td></tr> }
                <tr {class}><td>{ *entry }</td><td>{ *offset }</td><td>{ *position }</td><td>{ for notes }</td></tr>
            </>
        }
    });
    html! {
        <>
            <p class="stepn"><b>{ words.log_index() }</b><span>{ say!(words, log_largest_entry, target = search.target) }</span></p>
            <table class="lk">
                <thead><tr><th>{ words.log_entry() }</th><th>{ "offset" }</th><th>{ "position" }</th><th>{ words.log_compared() }</th></tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
        </>
    }
}

/// Whether the index of a search is done with at this step.
fn step_is_after(steps: &[SearchStep], step: usize, number: usize) -> bool {
    let of_index =
        |step: &SearchStep| matches!(step.place, Place::Index { search, .. } if search == number);
    let last = steps.iter().rposition(of_index);
    last.is_some_and(|last| step >= last)
}

fn scan(number: usize, search: &Lookup, steps: &[SearchStep], step: usize, words: Words) -> Html {
    let first = search.scanned.len().saturating_sub(SCANNED_MAX);
    let rows = search
        .scanned
        .iter()
        .enumerate()
        .skip(first)
        .map(|(batch, scanned)| {
            let at = steps.iter().position(|step| {
                step.place
                    == Place::Scan {
                        search: number,
                        batch,
                    }
            });
            let read = at.filter(|at| *at <= step);
            let is_answer = read.is_some() && search.found == Ok(scanned.position);
            let class = match (is_answer, read) {
                (true, _) => "vis hit",
                (false, Some(_)) => "vis",
                (false, None) => "",
            };
            let what = read.and_then(|at| Some((at, steps.get(at)?.what)));
            let note = what.map(|(at, what)| {
                note(
                    at,
                    at == step,
                    &told(what, scanned.last_offset, search.target, words),
                )
            });
            html! {
                <tr key={batch} {class}>
                    <td>{ offsets(scanned.header_offset, scanned.last_offset) }</td>
                    <td>{ scanned.position }</td>
                    <td>{ scanned.size }</td>
                    <td>{ note.unwrap_or_else(|| words.log_not_read().into()) }</td>
                </tr>
            }
        });
    html! {
        <>
            <p class="stepn"><b>{ words.log_scan() }</b><span>{ say!(words, log_from_position, position = search.start) }</span></p>
            <table class="lk">
                <thead><tr><th>{ words.log_batch() }</th><th>{ "position" }</th><th>{ words.log_size() }</th><th>{ words.log_compared() }</th></tr></thead>
                <tbody>{ for rows }</tbody>
            </table>
        </>
    }
}

fn note(number: usize, is_current: bool, told: &str) -> Html {
    let class = if is_current { "num cur" } else { "num" };
    let onclick = Callback::from(move |_: MouseEvent| store::step_to(number));
    html! {
        <button type="button" class="note-step" {onclick} aria-current={is_current.then_some("step")}>
            <span {class}>{ number + 1 }</span>{ told }
        </button>
    }
}

/// `34–35`, or `36`.
pub(super) fn offsets(first: i64, last: i64) -> String {
    if first == last {
        last.to_string()
    } else {
        format!("{first}–{last}")
    }
}

/// A step in a few words, beside the offset that is compared.
fn told(what: What, offset: i64, target: i64, words: Words) -> String {
    match what {
        What::Compare(Comparing::Warm, Side::Below) => {
            say!(words, log_is_warm, offset = offset, target = target)
        }
        What::Compare(Comparing::Warm, _) => {
            say!(words, log_is_not_warm, offset = offset, target = target)
        }
        What::Compare(Comparing::BeforeAll, Side::Above) => {
            say!(words, log_is_before, offset = offset, target = target)
        }
        What::Compare(Comparing::BeforeAll, _) => {
            say!(words, log_is_not_before, offset = offset, target = target)
        }
        What::Compare(Comparing::Half, Side::Below) => {
            say!(words, log_half_right, offset = offset, target = target)
        }
        What::Compare(Comparing::Half, Side::Equal) => say!(words, log_half_equal, offset = offset),
        What::Compare(Comparing::Half, Side::Above) => {
            say!(words, log_half_left, offset = offset, target = target)
        }
        What::Skip => say!(words, log_skip, last = offset, target = target),
        What::Found => say!(words, log_found, last = offset, target = target),
        What::Segment | What::NextSegment | What::NotFound(_) => String::new(),
    }
}

/// A step as a sentence.
pub(super) fn headline(searches: &[Lookup], step: SearchStep, words: Words) -> String {
    let Some(search) = searches.get(search_of(step.place)) else {
        return String::new();
    };
    let target = search.target;
    match (step.place, step.what) {
        (_, What::Segment) => say!(
            words,
            log_h_segment,
            base = search.base_offset,
            target = target
        ),
        (_, What::NextSegment) => say!(words, log_h_next, base = search.base_offset),
        (_, What::NotFound(why)) => match why {
            NotFound::End => say!(words, log_h_end, target = target),
            NotFound::NoBatch { position } => say!(words, log_h_no_batch, position = position),
            NotFound::TooFar => words.log_h_too_far(),
        },
        (Place::Index { comparison, .. }, what) => {
            let compared = search.compared.get(comparison);
            compared.map_or_else(String::new, |compared| {
                let told = told(what, compared.offset, target, words);
                say!(words, log_h_entry, entry = compared.entry, told = &told)
            })
        }
        (Place::Scan { batch, .. }, what) => {
            let Some(scanned) = search.scanned.get(batch) else {
                return String::new();
            };
            let range = offsets(scanned.header_offset, scanned.last_offset);
            if what == What::Found {
                say!(
                    words,
                    log_h_found,
                    target = target,
                    position = scanned.position,
                    comparisons = search.compared.len(),
                    batches = search.scanned.len()
                )
            } else {
                say!(words, log_h_skip, batch = &range, target = target)
            }
        }
        (Place::Segment { .. }, _) => String::new(),
    }
}

/// Why the step is what it is: Kafka's rule.
pub(super) fn rule(what: What, words: Words) -> String {
    match what {
        What::Segment => words.log_r_segment(),
        What::NextSegment => words.log_r_next(),
        What::Compare(Comparing::Warm, _) => words.log_r_warm(),
        What::Compare(Comparing::BeforeAll, _) => words.log_r_before(),
        What::Compare(Comparing::Half, _) => words.log_r_half(),
        What::Skip | What::Found => words.log_r_scan(),
        What::NotFound(_) => words.log_r_none(),
    }
}
