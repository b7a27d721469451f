//! Opening a folder after a stop or a crash.

use super::run;
use super::support::{Batch, T, append, at, bases, put, rolling};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use tidemark_core::disk::Directory;
use tidemark_core::kafka::Offset;
use tidemark_core::log::{
    FileKind, FileName, LogConfig, LogContext, OpenInfo, PartitionLog, Segment,
};
use tidemark_tests::{list, number, text};

/// `0.log` stands for `00000000000000000000.log`.
fn full(name: &str) -> String {
    let (offset, rest) = name.split_once('.').unwrap();
    format!("{:020}.{rest}", offset.parse::<u64>().unwrap())
}

/// The bytes of batches of one record with these offsets.
fn batches(offsets: core::ops::Range<Offset>) -> Vec<u8> {
    offsets
        .flat_map(|offset| Batch::new(offset, offset).bytes())
        .collect()
}

/// A folder with files of these names. A segment ends where the next one begins, the last one at 15.
fn folder_of(names: &[Value], swap_end: Offset) -> Directory {
    let mut folder = Directory::new();
    let mut starts: Vec<Offset> = names
        .iter()
        .map(|name| FileName::parse(&full(text(name))).unwrap().offset)
        .collect();
    starts.sort_unstable();
    for name in names.iter().map(|name| full(text(name))) {
        let parsed = FileName::parse(&name).unwrap();
        let end = if name.ends_with(".log.swap") {
            swap_end
        } else {
            let next = starts.iter().find(|start| **start > parsed.offset);
            next.copied().unwrap_or(15)
        };
        let bytes = match parsed.kind {
            FileKind::Log => batches(parsed.offset..end),
            _ => Vec::new(),
        };
        put(&mut folder, &name, &bytes);
    }
    folder
}

/// A log of segments at these offsets, one batch each record, up to `end`.
fn log_of(starts: &[Offset], end: Offset) -> PartitionLog {
    let mut log = PartitionLog::created(LogContext::DEFAULT, 0);
    for offset in 0..end {
        let config = if starts.contains(&offset) {
            rolling()
        } else {
            LogConfig::DEFAULT
        };
        append(&mut log, &config, &[Batch::new(offset, offset).bytes()]);
    }
    assert_eq!(bases(&log), starts);
    log
}

#[test]
fn recovery() {
    run("recovery", |id, setup, steps| {
        for step in steps {
            assert_eq!(step["op"], "load");
            load(id, setup, step);
        }
    });
}

fn load(id: &str, setup: &Value, step: &Value) {
    let field = |name: &str| setup.get(name).or(step.get(name));
    let end = field("log_end_offset").map_or(40, number);
    let mut folder = if let Some(names) = field("files") {
        folder_of(list(names), field("swap_next_offset").map_or(10, number))
    } else {
        let starts: Vec<Offset> =
            field("segments").map_or(vec![0], |given| list(given).iter().map(number).collect());
        log_of(&starts, end).folder()
    };
    let mut info = OpenInfo {
        clean_shutdown: field("clean_shutdown").is_some_and(|clean| clean == true),
        high_watermark: end,
        recovery_point: field("recovery_point").map_or(0, number),
        log_start_offset: field("log_start_offset_checkpoint").map_or(0, number),
    };
    if field("clean_shutdown").is_none() {
        // What a crash of the cleaner leaves is put in order in any case.
        info.recovery_point = end;
    }
    let damaged = |folder: &mut Directory, base: Offset, damage: &dyn Fn(&mut Vec<u8>)| {
        let name = FileName::live(base, FileKind::Log).to_string();
        let mut bytes = folder
            .open(&name)
            .unwrap()
            .read_at(0, usize::MAX)
            .into_owned();
        damage(&mut bytes);
        put(folder, &name, &bytes);
    };
    if field("last_segment_tail").is_some() {
        damaged(&mut folder, 0, &|bytes| bytes.extend([0xe7; 100]));
    }
    if let Some(base) = field("corrupt_segment") {
        damaged(&mut folder, number(base), &|bytes| bytes[170] ^= 1);
    }
    let loaded = PartitionLog::load(at(&LogConfig::DEFAULT, T), folder, info);
    let log = &loaded.log;
    if step["expect"] == "tail truncated, log end offset unchanged" {
        assert_eq!(
            (loaded.recovery.truncated_bytes, log.log_end_offset()),
            (100, end)
        );
        return;
    }
    for (what, expected) in step["expect"].as_object().unwrap() {
        let found = match (what.as_str(), expected) {
            ("segments", _) => json!(bases(log)),
            ("log_end_offset", _) => json!(log.log_end_offset()),
            ("recovery_point", Value::String(end)) => {
                assert_eq!(end, "log end offset");
                assert_eq!(log.recovery_point(), log.log_end_offset(), "{id}");
                continue;
            }
            ("recovery_point", _) => json!(log.recovery_point()),
            ("recovered", _) => json!(loaded.report.recovered),
            ("truncated", _) => {
                assert!(loaded.recovery.truncated_bytes > 0, "{id}");
                json!(log.segments().last().map(Segment::base_offset))
            }
            ("deleted", expected) if list(expected)[0].is_number() => json!(loaded.report.dropped),
            ("deleted" | "renamed", expected) => {
                let names = if what == "deleted" {
                    &loaded.report.deleted
                } else {
                    &loaded.report.renamed
                };
                let expected: BTreeSet<_> =
                    list(expected).iter().map(|name| full(text(name))).collect();
                assert_eq!(
                    names.iter().cloned().collect::<BTreeSet<_>>(),
                    expected,
                    "{id}"
                );
                continue;
            }
            ("rebuilt", _) => {
                assert_eq!(loaded.report.recovered, [0], "{id}");
                let folder = log.folder();
                for name in list(expected) {
                    assert!(folder.open(&full(text(name))).is_ok(), "{id}: {name}");
                }
                continue;
            }
            (what, _) => panic!("{id}: {what}"),
        };
        assert_eq!(&found, expected, "{id}: {what}");
    }
}
