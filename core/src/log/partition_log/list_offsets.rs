//! The offset of a time, and the offsets that have names (ListOffsets; `UnifiedLog.fetchOffsetByTimestamp`).

use super::PartitionLog;
use crate::kafka::{LeaderEpoch, NO_LEADER_EPOCH, NO_OFFSET, NO_TIMESTAMP, Offset, Timestamp};
use crate::log::{FoundRecord, LookupStep, Segment};

/// The end of what a client may read (`ListOffsetsRequest.LATEST_TIMESTAMP`).
pub const LATEST_TIMESTAMP: Timestamp = -1;

/// The log start offset (`EARLIEST_TIMESTAMP`).
pub const EARLIEST_TIMESTAMP: Timestamp = -2;

/// The record with the largest timestamp (`MAX_TIMESTAMP`; KIP-734, since 3.0).
pub const MAX_TIMESTAMP: Timestamp = -3;

/// The first offset on the local disk (`EARLIEST_LOCAL_TIMESTAMP`; KIP-405).
pub const EARLIEST_LOCAL_TIMESTAMP: Timestamp = -4;

/// The last offset in tiered storage, of which there is none here (`LATEST_TIERED_TIMESTAMP`; KIP-1005).
pub const LATEST_TIERED_TIMESTAMP: Timestamp = -5;

/// The answer: an offset with its time and leader epoch, -1 where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ListedOffset {
    /// The record's time.
    pub timestamp: Timestamp,
    /// Its offset.
    pub offset: Offset,
    /// The epoch of the leader that appended it first.
    pub leader_epoch: LeaderEpoch,
}

impl PartitionLog {
    /// The first record, in the order of offsets, that is new enough within the first segment that has
    /// such a one; or what a negative number stands for.
    ///
    /// `end` is how far whoever asks may read: the log end offset for a replica, the high watermark or
    /// the last stable offset for a client, to whom nothing from there on is told.
    #[must_use]
    pub fn list_offset(
        &self,
        timestamp: Timestamp,
        end: Offset,
        visit: impl FnMut(LookupStep),
    ) -> Option<ListedOffset> {
        let epoch = |found: Option<LeaderEpoch>| found.unwrap_or(NO_LEADER_EPOCH);
        let named = |offset, leader_epoch| {
            Some(ListedOffset {
                timestamp: NO_TIMESTAMP,
                offset,
                leader_epoch,
            })
        };
        match timestamp {
            LATEST_TIMESTAMP => named(end, epoch(self.epoch_cache.latest_epoch())),
            EARLIEST_TIMESTAMP | EARLIEST_LOCAL_TIMESTAMP => {
                let start = self.log_start_offset;
                named(start, epoch(self.epoch_cache.epoch_for_offset(start)))
            }
            LATEST_TIERED_TIMESTAMP => named(NO_OFFSET, NO_LEADER_EPOCH),
            MAX_TIMESTAMP => self.max_timestamp_record(),
            _ => {
                let mut segments = self.segments();
                let segment = segments.find(|segment| segment.largest_timestamp() >= timestamp)?;
                let start = self.log_start_offset;
                segment
                    .find_offset_by_timestamp(timestamp, start, visit)
                    .map(ListedOffset::from)
            }
        }
        .filter(|found| found.offset < end || timestamp < 0 && timestamp != MAX_TIMESTAMP)
    }

    /// The first record that has the largest timestamp of all, in the first segment that has it.
    fn max_timestamp_record(&self) -> Option<ListedOffset> {
        let largest = self.segments().map(Segment::max_timestamp).max()?;
        let mut segments = self.segments();
        let segment = segments.find(|segment| segment.max_timestamp() == largest)?;
        let start = self.log_start_offset;
        segment
            .find_offset_by_timestamp(largest, start, |_| {})
            .map(ListedOffset::from)
    }
}

impl From<FoundRecord> for ListedOffset {
    fn from(found: FoundRecord) -> Self {
        Self {
            timestamp: found.timestamp,
            offset: found.offset,
            leader_epoch: found.leader_epoch,
        }
    }
}
