//! Finding an offset, or a time, as Kafka does it: an index entry, then batch after batch from there
//! (`LogSegment.translateOffset`, `LogSegment.findOffsetByTimestamp`).
//!
//! Each step is told to whoever asks. A read of the log takes the same batch from the segment's list of
//! its batches, which needs no step at all.

use super::{BatchEntry, Segment, batch_bytes};
use crate::kafka::{LeaderEpoch, Offset, Timestamp};
use crate::log::{Comparison, OffsetPosition, TimestampOffset};
use crate::record::BatchView;
use core::ops::Range;

/// One step of a lookup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LookupStep {
    /// The offset index: an entry is compared.
    OffsetIndex(Comparison),
    /// The time index: an entry is compared.
    TimeIndex(Comparison),
    /// What the time index says.
    TimeEntry(TimestampOffset),
    /// What the offset index says: reading begins there.
    OffsetEntry(OffsetPosition),
    /// A batch's header is read.
    Batch {
        /// Its bytes in the file.
        range: Range<u64>,
        /// Its last offset.
        last_offset: Offset,
    },
}

/// A record found by its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoundRecord {
    /// Its time.
    pub timestamp: Timestamp,
    /// Its offset.
    pub offset: Offset,
    /// The epoch of the leader that appended it first.
    pub leader_epoch: LeaderEpoch,
}

impl Segment {
    /// The bytes of the first batch that ends at `offset` or beyond, found by index and scan.
    pub fn translate_offset(
        &self,
        offset: Offset,
        mut visit: impl FnMut(LookupStep),
    ) -> Option<Range<u64>> {
        let start = self.index_entry(offset, &mut visit);
        let mut index = self.batch_at(start);
        while let Some(last_offset) = self.batches.get(index).map(|own| self.last_offset_of(own)) {
            let range = self.batch_range(index);
            visit(LookupStep::Batch {
                range: range.clone(),
                last_offset,
            });
            if last_offset >= offset {
                return Some(range);
            }
            index += 1;
        }
        None
    }

    /// The first record, in the order of offsets, that has `timestamp` or a later one and lies at
    /// `starting_offset` or beyond.
    pub fn find_offset_by_timestamp(
        &self,
        timestamp: Timestamp,
        starting_offset: Offset,
        mut visit: impl FnMut(LookupStep),
    ) -> Option<FoundRecord> {
        let mut offset = starting_offset;
        if let Some(indexes) = &self.indexes {
            let steps = |comparison| visit(LookupStep::TimeIndex(comparison));
            let entry = indexes.time_index.lookup_with(timestamp, steps);
            visit(LookupStep::TimeEntry(entry));
            offset = offset.max(entry.offset);
        }
        let start = self.index_entry(offset, &mut visit);
        for index in self.batch_at(start)..self.batch_count() {
            let range = self.batch_range(index);
            let bytes = batch_bytes(&self.file, range.start);
            let batch = BatchView::read(&bytes, range.start).ok()?;
            visit(LookupStep::Batch {
                range,
                last_offset: batch.last_offset(),
            });
            if batch.max_timestamp() < timestamp {
                continue;
            }
            let records = batch.records().into_iter().flatten();
            let found = records
                .flatten()
                .find(|record| record.timestamp >= timestamp && record.offset >= starting_offset);
            if let Some(record) = found {
                return Some(FoundRecord {
                    timestamp: record.timestamp,
                    offset: record.offset,
                    leader_epoch: batch.partition_leader_epoch(),
                });
            }
        }
        None
    }

    /// The number of the first batch that a reader looks at who begins with the index.
    pub(in crate::log) fn first_batch_to_read(&self, offset: Offset) -> usize {
        self.batch_at(self.index_entry(offset, &mut |_| {}))
    }

    fn index_entry(&self, offset: Offset, visit: &mut impl FnMut(LookupStep)) -> OffsetPosition {
        let start = OffsetPosition {
            offset: self.base_offset,
            position: 0,
        };
        let entry = self.indexes.as_ref().map_or(start, |indexes| {
            let steps = |comparison| visit(LookupStep::OffsetIndex(comparison));
            indexes.offset_index.lookup_with(offset, steps)
        });
        visit(LookupStep::OffsetEntry(entry));
        entry
    }

    /// The number of the first batch at the entry's position or behind it.
    fn batch_at(&self, entry: OffsetPosition) -> usize {
        let position = u32::try_from(entry.position).unwrap_or(0);
        self.batches
            .partition_point(|batch| batch.position < position)
    }

    const fn last_offset_of(&self, batch: &BatchEntry) -> Offset {
        self.base_offset
            .saturating_add(batch.last_offset_delta as Offset)
    }
}
