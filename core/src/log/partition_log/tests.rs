//! A log step by step: appends, cuts, losses, recovery.

use super::{
    AppendError, Appended, FetchData, LeaderAppend, NewRecord, OffsetOutOfRange, OpenInfo,
    PartitionLog, ReadLimit, Recovery,
};
use crate::disk::PAGE_SIZE;
use crate::kafka::{LeaderEpoch, Offset};
use crate::log::{
    CleanupPolicy, CutReason, InvalidEpochEntry, LogConfig, LogContext, ProducerError,
};
use crate::record::{Attributes, BatchError, BatchView, TimestampType};
use alloc::rc::Rc;
use alloc::vec;
use alloc::vec::Vec;

const ALL: ReadLimit = ReadLimit::Records(u64::MAX);

/// Bytes of a batch of one record without key and with one byte of value.
const SIZE_OF_ONE: u64 = 69;

const ONE: NewRecord<'_> = NewRecord {
    timestamp: 1_700_000_000_000,
    key: None,
    value: Some(b"a"),
    headers: &[],
};

fn append(log: &mut PartitionLog, records: usize, epoch: LeaderEpoch) -> Offset {
    let records = vec![ONE; records];
    let appended = log.append_as_leader(LogContext::DEFAULT, &LeaderAppend::new(&records), epoch);
    appended.unwrap().first_offset
}

/// A log of batches with these many records, all of epoch 0, all flushed.
fn log_of(batches: &[usize]) -> PartitionLog {
    let mut log = PartitionLog::new();
    for records in batches {
        append(&mut log, *records, 0);
    }
    log.flush();
    log
}

fn read_all(log: &PartitionLog) -> Rc<[u8]> {
    let end = log.log_end_offset();
    match log.read(log.log_start_offset(), end, ALL).unwrap() {
        Some(data) => data.bytes,
        None => Rc::from([]),
    }
}

fn offsets(data: &FetchData) -> Vec<Offset> {
    data.records()
        .map(|record| record.unwrap().offset)
        .collect()
}

fn epochs(log: &PartitionLog) -> Vec<(LeaderEpoch, Offset)> {
    let entries = log.epoch_cache().entries();
    entries
        .map(|entry| (entry.epoch, entry.start_offset))
        .collect()
}

/// Log start offset, high watermark, log end offset.
fn marks(log: &PartitionLog) -> (Offset, Offset, Offset) {
    (
        log.log_start_offset(),
        log.high_watermark(),
        log.log_end_offset(),
    )
}

#[test]
fn the_first_batch_of_a_leader_is_that_of_the_vectors() {
    let mut log = PartitionLog::new();
    append(&mut log, 1, 0);
    let bytes = read_all(&log);
    let batch = BatchView::read(&bytes, 0).unwrap();
    assert_eq!(batch.size() as u64, SIZE_OF_ONE);
    // `v2_value_only` of record_batches.json.
    assert_eq!(batch.crc(), 0x965a_94b1);
    assert_eq!(log.active_segment().file_name(), "00000000000000000000.log");
}

#[test]
fn a_follower_stores_what_its_leader_stored() {
    let mut leader = PartitionLog::new();
    let mut follower = PartitionLog::new();
    append(&mut leader, 3, 0);
    append(&mut leader, 1, 2);
    append(&mut leader, 2, 2);
    assert_eq!(
        follower.append_as_follower(LogContext::DEFAULT, &read_all(&leader)),
        Ok(6)
    );
    assert_eq!(read_all(&follower), read_all(&leader));
    assert_eq!(epochs(&follower), [(0, 0), (2, 3)]);
    assert_eq!(follower, leader);
}

#[test]
fn a_follower_takes_gaps_but_nothing_below_its_end() {
    let mut leader = log_of(&[2, 3, 1]);
    let tail = leader.read(2, 6, ALL).unwrap().unwrap();
    let mut follower = PartitionLog::new();
    assert_eq!(
        follower.append_as_follower(LogContext::DEFAULT, &tail.bytes),
        Ok(6)
    );
    assert_eq!(
        offsets(&follower.read(0, 6, ALL).unwrap().unwrap()),
        [2, 3, 4, 5]
    );

    let before = follower.clone();
    let error = AppendError::UnexpectedOffset {
        expected: 6,
        base_offset: 2,
        last_offset: 4,
    };
    assert_eq!(
        follower.append_as_follower(LogContext::DEFAULT, &tail.bytes),
        Err(error)
    );
    append(&mut leader, 1, 0);
    let both = leader.read(5, 7, ALL).unwrap().unwrap();
    assert!(
        follower
            .append_as_follower(LogContext::DEFAULT, &both.bytes)
            .is_err()
    );
    assert_eq!(follower, before);
}

#[test]
fn a_follower_stores_nothing_of_an_append_with_a_corrupt_batch() {
    let mut bytes = read_all(&log_of(&[1, 1])).to_vec();
    let last = bytes.len() - 2;
    bytes[last] ^= 1;
    let mut follower = PartitionLog::new();
    let error = follower
        .append_as_follower(LogContext::DEFAULT, &bytes)
        .unwrap_err();
    let position = SIZE_OF_ONE;
    assert!(matches!(
        error,
        AppendError::Batch(BatchError::CrcMismatch { position: found, .. }) if found == position
    ));
    assert_eq!(follower, PartitionLog::new());
    bytes[last] ^= 1;
    bytes[12..16].copy_from_slice(&(-1_i32).to_be_bytes());
    let no_epoch = AppendError::LeaderEpoch(InvalidEpochEntry::new(-1, 0));
    assert_eq!(
        follower.append_as_follower(LogContext::DEFAULT, &bytes),
        Err(no_epoch)
    );
    assert_eq!(follower, PartitionLog::new());
}

#[test]
fn a_cut_tail_of_a_fetch_is_left_out() {
    let leader = log_of(&[1, 1, 1]);
    let limit = ReadLimit::Bytes {
        max_bytes: 150,
        min_one_message: true,
    };
    let data = leader.read(0, 3, limit).unwrap().unwrap();
    assert_eq!(
        (data.position, data.bytes.len(), data.next_offset),
        (0, 150, 2)
    );
    assert_eq!(offsets(&data), [0, 1]);
    let mut follower = PartitionLog::new();
    assert_eq!(
        follower.append_as_follower(LogContext::DEFAULT, &data.bytes),
        Ok(2)
    );
}

#[test]
fn reads_begin_at_a_batch_and_end_below_the_bound() {
    let log = log_of(&[2, 3, 1]);
    let read = |start, end| log.read(start, end, ALL).unwrap();
    let read_offsets = |start, end| read(start, end).map(|data| offsets(&data));
    assert_eq!(read_offsets(0, 6), Some(vec![0, 1, 2, 3, 4, 5]));
    assert_eq!(read_offsets(3, 6), Some(vec![2, 3, 4, 5]));
    assert_eq!(read_offsets(0, 5), Some(vec![0, 1, 2, 3, 4]));
    // A bound in the middle of a batch hides the batch.
    assert_eq!(read_offsets(0, 4), Some(vec![0, 1]));
    assert_eq!(read_offsets(2, 4), None);
    assert_eq!(read_offsets(6, 6), None);
    assert_eq!(read_offsets(5, 3), None);
    assert_eq!(
        read(3, 6).unwrap().position,
        log.active_segment().batch_range(1).start
    );
    let out_of_range = |offset| {
        Err(OffsetOutOfRange {
            offset,
            offset_min: 0,
            offset_max: 6,
        })
    };
    assert_eq!(log.read(-1, 6, ALL), out_of_range(-1));
    assert_eq!(log.read(7, 9, ALL), out_of_range(7));
}

#[test]
fn reads_stop_at_their_limit() {
    let log = log_of(&[2, 3, 1, 1]);
    let next = |start, limit| {
        let data = log.read(start, 7, limit).unwrap();
        data.map(|data| (data.next_offset, data.first_entry_incomplete))
    };
    assert_eq!(next(0, ReadLimit::Records(0)), Some((2, false)));
    assert_eq!(next(0, ReadLimit::Records(4)), Some((2, false)));
    assert_eq!(next(0, ReadLimit::Records(5)), Some((5, false)));
    assert_eq!(next(1, ReadLimit::Records(6)), Some((6, false)));
    assert_eq!(next(0, ReadLimit::Records(99)), Some((7, false)));
    let bytes = |max_bytes, min_one_message| ReadLimit::Bytes {
        max_bytes,
        min_one_message,
    };
    assert_eq!(next(0, bytes(0, true)), Some((2, false)));
    assert_eq!(next(0, bytes(0, false)), None);
    assert_eq!(next(0, bytes(10, false)), Some((0, true)));
    assert_eq!(next(5, bytes(2 * 69, false)), Some((7, false)));
    assert_eq!(next(5, bytes(2 * 69 - 1, false)), Some((6, false)));
}

#[test]
fn records_come_with_what_their_batch_says() {
    let mut log = log_of(&[1]);
    let records = [
        ONE,
        NewRecord {
            key: Some(b"k"),
            timestamp: 5,
            ..ONE
        },
    ];
    let batch = LeaderAppend {
        producer_id: 9,
        producer_epoch: 1,
        base_sequence: 0,
        attributes: Attributes::default().transactional(),
        ..LeaderAppend::new(&records)
    };
    log.append_as_leader(LogContext::DEFAULT, &batch, 4)
        .unwrap();
    let data = log.read(1, 3, ALL).unwrap().unwrap();
    let record = data.records().last().unwrap().unwrap();
    assert_eq!(
        (record.offset, record.leader_epoch, record.timestamp),
        (2, 4, 5)
    );
    assert_eq!(
        (record.key, record.value),
        (Some(&b"k"[..]), Some(&b"a"[..]))
    );
    assert_eq!(
        (record.producer_id, record.producer_epoch, record.sequence),
        (9, 1, 1)
    );
    assert!(record.attributes.is_transactional());
    let batch = data.batches().next().unwrap().unwrap();
    assert_eq!(batch.max_timestamp(), ONE.timestamp);
}

#[test]
fn a_leader_may_stamp_the_records() {
    let mut log = PartitionLog::new();
    let records = [ONE];
    let config = LogConfig {
        message_timestamp_type: TimestampType::LogAppendTime,
        ..LogConfig::DEFAULT
    };
    let context = LogContext {
        config: &config,
        now_ms: 77,
    };
    log.append_as_leader(context, &LeaderAppend::new(&records), 0)
        .unwrap();
    let data = log.read(0, 1, ALL).unwrap().unwrap();
    assert_eq!(data.records().next().unwrap().unwrap().timestamp, 77);
}

#[test]
fn a_leader_refuses_what_cannot_be_a_batch() {
    let mut log = PartitionLog::new();
    let nothing = LeaderAppend::new(&[]);
    assert_eq!(
        log.append_as_leader(LogContext::DEFAULT, &nothing, 0),
        Err(AppendError::NoRecords)
    );
    let records = [ONE];
    let one = LeaderAppend::new(&records);
    let no_epoch = AppendError::LeaderEpoch(InvalidEpochEntry::new(-1, 0));
    assert_eq!(
        log.append_as_leader(LogContext::DEFAULT, &one, -1),
        Err(no_epoch)
    );
    let no_sequence = LeaderAppend {
        producer_id: 1,
        ..one
    };
    let error = AppendError::NoSequence { base_sequence: -1 };
    assert_eq!(
        log.append_as_leader(LogContext::DEFAULT, &no_sequence, 0),
        Err(error)
    );
    assert_eq!(log, PartitionLog::new());
    log.truncate_fully_and_start_at(Offset::MAX);
    assert!(matches!(
        log.append_as_leader(LogContext::DEFAULT, &one, 0),
        Err(AppendError::Segment(_))
    ));
}

#[test]
fn a_cut_into_a_batch_takes_it_whole() {
    let mut log = log_of(&[5, 5]);
    log.update_high_watermark(10);
    assert!(log.truncate_to(7));
    assert_eq!(marks(&log), (0, 7, 7));
    assert_eq!(log.recovery_point(), 7);
    assert_eq!(log.active_segment().batch_count(), 1);
    assert_eq!(
        offsets(&log.read(0, 7, ALL).unwrap().unwrap()),
        [0, 1, 2, 3, 4]
    );
    assert_eq!(log.read(5, 7, ALL), Ok(None));
    assert_eq!(append(&mut log, 1, 0), 7);
}

#[test]
fn cuts_of_the_specification() {
    for (offset, is_cut, end) in [(11, false, 10), (10, false, 10), (5, true, 5), (0, true, 0)] {
        let mut log = log_of(&[1; 10]);
        assert_eq!(log.truncate_to(offset), is_cut);
        assert_eq!(log.log_end_offset(), end);
        assert_eq!(log.active_segment().size(), SIZE_OF_ONE * end as u64);
    }
    let mut log = log_of(&[1; 10]);
    log.truncate_fully_and_start_at(10);
    assert_eq!(marks(&log), (10, 10, 10));
    assert_eq!(log.active_segment().file_name(), "00000000000000000010.log");
    assert_eq!(append(&mut log, 1, 1), 10);
    // Below the segment's base, everything goes.
    assert!(log.truncate_to(4));
    assert_eq!(marks(&log), (4, 4, 4));
    assert_eq!(epochs(&log), []);
    assert!(log.truncate_to(-1));
    assert_eq!(marks(&log), (0, 0, 0));
}

#[test]
fn an_epoch_without_a_record_does_not_outlive_a_cut_at_the_end() {
    // UnifiedLogTest.testTruncateToEndOffsetClearsEpochCache.
    let mut log = log_of(&[27]);
    append(&mut log, 2, 19);
    log.assign_epoch_start_offset(20).unwrap();
    assert_eq!(epochs(&log), [(0, 0), (19, 27), (20, 29)]);
    assert!(!log.truncate_to(29));
    assert_eq!(epochs(&log), [(0, 0), (19, 27)]);
    log.assign_epoch_start_offset(24).unwrap();
    assert!(!log.truncate_to(30));
    assert_eq!(epochs(&log), [(0, 0), (19, 27)]);
}

#[test]
fn the_log_start_rises_to_the_high_watermark_at_most() {
    let mut log = log_of(&[7]);
    append(&mut log, 3, 1);
    append(&mut log, 5, 2);
    log.update_high_watermark(12);
    assert_eq!(log.maybe_increment_log_start_offset(5), Ok(true));
    assert_eq!(log.maybe_increment_log_start_offset(4), Ok(false));
    assert_eq!(epochs(&log), [(0, 5), (1, 7), (2, 10)]);
    let beyond = OffsetOutOfRange {
        offset: 13,
        offset_min: 5,
        offset_max: 12,
    };
    assert_eq!(log.maybe_increment_log_start_offset(13), Err(beyond));
    assert!(log.read(4, 15, ALL).is_err());
    assert_eq!(log.update_high_watermark(3), 5);
    // A cut below the log start takes the log start along.
    assert!(log.truncate_to(3));
    assert_eq!(marks(&log), (3, 3, 3));
}

#[test]
fn a_power_loss_leaves_what_was_flushed() {
    let mut log = log_of(&[2, 1]);
    append(&mut log, 3, 1);
    log.update_high_watermark(6);
    log.power_loss();
    assert_eq!(marks(&log), (0, 3, 3));
    let info = OpenInfo {
        high_watermark: 5,
        recovery_point: 3,
        ..OpenInfo::default()
    };
    assert_eq!(log.open(LogContext::DEFAULT, info), Recovery::default());
    assert_eq!(marks(&log), (0, 3, 3));
    assert_eq!(log.recovery_point(), 3);
    assert_eq!(epochs(&log), [(0, 0)]);
    let mut expected = log_of(&[2, 1]);
    expected.open(LogContext::DEFAULT, info);
    expected.update_high_watermark(3);
    assert_eq!(log, expected);
}

#[test]
fn a_loss_from_an_offset_takes_its_batch_whole() {
    for (offset, end) in [(0, 0), (1, 0), (2, 2), (4, 2), (5, 5), (6, 6), (7, 6)] {
        let mut log = log_of(&[2, 3, 1]);
        log.lose_from(offset);
        log.open(LogContext::DEFAULT, OpenInfo::default());
        assert_eq!(log.log_end_offset(), end);
    }
    let mut log = log_of(&[2, 3, 1]);
    log.lose_disk();
    assert_eq!(log, PartitionLog::new());
}

#[test]
fn opening_drops_the_epoch_of_a_leader_that_wrote_nothing() {
    let mut log = log_of(&[2]);
    log.assign_epoch_start_offset(3).unwrap();
    log.open(LogContext::DEFAULT, OpenInfo::default());
    assert_eq!(epochs(&log), [(0, 0)]);
}

#[test]
fn opening_after_a_clean_shutdown_trusts_the_log() {
    let mut log = log_of(&[2, 3]);
    let info = OpenInfo {
        clean_shutdown: true,
        high_watermark: 4,
        log_start_offset: 1,
        recovery_point: 0,
    };
    log.open(LogContext::DEFAULT, info);
    assert_eq!(marks(&log), (1, 4, 5));
    assert_eq!(log.recovery_point(), 5);
    assert_eq!(epochs(&log), [(0, 1)]);
}

#[test]
fn a_log_that_ends_before_its_start_is_made_anew() {
    let mut log = log_of(&[5]);
    let info = OpenInfo {
        log_start_offset: 8,
        ..OpenInfo::default()
    };
    log.open(LogContext::DEFAULT, info);
    assert_eq!(marks(&log), (8, 8, 8));
    assert_eq!(log.active_segment().file_name(), "00000000000000000008.log");
    assert!(log.epoch_cache().is_empty());
}

#[test]
fn recovery_cuts_at_the_first_corrupt_batch() {
    let log = log_of(&[2, 3, 1]);
    let whole = read_all(&log);
    for position in 0..whole.len() as u64 {
        let mut bytes = whole.to_vec();
        bytes[position as usize] ^= 0x10;
        let mut damaged = log.clone();
        damaged.segment.overwrite(&bytes);
        let recovery = damaged.open(LogContext::DEFAULT, OpenInfo::default());

        let index = log.active_segment().whole_batches_below(position);
        let start = log.active_segment().batch_range(index).start;
        // Offset and epoch have no checksum, so that a leader can stamp them.
        if !matches!(position - start, 0..8 | 12..16) {
            assert_eq!(recovery.truncated_bytes, whole.len() as u64 - start);
            assert!(recovery.reason.is_some());
            assert_eq!(damaged.log_end_offset(), [0, 2, 5][index]);
        }
    }
}

#[test]
fn recovery_says_why_it_cut() {
    let log = log_of(&[1, 1]);
    let whole = read_all(&log);
    let opened = |bytes: &[u8]| {
        let mut log = log.clone();
        log.segment.overwrite(bytes);
        let recovery = log.open(LogContext::DEFAULT, OpenInfo::default());
        (
            recovery.truncated_bytes,
            recovery.reason.unwrap(),
            log.log_end_offset(),
        )
    };
    let incomplete = CutReason::Batch(BatchError::Incomplete {
        position: 69,
        needed: 69,
        available: 68,
    });
    assert_eq!(opened(&whole[..137]), (68, incomplete, 1));
    let begun = CutReason::Batch(BatchError::Incomplete {
        position: 69,
        needed: 18,
        available: 3,
    });
    assert_eq!(opened(&whole[..72]), (3, begun, 1));
    let zeros = CutReason::Batch(BatchError::CorruptSize {
        position: 138,
        length: 0,
        length_min: 14,
    });
    assert_eq!(opened(&[&whole[..], &[0; 30]].concat()), (30, zeros, 2));
    let again = CutReason::Offset {
        position: 138,
        offset_min: 2,
        last_offset: 1,
    };
    assert_eq!(opened(&[&whole[..], &whole[69..]].concat()), (69, again, 2));
}

fn idempotent(
    log: &mut PartitionLog,
    epoch: i16,
    base_sequence: i32,
    records: usize,
) -> Result<Appended, AppendError> {
    let records = vec![ONE; records];
    let batch = LeaderAppend {
        producer_id: 7,
        producer_epoch: epoch,
        base_sequence,
        ..LeaderAppend::new(&records)
    };
    log.append_as_leader(LogContext::DEFAULT, &batch, 0)
}

fn out_of_order(expected: i32, found: i32) -> Result<Appended, AppendError> {
    Err(AppendError::Producer(ProducerError::OutOfOrderSequence {
        expected,
        found,
    }))
}

#[test]
fn sequences_follow_each_other_and_wrap() {
    let mut log = PartitionLog::new();
    // Nothing is known of the producer: any sequence will do.
    idempotent(&mut log, 3, i32::MAX - 1, 3).unwrap();
    assert_eq!(idempotent(&mut log, 3, 0, 1), out_of_order(1, 0));
    idempotent(&mut log, 3, 1, 1).unwrap();
    assert_eq!(idempotent(&mut log, 4, 2, 1), out_of_order(0, 2));
    idempotent(&mut log, 4, 0, 1).unwrap();
    let fenced = AppendError::Producer(ProducerError::InvalidProducerEpoch {
        current: 4,
        found: 3,
    });
    assert_eq!(idempotent(&mut log, 3, 1, 1), Err(fenced));
    assert_eq!(log.log_end_offset(), 5);
}

#[test]
fn a_marker_of_a_newer_epoch_fences_and_starts_sequences_anew() {
    let mut log = PartitionLog::new();
    idempotent(&mut log, 0, 0, 2).unwrap();
    let records = [ONE];
    let marker = LeaderAppend {
        producer_id: 7,
        producer_epoch: 1,
        attributes: Attributes::default().transactional().control(),
        ..LeaderAppend::new(&records)
    };
    log.append_as_leader(LogContext::DEFAULT, &marker, 0)
        .unwrap();
    assert_eq!(log.producer_states().get(7).unwrap().producer_epoch(), 1);
    assert!(idempotent(&mut log, 0, 2, 1).is_err());
    assert_eq!(idempotent(&mut log, 1, 2, 1), out_of_order(0, 2));
    assert!(idempotent(&mut log, 1, 0, 1).is_ok());
}

#[test]
fn producers_are_known_to_followers_and_after_cuts_and_restarts() {
    let mut leader = PartitionLog::new();
    for sequence in 0..7 {
        idempotent(&mut leader, 0, sequence, 1).unwrap();
    }
    let mut follower = PartitionLog::new();
    follower
        .append_as_follower(LogContext::DEFAULT, &read_all(&leader))
        .unwrap();
    assert_eq!(follower.producer_states(), leader.producer_states());
    let retry = idempotent(&mut follower, 0, 4, 1).unwrap();
    assert_eq!((retry.first_offset, retry.is_duplicate), (4, true));
    assert_eq!(idempotent(&mut follower, 0, 1, 1), out_of_order(7, 1));

    leader.truncate_to(5);
    assert_eq!(idempotent(&mut leader, 0, 6, 1), out_of_order(5, 6));
    assert!(idempotent(&mut leader, 0, 0, 1).unwrap().is_duplicate);

    let states = follower.producer_states().clone();
    follower.open(LogContext::DEFAULT, OpenInfo::default());
    assert_eq!(follower.producer_states(), &states);
    follower.truncate_fully_and_start_at(7);
    assert!(follower.producer_states().is_empty());
}

#[test]
fn batches_may_lie_across_pages() {
    let value = vec![7; 3 * PAGE_SIZE / 2];
    let records = [NewRecord {
        value: Some(&value),
        ..ONE
    }];
    let mut log = PartitionLog::new();
    for _ in 0..10 {
        log.append_as_leader(LogContext::DEFAULT, &LeaderAppend::new(&records), 0)
            .unwrap();
    }
    let mut follower = PartitionLog::new();
    for offset in 0..10 {
        let data = log
            .read(offset, 10, ReadLimit::Records(1))
            .unwrap()
            .unwrap();
        assert_eq!(
            data.records().next().unwrap().unwrap().value,
            Some(&value[..])
        );
        follower
            .append_as_follower(LogContext::DEFAULT, &data.bytes)
            .unwrap();
    }
    assert_eq!(follower, log);
    assert_eq!(
        follower.open(LogContext::DEFAULT, OpenInfo::default()),
        Recovery::default()
    );
}

#[test]
fn a_clone_keeps_its_records() {
    let mut log = log_of(&[2, 3]);
    let clone = log.clone();
    append(&mut log, 1, 1);
    log.truncate_to(1);
    assert_eq!(clone, log_of(&[2, 3]));
}

#[test]
fn the_folder_holds_the_files_under_their_names() {
    let folder = log_of(&[2, 3]).folder();
    let names: Vec<_> = folder
        .list()
        .map(|(name, file)| (name, file.len()))
        .collect();
    let size = log_of(&[2, 3]).active_segment().size();
    assert_eq!(
        names,
        [
            ("00000000000000000000.index", 10_485_760),
            ("00000000000000000000.log", size),
            ("00000000000000000000.timeindex", 10_485_756),
            ("leader-epoch-checkpoint", 8)
        ]
    );
}

#[test]
fn an_empty_replica_is_small() {
    // Seven pointers that are empty, and numbers.
    assert!(size_of::<PartitionLog>() <= 136);
}

fn leader_append(config: &LogConfig, record: NewRecord<'_>) -> Result<Appended, AppendError> {
    let context = LogContext {
        config,
        now_ms: 1000,
    };
    let records = [record];
    PartitionLog::new().append_as_leader(context, &LeaderAppend::new(&records), 0)
}

#[test]
fn a_topic_has_limits() {
    let at = |timestamp| NewRecord { timestamp, ..ONE };
    let keyed = NewRecord {
        key: Some(b"k"),
        ..ONE
    };
    let config = LogConfig {
        max_message_bytes: 69,
        message_timestamp_before_max_ms: 100,
        message_timestamp_after_max_ms: 10,
        ..LogConfig::DEFAULT
    };
    for timestamp in [900, 1010, -1] {
        assert!(leader_append(&config, at(timestamp)).is_ok());
    }
    for timestamp in [899, 1011] {
        let error = AppendError::InvalidTimestamp {
            record: 0,
            timestamp,
            timestamp_min: 900,
            timestamp_max: 1010,
        };
        assert_eq!(leader_append(&config, at(timestamp)), Err(error));
    }
    let too_large = AppendError::RecordTooLarge {
        size: 70,
        size_max: 69,
    };
    assert_eq!(leader_append(&config, keyed), Err(too_large));
    let compacted = LogConfig {
        cleanup_policy: CleanupPolicy::Compact,
        ..LogConfig::DEFAULT
    };
    let no_key = AppendError::NoKey { record: 0 };
    assert_eq!(leader_append(&compacted, ONE), Err(no_key));
    assert!(leader_append(&compacted, keyed).is_ok());
}

#[test]
fn a_producers_batch_is_stamped_and_keeps_its_bytes() {
    let produced = read_all(&log_of(&[2]));
    let mut log = log_of(&[3]);
    let context = LogContext::DEFAULT;
    let appended = log.append_encoded_as_leader(context, &produced, 4).unwrap();
    assert_eq!((appended.first_offset, appended.last_offset), (3, 4));
    let stored = log.read(3, 5, ALL).unwrap().unwrap().bytes;
    assert_eq!(stored[16..], produced[16..]);
    let batch = BatchView::read(&stored, 0).unwrap();
    assert_eq!(
        (batch.base_offset(), batch.partition_leader_epoch()),
        (3, 4)
    );

    let config = LogConfig {
        message_timestamp_type: TimestampType::LogAppendTime,
        ..LogConfig::DEFAULT
    };
    let context = LogContext {
        config: &config,
        now_ms: 77,
    };
    log.append_encoded_as_leader(context, &produced, 4).unwrap();
    let data = log.read(5, 7, ALL).unwrap().unwrap();
    data.batches().next().unwrap().unwrap().check_crc().unwrap();
    assert!(data.records().all(|record| record.unwrap().timestamp == 77));

    // What another leader stamped is no producer's.
    assert_eq!(
        log.append_encoded_as_leader(context, &stored, 4),
        Err(AppendError::UnexpectedOffset {
            expected: 0,
            base_offset: 3,
            last_offset: 4,
        })
    );
    let mut damaged = produced.to_vec();
    damaged[70] ^= 1;
    assert!(matches!(
        log.append_encoded_as_leader(context, &damaged, 4),
        Err(AppendError::Batch(BatchError::CrcMismatch { .. }))
    ));
}
