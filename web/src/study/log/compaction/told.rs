//! What becomes of a record, and of the log, in words.

use super::super::by_time::not_opened;
use super::super::findings::batch_error;
use super::super::store::Desk;
use super::conditions;
use super::read;
use crate::platform::day;
use crate::words::{Words, grouped, say};
use tidemark_core::files::{CleanRefused, CleanedRecord, Cleaning};
use tidemark_core::log::cleaner::Fate;
use yew::{Html, html};

/// Letters of a key that are shown.
const KEY_MAX: usize = 14;

/// A key, as it is if it is a text.
pub(super) fn key(key: Option<&[u8]>, words: Words) -> String {
    let Some(key) = key else {
        return words.clean_no_key();
    };
    let text = match std::str::from_utf8(key) {
        Ok(text) if !text.chars().any(char::is_control) => text.to_owned(),
        _ => key.iter().map(|byte| format!("{byte:02x}")).collect(),
    };
    if text.chars().count() > KEY_MAX {
        let cut: String = text.chars().take(KEY_MAX - 1).collect();
        format!("{cut}…")
    } else {
        text
    }
}

/// What becomes of it, in a word or two.
pub(super) fn short(record: &CleanedRecord, words: Words) -> String {
    match record.fate {
        Fate::Beyond => words.clean_s_beyond(),
        Fate::Latest => words.clean_s_latest(),
        Fate::Tombstone => words.clean_s_tombstone(),
        Fate::Marker => words.clean_s_marker(),
        Fate::Superseded(by) => say!(words, clean_s_superseded, by = by),
        Fate::ExpiredTombstone => words.clean_s_expired(),
        Fate::Aborted => words.clean_s_aborted(),
        Fate::ExpiredMarker => words.clean_s_expired_marker(),
        Fate::NoKey => words.clean_s_no_key(),
    }
}

/// What becomes of it, with its key and offset.
pub(super) fn sentence(record: &CleanedRecord, words: Words) -> String {
    let key = key(record.key.as_deref(), words);
    let offset = record.offset;
    if record.fate.is_kept() {
        say!(
            words,
            clean_h_stays,
            key = &key,
            offset = offset,
            why = &short(record, words)
        )
    } else {
        say!(
            words,
            clean_h_goes,
            key = &key,
            offset = offset,
            why = &short(record, words)
        )
    }
}

fn rule(record: &CleanedRecord, words: Words) -> String {
    match record.fate {
        Fate::Beyond => words.clean_r_beyond(),
        Fate::Latest => words.clean_r_latest(),
        Fate::Tombstone => words.clean_r_tombstone(),
        Fate::Marker => words.clean_r_marker(),
        Fate::Superseded(_) => words.clean_r_superseded(),
        Fate::ExpiredTombstone => words.clean_r_expired(),
        Fate::Aborted => words.clean_r_aborted(),
        Fate::ExpiredMarker => words.clean_r_expired_marker(),
        Fate::NoKey => words.clean_r_no_key(),
    }
}

/// The explanation of the step.
pub(super) fn told(
    desk: &Desk,
    cleaning: &Cleaning,
    done: usize,
    count: usize,
    words: Words,
) -> Html {
    let of_record = done
        .checked_sub(1)
        .filter(|_| done < count)
        .and_then(|number| read(cleaning).get(number));
    match of_record {
        Some(record) => html! {
            <>
                <div class="cap">{ say!(words, clean_record, offset = record.offset) }</div>
                <h2>{ sentence(record, words) }</h2>
                <p>{ rule(record, words) }</p>
                <dl class="why">
                    <dt>{ words.clean_written() }</dt><dd>{ day::utc(record.timestamp) }</dd>
                    if record.is_tombstone {
                        <dt>{ words.clean_horizon() }</dt>
                        <dd>{ record.horizon_ms.map_or_else(|| words.clean_no_horizon(), day::utc) }</dd>
                    }
                </dl>
            </>
        },
        None => whole(desk, cleaning, words),
    }
}

fn whole(desk: &Desk, cleaning: &Cleaning, words: Words) -> Html {
    let all = conditions::all(cleaning, &desk.settings, words);
    let headline = match conditions::unmet(&all) {
        None => words.clean_h_comes(),
        Some(unmet) => say!(words, clean_h_waits, why = &unmet.text),
    };
    let gone = cleaning.messages.0 - cleaning.messages.1;
    let tombstones = cleaning
        .records
        .iter()
        .filter(|record| record.is_tombstone && record.key.is_some());
    let tombstones = tombstones.count();
    html! {
        <>
            <div class="cap">{ words.clean_round() }</div>
            <h2>{ headline }</h2>
            <p>{ words.clean_what() }</p>
            <dl class="why">
                <dt>{ words.log_rule() }</dt><dd>{ words.clean_rule() }</dd>
                if !cleaning.cleaned.is_empty() {
                    <dt>{ words.clean_would_go() }</dt><dd>{ say!(words, clean_would_go_told, gone = &grouped(gone as i64), read = &grouped(cleaning.messages.0 as i64)) }</dd>
                }
                if cleaning.invalid > 0 { <dt>{ words.clean_no_key() }</dt><dd class="bad">{ say!(words, clean_invalid, n = cleaning.invalid) }</dd> }
                if tombstones > 0 { <dt>{ words.clean_tombstones() }</dt><dd>{ say!(words, clean_tombstones_told, n = tombstones) }</dd> }
                <dt>{ words.clean_offsets() }</dt><dd>{ say!(words, clean_offsets_told, end = cleaning.log_end_offset) }</dd>
                if cleaning.resets_checkpoint { <dt>{ words.clean_checkpoint() }</dt><dd>{ words.clean_reset() }</dd> }
            </dl>
            if let Some(next) = conditions::next(cleaning, &desk.settings, words) {
                <p class="note"><b>{ words.clean_next() }</b>{ " " }{ next }</p>
            }
        </>
    }
}

/// Why there is no answer.
pub(super) fn refused(refused: &CleanRefused, words: Words) -> String {
    match refused {
        CleanRefused::NotOpened(why) => not_opened(*why, words),
        CleanRefused::Batch(error) => {
            say!(words, clean_uncleanable, why = &batch_error(error, words))
        }
        CleanRefused::CannotWrite => words.clean_cannot_write(),
    }
}
