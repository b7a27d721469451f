//! Idle time costs nothing, and computing it gives what simulating it would have given.

use tidemark_core::cluster::replica::Role;
use tidemark_core::replication::acks::Acks;
use tidemark_core::replication::release::Release;
use tidemark_core::replication::settings::Settings;
use tidemark_core::sim::command::Command;
use tidemark_core::sim::naming::{Flow, MessageAct, MessageName, MessageType};
use tidemark_core::sim::network::NetworkSpec;
use tidemark_core::sim::node::Node;
use tidemark_core::sim::start::ClusterSpec;
use tidemark_core::sim::workload::Size;
use tidemark_core::sim::{Simulation, TimedCommand};
use tidemark_core::topology::PartitionId;
use tidemark_tests::cluster::Run;
use tidemark_tests::faults::{Action, Mix, Plan, Row, act, act_in_both, heal};

const RUNS: u64 = 40;
const ACTIONS: usize = 120;

/// All that is known of a cluster at a moment, but for the serial numbers of fetches.
fn snapshot(simulation: &Simulation) -> Vec<String> {
    let mut lines = vec![format!("{:?}", simulation.time())];
    for registration in &simulation.controller().registrations {
        lines.push(format!("{registration:?}"));
    }
    for broker in simulation.brokers() {
        lines.push(format!(
            "broker {} {:?} {:?} {:?}",
            broker.id, broker.process, broker.eligible, broker.suspects
        ));
    }
    for cell in simulation.cells().iter() {
        lines.push(format!("{:?} {:?}", cell.state, cell.broken.len()));
        let ledger = &cell.ledger;
        let acknowledged: Vec<_> = ledger.acknowledged.iter().collect();
        let committed: Vec<_> = ledger.committed.iter().collect();
        lines.push(format!("{} {acknowledged:?} {committed:?}", ledger.written));
        for replica in &cell.replicas {
            lines.push(format!(
                "replica {} log {}..{}..{} epochs {} {} checkpoint {}",
                replica.broker,
                replica.log.log_start_offset(),
                replica.log.high_watermark(),
                replica.log.log_end_offset(),
                replica.leader_epoch,
                replica.partition_epoch,
                simulation.checkpointed_high_watermark(replica),
            ));
            match &replica.role {
                Role::None => lines.push("no role".to_owned()),
                Role::Follower(following) => lines.push(format!("follows {:?}", following.leader)),
                Role::Leader(leadership) => {
                    lines.push(format!(
                        "leads from {} isr {:?} pending {:?} waiting {:?}",
                        leadership.epoch_start_offset,
                        leadership.isr,
                        leadership.pending,
                        leadership.waiting
                    ));
                    for remote in &leadership.remotes {
                        let progress = simulation.settled_progress(replica, remote);
                        lines.push(format!("remote {} {progress:?}", remote.broker));
                    }
                }
            }
        }
    }
    lines
}

fn differs(plan: &Plan) -> Option<String> {
    let mut computed = plan.start();
    let mut simulated = plan.start();
    simulated.simulation.simulate_idle();
    let check = |computed: &Run, simulated: &Run| {
        let left = snapshot(&computed.simulation);
        let right = snapshot(&simulated.simulation);
        let mut lines = left.iter().zip(&right);
        let first = lines.find(|(one, other)| one != other);
        first.map(|(one, other)| format!("{}\ncomputed  {one}\nsimulated {other}", left[0]))
    };
    for (time, action) in &plan.actions {
        act_in_both([&mut computed, &mut simulated], *time, *action);
        if let Some(difference) = check(&computed, &simulated) {
            return Some(difference);
        }
    }
    for run in [&mut computed, &mut simulated] {
        heal(run);
    }
    check(&computed, &simulated)
}

/// Much idle time between the actions, and none of them at the very microsecond of an idle renewal.
fn with_idle_time(row: Row, mix: Mix, seed: u64) -> Plan {
    let mut plan = Plan::random(row, mix, seed, ACTIONS);
    let mut delay = 0;
    for (index, (time, action)) in plan.actions.iter_mut().enumerate() {
        if index % 7 == 0 {
            delay += 1_234_567 + 997 * index as u64;
        }
        *time += delay;
        if let Action::Elect(..) = action {
            // A second stop at the same time only hides what the first one finds.
            *action = Action::ElectPreferred;
        }
    }
    plan
}

#[test]
fn computed_idle_time_is_exact() {
    for row in [Row::V1, Row::V2, Row::V5, Row::V6, Row::V8] {
        for mix in Mix::ALL {
            // Acts on single messages find most of what can go wrong with computed polls.
            let runs = if mix == Mix::Messages { RUNS } else { RUNS / 5 };
            for seed in 0..runs {
                let plan = with_idle_time(row, mix, seed);
                if differs(&plan).is_some() {
                    let shortest = plan.shortest(|plan| differs(plan).is_some());
                    let difference = differs(&shortest).unwrap_or_default();
                    panic!("{difference}\n{shortest:#?}");
                }
            }
        }
    }
}

/// A poll whose messages somebody has touched has another rhythm until the last of them has arrived.
#[test]
fn a_late_copy_of_a_fetch_is_exact() {
    let settings = Settings::for_release(Release { major: 3, minor: 9 });
    let mut computed = Run::three_brokers(1, settings);
    let mut simulated = computed.clone();
    simulated.simulation.simulate_idle();
    let flow = Flow {
        from: Node::Broker(1),
        to: Node::Broker(0),
        kind: MessageType::Fetch,
        partition: Some(PartitionId(0)),
    };
    for run in [&mut computed, &mut simulated] {
        run.until(1_000);
        run.produce(0, Acks::All);
        run.until(5_000);
        // A renewal is under way for some milliseconds of each half second.
        let name = MessageName {
            flow,
            nth: run.simulation.sent_so_far(&flow),
            copy: 0,
        };
        let duplicate = Command::Message {
            name,
            act: MessageAct::Duplicate,
        };
        for _ in 0..600 {
            run.wait(1);
            run.now(duplicate.clone());
            let step = run.steps.last().expect("a step");
            if step.effects.is_empty() {
                break;
            }
        }
    }
    assert_eq!(computed.time_ms(), simulated.time_ms());
    for late_ms in (1..1_200).step_by(7) {
        let (mut computed, mut simulated) = (computed.clone(), simulated.clone());
        for run in [&mut computed, &mut simulated] {
            let name = MessageName {
                flow,
                nth: run.simulation.sent_so_far(&flow),
                copy: 1,
            };
            let by_us = late_ms * 1_000 + 7;
            run.now(Command::Message {
                name,
                act: MessageAct::Delay { by_us },
            });
            assert_eq!(run.steps.last().expect("a step").effects, []);
        }
        for _ in 0..40 {
            for run in [&mut computed, &mut simulated] {
                run.wait(51);
            }
            let (one, other) = (
                snapshot(&computed.simulation),
                snapshot(&simulated.simulation),
            );
            assert_eq!(one, other, "{late_ms} ms late");
        }
    }
}

#[test]
fn a_week_of_an_idle_cluster_is_nothing() {
    let size = Size {
        brokers: 100,
        partitions: 10_000,
        replication_factor: 3,
    };
    let settings = Settings::for_release(Release { major: 3, minor: 9 });
    let spec = ClusterSpec::placed(size, settings, NetworkSpec::default()).expect("enough brokers");
    let mut run = Run::new(&spec);
    let week_ms = 7 * 24 * 60 * 60 * 1000;
    run.until(week_ms);
    assert_eq!(run.time_ms(), week_ms);
    assert!(run.advances <= 1, "{} calls", run.advances);
    assert!(run.simulation.queue().iter().next().is_none());
    // Somebody who looks sees that everybody has fetched a moment ago.
    let now = run.simulation.now();
    for cell in run.simulation.cells().iter() {
        let leader = cell.true_leader().expect("a leader");
        for remote in &leader.leadership().expect("it leads").remotes {
            let progress = run.simulation.settled_progress(leader, remote);
            assert!(now - progress.last_caught_up_time <= 600_000);
        }
    }
}

#[test]
fn the_same_plan_gives_the_same_run() {
    for (row, mix) in [
        (Row::V1, Mix::Disk),
        (Row::V6, Mix::Power),
        (Row::V9, Mix::Network),
    ] {
        let plan = Plan::random(row, mix, 5, ACTIONS);
        let (mut one, mut other) = (plan.start(), plan.start());
        let mut forks: Vec<(usize, Run)> = Vec::new();
        for (index, (time, action)) in plan.actions.iter().enumerate() {
            if index % 10 == 3 {
                forks.push((index, one.clone()));
            }
            act(&mut one, *time, *action);
            act(&mut other, *time, *action);
            assert_eq!(
                one.simulation.trace_hashes(),
                other.simulation.trace_hashes()
            );
        }
        heal(&mut one);
        let end = one.simulation.trace_hashes();
        for (index, mut fork) in forks {
            for (time, action) in &plan.actions[index..] {
                act(&mut fork, *time, *action);
            }
            heal(&mut fork);
            assert_eq!(
                fork.simulation.trace_hashes(),
                end,
                "from action {index} on"
            );
            assert_eq!(snapshot(&fork.simulation), snapshot(&one.simulation));
        }
        let mut different = plan;
        different.seed += 8;
        let mut third = different.start();
        for (time, action) in &different.actions {
            act(&mut third, *time, *action);
        }
        assert_ne!(
            third.simulation.trace_hashes(),
            other.simulation.trace_hashes()
        );
    }
}

#[test]
fn a_clone_at_any_step_goes_on_the_same() {
    let plan = Plan::random(Row::V1, Mix::CrashesAndNetwork, 9, 60);
    let mut run = plan.start();
    for (time, action) in &plan.actions {
        act(&mut run, *time, *action);
    }
    let mut one = run.simulation.clone();
    for _ in 0..500 {
        let before: TimedCommand = TimedCommand {
            at: tidemark_core::sim::event::VirtualTime(u64::MAX / 4),
            after: 0,
            command: Command::Wait,
        };
        let mut other = one.clone();
        let (left, right) = (one.advance(Some(&before)), other.advance(Some(&before)));
        assert_eq!(left, right);
        assert_eq!(one.trace_hashes(), other.trace_hashes());
        one = other;
    }
}
