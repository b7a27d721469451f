//! A session as scenario text, and back.

use alloc::string::String;
use alloc::vec::Vec;

use super::request::Look;
use super::{Opened, Reply, Session};
use crate::history::{Branch, BranchId, Going, Lane};
use crate::scenario::{self, Remarks, Scenario, ScenarioCommand};
use crate::sim::command::Command;
use crate::sim::{Simulation, TimedCommand};
use crate::topology::PartitionId;

/// A scenario is run so far ahead when it is opened that its scrubber is filled.
const OPEN_STEPS_MAX: u32 = 2_000;

/// A run of its own is recorded up to this long after its last command.
const OPEN_TIME_US: u64 = 20_000_000;

impl Session {
    pub(super) fn open(&mut self, text: &str, at: Option<(BranchId, u32)>) -> Reply {
        match scenario::parse(text) {
            Ok(scenario) => {
                self.opened = Some(opened(scenario));
                self.begin_looking();
                self.go_to(at)
            }
            Err(errors) => Reply::ScenarioErrors(errors),
        }
    }

    pub(super) fn go_to(&mut self, at: Option<(BranchId, u32)>) -> Reply {
        let (Some(opened), Some((branch, step))) = (&mut self.opened, at) else {
            return self.frame();
        };
        let lane = opened.lane_mut();
        if lane.branch().id != branch {
            lane.select(branch);
        }
        self.return_to(step)
    }

    /// Nothing of the session has been shown yet.
    pub(super) fn begin_looking(&mut self) {
        self.seen = super::frames::Seen::default();
        self.look = Look {
            partition: PartitionId(0),
            matrix: self.look.matrix.clone(),
            events: self.look.events.clone(),
            scrubber_width: self.look.scrubber_width,
            ..Look::default()
        };
    }
}

fn opened(scenario: Scenario) -> Opened {
    let commands = timed(&scenario.commands);
    let mut lane = Lane::new(Simulation::new(&scenario.cluster), commands);
    record_ahead(&mut lane);
    for branch in &scenario.branches {
        let own = timed(&branch.commands);
        lane.restore_branch(
            branch.id,
            branch.parent,
            branch.at,
            branch.name.clone(),
            own,
        );
        record_commands(&mut lane, branch.id);
    }
    Opened {
        scenario,
        lanes: Vec::from([lane]),
    }
}

fn timed(commands: &[ScenarioCommand]) -> Vec<TimedCommand> {
    commands
        .iter()
        .map(|command| command.timed.clone())
        .collect()
}

/// Records what the scenario itself brings, and returns to the start.
fn record_ahead(lane: &mut Lane) {
    let last = lane.branch().commands().last().map_or(0, |last| last.at.0);
    let until = last.saturating_add(OPEN_TIME_US);
    if lane.branch().commands().is_empty() {
        return;
    }
    while lane.position() < OPEN_STEPS_MAX && lane.simulation().time().0 < until {
        match lane.step_forward() {
            Going::Stepped(_) => {}
            Going::AtTheEnd | Going::Busy => break,
        }
    }
    lane.seek(0);
}

/// Records a branch as far as it has commands: what was done in it is there to be seen, and names it.
fn record_commands(lane: &mut Lane, id: BranchId) {
    lane.select(id);
    while lane.commands_done() < lane.branch().commands().len() && lane.position() < OPEN_STEPS_MAX
    {
        if lane.step_forward() == Going::AtTheEnd {
            break;
        }
    }
    lane.select(BranchId::MAIN);
    lane.seek(0);
}

/// The session as text: the scenario it began with, with all that was done in it.
pub(super) fn text_of(opened: &Opened) -> String {
    let lane = opened.lane();
    let mut scenario = opened.scenario.clone();
    for branch in lane.branches() {
        if branch.id == BranchId::MAIN {
            scenario.commands = with_captions(branch.commands(), &[&opened.scenario.commands]);
        }
    }
    scenario.branches = lane
        .branches()
        .iter()
        .filter_map(|branch| saved(branch, &opened.scenario))
        .collect();
    // A branch that was taken away may come back, and its notes with it; a text can't name it.
    let branches = lane.branches();
    let there = |note: &scenario::Note| branches.iter().any(|branch| branch.id == note.branch);
    scenario.notes.retain(there);
    scenario::write(&scenario)
}

fn saved(branch: &Branch, scenario: &Scenario) -> Option<scenario::Branch> {
    let (parent, _) = branch.parent?;
    let mut all = scenario.branches.iter();
    let known = all.find(|known| (known.id, known.at) == (branch.id, branch.left_at));
    let own: &[ScenarioCommand] = known.map_or(&[], |known| &known.commands);
    Some(scenario::Branch {
        id: branch.id,
        parent,
        at: branch.left_at,
        name: branch.name.clone(),
        commands: with_captions(branch.own_commands(), &[own, &scenario.commands]),
        remarks: known.map_or_else(Remarks::new, |known| known.remarks.clone()),
    })
}

/// Commands with the captions that the scenario gave them, in the first list that has them.
fn with_captions(
    commands: &[TimedCommand],
    captioned: &[&[ScenarioCommand]],
) -> Vec<ScenarioCommand> {
    commands
        .iter()
        .map(|command| {
            let all = captioned.iter().copied().flatten();
            let mut written = ScenarioCommand::new(command.clone());
            if let Some(known) = scripted(all, command) {
                written.caption = known.caption.clone();
                written.remarks = known.remarks.clone();
            }
            written
        })
        .collect()
}

/// The scenario's command that this one is: the same, or the same at the same place but for the numbers of
/// partitions, which change when somebody creates a topic before it.
pub(super) fn scripted<'a>(
    all: impl Iterator<Item = &'a ScenarioCommand> + Clone,
    command: &TimedCommand,
) -> Option<&'a ScenarioCommand> {
    let unnumbered = |command: &Command| {
        let mut command = command.clone();
        command.for_each_partition(&mut |partition| *partition = PartitionId(0));
        command
    };
    let mut exact = all.clone();
    let renumbered = |known: &&ScenarioCommand| {
        known.place() == (command.at, command.after)
            && unnumbered(&known.timed.command) == unnumbered(&command.command)
    };
    exact
        .find(|known| known.timed == *command)
        .or_else(|| all.clone().find(renumbered))
}
