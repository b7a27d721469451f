//! A segment's `.index`: from offsets to positions in its `.log` (`OffsetIndex`).
//!
//! It is sparse: it says where to begin reading, not where a record is. It has no checksum
//! and can always be made again. An entry holds the last offset of a batch and where the
//! batch begins; until 1.0 it held the first offset, so a reader assumes neither.

use super::index_error::{CorruptIndex, IndexError};
use super::index_search::{Comparison, WARM_BYTES, search};
use super::index_slots::{Slot, Slots, array_at, relative_offset};
use crate::disk::File;
use crate::kafka::Offset;
use alloc::vec::Vec;

/// Bytes of an entry.
pub const OFFSET_INDEX_ENTRY_SIZE: usize = 8;

/// An offset and a position in the `.log` file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OffsetPosition {
    /// The offset.
    pub offset: Offset,
    /// The position, which no sound index has below 0.
    pub position: i32,
}

/// An offset index: its used entries, and the size of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffsetIndex {
    base_offset: Offset,
    slots: Slots<Entry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    relative_offset: i32,
    position: i32,
}

impl OffsetIndex {
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

    /// Adds an entry.
    pub fn append(&mut self, offset: Offset, position: i32) -> Result<(), IndexError> {
        if self.is_full() {
            let slots = self.slots.slots();
            return Err(IndexError::Full { slots });
        }
        if let Some(last) = self.last()
            && offset <= last.offset
        {
            return Err(IndexError::InvalidOffset {
                last: last.offset,
                found: offset,
            });
        }
        let Some(relative_offset) = relative_offset(self.base_offset, offset) else {
            return Err(IndexError::OffsetOverflow {
                base_offset: self.base_offset,
                found: offset,
            });
        };
        self.slots.push(Entry {
            relative_offset,
            position,
        });
        Ok(())
    }

    /// Keeps the entries below `offset`; the file keeps its size.
    pub fn truncate_to(&mut self, offset: Offset) {
        let used = match self.search(offset, |_| {}) {
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

    /// The entry with the largest offset up to the target; without one the start of the segment.
    ///
    /// `visit` is told each comparison.
    pub fn lookup_with(&self, target: Offset, visit: impl FnMut(Comparison)) -> OffsetPosition {
        let found = self.search(target, visit);
        let entry = found.and_then(|found| self.entry(found.entry));
        entry.unwrap_or(OffsetPosition {
            offset: self.base_offset,
            position: 0,
        })
    }

    /// The entry with the largest offset up to the target; without one the start of the segment.
    #[must_use]
    pub fn lookup(&self, target: Offset) -> OffsetPosition {
        self.lookup_with(target, |_| {})
    }

    /// The first entry that lies `size` bytes or more after `start`: nothing that a fetch of that
    /// many bytes takes has its offset, or a higher one.
    #[must_use]
    pub fn fetch_upper_bound_offset(
        &self,
        start: OffsetPosition,
        size: i32,
    ) -> Option<OffsetPosition> {
        let target = i64::from(start.position) + i64::from(size);
        let compare = |entry| {
            let position = self.slots.get(entry).map_or(0, |entry| entry.position);
            i64::from(position).cmp(&target)
        };
        let found = search(self.slots.len(), WARM_BYTES / Entry::SIZE, compare, |_| {});
        self.entry(match found {
            Some(found) => found.entry + usize::from(!found.is_exact),
            None => 0,
        })
    }

    /// Entry number `entry`.
    #[must_use]
    pub fn entry(&self, entry: usize) -> Option<OffsetPosition> {
        let entry = self.slots.get(entry)?;
        Some(self.absolute(entry))
    }

    /// The last entry.
    #[must_use]
    pub fn last(&self) -> Option<OffsetPosition> {
        Some(self.absolute(self.slots.last()?))
    }

    /// The last entry's offset; the base offset if there is none.
    #[must_use]
    pub fn last_offset(&self) -> Offset {
        self.last().map_or(self.base_offset, |last| last.offset)
    }

    /// The entries in order.
    pub fn entries(&self) -> impl Iterator<Item = OffsetPosition> + '_ {
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

    /// Whether all slots are used.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.slots.used() >= self.slots.slots()
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

    /// Whether the entries can be right: the last offset is not below the base offset.
    pub fn sanity_check(&self) -> Result<(), CorruptIndex> {
        match self.last() {
            Some(last) if last.offset < self.base_offset => Err(CorruptIndex::Offset {
                entry: self.len() - 1,
                offset_min: self.base_offset,
                found: last.offset,
            }),
            _ => Ok(()),
        }
    }

    fn search(
        &self,
        target: Offset,
        visit: impl FnMut(Comparison),
    ) -> Option<super::index_search::Found> {
        let compare = |entry| {
            let offset = self.entry(entry).map_or(0, |entry| entry.offset);
            offset.cmp(&target)
        };
        search(self.slots.len(), WARM_BYTES / Entry::SIZE, compare, visit)
    }

    const fn absolute(&self, entry: Entry) -> OffsetPosition {
        OffsetPosition {
            offset: self
                .base_offset
                .saturating_add(entry.relative_offset as Offset),
            position: entry.position,
        }
    }
}

impl Slot for Entry {
    const SIZE: usize = OFFSET_INDEX_ENTRY_SIZE;

    fn read(bytes: &[u8]) -> Self {
        Self {
            relative_offset: i32::from_be_bytes(array_at(bytes, 0)),
            position: i32::from_be_bytes(array_at(bytes, 4)),
        }
    }

    fn put(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.relative_offset.to_be_bytes());
        out.extend_from_slice(&self.position.to_be_bytes());
    }
}
