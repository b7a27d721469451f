//! A scenario's main branch from beginning to end, without anybody watching.

use alloc::vec::Vec;

use super::Scenario;
use crate::sim::event::Step;
use crate::sim::trace::TraceHashes;
use crate::sim::{Advance, Simulation, TimedCommand};

/// A run ends here if it does not end by itself.
const STEPS_MAX: u32 = 20_000;

/// A run that goes on by itself ends this long after its last command.
const AFTER_LAST_COMMAND_US: u64 = 60_000_000;

/// A run that is over.
#[derive(Clone, Debug)]
pub struct Replay {
    /// Its steps.
    pub steps: Vec<Step>,
    /// The state at its end.
    pub end: Simulation,
}

impl Replay {
    /// The hashes of the run: equal on every platform.
    #[must_use]
    pub fn trace_hashes(&self) -> TraceHashes {
        self.end.trace_hashes()
    }
}

/// Runs a scenario: all its commands, and then what follows by itself, within bounds. `watch` sees the
/// state after each step.
pub fn replay(scenario: &Scenario, mut watch: impl FnMut(&Step, &Simulation)) -> Replay {
    let mut end = Simulation::new(&scenario.cluster);
    let mut steps = Vec::new();
    let commands: Vec<&TimedCommand> = scenario
        .commands
        .iter()
        .map(|command| &command.timed)
        .collect();
    let last = commands.last().map_or(0, |command| command.at.0);
    let until = last.saturating_add(AFTER_LAST_COMMAND_US);
    let mut done = 0;
    while end.step() < STEPS_MAX && (done < commands.len() || end.time().0 < until) {
        match end.advance(commands.get(done).copied()) {
            Advance::Step(step, was_command) => {
                done += usize::from(was_command);
                watch(&step, &end);
                steps.push(step);
            }
            Advance::Complete => break,
            // Silent work only: nothing more will be seen of a run whose commands are done.
            Advance::Busy if done == commands.len() => break,
            Advance::Busy => {}
        }
    }
    Replay { steps, end }
}
