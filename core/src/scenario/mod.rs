//! Scenarios: a cluster at its first moment, what is done to it and when, and the words for it.
//!
//! A scenario is text (`docs/SCENARIO.md`): [`parse`] reads it and names every mistake with its
//! place, [`write`] writes it so that reading it again gives the same scenario. A saved session is a
//! scenario with branches. What a command does is the simulator's affair; this floor knows only
//! what may be written down.

mod catalogue;
mod error;
mod fingerprint;
pub(crate) mod limits;
mod read;
mod replay;
mod wording;
mod write;

use alloc::string::String;
use alloc::vec::Vec;
pub use catalogue::{CatalogueEntry, catalogue};
pub use error::{Expected, Kind, ScenarioError, ScenarioErrors, Unknown};
pub use fingerprint::{Fingerprint, fingerprint};
pub use read::parse;
pub use replay::{Replay, replay};
pub use wording::{Wording, is_language};
pub use write::{command_text, fits, write};

pub use crate::history::BranchId;

use crate::import::Assumption;
use crate::sim::TimedCommand;
use crate::sim::command::Command;
use crate::sim::event::VirtualTime;
use crate::sim::start::ClusterSpec;
use crate::topology::Topology;

/// A scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Its id, `S02`.
    pub id: String,
    /// Its title.
    pub title: Wording,
    /// The question it answers, in one line.
    pub question: Wording,
    /// The cluster at the start.
    pub cluster: ClusterSpec,
    /// What of it was assumed, where it was made of another tool's output.
    pub assumed: Vec<Assumption>,
    /// The commands of the main branch, by ascending place.
    pub commands: Vec<ScenarioCommand>,
    /// The other branches, by ascending id; each comes after the one it left.
    pub branches: Vec<Branch>,
    /// Captions that stand at places of their own, by branch and ascending place.
    pub notes: Vec<Note>,
    /// Comments and blank lines in the head, above its lines of these numbers (counted from 0
    /// without comments and blank lines).
    pub head_remarks: Vec<(u32, Remarks)>,
    /// Comments and blank lines at the end.
    pub last_remarks: Remarks,
}

/// Comments and blank lines above a line: the text after `#`, or `None` for a blank line.
pub type Remarks = Vec<Option<String>>;

/// A command at its place, with its caption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScenarioCommand {
    /// The command and when it is given.
    pub timed: TimedCommand,
    /// What a reader should see in it.
    pub caption: Wording,
    /// Comments and blank lines above it.
    pub remarks: Remarks,
}

impl ScenarioCommand {
    /// A command without a caption.
    #[must_use]
    pub const fn new(timed: TimedCommand) -> Self {
        Self {
            timed,
            caption: Wording::new(),
            remarks: Remarks::new(),
        }
    }

    /// Where it stands in its branch.
    #[must_use]
    pub const fn place(&self) -> Place {
        (self.timed.at, self.timed.after)
    }
}

/// A caption at a place where no command has to stand. It changes nothing of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The branch it belongs to, and those that leave it later.
    pub branch: BranchId,
    /// From which step on a reader sees it, until the next caption.
    pub at: Place,
    /// What a reader should see there; empty to say nothing more from here on.
    pub caption: Wording,
}

/// A place in a run: a time, and how many steps of that very time come first.
pub type Place = (VirtualTime, u32);

/// A run that left another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Its id, not 0.
    pub id: BranchId,
    /// The branch it left, of a smaller id.
    pub parent: BranchId,
    /// Where it left: it shares the parent's commands that stand before this place.
    pub at: Place,
    /// Its name, if somebody gave it one.
    pub name: Option<String>,
    /// Its own commands, at or after that place, by ascending place.
    pub commands: Vec<ScenarioCommand>,
    /// Comments and blank lines above it.
    pub remarks: Remarks,
}

impl Scenario {
    /// All commands of a branch: those it shares with its parent, then its own. Without such a
    /// branch, none.
    #[must_use]
    pub fn commands_of(&self, branch: BranchId) -> Vec<&ScenarioCommand> {
        lineage(&self.commands, &self.branches, branch)
    }

    /// A branch other than the main one.
    #[must_use]
    pub fn branch(&self, id: BranchId) -> Option<&Branch> {
        branch_of(&self.branches, id)
    }

    /// Brokers and topics at a place of a branch, as far as its commands change them.
    #[must_use]
    pub fn topology_at(&self, branch: BranchId, place: Place) -> Topology {
        let mut topology = self.cluster.topology.clone();
        let commands = self.commands_of(branch).into_iter();
        for command in commands.take_while(|command| command.place() < place) {
            if let Command::Admin(admin) = &command.timed.command {
                admin.change(&mut topology);
            }
        }
        topology
    }
}

fn branch_of(branches: &[Branch], id: BranchId) -> Option<&Branch> {
    let position = branches.binary_search_by_key(&id, |branch| branch.id);
    branches.get(position.ok()?)
}

/// All commands of a branch, with those that it shares.
fn lineage<'a>(
    main: &'a [ScenarioCommand],
    branches: &'a [Branch],
    branch: BranchId,
) -> Vec<&'a ScenarioCommand> {
    let mut lineage = Vec::new();
    let mut id = branch;
    while id != BranchId::MAIN {
        let Some(found) = branch_of(branches, id) else {
            return Vec::new();
        };
        lineage.push(found);
        // A parent has the smaller id, so this ends.
        if found.parent >= id {
            return Vec::new();
        }
        id = found.parent;
    }
    let mut commands: Vec<&ScenarioCommand> = main.iter().collect();
    for branch in lineage.into_iter().rev() {
        let shared = commands.partition_point(|command| command.place() < branch.at);
        commands.truncate(shared);
        commands.extend(&branch.commands);
    }
    commands
}
