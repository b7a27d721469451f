//! The segments of one partition, held against each other and against the epoch checkpoint.

use super::finding::{Findings, Problem};
use super::log_file::LogReport;
use crate::kafka::Offset;
use crate::log::EpochCache;

/// A segment that was read.
#[derive(Clone, Copy, Debug)]
pub struct Segment<'a> {
    /// The base offset in its name.
    pub base_offset: Offset,
    /// What is in it.
    pub report: &'a LogReport,
}

/// Compares segments, in the order of their base offsets, with each other and with the epochs of the checkpoint.
///
/// Findings of the segments are at the first byte of the later one, those of the checkpoint at its first.
pub fn audit_folder(segments: &[Segment<'_>], epochs: Option<&EpochCache>) -> (Findings, Findings) {
    let mut between = Findings::default();
    let mut end = None;
    for segment in segments {
        let base_offset = segment.base_offset;
        match end {
            Some(offset_min) if base_offset < offset_min => {
                let problem = Problem::SegmentsOverlap {
                    offset_min,
                    base_offset,
                };
                between.add(0, problem);
            }
            Some(start) if base_offset > start => {
                let end = base_offset;
                between.add(0, Problem::Gap { start, end });
            }
            _ => {}
        }
        end = segment.report.next_offset.or(Some(base_offset));
    }
    let mut checkpoint = Findings::default();
    if let Some(epochs) = epochs {
        for segment in segments {
            for start in &segment.report.epochs {
                let checkpoint_epoch = epochs.epoch_for_offset(start.start_offset);
                // Below the log start offset epochs are forgotten, while their records may still be in the segment.
                let is_forgotten = epochs.entries().next().is_some_and(|first| {
                    start.start_offset < first.start_offset && start.leader_epoch <= first.epoch
                });
                let is_told = is_forgotten || checkpoint_epoch == Some(start.leader_epoch);
                if start.leader_epoch >= 0 && !is_told {
                    let problem = Problem::EpochCheckpoint {
                        offset: start.start_offset,
                        log_epoch: start.leader_epoch,
                        checkpoint_epoch,
                    };
                    checkpoint.add(0, problem);
                }
            }
        }
    }
    (between, checkpoint)
}
