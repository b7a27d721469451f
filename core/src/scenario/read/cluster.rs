//! Reads brokers, topics, partitions and the logs of their replicas.

use alloc::collections::BTreeMap;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::error::{Expected, Kind, Unknown};
use super::super::limits;
use super::line::{Faults, Line, Piece, Spot};
use super::values::{Budget, is_name};
use crate::cluster::partition_state::PartitionState;
use crate::kafka::{BrokerId, LeaderEpoch, Offset};
use crate::sim::start::{PartitionSpec, ReplicaSpec};
use crate::topology::{BrokerSpec, PartitionId, TopicSpec, Topology};

/// The cluster as far as it was read.
#[derive(Debug)]
pub(super) struct ClusterReader<'a> {
    pub(super) topology: Topology,
    pub(super) down: Vec<BrokerId>,
    pub(super) partitions: Vec<PartitionSpec>,
    /// Line and position of each topic.
    topics: BTreeMap<&'a str, (u32, usize)>,
    broker_lines: BTreeMap<BrokerId, u32>,
    open: Option<OpenPartition<'a>>,
    /// Logs by their text: thousands of replicas often hold the same.
    logs: BTreeMap<&'a str, Log>,
    distinct: Budget,
    held: Budget,
    replicas: Budget,
}

/// A log as it is written.
#[derive(Clone, Debug)]
struct Log {
    records: Rc<[(String, LeaderEpoch)]>,
    bytes: usize,
}

/// What a line says of a replica's log; the rest is as on the line of the partition.
#[derive(Clone, Debug, Default)]
struct Fields<'a> {
    log: Option<(Log, Spot<'a>)>,
    start: Option<Offset>,
    high_watermark: Option<(Offset, Spot<'a>)>,
}

/// A partition whose replicas may still be described.
#[derive(Debug)]
struct OpenPartition<'a> {
    state: PartitionState,
    fields: Fields<'a>,
    end: Spot<'a>,
    /// Per replica: the line that describes it, what it says, and whether its fetcher is stuck.
    own: BTreeMap<BrokerId, (u32, Fields<'a>, bool)>,
}

impl<'a> ClusterReader<'a> {
    pub(super) const fn new() -> Self {
        Self {
            topology: Topology {
                brokers: Vec::new(),
                topics: Vec::new(),
            },
            down: Vec::new(),
            partitions: Vec::new(),
            topics: BTreeMap::new(),
            broker_lines: BTreeMap::new(),
            open: None,
            logs: BTreeMap::new(),
            distinct: Budget::new(limits::RECORDS, limits::RECORD_BYTES),
            held: Budget::new(limits::RECORDS, limits::RECORD_BYTES),
            replicas: Budget::new(limits::REPLICAS, usize::MAX),
        }
    }

    /// `broker ID [rack=NAME] [down]`
    pub(super) fn broker(&mut self, line: &mut Line<'a, '_>) {
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
        self.topology.brokers.push(BrokerSpec { id, rack });
        if down {
            self.down.push(id);
        }
    }

    /// `topic NAME [min.insync.replicas=N] [unclean.leader.election.enable=BOOL]`
    pub(super) fn topic(&mut self, line: &mut Line<'a, '_>) {
        let min_insync_replicas = line
            .option("min.insync.replicas")
            .and_then(|piece| line.narrow(piece, 1, 100));
        let unclean_leader_election_enable = line
            .option("unclean.leader.election.enable")
            .and_then(|piece| line.truth(piece));
        let Some(piece) = line.word("topic name") else {
            return;
        };
        let legal = is_name(piece.text) && piece.text != "." && piece.text != "..";
        line.expect(legal, piece, Kind::Expected(Expected::TopicName));
        if let Some((first_line, _)) = self.topics.get(piece.text).copied() {
            line.report(piece, Kind::Repeated { first_line });
        }
        let position = self.topology.topics.len();
        if position >= limits::PARTITIONS {
            line.report(piece, too_many(limits::PARTITIONS));
            return;
        }
        let entry = (line.source.number, position);
        self.topics.entry(piece.text).or_insert(entry);
        self.topology.topics.push(TopicSpec {
            name: String::from(piece.text),
            first: PartitionId(u32::try_from(self.partitions.len()).unwrap_or(u32::MAX)),
            partitions: Vec::new(),
            min_insync_replicas,
            unclean_leader_election_enable,
        });
    }

    /// The position of a topic that was read above.
    pub(super) fn topic_position(
        &self,
        line: &mut Line<'a, '_>,
        piece: Piece<'a>,
    ) -> Option<usize> {
        let known = self.topics.get(piece.text).map(|(_, position)| *position);
        line.expect(known.is_some(), piece, Kind::Unknown(Unknown::Partition));
        known
    }

    /// `partition NUMBER replicas=IDS [isr=IDS] [leader=ID] [leader-epoch=N] [partition-epoch=N]
    /// [recovering] [log=RECORDS] [start=OFFSET] [hw=OFFSET]`
    pub(super) fn partition(&mut self, line: &mut Line<'a, '_>) {
        let Some(number) = self.partition_number(line) else {
            line.abandon();
            return;
        };
        let Some(topic) = self.topology.topics.last_mut() else {
            return;
        };
        topic.partitions.push(number);
        let state = self.state(line);
        let fields = self.fields(line, state.leader_epoch);
        self.open = Some(OpenPartition {
            state,
            fields,
            end: line.spot(line.source.end()),
            own: BTreeMap::new(),
        });
    }

    fn partition_number(&self, line: &mut Line<'a, '_>) -> Option<i32> {
        let piece = line.word("partition number")?;
        let number: i32 = line.narrow(piece, 0, i64::from(i32::MAX))?;
        let Some(topic) = self.topology.topics.last() else {
            line.missing("topic");
            return None;
        };
        if self.partitions.len() >= limits::PARTITIONS {
            line.report(piece, too_many(limits::PARTITIONS));
            return None;
        }
        if let Some(before) = topic.partitions.last().filter(|last| **last >= number) {
            let before = i64::from(*before);
            line.report(piece, Kind::NotAscending { before });
            return None;
        }
        Some(number)
    }

    fn state(&mut self, line: &mut Line<'a, '_>) -> PartitionState {
        let replicas: Rc<[BrokerId]> = match line.required("replicas") {
            Some(piece) => ids(self.brokers(line, piece)),
            None => Rc::from([]),
        };
        let fits = self.replicas.take(replicas.len(), 0);
        line.expect(fits, line.source.end(), self.replicas.exceeded());
        let mut epoch = |name| {
            let piece = line.option(name)?;
            line.narrow(piece, 0, limits::EPOCH)
        };
        let mut state = PartitionState {
            leader_epoch: epoch("leader-epoch").unwrap_or_default(),
            partition_epoch: epoch("partition-epoch").unwrap_or_default(),
            recovering: line.flag("recovering"),
            isr: Rc::clone(&replicas),
            leader: None,
            replicas,
        };
        if let Some(piece) = line.option("isr") {
            let members = self.brokers(line, piece);
            for (member, item) in &members {
                let is_replica = state.replicas.contains(member);
                line.expect(is_replica, *item, Kind::NotReplica);
            }
            state.isr = state.in_assignment_order(&ids::<Vec<_>>(members));
        }
        state.leader = match line.option("leader") {
            Some(piece) => self.leader(line, piece, &state),
            None => default_leader(&state, &self.down),
        };
        state
    }

    fn leader(
        &self,
        line: &mut Line<'a, '_>,
        piece: Piece<'a>,
        state: &PartitionState,
    ) -> Option<BrokerId> {
        if piece.text == "none" {
            return None;
        }
        let leader = self.broker_id(line, piece)?;
        if !state.replicas.contains(&leader) {
            line.report(piece, Kind::LeaderNotReplica);
        } else if !state.isr.contains(&leader) {
            line.report(piece, Kind::LeaderNotInIsr);
        } else if self.down.contains(&leader) {
            line.report(piece, Kind::LeaderDown);
        }
        Some(leader)
    }

    /// `replica BROKER [log=RECORDS] [start=OFFSET] [hw=OFFSET] [stuck]`
    pub(super) fn replica(&mut self, line: &mut Line<'a, '_>) {
        let Some(piece) = line.word("broker id") else {
            line.abandon();
            return;
        };
        let stuck = line.flag("stuck");
        let Some((leader_epoch, is_replica, first_line)) = self.open.as_ref().map(|open| {
            let id = piece.text.parse().unwrap_or(-1);
            let first_line = open.own.get(&id).map(|(first_line, ..)| *first_line);
            let is_replica = open.state.replicas.contains(&id);
            (open.state.leader_epoch, is_replica, first_line)
        }) else {
            line.missing("partition");
            line.abandon();
            return;
        };
        let fields = self.fields(line, leader_epoch);
        let Some(broker) = self.broker_id(line, piece) else {
            return;
        };
        line.expect(is_replica, piece, Kind::NotReplica);
        if let Some(first_line) = first_line {
            line.report(piece, Kind::Repeated { first_line });
        }
        if let Some(open) = &mut self.open {
            open.own.insert(broker, (line.source.number, fields, stuck));
        }
    }

    fn fields(&mut self, line: &mut Line<'a, '_>, leader_epoch: LeaderEpoch) -> Fields<'a> {
        let log = line.option("log").and_then(|piece| {
            let log = self.log(line, piece)?;
            let last_epoch = log.records.last().map_or(0, |(_, epoch)| *epoch);
            let kind = Kind::EpochAboveLeaderEpoch { leader_epoch };
            line.expect(last_epoch <= leader_epoch, piece, kind);
            Some((log, line.spot(piece)))
        });
        let start = line
            .option("start")
            .and_then(|piece| line.number(piece, 0, limits::OFFSET));
        let high_watermark = line.option("hw").and_then(|piece| {
            let offset = line.number(piece, 0, limits::OFFSET.saturating_mul(2))?;
            Some((offset, line.spot(piece)))
        });
        Fields {
            log,
            start,
            high_watermark,
        }
    }

    /// `empty`, or records with their leader epochs: `m0..m4@0,n5@1`
    fn log(&mut self, line: &mut Line<'a, '_>, piece: Piece<'a>) -> Option<Log> {
        if let Some(log) = self.logs.get(piece.text) {
            return Some(log.clone());
        }
        let mut records = Vec::new();
        let mut bytes = 0;
        let mut before = 0;
        if piece.text != "empty" {
            for item in piece.split(",") {
                let mut parts = item.split("@");
                let (values, epoch, more) = (parts.next(), parts.next(), parts.next());
                let (Some(values), Some(epoch), None) = (values, epoch, more) else {
                    line.report(item, Kind::Expected(Expected::Record));
                    return None;
                };
                let epoch_at = epoch;
                let epoch: LeaderEpoch = line.narrow(epoch, 0, limits::EPOCH)?;
                if epoch < before {
                    line.report(epoch_at, Kind::EpochDecreases { before });
                    return None;
                }
                before = epoch;
                line.values(values, &mut self.distinct, |value| {
                    bytes += value.len();
                    records.push((value, epoch));
                })?;
            }
        }
        let log = Log {
            records: records.into(),
            bytes,
        };
        self.logs.insert(piece.text, log.clone());
        Some(log)
    }

    /// Completes the partition whose replicas were described last.
    pub(super) fn close_partition(&mut self, faults: &mut Faults) {
        let Some(mut open) = self.open.take() else {
            return;
        };
        let replicas = Rc::clone(&open.state.replicas);
        let replicas = replicas
            .iter()
            .map(|broker| {
                let own = open.own.remove(broker);
                let (_, fields, stuck) = own.unwrap_or_default();
                let log = fields.log.or_else(|| open.fields.log.clone());
                let (log, log_at) = match log {
                    Some((log, at)) => (log, at),
                    None => (Log::empty(), open.end),
                };
                if !self.held.take(log.records.len(), log.bytes) {
                    faults.report_at(log_at, self.held.exceeded());
                }
                let start = fields.start.or(open.fields.start).unwrap_or_default();
                let count = i64::try_from(log.records.len()).unwrap_or(i64::MAX);
                let end = start.saturating_add(count);
                let high_watermark = fields.high_watermark.or(open.fields.high_watermark);
                if let Some((_, at)) = high_watermark
                    .filter(|(high_watermark, _)| !(start..=end).contains(high_watermark))
                {
                    let kind = Kind::HighWatermarkOutsideLog {
                        log_start_offset: start,
                        log_end_offset: end,
                    };
                    faults.report_at(at, kind);
                }
                ReplicaSpec {
                    broker: *broker,
                    records: log.records,
                    log_start_offset: start,
                    high_watermark: high_watermark.map_or(end, |(offset, _)| offset),
                    stuck,
                }
            })
            .collect();
        self.partitions.push(PartitionSpec {
            state: open.state,
            replicas,
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
        let known = self.topology.broker_index(id).is_some();
        line.expect(known, piece, Kind::Unknown(Unknown::Broker));
        known.then_some(id)
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
        let found = self.topics.get(topic).and_then(|(_, position)| {
            let topic = self.topology.topics.get(*position)?;
            let position = topic.partitions.binary_search(&number).ok()?;
            let position = u32::try_from(position).ok()?;
            Some(PartitionId(topic.first.0.checked_add(position)?))
        });
        line.expect(found.is_some(), piece, Kind::Unknown(Unknown::Partition));
        found
    }
}

impl Log {
    fn empty() -> Self {
        Self {
            records: Rc::from([]),
            bytes: 0,
        }
    }
}

/// The leader where none is named: the first replica that is in the ISR and not down.
pub(in super::super) fn default_leader(
    state: &PartitionState,
    down: &[BrokerId],
) -> Option<BrokerId> {
    let mut replicas = state.replicas.iter().copied();
    replicas.find(|id| state.isr.contains(id) && !down.contains(id))
}

/// The ids of a list without their places.
pub(super) fn ids<T: FromIterator<BrokerId>>(found: Vec<(BrokerId, Piece<'_>)>) -> T {
    found.into_iter().map(|(id, _)| id).collect()
}

fn too_many(max: usize) -> Kind {
    Kind::TooMany {
        max: u32::try_from(max).unwrap_or(u32::MAX),
    }
}
