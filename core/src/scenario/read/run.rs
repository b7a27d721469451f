//! Reads what is done and when: commands with their captions, and branches.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::error::{Expected, Kind, Unknown};
use super::super::{Branch, BranchId, Place, Scenario, ScenarioCommand, limits};
use super::line::{Line, Piece};
use super::values::Budget;
use super::{Reader, Translations, translation};
use crate::sim::TimedCommand;
use crate::sim::command::Command;
use crate::sim::event::VirtualTime;

impl<'a> Reader<'a> {
    /// `at TIME [after=N] COMMAND`
    pub(super) fn at(&mut self, line: &mut Line<'a, '_>) {
        self.caption = Translations::default();
        let remarks = core::mem::take(&mut self.remarks);
        let Some(time_at) = line.word("time") else {
            line.abandon();
            return;
        };
        let time = line.time(time_at, limits::TIME_US);
        let after = line
            .option("after")
            .and_then(|piece| line.narrow(piece, 0, i64::from(u32::MAX)));
        let command = self.command_reader.command(line, &self.cluster);
        if self.command_count >= limits::COMMANDS {
            let max = u32::try_from(limits::COMMANDS).unwrap_or(u32::MAX);
            line.report(time_at, Kind::TooMany { max });
            return;
        }
        self.command_count += 1;
        if let Some(Command::Admin(admin)) = &command {
            self.cluster.change(admin);
        }
        let begins = self.branches.last().map(|branch| branch.at);
        let commands = match self.branches.last_mut() {
            Some(branch) => &mut branch.commands,
            None => &mut self.commands,
        };
        let last = commands.last().map(ScenarioCommand::place);
        let at = time.map_or_else(|| last.unwrap_or_default().0, VirtualTime);
        let after = after.unwrap_or_else(|| default_after(at, last, begins));
        if time.is_some() {
            let place = (at, after);
            let ascends = last.is_none_or(|last| last < place);
            line.demand(ascends, time_at, Kind::TimeGoesBack);
            let inside = begins.is_none_or(|begins| begins <= place);
            line.demand(inside || !ascends, time_at, Kind::BeforeBranch);
        }
        let mut command = ScenarioCommand::new(TimedCommand {
            at,
            after,
            command: command.unwrap_or(Command::Wait),
        });
        command.remarks = remarks;
        commands.push(command);
    }

    /// `at=TIME [after=N]` of a line; what is wrong with it is reported, and counts as 0.
    pub(super) fn place_of(line: &mut Line<'a, '_>) -> Place {
        let time = line
            .required("at")
            .and_then(|piece| line.time(piece, limits::TIME_US));
        let after = line
            .option("after")
            .and_then(|piece| line.narrow(piece, 0, i64::from(u32::MAX)));
        (
            VirtualTime(time.unwrap_or_default()),
            after.unwrap_or_default(),
        )
    }

    /// `caption LANGUAGE "TEXT"`, below its command or its note
    pub(super) fn caption(&mut self, line: &mut Line<'a, '_>) {
        translation(line, &mut self.caption);
        if let Some(note) = self.notes.last_mut() {
            note.caption = self.caption.wording.clone();
            return;
        }
        let commands = match self.branches.last_mut() {
            Some(branch) => &mut branch.commands,
            None => &mut self.commands,
        };
        match commands.last_mut() {
            Some(command) => command.caption = self.caption.wording.clone(),
            None => line.missing("at"),
        }
    }

    /// `branch ID from=ID at=TIME [after=N] [name="TEXT"]`
    pub(super) fn branch(&mut self, line: &mut Line<'a, '_>, name_at: Piece<'a>) {
        self.caption = Translations::default();
        let remarks = core::mem::take(&mut self.remarks);
        let id = line.word("branch id").and_then(|piece| {
            let id = BranchId(line.narrow(piece, 1, i64::from(u32::MAX))?);
            if let Some(before) = self.branches.last().filter(|last| last.id >= id) {
                let before = i64::from(before.id.0);
                line.report(piece, Kind::NotAscending { before });
            }
            Some(id)
        });
        let parent = line.required("from").and_then(|piece| {
            let parent = match piece.text {
                "main" => Some(BranchId::MAIN),
                number => number.parse().ok().map(BranchId),
            };
            let known = parent.is_some_and(|parent| {
                parent == BranchId::MAIN || self.branch_spots.contains_key(&parent)
            });
            let kind = match parent {
                Some(_) => Kind::Unknown(Unknown::Branch),
                None => Kind::Expected(Expected::Branch),
            };
            line.demand(known, piece, kind);
            parent
        });
        let at = Self::place_of(line);
        let name = line
            .option("name")
            .and_then(|piece| line.quoted(piece, limits::WORDING_BYTES));
        if self.branches.len() >= limits::BRANCHES {
            let max = u32::try_from(limits::BRANCHES).unwrap_or(u32::MAX);
            line.report(line.source.end(), Kind::TooMany { max });
            return;
        }
        let id = id.unwrap_or_default();
        if self.cluster.grown.is_some() {
            let parent = parent.unwrap_or_default();
            let above = super::super::lineage(&self.commands, &self.branches, parent);
            self.cluster.grown = None;
            for command in above.into_iter().take_while(|command| command.place() < at) {
                if let Command::Admin(admin) = &command.timed.command {
                    self.cluster.change(admin);
                }
            }
            // What grew once may grow again further down.
            let cluster = &mut self.cluster;
            cluster
                .grown
                .get_or_insert_with(|| cluster.topology.clone());
        }
        self.branch_spots.insert(id, line.spot(name_at));
        self.branches.push(Branch {
            id,
            parent: parent.unwrap_or_default(),
            at,
            name,
            commands: Vec::new(),
            remarks,
        });
    }
}

/// The branch with which the commands become too many, those shared with parents counted for each.
pub(super) fn first_branch_too_many(scenario: &Scenario) -> Option<BranchId> {
    let mut budget = Budget::new(limits::SHARED_COMMANDS, limits::SHARED_BYTES);
    let mut branches = scenario.branches.iter().map(|branch| branch.id);
    branches.find(|branch| {
        let commands = scenario.commands_of(*branch);
        let bytes = commands.iter().map(|command| match &command.timed.command {
            Command::Produce(produce) => produce.values.iter().map(String::len).sum(),
            _ => 0,
        });
        !budget.take(commands.len(), bytes.sum())
    })
}

/// Where a command stands that does not say it: right behind the one before it if that has the same
/// time, or at the place where its branch begins, or else first.
pub(in super::super) fn default_after(
    at: VirtualTime,
    last: Option<Place>,
    begins: Option<Place>,
) -> u32 {
    match (last, begins) {
        (Some((time, after)), _) if time == at => after.saturating_add(1),
        (None, Some((time, after))) if time == at => after,
        _ => 0,
    }
}
