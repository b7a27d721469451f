//! Appending, as a leader and as a follower.

use super::PartitionLog;
use crate::kafka::{
    LeaderEpoch, NO_PRODUCER_EPOCH, NO_PRODUCER_ID, NO_SEQUENCE, NO_TIMESTAMP, Offset,
    ProducerEpoch, ProducerId, Sequence, Timestamp,
};
use crate::log::{
    InvalidEpochEntry, LogConfig, LogContext, ProducerError, RollBatch, RollReason,
    SegmentOverflow, Sequencing,
};
use crate::record::{
    Attributes, BatchError, BatchHeader, BatchView, Batches, EncodeError, Header, Record,
    TimestampType, encode, increment_sequence,
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
    /// Why a new segment began before it.
    pub rolled: Option<RollReason>,
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
    /// The batch is larger than the topic allows (MESSAGE_TOO_LARGE, 10).
    RecordTooLarge {
        /// Its size.
        size: u64,
        /// `max.message.bytes`.
        size_max: u32,
    },
    /// The batch is larger than a segment may be (RECORD_LIST_TOO_LARGE, 18).
    RecordBatchTooLarge {
        /// Its size.
        size: u64,
        /// `segment.bytes`.
        size_max: u32,
    },
    /// A record is too far from the broker's time (INVALID_TIMESTAMP, 32).
    InvalidTimestamp {
        /// The number of the record within its batch, from 0.
        record: usize,
        /// Its time.
        timestamp: Timestamp,
        /// The earliest that is allowed.
        timestamp_min: Timestamp,
        /// The latest.
        timestamp_max: Timestamp,
    },
    /// A record without key, in a compacted topic (INVALID_RECORD, 87).
    NoKey {
        /// The number of the record within its batch, from 0.
        record: usize,
    },
    /// A client sent a control batch, which only brokers write (INVALID_RECORD, 87).
    ControlBatch,
    /// A client's batch does not have as many records as offsets (INVALID_RECORD, 87).
    RecordsCount {
        /// Last offset minus base offset.
        last_offset_delta: i32,
        /// What the header says.
        records_count: i32,
    },
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
        context: LogContext<'_>,
        append: &LeaderAppend<'_>,
        leader_epoch: LeaderEpoch,
    ) -> Result<Appended, AppendError> {
        let first_offset = self.log_end_offset;
        let header = append.header(context, first_offset, leader_epoch)?;
        let bytes = encode(&header, append.encoded_records(header.base_timestamp))?;
        let size = bytes.len() as u64;
        let size_max = context.config.max_message_bytes;
        if size > u64::from(size_max) {
            return Err(AppendError::RecordTooLarge { size, size_max });
        }
        append.check_records(context)?;
        self.append_stamped(context, &BatchView::read(&bytes, 0)?)
    }

    /// Appends a batch that has everything that a leader gives it.
    pub(super) fn append_stamped(
        &mut self,
        context: LogContext<'_>,
        batch: &BatchView<'_>,
    ) -> Result<Appended, AppendError> {
        let first_offset = batch.base_offset();
        self.epoch_cache
            .assign(batch.partition_leader_epoch(), first_offset)?;
        self.check_room(context.config, batch)?;
        let rolled = self.maybe_roll(context, batch);
        if let Sequencing::Duplicate(batch) = self.check_producer(&batch.header())? {
            return Ok(Appended {
                first_offset: batch.first_offset,
                last_offset: batch.last_offset,
                is_duplicate: true,
                rolled,
            });
        }
        self.append_batch(context, batch)?;
        Ok(Appended {
            first_offset,
            last_offset: batch.last_offset(),
            is_duplicate: false,
            rolled,
        })
    }

    /// Appends the batches that a leader stored, byte for byte, and answers the new end of the log.
    ///
    /// All of it is checked before any of it is stored; an incomplete batch at the end is left out.
    /// Offsets may have gaps, where the leader's log was compacted, but never go back.
    pub fn append_as_follower(
        &mut self,
        context: LogContext<'_>,
        bytes: &[u8],
    ) -> Result<Offset, AppendError> {
        let mut expected = self.log_end_offset;
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
            self.check_room(context.config, &batch)?;
            expected = batch.next_offset();
        }
        for batch in Batches::new(bytes, 0).flatten() {
            self.maybe_roll(context, &batch);
            self.append_batch(context, &batch)?;
        }
        Ok(self.log_end_offset)
    }

    fn append_batch(
        &mut self,
        context: LogContext<'_>,
        batch: &BatchView<'_>,
    ) -> Result<(), AppendError> {
        self.epoch_cache
            .assign(batch.partition_leader_epoch(), batch.base_offset())?;
        self.segment.append(context, batch)?;
        self.log_end_offset = batch.next_offset();
        if let Some(aborted) = self.producer_states.update(batch) {
            self.segment.add_aborted(context, aborted);
        }
        if batch.attributes().is_control() {
            self.producer_states.forget_replicated(self.high_watermark);
        }
        Ok(())
    }

    /// Begins a new segment if the active one takes this batch no more; answers why.
    fn maybe_roll(&mut self, context: LogContext<'_>, batch: &BatchView<'_>) -> Option<RollReason> {
        let reason = self.segment.should_roll(
            context,
            RollBatch {
                size: batch.size() as u64,
                max_timestamp: batch.max_timestamp(),
                last_offset: batch.last_offset(),
            },
        );
        if reason.is_some() {
            self.roll_to(context, batch.base_offset());
        } else {
            // The question alone makes the index files appear.
            self.segment.use_indexes();
        }
        reason
    }

    /// Whether any segment could take the batch.
    fn check_room(&self, config: &LogConfig, batch: &BatchView<'_>) -> Result<(), AppendError> {
        let (size, size_max) = (batch.size() as u64, config.segment_bytes);
        if size > u64::from(size_max) {
            return Err(AppendError::RecordBatchTooLarge { size, size_max });
        }
        // The log's end is one further than its last record.
        match batch.last_offset().checked_add(1) {
            Some(_) => Ok(()),
            None => Err(self.segment.overflow(size, batch.last_offset()).into()),
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
        }
    }

    fn header(
        &self,
        context: LogContext<'_>,
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
        let (attributes, max_timestamp) = match context.config.message_timestamp_type {
            TimestampType::LogAppendTime => (self.attributes.log_append_time(), context.now_ms),
            TimestampType::CreateTime => (self.attributes, max_timestamp),
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

    /// What the topic demands of each record; markers are not asked.
    fn check_records(&self, context: LogContext<'_>) -> Result<(), AppendError> {
        if self.attributes.is_control() {
            return Ok(());
        }
        for (index, record) in self.records.iter().enumerate() {
            check_record(context, index, record.timestamp, record.key.is_some())?;
        }
        Ok(())
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

/// What the topic demands of one record: a key if it is compacted, a time that is not too far off.
pub(super) fn check_record(
    context: LogContext<'_>,
    record: usize,
    timestamp: Timestamp,
    has_key: bool,
) -> Result<(), AppendError> {
    let config = context.config;
    if config.cleanup_policy.compacts() && !has_key {
        return Err(AppendError::NoKey { record });
    }
    let now_ms = context.now_ms;
    let timestamp_min = now_ms.saturating_sub(config.message_timestamp_before_max_ms);
    let timestamp_max = now_ms.saturating_add(config.message_timestamp_after_max_ms);
    if config.message_timestamp_type == TimestampType::CreateTime
        && timestamp != NO_TIMESTAMP
        && !(timestamp_min..=timestamp_max).contains(&timestamp)
    {
        return Err(AppendError::InvalidTimestamp {
            record,
            timestamp,
            timestamp_min,
            timestamp_max,
        });
    }
    Ok(())
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
            Self::RecordTooLarge { size, size_max }
            | Self::RecordBatchTooLarge { size, size_max } => {
                write!(f, "a batch of {size} bytes, the most are {size_max}")
            }
            Self::InvalidTimestamp {
                record,
                timestamp,
                timestamp_min,
                timestamp_max,
            } => write!(
                f,
                "record {record}: timestamp {timestamp} is not in {timestamp_min}..={timestamp_max}"
            ),
            Self::NoKey { record } => write!(f, "record {record}: no key"),
            Self::ControlBatch => f.write_str("a control batch"),
            Self::RecordsCount {
                last_offset_delta,
                records_count,
            } => write!(
                f,
                "{records_count} records, and a last offset delta of {last_offset_delta}"
            ),
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
