//! Why a segment is still there, and until when, in words.

use super::super::settings::{Settings, span};
use super::Row;
use super::bytes;
use crate::platform::day;
use crate::words::{Words, duration, say};
use tidemark_core::files::FolderReport;
use tidemark_core::kafka::Timestamp;
use tidemark_core::log::retention::{DeletionReason, Hold};
use yew::{Html, html};

/// A line beside the segment.
pub(super) fn short(row: &Row, now_ms: Timestamp, settings: &Settings, words: Words) -> Html {
    let limit = || span(settings.log.retention_ms, words);
    match row.outlook.hold {
        None => html! { <b>{ words.log_goes_now() }</b> },
        Some(Hold::TooYoung(until)) => {
            let offset = row.newest.map_or(row.last_offset, |(_, offset)| offset);
            let left = until.saturating_sub(now_ms).max(0).unsigned_abs();
            let past = match row.past {
                0 => String::new(),
                past => say!(
                    words,
                    log_past,
                    past = past,
                    records = row.records,
                    span = &limit()
                ),
            };
            html! {
                <>
                    <b>{ say!(words, log_offset, offset = offset) }</b>{ " " }
                    { say!(words, log_keeps_it, left = &duration(left)) }{ past }
                </>
            }
        }
        Some(hold) => html! { held(hold, words) },
    }
}

/// What holds it, in a few words.
fn held(hold: Hold, words: Words) -> String {
    match hold {
        Hold::TooYoung(_) => words.log_hold_young(),
        Hold::BehindOlder(older) => say!(words, log_hold_behind, base = older),
        Hold::AboveHighWatermark => words.log_hold_watermark(),
        Hold::Untimed => words.log_hold_untimed(),
        Hold::EmptyActive => words.log_hold_empty(),
        Hold::NeverDeletes => words.log_hold_policy(),
        Hold::Unlimited => words.log_hold_unlimited(),
        Hold::WithinSize => words.log_hold_size(),
    }
}

/// The whole story of a segment.
pub(super) fn told(
    row: &Row,
    now_ms: Timestamp,
    settings: &Settings,
    folder: &FolderReport,
    words: Words,
) -> Html {
    let outlook = row.outlook;
    let until = outlook.due.map(|due| {
        let latest = due.saturating_add(settings.check_interval_ms);
        let gone = latest.saturating_add(settings.log.file_delete_delay_ms);
        (due, latest, gone)
    });
    let newest = row.newest.map(|(time, offset)| {
        say!(
            words,
            log_newest_told,
            offset = offset,
            time = &day::utc(time)
        )
    });
    let is_ahead = row.newest.is_some_and(|(time, _)| time > now_ms);
    let deletes = settings.log.cleanup_policy.deletes() && settings.log.retention_ms >= 0;
    let closes = row
        .first_batch_timestamp
        .filter(|_| row.is_active && deletes)
        .map(|first| {
            let closed = first.saturating_add(settings.log.segment_ms_max());
            let gone = closed
                .saturating_add(settings.log.retention_ms)
                .saturating_add(settings.check_interval_ms)
                .saturating_add(settings.log.file_delete_delay_ms);
            say!(
                words,
                log_active_told,
                closed = &day::utc(closed),
                gone = &day::utc(gone)
            )
        });
    let policy = if settings.log.cleanup_policy.deletes() {
        None
    } else {
        Some(words.log_hold_policy_told())
    };
    html! {
        <>
            <div class="cap">{ say!(words, log_segment, base = row.base_offset) }{ ", " }{ day::utc(now_ms) }</div>
            <h2>{ headline(row, now_ms, words) }</h2>
            <p>{ rule(row, settings, words) }</p>
            <dl class="why">
                if let Some(newest) = newest { <dt>{ words.log_newest() }</dt><dd>{ newest }</dd> }
                if let Some((due, latest, gone)) = until {
                    <dt>{ words.log_read_until() }</dt>
                    <dd>{ say!(words, log_read_until_told, from = &day::utc(due), to = &day::utc(latest), interval = &span(settings.check_interval_ms, words)) }</dd>
                    <dt>{ words.log_on_disk_until() }</dt>
                    <dd>{ say!(words, log_on_disk_told, to = &day::utc(gone), delay = &span(settings.log.file_delete_delay_ms, words)) }</dd>
                }
                if let Some(closes) = closes { <dt>{ words.log_if_more_comes() }</dt><dd>{ closes }</dd> }
                if let Some(policy) = policy { <dt>{ words.log_setting() }</dt><dd>{ policy }</dd> }
                <dt>{ words.log_log_size() }</dt>
                <dd>{ bytes(folder.segments().map(|(_, file, _)| file.size).sum()) }</dd>
            </dl>
            if is_ahead { <p class="note"><b>{ words.log_ahead() }</b>{ " " }{ words.log_ahead_told() }</p> }
        </>
    }
}

fn headline(row: &Row, now_ms: Timestamp, words: Words) -> String {
    let base = row.base_offset;
    match (row.outlook.hold, row.outlook.due) {
        (None, _) => say!(words, log_h_goes, base = base),
        (Some(Hold::TooYoung(until)), _) => {
            let left = until.saturating_sub(now_ms).max(0).unsigned_abs();
            say!(words, log_h_young, base = base, left = &duration(left))
        }
        (Some(Hold::BehindOlder(older)), Some(due)) => {
            let left = due.saturating_sub(now_ms).max(0).unsigned_abs();
            say!(
                words,
                log_h_behind,
                base = base,
                older = older,
                left = &duration(left)
            )
        }
        (Some(Hold::BehindOlder(older)), None) => {
            say!(words, log_h_stuck, base = base, older = older)
        }
        (Some(_), _) => say!(words, log_h_never, base = base),
    }
}

fn rule(row: &Row, settings: &Settings, words: Words) -> String {
    let limit = span(settings.log.retention_ms, words);
    match (row.outlook.hold, row.outlook.reason) {
        (None, Some(DeletionReason::LogStartOffset)) => words.log_r_start(),
        (None, Some(DeletionReason::Size)) => words.log_r_size(),
        (None, _) => say!(words, log_r_time, span = &limit),
        (Some(Hold::TooYoung(_)), _) => say!(words, log_r_young, span = &limit),
        (Some(Hold::BehindOlder(_)), _) => words.log_r_behind(),
        (Some(Hold::AboveHighWatermark), _) => words.log_r_watermark(),
        (Some(Hold::Untimed), _) => words.log_untimed(),
        (Some(Hold::EmptyActive), _) => words.log_r_empty(),
        (Some(Hold::NeverDeletes), _) => words.log_r_policy(),
        (Some(Hold::Unlimited), _) => words.log_r_unlimited(),
        (Some(Hold::WithinSize), _) => words.log_r_within(),
    }
}
