//! What a person changes in the cluster itself: topics, brokers, producers that go on by themselves.
//!
//! Topics are named, not numbered: a name means whatever bears it at that moment. Partitions get the next
//! ids, whether a request succeeds or not, so that who reads a scenario knows them without running it.

use alloc::string::String;

use serde::{Deserialize, Serialize};

use crate::kafka::BrokerId;
use crate::replication::acks::Acks;
use crate::replication::broker_config::BrokerConfig;
pub use crate::topology::TopicConfig;
use crate::topology::{TopicSpec, Topology};

/// A request of an administrator, or of who starts programs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Admin {
    /// `kafka-topics.sh --create`.
    CreateTopic {
        /// The topic.
        topic: String,
        /// How many partitions.
        partitions: u32,
        /// How many replicas each of them has.
        replication_factor: u32,
        /// What is set for it.
        config: TopicConfig,
    },
    /// `kafka-topics.sh --alter --partitions`.
    CreatePartitions {
        /// The topic.
        topic: String,
        /// How many partitions it has so far.
        from: u32,
        /// How many it is to have.
        total: u32,
    },
    /// `kafka-topics.sh --delete`.
    DeleteTopic {
        /// The topic.
        topic: String,
    },
    /// `kafka-configs.sh --alter --entity-type topics`: what is left out is the broker's again.
    SetTopic {
        /// The topic.
        topic: String,
        /// All that is set for it from now on.
        config: TopicConfig,
    },
    /// A broker starts that was not there before, with empty disks.
    AddBroker {
        /// `broker.id`.
        broker: BrokerId,
        /// `broker.rack`.
        rack: Option<String>,
    },
    /// `kafka-cluster.sh unregister`: the controller forgets a broker that is down.
    RemoveBroker {
        /// The broker.
        broker: BrokerId,
    },
    /// A producer starts that sends a record again and again.
    StartProducer(Producer),
    /// A producer stops.
    StopProducer {
        /// Its number.
        client: u32,
    },
    /// What a broker has for itself from now on: `kafka-configs.sh --alter --entity-type brokers`, and its
    /// `server.properties` for what Kafka reads only at the start. What is left out is the cluster's again.
    SetBroker {
        /// The broker.
        broker: BrokerId,
        /// All that is set for it from now on.
        config: BrokerConfig,
    },
}

/// A producer that sends a record again and again.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Producer {
    /// The number of its client, 2 or more: 1 is who sends single requests.
    pub client: u32,
    /// The topic written to.
    pub topic: String,
    /// The key of all its records: it decides the partition. Without one all partitions get their turn.
    pub key: Option<String>,
    /// Required acknowledgements; without it the setting's.
    pub acks: Option<Acks>,
    /// Microseconds from one record to the next.
    pub every_us: u64,
    /// What its values begin with; a number follows.
    pub value: String,
}

impl Admin {
    /// The topic it is about.
    #[must_use]
    pub fn topic(&self) -> Option<&str> {
        match self {
            Self::CreateTopic { topic, .. }
            | Self::CreatePartitions { topic, .. }
            | Self::DeleteTopic { topic }
            | Self::SetTopic { topic, .. }
            | Self::StartProducer(Producer { topic, .. }) => Some(topic),
            Self::AddBroker { .. }
            | Self::RemoveBroker { .. }
            | Self::SetBroker { .. }
            | Self::StopProducer { .. } => None,
        }
    }

    /// How many partition ids it takes.
    #[must_use]
    pub const fn takes_ids(&self) -> u32 {
        match self {
            Self::CreateTopic { partitions, .. } => *partitions,
            Self::CreatePartitions { from, total, .. } => total.saturating_sub(*from),
            _ => 0,
        }
    }

    /// What it makes of a topology if nothing refuses it.
    pub fn change(&self, topology: &mut Topology) {
        match self {
            Self::CreateTopic {
                topic,
                partitions,
                config,
                ..
            } => {
                if is_there(topology, topic) {
                    return self.fail(topology);
                }
                topology.add_topic(TopicSpec {
                    name: topic.clone(),
                    partitions: (0..)
                        .zip(0..*partitions)
                        .map(|(number, _)| number)
                        .collect(),
                    min_insync_replicas: config.min_insync_replicas,
                    unclean_leader_election_enable: config.unclean_leader_election_enable,
                    ..TopicSpec::default()
                });
            }
            Self::CreatePartitions { topic, .. } => match topology.named(topic) {
                Some(position) => topology.add_partitions(position, self.takes_ids()),
                None => self.fail(topology),
            },
            Self::DeleteTopic { topic } => {
                if let Some(spec) = spec_mut(topology, topic) {
                    spec.deleted = true;
                }
            }
            Self::SetTopic { topic, config } => {
                if let Some(spec) = spec_mut(topology, topic) {
                    spec.min_insync_replicas = config.min_insync_replicas;
                    spec.unclean_leader_election_enable = config.unclean_leader_election_enable;
                }
            }
            Self::SetBroker { broker, config } => {
                let position = topology.broker_index(*broker);
                let spec = position.and_then(|position| topology.brokers.get_mut(position));
                if let Some(spec) = spec {
                    spec.config = config.clone();
                }
            }
            Self::AddBroker { broker, rack } => topology.add_broker(*broker, rack.clone()),
            Self::RemoveBroker { .. } | Self::StartProducer(_) | Self::StopProducer { .. } => {}
        }
    }

    /// What it makes of a topology if it is refused: the ids are taken all the same.
    pub fn fail(&self, topology: &mut Topology) {
        let count = self.takes_ids();
        if count > 0 {
            topology.add_topic(TopicSpec {
                name: self.topic().map(String::from).unwrap_or_default(),
                partitions: (0..).zip(0..count).map(|(number, _)| number).collect(),
                deleted: true,
                ..TopicSpec::default()
            });
        }
    }
}

fn is_there(topology: &Topology, topic: &str) -> bool {
    let spec = topology.named(topic).and_then(|at| topology.topics.get(at));
    spec.is_some_and(|spec| !spec.deleted)
}

fn spec_mut<'a>(topology: &'a mut Topology, topic: &str) -> Option<&'a mut TopicSpec> {
    let position = topology.named(topic)?;
    topology.topics.get_mut(position)
}
