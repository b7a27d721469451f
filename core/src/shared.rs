//! A list that shares its structure between clones.
//!
//! A checkpoint of a whole cluster clones tens of thousands of lists, nearly all of which
//! stay as they are; those that change grow at their end. So the list is cut into chunks
//! behind reference counts: a clone costs two counts, the first push after it copies the
//! last chunk, and an empty list is two null pointers. It knows nothing of what it holds.

use alloc::rc::Rc;
use alloc::vec::Vec;

/// Entries of a full chunk.
const CHUNK: usize = 64;

/// A list that grows and is cut at its end, and shares everything else between clones.
#[derive(Clone, Debug)]
pub struct SharedList<T> {
    /// Chunks of exactly [`CHUNK`] entries.
    full: Option<Rc<Vec<Rc<Vec<T>>>>>,
    /// The last chunk, with fewer than [`CHUNK`] entries.
    tail: Option<Rc<Vec<T>>>,
}

impl<T: Clone> SharedList<T> {
    /// An empty list, which owns no memory.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            full: None,
            tail: None,
        }
    }

    /// Adds an entry at the end.
    pub fn push(&mut self, entry: T) {
        let tail = self.tail.get_or_insert_default();
        let entries = make_mut_with_room(tail, 1, CHUNK);
        entries.push(entry);
        if entries.len() == CHUNK
            && let Some(chunk) = self.tail.take()
        {
            let full = self.full.get_or_insert_default();
            make_mut_with_room(full, 1, usize::MAX).push(chunk);
        }
    }

    /// Keeps the first `length` entries.
    pub fn truncate(&mut self, length: usize) {
        if length >= self.len() {
            return;
        }
        let (chunks, rest) = (length / CHUNK, length % CHUNK);
        if let Some(full) = &mut self.full
            && chunks < full.len()
        {
            let full = Rc::make_mut(full);
            self.tail = Some(full.swap_remove(chunks));
            full.truncate(chunks);
            if chunks == 0 {
                self.full = None;
            }
        }
        match &mut self.tail {
            _ if rest == 0 => self.tail = None,
            Some(tail) if tail.len() > rest => *tail = Rc::new(tail[..rest].to_vec()),
            _ => {}
        }
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.chunks() * CHUNK + self.tail().len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The entry at `index`.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&T> {
        match self.full.as_ref().and_then(|full| full.get(index / CHUNK)) {
            Some(chunk) => chunk.get(index % CHUNK),
            None => self.tail().get(index.checked_sub(self.chunks() * CHUNK)?),
        }
    }

    /// The last entry.
    #[must_use]
    pub fn last(&self) -> Option<&T> {
        self.get(self.len().checked_sub(1)?)
    }

    /// The entries in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let full = self.full.iter().flat_map(|full| full.iter());
        full.flat_map(|chunk| chunk.iter()).chain(self.tail())
    }

    /// How many entries from the start on satisfy `is_before`, which must hold for a prefix only.
    #[must_use]
    pub fn partition_point(&self, is_before: impl Fn(&T) -> bool) -> usize {
        let chunks = self.full.as_ref().map_or(&[][..], |full| full.as_slice());
        let before = chunks.partition_point(|chunk| chunk.last().is_some_and(&is_before));
        let chunk = chunks.get(before).map_or(self.tail(), |chunk| chunk);
        before * CHUNK + chunk.partition_point(is_before)
    }

    fn chunks(&self) -> usize {
        self.full.as_ref().map_or(0, |full| full.len())
    }

    fn tail(&self) -> &[T] {
        self.tail.as_ref().map_or(&[], |tail| tail.as_slice())
    }
}

impl<T: Clone> Default for SharedList<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: Clone + PartialEq> PartialEq for SharedList<T> {
    fn eq(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().eq(other.iter())
    }
}

impl<T: Clone + Eq> Eq for SharedList<T> {}

/// The vector for writing, with room for `additional` entries, copied if somebody else shares it.
///
/// `Rc::make_mut` would copy into a vector without room, which the next push copies again.
/// Room doubles as it grows, but never beyond `room_max` unless the entries themselves need it.
pub(crate) fn make_mut_with_room<T: Clone>(
    shared: &mut Rc<Vec<T>>,
    additional: usize,
    room_max: usize,
) -> &mut Vec<T> {
    let needed = shared.len() + additional;
    let room = shared.len().saturating_mul(2).min(room_max).max(needed);
    if Rc::get_mut(shared).is_none() {
        let mut copy = Vec::with_capacity(room);
        copy.extend_from_slice(shared);
        *shared = Rc::new(copy);
    }
    let entries = Rc::make_mut(shared);
    if entries.capacity() < needed {
        entries.reserve_exact(room - entries.len());
    }
    entries
}

#[cfg(test)]
mod tests;
