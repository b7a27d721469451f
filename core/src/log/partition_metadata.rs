//! `partition.metadata`: which topic, by its id, a folder belongs to (KIP-516; `PartitionMetadataFile`), since 2.8.

use alloc::format;
use alloc::string::String;
use core::error::Error;
use core::fmt;
use serde::{Deserialize, Serialize};

/// The file's name in the folder of its partition.
pub const PARTITION_METADATA: &str = "partition.metadata";

/// The only version of the file.
const VERSION: i32 = 0;

/// The digits of base64 in its form for addresses (RFC 4648, section 5).
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Digits of a topic id: 128 bits, six to a digit.
const ID_DIGITS: usize = 22;

/// The id of a topic: 128 bits, written as 22 digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TopicId(pub u128);

/// Why a `partition.metadata` cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MetadataError {
    /// The file is not text.
    NotUtf8 {
        /// The first byte that is not.
        position: usize,
    },
    /// A line is missing, or does not have the field it should. Lines count from 1.
    Malformed {
        /// Which line.
        line: usize,
    },
    /// The file has another version.
    Version {
        /// The version this reader knows.
        expected: i32,
        /// The file's.
        found: i32,
    },
    /// The id is that of no topic.
    ZeroId,
}

/// The topic's id in a `partition.metadata`.
pub fn read_partition_metadata(bytes: &[u8]) -> Result<TopicId, MetadataError> {
    let text = core::str::from_utf8(bytes).map_err(|error| MetadataError::NotUtf8 {
        position: error.valid_up_to(),
    })?;
    let mut lines = text.lines();
    let mut field = |line, name| {
        let fields = lines.next().and_then(|text| text.split_once(':'));
        match fields {
            Some((found, value))
                if found == name && value.starts_with(|c: char| c.is_ascii_whitespace()) =>
            {
                Ok(value.trim_ascii())
            }
            _ => Err(MetadataError::Malformed { line }),
        }
    };
    let version = field(1, "version")?;
    let version = version
        .parse()
        .map_err(|_| MetadataError::Malformed { line: 1 })?;
    if version != VERSION {
        return Err(MetadataError::Version {
            expected: VERSION,
            found: version,
        });
    }
    let id = field(2, "topic_id")?;
    match TopicId::parse(id) {
        Some(TopicId(0)) => Err(MetadataError::ZeroId),
        Some(id) => Ok(id),
        None => Err(MetadataError::Malformed { line: 2 }),
    }
}

/// The text of a `partition.metadata`, which ends without a new line.
#[must_use]
pub fn write_partition_metadata(id: TopicId) -> String {
    format!("version: {VERSION}\ntopic_id: {id}")
}

impl TopicId {
    /// The id in its 22 digits.
    #[must_use]
    pub fn parse(digits: &str) -> Option<Self> {
        if digits.len() != ID_DIGITS {
            return None;
        }
        let mut id = 0_u128;
        let mut bits = 128_u32;
        for digit in digits.bytes() {
            let value = DIGITS.iter().position(|known| *known == digit)? as u128;
            if bits >= 6 {
                bits -= 6;
                id |= value << bits;
            } else {
                // The last digit has four bits more than are left.
                id |= value >> (6 - bits);
            }
        }
        Some(Self(id))
    }
}

impl fmt::Display for TopicId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for digit in 0..ID_DIGITS {
            let value = match (122 - 6 * digit as i32).cast_unsigned() {
                shift @ 0..128 => self.0 >> shift,
                _ => self.0 << 4,
            };
            write!(f, "{}", char::from(DIGITS[(value & 63) as usize]))?;
        }
        Ok(())
    }
}

impl fmt::Display for MetadataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8 { position } => write!(f, "byte {position}: not UTF-8"),
            Self::Malformed { line } => write!(f, "line {line}: malformed"),
            Self::Version { expected, found } => {
                write!(f, "version {found}, expected {expected}")
            }
            Self::ZeroId => f.write_str("the id of no topic"),
        }
    }
}

impl Error for MetadataError {}
