//! What tells one stored batch from another, without reading its records.

use super::Segment;
use crate::kafka::{LeaderEpoch, Offset};
use crate::record::BatchView;

/// Where a batch stands and what is in it: two replicas agree on a batch if their stamps are equal.
///
/// The checksum covers everything but base offset and leader epoch, which stand beside it here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BatchStamp {
    /// Offset of its first record.
    pub base_offset: Offset,
    /// Offset of its last record.
    pub last_offset: Offset,
    /// The epoch of the leader that appended it first.
    pub leader_epoch: LeaderEpoch,
    /// Its checksum.
    pub crc: u32,
}

impl Segment {
    /// The stamp of batch number `index`; `None` beyond the last.
    #[must_use]
    pub fn stamp(&self, index: usize) -> Option<BatchStamp> {
        if index >= self.batch_count() {
            return None;
        }
        let range = self.batch_range(index);
        let length = usize::try_from(range.end - range.start).ok()?;
        let bytes = self.file().read_at(range.start, length);
        let batch = BatchView::read(&bytes, range.start).ok()?;
        Some(BatchStamp {
            base_offset: batch.base_offset(),
            last_offset: self.last_offset(index),
            leader_epoch: batch.partition_leader_epoch(),
            crc: batch.crc(),
        })
    }
}
