//! When a segment takes no more (`LogSegment.shouldRoll`): asked before each append.

use super::Segment;
use crate::bytes::Reader;
use crate::kafka::{Offset, Timestamp};
use crate::log::LogContext;

/// Why a new segment begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RollReason {
    /// The batch would make it larger than `segment.bytes`.
    Size,
    /// The batch is later than its first one by more than `segment.ms`.
    Time,
    /// There is no room for another entry of the offset index.
    OffsetIndexFull,
    /// There is no room for another entry of the time index but the last one.
    TimeIndexFull,
    /// The batch's offset is too far from the base offset.
    OffsetRange,
}

/// What a segment is asked to take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollBatch {
    /// Its bytes.
    pub size: u64,
    /// Its largest timestamp.
    pub max_timestamp: Timestamp,
    /// Its last offset.
    pub last_offset: Offset,
}

/// Where the largest timestamp of a segment's first batch lies in its file.
const FIRST_MAX_TIMESTAMP: u64 = 35;

impl Segment {
    /// Whether a new segment has to begin with this batch, and why.
    #[must_use]
    pub fn should_roll(&self, context: LogContext<'_>, batch: RollBatch) -> Option<RollReason> {
        let config = context.config;
        // Positions have 31 bits, whatever the setting says.
        let size_max = config.segment_bytes.min(i32::MAX.cast_unsigned());
        if self.size() + batch.size > u64::from(size_max) {
            return Some(RollReason::Size);
        }
        if self.size() > 0 {
            let time_max = config.segment_ms_max() - config.segment_jitter(self.base_offset);
            if self.time_waited_for_roll(context.now_ms, batch.max_timestamp) > time_max {
                return Some(RollReason::Time);
            }
        }
        if let Some(indexes) = &self.indexes {
            if indexes.offset_index.is_full() {
                return Some(RollReason::OffsetIndexFull);
            }
            if indexes.time_index.is_full() {
                return Some(RollReason::TimeIndexFull);
            }
        }
        if self.offset_delta(batch.last_offset).is_none() {
            return Some(RollReason::OffsetRange);
        }
        None
    }

    /// How much later than the first batch another one is: by the records' own time, or, if the
    /// first batch has none, by the clock since the segment was created.
    fn time_waited_for_roll(&self, now_ms: Timestamp, max_timestamp: Timestamp) -> i64 {
        match self.first_batch_timestamp() {
            Some(first) if first >= 0 => max_timestamp.saturating_sub(first),
            _ => {
                let created_ms = self.indexes.as_ref().map_or(now_ms, |own| own.created_ms);
                now_ms.saturating_sub(created_ms)
            }
        }
    }

    /// The largest timestamp of the first batch; `None` without a batch.
    #[must_use]
    pub fn first_batch_timestamp(&self) -> Option<Timestamp> {
        let bytes = self
            .file
            .read_at(FIRST_MAX_TIMESTAMP, size_of::<Timestamp>());
        Reader::new(&bytes).read_i64().ok()
    }
}
