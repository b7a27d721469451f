//! Writes commands.

use alloc::string::String;

use super::put;
use super::values::{Ids, Named, Time, Value, Values};
use crate::replication::acks::Acks;
use crate::replication::broker_config::BrokerConfig;
use crate::sim::admin::{Admin, Producer, TopicConfig};
use crate::sim::command::{Command, Crash, Manual, Produce};
use crate::sim::event::Timer;
use crate::sim::naming::{MessageAct, MessageName};
use crate::topology::Topology;

pub(super) fn put_command(text: &mut String, topology: &Topology, command: &Command) {
    let named = |partition| Named(topology, partition);
    match command {
        Command::Produce(produce) => put_produce(text, topology, produce),
        Command::ConsumerFetch {
            partition,
            broker,
            offset,
        } => {
            let partition = named(*partition);
            let what = format_args!("consume {partition} broker={broker} offset={offset}");
            put(text, what);
        }
        Command::Crash { broker, how } => {
            put(text, format_args!("crash {broker}"));
            match how {
                Crash::Kill => {}
                Crash::PowerLoss => text.push_str(" power-loss"),
                Crash::KeepBelow(offset) => put(text, format_args!(" keep-below={offset}")),
                Crash::DiskLoss => text.push_str(" disk-loss"),
            }
        }
        Command::Restart { broker } => put(text, format_args!("restart {broker}")),
        Command::ControlledShutdown { broker } => put(text, format_args!("shut-down {broker}")),
        Command::Pause { broker } => put(text, format_args!("pause {broker}")),
        Command::Resume { broker } => put(text, format_args!("resume {broker}")),
        Command::CutLink { from, to, both } => {
            put(text, format_args!("cut {from} {} {to}", arrow(*both)));
        }
        Command::HealLink { from, to, both } => {
            put(text, format_args!("heal {from} {} {to}", arrow(*both)));
        }
        Command::Isolate { brokers } => put(text, format_args!("isolate {}", Ids(brokers))),
        Command::HealAll => text.push_str("heal-all"),
        Command::PreferredElection { partition } => {
            text.push_str("elect-preferred");
            if let Some(partition) = partition {
                put(text, format_args!(" {}", named(*partition)));
            }
        }
        Command::UncleanElection { partition } => {
            text.push_str("elect-unclean");
            if let Some(partition) = partition {
                put(text, format_args!(" {}", named(*partition)));
            }
        }
        Command::DeleteRecords {
            partition,
            before_offset,
        } => {
            let partition = named(*partition);
            put(
                text,
                format_args!("delete-records {partition} before={before_offset}"),
            );
        }
        Command::Set(change) => {
            put(
                text,
                format_args!("set {} {}", change.key.name(), change.value),
            );
        }
        Command::RunByItself => text.push_str("run-by-itself"),
        Command::RunByHand => text.push_str("run-by-hand"),
        Command::Manual(manual) => put_manual(text, topology, manual),
        Command::Message { name, act } => put_message(text, topology, name, *act),
        Command::ExpireTimer(timer) => put_timer(text, topology, *timer),
        Command::Wait => text.push_str("wait"),
        Command::Admin(admin) => put_admin(text, admin),
    }
}

fn put_message(text: &mut String, topology: &Topology, name: &MessageName, act: MessageAct) {
    let MessageName { flow, nth, copy } = name;
    let (act, by_us) = match act {
        MessageAct::Drop => ("drop", None),
        MessageAct::Hold => ("hold", None),
        MessageAct::Release => ("release", None),
        MessageAct::Delay { by_us } => ("delay", Some(by_us)),
        MessageAct::DeliverNow => ("deliver", None),
        MessageAct::Duplicate => ("duplicate", None),
    };
    let kind = flow.kind.as_str();
    put(
        text,
        format_args!("message {act} {} -> {} {kind}", flow.from, flow.to),
    );
    if let Some(partition) = flow.partition {
        put(text, format_args!(" {}", Named(topology, partition)));
    }
    put(text, format_args!(" {nth}"));
    if *copy > 0 {
        put(text, format_args!(" copy={copy}"));
    }
    if let Some(by_us) = by_us {
        put(text, format_args!(" by={}", Time(by_us)));
    }
}

fn put_timer(text: &mut String, topology: &Topology, timer: Timer) {
    put(text, format_args!("expire {}", timer.name()));
    if let Some(partition) = timer.partition() {
        put(
            text,
            format_args!(" partition={}", Named(topology, partition)),
        );
    }
    if let Some(broker) = timer.broker() {
        put(text, format_args!(" broker={broker}"));
    }
    match timer {
        Timer::FetchWait { follower, .. } => put(text, format_args!(" follower={follower}")),
        Timer::ProducerSend { client } => put(text, format_args!(" client={client}")),
        Timer::ConnectionTimeout { peer, .. } => put(text, format_args!(" peer={peer}")),
        _ => {}
    }
}

fn put_admin(text: &mut String, admin: &Admin) {
    match admin {
        Admin::CreateTopic {
            topic,
            partitions,
            replication_factor: factor,
            config,
        } => {
            let what = format_args!("create-topic {topic} partitions={partitions}");
            put(text, what);
            put(text, format_args!(" replication-factor={factor}"));
            put_config(text, *config);
        }
        Admin::CreatePartitions { topic, total, .. } => {
            put(text, format_args!("add-partitions {topic} total={total}"));
        }
        Admin::DeleteTopic { topic } => put(text, format_args!("delete-topic {topic}")),
        Admin::SetTopic { topic, config } => {
            put(text, format_args!("set-topic {topic}"));
            put_config(text, *config);
        }
        Admin::AddBroker { broker, rack } => {
            put(text, format_args!("add-broker {broker}"));
            if let Some(rack) = rack {
                put(text, format_args!(" rack={rack}"));
            }
        }
        Admin::SetBroker { broker, config } => {
            put(text, format_args!("set-broker {broker}"));
            put_broker_config(text, config);
        }
        Admin::RemoveBroker { broker } => put(text, format_args!("remove-broker {broker}")),
        Admin::StartProducer(producer) => {
            let Producer { client, topic, .. } = producer;
            put(text, format_args!("start-producer {client} topic={topic}"));
            if let Some(key) = &producer.key {
                put(text, format_args!(" key={}", Value(key)));
            }
            put_acks(text, producer.acks);
            let (every, value) = (Time(producer.every_us), Value(&producer.value));
            put(text, format_args!(" every={every} value={value}"));
        }
        Admin::StopProducer { client } => put(text, format_args!("stop-producer {client}")),
    }
}

/// What is set for a topic, as its line in the head has it, too.
pub(super) fn put_config(text: &mut String, config: TopicConfig) {
    if let Some(minimum) = config.min_insync_replicas {
        put(text, format_args!(" min.insync.replicas={minimum}"));
    }
    if let Some(unclean) = config.unclean_leader_election_enable {
        let option = " unclean.leader.election.enable";
        put(text, format_args!("{option}={unclean}"));
    }
}

/// What is set for a broker, as its line in the head has it, too.
pub(super) fn put_broker_config(text: &mut String, config: &BrokerConfig) {
    for (key, value) in &config.0 {
        put(text, format_args!(" {}={value}", key.name()));
    }
}

fn put_acks(text: &mut String, acks: Option<Acks>) {
    if let Some(acks) = acks {
        put(text, format_args!(" acks={}", acks.as_str()));
    }
}

fn put_produce(text: &mut String, topology: &Topology, produce: &Produce) {
    let partition = Named(topology, produce.partition);
    match &produce.key {
        Some(key) => {
            if key.chooses {
                let topic = topology.topic_of(produce.partition);
                let topic = topic.map_or("?", |topic| &topic.name);
                put(text, format_args!("produce topic={topic}"));
            } else {
                put(text, format_args!("produce {partition}"));
            }
            put(text, format_args!(" key={}", Value(&key.text)));
        }
        None => put(text, format_args!("produce {partition}")),
    }
    if !produce.values.is_empty() {
        put(text, format_args!(" values={}", Values(&produce.values)));
    }
    put_acks(text, produce.acks);
    if let Some(broker) = produce.broker {
        put(text, format_args!(" broker={broker}"));
    }
    if let Some(sequence) = produce.base_sequence {
        put(text, format_args!(" base-sequence={sequence}"));
    }
}

fn put_manual(text: &mut String, topology: &Topology, manual: &Manual) {
    let named = |partition| Named(topology, partition);
    match manual {
        Manual::Fetch {
            partition,
            follower,
            leader,
            max_records,
            response_lost,
        } => {
            let partition = named(*partition);
            let what = format_args!("fetch {partition} follower={follower} leader={leader}");
            put(text, what);
            if let Some(records) = max_records {
                put(text, format_args!(" max-records={records}"));
            }
            if *response_lost {
                text.push_str(" response-lost");
            }
        }
        Manual::ApplyMetadata { broker } => put(text, format_args!("apply-metadata {broker}")),
        Manual::Fence { broker } => put(text, format_args!("fence {broker}")),
        Manual::Elect { partition, leader } => {
            put(
                text,
                format_args!("elect {} leader={leader}", named(*partition)),
            );
        }
        Manual::ShrinkIsr {
            partition,
            leader,
            remove,
        } => {
            let (partition, remove) = (named(*partition), Ids(remove));
            let what = format_args!("shrink-isr {partition} leader={leader} remove={remove}");
            put(text, what);
        }
        Manual::SendAlterPartition {
            partition,
            leader,
            isr,
        } => {
            let (partition, isr) = (named(*partition), Ids(isr));
            let what = format_args!("send-alter-partition {partition} leader={leader} isr={isr}");
            put(text, what);
        }
        Manual::AnswerAlterPartition { partition, leader } => {
            let partition = named(*partition);
            put(
                text,
                format_args!("answer-alter-partition {partition} leader={leader}"),
            );
        }
    }
}

const fn arrow(both: bool) -> &'static str {
    if both { "<->" } else { "->" }
}
