//! Messages from before 0.11, magic 0 and 1, for reading (KIP-32; `LegacyRecord`, `AbstractLegacyRecordBatch`).
//!
//! A message is a batch of its own, or, compressed, the *wrapper* of others, which lie in its value.
//! They have no producer, no leader epoch, no headers and no control records.

use super::view::{decompressed, framed};
use super::{Attributes, BatchError, Codec, RecordFault, TimestampType, UnsupportedFormat};
use crate::bytes::{ReadError, Reader, crc32};
use crate::kafka::{NO_TIMESTAMP, Offset, Timestamp};
use alloc::borrow::Cow;
use core::error::Error;
use core::fmt;
use serde::{Deserialize, Serialize};

/// The first byte that the checksum covers.
const CRC_START: usize = 16;

/// Where the key's length is in magic 0; in magic 1 the timestamp is before it.
const FIELDS_START: usize = 18;

/// What the size field of a message of magic 1 has at least (`LegacyRecord.RECORD_OVERHEAD_V1`).
const LENGTH_MIN_V1: i32 = 22;

/// One message of magic 0 or 1 in its bytes, with the offset and the size before it.
#[derive(Clone, Copy, Debug)]
pub struct MessageView<'a> {
    position: u64,
    magic: i8,
    bytes: &'a [u8],
}

/// A record of an old message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegacyRecord<'a> {
    /// Its offset.
    pub offset: Offset,
    /// Its time: its own, that of the append, or -1 in magic 0.
    pub timestamp: Timestamp,
    /// Its key.
    pub key: Option<&'a [u8]>,
    /// Its value.
    pub value: Option<&'a [u8]>,
}

/// What a message holds, whatever that is.
struct Fields<'a> {
    key: Option<&'a [u8]>,
    value: Option<&'a [u8]>,
}

/// What is wrong with the messages within a compressed one. Positions count from the first of their bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LegacyFault {
    /// There are none.
    Empty,
    /// One is not whole, or its size is less than any has.
    Inner {
        /// Where it begins.
        position: usize,
    },
    /// One has another format than the message around it.
    InnerMagic {
        /// The outer message's.
        expected: i8,
        /// Its own.
        found: i8,
    },
    /// One is compressed itself.
    InnerCompressed {
        /// Where it begins.
        position: usize,
    },
    /// The outer message's offset is smaller than the last of the relative ones.
    Offset {
        /// The outer one.
        offset: Offset,
        /// The last of the relative ones.
        last_inner_offset: Offset,
    },
}

/// The records of a message, in order; nothing is copied. Ends after the first error.
#[derive(Clone, Debug)]
pub struct LegacyRecords<'a> {
    outer: MessageView<'a>,
    section: &'a [u8],
    /// Where the next message is in `section`.
    next: usize,
    /// What is added to the messages' own offsets.
    base_offset: Offset,
    done: u32,
}

impl<'a> MessageView<'a> {
    /// The message at the start of `bytes`, which lie at `position` in their file.
    pub fn read(bytes: &'a [u8], position: u64) -> Result<Self, BatchError> {
        let (bytes, magic) = framed(bytes, position)?;
        let length = (bytes.len() - super::LOG_OVERHEAD) as i32;
        match magic {
            0 => {}
            1 if length >= LENGTH_MIN_V1 => {}
            1 => {
                return Err(BatchError::CorruptSize {
                    position,
                    length,
                    length_min: LENGTH_MIN_V1,
                });
            }
            magic => {
                let format = UnsupportedFormat::Magic(magic);
                return Err(BatchError::Unsupported { position, format });
            }
        }
        Ok(Self {
            position,
            magic,
            bytes,
        })
    }

    /// Whether the stored checksum is that of the bytes.
    pub fn check_crc(&self) -> Result<(), BatchError> {
        let (stored, computed) = (self.crc(), crc32(self.from(CRC_START)));
        if stored == computed {
            return Ok(());
        }
        Err(BatchError::CrcMismatch {
            position: self.position,
            stored,
            computed,
        })
    }

    /// Its value; of a compressed message, the block that holds the others.
    pub fn value(&self) -> Result<Option<&'a [u8]>, BatchError> {
        let fields = self.fields();
        fields
            .map(|fields| fields.value)
            .map_err(|error| self.invalid(0, RecordFault::Field { error }))
    }

    /// The bytes in which the records lie as messages that are not compressed, at most `size_max`
    /// if they have to be taken out of a compressed one.
    pub fn section(&self, size_max: usize) -> Result<Cow<'a, [u8]>, BatchError> {
        match self.attributes().codec() {
            Codec::None => Ok(Cow::Borrowed(self.bytes)),
            codec => {
                let block = self.value()?.unwrap_or_default();
                decompressed(codec, self.magic, block, size_max, self.position)
            }
        }
    }

    /// The records in a section that [`Self::section`] gave.
    pub fn records_in<'s>(&self, section: &'s [u8]) -> Result<LegacyRecords<'s>, BatchError>
    where
        'a: 's,
    {
        let mut records = LegacyRecords {
            outer: *self,
            section,
            next: 0,
            base_offset: 0,
            done: 0,
        };
        if self.attributes().codec() == Codec::None {
            return Ok(records);
        }
        let mut last_inner_offset = None;
        let mut ahead = records.clone();
        while let Some(message) = ahead.message()? {
            last_inner_offset = Some(message.offset());
            ahead.done += 1;
        }
        let last_inner_offset =
            last_inner_offset.ok_or_else(|| self.legacy(0, LegacyFault::Empty))?;
        let offset = self.offset();
        // Some producers leave the wrapper's offset at 0, whatever is in it.
        if self.magic == 1 && offset != 0 {
            let base = offset.checked_sub(last_inner_offset);
            let base = base.filter(|base| *base >= 0);
            records.base_offset = base.ok_or_else(|| {
                let fault = LegacyFault::Offset {
                    offset,
                    last_inner_offset,
                };
                self.legacy(0, fault)
            })?;
        }
        Ok(records)
    }

    /// Where the message begins in its file.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// All its bytes, offset and size included.
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// How many bytes it has.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Its offset; that of a compressed one is the offset of its last record.
    #[must_use]
    pub fn offset(&self) -> Offset {
        i64::from_be_bytes(self.field(0))
    }

    /// The stored checksum.
    #[must_use]
    pub fn crc(&self) -> u32 {
        u32::from_be_bytes(self.field(12))
    }

    /// The format: 0 or 1.
    #[must_use]
    pub const fn magic(&self) -> i8 {
        self.magic
    }

    /// Codec and timestamp type.
    #[must_use]
    pub fn attributes(&self) -> Attributes {
        let [attributes] = self.field(17);
        Attributes(attributes.into())
    }

    /// Whose timestamps they are; magic 0 has none.
    #[must_use]
    pub fn timestamp_type(&self) -> Option<TimestampType> {
        (self.magic > 0).then(|| self.attributes().timestamp_type())
    }

    /// Its own time, the largest of its records', or that of the append; -1 in magic 0.
    #[must_use]
    pub fn timestamp(&self) -> Timestamp {
        match self.magic {
            0 => NO_TIMESTAMP,
            _ => i64::from_be_bytes(self.field(FIELDS_START)),
        }
    }

    fn fields(&self) -> Result<Fields<'a>, ReadError> {
        let start = FIELDS_START + if self.magic == 0 { 0 } else { 8 };
        let mut reader = Reader::new(self.from(start));
        let mut nullable = || match usize::try_from(reader.read_i32()?) {
            Ok(length) => reader.take(length).map(Some),
            Err(_) => Ok(None),
        };
        Ok(Fields {
            key: nullable()?,
            value: nullable()?,
        })
    }

    fn from(&self, start: usize) -> &'a [u8] {
        self.bytes.get(start..).unwrap_or_default()
    }

    /// Zeros for what lies beyond the message, which no caller asks for.
    fn field<const N: usize>(&self, start: usize) -> [u8; N] {
        *self.from(start).first_chunk().unwrap_or(&[0; N])
    }

    const fn invalid(&self, record: u32, fault: RecordFault) -> BatchError {
        BatchError::InvalidRecord {
            position: self.position,
            record,
            fault,
        }
    }

    const fn legacy(&self, record: u32, fault: LegacyFault) -> BatchError {
        self.invalid(record, RecordFault::Legacy { fault })
    }
}

impl<'a> LegacyRecords<'a> {
    /// The next message of the section.
    fn message(&mut self) -> Result<Option<MessageView<'a>>, BatchError> {
        let rest = self.section.get(self.next..).unwrap_or_default();
        if rest.is_empty() {
            return Ok(None);
        }
        let position = self.next;
        let magic = self.outer.magic;
        let fault = match MessageView::read(rest, position as u64) {
            Ok(message) if message.magic != magic => LegacyFault::InnerMagic {
                expected: magic,
                found: message.magic,
            },
            Ok(message) if message.attributes().codec() != Codec::None => {
                LegacyFault::InnerCompressed { position }
            }
            Ok(message) => {
                self.next += message.size();
                return Ok(Some(message));
            }
            Err(BatchError::Unsupported {
                format: UnsupportedFormat::Magic(found),
                ..
            }) => LegacyFault::InnerMagic {
                expected: magic,
                found,
            },
            Err(_) => LegacyFault::Inner { position },
        };
        Err(self.outer.legacy(self.done, fault))
    }

    fn step(&mut self) -> Result<Option<LegacyRecord<'a>>, BatchError> {
        let Some(message) = self.message()? else {
            return Ok(None);
        };
        let Fields { key, value } = message
            .fields()
            .map_err(|error| self.outer.invalid(self.done, RecordFault::Field { error }))?;
        self.done += 1;
        // The leader's time is the wrapper's, and holds for all that is in it.
        let timestamp = match self.outer.timestamp_type() {
            Some(TimestampType::LogAppendTime) => self.outer.timestamp(),
            _ => message.timestamp(),
        };
        Ok(Some(LegacyRecord {
            offset: self.base_offset.wrapping_add(message.offset()),
            timestamp,
            key,
            value,
        }))
    }
}

impl<'a> Iterator for LegacyRecords<'a> {
    type Item = Result<LegacyRecord<'a>, BatchError>;

    fn next(&mut self) -> Option<Self::Item> {
        let result = self.step();
        if result.is_err() {
            self.next = self.section.len();
        }
        result.transpose()
    }
}

impl fmt::Display for LegacyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("no messages within"),
            Self::Inner { position } => write!(f, "byte {position}: a message that is not whole"),
            Self::InnerMagic { expected, found } => {
                write!(
                    f,
                    "a message of magic {found} within one of magic {expected}"
                )
            }
            Self::InnerCompressed { position } => {
                write!(f, "byte {position}: a compressed message within another")
            }
            Self::Offset {
                offset,
                last_inner_offset,
            } => write!(f, "offset {offset}, the last within is {last_inner_offset}"),
        }
    }
}

impl Error for LegacyFault {}
