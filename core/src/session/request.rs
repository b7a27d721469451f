//! What the page asks of the engine.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::history::BranchId;
use crate::kafka::BrokerId;
use crate::replication::settings::SettingChange;
use crate::sim::TimedCommand;
use crate::sim::command::Command;
use crate::sim::event::VirtualTime;
use crate::topology::PartitionId;

/// One request of the page; each is answered by exactly one [`super::Reply`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    /// Opens a scenario text in place of the current session.
    Open {
        /// The text, in the format of `docs/SCENARIO.md`.
        text: String,
        /// Go to this step of this branch after opening (a session that is restored).
        at: Option<(BranchId, u32)>,
    },
    /// Moves through the run.
    Move(Move),
    /// Acts at the current step; if the run already went on from here, a new branch begins.
    Act(Command),
    /// Changes a setting.
    ChangeSetting {
        /// The setting and its new value.
        change: SettingChange,
        /// From when on.
        when: SettingWhen,
    },
    /// Writes what a reader is told from the present step on, until the next caption.
    Caption {
        /// A language's tag.
        language: String,
        /// The text; empty for nothing.
        text: String,
    },
    /// Goes to another branch, to the same virtual time where it has one.
    SelectBranch(BranchId),
    /// Gives a branch a name.
    RenameBranch(BranchId, String),
    /// Takes a branch away, with all that left it; [`super::Reply::BranchesDeleted`] says what.
    DeleteBranch(BranchId),
    /// Brings back what was taken away.
    RestoreBranches(DeletedBranches),
    /// Chooses what the frame shows.
    Look(Look),
    /// Asks for the whole session as scenario text.
    Save,
    /// Stops a long move; the answer is the frame where it stopped.
    Cancel,
    /// Asks which partition of `__consumer_offsets` a group belongs to.
    FindCoordinator {
        /// `group.id`.
        group: String,
    },
    /// Takes back what a person did last on the branch shown.
    Undo,
}

/// What a deletion took away: enough to bring it back, even into an engine that never saw it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeletedBranches {
    /// The branches, parents first.
    pub branches: Vec<DeletedBranch>,
    /// Where the page stood, if that was in one of them.
    pub stood: Option<(BranchId, u32)>,
}

/// A branch that was taken away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeletedBranch {
    /// Its id.
    pub id: BranchId,
    /// The branch it left.
    pub parent: BranchId,
    /// The place at which it left: time, and steps of that time.
    pub left_at: (VirtualTime, u32),
    /// A name given by a person.
    pub name: Option<String>,
    /// The commands it does not share with its parent.
    pub commands: Vec<TimedCommand>,
    /// How many steps were recorded on it.
    pub recorded: u32,
}

/// From when on a setting holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SettingWhen {
    /// The run is done again from the start with the new value.
    FromTheStart,
    /// The value changes at the current step; a new branch begins if the run already went on.
    FromHere,
}

/// A movement through the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Move {
    /// To step 0.
    Start,
    /// One step back, through the lens.
    Back,
    /// One step forward, through the lens; simulates if nothing is recorded yet.
    Forward,
    /// To the last recorded step; if already there, on until nothing more happens or a bound is met.
    End,
    /// Forward until all messages now in flight, and the answers to them, have arrived.
    Round,
    /// To a step.
    To(u32),
    /// To the last step at or before a time; simulates if the run is not that far yet.
    ToTime(VirtualTime),
    /// To the next step of a kind, recorded or simulated.
    Next(Landmark),
    /// To the previous recorded step of a kind.
    Previous(Landmark),
}

/// Steps people look for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Landmark {
    /// A leader was elected or lost.
    Election,
    /// A leader's high watermark moved.
    HighWatermark,
    /// An ISR changed.
    IsrChange,
    /// An invariant broke.
    Violation,
    /// A person or the scenario acted.
    Command,
}

/// What the frame shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Look {
    /// The partition drawn as lanes.
    pub partition: PartitionId,
    /// What counts as a step.
    pub lens: Lens,
    /// Rows of the partition matrix: topic by position in the topic list, first partition, how many.
    pub matrix: MatrixWindow,
    /// The part of the event list on screen.
    pub events: EventWindow,
    /// The width of the scrubber in pixels: ticks are merged to at most one a pixel.
    pub scrubber_width: u32,
}

/// Which steps count when stepping and listing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lens {
    /// Only steps that touch this partition (broker-wide steps count, too).
    pub partition: Option<PartitionId>,
    /// Only steps at this broker.
    pub broker: Option<BrokerId>,
    /// Only steps of this kind.
    pub kind: Option<StepKind>,
}

/// The kind of a step: its glyph, hue and height on the scrubber.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum StepKind {
    /// A timer.
    Timer,
    /// Replication traffic: Fetch, OffsetsForLeaderEpoch, ListOffsets.
    Replication,
    /// Client traffic: Produce.
    Client,
    /// The controller's traffic.
    Control,
    /// A leader's high watermark moved.
    HighWatermark,
    /// A person or the scenario acted.
    Command,
    /// An invariant broke.
    Violation,
}

/// The part of the partition matrix on screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatrixWindow {
    /// Only partitions of this topic (its position in [`super::frame::ScenarioView::topics`]).
    pub topic: Option<u32>,
    /// Only partitions with trouble: offline, under min ISR, or not led by the preferred replica.
    pub only: Option<PartitionTrouble>,
    /// How many of the matching partitions to skip.
    pub first: u32,
    /// How many to show.
    pub count: u32,
}

/// What can be wrong with a partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PartitionTrouble {
    /// It has no leader.
    Offline,
    /// Its ISR is smaller than `min.insync.replicas`.
    UnderMinIsr,
    /// Its ISR is smaller than its assignment.
    UnderReplicated,
    /// Its leader is not the preferred replica.
    NotPreferred,
}

/// The part of the event list on screen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventWindow {
    /// Only steps the lens lets through.
    pub through_lens: bool,
    /// Timers are left out (they still count in [`super::frame::EventsView::hidden_timers`]).
    pub fold_timers: bool,
    /// How many of the matching steps to skip; `None`: so that the current step is in the middle.
    pub first: Option<u32>,
    /// How many to show.
    pub count: u32,
}
