//! Cases of Kafka's own unit tests that one replica decides: what a leader makes of fetches, when its
//! high watermark moves, who joins and leaves its ISR, and where a follower cuts.
//!
//! The replica is driven as its broker would drive it; the surroundings are made by hand.

use serde_json::Value;
use tidemark_core::cluster::partition_state::PartitionState;
use tidemark_core::cluster::replica::{
    Action, Context, FetchOutcome, FetchRequest, Outbox, PendingIsr, ProduceOutcome,
    ProduceRequest, Replica, START_TIME_US, TruncationStep,
};
use tidemark_core::event::TruncationReason;
use tidemark_core::kafka::{BrokerId, LeaderEpoch, Offset};
use tidemark_core::log::{EpochEndOffset, LeaderAppend, LogContext, NewRecord, PartitionLog};
use tidemark_core::replication::acks::Acks;
use tidemark_core::replication::error_code::ErrorCode;
use tidemark_core::replication::isr::{FetchAccount, FollowerProgress};
use tidemark_core::replication::release::Release;
use tidemark_core::replication::settings::{EpochAnswer, Settings};
use tidemark_core::replication::truncation::{FollowerLog, decide};
use tidemark_core::topology::PartitionId;
use tidemark_tests::{list, number, text, vectors};

fn case(id: &str) -> Value {
    let vectors = vectors("replication_unit_cases.json");
    let case = list(&vectors["cases"]).iter().find(|case| case["id"] == id);
    case.unwrap_or_else(|| panic!("{id}")).clone()
}

fn cases(kind: &str) -> Vec<Value> {
    let vectors = vectors("replication_unit_cases.json");
    let cases = list(&vectors["cases"]).iter();
    cases.filter(|case| case["kind"] == kind).cloned().collect()
}

fn ids(value: &Value) -> Vec<BrokerId> {
    list(value).iter().map(number).collect()
}

#[test]
fn every_case_of_these_kinds_has_its_test() {
    let kinds = [
        ("lag_tracking", 54, 60),
        ("divergence", 61, 71),
        ("high_watermark", 72, 72),
        ("isr_expand", 73, 76),
        ("isr_shrink", 77, 80),
        ("high_watermark", 81, 83),
        ("min_isr", 84, 84),
        ("follower_truncation", 97, 104),
    ];
    for (kind, first, last) in kinds {
        for id in first..=last {
            assert_eq!(case(&format!("U{id}"))["kind"], kind, "U{id}");
        }
    }
    let count = |kind| cases(kind).len() as u32;
    for (kind, ..) in kinds {
        let expected: u32 = kinds
            .iter()
            .filter(|(other, ..)| *other == kind)
            .map(|(_, first, last)| last - first + 1)
            .sum();
        assert_eq!(count(kind), expected, "{kind}");
    }
}

// What a leader remembers of a follower's fetches.

#[test]
fn lag_tracking_of_fetches() {
    let case = case("U54");
    let time = |value: &Value| match value {
        Value::String(name) => 1000 * name[1..].parse::<u64>().expect("t1, t2, t3"),
        value => number(value),
    };
    let mut progress = FollowerProgress::UNKNOWN;
    assert_eq!(
        progress.log_end_offset,
        number::<i64>(&case["given"]["initial"]["leo"])
    );
    for (fetch, then) in list(&case["when"]).iter().zip(list(&case["then"])) {
        progress.record_fetch(FetchAccount {
            fetch_offset: number(&fetch["fetch_offset"]),
            log_start_offset: number(&fetch["start"]),
            leader_log_end_offset: number(&fetch["leader_leo"]),
            time: time(&fetch["t"]),
        });
        let expected = FollowerProgress {
            log_end_offset: number(&then["leo"]),
            log_start_offset: number(&fetch["start"]),
            last_fetch_leader_log_end_offset: number(&then["last_fetch_leader_leo"]),
            last_fetch_time: time(&then["last_fetch_time"]),
            last_caught_up_time: time(&then["caught_up"]),
        };
        assert_eq!(progress, expected);
    }
}

#[test]
fn lag_tracking_across_epochs() {
    for id in ["U55", "U56", "U57", "U58"] {
        check_reset(&case(id));
    }
}

#[track_caller]
fn check_reset(case: &Value) {
    let now = 5_000;
    let time = |value: &Value| if value == "now" { now } else { number(value) };
    let fetch = &case["given"]["after_fetch"];
    let mut progress = FollowerProgress::UNKNOWN;
    progress.record_fetch(FetchAccount {
        fetch_offset: number(&fetch["fetch_offset"]),
        log_start_offset: number(&fetch["start"]),
        leader_log_end_offset: number(&fetch["leader_leo"]),
        time: 1_000,
    });
    let (reset, then) = (&case["when"]["reset"], &case["then"]);
    progress.reset(
        reset["new_leader"] == true,
        reset["follower_in_isr"] == true,
        number(&reset["leader_leo"]),
        now,
    );
    let expected = FollowerProgress {
        log_end_offset: number(&then["leo"]),
        log_start_offset: number(&then["start"]),
        last_fetch_leader_log_end_offset: number(&then["last_fetch_leader_leo"]),
        last_fetch_time: time(&then["last_fetch_time"]),
        last_caught_up_time: time(&then["caught_up"]),
    };
    assert_eq!(progress, expected, "{}", case["id"]);
}

#[test]
fn caught_up_at_the_end_or_recently() {
    for id in ["U59", "U60"] {
        check_caught_up(&case(id));
    }
}

#[track_caller]
fn check_caught_up(case: &Value) {
    let given = &case["given"];
    let one = [given["fetch"].clone()];
    let fetches = given["fetches"].as_array().map_or(&one[..], |them| them);
    let mut progress = FollowerProgress::UNKNOWN;
    let mut now = 1_000_000;
    for fetch in fetches {
        progress.record_fetch(FetchAccount {
            fetch_offset: number(&fetch["offset"]),
            log_start_offset: 0,
            leader_log_end_offset: number(&fetch["leader_leo"]),
            time: now,
        });
    }
    let when = case["when"]
        .as_array()
        .cloned()
        .unwrap_or(vec![case["when"].clone()]);
    let then = case["then"]
        .as_array()
        .cloned()
        .unwrap_or(vec![case["then"].clone()]);
    for (when, then) in when.iter().zip(&then) {
        now += number::<u64>(&when["wait_ms"]);
        let caught_up = progress.is_caught_up(
            number(&when["leader_leo"]),
            now,
            number(&given["max_lag_ms"]),
        );
        assert_eq!(caught_up, then["caught_up"], "{}", case["id"]);
    }
}

// What a leader answers to a fetch of a log that may differ.

#[test]
fn divergence() {
    for case in cases("divergence") {
        check_divergence(&case);
    }
}

#[track_caller]
fn check_divergence(case: &Value) {
    let (id, given, when, then) = (&case["id"], &case["given"], &case["when"], &case["then"]);
    // The cache of U71 is that of the other cases after the log start moved.
    let entries = [(0, 0, 2), (3, 2, 8), (4, 8, 13), (7, 13, 14), (9, 14, 17)];
    let mut log = PartitionLog::new();
    for (epoch, from, to) in entries {
        append(&mut log, epoch, to - from);
    }
    log.update_high_watermark(17);
    log.maybe_increment_log_start_offset(number(&given["log_start"]))
        .expect("below the high watermark");
    let mut leader = TestReplica::new(0, log);
    leader.apply(&state(
        &[0, 1],
        &[0, 1],
        0,
        (number(&given["leader_epoch"]), 1),
    ));
    let cache = leader.replica.log.epoch_cache().entries();
    let cache: Vec<_> = cache.map(|it| (it.epoch, it.start_offset)).collect();
    let expected: Vec<(LeaderEpoch, Offset)> = list(&given["epoch_cache"])
        .iter()
        .map(|entry| (number(&entry[0]), number(&entry[1])))
        .collect();
    assert_eq!(cache, expected, "{id}");
    let outcome = leader.handle(FetchRequest {
        last_fetched_epoch: Some(number(&when["last_fetched_epoch"])),
        ..fetch(1, 10, number(&when["fetch_offset"]))
    });
    match outcome {
        FetchOutcome::Diverging(end) => {
            assert_eq!(
                end.leader_epoch,
                number::<i32>(&then["diverging_epoch"]),
                "{id}"
            );
            assert_eq!(end.end_offset, number::<i64>(&then["end_offset"]), "{id}");
        }
        FetchOutcome::Error(error) => assert_eq!(error.name(), text(&then["error"]), "{id}"),
        FetchOutcome::Records(_) | FetchOutcome::Wait => {
            assert_eq!(then.get("diverging_epoch"), Some(&Value::Null), "{id}");
        }
    }
}

// The high watermark.

#[test]
fn high_watermark_needs_every_member_of_the_isr() {
    let case = case("U72");
    let then = &case["then"];
    let mut leader = leader_of(&case["given"], 0, 3);
    leader.fetch(1, 2);
    assert_eq!(leader.high_watermark(), 0);
    leader.fetch(2, 2);
    assert_eq!(
        leader.high_watermark(),
        number::<i64>(&then["hw_after_second_fetch"])
    );
    leader.apply(&state(&[0, 1, 2], &[0, 2], 1, (4, 2)));
    leader.apply(&state(&[0, 1, 2], &[0, 2], 0, (5, 3)));
    // A consumer that asks for the latest offset is told to wait while the high watermark is below
    // the start of the epoch.
    assert_eq!(then["first_list"], "OFFSET_NOT_AVAILABLE");
    assert_eq!(leader.epoch_start_offset(), 5);
    assert_eq!(leader.high_watermark(), 2);
    leader.fetch(1, 5);
    leader.fetch(2, 5);
    assert_eq!(leader.high_watermark(), number::<i64>(&then["second_list"]));
    assert!(leader.high_watermark() >= leader.epoch_start_offset());
}

#[test]
fn high_watermark_stands_still_below_min_isr() {
    let case = case("U81");
    let hw = ids(&case["then"]["hw"]);
    let mut leader = leader_of(&case["given"], 0, 1);
    leader.min_insync_replicas = number(&case["given"]["min_isr"]);
    leader.fetch(1, 10);
    assert_eq!(leader.high_watermark(), i64::from(hw[0]));
    leader.fetch(2, 10);
    assert_eq!(leader.high_watermark(), i64::from(hw[1]));
    let maximal = number::<usize>(&case["then"]["maximal_isr_size_after_second"]);
    assert_eq!(leader.maximal_isr().len(), maximal);
    leader.answer(ErrorCode::None, &state(&[0, 1, 2], &[0, 1, 2], 0, (1, 2)));
    assert_eq!(leader.high_watermark(), i64::from(hw[2]));
}

#[test]
fn high_watermark_waits_only_for_followers_that_may_join() {
    let case = case("U82");
    for (eligible, expected) in [(false, "hw"), (true, "hw_if_broker_1_is_unfenced")] {
        let mut leader = leader_of(&case["given"], 0, 1);
        leader.fetch(1, 10);
        assert_eq!(leader.high_watermark(), number::<i64>(&case["given"]["hw"]));
        leader.set_eligible(1, eligible);
        leader.append(10);
        leader.apply(&state(&[0, 1], &[0], 0, (1, 2)));
        assert_eq!(
            leader.high_watermark(),
            number::<i64>(&case["then"][expected])
        );
    }
}

#[test]
fn high_watermark_comes_from_the_checkpoint() {
    let case = case("U83");
    let given = &case["given"];
    let mut log = PartitionLog::new();
    append(&mut log, 0, number(&given["leo"]));
    log.update_high_watermark(number(&given["checkpoint"]));
    let mut broker = TestReplica::new(0, log);
    broker.apply(&state(&[0, 1], &[0, 1], 0, (0, 0)));
    broker.replica.stop(1);
    broker.with(|replica, context, out| replica.open(context, out));
    broker.apply(&state(&[0, 1], &[0, 1], 0, (1, 1)));
    assert_eq!(broker.high_watermark(), number::<i64>(&case["then"]["hw"]));
}

#[test]
fn below_min_isr_nothing_is_taken() {
    let case = case("U84");
    let outcomes = list(&case["then"]["under_min_isr"]);
    for (when, expected) in list(&case["when"]).iter().zip(outcomes) {
        let given = serde_json::json!({
            "replicas": case["given"]["replicas"], "isr": when["isr"], "leo": 0,
        });
        let mut leader = leader_of(&given, 0, 1);
        leader.min_insync_replicas = number(&case["given"]["min_isr"]);
        let request = ProduceRequest {
            id: 1,
            client: 1,
            key: None,
            values: ["m0".to_owned()].into(),
            acks: Acks::All,
            base_sequence: None,
        };
        let outcome =
            leader.with(|replica, context, out| replica.handle_produce(context, &request, out));
        let refused = outcome == ProduceOutcome::Done(ErrorCode::NotEnoughReplicas, -1);
        assert_eq!(refused, *expected);
    }
}

// Joining the ISR.

#[test]
fn joining_waits_for_the_start_of_the_epoch() {
    let case = case("U73");
    let given = &case["given"];
    let mut log = PartitionLog::new();
    append(&mut log, 0, number(&given["epoch_start"]));
    log.update_high_watermark(number(&given["hw"]));
    let mut leader = TestReplica::new(0, log);
    let epoch = number(&given["leader_epoch"]);
    leader.apply(&state(&[0, 1, 2], &ids(&given["isr"]), 0, (epoch, 1)));
    leader.append(2);
    assert_eq!(
        leader.replica.log.log_end_offset(),
        number::<i64>(&given["leo"])
    );
    let mut sent_after = None;
    for (when, index) in list(&case["when"]).iter().zip(1..) {
        leader.fetch(1, number(&when["fetch"]["offset"]));
        if sent_after.is_none() && leader.sent > 0 {
            sent_after = Some(index);
        }
    }
    let then = &case["then"];
    assert_eq!(
        sent_after,
        Some(number(&then["alter_partition_sent_after"]))
    );
    assert_eq!(leader.isr(), ids(&then["isr_committed"]));
    assert_eq!(leader.maximal_isr(), ids(&then["maximal_isr_after_last"]));
}

#[test]
fn joining_counts_before_it_is_confirmed() {
    let case = case("U74");
    let mut leader = leader_of(&case["given"], 0, 1);
    for (when, then) in list(&case["when"]).iter().zip(list(&case["then"])) {
        if let Some(offset) = when.get("fetch_offset") {
            leader.fetch(1, number(offset));
        } else {
            let epochs = (1, number(&when["partition_epoch"]));
            leader.answer(ErrorCode::None, &state(&[0, 1], &[0, 1], 0, epochs));
        }
        assert_eq!(leader.isr(), ids(&then["isr"]));
        assert_eq!(leader.maximal_isr(), ids(&then["maximal"]));
        if let Some(sent) = then.get("sent") {
            assert_eq!(leader.proposed_isr(), Some(ids(sent)));
        }
    }
}

#[test]
fn joining_that_fails_stays_pending() {
    for id in ["U75", "U76"] {
        let case = case(id);
        let mut leader = leader_of(&case["given"], 0, 1);
        leader.fetch(1, number(&case["when"][0]["fetch_offset"]));
        let error = match text(&case["when"][1]["alter_partition"]) {
            "INVALID_UPDATE_VERSION" => ErrorCode::InvalidUpdateVersion,
            "UNKNOWN_SERVER_ERROR" => ErrorCode::UnknownServerError,
            other => panic!("{other}"),
        };
        leader.answer(error, &state(&[0, 1], &[0], 0, (1, 1)));
        let then = &case["then"];
        assert_eq!(leader.isr(), ids(&then["isr"]), "{id}");
        assert_eq!(leader.maximal_isr(), ids(&then["maximal"]), "{id}");
        assert_eq!(leader.sent == 2, then["retried"], "{id}");
    }
}

// Leaving the ISR.

#[test]
fn leaving_is_counted_only_when_it_is_confirmed() {
    let case = case("U77");
    let (when, then) = (&case["when"], &case["then"]);
    let mut leader = leader_of(&case["given"], 0, 1);
    leader.fetch(1, number(&when[0]["fetch"]["offset"]));
    assert!(!leader.check_lag());
    assert_eq!(leader.isr(), ids(&then["after_first_shrink_check"]["isr"]));
    leader.wait_ms(number(&when[2]["wait_ms"]));
    assert!(leader.check_lag());
    let second = &then["after_second"];
    assert_eq!(leader.isr(), ids(&second["isr"]));
    assert_eq!(leader.maximal_isr(), ids(&second["maximal"]));
    assert_eq!(leader.high_watermark(), number::<i64>(&second["hw"]));
    assert_eq!(leader.proposed_isr(), Some(ids(&second["sent"])));
    let epochs = (1, number(&when[4]["partition_epoch"]));
    leader.answer(ErrorCode::None, &state(&[0, 1, 2], &[0, 1], 0, epochs));
    assert_eq!(leader.isr(), ids(&then["after_response"]["isr"]));
    assert_eq!(
        leader.high_watermark(),
        number::<i64>(&then["after_response"]["hw"])
    );
}

#[test]
fn trailing_by_one_fetch_is_in_sync() {
    let case = case("U78");
    let (when, then) = (&case["when"], &case["then"]);
    let mut leader = leader_of(&case["given"], 0, 1);
    leader.wait_ms(number(&when[0]["wait_ms"]));
    leader.fetch(1, number(&when[1]["fetch_offset"]));
    assert_eq!(
        leader.high_watermark(),
        number::<i64>(&then["hw_after_first_fetch"])
    );
    let first_fetch = leader.now;
    leader.wait_ms(number(&when[2]["wait_ms"]));
    leader.append(number(&when[3]["append"]));
    leader.fetch(1, number(&when[4]["fetch_offset"]));
    assert_eq!(
        leader.high_watermark(),
        number::<i64>(&then["hw_after_second_fetch"])
    );
    assert_eq!(then["caught_up"], "time of the first fetch");
    assert_eq!(leader.progress(1).last_caught_up_time, first_fetch);
    assert!(!leader.check_lag());
    assert_eq!(leader.isr(), ids(&then["isr"]));
}

#[test]
fn a_follower_at_the_end_is_in_sync_however_long_ago_it_asked() {
    let case = case("U79");
    let (when, then) = (&case["when"], &case["then"]);
    let mut leader = leader_of(&case["given"], 0, 1);
    leader.fetch(1, number(&when[0]["fetch_offset"]));
    leader.wait_ms(number(&when[1]["wait_ms"]));
    assert_eq!(leader.check_lag(), then["alter_partition_sent"]);
    assert_eq!(leader.high_watermark(), number::<i64>(&then["hw"]));
    assert_eq!(leader.isr(), ids(&then["isr"]));
}

#[test]
fn leaving_that_fails_stays_pending() {
    let case = case("U80");
    let (when, then) = (&case["when"], &case["then"]);
    let mut leader = leader_of(&case["given"], 0, 1);
    leader.wait_ms(number(&when[0]["wait_ms"]));
    assert!(leader.check_lag());
    leader.answer(
        ErrorCode::InvalidUpdateVersion,
        &state(&[0, 1], &[0, 1], 0, (1, 1)),
    );
    assert_eq!(then["state"], "PendingShrink");
    assert_eq!(leader.pending(), Some(PendingIsr::Shrink([1].into())));
    assert_eq!(leader.isr(), ids(&then["isr"]));
    assert_eq!(leader.high_watermark(), number::<i64>(&then["hw"]));
}

// Where a follower cuts.

#[test]
fn questions_about_epochs_until_the_logs_agree() {
    let case = case("U97");
    let (given, then) = (&case["given"], &case["then"]);
    let (mut leader, mut follower) = pair(
        given,
        number(&given["leader_epoch"]),
        Release { major: 2, minor: 3 },
    );
    let expected = ids(&then["follower_leo_sequence"]);
    let mut ends = vec![follower.log_end_offset()];
    for _ in 0..expected.len() {
        let epoch = follower.replica.latest_epoch();
        let end = leader
            .replica
            .end_offset_for(Some(5), epoch)
            .expect("the leader");
        let step = follower.truncate(end);
        ends.push(follower.log_end_offset());
        if step == TruncationStep::Done {
            break;
        }
    }
    follower.fetch_from(&mut leader);
    ends.push(follower.log_end_offset());
    assert_eq!(
        ends,
        expected.into_iter().map(i64::from).collect::<Vec<_>>()
    );
    assert_eq!(follower.stamps(), leader.stamps());
}

#[test]
fn a_fetch_finds_where_the_logs_part() {
    let case = case("U98");
    let (given, then) = (&case["given"], &case["then"]);
    let (mut leader, mut follower) = pair(given, 5, Release::V3_7);
    follower.fetch_from(&mut leader);
    assert_eq!(
        follower.log_end_offset(),
        number::<i64>(&then["follower_leo"])
    );
    let latest = number::<i32>(&then["last_fetched_epoch"]);
    assert_eq!(follower.replica.latest_epoch(), latest);
    follower.fetch_from(&mut leader);
    assert_eq!(follower.stamps(), leader.stamps());
}

#[test]
fn a_diverging_answer_carries_neither_records_nor_high_watermark() {
    let case = case("U99");
    let (given, then) = (&case["given"], &case["then"]);
    let (mut leader, mut follower) = pair(given, 5, Release::V3_7);
    follower.fetch_from(&mut leader);
    let first = &then["after_first"];
    assert_eq!(follower.log_end_offset(), number::<i64>(&first["leo"]));
    assert_eq!(follower.high_watermark(), number::<i64>(&first["hw"]));
    assert_eq!(first["records_appended"], 0);
    follower.fetch_from(&mut leader);
    let last = &then["final"];
    assert_eq!(follower.log_end_offset(), number::<i64>(&last["leo"]));
    assert_eq!(follower.high_watermark(), number::<i64>(&last["hw"]));
    assert_eq!(follower.stamps(), leader.stamps());
}

#[test]
fn an_older_epoch_is_fenced() {
    // That the fetcher then gives up until new metadata comes is in `simulation.rs`.
    let case = case("U100");
    let (given, then) = (&case["given"], &case["then"]);
    let mut leader = TestReplica::new(0, PartitionLog::new());
    leader.apply(&state(
        &[0, 1],
        &[0],
        0,
        (number(&given["leader_epoch"]), 1),
    ));
    let mut follower = TestReplica::new(1, PartitionLog::new());
    let epoch = number(&given["follower_leader_epoch"]);
    follower.apply(&state(&[0, 1], &[0], 0, (epoch, 0)));
    let request = follower.request();
    let outcome = leader.handle(request);
    let FetchOutcome::Error(error) = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!(error.name(), text(&then["error"]));
    assert_eq!(follower.log_end_offset(), number::<i64>(&then["leo"]));
    assert_eq!(
        leader.progress(1),
        FollowerProgress {
            last_fetch_leader_log_end_offset: -1,
            ..FollowerProgress::UNKNOWN
        }
    );
}

#[test]
fn without_epochs_a_follower_cuts_to_its_high_watermark() {
    let case = case("U101");
    let given = &case["given"];
    let mut log = PartitionLog::new();
    append(&mut log, 0, number(&given["follower_log_len"]));
    log.update_high_watermark(number(&given["follower_hw"]));
    let mut follower = TestReplica::new(1, log);
    follower.apply(&state(&[0, 1], &[0], 0, (0, 0)));
    follower.with(|replica, context, out| replica.truncate_to_high_watermark(context, out));
    assert_eq!(
        follower.log_end_offset(),
        number::<i64>(&case["then"]["leo"])
    );
}

#[test]
fn a_follower_beyond_the_end_of_its_leader_cuts_to_it() {
    let case = case("U102");
    let then = &case["then"];
    let mut log = PartitionLog::new();
    append(&mut log, 0, number(&case["given"]["follower_leo"]));
    let mut follower = TestReplica::new(1, log);
    follower.settings = Settings::for_release(Release {
        major: 0,
        minor: 10,
    });
    follower.replica.log.update_high_watermark(3);
    let mut leader = TestReplica::new(0, PartitionLog::new());
    for broker in [&mut leader, &mut follower] {
        broker.apply(&state(&[0, 1], &[0], 0, (1, 1)));
    }
    let request = follower.request();
    assert_eq!(
        leader.handle(request),
        FetchOutcome::Error(ErrorCode::OffsetOutOfRange)
    );
    follower.with(|replica, context, out| replica.handle_out_of_range(context, 0, 0, out));
    assert_eq!(
        follower.log_end_offset(),
        number::<i64>(&then["follower_leo"])
    );
    assert_eq!(
        follower.high_watermark(),
        number::<i64>(&then["follower_hw"])
    );
}

#[test]
fn a_follower_cuts_to_the_end_its_leader_names() {
    let follower = |given: &Value| FollowerLog {
        log_end_offset: number(&given["follower_leo"]),
        high_watermark: 0,
    };
    let end = |value: &Value| EpochEndOffset {
        leader_epoch: number(&value["epoch"]),
        end_offset: number(&value["end_offset"]),
    };
    let one = case("U103");
    let own_end = EpochEndOffset {
        leader_epoch: number(&one["given"]["follower_latest_epoch"]),
        end_offset: number(&one["given"]["follower_leo"]),
    };
    let decision = decide(
        EpochAnswer::EpochAndEndOffset,
        end(&one["when"]["leader_reply"]),
        own_end,
        follower(&one["given"]),
    );
    assert!(decision.done);
    assert_eq!(
        decision.truncate_to,
        number::<i64>(&one["then"]["truncate_to"])
    );
    let two = case("U104");
    assert_eq!(two["given"]["follower_knows_epoch_4_or_older"], false);
    let cuts = list(&two["then"]["truncate_to"]);
    for (reply, expected) in list(&two["when"]).iter().zip(cuts) {
        // The follower's oldest epoch is 5: it has no end for epoch 4.
        let unknown = EpochEndOffset {
            leader_epoch: -1,
            end_offset: -1,
        };
        let decision = decide(
            EpochAnswer::EpochAndEndOffset,
            end(reply),
            unknown,
            follower(&two["given"]),
        );
        assert!(decision.done);
        assert_eq!(decision.truncate_to, number::<i64>(expected));
    }
}

// The surroundings.

fn append(log: &mut PartitionLog, leader_epoch: LeaderEpoch, count: i64) {
    for offset in 0..count {
        let value = format!("{leader_epoch}/{offset}");
        let records = [NewRecord {
            value: Some(value.as_bytes()),
            ..NewRecord::default()
        }];
        log.append_as_leader(
            LogContext::DEFAULT,
            &LeaderAppend::new(&records),
            leader_epoch,
        )
        .expect("room");
    }
}

fn state(
    replicas: &[BrokerId],
    isr: &[BrokerId],
    leader: BrokerId,
    (leader_epoch, partition_epoch): (LeaderEpoch, i32),
) -> PartitionState {
    PartitionState {
        replicas: replicas.into(),
        isr: isr.into(),
        leader: Some(leader),
        leader_epoch,
        partition_epoch,
        recovering: false,
    }
}

fn fetch(follower: BrokerId, leader_epoch: LeaderEpoch, fetch_offset: Offset) -> FetchRequest {
    FetchRequest {
        follower,
        leader_epoch: Some(leader_epoch),
        fetch_offset,
        last_fetched_epoch: None,
        log_start_offset: 0,
        max_records: None,
        serial: 1,
        nth: 0,
    }
}

/// Broker 0 leads with a log of `leo` records; partition epoch 1.
fn leader_of(given: &Value, high_watermark: Offset, leader_epoch: LeaderEpoch) -> TestReplica {
    let mut log = PartitionLog::new();
    append(&mut log, 0, number(&given["leo"]));
    log.update_high_watermark(high_watermark);
    let mut leader = TestReplica::new(0, log);
    let (replicas, isr) = (ids(&given["replicas"]), ids(&given["isr"]));
    leader.apply(&state(&replicas, &isr, 0, (leader_epoch, 1)));
    leader
}

/// A leader and a follower whose logs have one record for each epoch in a list.
fn pair(given: &Value, leader_epoch: LeaderEpoch, release: Release) -> (TestReplica, TestReplica) {
    let build = |broker, epochs: &Value, high_watermark: &Value| {
        let mut log = PartitionLog::new();
        for epoch in ids(epochs) {
            append(&mut log, epoch, 1);
        }
        log.update_high_watermark(high_watermark.as_i64().unwrap_or(0));
        let mut built = TestReplica::new(broker, log);
        built.settings = Settings::for_release(release);
        built.apply(&state(&[0, 1], &[0, 1], 0, (leader_epoch, 1)));
        built
    };
    let leader = build(0, &given["leader_epochs"], &given["leader_hw"]);
    let follower = build(1, &given["follower_epochs"], &given["follower_hw"]);
    (leader, follower)
}

/// A replica with what its broker would tell it.
struct TestReplica {
    replica: Replica,
    settings: Settings,
    min_insync_replicas: u32,
    now: u64,
    ineligible: Vec<BrokerId>,
    /// How often it wanted to send an ISR change.
    sent: u32,
}

impl TestReplica {
    fn new(broker: BrokerId, log: PartitionLog) -> Self {
        Self {
            replica: Replica::new(broker, log),
            settings: Settings::for_release(Release { major: 3, minor: 9 }),
            min_insync_replicas: 1,
            now: START_TIME_US,
            ineligible: Vec::new(),
            sent: 0,
        }
    }

    fn with<R>(&mut self, act: impl FnOnce(&mut Replica, &Context<'_>, &mut Outbox) -> R) -> R {
        let ineligible = &self.ineligible;
        let eligible = |id: BrokerId| !ineligible.contains(&id);
        let context = Context {
            now: self.now,
            partition: PartitionId(0),
            settings: &self.settings,
            min_insync_replicas: self.min_insync_replicas,
            checkpoint_tick: 0,
            eligible: &eligible,
        };
        let mut out = Outbox::default();
        let result = act(&mut self.replica, &context, &mut out);
        let sends = |(_, action): &&(BrokerId, Action)| *action == Action::SendAlterPartition;
        self.sent += out.actions.iter().filter(sends).count() as u32;
        result
    }

    fn apply(&mut self, state: &PartitionState) {
        self.with(|replica, context, out| replica.apply(context, state, out));
    }

    fn handle(&mut self, request: FetchRequest) -> FetchOutcome {
        self.with(|replica, context, out| replica.handle_fetch(context, &request, out))
    }

    #[track_caller]
    fn fetch(&mut self, follower: BrokerId, fetch_offset: Offset) {
        let request = fetch(follower, self.replica.leader_epoch, fetch_offset);
        let outcome = self.handle(request);
        assert!(
            matches!(outcome, FetchOutcome::Records(_) | FetchOutcome::Wait),
            "{outcome:?}"
        );
    }

    fn request(&mut self) -> FetchRequest {
        self.with(|replica, context, _| replica.fetch_request(context, None))
    }

    fn truncate(&mut self, end: EpochEndOffset) -> TruncationStep {
        let reason = TruncationReason::LeaderEpoch;
        self.with(|replica, context, out| replica.truncate_by_epoch(context, end, reason, out))
    }

    /// One fetch and what follows from its answer.
    #[track_caller]
    fn fetch_from(&mut self, leader: &mut Self) {
        let request = self.request();
        match leader.handle(request) {
            FetchOutcome::Diverging(end) => {
                self.truncate(end);
            }
            FetchOutcome::Records(fetched) => {
                let appended = self
                    .with(|replica, context, out| replica.append_fetched(context, &fetched, out));
                assert_eq!(appended, Ok(()));
            }
            other => panic!("{other:?}"),
        }
    }

    fn append(&mut self, count: i64) {
        let request = ProduceRequest {
            id: 1,
            client: 1,
            key: None,
            values: (0..count).map(|index| format!("m{index}")).collect(),
            acks: Acks::Leader,
            base_sequence: None,
        };
        let outcome =
            self.with(|replica, context, out| replica.handle_produce(context, &request, out));
        assert!(matches!(outcome, ProduceOutcome::Done(ErrorCode::None, _)));
    }

    fn answer(&mut self, error: ErrorCode, state: &PartitionState) {
        self.with(|replica, context, out| {
            replica.handle_alter_partition_response(context, error, state, out);
        });
    }

    fn check_lag(&mut self) -> bool {
        self.with(|replica, context, out| replica.check_lag(context, out))
    }

    fn wait_ms(&mut self, time_ms: u64) {
        self.now += time_ms * 1000;
    }

    fn set_eligible(&mut self, broker: BrokerId, eligible: bool) {
        self.ineligible.retain(|id| *id != broker);
        if !eligible {
            self.ineligible.push(broker);
        }
    }

    fn high_watermark(&self) -> Offset {
        self.replica.log.high_watermark()
    }

    fn log_end_offset(&self) -> Offset {
        self.replica.log.log_end_offset()
    }

    fn epoch_start_offset(&self) -> Offset {
        self.leadership().epoch_start_offset
    }

    fn leadership(&self) -> &tidemark_core::cluster::replica::Leadership {
        self.replica.leadership().expect("it leads")
    }

    fn isr(&self) -> Vec<BrokerId> {
        self.leadership().isr.to_vec()
    }

    fn maximal_isr(&self) -> Vec<BrokerId> {
        let leadership = self.leadership();
        let replicas = leadership.replicas.iter().copied();
        replicas
            .filter(|id| leadership.in_maximal_isr(*id))
            .collect()
    }

    fn proposed_isr(&self) -> Option<Vec<BrokerId>> {
        self.leadership().proposed_isr()
    }

    fn pending(&self) -> Option<PendingIsr> {
        self.leadership().pending.clone()
    }

    fn progress(&self, follower: BrokerId) -> FollowerProgress {
        self.leadership()
            .remote(follower)
            .expect("a replica")
            .progress
    }

    fn stamps(&self) -> Vec<tidemark_core::log::BatchStamp> {
        self.replica.log.stamps(0).collect()
    }
}
