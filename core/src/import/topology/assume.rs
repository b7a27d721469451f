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

/// An assumption taken apart, so that it can be written down and read again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AssumptionParts {
    /// The broker it concerns.
    pub broker: Option<i32>,
    /// The topic it concerns, by index.
    pub topic: Option<usize>,
    /// The partition it concerns, by number.
    pub partition: Option<i32>,
    /// How many partitions are absent, or the index of a section.
    pub count: Option<u32>,
}

impl Assumption {
    /// Its name, in words joined by hyphens.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::BrokersFromLists => "brokers-from-lists",
            Self::HostsAndRacksUnknown => "hosts-and-racks-unknown",
            Self::ControllerUnknown => "controller-unknown",
            Self::LeaderEpochsUnknown => "leader-epochs-unknown",
            Self::OffsetsUnknown => "offsets-unknown",
            Self::BrokerAlive { .. } => "broker-alive",
            Self::BrokerDown { .. } => "broker-down",
            Self::BrokerNotMentioned { .. } => "broker-not-mentioned",
            Self::MinInsyncReplicasUnknown { .. } => "min-insync-replicas-unknown",
            Self::UncleanLeaderElectionUnknown { .. } => "unclean-leader-election-unknown",
            Self::PartitionCountFromRows { .. } => "partition-count-from-rows",
            Self::ReplicationFactorFromRows { .. } => "replication-factor-from-rows",
            Self::PartitionsAbsent { .. } => "partitions-absent",
            Self::OtherSection { .. } => "other-section",
            Self::ElrUnknown { .. } => "elr-unknown",
            Self::IsrUnknown { .. } => "isr-unknown",
            Self::LeaderUnknown { .. } => "leader-unknown",
            Self::ReplicaOffline { .. } => "replica-offline",
        }
    }

    /// What it concerns, part by part.
    #[must_use]
    pub fn parts(&self) -> AssumptionParts {
        let mut parts = match self.concerns() {
            Concern::Cluster => AssumptionParts::default(),
            Concern::Broker(broker) => AssumptionParts {
                broker: Some(broker),
                ..AssumptionParts::default()
            },
            Concern::Topic(topic) => AssumptionParts {
                topic: Some(topic),
                ..AssumptionParts::default()
            },
            Concern::Partition(topic, partition) => AssumptionParts {
                topic: Some(topic),
                partition: Some(partition),
                ..AssumptionParts::default()
            },
        };
        match *self {
            Self::ReplicaOffline { broker, .. } => parts.broker = Some(broker),
            Self::PartitionsAbsent { absent, .. } => parts.count = Some(absent),
            Self::OtherSection { section, .. } => parts.count = u32::try_from(section).ok(),
            _ => {}
        }
        parts
    }

    /// The assumption of this name and these parts; `None` if there is none of that name, or a part
    /// is missing.
    #[must_use]
    pub fn from_parts(name: &str, parts: AssumptionParts) -> Option<Self> {
        let AssumptionParts {
            broker,
            topic,
            partition,
            count,
        } = parts;
        Some(match name {
            "brokers-from-lists" => Self::BrokersFromLists,
            "hosts-and-racks-unknown" => Self::HostsAndRacksUnknown,
            "controller-unknown" => Self::ControllerUnknown,
            "leader-epochs-unknown" => Self::LeaderEpochsUnknown,
            "offsets-unknown" => Self::OffsetsUnknown,
            "broker-alive" => Self::BrokerAlive { broker: broker? },
            "broker-down" => Self::BrokerDown { broker: broker? },
            "broker-not-mentioned" => Self::BrokerNotMentioned { broker: broker? },
            "min-insync-replicas-unknown" => Self::MinInsyncReplicasUnknown { topic: topic? },
            "unclean-leader-election-unknown" => {
                Self::UncleanLeaderElectionUnknown { topic: topic? }
            }
            "partition-count-from-rows" => Self::PartitionCountFromRows { topic: topic? },
            "replication-factor-from-rows" => Self::ReplicationFactorFromRows { topic: topic? },
            "partitions-absent" => Self::PartitionsAbsent {
                topic: topic?,
                absent: count?,
            },
            "other-section" => Self::OtherSection {
                topic: topic?,
                section: usize::try_from(count?).ok()?,
            },
            "elr-unknown" => Self::ElrUnknown { topic: topic? },
            "isr-unknown" => Self::IsrUnknown {
                topic: topic?,
                partition: partition?,
            },
            "leader-unknown" => Self::LeaderUnknown {
                topic: topic?,
                partition: partition?,
            },
            "replica-offline" => Self::ReplicaOffline {
                topic: topic?,
                partition: partition?,
                broker: broker?,
            },
            _ => return None,
        })
    }
}
