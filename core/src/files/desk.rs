//! The files after their survey: what can be asked about them.

use super::ReadAt;
use super::cleaning::{CleanAsk, CleanRefused, Cleaning};
use super::contents::{Contents, FileReport, FolderReport, Report};
use super::fields::{BatchFields, fields};
use super::lookup::{Lookup, NotFound, lookup};
use super::opened::NotOpened;
use super::replicas::Replicas;
use super::survey::NamedFile;
use super::time_lookup::TimeLookup;
use crate::inspect::SIZE_MAX;
use crate::kafka::{Offset, Timestamp};
use crate::log::{FileKind, FileName, FileStage};
use crate::record::{BatchError, LOG_OVERHEAD, PREFIX_SIZE};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// Bytes of a batch that are shown as they are.
const SHOWN_MAX: usize = 4096;
/// Bytes that are shown where no batch begins.
const WINDOW: usize = 512;

/// The files.
pub struct Desk<F> {
    /// What the survey came to.
    pub report: Report,
    files: Vec<NamedFile<F>>,
}

/// What can be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {
    /// Where an offset is.
    Find {
        /// The folder, by its number in the report.
        folder: u32,
        /// The offset.
        target: Offset,
    },
    /// Which offset has a time, or what a negative number stands for.
    FindTime {
        /// The folder, by its number in the report.
        folder: u32,
        /// The time.
        target: Timestamp,
        /// What is committed; without it the log's end, or what a checkpoint says.
        high_watermark: Option<Offset>,
    },
    /// Where two folders of one partition part.
    Replicas {
        /// The folders, by their numbers in the report.
        folders: [u32; 2],
        /// What is committed, whatever checkpoints say.
        high_watermark: Option<Offset>,
    },
    /// What the cleaner would do with a folder.
    Clean(CleanAsk),
    /// The files as a round leaves them.
    CleanedFiles(CleanAsk),
    /// What is at a position.
    Batch {
        /// The file, by its own number.
        file: u32,
        /// The position.
        position: u64,
    },
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Told {
    /// The searches, one for each segment that had to be looked into; none if the folder begins above the offset.
    Found(Vec<Lookup>),
    /// The bytes there.
    Batch(Shown),
    /// The search of a time.
    FoundTime(Result<TimeLookup, NotOpened>),
    /// The two folders.
    Replicas(Result<Box<Replicas>, NotOpened>),
    /// What the cleaner would do.
    Cleaning(Result<Cleaning, CleanRefused>),
    /// The files after a round: paths and bytes.
    CleanedFiles(Result<Vec<(String, Vec<u8>)>, CleanRefused>),
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// The file, by its own number.
    pub file: u32,
    /// Where the bytes begin.
    pub position: u64,
    /// The bytes, as far as they are shown.
    pub bytes: Vec<u8>,
    /// The batch that begins there, or why none does.
    pub batch: Result<BatchFields, BatchError>,
}

impl<F: ReadAt> Desk<F> {
    /// The files of a survey that is done.
    #[must_use]
    pub const fn new(report: Report, files: Vec<NamedFile<F>>) -> Self {
        Self { report, files }
    }

    /// The files, as they were handed in.
    #[must_use]
    pub fn files(&self) -> &[NamedFile<F>] {
        &self.files
    }

    /// Answers.
    #[must_use]
    pub fn ask(&self, ask: &Ask) -> Told {
        match *ask {
            Ask::FindTime {
                folder,
                target,
                high_watermark,
            } => Told::FoundTime(self.find_time(folder, target, high_watermark)),
            Ask::Replicas {
                folders,
                high_watermark,
            } => Told::Replicas(self.compare(folders, high_watermark).map(Box::new)),
            Ask::Clean(ref ask) => Told::Cleaning(self.cleaning(ask)),
            Ask::CleanedFiles(ref ask) => Told::CleanedFiles(self.cleaned_files(ask)),
            Ask::Find { folder, target } => {
                let folder = self.report.folders.get(folder as usize);
                Told::Found(folder.map_or_else(Vec::new, |folder| self.find(folder, target)))
            }
            Ask::Batch { file, position } => Told::Batch(self.show(file, position)),
        }
    }

    /// As Kafka reads: the segment with the largest base offset up to the target, and the next ones, as long as a gap
    /// hides it.
    fn find(&self, folder: &FolderReport, target: Offset) -> Vec<Lookup> {
        let mut live: Vec<(Offset, &FileReport)> = folder
            .files
            .iter()
            .filter(|file| matches!(file.contents, Contents::Log(_)))
            .filter_map(|file| {
                let name = FileName::parse(&file.name)?;
                (name.stage == FileStage::Live).then_some((name.offset, file))
            })
            .collect();
        live.sort_by_key(|(base_offset, _)| *base_offset);
        let Some(first) = live
            .partition_point(|(base_offset, _)| *base_offset <= target)
            .checked_sub(1)
        else {
            return Vec::new();
        };
        let mut searches = Vec::new();
        for (base_offset, log) in &live[first..] {
            let index = folder.files.iter().find(|file| {
                FileName::parse(&file.name)
                    == Some(FileName::live(*base_offset, FileKind::OffsetIndex))
            });
            let index = index.and_then(|index| self.file(index.number));
            let Some(log) = self.file(log.number) else {
                break;
            };
            let search = lookup(target, *base_offset, log, index);
            let goes_on = search.found == Err(NotFound::End);
            searches.push(search);
            if !goes_on {
                break;
            }
        }
        searches
    }

    fn show(&self, number: u32, position: u64) -> Shown {
        let head = self
            .file(number)
            .map(|file| file.read_at(position, PREFIX_SIZE))
            .unwrap_or_default();
        let length = head
            .get(8..12)
            .and_then(|length| length.first_chunk())
            .map_or(0, |length| i32::from_be_bytes(*length));
        let size = usize::try_from(length).map_or(0, |length| length + LOG_OVERHEAD);
        let bytes = self
            .file(number)
            .map(|file| file.read_at(position, size.clamp(WINDOW, SIZE_MAX)))
            .unwrap_or_default();
        let batch = fields(&bytes, position);
        let shown = match &batch {
            Ok(batch) => usize::try_from(batch.size)
                .unwrap_or(usize::MAX)
                .min(SHOWN_MAX),
            Err(_) => WINDOW,
        };
        Shown {
            file: number,
            position,
            bytes: bytes.get(..shown).unwrap_or(&bytes).to_vec(),
            batch,
        }
    }

    fn file(&self, number: u32) -> Option<&F> {
        self.files.get(number as usize).map(|named| &named.file)
    }
}
