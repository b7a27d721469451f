//! From a paste to a scenario: what was understood, what had to be assumed, and the cluster built of it.
//!
//! A session knows nothing of pastes: it opens the scenario's text as it opens any other. So whoever
//! never pastes anything need not load what reads them.

use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::cluster::partition_state::PartitionState;
use crate::import::{self, Assumption, Place, Reason, TopologyPartition};
use crate::kafka::BrokerId;
use crate::replication::release::Release;
use crate::replication::settings::Settings;
use crate::scenario::{self, Remarks, Scenario, Wording, limits};
use crate::sim::network::NetworkSpec;
use crate::sim::start::{ClusterSpec, PartitionSpec, ReplicaSpec};
use crate::topology::{BrokerSpec, PartitionId, TopicSpec, Topology};

/// The id of a scenario that was made of a paste.
pub const PASTE_ID: &str = "import";

/// Warnings shown at once; the others are counted.
const WARNINGS_MAX: usize = 200;

/// What a paste was understood as.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportView {
    /// Brokers that were seen.
    pub brokers: Vec<BrokerId>,
    /// Topics that were seen, with how many of their partitions.
    pub topics: Vec<(String, u32)>,
    /// Partitions that were read.
    pub partitions: u32,
    /// Partitions without leader.
    pub offline: u32,
    /// Brokers taken to be down.
    pub down: Vec<BrokerId>,
    /// Lines that could not be read, or are odd.
    pub warnings: Vec<ImportWarning>,
    /// How many more warnings there are.
    pub more_warnings: u32,
    /// What the text does not say, and how the gap was filled.
    pub assumed: Vec<AssumedView>,
    /// A session can be built of it.
    pub usable: bool,
    /// It has more brokers or partitions than are simulated.
    pub too_large: bool,
}

/// A line that could not be read, or is odd.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ImportWarning {
    /// Where.
    pub place: Place,
    /// What is wrong with it.
    pub reason: Reason,
    /// The line's text, shortened.
    pub line_text: String,
}

/// What became of a paste.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paste {
    /// What it was understood as.
    pub view: ImportView,
    /// The text of the scenario made of it; `None` if it describes no cluster, or one too large to
    /// simulate.
    pub scenario: Option<String>,
}

/// Reads a paste. Of several listings the last one counts.
#[must_use]
pub fn read(text: &str) -> Paste {
    let import = import::read(text);
    let topology = import::Topology::latest(&import);
    let view = view(text, &import, topology.as_ref());
    let scenario = topology.filter(|_| view.usable).map(scenario_of);
    Paste {
        view,
        scenario: scenario.as_ref().map(scenario::write),
    }
}

fn scenario_of(topology: import::Topology) -> Scenario {
    Scenario {
        id: PASTE_ID.to_string(),
        title: Wording::new(),
        question: Wording::new(),
        cluster: cluster_of(&topology),
        assumed: topology.assumptions,
        commands: Vec::new(),
        branches: Vec::new(),
        notes: Vec::new(),
        head_remarks: Vec::new(),
        last_remarks: Remarks::new(),
    }
}

fn is_too_large(topology: &import::Topology) -> bool {
    let partitions: usize = topology
        .topics
        .iter()
        .map(|topic| topic.partitions.len())
        .sum();
    topology.brokers.len() > limits::BROKERS || partitions > limits::PARTITIONS
}

fn view(text: &str, import: &import::Import, topology: Option<&import::Topology>) -> ImportView {
    let warnings: Vec<ImportWarning> = import
        .warnings
        .iter()
        .take(WARNINGS_MAX)
        .map(|warning| ImportWarning {
            place: warning.place,
            reason: warning.reason.clone(),
            line_text: import::line_text(text, warning.place.line)
                .map(|line| line.chars().take(500).collect())
                .unwrap_or_default(),
        })
        .collect();
    let more = import.warnings.len() - warnings.len();
    let mut view = ImportView {
        brokers: Vec::new(),
        topics: Vec::new(),
        partitions: 0,
        offline: 0,
        down: Vec::new(),
        warnings,
        more_warnings: count(more),
        assumed: Vec::new(),
        usable: false,
        too_large: topology.is_some_and(is_too_large),
    };
    let Some(topology) = topology else {
        return view;
    };
    for broker in &topology.brokers {
        view.brokers.push(broker.id);
        if !broker.alive {
            view.down.push(broker.id);
        }
    }
    for topic in &topology.topics {
        view.topics
            .push((topic.name.clone(), count(topic.partitions.len())));
        let leaderless = topic
            .partitions
            .iter()
            .filter(|partition| partition.leader.is_none());
        view.offline += count(leaderless.count());
    }
    view.partitions = view.topics.iter().map(|(_, partitions)| partitions).sum();
    view.assumed = group(&topology.assumptions);
    view.usable = view.partitions > 0 && !view.too_large;
    view
}

/// Something the pasted text did not say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AssumedView {
    /// The first assumption of its kind.
    pub example: Assumption,
    /// How many of its kind there are.
    pub count: u32,
}

/// Assumptions by kind: the first of each, and how many there are.
pub(crate) fn group(assumptions: &[Assumption]) -> Vec<AssumedView> {
    let mut grouped: Vec<AssumedView> = Vec::new();
    for assumption in assumptions {
        let kind = core::mem::discriminant(assumption);
        let known = grouped
            .iter_mut()
            .find(|view| core::mem::discriminant(&view.example) == kind);
        match known {
            Some(view) => view.count += 1,
            None => grouped.push(AssumedView {
                example: *assumption,
                count: 1,
            }),
        }
    }
    grouped
}

/// The cluster that a paste describes. Logs are empty: the tools print no offsets.
fn cluster_of(topology: &import::Topology) -> ClusterSpec {
    let release = Release::V3_9;
    let mut topics = Vec::new();
    let mut partitions = Vec::new();
    for topic in &topology.topics {
        topics.push(TopicSpec {
            name: topic.name.clone(),
            first: PartitionId(count(partitions.len())),
            partitions: topic
                .partitions
                .iter()
                .map(|partition| partition.partition)
                .collect(),
            min_insync_replicas: u32::try_from(topic.min_insync_replicas).ok(),
            unclean_leader_election_enable: topic.unclean_leader_election_enable.then_some(true),
            deleted: false,
        });
        let down = |id: &BrokerId| {
            let broker = topology.brokers.iter().find(|broker| broker.id == *id);
            broker.is_some_and(|broker| !broker.alive)
        };
        partitions.extend(
            topic
                .partitions
                .iter()
                .map(|partition| partition_of(partition, &down)),
        );
    }
    ClusterSpec {
        topology: Topology {
            brokers: topology
                .brokers
                .iter()
                .map(|broker| BrokerSpec::new(broker.id, broker.rack.clone()))
                .collect(),
            topics,
            added: Vec::new(),
        },
        settings: Settings::for_release(release),
        network: NetworkSpec::default(),
        by_hand: false,
        partitions,
        down: topology
            .brokers
            .iter()
            .filter(|broker| !broker.alive)
            .map(|broker| broker.id)
            .collect(),
    }
}

fn partition_of(partition: &TopologyPartition, down: &impl Fn(&BrokerId) -> bool) -> PartitionSpec {
    let state = PartitionState {
        replicas: partition.replicas.as_slice().into(),
        isr: Rc::from([]),
        leader: partition.leader,
        leader_epoch: 0,
        partition_epoch: 0,
        recovering: false,
    };
    let state = PartitionState {
        isr: state.in_assignment_order(&partition.isr),
        ..state
    };
    let replicas = partition.replicas.iter().map(|broker| ReplicaSpec {
        broker: *broker,
        records: Rc::from([]),
        log_start_offset: 0,
        high_watermark: 0,
        // Alive and yet out of the ISR: the text does not say why, so it stays so.
        stuck: !partition.isr.contains(broker) && !down(broker),
    });
    PartitionSpec {
        replicas: replicas.collect(),
        state,
    }
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
