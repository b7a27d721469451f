//! What retention has to go by in a folder.

use super::FolderReport;
use crate::kafka::Offset;
use crate::log::retention::{GrownSegment, LogBounds, RetainedSegment};
use alloc::vec::Vec;

impl FolderReport {
    /// What retention knows of the segments in use.
    ///
    /// A segment without any timestamp counts by the time its file was changed, which nobody handed in: it has -1.
    #[must_use]
    pub fn retained(&self) -> Vec<RetainedSegment> {
        let segments = self.segments();
        let retained = segments.map(|(base_offset, file, log)| RetainedSegment {
            base_offset,
            size: file.size,
            largest_timestamp: log.max_timestamp,
        });
        retained.collect()
    }

    /// The segments as they grew, as fine as the survey has them.
    #[must_use]
    pub fn grown(&self) -> Vec<GrownSegment> {
        let segments = self.segments();
        let grown = segments.map(|(base_offset, _, log)| GrownSegment {
            base_offset,
            batches: log
                .runs
                .list()
                .iter()
                .map(|run| (run.max_timestamp, run.position + run.size))
                .collect(),
        });
        grown.collect()
    }

    /// The offsets that bound retention. Without a checkpoint all is taken for committed; `high_watermark` overrules it.
    #[must_use]
    pub fn bounds(&self, high_watermark: Option<Offset>) -> LogBounds {
        let first = self
            .segments()
            .next()
            .map_or(0, |(base_offset, _, _)| base_offset);
        let log_end_offset = self.log_end_offset().unwrap_or(0);
        LogBounds {
            log_start_offset: self.log_start_offset.unwrap_or(first),
            high_watermark: high_watermark
                .or(self.high_watermark)
                .unwrap_or(log_end_offset),
            log_end_offset,
        }
    }
}
