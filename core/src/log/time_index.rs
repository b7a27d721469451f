//! A segment's `.timeindex`: from timestamps to offsets (`TimeIndex`).
//!
//! An entry says that no record up to the end of its batch has a larger timestamp. Its offset is
//! the last one of the batch that had it; before 3.8 it could be the record's own.

use super::index_error::{CorruptIndex, IndexError};
use super::index_search::{Comparison, Found, WARM_BYTES, search};
use super::index_slots::{Slot, Slots, array_at, relative_offset};
use crate::disk::File;
use crate::kafka::{NO_TIMESTAMP, Offset, Timestamp};
use alloc::vec::Vec;

/// Bytes of an entry.
pub const TIME_INDEX_ENTRY_SIZE: usize = 12;

/// A timestamp and an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimestampOffset {
    /// The timestamp.
    pub timestamp: Timestamp,
    /// The offset.
    pub offset: Offset,
}

/// A time index: its used entries, and the size of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeIndex {
    base_offset: Offset,
    slots: Slots<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    timestamp: Timestamp,
    relative_offset: i32,
}

impl TimeIndex {
    /// An index without entries, of a segment with this base offset, in a file of full size.
    #[must_use]
    pub fn new(base_offset: Offset, size_max: u32) -> Self {
        Self {
            base_offset,
            slots: Slots::new(size_max),
        }
    }

    /// The index in a file. Every whole entry counts as used and nothing is judged, as when Kafka opens it.
    #[must_use]
    pub fn from_bytes(base_offset: Offset, bytes: &[u8]) -> Self {
        Self {
            base_offset,
            slots: Slots::from_bytes(bytes),
        }
    }

    /// The index in a file, if it can be right (`sanityCheck`).
    pub fn read(base_offset: Offset, bytes: &[u8]) -> Result<Self, CorruptIndex> {
        Slots::<Entry>::check_length(bytes.len())?;
        let index = Self::from_bytes(base_offset, bytes);
        index.sanity_check()?;
        Ok(index)
    }

    /// Adds an entry if its timestamp is larger than the last one; answers whether it was.
    ///
    /// `is_last` stands for the entry that a segment gets as it becomes inactive, for which
    /// one slot is kept.
    pub fn maybe_append(
        &mut self,
        timestamp: Timestamp,
        offset: Offset,
        is_last: bool,
    ) -> Result<bool, IndexError> {
        if !is_last && self.is_full() {
            let slots = self.slots.slots();
            return Err(IndexError::Full { slots });
        }
        let last = self.last_entry();
        if !self.is_empty() {
            if offset < last.offset {
                return Err(IndexError::InvalidOffset {
                    last: last.offset,
                    found: offset,
                });
            }
            if timestamp < last.timestamp {
                return Err(IndexError::TimestampGoesBack {
                    last: last.timestamp,
                    found: timestamp,
                });
            }
        }
        if timestamp <= last.timestamp {
            return Ok(false);
        }
        let Some(relative_offset) = relative_offset(self.base_offset, offset) else {
            return Err(IndexError::OffsetOverflow {
                base_offset: self.base_offset,
                found: offset,
            });
        };
        self.slots.push(Entry {
            timestamp,
            relative_offset,
        });
        Ok(true)
    }

    /// Keeps the entries below `offset`; the file keeps its size.
    pub fn truncate_to(&mut self, offset: Offset) {
        let compare = |entry| {
            let offset_of = self.entry(entry).map_or(0, |entry| entry.offset);
            offset_of.cmp(&offset)
        };
        let used = match search(self.len(), WARM_BYTES / Entry::SIZE, compare, |_| {}) {
            Some(found) => found.entry + usize::from(!found.is_exact),
            None => 0,
        };
        self.slots.truncate(used);
    }

    /// Drops all entries; the file keeps its size.
    pub fn truncate_all(&mut self) {
        self.slots.truncate(0);
    }

    /// Cuts the file to its entries, as when its segment becomes inactive or is closed.
    pub fn trim_to_valid_size(&mut self) {
        self.slots.trim();
    }

    /// Gives the file its full size, as when its segment is opened to be appended to.
    pub fn resize(&mut self, size_max: u32) {
        self.slots.resize(size_max);
    }

    /// The entry with the largest timestamp up to the target; without one -1 and the base offset.
    ///
    /// `visit` is told each comparison.
    pub fn lookup_with(&self, target: Timestamp, visit: impl FnMut(Comparison)) -> TimestampOffset {
        let found = self.search(target, visit);
        let entry = found.and_then(|found| self.entry(found.entry));
        entry.unwrap_or(self.nothing())
    }

    /// The entry with the largest timestamp up to the target; without one -1 and the base offset.
    #[must_use]
    pub fn lookup(&self, target: Timestamp) -> TimestampOffset {
        self.lookup_with(target, |_| {})
    }

    /// Entry number `entry`.
    #[must_use]
    pub fn entry(&self, entry: usize) -> Option<TimestampOffset> {
        let entry = self.slots.get(entry)?;
        Some(self.absolute(entry))
    }

    /// The last entry; without one -1 and the base offset.
    #[must_use]
    pub fn last_entry(&self) -> TimestampOffset {
        match self.slots.last() {
            Some(last) => self.absolute(last),
            None => self.nothing(),
        }
    }

    /// The entries in order.
    pub fn entries(&self) -> impl Iterator<Item = TimestampOffset> + '_ {
        self.slots.iter().map(|entry| self.absolute(entry))
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.len() == 0
    }

    /// How many entries the file has room for.
    #[must_use]
    pub const fn slots(&self) -> u32 {
        self.slots.slots()
    }

    /// Whether all slots but one are used: that one is kept for the last entry.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.slots.used() + 1 >= self.slots.slots()
    }

    /// The size of the file, unused slots included.
    #[must_use]
    pub const fn file_length(&self) -> u64 {
        self.slots.file_length()
    }

    /// The file: the entries, and zeros.
    #[must_use]
    pub fn to_file(&self) -> File {
        self.slots.to_file()
    }

    /// Whether the entries can be right: the last one is not before the first one, nor below the base offset.
    pub fn sanity_check(&self) -> Result<(), CorruptIndex> {
        let (Some(first), last) = (self.entry(0), self.last_entry()) else {
            return Ok(());
        };
        if last.timestamp < first.timestamp {
            return Err(CorruptIndex::Timestamp {
                first: first.timestamp,
                last: last.timestamp,
            });
        }
        if last.offset < self.base_offset {
            return Err(CorruptIndex::Offset {
                entry: self.len() - 1,
                offset_min: self.base_offset,
                found: last.offset,
            });
        }
        Ok(())
    }

    fn search(&self, target: Timestamp, visit: impl FnMut(Comparison)) -> Option<Found> {
        let compare = |entry| {
            let timestamp = self.slots.get(entry).map_or(0, |entry| entry.timestamp);
            timestamp.cmp(&target)
        };
        search(self.len(), WARM_BYTES / Entry::SIZE, compare, visit)
    }

    const fn nothing(&self) -> TimestampOffset {
        TimestampOffset {
            timestamp: NO_TIMESTAMP,
            offset: self.base_offset,
        }
    }

    const fn absolute(&self, entry: Entry) -> TimestampOffset {
        TimestampOffset {
            timestamp: entry.timestamp,
            offset: self
                .base_offset
                .saturating_add(entry.relative_offset as Offset),
        }
    }
}

impl Slot for Entry {
    const SIZE: usize = TIME_INDEX_ENTRY_SIZE;

    fn read(bytes: &[u8]) -> Self {
        Self {
            timestamp: Timestamp::from_be_bytes(array_at(bytes, 0)),
            relative_offset: i32::from_be_bytes(array_at(bytes, 8)),
        }
    }

    fn put(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.timestamp.to_be_bytes());
        out.extend_from_slice(&self.relative_offset.to_be_bytes());
    }
}
