//! A table that clones share: a checkpoint of a cluster costs what changed since the last one.

use alloc::rc::Rc;
use alloc::vec::Vec;

/// Rows of a chunk.
const CHUNK: usize = 64;

/// A table whose rows stay, and to which rows may be added. A clone costs one count a chunk; the first change of a row after
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
    /// changed or came since, and perhaps some that were only looked at.
    pub fn changed_since<'a>(&'a self, earlier: &'a Self) -> impl Iterator<Item = (usize, &'a T)> {
        let before = |chunk: usize| earlier.chunks.get(chunk);
        let chunks = self.chunks.iter().enumerate();
        chunks
            .filter(move |(at, now)| before(*at).is_none_or(|before| !Rc::ptr_eq(now, before)))
            .flat_map(move |(at, now)| {
                let rows = now.iter().enumerate();
                let earlier = before(at);
                let same = move |row: usize, now: &Rc<T>| {
                    let before = earlier.and_then(|chunk| chunk.get(row));
                    before.is_some_and(|before| Rc::ptr_eq(now, before))
                };
                rows.filter(move |(row, now)| !same(*row, now))
                    .map(move |(row, now)| (at * CHUNK + row, &**now))
            })
    }

    /// Adds a row at the end.
    pub fn push(&mut self, row: T) {
        match self.chunks.last_mut().filter(|chunk| chunk.len() < CHUNK) {
            Some(chunk) => Rc::make_mut(chunk).push(Rc::new(row)),
            None => self.chunks.push(Rc::new(Vec::from([Rc::new(row)]))),
        }
        self.len += 1;
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
        let mut table = Self {
            chunks: Vec::new(),
            len: 0,
        };
        for row in rows {
            table.push(row);
        }
        table
    }
}
