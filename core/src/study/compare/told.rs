//! What a comparison answers: values, never words.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::event::{InvariantId, TruncationReason};
use crate::kafka::{BrokerId, LeaderEpoch, Offset};
use crate::replication::settings::{SettingError, SettingKey, SettingValue};
use crate::scenario::ScenarioErrors;
use crate::session::frame::{Frame, RoleView, ScenarioView, SettingsView, StepLine};
use crate::session::request::StepKind;
use crate::sim::event::VirtualTime;
use crate::sim::invariant::Allowance;

/// Something that is there for the left and the right run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair<T> {
    /// Of the left run.
    pub left: T,
    /// Of the right run.
    pub right: T,
}

impl<T> Pair<T> {
    /// Both.
    pub const fn new(left: T, right: T) -> Self {
        Self { left, right }
    }

    /// References to both.
    pub const fn as_ref(&self) -> Pair<&T> {
        Pair::new(&self.left, &self.right)
    }

    /// The same done to both.
    pub fn map<U>(self, mut f: impl FnMut(T) -> U) -> Pair<U> {
        Pair::new(f(self.left), f(self.right))
    }
}

/// Which of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Hand {
    /// The left run.
    Left,
    /// The right run.
    Right,
}

/// The answer to an [`super::Ask`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Told {
    /// The runs are still being gone through: call [`super::Compare::go_on`].
    Working {
        /// Milliseconds of virtual time done, of both runs together.
        done: u32,
        /// Of how many.
        of: u32,
    },
    /// Going through them was given up.
    Stopped,
    /// Both runs lie side by side.
    Compared(Box<Head>, Box<View>),
    /// A row.
    Row(Box<View>),
    /// Nothing is compared any more.
    Closed,
    /// It can't be.
    Refused(Problem),
}

/// Why two runs can't be compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Problem {
    /// There is no open session, or nothing to go on with.
    NothingOpen,
    /// The session has no such branch.
    NoSuchBranch(Hand),
    /// The text is no scenario.
    Scenario(Hand, ScenarioErrors),
    /// A setting can't have this value.
    Setting(Hand, SettingError),
}

/// What is true of the whole comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Head {
    /// The scenarios.
    pub scenarios: Pair<ScenarioView>,
    /// The settings at the start.
    pub settings: Pair<SettingsView>,
    /// How many steps each run has.
    pub steps: Pair<u32>,
    /// The last row.
    pub last_row: u32,
    /// Delays are drawn from the same seed, within the same bounds.
    pub same_network: bool,
    /// The same commands come at the same times; what they ask of producers may differ.
    pub same_commands: bool,
    /// Both runs were cut off at the most steps that are compared.
    pub cut_off: bool,
    /// Ticks of the scrubber.
    pub ticks: Vec<RowTick>,
}

/// A tick of the scrubber: the rows it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowTick {
    /// The first of them.
    pub row: u32,
    /// How many.
    pub count: u32,
    /// The heaviest kind among the steps of the left run; `None`: it has none there.
    pub left: Option<StepKind>,
    /// The same of the right run.
    pub right: Option<StepKind>,
}

/// Everything shown at a row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// The row; 0 is the first moment of both.
    pub row: u32,
    /// Virtual time there.
    pub time: VirtualTime,
    /// What differs.
    pub differs: Differs,
    /// How the row is to the one before.
    pub mark: Mark,
    /// Where differences are.
    pub differences: Differences,
    /// Both runs there.
    pub frames: Pair<Box<Frame>>,
    /// Replicas of the chosen partition that are the same in both: role, LEO, HW and every batch.
    pub equal: Vec<BrokerId>,
    /// Settings that differ there.
    pub settings: Vec<SettingDifference>,
    /// What is to be said of each run there, the gravest first.
    pub verdicts: Pair<Vec<Verdict>>,
    /// What neither run is spared; the verdicts don't repeat it.
    pub in_both: InBoth,
    /// The step to blame for what is lost or broken in each run.
    pub blame: Pair<Option<Blame>>,
    /// The rows on screen.
    pub table: Vec<RowView>,
    /// How many rows come before those on screen.
    pub first: u32,
}

/// A step to blame, and where it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Blame {
    /// Its row.
    pub row: u32,
    /// The step.
    pub line: StepLine,
}

/// What neither run is spared.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InBoth {
    /// Acknowledged records that both have lost, examples.
    pub lost: Vec<String>,
    /// Invariants broken in both.
    pub broken: Vec<InvariantId>,
}

impl InBoth {
    /// Whether there is nothing of the kind.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.lost.is_empty() && self.broken.is_empty()
    }
}

/// A setting that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingDifference {
    /// Which.
    pub key: SettingKey,
    /// On the left.
    pub left: SettingValue,
    /// On the right.
    pub right: SettingValue,
}

/// Where differences are, seen from a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Differences {
    /// How many rows there are in which something differs that did not differ so before.
    pub total: u32,
    /// How many of them are at or before the row.
    pub passed: u32,
    /// The first of them.
    pub first: Option<u32>,
    /// The last one before the row.
    pub previous: Option<u32>,
    /// The next one after the row.
    pub next: Option<u32>,
}

/// What differs in a row, between the states of both runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Differs {
    /// The leader at the controller.
    pub leader: bool,
    /// The leader epoch at the controller.
    pub leader_epoch: bool,
    /// The ISR at the controller.
    pub isr: bool,
    /// A replica's role or process.
    pub roles: bool,
    /// A replica's LEO or HW.
    pub offsets: bool,
    /// What a replica's log holds.
    pub records: bool,
    /// What was acknowledged, committed, lost or written twice, over all partitions.
    pub books: bool,
    /// The invariants broken in this partition.
    pub invariants: bool,
    /// Something about another partition.
    pub elsewhere: bool,
}

impl Differs {
    /// Whether anything does.
    #[must_use]
    pub fn any(self) -> bool {
        self != Self::default()
    }

    /// Whether the numbers are equal and only what the logs hold is not.
    #[must_use]
    pub fn only_records(self) -> bool {
        let numbers = Self {
            records: false,
            books: false,
            invariants: false,
            elsewhere: false,
            ..self
        };
        self.records && !numbers.any()
    }
}

/// How a row is to the one before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Mark {
    /// Both runs are in the same state.
    #[default]
    Equal,
    /// They are again: the row before differs.
    EqualAgain,
    /// Here they differ for the first time.
    First,
    /// They differ, and not as in the row before.
    Different,
    /// They differ as in the row before.
    AsBefore,
}

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowView {
    /// Its number.
    pub row: u32,
    /// The steps; `None` where only the other run has one here.
    pub steps: Pair<Option<StepLine>>,
    /// The states after it.
    pub states: Pair<StateView>,
    /// How it is to the one before.
    pub mark: Mark,
    /// What differs.
    pub differs: Differs,
}

/// The chosen partition in one row.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StateView {
    /// The leader at the controller.
    pub leader: Option<BrokerId>,
    /// The leader epoch at the controller.
    pub leader_epoch: LeaderEpoch,
    /// The ISR at the controller, in assignment order.
    pub isr: Vec<BrokerId>,
    /// The replicas, in assignment order.
    pub replicas: Vec<ReplicaState>,
    /// Invariants broken there.
    pub broken: Vec<InvariantId>,
}

/// One replica in one row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ReplicaState {
    /// The broker.
    pub broker: BrokerId,
    /// Its role, as it believes itself.
    pub role: RoleView,
    /// Its LEO.
    pub log_end_offset: Offset,
    /// Its HW.
    pub high_watermark: Offset,
    /// The hash of all its records: offset, leader epoch, key and value of each.
    pub log: u64,
}

/// Something to be said of a run at a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Verdict {
    /// Live replicas hold different records at an offset, below the HW of each.
    Diverged {
        /// The first such offset.
        offset: Offset,
        /// What each holds there.
        records: Vec<(BrokerId, String)>,
    },
    /// An invariant is broken.
    Broken {
        /// Which.
        id: InvariantId,
        /// The step in which it broke.
        since_step: u32,
        /// The step in which it holds again; `None`: in none that is compared.
        until_step: Option<u32>,
        /// The settings and faults that allow it.
        allowed_by: Vec<Allowance>,
    },
    /// Acknowledged records that this run has lost, and the other has not.
    Lost {
        /// How many.
        count: u64,
        /// Examples.
        examples: Vec<String>,
    },
    /// The partition has no leader.
    NoLeader,
    /// The ISR is smaller than `min.insync.replicas`: writes with `acks=all` are refused.
    UnderMinIsr {
        /// How many are in it.
        isr: u32,
        /// How many have to be.
        min: u32,
    },
    /// Acknowledged records that are not committed.
    NotCommitted {
        /// How many.
        count: u64,
        /// Examples.
        examples: Vec<String>,
    },
    /// Values that stand in a log twice.
    Duplicated {
        /// How many.
        count: u64,
        /// Examples.
        examples: Vec<String>,
    },
    /// A replica cuts its log in this row.
    Cut {
        /// The broker.
        broker: BrokerId,
        /// Its LEO before.
        from: Offset,
        /// Its LEO now.
        to: Offset,
        /// Why.
        reason: TruncationReason,
    },
    /// An invariant was broken earlier in this run, and holds again.
    Mended {
        /// Which.
        id: InvariantId,
        /// The step in which it came to hold again.
        in_step: u32,
    },
    /// Nothing is broken now, and what was acknowledged is there.
    Holds,
    /// Nothing is wrong but what neither run is spared.
    NothingElse,
}
