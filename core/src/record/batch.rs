//! Batches and records as values, and how they are written.

use super::{
    Attributes, BATCH_HEADER_SIZE, BatchError, BatchView, CRC_START, Codec, Header, LOG_OVERHEAD,
    MAGIC_V2, RecordView, codec::compress,
};
use crate::bytes::{crc32c, put_varint, put_varlong, varint_size, varlong_size};
use crate::kafka::{
    LeaderEpoch, NO_LEADER_EPOCH, NO_PRODUCER_EPOCH, NO_PRODUCER_ID, NO_SEQUENCE, NO_TIMESTAMP,
    Offset, ProducerEpoch, ProducerId, Sequence, Timestamp,
};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// What the header of a batch says that does not follow from its records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BatchHeader {
    /// Offset of the first record.
    pub base_offset: Offset,
    /// The leader's epoch; -1 from a producer.
    pub partition_leader_epoch: LeaderEpoch,
    /// Codec, timestamp type and flags.
    pub attributes: Attributes,
    /// Last offset minus base offset.
    pub last_offset_delta: i32,
    /// Timestamp of the first record, or the delete horizon.
    pub base_timestamp: Timestamp,
    /// The largest timestamp, or the time of the append.
    pub max_timestamp: Timestamp,
    /// The producer's id, or -1.
    pub producer_id: ProducerId,
    /// The producer's epoch, or -1.
    pub producer_epoch: ProducerEpoch,
    /// The sequence of the first record, or -1.
    pub base_sequence: Sequence,
}

/// A batch as a value; its keys and values are borrowed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Batch<'a> {
    /// The header.
    pub header: BatchHeader,
    /// The records.
    pub records: Vec<Record<'a>>,
}

/// A record as a value; its bytes are borrowed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record<'a> {
    /// Unused bits.
    pub attributes: i8,
    /// Relative to the batch's base timestamp.
    pub timestamp_delta: i64,
    /// Relative to the batch's base offset.
    pub offset_delta: i32,
    /// The key.
    pub key: Option<&'a [u8]>,
    /// The value.
    pub value: Option<&'a [u8]>,
    /// The headers.
    pub headers: Cow<'a, [Header<'a>]>,
}

/// Why a batch cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EncodeError {
    /// Its length does not fit the length field.
    TooLarge {
        /// The batch's size in bytes.
        size: u64,
    },
    /// The attributes ask for a codec, and this writer has none.
    Unsupported {
        /// The codec.
        codec: Codec,
    },
}

impl<'a> Batch<'a> {
    /// The batch that a view shows, if all of it is well formed. The checksum is not looked at.
    pub fn decode(view: &BatchView<'a>) -> Result<Self, BatchError> {
        let records = view.records()?;
        let records = records.map(|record| record.map(|record| Record::from(&record)));
        Ok(Self {
            header: view.header(),
            records: records.collect::<Result<_, _>>()?,
        })
    }

    /// The batch's bytes.
    pub fn encode(&self) -> Result<Vec<u8>, EncodeError> {
        encode(&self.header, self.records.iter().map(Record::borrowed))
    }

    /// The batch's bytes, its records compressed as its attributes say.
    pub fn encode_compressed(&self) -> Result<Vec<u8>, EncodeError> {
        encode_compressed(&self.header, self.records.iter().map(Record::borrowed))
    }
}

impl Record<'_> {
    fn borrowed(&self) -> Record<'_> {
        Record {
            headers: Cow::Borrowed(&self.headers),
            ..*self
        }
    }

    /// Bytes after the record's own length.
    fn body_size(&self) -> u64 {
        let headers = self.headers.iter();
        let headers = headers.map(|header| bytes_size(Some(header.key)) + bytes_size(header.value));
        1 + varlong_size(self.timestamp_delta) as u64
            + varint_size(self.offset_delta) as u64
            + bytes_size(self.key)
            + bytes_size(self.value)
            + length_size(self.headers.len())
            + headers.sum::<u64>()
    }

    fn put(&self, out: &mut Vec<u8>) {
        put_length(out, self.body_size() as usize);
        out.push(self.attributes.cast_unsigned());
        put_varlong(out, self.timestamp_delta);
        put_varint(out, self.offset_delta);
        put_bytes(out, self.key);
        put_bytes(out, self.value);
        put_length(out, self.headers.len());
        for header in self.headers.iter() {
            put_bytes(out, Some(header.key));
            put_bytes(out, header.value);
        }
    }
}

impl<'a> From<&RecordView<'a>> for Record<'a> {
    fn from(view: &RecordView<'a>) -> Self {
        Self {
            attributes: view.attributes,
            timestamp_delta: view.timestamp_delta,
            offset_delta: view.offset_delta,
            key: view.key,
            value: view.value,
            headers: Cow::Owned(view.headers.clone().collect()),
        }
    }
}

/// A header at offset 0 without leader, producer or timestamp.
impl Default for BatchHeader {
    fn default() -> Self {
        Self {
            base_offset: 0,
            partition_leader_epoch: NO_LEADER_EPOCH,
            attributes: Attributes::default(),
            last_offset_delta: 0,
            base_timestamp: NO_TIMESTAMP,
            max_timestamp: NO_TIMESTAMP,
            producer_id: NO_PRODUCER_ID,
            producer_epoch: NO_PRODUCER_EPOCH,
            base_sequence: NO_SEQUENCE,
        }
    }
}

/// The bytes of a batch with this header and these records, in one allocation.
pub fn encode<'a>(
    header: &BatchHeader,
    records: impl Iterator<Item = Record<'a>> + Clone,
) -> Result<Vec<u8>, EncodeError> {
    let codec = header.attributes.codec();
    if codec != Codec::None {
        return Err(EncodeError::Unsupported { codec });
    }
    let mut size = BATCH_HEADER_SIZE as u64;
    let mut records_count = 0_u64;
    for record in records.clone() {
        let body = record.body_size();
        size += body + length_size(usize::try_from(body).unwrap_or(usize::MAX));
        records_count += 1;
    }
    // A size that fits makes every length and count inside it fit.
    let too_large = EncodeError::TooLarge { size };
    let length = i32::try_from(size - LOG_OVERHEAD as u64).map_err(|_| too_large)?;
    let records_count = i32::try_from(records_count).map_err(|_| too_large)?;

    let mut out = Vec::with_capacity(size as usize);
    out.extend_from_slice(&header_bytes(header, length, records_count));
    for record in records {
        record.put(&mut out);
    }
    debug_assert_eq!(out.len() as u64, size);
    seal(&mut out);
    Ok(out)
}

/// The same with the records compressed as the attributes say: gzip and lz4 are written, if
/// the feature `codecs` is on.
pub fn encode_compressed<'a>(
    header: &BatchHeader,
    records: impl Iterator<Item = Record<'a>> + Clone,
) -> Result<Vec<u8>, EncodeError> {
    let codec = header.attributes.codec();
    let plain = BatchHeader {
        attributes: header.attributes.with_codec(Codec::None),
        ..*header
    };
    let mut out = encode(&plain, records)?;
    if codec == Codec::None {
        return Ok(out);
    }
    let section = compress(codec, out.get(BATCH_HEADER_SIZE..).unwrap_or_default());
    let section = section.ok_or(EncodeError::Unsupported { codec })?;
    let size = (BATCH_HEADER_SIZE + section.len()) as u64;
    let length = i32::try_from(size - LOG_OVERHEAD as u64);
    let length = length.map_err(|_| EncodeError::TooLarge { size })?;
    out.truncate(BATCH_HEADER_SIZE);
    out.extend_from_slice(&section);
    out[8..12].copy_from_slice(&length.to_be_bytes());
    out[21..23].copy_from_slice(&header.attributes.0.to_be_bytes());
    seal(&mut out);
    Ok(out)
}

/// Puts the checksum of a whole batch into it.
fn seal(batch: &mut [u8]) {
    let crc = crc32c(&batch[CRC_START..]);
    batch[CRC_START - 4..CRC_START].copy_from_slice(&crc.to_be_bytes());
}

/// The header without its checksum.
fn header_bytes(header: &BatchHeader, length: i32, records_count: i32) -> [u8; BATCH_HEADER_SIZE] {
    let mut out = [0; BATCH_HEADER_SIZE];
    let mut put = |start: usize, bytes: &[u8]| {
        out[start..start + bytes.len()].copy_from_slice(bytes);
    };
    put(0, &header.base_offset.to_be_bytes());
    put(8, &length.to_be_bytes());
    put(12, &header.partition_leader_epoch.to_be_bytes());
    put(16, &MAGIC_V2.to_be_bytes());
    put(21, &header.attributes.0.to_be_bytes());
    put(23, &header.last_offset_delta.to_be_bytes());
    put(27, &header.base_timestamp.to_be_bytes());
    put(35, &header.max_timestamp.to_be_bytes());
    put(43, &header.producer_id.to_be_bytes());
    put(51, &header.producer_epoch.to_be_bytes());
    put(53, &header.base_sequence.to_be_bytes());
    put(57, &records_count.to_be_bytes());
    out
}

fn bytes_size(bytes: Option<&[u8]>) -> u64 {
    match bytes {
        Some(bytes) => length_size(bytes.len()) + bytes.len() as u64,
        None => varint_size(-1) as u64,
    }
}

fn length_size(length: usize) -> u64 {
    varlong_size(length as i64) as u64
}

fn put_bytes(out: &mut Vec<u8>, bytes: Option<&[u8]>) {
    match bytes {
        Some(bytes) => {
            put_length(out, bytes.len());
            out.extend_from_slice(bytes);
        }
        None => put_varint(out, -1),
    }
}

fn put_length(out: &mut Vec<u8>, length: usize) {
    put_varlong(out, length as i64);
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { size } => write!(f, "a batch of {size} bytes"),
            Self::Unsupported { codec } => write!(f, "codec {codec:?} is not supported"),
        }
    }
}

impl Error for EncodeError {}
