//! Reads what is done to single messages and timers.

use super::super::error::{Kind, Unknown};
use super::super::limits;
use super::cluster::ClusterReader;
use super::command::{Arrow, broker_option, given, link, node};
use super::line::Line;
use crate::sim::command::Command;
use crate::sim::event::Timer;
use crate::sim::naming::{Flow, MessageAct, MessageName, MessageType};

/// `ACT NODE -> NODE KIND [PARTITION] N [copy=N] [by=TIME]`.
pub(super) fn message<'a>(line: &mut Line<'a, '_>, cluster: &ClusterReader<'a>) -> Option<Command> {
    let verb = line.word("act")?;
    let act = match verb.text {
        "drop" => Some(MessageAct::Drop),
        "hold" => Some(MessageAct::Hold),
        "release" => Some(MessageAct::Release),
        "delay" => line
            .required("by")
            .and_then(|piece| line.time(piece, limits::TIME_US))
            .map(|by_us| MessageAct::Delay { by_us }),
        "deliver" => Some(MessageAct::DeliverNow),
        "duplicate" => Some(MessageAct::Duplicate),
        _ => {
            line.report(verb, Kind::Unknown(Unknown::MessageAct));
            line.abandon();
            return None;
        }
    };
    let ends = link(line, cluster, Arrow::OneWay);
    let piece = line.word("kind of message")?;
    let Some(kind) = MessageType::parse(piece.text) else {
        line.report(piece, Kind::Unknown(Unknown::MessageKind));
        line.abandon();
        return None;
    };
    let partition = kind.is_counted_by_partition().then(|| {
        let piece = line.word("partition")?;
        cluster.partition_id(line, piece)
    });
    if partition == Some(None) {
        // What was taken for a partition may have been the number.
        line.abandon();
        return None;
    }
    let nth = line
        .word("number")
        .and_then(|piece| line.narrow(piece, 0, i64::from(u32::MAX)));
    let copy = line
        .option("copy")
        .map(|piece| line.narrow(piece, 0, i64::from(u32::MAX)));
    let (from, to, _) = ends?;
    let flow = Flow::new(from, to, kind, given(partition)?);
    let name = MessageName {
        flow,
        nth: nth?,
        copy: given(copy)?.unwrap_or(0),
    };
    Some(Command::Message { name, act: act? })
}

/// `KIND [partition=PARTITION] [broker=ID] [follower=ID] [peer=NODE]`, as the kind needs them.
pub(super) fn timer<'a>(line: &mut Line<'a, '_>, cluster: &ClusterReader<'a>) -> Option<Timer> {
    let piece = line.word("kind of timer")?;
    let mut examples = Timer::EXAMPLES.into_iter();
    let Some(kind) = examples.find(|kind| kind.name() == piece.text) else {
        line.report(piece, Kind::Unknown(Unknown::Timer));
        line.abandon();
        return None;
    };
    let partition = kind.partition().map(|_| {
        let piece = line.required("partition")?;
        cluster.partition_id(line, piece)
    });
    let broker = kind
        .broker()
        .map(|_| broker_option(line, cluster, "broker"));
    let named = match kind {
        Timer::FetchWait { .. } => {
            let follower = broker_option(line, cluster, "follower");
            Timer::FetchWait {
                broker: broker??,
                follower: follower?,
                partition: partition??,
            }
        }
        Timer::ConnectionTimeout { .. } => {
            let peer = line
                .required("peer")
                .and_then(|piece| node(line, cluster, piece));
            Timer::ConnectionTimeout {
                broker: broker??,
                peer: peer?,
            }
        }
        Timer::SessionExpiry { .. } => Timer::SessionExpiry { broker: broker?? },
        Timer::LagCheck { .. } => Timer::LagCheck { broker: broker?? },
        Timer::Registration { .. } => Timer::Registration { broker: broker?? },
        Timer::Heartbeat { .. } => Timer::Heartbeat { broker: broker?? },
        Timer::AlterPartitionRetry { .. } => Timer::AlterPartitionRetry { broker: broker?? },
        Timer::FetchRetry { .. } => Timer::FetchRetry {
            broker: broker??,
            partition: partition??,
        },
        Timer::RequestTimeout { .. } => Timer::RequestTimeout {
            broker: broker??,
            partition: partition??,
        },
        Timer::ProduceTimeout { .. } => Timer::ProduceTimeout {
            broker: broker??,
            partition: partition??,
        },
        Timer::ProducerSend { .. } => {
            let piece = line.required("client")?;
            Timer::ProducerSend {
                client: line.narrow(piece, 2, i64::from(u32::MAX))?,
            }
        }
        Timer::LeaderBalance | Timer::UncleanElectionCheck => kind,
    };
    Some(named)
}
