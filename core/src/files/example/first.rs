//! Segment 0 ends before offset 6, and the index leads from offset 3 to position 756. The picture leaves out what makes
//! it so: batches of 252 bytes, `index.interval.bytes` = 700 and `segment.bytes` = 1700.

use super::{append, files};
use crate::disk::File;
use crate::files::NamedFile;
use crate::kafka::LeaderEpoch;
use crate::log::{LogConfig, LogContext, NewRecord, PartitionLog};
use alloc::format;
use alloc::vec::Vec;

/// Bytes of a value: they make a batch of one record 252 bytes long.
const VALUE_SIZE: u8 = 182;
/// The time of the first record, 14 November 2023.
const TIMESTAMP: i64 = 1_700_000_000_000;
/// The time between two records: the folder reaches over some days, as retention counts them.
const INTERVAL_MS: i64 = 7 * 3_600_000;
/// Records of the first leader, and of the second.
const LED: [(LeaderEpoch, u8); 2] = [(0, 9), (1, 6)];

/// The files of partition `first-0`.
#[must_use]
pub fn first() -> Vec<NamedFile<File>> {
    let config = LogConfig {
        segment_bytes: 1700,
        index_interval_bytes: 700,
        ..LogConfig::DEFAULT
    };
    let context = LogContext {
        config: &config,
        now_ms: TIMESTAMP,
    };
    let mut log = PartitionLog::created(context, 0);
    for (leader_epoch, records) in LED {
        // Epochs that rise, at the log's end, are always taken.
        let _ = log.assign_epoch_start_offset(leader_epoch);
        for _ in 0..records {
            let offset = log.log_end_offset();
            let value = value(offset);
            let record = NewRecord {
                timestamp: TIMESTAMP + offset * INTERVAL_MS,
                value: Some(&value),
                ..NewRecord::default()
            };
            let appended = append(&mut log, context, leader_epoch, record);
            debug_assert!(appended.is_ok());
        }
    }
    files(log, "first-0")
}

fn value(offset: i64) -> Vec<u8> {
    let letters = (0..VALUE_SIZE).map(|at| b'a' + at % 26);
    let mut value: Vec<u8> = letters.collect();
    for (place, digit) in value.iter_mut().zip(format!("m{offset} ").bytes()) {
        *place = digit;
    }
    value
}
