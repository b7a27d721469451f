//! What a survey of files comes to.

use crate::inspect::{Content, EpochStart, Findings, LogReport};
use crate::kafka::{Offset, PartitionId, Timestamp};
use crate::log::ProducerSnapshotEntry;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// All that was surveyed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Report {
    /// The folders, in the order of their paths.
    pub folders: Vec<FolderReport>,
}

/// A folder, with its files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolderReport {
    /// Its path, as far as it is known; empty for files that came without one.
    pub path: String,
    /// The partition that its name says.
    pub partition: Option<Partition>,
    /// Its files, in the order of their names.
    pub files: Vec<FileReport>,
    /// What its segments have against each other.
    pub between: Findings,
    /// The high watermark of the partition, if a checkpoint was among the files.
    pub high_watermark: Option<Offset>,
    /// The log start offset, likewise.
    pub log_start_offset: Option<Offset>,
    /// Where the cleaner's last round ended, likewise.
    pub cleaner_checkpoint: Option<Offset>,
}

/// A topic and the number of one of its partitions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Partition {
    /// The topic.
    pub topic: String,
    /// The partition.
    pub partition: PartitionId,
}

/// A file, and what is in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileReport {
    /// Which of the files that were handed in it is.
    pub number: u32,
    /// Its name.
    pub name: String,
    /// How many bytes it has.
    pub size: u64,
    /// The offset in its name.
    pub offset: Option<Offset>,
    /// What is in it.
    pub contents: Contents,
    /// What was found in it.
    pub findings: Findings,
}

/// What is in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Contents {
    /// Batches.
    Log(Box<LogReport>),
    /// An offset index: how many entries it has, and, unless they are many, which: offset and position.
    OffsetIndex(u32, Vec<(Offset, i32)>),
    /// A time index with so many entries.
    TimeIndex(u32),
    /// The producers whose transactions were aborted, with their first and last offset.
    Aborted(Vec<(i64, Offset, Offset)>),
    /// What is known of producers.
    Producers(Vec<ProducerSnapshotEntry>),
    /// The leader epochs.
    Epochs(Vec<EpochStart>),
    /// An offset for each of so many partitions.
    Offsets(u32),
    /// The topic's id.
    TopicId(String),
    /// None of these; what it looks like.
    Other(Option<Content>),
}

impl FileReport {
    /// The report of its batches, if it is a `.log`.
    #[must_use]
    pub const fn log(&self) -> Option<&LogReport> {
        match &self.contents {
            Contents::Log(report) => Some(report),
            _ => None,
        }
    }
}

impl FolderReport {
    /// The `.log` files in use, by their base offset.
    pub fn segments(&self) -> impl Iterator<Item = (Offset, &FileReport, &LogReport)> {
        self.files
            .iter()
            .filter_map(|file| Some((file.offset?, file, file.log()?)))
    }

    /// The offset after the last record.
    #[must_use]
    pub fn log_end_offset(&self) -> Option<Offset> {
        let (base_offset, _, report) = self.segments().last()?;
        Some(report.next_offset.unwrap_or(base_offset))
    }

    /// The largest timestamp of all its batches.
    #[must_use]
    pub fn max_timestamp(&self) -> Option<Timestamp> {
        self.segments()
            .map(|(_, _, report)| report.max_timestamp)
            .filter(|timestamp| *timestamp >= 0)
            .max()
    }
}
