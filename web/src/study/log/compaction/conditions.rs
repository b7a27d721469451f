//! Why the cleaner comes, or does not: its conditions in the order in which it asks, and the first that is not met.

use super::super::settings::{Settings, share};
use crate::parts::{Glyph, icon};
use crate::words::{Words, duration, grouped, say};
use tidemark_core::files::Cleaning;
use yew::{Html, classes, html};

/// A condition.
pub(super) struct Condition {
    /// It is met.
    pub(super) is_met: bool,
    /// It, in words.
    pub(super) text: String,
    /// The value that it is about.
    pub(super) value: String,
}

/// The dirty share of a log, in millionths.
fn ratio(dirty: u64, clean: u64) -> u64 {
    (u128::from(dirty) * 1_000_000 / u128::from((dirty + clean).max(1))) as u64
}

/// The conditions.
pub(super) fn all(cleaning: &Cleaning, settings: &Settings, words: Words) -> Vec<Condition> {
    let log = &settings.log;
    let dirty = ratio(cleaning.cleanable_bytes, cleaning.clean_bytes);
    let least = share(log.min_cleanable_dirty_ratio_millionths.into());
    let is_dirty = cleaning.is_eligible || dirty > log.min_cleanable_dirty_ratio_millionths.into();
    let ratio = if cleaning.is_overdue && cleaning.cleanable_bytes > 0 {
        say!(
            words,
            clean_c_overdue,
            lag = &duration(log.max_compaction_lag_ms.unsigned_abs())
        )
    } else {
        say!(
            words,
            clean_c_ratio,
            least = &least,
            dirty = &grouped(cleaning.cleanable_bytes as i64),
            clean = &grouped(cleaning.clean_bytes as i64)
        )
    };
    vec![
        Condition {
            is_met: log.cleanup_policy.compacts(),
            text: words.clean_c_policy(),
            value: String::new(),
        },
        Condition {
            is_met: cleaning.active_base_offset
                > cleaning.segments.first().map_or(0, |(base, _)| *base),
            text: words.clean_c_closed(),
            value: say!(words, clean_active_from, base = cleaning.active_base_offset),
        },
        Condition {
            is_met: cleaning.cleanable_bytes > 0,
            text: unclean(cleaning, settings, words),
            value: say!(
                words,
                clean_bytes,
                n = &grouped(cleaning.cleanable_bytes as i64)
            ),
        },
        Condition {
            is_met: is_dirty && cleaning.cleanable_bytes > 0,
            text: ratio,
            value: share(dirty / 1000 * 1000),
        },
    ]
}

/// Why nothing more is dirty than there is.
fn unclean(cleaning: &Cleaning, settings: &Settings, words: Words) -> String {
    let bound = cleaning.first_uncleanable_offset;
    if cleaning.cleanable_bytes > 0 || bound == cleaning.active_base_offset {
        words.clean_c_dirty()
    } else if bound == cleaning.last_stable_offset && bound < cleaning.active_base_offset {
        say!(words, clean_c_undecided, offset = bound)
    } else {
        let lag = duration(settings.log.min_compaction_lag_ms.unsigned_abs());
        say!(words, clean_c_young, lag = &lag)
    }
}

/// The first that is not met.
pub(super) fn unmet(conditions: &[Condition]) -> Option<&Condition> {
    conditions.iter().find(|condition| !condition.is_met)
}

/// The panel.
pub(super) fn conditions(cleaning: &Cleaning, settings: &Settings, words: Words) -> Html {
    let all = all(cleaning, settings, words);
    let first = all.iter().position(|condition| !condition.is_met);
    let rows = all.iter().enumerate().map(|(number, condition)| {
        let is_first = first == Some(number);
        let glyph = match (condition.is_met, is_first) {
            (true, _) => icon(Glyph::Check, ""),
            (false, true) => icon(Glyph::Violation, "warn"),
            (false, false) => icon(Glyph::Drop, ""),
        };
        html! {
            <li key={number} class={classes!(is_first.then_some("unmet"))}>
                { glyph }<span>{ &condition.text }</span><small class="m">{ &condition.value }</small>
            </li>
        }
    });
    let next = next(cleaning, settings, words);
    html! {
        <section aria-label={words.clean_conditions()}>
            <div class="sec"><h2>{ if cleaning.is_eligible { words.clean_comes() } else { words.clean_why_not() } }</h2></div>
            <ol class="conditions">{ for rows }</ol>
            if let Some(next) = next { <p class="sub">{ next }</p> }
        </section>
    }
}

/// What would start a round, if none is due.
pub(super) fn next(cleaning: &Cleaning, settings: &Settings, words: Words) -> Option<String> {
    if cleaning.is_eligible || !settings.log.cleanup_policy.compacts() || cleaning.active_bytes == 0
    {
        return None;
    }
    let dirty = cleaning.cleanable_bytes + cleaning.active_bytes;
    let then = ratio(dirty, cleaning.clean_bytes);
    let is_enough = then > settings.log.min_cleanable_dirty_ratio_millionths.into();
    let total = dirty + cleaning.clean_bytes;
    let (dirty, total) = (grouped(dirty as i64), grouped(total as i64));
    let then = share(then / 1000 * 1000);
    Some(if is_enough {
        say!(
            words,
            clean_roll_starts,
            dirty = &dirty,
            total = &total,
            ratio = &then
        )
    } else {
        say!(
            words,
            clean_roll_not_yet,
            dirty = &dirty,
            total = &total,
            ratio = &then
        )
    })
}
