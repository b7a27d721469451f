//! Batches and records of whichever format: what a reader of other people's files sees.

use super::view::framed;
use super::{
    Attributes, BatchError, BatchView, Headers, LegacyRecords, MAGIC_V2, MessageView, Records,
    TimestampType,
};
use crate::kafka::{LeaderEpoch, NO_LEADER_EPOCH, NO_SEQUENCE, Offset, Sequence, Timestamp};
use alloc::borrow::Cow;

/// A batch of magic 2, or a message of magic 0 or 1, which is a batch of its own.
#[derive(Clone, Copy, Debug)]
pub enum AnyBatch<'a> {
    /// Magic 2.
    Batch(BatchView<'a>),
    /// Magic 0 or 1.
    Message(MessageView<'a>),
}

/// What records of all formats have.
#[derive(Clone, Debug)]
pub struct AnyRecord<'a> {
    /// The record's offset.
    pub offset: Offset,
    /// Its time; -1 for none.
    pub timestamp: Timestamp,
    /// Its sequence; -1 for none.
    pub sequence: Sequence,
    /// Its key.
    pub key: Option<&'a [u8]>,
    /// Its value.
    pub value: Option<&'a [u8]>,
    /// Its headers; none before magic 2.
    pub headers: Headers<'a>,
}

/// The records of a batch of any format, in order. Ends after the first error.
#[derive(Clone, Debug)]
pub enum AnyRecords<'a> {
    /// Of magic 2.
    Batch(Records<'a>),
    /// Of magic 0 or 1.
    Message(LegacyRecords<'a>),
}

impl<'a> AnyBatch<'a> {
    /// The batch at the start of `bytes`, which lie at `position` in their file.
    pub fn read(bytes: &'a [u8], position: u64) -> Result<Self, BatchError> {
        match framed(bytes, position)? {
            (batch, MAGIC_V2) => BatchView::read(batch, position).map(Self::Batch),
            (message, _) => MessageView::read(message, position).map(Self::Message),
        }
    }

    /// Whether the stored checksum is that of the bytes.
    pub fn check_crc(&self) -> Result<(), BatchError> {
        match self {
            Self::Batch(batch) => batch.check_crc(),
            Self::Message(message) => message.check_crc(),
        }
    }

    /// The records' bytes, taken out of their compression; at most `size_max` of them are.
    pub fn section(&self, size_max: usize) -> Result<Cow<'a, [u8]>, BatchError> {
        match self {
            Self::Batch(batch) => batch.section(size_max),
            Self::Message(message) => message.section(size_max),
        }
    }

    /// The records in a section that [`Self::section`] gave.
    pub fn records_in<'s>(&self, section: &'s [u8]) -> Result<AnyRecords<'s>, BatchError>
    where
        'a: 's,
    {
        match self {
            Self::Batch(batch) => batch.records_in(section).map(AnyRecords::Batch),
            Self::Message(message) => message.records_in(section).map(AnyRecords::Message),
        }
    }

    /// Where the batch begins in its file.
    #[must_use]
    pub const fn position(&self) -> u64 {
        match self {
            Self::Batch(batch) => batch.position(),
            Self::Message(message) => message.position(),
        }
    }

    /// How many bytes it has.
    #[must_use]
    pub const fn size(&self) -> usize {
        match self {
            Self::Batch(batch) => batch.size(),
            Self::Message(message) => message.size(),
        }
    }

    /// The format.
    #[must_use]
    pub const fn magic(&self) -> i8 {
        match self {
            Self::Batch(_) => MAGIC_V2,
            Self::Message(message) => message.magic(),
        }
    }

    /// The stored checksum.
    #[must_use]
    pub fn crc(&self) -> u32 {
        match self {
            Self::Batch(batch) => batch.crc(),
            Self::Message(message) => message.crc(),
        }
    }

    /// Codec, timestamp type and flags.
    #[must_use]
    pub fn attributes(&self) -> Attributes {
        match self {
            Self::Batch(batch) => batch.attributes(),
            Self::Message(message) => message.attributes(),
        }
    }

    /// Whose timestamps they are; magic 0 has none.
    #[must_use]
    pub fn timestamp_type(&self) -> Option<TimestampType> {
        match self {
            Self::Batch(batch) => Some(batch.attributes().timestamp_type()),
            Self::Message(message) => message.timestamp_type(),
        }
    }

    /// The largest timestamp, as the header says; -1 for none.
    #[must_use]
    pub fn max_timestamp(&self) -> Timestamp {
        match self {
            Self::Batch(batch) => batch.max_timestamp(),
            Self::Message(message) => message.timestamp(),
        }
    }

    /// Offset of the last record.
    #[must_use]
    pub fn last_offset(&self) -> Offset {
        match self {
            Self::Batch(batch) => batch.last_offset(),
            Self::Message(message) => message.offset(),
        }
    }

    /// The offset that the header has: of the first record of the original batch in magic 2, of the last one before.
    #[must_use]
    pub fn header_offset(&self) -> Offset {
        match self {
            Self::Batch(batch) => batch.base_offset(),
            Self::Message(message) => message.offset(),
        }
    }

    /// The epoch of the leader that appended it; -1 before magic 2.
    #[must_use]
    pub fn partition_leader_epoch(&self) -> LeaderEpoch {
        match self {
            Self::Batch(batch) => batch.partition_leader_epoch(),
            Self::Message(_) => NO_LEADER_EPOCH,
        }
    }
}

impl<'a> Iterator for AnyRecords<'a> {
    type Item = Result<AnyRecord<'a>, BatchError>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(match self {
            Self::Batch(records) => records.next()?.map(|record| AnyRecord {
                offset: record.offset,
                timestamp: record.timestamp,
                sequence: record.sequence,
                key: record.key,
                value: record.value,
                headers: record.headers,
            }),
            Self::Message(records) => records.next()?.map(|record| AnyRecord {
                offset: record.offset,
                timestamp: record.timestamp,
                sequence: NO_SEQUENCE,
                key: record.key,
                value: record.value,
                headers: Headers::default(),
            }),
        })
    }
}
