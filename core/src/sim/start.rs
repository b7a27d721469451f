//! The first moment of a run: a cluster as a scenario describes it.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::Simulation;
use super::agreement::Agreement;
use super::cell::PartitionCell;
use super::event::Timer;
use super::ledger::{AcknowledgedRecord, Ledger};
use super::network::{Network, NetworkSpec};
use super::node::Node;
use super::queue::Queue;
use super::stalled::Stalled;
use super::trace::Trace;
use crate::cluster::broker::{Broker, Process};
use crate::cluster::controller::{Controller, Registration};
use crate::cluster::partition_state::PartitionState;
use crate::cluster::replica::{
    FetchRequest, Fetcher, InitialProgress, ParkedFetch, Replica, START_TIME_US,
};
use crate::kafka::{BrokerId, LeaderEpoch, Offset};
use crate::log::{LeaderAppend, LogContext, NewRecord, PartitionLog};
use crate::replication::acks::Acks;
use crate::replication::settings::{Settings, Truncation};
use crate::shared::{SharedList, SortedMap};
use crate::topology::{PartitionId, Topology};

/// A cluster at the start of a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ClusterSpec {
    /// Brokers and topics.
    pub topology: Topology,
    /// The settings.
    pub settings: Settings,
    /// The network.
    pub network: NetworkSpec,
    /// A schedule by hand drives the run.
    pub by_hand: bool,
    /// The partitions, by id.
    pub partitions: Vec<PartitionSpec>,
    /// Brokers that are down and known to be.
    pub down: Vec<BrokerId>,
}

/// A partition at the start.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartitionSpec {
    /// The controller's state.
    pub state: PartitionState,
    /// The replicas, in assignment order.
    pub replicas: Vec<ReplicaSpec>,
}

/// A replica at the start.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ReplicaSpec {
    /// The broker.
    pub broker: BrokerId,
    /// Its records: value and leader epoch, in offset order.
    pub records: Rc<[(String, LeaderEpoch)]>,
    /// The offset of the first of them.
    pub log_start_offset: Offset,
    /// Its high watermark.
    pub high_watermark: Offset,
    /// It is alive, but its fetcher has given up on the partition (an import shows it out of the ISR
    /// and does not say why).
    pub stuck: bool,
}

impl ReplicaSpec {
    fn log(&self, templates: &mut SortedMap<LogKey, PartitionLog>) -> PartitionLog {
        let key = (Rc::clone(&self.records), self.log_start_offset);
        let log = templates.or_insert_with(key, || self.build_log());
        let mut log = log.clone();
        log.update_high_watermark(self.high_watermark);
        log
    }

    fn build_log(&self) -> PartitionLog {
        let mut log = PartitionLog::new();
        log.truncate_fully_and_start_at(self.log_start_offset);
        for (value, leader_epoch) in self.records.iter() {
            let now_ms = i64::try_from(START_TIME_US / 1000).unwrap_or(0);
            let context = LogContext {
                now_ms,
                ..LogContext::DEFAULT
            };
            let records = [NewRecord {
                timestamp: now_ms,
                value: Some(value.as_bytes()),
                ..NewRecord::default()
            }];
            // Epochs were checked where the scenario was read; a value always fits a batch.
            let _ = log.append_as_leader(context, &LeaderAppend::new(&records), *leader_epoch);
        }
        log.flush();
        log
    }
}

type LogKey = (Rc<[(String, LeaderEpoch)]>, Offset);

impl Simulation {
    /// A cluster at its first moment.
    #[must_use]
    pub fn new(spec: &ClusterSpec) -> Self {
        let topology = Rc::new(spec.topology.clone());
        let mut templates = SortedMap::new();
        let cells = spec
            .partitions
            .iter()
            .zip(0..)
            .map(|(partition, id)| build_cell(spec, partition, PartitionId(id), &mut templates))
            .collect();
        let registrations: Vec<Registration> = topology
            .brokers
            .iter()
            .map(|broker| Registration {
                broker: broker.id,
                active: !spec.down.contains(&broker.id),
                shutting_down: false,
                answers: !spec.down.contains(&broker.id) || !spec.by_hand,
                broker_epoch: 0,
                registered_at: START_TIME_US,
                generation: 0,
                expires_at: None,
                known: true,
                shutdown_offset: None,
            })
            .collect();
        let mut simulation = Self {
            brokers: build_brokers(spec, &registrations),
            controller: Controller { registrations },
            topology,
            settings: Rc::new(spec.settings.clone()),
            cells,
            metadata_log: SharedList::new(),
            network: Network::new(spec.network),
            queue: Queue::default(),
            now: START_TIME_US,
            step: 0,
            steps_at_now: 0,
            by_hand: spec.by_hand,
            simulate_idle: false,
            trace: Trace::default(),
            allowances: Rc::default(),
            next_produce_id: 0,
            balance_armed: false,
            unclean_check_armed: false,
            producers: Rc::default(),
            deferred: Rc::default(),
            stalled: Stalled::default(),
            effects: Vec::new(),
            touched: Vec::new(),
            actions: Vec::new(),
            metadata_grew: false,
        };
        simulation.allow_by_settings();
        if !spec.by_hand {
            simulation.begin(spec);
        }
        simulation
    }

    /// Followers that are in step are in the middle of their long polls; the others begin to fetch.
    fn begin(&mut self, spec: &ClusterSpec) {
        for (position, broker) in spec.topology.brokers.iter().enumerate() {
            let settings = self.settings_of(broker.id);
            let interval = settings.sign_of_life_interval_ms() * 1000;
            let phase = self
                .network
                .phase(Node::Broker(broker.id), 1, interval.max(1));
            if let Some(registration) = self.controller.registrations.get_mut(position) {
                registration.registered_at = START_TIME_US - phase;
            }
        }
        for (partition, id) in spec.partitions.iter().zip(0..) {
            let id = PartitionId(id);
            for replica in &partition.replicas {
                self.begin_following(id, &partition.state, replica);
            }
            if let Some(leader) = partition.state.leader {
                self.watch_followers(id, leader);
            }
        }
        self.arm_balance();
    }

    fn begin_following(
        &mut self,
        partition: PartitionId,
        state: &PartitionState,
        replica: &ReplicaSpec,
    ) {
        let Some(leader) = state.leader.filter(|leader| *leader != replica.broker) else {
            return;
        };
        let running = self
            .broker(replica.broker)
            .is_some_and(|broker| broker.process == Process::Running);
        if !running {
            return;
        }
        if replica.stuck {
            self.set_fetcher(partition, replica.broker, Fetcher::Failed);
            return;
        }
        if !self.begin_idle(partition, leader, replica.broker) {
            let timer = Timer::FetchRetry {
                broker: replica.broker,
                partition,
            };
            let now = self.now;
            self.set_fetcher(partition, replica.broker, Fetcher::Backoff { until: now });
            self.set_timer(now, timer, 0);
        }
    }

    /// Puts a follower that has everything into the middle of an idle long poll.
    fn begin_idle(&mut self, partition: PartitionId, leader: BrokerId, follower: BrokerId) -> bool {
        let period = self.idle_period(leader, follower);
        let salt = u64::from(partition.0).wrapping_mul(31) + 2;
        let since = START_TIME_US - self.network.phase(Node::Broker(follower), salt, period);
        let settings = Rc::clone(&self.settings);
        let Some(cell) = self.cells.get_mut(partition.index()) else {
            return false;
        };
        let (Some(leading), Some(following)) = (cell.replica(leader), cell.replica(follower))
        else {
            return false;
        };
        let same = following.log.log_end_offset() == leading.log.log_end_offset()
            && following.log.high_watermark() == leading.log.high_watermark()
            && following.log.log_start_offset() == leading.log.log_start_offset();
        if !same || leading.leadership().is_none() {
            return false;
        }
        let leader_epoch = leading.leader_epoch;
        let fetch_offset = following.log.log_end_offset();
        let last_fetched_epoch = following.log.epoch_cache().latest_epoch();
        let request = FetchRequest {
            follower,
            leader_epoch: settings.leader_epoch_fencing.then_some(leader_epoch),
            fetch_offset,
            last_fetched_epoch: last_fetched_epoch
                .filter(|_| settings.truncation == Truncation::OnFetch),
            log_start_offset: following.log.log_start_offset(),
            max_records: None,
            serial: 0,
            nth: 0,
        };
        if let Some(following) = cell.replica_mut(follower).and_then(Replica::following_mut) {
            following.reconciled = true;
            following.fetcher = Fetcher::Fetching { serial: 0 };
        }
        if let Some(remote) = cell
            .replica_mut(leader)
            .and_then(Replica::leadership_mut)
            .and_then(|leadership| leadership.remote_mut(follower))
        {
            remote.progress.last_fetch_time = since;
            remote.progress.last_caught_up_time = since;
            remote.parked = Some(ParkedFetch {
                since,
                arrived: since,
                request,
                idle: true,
            });
        }
        true
    }
}

fn build_brokers(spec: &ClusterSpec, registrations: &[Registration]) -> Vec<Broker> {
    let mut hosted: SortedMap<BrokerId, Vec<PartitionId>> = SortedMap::new();
    for (partition, id) in spec.partitions.iter().zip(0..) {
        for replica in &partition.replicas {
            hosted
                .or_insert_with(replica.broker, Default::default)
                .push(PartitionId(id));
        }
    }
    let eligible: Rc<[bool]> = registrations
        .iter()
        .map(Registration::is_eligible)
        .collect();
    spec.topology
        .brokers
        .iter()
        .map(|broker| {
            let partitions = hosted.remove(&broker.id).unwrap_or_default();
            let mut built = Broker::new(
                broker.id,
                partitions.into(),
                Rc::clone(&eligible),
                START_TIME_US,
            );
            built.configure(broker.config.clone(), &spec.settings);
            if spec.down.contains(&broker.id) {
                built.become_process(Process::Down, START_TIME_US);
            }
            built
        })
        .collect()
}

fn build_cell(
    spec: &ClusterSpec,
    partition: &PartitionSpec,
    id: PartitionId,
    templates: &mut SortedMap<LogKey, PartitionLog>,
) -> PartitionCell {
    let mut replicas: Vec<Replica> = partition
        .replicas
        .iter()
        .map(|replica| Replica::new(replica.broker, replica.log(templates)))
        .collect();
    let ends: Vec<(BrokerId, Offset)> = replicas
        .iter()
        .map(|replica| (replica.broker, replica.log.log_end_offset()))
        .collect();
    let leader_end = partition
        .state
        .leader
        .and_then(|leader| ends.iter().find(|(broker, _)| *broker == leader))
        .map(|(_, end)| *end);
    let progress: Vec<InitialProgress> = ends
        .iter()
        .map(|(broker, end)| {
            let caught_up = partition.state.isr.contains(broker) || leader_end == Some(*end);
            InitialProgress {
                broker: *broker,
                log_end_offset: *end,
                caught_up_at: if caught_up { START_TIME_US } else { 0 },
            }
        })
        .collect();
    let mut ledger = Ledger::default();
    for replica in &mut replicas {
        let up = !spec.down.contains(&replica.broker);
        // A replica that is being added is not one yet.
        let assigned = partition.state.replicas.contains(&replica.broker);
        if up && assigned {
            replica.begin_as(&partition.state, &progress);
        }
        if partition.state.leader == Some(replica.broker) {
            begin_books(&mut ledger, replica);
        }
    }
    PartitionCell {
        topic: spec
            .topology
            .locate(id)
            .and_then(|(topic, _)| u32::try_from(topic).ok())
            .unwrap_or(0),
        agreement: Agreement::new(replicas.len()),
        state: partition.state.clone(),
        replicas,
        ledger,
        fetches: Vec::new(),
        broken: Rc::from([]),
    }
}

/// Records below the leader's high watermark count as committed and acknowledged with `acks=all`,
/// those above as acknowledged with `acks=1`.
fn begin_books(ledger: &mut Ledger, leader: &Replica) {
    let (start, end) = (leader.log.log_start_offset(), leader.log.log_end_offset());
    let high_watermark = leader.log.high_watermark();
    ledger.commit(leader, start, high_watermark);
    leader.for_each_record(start, end, |record| {
        ledger.written += 1;
        let value = String::from_utf8_lossy(record.value.unwrap_or_default());
        ledger.acknowledge(AcknowledgedRecord {
            offset: record.offset,
            leader_epoch: record.leader_epoch,
            acks: if record.offset < high_watermark {
                Acks::All
            } else {
                Acks::Leader
            },
            value: Rc::from(&*value),
        });
    });
}
