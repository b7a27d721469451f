//! Reading and writing numbers in Kafka's byte order, and its two checksums.
//!
//! Nothing here knows what the bytes mean: a reader says where it ran out, its caller
//! says what it was looking for.

mod crc32;
mod reader;
mod varint;

pub use crc32::{crc32, crc32c};
pub use reader::{ReadError, Reader};
pub use varint::{put_varint, put_varlong, varint_size, varlong_size};

#[cfg(test)]
mod tests;
