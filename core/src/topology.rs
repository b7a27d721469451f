//! What a cluster consists of: brokers, topics, and a dense number for every partition.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::kafka::BrokerId;
use crate::replication::broker_config::BrokerConfig;

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
    /// What is set for it.
    pub config: BrokerConfig,
}

impl BrokerSpec {
    /// A broker for which nothing is set.
    #[must_use]
    pub const fn new(id: BrokerId, rack: Option<String>) -> Self {
        let config = BrokerConfig(Vec::new());
        Self { id, rack, config }
    }
}

/// A topic.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TopicSpec {
    /// Its name.
    pub name: String,
    /// The id of its first partition; the others follow, but for those that were [added](Added).
    pub first: PartitionId,
    /// The partition numbers, ascending; an import may lack some.
    pub partitions: Vec<i32>,
    /// It is not there any more, or never came to be. Its partitions keep their ids.
    pub deleted: bool,
    /// The topic's own `min.insync.replicas`.
    pub min_insync_replicas: Option<u32>,
    /// The topic's own `unclean.leader.election.enable`.
    pub unclean_leader_election_enable: Option<bool>,
}

/// A topic's own settings; the others are the broker's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TopicConfig {
    /// `min.insync.replicas`.
    pub min_insync_replicas: Option<u32>,
    /// `unclean.leader.election.enable`.
    pub unclean_leader_election_enable: Option<bool>,
}

impl TopicSpec {
    /// Its own settings.
    #[must_use]
    pub const fn config(&self) -> TopicConfig {
        TopicConfig {
            min_insync_replicas: self.min_insync_replicas,
            unclean_leader_election_enable: self.unclean_leader_election_enable,
        }
    }
}

/// Partitions that a topic got later than its first ones: numbers and ids ascend together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Added {
    /// The topic, by position.
    pub topic: usize,
    /// The id of the first of them.
    pub first: PartitionId,
    /// Its number.
    pub number: i32,
    /// How many there are.
    pub count: u32,
}

/// Brokers and topics. It grows while a run goes on: ids are only ever appended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Topology {
    /// The brokers, by ascending id.
    pub brokers: Vec<BrokerSpec>,
    /// The topics, in the order of their first partition.
    pub topics: Vec<TopicSpec>,
    /// Partitions added to topics, in the order of their ids.
    pub added: Vec<Added>,
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
        for added in &self.added {
            let offset = partition.0.wrapping_sub(added.first.0);
            if offset < added.count {
                return Some((added.topic, added.number.checked_add_unsigned(offset)?));
            }
        }
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
        self.partition_of(self.named(topic)?, number)
    }

    /// The partition of the topic at this position with this number.
    #[must_use]
    pub fn partition_of(&self, position: usize, number: i32) -> Option<PartitionId> {
        for added in &self.added {
            let offset = u32::try_from(number.saturating_sub(added.number));
            if let Ok(offset) = offset
                && added.topic == position
                && offset < added.count
            {
                return Some(PartitionId(added.first.0 + offset));
            }
        }
        let topic = self.topics.get(position)?;
        let offset = topic.partitions.binary_search(&number).ok()?;
        Some(PartitionId(topic.first.0 + u32::try_from(offset).ok()?))
    }

    /// The position of the topic of this name; of several that one that is there, else the last.
    #[must_use]
    pub fn named(&self, topic: &str) -> Option<usize> {
        let named = |spec: &TopicSpec| spec.name == topic;
        let there = self
            .topics
            .iter()
            .rposition(|spec| named(spec) && !spec.deleted);
        there.or_else(|| self.topics.iter().rposition(named))
    }

    /// Another topic, whose partitions get the next ids.
    pub fn add_topic(&mut self, topic: TopicSpec) {
        let first = PartitionId(self.next_id());
        self.topics.push(TopicSpec { first, ..topic });
    }

    /// A topic gets more partitions, with the next numbers and ids.
    pub fn add_partitions(&mut self, position: usize, count: u32) {
        let first = PartitionId(self.next_id());
        let Some(topic) = self.topics.get_mut(position) else {
            return;
        };
        let number = topic.partitions.last().map_or(0, |last| last + 1);
        let numbers = (number..).zip(0..count).map(|(number, _)| number);
        topic.partitions.extend(numbers);
        self.added.push(Added {
            topic: position,
            first,
            number,
            count,
        });
    }

    /// Another broker; one that is there already stays as it is.
    pub fn add_broker(&mut self, id: BrokerId, rack: Option<String>) {
        let position = self.brokers.binary_search_by_key(&id, |spec| spec.id);
        if let Err(position) = position {
            self.brokers.insert(position, BrokerSpec::new(id, rack));
        }
    }

    fn next_id(&self) -> u32 {
        u32::try_from(self.partition_count()).unwrap_or(u32::MAX)
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
