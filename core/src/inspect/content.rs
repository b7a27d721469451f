//! What bytes look like, whatever their file is called.

use super::finding::Problem;
use crate::bytes::Reader;
use crate::log::{PRODUCER_SNAPSHOT_ENTRY_SIZE, TRANSACTION_INDEX_ENTRY_SIZE, read_snapshot};
use crate::record::AnyBatch;
use core::fmt;
use serde::{Deserialize, Serialize};

/// What a file may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Content {
    /// Batches: a `.log`.
    Batches,
    /// Offsets and positions: an `.index`.
    OffsetIndex,
    /// Timestamps and offsets: a `.timeindex`.
    TimeIndex,
    /// Aborted transactions: a `.txnindex`.
    TransactionIndex,
    /// Producers: a `.snapshot`.
    Snapshot,
    /// A version, a count and lines: a checkpoint.
    Checkpoint,
    /// Text of another kind.
    Text,
    /// A gzip archive.
    Gzip,
    /// A zip archive.
    Zip,
}

/// What the first bytes of a file look like, which has `size` bytes as a whole.
#[must_use]
pub fn looks_like(bytes: &[u8], size: u64) -> Option<Content> {
    if AnyBatch::read(bytes, 0).is_ok_and(|batch| batch.check_crc().is_ok()) {
        return Some(Content::Batches);
    }
    let snapshot_size_max = 10 + 1_000_000 * PRODUCER_SNAPSHOT_ENTRY_SIZE as u64;
    if size == bytes.len() as u64 && size < snapshot_size_max && read_snapshot(bytes).is_ok() {
        return Some(Content::Snapshot);
    }
    if bytes.starts_with(&[0x1f, 0x8b, 8]) {
        return Some(Content::Gzip);
    }
    if bytes.starts_with(b"PK\x03\x04") {
        return Some(Content::Zip);
    }
    if bytes.starts_with(b"0\n") {
        return Some(Content::Checkpoint);
    }
    if !bytes.is_empty() && is_text(bytes) {
        return Some(Content::Text);
    }
    let divides = |entry: usize| size > 0 && size.is_multiple_of(entry as u64);
    if divides(TRANSACTION_INDEX_ENTRY_SIZE) && rise(bytes, 34, |entry| number(entry, 18)) {
        return Some(Content::TransactionIndex);
    }
    // Both indexes: the time index has timestamps of this age of the world.
    let year_2000 = 946_684_800_000;
    if divides(12) && number(bytes, 0) > year_2000 && rise(bytes, 12, |entry| number(entry, 0)) {
        return Some(Content::TimeIndex);
    }
    if divides(8) && rise(bytes, 8, |entry| number(entry, 0)) {
        return Some(Content::OffsetIndex);
    }
    None
}

/// What is wrong if a file is of this kind by its name, and begins with `bytes`.
///
/// Index files are arrays of numbers: they are taken at their name's word, unless they are clearly something else.
#[must_use]
pub fn check_kind(by_name: Content, bytes: &[u8], size: u64) -> Option<Problem> {
    use Content::{OffsetIndex, TimeIndex, TransactionIndex};
    let found = looks_like(bytes, size)?;
    let is_vague = matches!(found, OffsetIndex | TimeIndex | TransactionIndex);
    let looks_like = Some(found);
    (found != by_name && !is_vague).then_some(Problem::Foreign { looks_like })
}

fn is_text(bytes: &[u8]) -> bool {
    let head = bytes.get(..bytes.len().min(256)).unwrap_or_default();
    let is_written =
        |byte: &u8| matches!(*byte, b'\t' | b'\n' | b'\r' | b' '..=b'~') || *byte >= 0x80;
    head.iter().all(is_written)
}

/// Whether the numbers of the first entries rise.
fn rise(bytes: &[u8], size: usize, of: impl Fn(&[u8]) -> i64) -> bool {
    let entries = bytes.chunks_exact(size).take(64).map(of);
    entries.is_sorted_by(|before, after| before < after && *before >= 0)
}

fn number(bytes: &[u8], start: usize) -> i64 {
    let bytes = bytes.get(start..).unwrap_or_default();
    Reader::new(bytes).read_i64().unwrap_or(-1)
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Batches => "a .log",
            Self::OffsetIndex => "an .index",
            Self::TimeIndex => "a .timeindex",
            Self::TransactionIndex => "a .txnindex",
            Self::Snapshot => "a .snapshot",
            Self::Checkpoint => "a checkpoint",
            Self::Text => "text",
            Self::Gzip => "a gzip archive",
            Self::Zip => "a zip archive",
        })
    }
}
