//! A cluster that runs by itself: who notices what, when, and what comes of it.
//!
//! Times are those of the specification's failure timelines. Brokers answer within milliseconds, so
//! what is said to happen "at once" is expected within `SOON_MS`.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use tidemark_core::cluster::broker::Process;
use tidemark_core::cluster::replica::Fetcher;
use tidemark_core::event::{ChangeReason, Effect, InvariantId, TruncationReason};
use tidemark_core::kafka::BrokerId;
use tidemark_core::replication::acks::Acks;
use tidemark_core::replication::error_code::ErrorCode;
use tidemark_core::replication::release::Release;
use tidemark_core::replication::settings::{MetadataMode, SettingKey, SettingValue, Settings};
use tidemark_core::sim::command::{Command, Crash};
use tidemark_core::sim::node::Node;
use tidemark_core::topology::PartitionId;
use tidemark_tests::cluster::Run;

/// A few messages there and back.
const SOON_MS: u64 = 100;

fn release(text: &str) -> Settings {
    Settings::for_release(Release::parse(text).expect("a release"))
}

fn cluster(text: &str) -> Run {
    Run::three_brokers(1, release(text))
}

fn number(value: u64) -> SettingValue {
    SettingValue::Number(value)
}

#[track_caller]
fn assert_between(time: Option<u64>, since: u64, range: RangeInclusive<u64>) {
    let after = time.expect("it happens") - since;
    assert!(
        range.contains(&after),
        "{after} ms after, expected {range:?}"
    );
}

#[track_caller]
fn assert_whole(run: &Run) {
    assert!(run.is_whole(), "{:?} {:?}", run.isr(0), run.offsets(0));
}

fn change(run: &Run, after: u64, reason: ChangeReason) -> Option<u64> {
    let changed = |effect: &Effect| match effect {
        Effect::PartitionChanged { reason: why, .. } if *why == reason => Some(()),
        _ => None,
    };
    run.first_after(after, changed).map(|(time, ())| time)
}

fn truncations(run: &Run) -> Vec<(BrokerId, i64, i64, TruncationReason)> {
    let effects = run.steps.iter().flat_map(|step| &step.effects);
    effects
        .filter_map(|effect| match effect {
            Effect::Truncated {
                broker,
                from,
                to,
                reason,
                ..
            } if from != to => Some((*broker, *from, *to, *reason)),
            _ => None,
        })
        .collect()
}

#[test]
fn everything_produced_is_replicated() {
    for text in [
        "0.10", "1.0", "2.0", "2.3", "2.8", "3.2", "3.5", "3.9", "4.0",
    ] {
        let mut run = Run::three_brokers(3, release(text));
        let mut expected = [vec![], vec![], vec![]];
        for round in 0..4 {
            run.until(1_000 + round * 300);
            for partition in 0..3 {
                run.produce(partition, Acks::None);
                expected[partition as usize].push(run.produce(partition, Acks::Leader));
                expected[partition as usize].push(run.produce(partition, Acks::All));
            }
        }
        run.wait(3_000);
        for partition in 0..3 {
            assert_eq!(run.offsets(partition), [(12, 12); 3], "{text}");
            let mut acknowledged = run.acknowledged(partition);
            acknowledged.sort_by_key(|value| value[1..].parse::<u32>().expect("a number"));
            assert_eq!(acknowledged, expected[partition as usize], "{text}");
        }
        assert_whole(&run);
        assert_eq!(run.broken, BTreeSet::new(), "{text}");
    }
}

#[test]
fn an_acknowledgement_of_all_waits_for_the_second_fetch() {
    let mut run = cluster("3.9");
    run.until(1_000);
    let weak = run.produce(0, Acks::Leader);
    let strong = run.produce(0, Acks::All);
    run.wait(1_000);
    let acknowledged = |value: &str| {
        let found = run.first_after(0, |effect| match effect {
            Effect::Acknowledged { values, .. } => (values[0] == value).then_some(()),
            _ => None,
        });
        found.expect("it is acknowledged").0
    };
    let appended = |count: i64, broker: BrokerId| {
        let found = run.first_after(0, |effect| match effect {
            Effect::Appended { to, broker: at, .. } => {
                (*at == broker && *to >= count).then_some(())
            }
            _ => None,
        });
        found.expect("it is appended").0
    };
    assert_eq!(acknowledged(&weak), appended(1, 0));
    assert!(acknowledged(&strong) > appended(2, 1).max(appended(2, 2)));
}

#[test]
fn kraft_leader_is_killed() {
    let mut run = cluster("3.9");
    run.until(9_900);
    run.produce(0, Acks::All);
    run.until(10_000);
    run.kill(0);
    run.until(40_000);
    let fenced = run.fenced_after(10_000, 0);
    assert_between(fenced, 10_000, 7_000..=9_000);
    assert_eq!((run.leader(0), run.leader_epoch(0)), (Some(1), 1));
    assert_eq!(run.isr(0), [1, 2]);
    let leads = run.first_after(10_000, |effect| match effect {
        Effect::BecameLeader { broker: 1, .. } => Some(()),
        _ => None,
    });
    assert_between(
        leads.map(|(time, ())| time),
        fenced.expect("fenced"),
        0..=SOON_MS,
    );
    let value = run.produce(0, Acks::All);
    run.wait(1_000);
    assert!(run.acknowledged(0).contains(&value));
    run.until(60_000);
    run.restart(0);
    run.until(60_000 + 2_500);
    assert_eq!(run.isr(0), [0, 1, 2]);
    assert_eq!(run.leader(0), Some(1));
    // The balance of every 300 s gives the leadership back.
    run.until(299_999);
    assert_eq!(run.leader(0), Some(1));
    run.until(300_000);
    assert_eq!(run.leader(0), Some(0));
    run.wait(2_000);
    assert_whole(&run);
    assert_eq!(run.broken, BTreeSet::new());
}

#[test]
fn zookeeper_leader_is_killed() {
    for (text, session) in [("3.2", 12_000..=18_000), ("2.4", 4_000..=6_000)] {
        let mut run = cluster(text);
        run.until(9_900);
        run.produce(0, Acks::All);
        run.until(10_000);
        run.kill(0);
        run.until(40_000);
        let fenced = run.fenced_after(10_000, 0);
        assert_between(fenced, 10_000, session);
        // One write: the election also takes the dead broker out of the ISR.
        assert_eq!((run.leader(0), run.leader_epoch(0)), (Some(1), 1), "{text}");
        assert_eq!(run.isr(0), [1, 2], "{text}");
        let value = run.produce(0, Acks::All);
        run.wait(1_000);
        assert!(run.acknowledged(0).contains(&value), "{text}");
        run.until(60_000);
        run.restart(0);
        run.until(62_500);
        assert_eq!(run.isr(0), [0, 1, 2], "{text}");
        run.until(303_000);
        assert_eq!(run.leader(0), Some(0), "{text}");
        assert_whole(&run);
        assert_eq!(run.broken, BTreeSet::new(), "{text}");
    }
}

#[test]
fn zookeeper_follower_is_killed() {
    let mut run = cluster("3.2");
    run.until(10_000);
    run.kill(2);
    run.until(40_000);
    assert_between(run.fenced_after(10_000, 2), 10_000, 12_000..=18_000);
    assert_eq!((run.leader(0), run.isr(0)), (Some(0), vec![0, 1]));
    // Every write of the ZooKeeper controller raises the leader epoch, also one that only shrinks.
    assert_eq!(run.leader_epoch(0), 1);
}

#[test]
fn controlled_shutdown_leaves_no_gap() {
    for text in ["3.9", "3.2", "1.1"] {
        let mut run = cluster(text);
        run.until(10_000);
        run.produce(0, Acks::All);
        run.until(11_000);
        run.now(Command::ControlledShutdown { broker: 0 });
        run.wait(SOON_MS);
        assert_eq!(run.leader(0), Some(1), "{text}");
        assert_eq!(run.isr(0), [1, 2], "{text}");
        let down = run.first_after(0, |effect| match effect {
            Effect::BrokerDown { broker: 0, clean } => Some(*clean),
            _ => None,
        });
        assert_between(down.map(|(time, _)| time), 11_000, 0..=SOON_MS);
        assert_eq!(down.map(|(_, clean)| clean), Some(true), "{text}");
        let leaderless = run.first_after(0, |effect| match effect {
            Effect::PartitionChanged { to, .. } => to.leader.is_none().then_some(()),
            _ => None,
        });
        assert_eq!(leaderless, None, "{text}");
        let value = run.produce(0, Acks::All);
        run.wait(2_000);
        assert!(run.acknowledged(0).contains(&value), "{text}");
        run.restart(0);
        run.wait(3_000);
        assert_whole(&run);
        assert_eq!(run.broken, BTreeSet::new(), "{text}");
    }
}

#[test]
fn controlled_shutdown_waits_for_the_controller() {
    let mut run = cluster("3.9");
    run.until(10_000);
    run.cut_nodes(Node::Broker(0), Node::Controller);
    run.now(Command::ControlledShutdown { broker: 0 });
    run.until(12_000);
    assert_eq!(run.leader(0), Some(0));
    run.heal();
    run.until(14_100);
    assert_eq!(run.leader(0), Some(1));
    let process = run.simulation.broker(0).map(|broker| broker.process);
    assert_eq!(process, Some(Process::Down));
}

#[test]
fn kraft_refuses_a_broker_whose_session_is_valid() {
    let mut run = cluster("3.9");
    run.until(10_000);
    run.kill(0);
    run.until(11_000);
    run.restart(0);
    run.until(40_000);
    let refused = run.first_after(0, |effect| match effect {
        Effect::RegistrationRefused { broker: 0, error } => Some(*error),
        _ => None,
    });
    assert_eq!(
        refused.map(|(_, error)| error),
        Some(ErrorCode::DuplicateBrokerRegistration)
    );
    assert_between(refused.map(|(time, _)| time), 11_000, 0..=SOON_MS);
    let fenced = run.fenced_after(0, 0);
    assert_between(fenced, 10_000, 7_000..=9_000);
    let unfenced = run.first_after(0, |effect| match effect {
        Effect::BrokerUnfenced { broker: 0 } => Some(()),
        _ => None,
    });
    assert_between(
        unfenced.map(|(time, ())| time),
        fenced.expect("fenced"),
        0..=SOON_MS,
    );
    assert_eq!((run.leader(0), run.isr(0)), (Some(1), vec![0, 1, 2]));
    assert_whole(&run);
}

#[test]
fn zookeeper_takes_a_new_process_for_failure_and_start() {
    let mut run = cluster("3.2");
    run.until(10_000);
    run.kill(0);
    run.until(11_000);
    run.restart(0);
    run.until(11_000 + SOON_MS);
    assert_eq!(run.leader(0), Some(1));
    run.until(15_000);
    assert_eq!(run.isr(0), [0, 1, 2]);
    assert_whole(&run);
}

#[test]
fn up_to_2_1_a_followers_restart_goes_unnoticed() {
    let mut run = cluster("2.1");
    run.until(9_000);
    run.produce(0, Acks::All);
    run.until(10_000);
    run.kill(2);
    run.until(11_000);
    run.produce(0, Acks::Leader);
    run.restart(2);
    run.until(15_000);
    assert_eq!((run.leader(0), run.leader_epoch(0)), (Some(0), 0));
    assert_whole(&run);
    // A leader does not go on where it was.
    run.until(20_000);
    run.kill(0);
    run.until(21_000);
    run.restart(0);
    run.until(25_000);
    assert_eq!(run.leader(0), Some(1));
    assert_whole(&run);
    assert_eq!(run.broken, BTreeSet::new());
}

#[test]
fn a_paused_broker_is_fenced_and_comes_back() {
    let mut run = cluster("3.9");
    run.until(10_000);
    run.now(Command::Pause { broker: 2 });
    run.until(10_500);
    let value = run.produce(0, Acks::All);
    run.until(30_000);
    assert_between(run.fenced_after(10_000, 2), 10_000, 7_000..=9_000);
    assert_eq!(run.isr(0), [0, 1]);
    assert!(run.acknowledged(0).contains(&value));
    run.now(Command::Resume { broker: 2 });
    run.until(35_000);
    assert_whole(&run);
    assert_eq!(run.broken, BTreeSet::new());
}

#[test]
fn a_follower_that_lags_leaves_the_isr() {
    let mut run = cluster("3.9");
    run.until(10_000);
    run.cut(0, 2);
    run.until(20_000);
    let value = run.produce(0, Acks::All);
    run.until(60_000);
    // It was caught up at most one round of fetches before the cut.
    assert_between(
        change(&run, 10_000, ChangeReason::AlterPartition),
        10_000,
        29_400..=45_000,
    );
    assert_eq!((run.isr(0), run.leader_epoch(0)), (vec![0, 1], 0));
    assert!(run.acknowledged(0).contains(&value));
    run.heal();
    run.until(63_000);
    assert_eq!(run.isr(0), [0, 1, 2]);
    assert_whole(&run);
    assert_eq!(run.broken, BTreeSet::new());
}

#[test]
fn a_follower_that_lags_behind_nothing_stays() {
    let mut run = cluster("3.9");
    run.until(10_000);
    run.cut(0, 2);
    run.until(120_000);
    assert_eq!(run.isr(0), [0, 1, 2]);
    run.heal();
    run.until(123_000);
    assert_whole(&run);
}

#[test]
fn a_new_leader_drops_a_member_that_never_fetches() {
    let mut settings = release("3.9");
    settings.broker_session_timeout_ms = 600_000;
    let mut run = Run::three_brokers(1, settings);
    run.until(5_000);
    run.produce(0, Acks::All);
    run.until(10_000);
    run.now(Command::Pause { broker: 2 });
    run.cut(1, 2);
    run.now(Command::ControlledShutdown { broker: 0 });
    run.until(11_000);
    // The paused broker has not heard of it, so the orderly stop waits, but the leadership has moved.
    assert_eq!((run.leader(0), run.isr(0)), (Some(1), vec![1, 2]));
    run.until(60_000);
    assert_eq!(run.isr(0), [1]);
    assert_between(
        change(&run, 10_000, ChangeReason::AlterPartition),
        10_000,
        30_000..=46_000,
    );
}

#[test]
fn a_zombie_acknowledges_what_is_lost() {
    let mut run = cluster("3.9");
    run.until(9_000);
    run.produce(0, Acks::All);
    run.until(10_000);
    run.now(Command::Isolate { brokers: vec![0] });
    run.until(11_000);
    let weak = run.produce_to(Some(0), 0, Acks::Leader);
    let strong = run.produce_to(Some(0), 0, Acks::All);
    run.until(30_000);
    assert_between(run.fenced_after(10_000, 0), 10_000, 7_000..=9_000);
    assert_eq!(run.leader(0), Some(1));
    assert!(run.replica(0, 0).leadership().is_some());
    assert!(run.replica(0, 1).leadership().is_some());
    assert!(run.acknowledged(0).contains(&weak));
    assert!(!run.acknowledged(0).contains(&strong));
    let newer = run.produce(0, Acks::All);
    run.until(31_000);
    run.heal();
    run.until(36_000);
    let (_, error) = run.failure_of(&strong).expect("it is refused");
    assert_eq!(error, ErrorCode::NotLeaderOrFollower);
    assert!(!run.values(0, 1).contains(&weak));
    assert!(run.values(0, 0).contains(&newer));
    assert_whole(&run);
    assert_eq!(run.broken, BTreeSet::from([InvariantId::I10]));
}

#[test]
fn a_follower_of_an_older_epoch_is_fenced_until_it_hears_of_the_new_one() {
    let mut run = cluster("3.9");
    run.until(10_000);
    run.cut_nodes(Node::Controller, Node::Broker(2));
    run.now(Command::ControlledShutdown { broker: 0 });
    run.until(11_500);
    let stopped = run.first_after(0, |effect| match effect {
        Effect::FetcherStopped {
            broker: 2, error, ..
        } => Some(*error),
        _ => None,
    });
    assert_eq!(
        stopped.map(|(_, error)| error),
        Some(ErrorCode::FencedLeaderEpoch)
    );
    let fetcher = run.replica(0, 2).following().map(|it| it.fetcher);
    assert_eq!(fetcher, Some(Fetcher::Failed));
    run.heal();
    run.until(15_000);
    run.restart(0);
    run.until(20_000);
    assert_whole(&run);
}

#[test]
fn power_loss_of_a_follower_is_made_up_for() {
    let mut run = cluster("3.9");
    run.until(9_000);
    for _ in 0..3 {
        run.produce(0, Acks::All);
    }
    run.until(10_000);
    run.crash(2, Crash::PowerLoss);
    assert_eq!(run.offsets(0)[2], (0, 0));
    run.until(30_000);
    assert_eq!(run.isr(0), [0, 1]);
    run.restart(2);
    run.until(35_000);
    assert_whole(&run);
    // Until it was fenced it counted as a member that has everything.
    assert_eq!(run.broken, BTreeSet::from([InvariantId::I2]));
}

#[test]
fn disk_loss_of_a_follower_is_made_up_for() {
    let mut run = cluster("3.9");
    run.until(9_000);
    for _ in 0..3 {
        run.produce(0, Acks::All);
    }
    run.until(10_000);
    run.crash(2, Crash::DiskLoss);
    run.until(30_000);
    run.restart(2);
    run.until(35_000);
    assert_eq!(run.values(0, 2), ["m0", "m1", "m2"]);
    assert_whole(&run);
}

#[test]
fn keep_below_keeps_exactly_that() {
    let mut run = cluster("3.9");
    run.until(9_000);
    for _ in 0..3 {
        run.produce(0, Acks::All);
    }
    run.until(10_000);
    run.crash(2, Crash::KeepBelow(2));
    assert_eq!(run.values(0, 2), ["m0", "m1"]);
}

#[test]
fn flushed_records_survive_the_power() {
    let mut settings = release("3.9");
    settings.log_flush_interval_messages = 1;
    let mut run = Run::three_brokers(1, settings);
    run.until(9_000);
    run.produce(0, Acks::All);
    run.until(10_000);
    run.crash(2, Crash::PowerLoss);
    assert_eq!(run.values(0, 2), ["m0"]);
}

#[test]
fn preferred_election_by_request() {
    let mut run = cluster("3.9");
    run.until(5_000);
    let partition = Some(PartitionId(0));
    let outcome = |run: &Run, after: u64| {
        run.first_after(after, |effect| match effect {
            Effect::ElectionFailed { error, .. } => Some(*error),
            _ => None,
        })
    };
    run.now(Command::PreferredElection { partition });
    assert_eq!(
        outcome(&run, 5_000),
        Some((5_000, ErrorCode::ElectionNotNeeded))
    );
    run.now(Command::ControlledShutdown { broker: 0 });
    run.until(6_000);
    run.now(Command::PreferredElection { partition });
    assert_eq!(
        outcome(&run, 6_000),
        Some((6_000, ErrorCode::PreferredLeaderNotAvailable))
    );
    run.restart(0);
    run.until(10_000);
    assert_eq!((run.leader(0), run.isr(0)), (Some(1), vec![0, 1, 2]));
    run.now(Command::PreferredElection { partition });
    assert_eq!((run.leader(0), run.isr(0)), (Some(0), vec![0, 1, 2]));
    run.until(12_000);
    assert_whole(&run);
    assert_eq!(run.broken, BTreeSet::new());
}

#[test]
fn zookeeper_balances_above_the_percentage_only() {
    for (percentage, leader) in [(49, Some(0)), (50, Some(1))] {
        let mut settings = release("3.2");
        settings.leader_imbalance_per_broker_percentage = percentage;
        let mut run = Run::three_brokers(6, settings);
        run.until(5_000);
        // Broker 0 is the preferred one of partitions 0 and 3.
        run.now(Command::ControlledShutdown { broker: 0 });
        run.until(6_000);
        run.restart(0);
        run.until(10_000);
        let partition = Some(PartitionId(3));
        run.now(Command::PreferredElection { partition });
        assert_eq!((run.leader(0), run.leader(3)), (Some(1), Some(0)));
        run.until(299_000);
        assert_eq!(run.leader(0), Some(1));
        run.until(301_000);
        assert_eq!(run.leader(0), leader, "{percentage}");
    }
}

#[test]
fn no_balance_if_it_is_off() {
    let mut run = cluster("3.9");
    run.set(
        SettingKey::AutoLeaderRebalanceEnable,
        SettingValue::Flag(false),
    );
    run.now(Command::ControlledShutdown { broker: 0 });
    run.until(6_000);
    run.restart(0);
    run.until(700_000);
    assert_eq!(run.leader(0), Some(1));
    run.set(
        SettingKey::AutoLeaderRebalanceEnable,
        SettingValue::Flag(true),
    );
    run.until(901_000);
    assert_eq!(run.leader(0), Some(0));
}

/// Brokers 1 and 2 die and leave the ISR, then broker 0, which alone has the last record.
fn only_the_last_member_has_it(run: &mut Run) -> String {
    run.until(10_000);
    run.kill(1);
    run.kill(2);
    run.until(40_000);
    assert_eq!(run.isr(0), [0]);
    let value = run.produce(0, Acks::All);
    run.until(41_000);
    assert!(run.acknowledged(0).contains(&value));
    run.kill(0);
    run.until(70_000);
    assert_eq!((run.leader(0), run.isr(0)), (None, vec![0]));
    value
}

#[test]
fn clean_elections_wait_for_the_last_member() {
    for text in ["3.9", "3.2"] {
        let mut run = cluster(text);
        let value = only_the_last_member_has_it(&mut run);
        run.restart(1);
        run.until(80_000);
        assert_eq!(run.leader(0), None, "{text}");
        let refused = run.produce(0, Acks::All);
        let (_, error) = run.failure_of(&refused).expect("it is refused");
        assert_eq!(error, ErrorCode::LeaderNotAvailable);
        run.restart(0);
        run.until(90_000);
        assert_eq!(run.leader(0), Some(0), "{text}");
        run.restart(2);
        run.until(100_000);
        assert!(run.values(0, 2).contains(&value), "{text}");
        assert_whole(&run);
        assert_eq!(run.broken, BTreeSet::new(), "{text}");
    }
}

#[test]
fn unclean_election_loses_records() {
    for text in ["3.9", "3.2"] {
        let mut settings = release(text);
        settings.unclean_leader_election_enable = true;
        let mut run = Run::three_brokers(1, settings);
        let value = only_the_last_member_has_it(&mut run);
        run.restart(1);
        run.until(80_000);
        assert_eq!((run.leader(0), run.isr(0)), (Some(1), vec![1]), "{text}");
        run.restart(0);
        run.restart(2);
        run.until(90_000);
        assert!(!run.values(0, 0).contains(&value), "{text}");
        assert_whole(&run);
        assert_eq!(run.broken, BTreeSet::from([InvariantId::I1]), "{text}");
    }
}

#[test]
fn unclean_election_enabled_later_waits_for_the_periodic_task() {
    let mut run = cluster("3.9");
    only_the_last_member_has_it(&mut run);
    run.restart(1);
    run.until(80_000);
    run.set(
        SettingKey::UncleanLeaderElectionEnable,
        SettingValue::Flag(true),
    );
    run.until(299_000);
    assert_eq!(run.leader(0), None);
    run.until(300_000);
    assert_eq!(run.leader(0), Some(1));
    assert_eq!(
        change(&run, 80_000, ChangeReason::UncleanElection),
        Some(300_000)
    );
}

#[test]
fn unclean_election_by_request() {
    let mut run = cluster("3.9");
    only_the_last_member_has_it(&mut run);
    let partition = Some(PartitionId(0));
    run.now(Command::UncleanElection { partition });
    let failed = run.first_after(70_000, |effect| match effect {
        Effect::ElectionFailed { error, .. } => Some(*error),
        _ => None,
    });
    assert_eq!(
        failed.map(|(_, error)| error),
        Some(ErrorCode::EligibleLeadersNotAvailable)
    );
    run.restart(1);
    run.until(80_000);
    run.now(Command::UncleanElection { partition });
    assert_eq!((run.leader(0), run.isr(0)), (Some(1), vec![1]));
}

#[test]
fn below_min_isr_nothing_is_taken() {
    let mut settings = release("3.9");
    settings.min_insync_replicas = 2;
    let mut run = Run::three_brokers(1, settings);
    run.until(10_000);
    run.kill(1);
    run.kill(2);
    run.until(20_000);
    assert_eq!(run.isr(0), [0]);
    let refused = run.produce(0, Acks::All);
    let taken = run.produce(0, Acks::Leader);
    run.until(21_000);
    let (_, error) = run.failure_of(&refused).expect("it is refused");
    assert_eq!(error, ErrorCode::NotEnoughReplicas);
    assert_eq!(run.values(0, 0), [taken]);
    // The strict rule: the high watermark stands still.
    assert_eq!(run.offsets(0)[0], (1, 0));
    run.restart(1);
    run.restart(2);
    run.until(30_000);
    assert_whole(&run);
    assert_eq!(run.broken, BTreeSet::new());
}

#[test]
fn the_isr_shrinks_below_the_minimum_while_a_request_waits() {
    for (text, error) in [
        ("3.5", ErrorCode::NotEnoughReplicasAfterAppend),
        ("3.9", ErrorCode::RequestTimedOut),
    ] {
        let mut settings = release(text);
        settings.min_insync_replicas = 2;
        let mut run = Run::three_brokers(1, settings);
        run.until(10_000);
        run.kill(1);
        run.kill(2);
        let value = run.produce(0, Acks::All);
        run.until(45_000);
        let (time, found) = run.failure_of(&value).expect("it fails");
        assert_eq!(found, error, "{text}");
        match error {
            ErrorCode::RequestTimedOut => assert_between(Some(time), 10_000, 30_000..=30_010),
            _ => assert_between(Some(time), 10_000, 7_000..=9_000 + SOON_MS),
        }
        assert_eq!(run.values(0, 0), [value], "{text}");
    }
}

#[test]
fn a_request_times_out() {
    let mut run = cluster("3.9");
    run.set(SettingKey::ReplicaLagTimeMaxMs, number(120_000));
    run.until(10_000);
    run.cut(0, 2);
    let value = run.produce(0, Acks::All);
    run.until(60_000);
    let (time, error) = run.failure_of(&value).expect("it fails");
    assert_eq!(error, ErrorCode::RequestTimedOut);
    assert_between(Some(time), 10_000, 30_000..=30_010);
    run.heal();
    run.until(65_000);
    // It may become visible all the same.
    assert_eq!(run.values(0, 2), [value]);
    assert_whole(&run);
}

/// The leader alone has a record, dies, and comes back to a leader that wrote another in its place.
fn a_tail_that_nobody_else_has(run: &mut Run) -> (String, String) {
    run.until(9_000);
    run.produce(0, Acks::All);
    run.until(10_000);
    run.cut(0, 1);
    run.cut(0, 2);
    let lost = run.produce(0, Acks::Leader);
    run.until(10_100);
    run.kill(0);
    run.heal();
    run.until(40_000);
    let kept = run.produce(0, Acks::All);
    run.until(41_000);
    run.restart(0);
    run.until(50_000);
    (lost, kept)
}

#[test]
fn a_tail_is_cut_by_each_protocol() {
    for (text, reason) in [
        ("0.10", TruncationReason::HighWatermark),
        ("1.0", TruncationReason::LeaderEpoch),
        ("2.0", TruncationReason::LeaderEpoch),
        ("2.3", TruncationReason::LeaderEpoch),
        ("3.2", TruncationReason::DivergingFetch),
        ("3.9", TruncationReason::DivergingFetch),
    ] {
        let mut settings = release(text);
        settings.unclean_leader_election_enable = false;
        let mut run = Run::three_brokers(1, settings);
        let (lost, kept) = a_tail_that_nobody_else_has(&mut run);
        assert_eq!(truncations(&run), [(0, 2, 1, reason)], "{text}");
        assert_eq!(run.values(0, 0), ["m0", &kept], "{text}");
        assert!(!run.values(0, 1).contains(&lost), "{text}");
        assert_whole(&run);
        assert_eq!(run.broken, BTreeSet::from([InvariantId::I10]), "{text}");
    }
}

#[test]
fn a_follower_asks_about_epochs_only_before_it_fetches() {
    let mut settings = release("2.3");
    settings.metadata_mode = MetadataMode::Zookeeper;
    let mut run = Run::three_brokers(1, settings);
    a_tail_that_nobody_else_has(&mut run);
    let questions = run.steps.iter().filter(|step| {
        matches!(&step.trigger, tidemark_core::sim::event::Trigger::Message(head)
            if matches!(head.kind, tidemark_core::sim::event::MessageKind::OffsetsForLeaderEpoch { .. }))
    });
    // Broker 2 once, when broker 1 took over, and broker 0 once, when it came back; then both again,
    // for each change of the ISR that raises the epoch.
    assert!((2..=6).contains(&questions.count()));
}

#[test]
fn deleted_records_are_gone_everywhere() {
    let mut run = cluster("3.9");
    run.until(1_000);
    for _ in 0..4 {
        run.produce(0, Acks::All);
    }
    run.until(2_000);
    run.now(Command::DeleteRecords {
        partition: PartitionId(0),
        before_offset: 2,
    });
    run.until(4_000);
    for broker in 0..3 {
        assert_eq!(run.replica(0, broker).log.log_start_offset(), 2);
    }
    run.kill(2);
    run.until(20_000);
    run.crash(1, Crash::DiskLoss);
    run.until(40_000);
    run.restart(1);
    run.restart(2);
    run.until(50_000);
    assert_eq!(run.replica(0, 1).log.log_start_offset(), 2);
    assert_whole(&run);
}

#[test]
fn many_partitions_of_a_dead_broker_move() {
    let mut run = Run::three_brokers(12, release("3.9"));
    run.until(10_000);
    for partition in 0..12 {
        run.produce(partition, Acks::All);
    }
    run.until(11_000);
    run.kill(1);
    run.until(30_000);
    for partition in 0..12 {
        assert_ne!(run.leader(partition), Some(1));
        assert_eq!(run.isr(partition).len(), 2);
        run.produce(partition, Acks::All);
    }
    run.until(31_000);
    run.restart(1);
    run.until(302_000);
    for partition in 0..12 {
        let preferred = run
            .replica(partition, 0)
            .leadership()
            .map(|it| it.replicas[0]);
        assert!(preferred.is_none_or(|preferred| preferred == 0));
    }
    assert_whole(&run);
    assert_eq!(run.broken, BTreeSet::new());
}
