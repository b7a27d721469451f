//! The warnings gathered while reading, with offsets; lines and columns are worked out at the
//! end, all at once.

use alloc::vec::Vec;

use crate::import::text::Text;
use crate::import::warning::{Place, Reason, Warning};

/// How many warnings are kept. A text with more is not what it was taken for.
pub const MAX_WARNINGS: usize = 10_000;

#[derive(Debug)]
struct Entry {
    /// The line on which the record begins.
    line: u32,
    /// Where the token stands in the text as given.
    offset: usize,
    length: u32,
    reason: Reason,
}

/// The warnings so far.
#[derive(Debug, Default)]
pub(super) struct Log {
    entries: Vec<Entry>,
    left_out: u32,
}

impl Log {
    pub(super) fn push(&mut self, line: u32, offset: usize, length: u32, reason: Reason) {
        if self.entries.len() == MAX_WARNINGS {
            self.left_out = self.left_out.saturating_add(1);
            return;
        }
        self.entries.push(Entry {
            line,
            offset,
            length,
            reason,
        });
    }

    /// The warnings with their places, sorted by line, then code, and how many were left out.
    pub(super) fn finish(mut self, text: &Text<'_>) -> (Vec<Warning>, u32) {
        self.entries.sort_by_key(|entry| entry.offset);
        let offsets: Vec<usize> = self.entries.iter().map(|entry| entry.offset).collect();
        let places = text.places(&offsets);
        let mut warnings: Vec<Warning> = self
            .entries
            .into_iter()
            .zip(places)
            .map(|(entry, place)| Warning {
                line: entry.line,
                place: Place {
                    line: place.line,
                    column: place.column,
                    length: entry.length,
                },
                reason: entry.reason,
            })
            .collect();
        warnings.sort_by_key(|warning| (warning.line, warning.code(), warning.place));
        (warnings, self.left_out)
    }
}
