//! The rules of reading a paste, each with the text that shows it.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use std::format;

use super::{Assumed, Import, Layout, Reason, ReassignmentSays, line_text, read};

/// The warnings of a text as `line:column code token-length: words`.
#[track_caller]
fn check(text: &str, warnings: &[&str]) -> Import {
    let import = read(text);
    let found: Vec<String> = import
        .warnings
        .iter()
        .map(|warning| {
            let place = warning.place;
            format!(
                "{}:{}+{} {}: {}",
                place.line,
                place.column,
                place.length,
                warning.code(),
                warning.reason
            )
        })
        .collect();
    let expected: Vec<String> = warnings.iter().map(ToString::to_string).collect();
    assert_eq!(found, expected, "{text}");
    import
}

/// A row of partition 0 with that leader, those replicas and in-sync replicas.
fn row(leader: &str, replicas: &str, isr: &str) -> String {
    format!("Topic: a\tPartition: 0\tLeader: {leader}\tReplicas: {replicas}\tIsr: {isr}")
}

#[test]
fn a_warning_names_the_token_and_its_place() {
    check(
        &row("x", "1", "1"),
        &["1:31+1 bad-number: \"x\" is no broker id"],
    );
    check(
        &row("1", "1,y,2", "1"),
        &["1:45+1 bad-number: \"y\" is no broker id"],
    );
    check(
        &row("1", "1 2", "1"),
        &["1:45+1 bad-number: \"2\" is no broker id"],
    );
    check(
        &row("1", "1", "1,-2"),
        &["1:52+2 bad-number: \"-2\" is no broker id"],
    );
    check(
        &row("1", "1", "9999999999"),
        &["1:50+10 bad-number: \"9999999999\" is no broker id"],
    );
    check(
        "Topic: a\tPartitionCount: two\tReplicationFactor: 1\tConfigs: ",
        &["1:26+3 bad-number: \"two\" is no number for PartitionCount"],
    );
    check(
        "Topic: a$b\tPartition: 0\tLeader: 1\tReplicas: 1\tIsr: 1",
        &["1:8+3 short-row: \"a$b\" is no topic name"],
    );
}

#[test]
fn places_are_those_of_the_text_as_given() {
    // A byte-order mark, a colour, a no-break blank, a quote mark, and Windows line ends.
    let text = "\u{FEFF}hello\r\n> \u{1B}[31mTopic:\u{1B}[0m\u{A0}a\tPartition: 0\tLeader: x\tReplicas: 1\tIsr: 1\r\n";
    let import = check(
        text,
        &[
            "1:2+5 unrecognised-line: not recognised",
            "2:42+1 bad-number: \"x\" is no broker id",
        ],
    );
    let place = import.warnings[1].place;
    let line = line_text(text, place.line).unwrap();
    let column = usize::try_from(place.column).unwrap();
    assert_eq!(line.chars().nth(column - 1), Some('x'));
}

#[test]
fn columns_count_characters_not_bytes() {
    check(
        "Topic: a\tPartition: 0\tLeader: 1\tReplicas: 1\tIsr: 1,\u{E9}\u{1F980}",
        &["1:52+2 bad-number: \"\u{E9}\u{1F980}\" is no broker id"],
    );
}

#[test]
fn the_rest_is_read_and_nothing_is_made_up() {
    let text = "Topic: a\tPartitionCount: 50\tReplicationFactor: 1\tConfigs: \n\
                Topic: a\tPartition: 0\tLeader: x\tReplicas: 1\tIsr: 1\n\
                Topic: a\tPartition: 1\tLeader: 1\tReplicas: 1\tIsr: 1\n";
    let import = check(
        text,
        &[
            "1:26+2 row-count-mismatch: PartitionCount of a is 50, but rows: 1",
            "2:31+1 bad-number: \"x\" is no broker id",
        ],
    );
    assert_eq!(import.topics[0].partitions.len(), 1);
    assert!(import.assumed.contains(&Assumed::PartialListing));
    assert_eq!(
        import.warnings[0].reason,
        Reason::RowCountMismatch {
            topic: "a".into(),
            expected: 50,
            found: 1
        }
    );
}

#[test]
fn what_follows_the_end_decides_whether_a_record_is_cut() {
    let cut = "Topic: a\tPartition: 0\tLeader: 1\tRepl";
    let short = "1:37+0 short-row: Replicas is missing, record dropped";
    let tail = "1:37+0 truncated-tail: cut before Replicas, record dropped";
    check(cut, &[tail]);
    check(&format!("{cut}\n\n```\n...\n"), &[tail]);
    check(&format!("{cut}\n{}", row("1", "1", "1")), &[short]);
}

#[test]
fn a_last_line_that_breaks_off_is_cut_not_unknown() {
    for end in ["\tTo", "Topic:", "\tTopic: a", "\tTopic: a\tPar"] {
        let import = read(&format!("{}\n{end}", row("1", "1", "1")));
        assert_eq!(import.warnings[0].code(), "truncated-tail", "{end}");
        assert_eq!(import.topics[0].partitions.len(), 1);
    }
}

#[test]
fn membership_that_does_not_fit_is_kept_with_a_warning() {
    let import = check(
        &row("4", "1,2", "3"),
        &[
            "1:52+1 isr-not-in-replicas: in-sync replica 3 is no replica",
            "1:31+1 leader-not-in-replicas: leader 4 is no replica",
        ],
    );
    assert_eq!(import.topics[0].partitions[0].leader, Some(4));
    check(
        &row("2", "1,2", "1"),
        &["1:31+1 leader-not-in-isr: leader 2 is not in sync"],
    );
    check(
        &row("1", "1,2,1", "1"),
        &["1:47+1 x-duplicate-replica: broker 1 twice in one list"],
    );
}

#[test]
fn words_beside_the_in_sync_list_are_ignored() {
    let import = check(
        &row("1", "1,2", "1,2   <- here"),
        &["1:58+7 trailing-text: ignored from \"<-\" on"],
    );
    assert_eq!(import.topics[0].partitions[0].isr, [1, 2]);
}

#[test]
fn a_list_that_ends_in_a_comma_is_kept_as_far_as_it_goes() {
    let import = check(
        &row("1", "1,2", "1,"),
        &["1:54+0 truncated-tail: Isr ends in a comma"],
    );
    assert_eq!(import.topics[0].partitions[0].isr, [1]);
}

#[test]
fn prose_with_the_same_words_is_no_record() {
    check(
        "Topic: kafka lag?\nTopic: one Partition\nRe: Topic: x",
        &[
            "1:1+17 unrecognised-line: not recognised",
            "2:1+20 unrecognised-line: not recognised",
            "3:1+12 unrecognised-line: not recognised",
        ],
    );
}

#[test]
fn a_comma_separates_configs_only_before_a_name() {
    let configs = |text: &str| {
        let header = "Topic: a PartitionCount: 0 ReplicationFactor: 1 Configs: ";
        let import = read(&format!("{header}{text}\n\nbye"));
        let configs = import.topics[0].configs.clone().unwrap();
        configs
            .into_iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect::<Vec<_>>()
    };
    assert_eq!(
        configs("cleanup.policy=compact,delete,preallocate=true"),
        ["cleanup.policy=compact,delete", "preallocate=true"]
    );
    assert_eq!(
        configs("a.b={\"x\":1,c.d=2},e.f=3"),
        ["a.b={\"x\":1,c.d=2}", "e.f=3"]
    );
    assert_eq!(configs("a.b=,c.d="), ["a.b=", "c.d="]);
    assert_eq!(configs(""), [""; 0]);
}

#[test]
fn a_name_cut_at_the_end_is_no_part_of_the_value_before() {
    let header = "Topic: a PartitionCount: 0 ReplicationFactor: 1 Configs: ";
    let import = read(&format!("{header}cleanup.policy=compact,delete"));
    assert!(import.warnings.is_empty());
    let import = read(&format!("{header}cleanup.policy=compact,retention"));
    assert_eq!(import.warnings[0].code(), "truncated-tail");
    let configs = import.topics[0].configs.as_ref().unwrap();
    assert_eq!(configs["cleanup.policy"], "compact");
}

#[test]
fn a_header_that_comes_late_still_belongs_to_its_topic() {
    let text = "Topic: a\tPartitionCount: 1\tReplicationFactor: 1\tConfigs: \n\
                Topic: b\tPartition: 0\tLeader: 1\tReplicas: 1\tIsr: 1\n\
                Topic: b\tPartitionCount: 1\tReplicationFactor: 1\tConfigs: \n\
                Topic: a\tPartition: 0\tLeader: 1\tReplicas: 1\tIsr: 1\n";
    let import = check(text, &["2:8+1 no-header: topic b has no header line"]);
    assert_eq!(import.sections.len(), 1);
    assert_eq!(import.topics.len(), 2);
}

#[test]
fn a_topic_of_another_layout_begins_a_section() {
    let text = "Topic: a\tPartitionCount: 1\tReplicationFactor: 1\tConfigs: \n\
                Topic: a\tPartition: 0\tLeader: 1\tReplicas: 1\tIsr: 1\n\
                Topic: b\tPartitionCount: 1\tReplicationFactor: 1\tConfigs: \n\
                Topic: b\tPartition: 0\tLeader: 1\tReplicas: 1\tIsr: 1\tElr: \tLastKnownElr: \n";
    let import = check(text, &[]);
    let sections: Vec<_> = import
        .sections
        .iter()
        .map(|section| (section.layout, section.line))
        .collect();
    assert_eq!(sections, [(Layout::Topics2_4, 1), (Layout::Topics3_8, 3)]);
    assert_eq!(import.topics[1].section, 1);
}

#[test]
fn a_partition_beyond_the_count_is_odd() {
    let text = "Topic: a\tPartitionCount: 1\tReplicationFactor: 1\tConfigs: \n\
                Topic: a\tPartition: 1\tLeader: 1\tReplicas: 1\tIsr: 1\n";
    check(
        text,
        &["2:21+1 x-partition-beyond-count: partition 1 of only 1"],
    );
}

#[test]
fn a_wrapped_row_names_the_line_of_its_token() {
    let text = "Topic: a Partition: 0 Leader: 1\nReplicas: 1,2 Isr: 1,3\n";
    let import = check(
        text,
        &[
            "2:22+1 isr-not-in-replicas: in-sync replica 3 is no replica",
            "1:1+0 joined-lines: put together from 2 lines",
        ],
    );
    assert_eq!(import.warnings[0].line, 1);
}

#[test]
fn json_is_read_inside_other_text() {
    let text = "> Current partition replica assignment: {\"partitions\":\n\
                > [{\"topic\":\"a\",\"partition\":0,\"replicas\":[1,2]},\n\
                > {\"topic\":\"a\",\"partition\":1,\"replicas\":[1,\"x\"]}]} `\n";
    let import = check(text, &["3:44+3 bad-number: \"\"x\"\" is no broker id"]);
    assert_eq!(import.sections[0].layout, Layout::ReassignGenerate);
    match &import.reassignment[0].says {
        ReassignmentSays::Current(list) => assert_eq!(list.len(), 1),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_fault_in_json_costs_one_entry() {
    let text = "{\"version\":1,\"partitions\":[\n\
                {\"topic\":\"a\",\"partition\":-1,\"replicas\":[1]},\n\
                {\"topic\":\"a\",\"replicas\":[1]},\n\
                {\"topic\":\"a b\",\"partition\":0,\"replicas\":[1]},\n\
                {\"topic\":\"a\",\"partition\":0,\"replicas\":1},\n\
                {\"topic\":\"a\",\"partition\":0 \"replicas\":[1]},\n\
                {\"topic\":\"a\",\"partition\":0,\"replicas\":[1]},\n\
                {\"topic\":\"a\",\"partition\":0,\"replicas\":[2]}]}";
    let import = check(
        text,
        &[
            "8:1+1 duplicate-partition: a-0 again, the later one is kept",
            "2:26+2 short-row: \"-1\" is no partition",
            "3:1+1 short-row: Partition is missing, record dropped",
            "4:10+5 short-row: \"a b\" is no topic name",
            "6:28+11 x-bad-json: comma or closing bracket expected, found \"\"replicas\":\"",
            "5:39+1 x-bad-value: \"1\" is no value for Replicas",
        ],
    );
    match &import.reassignment[0].says {
        ReassignmentSays::Plan(list) => {
            assert_eq!(list.len(), 1);
            assert_eq!(list[0].replicas, [2]);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_cut_json_ends_at_the_next_heading() {
    let text = "Current partition replica assignment\n\
                {\"version\":1,\"partitions\":[{\"topic\":\"a\",\"partition\":0,\"replicas\":[1]},{\"to\n\
                Proposed partition reassignment configuration\n\
                {\"version\":1,\"partitions\":[{\"topic\":\"a\",\"partition\":0,\"replicas\":[2]}]}\n";
    let import = check(
        text,
        &["2:75+0 truncated-json: JSON doesn't close, whole entries are kept"],
    );
    let keys: Vec<_> = import
        .reassignment
        .iter()
        .map(|part| part.says.key())
        .collect();
    assert_eq!(keys, ["current", "proposed"]);
}

#[test]
fn another_tool_is_named_once_and_its_rows_are_passed_over() {
    let text = "GROUP  TOPIC  PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG  CONSUMER-ID  HOST  CLIENT-ID\n\
                g      a      0          1               2               1    -            -     -\n\
                \n\
                GROUP  TOPIC  PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG  CONSUMER-ID  HOST  CLIENT-ID\n\
                h      a      0          1               2               1    -            -     -\n\
                \n\
                bye\n";
    check(
        text,
        &[
            "1:1+90 x-other-tool: this is output of kafka-consumer-groups, which is not read",
            "7:1+3 unrecognised-line: not recognised",
        ],
    );
}

#[test]
fn too_many_warnings_are_counted() {
    let import = read(&"lorem ipsum\n".repeat(super::MAX_WARNINGS + 7));
    assert_eq!(import.warnings.len(), super::MAX_WARNINGS);
    assert_eq!(import.warnings_left_out, 7);
}

#[test]
fn lines_end_in_three_ways() {
    let text = "a\nb\r\nc\rd";
    assert_eq!(
        (1..=5)
            .map(|line| line_text(text, line))
            .collect::<Vec<_>>(),
        [Some("a"), Some("b"), Some("c"), Some("d"), None]
    );
    assert_eq!(line_text(text, 0), None);
}

#[test]
fn every_way_to_verify_is_one_statement() {
    let text = "Status of partition reassignment:\n\
                Reassignment of partition a-b-0 is complete.\n\
                Partition a-0 cannot be found in any live log directory on broker 7.\n\
                Partition a-0 on broker 7 is not being moved from log dir /d to x to /e.f.\n\
                Status of partition reassignment:\n\
                Reassignment of partition a-0 failed\n";
    let import = check(text, &[]);
    let keys: Vec<_> = import
        .reassignment
        .iter()
        .map(|part| part.says.key())
        .collect();
    assert_eq!(keys, ["status", "replica_moves", "status"]);
    match &import.reassignment[1].says {
        ReassignmentSays::ReplicaMoves(moves) => {
            assert_eq!(moves[1].dir.as_deref(), Some("/d to x"));
            assert_eq!(moves[1].target_dir.as_deref(), Some("/e.f"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_sentence_that_breaks_off_is_short_or_cut() {
    let short = "Reassignment of partition a-0 is st";
    check(
        short,
        &["1:36+0 truncated-tail: cut before state, record dropped"],
    );
    check(
        &format!("{short}\nill in progress.\n\n{short}\nfoo"),
        &[
            "1:36+0 short-row: state is missing, record dropped",
            "2:1+16 unrecognised-line: not recognised",
            "4:36+0 short-row: state is missing, record dropped",
            "5:1+3 unrecognised-line: not recognised",
        ],
    );
    let import = check(
        "There is no active reassignment of partition a-0, but replica set\nis 1,2 rather than 3,4.\n",
        &["1:1+0 joined-lines: put together from 2 lines"],
    );
    assert_eq!(import.brokers.len(), 4);
}

#[test]
fn a_sentence_with_something_else_in_a_gap_names_it() {
    check(
        "Clearing broker-level throttles on brokers 1,x",
        &["1:46+1 bad-number: \"x\" is no broker id"],
    );
    check(
        "Reassignment of partition nonsense failed.",
        &["1:27+8 short-row: \"nonsense\" is no partition"],
    );
    check(
        "Partition of work is done",
        &["1:1+25 unrecognised-line: not recognised"],
    );
}
