//! A broker's own settings: which broker's value counts, from when on, and what is refused.

use tidemark_core::kafka::BrokerId;
use tidemark_core::replication::acks::Acks;
use tidemark_core::replication::broker_config::BrokerConfig;
use tidemark_core::replication::error_code::ErrorCode;
use tidemark_core::replication::settings::{SettingError, SettingKey, SettingValue};
use tidemark_core::scenario::{self, Expected, Kind, Scenario, Unknown};
use tidemark_core::session::frame::Frame;
use tidemark_core::session::request::Request;
use tidemark_core::session::{Refusal, Reply, Session};
use tidemark_core::sim::admin::{Admin, TopicConfig};
use tidemark_core::sim::command::{Command, Crash};
use tidemark_core::sim::event::{Timer, Trigger};
use tidemark_core::sim::queue::Due;
use tidemark_tests::cluster::Run;

/// Three brokers with settings of their own, and a topic of two partitions, led by 0 and by 1.
fn text(release: &str, own: [&str; 3]) -> String {
    let [zero, one, two] = own;
    format!(
        "tidemark-scenario 1\nid own\nrelease {release}\nnetwork seed=1 delay=1ms..2ms\n\
         broker 0 {zero}\nbroker 1 {one}\nbroker 2 {two}\n\
         topic t\n  partition 0 replicas=0,1,2\n  partition 1 replicas=1,0,2\n"
    )
}

fn read(text: &str) -> Scenario {
    scenario::parse(text).unwrap_or_else(|errors| panic!("{errors}"))
}

fn cluster(release: &str, own: [&str; 3]) -> Run {
    Run::new(&read(&text(release, own)).cluster)
}

fn config(own: &[(SettingKey, u64)]) -> BrokerConfig {
    BrokerConfig(own.to_vec())
}

fn set_broker(broker: BrokerId, own: &[(SettingKey, u64)]) -> Command {
    let config = config(own);
    Command::Admin(Admin::SetBroker { broker, config })
}

/// When the lag check of a broker took somebody out of an ISR.
fn shrunk_at(run: &Run, leader: BrokerId) -> Vec<u64> {
    let steps = run.steps.iter();
    let checks = steps.filter(|step| {
        matches!(
            step.trigger,
            Trigger::Timer(Timer::LagCheck { broker }) if broker == leader
        )
    });
    checks.map(|step| step.time.as_millis()).collect()
}

/// Broker 2 hears from nobody any more. It had caught up at 0.5 s or later, and a leader looks every half of
/// its own lag time: with 4 s at 4 s, which is too early, and at 6 s; with 10 s at 10 s, which is too early,
/// and at 15 s.
#[test]
fn the_leaders_lag_time_counts() {
    for (own, expected) in [
        (
            [
                "replica.lag.time.max.ms=4000",
                "replica.lag.time.max.ms=10000",
                "",
            ],
            [6_000, 15_000],
        ),
        (
            [
                "replica.lag.time.max.ms=10000",
                "replica.lag.time.max.ms=4000",
                "",
            ],
            [15_000, 6_000],
        ),
        // The follower's own means nothing.
        (["", "", "replica.lag.time.max.ms=4000"], [45_000, 45_000]),
    ] {
        let mut run = cluster("3.9", own);
        run.until(1_000);
        run.cut(2, 0);
        run.cut(2, 1);
        run.produce(0, Acks::Leader);
        run.produce(1, Acks::Leader);
        run.until(60_000);
        let [zero, one] = expected;
        assert_eq!(shrunk_at(&run, 0), [zero], "{own:?}");
        assert_eq!(shrunk_at(&run, 1), [one], "{own:?}");
        assert_eq!((run.isr(0), run.isr(1)), (vec![0, 1], vec![1, 0]));
        assert!(run.broken.is_empty(), "{:?}", run.broken);
    }
}

/// Broker 2 is down, so that both ISRs have two members: enough for broker 1, not for broker 0.
#[test]
fn the_leaders_minimum_counts_where_the_topic_has_none() {
    let mut run = cluster(
        "3.9",
        ["min.insync.replicas=3", "", "min.insync.replicas=3"],
    );
    run.until(1_000);
    run.kill(2);
    run.until(60_000);
    let refused = run.produce(0, Acks::All);
    let taken = run.produce(1, Acks::All);
    run.wait(1_000);
    let error = run.failure_of(&refused).map(|(_, error)| error);
    assert_eq!(error, Some(ErrorCode::NotEnoughReplicas));
    assert_eq!(run.acknowledged(1), [taken]);
    // Cluster-wide settings come after a broker's own, a topic's before.
    run.set(SettingKey::MinInsyncReplicas, SettingValue::Number(1));
    let refused = run.produce(0, Acks::All);
    run.wait(1_000);
    assert!(run.failure_of(&refused).is_some());
    run.now(Command::Admin(Admin::SetTopic {
        topic: "t".to_owned(),
        config: TopicConfig {
            min_insync_replicas: Some(2),
            unclean_leader_election_enable: None,
        },
    }));
    let taken = run.produce(0, Acks::All);
    run.wait(1_000);
    assert_eq!(run.acknowledged(0), [taken]);
}

/// `min.insync.replicas` can be changed while a broker runs: KIP-226.
#[test]
fn a_minimum_changes_at_once() {
    let mut run = cluster("3.9", ["min.insync.replicas=3", "", ""]);
    run.until(1_000);
    run.kill(2);
    run.until(60_000);
    run.now(set_broker(0, &[]));
    let taken = run.produce(0, Acks::All);
    run.wait(1_000);
    assert_eq!(run.acknowledged(0), [taken]);
    run.now(set_broker(0, &[(SettingKey::MinInsyncReplicas, 3)]));
    let refused = run.produce(0, Acks::All);
    run.wait(1_000);
    assert!(run.failure_of(&refused).is_some());
    assert!(run.broken.is_empty(), "{:?}", run.broken);
}

/// Since 3.7 the high watermark stands still below the leader's minimum. When that is lowered, it moves as
/// soon as a log's end does: a fetch that acknowledges nothing new doesn't move it (`updateFollowerFetchState`).
#[test]
fn a_high_watermark_waits_for_the_leaders_minimum() {
    let mut run = cluster("3.9", ["min.insync.replicas=3", "", ""]);
    run.until(1_000);
    run.kill(2);
    run.until(60_000);
    run.produce(0, Acks::Leader);
    run.wait(5_000);
    assert_eq!(run.offsets(0)[..2], [(1, 0), (1, 0)]);
    run.now(set_broker(0, &[]));
    run.wait(2_000);
    assert_eq!(run.offsets(0)[..2], [(1, 0), (1, 0)]);
    run.produce(0, Acks::Leader);
    run.wait(2_000);
    assert_eq!(run.offsets(0)[..2], [(2, 2), (2, 2)]);
}

/// Kafka reads `replica.fetch.wait.max.ms` when it starts, and refuses to change it before.
#[test]
fn a_wait_changes_at_the_next_start() {
    let mut run = cluster("3.9", ["", "", ""]);
    let wait = |run: &Run| {
        let settings = run.simulation.settings_of(1);
        settings.replica_fetch_wait_max_ms
    };
    let period = run.simulation.idle_period(0, 1);
    run.until(1_000);
    run.now(set_broker(1, &[(SettingKey::ReplicaFetchWaitMaxMs, 900)]));
    assert_eq!(wait(&run), 500);
    run.wait(10_000);
    run.kill(1);
    assert_eq!(wait(&run), 500);
    run.restart(1);
    assert_eq!(wait(&run), 900);
    run.until(60_000);
    // The follower's own: broker 0 waits as before where it follows.
    let ours = run.simulation.idle_period(0, 1);
    assert_eq!(ours - period, 400_000);
    assert_eq!(run.simulation.settings_of(0).replica_fetch_wait_max_ms, 500);
    assert!(run.is_whole());
}

/// With ZooKeeper a broker agrees its own session timeout; both are killed at 20 s, after a ping of theirs.
#[test]
fn a_session_is_as_long_as_its_brokers() {
    let own = "zookeeper.session.timeout.ms=6000";
    let mut run = cluster("2.8", ["", own, ""]);
    run.until(20_000);
    run.kill(1);
    run.kill(2);
    run.until(60_000);
    let fenced = [1, 2].map(|id| run.fenced_after(20_000, id).expect("fenced"));
    // A third of the session before the kill at most, and the session after that ping.
    assert!((24_000..=26_000).contains(&fenced[0]), "{fenced:?}");
    assert!((32_000..=38_000).contains(&fenced[1]), "{fenced:?}");
}

#[test]
fn a_broker_flushes_by_its_own_interval() {
    let mut run = cluster("3.9", ["", "log.flush.interval.messages=1", ""]);
    run.until(1_000);
    let value = run.produce(0, Acks::All);
    run.wait(2_000);
    run.crash(1, Crash::PowerLoss);
    run.crash(2, Crash::PowerLoss);
    assert_eq!(run.values(0, 1), [value]);
    assert_eq!(run.values(0, 2), [""; 0]);
    // And from now on broker 2 does, too: this one Kafka changes at once.
    run.restart(1);
    run.restart(2);
    run.wait(60_000);
    run.now(set_broker(2, &[(SettingKey::LogFlushIntervalMessages, 1)]));
    run.produce(0, Acks::All);
    run.wait(2_000);
    run.crash(2, Crash::PowerLoss);
    assert_eq!(run.replica(0, 2).log.log_end_offset(), 2);
}

#[test]
fn a_pause_after_an_error_is_the_followers() {
    let own = "replica.fetch.backoff.ms=7000";
    let mut run = cluster("3.9", ["", own, ""]);
    run.until(1_000);
    run.cut(0, 1);
    run.cut(0, 2);
    run.until(40_000);
    run.heal();
    let next = |follower| {
        let retries = run.simulation.queue().iter();
        let mut retries = retries.filter_map(|entry| match entry.due {
            Due::Timer(Timer::FetchRetry { broker, .. }, _) => {
                (broker == follower).then_some(entry.time)
            }
            _ => None,
        });
        retries.next().map(|time| time - run.simulation.now())
    };
    // Tries go on from when the leader could not be reached, at distances of their own.
    let (one, two) = (next(1).expect("it waits"), next(2).expect("it waits"));
    assert!(two <= 1_000_000 && one <= 7_000_000, "{one} {two}");
    assert!(one > 1_000_000, "{one}");
}

#[test]
fn who_is_not_registered_is_not_configured() {
    let mut run = cluster("3.9", ["", "", ""]);
    run.until(1_000);
    run.kill(2);
    run.wait(60_000);
    run.now(Command::Admin(Admin::RemoveBroker { broker: 2 }));
    let set = Admin::SetBroker {
        broker: 2,
        config: config(&[(SettingKey::MinInsyncReplicas, 2)]),
    };
    let error = run.simulation.admin_error(&set);
    assert_eq!(error, Some(ErrorCode::BrokerIdNotRegistered));
}

#[test]
fn it_is_written_and_read() {
    let head = text(
        "3.9",
        [
            "rack=a min.insync.replicas=2 replica.lag.time.max.ms=5000 down",
            "",
            "log.flush.interval.messages=1",
        ],
    );
    let written = format!(
        "{}at 1s set-broker 1 min.insync.replicas=3 zookeeper.session.timeout.ms=6000\n\
         at 2s set-broker 1\n",
        head.replace(" \n", "\n")
    );
    let scenario = read(&written);
    assert_eq!(scenario::write(&scenario), written);
    // Any order is read; one is written.
    let swapped = written.replace(
        "rack=a min.insync.replicas=2 replica.lag.time.max.ms=5000 down",
        "replica.lag.time.max.ms=5000 down min.insync.replicas=2 rack=a",
    );
    assert_eq!(read(&swapped), scenario);
    let commands = scenario.commands.iter();
    let commands: Vec<Command> = commands.map(|it| it.timed.command.clone()).collect();
    let own = [
        (SettingKey::MinInsyncReplicas, 3),
        (SettingKey::ZookeeperSessionTimeoutMs, 6_000),
    ];
    assert_eq!(commands, [set_broker(1, &own), set_broker(1, &[])]);
}

#[test]
fn a_mistake_is_named_with_its_place() {
    let errors = |line: &str, own: &str| {
        let text = format!("{}{line}", text("3.9", [own, "", ""]));
        let errors = scenario::parse(&text).expect_err("a mistake").errors;
        let errors = errors.into_iter();
        errors
            .map(|error| (error.line, error.column, error.kind))
            .collect::<Vec<_>>()
    };
    let unknown = Kind::Unknown(Unknown::Option);
    let bounds = Kind::OutOfBounds { min: 1, max: 100 };
    let number = Kind::Expected(Expected::Number);
    // The controller's own counts, and it is no broker here.
    let unclean = "unclean.leader.election.enable=true";
    assert_eq!(errors("", unclean), [(5, 10, unknown.clone())]);
    assert_eq!(errors("", "min.insync.replicas=0"), [(5, 30, bounds)]);
    assert_eq!(errors("", "replica.lag.time.max.ms=5s"), [(5, 34, number)]);
    assert_eq!(
        errors("at 1s set-broker 0 acks=all\n", ""),
        [(11, 20, unknown)]
    );
    assert_eq!(
        errors("at 1s set-broker 9 min.insync.replicas=1\n", ""),
        [(11, 18, Kind::Unknown(Unknown::Broker))]
    );
    assert_eq!(
        errors(
            "at 1s set-broker 0 min.insync.replicas=1 min.insync.replicas=2\n",
            ""
        ),
        [(11, 42, Kind::Repeated { first_line: 11 })]
    );
}

fn frame(reply: Reply) -> Box<Frame> {
    match reply {
        Reply::Frame(frame) => frame,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_session_shows_it_refuses_it_and_takes_it_back() {
    let mut session = Session::new();
    let text = text("3.9", ["", "", ""]);
    frame(session.handle(Request::Open { text, at: None }));
    let own = [
        (SettingKey::MinInsyncReplicas, 2),
        (SettingKey::ReplicaLagTimeMaxMs, 5_000),
    ];
    let mut act = |command| session.handle(Request::Act(command));
    let shown = frame(act(set_broker(1, &own)));
    let broker = |frame: &Frame| {
        let broker = frame.brokers.get(1).expect("broker 1").clone();
        (broker.config, broker.running_config)
    };
    assert_eq!(broker(&shown), (config(&own), config(&own[..1])));
    let refused = |reply| match reply {
        Reply::Refused(refusal) => refusal,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        refused(act(set_broker(1, &[(SettingKey::MinInsyncReplicas, 0)]))),
        Refusal::Setting(SettingError::OutOfBounds { min: 1, max: 100 })
    );
    assert_eq!(
        refused(act(set_broker(1, &[(SettingKey::Acks, 1)]))),
        Refusal::Setting(SettingError::WrongKind)
    );
    let undone = frame(session.handle(Request::Undo));
    assert_eq!(broker(&undone), (config(&[]), config(&[])));
}
