//! A file that is read: one that the reader of the page chose, whose bytes are asked of the browser where they are
//! needed, or one of the example.

use js_sys::Uint8Array;
use std::borrow::Cow;
use tidemark_core::disk;
use tidemark_core::files::ReadAt;
use web_sys::{File, FileReaderSync};

/// The file.
pub(crate) struct Chosen {
    file: File,
    size: u64,
}

impl Chosen {
    pub(crate) fn new(file: File) -> Self {
        // A size is a whole number, below 2^53.
        let size = file.size() as u64;
        Self { file, size }
    }

    fn read(&self, start: u64, end: u64) -> Option<Vec<u8>> {
        let slice = self
            .file
            .slice_with_f64_and_f64(start as f64, end as f64)
            .ok()?;
        // There is one only in a worker, and that is where this runs.
        let buffer = FileReaderSync::new().ok()?.read_as_array_buffer(&slice);
        Some(Uint8Array::new(buffer.ok()?.as_ref()).to_vec())
    }
}

impl ReadAt for Chosen {
    fn size(&self) -> u64 {
        self.size
    }

    fn read_at(&self, position: u64, length: usize) -> Cow<'_, [u8]> {
        let end = position.saturating_add(length as u64).min(self.size);
        if position >= end {
            return Cow::Borrowed(&[]);
        }
        // What was changed or taken away since it was chosen can't be read: the file ends there.
        Cow::Owned(self.read(position, end).unwrap_or_default())
    }
}

/// Where a file's bytes come from.
pub(crate) enum Source {
    /// Somebody chose it.
    Chosen(Chosen),
    /// It was made here.
    Made(disk::File),
}

impl ReadAt for Source {
    fn size(&self) -> u64 {
        match self {
            Self::Chosen(file) => file.size(),
            Self::Made(file) => file.size(),
        }
    }

    fn read_at(&self, position: u64, length: usize) -> Cow<'_, [u8]> {
        match self {
            Self::Chosen(file) => file.read_at(position, length),
            Self::Made(file) => ReadAt::read_at(file, position, length),
        }
    }
}
