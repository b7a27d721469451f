//! How a topology is put together from descriptions or from assignments.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

use super::{
    Assumption, DEFAULT_MIN_INSYNC_REPLICAS, Topology, TopologyBroker, TopologyPartition,
    TopologyTopic,
};
use crate::import::model::{Answer, Partition, Topic};
use crate::import::reassign::{Assignment, OngoingReassignment};

/// From descriptions, sorted by name.
pub(super) fn from_topics<'i>(described: impl Iterator<Item = &'i Topic>) -> Topology {
    let mut builder = Builder::default();
    let mut sections = Vec::new();
    for topic in described {
        sections.push(topic.section);
        builder.described(topic);
    }
    let last = sections.iter().max().copied();
    for (topic, section) in sections.into_iter().enumerate() {
        if Some(section) != last {
            let other = Assumption::OtherSection { topic, section };
            builder.of_topics.push(other);
        }
    }
    builder.finish()
}

/// From the replicas of a reassignment.
pub(super) fn from_assignments(assignments: &[Assignment]) -> Topology {
    let mut topics: BTreeMap<&str, Vec<TopologyPartition>> = BTreeMap::new();
    for assignment in assignments {
        let partitions = topics.entry(&assignment.topic).or_default();
        partitions.push(in_sync(
            assignment.partition,
            &assignment.replicas,
            &[],
            &[],
        ));
    }
    Builder::of_lists(topics)
}

/// From reassignments under way.
pub(super) fn from_ongoing(list: &[OngoingReassignment]) -> Topology {
    let mut topics: BTreeMap<&str, Vec<TopologyPartition>> = BTreeMap::new();
    for ongoing in list {
        let partitions = topics.entry(&ongoing.topic).or_default();
        let (adding, removing) = (&ongoing.adding, &ongoing.removing);
        partitions.push(in_sync(
            ongoing.partition,
            &ongoing.replicas,
            adding,
            removing,
        ));
    }
    Builder::of_lists(topics)
}

/// A partition of which only the lists of a reassignment are known.
fn in_sync(
    partition: i32,
    replicas: &[i32],
    adding: &[i32],
    removing: &[i32],
) -> TopologyPartition {
    let new: BTreeSet<i32> = adding.iter().copied().collect();
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
    fn of_lists(topics: BTreeMap<&str, Vec<TopologyPartition>>) -> Topology {
        let mut builder = Self::default();
        for (name, partitions) in topics {
            builder.listed(name, partitions);
        }
        let brokers = core::mem::take(&mut builder.seen.all);
        builder.into_topology(brokers.into_iter().map(|broker| {
            let assumption = Assumption::BrokerNotMentioned { broker };
            (broker, true, assumption)
        }))
    }

    fn listed(&mut self, name: &str, mut partitions: Vec<TopologyPartition>) {
        let topic = self.topics.len();
        partitions.sort_by_key(|partition| partition.partition);
        self.of_topics.extend([
            Assumption::PartitionCountFromRows { topic },
            Assumption::ReplicationFactorFromRows { topic },
            Assumption::MinInsyncReplicasUnknown { topic },
            Assumption::UncleanLeaderElectionUnknown { topic },
            Assumption::ElrUnknown { topic },
        ]);
        for listed in &partitions {
            let partition = listed.partition;
            self.seen.all.extend(&listed.replicas);
            self.of_topics.extend([
                Assumption::IsrUnknown { topic, partition },
                Assumption::LeaderUnknown { topic, partition },
            ]);
        }
        self.topics.push(TopologyTopic {
            name: String::from(name),
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
        let mut partitions: Vec<TopologyPartition> = described
            .partitions
            .iter()
            .map(|row| self.row(row))
            .collect();
        partitions.sort_by_key(|partition| partition.partition);
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
        let unreachable: BTreeSet<i32> = offline.iter().copied().collect();
        let seen = &mut self.seen;
        seen.all.extend(row.leader);
        seen.all.extend(row.replicas.iter().chain(&row.isr));
        seen.all.extend(row.live_observers.iter().flatten());
        seen.alive.extend(row.live_observers.iter().flatten());
        if row.leader.is_some() {
            let in_sync = row.isr.iter().chain(&row.leader);
            let reachable = in_sync.filter(|id| !unreachable.contains(id));
            seen.alive.extend(reachable);
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

    fn into_topology(mut self, brokers: impl Iterator<Item = (i32, bool, Assumption)>) -> Topology {
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
        self.of_topics.sort_by_key(Assumption::concerns);
        topology.assumptions.append(&mut self.of_topics);
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
    let mut offline: BTreeSet<i32> = partition.offline.iter().copied().collect();
    let mut assumptions = Vec::new();
    let dead = partition.replicas.iter().filter(|id| !alive.contains(id));
    offline.extend(dead);
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

/// The replication factor of the first partition, as the tool itself prints it (2.6 and later):
/// replicas being added don't count.
fn factor_of_rows(partitions: &[TopologyPartition]) -> i32 {
    let count = partitions.first().map_or(0, |first| {
        first.replicas.len().saturating_sub(first.adding.len())
    });
    i32::try_from(count).unwrap_or(i32::MAX)
}
