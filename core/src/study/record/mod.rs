//! Following one record: from its sending through all replicas, and through all branches.
//!
//! A record is known by its value, as the books of a partition know it (`sim/ledger.rs`): the same value
//! sent again is the same record twice. Where its copies are is told from the steps alone.

mod life;

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::event::TruncationReason;
use crate::history::{BranchId, Lane};
use crate::kafka::{BrokerId, LeaderEpoch, Offset};
use crate::replication::acks::Acks;
use crate::replication::error_code::ErrorCode;
use crate::sim::admin::Admin;
use crate::sim::cell::PartitionCell;
use crate::sim::command::Command;
use crate::sim::event::{Trigger, VirtualTime};
use crate::topology::PartitionId;

/// Which record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ask {
    /// The partition.
    pub partition: PartitionId,
    /// Which of its records.
    pub which: Which,
}

/// Which record of a partition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Which {
    /// The one that stands there now.
    At {
        /// The broker.
        broker: BrokerId,
        /// The offset.
        offset: Offset,
    },
    /// The one with this value.
    Value(String),
}

/// A record's life.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// The partition.
    pub partition: PartitionId,
    /// Its value.
    pub value: String,
    /// Its key, if who sent it gave it one.
    pub key: Option<String>,
    /// The branch shown, and the step.
    pub position: (BranchId, u32),
    /// What became of it in each branch, in the order of the branches.
    pub branches: Vec<BranchLife>,
}

/// A record's life in one branch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BranchLife {
    /// The branch.
    pub branch: BranchId,
    /// The name a person gave it.
    pub name: Option<String>,
    /// The step after which it left its parent: up to there both are the same.
    pub left_after: Option<u32>,
    /// How many steps are recorded.
    pub recorded: u32,
    /// What happened to the record, in order.
    pub chapters: Vec<Chapter>,
    /// What became of it by the last recorded step.
    pub fate: Fate,
    /// Where it stands then, by broker and offset.
    pub copies: Vec<(BrokerId, Offset)>,
    /// It stands at more than one offset of the leader's log.
    pub duplicated: bool,
    /// Chapters that are not told, since there are too many.
    pub left_out: u32,
}

/// Something that happened to a record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chapter {
    /// The step; 0: so it was when the run began.
    pub step: u32,
    /// When.
    pub time: VirtualTime,
    /// What.
    pub event: Event,
}

/// What can happen to a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Event {
    /// It was there when the run began.
    There {
        /// The broker.
        broker: BrokerId,
        /// Where.
        offset: Offset,
    },
    /// A producer sent it.
    Sent,
    /// A leader appended it.
    Appended {
        /// The leader.
        broker: BrokerId,
        /// Where.
        offset: Offset,
    },
    /// A follower copied it.
    Copied {
        /// The follower.
        broker: BrokerId,
        /// From whom.
        leader: BrokerId,
        /// Where.
        offset: Offset,
    },
    /// A leader's HW passed it: it is committed, and readable there.
    Committed {
        /// The leader.
        broker: BrokerId,
    },
    /// A follower's HW passed it: it is readable there, too.
    Readable {
        /// The follower.
        broker: BrokerId,
    },
    /// Its producer was told that it is stored.
    Acknowledged {
        /// The leader.
        broker: BrokerId,
        /// What the producer had asked for.
        acks: Acks,
    },
    /// Its producer was told that it failed, or was told nothing.
    Failed {
        /// The broker.
        broker: BrokerId,
        /// Why.
        error: ErrorCode,
    },
    /// It was sent again, and the leader knew it already.
    Recognised {
        /// The leader.
        broker: BrokerId,
    },
    /// A consumer read it.
    Read {
        /// The broker asked.
        broker: BrokerId,
    },
    /// A replica cut it off.
    Cut {
        /// The broker.
        broker: BrokerId,
        /// Where it stood.
        offset: Offset,
        /// Why.
        reason: TruncationReason,
    },
    /// It vanished with the power or the disk.
    Vanished {
        /// The broker.
        broker: BrokerId,
        /// Where it stood.
        offset: Offset,
    },
    /// It lies below the log's start now.
    Deleted {
        /// The broker.
        broker: BrokerId,
    },
    /// A broker came to lead whose log lacks it.
    LeaderLacks {
        /// The leader.
        broker: BrokerId,
        /// Its epoch.
        leader_epoch: LeaderEpoch,
    },
}

/// What became of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// Nobody sent it here.
    NotSent,
    /// It was sent, and no log has it yet or any more; nobody was told that it is stored.
    NotStored,
    /// A log has it; it is neither committed nor acknowledged.
    Written,
    /// It is acknowledged, and not committed.
    AcknowledgedOnly,
    /// It is committed, and the leader has it.
    Committed,
    /// It was acknowledged or committed, and nobody leads: the leader that comes decides.
    Undecided,
    /// It was deleted below the log's start.
    Deleted,
    /// It was acknowledged or committed, and the leader lacks it.
    Lost,
}

/// A record's life; `None` if there is no such record. A value that the partition's books don't know may be
/// another partition's.
#[must_use]
pub fn tell(lane: &Lane, ask: &Ask) -> Option<Record> {
    let simulation = lane.simulation();
    let cell = simulation.cell(ask.partition)?;
    let value = match &ask.which {
        Which::Value(value) => value.clone(),
        Which::At { broker, offset } => {
            let replica = cell.replica(*broker)?;
            replica.values(*offset, *offset + 1).into_iter().next()?
        }
    };
    let mut start = lane.clone();
    start.seek(0);
    let start = start.simulation();
    let lives = |partition: PartitionId| -> Vec<BranchLife> {
        let branches = lane.branches().iter();
        // A partition that was not there yet held nothing.
        let cell = start.cell(partition);
        branches
            .map(|branch| life::live(branch, cell, partition, &value))
            .collect()
    };
    let mut partition = ask.partition;
    let mut branches = lives(partition);
    if branches.iter().all(|life| life.chapters.is_empty()) {
        let knows = |cell: &PartitionCell| {
            let mut books = cell.ledger.acknowledged.iter();
            books.any(|record| *record.value == *value)
        };
        let mut cells = (0..).map(PartitionId).zip(simulation.cells().iter());
        if let Some((other, _)) = cells.find(|(_, cell)| knows(cell)) {
            partition = other;
            branches = lives(other);
        }
    }
    Some(Record {
        partition,
        position: (lane.branch().id, lane.position()),
        key: key_of(lane, &value),
        value,
        branches,
    })
}

/// The key that was sent with a value.
fn key_of(lane: &Lane, value: &str) -> Option<String> {
    let steps = lane.branches().iter().flat_map(|branch| branch.steps());
    let mut commands = steps.filter_map(|step| match &step.trigger {
        Trigger::Command(command) => Some(command),
        _ => None,
    });
    commands.find_map(|command| match command {
        Command::Produce(produce) if produce.values.iter().any(|own| own == value) => {
            produce.key.as_ref().map(|key| key.text.clone())
        }
        Command::Admin(Admin::StartProducer(producer)) => {
            let number = value.strip_prefix(&*producer.value)?;
            let counted = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
            producer.key.clone().filter(|_| counted)
        }
        _ => None,
    })
}
