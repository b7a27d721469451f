//! What a segment has beside its `.log`: the indexes, and what their upkeep needs.
//!
//! Behind one pointer: a replica without records has none of it.

use crate::kafka::{NO_TIMESTAMP, Offset, Timestamp};
use crate::log::{LogContext, OffsetIndex, TimeIndex, TimestampOffset, TransactionIndex};

/// Indexes and their upkeep.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Indexes {
    pub(super) offset_index: OffsetIndex,
    pub(super) time_index: TimeIndex,
    pub(super) transaction_index: TransactionIndex,
    /// The largest timestamp so far, and the last offset of the batch that had it first.
    pub(super) max_timestamp: TimestampOffset,
    /// When the segment was created, or opened.
    pub(super) created_ms: Timestamp,
    /// When its `.log` was written last.
    pub(super) last_modified_ms: Timestamp,
    /// `index.interval.bytes` as the segment was created.
    interval_bytes: u32,
    /// `segment.index.bytes` as the segment was created.
    pub(super) size_max: u32,
    /// Bytes since the last entry, or since the segment was opened or cut.
    bytes_since_last_entry: u32,
    /// Whether the two index files exist: they appear as they are used first.
    pub(super) have_files: bool,
}

impl Indexes {
    pub(super) fn new(context: LogContext<'_>, base_offset: Offset) -> Self {
        let size_max = context.config.segment_index_bytes;
        Self {
            offset_index: OffsetIndex::new(base_offset, size_max),
            time_index: TimeIndex::new(base_offset, size_max),
            transaction_index: TransactionIndex::new(),
            max_timestamp: TimestampOffset {
                timestamp: NO_TIMESTAMP,
                offset: base_offset,
            },
            created_ms: context.now_ms,
            last_modified_ms: context.now_ms,
            interval_bytes: context.config.index_interval_bytes,
            size_max,
            bytes_since_last_entry: 0,
            have_files: true,
        }
    }

    /// Takes in a batch that is appended at `position`, in the order of `LogSegment.append`.
    ///
    /// An entry that can't be added is left out: the roll before has made room for it.
    pub(super) fn note_batch(
        &mut self,
        position: u32,
        size: u32,
        last_offset: Offset,
        max_timestamp: Timestamp,
    ) {
        if max_timestamp > self.max_timestamp.timestamp {
            self.max_timestamp = TimestampOffset {
                timestamp: max_timestamp,
                offset: last_offset,
            };
        }
        if self.bytes_since_last_entry > self.interval_bytes {
            self.have_files = true;
            let _ = self
                .offset_index
                .append(last_offset, position.cast_signed());
            self.add_max_timestamp(false);
            self.bytes_since_last_entry = 0;
        }
        self.bytes_since_last_entry = self.bytes_since_last_entry.saturating_add(size);
    }

    /// The time index ends with the largest timestamp, and both are cut to their entries.
    pub(super) fn become_inactive(&mut self) {
        self.have_files = true;
        self.add_max_timestamp(true);
        self.offset_index.trim_to_valid_size();
        self.time_index.trim_to_valid_size();
    }

    /// Both get their full size.
    pub(super) fn resize(&mut self) {
        self.have_files = true;
        self.offset_index.resize(self.size_max);
        self.time_index.resize(self.size_max);
    }

    /// The segment was opened: nothing is known of the bytes since the last entry.
    pub(super) fn reopen(&mut self, context: LogContext<'_>) {
        self.bytes_since_last_entry = 0;
        self.interval_bytes = context.config.index_interval_bytes;
        self.size_max = context.config.segment_index_bytes;
        self.created_ms = context.now_ms;
    }

    /// Drops the entries at `offset` and beyond, and gives both their full size.
    pub(super) fn truncate_to(&mut self, offset: Offset) {
        self.offset_index.truncate_to(offset);
        self.time_index.truncate_to(offset);
        self.transaction_index.truncate_to(offset);
        self.resize();
        self.max_timestamp = self.time_index.last_entry();
        self.bytes_since_last_entry = 0;
    }

    fn add_max_timestamp(&mut self, is_last: bool) {
        let TimestampOffset { timestamp, offset } = self.max_timestamp;
        let _ = self.time_index.maybe_append(timestamp, offset, is_last);
    }
}
