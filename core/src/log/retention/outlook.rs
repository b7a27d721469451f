//! When each segment goes, if nothing is appended: the question why old records are still there.

use super::{DeletionReason, LogBounds, RetainedSegment, deletable, may_go};
use crate::kafka::{Offset, Timestamp};
use crate::log::LogConfig;
use alloc::vec::Vec;

/// What is ahead of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// From this time on the next check takes it; `None` if no check ever does as things are.
    pub due: Option<Timestamp>,
    /// The rule that takes it then.
    pub reason: Option<DeletionReason>,
    /// What it waits for now; `None` if the next check takes it.
    pub hold: Option<Hold>,
}

/// Why a segment is still there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// Its own newest record is not old enough until then.
    TooYoung(Timestamp),
    /// An older segment stays, and deletion goes from the oldest on: that one.
    BehindOlder(Offset),
    /// It reaches above the high watermark.
    AboveHighWatermark,
    /// No record has a time, and when its file was changed is not known.
    Untimed,
    /// It is the active segment, and empty.
    EmptyActive,
    /// `cleanup.policy` has no `delete`.
    NeverDeletes,
    /// Neither `retention.ms` nor `retention.bytes` limits it.
    Unlimited,
    /// Only `retention.bytes` limits the log, and without this segment it would be below.
    WithinSize,
}

/// What is ahead of each segment, as long as nothing is appended and no offset moves.
#[must_use]
pub fn outlook(
    segments: &[RetainedSegment],
    bounds: LogBounds,
    config: &LogConfig,
    now_ms: Timestamp,
) -> Vec<Outlook> {
    let gone = deletable(segments, bounds, config, now_ms);
    let mut outlooks: Vec<Outlook> = gone
        .iter()
        .map(|reason| Outlook {
            due: Some(now_ms),
            reason: Some(*reason),
            hold: None,
        })
        .collect();
    // The older segment that never goes, and the one that goes last of those that do.
    let mut stays: Option<Offset> = None;
    let mut last: Option<(Timestamp, Offset)> = None;
    for (number, segment) in segments.iter().enumerate().skip(gone.len()) {
        let base_offset = segment.base_offset;
        // One more millisecond: what is exactly as old as `retention.ms` stays.
        let expires = segment
            .largest_timestamp
            .saturating_add(config.retention_ms)
            .saturating_add(1);
        let (due, hold) = if let Some(older) = stays {
            (None, Hold::BehindOlder(older))
        } else if let Some(own) = own_hold(segments, number, bounds, config) {
            stays = Some(base_offset);
            (None, own)
        } else if let Some((due, older)) = last.filter(|(due, _)| *due > expires) {
            (Some(due), Hold::BehindOlder(older))
        } else {
            last = Some((expires, base_offset));
            (Some(expires), Hold::TooYoung(expires))
        };
        outlooks.push(Outlook {
            due,
            reason: due.map(|_| DeletionReason::Time),
            hold: Some(hold),
        });
    }
    outlooks
}

/// What holds a segment that no check takes, however late, whatever becomes of the older ones.
fn own_hold(
    segments: &[RetainedSegment],
    number: usize,
    bounds: LogBounds,
    config: &LogConfig,
) -> Option<Hold> {
    if !config.cleanup_policy.deletes() {
        return Some(Hold::NeverDeletes);
    }
    if !may_go(segments, number, bounds) {
        let is_active = number + 1 == segments.len();
        let is_empty = is_active && segments[number].size == 0;
        return Some(if is_empty {
            Hold::EmptyActive
        } else {
            Hold::AboveHighWatermark
        });
    }
    if config.retention_ms >= 0 && segments[number].largest_timestamp < 0 {
        return Some(Hold::Untimed);
    }
    if config.retention_ms < 0 {
        return Some(if config.retention_bytes < 0 {
            Hold::Unlimited
        } else {
            Hold::WithinSize
        });
    }
    None
}
