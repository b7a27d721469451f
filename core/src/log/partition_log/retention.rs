//! What retention does to a log: the segments that the [rules](crate::log::retention) choose go, and the log begins
//! behind them.

use super::{OffsetOutOfRange, PartitionLog};
use crate::kafka::{Offset, Timestamp};
use crate::log::retention::{DeletionReason, LogBounds, RetainedSegment, deletable};
use crate::log::{LogContext, Segment};
use alloc::vec::Vec;

/// A segment that retention took.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeletedSegment {
    /// Its base offset.
    pub base_offset: Offset,
    /// The bytes of its `.log`.
    pub size: u64,
    /// Its largest timestamp, or when it was written last.
    pub largest_timestamp: Timestamp,
    /// Why it went.
    pub reason: DeletionReason,
}

impl PartitionLog {
    /// Deletes the segments that are wholly below the log start offset, then those that are too much, then
    /// those that are too old. The policy of a log that is only compacted allows the first alone.
    ///
    /// Their files are renamed, and stay for `file.delete.delay.ms`.
    pub fn delete_old_segments(&mut self, context: LogContext<'_>) -> Vec<DeletedSegment> {
        let segments: Vec<RetainedSegment> = self.segments().map(Segment::retained).collect();
        let reasons = deletable(&segments, self.bounds(), context.config, context.now_ms);
        let deleted: Vec<DeletedSegment> = segments
            .iter()
            .zip(reasons)
            .map(|(segment, reason)| DeletedSegment {
                base_offset: segment.base_offset,
                size: segment.size,
                largest_timestamp: segment.largest_timestamp,
                reason,
            })
            .collect();
        self.delete_first(context, deleted.len());
        deleted
    }

    /// The offsets that bound what may go.
    #[must_use]
    pub const fn bounds(&self) -> LogBounds {
        LogBounds {
            log_start_offset: self.log_start_offset,
            high_watermark: self.high_watermark,
            log_end_offset: self.log_end_offset,
        }
    }

    /// Nothing below `offset` can be read any more (DeleteRecords); whole segments below it go at the next
    /// look of [retention](Self::delete_old_segments).
    pub fn delete_records(&mut self, offset: Offset) -> Result<Offset, OffsetOutOfRange> {
        self.maybe_increment_log_start_offset(offset)?;
        Ok(self.log_start_offset)
    }

    /// Deletes the first segments; a log that loses all of them gets a new, empty one.
    fn delete_first(&mut self, context: LogContext<'_>, count: usize) {
        if count == 0 {
            return;
        }
        if count > self.earlier_segments().len() {
            self.roll(context);
        }
        let gone: Vec<Segment> = self.past_mut().segments.drain(..count).collect();
        for segment in &gone {
            self.delete_segment_files(context, segment, true);
        }
        let log_start_offset = self.first_base_offset();
        // It is not above the high watermark: no segment went that reaches beyond.
        let _ = self.maybe_increment_log_start_offset(log_start_offset);
    }
}

impl Segment {
    /// What retention needs to know.
    #[must_use]
    pub fn retained(&self) -> RetainedSegment {
        RetainedSegment {
            base_offset: self.base_offset(),
            size: self.size(),
            largest_timestamp: self.largest_timestamp(),
        }
    }
}
