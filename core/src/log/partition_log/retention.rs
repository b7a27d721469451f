//! Retention: which segments go, and why (`UnifiedLog.deleteOldSegments`).
//!
//! Oldest first, and no further than the first one that stays; nothing above the high watermark, never
//! an active segment that is empty.

use super::{OffsetOutOfRange, PartitionLog};
use crate::kafka::{Offset, Timestamp};
use crate::log::{LogContext, Segment};
use alloc::vec::Vec;

/// Why a segment was deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DeletionReason {
    /// All of it is below the log start offset.
    LogStartOffset,
    /// What remains is still `retention.bytes` or more.
    Size,
    /// Its largest timestamp is older than `retention.ms`.
    Time,
}

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
        let mut deleted = Vec::new();
        let log_start_offset = self.log_start_offset;
        self.delete_while(
            context,
            DeletionReason::LogStartOffset,
            &mut deleted,
            |_, next| next.is_some_and(|next| next.base_offset() <= log_start_offset),
        );
        let config = context.config;
        if !config.cleanup_policy.deletes() {
            return deleted;
        }
        if let Ok(retention_bytes) = u64::try_from(config.retention_bytes)
            && let Some(mut surplus) = self.size().checked_sub(retention_bytes)
        {
            self.delete_while(context, DeletionReason::Size, &mut deleted, |segment, _| {
                match surplus.checked_sub(segment.size()) {
                    Some(left) => {
                        surplus = left;
                        true
                    }
                    None => false,
                }
            });
        }
        if config.retention_ms >= 0 {
            self.delete_while(context, DeletionReason::Time, &mut deleted, |segment, _| {
                let age = context.now_ms.saturating_sub(segment.largest_timestamp());
                age > config.retention_ms
            });
        }
        deleted
    }

    /// Nothing below `offset` can be read any more (DeleteRecords); whole segments below it go at the next
    /// look of [retention](Self::delete_old_segments).
    pub fn delete_records(&mut self, offset: Offset) -> Result<Offset, OffsetOutOfRange> {
        self.maybe_increment_log_start_offset(offset)?;
        Ok(self.log_start_offset)
    }

    fn delete_while(
        &mut self,
        context: LogContext<'_>,
        reason: DeletionReason,
        deleted: &mut Vec<DeletedSegment>,
        mut is_deletable: impl FnMut(&Segment, Option<&Segment>) -> bool,
    ) {
        let earlier = self.earlier_segments().len();
        let mut count = 0;
        while count <= earlier {
            let segment = self.nth_segment(count);
            let next = (count < earlier).then(|| self.nth_segment(count + 1));
            let upper = next.map_or(self.log_end_offset, Segment::base_offset);
            let is_empty_active = next.is_none() && segment.size() == 0;
            if self.high_watermark < upper || is_empty_active || !is_deletable(segment, next) {
                break;
            }
            deleted.push(DeletedSegment {
                base_offset: segment.base_offset(),
                size: segment.size(),
                largest_timestamp: segment.largest_timestamp(),
                reason,
            });
            count += 1;
        }
        if count == 0 {
            return;
        }
        if count > earlier {
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
