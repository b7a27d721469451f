//! Share links: what is put in comes out, the run it opens is the run it was made of, and whatever is
//! damaged, foreign or too long is an error, never a panic. `tests/fuzz/` goes on where this ends.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use tidemark_core::history::BranchId;
use tidemark_core::link::{Damage, LinkError, LinkHead, LinkedRun, RULES_VERSION, encode};
use tidemark_core::scenario::{catalogue, fingerprint, parse, write};
use tidemark_core::session::frame::Frame;
use tidemark_core::session::request::{Move, Request};
use tidemark_core::session::{Reply, Session};
use tidemark_core::sim::command::{Command, Crash};
use tidemark_link as link;
use tidemark_tests::noise::Noise;

/// Whatever one run needs at most, so that none can hang the test.
const SLICES_MAX: u32 = 10_000;

fn frame(session: &mut Session, request: Request) -> Frame {
    let mut reply = session.handle(request);
    for _ in 0..SLICES_MAX {
        match reply {
            Reply::Frame(frame) => return *frame,
            Reply::Working { .. } => reply = session.resume(),
            other => panic!("{other:?}"),
        }
    }
    panic!("it does not end");
}

fn saved(session: &mut Session) -> String {
    match session.handle(Request::Save) {
        Reply::Saved(text) => text,
        other => panic!("{other:?}"),
    }
}

/// The run that a page would share: the text, and where it stands.
fn shared(session: &mut Session, frame: &Frame) -> LinkedRun {
    LinkedRun {
        head: LinkHead {
            rules_version: RULES_VERSION,
            protocol_hash: frame.protocol_hash,
            branch: frame.position.branch,
            step: frame.position.step,
        },
        text: saved(session),
    }
}

/// What a page shows that opens the link.
fn opened(run: &LinkedRun) -> Frame {
    let open = Request::Open {
        text: run.text.clone(),
        at: Some((run.head.branch, run.head.step)),
    };
    frame(&mut Session::new(), open)
}

fn open(text: &str) -> Request {
    Request::Open {
        text: text.to_owned(),
        at: None,
    }
}

#[test]
fn every_scenario_of_the_catalogue_comes_out_as_it_went_in() {
    for entry in catalogue() {
        let mut session = Session::new();
        frame(&mut session, open(entry.text));
        let end = frame(&mut session, Request::Move(Move::End));
        let run = shared(&mut session, &end);
        let made = link::write(&run).unwrap_or_else(|error| panic!("{}: {error}", entry.id));
        assert!(made.len() <= 8_000, "{}: {}", entry.id, made.len());
        let read = link::read(&made).unwrap_or_else(|error| panic!("{}: {error}", entry.id));
        assert_eq!(read, run, "{}", entry.id);
        let again = opened(&read);
        assert_eq!(again.protocol_hash, end.protocol_hash, "{}", entry.id);
        assert_eq!(again.hash, end.hash, "{}", entry.id);
        assert_eq!(
            write(&parse(&read.text).unwrap()),
            read.text,
            "{}",
            entry.id
        );
    }
}

#[test]
fn branches_travel_and_the_one_shown_is_shown_again() {
    for entry in catalogue() {
        let mut session = Session::new();
        let start = frame(&mut session, open(entry.text));
        let broker = start.brokers.last().expect("a cluster has brokers").id;
        for step in [start.position.recorded / 2, 1] {
            frame(&mut session, Request::SelectBranch(BranchId::MAIN));
            frame(&mut session, Request::Move(Move::To(step)));
            let crash = Command::Crash {
                broker,
                how: Crash::Kill,
            };
            // Where the broker is down already, waiting makes the branch.
            if let Reply::Refused(_) = session.handle(Request::Act(crash)) {
                frame(&mut session, Request::Act(Command::Wait));
            }
        }
        let fork = frame(&mut session, Request::Move(Move::Round));
        assert_ne!(fork.position.branch, BranchId::MAIN, "{}", entry.id);
        let run = shared(&mut session, &fork);
        let read = link::read(&link::write(&run).unwrap()).unwrap();
        let again = opened(&read);
        assert_eq!(again.position.branch, fork.position.branch, "{}", entry.id);
        assert_eq!(again.position.step, fork.position.step, "{}", entry.id);
        assert_eq!(again.protocol_hash, fork.protocol_hash, "{}", entry.id);
        let scenario = parse(&read.text).unwrap();
        let own = parse(entry.text).unwrap().branches.len();
        assert_eq!(scenario.branches.len(), own + 2, "{}", entry.id);
    }
}

/// A scenario of 200 commands of many kinds, each with another place, value or number.
fn two_hundred_commands() -> String {
    let head = catalogue()[4].text.split("at 0s").next().unwrap();
    let mut text = head.replace("schedule by-hand\n", "");
    for index in 0..200_u32 {
        let (at, broker) = (index * 137 + index % 7, index % 3);
        let other = (broker + 1) % 3;
        let command = match index % 10 {
            0 | 3 | 5 => format!("produce first-0 values=order-{},paid-{}", index * 17, index),
            1 => format!("cut {broker} <-> {other}"),
            2 => format!("heal {broker} <-> {other}"),
            4 => format!("set replica.lag.time.max.ms {}", 10_000 + index * 31),
            6 => format!("pause {broker}"),
            7 => format!("resume {broker}"),
            8 => format!("message delay {broker} -> {other} fetch first-0 {index} by={index}ms"),
            _ => "elect-preferred first-0".to_owned(),
        };
        text.push_str(&format!("at {at}ms {command}\n"));
    }
    text
}

#[test]
fn two_hundred_commands_fit_into_a_link() {
    let scenario = parse(&two_hundred_commands()).unwrap();
    assert_eq!(scenario.commands.len(), 200);
    let run = LinkedRun {
        head: head(),
        text: write(&scenario),
    };
    let made = link::write(&run).unwrap();
    assert!(made.len() <= 8_000, "{}", made.len());
    assert_eq!(link::read(&made), Ok(run));
}

const fn head() -> LinkHead {
    LinkHead {
        rules_version: 1,
        protocol_hash: 0x0123_4567_89ab_cdef,
        branch: BranchId(2),
        step: 300,
    }
}

/// A run whose link is pinned below, so that links made today can be read for good.
fn pinned() -> LinkedRun {
    LinkedRun {
        head: head(),
        text: "tidemark-scenario 1\n".to_owned(),
    }
}

const PINNED: &str = "VE0BO-h1UQABASNFZ4mrze8AAAACAAABLCvJTEnNTSzK1i1OTs1LLMrMVzDkAgA";

#[test]
fn the_format_stays_as_it_is() {
    assert_eq!(link::write(&pinned()).as_deref(), Ok(PINNED));
    assert_eq!(link::read(PINNED), Ok(pinned()));
}

#[test]
fn a_link_of_other_rules_is_read_and_says_so() {
    let run = LinkedRun {
        head: LinkHead {
            rules_version: 2,
            ..head()
        },
        ..pinned()
    };
    let read = link::read(&link::write(&run).unwrap()).unwrap();
    assert_eq!(read.head.rules_version, 2);
    assert_eq!(read.text, "tidemark-scenario 1\n");
}

#[test]
fn each_mistake_has_its_own_error() {
    let changed = |at: usize, to: &str| [&PINNED[..at], to, &PINNED[at + 1..]].concat();
    let cases = [
        (String::new(), LinkError::Foreign),
        ("cluster".to_owned(), LinkError::Foreign),
        ("aGVsbG8".to_owned(), LinkError::Foreign),
        ("N4IgLg9g".to_owned(), LinkError::Foreign),
        (
            changed(10, "!"),
            LinkError::Damaged(Damage::Character { position: 11 }),
        ),
        (
            changed(12, "é"),
            LinkError::Damaged(Damage::Character { position: 13 }),
        ),
        (
            "VE0B".to_owned(),
            LinkError::Damaged(Damage::CutShort { length: 3 }),
        ),
        // The fourth byte is the format's version.
        (
            changed(3, "C"),
            LinkError::OtherFormat { found: 2, known: 1 },
        ),
        (
            "A".repeat(8_001),
            LinkError::TooLong {
                found: 8_001,
                max: 8_000,
            },
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(link::read(&text), Err(expected), "{text:.40}");
    }
    for end in 4..PINNED.len() {
        let cut = link::read(&PINNED[..end]);
        let short = matches!(
            cut,
            Err(LinkError::Damaged(
                Damage::CutShort { .. } | Damage::Checksum { .. }
            ))
        );
        assert!(short, "{end}: {cut:?}");
    }
    let flipped = link::read(&changed(30, if &PINNED[30..31] == "A" { "B" } else { "A" }));
    assert!(
        matches!(flipped, Err(LinkError::Damaged(Damage::Checksum { .. }))),
        "{flipped:?}"
    );
}

/// A link whose checksum is right, whatever is in it.
fn sealed(packed: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(encode(&head(), packed))
}

#[test]
fn what_is_packed_is_not_trusted_either() {
    let cases = [
        // No deflate block has the type 3.
        (&[0x07, 0, 0][..], LinkError::Damaged(Damage::Packing)),
        (&[][..], LinkError::Damaged(Damage::Packing)),
        // A stored block of the byte 0xff.
        (
            &[1, 2, 0, 0xfd, 0xff, b'a', 0xff][..],
            LinkError::Damaged(Damage::NotText { position: 1 }),
        ),
    ];
    for (packed, expected) in cases {
        assert_eq!(link::read(&sealed(packed)), Err(expected), "{packed:?}");
    }
}

#[test]
fn a_run_too_long_for_a_link_is_refused() {
    let mut noise = Noise::new(7);
    let text: String = (0..20_000).map(|_| char::from(noise.printable())).collect();
    let refused = link::write(&LinkedRun { text, ..pinned() });
    assert!(
        matches!(refused, Err(LinkError::TooLong { max: 8_000, found }) if found > 8_000),
        "{refused:?}"
    );
}

/// Links say under which rules they were made. A change after which these runs have other hashes raises
/// [`RULES_VERSION`], and then these lines change with it.
#[test]
fn the_rules_version_holds_for_these_runs() {
    let runs = ["S02", "S10", "S27"].map(|id| {
        let entry = catalogue().iter().find(|entry| entry.id == id).unwrap();
        fingerprint(entry.text).unwrap().to_string()
    });
    let expected = (
        1,
        [
            "S02 15 f074a529b7f39132 53c2f718e5a5829c",
            "S10 15 39128d74bf6b803a c3612e2b4aa742d4",
            "S27 6 1158f5571a2639d4 fdbdf6ac4fc52e7f",
        ]
        .map(str::to_owned),
    );
    assert_eq!((RULES_VERSION, runs), expected);
}

/// Links are attacked on the outside, and behind their checksum, where only somebody who means harm comes.
#[test]
fn a_thousand_mutated_links_give_errors_or_runs() {
    let mut noise = Noise::new(20_261_130);
    let (mut read, mut refused) = (0, 0);
    for index in 0..1_000 {
        let entry = &catalogue()[index % catalogue().len()];
        let run = LinkedRun {
            head: head(),
            text: entry.text.to_owned(),
        };
        let made = link::write(&run).unwrap();
        let attacked = if index % 2 == 0 {
            String::from_utf8_lossy(&noise.damaged(made.as_bytes())).into_owned()
        } else {
            let bytes = URL_SAFE_NO_PAD.decode(&made).unwrap();
            sealed(&noise.damaged(&bytes[25..]))
        };
        match link::read(&attacked) {
            Ok(run) => {
                read += 1;
                try_out(&run.text);
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    // Both ends are reached, or the test would prove nothing.
    assert!(read > 0 && refused > 500, "{read} read, {refused} refused");
}

#[test]
fn a_thousand_mutated_scenario_texts_give_errors_or_runs() {
    let mut noise = Noise::new(35);
    let mut opened = 0;
    for index in 0..1_000 {
        let entry = &catalogue()[index % catalogue().len()];
        let bytes = noise.damaged(entry.text.as_bytes());
        opened += u32::from(try_out(&String::from_utf8_lossy(&bytes)));
    }
    assert!((100..900).contains(&opened), "{opened} opened");
}

/// Opens a text as a page would. What can be read can be written, and read again as the same.
fn try_out(text: &str) -> bool {
    let reply = Session::new().handle(open(text));
    match parse(text) {
        Ok(scenario) => {
            assert!(matches!(reply, Reply::Frame(_)), "{reply:?}");
            let written = write(&scenario);
            assert_eq!(parse(&written).as_ref(), Ok(&scenario), "{written}");
            true
        }
        Err(errors) => {
            assert_eq!(reply, Reply::ScenarioErrors(errors));
            false
        }
    }
}
