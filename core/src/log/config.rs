//! What a log is told from outside: its topic's settings, and what time it is (`LogConfig`).
//!
//! The values are Kafka's defaults. A log draws no random number and reads no clock.

use crate::kafka::{Offset, Timestamp};
use crate::record::TimestampType;
use serde::{Deserialize, Serialize};

/// The most bytes that the records of one batch may have when they are taken out of their compression.
pub(crate) const RECORDS_SIZE_MAX: usize = 1 << 27;

/// What a log needs to know of its surroundings whenever it changes.
#[derive(Clone, Copy, Debug)]
pub struct LogContext<'a> {
    /// Its topic's settings.
    pub config: &'a LogConfig,
    /// The time.
    pub now_ms: Timestamp,
}

/// The settings of a topic that concern the log on the disk, under their own names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogConfig {
    /// `segment.bytes` (at least 14, since 4.0 at least 1 MiB): a segment takes nothing that would make it larger.
    pub segment_bytes: u32,
    /// `segment.ms`: a segment takes nothing that is so much later than its first batch.
    pub segment_ms: i64,
    /// `segment.jitter.ms`: up to so much earlier, drawn for each segment.
    pub segment_jitter_ms: i64,
    /// `segment.index.bytes`: the size of a new index.
    pub segment_index_bytes: u32,
    /// `index.interval.bytes`: after more than this, the next batch gets an index entry.
    pub index_interval_bytes: u32,
    /// `max.message.bytes`: the largest batch that a leader takes.
    pub max_message_bytes: u32,
    /// `message.timestamp.type`.
    pub message_timestamp_type: TimestampType,
    /// `message.timestamp.before.max.ms` (KIP-937): how old a record may be.
    pub message_timestamp_before_max_ms: i64,
    /// `message.timestamp.after.max.ms` (KIP-937; 1 hour since 4.0): how far ahead of the broker.
    pub message_timestamp_after_max_ms: i64,
    /// `cleanup.policy`.
    pub cleanup_policy: CleanupPolicy,
    /// `retention.ms`; below 0 for ever.
    pub retention_ms: i64,
    /// `retention.bytes`; below 0 without limit.
    pub retention_bytes: i64,
    /// `file.delete.delay.ms`: how long a file is still there that the log has given up.
    pub file_delete_delay_ms: i64,
    /// `min.cleanable.dirty.ratio`, in millionths.
    pub min_cleanable_dirty_ratio_millionths: u32,
    /// `min.compaction.lag.ms`.
    pub min_compaction_lag_ms: i64,
    /// `max.compaction.lag.ms` (KIP-354, since 2.3).
    pub max_compaction_lag_ms: i64,
    /// `delete.retention.ms`: how long tombstones stay after the cleaning that saw them first.
    pub delete_retention_ms: i64,
}

/// `cleanup.policy`: what becomes of old records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum CleanupPolicy {
    /// Whole segments are deleted, by age and size.
    Delete,
    /// Of each key the newest record is kept.
    Compact,
    /// Both.
    CompactAndDelete,
}

impl CleanupPolicy {
    /// Whether old segments are deleted.
    #[must_use]
    pub const fn deletes(self) -> bool {
        !matches!(self, Self::Compact)
    }

    /// Whether the log is compacted.
    #[must_use]
    pub const fn compacts(self) -> bool {
        !matches!(self, Self::Delete)
    }
}

impl LogContext<'static> {
    /// Kafka's defaults, at time 0.
    pub const DEFAULT: Self = Self {
        config: &LogConfig::DEFAULT,
        now_ms: 0,
    };
}

impl LogConfig {
    /// Kafka's defaults.
    pub const DEFAULT: Self = Self {
        segment_bytes: 1_073_741_824,
        segment_ms: 604_800_000,
        segment_jitter_ms: 0,
        segment_index_bytes: 10_485_760,
        index_interval_bytes: 4096,
        max_message_bytes: 1_048_588,
        message_timestamp_type: TimestampType::CreateTime,
        message_timestamp_before_max_ms: i64::MAX,
        message_timestamp_after_max_ms: i64::MAX,
        cleanup_policy: CleanupPolicy::Delete,
        retention_ms: 604_800_000,
        retention_bytes: -1,
        file_delete_delay_ms: 60_000,
        min_cleanable_dirty_ratio_millionths: 500_000,
        min_compaction_lag_ms: 0,
        max_compaction_lag_ms: i64::MAX,
        delete_retention_ms: 86_400_000,
    };

    /// After which time a segment takes no more: a compacted log's sooner, so that the cleaner
    /// can get at its records (`LogConfig.maxSegmentMs`).
    #[must_use]
    pub fn segment_ms_max(&self) -> i64 {
        if self.cleanup_policy.compacts() && self.max_compaction_lag_ms > 0 {
            self.segment_ms.min(self.max_compaction_lag_ms)
        } else {
            self.segment_ms
        }
    }

    /// How much earlier the segment with this base offset takes no more.
    ///
    /// Kafka draws it at random for each segment, below the setting; here the base offset decides.
    #[must_use]
    pub fn segment_jitter(&self, base_offset: Offset) -> i64 {
        let bound = self.segment_jitter_ms.min(self.segment_ms);
        if bound <= 0 {
            return 0;
        }
        // The multiplier of Knuth's linear congruential generator spreads neighbours.
        let drawn = base_offset
            .wrapping_add(1)
            .wrapping_mul(6_364_136_223_846_793_005);
        (drawn.cast_unsigned() >> 33).cast_signed() % bound
    }
}

impl Default for LogConfig {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// How long records are kept by a broker's three settings, of which the finer one counts: below 0 for ever.
///
/// `log.retention.ms`, `log.retention.minutes`, `log.retention.hours`.
#[must_use]
pub fn log_retention_ms(ms: Option<i64>, minutes: Option<i32>, hours: i32) -> i64 {
    let time = match (ms, minutes) {
        (Some(ms), _) => ms,
        (None, Some(minutes)) => i64::from(minutes) * 60_000,
        (None, None) => i64::from(hours) * 3_600_000,
    };
    if time < 0 { -1 } else { time }
}
