//! A cursor over bytes that answers with a position instead of panicking.

use super::varint::{VARINT_SIZE_MAX, VARLONG_SIZE_MAX, unzigzag, unzigzag_long};
use core::error::Error;
use core::fmt;
use serde::{Deserialize, Serialize};

/// Why the bytes did not hold what was asked for. Positions count from the reader's first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReadError {
    /// The bytes end too early.
    EndOfBytes {
        /// Where the value begins.
        position: usize,
        /// How many bytes it has.
        needed: usize,
        /// How many there are.
        available: usize,
    },
    /// An integer of variable length does not end where the longest one would.
    VarintTooLong {
        /// Where the integer begins.
        position: usize,
    },
}

/// Reads big-endian numbers, integers of variable length and slices, in order.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Reader<'a> {
    /// A reader at the first of `bytes`.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    /// The next `length` bytes.
    pub fn take(&mut self, length: usize) -> Result<&'a [u8], ReadError> {
        let rest = self.rest();
        let taken = rest.get(..length).ok_or(ReadError::EndOfBytes {
            position: self.position,
            needed: length,
            available: rest.len(),
        })?;
        self.position += length;
        Ok(taken)
    }

    /// The next byte, signed.
    pub fn read_i8(&mut self) -> Result<i8, ReadError> {
        self.array().map(i8::from_be_bytes)
    }

    /// The next two bytes as a number.
    pub fn read_i16(&mut self) -> Result<i16, ReadError> {
        self.array().map(i16::from_be_bytes)
    }

    /// The next four bytes as a number.
    pub fn read_i32(&mut self) -> Result<i32, ReadError> {
        self.array().map(i32::from_be_bytes)
    }

    /// The next eight bytes as a number.
    pub fn read_i64(&mut self) -> Result<i64, ReadError> {
        self.array().map(i64::from_be_bytes)
    }

    /// The next integer of variable length, 32 bits.
    pub fn read_varint(&mut self) -> Result<i32, ReadError> {
        let value = self.unsigned(VARINT_SIZE_MAX)?;
        Ok(unzigzag(value as u32))
    }

    /// The next integer of variable length, 64 bits.
    pub fn read_varlong(&mut self) -> Result<i64, ReadError> {
        self.unsigned(VARLONG_SIZE_MAX).map(unzigzag_long)
    }

    /// How many bytes were read.
    #[must_use]
    pub const fn position(&self) -> usize {
        self.position
    }

    /// The bytes not read yet.
    #[must_use]
    pub fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.position..).unwrap_or_default()
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ReadError> {
        let rest = self.rest();
        let array = rest.first_chunk().ok_or(ReadError::EndOfBytes {
            position: self.position,
            needed: N,
            available: rest.len(),
        })?;
        self.position += N;
        Ok(*array)
    }

    /// Bits that do not fit are lost, as in Kafka: its reader does not judge them either.
    fn unsigned(&mut self, size_max: usize) -> Result<u64, ReadError> {
        let rest = self.rest();
        let mut value = 0;
        for (index, byte) in rest.iter().take(size_max).enumerate() {
            value |= u64::from(byte & 0x7f) << (7 * index);
            if byte & 0x80 == 0 {
                self.position += index + 1;
                return Ok(value);
            }
        }
        Err(if rest.len() < size_max {
            ReadError::EndOfBytes {
                position: self.position,
                needed: rest.len() + 1,
                available: rest.len(),
            }
        } else {
            ReadError::VarintTooLong {
                position: self.position,
            }
        })
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EndOfBytes {
                position,
                needed,
                available,
            } => write!(
                f,
                "byte {position}: {needed} bytes needed, {available} left"
            ),
            Self::VarintTooLong { position } => {
                write!(f, "byte {position}: integer without an end")
            }
        }
    }
}

impl Error for ReadError {}
