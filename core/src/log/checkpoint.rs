//! Kafka's small text files: a version, a count, and that many lines (`CheckpointFile`).
//!
//! The four files of a log dir map partitions to offsets; the fifth is the epoch cache's.

use crate::disk::{Directory, File};
use crate::kafka::{Offset, PartitionId};
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt::{self, Display, Write};
use serde::{Deserialize, Serialize};

/// High watermarks, by default written every 5 s (`replica.high.watermark.checkpoint.interval.ms`).
pub const REPLICATION_OFFSET_CHECKPOINT: &str = "replication-offset-checkpoint";

/// Recovery points, by default written every 60 s (`log.flush.offset.checkpoint.interval.ms`).
pub const RECOVERY_POINT_OFFSET_CHECKPOINT: &str = "recovery-point-offset-checkpoint";

/// Log start offsets, by default written every 60 s (`log.flush.start.offset.checkpoint.interval.ms`).
pub const LOG_START_OFFSET_CHECKPOINT: &str = "log-start-offset-checkpoint";

/// First dirty offsets of compacted partitions, written after each cleaning.
pub const CLEANER_OFFSET_CHECKPOINT: &str = "cleaner-offset-checkpoint";

/// The only version of the format.
const VERSION: i32 = 0;

/// One line of an offset checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OffsetCheckpointEntry<'a> {
    /// The topic.
    pub topic: &'a str,
    /// The partition.
    pub partition: PartitionId,
    /// Its offset.
    pub offset: Offset,
}

/// Why a checkpoint file could not be read. Lines count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CheckpointError {
    /// The file is not text.
    NotUtf8 {
        /// The first byte that is not.
        position: usize,
    },
    /// The file has another version.
    Version {
        /// The version this reader knows.
        expected: i32,
        /// The file's.
        found: i32,
    },
    /// A line does not have the fields it should.
    Malformed {
        /// Which line.
        line: usize,
        /// Its first byte.
        position: usize,
    },
    /// There are more lines, or fewer, than the count says.
    Count {
        /// The count.
        expected: i32,
        /// The lines that follow it.
        found: usize,
    },
}

/// Reads an offset checkpoint, lines in the file's order.
pub fn read_offsets(bytes: &[u8]) -> Result<Vec<OffsetCheckpointEntry<'_>>, CheckpointError> {
    let mut entries = Vec::new();
    read_frame(bytes, |fields| {
        let [topic, partition, offset] = *fields else {
            return false;
        };
        let (Ok(partition), Ok(offset)) = (partition.parse(), offset.parse()) else {
            return false;
        };
        entries.push(OffsetCheckpointEntry {
            topic,
            partition,
            offset,
        });
        true
    })?;
    Ok(entries)
}

/// The text of an offset checkpoint.
#[must_use]
pub fn write_offsets(entries: &[OffsetCheckpointEntry<'_>]) -> String {
    write_frame(entries.len(), |text| {
        for entry in entries {
            text.line(&[&entry.topic, &entry.partition, &entry.offset]);
        }
    })
}

/// Puts a checkpoint into its folder, flushed and in one instant.
///
/// Kafka writes `NAME.tmp`, flushes it and renames it over the old file, so that a crash leaves
/// one or the other. Nothing can happen in between here.
pub fn save(folder: &mut Directory, name: &str, text: &str) {
    let mut file = File::new();
    file.append(text.as_bytes());
    file.flush();
    folder.insert(name, file);
}

/// Reads the frame, and hands each line's fields to `take`, which says whether they are right.
pub(super) fn read_frame<'a>(
    bytes: &'a [u8],
    mut take: impl FnMut(&[&'a str]) -> bool,
) -> Result<(), CheckpointError> {
    let text = core::str::from_utf8(bytes).map_err(|error| CheckpointError::NotUtf8 {
        position: error.valid_up_to(),
    })?;
    let mut position = 0;
    let mut lines = text.split_inclusive('\n').enumerate().map(|(index, line)| {
        let malformed = CheckpointError::Malformed {
            line: index + 1,
            position,
        };
        position += line.len();
        (line.trim_ascii_end(), malformed)
    });
    let mut number = |missing| match lines.next() {
        Some((line, malformed)) => line.parse().map_err(|_| malformed),
        None => Ok(missing),
    };
    // Kafka takes a file without a version or a count for an empty one.
    let version = number(VERSION)?;
    if version != VERSION {
        return Err(CheckpointError::Version {
            expected: VERSION,
            found: version,
        });
    }
    let expected = number(0)?;
    let mut found = 0;
    for (line, malformed) in lines {
        // One field more than any file has, so that a line with too many is noticed.
        let mut fields = [""; 4];
        let mut count = 0;
        for (field, word) in fields.iter_mut().zip(line.split_ascii_whitespace()) {
            *field = word;
            count += 1;
        }
        let is_indented = line.starts_with(|first: char| first.is_ascii_whitespace());
        if is_indented || !take(&fields[..count]) {
            return Err(malformed);
        }
        found += 1;
    }
    if usize::try_from(expected) != Ok(found) {
        return Err(CheckpointError::Count { expected, found });
    }
    Ok(())
}

/// The text of a frame of `count` lines, which `lines` writes.
pub(super) fn write_frame(count: usize, lines: impl FnOnce(&mut Text)) -> String {
    let mut text = Text(String::new());
    text.line(&[&VERSION]);
    text.line(&[&count]);
    lines(&mut text);
    text.0
}

/// The lines of a checkpoint while they are written.
pub(super) struct Text(String);

impl Text {
    /// Adds a line of fields with one space between them.
    pub(super) fn line(&mut self, fields: &[&dyn Display]) {
        for (index, field) in fields.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            // Writing to a string cannot fail.
            let _ = write!(self.0, "{space}{field}");
        }
        self.0.push('\n');
    }
}

impl Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8 { position } => write!(f, "byte {position}: not UTF-8"),
            Self::Version { expected, found } => {
                write!(f, "version {found}, expected {expected}")
            }
            Self::Malformed { line, position } => {
                write!(f, "line {line} (byte {position}): malformed")
            }
            Self::Count { expected, found } => write!(f, "{found} lines, expected {expected}"),
        }
    }
}

impl Error for CheckpointError {}

#[cfg(test)]
mod tests;
