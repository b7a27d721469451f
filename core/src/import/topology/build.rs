//! How a topology is put together from descriptions or from assignments.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::{
    Assumption, DEFAULT_MIN_INSYNC_REPLICAS, Topology, TopologyBroker, TopologyPartition,
    TopologyTopic,
};
use crate::import::form::{add_all, set_of};
use crate::import::model::{Answer, Partition, Topic};
use crate::import::order::sorted_by_key;
use crate::import::reassign::{Assignment, OngoingReassignment};

/// From the last description of each topic, if there are any.
pub(super) fn from_topics<'i>(described: impl IntoIterator<Item = &'i Topic>) -> Option<Topology> {
    let described: Vec<&Topic> = described.into_iter().collect();
    let mut latest = BTreeMap::new();
    for (index, topic) in described.iter().enumerate() {
        latest.insert(topic.name.clone(), index);
    }
    let last = described.iter().map(|topic| topic.section).max()?;
    let mut builder = Builder::default();
    let topics = latest.into_values();
    for (topic, described) in topics.filter_map(|index| described.get(index)).enumerate() {
        builder.described(described);
        let section = described.section;
        if section != last {
            let other = Assumption::OtherSection { topic, section };
            builder.of_topics.push(other);
        }
    }
    Some(builder.finish())
}

/// From the replicas of a reassignment.
pub(super) fn from_assignments(assignments: &[Assignment]) -> Topology {
    let mut lists = Lists::default();
    for assignment in assignments {
        let partition = in_sync(assignment.partition, &assignment.replicas, &[], &[]);
        lists.add(&assignment.topic, partition);
    }
    lists.topology()
}

/// From reassignments under way.
pub(super) fn from_ongoing(list: &[OngoingReassignment]) -> Topology {
    let mut lists = Lists::default();
    for ongoing in list {
        let (adding, removing) = (&ongoing.adding, &ongoing.removing);
        let partition = in_sync(ongoing.partition, &ongoing.replicas, adding, removing);
        lists.add(&ongoing.topic, partition);
    }
    lists.topology()
}

/// Partitions of which only lists are known, topic by topic.
#[derive(Default)]
struct Lists {
    index_of: BTreeMap<String, usize>,
    partitions: Vec<Vec<TopologyPartition>>,
}

impl Lists {
    fn add(&mut self, topic: &str, partition: TopologyPartition) {
        let index = match self.index_of.get(topic) {
            Some(&index) => index,
            None => {
                self.index_of
                    .insert(String::from(topic), self.partitions.len());
                self.partitions.push(Vec::new());
                self.partitions.len() - 1
            }
        };
        if let Some(partitions) = self.partitions.get_mut(index) {
            partitions.push(partition);
        }
    }

    fn topology(mut self) -> Topology {
        let mut builder = Builder::default();
        for (name, index) in self.index_of {
            let partitions = self.partitions.get_mut(index);
            builder.listed(name, partitions.map(core::mem::take).unwrap_or_default());
        }
        let brokers = core::mem::take(&mut builder.seen.all);
        builder.into_topology(brokers.into_iter().map(|broker| {
            let assumption = Assumption::BrokerNotMentioned { broker };
            (broker, true, assumption)
        }))
    }
}

/// A partition of which only the lists of a reassignment are known.
fn in_sync(
    partition: i32,
    replicas: &[i32],
    adding: &[i32],
    removing: &[i32],
) -> TopologyPartition {
    let new = set_of(adding);
    let old = replicas.iter().copied().filter(|id| !new.contains(id));
    let isr: Vec<i32> = old.collect();
    TopologyPartition {
        partition,
        leader: isr.first().copied(),
        replicas: replicas.to_vec(),
        isr,
        offline: Vec::new(),
        elr: Vec::new(),
        last_known_elr: Vec::new(),
        adding: adding.to_vec(),
        removing: removing.to_vec(),
    }
}

/// What the rows say about brokers.
#[derive(Default)]
struct Seen {
    all: BTreeSet<i32>,
    /// Leaders, in-sync replicas of a leader, live observers.
    alive: BTreeSet<i32>,
}

#[derive(Default)]
struct Builder {
    topics: Vec<TopologyTopic>,
    seen: Seen,
    of_topics: Vec<Assumption>,
}

impl Builder {
    fn listed(&mut self, name: String, partitions: Vec<TopologyPartition>) {
        let topic = self.topics.len();
        let partitions = by_number(partitions);
        self.of_topics.extend([
            Assumption::PartitionCountFromRows { topic },
            Assumption::ReplicationFactorFromRows { topic },
            Assumption::MinInsyncReplicasUnknown { topic },
            Assumption::UncleanLeaderElectionUnknown { topic },
            Assumption::ElrUnknown { topic },
        ]);
        for listed in &partitions {
            let partition = listed.partition;
            add_all(&mut self.seen.all, &listed.replicas);
            self.of_topics.extend([
                Assumption::IsrUnknown { topic, partition },
                Assumption::LeaderUnknown { topic, partition },
            ]);
        }
        self.topics.push(TopologyTopic {
            name,
            topic_id: None,
            replication_factor: factor_of_rows(&partitions),
            min_insync_replicas: DEFAULT_MIN_INSYNC_REPLICAS,
            unclean_leader_election_enable: false,
            configs: BTreeMap::new(),
            partitions,
        });
    }

    fn described(&mut self, described: &Topic) {
        let topic = self.topics.len();
        let partitions: Vec<TopologyPartition> = described
            .partitions
            .iter()
            .map(|row| self.row(row))
            .collect();
        let partitions = by_number(partitions);
        let configs = described.configs.clone().unwrap_or_default();
        let min_insync_replicas = configs
            .get("min.insync.replicas")
            .and_then(|value| value.parse().ok());
        let unclean = configs.get("unclean.leader.election.enable");
        let elr = described
            .partitions
            .iter()
            .all(|row| matches!(row.elr, Some(Answer::Listed(_))));
        let absent = described.partition_count.map_or(0, |count| {
            let count = u32::try_from(count).unwrap_or_default();
            count.saturating_sub(u32::try_from(partitions.len()).unwrap_or(u32::MAX))
        });
        let gaps = [
            (
                described.partition_count.is_none(),
                Assumption::PartitionCountFromRows { topic },
            ),
            (
                described.replication_factor.is_none(),
                Assumption::ReplicationFactorFromRows { topic },
            ),
            (absent > 0, Assumption::PartitionsAbsent { topic, absent }),
            (
                min_insync_replicas.is_none(),
                Assumption::MinInsyncReplicasUnknown { topic },
            ),
            (
                unclean.is_none(),
                Assumption::UncleanLeaderElectionUnknown { topic },
            ),
            (!elr, Assumption::ElrUnknown { topic }),
        ];
        let gaps = gaps.into_iter().filter(|(gap, _)| *gap);
        self.of_topics
            .extend(gaps.map(|(_, assumption)| assumption));
        self.topics.push(TopologyTopic {
            name: described.name.clone(),
            topic_id: described.topic_id.clone(),
            replication_factor: described
                .replication_factor
                .unwrap_or_else(|| factor_of_rows(&partitions)),
            min_insync_replicas: min_insync_replicas.unwrap_or(DEFAULT_MIN_INSYNC_REPLICAS),
            unclean_leader_election_enable: unclean.is_some_and(|value| value == "true"),
            configs,
            partitions,
        });
    }

    fn row(&mut self, row: &Partition) -> TopologyPartition {
        let listed = |answer: &Option<Answer>| match answer {
            Some(Answer::Listed(ids)) => ids.clone(),
            _ => Vec::new(),
        };
        let optional = |ids: &Option<Vec<i32>>| ids.clone().unwrap_or_default();
        let offline = optional(&row.offline);
        let unreachable = set_of(&offline);
        let seen = &mut self.seen;
        seen.all.extend(row.leader);
        add_all(&mut seen.all, &row.replicas);
        add_all(&mut seen.all, &row.isr);
        let observers = row.live_observers.as_deref().unwrap_or_default();
        add_all(&mut seen.all, observers);
        add_all(&mut seen.alive, observers);
        if row.leader.is_some() {
            for id in row.isr.iter().chain(&row.leader) {
                if !unreachable.contains(id) {
                    seen.alive.insert(*id);
                }
            }
        }
        TopologyPartition {
            partition: row.partition,
            leader: row.leader,
            replicas: row.replicas.clone(),
            isr: row.isr.clone(),
            offline,
            elr: listed(&row.elr),
            last_known_elr: listed(&row.last_known_elr),
            adding: optional(&row.adding),
            removing: optional(&row.removing),
        }
    }

    fn finish(mut self) -> Topology {
        for (topic, described) in self.topics.iter_mut().enumerate() {
            for partition in &mut described.partitions {
                let down = unreachable(topic, partition, &self.seen.alive);
                self.of_topics.extend(down);
            }
        }
        let brokers = core::mem::take(&mut self.seen.all);
        let alive = core::mem::take(&mut self.seen.alive);
        self.into_topology(brokers.into_iter().map(|broker| {
            let assumption = match alive.contains(&broker) {
                true => Assumption::BrokerAlive { broker },
                false => Assumption::BrokerDown { broker },
            };
            (broker, alive.contains(&broker), assumption)
        }))
    }

    fn into_topology(self, brokers: impl Iterator<Item = (i32, bool, Assumption)>) -> Topology {
        let mut topology = Topology {
            brokers: Vec::new(),
            topics: self.topics,
            assumptions: Vec::from([
                Assumption::BrokersFromLists,
                Assumption::HostsAndRacksUnknown,
                Assumption::ControllerUnknown,
                Assumption::LeaderEpochsUnknown,
                Assumption::OffsetsUnknown,
            ]),
        };
        for (id, alive, assumption) in brokers {
            topology.brokers.push(TopologyBroker {
                id,
                host: None,
                rack: None,
                alive,
            });
            topology.assumptions.push(assumption);
        }
        let of_topics = sorted_by_key(self.of_topics, |assumption| assumption.concerns().rank());
        topology.assumptions.extend(of_topics);
        topology
    }
}

/// Adds the replicas that can't be reached: those on brokers that are down, and those that would
/// lead a partition without a leader if they could.
fn unreachable(
    topic: usize,
    partition: &mut TopologyPartition,
    alive: &BTreeSet<i32>,
) -> Vec<Assumption> {
    let mut offline = set_of(&partition.offline);
    let mut assumptions = Vec::new();
    for &id in &partition.replicas {
        if !alive.contains(&id) {
            offline.insert(id);
        }
    }
    if partition.leader.is_none() {
        for &broker in partition.isr.iter().chain(&partition.elr) {
            if offline.insert(broker) {
                assumptions.push(Assumption::ReplicaOffline {
                    topic,
                    partition: partition.partition,
                    broker,
                });
            }
        }
    }
    partition.offline = offline.into_iter().collect();
    assumptions
}

fn by_number(partitions: Vec<TopologyPartition>) -> Vec<TopologyPartition> {
    sorted_by_key(partitions, |partition| {
        (u64::try_from(partition.partition).unwrap_or_default(), 0)
    })
}

/// The replication factor of the first partition, as the tool itself prints it (2.6 and later):
/// replicas being added don't count.
fn factor_of_rows(partitions: &[TopologyPartition]) -> i32 {
    let count = partitions.first().map_or(0, |first| {
        first.replicas.len().saturating_sub(first.adding.len())
    });
    i32::try_from(count).unwrap_or(i32::MAX)
}
