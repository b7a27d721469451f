//! What compaction makes of a batch (`MemoryRecords.filterTo`, `MemoryRecordsBuilder`; KIP-534 for the delete horizon).
//!
//! Which records stay, and when a horizon is due, is decided floors above. First and last offset and
//! sequence survive, so that a producer's last sequence can be rebuilt from a compacted log.

use super::batch::encode_compressed;
use super::{
    BATCH_HEADER_SIZE, Batch, BatchError, BatchHeader, BatchView, Codec, EncodeError, Record,
    RecordView, TimestampType,
};
use crate::kafka::{NO_TIMESTAMP, Timestamp};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// What a batch has become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rewritten {
    /// Nothing changed: the old bytes are copied.
    Untouched,
    /// These bytes take its place.
    Batch(Vec<u8>),
    /// No record is left: the batch goes, or [`empty_retained`] stays for its producer's sake.
    Empty,
}

/// Why a batch can't be rewritten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RewriteError {
    /// The batch can't be read.
    Read(BatchError),
    /// What is left can't be written.
    Write(EncodeError),
}

/// Keeps the records for which `keep` says so, and sets `delete_horizon_ms` if the batch has none yet.
///
/// `section` is what [`BatchView::section`] gave. What is left is compressed as it was.
pub fn rewrite(
    batch: &BatchView<'_>,
    section: &[u8],
    delete_horizon_ms: Option<Timestamp>,
    mut keep: impl FnMut(&RecordView<'_>) -> bool,
) -> Result<Rewritten, RewriteError> {
    let mut kept = Vec::new();
    let mut is_complete = true;
    for record in batch.records_in(section).map_err(RewriteError::Read)? {
        let record = record.map_err(RewriteError::Read)?;
        if keep(&record) {
            kept.push(record);
        } else {
            is_complete = false;
        }
    }
    let Some(first) = kept.first() else {
        return Ok(Rewritten::Empty);
    };
    let had_horizon = batch.delete_horizon_ms();
    if is_complete && (had_horizon.is_some() || delete_horizon_ms.is_none()) {
        return Ok(Rewritten::Untouched);
    }
    let old = batch.header();
    let horizon = had_horizon.or(delete_horizon_ms);
    let base_timestamp = horizon.unwrap_or(first.timestamp);
    let max_timestamp = match old.attributes.timestamp_type() {
        TimestampType::LogAppendTime => old.max_timestamp,
        TimestampType::CreateTime => {
            let timestamps = kept.iter().map(|record| record.timestamp);
            timestamps.fold(NO_TIMESTAMP, Timestamp::max)
        }
    };
    let attributes = match horizon {
        Some(_) => old.attributes.delete_horizon(),
        None => old.attributes,
    };
    let header = BatchHeader {
        attributes,
        base_timestamp,
        max_timestamp,
        ..old
    };
    let records = kept.iter().map(|record| Record {
        attributes: 0,
        timestamp_delta: record.timestamp.wrapping_sub(base_timestamp),
        offset_delta: record.offset_delta,
        key: record.key,
        value: record.value,
        headers: Cow::Owned(record.headers.clone().collect()),
    });
    encode_compressed(&header, records)
        .map(Rewritten::Batch)
        .map_err(RewriteError::Write)
}

/// The header alone, which stays where a producer's last sequence would be lost with its batch
/// (`DefaultRecordBatch.writeEmptyHeader`).
pub fn empty_retained(batch: &BatchView<'_>) -> Result<Vec<u8>, EncodeError> {
    let old = batch.header();
    let attributes = old.attributes.with_codec(Codec::None);
    let empty = Batch {
        header: BatchHeader {
            attributes: attributes.without_delete_horizon(),
            base_timestamp: NO_TIMESTAMP,
            ..old
        },
        records: Vec::new(),
    };
    let bytes = empty.encode()?;
    debug_assert_eq!(bytes.len(), BATCH_HEADER_SIZE);
    Ok(bytes)
}

impl fmt::Display for RewriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read(error) => error.fmt(f),
            Self::Write(error) => error.fmt(f),
        }
    }
}

impl Error for RewriteError {}
