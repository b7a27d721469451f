//! From the fields of a form to a command: what is no number, or out of its bounds, is named by its field.
//!
//! Whether Kafka would take it, only the engine knows.

use tidemark_core::kafka::{BrokerId, Offset};
use tidemark_core::replication::acks::Acks;
use tidemark_core::replication::broker_config::BrokerConfig;
use tidemark_core::replication::error_code::ErrorCode;
use tidemark_core::replication::settings::SettingKey;
use tidemark_core::sim::admin::{Admin, Producer, TopicConfig};
use tidemark_core::sim::command::{Command, Key, Produce};
use tidemark_core::topology::PartitionId;

/// A field that can't be read, with the bounds of its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Unread {
    /// Its name.
    pub(super) field: &'static str,
    /// The smallest and the largest number that it takes.
    pub(super) bounds: (u64, u64),
}

/// The texts of a form's fields, by their names.
pub(super) type Fields<'a> = &'a dyn Fn(&str) -> String;

/// What a form comes to.
pub(super) type Made = Result<Command, Unread>;

pub(super) fn create_topic(fields: Fields<'_>) -> Made {
    Ok(Command::Admin(Admin::CreateTopic {
        topic: fields("name").trim().to_owned(),
        partitions: narrow(fields, "partitions", (0, 10_000))?,
        replication_factor: narrow(fields, "factor", (0, 10))?,
        config: config(fields)?,
    }))
}

pub(super) fn add_partitions(topic: &str, from: u32, fields: Fields<'_>) -> Made {
    Ok(Command::Admin(Admin::CreatePartitions {
        topic: topic.to_owned(),
        from,
        total: narrow(fields, "total", (0, 10_000))?,
    }))
}

pub(super) fn set_topic(topic: &str, fields: Fields<'_>) -> Made {
    Ok(Command::Admin(Admin::SetTopic {
        topic: topic.to_owned(),
        config: config(fields)?,
    }))
}

/// What is left empty is the broker's.
fn config(fields: Fields<'_>) -> Result<TopicConfig, Unread> {
    let minimum = fields("minimum");
    let min_insync_replicas = if minimum.trim().is_empty() {
        None
    } else {
        Some(narrow(fields, "minimum", (1, 100))?)
    };
    Ok(TopicConfig {
        min_insync_replicas,
        unclean_leader_election_enable: fields("unclean").parse().ok(),
    })
}

/// Without an offset all that is committed goes.
pub(super) fn delete_records(partition: PartitionId, fields: Fields<'_>) -> Made {
    let before = fields("before");
    let before_offset = if before.trim().is_empty() {
        -1
    } else {
        let offset = number(fields, "before", (0, 1_000_000_000_000_000))?;
        Offset::try_from(offset).unwrap_or(Offset::MAX)
    };
    Ok(Command::DeleteRecords {
        partition,
        before_offset,
    })
}

pub(super) fn add_broker(fields: Fields<'_>) -> Made {
    let rack = fields("rack").trim().to_owned();
    Ok(Command::Admin(Admin::AddBroker {
        broker: narrow::<BrokerId>(fields, "broker", (0, 2_147_483_647))?,
        rack: (!rack.is_empty()).then_some(rack),
    }))
}

/// What is left empty is the cluster's.
pub(super) fn set_broker(broker: BrokerId, fields: Fields<'_>) -> Made {
    let mut config = BrokerConfig::default();
    for key in SettingKey::OF_BROKERS {
        if !fields(key.name()).trim().is_empty() {
            config
                .0
                .push((key, number(fields, key.name(), key.bounds())?));
        }
    }
    Ok(Command::Admin(Admin::SetBroker { broker, config }))
}

pub(super) fn start_producer(client: u32, fields: Fields<'_>) -> Made {
    let every_ms = number(fields, "every", (1, 86_400_000))?;
    Ok(Command::Admin(Admin::StartProducer(Producer {
        client,
        topic: fields("topic"),
        key: key(fields),
        acks: Acks::parse(&fields("acks")),
        every_us: every_ms * 1000,
        value: fields("value"),
    })))
}

/// A record with a key: the key chooses the partition, unless one is given.
pub(super) fn produce(first: PartitionId, chosen: Option<PartitionId>, fields: Fields<'_>) -> Made {
    Ok(Command::Produce(Produce {
        partition: chosen.unwrap_or(first),
        broker: None,
        values: vec![fields("value")],
        acks: Acks::parse(&fields("acks")),
        base_sequence: None,
        key: Some(Key {
            text: fields("key"),
            chooses: chosen.is_none(),
        }),
    }))
}

fn key(fields: Fields<'_>) -> Option<String> {
    Some(fields("key")).filter(|key| !key.is_empty())
}

fn number(fields: Fields<'_>, field: &'static str, bounds: (u64, u64)) -> Result<u64, Unread> {
    let (min, max) = bounds;
    let number = fields(field).trim().parse().ok();
    number
        .filter(|number| (min..=max).contains(number))
        .ok_or(Unread { field, bounds })
}

fn narrow<T: TryFrom<u64>>(
    fields: Fields<'_>,
    field: &'static str,
    bounds: (u64, u64),
) -> Result<T, Unread> {
    T::try_from(number(fields, field, bounds)?).map_err(|_| Unread { field, bounds })
}

/// The field that a refusal of Kafka is about.
pub(super) const fn field_of(error: ErrorCode) -> &'static str {
    match error {
        ErrorCode::InvalidTopicException | ErrorCode::TopicAlreadyExists => "name",
        ErrorCode::InvalidReplicationFactor => "factor",
        ErrorCode::InvalidPartitions => "partitions",
        ErrorCode::OffsetOutOfRange => "before",
        ErrorCode::DuplicateBrokerRegistration => "broker",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(given: &'static [(&str, &str)]) -> impl Fn(&str) -> String {
        move |name| {
            let mut given = given.iter();
            let found = given.find(|(field, _)| *field == name);
            found.map_or_else(String::new, |(_, text)| (*text).to_owned())
        }
    }

    #[test]
    fn what_is_left_empty_is_the_brokers() {
        let fields = with(&[("name", " orders "), ("partitions", "3"), ("factor", "2")]);
        let Ok(Command::Admin(Admin::CreateTopic { topic, config, .. })) = create_topic(&fields)
        else {
            panic!("a topic");
        };
        assert_eq!((&*topic, config), ("orders", TopicConfig::default()));
        let fields = with(&[("minimum", "2"), ("unclean", "true")]);
        let Ok(Command::Admin(Admin::SetTopic { config, .. })) = set_topic("t", &fields) else {
            panic!("a topic");
        };
        let expected = TopicConfig {
            min_insync_replicas: Some(2),
            unclean_leader_election_enable: Some(true),
        };
        assert_eq!(config, expected);
    }

    #[test]
    fn what_is_no_number_is_named() {
        let unread = |field, bounds| Err(Unread { field, bounds });
        let fields = with(&[("partitions", "many"), ("factor", "1")]);
        assert_eq!(create_topic(&fields), unread("partitions", (0, 10_000)));
        let fields = with(&[("minimum", "0")]);
        assert_eq!(set_topic("t", &fields), unread("minimum", (1, 100)));
        let fields = with(&[("every", "0.5")]);
        assert_eq!(start_producer(2, &fields), unread("every", (1, 86_400_000)));
        let fields = with(&[("broker", "2147483648")]);
        assert_eq!(add_broker(&fields), unread("broker", (0, 2_147_483_647)));
    }

    #[test]
    fn a_broker_has_what_is_filled_in() {
        let fields = with(&[
            ("replica.lag.time.max.ms", "5000"),
            ("min.insync.replicas", " 2 "),
        ]);
        let own = vec![
            (SettingKey::MinInsyncReplicas, 2),
            (SettingKey::ReplicaLagTimeMaxMs, 5_000),
        ];
        let set = Command::Admin(Admin::SetBroker {
            broker: 1,
            config: BrokerConfig(own),
        });
        assert_eq!(set_broker(1, &fields), Ok(set));
        let fields = with(&[("replica.lag.time.max.ms", "5 s")]);
        let field = "replica.lag.time.max.ms";
        let bounds = (10, 604_800_000);
        assert_eq!(set_broker(1, &fields), Err(Unread { field, bounds }));
    }

    #[test]
    fn without_an_offset_all_that_is_committed_goes() {
        let before = |text: &'static str| {
            let fields = move |_: &str| text.to_owned();
            match delete_records(PartitionId(1), &fields) {
                Ok(Command::DeleteRecords { before_offset, .. }) => Some(before_offset),
                _ => None,
            }
        };
        assert_eq!(before(""), Some(-1));
        assert_eq!(before("7"), Some(7));
        assert_eq!(before("-7"), None);
    }

    #[test]
    fn a_key_chooses_unless_a_partition_is_given() {
        let fields = with(&[("key", "k"), ("value", "v"), ("acks", "1")]);
        let chosen = |partition| match produce(PartitionId(4), partition, &fields) {
            Ok(Command::Produce(produce)) => {
                (produce.partition.0, produce.key.map(|key| key.chooses))
            }
            other => panic!("{other:?}"),
        };
        assert_eq!(chosen(None), (4, Some(true)));
        assert_eq!(chosen(Some(PartitionId(6))), (6, Some(false)));
    }
}
