//! The log of one partition on one broker (`UnifiedLog`, `LocalLog`).
//!
//! A replica without records is a few dozen bytes and owns no memory; a clone shares pages,
//! batch list, epochs and producers until one of both changes. What a batch costs to append
//! depends on the batch alone.
//!
//! It knows nothing of leaders and followers but what they ask of a log.

mod append;
mod encoded;
mod folder;
mod list_offsets;
mod past;
mod read;
mod recovery;
mod retention;
mod segments;
mod transactions;

pub use append::{AppendError, Appended, LeaderAppend, NewRecord};
pub use folder::{LoadReport, LoadedLog};
pub use list_offsets::{
    EARLIEST_LOCAL_TIMESTAMP, EARLIEST_TIMESTAMP, LATEST_TIERED_TIMESTAMP, LATEST_TIMESTAMP,
    ListedOffset, MAX_TIMESTAMP,
};
pub use past::DeletedFile;
pub use read::{FetchData, LogRecord, OffsetMetadata, ReadLimit, Slice};
pub use recovery::{OpenInfo, Recovery};
pub use retention::DeletedSegment;
pub use segments::BatchStamps;
pub use transactions::Marker;

use super::{EpochCache, InvalidEpochEntry, LogContext, ProducerStates, Segment};
use crate::kafka::{LeaderEpoch, Offset};
use alloc::rc::Rc;
use core::error::Error;
use core::fmt;
use past::Past;

/// One replica's log.
///
/// Always `log_start_offset <= high_watermark <= log_end_offset`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionLog {
    /// The active segment, the only one that is appended to.
    segment: Segment,
    /// What there is beside it.
    past: Option<Rc<Past>>,
    log_start_offset: Offset,
    log_end_offset: Offset,
    high_watermark: Offset,
    recovery_point: Offset,
    epoch_cache: EpochCache,
    producer_states: ProducerStates,
}

/// An offset outside of what can be asked for (OFFSET_OUT_OF_RANGE, 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OffsetOutOfRange {
    /// The offset.
    pub offset: Offset,
    /// The lowest that can be asked for.
    pub offset_min: Offset,
    /// The highest.
    pub offset_max: Offset,
}

impl PartitionLog {
    /// An empty log that starts at offset 0; its segment counts as created with its first batch.
    #[must_use]
    pub const fn new() -> Self {
        Self::starting_at(0)
    }

    /// An empty log that starts at `offset` and is created now, with all its files.
    #[must_use]
    pub fn created(context: LogContext<'_>, offset: Offset) -> Self {
        let mut segment = Segment::created(context, offset);
        segment.use_indexes();
        Self {
            segment,
            ..Self::starting_at(offset)
        }
    }

    const fn starting_at(offset: Offset) -> Self {
        Self {
            segment: Segment::new(offset),
            past: None,
            log_start_offset: offset,
            log_end_offset: offset,
            high_watermark: offset,
            recovery_point: offset,
            epoch_cache: EpochCache::new(),
            producer_states: ProducerStates::new(),
        }
    }

    /// Sets the high watermark, as far as the log reaches, and answers what it is now.
    pub fn update_high_watermark(&mut self, high_watermark: Offset) -> Offset {
        self.high_watermark = high_watermark
            .min(self.log_end_offset)
            .max(self.log_start_offset);
        self.high_watermark
    }

    /// Raises the high watermark; if it rose, answers what it was before.
    ///
    /// Only a leader asks, for an offset that its own log has reached.
    pub fn maybe_increment_high_watermark(&mut self, high_watermark: Offset) -> Option<Offset> {
        debug_assert!(high_watermark <= self.log_end_offset);
        let before = self.high_watermark;
        (self.update_high_watermark(high_watermark.max(before)) > before).then_some(before)
    }

    /// Raises the log start offset, by retention, DeleteRecords or the leader; answers whether it rose.
    ///
    /// Nothing above the high watermark can be deleted. The records stay in their segment until all of
    /// it is below, and [retention](Self::delete_old_segments) looks at it.
    pub fn maybe_increment_log_start_offset(
        &mut self,
        log_start_offset: Offset,
    ) -> Result<bool, OffsetOutOfRange> {
        if log_start_offset > self.high_watermark {
            return Err(OffsetOutOfRange {
                offset: log_start_offset,
                offset_min: self.log_start_offset,
                offset_max: self.high_watermark,
            });
        }
        if log_start_offset <= self.log_start_offset {
            return Ok(false);
        }
        self.log_start_offset = log_start_offset;
        self.epoch_cache.truncate_from_start(log_start_offset);
        Ok(true)
    }

    /// The leader of `leader_epoch` takes over at the end of this log: its epoch begins here,
    /// even if it never writes.
    pub fn assign_epoch_start_offset(
        &mut self,
        leader_epoch: LeaderEpoch,
    ) -> Result<bool, InvalidEpochEntry> {
        self.epoch_cache.assign(leader_epoch, self.log_end_offset)
    }

    /// Cuts the log to `offset`; answers whether there was anything to cut.
    ///
    /// A batch with a record at `offset` or beyond goes whole, although the log then ends at `offset`.
    /// At or beyond the log's end only the epochs of leaders that wrote nothing go (KAFKA-10706).
    /// A negative offset counts as 0.
    pub fn truncate_to(&mut self, offset: Offset) -> bool {
        let offset = offset.max(0);
        if offset >= self.log_end_offset {
            self.epoch_cache.truncate_from_end(self.log_end_offset);
            return false;
        }
        if offset < self.first_base_offset() {
            self.truncate_fully_and_start_at(offset);
            return true;
        }
        self.drop_segments_above(offset);
        self.segment.truncate_to(offset);
        self.log_end_offset = offset;
        self.log_start_offset = self.log_start_offset.min(offset);
        self.high_watermark = self.high_watermark.min(offset);
        self.recovery_point = self.recovery_point.min(offset);
        self.epoch_cache.truncate_from_end(offset);
        self.rebuild_producer_states();
        true
    }

    /// Drops everything; the log is empty and starts, and ends, at `offset`.
    pub fn truncate_fully_and_start_at(&mut self, offset: Offset) {
        *self = Self {
            recovery_point: self.recovery_point.min(offset),
            ..Self::starting_at(offset)
        };
    }

    /// Forces everything to the disk.
    pub fn flush(&mut self) {
        self.segment.use_indexes();
        self.segment.flush();
        self.recovery_point = self.log_end_offset;
    }

    /// Begins a new segment at the end of the log.
    ///
    /// An active segment that is empty and has this very base offset is made anew.
    pub fn roll(&mut self, context: LogContext<'_>) {
        self.roll_to(context, self.log_end_offset);
    }

    /// The broker stops and has time for it: everything is flushed, and files get their final size.
    pub fn close(&mut self) {
        self.flush();
        self.take_snapshot(self.log_end_offset);
        self.segment.become_inactive();
    }

    /// The first offset that can be read.
    #[must_use]
    pub const fn log_start_offset(&self) -> Offset {
        self.log_start_offset
    }

    /// The offset of the next record (LEO).
    #[must_use]
    pub const fn log_end_offset(&self) -> Offset {
        self.log_end_offset
    }

    /// What this replica believes committed: all offsets below (HW).
    #[must_use]
    pub const fn high_watermark(&self) -> Offset {
        self.high_watermark
    }

    /// What is flushed: all offsets below.
    #[must_use]
    pub const fn recovery_point(&self) -> Offset {
        self.recovery_point
    }

    /// Which leader epoch began where.
    #[must_use]
    pub const fn epoch_cache(&self) -> &EpochCache {
        &self.epoch_cache
    }

    /// The idempotent producers whose batches are here.
    #[must_use]
    pub const fn producer_states(&self) -> &ProducerStates {
        &self.producer_states
    }

    /// The segment that is appended to.
    #[must_use]
    pub const fn active_segment(&self) -> &Segment {
        &self.segment
    }

    /// What the log knows after its last batch, made anew: from the last snapshot on.
    fn rebuild_producer_states(&mut self) {
        if self.producer_states.is_empty() {
            return;
        }
        let (offset, mut producer_states) = self.latest_snapshot(self.log_end_offset);
        self.for_each_batch(offset, |batch| {
            producer_states.update(batch);
        });
        self.producer_states = producer_states;
    }

    /// Ends the active segment and begins one whose first batch has `base_offset` or more.
    #[cold]
    fn roll_to(&mut self, context: LogContext<'_>, base_offset: Offset) {
        let next = Segment::created(context, base_offset);
        let mut last = core::mem::replace(&mut self.segment, next);
        if last.base_offset() == base_offset {
            return;
        }
        last.become_inactive();
        last.flush();
        self.past_mut().segments.push(last);
        self.take_snapshot(base_offset);
        self.recovery_point = self.recovery_point.max(base_offset);
    }
}

impl Default for PartitionLog {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Display for OffsetOutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "offset {} is not in {}..={}",
            self.offset, self.offset_min, self.offset_max
        )
    }
}

impl Error for OffsetOutOfRange {}

#[cfg(test)]
mod tests;
