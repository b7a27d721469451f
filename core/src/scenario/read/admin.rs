//! Reads what is changed in the cluster itself: topics, brokers, producers.

use alloc::string::String;

use super::super::error::{Expected, Kind, Unknown};
use super::super::limits;
use super::cluster::{ClusterReader, too_many};
use super::command::{acks, broker, given};
use super::line::{Line, Piece};
use crate::kafka::BrokerId;
use crate::replication::broker_config::BrokerConfig;
use crate::replication::settings::SettingKey;
use crate::sim::admin::{Admin, Producer, TopicConfig};

/// The rest of the line of a command of this name; nothing if it is none of these.
pub(super) fn admin<'a>(
    line: &mut Line<'a, '_>,
    cluster: &ClusterReader<'a>,
    verb: Piece<'a>,
) -> Option<Option<Admin>> {
    let admin = match verb.text {
        "create-topic" => create_topic(line, cluster),
        "add-partitions" => add_partitions(line, cluster),
        "delete-topic" => known_topic(line, cluster).map(|(topic, _)| Admin::DeleteTopic { topic }),
        "set-topic" => {
            let config = config(line);
            known_topic(line, cluster).map(|(topic, _)| Admin::SetTopic { topic, config })
        }
        "set-broker" => {
            let config = broker_config(line);
            broker(line, cluster).map(|broker| Admin::SetBroker { broker, config })
        }
        "add-broker" => add_broker(line, cluster),
        "remove-broker" => broker(line, cluster).map(|broker| Admin::RemoveBroker { broker }),
        "start-producer" => start_producer(line, cluster),
        "stop-producer" => client(line).map(|client| Admin::StopProducer { client }),
        _ => return None,
    };
    Some(admin)
}

fn create_topic<'a>(line: &mut Line<'a, '_>, cluster: &ClusterReader<'a>) -> Option<Admin> {
    let config = config(line);
    let max = i64::from(limits::REPLICATION_FACTOR);
    let replication_factor = line
        .required("replication-factor")
        .and_then(|piece| line.narrow(piece, 0, max));
    let partitions = partitions(line, cluster, "partitions", 0);
    let piece = line.word("topic name")?;
    let legal = crate::sim::is_topic_name(piece.text);
    line.demand(legal, piece, Kind::Expected(Expected::TopicName));
    Some(Admin::CreateTopic {
        topic: String::from(piece.text),
        partitions: partitions?,
        replication_factor: replication_factor?,
        config,
    })
}

fn add_partitions<'a>(line: &mut Line<'a, '_>, cluster: &ClusterReader<'a>) -> Option<Admin> {
    let (topic, position) = known_topic(line, cluster)?;
    let from = cluster.now().topics.get(position)?.partitions.len();
    Some(Admin::CreatePartitions {
        total: partitions(line, cluster, "total", from)?,
        topic,
        from: u32::try_from(from).unwrap_or(u32::MAX),
    })
}

/// How many partitions a topic is to have, that has `from` of them: not more than a run may hold.
fn partitions<'a>(
    line: &mut Line<'a, '_>,
    cluster: &ClusterReader<'a>,
    name: &str,
    from: usize,
) -> Option<u32> {
    let piece = line.required(name)?;
    let others = cluster.now().partition_count() - from;
    let max = i64::try_from(limits::PARTITIONS.saturating_sub(others)).unwrap_or(0);
    line.narrow(piece, 0, max)
}

/// `[min.insync.replicas=N] [unclean.leader.election.enable=BOOL]`
pub(super) fn config(line: &mut Line<'_, '_>) -> TopicConfig {
    TopicConfig {
        min_insync_replicas: line
            .option("min.insync.replicas")
            .and_then(|piece| line.narrow(piece, 1, 100)),
        unclean_leader_election_enable: line
            .option("unclean.leader.election.enable")
            .and_then(|piece| line.truth(piece)),
    }
}

/// `[SETTING=NUMBER …]`, of those that a broker may have for itself.
pub(super) fn broker_config(line: &mut Line<'_, '_>) -> BrokerConfig {
    let own = SettingKey::OF_BROKERS.into_iter().filter_map(|key| {
        let (min, max) = key.bounds();
        let piece = line.option(key.name())?;
        let value = line.narrow(piece, i64::try_from(min).ok()?, i64::try_from(max).ok()?)?;
        Some((key, value))
    });
    BrokerConfig(own.collect())
}

fn add_broker<'a>(line: &mut Line<'a, '_>, cluster: &ClusterReader<'a>) -> Option<Admin> {
    let rack = line.option("rack").map(|piece| line.id(piece));
    let piece = line.word("broker id")?;
    let id = line.number_or(piece, 0, i64::from(BrokerId::MAX), Expected::Broker)?;
    if cluster.now().brokers.len() >= limits::BROKERS {
        line.report(piece, too_many(limits::BROKERS));
    }
    Some(Admin::AddBroker {
        broker: BrokerId::try_from(id).ok()?,
        rack: given(rack)?,
    })
}

fn start_producer<'a>(line: &mut Line<'a, '_>, cluster: &ClusterReader<'a>) -> Option<Admin> {
    let client = client(line);
    let topic = line
        .required("topic")
        .and_then(|piece| topic(line, cluster, piece));
    let key = line.option("key").map(|piece| line.value(piece));
    let acks = acks(line);
    let every = line.required("every").and_then(|piece| {
        let every = line.time(piece, limits::TIME_US)?;
        let [min, max] = [limits::SEND_INTERVAL_US, limits::TIME_US];
        let bounds = [min, max].map(|bound| i64::try_from(bound).unwrap_or(i64::MAX));
        let kind = Kind::OutOfBounds {
            min: bounds[0],
            max: bounds[1],
        };
        line.demand(every >= min, piece, kind);
        Some(every)
    });
    let value = line.required("value").and_then(|piece| line.value(piece));
    Some(Admin::StartProducer(Producer {
        client: client?,
        topic: topic?.0,
        key: given(key)?,
        acks: given(acks)?,
        every_us: every?,
        value: value?,
    }))
}

/// The number of a producer that goes on by itself.
fn client(line: &mut Line<'_, '_>) -> Option<u32> {
    let piece = line.word("producer number")?;
    line.narrow(piece, 2, i64::from(u32::MAX))
}

fn known_topic<'a>(
    line: &mut Line<'a, '_>,
    cluster: &ClusterReader<'a>,
) -> Option<(String, usize)> {
    let piece = line.word("topic name")?;
    let known = topic(line, cluster, piece);
    if known.is_none() {
        line.abandon();
    }
    known
}

/// A topic that is there at this place of the run, or was.
pub(super) fn topic<'a>(
    line: &mut Line<'a, '_>,
    cluster: &ClusterReader<'a>,
    piece: Piece<'a>,
) -> Option<(String, usize)> {
    let position = cluster.now().named(piece.text);
    line.demand(position.is_some(), piece, Kind::Unknown(Unknown::Topic));
    Some((String::from(piece.text), position?))
}
