//! Appending, as a leader and as a follower.

use super::PartitionLog;
use crate::kafka::{
    LeaderEpoch, NO_PRODUCER_EPOCH, NO_PRODUCER_ID, NO_SEQUENCE, Offset, ProducerEpoch, ProducerId,
    Sequence, Timestamp,
};
use crate::log::{InvalidEpochEntry, ProducerError, SegmentOverflow, Sequencing};
use crate::record::{
    Attributes, BatchError, BatchHeader, BatchView, Batches, EncodeError, Header, Record, encode,
    increment_sequence,
};
use alloc::borrow::Cow;
use core::error::Error;
use core::fmt;

/// One batch to append: what a produce request holds for one partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeaderAppend<'a> {
    /// The records, at least one.
    pub records: &'a [NewRecord<'a>],
    /// The idempotent producer, or -1.
    pub producer_id: ProducerId,
    /// Its epoch, or -1.
    pub producer_epoch: ProducerEpoch,
    /// The sequence of the first record, or -1; also -1 for a control batch.
    pub base_sequence: Sequence,
    /// Whether it is part of a transaction, or a control batch.
    pub attributes: Attributes,
    /// The broker's time, if it stamps the records (`message.timestamp.type=LogAppendTime`).
    pub log_append_time: Option<Timestamp>,
}

/// A record to append.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NewRecord<'a> {
    /// The producer's time.
    pub timestamp: Timestamp,
    /// The key.
    pub key: Option<&'a [u8]>,
    /// The value.
    pub value: Option<&'a [u8]>,
    /// The headers.
    pub headers: &'a [Header<'a>],
}

/// Where a leader's append is in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Appended {
    /// The offset of its first record.
    pub first_offset: Offset,
    /// The offset of its last record.
    pub last_offset: Offset,
    /// Whether it was there already: nothing was appended, a retry is answered as the first time.
    pub is_duplicate: bool,
}

/// Why nothing was appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AppendError {
    /// A batch without records.
    NoRecords,
    /// A batch of an idempotent producer without a sequence.
    NoSequence {
        /// The batch's first sequence.
        base_sequence: Sequence,
    },
    /// The producer's batch is out of its order, or the producer is fenced.
    Producer(ProducerError),
    /// The batch cannot be written as bytes.
    Encode(EncodeError),
    /// A batch from the leader is corrupt; positions count from the first byte of the append.
    Batch(BatchError),
    /// A batch from the leader starts below the end of this log, or ends before it starts.
    UnexpectedOffset {
        /// The lowest offset the batch may start at.
        expected: Offset,
        /// Where it starts.
        base_offset: Offset,
        /// Where it ends.
        last_offset: Offset,
    },
    /// No leader has this epoch.
    LeaderEpoch(InvalidEpochEntry),
    /// The segment is full.
    Segment(SegmentOverflow),
}

impl PartitionLog {
    /// Appends a batch as the leader of `leader_epoch`, at the end of the log.
    ///
    /// A retry of one of its producer's last five batches is found and not appended again.
    pub fn append_as_leader(
        &mut self,
        append: &LeaderAppend<'_>,
        leader_epoch: LeaderEpoch,
    ) -> Result<Appended, AppendError> {
        let first_offset = self.log_end_offset;
        let header = append.header(first_offset, leader_epoch)?;
        let bytes = encode(&header, append.encoded_records(header.base_timestamp))?;
        self.epoch_cache.assign(leader_epoch, first_offset)?;
        if let Sequencing::Duplicate(batch) = self.check_producer(&header)? {
            return Ok(Appended {
                first_offset: batch.first_offset,
                last_offset: batch.last_offset,
                is_duplicate: true,
            });
        }
        let last_offset = first_offset.saturating_add(i64::from(header.last_offset_delta));
        self.check_room(self.segment.size(), bytes.len(), last_offset)?;
        self.append_batch(&BatchView::read(&bytes, self.segment.size())?)?;
        Ok(Appended {
            first_offset,
            last_offset,
            is_duplicate: false,
        })
    }

    /// Appends the batches that a leader stored, byte for byte, and answers the new end of the log.
    ///
    /// All of it is checked before any of it is stored; an incomplete batch at the end is left out.
    /// Offsets may have gaps, where the leader's log was compacted, but never go back.
    pub fn append_as_follower(&mut self, bytes: &[u8]) -> Result<Offset, AppendError> {
        let mut expected = self.log_end_offset;
        let mut size = self.segment.size();
        for batch in Batches::new(bytes, 0) {
            let batch = batch?;
            batch.check_crc()?;
            let (base_offset, last_offset) = (batch.base_offset(), batch.last_offset());
            if base_offset < expected || last_offset < base_offset {
                return Err(AppendError::UnexpectedOffset {
                    expected,
                    base_offset,
                    last_offset,
                });
            }
            let epoch = batch.partition_leader_epoch();
            if epoch < 0 {
                return Err(InvalidEpochEntry::new(epoch, base_offset).into());
            }
            size = self.check_room(size, batch.size(), last_offset)?;
            expected = batch.next_offset();
        }
        for batch in Batches::new(bytes, 0).flatten() {
            self.append_batch(&batch)?;
        }
        Ok(self.log_end_offset)
    }

    fn append_batch(&mut self, batch: &BatchView<'_>) -> Result<(), AppendError> {
        self.epoch_cache
            .assign(batch.partition_leader_epoch(), batch.base_offset())?;
        self.segment.append(batch.bytes(), batch.last_offset())?;
        self.log_end_offset = batch.next_offset();
        self.producer_states.update(batch);
        Ok(())
    }

    fn check_room(
        &self,
        size: u64,
        batch_size: usize,
        last_offset: Offset,
    ) -> Result<u64, SegmentOverflow> {
        let size = size + batch_size as u64;
        self.segment.check_range(size, last_offset)?;
        // The log's end is one further than its last record.
        match last_offset.checked_add(1) {
            Some(_) => Ok(size),
            None => Err(self.segment.overflow(size, last_offset)),
        }
    }

    fn check_producer(&self, header: &BatchHeader) -> Result<Sequencing, AppendError> {
        let (producer_id, producer_epoch) = (header.producer_id, header.producer_epoch);
        let states = &self.producer_states;
        if producer_id <= NO_PRODUCER_ID {
            Ok(Sequencing::InSequence)
        } else if header.attributes.is_control() {
            states.check_epoch(producer_id, producer_epoch)?;
            Ok(Sequencing::InSequence)
        } else {
            let base_sequence = header.base_sequence;
            let last_sequence = increment_sequence(base_sequence, header.last_offset_delta);
            Ok(states.check(producer_id, producer_epoch, base_sequence, last_sequence)?)
        }
    }
}

impl<'a> LeaderAppend<'a> {
    /// Records of a producer that is not idempotent, with their own timestamps.
    #[must_use]
    pub const fn new(records: &'a [NewRecord<'a>]) -> Self {
        Self {
            records,
            producer_id: NO_PRODUCER_ID,
            producer_epoch: NO_PRODUCER_EPOCH,
            base_sequence: NO_SEQUENCE,
            attributes: Attributes(0),
            log_append_time: None,
        }
    }

    fn header(
        &self,
        base_offset: Offset,
        partition_leader_epoch: LeaderEpoch,
    ) -> Result<BatchHeader, AppendError> {
        let Some((first, rest)) = self.records.split_first() else {
            return Err(AppendError::NoRecords);
        };
        let is_idempotent = self.producer_id > NO_PRODUCER_ID;
        if is_idempotent && self.base_sequence < 0 && !self.attributes.is_control() {
            let base_sequence = self.base_sequence;
            return Err(AppendError::NoSequence { base_sequence });
        }
        let size = self.records.len() as u64;
        let last_offset_delta =
            i32::try_from(rest.len()).map_err(|_| EncodeError::TooLarge { size })?;
        let max_timestamp = rest.iter().fold(first.timestamp, |max_timestamp, record| {
            max_timestamp.max(record.timestamp)
        });
        let (attributes, max_timestamp) = match self.log_append_time {
            Some(now) => (self.attributes.log_append_time(), now),
            None => (self.attributes, max_timestamp),
        };
        Ok(BatchHeader {
            base_offset,
            partition_leader_epoch,
            attributes,
            last_offset_delta,
            base_timestamp: first.timestamp,
            max_timestamp,
            producer_id: self.producer_id,
            producer_epoch: self.producer_epoch,
            base_sequence: self.base_sequence,
        })
    }

    fn encoded_records(
        &self,
        base_timestamp: Timestamp,
    ) -> impl Iterator<Item = Record<'a>> + Clone + use<'a> {
        let records = self.records.iter().zip(0..);
        records.map(move |(record, offset_delta)| Record {
            attributes: 0,
            timestamp_delta: record.timestamp.wrapping_sub(base_timestamp),
            offset_delta,
            key: record.key,
            value: record.value,
            headers: Cow::Borrowed(record.headers),
        })
    }
}

impl From<ProducerError> for AppendError {
    fn from(error: ProducerError) -> Self {
        Self::Producer(error)
    }
}

impl From<EncodeError> for AppendError {
    fn from(error: EncodeError) -> Self {
        Self::Encode(error)
    }
}

impl From<BatchError> for AppendError {
    fn from(error: BatchError) -> Self {
        Self::Batch(error)
    }
}

impl From<InvalidEpochEntry> for AppendError {
    fn from(error: InvalidEpochEntry) -> Self {
        Self::LeaderEpoch(error)
    }
}

impl From<SegmentOverflow> for AppendError {
    fn from(error: SegmentOverflow) -> Self {
        Self::Segment(error)
    }
}

impl fmt::Display for AppendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRecords => f.write_str("a batch without records"),
            Self::NoSequence { base_sequence } => write!(f, "base sequence {base_sequence}"),
            Self::Producer(error) => error.fmt(f),
            Self::Encode(error) => error.fmt(f),
            Self::Batch(error) => error.fmt(f),
            Self::UnexpectedOffset {
                expected,
                base_offset,
                last_offset,
            } => write!(
                f,
                "a batch of offsets {base_offset} to {last_offset}, expected from {expected} on"
            ),
            Self::LeaderEpoch(error) => error.fmt(f),
            Self::Segment(error) => error.fmt(f),
        }
    }
}

impl Error for AppendError {}
