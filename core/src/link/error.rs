//! What can be wrong with a link, as data. The words in a reader's language belong to the page;
//! [`fmt::Display`] is for logs and tests.

use core::fmt;

use serde::{Deserialize, Serialize};

/// Why a link does not open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum LinkError {
    /// It has more characters than a link may have.
    TooLong {
        /// How many it has.
        found: u32,
        /// How many are allowed.
        max: u32,
    },
    /// It is no link of Tidemark's.
    Foreign,
    /// Its format is not the one this release reads.
    OtherFormat {
        /// The format's version.
        found: u8,
        /// The version that is read.
        known: u8,
    },
    /// It is not as it was made.
    Damaged(Damage),
    /// Its text is longer than a scenario may be.
    TextTooLong {
        /// Bytes allowed.
        max: u32,
    },
}

/// How it shows that a link is not as it was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Damage {
    /// A character that no link has.
    Character {
        /// Which, counted from 1.
        position: u32,
    },
    /// It ends where there must be more.
    CutShort {
        /// Bytes there are.
        length: u32,
    },
    /// Something in it was changed.
    Checksum {
        /// The checksum in the link.
        expected: u32,
        /// The checksum of what came with it.
        computed: u32,
    },
    /// The packed text can't be unpacked.
    Packing,
    /// What was packed is no text.
    NotText {
        /// The first byte that is not UTF-8, counted from 0.
        position: u32,
    },
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong { found, max } => {
                write!(f, "a link of {found} characters, at most {max} are read")
            }
            Self::Foreign => f.write_str("no link of Tidemark's"),
            Self::OtherFormat { found, known } => {
                write!(f, "a link of format {found}, format {known} is read")
            }
            Self::Damaged(damage) => write!(f, "a damaged link: {damage}"),
            Self::TextTooLong { max } => write!(f, "a text of more than {max} bytes"),
        }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character { position } => write!(f, "character {position}"),
            Self::CutShort { length } => write!(f, "cut short at {length} bytes"),
            Self::Checksum { expected, computed } => {
                write!(f, "checksum {computed:08x}, expected {expected:08x}")
            }
            Self::Packing => f.write_str("packing"),
            Self::NotText { position } => write!(f, "no UTF-8 at byte {position}"),
        }
    }
}

impl core::error::Error for LinkError {}
