//! Two replicas of one partition: where their logs part, and what each rule of truncation would cut.

use std::fs;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tidemark_core::inspect::{
    Comparison, CutRule, Findings, LogReport, Replica, Side, check_epoch_checkpoint, cuts,
};
use tidemark_core::log::checkpoint::{REPLICATION_OFFSET_CHECKPOINT, read_offsets};
use tidemark_core::log::{EpochCache, FileKind, FileName, FolderName, LEADER_EPOCH_CHECKPOINT};

use super::folder::{SLICE, read, read_log};

/// One replica's folder.
struct Log {
    folder: PathBuf,
    segments: Vec<PathBuf>,
    replica: Replica,
}

/// Compares two folders of one partition. Says whether they hold the same.
pub(super) fn compare(
    folders: [&Path; 2],
    high_watermark: Option<i64>,
    out: &mut impl Write,
) -> Result<bool> {
    let [left, right] = [open(folders[0])?, open(folders[1])?];
    let divergence = diverge(&left, &right)?;
    for (name, log) in [("left", &left), ("right", &right)] {
        let epochs = log.replica.epochs.entries();
        let epochs: Vec<_> = epochs
            .map(|entry| format!("{} from {}", entry.epoch, entry.start_offset))
            .collect();
        writeln!(
            out,
            "{name}: {}: log end offset {}, epochs {}",
            log.folder.display(),
            log.replica.log_end_offset,
            epochs.join(", ")
        )?;
    }
    let Some(divergence) = divergence else {
        writeln!(out, "The logs hold the same batches.")?;
        return Ok(true);
    };
    writeln!(out, "The logs part at offset {}:", divergence.offset)?;
    for (name, batch) in [("left", divergence.left), ("right", divergence.right)] {
        match batch {
            Some(batch) => writeln!(
                out,
                "  {name}: offsets {} to {}, epoch {}, crc {} at byte {}",
                batch.first_offset,
                batch.last_offset,
                batch.leader_epoch,
                batch.crc,
                batch.position
            )?,
            None => writeln!(out, "  {name}: ends here")?,
        }
    }
    // Where one log only ends earlier, nothing in it is other than in the other.
    let parts_at = match (divergence.left, divergence.right) {
        (Some(_), Some(_)) => divergence.offset,
        _ => i64::MAX,
    };
    for (name, leader, follower) in [
        ("left leads, right follows", &left, &right),
        ("right leads, left follows", &right, &left),
    ] {
        let shorter = left
            .replica
            .log_end_offset
            .min(right.replica.log_end_offset);
        let (high_watermark, source) = match high_watermark {
            Some(given) => (given, "given"),
            None => match checkpointed(&follower.folder)? {
                Some(checkpointed) => (checkpointed, "of its checkpoint"),
                None => (shorter, "ASSUMED: the end of the shorter log"),
            },
        };
        writeln!(out, "If {name} with HW {high_watermark} ({source}):")?;
        let cuts = cuts(
            &leader.replica,
            &follower.replica,
            high_watermark,
            Some(parts_at),
        );
        for cut in cuts {
            let rule = match cut.rule {
                CutRule::HighWatermark => "cut to the HW (before 0.11)",
                CutRule::EpochEnd => "KIP-101 (0.11 to 1.1)",
                CutRule::EpochByEpoch => "KIP-279 (since 2.0)",
            };
            writeln!(
                out,
                "  {rule}: to {}, {} offsets go, {} of them committed; {} stay that the leader has otherwise",
                cut.truncate_to,
                cut.offsets_cut,
                cut.committed_cut,
                cut.diverging_kept.unwrap_or(0)
            )?;
        }
    }
    Ok(false)
}

/// A folder's segments in order, its epochs and its end.
fn open(folder: &Path) -> Result<Log> {
    let reading = || format!("reading {}", folder.display());
    let mut segments = Vec::new();
    for entry in fs::read_dir(folder).with_context(reading)? {
        let path = entry.with_context(reading)?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.and_then(FileName::parse);
        if let Some(name) = name
            && name == FileName::live(name.offset, FileKind::Log)
        {
            segments.push((name.offset, path));
        }
    }
    segments.sort();
    let Some((first, _)) = segments.first() else {
        bail!("{} has no .log", folder.display());
    };
    let mut log_end_offset = *first;
    let mut from_batches = EpochCache::new();
    for (base_offset, path) in &segments {
        let report: LogReport = read_log(path, Some(*base_offset), None, |_| {})?;
        log_end_offset = report
            .next_offset
            .unwrap_or(log_end_offset.max(*base_offset));
        for start in &report.epochs {
            // Epochs below 0 are those of messages that have none.
            let _ = from_batches.assign(start.leader_epoch, start.start_offset);
        }
    }
    let checkpoint = folder.join(LEADER_EPOCH_CHECKPOINT);
    let mut findings = Findings::default();
    let mut epochs = match checkpoint.exists() {
        true => check_epoch_checkpoint(&read(&checkpoint)?, &mut findings),
        false => EpochCache::new(),
    };
    if epochs.is_empty() {
        epochs = from_batches;
    }
    Ok(Log {
        folder: folder.to_owned(),
        segments: segments.into_iter().map(|(_, path)| path).collect(),
        replica: Replica {
            epochs,
            log_end_offset,
        },
    })
}

/// Feeds both logs side by side.
fn diverge(left: &Log, right: &Log) -> Result<Option<tidemark_core::inspect::Divergence>> {
    let mut comparison = Comparison::default();
    let mut sides = [Feed::new(left), Feed::new(right)];
    let mut slice = vec![0; SLICE];
    while let Some(side) = comparison.wants() {
        let feed = &mut sides[usize::from(side == Side::Right)];
        if feed.file.is_none() {
            let Some(path) = feed.rest.next() else {
                comparison.end_log(side);
                continue;
            };
            let file = File::open(path).with_context(|| format!("reading {}", path.display()))?;
            feed.file = Some(file);
        }
        let length = match &mut feed.file {
            Some(file) => file.read(&mut slice)?,
            None => 0,
        };
        if length == 0 {
            feed.file = None;
            comparison.end_segment(side);
        } else {
            comparison.feed(side, &slice[..length]);
        }
    }
    Ok(comparison.divergence())
}

/// The segments of a log that are still to be read.
struct Feed<'a> {
    rest: std::slice::Iter<'a, PathBuf>,
    file: Option<File>,
}

impl<'a> Feed<'a> {
    fn new(log: &'a Log) -> Self {
        Self {
            rest: log.segments.iter(),
            file: None,
        }
    }
}

/// The HW that the log dir's checkpoint has for this folder.
fn checkpointed(folder: &Path) -> Result<Option<i64>> {
    let name = folder.file_name().and_then(|name| name.to_str());
    let Some(Ok(name)) = name.map(FolderName::parse) else {
        return Ok(None);
    };
    let path = folder.with_file_name(REPLICATION_OFFSET_CHECKPOINT);
    if !path.exists() {
        return Ok(None);
    }
    let bytes = read(&path)?;
    let entries = read_offsets(&bytes).with_context(|| format!("reading {}", path.display()))?;
    let mut entries = entries.iter();
    let own = entries.find(|entry| entry.topic == name.topic && entry.partition == name.partition);
    Ok(own.map(|entry| entry.offset))
}
