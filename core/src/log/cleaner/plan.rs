//! How much of a log can be cleaned, and which log is next (`LogCleanerManager`, `LogToClean`).

use crate::kafka::{Offset, Timestamp};
use crate::log::retention::GrownSegment;
use crate::log::{LogContext, PartitionLog, Segment};

/// Where the next round begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstDirty {
    /// The offset.
    pub offset: Offset,
    /// Whether the checkpoint says something that can't be, and has to be written anew.
    pub resets_checkpoint: bool,
}

/// What a round may clean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CleanableOffsets {
    /// Where it begins.
    pub first_dirty: FirstDirty,
    /// Where it ends at the latest.
    pub first_uncleanable_offset: Offset,
}

/// How dirty a log is: bytes of whole segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dirtiness {
    /// Bytes that were cleaned before.
    pub clean_bytes: u64,
    /// Bytes that could be cleaned.
    pub cleanable_bytes: u64,
    /// Whether `max.compaction.lag.ms` has passed.
    pub is_overdue: bool,
}

/// Where the next round begins, by the checkpoint if that can be right.
#[must_use]
pub fn first_dirty(
    checkpoint: Option<Offset>,
    log_start_offset: Offset,
    log_end_offset: Offset,
) -> FirstDirty {
    let offset = checkpoint.unwrap_or(log_start_offset);
    let resets_checkpoint = !(log_start_offset..=log_end_offset).contains(&offset);
    FirstDirty {
        offset: if resets_checkpoint {
            log_start_offset
        } else {
            offset
        },
        resets_checkpoint,
    }
}

/// What a round may clean of a log: nothing that is undecided, active, or younger than `min.compaction.lag.ms`.
#[must_use]
pub fn cleanable_offsets(
    log: &PartitionLog,
    context: LogContext<'_>,
    checkpoint: Option<Offset>,
) -> CleanableOffsets {
    let first_dirty = first_dirty(checkpoint, log.log_start_offset(), log.log_end_offset());
    let lag_ms = context.config.min_compaction_lag_ms;
    let too_young = dirty_segments(log, first_dirty.offset).find(|segment| {
        lag_ms > 0 && segment.largest_timestamp() > context.now_ms.saturating_sub(lag_ms)
    });
    let active = log.active_segment().base_offset();
    let bound = too_young.map_or(active, Segment::base_offset);
    CleanableOffsets {
        first_dirty,
        first_uncleanable_offset: bound
            .min(active)
            .min(log.last_stable_offset())
            .max(first_dirty.offset),
    }
}

/// How dirty a log is.
#[must_use]
pub fn dirtiness(
    log: &PartitionLog,
    context: LogContext<'_>,
    first_dirty_offset: Offset,
    first_uncleanable_offset: Offset,
) -> Dirtiness {
    let bytes = |from, to| {
        let segments = log.segments_between(from, to);
        segments.into_iter().flatten().map(Segment::size).sum()
    };
    let active = log.active_segment().base_offset();
    let border = log
        .segments()
        .map(Segment::base_offset)
        .rfind(|base| *base <= first_uncleanable_offset);
    let border = border.unwrap_or(active).min(active);
    let timestamps = dirty_segments(log, first_dirty_offset);
    let timestamps = timestamps.filter_map(Segment::first_batch_timestamp);
    Dirtiness {
        clean_bytes: bytes(Offset::MIN, first_dirty_offset),
        cleanable_bytes: bytes(first_dirty_offset.min(border), border),
        is_overdue: is_overdue(timestamps, context),
    }
}

/// Whether the oldest of these first timestamps of dirty segments is older than `max.compaction.lag.ms`.
#[must_use]
pub fn is_overdue(
    first_timestamps: impl Iterator<Item = Timestamp>,
    context: LogContext<'_>,
) -> bool {
    let until = context
        .now_ms
        .saturating_sub(context.config.max_compaction_lag_ms);
    let earliest = first_timestamps.filter(|timestamp| *timestamp > 0).min();
    earliest.is_some_and(|earliest| earliest < until)
}

impl Dirtiness {
    /// All bytes that count.
    #[must_use]
    pub const fn total_bytes(&self) -> u64 {
        self.clean_bytes + self.cleanable_bytes
    }

    /// Whether the log is to be cleaned: dirtier than `min.cleanable.dirty.ratio`, or overdue.
    #[must_use]
    pub fn is_eligible(&self, min_ratio_millionths: u32) -> bool {
        let dirty = u128::from(self.cleanable_bytes) * 1_000_000;
        let bound = u128::from(self.total_bytes()) * u128::from(min_ratio_millionths);
        dirty > bound || (self.is_overdue && self.cleanable_bytes > 0)
    }
}

/// The dirtiest of these logs, the first one among equals.
pub fn filthiest<T>(logs: impl Iterator<Item = (T, Dirtiness)>) -> Option<T> {
    let mut best: Option<(T, Dirtiness)> = None;
    for (log, own) in logs.filter(|(_, own)| own.total_bytes() > 0) {
        let product = |one: &Dirtiness, other: &Dirtiness| {
            u128::from(one.cleanable_bytes) * u128::from(other.total_bytes())
        };
        let is_better = best
            .as_ref()
            .is_none_or(|(_, best)| product(&own, best) > product(best, &own));
        if is_better {
            best = Some((log, own));
        }
    }
    best.map(|(log, _)| log)
}

/// The dirty share of a log at a time, in millionths, if every batch came at its timestamp and what lies before
/// `first_dirty_offset` was clean from the beginning: it jumps when a segment ends, since the active one never counts.
#[must_use]
pub fn dirty_ratio_at(
    segments: &[GrownSegment],
    first_dirty_offset: Offset,
    now_ms: Timestamp,
) -> u32 {
    let has_begun = |segment: &&GrownSegment| {
        let first = segment.batches.first();
        first.is_some_and(|(timestamp, _)| *timestamp <= now_ms)
    };
    let begun = segments.iter().take_while(has_begun).count();
    let ended = segments.get(..begun.saturating_sub(1)).unwrap_or_default();
    let (mut clean, mut dirty) = (0, 0);
    for segment in ended {
        let size = segment.batches.last().map_or(0, |(_, size)| *size);
        if segment.base_offset < first_dirty_offset {
            clean += u128::from(size);
        } else {
            dirty += u128::from(size);
        }
    }
    let ratio = dirty * 1_000_000 / (clean + dirty).max(1);
    u32::try_from(ratio).unwrap_or(u32::MAX)
}

/// The segments from the first dirty offset on, without the active one.
fn dirty_segments(
    log: &PartitionLog,
    first_dirty_offset: Offset,
) -> impl Iterator<Item = &Segment> {
    let active = log.active_segment().base_offset();
    let segments = log.segments_between(first_dirty_offset.min(active), active);
    segments.into_iter().flatten()
}
