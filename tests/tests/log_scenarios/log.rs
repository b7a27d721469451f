//! A log of segments: when it rolls, what is read, found by time, and cut.

use super::support::{ALL, Batch, T, append, at, bases, batches, read, rolling};
use super::{expect, run};
use serde_json::{Value, json};
use tidemark_core::kafka::Offset;
use tidemark_core::log::{
    AppendError, CleanupPolicy, FetchData, LATEST_TIMESTAMP, LeaderAppend, LogConfig, LogContext,
    Marker, NewRecord, OffsetMetadata, PartitionLog, ReadLimit, RollBatch, Segment,
};
use tidemark_core::record::Attributes;
use tidemark_tests::{list, number, text};

const NONE: &str = "none";

fn config_of(setup: &Value) -> LogConfig {
    let mut config = LogConfig::DEFAULT;
    let field = |name: &str| setup.get(name);
    if let Some(bytes) = field("segment_bytes") {
        config.segment_bytes = number(bytes);
    }
    if let Some(ms) = field("segment_ms") {
        config.segment_ms = number(ms);
    }
    if let Some(bytes) = field("segment_index_bytes") {
        config.segment_index_bytes = number(bytes);
    }
    if let Some(bytes) = field("index_interval") {
        config.index_interval_bytes = number(bytes);
    }
    if let Some(ms) = field("max_compaction_lag_ms") {
        config.max_compaction_lag_ms = number(ms);
    }
    if field("cleanup_policy").is_some_and(|policy| policy == "compact") {
        config.cleanup_policy = CleanupPolicy::Compact;
    }
    config
}

#[test]
fn roll() {
    run("roll", |id, setup, steps| {
        let mut config = config_of(setup);
        let created = setup.get("created").map_or(0, number);
        let mut log = PartitionLog::created(at(&config, created), 0);
        if setup.get("jitter_drawn").is_some() {
            config.segment_jitter_ms = 1001;
            // Some segment draws this jitter.
            let base = (0..100_000).find(|base| config.segment_jitter(*base) == 1000);
            log = PartitionLog::created(at(&config, created), base.unwrap());
        }
        let end = log.log_end_offset();
        let first = |timestamp, size| Batch {
            timestamp,
            size,
            ..Batch::new(end, end)
        };
        if let Some(timestamp) = setup.get("first_batch_timestamp") {
            append(&mut log, &config, &[first(number(timestamp), 0).bytes()]);
        }
        if let Some(batches) = setup.get("batches") {
            let size = number(&setup["batch_size"]);
            grow(&mut log, &config, number(batches), size);
        }
        if let Some(offsets) = setup.get("follower_batches") {
            for offset in list(offsets).iter().map(number) {
                append(&mut log, &config, &[Batch::new(offset, offset).bytes()]);
            }
        }
        for step in steps {
            roll_step(id, setup, step, &config, &mut log);
        }
    });
}

/// Appends batches of a size, each ten milliseconds later than the last.
fn grow(log: &mut PartitionLog, config: &LogConfig, count: i64, size: usize) {
    for _ in 0..count {
        let offset = log.log_end_offset();
        let batch = Batch {
            timestamp: T + 10 * offset,
            size,
            ..Batch::new(offset, offset)
        };
        append(log, config, &[batch.bytes()]);
    }
}

fn roll_step(id: &str, setup: &Value, step: &Value, config: &LogConfig, log: &mut PartitionLog) {
    let field = |name: &str, default| step.get(name).map_or(default, number);
    let now = field("now", T);
    match text(&step["op"]) {
        "segments" => expect(id, step, bases(log).len()),
        "segment_base_offsets" => {
            if let Some(count) = step.get("batches") {
                grow(log, config, number(count), number(&setup["batch_size"]));
            }
            expect(id, step, bases(log));
        }
        "append" if step.get("batch_size").is_some() => {
            let mut log = PartitionLog::new();
            let result = leader_append_of_size(&mut log, config, number(&step["batch_size"]));
            let found = match result {
                Ok(()) => "ok",
                Err(AppendError::RecordBatchTooLarge { .. }) => "error:batch_larger_than_segment",
                Err(error) => panic!("{id}: {error}"),
            };
            expect(id, step, found);
        }
        "append" => {
            let records = [NewRecord {
                timestamp: field("timestamp", T),
                ..NewRecord::default()
            }];
            log.append_as_leader(at(config, now), &LeaderAppend::new(&records), 0)
                .unwrap();
            let count = bases(log).len();
            let plural = if count == 1 { "" } else { "s" };
            expect(id, step, format!("{count} segment{plural}"));
        }
        "should_roll" => {
            let mut log = log.clone();
            if let Some(size) = step.get("segment_size") {
                grow(&mut log, config, 1, number(size));
            }
            let batch = RollBatch {
                size: field("batch_size", 69).unsigned_abs(),
                max_timestamp: field("batch_timestamp", T),
                last_offset: field("last_offset", log.log_end_offset()),
            };
            let context = at(config, now + field("elapsed", 0));
            let reason = log.active_segment().should_roll(context, batch);
            expect(id, step, reason.is_some());
        }
        "effective_segment_ms" => expect(id, step, config.segment_ms_max()),
        "roll" => {
            assert_eq!(
                step["expect"],
                "segment 0 is deleted and recreated; still 1 segment"
            );
            log.roll(at(config, now));
            assert_eq!(bases(log), [0], "{id}");
        }
        "append_then_roll" => {
            grow(log, config, 1, 0);
            log.roll(at(config, now));
            expect(
                id,
                step,
                json!({"active_base": log.active_segment().base_offset()}),
            );
        }
        op => panic!("{id}: {op}"),
    }
}

fn leader_append_of_size(
    log: &mut PartitionLog,
    config: &LogConfig,
    size: usize,
) -> Result<(), AppendError> {
    // One byte of value makes 69.
    let value = vec![b'v'; size - 68];
    let records = [NewRecord {
        value: Some(&value),
        ..NewRecord::default()
    }];
    let result = log.append_as_leader(at(config, T), &LeaderAppend::new(&records), 0);
    result?;
    assert_eq!(log.size(), size as u64);
    Ok(())
}

#[test]
fn reading() {
    run("read", |id, setup, steps| {
        let mut log = read_log(id, setup);
        for step in steps {
            read_step(id, setup, step, &mut log);
        }
    });
}

fn read_log(id: &str, setup: &Value) -> PartitionLog {
    let config = rolling();
    let start = setup.get("log_start_offset").map_or(0, number);
    let mut log = PartitionLog::created(at(&config, T), start);
    if setup.get("appends").is_some() {
        return transactions();
    }
    if let Some(rule) = setup.get("offsets_rule") {
        assert_eq!(rule, "0..49 then 50,57,64,...,197");
        let offsets = (0..50).chain((50..198).step_by(7));
        let made: Vec<_> = offsets.map(|at| Batch::new(at, at).bytes()).collect();
        append(&mut log, &LogConfig::DEFAULT, &made);
        return log;
    }
    let size = setup.get("batch_size").map_or(0, number);
    let one = |first, last| Batch {
        size,
        ..Batch::new(first, last)
    };
    if let Some(given) = setup.get("batches") {
        for batch in list(given) {
            let made = one(number(&batch[0]), number(&batch[1])).bytes();
            append(&mut log, &LogConfig::DEFAULT, &[made]);
        }
        return log;
    }
    let Some(segments) = setup.get("segments") else {
        append(&mut log, &LogConfig::DEFAULT, &[one(0, 0).bytes()]);
        return log;
    };
    for segment in list(segments) {
        let made: Vec<Vec<u8>> = if let Some(offsets) = segment.get("offsets") {
            let offsets = list(offsets).iter().map(number);
            offsets.map(|at| one(at, at).bytes()).collect()
        } else if let Some(given) = segment.get("batches") {
            list(given).iter().map(batch_of).collect()
        } else {
            let base = segment.as_i64().unwrap();
            vec![one(base, base).bytes()]
        };
        // The first batch begins a segment, the others stay in it.
        append(&mut log, &config, &made[..1]);
        append(&mut log, &LogConfig::DEFAULT, &made[1..]);
    }
    assert_eq!(bases(&log).len(), list(segments).len(), "{id}");
    log
}

/// `[first, last]`, or `{base, last, records}`.
fn batch_of(value: &Value) -> Vec<u8> {
    match value.get("records") {
        Some(offsets) => {
            let offsets: Vec<_> = list(offsets).iter().map(number).collect();
            Batch::new(number(&value["base"]), number(&value["last"])).with_records(&offsets)
        }
        None => Batch::new(number(&value[0]), number(&value[1])).bytes(),
    }
}

fn metadata(value: &Value) -> OffsetMetadata {
    OffsetMetadata {
        message_offset: number(&value[0]),
        segment_base_offset: number(&value[1]),
        relative_position_in_segment: number(&value[2]),
    }
}

fn read_step(id: &str, setup: &Value, step: &Value, log: &mut PartitionLog) {
    let offset = || step.get("offset").map_or(0, number::<Offset>);
    match text(&step["op"]) {
        "read" if step.get("max").is_some() => {
            let limit = ReadLimit::Bytes {
                max_bytes: 1000,
                min_one_message: true,
            };
            let slice = log.slice(offset(), metadata(&step["max"]), limit).unwrap();
            let start = slice.start;
            let records = slice.size / 69;
            let found = if records > 0 {
                json!({
                    "records": records,
                    "segment": start.segment_base_offset,
                    "position": start.relative_position_in_segment,
                })
            } else {
                json!({"records": 0, "metadata": [
                    start.message_offset,
                    start.segment_base_offset,
                    start.relative_position_in_segment,
                ]})
            };
            expect(id, step, found);
        }
        "read" if step.get("max_length").is_some() => {
            let limit = ReadLimit::Bytes {
                max_bytes: number(&step["max_length"]),
                min_one_message: step["min_one"] == true,
            };
            let end = log.offset_metadata(log.log_end_offset());
            let slice = log.slice(0, end, limit).unwrap();
            assert_eq!(log.size(), number::<u64>(&setup["batch_size"]));
            let mut found = json!({"bytes": slice.size});
            if step["expect"].get("first_entry_incomplete").is_some() {
                found["first_entry_incomplete"] = slice.first_entry_incomplete.into();
            }
            expect(id, step, found);
        }
        "read" => {
            let max = step.get("high_watermark").map_or(i64::MAX, number);
            let found = match log.read(offset(), max.min(log.log_end_offset()), ALL) {
                Ok(Some(_)) => "non-empty",
                Ok(None) => "empty",
                Err(_) => "error:offset_out_of_range",
            };
            expect(id, step, found);
        }
        "read_first_offset" => {
            let found = batches(&read(log, offset()).unwrap().unwrap());
            expect(id, step, found[0].0);
        }
        "read_batches" => {
            let found = batches(&read(log, offset()).unwrap().unwrap());
            let found: Vec<_> = found
                .iter()
                .map(|(first, last)| json!([first, last]))
                .collect();
            expect(id, step, found);
        }
        "consumer_sees" => {
            let found = read(log, offset()).unwrap().unwrap();
            expect(id, step, seen(&found, offset()));
        }
        "last_stable_offset" => {
            log.update_high_watermark(number(&step["high_watermark"]));
            expect(id, step, log.last_stable_offset());
        }
        "append" => {
            let marker = text(&step["marker"]);
            let (what, at) = marker.split_once(" -> ").unwrap();
            let (verb, producer) = what.split_once(" P").unwrap();
            let marker = Marker {
                producer_id: producer.parse().unwrap(),
                producer_epoch: 0,
                is_commit: verb == "COMMIT",
                coordinator_epoch: 0,
                timestamp: T,
            };
            let appended = log.append_marker(LogContext::DEFAULT, &marker, 0).unwrap();
            assert_eq!(appended.first_offset, at.parse::<i64>().unwrap(), "{id}");
        }
        "segments_between" => {
            let between = log.segments_between(number(&step["from"]), number(&step["to"]));
            let found = between.map_or(Value::from("error:illegal_argument"), |segments| {
                segments
                    .map(Segment::base_offset)
                    .collect::<Vec<_>>()
                    .into()
            });
            expect(id, step, found);
        }
        op => panic!("{id}: {op}"),
    }
}

/// Offsets that a consumer delivers which asked for `offset`.
fn seen(found: &FetchData, offset: Offset) -> Vec<Offset> {
    let records = found.records().map(|record| record.unwrap().offset);
    records.filter(|at| *at >= offset).collect()
}

/// The transactions of rd-06, up to the first marker.
fn transactions() -> PartitionLog {
    let mut log = PartitionLog::new();
    let mut sequences = [0; 3];
    for (producer, count) in [(1, 5), (0, 3), (2, 2), (1, 4), (0, 2), (1, 10)] {
        let records = vec![NewRecord::default(); count];
        let mut batch = LeaderAppend::new(&records);
        if producer > 0 {
            batch.producer_id = i64::try_from(producer).unwrap();
            batch.producer_epoch = 0;
            batch.base_sequence = sequences[producer];
            batch.attributes = Attributes::default().transactional();
            sequences[producer] += i32::try_from(count).unwrap();
        }
        log.append_as_leader(LogContext::DEFAULT, &batch, 0)
            .unwrap();
    }
    assert_eq!(log.log_end_offset(), 26);
    log
}

#[test]
fn list_offsets() {
    run("list_offsets", |id, setup, steps| {
        let mut log = PartitionLog::created(LogContext::DEFAULT, 0);
        if let Some(given) = setup.get("batches") {
            for batch in list(given) {
                let offset = number(&batch["offset"]);
                let batch = Batch {
                    timestamp: number(&batch["timestamp"]),
                    epoch: number(&batch["epoch"]),
                    ..Batch::new(offset, offset)
                };
                append(&mut log, &LogConfig::DEFAULT, &[batch.bytes()]);
            }
        } else {
            for segment in list(&setup["segments"]) {
                let config = rolling();
                let records: Vec<_> = list(&segment["records"])
                    .iter()
                    .map(|record| NewRecord {
                        timestamp: number(&record[1]),
                        ..NewRecord::default()
                    })
                    .collect();
                log.append_as_leader(at(&config, T), &LeaderAppend::new(&records), 0)
                    .unwrap();
                assert_eq!(
                    log.active_segment().base_offset(),
                    number::<i64>(&segment["base"])
                );
            }
        }
        for step in steps {
            match text(&step["op"]) {
                "assign_epoch" => {
                    assert_eq!(log.log_end_offset(), number::<i64>(&step["offset"]));
                    log.assign_epoch_start_offset(number(&step["epoch"]))
                        .unwrap();
                }
                op => {
                    let timestamp = number(&step["timestamp"]);
                    let found = log.list_offset(timestamp, log.log_end_offset(), |_| {});
                    let found = found.map_or(Value::from(NONE), |found| match op {
                        "list" => json!([found.timestamp, found.offset, found.leader_epoch]),
                        "list_offset" => found.offset.into(),
                        op => panic!("{id}: {op}"),
                    });
                    expect(id, step, found);
                }
            }
        }
    });
}

#[test]
fn a_client_is_told_nothing_beyond_its_end() {
    let mut log = PartitionLog::new();
    append(
        &mut log,
        &LogConfig::DEFAULT,
        &[Batch::new(0, 0).bytes(), Batch::new(1, 1).bytes()],
    );
    let offset = |timestamp, end| {
        let found = log.list_offset(timestamp, end, |_| {});
        found.map(|found| found.offset)
    };
    assert_eq!(offset(T, 1), Some(0));
    assert_eq!(offset(T, 0), None);
    assert_eq!(offset(-3, 0), None);
    assert_eq!(offset(LATEST_TIMESTAMP, 1), Some(1));
}

#[test]
fn truncate() {
    run("truncate", |id, setup, steps| {
        let mut config = config_of(setup);
        config.segment_ms = rolling().segment_ms;
        let mut log = PartitionLog::created(at(&config, T), 0);
        let end = setup.get("log_end_offset").map_or(3, number::<Offset>);
        if let Some(given) = setup.get("batches") {
            for batch in list(given).iter().map(batch_of) {
                append(&mut log, &LogConfig::DEFAULT, &[batch]);
            }
        } else {
            let starts: Vec<Offset> = setup
                .get("segments")
                .map_or(vec![0], |given| list(given).iter().map(number).collect());
            for offset in 0..end {
                let config = match starts.contains(&offset) {
                    true => &config,
                    false => &LogConfig {
                        segment_ms: i64::MAX,
                        ..config.clone()
                    },
                };
                append(&mut log, config, &[Batch::new(offset, offset).bytes()]);
            }
            assert_eq!(bases(&log), starts, "{id}");
        }
        assert!(end == 3 || log.log_end_offset() == end);
        for step in steps {
            let offset = number(&step["offset"]);
            match text(&step["op"]) {
                "truncate_to" => {
                    log.truncate_to(offset);
                }
                "truncate_fully_and_start_at" => log.truncate_fully_and_start_at(offset),
                op => panic!("{id}: {op}"),
            }
            let end = log.log_end_offset();
            let found = match &step["expect"] {
                Value::Number(_) => end.into(),
                expected if expected.get("segments").is_some() => {
                    json!({"segments": bases(&log), "log_end_offset": end})
                }
                expected if expected.get("batches").is_some() => {
                    let found = batches(&read(&log, 0).unwrap().unwrap());
                    json!({"batches": found, "log_end_offset": end})
                }
                _ => {
                    let segment = log.active_segment();
                    json!({
                        "index_file_length": segment.offset_index().unwrap().file_length(),
                        "timeindex_file_length": segment.time_index().unwrap().file_length(),
                    })
                }
            };
            expect(id, step, found);
        }
    });
}
