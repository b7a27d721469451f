//! How new segments take the place of old ones (`UnifiedLog.replaceSegments`): in a folder step by step, so
//! that a crash after any of them leaves a log that can be opened; in the log at once.

use super::{Cleaned, CleanedGroup};
use crate::disk::{Directory, File};
use crate::kafka::Offset;
use crate::log::{FileKind, FileName, FileStage, LogContext, PartitionLog};
use alloc::string::ToString;
use alloc::vec::Vec;

/// One thing that happens to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileStep {
    /// A file is written whole, and flushed.
    Write {
        /// Its name.
        name: FileName,
        /// What is in it.
        file: File,
    },
    /// A file gets another name; one that has it already is replaced.
    Rename {
        /// Its name before.
        from: FileName,
        /// And after.
        to: FileName,
    },
}

impl FileStep {
    /// Does it. A file that is not there is not renamed.
    pub fn apply(&self, folder: &mut Directory) {
        match self {
            Self::Write { name, file } => folder.insert(&name.to_string(), file.clone()),
            Self::Rename { from, to } => {
                let _ = folder.rename(&from.to_string(), &to.to_string());
            }
        }
    }
}

impl Cleaned {
    /// The steps of the whole round in the folder of `log`, in order.
    #[must_use]
    pub fn file_steps(&self, log: &PartitionLog) -> Vec<FileStep> {
        let mut steps = Vec::new();
        for group in &self.groups {
            let new = |kind| FileName::live(group.segment.base_offset(), kind);
            let mut kinds = Vec::new();
            group.segment.for_each_file(|kind, file| {
                kinds.push(kind);
                steps.push(FileStep::Write {
                    name: new(kind).staged(FileStage::Cleaned),
                    file,
                });
            });
            for kind in &kinds {
                steps.push(FileStep::Rename {
                    from: new(*kind).staged(FileStage::Cleaned),
                    to: new(*kind).staged(FileStage::Swap),
                });
            }
            for base_offset in &group.replaces {
                delete_steps(log, *base_offset, group, &mut steps);
            }
            for kind in &kinds {
                steps.push(FileStep::Rename {
                    from: new(*kind).staged(FileStage::Swap),
                    to: new(*kind),
                });
            }
        }
        steps
    }
}

/// An old segment's files are renamed; the snapshot of one whose base offset is no more, too.
fn delete_steps(
    log: &PartitionLog,
    base_offset: Offset,
    group: &CleanedGroup,
    steps: &mut Vec<FileStep>,
) {
    let mut rename = |kind| {
        let name = FileName::live(base_offset, kind);
        steps.push(FileStep::Rename {
            from: name,
            to: name.staged(FileStage::Deleted),
        });
    };
    let mut segments = log.segments();
    if let Some(old) = segments.find(|segment| segment.base_offset() == base_offset) {
        old.for_each_file(|kind, _| rename(kind));
    }
    if base_offset != group.segment.base_offset() {
        rename(FileKind::ProducerSnapshot);
    }
}

impl PartitionLog {
    /// Takes over the new segments of a round. Offsets, and what is known of them, stay as they are.
    ///
    /// The files of the old ones are renamed, and stay for `file.delete.delay.ms`.
    pub fn replace_segments(&mut self, context: LogContext<'_>, cleaned: &Cleaned) {
        for group in &cleaned.groups {
            let base_offset = group.segment.base_offset();
            for old in self.take_segments(&group.replaces, group.segment.clone()) {
                self.delete_segment_files(context, &old, old.base_offset() != base_offset);
            }
        }
    }
}
