//! Cases of Kafka's own unit tests that one log decides alone: epoch cache, high watermark, idempotence.

use serde_json::Value;
use tidemark_core::kafka::{LeaderEpoch, Offset};
use tidemark_core::log::{
    AppendError, Appended, EpochCache, LeaderAppend, LogContext, NewRecord, PartitionLog,
    ProducerError, ReadLimit,
};
use tidemark_tests::{list, number, text, vectors};

fn cases(kind: &str) -> Vec<Value> {
    let vectors = vectors("replication_unit_cases.json");
    let cases = list(&vectors["cases"]).iter();
    cases.filter(|case| case["kind"] == kind).cloned().collect()
}

fn pair(value: &Value) -> (LeaderEpoch, Offset) {
    (number(&value[0]), number(&value[1]))
}

#[test]
fn epoch_cache() {
    let cases = cases("epoch_cache");
    let ids: Vec<_> = cases.iter().map(|case| text(&case["id"])).collect();
    let expected: Vec<_> = (85..=96).map(|number| format!("U{number}")).collect();
    assert_eq!(ids, expected);
    for case in &cases {
        let id = text(&case["id"]);
        let given = &case["given"];
        let mut cache = EpochCache::new();
        for (epoch, start_offset) in list(&given["assign"]).iter().map(pair) {
            cache.assign(epoch, start_offset).unwrap();
        }
        let (when, then) = (&case["when"], &case["then"]);
        if let Some(epoch) = when.get("end_offset_for") {
            let end = cache.end_offset_for(number(epoch), number(&given["leo"]));
            assert_eq!(end.leader_epoch, number::<i32>(&then["epoch"]), "{id}");
            assert_eq!(end.end_offset, number::<i64>(&then["end_offset"]), "{id}");
            continue;
        }
        if let Some(offset) = when.get("truncate_from_end") {
            cache.truncate_from_end(number(offset));
        } else if let Some(offset) = when.get("truncate_from_start") {
            cache.truncate_from_start(number(offset));
        } else {
            assert_eq!(when, "entries", "{id}");
        }
        let entries = cache.entries();
        let entries: Vec<_> = entries
            .map(|entry| (entry.epoch, entry.start_offset))
            .collect();
        let expected: Vec<_> = list(&then["entries"]).iter().map(pair).collect();
        assert_eq!(entries, expected, "{id}");
    }
}

#[test]
fn high_watermark_maintenance() {
    let [case] = &cases("log_hw")[..] else {
        panic!("one case");
    };
    assert_eq!(case["id"], "U123");
    let mut log = PartitionLog::new();
    let (when, then) = (list(&case["when"]), list(&case["then"]));
    assert_eq!(when.len(), then.len());
    for (step, expected) in when.iter().zip(then) {
        let (verb, argument) = step.as_object().unwrap().iter().next().unwrap();
        let argument: i64 = number(argument);
        match verb.as_str() {
            "append" => append(&mut log, argument),
            "append_as_follower" => append_as_follower(&mut log, argument),
            "increment_hw" => {
                log.maybe_increment_high_watermark(argument);
            }
            "update_hw" => {
                log.update_high_watermark(argument);
            }
            "truncate_to" => {
                log.truncate_to(argument);
            }
            "truncate_fully_and_start_at" => log.truncate_fully_and_start_at(argument),
            _ => panic!("{verb}"),
        }
        let found = |name: &str| match name {
            "hw" => log.high_watermark(),
            "leo" => log.log_end_offset(),
            "log_start" => log.log_start_offset(),
            _ => panic!("{name}"),
        };
        for (name, expected) in expected.as_object().unwrap() {
            assert_eq!(found(name), number::<i64>(expected), "{step}: {name}");
        }
    }
}

fn append(log: &mut PartitionLog, records: i64) {
    let records = vec![NewRecord::default(); usize::try_from(records).unwrap()];
    log.append_as_leader(LogContext::DEFAULT, &LeaderAppend::new(&records), 0)
        .unwrap();
}

fn append_as_follower(log: &mut PartitionLog, records: i64) {
    let mut leader = PartitionLog::new();
    leader.truncate_fully_and_start_at(log.log_end_offset());
    append(&mut leader, records);
    let (start, end) = (leader.log_start_offset(), leader.log_end_offset());
    let data = leader.read(start, end, ReadLimit::Records(u64::MAX));
    log.append_as_follower(LogContext::DEFAULT, &data.unwrap().unwrap().bytes)
        .unwrap();
}

#[test]
fn duplicate_appends() {
    let [case] = &cases("idempotence")[..] else {
        panic!("one case");
    };
    assert_eq!(case["id"], "U124");
    let mut log = PartitionLog::new();
    // The case gives its first batches in words: sequences 0 to 5 alone, then 6 to 8 together.
    for sequence in 0..6 {
        idempotent(&mut log, &case["given"], sequence, 1).unwrap();
    }
    let first = idempotent(&mut log, &case["given"], 6, 3).unwrap();
    assert_eq!((first.first_offset, first.last_offset), (6, 8));

    let results = list(&case["when"]).iter().map(|step| {
        let batch = step.get("retry").or(step.get("append")).unwrap();
        let (base, count) = (number(&batch["base"]), number(&batch["count"]));
        idempotent(&mut log, &case["given"], base, count)
    });
    let out_of_order = |found| {
        let expected = 9;
        Err(AppendError::Producer(ProducerError::OutOfOrderSequence {
            expected,
            found,
        }))
    };
    let duplicate = |first_offset, last_offset| {
        Ok(Appended {
            first_offset,
            last_offset,
            is_duplicate: true,
            rolled: None,
        })
    };
    let expected = [
        duplicate(6, 8),
        out_of_order(7),
        duplicate(2, 2),
        out_of_order(1),
    ];
    assert!(results.eq(expected));
    assert_eq!(log.log_end_offset(), 9);
}

fn idempotent(
    log: &mut PartitionLog,
    given: &Value,
    base_sequence: i32,
    count: usize,
) -> Result<Appended, AppendError> {
    let records = vec![NewRecord::default(); count];
    let batch = LeaderAppend {
        producer_id: number(&given["pid"]),
        producer_epoch: number(&given["epoch"]),
        base_sequence,
        ..LeaderAppend::new(&records)
    };
    log.append_as_leader(LogContext::DEFAULT, &batch, 0)
}
