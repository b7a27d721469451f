//! One branch: its commands, the steps recorded so far, and checkpoints along them.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::BranchId;
use crate::sim::event::{Step, VirtualTime};
use crate::sim::{Simulation, TimedCommand};

/// Steps between checkpoints, at first.
const FIRST_SPACING: u32 = 256;

/// So many checkpoints are kept; when there are more, every second one goes and they are set twice as
/// far apart. Seeking takes longer then, and nothing else changes.
const CHECKPOINTS_MAX: usize = 64;

/// A state of the run, and how many commands of the branch it has behind it.
#[derive(Clone, Debug)]
pub(super) struct Checkpoint {
    pub(super) simulation: Simulation,
    pub(super) commands_done: usize,
}

/// A branch.
#[derive(Clone, Debug)]
pub struct Branch {
    /// Its id.
    pub id: BranchId,
    /// The branch it left, and the step after which it did.
    pub parent: Option<(BranchId, u32)>,
    /// The place at which it left: time, and steps of that time.
    pub left_at: (VirtualTime, u32),
    /// A name given by a person.
    pub name: Option<String>,
    /// All its commands, those before it left its parent included.
    pub(super) commands: Vec<TimedCommand>,
    /// How many of them it shares with its parent.
    pub(super) shared_commands: usize,
    pub(super) steps: Vec<Rc<Step>>,
    /// Never empty: the first one is the first moment of the run.
    pub(super) checkpoints: Vec<Checkpoint>,
    spacing: u32,
    /// Nothing more can happen after the last recorded step.
    pub(super) complete: bool,
}

impl Branch {
    pub(super) fn root(simulation: Simulation, commands: Vec<TimedCommand>) -> Self {
        Self {
            id: BranchId(0),
            parent: None,
            left_at: (VirtualTime(0), 0),
            name: None,
            commands,
            shared_commands: 0,
            steps: Vec::new(),
            checkpoints: Vec::from([Checkpoint {
                simulation,
                commands_done: 0,
            }]),
            spacing: FIRST_SPACING,
            complete: false,
        }
    }

    /// A branch that leaves this one after `step` steps and `commands_done` commands.
    pub(super) fn fork(
        &self,
        id: BranchId,
        step: u32,
        place: (VirtualTime, u32),
        commands_done: usize,
    ) -> Self {
        let shared = self.commands.get(..commands_done).unwrap_or_default();
        let steps = self.steps.get(..step as usize).unwrap_or_default();
        let checkpoints = self
            .checkpoints
            .iter()
            .filter(|checkpoint| {
                checkpoint.simulation.step() <= step && checkpoint.commands_done <= commands_done
            })
            .cloned()
            .collect();
        Self {
            id,
            parent: Some((self.id, step)),
            left_at: place,
            name: None,
            commands: shared.to_vec(),
            shared_commands: commands_done,
            steps: steps.to_vec(),
            checkpoints,
            spacing: self.spacing,
            complete: false,
        }
    }

    /// The steps recorded so far; the first is step 1.
    #[must_use]
    pub fn steps(&self) -> &[Rc<Step>] {
        &self.steps
    }

    /// A recorded step, by its number.
    #[must_use]
    pub fn step(&self, index: u32) -> Option<&Rc<Step>> {
        self.steps.get(index.checked_sub(1)? as usize)
    }

    /// How many steps are recorded.
    #[must_use]
    pub fn recorded(&self) -> u32 {
        u32::try_from(self.steps.len()).unwrap_or(u32::MAX)
    }

    /// Whether nothing more can happen after the last recorded step.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.complete
    }

    /// All its commands.
    #[must_use]
    pub fn commands(&self) -> &[TimedCommand] {
        &self.commands
    }

    /// The commands it does not share with its parent.
    #[must_use]
    pub fn own_commands(&self) -> &[TimedCommand] {
        self.commands
            .get(self.shared_commands..)
            .unwrap_or_default()
    }

    /// Keeps a checkpoint if one is due.
    pub(super) fn keep(&mut self, simulation: &Simulation, commands_done: usize) {
        let last = self
            .checkpoints
            .last()
            .map_or(0, |checkpoint| checkpoint.simulation.step());
        if simulation.step() < last.saturating_add(self.spacing) {
            return;
        }
        self.checkpoints.push(Checkpoint {
            simulation: simulation.clone(),
            commands_done,
        });
        if self.checkpoints.len() > CHECKPOINTS_MAX {
            let mut index = 0_usize;
            self.checkpoints.retain(|_| {
                index += 1;
                index % 2 == 1
            });
            self.spacing = self.spacing.saturating_mul(2);
        }
    }

    /// What was recorded after a step did not happen.
    pub(super) fn forget_after(&mut self, step: u32) {
        self.steps.truncate(step as usize);
        self.checkpoints
            .retain(|checkpoint| checkpoint.simulation.step() <= step);
        self.complete = false;
    }

    /// The last checkpoint at or before a step.
    pub(super) fn checkpoint_before(&self, step: u32) -> Option<&Checkpoint> {
        self.checkpoints
            .iter()
            .rev()
            .find(|checkpoint| checkpoint.simulation.step() <= step)
    }
}
