//! The search of a time, step by step: which segment, the time index, the offset index, the batches.

use super::store::{self, Desk};
use crate::platform::day;
use crate::words::{Words, grouped, say};
use tidemark_core::files::{Comparing, NotOpened, Side, TimeLookup, TimeStep};
use yew::{Callback, Html, MouseEvent, classes, html};

/// The search that is shown, if a time was searched last.
pub(super) fn search(desk: &Desk) -> Option<&Result<TimeLookup, NotOpened>> {
    desk.found_time.as_deref()
}

/// How many steps it has: the last is the answer.
pub(super) fn count(desk: &Desk) -> usize {
    match search(desk) {
        Some(Ok(found)) => found.steps.len() + 1,
        Some(Err(_)) | None => 0,
    }
}

/// Why a folder's log is not opened.
pub(super) fn not_opened(why: NotOpened, words: Words) -> String {
    match why {
        NotOpened::NoLog => words.log_no_segment(),
        NotOpened::TooLarge { bytes, bytes_max } => say!(
            words,
            log_too_large,
            bytes = &grouped(bytes as i64),
            most = &grouped(bytes_max as i64)
        ),
    }
}

/// A time, as it was asked for.
pub(super) fn target(target: i64, words: Words) -> String {
    match target {
        -1 => words.time_latest(),
        -2 => words.time_earliest(),
        -3 => words.time_max(),
        time if time < 0 => time.to_string(),
        time => format!("{} ({time})", day::utc(time)),
    }
}

fn answer(found: &TimeLookup, words: Words) -> String {
    match found.found {
        Some(found) if found.timestamp >= 0 => say!(
            words,
            time_found,
            offset = found.offset,
            time = &day::utc(found.timestamp)
        ),
        Some(found) => say!(words, time_named, offset = found.offset),
        None => words.time_none(),
    }
}

/// A step as a sentence.
pub(super) fn sentence(found: &TimeLookup, step: usize, words: Words) -> String {
    let Some(step) = found.steps.get(step) else {
        return answer(found, words);
    };
    match *step {
        TimeStep::Segment {
            base_offset,
            largest_timestamp,
            is_chosen,
        } => {
            let time = day::utc(largest_timestamp);
            if is_chosen {
                say!(words, time_segment_chosen, base = base_offset, time = &time)
            } else {
                say!(words, time_segment_old, base = base_offset, time = &time)
            }
        }
        TimeStep::TimeEntry {
            entry,
            timestamp,
            offset,
            is,
            purpose,
        } => {
            let time = day::utc(timestamp);
            let told = match is {
                Side::Above => say!(
                    words,
                    time_entry_late,
                    entry = entry,
                    time = &time,
                    offset = offset
                ),
                Side::Below | Side::Equal => say!(
                    words,
                    time_entry_early,
                    entry = entry,
                    time = &time,
                    offset = offset
                ),
            };
            decided(told, purpose, words)
        }
        TimeStep::TimeAnswer { offset, .. } => say!(words, time_index_says, offset = offset),
        TimeStep::OffsetEntry {
            entry,
            offset,
            is,
            purpose,
        } => {
            let told = match is {
                Side::Above => say!(words, time_offset_above, entry = entry, offset = offset),
                Side::Below | Side::Equal => {
                    say!(words, time_offset_below, entry = entry, offset = offset)
                }
            };
            decided(told, purpose, words)
        }
        TimeStep::Position { position } => say!(words, time_position, position = position),
        TimeStep::Batch {
            position,
            last_offset,
        } => {
            say!(words, time_batch, position = position, last = last_offset)
        }
    }
}

/// A comparison, with what it decides.
fn decided(told: String, purpose: Comparing, words: Words) -> String {
    let what = match purpose {
        Comparing::Warm => words.time_is_warm(),
        Comparing::BeforeAll => words.time_is_before(),
        Comparing::Half => words.time_is_half(),
    };
    format!("{told} ({what})")
}

/// Kafka's rule for a step.
pub(super) fn rule(found: &TimeLookup, step: usize, words: Words) -> String {
    match found.steps.get(step) {
        Some(TimeStep::Segment { .. }) => words.time_r_segment(),
        Some(TimeStep::TimeEntry { .. } | TimeStep::TimeAnswer { .. }) => words.time_r_index(),
        Some(TimeStep::OffsetEntry { .. } | TimeStep::Position { .. }) => words.time_r_offset(),
        Some(TimeStep::Batch { .. }) => words.time_r_batch(),
        None => words.time_r_answer(),
    }
}

/// The steps up to the one shown.
pub(super) fn list(found: &TimeLookup, step: usize, words: Words) -> Html {
    let count = found.steps.len() + 1;
    let rows = (0..count).map(|number| {
        let is_done = number <= step;
        let onclick = Callback::from(move |_: MouseEvent| store::step_to(number));
        let text = if is_done { sentence(found, number, words) } else { String::new() };
        html! {
            <li key={number} class={classes!((number == step).then_some("on"))}>
                <button type="button" class="note-step" {onclick} aria-current={(number == step).then_some("step")}>
                    <span class={if number == step { "num cur" } else { "num" }}>{ number + 1 }</span>
                    <span>{ text }</span>
                </button>
            </li>
        }
    });
    html! { <ol class="time-steps">{ for rows }</ol> }
}
