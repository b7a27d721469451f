//! What a run proves: promises broken, with what allows it, and what became of the records.

use std::fmt::Write as _;

use tidemark_core::event::{Effect, InvariantId};
use tidemark_core::sim::Simulation;
use tidemark_core::sim::event::Step;
use tidemark_core::sim::invariant::Allowance;
use tidemark_core::topology::{PartitionId, Topology};

use super::words;

/// Records named, at most, for each fate.
const EXAMPLES: usize = 16;

/// The promises that were broken, in the order in which they broke.
#[derive(Default)]
pub(super) struct Verdicts(Vec<Breach>);

struct Breach {
    id: InvariantId,
    partition: PartitionId,
    broke_in: u32,
    held_again_in: Option<u32>,
    allowed_by: Vec<Allowance>,
}

impl Verdicts {
    /// Takes in a step and the state after it.
    pub(super) fn see(&mut self, step: &Step, simulation: &Simulation) {
        for effect in &step.effects {
            let Effect::Invariant {
                id,
                partition,
                broken,
            } = *effect
            else {
                continue;
            };
            if broken {
                self.0.push(Breach {
                    id,
                    partition,
                    broke_in: step.index,
                    held_again_in: None,
                    allowed_by: simulation.allowed_by(id),
                });
                continue;
            }
            let open = self.0.iter_mut().rev().find(|breach| {
                (breach.id, breach.partition, breach.held_again_in) == (id, partition, None)
            });
            if let Some(breach) = open {
                breach.held_again_in = Some(step.index);
            }
        }
    }

    /// Whether a promise was broken although nothing in the run allows it.
    pub(super) fn has_mistake(&self) -> bool {
        self.0.iter().any(|breach| breach.allowed_by.is_empty())
    }

    /// A line for each promise broken.
    pub(super) fn summary(&self, topology: &Topology) -> String {
        if self.0.is_empty() {
            return "Invariants: all held after every step.\n".to_owned();
        }
        let mut text = String::from("Invariants:\n");
        for breach in &self.0 {
            let partition = words::name(topology, breach.partition);
            let _ = write!(
                text,
                "  {:?} of {partition} broke in step {}",
                breach.id, breach.broke_in
            );
            if let Some(step) = breach.held_again_in {
                let _ = write!(text, " and held again in step {step}");
            }
            let reasons: Vec<&str> = breach.allowed_by.iter().map(words::allowance).collect();
            let _ = match reasons.as_slice() {
                [] => writeln!(text, "; nothing allows it: a mistake of Tidemark's"),
                reasons => writeln!(text, "; {}", reasons.join("; ")),
            };
        }
        text
    }
}

/// What became of the records of all partitions.
pub(super) fn ledger(simulation: &Simulation) -> String {
    let (mut written, mut acknowledged, mut committed) = (0, 0, 0);
    let (mut not_committed, mut lost, mut duplicated) = (Vec::new(), Vec::new(), Vec::new());
    for cell in simulation.cells().iter() {
        written += cell.ledger.written;
        acknowledged += cell.ledger.acknowledged.len();
        committed += cell.ledger.committed_records;
        if let Some(leader) = cell.true_leader() {
            let fate = cell.ledger.fate(leader);
            not_committed.extend(fate.acknowledged_not_committed);
            lost.extend(fate.lost);
            duplicated.extend(fate.duplicated);
        }
    }
    format!(
        "Records: {written} written, {acknowledged} acknowledged, {committed} committed\n  \
         acknowledged, not committed: {}\n  acknowledged, lost: {}\n  twice in a log: {}\n",
        named(&not_committed),
        named(&lost),
        named(&duplicated)
    )
}

fn named(values: &[String]) -> String {
    if values.is_empty() {
        return "none".to_owned();
    }
    let shown = values.iter().take(EXAMPLES).map(String::as_str);
    let mut text = shown.collect::<Vec<_>>().join(" ");
    if values.len() > EXAMPLES {
        let _ = write!(text, " and {} more", values.len() - EXAMPLES);
    }
    text
}
