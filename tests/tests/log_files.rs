//! The small files of a partition's folder: those that Kafka wrote are read and written again byte for
//! byte; those of this engine are read as what was written.

use proptest::collection::{btree_map, btree_set, vec};
use proptest::prelude::*;
use tidemark_core::disk::File;
use tidemark_core::log::{
    AbortedTransaction, CorruptIndex, EpochCache, FileKind, FileName, FileStage, FolderName,
    FolderStage, MetadataError, OffsetIndex, ProducerSnapshotEntry, SnapshotError, TimeIndex,
    TopicId, TransactionIndex, read_partition_metadata, read_snapshot, write_clean_shutdown,
    write_partition_metadata, write_snapshot,
};
use tidemark_tests::{golden_folders, hex};

fn bytes_of(file: &File) -> Vec<u8> {
    file.read_at(0, usize::MAX).into_owned()
}

/// Each golden file by log, name and bytes.
fn golden(mut take: impl FnMut(&str, FileName, &[u8])) {
    for (log, files) in golden_folders() {
        for (name, bytes) in files {
            match FileName::parse(&name) {
                Some(name) => take(&log, name, &bytes),
                None => {
                    assert_eq!(name, "leader-epoch-checkpoint");
                    let cache = EpochCache::from_checkpoint(&bytes).unwrap();
                    assert_eq!(cache.to_checkpoint().as_bytes(), bytes);
                }
            }
        }
    }
}

#[test]
fn files_that_kafka_wrote_are_written_again() {
    let mut counts = [0; 5];
    golden(|log, name, bytes| {
        counts[name.kind as usize] += 1;
        let again = match name.kind {
            FileKind::Log => return,
            FileKind::OffsetIndex => {
                let index = OffsetIndex::read(name.offset, bytes).unwrap();
                bytes_of(&index.to_file())
            }
            FileKind::TimeIndex => {
                let index = TimeIndex::read(name.offset, bytes).unwrap();
                bytes_of(&index.to_file())
            }
            FileKind::TransactionIndex => {
                let index = TransactionIndex::read(name.offset, bytes).unwrap();
                bytes_of(&index.to_file().unwrap())
            }
            FileKind::ProducerSnapshot => write_snapshot(&read_snapshot(bytes).unwrap()),
        };
        assert_eq!(again, bytes, "{log}/{name}");
    });
    assert_eq!(counts, [15, 15, 15, 1, 14]);
}

#[test]
fn an_aborted_transaction_of_the_specification() {
    let bytes = hex("000000000000000007d0000000000000000200000000000000070000000000000005");
    let index = TransactionIndex::read(0, &bytes).unwrap();
    let aborted = AbortedTransaction {
        producer_id: 2000,
        first_offset: 2,
        last_offset: 7,
        last_stable_offset: 5,
    };
    assert_eq!(index.entries(), [aborted]);
    let below = CorruptIndex::Offset {
        entry: 0,
        offset_min: 8,
        found: 7,
    };
    assert_eq!(TransactionIndex::read(8, &bytes), Err(below));
    let length = CorruptIndex::Length {
        length: 33,
        entry_size: 34,
    };
    assert_eq!(TransactionIndex::read(0, &bytes[1..]), Err(length));
}

#[test]
fn aborted_transactions_of_a_fetch() {
    let aborted = |first_offset, last_offset, last_stable_offset| AbortedTransaction {
        producer_id: last_offset,
        first_offset,
        last_offset,
        last_stable_offset,
    };
    let mut index = TransactionIndex::new();
    assert!(index.to_file().is_none());
    let all = [aborted(0, 10, 11), aborted(5, 15, 13), aborted(18, 35, 25)];
    for entry in all {
        index.append(entry).unwrap();
    }
    assert!(index.append(aborted(30, 35, 36)).is_err());
    let collected = |fetch_offset, upper_bound| {
        let mut found = Vec::new();
        let is_all = index.collect_aborted(fetch_offset, upper_bound, &mut found);
        (found, is_all)
    };
    assert_eq!(collected(0, 100), (all.to_vec(), false));
    assert_eq!(collected(0, 32), (all.to_vec(), false));
    assert_eq!(collected(0, 25), (all.to_vec(), true));
    assert_eq!(collected(0, 18), (all[..2].to_vec(), true));
    assert_eq!(collected(0, 12), (all[..2].to_vec(), true));
    assert_eq!(collected(0, 11), (all[..1].to_vec(), true));
    assert_eq!(collected(11, 14), (vec![all[1]], true));
    assert_eq!(collected(16, 18), (vec![], true));
    for (offset, kept) in [(100, 3), (35, 2), (16, 2), (15, 1), (10, 0), (0, 0)] {
        let mut cut = index.clone();
        cut.truncate_to(offset);
        assert_eq!(cut.entries(), &all[..kept], "{offset}");
    }
}

#[test]
fn a_snapshot_without_producers() {
    assert_eq!(write_snapshot(&[]), hex("000148674bc700000000"));
}

fn known(producer_id: i64) -> ProducerSnapshotEntry {
    ProducerSnapshotEntry {
        producer_id,
        producer_epoch: 0,
        last_sequence: -1,
        last_offset: -1,
        offset_delta: 0,
        timestamp: -1,
        coordinator_epoch: -1,
        current_transaction_first_offset: -1,
    }
}

fn order(ids: &[i64]) -> Vec<i64> {
    let entries: Vec<_> = ids.iter().copied().map(known).collect();
    let read = read_snapshot(&write_snapshot(&entries)).unwrap();
    read.iter().map(|entry| entry.producer_id).collect()
}

#[test]
fn producers_come_in_the_order_of_a_java_hash_map() {
    assert_eq!(order(&[1000, 2000, 3000]), [2000, 1000, 3000]);
    // 16 shares its slot with 0 among sixteen: first come, first out.
    assert_eq!(order(&[16, 0, 1]), [16, 0, 1]);
    assert_eq!(order(&[0, 16, 1]), [0, 16, 1]);
    // Twelve fit into sixteen slots, the thirteenth makes it thirty-two.
    let twelve: Vec<i64> = (0..11).chain([16]).collect();
    assert_eq!(order(&twelve)[..3], [0, 16, 1]);
    let thirteen: Vec<i64> = (0..12).chain([16]).collect();
    assert_eq!(order(&thirteen)[10..], [10, 11, 16]);
    // The upper half of an id counts, too: slot 1 for this one.
    assert_eq!(order(&[2, 1 << 32]), [1 << 32, 2]);
}

#[test]
fn a_broken_snapshot_says_what_is_broken() {
    let bytes = write_snapshot(&[known(7)]);
    assert_eq!(bytes.len(), 56);
    let length = |expected, found| Err(SnapshotError::Length { expected, found });
    assert_eq!(read_snapshot(&bytes[..9]), length(10, 9));
    let broken = |change: fn(&mut [u8])| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        read_snapshot(&bytes).unwrap_err()
    };
    assert!(matches!(
        broken(|bytes| bytes[1] = 2),
        SnapshotError::Version {
            expected: 1,
            found: 2
        }
    ));
    assert!(matches!(
        broken(|bytes| bytes[20] ^= 1),
        SnapshotError::CrcMismatch { .. }
    ));
    assert!(matches!(
        read_snapshot(&bytes[..55]),
        Err(SnapshotError::CrcMismatch { .. })
    ));
}

#[test]
fn the_topic_of_a_folder() {
    let id = TopicId::parse("0aihMopvTsqvFG5b7ovx0w").unwrap();
    let written = write_partition_metadata(id);
    assert_eq!(written, "version: 0\ntopic_id: 0aihMopvTsqvFG5b7ovx0w");
    assert_eq!(written.len(), 43);
    assert_eq!(read_partition_metadata(written.as_bytes()), Ok(id));
    let read = |text: &str| read_partition_metadata(text.as_bytes()).unwrap_err();
    assert_eq!(
        read("version: 1\ntopic_id: 0aihMopvTsqvFG5b7ovx0w"),
        MetadataError::Version {
            expected: 0,
            found: 1
        }
    );
    assert_eq!(read(""), MetadataError::Malformed { line: 1 });
    assert_eq!(read("version:0\n"), MetadataError::Malformed { line: 1 });
    assert_eq!(read("version: 0"), MetadataError::Malformed { line: 2 });
    assert_eq!(
        read("version: 0\ntopic_id: short"),
        MetadataError::Malformed { line: 2 }
    );
    assert_eq!(
        read("version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAA"),
        MetadataError::ZeroId
    );
}

#[test]
fn the_marker_of_a_clean_shutdown() {
    assert_eq!(
        write_clean_shutdown(17),
        r#"{"version":0,"brokerEpoch":17}"#
    );
}

#[test]
fn names_of_files_are_digits_and_an_ending() {
    let name = FileName {
        offset: 10,
        kind: FileKind::OffsetIndex,
        stage: FileStage::Cleaned,
    };
    assert_eq!(name.to_string(), "00000000000000000010.index.cleaned");
    for wrong in [
        "",
        ".log",
        "a.log",
        "-1.log",
        "+1.log",
        "1.log.tmp",
        "1",
        "99999999999999999999.log",
    ] {
        assert_eq!(FileName::parse(wrong), None, "{wrong}");
    }
}

#[test]
fn a_future_folder_keeps_its_whole_topic() {
    let topic = "t".repeat(249);
    let name = |stage| FolderName {
        topic: &topic,
        partition: 12,
        stage,
    };
    let future = name(FolderStage::Future).with_unique_id(1);
    assert_eq!(FolderName::parse(&future), Ok(name(FolderStage::Future)));
    assert_eq!(name(FolderStage::Stray).with_unique_id(1).len(), 255);
    assert_eq!(
        name(FolderStage::Live).with_unique_id(1),
        format!("{topic}-12")
    );
}

proptest! {
    #[test]
    fn an_offset_index_is_read_as_it_was_written(
        base_offset in 0..i64::from(i32::MAX),
        entries in btree_map(0..i32::MAX, any::<i32>(), 0..2500),
        unused in 0..20_u32,
        target in 0..i64::from(i32::MAX),
    ) {
        let slots = entries.len() as u32 + unused;
        let mut index = OffsetIndex::new(base_offset, slots * 8 + 3);
        for (relative, position) in &entries {
            index.append(base_offset + i64::from(*relative), *position).unwrap();
        }
        prop_assert_eq!(index.file_length(), u64::from(slots) * 8);
        // The warm section changes how an entry is found, never which.
        let plain = entries.range(..=target as i32).next_back();
        let plain = plain.map_or((base_offset, 0), |(relative, position)| {
            (base_offset + i64::from(*relative), *position)
        });
        let found = index.lookup(base_offset + target);
        prop_assert_eq!((found.offset, found.position), plain);

        let mut cut = index.clone();
        cut.truncate_to(base_offset + target);
        prop_assert_eq!(cut.len(), entries.range(..target as i32).count());

        index.trim_to_valid_size();
        let read = OffsetIndex::read(base_offset, &bytes_of(&index.to_file())).unwrap();
        prop_assert_eq!(read, index);
    }

    #[test]
    fn a_time_index_is_read_as_it_was_written(
        base_offset in 0..i64::from(i32::MAX),
        offsets in btree_set(0..i32::MAX, 0..1500),
        times in btree_set(0..i64::MAX, 0..1500),
        target in any::<i64>(),
    ) {
        let mut index = TimeIndex::new(base_offset, 1501 * 12);
        let entries: Vec<_> = times.into_iter().zip(offsets).collect();
        for (timestamp, relative) in &entries {
            index.maybe_append(*timestamp, base_offset + i64::from(*relative), false).unwrap();
        }
        let plain = entries.iter().rev().find(|(timestamp, _)| *timestamp <= target);
        let plain = plain.map_or((-1, base_offset), |(timestamp, relative)| {
            (*timestamp, base_offset + i64::from(*relative))
        });
        let found = index.lookup(target);
        prop_assert_eq!((found.timestamp, found.offset), plain);

        index.trim_to_valid_size();
        let read = TimeIndex::read(base_offset, &bytes_of(&index.to_file())).unwrap();
        prop_assert_eq!(read, index);
    }

    #[test]
    fn a_transaction_index_is_read_as_it_was_written(
        lasts in btree_set(0..i64::MAX, 1..50),
        rest in any::<(i64, i64, i64)>(),
    ) {
        let mut index = TransactionIndex::new();
        for last_offset in lasts {
            index.append(AbortedTransaction {
                producer_id: rest.0,
                first_offset: rest.1,
                last_offset,
                last_stable_offset: rest.2,
            }).unwrap();
        }
        let bytes = bytes_of(&index.to_file().unwrap());
        prop_assert_eq!(TransactionIndex::read(0, &bytes), Ok(index));
    }

    #[test]
    fn a_snapshot_is_read_as_it_was_written(
        ids in btree_set(0..i64::MAX, 0..60),
        rest in any::<(i16, i32, i64, i32, i64, i32, i64)>(),
    ) {
        let entries: Vec<_> = ids.into_iter().map(|producer_id| ProducerSnapshotEntry {
            producer_id,
            producer_epoch: rest.0,
            last_sequence: rest.1,
            last_offset: rest.2,
            offset_delta: rest.3,
            timestamp: rest.4,
            coordinator_epoch: rest.5,
            current_transaction_first_offset: rest.6,
        }).collect();
        let mut read = read_snapshot(&write_snapshot(&entries)).unwrap();
        read.sort();
        prop_assert_eq!(read, entries);
    }

    #[test]
    fn a_topic_id_is_read_as_it_was_written(id in 1..u128::MAX) {
        let written = write_partition_metadata(TopicId(id));
        prop_assert_eq!(read_partition_metadata(written.as_bytes()), Ok(TopicId(id)));
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200), name in "[-.a-z0-9]{0,50}") {
        let _ = OffsetIndex::read(0, &bytes);
        let _ = TimeIndex::read(0, &bytes).map(|index| index.lookup(7));
        let _ = TransactionIndex::read(0, &bytes);
        let _ = read_snapshot(&bytes);
        let _ = read_partition_metadata(&bytes);
        let _ = FolderName::parse(&name);
        let _ = FileName::parse(&name);
    }
}
