//! One record, from its sending through all replicas and all branches.

use tidemark_core::history::BranchId;
use tidemark_core::kafka::{BrokerId, Offset};
use tidemark_core::session::Session;
use tidemark_core::study::record::{Ask, BranchLife, Event, Fate, Record, Which, tell};
use tidemark_core::topology::PartitionId;
use tidemark_tests::runs::{at, run_to_the_end, session_of};

const P: PartitionId = PartitionId(0);

fn follow(scenario: &str, step: u32, which: Which) -> Option<Record> {
    let mut session = run_to_the_end(scenario);
    tell(
        at(&mut session, step),
        &Ask {
            partition: P,
            which,
        },
    )
}

fn of_value(scenario: &str, value: &str) -> Record {
    let which = Which::Value(value.to_owned());
    follow(scenario, 0, which).expect("the partition is there")
}

fn told(life: &BranchLife) -> Vec<String> {
    let chapters = life.chapters.iter();
    chapters
        .map(|chapter| format!("{} {}", chapter.step, event(chapter.event)))
        .collect()
}

fn event(event: Event) -> String {
    match event {
        Event::There { broker, offset } => format!("there on {broker} at {offset}"),
        Event::Sent => "sent".to_owned(),
        Event::Appended { broker, offset } => format!("appended by {broker} at {offset}"),
        Event::Copied {
            broker,
            leader,
            offset,
        } => format!("copied by {broker} from {leader} at {offset}"),
        Event::Committed { broker } => format!("committed by {broker}"),
        Event::Readable { broker } => format!("readable on {broker}"),
        Event::Acknowledged { acks, .. } => format!("acknowledged with acks={}", acks.as_str()),
        Event::Failed { error, .. } => format!("failed: {}", error.name()),
        Event::Recognised { broker } => format!("recognised by {broker}"),
        Event::Read { broker } => format!("read from {broker}"),
        Event::Cut { broker, reason, .. } => format!("cut by {broker}: {reason:?}"),
        Event::Vanished { broker, .. } => format!("vanished on {broker}"),
        Event::Deleted { broker } => format!("deleted on {broker}"),
        Event::LeaderLacks {
            broker,
            leader_epoch,
        } => format!("leader {broker} lacks it in epoch {leader_epoch}"),
    }
}

fn outcome(life: &BranchLife) -> (BranchId, Fate, Vec<(BrokerId, Offset)>) {
    (life.branch, life.fate, life.copies.clone())
}

#[test]
fn the_record_of_s01_goes_through_all_replicas() {
    let record = of_value("S01", "m0");
    assert_eq!(
        told(&record.branches[0]),
        [
            "1 sent",
            "1 appended by 0 at 0",
            "2 copied by 1 from 0 at 0",
            "3 copied by 2 from 0 at 0",
            "5 committed by 0",
            "5 acknowledged with acks=all",
            "5 readable on 2",
            "6 readable on 1",
        ]
    );
    assert_eq!(
        outcome(&record.branches[0]),
        (
            BranchId::MAIN,
            Fate::Committed,
            vec![(0, 0), (1, 0), (2, 0)]
        )
    );
}

/// As in 6.2 of the spec: cut by A, lacking in the new leader's log, cut by B.
#[test]
fn the_record_of_s08_is_lost() {
    let record = of_value("S08", "m1");
    assert_eq!(
        told(&record.branches[0]),
        [
            "1 sent",
            "1 appended by 1 at 1",
            "2 copied by 0 from 1 at 1",
            "3 committed by 1",
            "3 acknowledged with acks=all",
            "6 cut by 0: HighWatermark",
            "9 leader 0 lacks it in epoch 1",
            "12 cut by 1: OutOfRange",
        ]
    );
    assert_eq!(
        outcome(&record.branches[0]),
        (BranchId::MAIN, Fate::Lost, vec![])
    );
}

#[test]
fn the_record_of_a03_is_lost_where_the_answer_was_dropped_and_kept_where_it_was_delivered() {
    let mut session = run_to_the_end("A03");
    let branch = session.lanes()[0].branches()[1].id;
    // The second branch is recorded once somebody goes there.
    tidemark_tests::runs::go(
        &mut session,
        tidemark_core::session::request::Request::SelectBranch(branch),
    );
    tidemark_tests::runs::go(
        &mut session,
        tidemark_core::session::request::Request::Move(tidemark_core::session::request::Move::End),
    );
    let which = Which::Value("m1".to_owned());
    let record = tell(
        at(&mut session, 1),
        &Ask {
            partition: P,
            which,
        },
    )
    .expect("it is there");
    let lives: Vec<_> = record.branches.iter().map(outcome).collect();
    assert_eq!(
        lives,
        [
            (BranchId(0), Fate::Lost, vec![]),
            (BranchId(1), Fate::Committed, vec![(1, 1), (0, 1)]),
        ]
    );
    assert_eq!(record.branches[1].left_after, Some(6));
    assert_eq!(
        told(&record.branches[1]).last().map(String::as_str),
        Some("8 readable on 0")
    );
}

/// Two records stand at offset 1 of S10, one on each replica: the one that is asked for is followed.
#[test]
fn what_stands_at_a_place_is_followed_and_not_what_else_stands_there() {
    let at_a = follow(
        "S10",
        11,
        Which::At {
            broker: 0,
            offset: 1,
        },
    );
    let at_a = at_a.expect("it stands there");
    assert_eq!(at_a.value, "m1");
    assert_eq!(
        told(&at_a.branches[0]),
        [
            "1 sent",
            "1 appended by 0 at 1",
            "2 copied by 1 from 0 at 1",
            "3 committed by 0",
            "3 acknowledged with acks=all",
            "3 readable on 1",
            "5 vanished on 1",
            "9 leader 1 lacks it in epoch 3",
        ]
    );
    assert_eq!(
        outcome(&at_a.branches[0]),
        (BranchId::MAIN, Fate::Lost, vec![(0, 1)])
    );
    let at_b = follow(
        "S10",
        11,
        Which::At {
            broker: 1,
            offset: 1,
        },
    );
    let at_b = at_b.expect("it stands there");
    assert_eq!(at_b.value, "m2");
    assert_eq!(
        outcome(&at_b.branches[0]),
        (BranchId::MAIN, Fate::Committed, vec![(1, 1)])
    );
    let beyond = Which::At {
        broker: 0,
        offset: 9,
    };
    assert_eq!(follow("S10", 11, beyond), None);
}

#[test]
fn a_record_that_was_sent_in_one_branch_only_is_not_sent_in_the_other() {
    use tidemark_core::session::request::{Move, Request};
    use tidemark_core::sim::command::{Command, Produce};
    let mut session = run_to_the_end("S10");
    at(&mut session, 3);
    let produce = Produce {
        partition: P,
        broker: Some(0),
        values: vec!["forked".to_owned()],
        acks: Some(tidemark_core::replication::acks::Acks::All),
        base_sequence: None,
        key: None,
    };
    tidemark_tests::runs::go(&mut session, Request::Act(Command::Produce(produce)));
    tidemark_tests::runs::go(&mut session, Request::Move(Move::End));
    let which = Which::Value("forked".to_owned());
    let lane = &session.lanes()[0];
    let record = tell(
        lane,
        &Ask {
            partition: P,
            which,
        },
    )
    .expect("the partition is there");
    let lives: Vec<_> = record.branches.iter().map(outcome).collect();
    assert_eq!(
        lives,
        [
            (BranchId(0), Fate::NotSent, vec![]),
            (BranchId(1), Fate::Written, vec![(0, 2)]),
        ]
    );
    assert_eq!(
        told(&record.branches[1]),
        ["4 sent", "4 appended by 0 at 2"]
    );
}

/// Sent again without idempotence, it stands there twice: S15.
#[test]
fn a_record_that_was_sent_again_is_duplicated() {
    let record = of_value("S15", "a");
    let life = &record.branches[0];
    assert!(life.duplicated, "{:?}", told(life));
    let idempotent = of_value("S16", "a");
    let life = &idempotent.branches[0];
    assert!(!life.duplicated, "{:?}", told(life));
    assert!(
        told(life).iter().any(|told| told.contains("recognised")),
        "{:?}",
        told(life)
    );
}

fn keyed() -> Session {
    session_of(
        "tidemark-scenario 1\nid keyed\nrelease 3.9\nnetwork seed=1 delay=1ms..2ms\n\
         broker 0\nbroker 1\n\
         topic t\n  partition 0 replicas=0,1\n  partition 1 replicas=1,0\n\
         at 1s produce t-1 key=k values=a acks=all\n\
         at 2s start-producer 2 topic=t key=21 acks=all every=500ms value=p\n\
         at 4s stop-producer 2\n",
    )
}

/// `murmur2("21")` without its sign's bit is 1173551340, and even: partition 0.
#[test]
fn a_record_has_the_key_that_it_was_sent_with() {
    let mut session = keyed();
    let lane = at(&mut session, 1_000_000);
    let ask = |value: &str| {
        let which = Which::Value(value.to_owned());
        let record = tell(
            lane,
            &Ask {
                partition: P,
                which,
            },
        )
        .expect("the partition is there");
        (record.partition, record.key)
    };
    // Partition 0 does not know it; partition 1 does.
    assert_eq!(ask("a"), (PartitionId(1), Some("k".to_owned())));
    assert_eq!(ask("p0"), (P, Some("21".to_owned())));
    assert_eq!(ask("p"), (P, None));
    assert_eq!(ask("nobody"), (P, None));
    assert_eq!(of_value("S01", "m0").key, None);
}
