//! Sentences of typical steps, in both languages.

use super::*;
use crate::component::Given;
use crate::words::Language;
use tidemark_core::event::{
    ActRefusal, ChangeReason, Effect, InvariantId, PartitionSummary, TruncationReason,
};
use tidemark_core::replication::acks::Acks;
use tidemark_core::replication::broker_config::BrokerConfig;
use tidemark_core::replication::settings::SettingKey;
use tidemark_core::session::frame::{ScenarioView, TopicView};
use tidemark_core::sim::admin::{Admin, Producer};
use tidemark_core::sim::command::{Command, Crash};
use tidemark_core::sim::event::{MessageHead, MessageKind, Step, Timer, Trigger, VirtualTime};
use tidemark_core::sim::naming::{Flow, MessageAct, MessageName, MessageType};
use tidemark_core::sim::node::Node;
use tidemark_core::topology::{PartitionId, TopicConfig};

const PARTITION: PartitionId = PartitionId(3);

fn teller(language: Language) -> Teller {
    let topics = vec![
        TopicView {
            name: "zeroth".to_owned(),
            first: PartitionId(0),
            partitions: vec![0, 1, 2],
            continues: None,
            deleted: false,
            config: TopicConfig::default(),
        },
        TopicView {
            name: "first".to_owned(),
            first: PartitionId(3),
            partitions: vec![0, 1],
            continues: None,
            deleted: false,
            config: TopicConfig::default(),
        },
    ];
    let scenario = ScenarioView {
        id: None,
        titles: Vec::new(),
        topics,
        assumed: Vec::new(),
        by_hand: false,
        producers: Vec::new(),
    };
    Teller {
        words: Words(language),
        names: Names::new(Some(Given::new(scenario))),
        zookeeper: true,
    }
}

fn step(trigger: Trigger, effects: Vec<Effect>) -> Step {
    Step {
        index: 44,
        time: VirtualTime(14_006_000),
        cause: Some(43),
        trigger,
        effects,
    }
}

fn arrives(kind: MessageKind) -> Trigger {
    let (from, to) = (Node::Broker(2), Node::Broker(1));
    Trigger::Message(MessageHead {
        from,
        to,
        partition: Some(PARTITION),
        kind,
    })
}

#[track_caller]
fn check(step: &Step, line: [&str; 2], headline: [&str; 2]) {
    let tellers = [teller(Language::English), teller(Language::Chinese)];
    assert_eq!([tellers[0].line(step), tellers[1].line(step)], line);
    assert_eq!(
        [tellers[0].headline(step), tellers[1].headline(step)],
        headline
    );
}

#[test]
fn a_leader_takes_over() {
    let became = Effect::BecameLeader {
        partition: PARTITION,
        broker: 1,
        leader_epoch: 1,
        epoch_start_offset: 5,
    };
    check(
        &step(
            arrives(MessageKind::PartitionStates { count: 3 }),
            vec![became],
        ),
        [
            "Broker 1 leads first-0 from offset 5",
            "broker\u{a0}1 从偏移量\u{a0}5 起领导\u{a0}first-0",
        ],
        [
            "Broker 1 now leads first-0. Its log ends at 5, so epoch 1 starts at 5.",
            "分区\u{a0}first-0 现由 broker\u{a0}1 领导。它的日志到\u{a0}5 为止，所以 epoch\u{a0}1 从\u{a0}5 开始。",
        ],
    );
}

#[test]
fn the_high_watermark_commits_one_offset_or_several() {
    let moved = |from, to| Effect::HighWatermark {
        partition: PARTITION,
        broker: 1,
        from,
        to,
        as_leader: true,
    };
    let fetch = || {
        arrives(MessageKind::Fetch {
            fetch_offset: 6,
            leader_epoch: None,
            last_fetched_epoch: None,
        })
    };
    check(
        &step(fetch(), vec![moved(4, 5)]),
        ["HW of first-0: 4 → 5", "first-0 的 HW：4 →\u{a0}5"],
        [
            "The HW of first-0 moves from 4 to 5. Offset 4 is committed.",
            "first-0 的 HW 从\u{a0}4 移到\u{a0}5。偏移量\u{a0}4 已提交。",
        ],
    );
    check(
        &step(fetch(), vec![moved(4, 7)]),
        ["HW of first-0: 4 → 7", "first-0 的 HW：4 →\u{a0}7"],
        [
            "The HW of first-0 moves from 4 to 7. Offsets 4–6 are committed.",
            "first-0 的 HW 从\u{a0}4 移到\u{a0}7。偏移量\u{a0}4–6 已提交。",
        ],
    );
}

#[test]
fn leadership_moves_or_is_lost() {
    let summary = |leader, isr: &[i32], leader_epoch| PartitionSummary {
        leader,
        leader_epoch,
        partition_epoch: leader_epoch,
        isr: isr.to_vec(),
    };
    let changed = |to| Effect::PartitionChanged {
        partition: PARTITION,
        from: summary(Some(0), &[0, 1, 2], 0),
        to,
        reason: ChangeReason::BrokerFenced,
        unclean: false,
    };
    let expired = || Trigger::Timer(Timer::SessionExpiry { broker: 0 });
    check(
        &step(expired(), vec![changed(summary(Some(1), &[1, 2], 1))]),
        [
            "first-0: leader 0 → 1, ISR [1,2], epoch 1",
            "first-0：leader\u{a0}0 →\u{a0}1，ISR\u{a0}[1,2]，epoch\u{a0}1",
        ],
        [
            "The controller makes broker 1 the leader of first-0, in epoch 1. ISR [1,2].",
            "controller 让 broker\u{a0}1 成为\u{a0}first-0 的 leader，进入 epoch\u{a0}1。ISR\u{a0}[1,2]。",
        ],
    );
    check(
        &step(expired(), vec![changed(summary(None, &[0], 1))]),
        [
            "first-0: leader 0 → none, ISR [0]",
            "first-0：leader\u{a0}0 → 无，ISR\u{a0}[0]",
        ],
        [
            "first-0 has no leader. ISR [0] is kept, and nobody in it is alive.",
            "first-0 没有 leader。ISR\u{a0}[0] 保留，但其中没有存活的成员。",
        ],
    );
}

#[test]
fn a_follower_cuts_its_log() {
    let cut = Effect::Truncated {
        partition: PARTITION,
        broker: 2,
        from: 7,
        to: 5,
        reason: TruncationReason::HighWatermark,
    };
    let step = step(
        arrives(MessageKind::PartitionStates { count: 3 }),
        vec![cut],
    );
    check(
        &step,
        ["Broker 2 cuts 7 → 5", "broker\u{a0}2 截断\u{a0}7 →\u{a0}5"],
        [
            "Broker 2 cuts its log of first-0 from 7 to 5.",
            "broker\u{a0}2 把\u{a0}first-0 的日志从\u{a0}7 截断到\u{a0}5。",
        ],
    );
    assert!(teller(Language::English).rule(&step).is_some());
}

#[test]
fn a_person_acts_and_a_promise_breaks() {
    let crash = || {
        Trigger::Command(Command::Crash {
            broker: 0,
            how: Crash::Kill,
        })
    };
    let down = Effect::BrokerDown {
        broker: 0,
        clean: false,
    };
    let line = ["You crash broker 0", "你让 broker\u{a0}0 宕机"];
    check(&step(crash(), vec![down.clone()]), line, line);
    let broken = Effect::Invariant {
        id: InvariantId::I6,
        partition: PARTITION,
        broken: true,
    };
    check(
        &step(crash(), vec![down, broken]),
        ["I6 broken on first-0", "first-0 违反\u{a0}I6"],
        ["I6 is broken on first-0.", "first-0 违反了\u{a0}I6。"],
    );
}

#[test]
fn messages_and_timers() {
    let answer = MessageKind::FetchResponse {
        error: tidemark_core::replication::error_code::ErrorCode::None,
        records: 0,
        high_watermark: 5,
        diverging: None,
    };
    check(
        &step(arrives(answer), Vec::new()),
        [
            "Answer 2 → 1: no records, HW 5",
            "应答\u{a0}2 →\u{a0}1：没有记录，HW\u{a0}5",
        ],
        [
            "FetchResponse from broker 2 arrives at broker 1.",
            "来自\u{a0}broker\u{a0}2 的\u{a0}FetchResponse 到达\u{a0}broker\u{a0}1。",
        ],
    );
    let retry = Trigger::Timer(Timer::FetchRetry {
        broker: 2,
        partition: PARTITION,
    });
    let line = ["Broker 2 tries its fetch again", "broker\u{a0}2 重试 Fetch"];
    check(&step(retry, Vec::new()), line, line);
}

#[test]
fn acts_on_single_messages() {
    let kind = MessageType::FetchResponse;
    let flow = Flow::new(Node::Broker(1), Node::Broker(2), kind, Some(PARTITION));
    let name = MessageName {
        flow,
        nth: 17,
        copy: 0,
    };
    let act = |act| Trigger::Command(Command::Message { name, act });
    let why = ActRefusal::NotInFlight;
    let line = [
        "You drop FetchResponse first-0 17, 1 → 2",
        "你丢弃\u{a0}FetchResponse first-0\u{a0}17，1 →\u{a0}2",
    ];
    check(&step(act(MessageAct::Drop), Vec::new()), line, line);
    let line = [
        "You hold FetchResponse first-0 17, 1 → 2: it is not in flight",
        "你扣住\u{a0}FetchResponse first-0\u{a0}17，1 →\u{a0}2：它不在途中",
    ];
    let refused = step(act(MessageAct::Hold), vec![Effect::ActRefused { why }]);
    check(&refused, line, line);
    for language in [Language::English, Language::Chinese] {
        assert!(teller(language).also(&refused).is_empty());
    }
    let closed = Trigger::Timer(Timer::ConnectionTimeout {
        broker: 0,
        peer: Node::Client(1),
    });
    let line = [
        "Broker 0: the connection is closed; 2 messages on it are lost",
        "broker\u{a0}0 的连接关闭，其上的\u{a0}2 条消息丢失",
    ];
    let lost = Effect::ConnectionClosed { broker: 0, lost: 2 };
    check(&step(closed, vec![lost]), line, line);
}

#[test]
fn changes_of_the_cluster() {
    let told = |admin: Admin, lines: [&str; 2]| {
        let step = step(Trigger::Command(Command::Admin(admin)), Vec::new());
        check(&step, lines, lines);
    };
    let topic = || "orders".to_owned();
    let create = |partitions, config| Admin::CreateTopic {
        topic: topic(),
        partitions,
        replication_factor: 3,
        config,
    };
    told(
        create(1, TopicConfig::default()),
        [
            "You create topic orders with 1 partition and replication factor 3",
            "你创建 topic\u{a0}orders：1 个分区，副本数\u{a0}3",
        ],
    );
    let config = TopicConfig {
        min_insync_replicas: Some(2),
        unclean_leader_election_enable: Some(true),
    };
    told(
        create(4, config),
        [
            "You create topic orders with 4 partitions, replication factor 3 and min.insync.replicas=2, unclean.leader.election.enable=true",
            "你创建 topic\u{a0}orders：4 个分区，副本数\u{a0}3，min.insync.replicas=2, unclean.leader.election.enable=true",
        ],
    );
    told(
        Admin::SetBroker {
            broker: 1,
            config: BrokerConfig(vec![(SettingKey::ReplicaLagTimeMaxMs, 5_000)]),
        },
        [
            "You set for broker 1: replica.lag.time.max.ms=5000",
            "你为 broker\u{a0}1 设置\u{a0}replica.lag.time.max.ms=5000",
        ],
    );
    told(
        Admin::SetBroker {
            broker: 1,
            config: BrokerConfig::default(),
        },
        [
            "You take its own settings from broker 1",
            "你取消 broker\u{a0}1 自己的设置",
        ],
    );
    told(
        Admin::StartProducer(Producer {
            client: 2,
            topic: topic(),
            key: Some("k".to_owned()),
            acks: Some(Acks::All),
            every_us: 500_000,
            value: "v".to_owned(),
        }),
        [
            "You have client 2 send to orders, one record every 500\u{a0}ms (key=k, acks=all)",
            "你让 client\u{a0}2 向\u{a0}orders 发送记录，每\u{a0}500\u{a0}ms 一条（key=k, acks=all）",
        ],
    );
}
