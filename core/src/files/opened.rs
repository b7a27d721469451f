//! A folder's log, opened as a broker opens it: for questions that a single file can't answer.

use super::contents::FolderReport;
use super::desk::Desk;
use super::read_at::ReadAt;
use crate::disk::{Directory, File};
use crate::kafka::Offset;
use crate::log::{FileKind, FileName, LogContext, OpenInfo, PartitionLog};
use serde::{Deserialize, Serialize};

/// Bytes of all `.log` files that are opened at once.
const LOGS_MAX: u64 = 64 << 20;

/// Why a folder's log is not opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NotOpened {
    /// The folder has no `.log`.
    NoLog,
    /// It has more bytes than are opened at once.
    TooLarge {
        /// What it has.
        bytes: u64,
        /// What may be.
        bytes_max: u64,
    },
}

impl<F: ReadAt> Desk<F> {
    /// Opens a folder's log as a broker does that was stopped in order.
    pub(super) fn open_log(
        &self,
        folder: u32,
        context: LogContext<'_>,
        high_watermark: Option<Offset>,
    ) -> Result<PartitionLog, NotOpened> {
        let report = self.report.folders.get(folder as usize);
        let report = report.ok_or(NotOpened::NoLog)?;
        let bytes = report.segments().map(|(_, file, _)| file.size).sum();
        if report.segments().next().is_none() {
            return Err(NotOpened::NoLog);
        }
        if bytes > LOGS_MAX {
            let bytes_max = LOGS_MAX;
            return Err(NotOpened::TooLarge { bytes, bytes_max });
        }
        let bounds = report.bounds(high_watermark);
        let info = OpenInfo {
            clean_shutdown: true,
            high_watermark: bounds.high_watermark,
            recovery_point: Offset::MAX,
            log_start_offset: report.log_start_offset.unwrap_or(0),
        };
        let mut log = PartitionLog::load(context, self.directory(report), info).log;
        log.update_high_watermark(bounds.high_watermark);
        Ok(log)
    }

    /// The folder's files on a disk; no index is so large that it could not be made anew.
    fn directory(&self, report: &FolderReport) -> Directory {
        let mut directory = Directory::new();
        for listed in &report.files {
            let kind = FileName::parse(&listed.name).map(|name| name.kind);
            if kind != Some(FileKind::Log) && listed.size > LOGS_MAX {
                continue;
            }
            let Some(named) = self.files().get(listed.number as usize) else {
                continue;
            };
            let mut file = File::new();
            let size = usize::try_from(listed.size).unwrap_or(usize::MAX);
            file.append(&named.file.read_at(0, size));
            directory.insert(&listed.name, file);
        }
        directory
    }
}
