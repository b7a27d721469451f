//! The files of one folder: which is which, what is held against what, and what was found.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::{Value, json};
use tidemark_core::inspect::{
    Content, Finding, Findings, IndexFault, LogInspector, LogOptions, LogReport, Problem, Segment,
    Severity, Walked, audit_folder, check_epoch_checkpoint, check_kind, check_metadata,
    check_offset_checkpoint, check_snapshot, looks_like,
};
use tidemark_core::log::{
    FileKind, FileName, LEADER_EPOCH_CHECKPOINT, OffsetIndex, PARTITION_METADATA, TimeIndex,
    TransactionIndex,
};

use super::{Options, lines};

/// How much of a log is in memory at once.
pub(super) const SLICE: usize = 1 << 20;

/// Files of a broker that hold nothing to dump.
const SILENT: [&str; 3] = [".lock", ".kafka_cleanshutdown", "meta.properties"];

/// What a file's name says of it.
enum Named {
    Segment(FileName),
    Epochs,
    Offsets,
    Metadata,
    Silent,
    Unknown,
}

struct Dump<'a, W> {
    options: Options,
    out: &'a mut W,
    /// Logs that were read.
    reports: BTreeMap<PathBuf, LogReport>,
    is_sound: bool,
}

/// Prints the files, which are in one folder. Says whether nothing is wrong with them.
pub(super) fn dump_folder(
    files: &[PathBuf],
    options: Options,
    out: &mut impl Write,
) -> Result<bool> {
    let mut dump = Dump {
        options,
        out,
        reports: BTreeMap::new(),
        is_sound: true,
    };
    // Logs first: the others are held against them.
    let is_log = |path: &&PathBuf| path.extension() == Some(OsStr::new("log"));
    for path in files.iter().filter(is_log) {
        dump.file(path)?;
    }
    for path in files.iter().filter(|path| !is_log(path)) {
        dump.file(path)?;
    }
    dump.between(files)?;
    Ok(dump.is_sound)
}

fn named(path: &Path) -> Named {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match &*name {
        LEADER_EPOCH_CHECKPOINT => Named::Epochs,
        PARTITION_METADATA => Named::Metadata,
        name if name.ends_with("-checkpoint") => Named::Offsets,
        name if SILENT.contains(&name) => Named::Silent,
        name => FileName::parse(name).map_or(Named::Unknown, Named::Segment),
    }
}

impl<W: Write> Dump<'_, W> {
    fn file(&mut self, path: &Path) -> Result<()> {
        match named(path) {
            Named::Segment(name) if name.kind == FileKind::Log => {
                let report = self.log(path, Some(name.offset))?;
                let value = serde_json::to_value(&report)?;
                self.tell(path, "log", &report.findings, json!({ "report": value }))?;
                self.reports.insert(path.to_owned(), report);
                Ok(())
            }
            Named::Segment(name) => self.beside_log(path, name),
            Named::Silent => Ok(()),
            Named::Epochs | Named::Offsets | Named::Metadata => self.small(path),
            Named::Unknown => self.unknown(path),
        }
    }

    /// Reads a log, and prints its batches unless JSON is wanted.
    fn log(&mut self, path: &Path, base_offset: Option<i64>) -> Result<LogReport> {
        if !self.options.json {
            writeln!(self.out, "Dumping {}", path.display())?;
            if let Some(base_offset) = base_offset {
                writeln!(self.out, "Log starting offset: {base_offset}")?;
            }
        }
        let mut failed = Ok(());
        let (options, out) = (self.options, &mut *self.out);
        let report = read_log(path, base_offset, options.now_ms, |walked| {
            if failed.is_ok() && !options.json {
                failed = lines::walked(walked, options, out);
            }
        })?;
        failed?;
        Ok(report)
    }

    /// An index or a snapshot.
    fn beside_log(&mut self, path: &Path, name: FileName) -> Result<()> {
        let bytes = read(path)?;
        let base_offset = name.offset;
        let (content, kind) = match name.kind {
            FileKind::Log => (Content::Batches, "log"),
            FileKind::OffsetIndex => (Content::OffsetIndex, "offset_index"),
            FileKind::TimeIndex => (Content::TimeIndex, "time_index"),
            FileKind::TransactionIndex => (Content::TransactionIndex, "transaction_index"),
            FileKind::ProducerSnapshot => (Content::Snapshot, "snapshot"),
        };
        let mut findings = Findings::default();
        if let Some(problem) = check_kind(content, &bytes, bytes.len() as u64) {
            findings.add(0, problem);
            self.head(path)?;
            return self.tell(path, kind, &findings, json!({}));
        }
        let entries = match name.kind {
            FileKind::TimeIndex => {
                let index = TimeIndex::from_bytes(base_offset, &bytes);
                lines::time_index(&index)
            }
            FileKind::TransactionIndex => {
                let index = TransactionIndex::read(base_offset, &bytes).unwrap_or_default();
                lines::transaction_index(index.entries())
            }
            FileKind::ProducerSnapshot => {
                let entries = check_snapshot(Some(base_offset), &bytes, &mut findings);
                lines::snapshot(&entries)
            }
            FileKind::OffsetIndex | FileKind::Log => {
                let index = OffsetIndex::from_bytes(base_offset, &bytes);
                lines::offset_index(&index)
            }
        };
        if name.kind != FileKind::ProducerSnapshot {
            findings = self.held_against_log(path, base_offset, name.kind, &bytes)?;
        }
        self.head(path)?;
        self.entries(&entries)?;
        self.tell(path, kind, &findings, json!({ "entries": entries.values }))
    }

    /// The findings of an index, with its log if that lies beside it.
    fn held_against_log(
        &self,
        path: &Path,
        base_offset: i64,
        kind: FileKind,
        bytes: &[u8],
    ) -> Result<Findings> {
        let log = path.with_file_name(FileName::live(base_offset, FileKind::Log).to_string());
        let mut alone = None;
        let report = match self.reports.get(&log) {
            Some(report) => report,
            None if log.exists() => alone.insert(read_log(&log, Some(base_offset), None, |_| {})?),
            None => {
                let mut inspector = LogInspector::new(LogOptions {
                    base_offset: Some(base_offset),
                    now_ms: None,
                });
                match kind {
                    FileKind::TimeIndex => inspector.audit_time_index(bytes),
                    FileKind::TransactionIndex => inspector.audit_transaction_index(Some(bytes)),
                    _ => inspector.audit_offset_index(bytes),
                }
                alone.insert(inspector.finish())
            }
        };
        let findings = match kind {
            FileKind::TimeIndex => &report.time_index,
            FileKind::TransactionIndex => &report.transaction_index,
            _ => &report.offset_index,
        };
        let findings = findings.clone().unwrap_or_default();
        if log.exists() {
            return Ok(findings);
        }
        // Without a log every entry is beyond its end, which says nothing.
        let mut by_itself = Findings::default();
        for finding in findings.list() {
            let is_of_log = matches!(
                finding.problem,
                Problem::OffsetIndexEntry { fault, .. }
                | Problem::TimeIndexEntry { fault, .. }
                | Problem::TransactionIndexEntry { fault, .. }
                    if fault == IndexFault::BeyondEnd
            );
            if !is_of_log {
                by_itself.add(finding.position, finding.problem.clone());
            }
        }
        Ok(by_itself)
    }

    /// A checkpoint, or the topic's id.
    fn small(&mut self, path: &Path) -> Result<()> {
        let bytes = read(path)?;
        let mut findings = Findings::default();
        let (kind, entries) = match named(path) {
            Named::Epochs => {
                let epochs = check_epoch_checkpoint(&bytes, &mut findings);
                ("leader_epoch_checkpoint", lines::epochs(&epochs))
            }
            Named::Metadata => {
                let id = check_metadata(&bytes, &mut findings);
                ("partition_metadata", lines::metadata(id))
            }
            _ => {
                let offsets = check_offset_checkpoint(&bytes, &mut findings);
                ("offset_checkpoint", lines::offsets(&offsets))
            }
        };
        self.head(path)?;
        self.entries(&entries)?;
        self.tell(path, kind, &findings, json!({ "entries": entries.values }))
    }

    /// A file whose name is none of a broker's: batches are shown all the same.
    fn unknown(&mut self, path: &Path) -> Result<()> {
        let mut head = Vec::new();
        let opened = File::open(path).with_context(|| format!("reading {}", path.display()))?;
        let size = opened.metadata()?.len();
        opened.take(SLICE as u64).read_to_end(&mut head)?;
        let found = looks_like(&head, size);
        let mut findings = Findings::default();
        findings.add(0, Problem::Foreign { looks_like: found });
        if found == Some(Content::Batches) {
            let report = self.log(path, None)?;
            for finding in report.findings.list() {
                findings.add(finding.position, finding.problem.clone());
            }
        } else {
            self.head(path)?;
        }
        self.tell(path, "unknown", &findings, json!({}))
    }

    /// Holds the logs against each other, and against the epochs of the folder.
    fn between(&mut self, files: &[PathBuf]) -> Result<()> {
        let mut segments: Vec<_> = self
            .reports
            .iter()
            .filter_map(|(path, report)| {
                let name = path.file_name()?.to_str()?;
                let base_offset = FileName::parse(name)?.offset;
                Some(Segment {
                    base_offset,
                    report,
                })
            })
            .collect();
        segments.sort_by_key(|segment| segment.base_offset);
        let checkpoint = files
            .iter()
            .find(|path| matches!(named(path), Named::Epochs));
        let epochs = match checkpoint {
            Some(path) => {
                let mut known = Findings::default();
                let epochs = check_epoch_checkpoint(&read(path)?, &mut known);
                (!known.has_faults()).then_some(epochs)
            }
            None => None,
        };
        let (between, against_epochs) = audit_folder(&segments, epochs.as_ref());
        let folder = files.first().and_then(|path| path.parent());
        let folder = folder.unwrap_or(Path::new("")).to_owned();
        let findings: Vec<_> = between
            .list()
            .iter()
            .chain(against_epochs.list())
            .cloned()
            .collect();
        if findings.is_empty() {
            return Ok(());
        }
        let mut all = Findings::default();
        for finding in findings {
            all.add(finding.position, finding.problem);
        }
        if !self.options.json {
            writeln!(self.out, "Segments of {}", folder.display())?;
        }
        self.tell(&folder, "folder", &all, json!({}))
    }

    fn head(&mut self, path: &Path) -> Result<()> {
        if !self.options.json {
            writeln!(self.out, "Dumping {}", path.display())?;
        }
        Ok(())
    }

    fn entries(&mut self, entries: &lines::Entries) -> Result<()> {
        if !self.options.json {
            for line in &entries.lines {
                writeln!(self.out, "{line}")?;
            }
        }
        Ok(())
    }

    /// Prints what was found, or all of it as JSON, and remembers faults.
    fn tell(&mut self, path: &Path, kind: &str, findings: &Findings, more: Value) -> Result<()> {
        self.is_sound &= !findings.has_faults();
        if !self.options.json {
            for finding in findings.list() {
                let severity = match finding.problem.severity() {
                    Severity::Wrong => "WRONG",
                    Severity::Note => "note",
                };
                writeln!(self.out, "{severity}: {finding}")?;
            }
            return Ok(());
        }
        let findings: Vec<_> = findings.list().iter().map(told).collect::<Result<_>>()?;
        let mut line = json!({
            "file": path.display().to_string(),
            "kind": kind,
            "findings": findings,
        });
        if let (Some(line), Value::Object(more)) = (line.as_object_mut(), more) {
            line.extend(more);
        }
        writeln!(self.out, "{line}")?;
        Ok(())
    }
}

fn told(finding: &Finding) -> Result<Value> {
    Ok(json!({
        "severity": match finding.problem.severity() {
            Severity::Wrong => "wrong",
            Severity::Note => "note",
        },
        "position": finding.position,
        "problem": serde_json::to_value(&finding.problem)?,
        "more": finding.more,
        "text": finding.problem.to_string(),
    }))
}

/// Reads a log in slices, with the indexes that lie beside it.
pub(super) fn read_log(
    path: &Path,
    base_offset: Option<i64>,
    now_ms: Option<i64>,
    mut see: impl FnMut(&Walked<'_>),
) -> Result<LogReport> {
    let reading = || format!("reading {}", path.display());
    let mut inspector = LogInspector::new(LogOptions {
        base_offset,
        now_ms,
    });
    let beside = |kind| -> Result<Option<Vec<u8>>> {
        let Some(base_offset) = base_offset else {
            return Ok(None);
        };
        let path = path.with_file_name(FileName::live(base_offset, kind).to_string());
        path.exists().then(|| read(&path)).transpose()
    };
    let offset_index = beside(FileKind::OffsetIndex)?;
    let time_index = beside(FileKind::TimeIndex)?;
    let transaction_index = beside(FileKind::TransactionIndex)?;
    if let Some(bytes) = &offset_index {
        inspector.audit_offset_index(bytes);
    }
    if let Some(bytes) = &time_index {
        inspector.audit_time_index(bytes);
    }
    // That there is no file means something only where the other files of the segment are.
    if transaction_index.is_some() || offset_index.is_some() && time_index.is_some() {
        inspector.audit_transaction_index(transaction_index.as_deref());
    }
    let mut file = File::open(path).with_context(reading)?;
    let mut slice = vec![0; SLICE];
    loop {
        let length = file.read(&mut slice).with_context(reading)?;
        if length == 0 {
            return Ok(inspector.finish_seen(see));
        }
        inspector.feed_seen(&slice[..length], &mut see);
    }
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("reading {}", path.display()))
}
