//! The seven logs of `golden_segments.json`, which Kafka's own storage classes wrote: the same script, run
//! through the engine, gives the same files, byte for byte.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tidemark_core::kafka::LeaderEpoch;
use tidemark_core::log::{
    Appended, LeaderAppend, LogConfig, LogContext, Marker, NewRecord, OpenInfo, PartitionLog,
};
use tidemark_core::record::{Attributes, BatchView};
use tidemark_tests::{list, number, text, vectors};

/// Runs the lines of a script.
struct Run {
    config: LogConfig,
    log: PartitionLog,
    leader_epoch: LeaderEpoch,
    /// Records so far: their values and keys depend on it.
    records: usize,
    trace: Vec<Value>,
}

impl Run {
    fn new(script: &[Value]) -> Self {
        let mut config = LogConfig::DEFAULT;
        for setting in text(&script[0]).split(' ').skip(1) {
            let (name, value) = setting.split_once('=').unwrap();
            let value: u32 = value.parse().unwrap();
            match name {
                "segment.bytes" => config.segment_bytes = value,
                "segment.ms" => config.segment_ms = value.into(),
                "segment.index.bytes" => config.segment_index_bytes = value,
                "index.interval.bytes" => config.index_interval_bytes = value,
                _ => panic!("{name}"),
            }
        }
        let context = LogContext {
            config: &config,
            now_ms: 0,
        };
        let mut run = Self {
            log: PartitionLog::created(context, 0),
            config,
            leader_epoch: 0,
            records: 0,
            trace: Vec::new(),
        };
        for line in &script[1..] {
            let words: Vec<&str> = text(line).split(' ').collect();
            run.line(&words);
        }
        run
    }

    fn context(&self) -> LogContext<'_> {
        LogContext {
            config: &self.config,
            now_ms: 0,
        }
    }

    fn line(&mut self, words: &[&str]) {
        match *words {
            ["epoch", epoch] => {
                self.leader_epoch = epoch.parse().unwrap();
                let epoch = self.leader_epoch;
                self.log.assign_epoch_start_offset(epoch).unwrap();
            }
            ["p", timestamp, key, length, count] => {
                self.produce([timestamp, key, length, count], None, Attributes::default());
            }
            ["pi", timestamp, key, length, count, id, epoch, sequence] => {
                let producer = Some([id, epoch, sequence]);
                let batch = [timestamp, key, length, count];
                self.produce(batch, producer, Attributes::default());
            }
            ["pt", timestamp, key, length, count, id, epoch, sequence] => {
                let producer = Some([id, epoch, sequence]);
                let batch = [timestamp, key, length, count];
                self.produce(batch, producer, Attributes::default().transactional());
            }
            [
                verb @ ("commit" | "abort"),
                timestamp,
                id,
                epoch,
                coordinator_epoch,
            ] => {
                let marker = Marker {
                    producer_id: id.parse().unwrap(),
                    producer_epoch: epoch.parse().unwrap(),
                    is_commit: verb == "commit",
                    coordinator_epoch: coordinator_epoch.parse().unwrap(),
                    timestamp: timestamp.parse().unwrap(),
                };
                let mut log = self.log.clone();
                let appended = log.append_marker(self.context(), &marker, self.leader_epoch);
                self.log = log;
                self.note(&appended.unwrap());
            }
            ["close"] => self.log.close(),
            _ => panic!("{words:?}"),
        }
    }

    fn produce(
        &mut self,
        [timestamp, key, length, count]: [&str; 4],
        producer: Option<[&str; 3]>,
        attributes: Attributes,
    ) {
        let timestamp: i64 = timestamp.parse().unwrap();
        let count: i64 = count.parse().unwrap();
        let made: Vec<_> = (0..count)
            .map(|index| self.record(timestamp + index, key, length))
            .collect();
        let records: Vec<_> = made
            .iter()
            .map(|(timestamp, key, value)| NewRecord {
                timestamp: *timestamp,
                key: key.as_deref(),
                value: value.as_deref(),
                headers: &[],
            })
            .collect();
        let mut append = LeaderAppend {
            attributes,
            ..LeaderAppend::new(&records)
        };
        if let Some([id, epoch, sequence]) = producer {
            append.producer_id = id.parse().unwrap();
            append.producer_epoch = epoch.parse().unwrap();
            append.base_sequence = sequence.parse().unwrap();
        }
        let mut log = self.log.clone();
        let appended = log.append_as_leader(self.context(), &append, self.leader_epoch);
        self.log = log;
        self.note(&appended.unwrap());
    }

    fn record(&mut self, timestamp: i64, key: &str, length: &str) -> Made {
        let number = self.records;
        self.records += 1;
        let key = match key {
            "-" => None,
            "*" => Some(format!("key-{:03}", number % 7).into_bytes()),
            key => Some(key.as_bytes().to_vec()),
        };
        let value = length.parse().ok().map(|length: usize| {
            let letter = |index| b'a' + ((number + index) % 26) as u8;
            (0..length).map(letter).collect()
        });
        (timestamp, key, value)
    }

    fn note(&mut self, appended: &Appended) {
        // Who wrote the vectors asked the indexes for their entries here, which made the files appear.
        self.log.flush();
        let segment = self.log.active_segment();
        let range = segment.batch_range(segment.batch_count() - 1);
        let mut max_timestamp = None;
        segment.for_each_batch(segment.batch_count() - 1, |batch| {
            max_timestamp = Some(batch.max_timestamp());
        });
        self.trace.push(json!({
            "first": appended.first_offset,
            "last": appended.last_offset,
            "size": range.end - range.start,
            "segment": segment.base_offset(),
            "position": range.start,
            "maxTimestamp": max_timestamp,
            "rolled": appended.rolled.is_some(),
            "indexEntries": segment.offset_index().unwrap().len(),
            "timeIndexEntries": segment.time_index().unwrap().len(),
        }));
    }

    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let folder = self.log.folder();
        let files = folder.list();
        files
            .map(|(name, file)| (name.to_owned(), file.read_at(0, usize::MAX).into_owned()))
            .collect()
    }
}

type Made = (i64, Option<Vec<u8>>, Option<Vec<u8>>);

fn golden(name: &str) -> Value {
    let vectors = vectors("golden_segments.json");
    let logs = list(&vectors["logs"]);
    assert_eq!(logs.len(), 7);
    logs.iter().find(|log| log["name"] == name).unwrap().clone()
}

fn files_of(log: &Value) -> BTreeMap<String, Vec<u8>> {
    let files = log["files"].as_object().unwrap();
    files
        .iter()
        .map(|(name, file)| {
            let bytes = STANDARD.decode(text(&file["base64"])).unwrap();
            assert_eq!(bytes.len(), number::<usize>(&file["size"]));
            (name.clone(), bytes)
        })
        .collect()
}

fn check(name: &str) {
    let log = golden(name);
    let run = Run::new(list(&log["script"]));
    assert_eq!(run.trace.len(), list(&log["trace"]).len());
    for (found, expected) in run.trace.iter().zip(list(&log["trace"])) {
        assert_eq!(found, expected, "{name}");
    }
    let (found, expected) = (run.files(), files_of(&log));
    let names: Vec<_> = found.keys().collect();
    assert_eq!(names, expected.keys().collect::<Vec<_>>(), "{name}");
    for (file, bytes) in &expected {
        assert_eq!(&found[file], bytes, "{name}/{file}");
    }
    reopen(&run, name != "G");
}

/// What the folder holds is the log: opened again, it is written as the same files.
fn reopen(run: &Run, is_closed: bool) {
    let info = OpenInfo {
        clean_shutdown: is_closed,
        recovery_point: 0,
        ..OpenInfo::default()
    };
    let mut loaded = PartitionLog::load(run.context(), run.log.folder(), info);
    assert_eq!(loaded.report.deleted, [""; 0]);
    assert_eq!(loaded.recovery.truncated_bytes, 0);
    assert_eq!(loaded.log.log_end_offset(), run.log.log_end_offset());
    // In the order of their ids: a snapshot doesn't say who became known first.
    let known = |log: &PartitionLog| {
        let mut known = log.producer_states().to_snapshot();
        known.sort();
        known
    };
    assert_eq!(known(&loaded.log), known(&run.log));
    let mut closed = run.log.clone();
    loaded.log.close();
    closed.close();
    assert_eq!(loaded.log.folder(), closed.folder());
}

#[test]
fn a_default_interval_one_segment() {
    check("A");
}

#[test]
fn b_rolls_by_size_times_out_of_order() {
    check("B");
}

#[test]
fn c_idempotent_and_transactional_producers() {
    check("C");
}

#[test]
fn d_rolls_by_time() {
    check("D");
}

/// Encoders differ in what they make of the same records: the producer's batches are those of the golden file,
/// as they were before the leader stamped them.
#[test]
fn e_the_leader_keeps_its_producers_compression() {
    let log = golden("E");
    let expected = files_of(&log);
    let mut run = Run::new(&list(&log["script"])[..2]);
    let mut rest = &expected["00000000000000000000.log"][..];
    for line in &list(&log["script"])[2..] {
        let words: Vec<&str> = text(line).split(' ').collect();
        let ["p", timestamp, key, length, count, ..] = words[..] else {
            run.line(&words);
            continue;
        };
        let made: Vec<Made> = (0..count.parse().unwrap())
            .map(|index| run.record(timestamp.parse::<i64>().unwrap() + index, key, length))
            .collect();
        let batch = BatchView::read(rest, 0).unwrap();
        rest = &rest[batch.size()..];
        let section = batch.section(1 << 20).unwrap();
        let found = batch.records_in(&section).unwrap().map(|record| {
            let record = record.unwrap();
            let owned = |bytes: Option<&[u8]>| bytes.map(<[u8]>::to_vec);
            (record.timestamp, owned(record.key), owned(record.value))
        });
        assert!(found.eq(made), "{line}");
        let mut produced = batch.bytes().to_vec();
        produced[..8].fill(0);
        produced[12..16].fill(0xff);
        let mut log = run.log.clone();
        let context = run.context();
        let appended = log.append_encoded_as_leader(context, &produced, run.leader_epoch);
        run.log = log;
        run.note(&appended.unwrap());
    }
    assert_eq!(run.trace, list(&log["trace"])[..]);
    assert_eq!(run.files(), expected);
}

#[test]
fn f_rolls_because_the_time_index_is_full() {
    check("F");
}

#[test]
fn g_preallocated_indexes_of_a_log_that_is_not_closed() {
    check("G");
}
