//! The partition's folder: written as it would lie on a disk, and opened as it was found on one (`LogLoader`).
//!
//! The steps of opening that concern names come first and say what they did; the rest is what
//! [opening](PartitionLog::open) any log does.

use super::past::Past;
use super::{OpenInfo, PartitionLog, Recovery};
use crate::disk::{Directory, File};
use crate::kafka::Offset;
use crate::log::{
    EpochCache, FileKind, FileName, FileStage, LEADER_EPOCH_CHECKPOINT, LogContext, ProducerStates,
    Segment, checkpoint, read_snapshot, write_snapshot,
};
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// A log that was opened from a folder, and what that took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadedLog {
    /// The log.
    pub log: PartitionLog,
    /// What happened to the files.
    pub report: LoadReport,
    /// What was cut off.
    pub recovery: Recovery,
}

/// What opening a folder did to its files, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LoadReport {
    /// Names of files that were removed.
    pub deleted: Vec<String>,
    /// Names of files that replaced those whose names they took: the names they had.
    pub renamed: Vec<String>,
    /// Base offsets of segments whose batches were all checked, and whose indexes were made anew.
    pub recovered: Vec<Offset>,
    /// Base offsets of segments that went because one before them lost bytes, or because the log
    /// ended before its start.
    pub dropped: Vec<Offset>,
}

impl PartitionLog {
    /// The partition's folder as it lies on the disk now. Files share their pages with the log.
    #[must_use]
    pub fn folder(&self) -> Directory {
        let mut folder = Directory::new();
        for segment in self.segments() {
            segment.save(&mut folder, FileStage::Live);
        }
        for (offset, producer_states) in self.snapshots() {
            let name = FileName::live(offset, FileKind::ProducerSnapshot);
            folder.insert(&name.to_string(), snapshot_file(producer_states));
        }
        for deleted in self.deleted_files() {
            folder.insert(&deleted.name.to_string(), deleted.file.clone());
        }
        let epochs = self.epoch_cache().to_checkpoint();
        checkpoint::save(&mut folder, LEADER_EPOCH_CHECKPOINT, &epochs);
        folder
    }

    /// Opens the log that lies in a folder, after a stop or a crash at any point.
    #[must_use]
    pub fn load(context: LogContext<'_>, mut folder: Directory, info: OpenInfo) -> LoadedLog {
        let mut report = LoadReport::default();
        remove_unfinished(&mut folder, &mut report);
        complete_swaps(&mut folder, &mut report);
        remove_orphans(&mut folder, &mut report);

        let mut past = Past::default();
        let mut without_index = Vec::new();
        for name in names(&folder, FileStage::Live, FileKind::Log) {
            let (segment, is_damaged) = Segment::load(context, &folder, name.offset);
            if is_damaged {
                without_index.push(name.offset);
            }
            past.segments.push(segment);
        }
        let mut log = Self::created(context, info.log_start_offset.max(0));
        if let Some(segment) = past.segments.pop() {
            log.segment = segment;
        }
        log.past = (!past.segments.is_empty()).then(|| Rc::new(past));
        let epochs = folder.open(LEADER_EPOCH_CHECKPOINT).ok();
        let epochs = epochs.map(|file| file.read_at(0, usize::MAX));
        let epochs = epochs.and_then(|bytes| EpochCache::from_checkpoint(&bytes).ok());
        log.epoch_cache = epochs.unwrap_or_default();
        log.load_snapshots(&mut folder, &mut report);
        let recovery = log.open_segments(
            context,
            info,
            |base_offset| without_index.contains(&base_offset),
            &mut report,
        );
        LoadedLog {
            log,
            report,
            recovery,
        }
    }

    /// Takes over snapshots; those that can't be read, and those that no segment begins with, go, except for
    /// the last one if it lies behind all segments: the one of a clean stop.
    fn load_snapshots(&mut self, folder: &mut Directory, report: &mut LoadReport) {
        let found = names(folder, FileStage::Live, FileKind::ProducerSnapshot);
        let last = found.last().map(|name| name.offset);
        let last = last.filter(|last| *last > self.segment.base_offset());
        for name in found {
            let of_segment = self
                .segments()
                .any(|segment| segment.base_offset() == name.offset);
            let bytes = folder.open(&name.to_string()).ok();
            let bytes = bytes.map(|file| file.read_at(0, usize::MAX));
            let entries = bytes.and_then(|bytes| read_snapshot(&bytes).ok());
            match entries {
                Some(entries) if of_segment || Some(name.offset) == last => {
                    let producer_states = ProducerStates::from_snapshot(&entries);
                    self.insert_snapshot(name.offset, producer_states);
                }
                _ => remove(folder, name, report),
            }
        }
    }
}

/// The bytes of a snapshot as a file.
pub(super) fn snapshot_file(producer_states: &ProducerStates) -> File {
    let mut file = File::new();
    file.append(&write_snapshot(&producer_states.to_snapshot()));
    file.flush();
    file
}

/// The files of a kind and a stage, by offset.
fn names(folder: &Directory, stage: FileStage, kind: FileKind) -> Vec<FileName> {
    let names = folder.list().filter_map(|(name, _)| FileName::parse(name));
    names
        .filter(|name| name.stage == stage && name.kind == kind)
        .collect()
}

fn remove(folder: &mut Directory, name: FileName, report: &mut LoadReport) {
    let name = name.to_string();
    if folder.delete(&name).is_ok() {
        report.deleted.push(name);
    }
}

/// Removes the files for which `is_unwanted`.
fn remove_all(
    folder: &mut Directory,
    report: &mut LoadReport,
    is_unwanted: impl Fn(FileName) -> bool,
) {
    let names = folder.list().filter_map(|(name, _)| FileName::parse(name));
    let unwanted: Vec<_> = names.filter(|name| is_unwanted(*name)).collect();
    for name in unwanted {
        remove(folder, name, report);
    }
}

/// Removes what was given up, and what a cleaning left that had not begun to replace anything.
fn remove_unfinished(folder: &mut Directory, report: &mut LoadReport) {
    remove_all(folder, report, |name| name.stage == FileStage::Deleted);
    let cleaned = folder.list().filter_map(|(name, _)| FileName::parse(name));
    let cleaned = cleaned.filter(|name| name.stage == FileStage::Cleaned);
    if let Some(cleaned_min) = cleaned.map(|name| name.offset).min() {
        remove_all(folder, report, |name| {
            name.stage == FileStage::Swap && name.offset >= cleaned_min
        });
    }
    remove_all(folder, report, |name| name.stage == FileStage::Cleaned);
}

/// A replacement that is complete takes the place of what it replaces.
fn complete_swaps(folder: &mut Directory, report: &mut LoadReport) {
    let logs = names(folder, FileStage::Swap, FileKind::Log);
    let from = logs.first().map(|name| name.offset);
    let ends = logs.iter().filter_map(|name| {
        let mut segment = Segment::new(name.offset);
        let file = folder.open(&name.to_string()).ok()?;
        segment.replace_file(file.clone());
        Some(segment.next_offset())
    });
    if let (Some(from), Some(to)) = (from, ends.max()) {
        remove_all(folder, report, |name| {
            name.stage == FileStage::Live
                && name.kind != FileKind::ProducerSnapshot
                && (from..to).contains(&name.offset)
        });
    }
    let all = folder.list().filter_map(|(name, _)| FileName::parse(name));
    let swaps: Vec<_> = all.filter(|name| name.stage == FileStage::Swap).collect();
    for name in swaps {
        let (old, new) = (name.to_string(), name.staged(FileStage::Live).to_string());
        if folder.rename(&old, &new).is_ok() {
            report.renamed.push(old);
        }
    }
}

/// An index without its `.log` goes.
fn remove_orphans(folder: &mut Directory, report: &mut LoadReport) {
    let logs = names(folder, FileStage::Live, FileKind::Log);
    remove_all(folder, report, |name| {
        let is_index = !matches!(name.kind, FileKind::Log | FileKind::ProducerSnapshot);
        name.stage == FileStage::Live
            && is_index
            && logs.iter().all(|log| log.offset != name.offset)
    });
}
