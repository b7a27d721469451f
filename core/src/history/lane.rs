//! One run under the eyes of a person: a place in a tree of branches.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::script::Script;
use super::{Branch, BranchId};
use crate::sim::command::Command;
use crate::sim::event::{Step, Trigger, VirtualTime};
use crate::sim::{Advance, Simulation, TimedCommand};

/// From this near a place is reached by stepping on instead of from a checkpoint.
const NEAR: u32 = 64;

/// What a try to go one step further brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Going {
    /// One step further.
    Stepped(Rc<Step>),
    /// Nothing more can happen.
    AtTheEnd,
    /// Only silent work was done so far; try again.
    Busy,
}

/// A run.
#[derive(Clone, Debug)]
pub struct Lane {
    branches: Vec<Branch>,
    /// The scenario's own commands, as against those that a person gave.
    script: Script,
    /// Always the position of a branch.
    current: usize,
    simulation: Simulation,
    commands_done: usize,
    /// The state one step earlier, if it is at hand.
    before: Option<Simulation>,
    /// The state right after the current step, while silent timers behind it are being worked off: a
    /// place in the run is the state its step left, however one came there.
    resting: Option<Simulation>,
    /// Acts that were taken back since the last new one, with the branch and the step where they were done.
    undone: Vec<(BranchId, u32, Command)>,
}

impl Lane {
    /// A run at its first moment, with the scenario's commands.
    #[must_use]
    pub fn new(simulation: Simulation, commands: Vec<TimedCommand>) -> Self {
        Self {
            script: Script::new(&commands),
            branches: Vec::from([Branch::root(simulation.clone(), commands)]),
            current: 0,
            simulation,
            commands_done: 0,
            before: None,
            resting: None,
            undone: Vec::new(),
        }
    }

    /// The state at the current step.
    #[must_use]
    pub const fn simulation(&self) -> &Simulation {
        match &self.resting {
            Some(resting) => resting,
            None => &self.simulation,
        }
    }

    /// The state one step earlier; `None` at step 0.
    #[must_use]
    pub const fn before(&self) -> Option<&Simulation> {
        self.before.as_ref()
    }

    /// All branches.
    #[must_use]
    pub fn branches(&self) -> &[Branch] {
        &self.branches
    }

    /// The branch one is on.
    #[must_use]
    pub fn branch(&self) -> &Branch {
        &self.branches[self.current]
    }

    /// The current step.
    #[must_use]
    pub const fn position(&self) -> u32 {
        self.simulation.step()
    }

    /// How many commands of the branch have been carried out.
    #[must_use]
    pub const fn commands_done(&self) -> usize {
        self.commands_done
    }

    /// One step forward; what is not recorded yet is simulated.
    pub fn step_forward(&mut self) -> Going {
        let branch = &mut self.branches[self.current];
        let resting = self.resting.take();
        let before = resting.unwrap_or_else(|| self.simulation.clone());
        let next = branch.commands.get(self.commands_done);
        match self.simulation.advance(next) {
            Advance::Step(step, was_command) => {
                self.commands_done += usize::from(was_command);
                self.before = Some(before);
                let recorded = branch.step(step.index).cloned();
                let step = recorded.unwrap_or_else(|| {
                    let step = Rc::new(step);
                    branch.steps.push(Rc::clone(&step));
                    step
                });
                branch.keep(&self.simulation, self.commands_done);
                Going::Stepped(step)
            }
            Advance::Complete => {
                branch.complete = true;
                self.simulation = before;
                Going::AtTheEnd
            }
            Advance::Busy => {
                self.resting = Some(before);
                Going::Busy
            }
        }
    }

    /// The step that comes next: the recorded one, or what a copy of the state does. `None` if nothing
    /// more happens, or only after much silent work.
    #[must_use]
    pub fn next_step(&self) -> Option<Rc<Step>> {
        if let Some(recorded) = self.branch().step(self.position() + 1) {
            return Some(Rc::clone(recorded));
        }
        let command = self.branch().commands.get(self.commands_done);
        match self.simulation().clone().advance(command) {
            Advance::Step(step, _) => Some(Rc::new(step)),
            Advance::Complete | Advance::Busy => None,
        }
    }

    /// Goes to a recorded step.
    pub fn seek(&mut self, step: u32) {
        let target = step.min(self.branch().recorded());
        if target == self.position() && (self.before.is_some() || target == 0) {
            return;
        }
        // One step short of it, so that the state before it is at hand, too.
        let from = target.saturating_sub(1);
        let near = self.position() <= from && from - self.position() < NEAR;
        if !near {
            self.rewind(from);
        }
        while self.position() < target {
            if self.step_forward() == Going::AtTheEnd {
                break;
            }
        }
        if target == 0 {
            self.before = None;
        }
    }

    /// Takes up the last checkpoint at or before a step.
    fn rewind(&mut self, step: u32) {
        if let Some(checkpoint) = self.branches[self.current].checkpoint_before(step) {
            self.simulation = checkpoint.simulation.clone();
            self.commands_done = checkpoint.commands_done;
            self.before = None;
            self.resting = None;
        }
    }

    /// Puts silent work back that was done since the current step.
    fn rest(&mut self) {
        if let Some(resting) = self.resting.take() {
            self.simulation = resting;
        }
    }

    /// The last recorded step at or before a time.
    #[must_use]
    pub fn step_at(&self, time: VirtualTime) -> u32 {
        let steps = self.branch().steps();
        u32::try_from(steps.partition_point(|step| step.time <= time)).unwrap_or(u32::MAX)
    }

    /// A person acts here. At the end of a branch it grows; before it, a new branch begins, on which
    /// the scenario's own later commands still happen unless the schedule is by hand.
    pub fn act(&mut self, command: Command) -> Going {
        self.rest();
        if self.last_undone() == Some(&command) {
            self.undone.pop();
        } else {
            self.undone.clear();
        }
        let script_is_open =
            self.commands_done < self.branch().commands.len() && self.simulation.is_by_hand();
        if self.position() == self.branch().recorded() && !script_is_open {
            self.branches[self.current].complete = false;
        } else {
            self.fork();
        }
        let (at, after) = self.simulation.place();
        let timed = TimedCommand { at, after, command };
        let done = self.commands_done;
        if let Command::Admin(admin) = &timed.command {
            let first = self.simulation.topology().partition_count();
            let taken = i64::from(admin.takes_ids());
            self.renumber(done, first, taken);
        }
        self.branches[self.current].commands.insert(done, timed);
        self.step_forward()
    }

    /// A command before the position `from` takes partition ids, or gives them back: commands from there
    /// on name what they named before.
    fn renumber(&mut self, from: usize, first: usize, taken: i64) {
        let branch = &mut self.branches[self.current];
        let mut script = Vec::new();
        for timed in branch.commands.iter_mut().skip(from) {
            let scripted = self.script.contains(timed);
            let mut changed = false;
            timed.command.for_each_partition(&mut |partition| {
                if partition.index() >= first {
                    changed = true;
                    let moved = i64::from(partition.0).saturating_add(taken);
                    partition.0 = u32::try_from(moved).unwrap_or(0);
                }
            });
            if scripted && changed && taken != 0 {
                script.push(timed.clone());
            }
        }
        self.script.extend(&script);
    }

    /// What [`Lane::undo`] would take back: the last thing a person did on the branch one is on.
    #[must_use]
    pub fn last_act(&self) -> Option<&TimedCommand> {
        self.script.last_other(self.branch().own_commands())
    }

    /// Takes the last act of the branch back, as if it had not been done: one stands where it was done.
    /// A fork that was made by it goes, unless it has a name; what left the branch after it keeps it.
    /// False if nothing was done.
    pub fn undo(&mut self) -> bool {
        self.rest();
        let Some(act) = self.last_act().cloned() else {
            return false;
        };
        let branch = self.branch();
        let mut commands = branch.commands.iter();
        let Some(index) = commands.rposition(|command| *command == act) else {
            return false;
        };
        let step = self.step_of_act(&act);
        let first = index == branch.shared_commands;
        let (id, parent, named) = (branch.id, branch.parent, branch.name.is_some());
        self.seek(step);
        let place = self.simulation.place();
        let only = first && parent.is_some_and(|(_, left)| left == step) && !named;
        // What left after it has it as a command of its own from now on.
        let new_parent = parent.filter(|_| only).map_or(id, |(above, _)| above);
        for child in &mut self.branches {
            if child
                .parent
                .is_some_and(|(from, left)| from == id && left > step)
            {
                child.parent = Some((new_parent, step));
                child.left_at = place;
                child.shared_commands = index;
            } else if only && child.parent.is_some_and(|(from, _)| from == id) {
                child.parent = child.parent.map(|(_, left)| (new_parent, left));
            }
        }
        if only {
            self.delete(id);
            self.note_undone(act.command);
            return true;
        }
        let taken = match &act.command {
            Command::Admin(admin) => -i64::from(admin.takes_ids()),
            _ => 0,
        };
        let before = self.simulation.topology().partition_count();
        let branch = &mut self.branches[self.current];
        branch.commands.remove(index);
        branch.forget_after(step);
        self.renumber(index, before, taken);
        self.note_undone(act.command);
        true
    }

    fn note_undone(&mut self, command: Command) {
        self.undone
            .push((self.branch().id, self.position(), command));
    }

    /// What was taken back last, where it had been done: acting so again is as if it had not been taken back.
    #[must_use]
    pub fn last_undone(&self) -> Option<&Command> {
        let (branch, step, command) = self.undone.last()?;
        ((*branch, *step) == (self.branch().id, self.position())).then_some(command)
    }

    /// The step before the one in which an act of the branch was carried out; its last recorded one if
    /// that has not come yet.
    fn step_of_act(&self, act: &TimedCommand) -> u32 {
        let steps = self.branch().steps();
        let first = steps.partition_point(|step| step.time < act.at);
        let position = first.saturating_add(act.after as usize);
        let there = steps.get(position);
        let carried_out = there.is_some_and(
            |step| matches!(&step.trigger, Trigger::Command(command) if *command == act.command),
        );
        let position = if carried_out { position } else { steps.len() };
        u32::try_from(position).unwrap_or(u32::MAX)
    }

    /// A new branch from step 0 on, on which `command` comes first, and then all this branch has.
    pub fn redo_with(&mut self, command: Command) {
        let commands = self.branch().commands.clone();
        self.seek(0);
        self.fork();
        let (at, after) = self.simulation.place();
        let branch = &mut self.branches[self.current];
        branch.commands = Vec::from([TimedCommand { at, after, command }]);
        branch.commands.extend(commands);
        branch.shared_commands = 0;
    }

    fn fork(&mut self) {
        let id = self.next_id();
        let place = self.simulation.place();
        let rest = if self.simulation.is_by_hand() {
            Vec::new()
        } else {
            self.scripted_rest()
        };
        let mut branch = self
            .branch()
            .fork(id, self.position(), place, self.commands_done);
        branch.commands.extend(rest);
        self.branches.push(branch);
        self.current = self.branches.len() - 1;
    }

    /// The scenario's own commands that this branch has not come to yet.
    fn scripted_rest(&self) -> Vec<TimedCommand> {
        let rest = self.branch().commands.get(self.commands_done..);
        rest.unwrap_or_default()
            .iter()
            .filter(|command| self.script.contains(command))
            .cloned()
            .collect()
    }

    /// Adds a saved branch, in the order of ids: it leaves `parent` at a place and has commands of its
    /// own. One stands on the main branch then. False if there is no such parent.
    pub fn restore_branch(
        &mut self,
        id: BranchId,
        parent: BranchId,
        place: (VirtualTime, u32),
        name: Option<String>,
        own: Vec<TimedCommand>,
    ) -> bool {
        let Some(position) = self.position_of(parent) else {
            return false;
        };
        self.current = position;
        self.rewind(0);
        while self.next_place().is_some_and(|next| next <= place) {
            if self.step_forward() == Going::AtTheEnd {
                break;
            }
        }
        let mut branch = self
            .branch()
            .fork(id, self.position(), place, self.commands_done);
        branch.name = name;
        branch.commands.extend(own);
        let after = self.branches.partition_point(|other| other.id < id);
        self.branches.insert(after, branch);
        self.current = 0;
        self.rewind(0);
        true
    }

    /// The place that the next step will have: its time, and its count among the steps of that time.
    fn next_place(&self) -> Option<(VirtualTime, u32)> {
        let branch = self.branch();
        let (now, count) = self.simulation.place();
        let time = match branch.step(self.position() + 1) {
            Some(step) => step.time,
            None => {
                let command = branch.commands.get(self.commands_done).map(|next| next.at);
                let times = [self.simulation.next_time(), command];
                times.into_iter().flatten().min()?
            }
        };
        Some((time, if time <= now { count + 1 } else { 1 }))
    }

    /// Takes a branch away, with all that left it; who stood in it stands on its parent then, where it
    /// left. Returns what was taken away, parents first: nothing for the main branch, or for none.
    pub fn delete(&mut self, id: BranchId) -> Vec<Branch> {
        let found = self.branches.iter().find(|branch| branch.id == id);
        let Some((parent, left_after)) = found.and_then(|branch| branch.parent) else {
            return Vec::new();
        };
        let shown = self.branch().id;
        let mut gone = Vec::from([id]);
        // A branch comes after the one it left.
        for branch in &self.branches {
            if branch.parent.is_some_and(|(from, _)| gone.contains(&from)) {
                gone.push(branch.id);
            }
        }
        let (deleted, kept) = core::mem::take(&mut self.branches)
            .into_iter()
            .partition(|branch| gone.contains(&branch.id));
        self.branches = kept;
        if gone.contains(&shown) {
            self.current = self.position_of(parent).unwrap_or(0);
            self.rewind(0);
            self.seek(left_after);
        } else {
            self.current = self.position_of(shown).unwrap_or(0);
        }
        deleted
    }

    /// The id for a branch that had this one: its own if that is free, else the next.
    #[must_use]
    pub fn free_id(&self, id: BranchId) -> BranchId {
        match self.position_of(id) {
            None => id,
            Some(_) => self.next_id(),
        }
    }

    fn next_id(&self) -> BranchId {
        let last = self.branches.iter().map(|branch| branch.id.0).max();
        BranchId(last.unwrap_or(0) + 1)
    }

    /// Goes to another branch, to its last recorded step at or before the present time. False if there
    /// is no such branch.
    pub fn select(&mut self, id: BranchId) -> bool {
        let Some(position) = self.position_of(id) else {
            return false;
        };
        let time = self.simulation().time();
        self.current = position;
        // The state at hand belongs to the branch left behind.
        self.rewind(0);
        self.seek(self.step_at(time));
        true
    }

    /// Names a branch.
    pub fn rename(&mut self, id: BranchId, name: String) {
        if let Some(position) = self.position_of(id) {
            self.branches[position].name = Some(name).filter(|name| !name.trim().is_empty());
        }
    }

    fn position_of(&self, id: BranchId) -> Option<usize> {
        self.branches.iter().position(|branch| branch.id == id)
    }
}
