//! Reads brokers and topics, and finds those that a line names.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::error::{Expected, Kind, Unknown};
use super::super::limits;
use super::admin::{broker_config, config};
use super::line::{Line, Piece};
use super::partition::{Log, OpenPartition};
use super::values::{Budget, is_name};
use crate::kafka::BrokerId;
use crate::shared::SortedMap;
use crate::sim::admin::Admin;
use crate::sim::start::PartitionSpec;
use crate::topology::{BrokerSpec, PartitionId, TopicSpec, Topology};

/// The cluster as far as it was read.
#[derive(Debug)]
pub(super) struct ClusterReader<'a> {
    pub(super) topology: Topology,
    /// The topology at this place of the run, where it is another one than at the start.
    pub(super) grown: Option<Topology>,
    pub(super) down: Vec<BrokerId>,
    pub(super) partitions: Vec<PartitionSpec>,
    /// Line and position of each topic.
    topics: SortedMap<&'a str, (u32, usize)>,
    broker_lines: SortedMap<BrokerId, u32>,
    /// The partition whose replicas may still be described.
    pub(super) open: Option<OpenPartition<'a>>,
    /// Logs by their text: thousands of replicas often hold the same.
    pub(super) logs: SortedMap<&'a str, Log>,
    /// Records of all those logs.
    pub(super) distinct: Budget,
    /// Records of all replicas.
    pub(super) held: Budget,
    pub(super) replicas: Budget,
}

impl<'a> ClusterReader<'a> {
    pub(super) const fn new() -> Self {
        Self {
            topology: Topology {
                brokers: Vec::new(),
                topics: Vec::new(),
                added: Vec::new(),
            },
            grown: None,
            down: Vec::new(),
            partitions: Vec::new(),
            topics: SortedMap::new(),
            broker_lines: SortedMap::new(),
            open: None,
            logs: SortedMap::new(),
            distinct: Budget::new(limits::RECORDS, limits::RECORD_BYTES),
            held: Budget::new(limits::RECORDS, limits::RECORD_BYTES),
            replicas: Budget::new(limits::REPLICAS, usize::MAX),
        }
    }

    /// The topology at this place of the run.
    pub(super) fn now(&self) -> &Topology {
        self.grown.as_ref().unwrap_or(&self.topology)
    }

    /// A command changes the topology from here on.
    pub(super) fn change(&mut self, admin: &Admin) {
        let grown = self.grown.get_or_insert_with(|| self.topology.clone());
        admin.change(grown);
    }

    /// `broker ID [rack=NAME] [SETTING=NUMBER …] [down]`
    pub(super) fn broker(&mut self, line: &mut Line<'a, '_>) {
        let config = broker_config(line);
        let rack = line.option("rack").and_then(|piece| line.id(piece));
        let down = line.flag("down");
        let Some(piece) = line.word("broker id") else {
            return;
        };
        let max = i64::from(BrokerId::MAX);
        let Some(id) = line.number_or(piece, 0, max, Expected::Broker) else {
            return;
        };
        let Ok(id) = BrokerId::try_from(id) else {
            return;
        };
        if let Some(first_line) = self.broker_lines.get(&id).copied() {
            line.report(piece, Kind::Repeated { first_line });
            return;
        }
        if let Some(last) = self.topology.brokers.last().filter(|last| last.id > id) {
            let before = i64::from(last.id);
            line.report(piece, Kind::NotAscending { before });
            return;
        }
        if self.topology.brokers.len() >= limits::BROKERS {
            line.report(piece, too_many(limits::BROKERS));
            return;
        }
        self.broker_lines.insert(id, line.source.number);
        self.topology.brokers.push(BrokerSpec { id, rack, config });
        if down {
            self.down.push(id);
        }
    }

    /// `topic NAME [min.insync.replicas=N] [unclean.leader.election.enable=BOOL]`
    pub(super) fn topic(&mut self, line: &mut Line<'a, '_>) {
        let config = config(line);
        let Some(piece) = line.word("topic name") else {
            return;
        };
        let legal = is_name(piece.text) && piece.text != "." && piece.text != "..";
        line.demand(legal, piece, Kind::Expected(Expected::TopicName));
        if let Some((first_line, _)) = self.topics.get(&piece.text).copied() {
            line.report(piece, Kind::Repeated { first_line });
        }
        let position = self.topology.topics.len();
        if position >= limits::PARTITIONS {
            line.report(piece, too_many(limits::PARTITIONS));
            return;
        }
        let entry = (line.source.number, position);
        self.topics.or_insert_with(piece.text, || entry);
        self.topology.topics.push(TopicSpec {
            name: String::from(piece.text),
            first: PartitionId(u32::try_from(self.partitions.len()).unwrap_or(u32::MAX)),
            min_insync_replicas: config.min_insync_replicas,
            unclean_leader_election_enable: config.unclean_leader_election_enable,
            ..TopicSpec::default()
        });
    }

    /// Brokers of the scenario in a list, each once; `none` is the empty list.
    pub(super) fn brokers(
        &self,
        line: &mut Line<'a, '_>,
        piece: Piece<'a>,
    ) -> Vec<(BrokerId, Piece<'a>)> {
        let mut found: Vec<(BrokerId, Piece<'a>)> = Vec::new();
        if piece.text == "none" {
            return found;
        }
        for item in piece.split(",").take(limits::BROKERS + 1) {
            let Some(id) = self.broker_id(line, item) else {
                continue;
            };
            if found.iter().any(|(known, _)| *known == id) {
                let first_line = line.source.number;
                line.report(item, Kind::Repeated { first_line });
            } else {
                found.push((id, item));
            }
        }
        found
    }

    /// A broker of the scenario.
    pub(super) fn broker_id(&self, line: &mut Line<'a, '_>, piece: Piece<'a>) -> Option<BrokerId> {
        let max = i64::from(BrokerId::MAX);
        let id = line.number_or(piece, 0, max, Expected::Broker)?;
        let id = BrokerId::try_from(id).ok()?;
        let known = self.now().broker_index(id).is_some();
        line.demand(known, piece, Kind::Unknown(Unknown::Broker));
        known.then_some(id)
    }

    /// The position of a topic that was read above.
    pub(super) fn topic_position(
        &self,
        line: &mut Line<'a, '_>,
        piece: Piece<'a>,
    ) -> Option<usize> {
        let known = self.topics.get(&piece.text).map(|(_, position)| *position);
        line.demand(known.is_some(), piece, Kind::Unknown(Unknown::Partition));
        known
    }

    /// A partition of the scenario: `first-0`.
    pub(super) fn partition_id(
        &self,
        line: &mut Line<'a, '_>,
        piece: Piece<'a>,
    ) -> Option<PartitionId> {
        let Some((topic, number)) = piece.text.rsplit_once('-') else {
            line.report(piece, Kind::Expected(Expected::Partition));
            return None;
        };
        let Ok(number) = number.parse::<i32>() else {
            line.report(piece, Kind::Expected(Expected::Partition));
            return None;
        };
        let found = match &self.grown {
            Some(now) => now.find(topic, number),
            None => self
                .topics
                .get(&topic)
                .and_then(|(_, position)| self.topology.partition_of(*position, number)),
        };
        line.demand(found.is_some(), piece, Kind::Unknown(Unknown::Partition));
        found
    }
}

/// The ids of a list without their places.
pub(super) fn ids<T: FromIterator<BrokerId>>(found: Vec<(BrokerId, Piece<'_>)>) -> T {
    found.into_iter().map(|(id, _)| id).collect()
}

pub(super) fn too_many(max: usize) -> Kind {
    Kind::TooMany {
        max: u32::try_from(max).unwrap_or(u32::MAX),
    }
}
