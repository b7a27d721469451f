//! What a cluster consists of: brokers, topics, and a dense number for every partition.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::kafka::BrokerId;

/// A partition of the cluster, by its position among all partitions of all topics.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct PartitionId(pub u32);

impl PartitionId {
    /// As an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A broker as the topology names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BrokerSpec {
    /// `broker.id`.
    pub id: BrokerId,
    /// `broker.rack`.
    pub rack: Option<String>,
}

/// A topic.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TopicSpec {
    /// Its name.
    pub name: String,
    /// The id of its first partition; the others follow.
    pub first: PartitionId,
    /// The partition numbers, ascending; an import may lack some.
    pub partitions: Vec<i32>,
    /// The topic's own `min.insync.replicas`.
    pub min_insync_replicas: Option<u32>,
    /// The topic's own `unclean.leader.election.enable`.
    pub unclean_leader_election_enable: Option<bool>,
}

/// Brokers and topics.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Topology {
    /// The brokers, by ascending id.
    pub brokers: Vec<BrokerSpec>,
    /// The topics, in the order of their first partition.
    pub topics: Vec<TopicSpec>,
}

impl Topology {
    /// How many partitions there are.
    #[must_use]
    pub fn partition_count(&self) -> usize {
        self.topics.iter().map(|topic| topic.partitions.len()).sum()
    }

    /// The topic of a partition, by its position, with the partition's number within it.
    #[must_use]
    pub fn locate(&self, partition: PartitionId) -> Option<(usize, i32)> {
        let after = self
            .topics
            .partition_point(|topic| topic.first.0 <= partition.0);
        let index = after.checked_sub(1)?;
        let topic = self.topics.get(index)?;
        let offset = usize::try_from(partition.0 - topic.first.0).ok()?;
        topic.partitions.get(offset).map(|number| (index, *number))
    }

    /// The topic of a partition.
    #[must_use]
    pub fn topic_of(&self, partition: PartitionId) -> Option<&TopicSpec> {
        self.topics.get(self.locate(partition)?.0)
    }

    /// The partition of this topic and number.
    #[must_use]
    pub fn find(&self, topic: &str, number: i32) -> Option<PartitionId> {
        let topic = self.topics.iter().find(|spec| spec.name == topic)?;
        let position = topic.partitions.binary_search(&number).ok()?;
        Some(PartitionId(topic.first.0 + u32::try_from(position).ok()?))
    }

    /// The position of a broker in [`Topology::brokers`].
    #[must_use]
    pub fn broker_index(&self, id: BrokerId) -> Option<usize> {
        // Ids mostly count up from the first one.
        let first = self.brokers.first()?.id;
        let guess = usize::try_from(id.checked_sub(first)?).ok()?;
        if self.brokers.get(guess).is_some_and(|spec| spec.id == id) {
            return Some(guess);
        }
        self.brokers.binary_search_by_key(&id, |spec| spec.id).ok()
    }
}
