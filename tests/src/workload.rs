//! A cluster at work: what benchmarks and long tests run.
//!
//! Brokers, topics and leaders are spread as Kafka spreads them; a producer writes to one partition
//! after the other, and everything else (fetches, high watermarks, acknowledgements) follows.

use std::fmt::Write as _;
use std::rc::Rc;

use tidemark_core::cluster::partition_state::PartitionState;
use tidemark_core::kafka::BrokerId;
use tidemark_core::replication::placement::{PlacementStart, place};
use tidemark_core::replication::release::Release;
use tidemark_core::replication::settings::Settings;
use tidemark_core::scenario::{Remarks, Scenario, ScenarioCommand, Wording};
use tidemark_core::sim::TimedCommand;
use tidemark_core::sim::command::{Command, Produce};
use tidemark_core::sim::event::VirtualTime;
use tidemark_core::sim::network::NetworkSpec;
use tidemark_core::sim::start::{ClusterSpec, PartitionSpec, ReplicaSpec};
use tidemark_core::topology::{BrokerSpec, PartitionId, TopicSpec, Topology};

/// Replicas of each partition.
const REPLICATION_FACTOR: usize = 3;

/// Partitions of a topic.
const TOPIC_PARTITIONS: u32 = 100;

/// How large a cluster is, and how busy.
#[derive(Clone, Copy, Debug)]
pub struct Workload {
    /// Brokers, at least three.
    pub brokers: u32,
    /// Partitions, with three replicas each.
    pub partitions: u32,
    /// Records written.
    pub records: u32,
    /// Virtual time between two of them, in microseconds.
    pub interval_us: u64,
}

impl Workload {
    /// Three brokers, six partitions, and a record every millisecond.
    #[must_use]
    pub const fn small(records: u32) -> Self {
        Self {
            brokers: 3,
            partitions: 6,
            records,
            interval_us: 1_000,
        }
    }

    /// The largest cluster there is: 100 brokers, 10,000 partitions, a record every millisecond.
    #[must_use]
    pub const fn large(records: u32) -> Self {
        Self {
            brokers: 100,
            partitions: 10_000,
            records,
            interval_us: 1_000,
        }
    }

    /// The cluster at its first moment: logs are empty, everybody is in sync.
    #[must_use]
    pub fn cluster(&self) -> ClusterSpec {
        let assignments = self.assignments();
        let partitions = assignments.iter().map(|replicas| PartitionSpec {
            state: PartitionState {
                replicas: replicas.as_slice().into(),
                isr: replicas.as_slice().into(),
                leader: replicas.first().copied(),
                leader_epoch: 0,
                partition_epoch: 0,
                recovering: false,
            },
            replicas: replicas.iter().map(|broker| empty(*broker)).collect(),
        });
        ClusterSpec {
            topology: Topology {
                brokers: self
                    .broker_ids()
                    .map(|id| BrokerSpec { id, rack: None })
                    .collect(),
                topics: self.topics(),
            },
            settings: Settings::for_release(Release::V3_9),
            network: NetworkSpec::default(),
            by_hand: false,
            partitions: partitions.collect(),
            down: Vec::new(),
        }
    }

    /// What is done to it.
    #[must_use]
    pub fn commands(&self) -> Vec<TimedCommand> {
        let commands = (0..self.records).map(|record| TimedCommand {
            at: VirtualTime(u64::from(record) * self.interval_us),
            after: 0,
            command: Command::Produce(Produce {
                partition: PartitionId(record % self.partitions),
                broker: None,
                values: vec![format!("m{record}")],
                acks: None,
                base_sequence: None,
            }),
        });
        commands.collect()
    }

    /// The cluster and what is done to it, as a scenario.
    #[must_use]
    pub fn scenario(&self) -> Scenario {
        Scenario {
            id: "workload".to_owned(),
            title: Wording::new(),
            question: Wording::new(),
            cluster: self.cluster(),
            commands: self
                .commands()
                .into_iter()
                .map(ScenarioCommand::new)
                .collect(),
            branches: Vec::new(),
            head_remarks: Vec::new(),
            last_remarks: Remarks::new(),
        }
    }

    /// The cluster as `kafka-topics.sh --describe` prints it.
    #[must_use]
    pub fn describe_output(&self) -> String {
        let assignments = self.assignments();
        let mut text = String::new();
        for topic in self.topics() {
            let count = topic.partitions.len();
            let name = &topic.name;
            let _ = writeln!(
                text,
                "Topic: {name}\tPartitionCount: {count}\tReplicationFactor: {REPLICATION_FACTOR}\tConfigs: "
            );
            for (number, replicas) in (0..).zip(&assignments[topic.first.index()..][..count]) {
                let leader = replicas[0];
                let ids: Vec<String> = replicas.iter().map(ToString::to_string).collect();
                let ids = ids.join(",");
                let _ = writeln!(
                    text,
                    "\tTopic: {name}\tPartition: {number}\tLeader: {leader}\tReplicas: {ids}\tIsr: {ids}"
                );
            }
        }
        text
    }

    fn broker_ids(&self) -> impl Iterator<Item = BrokerId> {
        0..i32::try_from(self.brokers).unwrap_or(i32::MAX)
    }

    fn topics(&self) -> Vec<TopicSpec> {
        let firsts = (0..self.partitions).step_by(TOPIC_PARTITIONS as usize);
        let topics = firsts.map(|first| {
            let count = TOPIC_PARTITIONS.min(self.partitions - first);
            TopicSpec {
                name: format!("topic-{:03}", first / TOPIC_PARTITIONS),
                first: PartitionId(first),
                partitions: (0..i32::try_from(count).unwrap_or(i32::MAX)).collect(),
                min_insync_replicas: None,
                unclean_leader_election_enable: None,
            }
        });
        topics.collect()
    }

    fn assignments(&self) -> Vec<Vec<BrokerId>> {
        let brokers: Vec<BrokerId> = self.broker_ids().collect();
        let start = PlacementStart {
            start_index: 0,
            next_replica_shift: 0,
        };
        place(
            &brokers,
            self.partitions as usize,
            REPLICATION_FACTOR,
            start,
        )
        .unwrap_or_default()
    }
}

fn empty(broker: BrokerId) -> ReplicaSpec {
    ReplicaSpec {
        broker,
        records: Rc::from([]),
        log_start_offset: 0,
        high_watermark: 0,
        stuck: false,
    }
}
