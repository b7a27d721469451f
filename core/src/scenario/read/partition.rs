//! Reads partitions and the logs of their replicas.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::super::error::{Expected, Kind};
use super::super::limits;
use super::cluster::{ClusterReader, ids, too_many};
use super::line::{Faults, Line, Piece, Spot};
use crate::cluster::partition_state::PartitionState;
use crate::kafka::{BrokerId, LeaderEpoch, Offset};
use crate::shared::SortedMap;
use crate::sim::start::{PartitionSpec, ReplicaSpec};

/// A log as it is written.
#[derive(Clone, Debug)]
pub(super) struct Log {
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
pub(super) struct OpenPartition<'a> {
    state: PartitionState,
    fields: Fields<'a>,
    end: Spot<'a>,
    /// Per replica: the line that describes it, what it says, and whether its fetcher is stuck.
    own: SortedMap<BrokerId, (u32, Fields<'a>, bool)>,
}

impl<'a> ClusterReader<'a> {
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
            own: SortedMap::new(),
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
        line.demand(fits, line.source.end(), self.replicas.exceeded());
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
                line.demand(is_replica, *item, Kind::NotReplica);
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
        line.demand(is_replica, piece, Kind::NotReplica);
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
            line.demand(last_epoch <= leader_epoch, piece, kind);
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
        if let Some(log) = self.logs.get(&piece.text) {
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
