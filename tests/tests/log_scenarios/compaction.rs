//! Compaction: which log, which segments together, which records stay; and crashes in between.

use super::support::{T, append, at, rolling};
use super::{expect, run};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tidemark_core::kafka::Offset;
use tidemark_core::log::checkpoint::{OffsetCheckpointEntry, write_offsets};
use tidemark_core::log::cleaner::plan::{
    Dirtiness, cleanable_offsets, dirtiness, filthiest, first_dirty, is_overdue,
};
use tidemark_core::log::cleaner::{
    CleanRequest, Cleaned, GroupLimits, OffsetMap, SegmentSizes, group_segments,
};
use tidemark_core::log::{LogConfig, Marker, OpenInfo, PartitionLog};
use tidemark_core::record::{
    Attributes, BatchHeader, ControlRecord, EndTransactionMarker, Record, encode,
};
use tidemark_tests::{hex, list, number, text, vectors};

/// A log with what its builder has to remember: the next sequence of each producer.
struct Case {
    log: PartitionLog,
    config: LogConfig,
    sequences: BTreeMap<i64, i32>,
    /// Batches with a delete horizon after each cleaning.
    horizons: Vec<Vec<Offset>>,
}

/// A batch of these records, all at time T.
struct Made<'a> {
    header: BatchHeader,
    records: Vec<(Offset, Option<&'a str>, Option<&'a str>)>,
}

impl Made<'_> {
    fn bytes(&self) -> Vec<u8> {
        let records = self.records.iter().map(|(offset, key, value)| Record {
            offset_delta: i32::try_from(offset - self.header.base_offset).unwrap(),
            key: key.map(str::as_bytes),
            value: value.map(str::as_bytes),
            ..Record::default()
        });
        encode(&self.header, records).unwrap()
    }
}

fn header(first: Offset, last: Offset) -> BatchHeader {
    BatchHeader {
        base_offset: first,
        partition_leader_epoch: 0,
        last_offset_delta: i32::try_from(last - first).unwrap(),
        base_timestamp: T,
        max_timestamp: T,
        ..BatchHeader::default()
    }
}

impl Case {
    fn new(setup: &Value) -> Self {
        let mut case = Self {
            log: PartitionLog::created(at(&LogConfig::DEFAULT, T), 0),
            config: LogConfig::DEFAULT,
            sequences: BTreeMap::new(),
            horizons: Vec::new(),
        };
        if let Some(ms) = setup.get("delete_retention_ms") {
            case.config.delete_retention_ms = number(ms);
        }
        for name in ["records", "batches"] {
            if let Some(given) = setup.get(name) {
                case.append(list(given));
            }
        }
        if let Some(active) = setup.get("active_base") {
            assert_eq!(case.log.log_end_offset(), number::<i64>(active));
            case.roll();
        }
        case
    }

    fn roll(&mut self) {
        self.log.roll(at(&LogConfig::DEFAULT, T));
    }

    fn append(&mut self, given: &[Value]) {
        for batch in given {
            let bytes = match batch {
                Value::String(words) => self.transactional(words),
                batch => self.plain(batch),
            };
            let end = self.log.log_end_offset();
            append(&mut self.log, &LogConfig::DEFAULT, &[bytes]);
            assert!(self.log.log_end_offset() > end);
        }
    }

    /// `{offset, key, value, producer, sequence}`
    fn plain(&self, batch: &Value) -> Vec<u8> {
        let offset = number(&batch["offset"]);
        let mut header = header(offset, offset);
        if let Some(producer) = batch.get("producer") {
            header.producer_id = number(producer);
            header.producer_epoch = 0;
            header.base_sequence = number(&batch["sequence"]);
        }
        let records = vec![(offset, batch["key"].as_str(), batch["value"].as_str())];
        Made { header, records }.bytes()
    }

    /// `txn P1 seq 0 keys 2,3 -> 1..2`, `COMMIT P1 -> 3`, `plain key 1 -> 4`
    fn transactional(&mut self, words: &str) -> Vec<u8> {
        let (what, offsets) = words.split_once(" -> ").unwrap();
        let (first, last) = offsets.split_once("..").unwrap_or((offsets, offsets));
        let mut header = header(first.parse().unwrap(), last.parse().unwrap());
        let words: Vec<&str> = what.split(' ').collect();
        let producer = || words[1].strip_prefix('P').unwrap().parse().unwrap();
        let transactional = Attributes::default().transactional();
        if let verb @ ("COMMIT" | "ABORT") = words[0] {
            header.producer_id = producer();
            header.producer_epoch = 0;
            header.attributes = transactional.control();
            let control = if verb == "COMMIT" {
                ControlRecord::Commit
            } else {
                ControlRecord::Abort
            };
            let key = control.to_key();
            let value = EndTransactionMarker {
                coordinator_epoch: 0,
            };
            let value = value.to_value();
            let record = Record {
                key: Some(&key),
                value: Some(&value),
                ..Record::default()
            };
            return encode(&header, core::iter::once(record)).unwrap();
        }
        let keys: Vec<&str> = words.last().unwrap().split(',').collect();
        if words[0] == "txn" {
            let producer = producer();
            header.producer_id = producer;
            header.producer_epoch = 0;
            header.attributes = transactional;
            let next = self.sequences.entry(producer).or_default();
            if words[2] == "seq" {
                *next = words[3].parse().unwrap();
            }
            header.base_sequence = *next;
            *next += i32::try_from(keys.len()).unwrap();
        } else {
            assert_eq!(words[0], "plain");
        }
        let offsets = header.base_offset..;
        let records = offsets
            .zip(keys)
            .map(|(offset, key)| (offset, Some(key), Some("v")));
        let records = records.collect();
        Made { header, records }.bytes()
    }

    fn clean(&mut self, setup: &Value, step: &Value) -> Cleaned {
        let now = match step.get("now") {
            Some(Value::String(now)) => {
                assert_eq!(now, "L");
                i64::MAX - 86_400_000 - 1
            }
            now => now.map_or(T, number),
        };
        let map = OffsetMap::new(
            setup.get("map_capacity").map_or(1000, number),
            if setup.get("load_factor").is_some() {
                750_000
            } else {
                900_000
            },
        );
        let request = CleanRequest {
            first_dirty_offset: number(&step["first_dirty"]),
            first_uncleanable_offset: self.log.active_segment().base_offset(),
        };
        let context = at(&self.config, now);
        let cleaned = self.log.clean(context, request, map).unwrap();
        survives_crashes(&self.log, &self.config, &cleaned);
        self.log.replace_segments(context, &cleaned);
        cleaned
    }

    /// All batches below the active segment: last offset, offsets of records, whether a horizon is set.
    fn batches(&self) -> Vec<(Offset, Vec<Offset>, bool)> {
        batches(&self.log)
    }
}

fn batches(log: &PartitionLog) -> Vec<(Offset, Vec<Offset>, bool)> {
    let mut found = Vec::new();
    log.for_each_batch(Offset::MIN, |batch| {
        let records = batch
            .records()
            .unwrap()
            .map(|record| record.unwrap().offset);
        let has_horizon = batch.delete_horizon_ms().is_some();
        found.push((batch.last_offset(), records.collect(), has_horizon));
    });
    found
}

/// After each step of the swap a crash leaves either what was there, or what is to be there.
fn survives_crashes(log: &PartitionLog, config: &LogConfig, cleaned: &Cleaned) {
    let mut replaced = log.clone();
    replaced.replace_segments(at(config, T), cleaned);
    let outcomes = [batches(log), batches(&replaced)];
    let info = OpenInfo {
        recovery_point: log.log_end_offset(),
        ..OpenInfo::default()
    };
    let mut folder = log.folder();
    let mut is_new = false;
    for step in [None]
        .into_iter()
        .chain(cleaned.file_steps(log).iter().map(Some))
    {
        if let Some(step) = step {
            step.apply(&mut folder);
        }
        let loaded = PartitionLog::load(at(config, T), folder.clone(), info);
        assert_eq!(loaded.log.log_end_offset(), log.log_end_offset());
        let found = batches(&loaded.log);
        assert!(outcomes.contains(&found), "{step:?}: {found:?}");
        // Once it is there, it stays.
        let was_new = is_new;
        is_new = found == outcomes[1];
        assert!(is_new || !was_new);
    }
    if !cleaned.groups.is_empty() {
        assert!(is_new);
        let names = |folder: &tidemark_core::disk::Directory| {
            let names = folder.list().map(|(name, _)| name.to_owned());
            names.collect::<Vec<_>>()
        };
        assert_eq!(names(&folder), names(&replaced.folder()));
    }
}

#[test]
fn compaction() {
    run("compaction", |id, setup, steps| match id {
        "cl-10" => last_empty_batch(id, &steps[0]),
        "cl-11" => gap(id, setup, &steps[0]),
        "cl-15" => one_batch(setup, &steps[0]),
        _ => {
            let mut case = Case::new(setup);
            for step in steps {
                compaction_step(id, setup, step, &mut case);
            }
            if id == "cl-06" {
                // The vector has the horizon after the second pass. Kafka's rule is that a marker gets it
                // in a pass that sees no batch of its transaction any more: the second one removes them.
                assert_eq!(case.horizons, [vec![], vec![], vec![3], vec![]]);
            }
        }
    });
}

fn compaction_step(id: &str, setup: &Value, step: &Value, case: &mut Case) {
    match text(&step["op"]) {
        "clean" => {
            let cleaned = case.clean(setup, step);
            let batches = case.batches();
            let records = batches.iter().flat_map(|batch| batch.1.clone());
            let records: Vec<_> = records.collect();
            let lasts: Vec<_> = batches.iter().map(|batch| batch.0).collect();
            let horizons = batches.iter().filter(|batch| batch.2);
            let horizons: Vec<_> = horizons.map(|batch| batch.0).collect();
            case.horizons.push(horizons.clone());
            let found = json!({
                "retained": records,
                "record_offsets": records,
                "batch_last_offsets": lasts,
                "horizon_set_on": horizons,
                "next_dirty_offset": cleaned.next_dirty_offset,
                "messages_read": cleaned.stats.messages_read,
                "messages_written": cleaned.stats.messages_written,
                "invalid_messages": cleaned.stats.invalid_messages,
            });
            for (what, expected) in step
                .get("expect")
                .into_iter()
                .flat_map(|own| own.as_object().unwrap())
            {
                // One pass too early: see below.
                if (id, what.as_str()) != ("cl-06", "horizon_set_on") {
                    assert_eq!(&found[what], expected, "{id}: {what} after {step}");
                }
            }
        }
        "append" => {
            case.append(list(&step["batches"]));
            if step["then_roll"] == true {
                case.roll();
            }
        }
        "build_offset_map" => {
            let capacity = number(&setup["map_capacity"]);
            let mut map = OffsetMap::new(capacity, 750_000);
            let request = CleanRequest {
                first_dirty_offset: number(&step["start"]),
                first_uncleanable_offset: case.log.log_end_offset(),
            };
            let mapped = case.log.build_offset_map(request, &mut map).unwrap();
            let keys = (0..5).map(|key| key.to_string());
            let known = keys.filter(|key| map.get(key.as_bytes()) >= 0);
            let known: BTreeMap<_, _> = known
                .map(|key| (key.clone(), map.get(key.as_bytes())))
                .collect();
            let found = json!({
                "size": map.len(),
                "map": known,
                "latest_offset": map.latest_offset(),
                "messages_read": mapped.messages_read,
                "full": mapped.is_full,
            });
            expect(id, step, found);
        }
        "read_first_offset" => {
            let read = super::support::read(&case.log, number(&step["offset"]));
            let read = read.unwrap().unwrap();
            expect(id, step, super::support::batches(&read)[0].0);
        }
        op => panic!("{id}: {op}"),
    }
}

fn keyed(offset: Offset, key: &str) -> Value {
    json!({"offset": offset, "key": key, "value": "v"})
}

/// Every key of the cleaned segment has a later offset elsewhere.
fn last_empty_batch(id: &str, step: &Value) {
    let mut case = Case::new(&json!({}));
    case.append(&[keyed(0, "a"), keyed(1, "b")]);
    case.roll();
    let mut map = OffsetMap::new(10, 900_000);
    map.put(b"a", 10);
    map.put(b"b", 11);
    map.update_latest_offset(1);
    let context = at(&case.config, T);
    let cleaned = case.log.clean_with_map(context, 2, &map).unwrap();
    case.log.replace_segments(context, &cleaned);
    let [(last_offset, records, _)] = &case.batches()[..] else {
        panic!("{id}: one batch");
    };
    assert_eq!(*last_offset, 1);
    let found = json!({
        "batches": 1,
        "batch_is": "the last batch of the round",
        "records": records.len(),
    });
    expect(id, step, found);
}

/// Between the segments an offset is missing.
fn gap(id: &str, setup: &Value, step: &Value) {
    let mut case = Case::new(&json!({}));
    let segments = list(&setup["segments"]);
    for offset in list(&segments[0]["offsets"]) {
        case.append(&[keyed(number(offset), &offset.to_string())]);
    }
    let offset = number(&segments[1]["base"]);
    let bytes = case.plain(&keyed(offset, "last"));
    append(&mut case.log, &rolling(), &[bytes]);
    assert_eq!(case.log.active_segment().base_offset(), offset);
    let cleaned = case.clean(setup, step);
    expect(
        id,
        step,
        json!({"next_dirty_offset": cleaned.next_dirty_offset}),
    );
}

/// What remains of one batch is a vector.
fn one_batch(setup: &Value, step: &Value) {
    let config = LogConfig {
        delete_retention_ms: number(&setup["delete_retention_ms"]),
        ..LogConfig::DEFAULT
    };
    let base = number(&setup["batch"]["base"]);
    let given = list(&setup["batch"]["records"]);
    let header = BatchHeader {
        partition_leader_epoch: 2,
        max_timestamp: T + 30,
        producer_id: 9,
        producer_epoch: 0,
        base_sequence: 100,
        ..header(base, base + 3)
    };
    let records = given.iter().zip(0_i32..).map(|(record, delta)| Record {
        offset_delta: delta,
        timestamp_delta: i64::from(10 * delta),
        key: record["key"].as_str().map(str::as_bytes),
        value: record["value"].as_str().map(str::as_bytes),
        ..Record::default()
    });
    let batch = encode(&header, records).unwrap();
    let mut log = PartitionLog::created(at(&config, T), base);
    append(&mut log, &config, &[batch]);
    log.roll(at(&config, T));
    let mut map = OffsetMap::new(10, 900_000);
    for (key, offset) in setup["map"].as_object().unwrap() {
        map.put(key.as_bytes(), number(offset));
    }
    map.update_latest_offset(base + 3);
    let context = at(&config, number(&setup["now"]));
    let cleaned = log.clean_with_map(context, base + 4, &map).unwrap();
    assert_eq!(
        step["expect"]["vector"],
        "v2_delete_horizon (with offsets 11 and 12 kept)"
    );
    let vectors = vectors("record_batches.json");
    let vector = list(&vectors["vectors"])
        .iter()
        .find(|own| own["name"] == "v2_delete_horizon");
    let file = cleaned.groups[0].segment.file();
    assert_eq!(
        *file.read_at(0, usize::MAX),
        hex(text(&vector.unwrap()["hex"]))
    );
}

#[test]
fn grouping() {
    run("grouping", |id, setup, steps| {
        let segments: Vec<_> = list(&setup["segments"])
            .iter()
            .map(|segment| SegmentSizes {
                base_offset: number(&segment["base"]),
                log_bytes: number(&segment["size"]),
                offset_index_bytes: number(&segment["index"]),
                time_index_bytes: number(&segment["timeindex"]),
            })
            .collect();
        for step in steps {
            let first_uncleanable = step.get("first_uncleanable");
            let limits = GroupLimits {
                log_bytes_max: number(&step["max_size"]),
                index_bytes_max: number(&step["max_index"]),
                first_uncleanable_offset: first_uncleanable
                    .or(setup.get("first_uncleanable"))
                    .map_or(i64::MAX, number),
            };
            let groups = group_segments(&segments, limits);
            let bases = |group: &core::ops::Range<usize>| {
                let segments = segments[group.clone()].iter();
                segments
                    .map(|segment| segment.base_offset)
                    .collect::<Vec<_>>()
            };
            let found = match text(&step["op"]) {
                "groups" => json!(groups.iter().map(bases).collect::<Vec<_>>()),
                "groups_all_single" => json!(groups.iter().all(|group| group.len() == 1)),
                op => panic!("{id}: {op}"),
            };
            expect(id, step, found);
        }
    });
}

#[test]
fn cleaner_manager() {
    run("cleaner_manager", |id, setup, steps| {
        if id == "cm-06" {
            return undecided(id, setup, steps);
        }
        for step in steps {
            manager_step(id, setup, step);
        }
    });
}

/// A log of segments, each of one batch of its size and largest timestamp.
fn segments_of(setup: &Value) -> PartitionLog {
    let config = LogConfig::DEFAULT;
    let mut log = PartitionLog::created(at(&config, T), 0);
    let active = setup
        .get("active")
        .or(setup.get("active_base"))
        .map_or(0, number);
    let given = setup.get("segments").map_or(&[][..], |given| list(given));
    let base = |number_of: usize| {
        given
            .get(number_of)
            .map(|own| number::<Offset>(&own["base"]))
    };
    for (index, segment) in given.iter().enumerate() {
        let first = base(index).unwrap();
        let batch = super::support::Batch {
            size: segment.get("size").map_or(0, number),
            timestamp: segment.get("largest_timestamp").map_or(T, number),
            ..super::support::Batch::new(first, base(index + 1).map_or(first, |next| next - 1))
        };
        if index > 0 {
            log.roll(at(&config, T));
        }
        append(&mut log, &config, &[batch.bytes()]);
    }
    if given.is_empty() {
        let batch = super::support::Batch::new(0, active - 1);
        append(&mut log, &config, &[batch.bytes()]);
        log.roll(at(&config, T));
        let batch = super::support::Batch::new(active, active + 19);
        append(&mut log, &config, &[batch.bytes()]);
    }
    assert_eq!(log.active_segment().base_offset(), active);
    let stable = setup.get("last_stable_offset").map_or(i64::MAX, number);
    log.update_high_watermark(stable);
    log
}

fn manager_step(id: &str, setup: &Value, step: &Value) {
    let mut config = LogConfig::DEFAULT;
    let field = |name: &str| step.get(name).or(setup.get(name));
    if let Some(ms) = field("min_compaction_lag_ms") {
        config.min_compaction_lag_ms = number(ms);
    }
    if let Some(ms) = field("max_compaction_lag_ms") {
        config.max_compaction_lag_ms = number(ms);
    }
    let context = at(&config, field("now").map_or(T, number));
    let sizes = || {
        let (first_dirty, end) = (
            number(&setup["first_dirty"]),
            number(&setup["first_uncleanable"]),
        );
        dirtiness(&segments_of(setup), context, first_dirty, end)
    };
    match text(&step["op"]) {
        "cleanable" => {
            let own = sizes();
            let found = json!({
                "clean_bytes": own.clean_bytes,
                "cleanable_bytes": own.cleanable_bytes,
                "total_bytes": own.total_bytes(),
                "ratio": own.cleanable_bytes as f64 / own.total_bytes() as f64,
            });
            expect(id, step, found);
        }
        "eligible" => {
            let ratio = step["min_cleanable_ratio"].as_f64().unwrap();
            expect(id, step, sizes().is_eligible((ratio * 1e6) as u32));
        }
        "cleanable_offsets" => {
            let checkpoint = Some(number(&setup["checkpoint"]));
            let found = cleanable_offsets(&segments_of(setup), context, checkpoint);
            expect(
                id,
                step,
                json!([found.first_dirty.offset, found.first_uncleanable_offset]),
            );
        }
        "first_dirty" => {
            let found = first_dirty(
                Some(number(&step["checkpoint"])),
                number(&step["log_start_offset"]),
                number(&setup["log_end_offset"]),
            );
            expect(id, step, json!([found.offset, found.resets_checkpoint]));
        }
        "filthiest" => {
            let in_progress = step.get("in_progress").map_or(&[][..], |own| list(own));
            let logs = list(&setup["logs"]).iter();
            let logs = logs.filter(|log| !in_progress.contains(&log["name"]));
            let logs = logs.map(|log| {
                let cleanable_bytes = (log["ratio"].as_f64().unwrap() * 10.0).round() as u64;
                let own = Dirtiness {
                    clean_bytes: 10 - cleanable_bytes,
                    cleanable_bytes,
                    is_overdue: false,
                };
                (text(&log["name"]), own)
            });
            let eligible = logs.filter(|(_, own)| own.is_eligible(500_000));
            expect(id, step, filthiest(eligible).unwrap_or("none"));
        }
        "must_clean" => {
            let first = list(&setup["dirty_segments_first_batch_timestamps"]);
            expect(id, step, is_overdue(first.iter().map(number), context));
        }
        "checkpoint_file" => {
            let entry = OffsetCheckpointEntry {
                topic: text(&setup["topic"]),
                partition: number(&setup["partition"]),
                offset: number(&setup["next_dirty_offset"]),
            };
            expect(id, step, write_offsets(&[entry]));
        }
        op => panic!("{id}: {op}"),
    }
}

/// A transaction that is open is not cleaned; decided, it is as soon as its segments are old enough.
fn undecided(id: &str, setup: &Value, steps: &[Value]) {
    assert_eq!(setup["segments"], json!(["txn P15 -> 0..2"]));
    let lag_ms: i64 = number(&setup["min_compaction_lag_ms"]);
    let config = LogConfig {
        min_compaction_lag_ms: lag_ms,
        ..LogConfig::DEFAULT
    };
    let mut case = Case::new(&json!({}));
    case.append(&[json!("txn P15 keys a,b,c -> 0..2")]);
    case.roll();
    case.log.update_high_watermark(3);
    let offsets = |log: &PartitionLog, now| {
        let found = cleanable_offsets(log, at(&config, now), Some(0));
        json!([found.first_dirty.offset, found.first_uncleanable_offset])
    };
    // The records are old enough, the marker is not.
    let now = T + lag_ms + 1;
    expect(id, &steps[0], offsets(&case.log, now));
    let marker = Marker {
        producer_id: 15,
        producer_epoch: 0,
        is_commit: false,
        coordinator_epoch: 0,
        timestamp: now,
    };
    case.log
        .append_marker(at(&config, now), &marker, 0)
        .unwrap();
    case.roll();
    case.log.update_high_watermark(4);
    expect(id, &steps[1], offsets(&case.log, now));
    expect(id, &steps[2], offsets(&case.log, now + lag_ms + 1));
}
