//! Reading: batches for a fetch, records for whoever looks.

use super::{OffsetOutOfRange, PartitionLog};
use crate::kafka::{LeaderEpoch, Offset, ProducerEpoch, ProducerId, Sequence, Timestamp};
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
        if start_offset < self.log_start_offset || start_offset > self.log_end_offset {
            return Err(OffsetOutOfRange {
                offset: start_offset,
                offset_min: self.log_start_offset,
                offset_max: self.log_end_offset,
            });
        }
        if start_offset >= max_offset {
            return Ok(None);
        }
        let segment = &self.segment;
        let first = segment.lookup(start_offset);
        let first_range = segment.batch_range(first);
        let visible_end = segment.batch_range(segment.lookup(max_offset)).start;
        let end = match limit {
            ReadLimit::Bytes {
                max_bytes,
                min_one_message,
            } => {
                let first_size = first_range.end - first_range.start;
                let size_min = if min_one_message { first_size } else { 0 };
                let size = (max_bytes as u64).max(size_min);
                first_range.start.saturating_add(size)
            }
            ReadLimit::Records(records_max) => self.end_of_records(first, records_max),
        };
        let end = end.min(visible_end);
        let Some(size) = end.checked_sub(first_range.start).filter(|size| *size > 0) else {
            return Ok(None);
        };
        let whole = segment.whole_batches_below(end);
        Ok(Some(FetchData {
            position: first_range.start,
            bytes: segment.file().copy_of(
                first_range.start,
                usize::try_from(size).unwrap_or(usize::MAX),
            ),
            next_offset: match whole.checked_sub(1) {
                Some(last) if last >= first => segment.last_offset(last).saturating_add(1),
                _ => start_offset,
            },
            first_entry_incomplete: whole <= first,
        }))
    }

    /// Where the batches from number `first` on end that have no more than `records_max` records.
    fn end_of_records(&self, first: usize, records_max: u64) -> u64 {
        let mut records = 0;
        let mut end = self.segment.batch_range(first).end;
        for index in first..self.segment.batch_count() {
            records += self.segment.records_count(index);
            if index > first && records > records_max {
                break;
            }
            end = self.segment.batch_range(index).end;
            if records >= records_max {
                break;
            }
        }
        end
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
