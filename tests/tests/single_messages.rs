//! A person is the network, and the clock: what comes of acts on single messages and timers.
//!
//! Clusters run by themselves with the delays of seed 1: 1 to 5 ms. A message is named by what it is,
//! so that no test depends on the number of an event.

use std::collections::{BTreeMap, BTreeSet};
use tidemark_core::event::{ActRefusal, Effect, InvariantId};
use tidemark_core::history::BranchId;
use tidemark_core::kafka::BrokerId;
use tidemark_core::replication::acks::Acks;
use tidemark_core::replication::error_code::ErrorCode;
use tidemark_core::replication::release::Release;
use tidemark_core::replication::settings::{MetadataMode, Settings};
use tidemark_core::scenario::{catalogue, parse};
use tidemark_core::sim::command::{Command, Produce};
use tidemark_core::sim::event::{Step, Timer, Trigger};
use tidemark_core::sim::naming::{Flow, MessageAct, MessageName, MessageType};
use tidemark_core::sim::node::Node;
use tidemark_core::sim::queue::Due;
use tidemark_core::sim::stalled::Stall;
use tidemark_core::topology::PartitionId;
use tidemark_tests::cluster::Run;
use tidemark_tests::faults::{Mix, Plan, Row, act};

const P: PartitionId = PartitionId(0);
const CLIENT: Node = Node::Client(1);

const fn broker(id: BrokerId) -> Node {
    Node::Broker(id)
}

fn cluster(release: &str) -> Run {
    Run::three_brokers(
        1,
        Settings::for_release(Release::parse(release).expect("a release")),
    )
}

fn named(from: Node, to: Node, kind: MessageType, nth: u32) -> MessageName {
    MessageName {
        flow: Flow::new(from, to, kind, Some(P)),
        nth,
        copy: 0,
    }
}

fn do_to(run: &mut Run, name: MessageName, act: MessageAct) -> Step {
    run.now(Command::Message { name, act });
    run.steps.last().expect("a command makes a step").clone()
}

fn expire(run: &mut Run, timer: Timer) -> Step {
    run.now(Command::ExpireTimer(timer));
    run.steps.last().expect("a command makes a step").clone()
}

fn refused(step: &Step) -> Option<ActRefusal> {
    step.effects.iter().find_map(|effect| match effect {
        Effect::ActRefused { why } => Some(*why),
        _ => None,
    })
}

/// The messages of a kind that are in the queue, with the time at which they arrive, in microseconds.
fn under_way(run: &Run, kind: MessageType) -> Vec<(MessageName, u64)> {
    let now = run.simulation.now();
    let mut found: Vec<(MessageName, u64)> = run
        .simulation
        .queue()
        .iter()
        .filter_map(|entry| match &entry.due {
            Due::Message(message) if message.content.message_type() == kind => {
                Some((message.name(), run.simulation.time().0 + entry.time - now))
            }
            _ => None,
        })
        .collect();
    found.sort_unstable_by_key(|(name, time)| (*time, *name));
    found
}

fn stalled(run: &Run) -> Vec<(MessageName, Stall)> {
    let stalled = run.simulation.stalled();
    stalled
        .map(|stalled| (stalled.message.name(), stalled.stall))
        .collect()
}

/// When messages of a kind arrived, in microseconds.
fn arrivals(run: &Run, kind: MessageType) -> Vec<u64> {
    let steps = run.steps.iter();
    steps
        .filter(|step| matches!(&step.trigger, Trigger::Message(head) if head.kind.message_type() == kind))
        .map(|step| step.time.0)
        .collect()
}

/// Runs on until a message of this name is in the queue.
#[track_caller]
fn until_sent(run: &mut Run, name: MessageName) {
    for _ in 0..10_000 {
        if under_way(run, name.flow.kind)
            .iter()
            .any(|(found, _)| *found == name)
        {
            return;
        }
        let at = run.simulation.next_time().expect("something happens");
        run.run(&tidemark_core::sim::TimedCommand {
            at,
            after: run.simulation.place().1 + 1,
            command: Command::Wait,
        });
    }
    panic!("{name:?} was never sent");
}

/// S08 by itself, with the message of its step 4 dropped or delivered: nothing else differs.
#[test]
fn one_answer_decides_whether_a_committed_record_is_lost() {
    let entry = catalogue()
        .iter()
        .find(|entry| entry.id == "A03")
        .expect("A03");
    let scenario = parse(entry.text).expect("a scenario");
    let run_branch = |branch| {
        let mut run = Run::new(&scenario.cluster);
        for command in scenario.commands_of(BranchId(branch)) {
            run.run(&command.timed);
        }
        run
    };
    let (dropped, delivered) = (run_branch(0), run_branch(1));
    for run in [&dropped, &delivered] {
        assert!(run.steps.iter().all(|step| refused(step).is_none()));
        assert_eq!(run.acknowledged(0), ["m0", "m1"]);
        assert_eq!((run.leader(0), run.leader_epoch(0)), (Some(0), 1));
        assert_eq!(run.isr(0), [1, 0]);
        assert!(run.is_whole());
    }
    assert_eq!(dropped.offsets(0), [(1, 1), (1, 1)]);
    assert_eq!(dropped.values(0, 0), ["m0"]);
    assert_eq!(dropped.values(0, 1), ["m0"]);
    assert_eq!(
        dropped.broken,
        BTreeSet::from([InvariantId::I1, InvariantId::I2])
    );
    assert_eq!(delivered.offsets(0), [(2, 2), (2, 2)]);
    assert_eq!(delivered.values(0, 0), ["m0", "m1"]);
    assert_eq!(delivered.values(0, 1), ["m0", "m1"]);
    assert_eq!(delivered.broken, BTreeSet::new());
    let cuts = |run: &Run| {
        let effects = run.steps.iter().flat_map(|step| &step.effects);
        effects
            .filter_map(|effect| match effect {
                Effect::Truncated {
                    broker, from, to, ..
                } => Some((*broker, *from, *to)),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(cuts(&dropped), [(0, 2, 1), (1, 2, 2), (1, 2, 1)]);
    assert_eq!(cuts(&delivered), [(0, 2, 2), (1, 2, 2)]);
}

#[test]
fn a_follower_whose_answer_is_dropped_gives_up_after_its_timeout_and_fetches_again() {
    let mut run = cluster("3.9");
    run.until(1_000);
    run.produce(0, Acks::Leader);
    let answer = named(broker(0), broker(2), MessageType::FetchResponse, 0);
    until_sent(&mut run, answer);
    let dropped = run.simulation.time();
    let step = do_to(&mut run, answer, MessageAct::Drop);
    assert_eq!(step.effects, []);
    run.wait(29_000);
    assert_eq!(run.offsets(0), [(1, 0), (1, 0), (0, 0)]);
    run.wait(5_000);
    // replica.socket.timeout.ms, then replica.fetch.backoff.ms.
    let fired = |timer: fn(&Timer) -> bool| {
        let mut steps = run.steps.iter();
        let found = steps.find(|step| matches!(&step.trigger, Trigger::Timer(it) if timer(it)));
        found.map(|step| step.time.0 - dropped.0)
    };
    let timeout = fired(|timer| matches!(timer, Timer::RequestTimeout { broker: 2, .. }));
    let retry = fired(|timer| matches!(timer, Timer::FetchRetry { broker: 2, .. }));
    assert_eq!(timeout, Some(30_000_000));
    assert_eq!(retry, Some(31_000_000));
    assert_eq!(run.offsets(0), [(1, 1), (1, 1), (1, 1)]);
}

#[test]
fn a_dropped_produce_request_fails_at_its_producer_and_is_in_no_log() {
    let mut run = cluster("3.9");
    run.until(1_000);
    let lost = run.produce(0, Acks::All);
    do_to(
        &mut run,
        named(CLIENT, broker(0), MessageType::Produce, 1),
        MessageAct::Drop,
    );
    run.wait(2_000);
    assert_eq!(
        run.failure_of(&lost),
        Some((1_000, ErrorCode::NetworkException))
    );
    assert_eq!(run.offsets(0), [(0, 0); 3]);
    assert!(under_way(&run, MessageType::Produce).is_empty());
}

/// Nothing hangs on the answer to a producer, so the whole rest of the run is as it was.
#[test]
fn an_act_on_one_message_leaves_all_others_as_they_were() {
    let rest = |act: Option<MessageAct>| {
        let mut run = cluster("3.9");
        for round in 0..20 {
            run.until(1_000 + round * 37);
            run.produce(0, Acks::All);
            run.produce(0, Acks::Leader);
            if round == 10
                && let Some(act) = act
            {
                let flow = Flow::new(broker(0), CLIENT, MessageType::ProduceResponse, None);
                let nth = run.simulation.sent_so_far(&flow) + 1;
                let answer = named(broker(0), CLIENT, MessageType::ProduceResponse, nth);
                until_sent(&mut run, answer);
                assert_eq!(refused(&do_to(&mut run, answer, act)), None);
            }
        }
        run.wait(20_000);
        let steps = run.steps.iter();
        steps
            .filter(|step| match &step.trigger {
                Trigger::Message(head) => head.kind.message_type() != MessageType::ProduceResponse,
                Trigger::Command(command) => matches!(command, Command::Produce(_)),
                _ => true,
            })
            .map(|step| (step.time, step.trigger.clone(), step.effects.clone()))
            .collect::<Vec<_>>()
    };
    let untouched = rest(None);
    assert!(untouched.len() > 200, "{}", untouched.len());
    let delay = MessageAct::Delay { by_us: 700 };
    for act in [
        MessageAct::Drop,
        MessageAct::Hold,
        delay,
        MessageAct::DeliverNow,
    ] {
        assert_eq!(rest(Some(act)), untouched, "{act:?}");
    }
}

#[test]
fn what_follows_a_held_message_on_its_connection_waits_behind_it() {
    let mut run = cluster("3.9");
    run.until(1_000);
    let first = run.produce(0, Acks::Leader);
    let second = run.produce(0, Acks::Leader);
    let request = |nth| named(CLIENT, broker(0), MessageType::Produce, nth);
    assert_eq!(
        refused(&do_to(&mut run, request(1), MessageAct::Hold)),
        None
    );
    let third = run.produce(0, Acks::Leader);
    assert_eq!(
        stalled(&run),
        [
            (request(1), Stall::Held),
            (request(2), Stall::Behind),
            (request(3), Stall::Behind),
        ]
    );
    run.wait(500);
    assert_eq!(run.offsets(0), [(0, 0); 3]);
    let again = do_to(&mut run, request(1), MessageAct::Hold);
    assert_eq!(refused(&again), Some(ActRefusal::Held));
    let behind = do_to(&mut run, request(2), MessageAct::Release);
    assert_eq!(refused(&behind), Some(ActRefusal::NotHeld));
    do_to(&mut run, request(1), MessageAct::Release);
    run.wait(100);
    assert_eq!(run.values(0, 0), [first, second, third]);
    assert_eq!(arrivals(&run, MessageType::Produce), [1_500_000; 3]);
    assert_eq!(stalled(&run), []);
}

#[test]
fn the_first_of_two_can_be_dropped_while_it_holds_up_the_second() {
    let mut run = cluster("3.9");
    run.until(1_000);
    let first = run.produce(0, Acks::Leader);
    let second = run.produce(0, Acks::Leader);
    let request = |nth| named(CLIENT, broker(0), MessageType::Produce, nth);
    do_to(&mut run, request(1), MessageAct::Hold);
    do_to(&mut run, request(1), MessageAct::Drop);
    run.wait(100);
    assert_eq!(run.values(0, 0), [second]);
    assert!(run.failure_of(&first).is_some());
}

#[test]
fn a_producer_closes_a_connection_on_which_nothing_comes() {
    let mut run = cluster("3.9");
    run.until(1_000);
    let first = run.produce(0, Acks::Leader);
    do_to(
        &mut run,
        named(CLIENT, broker(0), MessageType::Produce, 1),
        MessageAct::Hold,
    );
    run.wait(10_000);
    let second = run.produce(0, Acks::Leader);
    run.wait(30_000);
    // request.timeout.ms after the first one was sent both are lost with the connection.
    assert_eq!(
        run.failure_of(&first),
        Some((31_000, ErrorCode::NetworkException))
    );
    assert_eq!(
        run.failure_of(&second),
        Some((31_000, ErrorCode::NetworkException))
    );
    let closed = run.first_after(0, |effect| match effect {
        Effect::ConnectionClosed { broker, lost } => Some((*broker, *lost)),
        _ => None,
    });
    assert_eq!(closed, Some((31_000, (0, 2))));
    let third = run.produce(0, Acks::Leader);
    run.wait(100);
    assert_eq!(run.values(0, 0), [third]);
}

#[test]
fn a_delayed_message_arrives_later_and_what_follows_it_not_before() {
    let mut plain = cluster("3.9");
    let mut run = cluster("3.9");
    for run in [&mut plain, &mut run] {
        run.until(1_000);
        run.produce(0, Acks::Leader);
        run.produce(0, Acks::Leader);
    }
    let request = |nth| named(CLIENT, broker(0), MessageType::Produce, nth);
    let delay = MessageAct::Delay { by_us: 20_000 };
    do_to(&mut run, request(1), delay);
    for run in [&mut plain, &mut run] {
        run.wait(5);
        run.produce(0, Acks::Leader);
        run.wait(100);
        run.produce(0, Acks::Leader);
        run.wait(100);
    }
    let (plainly, late) = (
        arrivals(&plain, MessageType::Produce),
        arrivals(&run, MessageType::Produce),
    );
    assert_eq!(late[0], plainly[0] + 20_000);
    assert_eq!(late[1..3], [late[0]; 2]);
    assert_eq!(late[3], plainly[3]);
    assert_eq!(run.values(0, 0), ["m0", "m1", "m2", "m3"]);
}

#[test]
fn a_message_can_be_delivered_now_with_what_goes_before_it() {
    let mut run = cluster("3.9");
    run.until(1_000);
    for _ in 0..3 {
        run.produce(0, Acks::Leader);
    }
    let request = |nth| named(CLIENT, broker(0), MessageType::Produce, nth);
    do_to(&mut run, request(1), MessageAct::Hold);
    do_to(&mut run, request(2), MessageAct::DeliverNow);
    run.wait(100);
    let arrived = arrivals(&run, MessageType::Produce);
    assert_eq!(arrived[..2], [1_000_000; 2]);
    assert!(arrived[2] > 1_000_000);
    assert_eq!(run.values(0, 0), ["m0", "m1", "m2"]);
}

#[test]
fn a_request_sent_twice_is_written_twice_unless_the_producer_is_idempotent() {
    for (base_sequence, expected) in [(None, vec!["a", "a"]), (Some(0), vec!["a"])] {
        let mut run = cluster("3.9");
        run.until(1_000);
        run.now(Command::Produce(Produce {
            partition: P,
            broker: None,
            values: vec!["a".to_owned()],
            acks: Some(Acks::All),
            base_sequence,
            key: None,
        }));
        let request = named(CLIENT, broker(0), MessageType::Produce, 1);
        do_to(&mut run, request, MessageAct::Duplicate);
        let names: Vec<MessageName> = under_way(&run, MessageType::Produce)
            .into_iter()
            .map(|(name, _)| name)
            .collect();
        let copy = MessageName { copy: 1, ..request };
        assert_eq!(names, [request, copy]);
        run.wait(1_000);
        assert_eq!(run.values(0, 0), expected);
        assert!(run.is_whole());
        // The copy is none of the producer's own requests: the next one has the next number.
        run.produce(0, Acks::All);
        let next = named(CLIENT, broker(0), MessageType::Produce, 2);
        assert_eq!(under_way(&run, MessageType::Produce)[0].0, next);
    }
}

#[test]
fn a_copy_can_be_treated_apart() {
    let mut run = cluster("3.9");
    run.until(1_000);
    run.produce(0, Acks::Leader);
    let request = named(CLIENT, broker(0), MessageType::Produce, 1);
    do_to(&mut run, request, MessageAct::Duplicate);
    let copy = MessageName { copy: 1, ..request };
    do_to(&mut run, copy, MessageAct::Delay { by_us: 3_000_000 });
    run.wait(1_000);
    assert_eq!(run.values(0, 0), ["m0"]);
    run.wait(3_000);
    assert_eq!(run.values(0, 0), ["m0", "m0"]);
}

#[test]
fn what_cannot_be_done_is_said() {
    let mut run = cluster("3.9");
    run.until(1_000);
    run.produce(0, Acks::Leader);
    let unsent = named(CLIENT, broker(0), MessageType::Produce, 2);
    let acts = [
        MessageAct::Drop,
        MessageAct::Hold,
        MessageAct::Release,
        MessageAct::Delay { by_us: 1 },
        MessageAct::DeliverNow,
        MessageAct::Duplicate,
    ];
    for act in acts {
        let step = do_to(&mut run, unsent, act);
        assert_eq!(refused(&step), Some(ActRefusal::NotInFlight), "{act:?}");
        assert_eq!(step.effects.len(), 1);
    }
    let sent = named(CLIENT, broker(0), MessageType::Produce, 1);
    let step = do_to(&mut run, sent, MessageAct::Release);
    assert_eq!(refused(&step), Some(ActRefusal::NotHeld));
    let answer = named(broker(0), CLIENT, MessageType::ProduceResponse, 1);
    until_sent(&mut run, answer);
    let step = do_to(&mut run, answer, MessageAct::Duplicate);
    assert_eq!(refused(&step), Some(ActRefusal::NeverTwice));
    let timer = Timer::SessionExpiry { broker: 1 };
    let step = expire(&mut run, timer);
    assert_eq!(refused(&step), Some(ActRefusal::NotRunning));
    // By hand nothing is in flight.
    run.now(Command::RunByHand);
    let step = do_to(&mut run, answer, MessageAct::Drop);
    assert_eq!(refused(&step), Some(ActRefusal::NotInFlight));
}

#[test]
fn lost_partition_states_are_asked_for_again() {
    let modes = [
        (MetadataMode::Kraft, 2_000),
        (MetadataMode::Zookeeper, 30_000),
    ];
    for (metadata_mode, timeout_ms) in modes {
        let mut settings = Settings::for_release(Release::parse("3.9").expect("a release"));
        settings.metadata_mode = metadata_mode;
        let mut run = Run::three_brokers(1, settings);
        run.until(1_000);
        run.now(Command::Manual(
            tidemark_core::sim::command::Manual::Elect {
                partition: P,
                leader: 1,
            },
        ));
        let states = named(Node::Controller, broker(1), MessageType::PartitionStates, 1);
        do_to(&mut run, states, MessageAct::Drop);
        let again = do_to(&mut run, states, MessageAct::Drop);
        assert_eq!(refused(&again), Some(ActRefusal::NotInFlight));
        run.wait(timeout_ms - 1);
        assert!(run.replica(0, 1).leadership().is_none());
        run.wait(10);
        assert!(
            run.replica(0, 1).leadership().is_some(),
            "{metadata_mode:?}"
        );
        run.wait(5_000);
        assert!(run.is_whole());
    }
}

#[test]
fn a_held_isr_request_is_given_up_and_sent_again() {
    let mut run = cluster("3.9");
    run.until(1_000);
    run.cut(0, 2);
    run.produce(0, Acks::Leader);
    let request = named(broker(0), Node::Controller, MessageType::AlterPartition, 1);
    until_sent(&mut run, request);
    let held = run.time_ms();
    do_to(&mut run, request, MessageAct::Hold);
    run.wait(29_000);
    assert_eq!(run.isr(0), [0, 1, 2]);
    run.wait(2_000);
    assert_eq!(run.isr(0), [0, 1]);
    let closed = run.first_after(held, |effect| match effect {
        Effect::ConnectionClosed { broker, lost } => Some((*broker, *lost)),
        _ => None,
    });
    assert_eq!(closed, Some((held + 30_000, (0, 1))));
    let late = do_to(&mut run, request, MessageAct::Release);
    assert_eq!(refused(&late), Some(ActRefusal::NotInFlight));
    assert_eq!(run.broken, BTreeSet::new());
}

#[test]
fn a_fetch_keeps_its_number_however_long_the_cluster_is_idle() {
    let number_after = |idle_ms, simulate| {
        let mut run = cluster("3.9");
        if simulate {
            run.simulation.simulate_idle();
        }
        run.until(1_000);
        run.produce(0, Acks::All);
        run.wait(idle_ms);
        run.produce(0, Acks::All);
        run.wait(2_000);
        let flow = |kind, from, to| Flow::new(broker(from), broker(to), kind, Some(P));
        let fetches = run.simulation.sent_so_far(&flow(MessageType::Fetch, 1, 0));
        let answers = run
            .simulation
            .sent_so_far(&flow(MessageType::FetchResponse, 0, 1));
        (fetches, answers)
    };
    // For each record: the fetch at the new end, and one after the answer that tells the HW.
    assert_eq!(number_after(2_000, false), (4, 4));
    assert_eq!(number_after(2_000, true), (4, 4));
    assert_eq!(number_after(600_000, true), (4, 4));
    assert_eq!(number_after(7 * 24 * 3_600_000, false), (4, 4));
}

#[test]
fn an_idle_fetch_can_be_held_and_the_follower_notices() {
    for simulate in [false, true] {
        let mut run = cluster("3.9");
        if simulate {
            run.simulation.simulate_idle();
        }
        run.until(1_000);
        run.produce(0, Acks::All);
        run.until(5_000);
        let fetch = named(broker(1), broker(0), MessageType::Fetch, 2);
        // Its renewals travel for some milliseconds of each half second.
        let mut tried = 0;
        while refused(&do_to(&mut run, fetch, MessageAct::Hold)).is_some() {
            run.wait(1);
            tried += 1;
            assert!(tried < 600);
        }
        assert!(tried > 0);
        run.produce(0, Acks::Leader);
        run.wait(5_000);
        assert_eq!(run.offsets(0)[1], (1, 1));
        do_to(&mut run, fetch, MessageAct::Release);
        run.wait(1_000);
        assert_eq!(run.offsets(0), [(2, 2); 3]);
    }
}

#[test]
fn timers_expire_now() {
    // The lag check of a leader comes early, and finds nobody who lags for long enough.
    let mut run = cluster("3.9");
    run.until(1_000);
    run.cut(0, 2);
    run.produce(0, Acks::All);
    let step = expire(&mut run, Timer::LagCheck { broker: 0 });
    assert_eq!(refused(&step), Some(ActRefusal::NotRunning));
    run.wait(100);
    let step = expire(&mut run, Timer::LagCheck { broker: 0 });
    assert_eq!((refused(&step), step.effects.len()), (None, 0));
    // The producer's request has waited long enough: now.
    let waits = Timer::ProduceTimeout {
        broker: 0,
        partition: P,
    };
    expire(&mut run, waits);
    assert_eq!(
        run.failure_of("m0"),
        Some((1_100, ErrorCode::RequestTimedOut))
    );
    assert_eq!(
        refused(&expire(&mut run, waits)),
        Some(ActRefusal::NotRunning)
    );
    // The follower that is cut off gives up at once, and cannot connect.
    let request = Timer::RequestTimeout {
        broker: 2,
        partition: P,
    };
    assert_eq!(refused(&expire(&mut run, request)), None);
    let retry = Timer::FetchRetry {
        broker: 2,
        partition: P,
    };
    assert_eq!(refused(&expire(&mut run, retry)), None);
    run.heal();
    assert_eq!(refused(&expire(&mut run, retry)), None);
    run.wait(100);
    assert_eq!(run.offsets(0)[2].0, 1);
}

#[test]
fn a_session_expires_now_and_its_broker_comes_back() {
    let mut run = cluster("3.9");
    run.until(1_000);
    run.cut_nodes(broker(0), Node::Controller);
    let step = expire(&mut run, Timer::SessionExpiry { broker: 0 });
    assert!(step.effects.contains(&Effect::BrokerFenced { broker: 0 }));
    assert_eq!((run.leader(0), run.time_ms()), (Some(1), 1_000));
    run.wait(60_000);
    assert_eq!(run.fenced_after(2_000, 0), None);
    run.heal();
    run.wait(30_000);
    assert!(run.is_whole());
}

#[test]
fn a_long_poll_ends_now() {
    for simulate in [false, true] {
        let mut run = cluster("3.9");
        if simulate {
            run.simulation.simulate_idle();
        }
        run.until(1_000);
        run.produce(0, Acks::All);
        run.wait(30);
        // The followers have the record, and will hear of the HW when their wait is over.
        assert_eq!(run.offsets(0), [(1, 1), (1, 0), (1, 0)]);
        let wait = |follower| Timer::FetchWait {
            broker: 0,
            follower,
            partition: P,
        };
        assert_eq!(refused(&expire(&mut run, wait(1))), None);
        run.wait(10);
        assert_eq!(run.offsets(0), [(1, 1), (1, 1), (1, 0)]);
        // A poll that tells nothing new is not simulated, and can still be let run out.
        run.until(3_100);
        let answered = |run: &Run| arrivals(run, MessageType::FetchResponse).len();
        let before = answered(&run);
        while refused(&expire(&mut run, wait(1))).is_some() {
            run.wait(1);
        }
        run.wait(6);
        assert!(answered(&run) > before);
    }
}

#[test]
fn a_timer_of_a_process_that_stands_still_does_not_expire() {
    let mut run = cluster("3.9");
    run.until(1_000);
    run.cut(0, 1);
    run.now(Command::Pause { broker: 1 });
    let request = Timer::RequestTimeout {
        broker: 1,
        partition: P,
    };
    assert_eq!(
        refused(&expire(&mut run, request)),
        Some(ActRefusal::NotRunning)
    );
    run.now(Command::Resume { broker: 1 });
    assert_eq!(refused(&expire(&mut run, request)), None);
}

/// What random runs do to single messages is worth something only if it is done.
#[test]
fn random_acts_find_their_messages() {
    let mut acts: BTreeMap<&str, u32> = BTreeMap::new();
    let mut kinds = BTreeSet::new();
    let mut closed = 0;
    for seed in 0..100 {
        let plan = Plan::random(Row::V1, Mix::Messages, seed, 160);
        let mut run = plan.start();
        run.remember_steps();
        for (time, action) in &plan.actions {
            act(&mut run, *time, *action);
        }
        for step in &run.steps {
            let effects = step.effects.iter();
            closed += effects
                .filter(|effect| matches!(effect, Effect::ConnectionClosed { .. }))
                .count();
            if refused(step).is_some() {
                continue;
            }
            match &step.trigger {
                Trigger::Command(Command::Message { name, act }) => {
                    kinds.insert(name.flow.kind);
                    let act = match act {
                        MessageAct::Drop => "drop",
                        MessageAct::Hold => "hold",
                        MessageAct::Release => "release",
                        MessageAct::Delay { .. } => "delay",
                        MessageAct::DeliverNow => "deliver",
                        MessageAct::Duplicate => "duplicate",
                    };
                    *acts.entry(act).or_default() += 1;
                }
                Trigger::Command(Command::ExpireTimer(timer)) => {
                    *acts.entry(timer.name()).or_default() += 1;
                }
                _ => {}
            }
        }
    }
    println!("{acts:?} {kinds:?} {closed}");
    let messages = ["drop", "hold", "release", "delay", "deliver", "duplicate"];
    for act in messages {
        assert!(
            acts.get(act).is_some_and(|count| *count >= 30),
            "{act}: {acts:?}"
        );
    }
    for timer in Timer::EXAMPLES {
        // No plan of this kind has producers that go on by themselves.
        let never = matches!(
            timer,
            Timer::LeaderBalance | Timer::UncleanElectionCheck | Timer::ProducerSend { .. }
        );
        assert!(
            never || acts.contains_key(timer.name()),
            "{}: {acts:?}",
            timer.name()
        );
    }
    let rare = [MessageType::ListOffsets, MessageType::ListOffsetsResponse];
    for kind in MessageType::ALL {
        let asks = kind.as_str().starts_with("offsets-for-leader-epoch");
        assert!(
            asks || rare.contains(&kind) || kinds.contains(&kind),
            "{kind:?}"
        );
    }
    assert!(closed >= 30, "{closed}");
}
