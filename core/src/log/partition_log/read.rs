//! Reading: batches for a fetch, records for whoever looks.

use super::{OffsetOutOfRange, PartitionLog};
use crate::kafka::{LeaderEpoch, Offset, ProducerEpoch, ProducerId, Sequence, Timestamp};
use crate::log::Segment;
use crate::record::{Attributes, BatchError, BatchView, Batches, Headers, RecordView};
use alloc::rc::Rc;

/// How much a fetch takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReadLimit {
    /// That many bytes: the last batch may be cut, as Kafka does it.
    Bytes {
        /// How many (`max.partition.fetch.bytes`, `replica.fetch.max.bytes`).
        max_bytes: usize,
        /// Whether the first batch comes whole even if it is larger (KIP-74).
        min_one_message: bool,
    },
    /// Whole batches with that many records together, but the first batch in any case.
    Records(u64),
}

/// An offset and where its batch lies, as far as that is known (`LogOffsetMetadata`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OffsetMetadata {
    /// The offset.
    pub message_offset: Offset,
    /// The base offset of its segment; -1 if that is not known.
    pub segment_base_offset: Offset,
    /// The position in the segment's file; -1 if that is not known.
    pub relative_position_in_segment: i64,
}

/// What a read takes of a segment's file; nothing if there is nothing to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slice {
    /// Where it was read.
    pub start: OffsetMetadata,
    /// How many bytes.
    pub size: u64,
    /// Whether not even the first batch is whole.
    pub first_entry_incomplete: bool,
}

/// What a fetch got: the bytes of batches just as they are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchData {
    /// Where they lie in their file.
    pub position: u64,
    /// The batches, copied once: they stay what they are, whatever becomes of the log.
    pub bytes: Rc<[u8]>,
    /// The offset after the last batch that is whole.
    pub next_offset: Offset,
    /// Whether not even the first batch is whole.
    pub first_entry_incomplete: bool,
}

/// A record with what its batch says about it.
#[derive(Clone, Debug)]
pub struct LogRecord<'a> {
    /// The record's offset.
    pub offset: Offset,
    /// The epoch of the leader that appended it first.
    pub leader_epoch: LeaderEpoch,
    /// Its time.
    pub timestamp: Timestamp,
    /// Its key.
    pub key: Option<&'a [u8]>,
    /// Its value.
    pub value: Option<&'a [u8]>,
    /// Its headers.
    pub headers: Headers<'a>,
    /// Its idempotent producer, or -1.
    pub producer_id: ProducerId,
    /// The producer's epoch, or -1.
    pub producer_epoch: ProducerEpoch,
    /// The producer's number for it, or -1.
    pub sequence: Sequence,
    /// What kind of batch it is in.
    pub attributes: Attributes,
}

impl PartitionLog {
    /// Reads batches from that with `start_offset` on, as far as they end below `max_offset`.
    ///
    /// A follower reads to the log end offset, a consumer to the high watermark. `None` if nothing
    /// can be read there yet, which is no error up to the log's end. The first batch may begin before
    /// `start_offset`: whoever asked skips those records.
    pub fn read(
        &self,
        start_offset: Offset,
        max_offset: Offset,
        limit: ReadLimit,
    ) -> Result<Option<FetchData>, OffsetOutOfRange> {
        let slice = self.slice(start_offset, self.offset_metadata(max_offset), limit)?;
        if slice.size == 0 {
            return Ok(None);
        }
        let segment = self.nth_segment(self.segment_number(slice.start.segment_base_offset));
        let position = slice.start.relative_position_in_segment.unsigned_abs();
        let whole = segment.whole_batches_below(position + slice.size);
        Ok(Some(FetchData {
            position,
            bytes: segment
                .file()
                .copy_of(position, usize::try_from(slice.size).unwrap_or(usize::MAX)),
            next_offset: match whole.checked_sub(1) {
                Some(last) if !slice.first_entry_incomplete => {
                    segment.last_offset(last).saturating_add(1)
                }
                _ => start_offset,
            },
            first_entry_incomplete: slice.first_entry_incomplete,
        }))
    }

    /// What a read from `start_offset` to below `max` takes, and of which segment (`LocalLog.read`).
    ///
    /// Where `max` does not say how far its segment may be read, nothing is taken.
    pub fn slice(
        &self,
        start_offset: Offset,
        max: OffsetMetadata,
        limit: ReadLimit,
    ) -> Result<Slice, OffsetOutOfRange> {
        if start_offset < self.log_start_offset || start_offset > self.log_end_offset {
            return Err(OffsetOutOfRange {
                offset: start_offset,
                offset_min: self.log_start_offset,
                offset_max: self.log_end_offset,
            });
        }
        if start_offset >= max.message_offset {
            let start = if start_offset == max.message_offset {
                max
            } else {
                self.offset_metadata(start_offset)
            };
            return Ok(Slice::empty(start));
        }
        let mut number = self.segment_number(start_offset);
        loop {
            let segment = self.nth_segment(number);
            let first = segment.lookup(start_offset);
            if first < segment.batch_count() {
                return Ok(slice_of(segment, first, start_offset, max, limit));
            }
            if number >= self.earlier_segments().len() {
                return Ok(Slice::empty(self.offset_metadata(self.log_end_offset)));
            }
            number += 1;
        }
    }

    /// Where an offset's batch lies, or would lie if it were the next one.
    #[must_use]
    pub fn offset_metadata(&self, offset: Offset) -> OffsetMetadata {
        let segment = self.nth_segment(self.segment_number(offset));
        let batch = segment.lookup(offset);
        OffsetMetadata {
            message_offset: offset,
            segment_base_offset: segment.base_offset(),
            relative_position_in_segment: segment.batch_range(batch).start.cast_signed(),
        }
    }
}

/// What is taken of a segment from batch number `first` on.
fn slice_of(
    segment: &Segment,
    first: usize,
    start_offset: Offset,
    max: OffsetMetadata,
    limit: ReadLimit,
) -> Slice {
    let range = segment.batch_range(first);
    let start = OffsetMetadata {
        message_offset: start_offset,
        segment_base_offset: segment.base_offset(),
        relative_position_in_segment: range.start.cast_signed(),
    };
    let visible_end = if segment.base_offset() < max.segment_base_offset {
        segment.size()
    } else if segment.base_offset() == max.segment_base_offset {
        u64::try_from(max.relative_position_in_segment).unwrap_or(0)
    } else {
        0
    };
    let end = match limit {
        ReadLimit::Bytes {
            max_bytes,
            min_one_message,
        } => {
            let size_min = if min_one_message {
                range.end - range.start
            } else {
                0
            };
            range.start.saturating_add((max_bytes as u64).max(size_min))
        }
        ReadLimit::Records(records_max) => end_of_records(segment, first, records_max),
    };
    let end = end.min(visible_end).min(segment.size());
    Slice {
        start,
        size: end.saturating_sub(range.start),
        first_entry_incomplete: end < range.end,
    }
}

/// Where the batches from number `first` on end that have no more than `records_max` records.
fn end_of_records(segment: &Segment, first: usize, records_max: u64) -> u64 {
    let mut records = 0;
    let mut end = segment.batch_range(first).end;
    for index in first..segment.batch_count() {
        records += segment.records_count(index);
        if index > first && records > records_max {
            break;
        }
        end = segment.batch_range(index).end;
        if records >= records_max {
            break;
        }
    }
    end
}

impl Slice {
    /// Nothing, from there.
    const fn empty(start: OffsetMetadata) -> Self {
        Self {
            start,
            size: 0,
            first_entry_incomplete: false,
        }
    }
}

impl FetchData {
    /// The batches that are whole.
    #[must_use]
    pub fn batches(&self) -> Batches<'_> {
        Batches::new(&self.bytes, self.position)
    }

    /// The records of the batches that are whole; those before the offset asked for included.
    pub fn records(&self) -> impl Iterator<Item = Result<LogRecord<'_>, BatchError>> {
        self.batches().flat_map(|batch| {
            let opened = batch.and_then(|batch| Ok((batch, batch.records()?)));
            let (records, error) = match opened {
                Ok(opened) => (Some(opened), None),
                Err(error) => (None, Some(Err(error))),
            };
            let records = records.into_iter().flat_map(|(batch, records)| {
                records.map(move |record| record.map(|record| LogRecord::new(&batch, record)))
            });
            error.into_iter().chain(records)
        })
    }
}

impl<'a> LogRecord<'a> {
    fn new(batch: &BatchView<'a>, record: RecordView<'a>) -> Self {
        Self {
            offset: record.offset,
            leader_epoch: batch.partition_leader_epoch(),
            timestamp: record.timestamp,
            key: record.key,
            value: record.value,
            headers: record.headers,
            producer_id: batch.producer_id(),
            producer_epoch: batch.producer_epoch(),
            sequence: record.sequence,
            attributes: batch.attributes(),
        }
    }
}
