//! Brokers and controller.

use alloc::vec::Vec;

use super::count;
use super::{stored, text};
use crate::cluster::broker::Process;
use crate::event::Effect;
use crate::history::Lane;
use crate::kafka::BrokerId;
use crate::replication::settings::MetadataMode;
use crate::session::Opened;
use crate::session::frame::{BrokerView, ControllerView, ProcessView};
use crate::shared::SortedMap;
use crate::sim::event::Step;
use crate::sim::node::Node;
use crate::sim::virtual_time;
use crate::topology::PartitionId;

#[derive(Clone, Copy, Default)]
struct Share {
    leaders: u32,
    preferred: u32,
}

pub(super) fn brokers(opened: &Opened, lane: &Lane) -> Vec<BrokerView> {
    let simulation = lane.simulation();
    let mut shares: SortedMap<BrokerId, Share> = SortedMap::new();
    for cell in simulation.cells().iter() {
        if let Some(leader) = cell.state.leader {
            shares.or_insert_with(leader, Default::default).leaders += 1;
        }
        if let Some(preferred) = cell.state.preferred() {
            shares.or_insert_with(preferred, Default::default).preferred += 1;
        }
    }
    let mut at_start: SortedMap<BrokerId, u32> = SortedMap::new();
    for partition in &opened.scenario.cluster.partitions {
        if let Some(leader) = partition.state.leader {
            *at_start.or_insert_with(leader, Default::default) += 1;
        }
    }
    let cut: Vec<Node> = simulation
        .network()
        .cuts()
        .flat_map(|(from, to)| [from, to])
        .collect();
    let specs = &simulation.topology().brokers;
    simulation
        .brokers()
        .iter()
        .zip(specs)
        .filter(|(broker, _)| {
            let registration = simulation.controller().registration(broker.id);
            // One that was unregistered is still seen where partitions are assigned to it.
            registration.is_some_and(|registration| registration.known)
                || broker.process != Process::Down
                || !broker.partitions.is_empty()
        })
        .map(|(broker, spec)| {
            let registration = simulation.controller().registration(broker.id);
            let share = shares.get(&broker.id).copied().unwrap_or_default();
            BrokerView {
                id: broker.id,
                process: match broker.process {
                    Process::Running => ProcessView::Running,
                    Process::Starting => ProcessView::Starting,
                    Process::Paused => ProcessView::Paused,
                    Process::Down => ProcessView::Down,
                },
                registered: registration.is_some_and(|registration| registration.active),
                shutting_down: registration.is_some_and(|registration| registration.shutting_down),
                cut_off: cut.contains(&Node::Broker(broker.id)),
                since: virtual_time(broker.since),
                leaders: share.leaders,
                leaders_at_start: at_start.get(&broker.id).copied().unwrap_or(0),
                preferred: share.preferred,
                replicas: count(broker.partitions.len()),
                rack: spec.rack.clone(),
                config: spec.config.clone(),
                running_config: broker.config.clone(),
            }
        })
        .collect()
}

pub(super) fn controller(lane: &Lane, id: PartitionId, step: Option<&Step>) -> ControllerView {
    let simulation = lane.simulation();
    let zookeeper = simulation.settings().metadata_mode == MetadataMode::Zookeeper;
    let state = simulation
        .cell(id)
        .map(|cell| stored::partition_state(&cell.state, zookeeper));
    let before = lane
        .before()
        .and_then(|before| before.cell(id))
        .map(|cell| stored::partition_state(&cell.state, zookeeper));
    let changed =
        step.into_iter()
            .flat_map(|step| &step.effects)
            .filter_map(|effect| match effect {
                Effect::BrokerFenced { broker } | Effect::BrokerUnfenced { broker } => {
                    Some(*broker)
                }
                _ => None,
            });
    ControllerView {
        zookeeper,
        live_brokers: simulation
            .controller()
            .registrations
            .iter()
            .filter(|registration| registration.active)
            .map(|registration| registration.broker)
            .collect(),
        changed_brokers: changed.collect(),
        partition_state_before: before.filter(|before| Some(before) != state.as_ref()),
        partition_state: state.unwrap_or_else(|| text(&"")),
        metadata_end_offset: simulation.metadata_end_offset(),
        applied: simulation
            .brokers()
            .iter()
            .map(|broker| (broker.id, broker.applied_offset))
            .collect(),
    }
}
