//! A file that the reader of the page chose: its bytes are asked of the browser where they are needed.

use js_sys::Uint8Array;
use std::borrow::Cow;
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
