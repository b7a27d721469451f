//! The scenario text: read and written again it is the same, and every mistake has its place.

extern crate alloc;

use alloc::rc::Rc;
use core::fmt::Write as _;
use proptest::prelude::*;
use tidemark_core::cluster::partition_state::PartitionState;
use tidemark_core::history::BranchId;
use tidemark_core::kafka::BrokerId;
use tidemark_core::replication::acks::Acks;
use tidemark_core::replication::broker_config::BrokerConfig;
use tidemark_core::replication::release::Release;
use tidemark_core::replication::settings::{SettingChange, SettingKey, SettingValue, Settings};
use tidemark_core::scenario::{
    Branch, Expected, Kind, Note, Scenario, ScenarioCommand, Unknown, Wording, catalogue, parse,
    write,
};
use tidemark_core::sim::TimedCommand;
use tidemark_core::sim::admin::{Admin, Producer, TopicConfig};
use tidemark_core::sim::command::{Command, Crash, Key, Manual, Produce};
use tidemark_core::sim::event::{Timer, VirtualTime};
use tidemark_core::sim::naming::{Flow, MessageAct, MessageName, MessageType};
use tidemark_core::sim::network::NetworkSpec;
use tidemark_core::sim::node::Node;
use tidemark_core::sim::start::{ClusterSpec, PartitionSpec, ReplicaSpec};
use tidemark_core::topology::{BrokerSpec, PartitionId, TopicSpec, Topology};

#[test]
fn the_catalogue_is_canonical() {
    for entry in catalogue() {
        let scenario = parse(entry.text).unwrap_or_else(|errors| panic!("{}:\n{errors}", entry.id));
        assert_eq!(write(&scenario), entry.text, "{}", entry.id);
        assert_eq!(scenario.id, entry.id);
    }
}

#[test]
fn the_catalogue_speaks_english_and_chinese() {
    let languages = |wording: &Wording| {
        let tags: Vec<&str> = wording.0.iter().map(|(tag, _)| tag.as_str()).collect();
        tags == ["en", "zh-CN"]
    };
    for entry in catalogue() {
        let scenario = parse(entry.text).expect(entry.id);
        assert!(languages(&scenario.title), "{} title", entry.id);
        assert!(languages(&scenario.question), "{} question", entry.id);
        let captions = scenario.commands.iter().map(|command| &command.caption);
        let told: Vec<&Wording> = captions.filter(|caption| !caption.0.is_empty()).collect();
        assert!(told.len() >= 3, "{} captions", entry.id);
        assert!(told.into_iter().all(languages), "{} captions", entry.id);
    }
    assert!(catalogue().is_sorted_by_key(|entry| entry.id));
}

/// Stands above the lines of most tests here: 7 lines.
const HEAD: &str = "tidemark-scenario 1
id x
release 3.9
broker 0
broker 1
topic first
  partition 0 replicas=0,1 log=m0..m3@0
";

#[track_caller]
fn check(text: &str, expected: &[(u32, u32, &str, Kind)]) {
    let found = match parse(text) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.errors,
    };
    let found: Vec<_> = found
        .iter()
        .map(|error| {
            (
                error.line,
                error.column,
                error.found.as_str(),
                error.kind.clone(),
            )
        })
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[track_caller]
fn check_line(line: &str, column: u32, found: &str, kind: Kind) {
    check(&format!("{HEAD}{line}\n"), &[(8, column, found, kind)]);
}

#[test]
fn a_scenario_needs_its_first_line() {
    let first = Kind::Expected(Expected::FirstLine);
    check("", &[(1, 1, "", first.clone())]);
    check(
        "tidemark-scenario 2\nwhatever",
        &[(1, 1, "tidemark-scenario 2", first.clone())],
    );
    check("# no\ntidemark-scenario 1", &[(1, 1, "# no", first)]);
}

#[test]
fn what_is_missing_is_named() {
    let missing = |name: &str| Kind::Missing(name.to_owned());
    check(
        "tidemark-scenario 1\n",
        &[
            (1, 20, "", missing("id")),
            (1, 20, "", missing("release")),
            (1, 20, "", missing("broker")),
        ],
    );
    check_line("at 1s crash", 12, "", missing("broker id"));
    check_line("at 1s", 6, "", missing("command"));
    check_line("at 1s fetch first-0 leader=0", 29, "", missing("follower"));
    check_line("caption en \"x\"", 15, "", missing("at"));
    check_line("branch 1 from=main", 19, "", missing("at"));
}

#[test]
fn what_does_not_exist_is_named() {
    check_line("crash 0", 1, "crash", Kind::Unknown(Unknown::Entry));
    check_line(
        "at 1s explode 0 now x=1",
        7,
        "explode",
        Kind::Unknown(Unknown::Command),
    );
    check_line("at 1s crash 7", 13, "7", Kind::Unknown(Unknown::Broker));
    check_line(
        "at 1s elect-preferred first-1",
        23,
        "first-1",
        Kind::Unknown(Unknown::Partition),
    );
    check_line(
        "at 1s crash 0 hard=1",
        15,
        "hard=1",
        Kind::Unknown(Unknown::Option),
    );
    check_line(
        "at 1s set acksen 1",
        11,
        "acksen",
        Kind::Unknown(Unknown::Setting),
    );
    check_line(
        "branch 1 from=3 at=1s",
        15,
        "3",
        Kind::Unknown(Unknown::Branch),
    );
    check(
        &HEAD.replace("3.9", "9.9"),
        &[(3, 9, "9.9", Kind::Unknown(Unknown::Release))],
    );
}

#[test]
fn what_belongs_somewhere_is_named() {
    let expected = Kind::Expected;
    check_line("at 1 crash 0", 4, "1", expected(Expected::Time));
    check_line(
        "at 0.0000001s crash 0",
        4,
        "0.0000001s",
        expected(Expected::Time),
    );
    check_line("at 1s crash 0 0", 15, "0", expected(Expected::EndOfLine));
    check_line("at 1s crash x", 13, "x", expected(Expected::Broker));
    check_line("at 1s cut 0 to 1", 13, "to", expected(Expected::Arrow));
    check_line("at 1s cut 0 -> x", 16, "x", expected(Expected::Node));
    check_line(
        "at 1s elect-preferred first",
        23,
        "first",
        expected(Expected::Partition),
    );
    check_line(
        "at 1s produce first-0 values=a,b@c",
        32,
        "b@c",
        expected(Expected::Value),
    );
    check_line(
        "at 1s produce first-0 values=a2..b4",
        30,
        "a2..b4",
        expected(Expected::Run),
    );
    check_line(
        "at 1s produce first-0 values=a4..a2",
        30,
        "a4..a2",
        expected(Expected::Run),
    );
    check_line(
        "at 1s produce first-0 acks=2",
        28,
        "2",
        expected(Expected::Acks),
    );
    check_line(
        "at 1s set acks 2",
        16,
        "2",
        expected(Expected::SettingValue(SettingKey::Acks)),
    );
    check_line(
        "branch x from=main at=1s",
        8,
        "x",
        expected(Expected::Number),
    );
    check_line("branch 1 from=x at=1s", 15, "x", expected(Expected::Branch));
    check_line(
        "branch 1 from=main at=1s name=x",
        31,
        "x",
        expected(Expected::QuotedText),
    );
    let with = |line: &str| HEAD.replace("release 3.9", line);
    let mistakes = [
        (
            "title english \"x\"\nrelease 3.9",
            7,
            "english",
            Expected::Language,
        ),
        ("title en x\nrelease 3.9", 10, "x", Expected::QuotedText),
        (
            "title en \"a\\x\"\nrelease 3.9",
            12,
            "\\x",
            Expected::Escape,
        ),
        (
            "title en \"\\u{d800}\"\nrelease 3.9",
            11,
            "\\u",
            Expected::Escape,
        ),
        ("release 3.9\nschedule soon", 10, "soon", Expected::ByHand),
        (
            "release 3.9\nnetwork seed=x delay=1ms..2ms",
            14,
            "x",
            Expected::Number,
        ),
        (
            "release 3.9\nnetwork seed=1 delay=1ms",
            22,
            "1ms",
            Expected::TimeRange,
        ),
        (
            "release 3.9\nnetwork seed=1 delay=3ms..2ms",
            22,
            "3ms..2ms",
            Expected::TimeRange,
        ),
    ];
    for (lines, column, found, what) in mistakes {
        let line = if lines.starts_with("release") { 4 } else { 3 };
        check(&with(lines), &[(line, column, found, expected(what))]);
    }
}

#[test]
fn a_message_and_a_timer_are_named_in_full() {
    let unknown = Kind::Unknown;
    let missing = |name: &str| Kind::Missing(name.to_owned());
    let number = Kind::OutOfBounds {
        min: 0,
        max: 4_294_967_295,
    };
    check_line(
        "at 1s message lose 1 -> 0 fetch first-0 1",
        15,
        "lose",
        unknown(Unknown::MessageAct),
    );
    check_line(
        "at 1s message drop 1 <-> 0 fetch first-0 1",
        22,
        "<->",
        Kind::Expected(Expected::OneWayArrow),
    );
    check_line(
        "at 1s message drop 1 -> 7 fetch first-0 1",
        25,
        "7",
        unknown(Unknown::Broker),
    );
    check_line(
        "at 1s message drop 1 -> 0 gossip 1",
        27,
        "gossip",
        unknown(Unknown::MessageKind),
    );
    check_line(
        "at 1s message drop 1 -> 0 fetch 17",
        33,
        "17",
        Kind::Expected(Expected::Partition),
    );
    check_line(
        "at 1s message drop 1 -> 0 fetch first-0",
        40,
        "",
        missing("number"),
    );
    check_line(
        "at 1s message drop client-1 -> 0 produce x",
        42,
        "x",
        Kind::Expected(Expected::Number),
    );
    check_line(
        "at 1s message drop client-1 -> 0 produce -1",
        42,
        "-1",
        number.clone(),
    );
    check_line(
        "at 1s message drop client-1 -> 0 produce 4294967296",
        42,
        "4294967296",
        number,
    );
    check_line(
        "at 1s message drop client-1 -> 0 produce first-0",
        42,
        "first-0",
        Kind::Expected(Expected::Number),
    );
    check_line(
        "at 1s message drop client-1 -> 0 produce 1 by=1s",
        44,
        "by=1s",
        unknown(Unknown::Option),
    );
    check_line(
        "at 1s message delay client-1 -> 0 produce 1",
        44,
        "",
        missing("by"),
    );
    check_line(
        "at 1s message delay client-1 -> 0 produce 1 by=5",
        48,
        "5",
        Kind::Expected(Expected::Time),
    );
    check_line("at 1s expire", 13, "", missing("kind of timer"));
    check_line(
        "at 1s expire patience broker=0",
        14,
        "patience",
        unknown(Unknown::Timer),
    );
    check_line(
        "at 1s expire fetch-retry broker=0",
        34,
        "",
        missing("partition"),
    );
    check_line(
        "at 1s expire fetch-wait partition=first-0 broker=0",
        51,
        "",
        missing("follower"),
    );
    check_line(
        "at 1s expire connection-timeout broker=0 peer=x",
        47,
        "x",
        Kind::Expected(Expected::Node),
    );
    check_line(
        "at 1s expire leader-balance broker=0",
        29,
        "broker=0",
        unknown(Unknown::Option),
    );
}

#[test]
fn acts_are_written_as_they_are_read() {
    let lines = "at 1s message drop 1 -> 0 fetch first-0 17
at 2s message hold 0 -> 1 fetch-response first-0 0
at 3s message release client-1 -> 0 produce 3
at 4s message delay controller -> 1 partition-states 2 by=1.5ms
at 5s message deliver 0 -> controller alter-partition 1
at 6s message duplicate client-1 -> 0 produce 3 copy=2
at 7s expire session-expiry broker=1
at 8s expire fetch-wait partition=first-0 broker=0 follower=1
at 9s expire connection-timeout broker=0 peer=client-1
at 10s expire unclean-election-check
";
    let text = format!("{}\n{lines}", HEAD.replacen("broker 0", "\nbroker 0", 1));
    let scenario = parse(&text).expect("a scenario");
    let written = write(&scenario);
    assert!(written.ends_with(lines), "{written}");
    let flow = Flow {
        from: Node::Broker(1),
        to: Node::Broker(0),
        kind: MessageType::Fetch,
        partition: Some(PartitionId(0)),
    };
    assert_eq!(
        scenario.commands[0].timed.command,
        Command::Message {
            name: MessageName {
                flow,
                nth: 17,
                copy: 0,
            },
            act: MessageAct::Drop,
        }
    );
}

#[test]
fn columns_count_characters() {
    check_line(
        "at 1s produce first-0 values=\"潮汐\",\"é\",ß",
        39,
        "ß",
        Kind::Expected(Expected::Value),
    );
    check_line(
        "at 1s produce first-0 values=\"潮汐",
        30,
        "\"潮汐",
        Kind::UnclosedQuote,
    );
}

#[test]
fn a_partition_must_make_sense() {
    let with = |line: &str| HEAD.replace("partition 0 replicas=0,1 log=m0..m3@0", line);
    let partition = |line: &str, column, found, kind| {
        check(&with(line), &[(7, column, found, kind)]);
    };
    partition(
        "partition 0 replicas=0,2",
        26,
        "2",
        Kind::Unknown(Unknown::Broker),
    );
    partition(
        "partition 0 replicas=0,0",
        26,
        "0",
        Kind::Repeated { first_line: 7 },
    );
    partition("partition 0 replicas=0 isr=1", 30, "1", Kind::NotReplica);
    partition(
        "partition 0 replicas=0 leader=1",
        33,
        "1",
        Kind::LeaderNotReplica,
    );
    partition(
        "partition 0 replicas=0,1 isr=0 leader=1",
        41,
        "1",
        Kind::LeaderNotInIsr,
    );
    partition("partition 0", 14, "", Kind::Missing("replicas".into()));
    partition(
        "partition 0 replicas=0 log=a@1,b@0 leader-epoch=1",
        36,
        "0",
        Kind::EpochDecreases { before: 1 },
    );
    partition(
        "partition 0 replicas=0 log=a@1",
        30,
        "a@1",
        Kind::EpochAboveLeaderEpoch { leader_epoch: 0 },
    );
    partition(
        "partition 0 replicas=0 log=a",
        30,
        "a",
        Kind::Expected(Expected::Record),
    );
    partition(
        "partition 0 replicas=0 log=a@0 start=7 hw=9",
        45,
        "9",
        Kind::HighWatermarkOutsideLog {
            log_start_offset: 7,
            log_end_offset: 8,
        },
    );
    partition(
        "partition 0 replicas=0 leader-epoch=2000000000",
        39,
        "2000000000",
        Kind::OutOfBounds {
            min: 0,
            max: 1_000_000_000,
        },
    );
    let line = "partition 0 replicas=0\n    replica 1\n    replica 0\n    replica 0";
    check(
        &with(line),
        &[
            (8, 13, "1", Kind::NotReplica),
            (10, 13, "0", Kind::Repeated { first_line: 9 }),
        ],
    );
    let down = HEAD.replace("broker 1", "broker 1 down");
    let led = down.replace("log=", "leader=1 log=");
    check(&led, &[(7, 35, "1", Kind::LeaderDown)]);
    let numbers = "  partition 0 replicas=0\ntopic first\ntopic a/b";
    check(
        &format!("{HEAD}{numbers}\n"),
        &[
            (8, 13, "0", Kind::NotAscending { before: 0 }),
            (9, 7, "first", Kind::Repeated { first_line: 6 }),
            (10, 7, "a/b", Kind::Expected(Expected::TopicName)),
        ],
    );
}

#[test]
fn time_goes_forwards() {
    let lines = "at 2s crash 0\nat 1s restart 0\nat 2s after=1 wait\nat 2s after=1 wait";
    check(
        &format!("{HEAD}{lines}\n"),
        &[
            (9, 4, "1s", Kind::TimeGoesBack),
            (11, 4, "2s", Kind::TimeGoesBack),
        ],
    );
    let lines = "at 2s crash 0\nbranch 1 from=main at=3s\nat 2s wait";
    check(
        &format!("{HEAD}{lines}\n"),
        &[(10, 4, "2s", Kind::BeforeBranch)],
    );
}

#[test]
fn lines_stand_in_order() {
    let text = format!("{HEAD}release 3.8\nat 1s wait\nbroker 5\n");
    let after = |entry: &str| Kind::OutOfOrder(entry.to_owned());
    check(
        &text,
        &[
            (8, 1, "release", after("topic")),
            (8, 1, "release", Kind::Repeated { first_line: 3 }),
            (10, 1, "broker", after("at")),
        ],
    );
}

#[test]
fn all_mistakes_are_reported_up_to_a_bound() {
    let text = format!("{HEAD}{}", "nonsense here\n".repeat(80));
    let errors = parse(&text).expect_err("nonsense");
    assert_eq!((errors.errors.len(), errors.more), (50, 30));
    let json = serde_json::to_string(&errors).expect("the page gets them");
    assert_eq!(errors, serde_json::from_str(&json).expect("and reads them"));
    let source: &dyn core::error::Error = &errors.errors[0];
    assert_eq!(
        source.to_string(),
        "line 8, column 1: “nonsense”: no such kind of line"
    );
}

#[test]
fn hostile_sizes_are_refused() {
    let too_many = |max| Kind::TooMany { max };
    let log = |log: &str| HEAD.replace("m0..m3@0", log);
    check(
        &log("m0..m999999999999999999@0"),
        &[(7, 32, "m0..m999999999999999999", too_many(1_000_000))],
    );
    // Two replicas hold these records each.
    check(
        &log("m1..m600000@0"),
        &[(7, 32, "m1..m600000@0", too_many(1_000_000))],
    );
    let prefix = "m".repeat(10_000);
    let run = format!("{prefix}0..{prefix}9999");
    let shown: String = run.chars().take(60).collect();
    let text = format!("{HEAD}at 1s produce first-0 values={run}\n");
    check(&text, &[(8, 30, &shown, too_many(1_000_000))]);
    let brokers: String = (0..101).fold(String::new(), |mut text, id| {
        let _ = writeln!(text, "broker {id}");
        text
    });
    let text = format!("tidemark-scenario 1\nid x\nrelease 3.9\n{brokers}");
    check(&text, &[(104, 8, "100", too_many(100))]);
    let long = format!(
        "{HEAD}#{}\nat 1s produce first-0 values={}\n",
        "x".repeat(2 << 20),
        { "a,".repeat(1 << 20) }
    );
    let found = parse(&long).expect_err("a line too long").errors;
    assert_eq!(
        (found[0].line, &found[0].kind),
        (9, &Kind::TooLong { max: 1 << 20 })
    );
    let mut forks = format!("{HEAD}{}", "at 1s wait\n".repeat(99_000));
    for branch in 1..=20 {
        let _ = writeln!(forks, "branch {branch} from=main at=2s");
    }
    check(&forks, &[(99_018, 1, "branch", too_many(1_000_000))]);
    let huge = "#".repeat((32 << 20) + 1);
    check(&huge, &[(1, 1, "", Kind::TooLong { max: 32 << 20 })]);
}

#[test]
fn a_branch_shares_what_its_parent_did_before_it() {
    let lines = "at 1s crash 0
at 2s restart 0
at 2s wait
at 3s crash 1
branch 1 from=main at=2s after=1
at 2s crash 1
at 9s wait
branch 4 from=1 at=9s
at 10s pause 0
branch 5 from=1 at=1s after=1
";
    let scenario = parse(&format!("{HEAD}{lines}")).expect("a scenario");
    let places = |branch| {
        let commands = scenario.commands_of(BranchId(branch));
        let places = commands.into_iter().map(ScenarioCommand::place);
        places
            .map(|(at, after)| (at.as_millis() / 1000, after))
            .collect::<Vec<_>>()
    };
    assert_eq!(places(0), [(1, 0), (2, 0), (2, 1), (3, 0)]);
    assert_eq!(places(1), [(1, 0), (2, 0), (2, 1), (9, 0)]);
    assert_eq!(places(4), [(1, 0), (2, 0), (2, 1), (10, 0)]);
    assert_eq!(places(5), [(1, 0)]);
    assert_eq!(places(2), []);
    let own = scenario.branch(BranchId(1)).expect("branch 1");
    assert_eq!(
        own.commands[0].timed.command,
        Command::Crash {
            broker: 1,
            how: Crash::Kill
        }
    );
}

#[test]
fn ten_thousand_partitions_survive() {
    let mut text =
        String::from("tidemark-scenario 1\nid large\nrelease 3.9\nnetwork seed=1 delay=1ms..5ms\n");
    for broker in 0..100 {
        let _ = writeln!(text, "broker {broker} rack=r{}", broker % 3);
    }
    for topic in 0..100 {
        let _ = writeln!(text, "topic t{topic}");
        for number in 0..100 {
            let replicas = [0, 1, 2].map(|shift| (topic * 7 + number + shift * 11) % 100);
            let [one, two, three] = replicas;
            let log = if number % 2 == 0 { "" } else { " log=m0..m9@0" };
            let _ = writeln!(
                text,
                "  partition {number} replicas={one},{two},{three}{log}"
            );
        }
    }
    let scenario = parse(&text).expect("a scenario");
    assert_eq!(scenario.cluster.partitions.len(), 10_000);
    assert_eq!(write(&scenario), text);
    let [one, other] = [101, 303].map(|index| {
        let partition: &PartitionSpec = &scenario.cluster.partitions[index];
        Rc::clone(&partition.replicas[0].records)
    });
    assert!(Rc::ptr_eq(&one, &other), "equal logs are shared");
}

#[test]
fn comments_and_blank_lines_stay() {
    let text = "tidemark-scenario 1
# above the id

id x
# two
#lines
release 3.9
network seed=1 delay=1ms..5ms
broker 0

topic first
  partition 0 replicas=0

# above a command
at 1s crash 0
  caption en \"x\"

branch 1 from=main at=2s name=\"what if\"
# in a branch
at 3s restart 0
# at the end

";
    assert_eq!(write(&parse(text).expect("a scenario")), text);
}

#[test]
fn the_manual_shows_a_canonical_scenario_and_names_every_setting() {
    let manual = include_str!("../../docs/SCENARIO.md");
    let (_, example) = manual.split_once("```tidemark\n").expect("an example");
    let (example, _) = example.split_once("```").expect("its end");
    let scenario = parse(example).unwrap_or_else(|errors| panic!("{errors}"));
    assert_eq!(write(&scenario), example);
    for key in SettingKey::ALL {
        assert!(manual.contains(&format!("`{}`", key.name())) || key == SettingKey::Release);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn whatever_is_written_is_read_again(scenario in any_scenario()) {
        let text = write(&scenario);
        let read = parse(&text);
        prop_assert_eq!(read.map_err(|errors| errors.to_string()), Ok(scenario), "{}", text);
    }

    #[test]
    fn any_text_is_read_or_refused(lines in prop::collection::vec(any_line(), 0..30)) {
        let text = format!("tidemark-scenario 1\n{}", lines.join("\n"));
        reread(&text);
    }

    #[test]
    fn any_characters_are_read_or_refused(text in any::<String>()) {
        reread(&text);
        reread(&format!("{HEAD}{text}"));
    }

    #[test]
    fn a_changed_catalogue_file_is_read_or_refused(
        (entry, changes) in (0..catalogue().len(), prop::collection::vec(any_change(), 1..6)),
    ) {
        let mut text: Vec<char> = catalogue()[entry].text.chars().collect();
        for (place, removed, added) in changes {
            let from = place.index(text.len() + 1);
            let to = (from + removed).min(text.len());
            text.splice(from..to, added.chars());
        }
        reread(&text.into_iter().collect::<String>());
    }
}

/// A text that can be read is the same scenario after it was written.
fn reread(text: &str) {
    match parse(text) {
        Ok(scenario) => assert_eq!(parse(&write(&scenario)), Ok(scenario)),
        Err(errors) => {
            assert!(!errors.errors.is_empty());
            let lines = text.lines().count().max(1);
            for error in errors.errors {
                assert!((1..=lines).contains(&(error.line as usize)));
                let line = text
                    .lines()
                    .nth(error.line as usize - 1)
                    .unwrap_or_default();
                assert!(error.column as usize <= line.chars().count() + 1);
            }
        }
    }
}

fn any_change() -> impl Strategy<Value = (prop::sample::Index, usize, String)> {
    let added = prop_oneof![
        any::<String>(),
        "[0-9=\",@.\\\\ \n-]{0,6}",
        Just("99999999999999999999".to_owned()),
        Just("\nreplica 0 log=m0..m9999999@0 hw=-1\n".to_owned()),
    ];
    (any::<prop::sample::Index>(), 0..12_usize, added)
}

fn any_line() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        prop::sample::select(vec![
            "id",
            "title",
            "release",
            "set",
            "schedule",
            "network",
            "broker",
            "topic",
            "partition",
            "replica",
            "at",
            "caption",
            "branch",
            "produce",
            "crash",
            "fetch",
            "message",
            "drop",
            "delay",
            "by=1ms",
            "produce-response",
            "expire",
            "lag-check",
            "fetch-wait",
            "broker=0",
            "partition=first-0",
            "cut",
            "->",
            "first",
            "first-0",
            "0",
            "1",
            "1s",
            "3.9",
            "en",
            "\"x\"",
            "replicas=0",
            "log=a@0",
            "hw=1",
            "values=a..b",
            "values=a1..a3",
            "leader=0",
            "follower=1",
            "from=main",
            "at=1s",
            "seed=1",
            "delay=1ms..2ms",
            "acks",
            "by-hand",
            "isr=none",
            "x",
            "#",
        ])
        .prop_map(str::to_owned),
        "[a-z0-9=,.@\"\\\\-]{1,8}",
        any::<String>(),
    ];
    prop::collection::vec(word, 0..7).prop_map(|words| words.join(" "))
}

fn any_scenario() -> impl Strategy<Value = Scenario> {
    (any_cluster(), any_id(), any_wording(), any_wording())
        .prop_flat_map(|(cluster, id, title, question)| {
            let partitions = u32::try_from(cluster.partitions.len()).expect("a few");
            let runs = prop::collection::vec(any_commands(partitions), 1..4);
            (Just((cluster, id, title, question)), runs, any::<bool>())
        })
        .prop_map(|((cluster, id, title, question), mut runs, named)| {
            let commands = runs.remove(0);
            let branches = (1..).zip(runs).map(|(number, commands)| Branch {
                id: BranchId(number * 3),
                parent: BranchId((number - 1) * 3),
                at: (VirtualTime(0), number % 2),
                name: named.then(|| format!("“{number}”\n\t\\ \u{2066}")),
                commands: commands.into_iter().map(later).collect(),
                remarks: vec![Some(" a branch".to_owned())],
            });
            Scenario {
                id,
                title,
                question,
                cluster,
                assumed: Vec::new(),
                commands,
                branches: branches.collect(),
                notes: notes(),
                head_remarks: vec![(1, vec![None, Some(String::new())])],
                last_remarks: vec![None],
            }
        })
}

/// Notes in both kinds of branches; the texts have nothing to do with them.
fn notes() -> Vec<Note> {
    let caption = || Wording(vec![("en".to_owned(), "here".to_owned())]);
    let note = |branch, at, after, caption| Note {
        branch: BranchId(branch),
        at: (VirtualTime(at), after),
        caption,
    };
    vec![
        note(0, 0, 0, caption()),
        note(0, 0, 3, Wording::new()),
        note(0, 7, 0, caption()),
    ]
}

/// A command of a branch comes after its beginning.
fn later(mut command: ScenarioCommand) -> ScenarioCommand {
    command.timed.after += 1;
    command
}

fn any_id() -> impl Strategy<Value = String> {
    "[A-Za-z0-9_.-]{1,12}"
}

fn any_wording() -> impl Strategy<Value = Wording> {
    let texts = (any::<String>(), "[\\p{Any}]{0,12}");
    (texts, 0..3_usize).prop_map(|((one, other), count)| {
        let texts = [("en".to_owned(), one), ("zh-CN".to_owned(), other)];
        Wording(texts.into_iter().take(count).collect())
    })
}

/// Some of the settings that a broker may have for itself.
fn broker_config(bits: u64) -> BrokerConfig {
    let own = SettingKey::OF_BROKERS.into_iter().zip(0..);
    let own = own.filter(|(_, position)| bits >> position & 1 == 1);
    let own = own.map(|(key, position)| {
        let (min, max) = key.bounds();
        (key, (min + (bits >> position) % 1_000).min(max))
    });
    BrokerConfig(own.collect())
}

fn any_cluster() -> impl Strategy<Value = ClusterSpec> {
    let partition = (
        any_log(),
        any_log(),
        prop::collection::vec(any::<bool>(), 3),
        0..4_i64,
        any::<[bool; 4]>(),
    );
    let partitions = prop::collection::vec(partition, 1..5);
    (partitions, any_settings(), any::<[bool; 3]>(), any::<u64>()).prop_map(
        |(partitions, settings, [by_hand, down, plain], seed)| {
            let down = if down { vec![7] } else { Vec::new() };
            let numbers = 0..i32::try_from(partitions.len()).expect("a few");
            ClusterSpec {
                topology: Topology {
                    brokers: [0, 3, 7]
                        .map(|id| BrokerSpec {
                            config: broker_config(if plain { 0 } else { seed }),
                            id,
                            rack: (id != 3).then(|| format!("rack-{id}")),
                        })
                        .to_vec(),
                    topics: vec![TopicSpec {
                        name: "a-1.b_c".to_owned(),
                        first: PartitionId(0),
                        partitions: numbers.map(|number| number * 2).collect(),
                        min_insync_replicas: (!plain).then_some(2),
                        unclean_leader_election_enable: (!plain).then_some(by_hand),
                        deleted: false,
                    }],
                    added: Vec::new(),
                },
                settings,
                network: NetworkSpec {
                    seed,
                    delay_min_us: seed % 1_000_000,
                    delay_max_us: seed % 1_000_000 + seed % 7,
                },
                by_hand,
                partitions: partitions.into_iter().map(any_partition).collect(),
                down,
            }
        },
    )
}

type Records = Rc<[(String, i32)]>;

fn any_partition(
    (one, other, isr, start, [recovering, led, stuck, own]): (
        Records,
        Records,
        Vec<bool>,
        i64,
        [bool; 4],
    ),
) -> PartitionSpec {
    let replicas = [3, 0, 7];
    let isr: Vec<i32> = replicas
        .into_iter()
        .zip(isr)
        .filter_map(|(id, member)| member.then_some(id))
        .collect();
    let leader = isr.iter().copied().find(|id| *id != 7).filter(|_| led);
    let replica = |(position, broker)| {
        let records = if position == 1 && own { &other } else { &one };
        let start = if position == 2 { start } else { 1 };
        let count = i64::try_from(records.len()).expect("a few");
        ReplicaSpec {
            broker,
            records: Rc::clone(records),
            log_start_offset: start,
            high_watermark: start + if stuck { count } else { count / 2 },
            stuck: stuck && position != 1,
        }
    };
    PartitionSpec {
        state: PartitionState {
            replicas: Rc::from(replicas),
            isr: isr.into(),
            leader,
            leader_epoch: 12,
            partition_epoch: i32::from(own),
            recovering,
        },
        replicas: (0..).zip(replicas).map(replica).collect(),
    }
}

fn any_log() -> impl Strategy<Value = Records> {
    let record = (any_value(), 0..3_i32);
    prop::collection::vec(record, 0..8).prop_map(|records| {
        let mut epoch = 0;
        let rise = |(value, rise): (String, i32)| {
            epoch += rise / 2;
            (value, epoch)
        };
        records.into_iter().map(rise).collect()
    })
}

fn any_value() -> impl Strategy<Value = String> {
    prop_oneof![
        (0..12_u32).prop_map(|number| format!("m{number}")),
        (0..12_u32).prop_map(|number| format!("{number}")),
        "[a-z0-9./:_-]{0,5}",
        "[ ,@=\"\\\\.\n#]{0,5}",
        any::<String>(),
    ]
}

fn any_settings() -> impl Strategy<Value = Settings> {
    let release = prop::sample::select(Release::ALL.to_vec());
    let changes = prop::collection::vec((any::<prop::sample::Index>(), any::<u64>()), 0..8);
    (release, changes).prop_map(|(release, changes)| {
        let mut settings = Settings::for_release(release);
        for (key, value) in changes {
            let key = SettingKey::ALL[1 + key.index(SettingKey::ALL.len() - 1)];
            let _ = settings.set(SettingChange {
                key,
                value: any_setting(&settings, key, value),
            });
        }
        settings
    })
}

fn any_setting(settings: &Settings, key: SettingKey, value: u64) -> SettingValue {
    let views = settings.views();
    let view = views.iter().find(|view| view.key == key).expect("a view");
    match view.bounds {
        Some((min, max)) => SettingValue::Number(min + value % (max - min + 1)),
        None => {
            let choice = value % view.choices.len() as u64;
            view.choices[usize::try_from(choice).expect("a few")]
        }
    }
}

fn any_commands(partitions: u32) -> impl Strategy<Value = Vec<ScenarioCommand>> {
    let time = prop_oneof![Just(0), 0..4_000_000_u64, Just(1_000_000)];
    let command = (
        time,
        0..3_u32,
        any_command(partitions),
        any_wording(),
        any::<bool>(),
    );
    prop::collection::vec(command, 0..10).prop_map(|commands| {
        let mut place = (VirtualTime(0), 0);
        let step = |(later, after, command, caption, remark): (u64, u32, _, _, bool)| {
            place = match later {
                0 => (place.0, place.1 + 1 + after),
                _ => (place.0.plus_micros(later), after),
            };
            let mut command = ScenarioCommand::new(TimedCommand {
                at: place.0,
                after: place.1,
                command,
            });
            command.caption = caption;
            if remark {
                command.remarks = vec![Some(" why".to_owned()), None];
            }
            command
        };
        commands.into_iter().map(step).collect()
    })
}

fn any_command(partitions: u32) -> impl Strategy<Value = Command> {
    let broker = || prop::sample::select(vec![0, 3, 7]);
    let brokers = || prop::sample::subsequence(vec![0, 3, 7], 0..=3);
    let partition = move || (0..partitions).prop_map(PartitionId);
    let node = || {
        prop_oneof![
            broker().prop_map(Node::Broker),
            Just(Node::Controller),
            any::<u32>().prop_map(Node::Client),
        ]
    };
    let crash = prop_oneof![
        Just(Crash::Kill),
        Just(Crash::PowerLoss),
        Just(Crash::DiskLoss),
        (0..1_000_000_i64).prop_map(Crash::KeepBelow),
    ];
    let acks = prop::sample::select(vec![Acks::None, Acks::Leader, Acks::All]);
    let produce = (
        partition(),
        prop::option::of(broker()),
        prop::collection::vec(any_value(), 0..5),
        prop::option::of(acks),
        prop::option::of(0..=i32::MAX),
        prop::option::of(any_value()),
    )
        .prop_map(|(partition, broker, values, acks, base_sequence, key)| {
            let key = key.map(|text| Key {
                text,
                chooses: false,
            });
            Command::Produce(Produce {
                partition,
                broker,
                values,
                acks,
                base_sequence,
                key,
            })
        });
    let simple = prop_oneof![
        (broker(), crash).prop_map(|(broker, how)| Command::Crash { broker, how }),
        broker().prop_map(|broker| Command::Restart { broker }),
        broker().prop_map(|broker| Command::ControlledShutdown { broker }),
        broker().prop_map(|broker| Command::Pause { broker }),
        broker().prop_map(|broker| Command::Resume { broker }),
        brokers().prop_map(|brokers| Command::Isolate { brokers }),
        Just(Command::HealAll),
        Just(Command::RunByItself),
        Just(Command::RunByHand),
        Just(Command::Wait),
        (node(), node(), any::<bool>()).prop_map(|(from, to, both)| Command::CutLink {
            from,
            to,
            both
        }),
        (node(), node(), any::<bool>()).prop_map(|(from, to, both)| Command::HealLink {
            from,
            to,
            both
        }),
    ];
    let on_partition = prop_oneof![
        prop::option::of(partition())
            .prop_map(|partition| Command::PreferredElection { partition }),
        prop::option::of(partition()).prop_map(|partition| Command::UncleanElection { partition }),
        (partition(), -1..1_000_i64).prop_map(|(partition, before_offset)| {
            Command::DeleteRecords {
                partition,
                before_offset,
            }
        }),
        (partition(), broker(), -2..1_000_i64).prop_map(|(partition, broker, offset)| {
            Command::ConsumerFetch {
                partition,
                broker,
                offset,
            }
        }),
        (any::<prop::sample::Index>(), any::<u64>()).prop_map(|(key, value)| {
            let key = SettingKey::ALL[key.index(SettingKey::ALL.len())];
            let value = any_setting(&Settings::for_release(Release::V4_0), key, value);
            Command::Set(SettingChange { key, value })
        }),
    ];
    let act = prop_oneof![
        prop::sample::select(vec![
            MessageAct::Drop,
            MessageAct::Hold,
            MessageAct::Release,
            MessageAct::DeliverNow,
            MessageAct::Duplicate,
        ]),
        (0..4_000_000_u64).prop_map(|by_us| MessageAct::Delay { by_us }),
    ];
    let kind = prop::sample::select(MessageType::ALL.to_vec());
    let message = (
        (node(), node(), kind, partition()),
        any::<u32>(),
        prop_oneof![Just(0), any::<u32>()],
        act,
    )
        .prop_map(|((from, to, kind, about), nth, copy, act)| {
            let flow = Flow::new(from, to, kind, Some(about));
            Command::Message {
                name: MessageName { flow, nth, copy },
                act,
            }
        });
    let timer = (
        prop::sample::select(Timer::EXAMPLES.to_vec()),
        broker(),
        broker(),
        partition(),
        node(),
    )
        .prop_map(|(kind, broker, follower, partition, peer)| {
            Command::ExpireTimer(any_timer(kind, broker, follower, partition, peer))
        });
    let fetch = (
        partition(),
        broker(),
        broker(),
        prop::option::of(any::<u32>()),
        any::<bool>(),
    )
        .prop_map(
            |(partition, follower, leader, max_records, response_lost)| Manual::Fetch {
                partition,
                follower,
                leader,
                max_records,
                response_lost,
            },
        );
    let manual = prop_oneof![
        fetch,
        broker().prop_map(|broker| Manual::ApplyMetadata { broker }),
        broker().prop_map(|broker| Manual::Fence { broker }),
        (partition(), broker()).prop_map(|(partition, leader)| Manual::Elect { partition, leader }),
        (partition(), broker(), brokers()).prop_map(|(partition, leader, remove)| {
            Manual::ShrinkIsr {
                partition,
                leader,
                remove,
            }
        }),
        (partition(), broker(), brokers()).prop_map(|(partition, leader, isr)| {
            Manual::SendAlterPartition {
                partition,
                leader,
                isr,
            }
        }),
        (partition(), broker())
            .prop_map(|(partition, leader)| Manual::AnswerAlterPartition { partition, leader }),
    ];
    prop_oneof![
        produce,
        simple,
        on_partition,
        message,
        timer,
        any_admin(),
        manual.prop_map(Command::Manual)
    ]
}

fn any_timer(
    kind: Timer,
    broker: BrokerId,
    follower: BrokerId,
    partition: PartitionId,
    peer: Node,
) -> Timer {
    match kind {
        Timer::SessionExpiry { .. } => Timer::SessionExpiry { broker },
        Timer::LagCheck { .. } => Timer::LagCheck { broker },
        Timer::FetchWait { .. } => Timer::FetchWait {
            broker,
            follower,
            partition,
        },
        Timer::FetchRetry { .. } => Timer::FetchRetry { broker, partition },
        Timer::RequestTimeout { .. } => Timer::RequestTimeout { broker, partition },
        Timer::ProduceTimeout { .. } => Timer::ProduceTimeout { broker, partition },
        Timer::Registration { .. } => Timer::Registration { broker },
        Timer::Heartbeat { .. } => Timer::Heartbeat { broker },
        Timer::AlterPartitionRetry { .. } => Timer::AlterPartitionRetry { broker },
        Timer::ConnectionTimeout { .. } => Timer::ConnectionTimeout { broker, peer },
        Timer::ProducerSend { .. } => Timer::ProducerSend {
            client: 2 + broker.unsigned_abs(),
        },
        Timer::LeaderBalance | Timer::UncleanElectionCheck => kind,
    }
}

/// Changes of the cluster, but for more partitions: how many there were the text doesn't say.
fn any_admin() -> impl Strategy<Value = Command> {
    let topic = || Just("a-1.b_c".to_owned());
    let config = || {
        (
            prop::option::of(1..=100_u32),
            prop::option::of(any::<bool>()),
        )
            .prop_map(|(min_insync_replicas, unclean_leader_election_enable)| {
                TopicConfig {
                    min_insync_replicas,
                    unclean_leader_election_enable,
                }
            })
    };
    let acks = prop::sample::select(vec![Acks::None, Acks::Leader, Acks::All]);
    let producer = (
        2..9_u32,
        prop::option::of(any_value()),
        prop::option::of(acks),
        1_000..4_000_000_u64,
        any_value(),
    );
    prop_oneof![
        ("[a-z._-]{1,5}n", 0..4_u32, 0..4_u32, config()).prop_map(
            |(topic, partitions, replication_factor, config)| Admin::CreateTopic {
                topic,
                partitions,
                replication_factor,
                config,
            }
        ),
        topic().prop_map(|topic| Admin::DeleteTopic { topic }),
        (topic(), config()).prop_map(|(topic, config)| Admin::SetTopic { topic, config }),
        (prop::sample::select(vec![0, 3, 7]), any::<u64>()).prop_map(|(broker, bits)| {
            let config = broker_config(bits);
            Admin::SetBroker { broker, config }
        }),
        (8..12, prop::option::of("[a-z]{1,3}"))
            .prop_map(|(broker, rack)| Admin::AddBroker { broker, rack }),
        prop::sample::select(vec![0, 3, 7]).prop_map(|broker| Admin::RemoveBroker { broker }),
        (topic(), producer).prop_map(|(topic, (client, key, acks, every_us, value))| {
            Admin::StartProducer(Producer {
                client,
                topic,
                key,
                acks,
                every_us,
                value,
            })
        }),
        (2..9_u32).prop_map(|client| Admin::StopProducer { client }),
    ]
    .prop_map(Command::Admin)
}
