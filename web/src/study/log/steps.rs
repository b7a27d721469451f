//! A search as steps that can be gone through: the segment, the comparisons in its index, the batches that are read.

use tidemark_core::files::{Comparing, Lookup, NotFound, Side};

/// One step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SearchStep {
    /// Where in the search it is.
    pub(super) place: Place,
    /// What it does.
    pub(super) what: What,
}

/// Where in the search a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// At its beginning, or end.
    Segment {
        /// The search.
        search: usize,
    },
    /// A comparison.
    Index {
        /// The search.
        search: usize,
        /// The comparison.
        comparison: usize,
    },
    /// A batch.
    Scan {
        /// The search.
        search: usize,
        /// The batch.
        batch: usize,
    },
}

/// What a step does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum What {
    /// The segment is chosen.
    Segment,
    /// A segment that has no such offset is left for the next one.
    NextSegment,
    /// An entry's offset is compared.
    Compare(Comparing, Side),
    /// A batch ends before the offset.
    Skip,
    /// A batch ends at the offset, or behind it: the answer.
    Found,
    /// There is no answer.
    NotFound(NotFound),
}

/// The steps of searches that follow each other.
pub(super) fn steps(searches: &[Lookup]) -> Vec<SearchStep> {
    let mut steps = Vec::new();
    for (search, found) in searches.iter().enumerate() {
        let mut add = |place, what| steps.push(SearchStep { place, what });
        let what = if search == 0 {
            What::Segment
        } else {
            What::NextSegment
        };
        add(Place::Segment { search }, what);
        for (comparison, compared) in found.compared.iter().enumerate() {
            let place = Place::Index { search, comparison };
            add(place, What::Compare(compared.purpose, compared.is));
        }
        for (batch, scanned) in found.scanned.iter().enumerate() {
            let what = if Ok(scanned.position) == found.found {
                What::Found
            } else {
                What::Skip
            };
            add(Place::Scan { search, batch }, what);
        }
        let is_last = search + 1 == searches.len();
        if let Err(error) = found.found
            && is_last
        {
            add(Place::Segment { search }, What::NotFound(error));
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidemark_core::files::{Compared, Scanned};

    fn lookup(found: Result<u64, NotFound>) -> Lookup {
        let compared = |entry, offset, is, purpose| Compared {
            entry,
            offset,
            position: 0,
            is,
            purpose,
        };
        let scanned = |position, last_offset| Scanned {
            position,
            size: 100,
            header_offset: last_offset,
            last_offset,
        };
        Lookup {
            target: 36,
            base_offset: 24,
            compared: vec![
                compared(0, 28, Side::Below, Comparing::Warm),
                compared(1, 33, Side::Above, Comparing::Half),
            ],
            entries: Vec::new(),
            entries_count: 2,
            start: 100,
            scanned: vec![scanned(100, 35), scanned(200, 36)],
            found,
        }
    }

    fn whats(searches: &[Lookup]) -> Vec<What> {
        steps(searches).iter().map(|step| step.what).collect()
    }

    #[test]
    fn a_search_is_a_segment_its_comparisons_and_its_batches() {
        assert_eq!(
            whats(&[lookup(Ok(200))]),
            [
                What::Segment,
                What::Compare(Comparing::Warm, Side::Below),
                What::Compare(Comparing::Half, Side::Above),
                What::Skip,
                What::Found,
            ]
        );
    }

    #[test]
    fn a_search_without_an_answer_says_so_in_the_end() {
        let all = whats(&[lookup(Err(NotFound::End)), lookup(Err(NotFound::End))]);
        assert_eq!(all.len(), 5 + 6);
        assert_eq!(all[5], What::NextSegment);
        assert_eq!(all.last(), Some(&What::NotFound(NotFound::End)));
    }
}
