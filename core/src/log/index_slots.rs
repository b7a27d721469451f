//! What the offset index and the time index have in common (`AbstractIndex`): a file of equal slots,
//! of which the first ones are used.
//!
//! A file that is written to has its full size from the start, 10 MiB by default, and is nearly
//! all zeros. So only used entries are kept; the file's bytes are made when somebody asks.

use super::index_error::CorruptIndex;
use crate::disk::File;
use crate::shared::SharedList;
use alloc::vec::Vec;

/// How an entry lies in its bytes.
pub(super) trait Slot: Copy {
    /// Bytes of an entry.
    const SIZE: usize;

    /// The entry in its bytes; what is not there counts as 0.
    fn read(bytes: &[u8]) -> Self;

    /// Writes the entry's bytes.
    fn put(self, out: &mut Vec<u8>);
}

/// Used entries and how many slots the file has for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Slots<E: Slot> {
    entries: SharedList<E>,
    slots: u32,
}

impl<E: Slot> Slots<E> {
    /// A new file: as many slots as fit into `size_max` bytes.
    pub(super) fn new(size_max: u32) -> Self {
        Self {
            entries: SharedList::new(),
            slots: size_max / E::SIZE as u32,
        }
    }

    /// A file as it was found: every whole slot in it counts as used.
    pub(super) fn from_bytes(bytes: &[u8]) -> Self {
        let mut slots = Self::new(0);
        for bytes in bytes.chunks_exact(E::SIZE) {
            slots.entries.push(E::read(bytes));
        }
        slots.trim();
        slots
    }

    /// Whether a file of this length consists of whole slots.
    pub(super) fn check_length(length: usize) -> Result<(), CorruptIndex> {
        if length.is_multiple_of(E::SIZE) {
            return Ok(());
        }
        Err(CorruptIndex::Length {
            length: length as u64,
            entry_size: E::SIZE as u64,
        })
    }

    /// Adds an entry, whether there is a slot for it or not.
    pub(super) fn push(&mut self, entry: E) {
        self.entries.push(entry);
        self.slots = self.slots.max(self.used());
    }

    /// Keeps the first `used` entries; the file keeps its size.
    pub(super) fn truncate(&mut self, used: usize) {
        self.entries.truncate(used);
    }

    /// Cuts the file to the used entries.
    pub(super) fn trim(&mut self) {
        self.slots = self.used();
    }

    /// Gives the file the size of a new one, or as much as its entries need.
    pub(super) fn resize(&mut self, size_max: u32) {
        self.slots = (size_max / E::SIZE as u32).max(self.used());
    }

    pub(super) fn get(&self, entry: usize) -> Option<E> {
        self.entries.get(entry).copied()
    }

    pub(super) fn last(&self) -> Option<E> {
        self.get(self.entries.len().checked_sub(1)?)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = E> + '_ {
        self.entries.iter().copied()
    }

    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    pub(super) const fn slots(&self) -> u32 {
        self.slots
    }

    pub(super) fn used(&self) -> u32 {
        self.entries.len() as u32
    }

    pub(super) const fn file_length(&self) -> u64 {
        self.slots as u64 * E::SIZE as u64
    }

    /// The file: the used entries, and zeros.
    pub(super) fn to_file(&self) -> File {
        let mut bytes = Vec::with_capacity(self.entries.len() * E::SIZE);
        for entry in self.entries.iter() {
            entry.put(&mut bytes);
        }
        let mut file = File::new();
        file.append(&bytes);
        file.append_zeros(self.file_length() - bytes.len() as u64);
        file.flush();
        file
    }
}

/// `N` bytes from `start` on; zeros if they are not there.
pub(super) fn array_at<const N: usize>(bytes: &[u8], start: usize) -> [u8; N] {
    let array = bytes.get(start..).and_then(|bytes| bytes.first_chunk());
    array.copied().unwrap_or([0; N])
}

/// The offset relative to the base offset, if an index can hold it.
pub(super) fn relative_offset(
    base_offset: crate::kafka::Offset,
    offset: crate::kafka::Offset,
) -> Option<i32> {
    let relative = i32::try_from(offset.checked_sub(base_offset)?).ok()?;
    (relative >= 0).then_some(relative)
}
