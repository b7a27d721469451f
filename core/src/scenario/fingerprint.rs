//! What a run of the catalogue is recognised by: equal wherever the same engine runs it.

use alloc::vec::Vec;
use core::fmt;

use super::{catalogue, parse, replay};
use crate::sim::trace::TraceHashes;

/// The run of a scenario of the catalogue, in three numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// The scenario.
    pub id: &'static str,
    /// How many steps its run has.
    pub steps: usize,
    /// The hashes of the run.
    pub hashes: TraceHashes,
}

/// `S02 15 0123456789abcdef 0123456789abcdef`: the scenario, its steps, the hashes of protocol and disk.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TraceHashes { protocol, disk } = self.hashes;
        write!(f, "{} {} {protocol:016x} {disk:016x}", self.id, self.steps)
    }
}

/// Runs the whole catalogue. A text that does not parse has no fingerprint.
#[must_use]
pub fn fingerprints() -> Vec<Fingerprint> {
    let runs = catalogue().iter().filter_map(|entry| {
        let replayed = replay(&parse(entry.text).ok()?, |_, _| {});
        Some(Fingerprint {
            id: entry.id,
            steps: replayed.steps.len(),
            hashes: replayed.trace_hashes(),
        })
    });
    runs.collect()
}
