//! Retention: which segments go, and why (`UnifiedLog.deleteOldSegments`).
//!
//! Oldest first, and no further than the first one that stays; nothing above the high watermark, never
//! an active segment that is empty. Pure rules over what is known of each segment, so that they hold for a simulated
//! log and for files of somebody else's alike.

mod outlook;
mod size;

pub use outlook::{Hold, Outlook, outlook};
pub use size::{GrownSegment, size_at};

use super::LogConfig;
use crate::kafka::{Offset, Timestamp};
use alloc::vec;
use alloc::vec::Vec;

/// Why a segment is deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeletionReason {
    /// All of it is below the log start offset.
    LogStartOffset,
    /// What remains is still `retention.bytes` or more.
    Size,
    /// Its largest timestamp is older than `retention.ms`.
    Time,
}

/// What retention knows of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RetainedSegment {
    /// Its base offset.
    pub base_offset: Offset,
    /// The bytes of its `.log`.
    pub size: u64,
    /// Its largest timestamp, or when it was written last if no record has one.
    pub largest_timestamp: Timestamp,
}

/// The offsets of a log that bound its retention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogBounds {
    /// The first offset that can be read.
    pub log_start_offset: Offset,
    /// All offsets below are committed (HW).
    pub high_watermark: Offset,
    /// The offset of the next record (LEO).
    pub log_end_offset: Offset,
}

/// Of the segments of a log, from the oldest on, those that go, each with the rule that takes it: first those wholly
/// below the log start offset, then what is too much, then what is too old.
#[must_use]
pub fn deletable(
    segments: &[RetainedSegment],
    bounds: LogBounds,
    config: &LogConfig,
    now_ms: Timestamp,
) -> Vec<DeletionReason> {
    let start = bounds.log_start_offset;
    let mut reasons = Vec::new();
    let mut take = |reason, is_deletable: &mut dyn FnMut(usize) -> bool| {
        let from = reasons.len();
        let count = (from..segments.len())
            .take_while(|number| may_go(segments, *number, bounds) && is_deletable(*number))
            .count();
        reasons.extend(vec![reason; count]);
        from + count
    };
    let next_base = |number: usize| segments.get(number + 1).map(|next| next.base_offset);
    let gone = take(DeletionReason::LogStartOffset, &mut |number| {
        next_base(number).is_some_and(|base_offset| base_offset <= start)
    });
    if !config.cleanup_policy.deletes() {
        return reasons;
    }
    let size = segments
        .iter()
        .skip(gone)
        .map(|segment| segment.size)
        .sum::<u64>();
    if let Ok(retention_bytes) = u64::try_from(config.retention_bytes)
        && let Some(mut surplus) = size.checked_sub(retention_bytes)
    {
        take(DeletionReason::Size, &mut |number| {
            let left = surplus.checked_sub(segments[number].size);
            surplus = left.unwrap_or(surplus);
            left.is_some()
        });
    }
    if config.retention_ms >= 0 {
        take(DeletionReason::Time, &mut |number| {
            // Below 0 nobody knows the time: neither a record's nor the file's.
            let age = now_ms.saturating_sub(segments[number].largest_timestamp);
            segments[number].largest_timestamp >= 0 && age > config.retention_ms
        });
    }
    reasons
}

/// Whether a segment may be looked at: nothing that reaches above the high watermark, no empty active one.
fn may_go(segments: &[RetainedSegment], number: usize, bounds: LogBounds) -> bool {
    let next = segments.get(number + 1);
    let upper = next.map_or(bounds.log_end_offset, |next| next.base_offset);
    let is_empty_active = next.is_none() && segments[number].size == 0;
    bounds.high_watermark >= upper && !is_empty_active
}

#[cfg(test)]
mod tests;
