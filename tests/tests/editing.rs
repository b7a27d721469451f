//! The cluster is changed while it runs: topics, brokers, producers, and what is taken back.

use tidemark_core::event::Effect;
use tidemark_core::history::{BranchId, Going, Lane};
use tidemark_core::kafka::BrokerId;
use tidemark_core::replication::acks::Acks;
use tidemark_core::replication::error_code::ErrorCode;
use tidemark_core::replication::partitioner::{murmur2, partition_for_key};
use tidemark_core::replication::release::Release;
use tidemark_core::replication::settings::{MetadataMode, Settings};
use tidemark_core::scenario::{self, Expected, Kind, Scenario, Unknown, catalogue, replay};
use tidemark_core::session::frame::Frame;
use tidemark_core::session::request::{Look, Move, Request};
use tidemark_core::session::{Refusal, Reply, Session};
use tidemark_core::sim::Simulation;
use tidemark_core::sim::admin::{Admin, Producer, TopicConfig};
use tidemark_core::sim::command::{Command, Crash, Key, Produce};
use tidemark_core::sim::event::{Trigger, VirtualTime};
use tidemark_core::topology::PartitionId;
use tidemark_tests::cluster::Run;

fn release(text: &str) -> Settings {
    Settings::for_release(Release::parse(text).expect("a release"))
}

fn cluster(text: &str) -> Run {
    Run::three_brokers(1, release(text))
}

fn create(topic: &str, partitions: u32, replication_factor: u32) -> Admin {
    Admin::CreateTopic {
        topic: topic.to_owned(),
        partitions,
        replication_factor,
        config: TopicConfig::default(),
    }
}

fn add_partitions(topic: &str, from: u32, total: u32) -> Admin {
    Admin::CreatePartitions {
        topic: topic.to_owned(),
        from,
        total,
    }
}

fn delete(topic: &str) -> Admin {
    Admin::DeleteTopic {
        topic: topic.to_owned(),
    }
}

fn set(topic: &str, min_insync_replicas: u32) -> Admin {
    Admin::SetTopic {
        topic: topic.to_owned(),
        config: TopicConfig {
            min_insync_replicas: Some(min_insync_replicas),
            unclean_leader_election_enable: None,
        },
    }
}

fn admin(run: &mut Run, admin: Admin) {
    run.now(Command::Admin(admin));
}

#[track_caller]
fn refused(run: &mut Run, request: Admin, error: ErrorCode) {
    assert_eq!(run.simulation.admin_error(&request), Some(error));
    admin(run, request);
    let effects = &run.steps.last().expect("a step").effects;
    assert_eq!(effects, &[Effect::AdminRefused { error }]);
}

fn id(run: &Run, topic: &str, number: i32) -> u32 {
    run.simulation.topology().find(topic, number).expect("it").0
}

fn replicas(run: &Run, partition: u32) -> Vec<BrokerId> {
    let cell = run.simulation.cell(PartitionId(partition)).expect("it");
    cell.state.replicas.to_vec()
}

fn record_keys(run: &Run, partition: u32, broker: BrokerId) -> Vec<Option<String>> {
    let replica = run.replica(partition, broker);
    let mut keys = Vec::new();
    replica.for_each_record(0, replica.log.log_end_offset(), |record| {
        keys.push(
            record
                .key
                .map(|key| String::from_utf8_lossy(key).into_owned()),
        );
    });
    keys
}

#[test]
fn the_hash_of_keys_is_kafkas() {
    // The table of Kafka's own test of its hash.
    for (key, hash) in [
        ("21", -973_932_308),
        ("foobar", -790_332_482),
        ("a-little-bit-long-string", -985_981_536),
        ("a-little-bit-longer-string", -1_486_304_829),
        (
            "lkjh234lh9fiuh90y23oiuhsafujhadof229phr9h19h89h8",
            -58_897_971,
        ),
        ("abc", 479_470_107),
    ] {
        assert_eq!(murmur2(key.as_bytes()), hash, "{key}");
    }
    // -973932308 without its sign's bit is 1173551340.
    assert_eq!(partition_for_key(b"21", 7), Some(1_173_551_340 % 7));
    assert_eq!(partition_for_key(b"21", 0), None);
}

#[test]
fn a_created_topic_reaches_its_brokers_and_takes_records() {
    for text in ["2.8", "3.9"] {
        let mut run = cluster(text);
        run.until(1_000);
        admin(&mut run, create("orders", 3, 2));
        // The first state: the first of the assignment leads, all are in sync, epochs are 0.
        for number in 0..3 {
            let partition = id(&run, "orders", number);
            let assigned = replicas(&run, partition);
            assert_eq!(partition, 1 + number.unsigned_abs());
            assert_eq!(assigned.len(), 2);
            assert_eq!(run.leader(partition), assigned.first().copied());
            assert_eq!(run.isr(partition), assigned);
            assert_eq!(run.leader_epoch(partition), 0);
            // Nobody has heard of it yet.
            assert!(run.replica(partition, assigned[0]).leadership().is_none());
        }
        // Three partitions on three brokers: each leads one, each follows one.
        let mut leaders: Vec<_> = (1..4).map(|partition| run.leader(partition)).collect();
        leaders.sort_unstable();
        assert_eq!(leaders, [Some(0), Some(1), Some(2)], "{text}");
        run.wait(1_000);
        let value = run.produce(2, Acks::All);
        run.wait(2_000);
        assert_eq!(run.acknowledged(2), std::slice::from_ref(&value));
        for broker in replicas(&run, 2) {
            assert_eq!(run.values(2, broker), std::slice::from_ref(&value));
        }
        assert!(run.is_whole(), "{text}");
        assert!(run.broken.is_empty(), "{:?}", run.broken);
    }
}

#[test]
fn what_creating_a_topic_refuses() {
    for text in ["2.8", "3.9"] {
        let mut run = cluster(text);
        run.until(1_000);
        refused(&mut run, create("t", 1, 1), ErrorCode::TopicAlreadyExists);
        refused(&mut run, create("", 1, 1), ErrorCode::InvalidTopicException);
        refused(
            &mut run,
            create("..", 1, 1),
            ErrorCode::InvalidTopicException,
        );
        refused(
            &mut run,
            create("a b", 1, 1),
            ErrorCode::InvalidTopicException,
        );
        let long = "a".repeat(250);
        refused(
            &mut run,
            create(&long, 1, 1),
            ErrorCode::InvalidTopicException,
        );
        refused(&mut run, create("a", 0, 1), ErrorCode::InvalidPartitions);
        refused(
            &mut run,
            create("a", 1, 0),
            ErrorCode::InvalidReplicationFactor,
        );
        refused(
            &mut run,
            create("a", 1, 4),
            ErrorCode::InvalidReplicationFactor,
        );
        // A metric's name has no dots.
        admin(&mut run, create("a.b", 1, 1));
        refused(
            &mut run,
            create("a_b", 1, 1),
            ErrorCode::InvalidTopicException,
        );
        // What was refused is no topic, and its ids are not given again.
        assert_eq!(id(&run, "a.b", 0), 8, "{text}");
        run.wait(1_000);
        assert!(run.is_whole());
    }
}

/// A dead broker of ZooKeeper's is no broker; one of KRaft's that is fenced is the last to be taken, never
/// leads, and is not in the ISR.
#[test]
fn brokers_that_are_down_get_no_leadership() {
    let mut run = cluster("2.8");
    run.until(1_000);
    run.kill(2);
    run.until(60_000);
    refused(
        &mut run,
        create("a", 1, 3),
        ErrorCode::InvalidReplicationFactor,
    );
    admin(&mut run, create("b", 2, 2));
    for number in 0..2 {
        let mut assigned = replicas(&run, id(&run, "b", number));
        assigned.sort_unstable();
        assert_eq!(assigned, [0, 1]);
    }
    let mut run = cluster("3.9");
    run.until(1_000);
    run.kill(2);
    run.until(60_000);
    admin(&mut run, create("a", 3, 3));
    for number in 0..3 {
        let partition = id(&run, "a", number);
        let assigned = replicas(&run, partition);
        assert_eq!(assigned[2], 2);
        assert_eq!(run.isr(partition), assigned[..2]);
    }
    run.restart(2);
    run.until(90_000);
    assert!(run.is_whole());
    run.kill(0);
    run.kill(1);
    run.kill(2);
    run.until(150_000);
    refused(
        &mut run,
        create("b", 1, 1),
        ErrorCode::InvalidReplicationFactor,
    );
}

#[test]
fn added_partitions_leave_the_others_as_they_are() {
    for text in ["2.8", "3.9"] {
        let mut run = cluster(text);
        run.until(1_000);
        admin(&mut run, create("u", 1, 1));
        run.wait(1_000);
        let value = run.produce(0, Acks::All);
        refused(
            &mut run,
            add_partitions("v", 1, 2),
            ErrorCode::UnknownTopicOrPartition,
        );
        refused(
            &mut run,
            add_partitions("t", 1, 1),
            ErrorCode::InvalidPartitions,
        );
        let before = replicas(&run, 0);
        admin(&mut run, add_partitions("t", 1, 4));
        refused(
            &mut run,
            add_partitions("t", 4, 2),
            ErrorCode::InvalidPartitions,
        );
        run.wait(2_000);
        // One id went to the topic that was refused.
        let ids: Vec<u32> = (0..4).map(|number| id(&run, "t", number)).collect();
        assert_eq!(ids, [0, 3, 4, 5], "{text}");
        assert_eq!(replicas(&run, 0), before);
        assert_eq!(run.values(0, 0), [value]);
        for partition in [3, 4, 5] {
            assert_eq!(replicas(&run, partition).len(), 3);
        }
        if text == "2.8" {
            // Kafka's formula, from the first replica of partition 0 on: turn 1 begins with partition 3.
            assert_eq!(replicas(&run, 3), [1, 2, 0]);
            assert_eq!(replicas(&run, 4), [2, 0, 1]);
            assert_eq!(replicas(&run, 5), [0, 2, 1]);
        }
        let topology = run.simulation.topology();
        assert_eq!(topology.locate(PartitionId(5)), Some((0, 3)));
        assert_eq!(topology.locate(PartitionId(1)), Some((1, 0)));
        assert!(run.is_whole());
    }
}

#[test]
fn a_deleted_topic_leaves_no_folder() {
    for text in ["2.8", "3.9"] {
        let mut run = cluster(text);
        run.until(1_000);
        admin(&mut run, create("u", 1, 3));
        run.wait(1_000);
        run.produce(1, Acks::All);
        run.wait(500);
        run.kill(2);
        // Nobody acknowledges this one any more.
        let waits = run.produce(1, Acks::All);
        run.wait(200);
        admin(&mut run, delete("u"));
        run.wait(1_000);
        let cell = run
            .simulation
            .cell(PartitionId(1))
            .expect("its number stays");
        assert!(!cell.exists());
        let hosts: Vec<_> = cell.replicas.iter().map(|replica| replica.broker).collect();
        assert_eq!(hosts, [2], "a broker that is down hears of it later");
        let (_, error) = run.failure_of(&waits).expect("it is told");
        assert_eq!(error, ErrorCode::NotLeaderOrFollower);
        let late = run.produce(1, Acks::All);
        run.wait(100);
        let (_, error) = run.failure_of(&late).expect("it is told");
        assert_eq!(error, ErrorCode::UnknownTopicOrPartition);
        refused(&mut run, delete("u"), ErrorCode::UnknownTopicOrPartition);
        run.restart(2);
        run.wait(60_000);
        let cell = run
            .simulation
            .cell(PartitionId(1))
            .expect("its number stays");
        assert!(cell.replicas.is_empty(), "{text}");
        for broker in run.simulation.brokers() {
            assert_eq!(&*broker.partitions, &[PartitionId(0)]);
        }
        assert!(run.is_whole());
        assert!(run.broken.is_empty());
        // A new one of that name is another one, and who speaks of the old one means it.
        admin(&mut run, create("u", 1, 3));
        run.wait(1_000);
        assert_eq!(id(&run, "u", 0), 2);
        let value = run.produce(1, Acks::All);
        run.wait(1_000);
        assert_eq!(run.acknowledged(2), [value]);
    }
}

#[test]
fn a_topics_own_minimum_holds_at_once() {
    let mut run = cluster("3.9");
    run.until(1_000);
    refused(&mut run, set("v", 2), ErrorCode::UnknownTopicOrPartition);
    admin(&mut run, set("t", 3));
    run.kill(2);
    run.until(60_000);
    assert_eq!(run.isr(0), [0, 1]);
    let value = run.produce(0, Acks::All);
    run.wait(100);
    let (_, error) = run.failure_of(&value).expect("it is told");
    assert_eq!(error, ErrorCode::NotEnoughReplicas);
    admin(&mut run, set("t", 2));
    let value = run.produce(0, Acks::All);
    run.wait(1_000);
    assert_eq!(run.acknowledged(0), [value]);
}

/// ZooKeeper's controller looks for a leader when a topic allows unclean elections; KRaft's does so in its
/// periodic check.
#[test]
fn a_topic_may_allow_unclean_elections() {
    let allow = |run: &mut Run| {
        admin(
            run,
            Admin::SetTopic {
                topic: "t".to_owned(),
                config: TopicConfig {
                    min_insync_replicas: None,
                    unclean_leader_election_enable: Some(true),
                },
            },
        );
    };
    let leaderless = |text| {
        let mut run = cluster(text);
        run.until(1_000);
        run.kill(1);
        run.until(60_000);
        run.kill(2);
        run.until(120_000);
        run.kill(0);
        run.until(180_000);
        run.restart(1);
        run.until(240_000);
        assert_eq!(run.leader(0), None);
        run
    };
    let mut run = leaderless("2.8");
    allow(&mut run);
    assert_eq!(run.leader(0), Some(1));
    assert_eq!(run.isr(0), [1]);
    let mut run = leaderless("3.9");
    allow(&mut run);
    assert_eq!(run.leader(0), None);
    run.wait(300_000);
    assert_eq!(run.leader(0), Some(1));
}

#[test]
fn records_are_deleted_up_to_the_high_watermark() {
    let before = |offset| Command::DeleteRecords {
        partition: PartitionId(0),
        before_offset: offset,
    };
    let mut run = cluster("3.9");
    run.until(1_000);
    for _ in 0..5 {
        run.produce(0, Acks::All);
    }
    run.wait(1_000);
    let starts = |run: &Run| [0, 1, 2].map(|id| run.replica(0, id).log.log_start_offset());
    for (offset, error) in [
        (6, ErrorCode::OffsetOutOfRange),
        (-2, ErrorCode::OffsetOutOfRange),
    ] {
        run.now(before(offset));
        let effects = &run.steps.last().expect("a step").effects;
        assert_eq!(effects, &[Effect::AdminRefused { error }]);
    }
    run.now(before(3));
    // The leader at once, the followers by their next fetch.
    assert_eq!(starts(&run), [3, 0, 0]);
    run.wait(2_000);
    assert_eq!(starts(&run), [3, 3, 3]);
    run.now(before(1));
    run.wait(2_000);
    assert_eq!(starts(&run), [3, 3, 3]);
    // All that is committed.
    run.now(before(-1));
    run.wait(2_000);
    assert_eq!(starts(&run), [5, 5, 5]);
    run.kill(0);
    run.now(before(5));
    let effects = &run.steps.last().expect("a step").effects;
    let error = ErrorCode::RequestTimedOut;
    assert_eq!(effects, &[Effect::AdminRefused { error }]);
}

#[test]
fn an_added_broker_registers_and_holds_nothing() {
    for text in ["2.8", "3.9"] {
        let mut run = cluster(text);
        run.until(1_000);
        let add = |broker| Admin::AddBroker { broker, rack: None };
        refused(&mut run, add(1), ErrorCode::DuplicateBrokerRegistration);
        // Before all others, so that each has another place than before.
        admin(&mut run, add(7));
        let early = create("early", 1, 4);
        let error = ErrorCode::InvalidReplicationFactor;
        assert_eq!(
            run.simulation.admin_error(&early),
            Some(error),
            "not there yet"
        );
        run.wait(5_000);
        let broker = run.simulation.broker(7).expect("it");
        assert!(broker.registered && broker.partitions.is_empty());
        assert!(run.simulation.controller().is_eligible(7));
        admin(&mut run, create("a", 1, 4));
        run.wait(5_000);
        let partition = id(&run, "a", 0);
        let value = run.produce(partition, Acks::All);
        run.wait(2_000);
        assert_eq!(run.values(partition, 7), [value]);
        run.kill(7);
        run.wait(60_000);
        assert_eq!(run.isr(partition).len(), 3, "{text}");
        run.restart(7);
        run.wait(60_000);
        assert!(run.is_whole(), "{text}");
    }
}

/// Brokers are kept by their ids: one that comes before others moves them.
#[test]
fn a_broker_may_come_before_the_others() {
    let text = "tidemark-scenario 1\nid x\nrelease 3.9\nnetwork seed=1 delay=1ms..5ms\n\
                broker 5\nbroker 6\nbroker 7\ntopic t\n  partition 0 replicas=5,6,7\n";
    let scenario = scenario::parse(text).expect("it reads");
    let mut run = Run::new(&scenario.cluster);
    run.until(1_000);
    admin(
        &mut run,
        Admin::AddBroker {
            broker: 2,
            rack: None,
        },
    );
    run.wait(5_000);
    run.kill(7);
    run.wait(60_000);
    assert_eq!(run.isr(0), [5, 6]);
    run.restart(7);
    run.wait(60_000);
    assert_eq!(run.isr(0), [5, 6, 7]);
    run.kill(5);
    run.wait(60_000);
    assert_eq!(run.leader(0), Some(6));
    assert!(run.simulation.controller().is_eligible(2));
}

#[test]
fn a_broker_is_unregistered_when_it_is_down() {
    let remove = |broker| Admin::RemoveBroker { broker };
    let mut run = cluster("2.8");
    run.until(1_000);
    run.kill(2);
    refused(&mut run, remove(2), ErrorCode::UnsupportedVersion);
    let mut run = cluster("3.9");
    run.until(1_000);
    refused(&mut run, remove(9), ErrorCode::BrokerIdNotRegistered);
    refused(&mut run, remove(2), ErrorCode::InvalidRequest);
    run.kill(2);
    admin(&mut run, remove(2));
    // What its session's end would have done is done.
    assert_eq!(run.isr(0), [0, 1]);
    assert_eq!(
        replicas(&run, 0),
        [0, 1, 2],
        "nobody reassigns what it held"
    );
    refused(&mut run, remove(2), ErrorCode::BrokerIdNotRegistered);
    refused(
        &mut run,
        create("a", 1, 3),
        ErrorCode::InvalidReplicationFactor,
    );
    run.restart(2);
    run.wait(60_000);
    assert_eq!(run.isr(0), [0, 1, 2], "it registers again");
    assert!(run.is_whole());
}

#[test]
fn a_key_chooses_its_partition() {
    let mut run = cluster("3.9");
    run.until(1_000);
    admin(&mut run, create("k", 7, 1));
    run.wait(1_000);
    let send = |text: &str, chooses, partition| {
        Command::Produce(Produce {
            partition,
            broker: None,
            values: vec!["v".to_owned()],
            acks: Some(Acks::Leader),
            base_sequence: None,
            key: Some(Key {
                text: text.to_owned(),
                chooses,
            }),
        })
    };
    let first = PartitionId(id(&run, "k", 0));
    run.now(send("21", true, first));
    run.now(send("21", false, first));
    run.wait(1_000);
    let chosen = first.0 + 3;
    assert_eq!(1_173_551_340 % 7, 3);
    for partition in [first.0, chosen] {
        let broker = run.leader(partition).expect("a leader");
        assert_eq!(
            record_keys(&run, partition, broker),
            [Some("21".to_owned())]
        );
    }
    // More partitions, and the same key may go elsewhere.
    admin(&mut run, add_partitions("k", 7, 8));
    run.wait(1_000);
    run.now(send("21", true, first));
    run.wait(1_000);
    assert_eq!(1_173_551_340 % 8, 4);
    let broker = run.leader(first.0 + 4).expect("a leader");
    assert_eq!(run.values(first.0 + 4, broker), ["v"]);
}

fn producer(client: u32, key: Option<&str>, every_ms: u64, acks: Acks) -> Producer {
    Producer {
        client,
        topic: "t".to_owned(),
        key: key.map(str::to_owned),
        acks: Some(acks),
        every_us: every_ms * 1000,
        value: format!("p{client}-"),
    }
}

#[test]
fn producers_go_on_until_they_are_stopped() {
    let mut run = Run::three_brokers(3, release("3.9"));
    run.until(1_000);
    let start = |run: &mut Run, producer| admin(run, Admin::StartProducer(producer));
    start(&mut run, producer(2, None, 100, Acks::All));
    start(&mut run, producer(3, Some("21"), 250, Acks::Leader));
    refused(
        &mut run,
        Admin::StartProducer(producer(3, None, 1, Acks::All)),
        ErrorCode::InvalidRequest,
    );
    run.until(2_000);
    let sent: Vec<(u32, u32)> = run
        .simulation
        .producers()
        .iter()
        .map(|running| (running.producer.client, running.sent))
        .collect();
    // At 1.0, 1.1 … 2.0 s, and at 1.0, 1.25 … 2.0 s.
    assert_eq!(sent, [(2, 11), (3, 5)]);
    admin(&mut run, Admin::StopProducer { client: 2 });
    admin(&mut run, Admin::StopProducer { client: 3 });
    refused(
        &mut run,
        Admin::StopProducer { client: 3 },
        ErrorCode::InvalidRequest,
    );
    run.until(5_000);
    assert!(run.simulation.producers().is_empty());
    let own = |run: &Run, partition, prefix: &str| {
        let mut values = run.acknowledged(partition);
        values.retain(|value| value.starts_with(prefix));
        values
    };
    assert_eq!(own(&run, 0, "p2"), ["p2-0", "p2-3", "p2-6", "p2-9"]);
    assert_eq!(own(&run, 1, "p2"), ["p2-1", "p2-4", "p2-7", "p2-10"]);
    assert_eq!(own(&run, 2, "p2"), ["p2-2", "p2-5", "p2-8"]);
    // 1173551340 % 3 is 0.
    assert_eq!(1_173_551_340 % 3, 0);
    let all = ["p3-0", "p3-1", "p3-2", "p3-3", "p3-4"];
    assert_eq!(own(&run, 0, "p3"), all);
    assert!(run.is_whole());
    run.now(Command::RunByHand);
    refused(
        &mut run,
        Admin::StartProducer(producer(2, None, 100, Acks::All)),
        ErrorCode::InvalidRequest,
    );
}

/// By hand a broker has a new partition when it is told so.
#[test]
fn by_hand_brokers_are_told_of_topics() {
    let text = "tidemark-scenario 1\nid x\nrelease 3.9\nschedule by-hand\nbroker 0\nbroker 1\n\
                topic t\n  partition 0 replicas=0,1\n\
                at 0s create-topic a partitions=1 replication-factor=2\n\
                at 1s apply-metadata 0\n\
                at 2s apply-metadata 1\n\
                at 3s produce a-0 values=m0\n";
    let scenario = scenario::parse(text).expect("it reads");
    let replay = replay(&scenario, |_, _| {});
    let cell = replay.end.cell(PartitionId(1)).expect("it");
    let leader = cell.true_leader().expect("a leader");
    assert_eq!(leader.values(0, 9), ["m0"]);
}

const HEAD: &str = "tidemark-scenario 1\nid x\nrelease 3.9\nnetwork seed=1 delay=1ms..5ms\n\
                    broker 0\nbroker 1\nbroker 2\n\
                    topic t\n  partition 0 replicas=0,1,2\n";

fn with_head(rest: &str) -> String {
    format!("{HEAD}{rest}")
}

#[track_caller]
fn parsed(rest: &str) -> Scenario {
    let text = with_head(rest);
    let scenario = scenario::parse(&text).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(scenario::write(&scenario), text);
    scenario
}

#[test]
fn each_command_is_written_as_it_is_read() {
    let scenario = parsed(
        "at 0s create-topic a-1 partitions=3 replication-factor=2 min.insync.replicas=2 \
         unclean.leader.election.enable=true\n\
         at 0s add-partitions a-1 total=5\n\
         at 0s set-topic a-1\n\
         at 0s set-topic t min.insync.replicas=2\n\
         at 0s add-broker 4 rack=r1\n\
         at 0s crash 4\n\
         at 0s remove-broker 4\n\
         at 0s produce a-1-4 values=m0..m2\n\
         at 0s produce a-1-0 key=\"two words\" values=m0 acks=1\n\
         at 0s produce topic=a-1 key=k values=m0\n\
         at 0s start-producer 2 topic=a-1 key=k acks=all every=100ms value=p\n\
         at 0s start-producer 3 topic=t every=1ms value=\"q \"\n\
         at 0s expire producer-send client=2\n\
         at 0s stop-producer 2\n\
         at 0s delete-topic t\n\
         branch 1 from=main at=0s after=1\n\
         at 0s produce a-1-2 values=m0\n\
         at 0s add-partitions a-1 total=4\n\
         at 0s produce a-1-3 values=m0\n",
    );
    let partition = |at: usize| match &scenario.commands[at].timed.command {
        Command::Produce(produce) => produce.partition.0,
        other => panic!("{other:?}"),
    };
    assert_eq!([partition(7), partition(8), partition(9)], [5, 1, 1]);
    let branch = &scenario.branches[0].commands;
    assert!(matches!(&branch[2].timed.command,
        Command::Produce(produce) if produce.partition.0 == 4));
}

#[track_caller]
fn mistake(command: &str, found: &str, kind: Kind) {
    let text = with_head(&format!("at 0s {command}\n"));
    let errors = scenario::parse(&text).expect_err(command).errors;
    let errors: Vec<_> = errors.into_iter().map(|it| (it.found, it.kind)).collect();
    assert_eq!(errors, [(found.to_owned(), kind)], "{command}");
}

#[test]
fn nonsense_is_named() {
    let missing = |name: &str| Kind::Missing(name.to_owned());
    let bounds = |min, max| Kind::OutOfBounds { min, max };
    mistake(
        "create-topic a replication-factor=1",
        "",
        missing("partitions"),
    );
    mistake(
        "create-topic a partitions=1",
        "",
        missing("replication-factor"),
    );
    mistake(
        "create-topic a:b partitions=1 replication-factor=1",
        "a:b",
        Kind::Expected(Expected::TopicName),
    );
    mistake(
        "create-topic a partitions=10000 replication-factor=1",
        "10000",
        bounds(0, 9_999),
    );
    mistake(
        "create-topic a partitions=1 replication-factor=11",
        "11",
        bounds(0, 10),
    );
    mistake(
        "add-partitions b total=2",
        "b",
        Kind::Unknown(Unknown::Topic),
    );
    mistake("delete-topic b", "b", Kind::Unknown(Unknown::Topic));
    mistake("set-topic t min.insync.replicas=0", "0", bounds(1, 100));
    mistake(
        "set-topic t acks=all",
        "acks=all",
        Kind::Unknown(Unknown::Option),
    );
    mistake("add-broker x", "x", Kind::Expected(Expected::Broker));
    mistake("remove-broker 7", "7", Kind::Unknown(Unknown::Broker));
    mistake("produce topic=t values=m0", "", missing("key"));
    mistake("produce topic=b key=k", "b", Kind::Unknown(Unknown::Topic));
    mistake(
        "start-producer 1 topic=t every=1s value=m",
        "1",
        bounds(2, i64::from(u32::MAX)),
    );
    mistake(
        "start-producer 2 topic=t every=0.1ms value=m",
        "0.1ms",
        bounds(1_000, 31_622_400_000_000),
    );
    mistake("stop-producer x", "x", Kind::Expected(Expected::Number));
}

fn lane(rest: &str) -> Lane {
    let scenario = parsed(rest);
    let commands = scenario.commands.iter().map(|it| it.timed.clone());
    Lane::new(Simulation::new(&scenario.cluster), commands.collect())
}

/// Goes on for so many steps, or to the end.
fn forward(lane: &mut Lane, steps: u32) {
    for _ in 0..steps {
        if lane.step_forward() == Going::AtTheEnd {
            return;
        }
    }
}

fn acts(lane: &Lane) -> Vec<Command> {
    let commands = lane.branch().commands().iter();
    commands.map(|timed| timed.command.clone()).collect()
}

#[test]
fn undo_takes_back_what_was_done_last() {
    let mut lane = lane("");
    assert!(!lane.undo());
    let crash = Command::Crash {
        broker: 1,
        how: Crash::Kill,
    };
    lane.act(Command::Wait);
    lane.act(crash.clone());
    forward(&mut lane, 5);
    lane.act(Command::Admin(create("a", 2, 2)));
    let created = lane.position();
    forward(&mut lane, 3);
    let all = acts(&lane);
    assert_eq!(all.len(), 3);
    let last = lane.last_act().expect("the topic").command.clone();
    assert_eq!(last, Command::Admin(create("a", 2, 2)));
    assert!(lane.undo());
    assert_eq!(lane.position(), created - 1);
    assert_eq!(lane.branch().recorded(), created - 1);
    assert_eq!(lane.simulation().topology().topics.len(), 1);
    assert_eq!(acts(&lane), all[..2]);
    // The run goes on as if it had not been done.
    forward(&mut lane, 3);
    let again: Vec<_> = lane.branch().steps().to_vec();
    assert!(lane.undo());
    assert_eq!(acts(&lane), all[..1]);
    assert_eq!(lane.position(), 1);
    lane.act(crash);
    forward(&mut lane, 8);
    assert_eq!(lane.branch().steps(), again);
    assert!(lane.undo() && lane.undo());
    assert!(!lane.undo());
    assert_eq!((lane.position(), lane.branch().recorded()), (0, 0));
}

#[test]
fn undo_of_a_fork_takes_the_fork_away() {
    let mut lane = lane(
        "at 1s create-topic b partitions=1 replication-factor=1\n\
         at 2s produce b-0 values=m0\n",
    );
    forward(&mut lane, 60);
    lane.seek(0);
    // A topic before the scenario's own: that one's partition gets another id, and is meant all the same.
    lane.act(Command::Admin(create("a", 4, 1)));
    assert_eq!(lane.branch().id, BranchId(1));
    forward(&mut lane, 60);
    let cell = |lane: &Lane, id| {
        let cell = lane.simulation().cell(PartitionId(id)).expect("it");
        cell.ledger.written
    };
    assert_eq!(cell(&lane, 5), 1, "b-0");
    // A fork of the fork, after it.
    lane.seek(2);
    lane.act(Command::Admin(create("c", 1, 1)));
    assert_eq!(lane.branch().id, BranchId(2));
    forward(&mut lane, 60);
    assert_eq!(cell(&lane, 6), 1, "b-0");
    lane.select(BranchId(1));
    assert!(lane.undo());
    assert_eq!((lane.branch().id, lane.position()), (BranchId::MAIN, 0));
    let ids: Vec<_> = lane.branches().iter().map(|branch| branch.id).collect();
    assert_eq!(ids, [BranchId(0), BranchId(2)]);
    // What left it keeps what it was made of.
    assert!(lane.select(BranchId(2)));
    let own = lane.branch().own_commands();
    let topics: Vec<_> = own
        .iter()
        .filter_map(|timed| match &timed.command {
            Command::Admin(admin) => admin.topic(),
            _ => None,
        })
        .collect();
    assert_eq!(topics, ["a", "c", "b"]);
    assert_eq!(lane.branch().parent, Some((BranchId::MAIN, 0)));
    assert!(lane.undo());
    assert_eq!(lane.branch().id, BranchId(2), "it has another act");
    assert!(lane.undo());
    assert_eq!(lane.branch().id, BranchId::MAIN);
}

#[test]
fn the_same_text_gives_the_same_run_with_every_change() {
    let scenario = parsed(
        "at 1s create-topic a partitions=3 replication-factor=2\n\
         at 1.5s start-producer 2 topic=a every=40ms value=p\n\
         at 2s add-broker 3\n\
         at 6s add-partitions a total=6\n\
         at 7s crash 1\n\
         at 20s restart 1\n\
         at 30s set-topic a min.insync.replicas=2\n\
         at 31s delete-topic a\n\
         at 32s stop-producer 2\n\
         at 33s create-topic a partitions=1 replication-factor=4\n\
         at 34s produce a-0 values=m0\n",
    );
    let mut refused = 0;
    let mut timers = 0;
    let run = replay(&scenario, |step, simulation| {
        refused += u32::from(
            step.effects
                .iter()
                .any(|effect| matches!(effect, Effect::AdminRefused { .. })),
        );
        timers += u32::from(matches!(step.trigger, Trigger::Timer(_)));
        assert!(simulation.cells().iter().all(|cell| cell.broken.is_empty()));
    });
    assert_eq!(refused, 0);
    assert!(timers > 500);
    let leader = run
        .end
        .cell(PartitionId(7))
        .and_then(|cell| cell.true_leader());
    assert_eq!(leader.expect("a leader").values(0, 9), ["m0"]);
    let again = replay(&scenario, |_, _| {});
    assert_eq!(run.trace_hashes(), again.trace_hashes());
}

#[test]
fn kraft_and_zookeeper_place_by_rack() {
    for mode in [MetadataMode::Zookeeper, MetadataMode::Kraft] {
        let text = "tidemark-scenario 1\nid x\nrelease 3.9\nnetwork seed=1 delay=1ms..5ms\n\
                    broker 0 rack=a\nbroker 1 rack=a\nbroker 2 rack=b\nbroker 3 rack=b\n\
                    topic t\n  partition 0 replicas=0,1\n";
        let mut scenario = scenario::parse(text).expect("it reads");
        scenario.cluster.settings.metadata_mode = mode;
        let mut run = Run::new(&scenario.cluster);
        run.until(1_000);
        admin(&mut run, create("a", 4, 2));
        for number in 0..4 {
            let assigned = replicas(&run, id(&run, "a", number));
            let racks: Vec<_> = assigned.iter().map(|broker| broker / 2).collect();
            assert_ne!(racks[0], racks[1], "{mode:?} {assigned:?}");
        }
    }
}

fn ask(session: &mut Session, request: Request) -> Box<Frame> {
    let mut reply = session.handle(request);
    while matches!(reply, Reply::Working { .. }) {
        reply = session.resume();
    }
    match reply {
        Reply::Frame(frame) => frame,
        other => panic!("{other:?}"),
    }
}

/// What was done is in the saved text, and opens as the same run; names of what grew included.
#[test]
fn a_session_that_grew_opens_again_as_the_same_run() {
    let mut session = Session::new();
    let text = with_head("at 3s produce t-0 values=m0\nat 4s add-partitions t total=3\n");
    let start = ask(&mut session, Request::Open { text, at: None });
    assert_eq!(start.last_act, None);
    let act = |session: &mut Session, command| ask(session, Request::Act(command));
    act(&mut session, Command::Admin(create("a", 2, 2)));
    act(
        &mut session,
        Command::Admin(Admin::AddBroker {
            broker: 9,
            rack: None,
        }),
    );
    ask(
        &mut session,
        Request::Move(Move::ToTime(VirtualTime::from_millis(2_000))),
    );
    act(
        &mut session,
        Command::Admin(Admin::StartProducer(producer(2, None, 700, Acks::All))),
    );
    // Behind the scenario's own commands, whose partitions are others now.
    ask(
        &mut session,
        Request::Move(Move::ToTime(VirtualTime::from_millis(6_000))),
    );
    act(&mut session, Command::Admin(add_partitions("a", 2, 3)));
    let frame = act(&mut session, Command::Admin(delete("t")));
    let scenario = frame.scenario.as_ref().expect("it changed");
    let topics: Vec<_> = scenario
        .topics
        .iter()
        .map(|topic| (&*topic.name, topic.first.0, topic.partitions.len()))
        .collect();
    // t, a, what t got later, what a got later.
    assert_eq!(topics, [("t", 0, 1), ("a", 1, 2), ("t", 3, 2), ("a", 5, 1)]);
    let continues: Vec<_> = scenario
        .topics
        .iter()
        .map(|topic| topic.continues)
        .collect();
    assert_eq!(continues, [None, None, Some(0), Some(1)]);
    assert_eq!(frame.totals.partitions, 3, "those of a");
    assert_eq!(frame.brokers.len(), 4);
    let Reply::Saved(text) = session.handle(Request::Save) else {
        panic!("it is saved");
    };
    let place = (frame.position.branch, frame.position.step);
    let mut again = Session::new();
    let at = Some(place);
    let opened = ask(
        &mut again,
        Request::Open {
            text: text.clone(),
            at,
        },
    );
    assert_eq!(opened.protocol_hash, frame.protocol_hash);
    assert_eq!(opened.hash, frame.hash);
    let Reply::Saved(same) = again.handle(Request::Save) else {
        panic!("it is saved");
    };
    assert_eq!(same, text);
    // All of it is undone, one by one, from the last to the first.
    let mut undone = 0;
    while ask(&mut session, Request::Look(Look::default()))
        .last_act
        .is_some()
    {
        ask(&mut session, Request::Undo);
        undone += 1;
    }
    assert_eq!(undone, 5);
    let back = ask(&mut session, Request::Look(Look::default()));
    assert_eq!(
        (back.position.branch, back.position.step),
        (BranchId::MAIN, 0)
    );
    let refused = session.handle(Request::Undo);
    assert_eq!(refused, Reply::Refused(Refusal::NothingToUndo));
}

/// What Kafka refuses is refused before it is done; the session is as it was.
#[test]
fn a_session_refuses_what_kafka_would() {
    let mut session = Session::new();
    let text = with_head("");
    ask(&mut session, Request::Open { text, at: None });
    let mut refused = |admin| session.handle(Request::Act(Command::Admin(admin)));
    let kafka = |error| Reply::Refused(Refusal::Kafka(error));
    assert_eq!(
        refused(create("t", 1, 1)),
        kafka(ErrorCode::TopicAlreadyExists)
    );
    assert_eq!(
        refused(create("a", 1, 4)),
        kafka(ErrorCode::InvalidReplicationFactor)
    );
    let too_large = Reply::Refused(Refusal::TooLarge);
    assert_eq!(refused(create("a", 10_000, 1)), too_large);
    assert_eq!(refused(create("a", 1, 11)), too_large);
    let mut early = producer(2, None, 1, Acks::All);
    early.every_us = 999;
    assert_eq!(refused(Admin::StartProducer(early)), too_large);
    let before = |before_offset| {
        Request::Act(Command::DeleteRecords {
            partition: PartitionId(0),
            before_offset,
        })
    };
    assert_eq!(
        session.handle(before(1)),
        kafka(ErrorCode::OffsetOutOfRange)
    );
    assert_eq!(
        session.handle(Request::Undo),
        Reply::Refused(Refusal::NothingToUndo)
    );
}

#[test]
fn what_was_taken_back_is_done_again_where_it_was_done() {
    let mut session = Session::new();
    let entry = catalogue().iter().find(|entry| entry.id == "A01");
    let text = entry.expect("A01").text.to_owned();
    session.handle(Request::Open { text, at: None });
    let mut ask = |request| match session.handle(request) {
        Reply::Frame(frame) => *frame,
        other => panic!("{other:?}"),
    };
    let command = |admin| Command::Admin(admin);
    let (one, other) = (command(create("a", 1, 1)), command(create("b", 2, 1)));
    ask(Request::Act(one.clone()));
    let done = ask(Request::Act(other.clone()));
    assert_eq!(done.last_undone, None);
    let undone = ask(Request::Undo);
    assert_eq!(undone.last_undone, Some(other.clone()));
    let undone = ask(Request::Undo);
    assert_eq!(undone.last_undone, Some(one.clone()));
    // Elsewhere there is nothing to do again.
    let moved = ask(Request::Move(Move::Forward));
    assert_eq!(moved.last_undone, None);
    let back = ask(Request::Move(Move::Back));
    assert_eq!(back.last_undone, Some(one.clone()));
    let again = ask(Request::Act(one));
    assert_eq!(again.last_undone, Some(other.clone()));
    let again = ask(Request::Act(other.clone()));
    assert_eq!(again.last_undone, None);
    assert_eq!((again.hash, again.last_act), (done.hash, Some(other)));
    // A new act ends it.
    ask(Request::Undo);
    let new = ask(Request::Act(command(delete("first"))));
    assert_eq!(new.last_undone, None);
}

/// A topic that is created before them gives the scenario's own partitions other numbers. What is said of its
/// commands stays with them, in the page and in the saved text.
#[test]
fn captions_stay_with_commands_that_are_renumbered() {
    let text = "tidemark-scenario 1\nid said\nrelease 3.9\nnetwork seed=1 delay=1ms..2ms\n\
                broker 0\ntopic t\n  partition 0 replicas=0\n\
                at 1s create-topic b partitions=1 replication-factor=1\n\
                # Above it.\n\
                at 2s produce b-0 values=m0\n  caption en \"The first record of b.\"\n";
    let mut session = Session::new();
    let open = |text: &str| Request::Open {
        text: text.to_owned(),
        at: None,
    };
    session.handle(open(text));
    session.handle(Request::Act(Command::Admin(create("a", 4, 1))));
    let mut captions = Vec::new();
    for _ in 0..200 {
        if let Reply::Frame(frame) = session.handle(Request::Move(Move::Forward))
            && let Some(step) = &frame.step
            && matches!(step.trigger, Trigger::Command(Command::Produce(_)))
        {
            captions = frame.captions.clone();
            break;
        }
    }
    let said = vec![("en".to_owned(), "The first record of b.".to_owned())];
    assert_eq!(captions, said);
    let Reply::Saved(saved) = session.handle(Request::Save) else {
        panic!("it is open");
    };
    let copy =
        "# Above it.\nat 2s produce b-0 values=m0\n  caption en \"The first record of b.\"\n";
    assert_eq!(saved.matches(copy).count(), 2, "{saved}");
}
