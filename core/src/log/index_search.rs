//! How an index is searched (`AbstractIndex.indexSlotRangeFor`): its end first, which stays in the page cache.
//!
//! Lookups near the end of a log, which most are, touch the same two or three pages again and
//! again (KAFKA-6432). The search tells every comparison to whoever asks: showing it and doing it is one code.

use core::cmp::Ordering;
use core::ops::RangeInclusive;

/// Bytes at the end of an index that are searched first (`AbstractIndex.warmEntries`).
pub(super) const WARM_BYTES: usize = 8192;

/// One comparison of a search: an entry's key with the target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// What is found out.
    pub purpose: Purpose,
    /// The number of the entry that is read.
    pub entry: usize,
    /// How its key compares with the target.
    pub ordering: Ordering,
}

/// What a comparison is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Whether the target lies in the warm section: the entry is the section's first.
    IsWarm,
    /// Whether the target lies before all entries: the entry is the index's first.
    IsBeforeAll,
    /// In which half of these entries the target lies; the entry is the one in the middle.
    Halve(RangeInclusive<usize>),
}

/// Where a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The number of the last entry whose key is not larger than the target.
    pub(super) entry: usize,
    /// Whether its key is the target.
    pub(super) is_exact: bool,
}

/// The last entry whose key is not larger than the target; `None` if there is none.
///
/// `compare` says how the key of an entry compares with the target, for the first `used` entries.
pub(super) fn search(
    used: usize,
    warm_entries: usize,
    compare: impl Fn(usize) -> Ordering,
    mut visit: impl FnMut(Comparison),
) -> Option<Found> {
    let last = used.checked_sub(1)?;
    let mut ask = |purpose, entry| {
        let ordering = compare(entry);
        visit(Comparison {
            purpose,
            entry,
            ordering,
        });
        ordering
    };
    let first_warm = last.saturating_sub(warm_entries);
    let (mut low, mut high) = if ask(Purpose::IsWarm, first_warm) == Ordering::Less {
        (first_warm, last)
    } else if ask(Purpose::IsBeforeAll, 0) == Ordering::Greater {
        return None;
    } else {
        (0, first_warm)
    };
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        match ask(Purpose::Halve(low..=high), middle) {
            Ordering::Greater => high = middle - 1,
            Ordering::Less => low = middle,
            Ordering::Equal => {
                return Some(Found {
                    entry: middle,
                    is_exact: true,
                });
            }
        }
    }
    Some(Found {
        entry: low,
        is_exact: compare(low) == Ordering::Equal,
    })
}
