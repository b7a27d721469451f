//! What a simulator has to assume because no text says it, and whom that concerns.

use serde::{Deserialize, Serialize};

/// A gap and how it was filled.
///
/// `topic` is an index into [`Topology::topics`](super::Topology::topics).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Assumption {
    /// Brokers are known by their ids in lists: those without partitions are absent.
    BrokersFromLists,
    /// No hosts and no racks: all brokers in one place.
    HostsAndRacksUnknown,
    /// Neither the controller nor whether it is ZooKeeper or KRaft: the scenario's choice.
    ControllerUnknown,
    /// No leader epochs: all begin anew.
    LeaderEpochsUnknown,
    /// No offsets: all logs are empty, and replicas outside the in-sync set are behind by nothing.
    OffsetsUnknown,
    /// The broker leads or is in sync somewhere: alive.
    BrokerAlive {
        /// The broker.
        broker: i32,
    },
    /// The broker has replicas but leads none and is in sync nowhere: down.
    BrokerDown {
        /// The broker.
        broker: i32,
    },
    /// The text says nothing about any broker: alive.
    BrokerNotMentioned {
        /// The broker.
        broker: i32,
    },
    /// `min.insync.replicas` isn't printed or is no number: its default.
    MinInsyncReplicasUnknown {
        /// The topic.
        topic: usize,
    },
    /// `unclean.leader.election.enable` isn't printed: false.
    UncleanLeaderElectionUnknown {
        /// The topic.
        topic: usize,
    },
    /// No header: the topic has the partitions that were seen.
    PartitionCountFromRows {
        /// The topic.
        topic: usize,
    },
    /// No header: the replication factor is that of the first partition that was seen.
    ReplicationFactorFromRows {
        /// The topic.
        topic: usize,
    },
    /// The header counts more partitions than have rows: the others are left out.
    PartitionsAbsent {
        /// The topic.
        topic: usize,
        /// How many.
        absent: u32,
    },
    /// The topic was described in another section than the last one: at another time.
    OtherSection {
        /// The topic.
        topic: usize,
        /// The index of its section.
        section: usize,
    },
    /// The eligible leader replicas aren't printed or not available: none.
    ElrUnknown {
        /// The topic.
        topic: usize,
    },
    /// The in-sync replicas aren't printed: all replicas but those being added.
    IsrUnknown {
        /// The topic.
        topic: usize,
        /// The partition.
        partition: i32,
    },
    /// The leader isn't printed: the first in-sync replica.
    LeaderUnknown {
        /// The topic.
        topic: usize,
        /// The partition.
        partition: i32,
    },
    /// The replica could lead and its broker is alive, but nobody leads: its directory is offline.
    ReplicaOffline {
        /// The topic.
        topic: usize,
        /// The partition.
        partition: i32,
        /// The broker.
        broker: i32,
    },
}

/// Whom an assumption concerns: what to mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Concern {
    /// Everything.
    Cluster,
    /// A broker by id.
    Broker(i32),
    /// A topic by its index.
    Topic(usize),
    /// A partition by its topic's index and its number.
    Partition(usize, i32),
}

impl Assumption {
    /// Whom it concerns.
    pub fn concerns(&self) -> Concern {
        match *self {
            Self::BrokersFromLists
            | Self::HostsAndRacksUnknown
            | Self::ControllerUnknown
            | Self::LeaderEpochsUnknown
            | Self::OffsetsUnknown => Concern::Cluster,
            Self::BrokerAlive { broker }
            | Self::BrokerDown { broker }
            | Self::BrokerNotMentioned { broker } => Concern::Broker(broker),
            Self::MinInsyncReplicasUnknown { topic }
            | Self::UncleanLeaderElectionUnknown { topic }
            | Self::PartitionCountFromRows { topic }
            | Self::ReplicationFactorFromRows { topic }
            | Self::PartitionsAbsent { topic, .. }
            | Self::OtherSection { topic, .. }
            | Self::ElrUnknown { topic } => Concern::Topic(topic),
            Self::IsrUnknown { topic, partition }
            | Self::LeaderUnknown { topic, partition }
            | Self::ReplicaOffline {
                topic, partition, ..
            } => Concern::Partition(topic, partition),
        }
    }
}

impl Concern {
    /// The cluster first, then brokers, then topic by topic, each before its partitions.
    pub(super) fn rank(self) -> (u64, u64) {
        let number = |id: i32| u64::try_from(id).unwrap_or_default() + 1;
        let index = |topic: usize| u64::try_from(topic).unwrap_or(u64::MAX).saturating_add(2);
        match self {
            Self::Cluster => (0, 0),
            Self::Broker(id) => (1, number(id)),
            Self::Topic(topic) => (index(topic), 0),
            Self::Partition(topic, partition) => (index(topic), number(partition)),
        }
    }
}
