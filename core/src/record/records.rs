//! Records as they lie in the bytes of their batch.

use super::{BATCH_HEADER_SIZE, BatchError, BatchView, RecordFault, increment_sequence};
use crate::bytes::{ReadError, Reader};
use crate::kafka::{Offset, Sequence, Timestamp};

/// One record in its bytes.
#[derive(Clone, Debug)]
pub struct RecordView<'a> {
    /// Unused bits; 0 in everything that Kafka writes.
    pub attributes: i8,
    /// Relative to the batch's base timestamp.
    pub timestamp_delta: i64,
    /// Relative to the batch's base offset.
    pub offset_delta: i32,
    /// The record's offset.
    pub offset: Offset,
    /// The record's time: its own, or that of the append.
    pub timestamp: Timestamp,
    /// The record's sequence; -1 if the batch has none.
    pub sequence: Sequence,
    /// The key; `None` is not the same as an empty one.
    pub key: Option<&'a [u8]>,
    /// The value; `None` deletes the key in a compacted topic.
    pub value: Option<&'a [u8]>,
    /// The headers, in order, with repeated keys.
    pub headers: Headers<'a>,
}

/// One header of a record. Its key is UTF-8 in everything that Kafka writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header<'a> {
    /// The key.
    pub key: &'a [u8],
    /// The value.
    pub value: Option<&'a [u8]>,
}

/// The records of a batch, in order; nothing is copied.
///
/// Ends after the first error. A batch is sound only if the iterator came to its end without one:
/// bytes after the last record are the last item.
#[derive(Clone, Debug)]
pub struct Records<'a> {
    batch: BatchView<'a>,
    reader: Reader<'a>,
    done: u32,
    count: u32,
    is_over: bool,
}

impl<'a> Records<'a> {
    /// The records of `batch` in `section`, where they lie as they are.
    pub(super) fn new(batch: BatchView<'a>, section: &'a [u8]) -> Result<Self, BatchError> {
        let count = batch.records_count();
        let count = u32::try_from(count).map_err(|_| BatchError::InvalidRecord {
            position: batch.position(),
            record: 0,
            fault: RecordFault::NegativeCount { count },
        })?;
        Ok(Self {
            batch,
            reader: Reader::new(section),
            done: 0,
            count,
            is_over: false,
        })
    }

    fn step(&mut self) -> Result<Option<RecordView<'a>>, RecordFault> {
        if self.done == self.count {
            let left = self.reader.rest().len();
            if left == 0 {
                return Ok(None);
            }
            let position = BATCH_HEADER_SIZE + self.reader.position();
            return Err(RecordFault::TrailingBytes { position, left });
        }
        let declared = self
            .reader
            .read_varint()
            .map_err(|error| field(error, BATCH_HEADER_SIZE))?;
        let position = BATCH_HEADER_SIZE + self.reader.position();
        let body = usize::try_from(declared)
            .ok()
            .and_then(|size| self.reader.take(size).ok())
            .ok_or(RecordFault::Size {
                position,
                declared,
                available: self.reader.rest().len(),
            })?;
        self.body(body, position).map(Some)
    }

    fn body(&self, body: &'a [u8], position: usize) -> Result<RecordView<'a>, RecordFault> {
        let field = |error| field(error, position);
        let mut reader = Reader::new(body);
        let attributes = reader.read_i8().map_err(field)?;
        let timestamp_delta = reader.read_varlong().map_err(field)?;
        let offset_delta = reader.read_varint().map_err(field)?;
        let key = nullable(&mut reader).map_err(field)?;
        let value = nullable(&mut reader).map_err(field)?;

        let headers_position = position + reader.position();
        let count = reader.read_varint().map_err(field)?;
        let headers_start = reader.clone();
        if usize::try_from(count).map_or(true, |count| count > reader.rest().len()) {
            return Err(RecordFault::HeaderCount {
                position: headers_position,
                count,
            });
        }
        for _ in 0..count {
            let key_position = position + reader.position();
            let length = reader.read_varint().map_err(field)?;
            let length = usize::try_from(length).map_err(|_| RecordFault::HeaderKey {
                position: key_position,
                length,
            })?;
            reader.take(length).map_err(field)?;
            nullable(&mut reader).map_err(field)?;
        }
        let left = reader.rest().len();
        if left > 0 {
            let position = position + reader.position();
            return Err(RecordFault::UnreadBytes { position, left });
        }
        Ok(RecordView {
            attributes,
            timestamp_delta,
            offset_delta,
            offset: self
                .batch
                .base_offset()
                .wrapping_add(i64::from(offset_delta)),
            timestamp: self.batch.timestamp_at(timestamp_delta),
            sequence: increment_sequence(self.batch.base_sequence(), offset_delta),
            key,
            value,
            headers: Headers {
                reader: headers_start,
                left: count.cast_unsigned(),
            },
        })
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Result<RecordView<'a>, BatchError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let record = self.done;
        match self.step() {
            Ok(next) => {
                self.is_over = next.is_none();
                self.done += u32::from(next.is_some());
                next.map(Ok)
            }
            Err(fault) => {
                self.is_over = true;
                Some(Err(BatchError::InvalidRecord {
                    position: self.batch.position(),
                    record,
                    fault,
                }))
            }
        }
    }
}

/// The headers of a record, which was read to its end before: they are well formed.
#[derive(Clone, Debug)]
pub struct Headers<'a> {
    reader: Reader<'a>,
    left: u32,
}

impl<'a> Iterator for Headers<'a> {
    type Item = Header<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        self.left = self.left.checked_sub(1)?;
        let length = usize::try_from(self.reader.read_varint().ok()?).ok()?;
        let key = self.reader.take(length).ok()?;
        let value = nullable(&mut self.reader).ok()?;
        Some(Header { key, value })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left as usize, Some(self.left as usize))
    }
}

impl ExactSizeIterator for Headers<'_> {}

/// No headers.
impl Default for Headers<'_> {
    fn default() -> Self {
        Self {
            reader: Reader::new(&[]),
            left: 0,
        }
    }
}

/// Kafka writes -1 for null and takes every negative length for it.
fn nullable<'a>(reader: &mut Reader<'a>) -> Result<Option<&'a [u8]>, ReadError> {
    match usize::try_from(reader.read_varint()?) {
        Ok(length) => reader.take(length).map(Some),
        Err(_) => Ok(None),
    }
}

/// The same error, counted from the first byte of the batch.
fn field(error: ReadError, start: usize) -> RecordFault {
    let error = match error {
        ReadError::EndOfBytes {
            position,
            needed,
            available,
        } => ReadError::EndOfBytes {
            position: start + position,
            needed,
            available,
        },
        ReadError::VarintTooLong { position } => ReadError::VarintTooLong {
            position: start + position,
        },
    };
    RecordFault::Field { error }
}
