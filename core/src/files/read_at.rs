//! Bytes that lie somewhere and are read where they are needed.

use crate::disk::File;
use alloc::borrow::Cow;

/// A file that does not change.
pub trait ReadAt {
    /// How many bytes it has.
    fn size(&self) -> u64;

    /// Up to `length` bytes from `position` on; fewer at the end of the file, or where it can't be read.
    fn read_at(&self, position: u64, length: usize) -> Cow<'_, [u8]>;
}

impl ReadAt for File {
    fn size(&self) -> u64 {
        self.len()
    }

    fn read_at(&self, position: u64, length: usize) -> Cow<'_, [u8]> {
        Self::read_at(self, position, length)
    }
}

impl ReadAt for &[u8] {
    fn size(&self) -> u64 {
        self.len() as u64
    }

    fn read_at(&self, position: u64, length: usize) -> Cow<'_, [u8]> {
        let rest = usize::try_from(position)
            .ok()
            .and_then(|position| self.get(position..))
            .unwrap_or_default();
        Cow::Borrowed(rest.get(..length).unwrap_or(rest))
    }
}
