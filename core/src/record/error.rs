//! What can be wrong with the bytes of a batch.

use super::{Codec, CodecFault, LegacyFault};
use crate::bytes::ReadError;
use core::error::Error;
use core::fmt;
use serde::{Deserialize, Serialize};

/// Why a batch could not be read. Every `position` is that of the batch's first byte in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BatchError {
    /// The bytes end before the batch does: a tail that is still being written, or was cut.
    Incomplete {
        /// Where the batch begins.
        position: u64,
        /// How many bytes are needed, as far as can be said.
        needed: u64,
        /// How many there are.
        available: u64,
    },
    /// The length field is smaller than any batch of this format can be.
    CorruptSize {
        /// Where the batch begins.
        position: u64,
        /// The length field.
        length: i32,
        /// What it has to be at least.
        length_min: i32,
    },
    /// The magic byte names a format that never was.
    InvalidMagic {
        /// Where the batch begins.
        position: u64,
        /// The byte.
        magic: i8,
    },
    /// The checksum is not that of the bytes.
    CrcMismatch {
        /// Where the batch begins.
        position: u64,
        /// The checksum in the header.
        stored: u32,
        /// The checksum of the bytes.
        computed: u32,
    },
    /// The record section is malformed, whatever the checksum says.
    InvalidRecord {
        /// Where the batch begins.
        position: u64,
        /// The number of the record within its batch, from 0.
        record: u32,
        /// What is wrong with it.
        fault: RecordFault,
    },
    /// The compressed records can't be taken out.
    Compressed {
        /// Where the batch begins.
        position: u64,
        /// How they are compressed.
        codec: Codec,
        /// What is wrong.
        fault: CodecFault,
    },
    /// The batch is well formed, but in a format that this reader does not take apart.
    Unsupported {
        /// Where the batch begins.
        position: u64,
        /// The format.
        format: UnsupportedFormat,
    },
}

/// What is malformed in a record section. Positions count from the first byte of the batch, in
/// a compressed one as if its records lay there as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RecordFault {
    /// The header says that there are fewer than no records.
    NegativeCount {
        /// The header's count.
        count: i32,
    },
    /// A field ends beyond its record, or has no end.
    Field {
        /// Which, and how far.
        error: ReadError,
    },
    /// The record claims more bytes than the batch has left, or fewer than none.
    Size {
        /// Where the record's bytes begin, after its length.
        position: usize,
        /// Its length.
        declared: i32,
        /// The bytes that are left.
        available: usize,
    },
    /// The record's fields are done before its bytes are.
    UnreadBytes {
        /// Where the fields end.
        position: usize,
        /// The bytes left in the record.
        left: usize,
    },
    /// A record has fewer headers than none, or more than bytes.
    HeaderCount {
        /// Where the record's headers begin.
        position: usize,
        /// How many it claims.
        count: i32,
    },
    /// A header has no key.
    HeaderKey {
        /// Where the header's key should begin.
        position: usize,
        /// The length it claims.
        length: i32,
    },
    /// Bytes follow the last record.
    TrailingBytes {
        /// Where they begin.
        position: usize,
        /// How many.
        left: usize,
    },
    /// The messages within a compressed one are not as they should be.
    Legacy {
        /// How they are.
        fault: LegacyFault,
    },
}

/// A format that is known, but not read here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UnsupportedFormat {
    /// Messages from before 0.11: magic 0 or 1.
    Magic(i8),
    /// Records compressed with this codec.
    Codec(Codec),
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Incomplete {
                position,
                needed,
                available,
            } => write!(
                f,
                "batch at {position}: incomplete, {available} of {needed} bytes"
            ),
            Self::CorruptSize {
                position,
                length,
                length_min,
            } => write!(
                f,
                "batch at {position}: length {length}, the least is {length_min}"
            ),
            Self::InvalidMagic { position, magic } => {
                write!(f, "batch at {position}: no format has magic {magic}")
            }
            Self::CrcMismatch {
                position,
                stored,
                computed,
            } => write!(
                f,
                "batch at {position}: CRC {stored:08x} stored, {computed:08x} computed"
            ),
            Self::InvalidRecord {
                position,
                record,
                fault,
            } => write!(f, "batch at {position}, record {record}: {fault}"),
            Self::Compressed {
                position,
                codec,
                fault,
            } => write!(f, "batch at {position}, codec {codec:?}: {fault}"),
            Self::Unsupported { position, format } => {
                write!(f, "batch at {position}: {format} is not supported")
            }
        }
    }
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NegativeCount { count } => write!(f, "{count} records"),
            Self::Field { error } => error.fmt(f),
            Self::Size {
                position,
                declared,
                available,
            } => write!(
                f,
                "byte {position}: {declared} bytes declared, {available} left"
            ),
            Self::UnreadBytes { position, left } => {
                write!(f, "byte {position}: {left} bytes after the last field")
            }
            Self::HeaderCount { position, count } => {
                write!(f, "byte {position}: {count} headers")
            }
            Self::HeaderKey { position, length } => {
                write!(f, "byte {position}: header key of {length} bytes")
            }
            Self::TrailingBytes { position, left } => {
                write!(f, "byte {position}: {left} bytes after the last record")
            }
            Self::Legacy { fault } => fault.fmt(f),
        }
    }
}

impl fmt::Display for UnsupportedFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic(magic) => write!(f, "magic {magic}"),
            Self::Codec(codec) => write!(f, "codec {codec:?}"),
        }
    }
}

impl Error for BatchError {}
impl Error for RecordFault {}
