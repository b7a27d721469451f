//! A log that is written, read, searched and compacted: what is measured, natively and in the browser.

use std::hint::black_box;

use tidemark_core::log::cleaner::{CleanRequest, OffsetMap};
use tidemark_core::log::{LeaderAppend, LogConfig, LogContext, NewRecord, PartitionLog, Segment};

/// Bytes of a record's value.
const VALUE: usize = 1024;

/// Records of a batch.
const BATCH: u64 = 16;

/// Different keys of the log that is compacted: each is written several times.
const KEYS: u64 = 20_000;

/// A log of so many bytes of values: records of 1 KiB in batches of 16, as a leader appends them.
///
/// # Panics
/// If the log refuses: what is measured must work.
#[must_use]
pub fn appended(bytes: u64) -> PartitionLog {
    written(bytes, LogContext::DEFAULT, |_| None)
}

/// A log like that with a key for each record, in segments of 64 MiB.
///
/// # Panics
/// If the log refuses: what is measured must work.
#[must_use]
pub fn keyed(bytes: u64) -> PartitionLog {
    // A stride that has no factor in common with the number of keys writes all of them equally often.
    written(bytes, KEYED, |record| Some(record * 7_919 % KEYS))
}

const KEYED: LogContext<'_> = LogContext {
    config: &LogConfig {
        segment_bytes: 64 << 20,
        ..LogConfig::DEFAULT
    },
    now_ms: 0,
};

fn written(
    bytes: u64,
    context: LogContext<'_>,
    key_of: impl Fn(u64) -> Option<u64>,
) -> PartitionLog {
    let value = [b'v'; VALUE];
    let mut log = PartitionLog::new();
    for batch in 0..bytes / (BATCH * VALUE as u64) {
        let keys: [_; BATCH as usize] =
            std::array::from_fn(|at| key_of(batch * BATCH + at as u64).map(u64::to_be_bytes));
        let records = keys.each_ref().map(|key| NewRecord {
            key: key.as_ref().map(|key| &key[..]),
            value: Some(&value),
            ..NewRecord::default()
        });
        log.append_as_leader(context, &LeaderAppend::new(&records), 0)
            .expect("there is room");
    }
    log
}

/// Reads every record of a log; answers how many there are.
///
/// # Panics
/// If a batch can't be read.
#[must_use]
pub fn iterated(log: &PartitionLog) -> u64 {
    let mut count = 0;
    for segment in log.segments() {
        segment.for_each_batch(0, |batch| {
            for record in batch.records().expect("records") {
                black_box(record.expect("a record"));
                count += 1;
            }
        });
    }
    count
}

/// Finds so many offsets all over a log by index and scan; answers how many of them it found.
#[must_use]
pub fn looked_up(log: &PartitionLog, lookups: i64) -> i64 {
    let end = log.log_end_offset();
    let segments: Vec<&Segment> = log.segments().collect();
    // A stride that has no factor in common with the log's length visits offsets evenly.
    let offsets = (0..lookups).map(|lookup| lookup * 7_919 % end);
    let found = offsets.filter(|offset| {
        let after = segments.partition_point(|own| own.base_offset() <= *offset);
        segments[after - 1]
            .translate_offset(*offset, |_| {})
            .is_some()
    });
    found.count() as i64
}

/// Cleans a log up to its active segment; answers how many bytes the round read.
///
/// # Panics
/// If it can't be cleaned.
#[must_use]
pub fn compacted(log: &PartitionLog) -> u64 {
    let request = CleanRequest {
        first_dirty_offset: 0,
        first_uncleanable_offset: log.active_segment().base_offset(),
    };
    let map = OffsetMap::new(2 * KEYS as usize, 900_000);
    let cleaned = log.clean(KEYED, request, map).expect("it can be cleaned");
    cleaned.stats.bytes_read
}
