//! The latest offset of each key (`SkimpyOffsetMap`): by the key's MD5, 24 bytes a key.
//!
//! Keys that share a hash would be one to the cleaner; nobody has seen two by chance.

use crate::kafka::{NO_OFFSET, Offset};
use alloc::vec;
use alloc::vec::Vec;
use md5::{Digest, Md5};

/// Bytes of a slot: a hash and an offset.
pub const OFFSET_MAP_SLOT_SIZE: u64 = 24;

type Hash = [u8; 16];

/// A hash table of fixed size, which tells when it has as many keys as it should.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OffsetMap {
    slots: Vec<Option<(Hash, Offset)>>,
    size: usize,
    size_max: usize,
    latest_offset: Offset,
}

impl OffsetMap {
    /// A table of that many slots, of which at most `load_factor_millionths` are used
    /// (`log.cleaner.io.buffer.load.factor`).
    #[must_use]
    pub fn new(slots: usize, load_factor_millionths: u32) -> Self {
        let size_max = slots as u64 * u64::from(load_factor_millionths) / 1_000_000;
        Self {
            slots: vec![None; slots],
            size: 0,
            size_max: usize::try_from(size_max).unwrap_or(usize::MAX).min(slots),
            latest_offset: NO_OFFSET,
        }
    }

    /// Notes that a key is at `offset`, beyond all that were noted before; answers whether there was room.
    ///
    /// A full table takes nothing, not even a key that it has.
    pub fn put(&mut self, key: &[u8], offset: Offset) -> bool {
        if self.is_full() {
            return false;
        }
        let hash = Md5::digest(key).into();
        let slot = self.slot_of(&hash);
        let Some(slot) = slot.and_then(|slot| self.slots.get_mut(slot)) else {
            return false;
        };
        self.size += usize::from(slot.is_none());
        *slot = Some((hash, offset));
        self.latest_offset = offset;
        true
    }

    /// Offsets up to this one are covered, whether they hold keys or not.
    pub fn update_latest_offset(&mut self, offset: Offset) {
        self.latest_offset = offset;
    }

    /// The latest offset of a key; -1 if it is not there.
    #[must_use]
    pub fn get(&self, key: &[u8]) -> Offset {
        let hash = Md5::digest(key).into();
        let slot = self.slot_of(&hash).and_then(|slot| self.slots.get(slot));
        match slot {
            Some(Some((_, offset))) => *offset,
            _ => NO_OFFSET,
        }
    }

    /// The last offset that is covered; -1 if none is.
    #[must_use]
    pub const fn latest_offset(&self) -> Offset {
        self.latest_offset
    }

    /// How many keys there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.size
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// Whether there is no room for another key.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.size >= self.size_max
    }

    /// The slot that holds the hash, or the free one where it would be; from the hash's own on.
    fn slot_of(&self, hash: &Hash) -> Option<usize> {
        let slots = self.slots.len();
        let [.., a, b, c, d] = *hash;
        let own = u32::from_be_bytes([a, b, c, d]) as usize;
        let mut probes = (0..slots).map(|probe| (own % slots + probe) % slots);
        probes.find(|slot| match self.slots.get(*slot) {
            Some(Some((known, _))) => known == hash,
            _ => true,
        })
    }
}
