//! Reads commands, one function for all of them: the grammar in one place.

use alloc::vec::Vec;

use super::super::error::{Expected, Kind, Unknown};
use super::super::limits;
use super::cluster::{ClusterReader, ids};
use super::line::{Line, Piece};
use super::values::Budget;
use super::{acting, admin};
use crate::kafka::{BrokerId, Offset};
use crate::replication::acks::Acks;
use crate::replication::release::Release;
use crate::replication::settings::{SettingChange, SettingError, SettingKey, Settings};
use crate::sim::command::{Command, Crash, Key, Manual, Produce};
use crate::sim::node::Node;
use crate::topology::PartitionId;

/// Reads commands of one scenario.
#[derive(Debug)]
pub(super) struct CommandReader {
    produced: Budget,
}

impl CommandReader {
    pub(super) const fn new() -> Self {
        Self {
            produced: Budget::new(limits::PRODUCED, limits::PRODUCED_BYTES),
        }
    }

    /// The rest of a line after its time.
    pub(super) fn command<'a>(
        &mut self,
        line: &mut Line<'a, '_>,
        cluster: &ClusterReader<'a>,
    ) -> Option<Command> {
        let verb = line.word("command")?;
        let command = match verb.text {
            "produce" => Command::Produce(self.produce(line, cluster)?),
            "consume" => {
                let partition = partition(line, cluster);
                let broker = broker_option(line, cluster, "broker");
                Command::ConsumerFetch {
                    offset: offset(line, "offset", -2)?,
                    partition: partition?,
                    broker: broker?,
                }
            }
            "crash" => {
                let broker = broker(line, cluster);
                Command::Crash {
                    how: crash(line)?,
                    broker: broker?,
                }
            }
            "restart" => Command::Restart {
                broker: broker(line, cluster)?,
            },
            "shut-down" => Command::ControlledShutdown {
                broker: broker(line, cluster)?,
            },
            "pause" => Command::Pause {
                broker: broker(line, cluster)?,
            },
            "resume" => Command::Resume {
                broker: broker(line, cluster)?,
            },
            "cut" => {
                let (from, to, both) = link(line, cluster, Arrow::Any)?;
                Command::CutLink { from, to, both }
            }
            "heal" => {
                let (from, to, both) = link(line, cluster, Arrow::Any)?;
                Command::HealLink { from, to, both }
            }
            "isolate" => {
                let piece = line.word("broker ids")?;
                Command::Isolate {
                    brokers: ids(cluster.brokers(line, piece)),
                }
            }
            "heal-all" => Command::HealAll,
            "elect-preferred" => Command::PreferredElection {
                partition: one_or_all(line, cluster)?,
            },
            "elect-unclean" => Command::UncleanElection {
                partition: one_or_all(line, cluster)?,
            },
            "delete-records" => {
                let partition = partition(line, cluster);
                Command::DeleteRecords {
                    before_offset: offset(line, "before", -1)?,
                    partition: partition?,
                }
            }
            "set" => Command::Set(setting(line)?.0),
            "run-by-itself" => Command::RunByItself,
            "run-by-hand" => Command::RunByHand,
            "message" => acting::message(line, cluster)?,
            "expire" => Command::ExpireTimer(acting::timer(line, cluster)?),
            "wait" => Command::Wait,
            _ => match admin::admin(line, cluster, verb) {
                Some(admin) => Command::Admin(admin?),
                None => Command::Manual(manual(line, cluster, verb)?),
            },
        };
        Some(command)
    }

    fn produce<'a>(
        &mut self,
        line: &mut Line<'a, '_>,
        cluster: &ClusterReader<'a>,
    ) -> Option<Produce> {
        let topic = line.option("topic");
        let chooses = topic.is_some();
        let partition = match topic {
            Some(piece) => {
                let found = admin::topic(line, cluster, piece);
                found.and_then(|(_, position)| {
                    let now = cluster.now();
                    let first = now.topics.get(position)?.partitions.first()?;
                    now.partition_of(position, *first)
                })
            }
            None => partition(line, cluster),
        };
        let key = match line.option("key") {
            Some(piece) => Some(line.value(piece)),
            // Without a partition it is the key that decides.
            None if chooses => {
                line.missing("key");
                None
            }
            None => None,
        };
        let mut values = Some(Vec::new());
        if let Some(piece) = line.option("values") {
            for item in piece.split(",") {
                let read = line.values(item, &mut self.produced, |value| {
                    if let Some(values) = &mut values {
                        values.push(value);
                    }
                });
                values = values.filter(|_| read.is_some());
            }
        }
        let broker = line
            .option("broker")
            .map(|piece| cluster.broker_id(line, piece));
        let acks = acks(line);
        let base_sequence = line
            .option("base-sequence")
            .map(|piece| line.narrow(piece, 0, i64::from(i32::MAX)));
        Some(Produce {
            partition: partition?,
            values: values?,
            broker: given(broker)?,
            acks: given(acks)?,
            base_sequence: given(base_sequence)?,
            key: given(key)?.map(|text| Key { text, chooses }),
        })
    }
}

/// `[acks=0/1/all]`
#[allow(
    clippy::option_option,
    reason = "an option left out is not one misread"
)]
pub(super) fn acks(line: &mut Line<'_, '_>) -> Option<Option<Acks>> {
    let piece = line.option("acks")?;
    let acks = Acks::parse(piece.text);
    line.demand(acks.is_some(), piece, Kind::Expected(Expected::Acks));
    Some(acks)
}

/// What an option says: nothing if it is not there, and no answer if it could not be read.
#[allow(
    clippy::option_option,
    reason = "an option left out is not one misread"
)]
pub(super) fn given<T>(option: Option<Option<T>>) -> Option<Option<T>> {
    option.map_or(Some(None), |read| read.map(Some))
}

fn manual<'a>(
    line: &mut Line<'a, '_>,
    cluster: &ClusterReader<'a>,
    verb: Piece<'a>,
) -> Option<Manual> {
    let manual = match verb.text {
        "fetch" => {
            let partition = partition(line, cluster);
            let follower = broker_option(line, cluster, "follower");
            let leader = broker_option(line, cluster, "leader");
            let max_records = line
                .option("max-records")
                .map(|piece| line.narrow(piece, 0, i64::from(u32::MAX)));
            Manual::Fetch {
                response_lost: line.flag("response-lost"),
                partition: partition?,
                follower: follower?,
                leader: leader?,
                max_records: given(max_records)?,
            }
        }
        "apply-metadata" => Manual::ApplyMetadata {
            broker: broker(line, cluster)?,
        },
        "fence" => Manual::Fence {
            broker: broker(line, cluster)?,
        },
        "elect" => {
            let (partition, leader) = leadership(line, cluster);
            Manual::Elect {
                partition: partition?,
                leader: leader?,
            }
        }
        "shrink-isr" => {
            let (partition, leader) = leadership(line, cluster);
            Manual::ShrinkIsr {
                remove: brokers_option(line, cluster, "remove")?,
                partition: partition?,
                leader: leader?,
            }
        }
        "send-alter-partition" => {
            let (partition, leader) = leadership(line, cluster);
            Manual::SendAlterPartition {
                isr: brokers_option(line, cluster, "isr")?,
                partition: partition?,
                leader: leader?,
            }
        }
        "answer-alter-partition" => {
            let (partition, leader) = leadership(line, cluster);
            Manual::AnswerAlterPartition {
                partition: partition?,
                leader: leader?,
            }
        }
        _ => {
            line.report(verb, Kind::Unknown(Unknown::Command));
            line.abandon();
            return None;
        }
    };
    Some(manual)
}

/// A partition, and who leads it or is to lead it.
fn leadership<'a>(
    line: &mut Line<'a, '_>,
    cluster: &ClusterReader<'a>,
) -> (Option<PartitionId>, Option<BrokerId>) {
    let partition = partition(line, cluster);
    (partition, broker_option(line, cluster, "leader"))
}

/// `NAME VALUE`, checked against the bounds of the setting; with the place of the name.
pub(super) fn setting<'a>(line: &mut Line<'a, '_>) -> Option<(SettingChange, Piece<'a>)> {
    let name = line.word("setting")?;
    let Some(key) = SettingKey::parse(name.text) else {
        line.report(name, Kind::Unknown(Unknown::Setting));
        line.abandon();
        return None;
    };
    let piece = line.word("value")?;
    let Some(value) = key.parse_value(piece.text) else {
        line.report(piece, Kind::Expected(Expected::SettingValue(key)));
        return None;
    };
    let change = SettingChange { key, value };
    match Settings::for_release(Release::V4_0).set(change) {
        Ok(()) => Some((change, name)),
        Err(SettingError::WrongKind) => {
            line.report(piece, Kind::Expected(Expected::SettingValue(key)));
            None
        }
        Err(SettingError::OutOfBounds { min, max }) => {
            let [min, max] = [min, max].map(|bound| i64::try_from(bound).unwrap_or(i64::MAX));
            line.report(piece, Kind::OutOfBounds { min, max });
            None
        }
    }
}

fn crash(line: &mut Line<'_, '_>) -> Option<Crash> {
    if line.flag("power-loss") {
        return Some(Crash::PowerLoss);
    }
    if line.flag("disk-loss") {
        return Some(Crash::DiskLoss);
    }
    match line.option("keep-below") {
        Some(piece) => {
            let offset = line.number(piece, 0, limits::OFFSET)?;
            Some(Crash::KeepBelow(offset))
        }
        None => Some(Crash::Kill),
    }
}

/// Which directions may be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrow {
    /// One, or both.
    Any,
    /// One.
    OneWay,
}

/// `NODE -> NODE`, or `NODE <-> NODE` for both directions.
pub(super) fn link<'a>(
    line: &mut Line<'a, '_>,
    cluster: &ClusterReader<'a>,
    allowed: Arrow,
) -> Option<(Node, Node, bool)> {
    let (from, arrow, to) = (
        line.word("sender"),
        line.word("arrow"),
        line.word("receiver"),
    );
    let from = from.and_then(|piece| node(line, cluster, piece));
    let to = to.and_then(|piece| node(line, cluster, piece));
    let arrow = arrow?;
    let both = match arrow.text {
        "->" => false,
        "<->" if allowed == Arrow::Any => true,
        _ => {
            let expected = match allowed {
                Arrow::Any => Expected::Arrow,
                Arrow::OneWay => Expected::OneWayArrow,
            };
            line.report(arrow, Kind::Expected(expected));
            return None;
        }
    };
    Some((from?, to?, both))
}

pub(super) fn node<'a>(
    line: &mut Line<'a, '_>,
    cluster: &ClusterReader<'a>,
    piece: Piece<'a>,
) -> Option<Node> {
    if piece.text == "controller" {
        return Some(Node::Controller);
    }
    if let Some(number) = piece.text.strip_prefix("client-") {
        let client = number.parse().ok();
        line.demand(client.is_some(), piece, Kind::Expected(Expected::Node));
        return Some(Node::Client(client?));
    }
    if !piece.text.starts_with(|first: char| first.is_ascii_digit()) {
        line.report(piece, Kind::Expected(Expected::Node));
        return None;
    }
    cluster.broker_id(line, piece).map(Node::Broker)
}

fn partition<'a>(line: &mut Line<'a, '_>, cluster: &ClusterReader<'a>) -> Option<PartitionId> {
    let piece = line.word("partition")?;
    cluster.partition_id(line, piece)
}

#[allow(clippy::option_option, reason = "no partition named means all of them")]
fn one_or_all<'a>(
    line: &mut Line<'a, '_>,
    cluster: &ClusterReader<'a>,
) -> Option<Option<PartitionId>> {
    match line.optional_word() {
        Some(piece) => cluster.partition_id(line, piece).map(Some),
        None => Some(None),
    }
}

pub(super) fn broker<'a>(line: &mut Line<'a, '_>, cluster: &ClusterReader<'a>) -> Option<BrokerId> {
    let piece = line.word("broker id")?;
    cluster.broker_id(line, piece)
}

pub(super) fn broker_option<'a>(
    line: &mut Line<'a, '_>,
    cluster: &ClusterReader<'a>,
    name: &str,
) -> Option<BrokerId> {
    let piece = line.required(name)?;
    cluster.broker_id(line, piece)
}

fn brokers_option<'a>(
    line: &mut Line<'a, '_>,
    cluster: &ClusterReader<'a>,
    name: &str,
) -> Option<Vec<BrokerId>> {
    let piece = line.required(name)?;
    Some(ids(cluster.brokers(line, piece)))
}

fn offset(line: &mut Line<'_, '_>, name: &str, min: Offset) -> Option<Offset> {
    let piece = line.required(name)?;
    line.number(piece, min, limits::OFFSET)
}
