//! Clusters and loads made up by rule rather than by a scenario: for measurements and tests.

use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::TimedCommand;
use super::command::{Command, Produce};
use super::event::VirtualTime;
use super::network::NetworkSpec;
use super::start::{ClusterSpec, PartitionSpec, ReplicaSpec};
use crate::cluster::partition_state::PartitionState;
use crate::kafka::BrokerId;
use crate::replication::acks::Acks;
use crate::replication::placement::{PlacementStart, place};
use crate::replication::settings::Settings;
use crate::topology::{BrokerSpec, PartitionId, TopicSpec, Topology};

/// How large a made-up cluster is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Brokers, numbered from 0 on.
    pub brokers: u16,
    /// Partitions of the only topic.
    pub partitions: u32,
    /// Replicas of each partition.
    pub replication_factor: u16,
}

/// Producers that write at a fixed rate, to one partition after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SteadyLoad {
    /// How many records, each a request of its own.
    pub records: u32,
    /// The time between two of them, in microseconds.
    pub interval_us: u64,
    /// What they wait for.
    pub acks: Acks,
}

impl ClusterSpec {
    /// A cluster with one topic `t`, placed as Kafka places it without racks, everything empty and in
    /// sync.
    ///
    /// `None` if there are fewer brokers than replicas.
    #[must_use]
    pub fn placed(size: Size, settings: Settings, network: NetworkSpec) -> Option<Self> {
        let brokers: Vec<BrokerId> = (0..BrokerId::from(size.brokers)).collect();
        let start = PlacementStart {
            start_index: 0,
            next_replica_shift: 0,
        };
        let rows = place(
            &brokers,
            usize::try_from(size.partitions).ok()?,
            usize::from(size.replication_factor),
            start,
        )?;
        let topic = TopicSpec {
            name: String::from("t"),
            first: PartitionId(0),
            partitions: (0..i32::try_from(size.partitions).ok()?).collect(),
            ..TopicSpec::default()
        };
        Some(Self {
            topology: Topology {
                brokers: brokers
                    .into_iter()
                    .map(|id| BrokerSpec::new(id, None))
                    .collect(),
                topics: Vec::from([topic]),
                added: Vec::new(),
            },
            settings,
            network,
            by_hand: false,
            partitions: rows.iter().map(|row| empty_partition(row)).collect(),
            down: Vec::new(),
        })
    }
}

fn empty_partition(row: &[BrokerId]) -> PartitionSpec {
    let replicas: Rc<[BrokerId]> = row.into();
    PartitionSpec {
        state: PartitionState {
            isr: Rc::clone(&replicas),
            leader: row.first().copied(),
            replicas,
            leader_epoch: 0,
            partition_epoch: 0,
            recovering: false,
        },
        replicas: row
            .iter()
            .map(|broker| ReplicaSpec {
                broker: *broker,
                records: Rc::from([]),
                log_start_offset: 0,
                high_watermark: 0,
                stuck: false,
            })
            .collect(),
    }
}

impl SteadyLoad {
    /// The producers' commands for a topic of `partitions` partitions, in order.
    pub fn commands(self, partitions: u32) -> impl Iterator<Item = TimedCommand> {
        let partitions = partitions.max(1);
        (0..self.records).map(move |index| TimedCommand {
            at: VirtualTime(u64::from(index).saturating_mul(self.interval_us)),
            after: 0,
            command: Command::Produce(Produce {
                key: None,
                partition: PartitionId(index % partitions),
                broker: None,
                values: Vec::from([format!("m{index}")]),
                acks: Some(self.acks),
                base_sequence: None,
            }),
        })
    }
}
