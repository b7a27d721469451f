//! Two runs on one clock: what is aligned, where they part, and what is said of it.

use std::fs;
use std::ops::Add;

use tidemark_core::event::InvariantId;
use tidemark_core::history::BranchId;
use tidemark_core::kafka::{BrokerId, Offset};
use tidemark_core::replication::release::Release;
use tidemark_core::replication::settings::{SettingChange, SettingError, SettingKey, SettingValue};
use tidemark_core::scenario::catalogue;
use tidemark_core::session::frame::{RoleView, ScenarioView};
use tidemark_core::session::request::{Move, Request};
use tidemark_core::session::{Reply, Session};
use tidemark_core::sim::command::{Command, Crash};
use tidemark_core::sim::event::{Trigger, VirtualTime};
use tidemark_core::study::compare::{
    Ask, Compare, Differs, Hand, Head, Look, Mark, Pair, Preset, Problem, RowView, Side, StateView,
    Told, Verdict, View, Which,
};
use tidemark_core::topology::PartitionId;

fn text(id: &str) -> String {
    let entry = catalogue().iter().find(|entry| entry.id == id);
    entry.expect("it is in the catalogue").text.to_owned()
}

fn side(text: &str, changes: &[SettingChange]) -> Side {
    Side {
        run: Which::Scenario(text.to_owned()),
        changes: changes.to_vec(),
    }
}

/// A comparison that was gone through.
struct Compared {
    compare: Compare,
    session: Session,
    head: Head,
    first: View,
}

impl Compared {
    #[track_caller]
    fn of(session: Session, left: Side, right: Side) -> Self {
        let mut compare = Compare::default();
        let mut told = compare.ask(&session, Ask::Begin { left, right });
        for _ in 0..1_000 {
            match told {
                Told::Working { .. } => told = compare.go_on().expect("there is more"),
                Told::Compared(head, view) => {
                    return Self {
                        compare,
                        session,
                        head: *head,
                        first: *view,
                    };
                }
                other => panic!("expected a comparison, got {other:?}"),
            }
        }
        panic!("it never ended")
    }

    #[track_caller]
    fn texts(left: &str, right: &str) -> Self {
        Self::of(Session::new(), side(left, &[]), side(right, &[]))
    }

    #[track_caller]
    fn preset(preset: Preset) -> Self {
        let sides = preset
            .sides()
            .map(|(id, changes)| side(&text(id), &changes));
        Self::of(Session::new(), sides.left, sides.right)
    }

    #[track_caller]
    fn at(&mut self, row: u32) -> View {
        let look = Look {
            row,
            partition: PartitionId(0),
            first: Some(0),
            count: 200,
        };
        match self.compare.ask(&self.session, Ask::Look(look)) {
            Told::Row(view) => *view,
            other => panic!("expected a row, got {other:?}"),
        }
    }

    /// The first rows of the table, at most 200.
    #[track_caller]
    fn rows(&mut self) -> Vec<RowView> {
        self.at(0).table
    }

    /// All rows in which something differs anew.
    #[track_caller]
    fn differences(&mut self) -> Vec<u32> {
        let mut found = Vec::new();
        let mut next = self.at(0).differences.first;
        while let Some(row) = next {
            found.push(row);
            next = self.at(row).differences.next;
        }
        found
    }
}

/// A state as the vectors have it: leader, epoch, ISR, and of each replica role, LEO and HW.
type Known = (
    Option<BrokerId>,
    i32,
    Vec<BrokerId>,
    Vec<(RoleView, Offset, Offset)>,
);

fn known(state: &StateView) -> Known {
    let replicas = state.replicas.iter();
    let replicas = replicas
        .map(|replica| (replica.role, replica.log_end_offset, replica.high_watermark))
        .collect();
    (
        state.leader,
        state.leader_epoch,
        state.isr.clone(),
        replicas,
    )
}

/// The states of a vector's steps; its step 1 is the first moment, which here is row 0.
fn vector(id: &str) -> Vec<(Known, Vec<String>)> {
    let path = format!(
        "{}/vectors/replication_scenarios.json",
        env!("CARGO_MANIFEST_DIR")
    );
    let json = fs::read_to_string(path).expect("the vectors are there");
    let json: serde_json::Value = serde_json::from_str(&json).expect("they are JSON");
    let scenarios = json["scenarios"].as_array().expect("a list");
    let scenario = scenarios.iter().find(|scenario| scenario["id"] == id);
    let steps = scenario.expect("it is there")["steps"].as_array();
    let number = |value: &serde_json::Value| value.as_i64().expect("a number");
    let id_of = |value: &serde_json::Value| i32::try_from(number(value)).expect("an id");
    let states = steps.expect("a list").iter().map(|step| {
        let state = &step["state"];
        let brokers = state["brokers"].as_object().expect("brokers");
        let replicas = brokers.values().map(|replica| {
            let role = match replica["role"].as_str() {
                Some("leader") => RoleView::Leader,
                Some("follower") => RoleView::Follower,
                Some("none") => RoleView::None,
                _ => RoleView::Down,
            };
            (role, number(&replica["leo"]), number(&replica["hw"]))
        });
        let logs = brokers
            .values()
            .map(|replica| replica["log"].as_str().expect("a log").to_owned());
        let isr = state["isr"].as_array().expect("a list").iter().map(id_of);
        let leader = state["leader"].as_i64();
        let leader = leader.map(|id| i32::try_from(id).expect("an id"));
        let known = (
            leader,
            id_of(&state["leader_epoch"]),
            isr.collect(),
            replicas.collect(),
        );
        (known, logs.collect())
    });
    states.collect()
}

/// The first step at which two vectors differ in anything they say of the partition.
fn vectors_part(left: &str, right: &str) -> u32 {
    let (left, right) = (vector(left), vector(right));
    let same = left.iter().zip(&right).take_while(|(l, r)| l == r);
    u32::try_from(same.count()).expect("a row")
}

fn marks(rows: &[RowView]) -> Vec<Mark> {
    rows.iter().map(|row| row.mark).collect()
}

#[test]
fn s10_and_s11_part_at_the_step_the_vectors_give() {
    // The vectors count the first moment as step 1, and their step 14 is the one: row 13 here.
    assert_eq!(vectors_part("S10", "S11"), 13);
    let compared = Compared::texts(&text("S10"), &text("S11"));
    let view = &compared.first;
    assert_eq!(compared.head.last_row, 15);
    assert_eq!(compared.head.steps, Pair::new(15, 15));
    assert!(compared.head.same_network);
    assert!(compared.head.same_commands);
    assert!(!compared.head.cut_off);
    assert_eq!(view.row, 13);
    assert_eq!(view.mark, Mark::First);
    assert_eq!(view.time, VirtualTime::from_millis(300));
    assert_eq!(view.differences.first, Some(13));
    assert_eq!(view.differences.next, Some(14));
    assert_eq!(view.differences.previous, None);
    assert_eq!((view.differences.passed, view.differences.total), (1, 3));
}

#[test]
fn every_row_of_s10_and_s11_has_the_states_of_the_vectors() {
    let mut compared = Compared::texts(&text("S10"), &text("S11"));
    let rows = compared.rows();
    let (left, right) = (vector("S10"), vector("S11"));
    assert_eq!(rows.len(), 16);
    for ((row, left), right) in rows.iter().zip(&left).zip(&right) {
        assert_eq!(known(&row.states.left), left.0, "left, row {}", row.row);
        assert_eq!(known(&row.states.right), right.0, "right, row {}", row.row);
        let logs = |state: &StateView| -> Vec<u64> {
            state.replicas.iter().map(|replica| replica.log).collect()
        };
        for (at, (one, other)) in logs(&row.states.left)
            .iter()
            .zip(logs(&row.states.right))
            .enumerate()
        {
            assert_eq!(*one == other, left.1[at] == right.1[at], "row {}", row.row);
        }
    }
}

#[test]
fn the_rows_of_s10_and_s11_are_marked_as_in_the_picture() {
    let mut compared = Compared::texts(&text("S10"), &text("S11"));
    let rows = compared.rows();
    let mut expected = vec![Mark::Equal; 13];
    expected.extend([Mark::First, Mark::Different, Mark::Different]);
    assert_eq!(marks(&rows), expected);
    let differs = |row: usize| rows[row].differs;
    assert!(differs(13).isr && differs(13).offsets && differs(13).records);
    assert!(!differs(13).leader && !differs(13).leader_epoch && !differs(13).books);
    assert!(differs(14).isr && differs(14).records && !differs(14).offsets);
    assert!(differs(15).only_records());
    assert_eq!(compared.differences(), [13, 14, 15]);
}

#[test]
fn s10_diverges_for_good_and_s11_is_mended() {
    let compared = Compared::texts(&text("S10"), &text("S11"));
    let verdicts = &compared.first.verdicts;
    assert_eq!(
        verdicts.left.first(),
        Some(&Verdict::Diverged {
            offset: 1,
            records: vec![(0, "m1".to_owned()), (1, "m2".to_owned())],
        })
    );
    assert!(verdicts.left.iter().any(|verdict| matches!(
        verdict,
        Verdict::Broken {
            id: InvariantId::I6,
            since_step: 11,
            until_step: None,
            ..
        }
    )));
    assert!(verdicts.right.iter().any(|verdict| matches!(
        verdict,
        Verdict::Cut {
            broker: 0,
            from: 2,
            to: 1,
            ..
        }
    )));
    assert!(
        !verdicts
            .right
            .iter()
            .any(|verdict| matches!(verdict, Verdict::Diverged { .. }))
    );
    // What neither saves is said once, of both.
    let in_both = &compared.first.in_both;
    assert_eq!(in_both.lost, ["m1"]);
    assert_eq!(in_both.broken, [InvariantId::I1]);
    let mended = Verdict::Mended {
        id: InvariantId::I6,
        in_step: 13,
    };
    assert_eq!(verdicts.right[1..], [mended, Verdict::NothingElse]);
    for side in [&verdicts.left, &verdicts.right] {
        assert!(
            !side
                .iter()
                .any(|verdict| matches!(verdict, Verdict::Lost { .. }))
        );
    }
    // The power failure of B took m1.
    let blame = compared.first.blame.left.as_ref().expect("a step");
    assert_eq!((blame.row, blame.line.step.index), (5, 5));
}

#[test]
fn a_run_against_itself_is_equal_throughout() {
    let mut compared = Compared::texts(&text("A01"), &text("A01"));
    assert_eq!(compared.first.row, 0);
    assert_eq!(compared.first.differences.total, 0);
    let last = compared.head.last_row;
    assert_eq!(last, 148);
    let view = compared.at(last);
    assert_eq!(view.mark, Mark::Equal);
    assert_eq!(view.frames.left.hash, view.frames.right.hash);
}

#[test]
fn a_command_more_in_one_run_shifts_nothing() {
    let mut compared = Compared::preset(Preset::MinIsr);
    assert_eq!(compared.head.steps, Pair::new(16, 17));
    assert!(!compared.head.same_commands);
    let rows = compared.rows();
    let alone: Vec<u32> = rows
        .iter()
        .filter(|row| row.row > 0)
        .filter(|row| row.steps.left.is_none() || row.steps.right.is_none())
        .map(|row| row.row)
        .collect();
    // Only the producer's retry, which S33 doesn't have.
    assert_eq!(alone.len(), 1);
    let row = &rows[alone[0] as usize];
    assert!(row.steps.left.is_none());
    let step = &row.steps.right.as_ref().expect("the right one").step;
    let Trigger::Command(Command::Produce(produce)) = &step.trigger else {
        panic!("expected a produce command, got {:?}", step.trigger);
    };
    assert_eq!(produce.values, ["a"]);
    for row in rows.iter().filter(|row| row.row > 0 && row.row != alone[0]) {
        let (left, right) = (row.steps.left.as_ref(), row.steps.right.as_ref());
        let time = |line: &tidemark_core::session::frame::StepLine| line.step.time;
        assert_eq!(left.map(time), right.map(time), "row {}", row.row);
    }
}

#[test]
fn a_message_more_in_one_run_shifts_nothing() {
    let plain = text("A01");
    let more = plain.replace(
        "at 4s produce",
        "at 2s consume first-0 broker=0 offset=0\nat 4s produce",
    );
    let mut compared = Compared::texts(&plain, &more);
    let last = compared.head.last_row;
    assert_eq!(compared.head.steps.right, compared.head.steps.left + 1);
    assert_eq!(last, compared.head.steps.right);
    assert_eq!(compared.at(last).mark, Mark::Equal);
    assert_eq!(compared.at(0).differences.total, 0);
}

#[test]
fn a_topic_that_one_run_creates_is_no_difference_of_the_others() {
    let plain = text("A01");
    let more = plain.replace(
        "at 4s produce",
        "at 2s create-topic extra partitions=2 replication-factor=2\nat 4s produce",
    );
    let mut compared = Compared::texts(&plain, &more);
    let names = |scenario: &ScenarioView| -> Vec<String> {
        scenario
            .topics
            .iter()
            .map(|topic| topic.name.clone())
            .collect()
    };
    assert_eq!(names(&compared.head.scenarios.left), ["first"]);
    assert_eq!(names(&compared.head.scenarios.right), ["first", "extra"]);
    let end = compared.at(u32::MAX);
    assert_eq!(end.differs, Differs::default());
}

#[test]
fn acks_1_loses_what_acks_all_never_acknowledged() {
    let mut compared = Compared::preset(Preset::Acks);
    assert_eq!(compared.first.row, 1, "the acknowledgement");
    assert!(compared.first.differs.books);
    let end = compared.at(u32::MAX);
    assert!(end.verdicts.left.contains(&Verdict::Lost {
        count: 1,
        examples: vec!["a".to_owned()],
    }));
    assert_eq!(end.verdicts.right.last(), Some(&Verdict::Holds));
    assert!(end.in_both.lost.is_empty());
    let keys: Vec<SettingKey> = end.settings.iter().map(|setting| setting.key).collect();
    assert_eq!(keys, []);
}

#[test]
fn an_unclean_election_trades_records_for_a_leader() {
    let mut compared = Compared::preset(Preset::Unclean);
    let first = compared.first.row;
    assert!(compared.first.differs.leader);
    assert!(compared.first.verdicts.right.contains(&Verdict::NoLeader));
    let end = compared.at(u32::MAX);
    assert!(end.verdicts.left.contains(&Verdict::Lost {
        count: 3,
        examples: vec!["m2".to_owned(), "m3".to_owned(), "m4".to_owned()],
    }));
    assert_eq!(end.verdicts.right.last(), Some(&Verdict::Holds));
    // Both are commanded alike until broker 2 is told to write.
    assert_eq!(first, 5);
}

#[test]
fn zookeeper_and_kraft_part_when_the_shorter_session_ends() {
    let mut compared = Compared::preset(Preset::Metadata);
    let view = compared.first.clone();
    let step = view.frames.right.step.as_ref().expect("a step");
    assert!(
        matches!(step.trigger, Trigger::Timer(timer) if timer.name() == "session-expiry"),
        "{:?}",
        step.trigger
    );
    assert!(view.differs.leader && view.differs.isr && view.differs.leader_epoch);
    assert!(view.time > VirtualTime::from_millis(10_000));
    assert!(view.time < VirtualTime::from_millis(20_000));
    // The clock never goes back by more than steps are allowed to be apart.
    let last = compared.head.last_row;
    let mut time = VirtualTime(0);
    for row in 0..=last {
        let now = compared.at(row).time;
        assert!(now.0 + 50_000 >= time.0, "row {row}");
        time = now;
    }
    let keys: Vec<SettingKey> = view.settings.iter().map(|setting| setting.key).collect();
    assert_eq!(keys, [SettingKey::MetadataMode]);
}

#[test]
fn two_branches_of_the_session_are_compared_as_they_are() {
    let mut session = Session::new();
    session.handle(Request::Open {
        text: text("A01"),
        at: None,
    });
    let at = VirtualTime::from_millis(5_000);
    let stood_at = at.as_millis() - 500..=at.as_millis();
    session.handle(Request::Move(Move::ToTime(at)));
    let crash = Command::Crash {
        broker: 1,
        how: Crash::Kill,
    };
    session.handle(Request::Act(crash));
    let mut reply = session.handle(Request::Move(Move::End));
    while let Reply::Working { .. } = reply {
        reply = session.resume();
    }
    let stood = session.lanes()[0].position();
    let branch = |id| Side {
        run: Which::Branch(BranchId(id)),
        changes: Vec::new(),
    };
    let compared = Compared::of(session, branch(0), branch(1));
    let view = &compared.first;
    let step = view.frames.right.step.as_ref().expect("a step");
    assert!(matches!(
        step.trigger,
        Trigger::Command(Command::Crash { broker: 1, .. })
    ));
    assert!(stood_at.contains(&step.time.as_millis()), "{:?}", step.time);
    assert!(view.differs.roles);
    assert_eq!(
        compared.session.lanes()[0].position(),
        stood,
        "it is only read"
    );
}

#[test]
fn the_open_scenario_under_another_release() {
    let release = SettingChange {
        key: SettingKey::Release,
        value: SettingValue::Release(Release::V2_7),
    };
    let mut session = Session::new();
    session.handle(Request::Open {
        text: text("S10"),
        at: None,
    });
    let branch = |changes: &[SettingChange]| Side {
        run: Which::Branch(BranchId::MAIN),
        changes: changes.to_vec(),
    };
    let compared = Compared::of(session, branch(&[]), branch(&[release]));
    assert_eq!(compared.first.row, 13);
    let keys = |view: &View| -> Vec<SettingKey> {
        view.settings.iter().map(|setting| setting.key).collect()
    };
    assert!(keys(&compared.first).contains(&SettingKey::Truncation));
    // What the scenario sets beside its release stays.
    assert!(!keys(&compared.first).contains(&SettingKey::UncleanLeaderElectionEnable));
    assert!(!keys(&compared.first).contains(&SettingKey::ReplicaLagTimeMaxMs));
}

#[test]
fn what_cannot_be_compared_is_refused() {
    let mut session = Session::new();
    let mut compare = Compare::default();
    let scenario = || side(&text("S10"), &[]);
    let branch = |id| Side {
        run: Which::Branch(BranchId(id)),
        changes: Vec::new(),
    };
    let mut begin =
        |session: &Session, left, right| compare.ask(session, Ask::Begin { left, right });
    assert_eq!(
        begin(&session, branch(0), scenario()),
        Told::Refused(Problem::NothingOpen)
    );
    session.handle(Request::Open {
        text: text("S10"),
        at: None,
    });
    assert_eq!(
        begin(&session, scenario(), branch(3)),
        Told::Refused(Problem::NoSuchBranch(Hand::Right))
    );
    assert!(matches!(
        begin(&session, side("nonsense", &[]), scenario()),
        Told::Refused(Problem::Scenario(Hand::Left, _))
    ));
    let zero = SettingChange {
        key: SettingKey::MinInsyncReplicas,
        value: SettingValue::Number(0),
    };
    assert_eq!(
        begin(&session, scenario(), side(&text("S10"), &[zero])),
        Told::Refused(Problem::Setting(
            Hand::Right,
            SettingError::OutOfBounds { min: 1, max: 100 }
        ))
    );
    let look = Look {
        row: 0,
        partition: PartitionId(0),
        first: None,
        count: 1,
    };
    let refused = Told::Refused(Problem::NothingOpen);
    assert_eq!(compare.go_on(), None);
    assert_eq!(compare.ask(&session, Ask::Look(look)), refused);
    assert_eq!(compare.ask(&session, Ask::Close), Told::Closed);
}

#[test]
fn ten_thousand_rows_are_gone_through_in_slices() {
    // A producer that writes every 20 ms for 40 s, with and without a crash in the middle.
    let base = text("A01");
    let head = base.split("at 1s").next().expect("a head");
    let writes = |crash: bool| {
        let mut script = String::from(head);
        for at in 0..2_000 {
            script += &format!("at {}ms produce first-0 values=r{at}\n", 1_000 + at * 20);
            if crash && at == 1_000 {
                script += &format!("at {}ms crash 2\n", 1_000 + at * 20);
            }
        }
        script
    };
    let (session, mut compare) = (Session::new(), Compare::default());
    let begin = Ask::Begin {
        left: side(&writes(false), &[]),
        right: side(&writes(true), &[]),
    };
    let mut told = compare.ask(&session, begin);
    let mut slices = 0;
    while let Told::Working { .. } = told {
        slices += 1;
        told = compare.go_on().expect("there is more");
    }
    let Told::Compared(head, view) = told else {
        panic!("expected a comparison, got {told:?}");
    };
    assert!(head.last_row > 10_000, "{}", head.last_row);
    assert!(slices >= 10, "{slices}");
    assert!(head.ticks.len() <= 400);
    assert!(matches!(
        view.frames.right.step.as_ref().map(|step| &step.trigger),
        Some(Trigger::Command(Command::Crash { broker: 2, .. }))
    ));
}

#[test]
fn a_comparison_can_be_given_up() {
    let (session, mut compare) = (Session::new(), Compare::default());
    let left = side(&text("A01"), &[]);
    let right = side(&text("A02"), &[]);
    // A run of more steps than one slice has.
    let more = text("A01").replace(
        "at 1s produce",
        &(0..700)
            .map(|at| format!("at {}ms produce first-0 values=x{at}\n", at + 1))
            .collect::<String>()
            .add("at 1s produce"),
    );
    let begin = |left: &Side, right: &Side| Ask::Begin {
        left: left.clone(),
        right: right.clone(),
    };
    let long = side(&more, &[]);
    let told = compare.ask(&session, begin(&long, &right));
    assert!(matches!(told, Told::Working { .. }), "{told:?}");
    assert_eq!(compare.stop(), Some(Told::Stopped));
    assert_eq!((compare.stop(), compare.go_on()), (None, None));
    // Another question does the same.
    compare.ask(&session, begin(&long, &right));
    assert_eq!(compare.ask(&session, Ask::Close), Told::Closed);
    assert_eq!(compare.go_on(), None);
    compare.ask(&session, begin(&long, &right));
    compare.ask(&session, begin(&left, &right));
    assert!(
        compare
            .go_on()
            .is_none_or(|told| matches!(told, Told::Compared(..)))
    );
}

/// At row 13 broker 0 has joined the ISR on the left and cut its log on the right; at row 12 both are alike.
#[test]
fn replicas_that_are_the_same_on_both_sides_are_named() {
    let mut compared = Compared::texts(&text("S10"), &text("S11"));
    assert_eq!(compared.first.equal, [1]);
    assert_eq!(compared.at(12).equal, [0, 1]);
    // The same offsets, and other records below them.
    assert_eq!(compared.at(15).equal, [1]);
}
