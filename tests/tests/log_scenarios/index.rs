//! The offset index, the time index, and the cache of leader epochs.

use super::{expect, pair, run};
use serde_json::{Value, json};
use tidemark_core::kafka::Offset;
use tidemark_core::log::{
    Comparison, EpochCache, IndexError, LeaderAppend, LogContext, NewRecord, OffsetIndex,
    OffsetPosition, PartitionLog, Purpose, TimeIndex, TimestampOffset,
};
use tidemark_tests::{hex, list, number, text};

fn position(found: OffsetPosition) -> Value {
    pair(found.offset, found.position)
}

fn timestamp(found: TimestampOffset) -> Value {
    pair(found.timestamp, found.offset)
}

fn outcome<T>(result: Result<T, IndexError>, fine: impl Fn(T) -> &'static str) -> &'static str {
    match result {
        Ok(value) => fine(value),
        Err(IndexError::Full { .. }) => "error:full",
        Err(IndexError::InvalidOffset { .. }) => "error:invalid_offset",
        Err(IndexError::OffsetOverflow { .. }) => "error:offset_overflow",
        Err(IndexError::TimestampGoesBack { .. }) => "error:timestamp_goes_back",
    }
}

#[test]
fn offset_index() {
    run("offset_index", |id, setup, steps| {
        let base_offset = number(&setup["base_offset"]);
        let size_max = setup.get("max_index_size").map_or(100_000, number);
        let mut index = OffsetIndex::new(base_offset, size_max);
        if let Some(entries) = setup.get("entries") {
            for entry in list(entries) {
                let (offset, position) = (number(&entry[0]), number(&entry[1]));
                index.append(offset, position).unwrap();
            }
        }
        if let Some(rule) = setup.get("entries_rule") {
            assert_eq!(rule, "1100 entries, entry i = [10*i, 100*i]");
            for entry in 0..1100 {
                index.append(10 * i64::from(entry), 100 * entry).unwrap();
            }
        }
        for step in steps {
            offset_index_step(id, step, base_offset, &mut index);
        }
    });
}

fn offset_index_step(id: &str, step: &Value, base_offset: Offset, index: &mut OffsetIndex) {
    match text(&step["op"]) {
        "append" => {
            let result = index.append(number(&step["offset"]), number(&step["position"]));
            match step.get("expect") {
                Some(_) => expect(id, step, outcome(result, |()| "ok")),
                None => result.unwrap(),
            }
        }
        "append_many" => {
            for entry in 0..number(&step["count"]) {
                let offset = number::<i64>(&step["first_offset"]) + i64::from(entry);
                index.append(offset, entry).unwrap();
            }
        }
        "lookup" => expect(id, step, position(index.lookup(number(&step["target"])))),
        "lookup_probes" => {
            let mut comparisons = Vec::new();
            let found = index.lookup_with(number(&step["target"]), |comparison| {
                comparisons.push(comparison);
            });
            assert_eq!(found, index.lookup(number(&step["target"])));
            let range = comparisons.iter().find_map(|comparison| match comparison {
                Comparison {
                    purpose: Purpose::Halve(range),
                    ..
                } => Some(range.clone()),
                _ => None,
            });
            let range = range.unwrap();
            let is_before_all = comparisons
                .iter()
                .any(|comparison| comparison.purpose == Purpose::IsBeforeAll);
            let section = if is_before_all { "cold" } else { "warm" };
            let found = json!({
                "section": section,
                "range": [range.start(), range.end()],
                "result": position(found),
            });
            expect(id, step, found);
        }
        "fetch_upper_bound" => {
            let start = OffsetPosition {
                offset: number(&step["start"][0]),
                position: number(&step["start"][1]),
            };
            let found = index.fetch_upper_bound_offset(start, number(&step["size"]));
            expect(id, step, found.map_or(Value::from("none"), position));
        }
        "close" => index.trim_to_valid_size(),
        "file_bytes" => {
            let file = index.to_file();
            assert_eq!(*file.read_at(0, 1000), hex(text(&step["expect"])));
        }
        "reopen" => {
            let bytes = index.to_file().read_at(0, usize::MAX).into_owned();
            *index = OffsetIndex::read(base_offset, &bytes).unwrap();
        }
        "last_offset" => expect(id, step, index.last_offset()),
        "entries" => expect(id, step, index.len()),
        "is_full" => expect(id, step, index.is_full()),
        "truncate_to" => index.truncate_to(number(&step["offset"])),
        "truncate_all" => index.truncate_all(),
        "sanity_check" => {
            let result = index.sanity_check();
            expect(id, step, result.map_or("error:corrupt", |()| "ok"));
        }
        "file_length" => {
            assert_eq!(index.to_file().len(), index.file_length());
            expect(id, step, index.file_length());
        }
        "max_entries" => expect(id, step, index.slots()),
        op => panic!("{id}: {op}"),
    }
}

#[test]
fn time_index() {
    run("time_index", |id, setup, steps| {
        let base_offset = number(&setup["base_offset"]);
        let size_max = setup.get("max_index_size").map_or(0, number);
        let mut index = TimeIndex::new(base_offset, size_max);
        if let Some(entries) = setup.get("entries") {
            append_all(&mut index, entries);
        }
        for step in steps {
            time_index_step(id, step, base_offset, &mut index);
        }
    });
}

fn append_all(index: &mut TimeIndex, entries: &Value) {
    for entry in list(entries) {
        let is_new = index.maybe_append(number(&entry[0]), number(&entry[1]), false);
        assert_eq!(is_new, Ok(true));
    }
}

fn time_index_step(id: &str, step: &Value, base_offset: Offset, index: &mut TimeIndex) {
    match text(&step["op"]) {
        "lookup" => expect(id, step, timestamp(index.lookup(number(&step["target"])))),
        "append_all" => append_all(index, &step["entries"]),
        "append_more_until" => {
            // "Until" counts the one that is there.
            for entry in 2..=number(&step["count"]) {
                let appended = index.maybe_append(entry, base_offset + entry, false);
                assert_eq!(appended, Ok(true));
            }
        }
        "maybe_append" => {
            let result = index.maybe_append(
                number(&step["timestamp"]),
                number(&step["offset"]),
                step.get("skip_full_check") == Some(&Value::Bool(true)),
            );
            let is_ok = |is_new| if is_new { "ok" } else { "ignored" };
            expect(id, step, outcome(result, is_ok));
        }
        "truncate_to" => index.truncate_to(number(&step["offset"])),
        "truncate_all" => index.truncate_all(),
        "entries" => expect(id, step, index.len()),
        "is_full" => expect(id, step, index.is_full()),
        "last_entry" => expect(id, step, timestamp(index.last_entry())),
        "sanity_check" => {
            let mut bytes = Vec::new();
            if let Some(entries) = step.get("entries") {
                for entry in list(entries) {
                    let relative = number::<i64>(&entry[1]) - base_offset;
                    bytes.extend(number::<i64>(&entry[0]).to_be_bytes());
                    bytes.extend(i32::try_from(relative).unwrap().to_be_bytes());
                }
            } else {
                bytes.resize(number(&step["file_length"]), 0);
            }
            let result = TimeIndex::read(base_offset, &bytes);
            expect(id, step, result.map_or("error:corrupt", |_| "ok"));
        }
        op => panic!("{id}: {op}"),
    }
}

#[test]
fn epoch_cache() {
    run("epoch_cache", |id, setup, steps| {
        let mut cache = EpochCache::new();
        let end = setup.get("log_end_offset").map(number);
        let mut log = PartitionLog::new();
        for step in steps {
            let offset = || number::<i64>(&step["offset"]);
            match (text(&step["op"]), end) {
                ("assign", None) => {
                    cache.assign(number(&step["epoch"]), offset()).unwrap();
                }
                ("assign", Some(_)) => {
                    if log.epoch_cache().is_empty() {
                        log.truncate_fully_and_start_at(offset());
                    }
                    append_up_to(&mut log, offset());
                    log.assign_epoch_start_offset(number(&step["epoch"]))
                        .unwrap();
                }
                ("truncate_from_end", None) => cache.truncate_from_end(offset()),
                ("truncate_from_start", None) => cache.truncate_from_start(offset()),
                ("end_offset_for", None) => {
                    let end = cache
                        .end_offset_for(number(&step["epoch"]), number(&step["log_end_offset"]));
                    expect(id, step, pair(end.leader_epoch, end.end_offset));
                }
                ("log_truncate_to", Some(end)) => {
                    append_up_to(&mut log, end);
                    log.truncate_to(offset());
                }
                ("log_start_offset_moves_to", Some(end)) => {
                    append_up_to(&mut log, end);
                    log.update_high_watermark(end);
                    log.maybe_increment_log_start_offset(offset()).unwrap();
                }
                ("entries", end) => {
                    let cache = end.map_or(&cache, |_| log.epoch_cache());
                    let entries = cache.entries();
                    let entries: Vec<_> = entries
                        .map(|entry| pair(entry.epoch, entry.start_offset))
                        .collect();
                    expect(id, step, entries);
                }
                (op, _) => panic!("{id}: {op}"),
            }
        }
    });
}

/// Fills the log to `end` with records of its latest epoch.
fn append_up_to(log: &mut PartitionLog, end: Offset) {
    while log.log_end_offset() < end {
        let epoch = log.epoch_cache().latest_epoch().unwrap();
        let records = [NewRecord::default()];
        log.append_as_leader(LogContext::DEFAULT, &LeaderAppend::new(&records), epoch)
            .unwrap();
    }
}
