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
    full: Option<Rc<Vec<Chunk<T>>>>,
    /// The entries after the last full chunk, fewer than [`CHUNK`].
    tail: Option<Rc<Vec<T>>>,
}

#[derive(Clone, Debug)]
struct Chunk<T> {
    entries: Rc<[T; CHUNK]>,
    /// The last of the entries once more, so that a search among chunks stays out of them.
    last: T,
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
        if let Some(entries) = entries.first_chunk() {
            let chunk = Chunk {
                entries: Rc::new(entries.clone()),
                last: entries[CHUNK - 1].clone(),
            };
            let full = self.full.get_or_insert_default();
            make_mut_with_room(full, 1, usize::MAX).push(chunk);
            self.tail = None;
        }
    }

    /// Keeps the first `length` entries.
    pub fn truncate(&mut self, length: usize) {
        if length >= self.len() {
            return;
        }
        let (chunks, rest) = (length / CHUNK, length % CHUNK);
        let rest = self.slice(chunks).get(..rest).unwrap_or_default();
        self.tail = (!rest.is_empty()).then(|| Rc::new(rest.to_vec()));
        if chunks == 0 {
            self.full = None;
        } else if let Some(full) = &mut self.full
            && chunks < full.len()
        {
            Rc::make_mut(full).truncate(chunks);
        }
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.full().len() * CHUNK + self.tail().len()
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.full.is_none() && self.tail.is_none()
    }

    /// The entry at `index`.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&T> {
        self.slice(index / CHUNK).get(index % CHUNK)
    }

    /// The entries in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        let full = self.full().iter().flat_map(|chunk| chunk.entries.iter());
        full.chain(self.tail())
    }

    /// How many entries from the start on satisfy `is_before`, which must hold for a prefix only.
    ///
    /// Most searches are near the end of a list, and never leave its tail.
    #[must_use]
    pub fn partition_point(&self, is_before: impl Fn(&T) -> bool) -> usize {
        let full = self.full();
        let chunk = match full.last() {
            Some(chunk) if !is_before(&chunk.last) => {
                full.partition_point(|chunk| is_before(&chunk.last))
            }
            _ => full.len(),
        };
        chunk * CHUNK + self.slice(chunk).partition_point(is_before)
    }

    fn full(&self) -> &[Chunk<T>] {
        self.full.as_ref().map_or(&[], |full| full)
    }

    fn tail(&self) -> &[T] {
        self.tail.as_ref().map_or(&[], |tail| tail)
    }

    /// The entries of a full chunk, or the tail behind the last of them.
    fn slice(&self, chunk: usize) -> &[T] {
        match self.full().get(chunk) {
            Some(chunk) => &*chunk.entries,
            None if chunk == self.full().len() => self.tail(),
            None => &[],
        }
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
