//! How an offset is found in a folder: its segment, the comparisons in the index, the batches that are read.
//!
//! `LocalLog.read`, `LogSegment.translateOffset`: records are never looked at, only the last offset of each batch.

use super::read_at::ReadAt;
use crate::bytes::Reader;
use crate::inspect::{Findings, used};
use crate::kafka::Offset;
use crate::log::{Comparison, OFFSET_INDEX_ENTRY_SIZE, OffsetIndex, Purpose};
use crate::record::{LENGTH_MIN, LOG_OVERHEAD, MAGIC_V2};
use alloc::vec::Vec;
use core::cmp::Ordering;
use serde::{Deserialize, Serialize};

/// Batches that are read before the search is given up: a sound index is never so far from its batch.
const SCAN_MAX: usize = 4096;
/// An index of so many entries is shown whole.
const FEW: u32 = 12;
/// Bytes of a batch up to its last offset delta, and of a message up to its magic.
const HEAD_SIZE: usize = 27;

/// The way to an offset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lookup {
    /// The offset that is asked for.
    pub target: Offset,
    /// The base offset of the segment that is searched.
    pub base_offset: Offset,
    /// The comparisons in its index, in order.
    pub compared: Vec<Compared>,
    /// The entries that are compared, and those beside them: number, offset, position.
    pub entries: Vec<(u32, Offset, i32)>,
    /// How many the index has.
    pub entries_count: u32,
    /// The position that the index gives.
    pub start: u64,
    /// The batches that are read from there on.
    pub scanned: Vec<Scanned>,
    /// The position of the batch that is the answer, or why there is none.
    pub found: Result<u64, NotFound>,
}

/// One comparison in the index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compared {
    /// The number of the entry.
    pub entry: u32,
    /// Its offset.
    pub offset: Offset,
    /// Its position.
    pub position: i32,
    /// How its offset is to the target.
    pub is: Side,
    /// What it decides.
    pub purpose: Comparing,
}

/// How one offset is to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Side {
    /// Smaller.
    Below,
    /// The same.
    Equal,
    /// Larger.
    Above,
}

impl From<Ordering> for Side {
    fn from(ordering: Ordering) -> Self {
        match ordering {
            Ordering::Less => Self::Below,
            Ordering::Equal => Self::Equal,
            Ordering::Greater => Self::Above,
        }
    }
}

/// What a comparison decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Comparing {
    /// Whether the target lies in the end of the index, which is in the page cache: the entry is the first there.
    Warm,
    /// Whether it lies before all entries.
    BeforeAll,
    /// In which half.
    Half,
}

impl From<&Purpose> for Comparing {
    fn from(purpose: &Purpose) -> Self {
        match purpose {
            Purpose::IsWarm => Self::Warm,
            Purpose::IsBeforeAll => Self::BeforeAll,
            Purpose::Halve(_) => Self::Half,
        }
    }
}

/// One batch that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scanned {
    /// Where it begins.
    pub position: u64,
    /// How many bytes it has.
    pub size: u64,
    /// The offset in its header.
    pub header_offset: Offset,
    /// Its last offset.
    pub last_offset: Offset,
}

/// Why a lookup has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotFound {
    /// The segment ends before the offset.
    End,
    /// No batch begins at this position.
    NoBatch {
        /// The position.
        position: u64,
    },
    /// Too many batches were read.
    TooFar,
}

/// Looks an offset up in the segment with this base offset: `log` is its batches, `index` its offset index.
pub fn lookup(
    target: Offset,
    base_offset: Offset,
    log: &impl ReadAt,
    index: Option<&impl ReadAt>,
) -> Lookup {
    let mut compared = Vec::new();
    let mut entries = Vec::new();
    let mut entries_count = 0;
    let start = index.map_or(0, |file| {
        let bytes = file.read_at(0, usize::try_from(file.size()).unwrap_or(usize::MAX));
        let used = used(&bytes, OFFSET_INDEX_ENTRY_SIZE, &mut Findings::default());
        let index = OffsetIndex::from_bytes(base_offset, bytes.get(..used).unwrap_or_default());
        let entry = index.lookup_with(target, |comparison| {
            compared.extend(told(&index, &comparison));
        });
        (entries, entries_count) = around(&index, &compared);
        u64::try_from(entry.position).unwrap_or(0)
    });
    let (scanned, found) = scan(target, start, log);
    Lookup {
        target,
        base_offset,
        compared,
        entries,
        entries_count,
        start,
        scanned,
        found,
    }
}

/// The entries that are compared, with one on each side, and how many there are; all, if they are few.
fn around(index: &OffsetIndex, compared: &[Compared]) -> (Vec<(u32, Offset, i32)>, u32) {
    let count = u32::try_from(index.len()).unwrap_or(u32::MAX);
    let mut numbers: Vec<u32> = if count <= FEW {
        (0..count).collect()
    } else {
        let beside = |step: &Compared| step.entry.saturating_sub(1)..=step.entry + 1;
        compared.iter().flat_map(beside).collect()
    };
    numbers.sort_unstable();
    numbers.dedup();
    let entries = numbers.into_iter().filter_map(|number| {
        let entry = index.entry(number as usize)?;
        Some((number, entry.offset, entry.position))
    });
    (entries.collect(), count)
}

fn told(index: &OffsetIndex, comparison: &Comparison) -> Option<Compared> {
    let entry = index.entry(comparison.entry)?;
    Some(Compared {
        entry: u32::try_from(comparison.entry).ok()?,
        offset: entry.offset,
        position: entry.position,
        is: Side::from(comparison.ordering),
        purpose: Comparing::from(&comparison.purpose),
    })
}

fn scan(target: Offset, start: u64, log: &impl ReadAt) -> (Vec<Scanned>, Result<u64, NotFound>) {
    let mut scanned = Vec::new();
    let mut position = start;
    while position < log.size() {
        if scanned.len() == SCAN_MAX {
            return (scanned, Err(NotFound::TooFar));
        }
        let head = log.read_at(position, HEAD_SIZE);
        let Some(batch) = batch_at(position, &head) else {
            return (scanned, Err(NotFound::NoBatch { position }));
        };
        scanned.push(batch);
        if batch.last_offset >= target {
            return (scanned, Ok(position));
        }
        position += batch.size;
    }
    (scanned, Err(NotFound::End))
}

/// The batch whose first bytes these are.
fn batch_at(position: u64, head: &[u8]) -> Option<Scanned> {
    let mut reader = Reader::new(head);
    let header_offset = reader.read_i64().ok()?;
    let length = reader.read_i32().ok()?;
    reader.read_i32().ok()?;
    let magic = reader.read_i8().ok()?;
    if length < LENGTH_MIN || !(0..=MAGIC_V2).contains(&magic) {
        return None;
    }
    let last_offset = if magic == MAGIC_V2 {
        reader.take(6).ok()?;
        header_offset.checked_add(i64::from(reader.read_i32().ok()?))?
    } else {
        header_offset
    };
    Some(Scanned {
        position,
        size: LOG_OVERHEAD as u64 + u64::try_from(length).ok()?,
        header_offset,
        last_offset,
    })
}
