//! What the folders and files of a log dir are called (`LogFileUtils`, `UnifiedLog.parseTopicPartitionName`).

use crate::kafka::{Offset, PartitionId};
use alloc::format;
use alloc::string::String;
use core::error::Error;
use core::fmt;

/// The longest name of a folder that is marked for deletion, or found stray.
const FOLDER_NAME_LENGTH_MAX: usize = 255;

/// What is in a file of a partition's folder that is named after an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileKind {
    /// Batches.
    Log,
    /// From offsets to positions.
    OffsetIndex,
    /// From timestamps to offsets.
    TimeIndex,
    /// Aborted transactions.
    TransactionIndex,
    /// What is known of producers.
    ProducerSnapshot,
}

/// What stage a file is in, by what its name ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileStage {
    /// In use.
    Live,
    /// No part of the log any more, and soon removed.
    Deleted,
    /// Being written by the cleaner.
    Cleaned,
    /// Complete, and about to replace the files of its name.
    Swap,
}

/// The name of a file that is named after an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileName {
    /// The base offset of its segment; of a snapshot, the first offset that it doesn't cover.
    pub offset: Offset,
    /// What is in it.
    pub kind: FileKind,
    /// What stage it is in.
    pub stage: FileStage,
}

/// What a partition's folder is, by what its name ends with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FolderStage {
    /// In use.
    Live,
    /// Its topic was deleted; soon removed.
    Delete,
    /// The copy of a replica that moves to another log dir.
    Future,
    /// Found, but not assigned to this broker.
    Stray,
}

/// The name of a partition's folder, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FolderName<'a> {
    /// The topic, which is cut in names of folders that are to be deleted.
    pub topic: &'a str,
    /// The partition.
    pub partition: PartitionId,
    /// What the folder is.
    pub stage: FolderStage,
}

/// The name is not that of a partition's folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAPartition;

const KINDS: [(FileKind, &str); 5] = [
    (FileKind::Log, ".log"),
    (FileKind::OffsetIndex, ".index"),
    (FileKind::TimeIndex, ".timeindex"),
    (FileKind::TransactionIndex, ".txnindex"),
    (FileKind::ProducerSnapshot, ".snapshot"),
];

const FILE_STAGES: [(FileStage, &str); 3] = [
    (FileStage::Deleted, ".deleted"),
    (FileStage::Cleaned, ".cleaned"),
    (FileStage::Swap, ".swap"),
];

const FOLDER_STAGES: [(FolderStage, &str); 3] = [
    (FolderStage::Delete, "-delete"),
    (FolderStage::Future, "-future"),
    (FolderStage::Stray, "-stray"),
];

impl FileName {
    /// The name of a file in use.
    #[must_use]
    pub const fn live(offset: Offset, kind: FileKind) -> Self {
        Self {
            offset,
            kind,
            stage: FileStage::Live,
        }
    }

    /// The same file in another stage.
    #[must_use]
    pub const fn staged(self, stage: FileStage) -> Self {
        Self { stage, ..self }
    }

    /// The name, if it is one of these: digits, an ending, perhaps a stage.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        let (stage, name) = FILE_STAGES
            .iter()
            .find_map(|(stage, ending)| Some((*stage, name.strip_suffix(ending)?)))
            .unwrap_or((FileStage::Live, name));
        let (kind, digits) = KINDS
            .iter()
            .find_map(|(kind, ending)| Some((*kind, name.strip_suffix(ending)?)))?;
        if !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        Some(Self {
            offset: digits.parse().ok()?,
            kind,
            stage,
        })
    }
}

impl<'a> FolderName<'a> {
    /// Takes a name apart: the partition is what follows the last dash.
    pub fn parse(name: &'a str) -> Result<Self, NotAPartition> {
        let staged = FOLDER_STAGES
            .iter()
            .find_map(|(stage, ending)| Some((*stage, name.strip_suffix(ending)?)));
        let (stage, plain) = match staged {
            Some((stage, rest)) => (stage, without_unique_id(rest).ok_or(NotAPartition)?),
            None => (FolderStage::Live, name),
        };
        let (topic, partition) = plain.rsplit_once('-').ok_or(NotAPartition)?;
        if topic.is_empty() {
            return Err(NotAPartition);
        }
        Ok(Self {
            topic,
            partition: partition.parse().map_err(|_| NotAPartition)?,
            stage,
        })
    }

    /// The folder's name. `unique_id` becomes part of it unless the folder is in use.
    #[must_use]
    pub fn with_unique_id(&self, unique_id: u128) -> String {
        let (topic, partition) = (self.topic, self.partition);
        let ending = FOLDER_STAGES.iter().find(|(stage, _)| *stage == self.stage);
        let Some((stage, ending)) = ending else {
            return format!("{topic}-{partition}");
        };
        let ending = format!("-{partition}.{unique_id:032x}{ending}");
        let length_max = match stage {
            FolderStage::Future => usize::MAX,
            _ => FOLDER_NAME_LENGTH_MAX.saturating_sub(ending.len()),
        };
        // Names of topics are ASCII; any other is cut between its characters.
        let topic: String = topic.chars().take(length_max).collect();
        format!("{topic}{ending}")
    }
}

/// What stands before the last dot, if all of it has the form `TOPIC-PARTITION.ID` without a blank.
fn without_unique_id(name: &str) -> Option<&str> {
    let (plain, unique_id) = name.rsplit_once('.')?;
    let dash = plain.char_indices().skip(1).find(|(_, c)| *c == '-')?.0;
    let is_whole = dash + 1 < plain.len() && !unique_id.is_empty();
    (is_whole && !name.contains(char::is_whitespace)).then_some(plain)
}

impl fmt::Display for FileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = KINDS.iter().find(|(kind, _)| *kind == self.kind);
        let stage = FILE_STAGES.iter().find(|(stage, _)| *stage == self.stage);
        let kind = kind.map_or("", |(_, ending)| ending);
        let stage = stage.map_or("", |(_, ending)| ending);
        write!(f, "{:020}{kind}{stage}", self.offset)
    }
}

impl fmt::Display for NotAPartition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the name of a partition's folder")
    }
}

impl Error for NotAPartition {}
