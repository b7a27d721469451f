//! One segment: reading, cutting, its indexes, and how it is recovered.

use super::support::{ALL, Batch, T, append, at, bases, batches, put, read};
use super::{expect, run};
use serde_json::{Value, json};
use tidemark_core::kafka::Offset;
use tidemark_core::log::{
    LogConfig, LogContext, OffsetMetadata, OpenInfo, PartitionLog, ReadLimit, RollBatch,
    RollReason, Segment,
};
use tidemark_tests::{list, number, text};

/// Messages of the old format are smaller than any batch: where a scenario has such, all of its sizes and
/// positions are doubled, and the answers halved.
struct Case {
    log: PartitionLog,
    config: LogConfig,
    scale: i64,
}

/// The position of a bound that is not known.
const UNKNOWN: OffsetMetadata = OffsetMetadata {
    message_offset: i64::MAX,
    segment_base_offset: -1,
    relative_position_in_segment: -1,
};

impl Case {
    fn new(setup: &Value) -> Self {
        let base = setup.get("base_offset").map_or(0, number);
        let rule = setup.get("batches_rule").map(text);
        let given = setup.get("batches").map_or(&[][..], |given| list(given));
        let is_small = |batch: &Value| batch.get("size").map_or(100, number::<i64>) < 68;
        let is_old = given.iter().any(is_small)
            || rule.is_some_and(|rule| rule.contains("39 bytes"))
            || base == 40 && given.is_empty();
        let scale = if is_old { 2 } else { 1 };
        let mut config = LogConfig::DEFAULT;
        if let Some(interval) = setup.get("index_interval") {
            // One less than twice as much is passed by the same number of batches.
            config.index_interval_bytes = 2 * number::<u32>(interval) + 1;
        }
        let mut case = Self {
            log: PartitionLog::created(at(&config, T), base),
            config,
            scale,
        };
        case.append(given);
        let made: Vec<_> = match rule {
            None => Vec::new(),
            Some(rule) if rule.contains("30 single-message batches") => timed(40..70),
            Some(rule) if rule.contains("10 single-message batches") => timed(40..50),
            Some(rule) => {
                assert!(rule.starts_with("20 batches, offsets 0..19"), "{rule}");
                (0..20)
                    .map(|offset| Batch::new(offset, offset).bytes())
                    .collect()
            }
        };
        append(&mut case.log, &case.config, &made);
        case
    }

    fn append(&mut self, given: &[Value]) {
        for batch in given {
            let mut batch = batch.clone();
            if let Some(size) = batch.get("size") {
                batch["size"] = Value::from(number::<i64>(size) * self.scale);
            }
            append(&mut self.log, &self.config, &[Batch::read(&batch)]);
        }
    }

    fn segment(&self) -> &Segment {
        self.log.active_segment()
    }

    /// The log as a broker opens it that was not stopped in order; `damage` may change its batches.
    fn recover(&mut self, damage: impl FnOnce(&mut Vec<u8>)) {
        let mut folder = self.log.folder();
        let name = self.segment().file_name();
        let mut bytes = folder
            .open(&name)
            .unwrap()
            .read_at(0, usize::MAX)
            .into_owned();
        damage(&mut bytes);
        put(&mut folder, &name, &bytes);
        folder.delete("leader-epoch-checkpoint").unwrap();
        let context = at(&self.config, T);
        self.log = PartitionLog::load(context, folder, OpenInfo::default()).log;
    }

    fn read(&self, step: &Value) -> Value {
        let offset = number(&step["offset"]);
        let max_size: i64 = number(&step["max_size"]);
        let limit = ReadLimit::Bytes {
            max_bytes: usize::try_from(max_size * self.scale).unwrap(),
            min_one_message: false,
        };
        let end = self.log.offset_metadata(self.log.log_end_offset());
        let max = if step.get("max_position").is_some() {
            UNKNOWN
        } else {
            end
        };
        // A segment alone has no end: what is beyond is nothing, too.
        match self.log.slice(offset, max, limit) {
            Ok(slice) if slice.start != end => json!({
                "position": slice.start.relative_position_in_segment / self.scale,
                "bytes": slice.size,
            }),
            _ => Value::from("none"),
        }
    }
}

/// Single records of 78 bytes, each with ten times its offset as its time.
fn timed(offsets: core::ops::Range<Offset>) -> Vec<Vec<u8>> {
    let batch = |offset| Batch {
        size: 78,
        timestamp: 10 * offset,
        ..Batch::new(offset, offset)
    };
    offsets.map(|offset| batch(offset).bytes()).collect()
}

#[test]
fn segment() {
    run("segment", |id, setup, steps| {
        let mut case = Case::new(setup);
        for step in steps {
            segment_step(id, setup, step, &mut case);
        }
    });
}

fn segment_step(id: &str, setup: &Value, step: &Value, case: &mut Case) {
    let offset = || number::<Offset>(&step["offset"]);
    match text(&step["op"]) {
        "read" => expect(id, step, case.read(step)),
        "read_first_offsets" => {
            let found = read(&case.log, offset()).unwrap().unwrap();
            let firsts: Vec<_> = batches(&found).iter().map(|batch| batch.0).collect();
            expect(id, step, firsts);
        }
        "next_offset" => expect(id, step, case.log.log_end_offset()),
        "time_index_entries" => expect(id, step, case.segment().time_index().unwrap().len()),
        "offset_index_first_entries" => {
            let index = case.segment().offset_index().unwrap();
            let entries: Vec<_> = index
                .entries()
                .take(2)
                .map(|entry| json!([entry.offset, i64::from(entry.position) / case.scale]))
                .collect();
            expect(id, step, entries);
        }
        "truncate_to" => {
            case.log.truncate_to(offset());
        }
        "largest_timestamp" => expect(id, step, case.segment().largest_timestamp()),
        "find_by_timestamp" => {
            let (timestamp, start) = (number(&step["timestamp"]), number(&step["starting_offset"]));
            let found = case
                .segment()
                .find_offset_by_timestamp(timestamp, start, |_| {});
            expect(
                id,
                step,
                found.map_or(Value::from("none"), |found| found.offset.into()),
            );
        }
        "append" => case.append(list(&step["batches"])),
        "append_allowed" => {
            let segment = Segment::new(number(&step["base_offset"]));
            let batch = RollBatch {
                size: 0,
                max_timestamp: -1,
                last_offset: number(&step["largest_offset"]),
            };
            let reason = segment.should_roll(LogContext::DEFAULT, batch);
            expect(id, step, reason != Some(RollReason::OffsetRange));
        }
        "batch_base_offsets" => {
            let stamps = case.log.stamps(0).map(|stamp| stamp.base_offset);
            expect(id, step, stamps.collect::<Vec<_>>());
        }
        "size" => expect(id, step, case.segment().size().cast_signed() / case.scale),
        "first_batch_timestamp" => {
            let first = case.segment().first_batch_timestamp();
            expect(id, step, first.unwrap_or(i64::MAX));
        }
        "recover" => match step.get("first_corrupt") {
            None => case.recover(|_| {}),
            Some(first) => {
                let first = number(first);
                let range = case.segment().batch_range(first);
                let whole = case.log.clone();
                case.recover(|bytes| bytes[range.start as usize + 20..].fill(0xa5));
                let kept = json!({"kept_offsets_below": case.log.log_end_offset()});
                expect(id, step, kept);
                case.log = whole;
            }
        },
        "append_from_file" => append_from_file(id, setup, step),
        "aborted_txns" => {
            let index = case.segment().transaction_index().unwrap();
            let found: Vec<_> = index
                .entries()
                .iter()
                .map(|aborted| {
                    json!({
                        "producer": aborted.producer_id,
                        "first_offset": aborted.first_offset,
                        "last_offset": aborted.last_offset,
                        "last_stable_offset": aborted.last_stable_offset,
                    })
                })
                .collect();
            expect(id, step, found);
        }
        "map_end_offset" => expect(id, step, case.log.log_end_offset()),
        "epoch_entries" => {
            let entries = case.log.epoch_cache().entries();
            let entries: Vec<_> = entries
                .map(|entry| json!([entry.epoch, entry.start_offset]))
                .collect();
            expect(id, step, entries);
        }
        op => panic!("{id}: {op}"),
    }
}

/// What doesn't fit the segment's range of offsets goes to another one.
fn append_from_file(id: &str, setup: &Value, step: &Value) {
    let source = list(&setup["source_batches"]);
    let base = number(&step["segment_base"]);
    let mut log = PartitionLog::created(LogContext::DEFAULT, base);
    let batches: Vec<_> = source[number(&step["start_batch"])..]
        .iter()
        .map(Batch::read)
        .collect();
    append(&mut log, &LogConfig::DEFAULT, &batches);
    assert_eq!(bases(&log)[0], base);
    let size = log.segments().next().unwrap().size();
    let expected = step["expect"].as_object().unwrap();
    let (what, count) = expected.iter().next().unwrap();
    let count = number(count);
    let counted = match what.as_str() {
        "bytes_appended_is_sum_of_first" => &batches[..count],
        "bytes_appended_is_sum_of_last" => &batches[batches.len() - count..],
        what => panic!("{id}: {what}"),
    };
    assert_eq!(
        size,
        counted.iter().map(|batch| batch.len() as u64).sum::<u64>(),
        "{id}"
    );
}

#[test]
fn index_rule() {
    run("index_rule", |id, setup, steps| {
        let config = LogConfig {
            index_interval_bytes: number(&setup["index_interval"]),
            ..LogConfig::DEFAULT
        };
        let mut log = PartitionLog::created(at(&config, T), number(&setup["base_offset"]));
        for (offset, size) in (0..).zip(list(&setup["batch_sizes"])) {
            let batch = Batch {
                size: number(size),
                ..Batch::new(offset, offset)
            };
            append(&mut log, &config, &[batch.bytes()]);
        }
        let [step] = steps else { panic!("{id}") };
        assert_eq!(step["op"], "offset_index_positions");
        let index = log.active_segment().offset_index().unwrap();
        let positions: Vec<_> = index.entries().map(|entry| entry.position).collect();
        expect(id, step, positions);
        assert!(log.read(0, 3, ALL).is_ok());
    });
}
