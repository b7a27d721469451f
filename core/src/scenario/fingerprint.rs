//! What a run of the catalogue is recognised by: equal wherever the same engine runs it.

use alloc::string::String;
use core::fmt;

use super::{parse, replay};
use crate::sim::trace::TraceHashes;

/// The run of a scenario, in three numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fingerprint {
    /// The scenario.
    pub id: String,
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

/// Runs a scenario. A text that does not parse has no fingerprint.
#[must_use]
pub fn fingerprint(text: &str) -> Option<Fingerprint> {
    let scenario = parse(text).ok()?;
    let replayed = replay(&scenario, |_, _| {});
    Some(Fingerprint {
        steps: replayed.steps.len(),
        hashes: replayed.trace_hashes(),
        id: scenario.id,
    })
}
