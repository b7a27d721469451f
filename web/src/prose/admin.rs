//! What is changed in the cluster itself: topics, brokers, producers that go on.
//!
//! The whole page only: the first module has the line of the scenario instead.

use super::Teller;
use crate::words::{say, time_left};
use tidemark_core::replication::broker_config::BrokerConfig;
use tidemark_core::replication::settings::SettingKey;
use tidemark_core::sim::admin::{Admin, Producer, TopicConfig};

impl Teller {
    /// A change of the cluster as one line.
    pub(super) fn admin(&self, admin: &Admin) -> String {
        let words = self.words;
        match admin {
            Admin::CreateTopic {
                topic,
                partitions,
                replication_factor: factor,
                config,
            } => {
                let n = *partitions as usize;
                match of_topic(*config) {
                    Some(config) => say!(
                        words,
                        you_create_topic_set,
                        topic = topic,
                        n = n,
                        factor = *factor,
                        config = &config
                    ),
                    None => say!(
                        words,
                        you_create_topic,
                        topic = topic,
                        n = n,
                        factor = *factor
                    ),
                }
            }
            Admin::CreatePartitions { topic, total, .. } => {
                say!(words, you_add_partitions, topic = topic, total = *total)
            }
            Admin::DeleteTopic { topic } => say!(words, you_delete_topic, topic = topic),
            Admin::SetTopic { topic, config } => match of_topic(*config) {
                Some(config) => say!(words, you_set_topic, topic = topic, config = &config),
                None => say!(words, you_unset_topic, topic = topic),
            },
            Admin::SetBroker { broker, config } => match of_broker(config) {
                Some(config) => {
                    say!(words, you_set_broker, broker = *broker, config = &config)
                }
                None => say!(words, you_unset_broker, broker = *broker),
            },
            Admin::AddBroker {
                broker,
                rack: Some(rack),
            } => say!(words, you_add_broker_rack, broker = *broker, rack = rack),
            Admin::AddBroker { broker, rack: None } => {
                say!(words, you_add_broker, broker = *broker)
            }
            Admin::RemoveBroker { broker } => say!(words, you_remove_broker, broker = *broker),
            Admin::StartProducer(producer) => self.producer_starts(producer),
            Admin::StopProducer { client } => say!(words, you_stop_producer, client = *client),
        }
    }

    fn producer_starts(&self, producer: &Producer) -> String {
        let Producer { client, topic, .. } = producer;
        let every = time_left(producer.every_us);
        let key = producer.key.as_ref().map(|key| format!("key={key}"));
        let acks = producer.acks.map(|acks| format!("acks={}", acks.as_str()));
        match listed(key.into_iter().chain(acks)) {
            Some(with) => say!(
                self.words,
                you_start_producer_with,
                client = *client,
                topic = topic,
                time = &every,
                with = &with
            ),
            None => say!(
                self.words,
                you_start_producer,
                client = *client,
                topic = topic,
                time = &every
            ),
        }
    }
}

/// As Kafka's tools have it: names and values.
fn of_topic(config: TopicConfig) -> Option<String> {
    let set = |key: SettingKey, value: String| format!("{}={value}", key.name());
    let minimum = config.min_insync_replicas;
    let minimum = minimum.map(|own| set(SettingKey::MinInsyncReplicas, own.to_string()));
    let unclean = config.unclean_leader_election_enable;
    let unclean = unclean.map(|own| set(SettingKey::UncleanLeaderElectionEnable, own.to_string()));
    listed(minimum.into_iter().chain(unclean))
}

fn of_broker(config: &BrokerConfig) -> Option<String> {
    let own = config.0.iter();
    listed(own.map(|(key, value)| format!("{}={value}", key.name())))
}

fn listed(parts: impl Iterator<Item = String>) -> Option<String> {
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
