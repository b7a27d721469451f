//! Retention, DeleteRecords, and files that stay for a while.

use super::support::{Batch, T, append, at, bases};
use super::{expect, run};
use serde_json::{Value, json};
use tidemark_core::kafka::Offset;
use tidemark_core::log::{
    CleanupPolicy, FileName, FileStage, LeaderAppend, LogConfig, NewRecord, PartitionLog,
    log_retention_ms,
};
use tidemark_tests::{list, number, text};

#[test]
fn retention() {
    run("retention", |id, setup, steps| {
        let mut config = LogConfig::DEFAULT;
        configure(&mut config, setup);
        let mut log = log_of(&config, setup);
        if let Some(offset) = setup.get("log_start_offset") {
            log.delete_records(number(offset)).unwrap();
        }
        for step in steps {
            // Steps with settings of their own, or a high watermark, begin anew.
            let mut config = config.clone();
            let anew = ["retention_bytes", "high_watermark", "now"].map(|name| step.get(name));
            if anew.iter().any(Option::is_some) && text(&step["op"]) == "delete_old_segments" {
                configure(&mut config, step);
                log = log_of(&config, setup);
                if let Some(high_watermark) = step.get("high_watermark") {
                    log.update_high_watermark(number(high_watermark));
                }
            }
            retention_step(id, setup, step, &config, &mut log);
        }
    });
}

fn configure(config: &mut LogConfig, values: &Value) {
    if let Some(ms) = values.get("retention_ms") {
        config.retention_ms = number(ms);
    }
    if let Some(bytes) = values.get("retention_bytes") {
        config.retention_bytes = number(bytes);
    }
    if let Some(bytes) = values.get("segment_bytes") {
        config.segment_bytes = number(bytes);
    }
    if let Some(ms) = values.get("file_delete_delay_ms") {
        config.file_delete_delay_ms = number(ms);
    }
    if values
        .get("cleanup_policy")
        .is_some_and(|policy| policy == "compact")
    {
        config.cleanup_policy = CleanupPolicy::Compact;
    }
}

fn log_of(config: &LogConfig, setup: &Value) -> PartitionLog {
    let mut log = PartitionLog::created(at(config, 0), 0);
    let end = setup.get("log_end_offset").map(number);
    let segments = setup.get("segments").map_or(&[][..], |given| list(given));
    let base = |index: usize| segments.get(index).map(|segment| number(&segment["base"]));
    for (index, segment) in segments.iter().enumerate() {
        let next: Offset = base(index + 1).or(end).unwrap();
        let batch = Batch {
            size: number(&segment["size"]),
            timestamp: segment.get("largest_timestamp").map_or(T, number),
            ..Batch::new(number(&segment["base"]), next - 1)
        };
        if index > 0 {
            log.roll(at(config, T));
        }
        append(&mut log, config, &[batch.bytes()]);
    }
    if let (true, Some(end)) = (segments.is_empty(), end) {
        append(&mut log, config, &[Batch::new(0, end - 1).bytes()]);
    }
    for _ in 0..setup.get("appends").map_or(0, number) {
        append_one(&mut log, config);
    }
    log.update_high_watermark(setup.get("high_watermark").map_or(i64::MAX, number));
    let expected: Vec<Offset> = (0..segments.len()).filter_map(base).collect();
    if !expected.is_empty() {
        assert_eq!(bases(&log), expected);
    }
    log
}

fn append_one(log: &mut PartitionLog, config: &LogConfig) -> Offset {
    let records = [NewRecord {
        timestamp: T - 1,
        ..NewRecord::default()
    }];
    let appended = log.append_as_leader(at(config, T), &LeaderAppend::new(&records), 0);
    log.update_high_watermark(i64::MAX);
    appended.unwrap().first_offset
}

fn retention_step(
    id: &str,
    setup: &Value,
    step: &Value,
    config: &LogConfig,
    log: &mut PartitionLog,
) {
    let now = step.get("now").or(setup.get("now")).map_or(T, number);
    let context = at(config, now);
    match text(&step["op"]) {
        "delete_old_segments" => {
            let deleted = log.delete_old_segments(context);
            let found = json!({
                "deleted": deleted.iter().map(|gone| gone.base_offset).collect::<Vec<_>>(),
                "log_start_offset": log.log_start_offset(),
                "log_end_offset": log.log_end_offset(),
                "segments": bases(log).len(),
                "new_active_base": log.active_segment().base_offset(),
                "renamed_suffix": ".deleted",
            });
            let files = log.deleted_files();
            assert!(
                files
                    .iter()
                    .all(|file| file.name.stage == FileStage::Deleted),
                "{id}"
            );
            for (what, expected) in step["expect"].as_object().unwrap() {
                assert_eq!(&found[what], expected, "{id}: {what}");
            }
        }
        "delete_records" => {
            let result = log.delete_records(number(&step["offset"]));
            let found = match result {
                Err(_) => Value::from("error:offset_out_of_range"),
                Ok(_) if step["expect"] == "ok" => Value::from("ok"),
                Ok(log_start_offset) => {
                    log.delete_old_segments(context);
                    json!({"log_start_offset": log_start_offset, "segments": bases(log).len()})
                }
            };
            expect(id, step, found);
        }
        "append_offset" => expect(id, step, append_one(log, config)),
        "files_exist" => {
            log.remove_deleted_files(now);
            let folder = log.folder();
            let mut names = folder.list().filter_map(|(name, _)| FileName::parse(name));
            expect(id, step, names.any(|name| name.stage == FileStage::Deleted));
        }
        "retention_ms" => {
            let found = log_retention_ms(
                step["log_retention_ms"].as_i64(),
                step["log_retention_minutes"]
                    .as_i64()
                    .map(|minutes| minutes as i32),
                number(&step["log_retention_hours"]),
            );
            expect(id, step, found);
        }
        op => panic!("{id}: {op}"),
    }
}
