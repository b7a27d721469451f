//! What a crash takes, and how a log is opened after it (`LogLoader`, `LogSegment.recover`).

use super::{LoadReport, PartitionLog};
use crate::kafka::Offset;
use crate::log::{CutReason, LogContext, Segment};
use alloc::rc::Rc;

/// What a broker knows of a log before it opens it: its checkpoint files, where 0 stands for no line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpenInfo {
    /// Whether the broker had time to close its logs (`.kafka_cleanshutdown`).
    pub clean_shutdown: bool,
    /// From `replication-offset-checkpoint`.
    pub high_watermark: Offset,
    /// From `recovery-point-offset-checkpoint`.
    pub recovery_point: Offset,
    /// From `log-start-offset-checkpoint`.
    pub log_start_offset: Offset,
}

/// What opening a log did to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recovery {
    /// How many bytes were cut off, those of dropped segments not counted.
    pub truncated_bytes: u64,
    /// Why.
    pub reason: Option<CutReason>,
}

impl PartitionLog {
    /// The machine loses its power: what was not flushed is gone, a batch that lost its end with it.
    ///
    /// The log then has to be [opened](Self::open). The epoch cache's file is flushed with each change, and
    /// so are the segments before the active one as they end.
    pub fn power_loss(&mut self) {
        self.segment.power_loss();
        self.shrink_to_segment();
    }

    /// The machine loses its power just so that the offsets below `offset` are left, flushed or not.
    /// A batch that reaches beyond goes whole.
    ///
    /// The log then has to be [opened](Self::open).
    pub fn lose_from(&mut self, offset: Offset) {
        self.drop_segments_above(offset);
        self.segment.truncate_to(offset);
        self.shrink_to_segment();
    }

    /// The disk is lost: the folder is empty, and the log that will be made in it new.
    pub fn lose_disk(&mut self) {
        *self = Self::new();
    }

    /// Opens the log after its broker was down.
    ///
    /// After an unclean shutdown all batches of the segments from the recovery point on are checked, and
    /// the log is cut at the first one that is corrupt or not whole, with everything behind it.
    pub fn open(&mut self, context: LogContext<'_>, info: OpenInfo) -> Recovery {
        self.open_segments(context, info, |_| false, &mut LoadReport::default())
    }

    /// Opens the log; segments that `must_recover` names are checked in any case.
    pub(super) fn open_segments(
        &mut self,
        context: LogContext<'_>,
        info: OpenInfo,
        must_recover: impl Fn(Offset) -> bool,
        report: &mut LoadReport,
    ) -> Recovery {
        if info.clean_shutdown {
            self.segment.become_inactive();
        }
        let earlier = self.earlier_segments().len();
        let needs_recovery = |log: &Self, number: usize| {
            let base_offset = log.nth_segment(number).base_offset();
            let ends_below = number < earlier
                && log.nth_segment(number + 1).base_offset() <= info.recovery_point;
            must_recover(base_offset) || (!info.clean_shutdown && !ends_below)
        };
        let first_recovered = (0..=earlier).find(|number| needs_recovery(self, *number));
        let first_recovered =
            first_recovered.map_or(Offset::MAX, |number| self.nth_segment(number).base_offset());
        let (from, mut producer_states) = self.latest_snapshot(first_recovered);
        let mut recovery = Recovery::default();
        for number in 0..=earlier {
            let rebuild = needs_recovery(self, number);
            let epoch_cache = &mut self.epoch_cache;
            let segment = match &mut self.past {
                Some(past) if number < earlier => &mut Rc::make_mut(past).segments[number],
                _ => &mut self.segment,
            };
            let (base_offset, size) = (segment.base_offset(), segment.size());
            recovery.reason = segment.recover(context, rebuild, |batch| {
                let epoch = batch.partition_leader_epoch();
                if rebuild && epoch_cache.latest_epoch() < Some(epoch) {
                    // A batch without an epoch leaves the cache as it is.
                    let _ = epoch_cache.assign(epoch, batch.base_offset());
                }
                if batch.base_offset() < from {
                    return None;
                }
                producer_states.update(batch)
            });
            if rebuild {
                report.recovered.push(base_offset);
            }
            if recovery.reason.is_some() {
                recovery.truncated_bytes = size - segment.size();
                while self.earlier_segments().len() > number
                    && let Some(segment) = self.past_mut().segments.pop()
                {
                    report.dropped.push(self.segment.base_offset());
                    self.segment = segment;
                }
                break;
            }
        }
        self.producer_states = producer_states;
        self.segment.become_active();
        self.log_end_offset = self.segment.next_offset();
        if self.log_end_offset < info.log_start_offset {
            let dropped = self.segments().map(Segment::base_offset);
            report.dropped.extend(dropped);
            self.truncate_fully_and_start_at(info.log_start_offset);
        }
        let end = self.log_end_offset;
        self.retain_snapshots(|offset| offset <= end);
        self.log_start_offset = info.log_start_offset.max(self.first_base_offset());
        self.recovery_point = if info.clean_shutdown {
            self.log_end_offset
        } else {
            info.recovery_point.min(self.log_end_offset)
        };
        self.epoch_cache.truncate_from_end(self.log_end_offset);
        self.epoch_cache.truncate_from_start(info.log_start_offset);
        self.update_high_watermark(info.high_watermark);
        recovery
    }

    /// Keeps the offsets in order until the log is opened; the rest is in memory, and lost anyway.
    fn shrink_to_segment(&mut self) {
        let offset = self.segment.next_offset();
        self.log_end_offset = offset;
        self.log_start_offset = self.log_start_offset.min(offset);
        self.high_watermark = self.high_watermark.min(offset);
        self.recovery_point = self.recovery_point.min(offset);
        self.producer_states.clear();
    }
}
