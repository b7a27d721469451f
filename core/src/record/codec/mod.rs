//! The codecs of compressed batches (`Compression` and its kinds): a block of records in, the records' bytes out.
//!
//! How many bytes come out is never believed: whoever asks says how many may. It knows neither batches nor
//! records. Without the feature `codecs` no codec is there, and each is answered as not supported.

#[cfg(feature = "codecs")]
mod gzip;
#[cfg(feature = "codecs")]
mod lz4;
#[cfg(feature = "codecs")]
mod snappy;
#[cfg(feature = "codecs")]
mod zstd;

use super::Codec;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use serde::{Deserialize, Serialize};

/// Why a compressed block could not be taken apart. Positions count from the block's first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CodecFault {
    /// Batches of this format never have this codec, or this reader was built without it.
    Unsupported,
    /// The block ends before its data does.
    Truncated,
    /// The block is not what its codec writes, or uses what Kafka's readers refuse.
    Malformed {
        /// Where, as far as that can be said.
        position: usize,
    },
    /// A checksum within the block is not that of its data.
    ChecksumMismatch {
        /// The block's.
        stored: u32,
        /// That of the data.
        computed: u32,
    },
    /// More would come out than was allowed.
    TooLarge {
        /// How many bytes were.
        size_max: usize,
    },
}

/// What was compressed into `block`, at most `size_max` bytes of it.
///
/// Batches of magic 0 have an older header checksum in lz4; zstd came with magic 2 only (KIP-110).
pub fn decompress(
    codec: Codec,
    magic: i8,
    block: &[u8],
    size_max: usize,
) -> Result<Vec<u8>, CodecFault> {
    match codec {
        Codec::None if block.len() > size_max => Err(CodecFault::TooLarge { size_max }),
        Codec::None => Ok(Vec::from(block)),
        #[cfg(feature = "codecs")]
        Codec::Gzip => gzip::decompress(block, size_max),
        #[cfg(feature = "codecs")]
        Codec::Snappy => snappy::decompress(block, size_max),
        #[cfg(feature = "codecs")]
        Codec::Lz4 => lz4::decompress(block, magic == 0, size_max),
        #[cfg(feature = "codecs")]
        Codec::Zstd if magic == super::MAGIC_V2 => zstd::decompress(block, size_max),
        _ => {
            // Only codecs ask for the format.
            let _ = magic;
            Err(CodecFault::Unsupported)
        }
    }
}

/// The block that a batch of magic 2 has for these bytes; nothing if this codec is not written here.
///
/// gzip and lz4 are; which bytes come out depends on the compressor, and Kafka's differs.
#[must_use]
pub fn compress(codec: Codec, bytes: &[u8]) -> Option<Vec<u8>> {
    match codec {
        Codec::None => Some(Vec::from(bytes)),
        #[cfg(feature = "codecs")]
        Codec::Gzip => Some(gzip::compress(bytes)),
        #[cfg(feature = "codecs")]
        Codec::Lz4 => Some(lz4::compress(bytes)),
        _ => None,
    }
}

impl fmt::Display for CodecFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsupported => f.write_str("not supported"),
            Self::Truncated => f.write_str("the block ends too early"),
            Self::Malformed { position } => write!(f, "malformed at byte {position} of the block"),
            Self::ChecksumMismatch { stored, computed } => {
                write!(f, "checksum {stored:08x} stored, {computed:08x} computed")
            }
            Self::TooLarge { size_max } => write!(f, "more than {size_max} bytes come out"),
        }
    }
}

impl Error for CodecFault {}

#[cfg(all(test, feature = "codecs"))]
mod tests;
