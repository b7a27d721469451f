//! Batches as they lie in their bytes.

use super::{
    Attributes, BATCH_HEADER_SIZE, BatchError, BatchHeader, CRC_START, Codec, CodecFault,
    LENGTH_MIN, LOG_OVERHEAD, MAGIC_V2, PREFIX_SIZE, Records, TimestampType, UnsupportedFormat,
    codec, increment_sequence,
};
use crate::bytes::crc32c;
use crate::kafka::{LeaderEpoch, Offset, ProducerEpoch, ProducerId, Sequence, Timestamp};
use alloc::borrow::Cow;

/// One batch of magic 2 in its bytes: fields are read when they are asked for, and not judged.
#[derive(Clone, Copy, Debug)]
pub struct BatchView<'a> {
    position: u64,
    header: &'a [u8; BATCH_HEADER_SIZE],
    bytes: &'a [u8],
}

impl<'a> BatchView<'a> {
    /// The batch at the start of `bytes`, which lie at `position` in their file.
    ///
    /// Only what says where the batch ends is checked here, in Kafka's order: that the prefix
    /// is there, the least length, the format, and that the whole batch is there.
    pub fn read(bytes: &'a [u8], position: u64) -> Result<Self, BatchError> {
        let (batch, magic) = framed(bytes, position)?;
        if magic != MAGIC_V2 {
            let format = UnsupportedFormat::Magic(magic);
            return Err(BatchError::Unsupported { position, format });
        }
        match batch.first_chunk() {
            Some(header) => Ok(Self {
                position,
                header,
                bytes: batch,
            }),
            None => Err(BatchError::CorruptSize {
                position,
                length: (batch.len() - LOG_OVERHEAD) as i32,
                length_min: (BATCH_HEADER_SIZE - LOG_OVERHEAD) as i32,
            }),
        }
    }

    /// The whole size of a batch, of any format, of which only the prefix is at hand.
    pub(crate) fn size_in(prefix: &[u8; PREFIX_SIZE], position: u64) -> Result<u64, BatchError> {
        let [_, _, _, _, _, _, _, _, a, b, c, d, ..] = *prefix;
        let length = i32::from_be_bytes([a, b, c, d]);
        match u64::try_from(length) {
            Ok(size) if length >= LENGTH_MIN => Ok(size + LOG_OVERHEAD as u64),
            _ => Err(BatchError::CorruptSize {
                position,
                length,
                length_min: LENGTH_MIN,
            }),
        }
    }

    /// The records, if they are not compressed. The checksum is not looked at.
    pub fn records(&self) -> Result<Records<'a>, BatchError> {
        match self.attributes().codec() {
            Codec::None => Records::new(*self, self.record_section()),
            codec => Err(BatchError::Unsupported {
                position: self.position,
                format: UnsupportedFormat::Codec(codec),
            }),
        }
    }

    /// The records' bytes, taken out of their compression; at most `size_max` of them are.
    pub fn section(&self, size_max: usize) -> Result<Cow<'a, [u8]>, BatchError> {
        let section = self.record_section();
        match self.attributes().codec() {
            Codec::None => Ok(Cow::Borrowed(section)),
            codec => decompressed(codec, MAGIC_V2, section, size_max, self.position),
        }
    }

    /// The records in a section that [`Self::section`] gave.
    pub fn records_in<'s>(&self, section: &'s [u8]) -> Result<Records<'s>, BatchError>
    where
        'a: 's,
    {
        Records::new(*self, section)
    }

    /// Whether the stored checksum is that of the bytes.
    pub fn check_crc(&self) -> Result<(), BatchError> {
        let (stored, computed) = (self.crc(), self.computed_crc());
        if stored == computed {
            return Ok(());
        }
        Err(BatchError::CrcMismatch {
            position: self.position,
            stored,
            computed,
        })
    }

    /// The header's fields as a value.
    #[must_use]
    pub fn header(&self) -> BatchHeader {
        BatchHeader {
            base_offset: self.base_offset(),
            partition_leader_epoch: self.partition_leader_epoch(),
            attributes: self.attributes(),
            last_offset_delta: self.last_offset_delta(),
            base_timestamp: self.base_timestamp(),
            max_timestamp: self.max_timestamp(),
            producer_id: self.producer_id(),
            producer_epoch: self.producer_epoch(),
            base_sequence: self.base_sequence(),
        }
    }

    /// All bytes of the batch.
    #[must_use]
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The bytes after the header: the records, or one compressed block.
    #[must_use]
    pub fn record_section(&self) -> &'a [u8] {
        self.bytes.get(BATCH_HEADER_SIZE..).unwrap_or_default()
    }

    /// Where the batch begins in its file.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// How many bytes the batch has.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Offset of the first record of the original batch: compaction may have taken it.
    #[must_use]
    pub fn base_offset(&self) -> Offset {
        i64::from_be_bytes(self.field::<0, 8>())
    }

    /// Bytes after this field.
    #[must_use]
    pub fn length(&self) -> i32 {
        i32::from_be_bytes(self.field::<8, 4>())
    }

    /// The epoch of the leader that appended the batch first.
    #[must_use]
    pub fn partition_leader_epoch(&self) -> LeaderEpoch {
        i32::from_be_bytes(self.field::<12, 4>())
    }

    /// The format.
    #[must_use]
    pub fn magic(&self) -> i8 {
        i8::from_be_bytes(self.field::<16, 1>())
    }

    /// The stored checksum.
    #[must_use]
    pub fn crc(&self) -> u32 {
        u32::from_be_bytes(self.field::<17, 4>())
    }

    /// The checksum of the bytes.
    #[must_use]
    pub fn computed_crc(&self) -> u32 {
        crc32c(self.bytes.get(CRC_START..).unwrap_or_default())
    }

    /// Codec, timestamp type and flags.
    #[must_use]
    pub fn attributes(&self) -> Attributes {
        Attributes(i16::from_be_bytes(self.field::<21, 2>()))
    }

    /// Last offset minus base offset.
    #[must_use]
    pub fn last_offset_delta(&self) -> i32 {
        i32::from_be_bytes(self.field::<23, 4>())
    }

    /// What the records' timestamps are relative to.
    #[must_use]
    pub fn base_timestamp(&self) -> Timestamp {
        i64::from_be_bytes(self.field::<27, 8>())
    }

    /// The largest timestamp, or the time of the append.
    #[must_use]
    pub fn max_timestamp(&self) -> Timestamp {
        i64::from_be_bytes(self.field::<35, 8>())
    }

    /// Who produced the batch; -1 if not an idempotent producer.
    #[must_use]
    pub fn producer_id(&self) -> ProducerId {
        i64::from_be_bytes(self.field::<43, 8>())
    }

    /// The producer's epoch.
    #[must_use]
    pub fn producer_epoch(&self) -> ProducerEpoch {
        i16::from_be_bytes(self.field::<51, 2>())
    }

    /// The sequence of the first record of the original batch.
    #[must_use]
    pub fn base_sequence(&self) -> Sequence {
        i32::from_be_bytes(self.field::<53, 4>())
    }

    /// How many records there are, as the header says.
    #[must_use]
    pub fn records_count(&self) -> i32 {
        i32::from_be_bytes(self.field::<57, 4>())
    }

    /// Offset of the last record of the original batch.
    #[must_use]
    pub fn last_offset(&self) -> Offset {
        self.base_offset()
            .wrapping_add(i64::from(self.last_offset_delta()))
    }

    /// The offset after the batch.
    #[must_use]
    pub fn next_offset(&self) -> Offset {
        self.last_offset().wrapping_add(1)
    }

    /// The sequence of the last record of the original batch.
    #[must_use]
    pub fn last_sequence(&self) -> Sequence {
        increment_sequence(self.base_sequence(), self.last_offset_delta())
    }

    /// The time from which tombstones and markers of this batch may go.
    #[must_use]
    pub fn delete_horizon_ms(&self) -> Option<Timestamp> {
        let is_horizon = self.attributes().has_delete_horizon();
        is_horizon.then(|| self.base_timestamp())
    }

    /// The time of a record `delta` after the base timestamp.
    pub(super) fn timestamp_at(&self, delta: i64) -> Timestamp {
        match self.attributes().timestamp_type() {
            TimestampType::CreateTime => self.base_timestamp().wrapping_add(delta),
            TimestampType::LogAppendTime => self.max_timestamp(),
        }
    }

    fn field<const START: usize, const SIZE: usize>(&self) -> [u8; SIZE] {
        const { assert!(START + SIZE <= BATCH_HEADER_SIZE) };
        core::array::from_fn(|index| self.header[START + index])
    }
}

/// The bytes and the format of the batch, or the old message, at the start of `bytes`.
///
/// Only what says where it ends is checked, in Kafka's order.
pub(super) fn framed(bytes: &[u8], position: u64) -> Result<(&[u8], i8), BatchError> {
    let available = bytes.len() as u64;
    // Kafka's file reader stops at 17 bytes or fewer, although the prefix has 17.
    let Some(prefix) = bytes.first_chunk().filter(|_| bytes.len() > PREFIX_SIZE) else {
        return Err(BatchError::Incomplete {
            position,
            needed: PREFIX_SIZE as u64 + 1,
            available,
        });
    };
    let size = BatchView::size_in(prefix, position)?;
    let Some(batch) = usize::try_from(size)
        .ok()
        .and_then(|size| bytes.get(..size))
    else {
        return Err(BatchError::Incomplete {
            position,
            needed: size,
            available,
        });
    };
    let [.., magic] = *prefix;
    match magic.cast_signed() {
        magic @ 0..=MAGIC_V2 => Ok((batch, magic)),
        magic => Err(BatchError::InvalidMagic { position, magic }),
    }
}

/// The compressed records of the batch at `position`.
pub(super) fn decompressed<'a>(
    codec: Codec,
    magic: i8,
    block: &[u8],
    size_max: usize,
    position: u64,
) -> Result<Cow<'a, [u8]>, BatchError> {
    match codec::decompress(codec, magic, block, size_max) {
        Ok(section) => Ok(Cow::Owned(section)),
        Err(CodecFault::Unsupported) => Err(BatchError::Unsupported {
            position,
            format: UnsupportedFormat::Codec(codec),
        }),
        Err(fault) => Err(BatchError::Compressed {
            position,
            codec,
            fault,
        }),
    }
}

/// The batches of a run of bytes, in order.
///
/// Ends quietly before an incomplete batch, as Kafka's readers do, and after an error:
/// where the next batch would begin is then unknown.
#[derive(Clone, Debug)]
pub struct Batches<'a> {
    rest: &'a [u8],
    position: u64,
    is_done: bool,
}

impl<'a> Batches<'a> {
    /// The batches of `bytes`, which lie at `position` in their file.
    #[must_use]
    pub const fn new(bytes: &'a [u8], position: u64) -> Self {
        Self {
            rest: bytes,
            position,
            is_done: false,
        }
    }

    /// Where the next batch begins, or the first one that is not whole.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.position
    }
}

impl<'a> Iterator for Batches<'a> {
    type Item = Result<BatchView<'a>, BatchError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_done {
            return None;
        }
        let result = BatchView::read(self.rest, self.position);
        match &result {
            Ok(batch) => {
                self.rest = self.rest.get(batch.size()..).unwrap_or_default();
                self.position += batch.size() as u64;
            }
            Err(error) => {
                self.is_done = true;
                if let BatchError::Incomplete { .. } = error {
                    return None;
                }
            }
        }
        Some(result)
    }
}
