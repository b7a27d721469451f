//! A table that clones share: a checkpoint of a cluster costs what changed since the last one.

use alloc::rc::Rc;
use alloc::vec::Vec;

/// Rows of a chunk.
const CHUNK: usize = 64;

/// A table of a fixed number of rows. A clone costs one count a chunk; the first change of a row after
/// it copies that row and the list of its chunk.
#[derive(Clone, Debug, Default)]
pub struct Table<T> {
    chunks: Vec<Rc<Vec<Rc<T>>>>,
    len: usize,
}

impl<T: Clone> Table<T> {
    /// The number of rows.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The row at `index`.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<&T> {
        self.chunks
            .get(index / CHUNK)?
            .get(index % CHUNK)
            .map(|row| &**row)
    }

    /// The row at `index`, to change it.
    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        let chunk = Rc::make_mut(self.chunks.get_mut(index / CHUNK)?);
        chunk.get_mut(index % CHUNK).map(Rc::make_mut)
    }

    /// The rows that are not shared with an earlier state of the table, with their indices: all that
    /// changed since, and perhaps some that were only looked at.
    pub fn changed_since<'a>(&'a self, earlier: &'a Self) -> impl Iterator<Item = (usize, &'a T)> {
        let chunks = self.chunks.iter().zip(&earlier.chunks).zip(0..);
        chunks
            .filter(|((now, before), _)| !Rc::ptr_eq(now, before))
            .flat_map(|((now, before), chunk)| {
                let rows = now.iter().zip(before.iter()).zip(chunk * CHUNK..);
                rows.filter(|((now, before), _)| !Rc::ptr_eq(now, before))
                    .map(|((now, _), index)| (index, &**now))
            })
    }

    /// The rows in order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks
            .iter()
            .flat_map(|chunk| chunk.iter())
            .map(|row| &**row)
    }
}

impl<T: Clone> FromIterator<T> for Table<T> {
    fn from_iter<I: IntoIterator<Item = T>>(rows: I) -> Self {
        let mut chunks: Vec<Vec<Rc<T>>> = Vec::new();
        let mut len = 0;
        for row in rows {
            match chunks.last_mut().filter(|chunk| chunk.len() < CHUNK) {
                Some(chunk) => chunk.push(Rc::new(row)),
                None => chunks.push(Vec::from([Rc::new(row)])),
            }
            len += 1;
        }
        Self {
            chunks: chunks.into_iter().map(Rc::new).collect(),
            len,
        }
    }
}
