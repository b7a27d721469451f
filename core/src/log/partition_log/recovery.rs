//! What a crash takes, and how a log is opened after it (`LogLoader`, `LogSegment.recover`).

use super::PartitionLog;
use crate::kafka::Offset;
use crate::log::{CutReason, ProducerStates};

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
    /// How many bytes were cut off.
    pub truncated_bytes: u64,
    /// Why.
    pub reason: Option<CutReason>,
}

impl PartitionLog {
    /// The machine loses its power: what was not flushed is gone, a batch that lost its end with it.
    ///
    /// The log then has to be [opened](Self::open). The epoch cache's file is flushed with each change.
    pub fn power_loss(&mut self) {
        self.segment.power_loss();
        self.shrink_to_segment();
    }

    /// The machine loses its power just so that the offsets below `offset` are left, flushed or not.
    /// A batch that reaches beyond goes whole.
    ///
    /// The log then has to be [opened](Self::open).
    pub fn lose_from(&mut self, offset: Offset) {
        self.segment.truncate_to(offset);
        self.shrink_to_segment();
    }

    /// The disk is lost: the folder is empty, and the log that will be made in it new.
    pub fn lose_disk(&mut self) {
        *self = Self::new();
    }

    /// Opens the log after its broker was down.
    ///
    /// After an unclean shutdown all batches of the segment are checked, and it is cut at the first
    /// one that is corrupt or not whole, with everything behind it.
    pub fn open(&mut self, info: OpenInfo) -> Recovery {
        let size = self.segment.size();
        let mut producer_states = ProducerStates::new();
        let epoch_cache = &mut self.epoch_cache;
        let reason = self.segment.recover(!info.clean_shutdown, |batch| {
            producer_states.update(batch);
            let epoch = batch.partition_leader_epoch();
            if !info.clean_shutdown && epoch_cache.latest_epoch() < Some(epoch) {
                // A batch without an epoch leaves the cache as it is.
                let _ = epoch_cache.assign(epoch, batch.base_offset());
            }
        });
        self.producer_states = producer_states;
        self.log_end_offset = self.segment.next_offset();
        let recovery = Recovery {
            truncated_bytes: size - self.segment.size(),
            reason,
        };
        if self.log_end_offset < info.log_start_offset {
            self.truncate_fully_and_start_at(info.log_start_offset);
        }
        self.log_start_offset = info.log_start_offset.max(self.segment.base_offset());
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
