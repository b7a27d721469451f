//! Captions that a person writes: where they are seen, and that they travel with the scenario.

use tidemark_core::history::BranchId;
use tidemark_core::scenario;
use tidemark_core::session::request::{Move, Request};
use tidemark_core::session::{Refusal, Reply, Session};
use tidemark_core::sim::command::{Command, Crash};
use tidemark_tests::runs::go;

const RUN: &str = r#"tidemark-scenario 1
id captions
release 3.9
schedule by-hand
broker 0
broker 1
topic t
  partition 0 replicas=0,1 log=m0@0 hw=0
at 1s fetch t-0 follower=1 leader=0
  caption en "The follower asks."
  caption zh-CN "follower 发起请求。"
at 2s fetch t-0 follower=1 leader=0
at 3s fetch t-0 follower=1 leader=0
"#;

fn session(text: &str) -> Session {
    let mut session = Session::new();
    let text = text.to_owned();
    go(&mut session, Request::Open { text, at: None });
    session
}

fn write(session: &mut Session, language: &str, text: &str) -> Reply {
    session.handle(Request::Caption {
        language: language.to_owned(),
        text: text.to_owned(),
    })
}

/// What is said at each step from the start on, in English and in the other language.
fn said(session: &mut Session) -> Vec<String> {
    let last = session.lanes()[0].branch().recorded();
    (0..=last)
        .map(|step| {
            let Reply::Frame(frame) = session.handle(Request::Move(Move::To(step))) else {
                panic!("no frame");
            };
            let texts = frame.captions.iter();
            let texts: Vec<String> = texts.map(|(tag, text)| format!("{tag}: {text}")).collect();
            texts.join(" | ")
        })
        .collect()
}

fn saved(session: &mut Session) -> String {
    match session.handle(Request::Save) {
        Reply::Saved(text) => text,
        other => panic!("{other:?}"),
    }
}

fn to(session: &mut Session, step: u32) {
    go(session, Request::Move(Move::To(step)));
}

#[test]
fn a_caption_stands_until_the_next() {
    let mut session = session(RUN);
    let asks = "en: The follower asks. | zh-CN: follower 发起请求。";
    assert_eq!(said(&mut session), ["", asks, "", ""]);
    to(&mut session, 0);
    write(&mut session, "en", "Nothing yet.");
    to(&mut session, 2);
    write(&mut session, "en", "It asks again.");
    assert_eq!(
        said(&mut session),
        ["en: Nothing yet.", asks, "en: It asks again.", ""]
    );
}

#[test]
fn a_command_s_caption_is_changed_in_one_language_and_taken_away() {
    let mut session = session(RUN);
    to(&mut session, 1);
    write(&mut session, "en", "Broker 1 asks.");
    let changed = "zh-CN: follower 发起请求。 | en: Broker 1 asks.";
    assert_eq!(said(&mut session), ["", changed, "", ""]);
    to(&mut session, 1);
    write(&mut session, "en", "");
    write(&mut session, "zh-CN", " ");
    assert_eq!(said(&mut session), ["", "", "", ""]);
    let text = saved(&mut session);
    assert!(
        text.ends_with("at 3s fetch t-0 follower=1 leader=0\nnote at=1s after=1\n"),
        "{text}"
    );
}

#[test]
fn a_caption_that_was_written_and_taken_away_leaves_nothing() {
    let mut session = session(RUN);
    to(&mut session, 3);
    write(&mut session, "en", "Here.");
    write(&mut session, "en", "");
    assert_eq!(saved(&mut session), RUN);
}

#[test]
fn captions_travel_with_the_scenario() {
    let mut session = session(RUN);
    to(&mut session, 3);
    write(&mut session, "en", "Both logs agree.");
    to(&mut session, 2);
    let crash = Command::Crash {
        broker: 0,
        how: Crash::Kill,
    };
    go(&mut session, Request::Act(crash));
    write(&mut session, "zh-Hans", "broker 0 崩溃。");
    let text = saved(&mut session);
    assert!(
        text.ends_with(concat!(
            "note at=3s after=1\n  caption en \"Both logs agree.\"\n",
            "note branch=1 at=2s after=2\n  caption zh-Hans \"broker 0 崩溃。\"\n"
        )),
        "{text}"
    );
    let mut again = self::session(&text);
    let asks = "en: The follower asks. | zh-CN: follower 发起请求。";
    assert_eq!(said(&mut again), ["", asks, "", "en: Both logs agree."]);
    go(&mut again, Request::SelectBranch(BranchId(1)));
    assert_eq!(said(&mut again), ["", asks, "", "zh-Hans: broker 0 崩溃。"]);
    assert_eq!(saved(&mut again), text);
}

#[test]
fn a_branch_has_the_captions_from_before_it_left() {
    let mut session = session(RUN);
    to(&mut session, 2);
    write(&mut session, "en", "Before.");
    to(&mut session, 3);
    write(&mut session, "en", "After.");
    to(&mut session, 2);
    go(&mut session, Request::Act(Command::HealAll));
    assert_eq!(said(&mut session)[2..], ["en: Before.", "en: Before."]);
}

#[test]
fn captions_of_a_branch_come_back_with_it_and_not_without() {
    let mut session = session(RUN);
    to(&mut session, 2);
    go(&mut session, Request::Act(Command::HealAll));
    write(&mut session, "en", "In the branch.");
    let Reply::BranchesDeleted { deleted, .. } = session.handle(Request::DeleteBranch(BranchId(1)))
    else {
        panic!("not deleted");
    };
    assert_eq!(saved(&mut session), RUN);
    go(&mut session, Request::RestoreBranches(deleted));
    assert_eq!(said(&mut session)[3], "en: In the branch.");
}

#[test]
fn what_a_scenario_cannot_hold_is_refused() {
    let mut session = session(RUN);
    let refused = Reply::Refused(Refusal::TooLarge);
    assert_eq!(write(&mut session, "en", &"x".repeat(4097)), refused);
    assert_eq!(write(&mut session, "no language", "x"), refused);
    assert_eq!(
        write(&mut Session::new(), "en", "x"),
        Reply::Refused(Refusal::NothingOpen)
    );
    assert_eq!(saved(&mut session), RUN);
}

#[test]
fn mistakes_in_notes_are_named_with_their_places() {
    let check = |lines: &str, expected: &[&str]| {
        let errors = scenario::parse(&format!("{RUN}{lines}")).unwrap_err();
        let found: Vec<String> = errors.errors.iter().map(ToString::to_string).collect();
        assert_eq!(found, expected);
    };
    check("note\n", &["line 14, column 5: at is missing"]);
    check(
        "note at=1s branch=7\n",
        &["line 14, column 19: “7”: no such branch above"],
    );
    check(
        "note at=2s\nnote at=1s\n",
        &["line 15, column 1: “note”: not after the command before it"],
    );
    check(
        "note at=2s\nat 4s wait\n",
        &["line 15, column 1: “at”: has to stand above the lines of note"],
    );
    check(
        "note at=2s text\n",
        &["line 14, column 12: “text”: expected the end of the line"],
    );
}
