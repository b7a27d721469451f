//! The survey: all files, one slice after the other, so that whoever waits can be told how far it is, or give up.

use super::contents::{Contents, FileReport, FolderReport, Partition, Report};
use super::read_at::ReadAt;
use crate::inspect::{
    EpochStart, Findings, LogInspector, LogOptions, Problem, Segment, audit_folder,
    check_epoch_checkpoint, check_metadata, check_offset_checkpoint, check_snapshot, looks_like,
    used,
};
use crate::kafka::{Offset, PartitionId, Timestamp};
use crate::log::checkpoint::{
    CLEANER_OFFSET_CHECKPOINT, LOG_START_OFFSET_CHECKPOINT, REPLICATION_OFFSET_CHECKPOINT,
};
use crate::log::{
    EpochCache, FileKind, FileName, FileStage, FolderName, LEADER_EPOCH_CHECKPOINT,
    OFFSET_INDEX_ENTRY_SIZE, OffsetIndex, TIME_INDEX_ENTRY_SIZE, TimeIndex, TransactionIndex,
};
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::mem;

/// Bytes that are read at a time.
pub const SLICE: usize = 1 << 20;
/// Files that are read whole are not larger: an index has 10 MiB unless somebody asked for more.
const WHOLE_MAX: u64 = 64 << 20;
/// Entries of an index that a report lists.
const LISTED_MAX: usize = 512;
const METADATA: &str = "partition.metadata";

/// A file that was handed in.
#[derive(Clone, Debug)]
pub struct NamedFile<F> {
    /// Its path: folders and name, with `/` between.
    pub path: String,
    /// Its bytes.
    pub file: F,
}

/// A survey under way.
pub struct Survey<F> {
    files: Vec<NamedFile<F>>,
    now_ms: Option<Timestamp>,
    /// The file that is next, or being read.
    next: usize,
    reading: Option<LogInspector>,
    /// How much of it is read.
    position: u64,
    done: u64,
    total: u64,
    folders: Vec<Folder>,
}

#[derive(Default)]
struct Folder {
    report: FolderReport,
    epochs: Option<EpochCache>,
    /// Of a log dir: partitions with their high watermark, their log start offset, and the cleaner's checkpoint.
    offsets: [Vec<(String, PartitionId, Offset)>; 3],
}

impl<F: ReadAt> Survey<F> {
    /// A survey of these files, in the order in which they are numbered in the report; later times than `now_ms` are
    /// worth a note.
    #[must_use]
    pub fn new(files: Vec<NamedFile<F>>, now_ms: Option<Timestamp>) -> Self {
        let total = files.iter().map(|named| named.file.size()).sum();
        Self {
            files,
            now_ms,
            next: 0,
            reading: None,
            position: 0,
            done: 0,
            total,
            folders: Vec::new(),
        }
    }

    /// Reads the next slice; says whether there is more.
    pub fn step(&mut self) -> bool {
        if let Some(number) = self.log() {
            let slice = self.files[number].file.read_at(self.position, SLICE);
            let slice = slice.into_owned();
            self.feed(&slice);
            return true;
        }
        let Some(named) = self.files.get(self.next) else {
            return false;
        };
        let size = named.file.size();
        let (_, name) = split(&named.path);
        let report = self.small_file(FileName::parse(name));
        self.take(report, size);
        true
    }

    /// The `.log` that is read now, by its number: whoever has its bytes in order may [feed](Self::feed) them instead of
    /// letting [`step`](Self::step) ask for them slice by slice.
    #[must_use]
    pub fn log(&self) -> Option<usize> {
        let named = self.files.get(self.next)?;
        let (_, name) = split(&named.path);
        let is_log = FileName::parse(name).is_some_and(|name| name.kind == FileKind::Log);
        is_log.then_some(self.next)
    }

    /// Takes the next bytes of the `.log` that is read now; none say that it ends here.
    pub fn feed(&mut self, slice: &[u8]) {
        let Some(number) = self.log() else { return };
        let mut reading = match self.reading.take() {
            Some(reading) => reading,
            None => self.inspector(FileName::parse(split(&self.files[number].path).1)),
        };
        let size = self.files[number].file.size();
        let length = slice.len() as u64;
        reading.feed(slice);
        self.position += length;
        self.done += length;
        if self.position < size && length > 0 {
            self.reading = Some(reading);
            return;
        }
        let left = size - self.position.min(size);
        let log = reading.finish();
        let findings = log.findings.clone();
        let report = (Contents::Log(Box::new(log)), findings);
        self.take(report, left);
    }

    /// Bytes that are read, and bytes that there are.
    #[must_use]
    pub const fn progress(&self) -> (u64, u64) {
        (self.done, self.total)
    }

    /// What has come of it, and the files, which can be asked about; the survey is empty then.
    pub fn finish(&mut self) -> (Report, Vec<NamedFile<F>>) {
        let mut folders = mem::take(&mut self.folders);
        for folder in &mut folders {
            folder.compare();
        }
        let known: Vec<[Option<Offset>; 3]> = folders
            .iter()
            .map(|folder| [0, 1, 2].map(|which| offset_of(&folders, &folder.report, which)))
            .collect();
        let mut folders: Vec<FolderReport> = folders
            .into_iter()
            .zip(known)
            .map(
                |(folder, [high_watermark, log_start_offset, cleaner_checkpoint])| FolderReport {
                    high_watermark,
                    log_start_offset,
                    cleaner_checkpoint,
                    ..folder.report
                },
            )
            .collect();
        folders.sort_by(|a, b| a.path.cmp(&b.path));
        (Report { folders }, mem::take(&mut self.files))
    }

    fn inspector(&self, name: Option<FileName>) -> LogInspector {
        let mut inspector = LogInspector::new(LogOptions {
            base_offset: name.map(|name| name.offset),
            now_ms: self.now_ms,
        });
        let Some(name) = name else { return inspector };
        if let Some(bytes) = self.sibling(name, FileKind::OffsetIndex) {
            inspector.audit_offset_index(&bytes);
        }
        if let Some(bytes) = self.sibling(name, FileKind::TimeIndex) {
            inspector.audit_time_index(&bytes);
        }
        if let Some(bytes) = self.sibling(name, FileKind::TransactionIndex) {
            inspector.audit_transaction_index(Some(&bytes));
        }
        inspector
    }

    /// The bytes of the file of another kind of the same segment.
    fn sibling(&self, name: FileName, kind: FileKind) -> Option<Vec<u8>> {
        let (folder, _) = split(&self.files.get(self.next)?.path);
        let wanted = FileName { kind, ..name };
        let named = self.files.iter().find(|named| {
            let (other, file_name) = split(&named.path);
            other == folder && FileName::parse(file_name) == Some(wanted)
        })?;
        (named.file.size() <= WHOLE_MAX).then(|| whole(&named.file))
    }

    /// A file that is read at once.
    fn small_file(&mut self, kind: Option<FileName>) -> (Contents, Findings) {
        let mut findings = Findings::default();
        let named = &self.files[self.next];
        let size = named.file.size();
        let (path, name) = split(&named.path);
        let (path, name) = (path.to_owned(), name.to_owned());
        if size > WHOLE_MAX {
            let head = named.file.read_at(0, SLICE);
            let looks_like = looks_like(&head, size);
            findings.add(0, Problem::Foreign { looks_like });
            return (Contents::Other(looks_like), findings);
        }
        let bytes = whole(&named.file);
        let contents = match (kind.map(|name| (name.kind, name.offset)), &*name) {
            (Some((FileKind::OffsetIndex, base_offset)), _) => {
                let used = written(&bytes, OFFSET_INDEX_ENTRY_SIZE, &mut findings);
                if let Err(error) = OffsetIndex::read(base_offset, used) {
                    findings.add(0, Problem::CorruptIndex { error });
                }
                let index = OffsetIndex::from_bytes(base_offset, used);
                let listed = index.entries().map(|entry| (entry.offset, entry.position));
                let listed = if index.len() > LISTED_MAX {
                    Vec::new()
                } else {
                    listed.collect()
                };
                Contents::OffsetIndex(count(index.len()), listed)
            }
            (Some((FileKind::TimeIndex, base_offset)), _) => {
                let used = written(&bytes, TIME_INDEX_ENTRY_SIZE, &mut findings);
                if let Err(error) = TimeIndex::read(base_offset, used) {
                    findings.add(0, Problem::CorruptIndex { error });
                }
                Contents::TimeIndex(count(used.len() / TIME_INDEX_ENTRY_SIZE))
            }
            (Some((FileKind::TransactionIndex, base_offset)), _) => {
                match TransactionIndex::read(base_offset, &bytes) {
                    Ok(index) => {
                        let aborted = index.entries().iter();
                        let aborted = aborted.map(|aborted| {
                            (
                                aborted.producer_id,
                                aborted.first_offset,
                                aborted.last_offset,
                            )
                        });
                        Contents::Aborted(aborted.collect())
                    }
                    Err(error) => {
                        findings.add(0, Problem::CorruptIndex { error });
                        Contents::Aborted(Vec::new())
                    }
                }
            }
            (Some((FileKind::ProducerSnapshot, offset)), _) => {
                Contents::Producers(check_snapshot(Some(offset), &bytes, &mut findings))
            }
            (_, LEADER_EPOCH_CHECKPOINT) => {
                let epochs = check_epoch_checkpoint(&bytes, &mut findings);
                let starts = epochs.entries().map(|entry| EpochStart {
                    leader_epoch: entry.epoch,
                    start_offset: entry.start_offset,
                });
                let starts = starts.collect();
                self.folder(&path).epochs = Some(epochs);
                Contents::Epochs(starts)
            }
            (_, METADATA) => match check_metadata(&bytes, &mut findings) {
                Some(id) => Contents::TopicId(alloc::format!("{id}")),
                None => Contents::Other(None),
            },
            (_, name) if name.ends_with("-offset-checkpoint") => {
                let found = check_offset_checkpoint(&bytes, &mut findings);
                let found: Vec<(String, PartitionId, Offset)> = found
                    .iter()
                    .map(|entry| (entry.topic.to_owned(), entry.partition, entry.offset))
                    .collect();
                let count = count(found.len());
                match name {
                    REPLICATION_OFFSET_CHECKPOINT => self.folder(&path).offsets[0] = found,
                    LOG_START_OFFSET_CHECKPOINT => self.folder(&path).offsets[1] = found,
                    CLEANER_OFFSET_CHECKPOINT => self.folder(&path).offsets[2] = found,
                    _ => {}
                }
                Contents::Offsets(count)
            }
            _ => Contents::Other(looks_like(&bytes, size)),
        };
        (contents, findings)
    }

    /// Puts what was found in the present file into its folder, and goes on to the next.
    fn take(&mut self, (contents, findings): (Contents, Findings), bytes: u64) {
        let number = self.next;
        self.next += 1;
        self.position = 0;
        self.done += bytes;
        let Some(named) = self.files.get(number) else {
            return;
        };
        let size = named.file.size();
        let (path, name) = split(&named.path);
        let (path, name) = (path.to_owned(), name.to_owned());
        let offset = FileName::parse(&name).map(|name| name.offset);
        self.folder(&path).report.files.push(FileReport {
            number: u32::try_from(number).unwrap_or(u32::MAX),
            name,
            size,
            offset,
            contents,
            findings,
        });
    }

    fn folder(&mut self, path: &str) -> &mut Folder {
        let at = self
            .folders
            .iter()
            .position(|folder| folder.report.path == path);
        let at = at.unwrap_or_else(|| {
            let (_, name) = split(path);
            let partition = FolderName::parse(name).ok().map(|name| Partition {
                topic: name.topic.to_owned(),
                partition: name.partition,
            });
            self.folders.push(Folder {
                report: FolderReport {
                    path: path.to_owned(),
                    partition,
                    ..FolderReport::default()
                },
                ..Folder::default()
            });
            self.folders.len() - 1
        });
        &mut self.folders[at]
    }
}

impl Folder {
    /// Holds the files of the folder against each other.
    fn compare(&mut self) {
        let report = &mut self.report;
        report.files.sort_by(|a, b| a.name.cmp(&b.name));
        let live = |file: &FileReport| {
            FileName::parse(&file.name).is_some_and(|name| name.stage == FileStage::Live)
        };
        let segments: Vec<Segment<'_>> = report
            .files
            .iter()
            .filter(|file| live(file))
            .filter_map(|file| {
                Some(Segment {
                    base_offset: file.offset?,
                    report: file.log()?,
                })
            })
            .collect();
        let (between, checkpoint) = audit_folder(&segments, self.epochs.as_ref());
        report.between = between;
        // What was found in an index while its log was read is the index's.
        let mut of_indexes = Vec::new();
        for file in &report.files {
            let (Some(name), Some(log)) = (FileName::parse(&file.name), file.log()) else {
                continue;
            };
            let audits = [
                (FileKind::OffsetIndex, &log.offset_index),
                (FileKind::TimeIndex, &log.time_index),
                (FileKind::TransactionIndex, &log.transaction_index),
            ];
            for (kind, found) in audits {
                of_indexes.extend(
                    found
                        .clone()
                        .map(|found| (FileName { kind, ..name }, found)),
                );
            }
        }
        for file in &mut report.files {
            if file.name == LEADER_EPOCH_CHECKPOINT && !file.findings.has_faults() {
                file.findings = checkpoint.clone();
            }
            let name = FileName::parse(&file.name);
            let audit = of_indexes.iter().find(|(of, _)| Some(*of) == name);
            if let Some((_, found)) = audit
                && !file.findings.has_faults()
            {
                file.findings = found.clone();
            }
        }
    }
}

/// What a log dir's checkpoint has for a partition: that of the folder around it, else any.
fn offset_of(folders: &[Folder], report: &FolderReport, which: usize) -> Option<Offset> {
    let partition = report.partition.as_ref()?;
    let (parent, _) = split(&report.path);
    let around = folders.iter().filter(|folder| folder.report.path == parent);
    around.chain(folders).find_map(|folder| {
        let found = folder.offsets[which]
            .iter()
            .find(|(topic, number, _)| *topic == partition.topic && *number == partition.partition);
        found.map(|(_, _, offset)| *offset)
    })
}

/// The folder's path and the file's name.
pub(super) fn split(path: &str) -> (&str, &str) {
    path.rsplit_once('/').unwrap_or(("", path))
}

fn whole(file: &impl ReadAt) -> Vec<u8> {
    let size = usize::try_from(file.size()).unwrap_or(usize::MAX);
    file.read_at(0, size).into_owned()
}

/// The entries of an index that were written.
fn written<'a>(bytes: &'a [u8], entry_size: usize, findings: &mut Findings) -> &'a [u8] {
    let used = used(bytes, entry_size, findings);
    bytes.get(..used).unwrap_or_default()
}

fn count(entries: usize) -> u32 {
    u32::try_from(entries).unwrap_or(u32::MAX)
}
