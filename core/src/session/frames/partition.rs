//! The chosen partition: its state, and a lane for each replica.

use alloc::string::String;
use alloc::vec::Vec;

use crate::cluster::broker::Process;
use crate::cluster::partition_state::PartitionState;
use crate::cluster::replica::{Fetcher, Replica, Role};
use crate::event::Effect;
use crate::history::Lane;
use crate::import::{Assumption, Concern};
use crate::kafka::{BrokerId, LeaderEpoch, Offset};
use crate::replication::acks::Acks;
use crate::replication::produce::effective_min_isr;
use crate::session::Opened;
use crate::session::frame::{
    FetcherView, LaneChanges, LaneView, PartitionView, RecordView, RemoteView, RoleView,
};
use crate::shared::SortedMap;
use crate::sim::Simulation;
use crate::sim::cell::PartitionCell;
use crate::sim::event::Step;
use crate::topology::PartitionId;

/// Records shown in a lane: the last ones.
const RECORDS_MAX: i64 = 48;

/// Characters of a record's label.
const LABEL_MAX: usize = 12;

pub(super) fn view(
    opened: &Opened,
    lane: &Lane,
    id: PartitionId,
    duplicates: &[String],
    step: Option<&Step>,
    next: Option<&Step>,
) -> PartitionView {
    let simulation = lane.simulation();
    let topology = simulation.topology();
    let (topic, number) = topology
        .locate(id)
        .and_then(|(topic, number)| Some((topology.topics.get(topic)?.name.clone(), number)))
        .unwrap_or_default();
    let Some(cell) = simulation.cell(id) else {
        let min_insync_replicas = simulation.settings().min_insync_replicas;
        return empty(id, topic, number, min_insync_replicas);
    };
    let min_insync_replicas = simulation.min_insync_replicas(cell, cell.state.leader);
    let before = lane.before().and_then(|before| before.cell(id));
    let first_offset = first_offset(cell, before);
    let acknowledged = cell.ledger.acknowledged_from(first_offset);
    let lanes = cell
        .replicas
        .iter()
        .map(|replica| {
            let scene = Scene {
                simulation,
                id,
                cell,
                before,
                first_offset,
                duplicates,
                acknowledged: &acknowledged,
                next,
                step,
            };
            scene.lane(replica)
        })
        .collect();
    let state = &cell.state;
    PartitionView {
        id,
        topic,
        number,
        replicas: state.replicas.to_vec(),
        isr: state.isr.to_vec(),
        leader: state.leader,
        leader_epoch: state.leader_epoch,
        partition_epoch: state.partition_epoch,
        recovering: state.recovering,
        min_insync_replicas,
        effective_min_isr: u32::try_from(effective_min_isr(
            min_insync_replicas,
            state.replicas.len(),
        ))
        .unwrap_or(u32::MAX),
        first_offset,
        lanes,
        readable_below: cell.true_leader().map(|leader| leader.log.high_watermark()),
        assumed: assumed(opened, cell, id, simulation),
    }
}

fn empty(id: PartitionId, topic: String, number: i32, min_insync_replicas: u32) -> PartitionView {
    PartitionView {
        id,
        topic,
        number,
        replicas: Vec::new(),
        isr: Vec::new(),
        leader: None,
        leader_epoch: -1,
        partition_epoch: -1,
        recovering: false,
        min_insync_replicas,
        effective_min_isr: 0,
        first_offset: 0,
        lanes: Vec::new(),
        readable_below: None,
        assumed: Vec::new(),
    }
}

/// What an import assumed about this partition, its topic and its brokers.
fn assumed(
    opened: &Opened,
    cell: &PartitionCell,
    id: PartitionId,
    simulation: &Simulation,
) -> Vec<Assumption> {
    let place = simulation.topology().locate(id);
    opened
        .scenario
        .assumed
        .iter()
        .filter(|assumption| match assumption.concerns() {
            Concern::Cluster => true,
            Concern::Broker(broker) => cell.state.replicas.contains(&broker),
            Concern::Topic(topic) => place.is_some_and(|(at, _)| at == topic),
            Concern::Partition(topic, number) => place == Some((topic, number)),
        })
        .copied()
        .collect()
}

fn first_offset(cell: &PartitionCell, before: Option<&PartitionCell>) -> Offset {
    let ends = |cell: &PartitionCell| {
        let ends = cell
            .replicas
            .iter()
            .map(|replica| replica.log.log_end_offset());
        ends.max().unwrap_or(0)
    };
    let end = ends(cell).max(before.map_or(0, ends));
    let starts = cell
        .replicas
        .iter()
        .map(|replica| replica.log.log_start_offset());
    let start = starts.min().unwrap_or(0);
    (end - RECORDS_MAX).max(start)
}

/// What a lane is drawn from.
#[derive(Clone, Copy)]
struct Scene<'a> {
    simulation: &'a Simulation,
    id: PartitionId,
    cell: &'a PartitionCell,
    before: Option<&'a PartitionCell>,
    first_offset: Offset,
    duplicates: &'a [String],
    acknowledged: &'a SortedMap<(Offset, LeaderEpoch), Acks>,
    next: Option<&'a Step>,
    step: Option<&'a Step>,
}

impl Scene<'_> {
    fn lane(&self, replica: &Replica) -> LaneView {
        let state = &self.cell.state;
        let broker = replica.broker;
        let down = self.is_down(broker);
        let leads = replica.leadership().is_some();
        let leadership = self.cell.true_leader().and_then(Replica::leadership);
        let in_isr = state.isr.contains(&broker);
        let joining = leadership.is_some_and(|leadership| leadership.in_maximal_isr(broker));
        let leaving = leadership
            .and_then(|leadership| leadership.proposed_isr())
            .is_some_and(|proposed| in_isr && !proposed.contains(&broker));
        let before = self.before.and_then(|before| before.replica(broker));
        LaneView {
            broker,
            role: if down { RoleView::Down } else { role(replica) },
            zombie: leads && state.leader != Some(broker),
            follows: replica.following().and_then(|following| following.leader),
            in_isr,
            joining_isr: joining && !in_isr,
            leaving_isr: leaving,
            leader_epoch: replica.leader_epoch,
            epoch_start_offset: replica
                .leadership()
                .map(|leadership| leadership.epoch_start_offset),
            log_start_offset: replica.log.log_start_offset(),
            log_end_offset: replica.log.log_end_offset(),
            high_watermark: replica.log.high_watermark(),
            high_watermark_checkpoint: self.simulation.checkpointed_high_watermark(replica),
            flushed_below: replica.log.recovery_point(),
            epochs: replica
                .log
                .epoch_cache()
                .entries()
                .map(|entry| (entry.epoch, entry.start_offset))
                .collect(),
            records: self.records(replica, self.first_offset, replica.log.log_end_offset()),
            ghosts: self.ghosts(replica, before),
            next_cut_to: self.next_cut(broker),
            remote: self.remote(broker),
            fetcher: self.fetcher(replica, down),
            log_bytes: replica.log.size(),
            changed: self.changes(replica, before),
        }
    }

    fn is_down(&self, broker: BrokerId) -> bool {
        self.simulation
            .broker(broker)
            .is_none_or(|broker| matches!(broker.process, Process::Down | Process::Starting))
    }

    fn records(&self, replica: &Replica, from: Offset, to: Offset) -> Vec<RecordView> {
        let mut views: Vec<RecordView> = Vec::new();
        let high_watermark = replica.log.high_watermark();
        let flushed = replica.log.recovery_point();
        replica.for_each_record(from, to, |record| {
            let value = record.value.or(record.key).unwrap_or_default();
            let value = String::from_utf8_lossy(value);
            let label = shortened(&value);
            let stamp = replica.log.stamp(record.offset);
            views.push(RecordView {
                offset: record.offset,
                leader_epoch: record.leader_epoch,
                acknowledged: self
                    .acknowledged
                    .get(&(record.offset, record.leader_epoch))
                    .copied(),
                committed: record.offset < high_watermark,
                flushed: record.offset < flushed,
                differs: self.differs(replica, record.offset),
                duplicate: self.duplicates.iter().any(|known| **known == *value),
                starts_batch: stamp.is_none_or(|stamp| stamp.base_offset == record.offset),
                label,
            });
        });
        views
    }

    /// Another live replica has a different record at this offset, and both are below their HW.
    fn differs(&self, replica: &Replica, offset: Offset) -> bool {
        if offset >= replica.log.high_watermark() || self.is_down(replica.broker) {
            return false;
        }
        let own = replica.log.stamp(offset);
        self.cell.replicas.iter().any(|other| {
            other.broker != replica.broker
                && !self.is_down(other.broker)
                && offset < other.log.high_watermark()
                && offset >= other.log.log_start_offset()
                && other.log.stamp(offset) != own
        })
    }

    /// Records that were there one step earlier and that this step took away.
    fn ghosts(&self, replica: &Replica, before: Option<&Replica>) -> Vec<RecordView> {
        let Some(before) = before else {
            return Vec::new();
        };
        let lost = self.step.into_iter().flat_map(|step| &step.effects).any(|effect| {
            matches!(effect,
                Effect::Truncated { partition, broker, .. } | Effect::RecordsLost { partition, broker, .. }
                    if *partition == self.id && *broker == replica.broker)
        });
        let (from, to) = (replica.log.log_end_offset(), before.log.log_end_offset());
        if !lost || from >= to {
            return Vec::new();
        }
        self.records(before, from.max(self.first_offset), to)
    }

    fn next_cut(&self, broker: BrokerId) -> Option<Offset> {
        let effects = self.next.into_iter().flat_map(|next| &next.effects);
        effects
            .filter_map(|effect| match effect {
                Effect::Truncated {
                    partition,
                    broker: at,
                    from,
                    to,
                    ..
                } if *partition == self.id && *at == broker && to < from => Some(*to),
                _ => None,
            })
            .next()
    }

    fn remote(&self, broker: BrokerId) -> Option<RemoteView> {
        let leader = self.cell.true_leader()?;
        let remote = leader.leadership()?.remote(broker)?;
        let progress = self.simulation.settled_progress(leader, remote);
        let now = self.simulation.now();
        let ago = |time: u64| (time > 0).then(|| now.saturating_sub(time) / 1000);
        Some(RemoteView {
            log_end_offset: progress.log_end_offset,
            caught_up_ago_ms: ago(progress.last_caught_up_time),
            last_fetch_ago_ms: ago(progress.last_fetch_time),
        })
    }

    fn fetcher(&self, replica: &Replica, down: bool) -> FetcherView {
        let Some(following) = replica.following().filter(|_| !down) else {
            return FetcherView::None;
        };
        match following.fetcher {
            Fetcher::Idle => FetcherView::None,
            Fetcher::Fetching { .. } => {
                let leader = following
                    .leader
                    .and_then(|leader| self.cell.replica(leader));
                let parked = leader
                    .and_then(Replica::leadership)
                    .and_then(|leadership| leadership.remote(replica.broker))
                    .is_some_and(|remote| remote.parked.is_some());
                FetcherView::Fetching { parked }
            }
            Fetcher::Truncating { .. } => FetcherView::Truncating,
            Fetcher::Backoff { until } => FetcherView::Backoff {
                retry_in_ms: until.saturating_sub(self.simulation.now()) / 1000,
            },
            Fetcher::Unreachable { .. } => FetcherView::Unreachable,
            Fetcher::Failed => FetcherView::Failed,
        }
    }

    fn changes(&self, replica: &Replica, before: Option<&Replica>) -> LaneChanges {
        let Some(before) = before else {
            return LaneChanges::default();
        };
        let isr = |state: &PartitionState| state.isr.contains(&replica.broker);
        LaneChanges {
            log_end_offset: before.log.log_end_offset() != replica.log.log_end_offset(),
            high_watermark: before.log.high_watermark() != replica.log.high_watermark(),
            role: role(before) != role(replica) || before.leader_epoch != replica.leader_epoch,
            isr: self
                .before
                .is_some_and(|before| isr(&before.state) != isr(&self.cell.state)),
        }
    }
}

const fn role(replica: &Replica) -> RoleView {
    match replica.role {
        Role::None => RoleView::None,
        Role::Leader(_) => RoleView::Leader,
        Role::Follower(_) => RoleView::Follower,
    }
}

fn shortened(value: &str) -> String {
    let mut characters = value.chars();
    let mut label: String = characters.by_ref().take(LABEL_MAX).collect();
    if characters.next().is_some() {
        label.pop();
        label.push('\u{2026}');
    }
    label
}
