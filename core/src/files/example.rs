//! A folder to look into for those who have none: the log of the picture that most courses on Kafka show, in real bytes.
//!
//! Segment 0 ends before offset 6, and the index leads from offset 3 to position 756. The picture leaves out what makes
//! it so: batches of 252 bytes, `index.interval.bytes` = 700 and `segment.bytes` = 1700.

use super::survey::NamedFile;
use crate::disk::File;
use crate::kafka::{LeaderEpoch, NO_PRODUCER_EPOCH, NO_PRODUCER_ID, NO_SEQUENCE};
use crate::log::{AppendError, LeaderAppend, LogConfig, LogContext, NewRecord, PartitionLog};
use crate::record::Attributes;
use alloc::format;
use alloc::string::ToString;
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
pub fn example() -> Vec<NamedFile<File>> {
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
            let appended = append(&mut log, context, leader_epoch);
            debug_assert!(appended.is_ok());
        }
    }
    log.close();
    let folder = log.folder();
    let files = folder.list().map(|(name, file)| NamedFile {
        path: format!("first-0/{name}"),
        file: file.clone(),
    });
    files.collect()
}

fn append(
    log: &mut PartitionLog,
    context: LogContext<'_>,
    leader_epoch: LeaderEpoch,
) -> Result<(), AppendError> {
    let timestamp = TIMESTAMP + log.log_end_offset() * INTERVAL_MS;
    let offset = log.log_end_offset().to_string();
    let letters = (0..VALUE_SIZE).map(|at| b'a' + at % 26);
    let mut value: Vec<u8> = letters.collect();
    for (place, digit) in value.iter_mut().zip(format!("m{offset} ").bytes()) {
        *place = digit;
    }
    let records = [NewRecord {
        timestamp,
        value: Some(&value),
        ..NewRecord::default()
    }];
    let append = LeaderAppend {
        records: &records,
        producer_id: NO_PRODUCER_ID,
        producer_epoch: NO_PRODUCER_EPOCH,
        base_sequence: NO_SEQUENCE,
        attributes: Attributes::default(),
    };
    log.append_as_leader(context, &append, leader_epoch)?;
    Ok(())
}
