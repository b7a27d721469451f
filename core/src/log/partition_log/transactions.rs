//! Transactions as one log sees them (KIP-98): markers, the last stable offset, and what a reader of
//! committed records is told.

use super::{
    AppendError, Appended, LeaderAppend, NewRecord, OffsetOutOfRange, PartitionLog, ReadLimit,
    Slice,
};
use crate::kafka::{LeaderEpoch, Offset, ProducerEpoch, ProducerId, Timestamp};
use crate::log::{AbortedTransaction, LogContext, OffsetPosition};
use crate::record::{Attributes, ControlRecord, EndTransactionMarker};
use alloc::vec::Vec;

/// What a transaction coordinator has a partition's leader write at the end of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Marker {
    /// Whose transaction ends.
    pub producer_id: ProducerId,
    /// The producer's epoch.
    pub producer_epoch: ProducerEpoch,
    /// Whether it is committed; else it is aborted.
    pub is_commit: bool,
    /// The epoch of the coordinator.
    pub coordinator_epoch: i32,
    /// When it was written.
    pub timestamp: Timestamp,
}

impl PartitionLog {
    /// Appends a control batch that ends a transaction.
    pub fn append_marker(
        &mut self,
        context: LogContext<'_>,
        marker: &Marker,
        leader_epoch: LeaderEpoch,
    ) -> Result<Appended, AppendError> {
        let control = if marker.is_commit {
            ControlRecord::Commit
        } else {
            ControlRecord::Abort
        };
        let coordinator_epoch = marker.coordinator_epoch;
        let value = EndTransactionMarker { coordinator_epoch }.to_value();
        let records = [NewRecord {
            timestamp: marker.timestamp,
            key: Some(&control.to_key()),
            value: Some(&value),
            headers: &[],
        }];
        let append = LeaderAppend {
            producer_id: marker.producer_id,
            producer_epoch: marker.producer_epoch,
            attributes: Attributes::default().transactional().control(),
            ..LeaderAppend::new(&records)
        };
        self.append_as_leader(context, &append, leader_epoch)
    }

    /// Below it everything is decided and committed (LSO): the high watermark, or where the earliest
    /// transaction begins that is open or whose marker is not below the high watermark.
    #[must_use]
    pub fn last_stable_offset(&self) -> Offset {
        let high_watermark = self.high_watermark;
        match self.producer_states.first_unstable_offset(high_watermark) {
            Some(unstable) => high_watermark.min(unstable.max(self.log_start_offset)),
            None => high_watermark,
        }
    }

    /// What a reader of committed records takes from `start_offset`, and the aborted transactions that
    /// it has to leave out of that.
    pub fn read_committed(
        &self,
        start_offset: Offset,
        limit: ReadLimit,
    ) -> Result<(Slice, Vec<AbortedTransaction>), OffsetOutOfRange> {
        let max = self.offset_metadata(self.last_stable_offset());
        let slice = self.slice(start_offset, max, limit)?;
        let mut aborted = Vec::new();
        if slice.size > 0 {
            let number = self.segment_number(slice.start.segment_base_offset);
            let upper_bound = self.upper_bound(number, &slice);
            aborted = self.aborted_transactions(start_offset, upper_bound);
        }
        Ok((slice, aborted))
    }

    /// The aborted transactions that overlap the offsets from `from` to below `to`.
    #[must_use]
    pub fn aborted_transactions(&self, from: Offset, to: Offset) -> Vec<AbortedTransaction> {
        let mut aborted = Vec::new();
        for segment in self.segments().skip(self.segment_number(from)) {
            let is_all = segment
                .transaction_index()
                .is_some_and(|index| index.collect_aborted(from, to, &mut aborted));
            if is_all {
                break;
            }
        }
        aborted
    }

    /// No offset from here on is in the slice: the next index entry behind it, the next segment, or the log's end.
    fn upper_bound(&self, number: usize, slice: &Slice) -> Offset {
        let start = OffsetPosition {
            offset: slice.start.message_offset,
            position: slice.start.relative_position_in_segment as i32,
        };
        let size = i32::try_from(slice.size).unwrap_or(i32::MAX);
        let index = self.nth_segment(number).offset_index();
        let entry = index.and_then(|index| index.fetch_upper_bound_offset(start, size));
        let next_segment =
            || (number < self.earlier_segments().len()).then(|| self.nth_segment(number + 1));
        match (entry, next_segment()) {
            (Some(entry), _) => entry.offset,
            (None, Some(segment)) => segment.base_offset(),
            (None, None) => self.log_end_offset,
        }
    }
}
