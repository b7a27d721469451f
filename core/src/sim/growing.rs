//! The cluster itself changes: topics come, grow and go, brokers join and leave.
//!
//! The controller places and decides; brokers hear of it as of any other partition state, and make or
//! delete their folders then. Source: `ReplicationControlManager.createTopics`, `createPartitions`,
//! `deleteTopic`, `unregisterBroker`; `AdminZkClient`, `ZkPartitionStateMachine`.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::admin::Admin;
use super::agreement::Agreement;
use super::cell::PartitionCell;
use super::controlling::summary;
use super::ledger::Ledger;
use super::node::Node;
use super::{MetadataRecord, Simulation};
use crate::cluster::broker::{Broker, Process};
use crate::cluster::controller::Registration;
use crate::cluster::partition_state::PartitionState;
use crate::cluster::replica::Replica;
use crate::event::Effect;
use crate::kafka::BrokerId;
use crate::log::PartitionLog;
use crate::replication::broker_config::BrokerConfig;
use crate::replication::error_code::ErrorCode;
use crate::replication::placement::{
    PlacementStart, UsableBroker, place_by_rack, place_from, place_striped,
};
use crate::replication::settings::MetadataMode;
use crate::topology::PartitionId;

/// The longest name of a topic.
const NAME_MAX: usize = 249;

/// Where the replicas of new partitions go.
type Assignments = Vec<Vec<BrokerId>>;

impl Simulation {
    /// Why a request would be refused now, if it would.
    #[must_use]
    pub fn admin_error(&self, admin: &Admin) -> Option<ErrorCode> {
        self.assignments(admin).err()
    }

    pub(super) fn administer(&mut self, admin: &Admin) {
        let assignments = match self.assignments(admin) {
            Ok(assignments) => assignments,
            Err(error) => {
                admin.fail(Rc::make_mut(&mut self.topology));
                let ids = admin.takes_ids() as usize;
                self.create_cells(&alloc::vec![Vec::new(); ids]);
                self.effects.push(Effect::AdminRefused { error });
                return;
            }
        };
        let topic = admin.topic().and_then(|name| self.topology.named(name));
        if !matches!(admin, Admin::AddBroker { .. }) {
            admin.change(Rc::make_mut(&mut self.topology));
        }
        match admin {
            Admin::CreateTopic { .. } | Admin::CreatePartitions { .. } => {
                self.create_cells(&assignments);
            }
            Admin::DeleteTopic { .. } => self.delete_cells(topic),
            Admin::SetTopic { .. } => self.topic_was_set(topic),
            Admin::SetBroker { broker, .. } => self.broker_was_set(*broker),
            Admin::AddBroker { broker, .. } => self.add_broker(*broker, admin),
            Admin::RemoveBroker { broker } => self.remove_broker(*broker),
            Admin::StartProducer(producer) => self.start_producer(producer),
            Admin::StopProducer { client } => self.stop_producer(*client),
        }
    }

    /// Where new partitions would go; nowhere for a request that creates none.
    fn assignments(&self, admin: &Admin) -> Result<Assignments, ErrorCode> {
        let there = |topic: &str| {
            let position = self.topology.named(topic)?;
            let spec = self.topology.topics.get(position)?;
            (!spec.deleted).then_some((position, spec))
        };
        let ensure = |holds: bool, error| if holds { Ok(()) } else { Err(error) };
        match admin {
            Admin::CreateTopic {
                topic,
                partitions,
                replication_factor,
                ..
            } => {
                ensure(is_topic_name(topic), ErrorCode::InvalidTopicException)?;
                ensure(there(topic).is_none(), ErrorCode::TopicAlreadyExists)?;
                ensure(!self.collides(topic), ErrorCode::InvalidTopicException)?;
                ensure(*replication_factor > 0, ErrorCode::InvalidReplicationFactor)?;
                ensure(*partitions > 0, ErrorCode::InvalidPartitions)?;
                self.placed(None, *partitions, *replication_factor as usize)
            }
            Admin::CreatePartitions { topic, from, .. } => {
                let (position, spec) = there(topic).ok_or(ErrorCode::UnknownTopicOrPartition)?;
                let grows = admin.takes_ids() > 0 && spec.partitions.len() == *from as usize;
                ensure(grows, ErrorCode::InvalidPartitions)?;
                let first = spec.partitions.first().copied().unwrap_or(0);
                let first = self
                    .topology
                    .partition_of(position, first)
                    .and_then(|id| self.cell(id))
                    .map(|cell| &*cell.state.replicas)
                    .unwrap_or_default();
                let existing = first.first().map(|broker| (*from as usize, *broker));
                self.placed(existing, admin.takes_ids(), first.len())
            }
            Admin::DeleteTopic { topic } | Admin::SetTopic { topic, .. } => there(topic)
                .map(|_| Assignments::new())
                .ok_or(ErrorCode::UnknownTopicOrPartition),
            Admin::StartProducer(producer) => {
                let known = there(&producer.topic).is_some();
                ensure(known, ErrorCode::UnknownTopicOrPartition)?;
                let free = self.producer(producer.client).is_none();
                ensure(free && !self.by_hand, ErrorCode::InvalidRequest)?;
                Ok(Assignments::new())
            }
            Admin::StopProducer { client } => {
                let known = self.producer(*client).is_some();
                ensure(known, ErrorCode::InvalidRequest)?;
                Ok(Assignments::new())
            }
            Admin::AddBroker { broker, .. } => {
                let free = self.broker(*broker).is_none();
                ensure(free, ErrorCode::DuplicateBrokerRegistration)?;
                Ok(Assignments::new())
            }
            Admin::SetBroker { broker, .. } => {
                let registration = self.controller.registration(*broker);
                let known = registration.is_some_and(|registration| registration.known);
                ensure(known, ErrorCode::BrokerIdNotRegistered)?;
                Ok(Assignments::new())
            }
            Admin::RemoveBroker { broker } => {
                let kraft = self.settings.metadata_mode == MetadataMode::Kraft;
                ensure(kraft, ErrorCode::UnsupportedVersion)?;
                let registration = self.controller.registration(*broker);
                let known = registration.is_some_and(|registration| registration.known);
                ensure(known, ErrorCode::BrokerIdNotRegistered)?;
                let down = self
                    .broker(*broker)
                    .is_some_and(|broker| broker.process == Process::Down);
                ensure(down, ErrorCode::InvalidRequest)?;
                Ok(Assignments::new())
            }
        }
    }

    /// Metric names have no dots: two topics must not differ by `.` and `_` only.
    fn collides(&self, topic: &str) -> bool {
        let unified = |name: &str| name.replace('.', "_");
        let mut there = self.topology.topics.iter().filter(|spec| !spec.deleted);
        there.any(|spec| unified(&spec.name) == unified(topic))
    }

    /// Kafka's placers, with their random choices drawn from the seed. `existing` is how many
    /// partitions the topic has, and the first replica of its first one.
    fn placed(
        &self,
        existing: Option<(usize, BrokerId)>,
        partitions: u32,
        replication_factor: usize,
    ) -> Result<Assignments, ErrorCode> {
        let refused = ErrorCode::InvalidReplicationFactor;
        let salt = self.metadata_end_offset() << 20;
        let draw = |nth: u64, bound: usize| {
            let drawn = self
                .network
                .phase(Node::Controller, salt + nth, bound as u64);
            usize::try_from(drawn).unwrap_or(0)
        };
        let registrations = self.controller.registrations.iter();
        let registered: Vec<(UsableBroker<'_>, bool)> = registrations
            .zip(&self.topology.brokers)
            .filter(|(registration, _)| registration.known)
            .map(|(registration, spec)| {
                let usable = UsableBroker {
                    id: spec.id,
                    rack: spec.rack.as_deref(),
                    fenced: !registration.active,
                };
                (usable, registration.is_eligible())
            })
            .collect();
        let partitions = partitions as usize;
        if self.settings.metadata_mode == MetadataMode::Kraft {
            let brokers: Vec<UsableBroker<'_>> =
                registered.iter().map(|(broker, _)| *broker).collect();
            let mut nth = 0;
            let mut draw = |bound| {
                nth += 1;
                draw(nth, bound)
            };
            let rows = place_striped(&brokers, partitions, replication_factor, &mut draw)
                .map_err(|_| refused)?;
            let none_active =
                |row: &Vec<BrokerId>| !row.iter().any(|id| self.controller.is_eligible(*id));
            // All are fenced or about to stop.
            return if rows.iter().any(none_active) {
                Err(refused)
            } else {
                Ok(rows)
            };
        }
        let live = registered.iter().filter(|(broker, _)| !broker.fenced);
        let live: Vec<UsableBroker<'_>> = live.map(|(broker, _)| *broker).collect();
        let ids: Vec<BrokerId> = live.iter().map(|broker| broker.id).collect();
        let (existing, start) = match existing {
            Some((count, first)) => {
                let index = ids.iter().position(|id| *id == first).unwrap_or(0);
                (count, (index, index))
            }
            None => (0, (draw(1, ids.len()), draw(2, ids.len()))),
        };
        let start = PlacementStart {
            start_index: start.0,
            next_replica_shift: start.1,
        };
        let racks: Vec<(BrokerId, &str)> = live
            .iter()
            .filter_map(|broker| Some((broker.id, broker.rack?)))
            .collect();
        let rows = if racks.is_empty() {
            place_from(existing, &ids, partitions, replication_factor, start)
        } else if racks.len() == ids.len() {
            place_by_rack(existing, &racks, partitions, replication_factor, start)
        } else {
            // "Not all brokers have rack information."
            return Err(ErrorCode::UnknownServerError);
        };
        rows.ok_or(refused)
    }

    /// The newest partitions of the topology come to be, where they have an assignment.
    fn create_cells(&mut self, assignments: &[Vec<BrokerId>]) {
        let mut hosted: Vec<(BrokerId, PartitionId)> = Vec::new();
        for assigned in assignments {
            let partition = PartitionId(u32::try_from(self.cells.len()).unwrap_or(u32::MAX));
            // Of ZooKeeper's brokers all that live, of KRaft's all that are active.
            let kraft = self.settings.metadata_mode == MetadataMode::Kraft;
            let isr: Vec<BrokerId> = assigned
                .iter()
                .copied()
                .filter(|id| {
                    if kraft {
                        self.controller.is_eligible(*id)
                    } else {
                        self.controller.is_live(*id)
                    }
                })
                .collect();
            let state = PartitionState {
                leader: isr.first().copied(),
                replicas: assigned.as_slice().into(),
                isr: isr.into(),
                leader_epoch: 0,
                partition_epoch: 0,
                recovering: false,
            };
            let topic = self.topology.locate(partition);
            let replicas = assigned
                .iter()
                .map(|id| Replica::new(*id, PartitionLog::new()));
            hosted.extend(assigned.iter().map(|id| (*id, partition)));
            self.cells.push(PartitionCell {
                topic: topic.map_or(0, |(topic, _)| u32::try_from(topic).unwrap_or(u32::MAX)),
                agreement: Agreement::new(assigned.len()),
                replicas: replicas.collect(),
                state: state.clone(),
                ledger: Ledger::default(),
                fetches: Vec::new(),
                broken: Rc::from([]),
            });
            if !assigned.is_empty() {
                self.effects.push(Effect::PartitionCreated {
                    partition,
                    replicas: assigned.clone(),
                    state: summary(&state),
                });
                self.write_state(partition, state);
            }
        }
        for broker in &mut self.brokers {
            let new = hosted.iter().filter(|(id, _)| *id == broker.id);
            let all = broker.partitions.iter().copied();
            broker.partitions = all.chain(new.map(|(_, partition)| *partition)).collect();
        }
        self.arm_balance();
    }

    fn write_state(&mut self, partition: PartitionId, state: PartitionState) {
        self.touch(partition);
        self.metadata_log
            .push(MetadataRecord::Partition(partition, state));
        self.metadata_grew = true;
    }

    fn partitions_of(&self, topic: Option<usize>) -> Vec<PartitionId> {
        let of_topic = |cell: &PartitionCell| Some(cell.topic as usize) == topic && cell.exists();
        (0..)
            .map(PartitionId)
            .zip(self.cells.iter())
            .filter(|(_, cell)| of_topic(cell))
            .map(|(partition, _)| partition)
            .collect()
    }

    fn delete_cells(&mut self, topic: Option<usize>) {
        for partition in self.partitions_of(topic) {
            let Some(cell) = self.cells.get_mut(partition.index()) else {
                continue;
            };
            cell.state = PartitionState {
                replicas: Rc::from([]),
                isr: Rc::from([]),
                leader: None,
                leader_epoch: cell.state.leader_epoch + 1,
                partition_epoch: cell.state.partition_epoch + 1,
                recovering: false,
            };
            // What was promised of its records was promised until now.
            cell.ledger = Ledger::default();
            let state = cell.state.clone();
            self.effects.push(Effect::PartitionDeleted { partition });
            self.write_state(partition, state);
        }
    }

    /// A broker learns that a partition is deleted: it stops its replica and removes the folder.
    pub(super) fn delete_replica(
        &mut self,
        partition: PartitionId,
        broker: BrokerId,
        state: &PartitionState,
    ) {
        let replica = self.cell(partition).and_then(|cell| cell.replica(broker));
        let Some(replica) = replica else {
            return;
        };
        if replica.leader_epoch >= 0 {
            self.leave_leader(partition, broker, state.leader_epoch);
            let begins = self.effects.len();
            // Whoever waits here, producer or follower, is told to look elsewhere.
            self.on_replica(partition, broker, |replica, context, out| {
                replica.apply(context, state, out);
            });
            let told = self.effects.split_off(begins);
            let told = told.into_iter();
            self.effects
                .extend(told.filter(|effect| !matches!(effect, Effect::BecameFollower { .. })));
        }
        if let Some(cell) = self.cells.get_mut(partition.index()) {
            cell.replicas.retain(|replica| replica.broker != broker);
            cell.agreement = Agreement::new(cell.replicas.len());
        }
        if let Some(broker) = self.broker_mut(broker) {
            let rest = broker.partitions.iter().copied();
            broker.partitions = rest.filter(|other| *other != partition).collect();
        }
        self.touch(partition);
        self.effects
            .push(Effect::ReplicaDeleted { partition, broker });
    }

    /// What a topic's own settings decide may be decided otherwise now.
    fn topic_was_set(&mut self, topic: Option<usize>) {
        self.end_idleness();
        self.allow_by_settings();
        if self.settings.metadata_mode == MetadataMode::Zookeeper {
            self.elect_where_allowed(self.partitions_of(topic));
        }
        self.arm_balance();
    }

    /// A process that runs takes over at once what Kafka lets change while it runs; all else it reads when
    /// it starts.
    fn broker_was_set(&mut self, id: BrokerId) {
        let set = self.config_of(id);
        let cluster = Rc::clone(&self.settings);
        if let Some(broker) = self.broker_mut(id)
            && broker.process != Process::Down
        {
            broker.configure(broker.config.while_running(&set), &cluster);
        }
    }

    /// What is set for a broker.
    pub(super) fn config_of(&self, id: BrokerId) -> BrokerConfig {
        let spec = self.topology.broker_index(id);
        let spec = spec.and_then(|position| self.topology.brokers.get(position));
        spec.map(|spec| spec.config.clone()).unwrap_or_default()
    }

    fn add_broker(&mut self, id: BrokerId, admin: &Admin) {
        admin.change(Rc::make_mut(&mut self.topology));
        let (now, by_hand) = (self.now, self.by_hand);
        let Some(position) = self.topology.broker_index(id) else {
            return;
        };
        for broker in &mut self.brokers {
            let mut eligible = broker.eligible.to_vec();
            eligible.insert(position.min(eligible.len()), false);
            broker.eligible = eligible.into();
        }
        let eligible = alloc::vec![false; self.topology.brokers.len()];
        let mut broker = Broker::new(id, Rc::from([]), eligible.into(), now);
        broker.become_process(Process::Down, now);
        self.brokers.insert(position, broker);
        self.controller.registrations.insert(
            position,
            Registration {
                broker: id,
                active: false,
                shutting_down: false,
                answers: true,
                broker_epoch: 0,
                registered_at: now,
                generation: 0,
                expires_at: None,
                known: by_hand,
                shutdown_offset: None,
            },
        );
        self.restart(id);
    }

    fn remove_broker(&mut self, id: BrokerId) {
        let registration = self.controller.registration_mut(id);
        let active = registration.is_some_and(|registration| registration.active);
        if active {
            self.fence(id);
        }
        if let Some(registration) = self.controller.registration_mut(id) {
            registration.known = false;
        }
        self.effects.push(Effect::BrokerUnregistered { broker: id });
    }

    /// The partition of the same name that is there, if this one is deleted and there is one.
    pub(super) fn living(&self, partition: PartitionId) -> PartitionId {
        if self.cell(partition).is_none_or(PartitionCell::exists) {
            return partition;
        }
        let place = self.topology.locate(partition);
        place
            .and_then(|(topic, number)| {
                let name = &self.topology.topics.get(topic)?.name;
                self.topology.find(name, number)
            })
            .unwrap_or(partition)
    }
}

/// Whether Kafka takes this as the name of a topic.
#[must_use]
pub fn is_topic_name(name: &str) -> bool {
    let legal = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-');
    !name.is_empty()
        && name.len() <= NAME_MAX
        && !matches!(name, "." | "..")
        && name.bytes().all(legal)
}
