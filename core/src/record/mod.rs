//! Kafka's record batch format, magic 2 (KIP-98; `DefaultRecordBatch`, `DefaultRecord`), and the older ones to read.
//!
//! Two sides: a *view* ([`BatchView`], [`RecordView`]) reads any bytes, never judges more than it is
//! asked to, and survives corrupt ones; a *value* ([`Batch`], [`Record`]) holds fields and can be
//! written. It knows no log: what offsets a batch may have is decided a floor above.

mod any;
mod attributes;
mod batch;
pub mod codec;
mod control;
mod error;
mod legacy;
mod records;
mod rewrite;
mod view;

pub use any::{AnyBatch, AnyRecord, AnyRecords};
pub use attributes::{Attributes, Codec, TimestampType};
pub use batch::{Batch, BatchHeader, EncodeError, Record, encode, encode_compressed};
pub use codec::CodecFault;
pub use control::{ControlRecord, EndTransactionMarker};
pub use error::{BatchError, RecordFault, UnsupportedFormat};
pub use legacy::{LegacyFault, LegacyRecord, LegacyRecords, MessageView};
pub use records::{Header, Headers, RecordView, Records};
pub use rewrite::{RewriteError, Rewritten, empty_retained, rewrite};
pub use view::{BatchView, Batches};

use crate::kafka::{NO_SEQUENCE, Sequence};

/// The format these batches have, at byte 16 of every batch.
pub const MAGIC_V2: i8 = 2;

/// Bytes of a batch before its records (`DefaultRecordBatch.RECORD_BATCH_OVERHEAD`).
pub const BATCH_HEADER_SIZE: usize = 61;

/// Bytes up to and including the magic byte, which every format has in the same place
/// (`Records.HEADER_SIZE_UP_TO_MAGIC`).
pub const PREFIX_SIZE: usize = 17;

/// The first byte that the checksum covers, right after it: a leader stamps those before without a new one.
const CRC_START: usize = 21;

/// Bytes of the base offset and the length, which the length does not count (`Records.LOG_OVERHEAD`).
pub const LOG_OVERHEAD: usize = 12;

/// What the length field of any batch or old message must have at least (`LegacyRecord.RECORD_OVERHEAD_V0`).
pub const LENGTH_MIN: i32 = 14;

/// The sequence that is `increment` records after `sequence` (`DefaultRecordBatch.incrementSequence`).
///
/// 0 follows 2147483647; a batch without sequences has none anywhere.
#[must_use]
pub const fn increment_sequence(sequence: Sequence, increment: i32) -> Sequence {
    if sequence == NO_SEQUENCE {
        NO_SEQUENCE
    } else if sequence > i32::MAX.wrapping_sub(increment) {
        increment
            .wrapping_sub(i32::MAX.wrapping_sub(sequence))
            .wrapping_sub(1)
    } else {
        sequence.wrapping_add(increment)
    }
}
