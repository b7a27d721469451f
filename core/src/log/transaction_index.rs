//! A segment's `.txnindex`: the transactions that were aborted by a marker in it (`TransactionIndex`, `AbortedTxn`).
//!
//! The file appears with the first of them. A consumer that reads committed records only is told
//! which of these overlap what it gets.

use super::index_error::{CorruptIndex, IndexError};
use super::index_slots::{Slot, Slots, array_at};
use crate::disk::File;
use crate::kafka::{Offset, ProducerId};
use alloc::rc::Rc;
use alloc::vec::Vec;

/// Bytes of an entry.
pub const TRANSACTION_INDEX_ENTRY_SIZE: usize = 34;

/// The only version of an entry.
const VERSION: i16 = 0;

/// A transaction that was aborted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AbortedTransaction {
    /// Whose it was.
    pub producer_id: ProducerId,
    /// Its first offset in this partition.
    pub first_offset: Offset,
    /// The offset of the marker that aborted it.
    pub last_offset: Offset,
    /// The last stable offset as the marker was written: where the earliest other transaction
    /// that was open begins, else the offset after the marker.
    pub last_stable_offset: Offset,
}

/// The aborted transactions of a segment, in the order of their markers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TransactionIndex {
    entries: Option<Rc<Vec<AbortedTransaction>>>,
}

impl TransactionIndex {
    /// Without entries: no file.
    #[must_use]
    pub const fn new() -> Self {
        Self { entries: None }
    }

    /// The index in a file, if it can be that of a segment with this base offset (`sanityCheck`).
    pub fn read(base_offset: Offset, bytes: &[u8]) -> Result<Self, CorruptIndex> {
        Slots::<Entry>::check_length(bytes.len())?;
        let mut index = Self::new();
        for (number, bytes) in bytes.chunks_exact(Entry::SIZE).enumerate() {
            let Entry { version, aborted } = Entry::read(bytes);
            if version != VERSION {
                return Err(CorruptIndex::Version {
                    entry: number,
                    expected: VERSION,
                    found: version,
                });
            }
            if aborted.last_offset < base_offset {
                return Err(CorruptIndex::Offset {
                    entry: number,
                    offset_min: base_offset,
                    found: aborted.last_offset,
                });
            }
            index.push(aborted);
        }
        Ok(index)
    }

    /// Adds a transaction, whose marker must follow those of the others.
    pub fn append(&mut self, aborted: AbortedTransaction) -> Result<(), IndexError> {
        if let Some(last) = self.entries().last()
            && aborted.last_offset <= last.last_offset
        {
            return Err(IndexError::InvalidOffset {
                last: last.last_offset,
                found: aborted.last_offset,
            });
        }
        self.push(aborted);
        Ok(())
    }

    /// Drops everything from the first marker at `offset` or beyond on.
    pub fn truncate_to(&mut self, offset: Offset) {
        let entries = self.entries();
        let used = entries.iter().position(|entry| entry.last_offset >= offset);
        if let Some(used) = used
            && let Some(entries) = &mut self.entries
        {
            Rc::make_mut(entries).truncate(used);
        }
    }

    /// Adds to `found` what a fetch of the offsets from `fetch_offset` to below `upper_bound` needs to know.
    ///
    /// Answers whether that is all, so that later segments need not be asked.
    pub fn collect_aborted(
        &self,
        fetch_offset: Offset,
        upper_bound: Offset,
        found: &mut Vec<AbortedTransaction>,
    ) -> bool {
        for entry in self.entries() {
            if entry.last_offset >= fetch_offset && entry.first_offset < upper_bound {
                found.push(*entry);
            }
            if entry.last_stable_offset >= upper_bound {
                return true;
            }
        }
        false
    }

    /// The entries in order.
    #[must_use]
    pub fn entries(&self) -> &[AbortedTransaction] {
        self.entries.as_ref().map_or(&[], |entries| entries)
    }

    /// The file, which may be empty after a cut; `None` if there never was one.
    #[must_use]
    pub fn to_file(&self) -> Option<File> {
        let entries = self.entries.as_ref()?;
        let mut bytes = Vec::with_capacity(entries.len() * Entry::SIZE);
        for aborted in entries.iter() {
            Entry {
                version: VERSION,
                aborted: *aborted,
            }
            .put(&mut bytes);
        }
        let mut file = File::new();
        file.append(&bytes);
        file.flush();
        Some(file)
    }

    fn push(&mut self, aborted: AbortedTransaction) {
        Rc::make_mut(self.entries.get_or_insert_default()).push(aborted);
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    version: i16,
    aborted: AbortedTransaction,
}

impl Slot for Entry {
    const SIZE: usize = TRANSACTION_INDEX_ENTRY_SIZE;

    fn read(bytes: &[u8]) -> Self {
        let number = |start| i64::from_be_bytes(array_at(bytes, start));
        Self {
            version: i16::from_be_bytes(array_at(bytes, 0)),
            aborted: AbortedTransaction {
                producer_id: number(2),
                first_offset: number(10),
                last_offset: number(18),
                last_stable_offset: number(26),
            },
        }
    }

    fn put(self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.version.to_be_bytes());
        for number in [
            self.aborted.producer_id,
            self.aborted.first_offset,
            self.aborted.last_offset,
            self.aborted.last_stable_offset,
        ] {
            out.extend_from_slice(&number.to_be_bytes());
        }
    }
}
