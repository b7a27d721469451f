//! A compacted log: nine prices under six keys, and what becomes of them. After the round offset 6 is gone, and who asks
//! for it gets 7.

use super::{append, files};
use crate::disk::File;
use crate::files::NamedFile;
use crate::kafka::{Offset, Timestamp};
use crate::log::checkpoint::{CLEANER_OFFSET_CHECKPOINT, OffsetCheckpointEntry, write_offsets};
use crate::log::cleaner::plan::cleanable_offsets;
use crate::log::cleaner::{CleanRequest, OffsetMap};
use crate::log::{CleanupPolicy, LogConfig, LogContext, NewRecord, PartitionLog};
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;

/// Midnight of the day, 25 November 2024.
pub const PRICES_DAY_MS: Timestamp = 1_732_492_800_000;
/// Bytes of a value: they make a batch of one record 172 bytes long.
const VALUE_SIZE: usize = 100;
/// Slots of the offset map: 128 MiB (`log.cleaner.dedupe.buffer.size`) would hold five million.
const SLOTS: usize = 64;
/// `log.cleaner.io.buffer.load.factor`, in millionths.
const LOAD_FACTOR_MILLIONTHS: u32 = 900_000;

const CONFIG: LogConfig = LogConfig {
    cleanup_policy: CleanupPolicy::Compact,
    segment_ms: 3_600_000,
    ..LogConfig::DEFAULT
};

/// Key, hour and minute, and whether there is a price.
type Price = (&'static [u8], (i64, i64), bool);

/// What is there before the first round: the last one has begun a new segment.
const BEFORE: [Price; 10] = [
    (b"k1", (9, 0), true),
    (b"k2", (9, 6), true),
    (b"k3", (9, 12), true),
    (b"k1", (9, 18), true),
    (b"k4", (9, 24), true),
    (b"k2", (9, 30), true),
    (b"k5", (9, 36), true),
    (b"k5", (9, 42), true),
    (b"k6", (9, 48), true),
    (b"k1", (10, 2), true),
];
const ROUND: (i64, i64) = (10, 4);
/// What comes after it; `k3` is deleted.
const AFTER: [Price; 7] = [
    (b"k5", (10, 13), true),
    (b"k2", (10, 22), true),
    (b"k3", (10, 31), false),
    (b"k7", (10, 44), true),
    (b"k5", (10, 58), true),
    (b"k1", (11, 9), true),
    (b"k4", (11, 15), true),
];

/// The files of partition `prices-0` before its first round.
#[must_use]
pub fn prices() -> Vec<NamedFile<File>> {
    let mut log = PartitionLog::created(context((9, 0)), 0);
    add(&mut log, &BEFORE);
    files(log, "prices-0")
}

/// Its files an hour after that round, with the log dir's checkpoint of the cleaner.
#[must_use]
pub fn prices_cleaned() -> Vec<NamedFile<File>> {
    let mut log = PartitionLog::created(context((9, 0)), 0);
    add(&mut log, &BEFORE);
    let next_dirty_offset = clean(&mut log);
    add(&mut log, &AFTER);
    let entry = OffsetCheckpointEntry {
        topic: "prices",
        partition: 0,
        offset: next_dirty_offset,
    };
    let mut file = File::new();
    file.append(write_offsets(&[entry]).as_bytes());
    let checkpoint = NamedFile {
        path: CLEANER_OFFSET_CHECKPOINT.to_string(),
        file,
    };
    let mut files = files(log, "prices-0");
    files.retain(|named| !named.path.ends_with(".deleted"));
    files.push(checkpoint);
    files
}

/// The round; it answers where the next one begins.
fn clean(log: &mut PartitionLog) -> Offset {
    let context = context(ROUND);
    let offsets = cleanable_offsets(log, context, None);
    let request = CleanRequest {
        first_dirty_offset: offsets.first_dirty.offset,
        first_uncleanable_offset: offsets.first_uncleanable_offset,
    };
    let cleaned = log.clean(
        context,
        request,
        OffsetMap::new(SLOTS, LOAD_FACTOR_MILLIONTHS),
    );
    debug_assert!(cleaned.is_ok());
    let Ok(cleaned) = cleaned else { return 0 };
    log.replace_segments(context, &cleaned);
    cleaned.next_dirty_offset
}

fn add(log: &mut PartitionLog, prices: &[Price]) {
    for (key, at, has_price) in prices {
        let value = vec![b'.'; VALUE_SIZE];
        let record = NewRecord {
            timestamp: time(*at),
            key: Some(key),
            value: has_price.then_some(value.as_slice()),
            ..NewRecord::default()
        };
        let appended = append(log, context(*at), 0, record);
        debug_assert!(appended.is_ok());
        log.update_high_watermark(log.log_end_offset());
    }
}

const fn time((hour, minute): (i64, i64)) -> Timestamp {
    PRICES_DAY_MS + (hour * 60 + minute) * 60_000
}

const fn context(at: (i64, i64)) -> LogContext<'static> {
    LogContext {
        config: &CONFIG,
        now_ms: time(at),
    }
}
