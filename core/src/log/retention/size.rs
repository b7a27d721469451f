//! How large a log is at which time: what each limit is worth, before anybody waits for it.

use super::{LogBounds, RetainedSegment, deletable};
use crate::kafka::{Offset, Timestamp};
use crate::log::LogConfig;
use alloc::vec::Vec;

/// A segment as it grew: when each batch came, and how many bytes the segment had then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrownSegment {
    /// Its base offset.
    pub base_offset: Offset,
    /// For each batch its timestamp, and the bytes up to its end.
    pub batches: Vec<(Timestamp, u64)>,
}

/// The bytes of the log at a time, if every batch came at its timestamp, all was committed at once, and retention
/// looked in that very moment.
///
/// What a limit takes once it would take ever after, so that the time before need not be gone through.
#[must_use]
pub fn size_at(segments: &[GrownSegment], config: &LogConfig, now_ms: Timestamp) -> u64 {
    let mut grown = Vec::new();
    for segment in segments {
        // Timestamps may go back; a batch is there when all before it are.
        let there = segment
            .batches
            .iter()
            .take_while(|(timestamp, _)| *timestamp <= now_ms);
        let mut largest_timestamp = None;
        let mut size = 0;
        for (timestamp, bytes) in there {
            largest_timestamp = largest_timestamp.max(Some(*timestamp));
            size = *bytes;
        }
        let Some(largest_timestamp) = largest_timestamp else {
            break;
        };
        grown.push(RetainedSegment {
            base_offset: segment.base_offset,
            size,
            largest_timestamp,
        });
    }
    let bounds = LogBounds {
        log_start_offset: Offset::MIN,
        high_watermark: Offset::MAX,
        log_end_offset: Offset::MAX,
    };
    let gone = deletable(&grown, bounds, config, now_ms).len();
    grown.iter().skip(gone).map(|segment| segment.size).sum()
}
