//! The warnings gathered while reading, with offsets; lines and columns are worked out at the
//! end, all at once.

use alloc::vec::Vec;

use crate::import::order::sorted_by_key;
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
    pub(super) fn finish(self, text: &Text<'_>) -> (Vec<Warning>, u32) {
        let entries = sorted_by_key(self.entries, |entry| (number(entry.offset), 0));
        let offsets: Vec<usize> = entries.iter().map(|entry| entry.offset).collect();
        let places = text.places(&offsets);
        let warnings = entries
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
            });
        let warnings = sorted_by_key(warnings.collect(), |warning| {
            (u64::from(warning.line), warning.reason.rank())
        });
        (warnings, self.left_out)
    }
}

fn number(offset: usize) -> u64 {
    u64::try_from(offset).unwrap_or(u64::MAX)
}
