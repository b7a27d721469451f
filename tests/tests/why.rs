//! Why a value is what it is: chains back to a command, and what is waited for.

use tidemark_core::event::Effect;
use tidemark_core::session::request::Request;
use tidemark_core::sim::command::Command;
use tidemark_core::sim::event::{MessageKind, Timer, Trigger, VirtualTime};
use tidemark_core::sim::naming::MessageAct;
use tidemark_core::sim::node::Node;
use tidemark_core::sim::queue::Due;
use tidemark_core::study::why::{
    Ask, Delivery, Known, Link, Obstacle, Travel, Value, Waiting, What, Why, tell,
};
use tidemark_core::topology::PartitionId;
use tidemark_tests::runs::{at, go, run_to_the_end};

const P: PartitionId = PartitionId(0);

fn why(scenario: &str, step: u32, value: Value) -> Why {
    let mut session = run_to_the_end(scenario);
    let ask = Ask {
        partition: P,
        value,
    };
    tell(at(&mut session, step), &ask)
}

fn told(links: &[Link]) -> Vec<String> {
    links.iter().map(link).collect()
}

fn link(link: &Link) -> String {
    let what = match &link.what {
        What::Changed(effect) => changed(effect),
        What::Answered { leader, follower } => format!("{leader} answers {follower}"),
        What::Began(trigger) => began(trigger),
    };
    format!("{} {what}", link.step)
}

fn changed(effect: &Effect) -> String {
    match effect {
        Effect::Appended { broker, to, .. } => format!("LEO of {broker} = {to}"),
        Effect::HighWatermark { broker, to, .. } => format!("HW of {broker} = {to}"),
        Effect::RemoteLogEndOffset {
            leader,
            follower,
            to,
            ..
        } => {
            format!("LEO[{follower}] at {leader} = {to}")
        }
        Effect::Truncated {
            broker, from, to, ..
        } => format!("{broker} cuts {from} to {to}"),
        Effect::BecameLeader {
            broker,
            leader_epoch,
            ..
        } => {
            format!("{broker} leads epoch {leader_epoch}")
        }
        Effect::BecameFollower {
            broker,
            leader_epoch,
            ..
        } => {
            format!("{broker} follows in epoch {leader_epoch}")
        }
        Effect::PartitionChanged { to, .. } => {
            format!(
                "leader {:?}, epoch {}, ISR {:?}",
                to.leader, to.leader_epoch, to.isr
            )
        }
        Effect::BrokerDown { broker, .. } => format!("{broker} is down"),
        Effect::IsrChangeProposed { leader, isr, .. } => format!("{leader} asks for ISR {isr:?}"),
        Effect::IsrChangeCommitted { leader, isr, .. } => format!("{leader} has ISR {isr:?}"),
        Effect::Acknowledged { values, .. } => format!("acknowledged {}", values.join(" ")),
        other => format!("{other:?}"),
    }
}

fn began(trigger: &Trigger) -> String {
    match trigger {
        Trigger::Command(Command::Produce(produce)) => {
            format!("produce {}", produce.values.join(" "))
        }
        Trigger::Command(command) => format!("command {command:?}"),
        Trigger::Message(head) | Trigger::MessageLost(head) => match &head.kind {
            MessageKind::ProduceResponse { .. } => "answer to the producer".to_owned(),
            kind => format!("message {kind:?}"),
        },
        Trigger::Timer(timer) => format!("timer {}", timer.name()),
    }
}

/// As in the spec's trace 3.5 and in the catalogue: m0 is committed when the last member of the ISR asks
/// for offset 1.
#[test]
fn the_high_watermark_of_s01_goes_back_to_the_producer() {
    let why = why("S01", 5, Value::HighWatermark(0));
    assert_eq!(
        told(&why.chain),
        [
            "5 HW of 0 = 1",
            "5 LEO[2] at 0 = 1",
            "3 LEO of 2 = 1",
            "3 0 answers 2",
            "1 LEO of 0 = 1",
            "1 produce m0",
        ]
    );
    let needed: Vec<Vec<String>> = why.needed.iter().map(|links| told(links)).collect();
    assert_eq!(
        needed,
        [[
            "4 LEO[1] at 0 = 1",
            "2 LEO of 1 = 1",
            "2 0 answers 1",
            "1 LEO of 0 = 1",
            "1 produce m0",
        ]]
    );
    assert_eq!(
        told(&why.led_to),
        ["5 acknowledged m0", "5 HW of 2 = 1", "6 HW of 1 = 1"]
    );
    assert_eq!(why.over, [(0, 1), (1, 1), (2, 1)]);
    assert!(!why.from_the_start);
    assert_eq!(why.waiting, [Waiting::Records]);
}

#[test]
fn a_followers_high_watermark_comes_from_the_leaders_one_round_late() {
    let why = why("S01", 6, Value::HighWatermark(1));
    assert_eq!(
        told(&why.chain)[..3],
        ["6 HW of 1 = 1", "6 0 answers 1", "5 HW of 0 = 1"]
    );
    assert_eq!(why.waiting, [Waiting::LeaderHighWatermark { leader: 0 }]);
    assert!(why.led_to.is_empty());
}

/// S02: broker 2 cuts 7 to 5, since it follows another leader, since broker 0 was fenced.
#[test]
fn a_cut_goes_back_to_the_change_of_leader() {
    let why = why("S02", 4, Value::LogEndOffset(2));
    let chain = told(&why.chain);
    assert_eq!(
        chain[..3],
        [
            "4 2 cuts 7 to 5",
            "4 2 follows in epoch 1",
            "2 leader Some(1), epoch 1, ISR [1, 2]",
        ]
    );
    assert!(chain[3].starts_with("2 command Manual(Fence"), "{chain:?}");
    assert_eq!(told(&why.needed[0])[0], "1 0 is down");
}

#[test]
fn the_isr_of_s02_grows_since_the_follower_asked_at_the_leaders_end() {
    let why = why("S02", 14, Value::Isr);
    assert_eq!(
        told(&why.chain),
        [
            "14 leader Some(1), epoch 1, ISR [0, 1, 2]",
            "14 1 asks for ISR [0, 1, 2]",
            "14 LEO[0] at 1 = 6",
            "13 LEO of 0 = 6",
            "13 1 answers 0",
            "7 LEO of 1 = 6",
            "7 produce n5",
        ]
    );
    assert_eq!(told(&why.led_to), ["14 1 has ISR [0, 1, 2]"]);
}

/// A01 runs by itself: the records woke the fetches that waited, so the append sent them.
#[test]
fn a_run_by_itself_goes_back_along_its_messages() {
    let why = why("A01", 19, Value::HighWatermark(0));
    assert_eq!(
        told(&why.chain),
        [
            "19 HW of 0 = 5",
            "19 LEO[1] at 0 = 5",
            "17 LEO of 1 = 5",
            "15 LEO of 0 = 5",
            "14 produce m3 m4",
        ]
    );
    let needed: Vec<Vec<String>> = why.needed.iter().map(|links| told(links)).collect();
    assert_eq!(
        needed,
        [[
            "18 LEO[2] at 0 = 5",
            "16 LEO of 2 = 5",
            "15 LEO of 0 = 5",
            "14 produce m3 m4",
        ]]
    );
    assert_eq!(
        told(&why.led_to),
        [
            "20 answer to the producer",
            "22 HW of 2 = 5",
            "25 HW of 1 = 5"
        ]
    );
}

#[test]
fn an_election_goes_back_through_the_session_to_the_crash() {
    let why = why("A01", 31, Value::Leader);
    let chain = told(&why.chain);
    assert_eq!(
        chain[..3],
        [
            "30 leader Some(1), epoch 1, ISR [1, 2]",
            "30 timer session-expiry",
            "27 0 is down",
        ]
    );
    assert!(chain[3].starts_with("27 command Crash"), "{chain:?}");
}

/// A02: the ISR shrank at the lag check, since the link was cut; so the HW could go on without broker 2.
#[test]
fn a_high_watermark_that_waited_for_the_isr_goes_back_to_the_cut() {
    let why = why("A02", 34, Value::HighWatermark(0));
    let chain = told(&why.chain);
    assert_eq!(chain[0], "34 HW of 0 = 4");
    assert_eq!(
        chain[2..5],
        [
            "31 leader Some(0), epoch 0, ISR [0, 1]",
            "30 0 asks for ISR [0, 1]",
            "30 timer lag-check",
        ]
    );
    assert!(chain[5].starts_with("14 command CutLink"), "{chain:?}");
}

#[test]
fn a_value_that_never_changed_is_as_the_run_began() {
    let why = why("A01", 27, Value::Leader);
    assert!(why.chain.is_empty() && why.from_the_start);
    assert_eq!(why.known, Some(Known::Broker(Some(0))));
    // Broker 0 has crashed: its session runs out 7.09 s later.
    assert_eq!(
        why.waiting,
        [Waiting::Timer {
            timer: Timer::SessionExpiry { broker: 0 },
            expires: VirtualTime(17_092_975),
        }]
    );
}

#[test]
fn a_high_watermark_waits_for_the_next_fetches() {
    let travel = |arrives| Travel {
        arrives: VirtualTime(arrives),
        obstacle: None,
    };
    let fetch = |follower, arrives| Waiting::Fetch {
        follower,
        leader: 0,
        offset: 4,
        delivery: Delivery::Request {
            fetch_offset: 5,
            travel: travel(arrives),
        },
    };
    let before = why("A01", 17, Value::HighWatermark(0));
    assert_eq!(before.waiting, [fetch(1, 4_010_866), fetch(2, 4_007_420)]);
    // The follower's HW: its fetch waits at the leader, and the answer leaves when the wait is over.
    let follower = why("A01", 20, Value::HighWatermark(1));
    assert_eq!(
        follower.waiting,
        [Waiting::Answer {
            follower: 1,
            leader: 0,
            delivery: Delivery::Parked {
                until: VirtualTime(4_510_866)
            },
        }]
    );
}

/// A02: broker 2 can't be reached, and is in the ISR until the leader's next look.
#[test]
fn a_high_watermark_that_waits_in_vain_names_the_timer_that_ends_it() {
    let why = why("A02", 20, Value::HighWatermark(0));
    assert_eq!(
        why.waiting,
        [
            Waiting::Fetch {
                follower: 2,
                leader: 0,
                offset: 3,
                delivery: Delivery::Unreachable,
            },
            Waiting::Timer {
                timer: Timer::LagCheck { broker: 0 },
                expires: VirtualTime(15_000_000),
            },
        ]
    );
}

#[test]
fn a_held_answer_is_named_as_what_keeps_the_value() {
    let mut session = run_to_the_end("A01");
    let lane = at(&mut session, 15);
    let answer = lane
        .simulation()
        .queue()
        .iter()
        .find_map(|entry| match &entry.due {
            Due::Message(message) if message.to == Node::Broker(1) => Some(message.name()),
            _ => None,
        });
    let command = Command::Message {
        name: answer.expect("an answer is on its way"),
        act: MessageAct::Hold,
    };
    go(&mut session, Request::Act(command));
    let ask = Ask {
        partition: P,
        value: Value::HighWatermark(0),
    };
    let why = tell(&session.lanes()[0], &ask);
    let held = why.waiting.iter().any(|waiting| {
        matches!(waiting,
            Waiting::Fetch { follower: 1, delivery: Delivery::Response { travel, .. }, .. }
                if travel.obstacle == Some(Obstacle::Held))
    });
    assert!(held, "{:?}", why.waiting);
}

#[test]
fn a_replica_that_is_not_there_has_no_value() {
    let why = why("S01", 5, Value::HighWatermark(9));
    assert_eq!((why.known, why.chain.len()), (None, 0));
}
