//! Why an index refuses an entry, and what can be wrong with an index that was found on a disk.

use crate::kafka::{Offset, Timestamp};
use core::error::Error;
use core::fmt;
use serde::{Deserialize, Serialize};

/// Why an entry was not added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexError {
    /// All slots are used.
    Full {
        /// How many there are.
        slots: u32,
    },
    /// The offset does not follow that of the last entry.
    InvalidOffset {
        /// The last entry's.
        last: Offset,
        /// The new one.
        found: Offset,
    },
    /// The offset is not within 2147483647 from the base offset on.
    OffsetOverflow {
        /// The base offset.
        base_offset: Offset,
        /// The offset.
        found: Offset,
    },
    /// The timestamp is before that of the last entry.
    TimestampGoesBack {
        /// The last entry's.
        last: Timestamp,
        /// The new one.
        found: Timestamp,
    },
}

/// Why the bytes of an index cannot be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CorruptIndex {
    /// The file does not consist of whole entries.
    Length {
        /// Its length.
        length: u64,
        /// Bytes of an entry.
        entry_size: u64,
    },
    /// An entry's offset is below the base offset of its segment.
    Offset {
        /// The number of the entry.
        entry: usize,
        /// The base offset.
        offset_min: Offset,
        /// The entry's offset.
        found: Offset,
    },
    /// The last timestamp is before the first one.
    Timestamp {
        /// The first entry's.
        first: Timestamp,
        /// The last entry's.
        last: Timestamp,
    },
    /// An entry has a version that is not known.
    Version {
        /// The number of the entry.
        entry: usize,
        /// The version this reader knows.
        expected: i16,
        /// The entry's.
        found: i16,
    },
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full { slots } => write!(f, "all {slots} slots are used"),
            Self::InvalidOffset { last, found } => {
                write!(f, "offset {found} does not follow {last}")
            }
            Self::OffsetOverflow { base_offset, found } => {
                write!(
                    f,
                    "offset {found} is too far from base offset {base_offset}"
                )
            }
            Self::TimestampGoesBack { last, found } => {
                write!(f, "timestamp {found} is before {last}")
            }
        }
    }
}

impl fmt::Display for CorruptIndex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { length, entry_size } => {
                write!(f, "{length} bytes are not whole entries of {entry_size}")
            }
            Self::Offset {
                entry,
                offset_min,
                found,
            } => write!(
                f,
                "entry {entry}: offset {found}, the least is {offset_min}"
            ),
            Self::Timestamp { first, last } => {
                write!(
                    f,
                    "the last timestamp, {last}, is before the first, {first}"
                )
            }
            Self::Version {
                entry,
                expected,
                found,
            } => write!(f, "entry {entry}: version {found}, expected {expected}"),
        }
    }
}

impl Error for IndexError {}
impl Error for CorruptIndex {}
