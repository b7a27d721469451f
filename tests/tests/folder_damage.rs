//! Folders that somebody damaged: opened as Kafka opens them, they are logs, whatever was in them, and all that can be
//! done with a log can be done with them.

use std::collections::BTreeMap;
use tidemark_core::disk::{Directory, File};
use tidemark_core::files::{CleanAsk, Desk, NamedFile, Survey};
use tidemark_core::log::cleaner::{CleanRequest, OffsetMap};
use tidemark_core::log::retention::{outlook, size_at};
use tidemark_core::log::{CleanupPolicy, LogConfig, LogContext, OpenInfo, PartitionLog, ReadLimit};
use tidemark_tests::golden_folders;
use tidemark_tests::noise::Noise;

type Folder = BTreeMap<String, Vec<u8>>;

const CONFIG: LogConfig = LogConfig {
    cleanup_policy: CleanupPolicy::CompactAndDelete,
    segment_bytes: 4300,
    segment_index_bytes: 240,
    index_interval_bytes: 100,
    retention_ms: 1,
    ..LogConfig::DEFAULT
};

/// The time of the golden logs, some hours later.
const NOW: LogContext<'_> = LogContext {
    config: &CONFIG,
    now_ms: 1_700_100_000_000,
};

/// Damages some files, gives others their names, or takes them away.
fn damage(folder: &mut Folder, noise: &mut Noise) {
    for _ in 0..=noise.below(3) {
        let names: Vec<String> = folder.keys().cloned().collect();
        let Some(name) = names.get(noise.below(names.len())) else {
            return;
        };
        let mut bytes = folder.remove(name).unwrap();
        match noise.below(8) {
            0 => continue,
            1 => {
                let other = &names[noise.below(names.len())];
                folder.insert(other.clone(), bytes);
            }
            2 => {
                let stage = [".cleaned", ".swap", ".deleted"][noise.below(3)];
                folder.insert(format!("{name}{stage}"), bytes);
            }
            3 => {
                let offset = [0, 1, 17, i64::MAX][noise.below(4)];
                let kind = name.rsplit('.').next().unwrap_or("log");
                folder.insert(format!("{offset:020}.{kind}"), bytes);
            }
            _ => {
                noise.damage(&mut bytes);
                folder.insert(name.clone(), bytes);
            }
        }
    }
}

fn directory(folder: &Folder) -> Directory {
    let mut directory = Directory::new();
    for (name, bytes) in folder {
        let mut file = File::new();
        file.append(bytes);
        directory.insert(name, file);
    }
    directory
}

/// What any reader, the retention and the cleaner do with a log.
fn use_it(log: &PartitionLog) {
    let (start, end) = (log.log_start_offset(), log.log_end_offset());
    assert!(start <= end && log.high_watermark() <= end);
    let mut next = start;
    while let Ok(Some(read)) = log.read(next, end, ReadLimit::Records(50)) {
        for record in read.records() {
            let _ = record;
        }
        assert!(read.next_offset > next);
        next = read.next_offset;
    }
    for timestamp in [-3, -2, -1, 0, 1_700_000_000_000, i64::MAX] {
        let _ = log.list_offset(timestamp, end, |_| {});
    }
    let request = CleanRequest {
        first_dirty_offset: start,
        first_uncleanable_offset: log.active_segment().base_offset().max(start),
    };
    let mut cleaned_log = log.clone();
    if let Ok(cleaned) = log.clean(NOW, request, OffsetMap::new(100, 900_000)) {
        cleaned_log.replace_segments(NOW, &cleaned);
        assert_eq!(cleaned_log.log_end_offset(), end);
    }
    cleaned_log.update_high_watermark(end);
    cleaned_log.delete_old_segments(NOW);
    assert_eq!(cleaned_log.log_end_offset(), end);
    cleaned_log.truncate_to(start + (end - start) / 2);
    let _ = cleaned_log.folder();
}

#[test]
fn a_thousand_damaged_folders_are_opened_and_used() {
    let folders = golden_folders();
    let mut noise = Noise::new(4);
    for round in 0..1_000 {
        let mut folder = folders[round % folders.len()].1.clone();
        damage(&mut folder, &mut noise);
        let info = OpenInfo {
            clean_shutdown: noise.below(2) == 0,
            high_watermark: [0, 5, i64::MAX][noise.below(3)],
            recovery_point: [0, 20, i64::MAX][noise.below(3)],
            log_start_offset: [0, 3, 1_000_000][noise.below(3)],
        };
        let loaded = PartitionLog::load(NOW, directory(&folder), info);
        use_it(&loaded.log);
        // What was closed in order is opened as it was.
        let mut closed = loaded.log;
        closed.close();
        let info = OpenInfo {
            clean_shutdown: true,
            log_start_offset: closed.log_start_offset(),
            ..info
        };
        let again = PartitionLog::load(NOW, closed.folder(), info);
        assert_eq!(again.log.log_end_offset(), closed.log_end_offset());
    }
}

/// A desk with the folder twice: as one partition's two replicas, of which the second is sound.
fn desk(folder: &Folder, sound: &Folder) -> Desk<File> {
    let mut files = Vec::new();
    for (side, folder) in [("left", folder), ("right", sound)] {
        for (name, bytes) in folder {
            let mut file = File::new();
            file.append(bytes);
            let path = format!("{side}/p-0/{name}");
            files.push(NamedFile { path, file });
        }
    }
    let mut survey = Survey::new(files, Some(1_700_000_000_000));
    while survey.step() {}
    let (report, files) = survey.finish();
    Desk::new(report, files)
}

#[test]
fn a_thousand_damaged_folders_are_asked_all_that_the_room_asks() {
    let folders = golden_folders();
    let mut noise = Noise::new(5);
    let config = LogConfig {
        cleanup_policy: CleanupPolicy::CompactAndDelete,
        ..LogConfig::DEFAULT
    };
    for round in 0..1_000 {
        let sound = &folders[round % folders.len()].1;
        let mut folder = sound.clone();
        damage(&mut folder, &mut noise);
        let desk = desk(&folder, sound);
        let ask = CleanAsk {
            folder: 0,
            config: config.clone(),
            now_ms: [0, 1_800_000_000_000, i64::MAX][noise.below(3)],
            checkpoint: [None, Some(0), Some(7), Some(i64::MAX)][noise.below(4)],
            high_watermark: [None, Some(0), Some(12), Some(i64::MAX)][noise.below(4)],
            slots: [0, 1, 5, 5_592_405][noise.below(4)],
        };
        if let Ok(told) = desk.cleaning(&ask) {
            assert!(told.first_dirty_offset <= told.first_uncleanable_offset);
            assert!(told.messages.0 >= told.messages.1);
        }
        let _ = desk.cleaned_files(&ask);
        for target in [-5, -3, -2, -1, 0, 1_700_000_000_000, i64::MAX] {
            let _ = desk.find_time(0, target, ask.high_watermark);
        }
        if let Ok(pair) = desk.compare([0, 1], ask.high_watermark) {
            let is_sound = folder == *sound;
            assert!(!is_sound || pair.divergence.is_none());
        }
        let report = &desk.report.folders[0];
        let (retained, grown) = (report.retained(), report.grown());
        let found = outlook(
            &retained,
            report.bounds(ask.high_watermark),
            &config,
            ask.now_ms,
        );
        assert_eq!(found.len(), retained.len());
        let _ = size_at(&grown, &config, ask.now_ms);
    }
}
