//! The page's door to the engine, driven as the page drives it.

use tidemark_core::event::{ActRefusal, Effect};
use tidemark_core::history::BranchId;
use tidemark_core::paste;
use tidemark_core::replication::settings::{SettingChange, SettingError, SettingKey, SettingValue};
use tidemark_core::scenario::catalogue;
use tidemark_core::session::frame::{Frame, MessageActs, MessageState};
use tidemark_core::session::request::{
    DeletedBranches, Landmark, Look, MatrixWindow, Move, Request, SettingWhen,
};
use tidemark_core::session::{Refusal, Reply, Session};
use tidemark_core::sim::command::{Command, Crash};
use tidemark_core::sim::event::{Timer, Trigger, VirtualTime};
use tidemark_core::sim::naming::{MessageAct, MessageType};
use tidemark_core::sim::node::Node;

fn sample(name: &str) -> String {
    let path = format!("{}/vectors/cli/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).expect("the sample is there")
}

fn scenario(id: &str) -> String {
    let entry = catalogue().iter().find(|entry| entry.id == id);
    entry.expect("it is in the catalogue").text.to_owned()
}

#[track_caller]
fn frame(reply: Reply) -> Frame {
    match reply {
        Reply::Frame(frame) => *frame,
        other => panic!("expected a frame, got {other:?}"),
    }
}

#[track_caller]
fn finish(session: &mut Session, request: Request) -> Frame {
    let mut reply = session.handle(request);
    for _ in 0..10_000 {
        match reply {
            Reply::Working { .. } => reply = session.resume(),
            other => return frame(other),
        }
    }
    panic!("the move never ended")
}

fn imported(name: &str) -> Session {
    let mut session = Session::new();
    let paste = paste::read(&sample(name));
    assert!(paste.view.usable);
    let text = paste.scenario.expect("what is usable has a scenario");
    frame(session.handle(Request::Open { text, at: None }));
    session
}

#[test]
fn nothing_is_open_at_first() {
    let mut session = Session::new();
    let reply = session.handle(Request::Move(Move::Forward));
    assert_eq!(reply, Reply::Refused(Refusal::NothingOpen));
}

#[test]
fn crashing_broker_1_takes_half_of_the_offsets_topic_offline() {
    let mut session = imported("seed-consumer-offsets-50.txt");
    let crash = Command::Crash {
        broker: 1,
        how: Crash::Kill,
    };
    let crashed = finish(&mut session, Request::Act(crash));
    assert_eq!(crashed.totals.offline, 0, "the session has not expired yet");
    let elected = finish(&mut session, Request::Move(Move::Next(Landmark::Election)));
    assert_eq!(elected.totals.partitions, 50);
    assert_eq!(elected.totals.offline, 25);
    let expired_after = elected.position.time.as_millis() - crashed.position.time.as_millis();
    assert!((7_000..=9_000).contains(&expired_after), "{expired_after}");
}

#[test]
fn a_group_is_found_on_its_partition_and_coordinator() {
    let mut session = imported("seed-consumer-offsets-50.txt");
    let reply = session.handle(Request::FindCoordinator {
        group: "test_group".to_owned(),
    });
    let Reply::Coordinator(view) = reply else {
        panic!("{reply:?}");
    };
    assert_eq!((view.hash, view.number), (2_059_298_962, 12));
    assert!(view.coordinator.is_some());
}

#[test]
fn the_same_frame_is_reached_forwards_and_backwards() {
    let mut session = imported("seed-consumer-offsets-50.txt");
    session.handle(Request::Look(Look {
        matrix: MatrixWindow {
            count: 50,
            ..MatrixWindow::default()
        },
        ..Look::default()
    }));
    for broker in [1, 0] {
        let crash = Command::Crash {
            broker,
            how: Crash::Kill,
        };
        finish(&mut session, Request::Act(crash));
        finish(&mut session, Request::Move(Move::End));
        finish(&mut session, Request::Act(Command::Restart { broker }));
        finish(&mut session, Request::Move(Move::End));
    }
    let recorded = finish(&mut session, Request::Move(Move::End))
        .position
        .recorded;
    let mut forwards = Vec::new();
    for step in 0..=recorded {
        forwards.push(finish(&mut session, Request::Move(Move::To(step))).hash);
    }
    for step in (0..=recorded).rev() {
        let frame = finish(&mut session, Request::Move(Move::To(step)));
        assert_eq!(frame.position.step, step);
        assert_eq!(frame.hash, forwards[step as usize], "step {step}");
    }
}

#[test]
fn every_step_of_the_catalogue_is_the_same_forwards_and_backwards() {
    for entry in catalogue() {
        let mut session = Session::new();
        let text = entry.text.to_owned();
        let opened = finish(&mut session, Request::Open { text, at: None });
        let recorded = opened.position.recorded;
        assert!(recorded > 0, "{}", entry.id);
        let mut go = |step| {
            let frame = finish(&mut session, Request::Move(Move::To(step)));
            assert_eq!(frame.position.step, step, "{}", entry.id);
            frame.hash
        };
        let forwards: Vec<u64> = (0..=recorded).map(&mut go).collect();
        for step in (0..=recorded).rev() {
            assert_eq!(go(step), forwards[step as usize], "{} {step}", entry.id);
        }
    }
}

#[test]
fn an_action_in_the_past_forks_and_keeps_the_old_branch() {
    let mut session = imported("seed-consumer-offsets-50.txt");
    let crash = |broker| {
        Request::Act(Command::Crash {
            broker,
            how: Crash::Kill,
        })
    };
    finish(&mut session, crash(1));
    let end = finish(&mut session, Request::Move(Move::End));
    assert_eq!(end.totals.offline, 25);
    finish(&mut session, Request::Move(Move::Start));
    let forked = finish(&mut session, crash(0));
    assert_eq!(forked.position.branch, BranchId(1));
    let other_end = finish(&mut session, Request::Move(Move::End));
    assert_eq!(other_end.totals.offline, 25);
    assert_eq!(other_end.controller.live_brokers, [1]);
    let back = finish(&mut session, Request::SelectBranch(BranchId(0)));
    assert_eq!(back.position.branch, BranchId(0));
    let again = finish(&mut session, Request::Move(Move::To(end.position.step)));
    assert_eq!(again.hash, end.hash);
    assert_eq!(again.controller.live_brokers, [0]);
}

#[test]
fn a_saved_session_opens_with_its_branches_at_the_same_states() {
    let mut session = imported("seed-consumer-offsets-50.txt");
    let mut places = Vec::new();
    for broker in [1, 0] {
        finish(&mut session, Request::Move(Move::Start));
        let crash = Command::Crash {
            broker,
            how: Crash::PowerLoss,
        };
        finish(&mut session, Request::Act(crash));
        finish(&mut session, Request::Move(Move::End));
        finish(&mut session, Request::Act(Command::Restart { broker }));
        let end = finish(&mut session, Request::Move(Move::End));
        places.push(end);
    }
    let Reply::Saved(text) = session.handle(Request::Save) else {
        panic!("a session can be saved");
    };
    for end in places {
        let mut other = Session::new();
        let at = Some((end.position.branch, end.position.step));
        let text = text.clone();
        let restored = finish(&mut other, Request::Open { text, at });
        assert_eq!(restored.position.branch, end.position.branch);
        assert_eq!(restored.position.step, end.position.step);
        assert_eq!(restored.partition, end.partition);
        assert_eq!(restored.brokers, end.brokers);
        assert_eq!(restored.controller, end.controller);
        assert_eq!(restored.totals, end.totals);
        assert_eq!(restored.step, end.step);
        assert_eq!(restored.messages, end.messages);
        assert_eq!(restored.timers, end.timers);
        assert_eq!(restored.ledger, end.ledger);
        assert_eq!(restored.hash, end.hash);
    }
}

#[test]
fn a_restored_branch_has_what_was_done_in_it() {
    let mut session = Session::new();
    let text = scenario("S02");
    finish(&mut session, Request::Open { text, at: None });
    finish(&mut session, Request::Move(Move::To(4)));
    let crash = Command::Crash {
        broker: 2,
        how: Crash::Kill,
    };
    let forked = finish(&mut session, Request::Act(crash));
    assert_eq!(forked.position.recorded, 5);
    let Reply::Saved(text) = session.handle(Request::Save) else {
        panic!("a session can be saved");
    };
    let at = Some((BranchId(1), 3));
    let restored = finish(&mut Session::new(), Request::Open { text, at });
    assert_eq!(
        (restored.position.branch, restored.position.step),
        (BranchId(1), 3)
    );
    assert_eq!(restored.position.recorded, 5);
    assert_eq!(restored.branches, forked.branches);
}

#[test]
fn a_setting_changed_from_the_start_begins_a_branch_of_its_own() {
    let mut session = imported("seed-consumer-offsets-50.txt");
    let crash = Command::Crash {
        broker: 1,
        how: Crash::Kill,
    };
    finish(&mut session, Request::Act(crash));
    finish(&mut session, Request::Move(Move::End));
    let change = SettingChange {
        key: SettingKey::BrokerSessionTimeoutMs,
        value: SettingValue::Number(30_000),
    };
    let when = SettingWhen::FromTheStart;
    let changed = finish(&mut session, Request::ChangeSetting { change, when });
    assert_eq!(changed.position.branch, BranchId(1));
    let elected = finish(&mut session, Request::Move(Move::Next(Landmark::Election)));
    assert!((28_000..=30_000).contains(&elected.position.time.as_millis()));
}

#[test]
fn nonsense_is_refused_and_leaves_the_session_as_it_was() {
    let mut session = imported("seed-consumer-offsets-50.txt");
    let before = finish(&mut session, Request::Move(Move::Start));
    let refused = [
        (
            Request::Act(Command::Restart { broker: 0 }),
            Refusal::BrokerRunning,
        ),
        (
            Request::Act(Command::Pause { broker: 7 }),
            Refusal::NoSuchBroker,
        ),
        (Request::SelectBranch(BranchId(9)), Refusal::NoSuchBranch),
        (
            Request::ChangeSetting {
                change: SettingChange {
                    key: SettingKey::MinInsyncReplicas,
                    value: SettingValue::Number(0),
                },
                when: SettingWhen::FromHere,
            },
            Refusal::Setting(SettingError::OutOfBounds { min: 1, max: 100 }),
        ),
    ];
    for (request, refusal) in refused {
        assert_eq!(session.handle(request), Reply::Refused(refusal));
    }
    let text = "this is no scenario".to_owned();
    let reply = session.handle(Request::Open { text, at: None });
    assert!(matches!(reply, Reply::ScenarioErrors(_)), "{reply:?}");
    let after = finish(&mut session, Request::Move(Move::Start));
    assert_eq!(after.hash, before.hash);
}

#[test]
fn no_step_names_itself_or_a_later_one_as_its_cause() {
    let mut session = imported("seed-consumer-offsets-50.txt");
    let crash = Command::Crash {
        broker: 1,
        how: Crash::Kill,
    };
    finish(&mut session, Request::Act(crash));
    finish(&mut session, Request::Move(Move::End));
    let steps = session.lanes()[0].branch().steps();
    assert!(steps.iter().any(|step| step.cause.is_some()));
    for step in steps {
        assert!(
            step.cause.is_none_or(|cause| cause < step.index),
            "{step:?}"
        );
    }
}

#[test]
fn while_nobody_leads_what_was_acknowledged_and_not_committed_is_still_counted() {
    let mut session = Session::new();
    let text = scenario("S02");
    finish(&mut session, Request::Open { text, at: None });
    let counts = [0, 1, 2, 3].map(|step| {
        let ledger = finish(&mut session, Request::Move(Move::To(step))).ledger;
        (ledger.acknowledged_not_committed, ledger.lost)
    });
    assert_eq!(counts, [(3, 0), (3, 0), (3, 0), (0, 3)]);
}

/// What a frame shows of messages and timers is enough to act on them.
#[test]
fn messages_and_timers_are_acted_on_by_what_the_frame_says() {
    let mut session = Session::new();
    let text = scenario("A01");
    finish(&mut session, Request::Open { text, at: None });
    let sent = finish(&mut session, Request::Move(Move::Next(Landmark::Command)));
    let produce = &sent.messages[0];
    assert_eq!(produce.name.flow.kind, MessageType::Produce);
    assert_eq!(
        (produce.name.nth, produce.state),
        (1, MessageState::UnderWay)
    );
    let acts = MessageActs {
        hold: true,
        duplicate: true,
    };
    assert_eq!(produce.acts, acts);
    let act = |act| {
        Request::Act(Command::Message {
            name: produce.name,
            act,
        })
    };
    let held = finish(&mut session, act(MessageAct::Hold));
    assert_eq!(held.messages.len(), sent.messages.len());
    let view = held.messages.iter().find(|view| view.name == produce.name);
    let view = view.expect("a held message is still in flight");
    assert_eq!(view.state, MessageState::Held);
    assert_eq!((view.arrives, view.acts.hold), (produce.arrives, false));
    assert_eq!(held.messages_total, sent.messages_total);
    let timer = held.timers.iter().find(|view| {
        let connection = Timer::ConnectionTimeout {
            broker: 0,
            peer: Node::Client(1),
        };
        view.timer == connection
    });
    let timer = timer.expect("its producer will not wait for ever");
    assert_eq!(timer.expires, produce.sent.plus_millis(30_000));
    let closed = finish(
        &mut session,
        Request::Act(Command::ExpireTimer(timer.timer)),
    );
    assert!(closed.messages.iter().all(|view| view.name != produce.name));
    let effects = closed.step.expect("a step").effects;
    let expected = Effect::ConnectionClosed { broker: 0, lost: 1 };
    assert!(effects.contains(&expected), "{effects:?}");
    let gone = finish(&mut session, act(MessageAct::Drop));
    let why = ActRefusal::NotInFlight;
    assert_eq!(
        gone.step.expect("a step").effects,
        [Effect::ActRefused { why }]
    );
    let nowhere = Command::ExpireTimer(Timer::LagCheck { broker: 9 });
    let reply = session.handle(Request::Act(nowhere));
    assert_eq!(reply, Reply::Refused(Refusal::NoSuchBroker));
    // The session, acts included, opens again at the same state.
    let Reply::Saved(text) = session.handle(Request::Save) else {
        panic!("a session can be saved");
    };
    let at = Some((gone.position.branch, gone.position.step));
    let restored = finish(&mut Session::new(), Request::Open { text, at });
    assert_eq!(restored.hash, gone.hash);
}

#[test]
fn a_branch_of_the_catalogue_is_there_when_it_is_opened() {
    let mut session = Session::new();
    let text = scenario("A03");
    finish(&mut session, Request::Open { text, at: None });
    let end = || Request::Move(Move::ToTime(VirtualTime(20_000_000)));
    let lost = finish(&mut session, end()).ledger;
    finish(&mut session, Request::SelectBranch(BranchId(1)));
    let kept = finish(&mut session, end());
    assert_eq!(kept.position.branch, BranchId(1));
    assert_eq!((lost.lost, lost.committed), (1, 2));
    assert_eq!((kept.ledger.lost, kept.ledger.committed), (0, 2));
}

/// Branch, the one it left, after which step, name, steps.
type Told = (u32, Option<(u32, u32)>, Option<&'static str>, u32);

#[track_caller]
fn assert_branches(frame: &Frame, expected: &[Told]) {
    let branches = frame.branches.as_ref().expect("they changed");
    let found: Vec<_> = branches
        .iter()
        .map(|branch| {
            let parent = branch.parent.map(|(parent, step)| (parent.0, step));
            let name = branch.name.as_deref();
            (branch.id.0, parent, name, branch.recorded)
        })
        .collect();
    assert_eq!(found, expected);
}

fn place(frame: &Frame) -> (u32, u32) {
    (frame.position.branch.0, frame.position.step)
}

fn crash_of(broker: i32) -> Request {
    Request::Act(Command::Crash {
        broker,
        how: Crash::Kill,
    })
}

/// S02 with forks: 1 leaves main after step 4, 2 leaves 1 after step 5, 3 leaves main after step 2. One
/// stands in 2, at step 6.
fn forked() -> Session {
    let mut session = Session::new();
    let text = scenario("S02");
    finish(&mut session, Request::Open { text, at: None });
    finish(&mut session, Request::Move(Move::To(4)));
    finish(&mut session, crash_of(2));
    finish(&mut session, Request::Act(Command::Restart { broker: 2 }));
    finish(&mut session, Request::Move(Move::To(5)));
    finish(&mut session, Request::Act(Command::Pause { broker: 1 }));
    finish(&mut session, Request::SelectBranch(BranchId(0)));
    finish(&mut session, Request::Move(Move::To(2)));
    finish(&mut session, crash_of(1));
    finish(&mut session, Request::SelectBranch(BranchId(2)));
    let name = "paused instead".to_owned();
    finish(&mut session, Request::RenameBranch(BranchId(2), name));
    let here = finish(&mut session, Request::Move(Move::To(6)));
    assert_eq!(place(&here), (2, 6));
    session
}

const FORKED: [Told; 4] = [
    (0, None, None, 15),
    (1, Some((0, 4)), None, 6),
    (2, Some((1, 5)), Some("paused instead"), 6),
    (3, Some((0, 2)), None, 3),
];

#[track_caller]
fn delete(session: &mut Session, id: u32) -> (Frame, DeletedBranches) {
    match session.handle(Request::DeleteBranch(BranchId(id))) {
        Reply::BranchesDeleted { frame, deleted } => (*frame, deleted),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_deleted_branch_takes_its_own_forks_along_and_one_stands_where_it_left() {
    let mut session = forked();
    let before = finish(&mut session, Request::Move(Move::To(6)));
    let (frame, deleted) = delete(&mut session, 1);
    assert_branches(&frame, &[FORKED[0], FORKED[3]]);
    assert_eq!(place(&frame), (0, 4));
    assert_eq!(deleted.stood, Some((BranchId(2), 6)));
    let ids: Vec<u32> = deleted.branches.iter().map(|branch| branch.id.0).collect();
    assert_eq!(ids, [1, 2]);
    // All of it comes back, and one stands where one stood.
    let back = finish(&mut session, Request::RestoreBranches(deleted));
    assert_branches(&back, &FORKED);
    assert_eq!(place(&back), (2, 6));
    assert_eq!(back.hash, before.hash);
}

#[test]
fn a_branch_is_deleted_and_brought_back_while_one_stands_elsewhere() {
    let mut session = forked();
    let (frame, deleted) = delete(&mut session, 3);
    assert_branches(&frame, &FORKED[..3]);
    assert_eq!((place(&frame), deleted.stood), ((2, 6), None));
    let back = finish(&mut session, Request::RestoreBranches(deleted));
    assert_branches(&back, &FORKED);
    assert_eq!((place(&back), back.hash), ((2, 6), frame.hash));
}

#[test]
fn the_main_branch_and_a_missing_one_are_not_deleted() {
    let mut session = forked();
    let refused = [(0, Refusal::MainBranch), (9, Refusal::NoSuchBranch)];
    for (id, refusal) in refused {
        let reply = session.handle(Request::DeleteBranch(BranchId(id)));
        assert_eq!(reply, Reply::Refused(refusal));
    }
    let name = "still here".to_owned();
    let frame = finish(&mut session, Request::RenameBranch(BranchId(3), name));
    let mut expected = FORKED;
    expected[3].2 = Some("still here");
    assert_branches(&frame, &expected);
}

#[test]
fn a_branch_comes_back_under_another_id_if_a_new_one_has_its_own() {
    let mut session = forked();
    delete(&mut session, 3);
    let (_, deleted) = delete(&mut session, 1);
    // One stands on the main branch after step 4 now.
    let forked = finish(&mut session, crash_of(1));
    assert_branches(&forked, &[FORKED[0], (1, Some((0, 4)), None, 5)]);
    let back = finish(&mut session, Request::RestoreBranches(deleted));
    assert_branches(
        &back,
        &[
            FORKED[0],
            (1, Some((0, 4)), None, 5),
            (2, Some((0, 4)), None, 6),
            (3, Some((2, 5)), Some("paused instead"), 6),
        ],
    );
    assert_eq!(place(&back), (3, 6));
}

#[test]
fn what_is_deleted_is_not_saved_and_what_came_back_is() {
    let mut session = forked();
    let saved = |session: &mut Session| match session.handle(Request::Save) {
        Reply::Saved(text) => text,
        other => panic!("{other:?}"),
    };
    let before = saved(&mut session);
    let (_, deleted) = delete(&mut session, 1);
    let text = saved(&mut session);
    let opened = finish(
        &mut Session::new(),
        Request::Open {
            text: text.clone(),
            at: None,
        },
    );
    assert_branches(&opened, &[FORKED[0], FORKED[3]]);
    // An engine that never saw the branches brings them back as well.
    let mut other = Session::new();
    finish(&mut other, Request::Open { text, at: None });
    for session in [&mut session, &mut other] {
        let back = finish(session, Request::RestoreBranches(deleted.clone()));
        assert_branches(&back, &FORKED);
        assert_eq!(saved(session), before);
    }
}

#[test]
fn a_branch_tells_its_last_event_also_after_more_was_recorded() {
    let mut session = Session::new();
    let text = scenario("A03");
    finish(&mut session, Request::Open { text, at: None });
    finish(&mut session, Request::Move(Move::To(4)));
    let last = |frame: &Frame, id: usize| {
        let branches = frame.branches.as_ref().expect("they changed");
        let last = branches[id].last_step.as_ref().expect("it has steps");
        (last.step.index, last.step.trigger.clone())
    };
    let crash = Command::Crash {
        broker: 0,
        how: Crash::Kill,
    };
    let forked = finish(&mut session, Request::Act(crash.clone()));
    assert_eq!(last(&forked, 2), (5, Trigger::Command(crash)));
    let on = finish(&mut session, Request::Move(Move::End));
    assert_eq!(last(&on, 2).0, on.position.recorded);
    assert!(on.position.recorded > 5);
}

#[test]
fn a_branch_of_the_catalogue_is_saved_as_it_stands_there_also_after_a_deletion_undone() {
    let text = scenario("A03");
    let mut session = Session::new();
    let open = text.clone();
    finish(
        &mut session,
        Request::Open {
            text: open,
            at: None,
        },
    );
    assert_eq!(session.handle(Request::Save), Reply::Saved(text.clone()));
    let (_, deleted) = delete(&mut session, 1);
    finish(&mut session, Request::RestoreBranches(deleted));
    assert_eq!(session.handle(Request::Save), Reply::Saved(text));
}

#[test]
fn what_a_leader_lost_that_led_on_in_the_same_epoch_is_lost_at_every_step() {
    let text = "tidemark-scenario 1
id led-on
release 2.0
schedule by-hand
broker 0
topic t
  partition 0 replicas=0
at 1s produce t-0 values=m0,m1,m2,m3,m4 acks=1
at 2s crash 0 keep-below=2
at 3s restart 0
at 4s apply-metadata 0
at 5s produce t-0 values=n2,n3,n4 acks=1
"
    .to_owned();
    let mut session = Session::new();
    let opened = finish(&mut session, Request::Open { text, at: None });
    let mut lost = Vec::new();
    for step in 0..=opened.position.recorded {
        let frame = finish(&mut session, Request::Move(Move::To(step)));
        lost.push((frame.ledger.lost, frame.hash));
    }
    assert_eq!(lost.last().map(|(lost, _)| *lost), Some(3), "m2 m3 m4");
    // Drawn up anew at each step, and carried on over all of them at once, the account is the same.
    for step in (0..=opened.position.recorded).rev() {
        let frame = finish(&mut session, Request::Move(Move::To(step)));
        assert_eq!(
            (frame.ledger.lost, frame.hash),
            lost[step as usize],
            "{step}"
        );
    }
    finish(&mut session, Request::Move(Move::To(2)));
    let end = finish(
        &mut session,
        Request::Move(Move::To(opened.position.recorded)),
    );
    assert_eq!((end.partition.leader_epoch, end.ledger.lost), (0, 3));
}
