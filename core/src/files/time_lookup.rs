//! How the offset of a time is found in a folder (ListOffsets): the segment by its largest timestamp, the time index, from
//! there the offset index, then batch after batch.

use super::desk::Desk;
use super::lookup::{Comparing, Side};
use super::opened::NotOpened;
use super::read_at::ReadAt;
use crate::kafka::{LeaderEpoch, Offset, Timestamp};
use crate::log::{LogContext, LookupStep, Segment};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// The way to a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeLookup {
    /// The time that is asked for, or the negative number that stands for something.
    pub target: Timestamp,
    /// The steps, in order.
    pub steps: Vec<TimeStep>,
    /// The answer.
    pub found: Option<FoundTime>,
}

/// The answer: what a broker sends; -1 where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundTime {
    /// The record's offset.
    pub offset: Offset,
    /// Its time.
    pub timestamp: Timestamp,
    /// Its leader epoch.
    pub leader_epoch: LeaderEpoch,
}

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TimeStep {
    /// A segment's largest timestamp is compared.
    Segment {
        /// Its base offset.
        base_offset: Offset,
        /// Its largest timestamp.
        largest_timestamp: Timestamp,
        /// It is new enough.
        is_chosen: bool,
    },
    /// An entry of its time index is compared.
    TimeEntry {
        /// The entry.
        entry: u32,
        /// Its timestamp.
        timestamp: Timestamp,
        /// Its offset.
        offset: Offset,
        /// How its timestamp is to the target.
        is: Side,
        /// What that decides.
        purpose: Comparing,
    },
    /// What the time index says: nothing below this offset is new enough.
    TimeAnswer {
        /// The entry's timestamp.
        timestamp: Timestamp,
        /// The entry's offset.
        offset: Offset,
    },
    /// An entry of its offset index is compared.
    OffsetEntry {
        /// The entry.
        entry: u32,
        /// Its offset.
        offset: Offset,
        /// How its offset is to that of the time index.
        is: Side,
        /// What that decides.
        purpose: Comparing,
    },
    /// What the offset index says: reading begins at this position.
    Position {
        /// The position.
        position: i32,
    },
    /// A batch is read.
    Batch {
        /// Where it begins.
        position: u64,
        /// Its last offset.
        last_offset: Offset,
    },
}

impl<F: ReadAt> Desk<F> {
    /// Looks a time up in a folder, as a reader may see it whose end is the high watermark.
    pub fn find_time(
        &self,
        folder: u32,
        target: Timestamp,
        high_watermark: Option<Offset>,
    ) -> Result<TimeLookup, NotOpened> {
        let log = self.open_log(folder, LogContext::DEFAULT, high_watermark)?;
        let mut steps = Vec::new();
        let mut chosen: Option<&Segment> = None;
        if target >= 0 {
            for segment in log.segments() {
                let is_chosen = segment.largest_timestamp() >= target;
                steps.push(TimeStep::Segment {
                    base_offset: segment.base_offset(),
                    largest_timestamp: segment.largest_timestamp(),
                    is_chosen,
                });
                if is_chosen {
                    chosen = Some(segment);
                    break;
                }
            }
        }
        let found = log.list_offset(target, log.high_watermark(), |step| {
            steps.extend(chosen.and_then(|segment| told(segment, &step)));
        });
        Ok(TimeLookup {
            target,
            steps,
            found: found.map(|found| FoundTime {
                offset: found.offset,
                timestamp: found.timestamp,
                leader_epoch: found.leader_epoch,
            }),
        })
    }
}

fn told(segment: &Segment, step: &LookupStep) -> Option<TimeStep> {
    Some(match step {
        LookupStep::TimeIndex(comparison) => {
            let entry = segment.time_index()?.entry(comparison.entry)?;
            TimeStep::TimeEntry {
                entry: u32::try_from(comparison.entry).ok()?,
                timestamp: entry.timestamp,
                offset: entry.offset,
                is: Side::from(comparison.ordering),
                purpose: Comparing::from(&comparison.purpose),
            }
        }
        LookupStep::TimeEntry(entry) => TimeStep::TimeAnswer {
            timestamp: entry.timestamp,
            offset: entry.offset,
        },
        LookupStep::OffsetIndex(comparison) => TimeStep::OffsetEntry {
            entry: u32::try_from(comparison.entry).ok()?,
            offset: segment.offset_index()?.entry(comparison.entry)?.offset,
            is: Side::from(comparison.ordering),
            purpose: Comparing::from(&comparison.purpose),
        },
        LookupStep::OffsetEntry(entry) => TimeStep::Position {
            position: entry.position,
        },
        LookupStep::Batch { range, last_offset } => TimeStep::Batch {
            position: range.start,
            last_offset: *last_offset,
        },
    })
}
