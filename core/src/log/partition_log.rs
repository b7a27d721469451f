//! The log of one partition on one broker (`UnifiedLog`, `LocalLog`).
//!
//! A replica without records is a few dozen bytes and owns no memory; a clone shares pages,
//! batch list, epochs and producers until one of both changes. What a batch costs to append
//! depends on the batch alone.
//!
//! There is one segment. It knows nothing of leaders and followers but what they ask of a log.

mod append;
mod read;
mod recovery;

pub use append::{AppendError, Appended, LeaderAppend, NewRecord};
pub use read::{FetchData, LogRecord, ReadLimit};
pub use recovery::{OpenInfo, Recovery};

use super::{
    EpochCache, InvalidEpochEntry, LEADER_EPOCH_CHECKPOINT, ProducerStates, Segment, checkpoint,
};
use crate::disk::Directory;
use crate::kafka::{LeaderEpoch, Offset};
use core::error::Error;
use core::fmt;

/// One replica's log.
///
/// Always `log_start_offset <= high_watermark <= log_end_offset`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartitionLog {
    segment: Segment,
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
    /// An empty log that starts at offset 0.
    #[must_use]
    pub const fn new() -> Self {
        Self::starting_at(0)
    }

    const fn starting_at(offset: Offset) -> Self {
        Self {
            segment: Segment::new(offset),
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
    /// Nothing above the high watermark can be deleted. The records stay in their segment.
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
        if offset < self.segment.base_offset() {
            self.truncate_fully_and_start_at(offset);
            return true;
        }
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
        self.segment.flush();
        self.recovery_point = self.log_end_offset;
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

    /// The segment with the records.
    #[must_use]
    pub const fn segment(&self) -> &Segment {
        &self.segment
    }

    /// The partition's folder: its files under their names, sharing their pages.
    #[must_use]
    pub fn folder(&self) -> Directory {
        let mut folder = Directory::new();
        folder.insert(&self.segment.file_name(), self.segment.file().clone());
        let epochs = self.epoch_cache.to_checkpoint();
        checkpoint::save(&mut folder, LEADER_EPOCH_CHECKPOINT, &epochs);
        folder
    }

    /// Kafka loads its last snapshot and reads on from there; without snapshots all is read.
    fn rebuild_producer_states(&mut self) {
        if self.producer_states.is_empty() {
            return;
        }
        let mut producer_states = ProducerStates::new();
        self.segment
            .for_each_batch(0, |batch| producer_states.update(batch));
        self.producer_states = producer_states;
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
