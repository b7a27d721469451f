//! The fields of a batch, each with its bytes: what a hex view names.
//!
//! Nothing is judged but the checksum. Where the bytes make no sense any more, the fields end, and the batch's
//! [`BatchFields::error`] says why.

use crate::bytes::{ReadError, Reader};
use crate::inspect::SIZE_MAX;
use crate::kafka::{Offset, Timestamp};
use crate::record::{AnyBatch, Attributes, BatchError, Codec, TimestampType};
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Records that are taken apart; of more, the first.
const RECORDS_MAX: u32 = 256;
/// Characters of a key or value that are given as text.
const TEXT_MAX: usize = 120;

/// A batch, taken apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchFields {
    /// Where it begins in its file.
    pub position: u64,
    /// How many bytes it has.
    pub size: u64,
    /// Its fields in the order of their bytes.
    pub fields: Vec<Field>,
    /// How many of its records are not taken apart.
    pub records_left: u32,
    /// Bytes of the records without compression, if they are compressed and could be taken out.
    pub section_size: Option<u64>,
    /// Why the fields end early.
    pub error: Option<BatchError>,
}

/// One field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    /// What Kafka calls it.
    pub name: FieldName,
    /// Where it begins, counted from the batch's first byte; in a compressed batch, for a record's field, from the first
    /// byte of the uncompressed records.
    pub position: u32,
    /// How many bytes it has.
    pub size: u32,
    /// Whether it is a part of a compressed block, so that none of the file's bytes are its own.
    pub is_inside: bool,
    /// What it says.
    pub value: FieldValue,
}

/// The fields of all formats, as Kafka's source names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each is named as Kafka names it")]
pub enum FieldName {
    BaseOffset,
    Length,
    PartitionLeaderEpoch,
    Magic,
    Crc,
    Attributes,
    LastOffsetDelta,
    BaseTimestamp,
    MaxTimestamp,
    ProducerId,
    ProducerEpoch,
    BaseSequence,
    RecordsCount,
    Records,
    Record,
    RecordLength,
    RecordAttributes,
    TimestampDelta,
    OffsetDelta,
    KeyLength,
    Key,
    ValueLength,
    Value,
    HeadersCount,
    HeaderKeyLength,
    HeaderKey,
    HeaderValueLength,
    HeaderValue,
    Offset,
    MessageSize,
    Timestamp,
}

/// What a field says.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FieldValue {
    /// A number.
    Number(i64),
    /// A checksum.
    Crc(Crc),
    /// Bits.
    Flags(Vec<Flag>),
    /// Bytes: how many, and, if they are text, its beginning.
    Bytes(u32, Option<String>),
    /// Nothing, which is not the same as no bytes.
    Null,
    /// A record begins: its number, offset and time.
    Record(u32, Offset, Timestamp),
}

/// A checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crc {
    /// In the header.
    pub stored: u32,
    /// Of the bytes.
    pub computed: u32,
}

/// What the attributes of a batch say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Flag {
    /// The records are compressed.
    Codec(Codec),
    /// Timestamps are those of the append.
    LogAppendTime,
    /// A part of a transaction.
    Transactional,
    /// A marker.
    Control,
    /// The base timestamp is the delete horizon.
    DeleteHorizon,
}

/// The fields of the batch that begins at the first of these bytes, which lie at `position` in their file.
pub fn fields(bytes: &[u8], position: u64) -> Result<BatchFields, BatchError> {
    let batch = AnyBatch::read(bytes, position)?;
    let bytes = bytes.get(..batch.size()).unwrap_or(bytes);
    let mut taker = Taker::new(bytes, 0, false);
    let header = match batch {
        AnyBatch::Batch(_) => taker.batch_header(&batch),
        AnyBatch::Message(_) => taker.message(&batch),
    };
    let mut fields = BatchFields {
        position,
        size: batch.size() as u64,
        fields: taker.fields,
        records_left: 0,
        section_size: None,
        error: None,
    };
    if header.is_ok() {
        fields.error = fields.take_records(&batch).err();
    }
    Ok(fields)
}

impl BatchFields {
    fn take_records(&mut self, batch: &AnyBatch<'_>) -> Result<(), BatchError> {
        let is_inside = batch.attributes().codec() != Codec::None;
        let start = match batch {
            AnyBatch::Batch(_) => crate::record::BATCH_HEADER_SIZE,
            AnyBatch::Message(_) if is_inside => 0,
            AnyBatch::Message(_) => return Ok(()),
        };
        let section = batch.section(SIZE_MAX)?;
        if is_inside {
            self.section_size = Some(section.len() as u64);
        }
        let mut records = batch.records_in(&section)?;
        let mut taker = Taker::new(&section, if is_inside { 0 } else { start }, is_inside);
        for number in 0.. {
            let Some(record) = records.next() else { break };
            let record = record?;
            if number == RECORDS_MAX {
                self.records_left = 1 + u32::try_from(records.count()).unwrap_or(u32::MAX - 1);
                break;
            }
            let begins = FieldValue::Record(number, record.offset, record.timestamp);
            let taken = match batch {
                AnyBatch::Batch(_) => taker.record(begins),
                AnyBatch::Message(_) => taker.inner_message(begins),
            };
            // What the records' reader has read can be taken apart.
            if taken.is_err() {
                break;
            }
        }
        self.fields.append(&mut taker.fields);
        Ok(())
    }
}

/// Takes fields off bytes.
struct Taker<'a> {
    reader: Reader<'a>,
    /// What positions begin with.
    start: usize,
    is_inside: bool,
    fields: Vec<Field>,
}

type Taken<T> = Result<T, ReadError>;

impl<'a> Taker<'a> {
    const fn new(bytes: &'a [u8], start: usize, is_inside: bool) -> Self {
        Self {
            reader: Reader::new(bytes),
            start,
            is_inside,
            fields: Vec::new(),
        }
    }

    fn batch_header(&mut self, batch: &AnyBatch<'_>) -> Taken<()> {
        use FieldName as Name;
        self.long(Name::BaseOffset)?;
        self.int(Name::Length)?;
        self.int(Name::PartitionLeaderEpoch)?;
        self.byte(Name::Magic)?;
        self.crc(batch)?;
        self.take(Name::Attributes, |reader| {
            reader
                .read_i16()
                .map(|bits| FieldValue::Flags(flags(Attributes(bits))))
        })?;
        self.int(Name::LastOffsetDelta)?;
        self.long(Name::BaseTimestamp)?;
        self.long(Name::MaxTimestamp)?;
        self.long(Name::ProducerId)?;
        self.short(Name::ProducerEpoch)?;
        self.int(Name::BaseSequence)?;
        self.int(Name::RecordsCount)?;
        if batch.attributes().codec() != Codec::None {
            self.rest(Name::Records)?;
        }
        Ok(())
    }

    fn record(&mut self, begins: FieldValue) -> Taken<()> {
        use FieldName as Name;
        let first = self.begin(begins);
        self.varint(Name::RecordLength)?;
        self.byte(Name::RecordAttributes)?;
        self.take(Name::TimestampDelta, |reader| {
            reader.read_varlong().map(FieldValue::Number)
        })?;
        self.varint(Name::OffsetDelta)?;
        self.variable(Name::KeyLength, Name::Key)?;
        self.variable(Name::ValueLength, Name::Value)?;
        let headers = self.varint(Name::HeadersCount)?;
        for _ in 0..headers {
            self.variable(Name::HeaderKeyLength, Name::HeaderKey)?;
            self.variable(Name::HeaderValueLength, Name::HeaderValue)?;
        }
        self.end(first);
        Ok(())
    }

    /// A message of magic 0 or 1.
    fn message(&mut self, batch: &AnyBatch<'_>) -> Taken<()> {
        use FieldName as Name;
        self.long(Name::Offset)?;
        self.int(Name::MessageSize)?;
        self.crc(batch)?;
        self.message_body(batch.magic(), batch.attributes())
    }

    fn inner_message(&mut self, begins: FieldValue) -> Taken<()> {
        use FieldName as Name;
        let first = self.begin(begins);
        self.long(Name::Offset)?;
        self.int(Name::MessageSize)?;
        self.int(Name::Crc)?;
        let [magic, attributes, ..] = *self.reader.rest() else {
            return Ok(());
        };
        let attributes = Attributes(i16::from(attributes));
        self.message_body(magic.cast_signed(), attributes)?;
        self.end(first);
        Ok(())
    }

    fn message_body(&mut self, magic: i8, attributes: Attributes) -> Taken<()> {
        use FieldName as Name;
        self.byte(Name::Magic)?;
        self.take(Name::Attributes, |reader| {
            reader
                .read_i8()
                .map(|_| FieldValue::Flags(flags(attributes)))
        })?;
        if magic > 0 {
            self.long(Name::Timestamp)?;
        }
        self.fixed(Name::KeyLength, Name::Key)?;
        self.fixed(Name::ValueLength, Name::Value)
    }

    /// A record, whose size is known at its end.
    fn begin(&mut self, value: FieldValue) -> usize {
        let field = self.field(FieldName::Record, self.reader.position(), value);
        self.fields.push(field);
        self.fields.len() - 1
    }

    fn end(&mut self, first: usize) {
        let end = self.start + self.reader.position();
        if let Some(field) = self.fields.get_mut(first) {
            field.size = end as u32 - field.position;
        }
    }

    fn take(
        &mut self,
        name: FieldName,
        read: impl FnOnce(&mut Reader<'a>) -> Taken<FieldValue>,
    ) -> Taken<()> {
        let before = self.reader.position();
        let value = read(&mut self.reader)?;
        let field = self.field(name, before, value);
        self.fields.push(field);
        Ok(())
    }

    fn field(&self, name: FieldName, before: usize, value: FieldValue) -> Field {
        Field {
            name,
            position: (self.start + before) as u32,
            size: (self.reader.position() - before) as u32,
            is_inside: self.is_inside,
            value,
        }
    }

    fn byte(&mut self, name: FieldName) -> Taken<()> {
        self.take(name, |reader| Ok(number(reader.read_i8()?)))
    }

    fn short(&mut self, name: FieldName) -> Taken<()> {
        self.take(name, |reader| Ok(number(reader.read_i16()?)))
    }

    fn int(&mut self, name: FieldName) -> Taken<()> {
        self.take(name, |reader| Ok(number(reader.read_i32()?)))
    }

    fn long(&mut self, name: FieldName) -> Taken<()> {
        self.take(name, |reader| Ok(number(reader.read_i64()?)))
    }

    fn varint(&mut self, name: FieldName) -> Taken<i32> {
        let mut found = 0;
        self.take(name, |reader| {
            found = reader.read_varint()?;
            Ok(number(found))
        })?;
        Ok(found)
    }

    fn crc(&mut self, batch: &AnyBatch<'_>) -> Taken<()> {
        let stored = batch.crc();
        let computed = match batch.check_crc() {
            Err(BatchError::CrcMismatch { computed, .. }) => computed,
            _ => stored,
        };
        self.take(FieldName::Crc, |reader| {
            reader.read_i32()?;
            Ok(FieldValue::Crc(Crc { stored, computed }))
        })
    }

    /// A length as a varint, and so many bytes.
    fn variable(&mut self, length_name: FieldName, name: FieldName) -> Taken<()> {
        let length = self.varint(length_name)?;
        self.bytes(name, length)
    }

    /// A length in 4 bytes, and so many bytes.
    fn fixed(&mut self, length_name: FieldName, name: FieldName) -> Taken<()> {
        let mut length = 0;
        self.take(length_name, |reader| {
            length = reader.read_i32()?;
            Ok(number(length))
        })?;
        self.bytes(name, length)
    }

    fn bytes(&mut self, name: FieldName, length: i32) -> Taken<()> {
        self.take(name, |reader| match usize::try_from(length) {
            Ok(length) => Ok(bytes(reader.take(length)?)),
            Err(_) => Ok(FieldValue::Null),
        })
    }

    fn rest(&mut self, name: FieldName) -> Taken<()> {
        let left = self.reader.rest().len();
        self.take(name, |reader| {
            reader.take(left)?;
            Ok(FieldValue::Bytes(left as u32, None))
        })
    }
}

fn number(value: impl Into<i64>) -> FieldValue {
    FieldValue::Number(value.into())
}

fn bytes(bytes: &[u8]) -> FieldValue {
    let text = core::str::from_utf8(bytes).ok();
    let text = text.filter(|text| !text.chars().any(char::is_control));
    FieldValue::Bytes(
        bytes.len() as u32,
        text.map(|text| text.chars().take(TEXT_MAX).collect()),
    )
}

fn flags(attributes: Attributes) -> Vec<Flag> {
    let codec = attributes.codec();
    let all = [
        (codec != Codec::None, Flag::Codec(codec)),
        (
            attributes.timestamp_type() == TimestampType::LogAppendTime,
            Flag::LogAppendTime,
        ),
        (attributes.is_transactional(), Flag::Transactional),
        (attributes.is_control(), Flag::Control),
        (attributes.has_delete_horizon(), Flag::DeleteHorizon),
    ];
    all.into_iter()
        .filter_map(|(is_set, flag)| is_set.then_some(flag))
        .collect()
}
