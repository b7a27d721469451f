//! What a person, or a scenario, asks the simulator to do.
//!
//! A command names things structurally (brokers, partitions, links, messages by kind and number), never by event number,
//! so that an old scenario still means the same after the engine has changed.

use alloc::string::String;
use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::admin::Admin;
use super::event::Timer;
use super::naming::{MessageAct, MessageName};
use super::node::Node;
use crate::kafka::{BrokerId, Offset};
use crate::replication::acks::Acks;
use crate::replication::settings::SettingChange;
use crate::topology::PartitionId;

/// How a broker goes down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Crash {
    /// The process dies; its records stay, in the page cache or on the disk.
    Kill,
    /// The power fails: pages that were not flushed are gone.
    PowerLoss,
    /// As `PowerLoss`, but of each log exactly the offsets below this one survive.
    KeepBelow(Offset),
    /// The disk is lost: every log comes back empty.
    DiskLoss,
}

/// A request of a person or a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Command {
    /// A producer sends records to a partition.
    Produce(Produce),
    /// A consumer asks for records from an offset.
    ConsumerFetch {
        /// The partition read.
        partition: PartitionId,
        /// The broker asked.
        broker: BrokerId,
        /// The first offset wanted.
        offset: Offset,
    },
    /// The broker's process ends without warning.
    Crash {
        /// The broker.
        broker: BrokerId,
        /// What its disk keeps.
        how: Crash,
    },
    /// A crashed or stopped broker starts again.
    Restart {
        /// The broker.
        broker: BrokerId,
    },
    /// The broker stops in an orderly way: leaderships move first.
    ControlledShutdown {
        /// The broker.
        broker: BrokerId,
    },
    /// The process stands still (a long garbage collection, SIGSTOP); it keeps its memory.
    Pause {
        /// The broker.
        broker: BrokerId,
    },
    /// A paused process goes on.
    Resume {
        /// The broker.
        broker: BrokerId,
    },
    /// Nothing sent from one node reaches the other any more.
    CutLink {
        /// The sender.
        from: Node,
        /// The receiver.
        to: Node,
        /// The other direction is cut, too.
        both: bool,
    },
    /// A cut link works again.
    HealLink {
        /// The sender.
        from: Node,
        /// The receiver.
        to: Node,
        /// The other direction is healed, too.
        both: bool,
    },
    /// The brokers exchange nothing with other brokers and the controller; clients still reach them.
    Isolate {
        /// The brokers cut off.
        brokers: Vec<BrokerId>,
    },
    /// Every cut link works again.
    HealAll,
    /// Leadership goes to the first replica of the assignment where that is possible
    /// (`kafka-leader-election.sh --election-type preferred`).
    PreferredElection {
        /// One partition, or all of them.
        partition: Option<PartitionId>,
    },
    /// An unclean election is asked for (`--election-type unclean`).
    UncleanElection {
        /// One partition, or all of them.
        partition: Option<PartitionId>,
    },
    /// Records below an offset are deleted (`kafka-delete-records.sh`).
    DeleteRecords {
        /// The partition.
        partition: PartitionId,
        /// The new log start offset.
        before_offset: Offset,
    },
    /// A setting changes while the cluster runs.
    Set(SettingChange),
    /// From here on timers, fetches and messages run by themselves.
    RunByItself,
    /// From here on nothing happens but what a command names.
    RunByHand,
    /// A step of a schedule given by hand.
    Manual(Manual),
    /// Something is done to a message in flight.
    Message {
        /// Which.
        name: MessageName,
        /// What.
        act: MessageAct,
    },
    /// A timer that runs expires now.
    ExpireTimer(Timer),
    /// Nothing happens; virtual time is what it is. Gives a caption a place.
    Wait,
    /// The cluster itself is changed: topics, brokers, producers.
    Admin(Admin),
}

impl Command {
    /// Changes each partition it names.
    pub fn for_each_partition(&mut self, change: &mut dyn FnMut(&mut PartitionId)) {
        let named = match self {
            Self::Produce(produce) => Some(&mut produce.partition),
            Self::ConsumerFetch { partition, .. } | Self::DeleteRecords { partition, .. } => {
                Some(partition)
            }
            Self::PreferredElection { partition } | Self::UncleanElection { partition } => {
                partition.as_mut()
            }
            Self::Message { name, .. } => name.flow.partition.as_mut(),
            Self::ExpireTimer(
                Timer::FetchWait { partition, .. }
                | Timer::FetchRetry { partition, .. }
                | Timer::RequestTimeout { partition, .. }
                | Timer::ProduceTimeout { partition, .. },
            ) => Some(partition),
            Self::Manual(
                Manual::Fetch { partition, .. }
                | Manual::Elect { partition, .. }
                | Manual::ShrinkIsr { partition, .. }
                | Manual::SendAlterPartition { partition, .. }
                | Manual::AnswerAlterPartition { partition, .. },
            ) => Some(partition),
            _ => None,
        };
        if let Some(partition) = named {
            change(partition);
        }
    }
}

/// Records a producer sends in one request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Produce {
    /// The partition written to.
    pub partition: PartitionId,
    /// The broker addressed; without it the leader that the metadata names.
    pub broker: Option<BrokerId>,
    /// The values, each a batch of its own.
    pub values: Vec<String>,
    /// Required acknowledgements; without it the setting's.
    pub acks: Option<Acks>,
    /// With a base sequence the producer is idempotent: producer id 1, producer epoch 0.
    pub base_sequence: Option<i32>,
    /// The key of the records.
    pub key: Option<Key>,
}

/// The key of records.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Key {
    /// Its text.
    pub text: String,
    /// It decides the partition, among all of the topic.
    pub chooses: bool,
}

/// What came later counts only where it is there: the runs before have the hashes that they had.
impl Hash for Produce {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.partition, self.broker, &self.values).hash(state);
        (self.acks, self.base_sequence).hash(state);
        if let Some(key) = &self.key {
            key.hash(state);
        }
    }
}

/// Steps of a schedule given by hand: each happens whole, and nothing happens between them.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Manual {
    /// One follower fetch: request, accounting, answer and what the follower does with it.
    Fetch {
        /// The partition.
        partition: PartitionId,
        /// Who fetches.
        follower: BrokerId,
        /// From whom.
        leader: BrokerId,
        /// At most this many records are answered.
        max_records: Option<u32>,
        /// The leader does its part, but the follower sees no answer.
        response_lost: bool,
    },
    /// The broker learns the controller's current state of its partitions.
    ApplyMetadata {
        /// The broker.
        broker: BrokerId,
    },
    /// The controller takes the broker for dead, whether it is or not.
    Fence {
        /// The broker.
        broker: BrokerId,
    },
    /// Leadership moves to this member of the ISR.
    Elect {
        /// The partition.
        partition: PartitionId,
        /// The new leader.
        leader: BrokerId,
    },
    /// The leader's lag check takes these replicas out of the ISR.
    ShrinkIsr {
        /// The partition.
        partition: PartitionId,
        /// The leader.
        leader: BrokerId,
        /// The replicas removed.
        remove: Vec<BrokerId>,
    },
    /// The leader asks for a new ISR; the request stays under way.
    SendAlterPartition {
        /// The partition.
        partition: PartitionId,
        /// The leader.
        leader: BrokerId,
        /// The ISR asked for.
        isr: Vec<BrokerId>,
    },
    /// The controller handles the request under way and its answer arrives.
    AnswerAlterPartition {
        /// The partition.
        partition: PartitionId,
        /// The leader.
        leader: BrokerId,
    },
}
