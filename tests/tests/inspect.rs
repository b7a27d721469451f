//! Other people's files: Kafka's own folders are found sound, damage is found where it was done, and
//! nothing that is fed makes the reader panic or grow.

use std::collections::BTreeMap;

use tidemark_core::bytes::crc32c;
use tidemark_core::inspect::{
    Comparison, Content, CutRule, Finding, Findings, IndexFault, LogInspector, LogOptions,
    LogReport, Problem, Replica, SIZE_MAX, Segment, Severity, Side, Walked, audit_folder,
    check_epoch_checkpoint, check_kind, check_metadata, check_offset_checkpoint, check_snapshot,
    cuts, looks_like,
};
use tidemark_core::log::EpochCache;
use tidemark_core::record::{
    Attributes, Batch, BatchError, BatchHeader, Codec, CodecFault, Record,
};
use tidemark_tests::noise::Noise;
use tidemark_tests::{golden_folders, hex, list, text, vectors};

type Folder = BTreeMap<String, Vec<u8>>;

/// The partition folders that Kafka's own storage classes wrote, by name.
fn folder(name: &str) -> Folder {
    let mut folders = golden_folders().into_iter();
    folders.find(|(found, _)| found == name).unwrap().1
}

fn vector(name: &str) -> Vec<u8> {
    let vectors = vectors("record_batches.json");
    let vectors = list(&vectors["vectors"]);
    let vector = vectors.iter().find(|vector| vector["name"] == name);
    hex(text(&vector.expect(name)["hex"]))
}

/// Reads a log in slices of `slice` bytes.
fn read_sliced(bytes: &[u8], slice: usize, options: LogOptions) -> LogReport {
    let mut inspector = LogInspector::new(options);
    for bytes in bytes.chunks(slice) {
        inspector.feed(bytes);
    }
    inspector.finish()
}

fn read(bytes: &[u8]) -> LogReport {
    read_sliced(bytes, 4096, LogOptions::default())
}

/// The findings of a log that are more than notes, and those that are notes.
fn found(report: &LogReport) -> Vec<(u64, Problem)> {
    let list = report.findings.list().iter().cloned();
    list.map(
        |Finding {
             position, problem, ..
         }| (position, problem),
    )
    .collect()
}

fn wrong(findings: &Findings) -> Vec<(u64, Problem)> {
    let list = findings.list().iter().cloned();
    list.filter(|finding| finding.problem.severity() == Severity::Wrong)
        .map(|finding| (finding.position, finding.problem))
        .collect()
}

/// Reads a segment of a folder with its indexes.
fn read_segment(folder: &Folder, base_offset: i64, slice: usize) -> LogReport {
    let file = |ending: &str| folder.get(&format!("{base_offset:020}.{ending}"));
    let mut inspector = LogInspector::new(LogOptions {
        base_offset: Some(base_offset),
        now_ms: None,
    });
    if let Some(bytes) = file("index") {
        inspector.audit_offset_index(bytes);
    }
    if let Some(bytes) = file("timeindex") {
        inspector.audit_time_index(bytes);
    }
    inspector.audit_transaction_index(file("txnindex").map(Vec::as_slice));
    for bytes in file("log").unwrap().chunks(slice) {
        inspector.feed(bytes);
    }
    inspector.finish()
}

fn base_offsets(folder: &Folder) -> Vec<i64> {
    let names = folder.keys().filter_map(|name| name.strip_suffix(".log"));
    names.map(|digits| digits.parse().unwrap()).collect()
}

#[test]
fn kafkas_own_folders_are_sound() {
    let mut segments_seen = 0;
    for (name, folder) in golden_folders() {
        let reports: Vec<_> = base_offsets(&folder)
            .into_iter()
            .map(|base| (base, read_segment(&folder, base, 1000)))
            .collect();
        for (base, report) in &reports {
            assert!(!report.has_faults(), "{name} {base}: {report:?}");
            segments_seen += 1;
        }
        let mut findings = Findings::default();
        let epochs = check_epoch_checkpoint(&folder["leader-epoch-checkpoint"], &mut findings);
        for (file, bytes) in &folder {
            if let Some(digits) = file.strip_suffix(".snapshot") {
                check_snapshot(Some(digits.parse().unwrap()), bytes, &mut findings);
            }
            if file == "partition.metadata" {
                assert!(check_metadata(bytes, &mut findings).is_some());
            }
        }
        let segments: Vec<_> = reports
            .iter()
            .map(|(base_offset, report)| Segment {
                base_offset: *base_offset,
                report,
            })
            .collect();
        let (between, checkpoint) = audit_folder(&segments, Some(&epochs));
        assert_eq!(between, Findings::default(), "{name}");
        assert_eq!(checkpoint, Findings::default(), "{name}");
        assert_eq!(findings, Findings::default(), "{name}");
    }
    assert_eq!(golden_folders().len(), 7);
    assert!(segments_seen > 10, "{segments_seen}");
}

#[test]
fn slices_make_no_difference() {
    for (name, folder) in golden_folders() {
        for base in base_offsets(&folder) {
            let whole = read_segment(&folder, base, 1 << 20);
            for slice in [1, 7, 61, 4096] {
                assert_eq!(read_segment(&folder, base, slice), whole, "{name} {base}");
            }
        }
    }
}

#[test]
fn every_good_vector_is_sound_and_every_bad_one_is_not() {
    for vector in list(&vectors("record_batches.json")["vectors"]) {
        let name = text(&vector["name"]);
        let report = read(&hex(text(&vector["hex"])));
        let is_bad = vector.get("expect_error").is_some();
        // Zeros alone are what a broker reserves.
        let is_wrong = is_bad && name != "bad_zeros";
        assert_eq!(report.has_faults(), is_wrong, "{name}: {report:?}");
        if !is_bad {
            let batches = list(&vector["batches"]);
            let records = batches.iter().map(|batch| list(&batch["records"]).len());
            assert_eq!(report.batches, batches.len() as u64, "{name}");
            assert_eq!(report.records, records.sum::<usize>() as u64, "{name}");
        }
    }
}

/// A log of `count` batches of two records, 100 bytes each but for the first numbers.
fn log(count: i64) -> Vec<u8> {
    log_of(0, count, 3)
}

fn log_of(base_offset: i64, count: i64, epoch: i32) -> Vec<u8> {
    let batches = (0..count).map(|number| {
        let value = [b'v'; 40];
        let record = |offset_delta| Record {
            offset_delta,
            value: Some(&value),
            ..Record::default()
        };
        let batch = Batch {
            header: BatchHeader {
                base_offset: base_offset + number * 2,
                partition_leader_epoch: epoch,
                last_offset_delta: 1,
                base_timestamp: 1_700_000_000_000 + number,
                max_timestamp: 1_700_000_000_000 + number,
                ..BatchHeader::default()
            },
            records: vec![record(0), record(1)],
        };
        batch.encode().unwrap()
    });
    batches.collect::<Vec<_>>().concat()
}

const BATCH: usize = 61 + 2 * 47;

#[test]
fn a_sound_log_has_nothing_to_find() {
    let report = read(&log(100));
    assert_eq!(report.size, 100 * BATCH as u64);
    assert_eq!(found(&report), []);
    assert_eq!((report.batches, report.records), (100, 200));
    assert_eq!(
        (report.first_offset, report.next_offset),
        (Some(0), Some(200))
    );
    assert_eq!(report.runs.list().len(), 100);
    assert_eq!(report.runs.list()[7].position, 7 * BATCH as u64);
}

#[test]
fn a_cut_tail_is_found_at_its_byte() {
    let bytes = log(10);
    for cut in [1, 60, BATCH - 1] {
        let report = read(&bytes[..bytes.len() - cut]);
        let problem = &found(&report)[0];
        assert_eq!(problem.0, 9 * BATCH as u64);
        let available = (BATCH - cut) as u64;
        // With 17 bytes or fewer nothing says how long the batch would be.
        let needed = if available > 17 { BATCH as u64 } else { 18 };
        assert_eq!(problem.1, Problem::TruncatedTail { needed, available });
        assert_eq!((report.batches, found(&report).len()), (9, 1));
    }
}

#[test]
fn a_flipped_bit_is_found_in_its_batch_and_the_rest_is_read() {
    let mut bytes = log(10);
    bytes[3 * BATCH + 80] ^= 1;
    let report = read(&bytes);
    let [(position, Problem::Crc { offset: 6, .. })] = found(&report)[..] else {
        panic!("{report:?}");
    };
    assert_eq!(position, 3 * BATCH as u64);
    assert_eq!((report.batches, report.records), (10, 18));
    assert_eq!(report.runs.list()[3].faults, 1);
}

#[test]
fn a_broken_length_costs_one_batch() {
    for length in [0_i32, 13, 50, 1_000_000, i32::MAX] {
        let mut bytes = log(10);
        let start = 3 * BATCH;
        bytes[start + 8..start + 12].copy_from_slice(&length.to_be_bytes());
        let report = read(&bytes);
        let found = found(&report);
        let Problem::Unreadable { bytes, .. } = found[0].1 else {
            panic!("{length}: {report:?}");
        };
        assert_eq!(
            (found[0].0, bytes),
            (start as u64, BATCH as u64),
            "{length}"
        );
        assert_eq!(report.batches, 9, "{length}");
        // The offsets of the batch are missing, which is worth a note.
        assert!(matches!(found[1].1, Problem::Gap { start: 6, end: 8 }));
    }
}

#[test]
fn a_zeroed_page_is_found_and_what_follows_it() {
    let mut bytes = log(200);
    bytes[8192..12288].fill(0);
    let report = read(&bytes);
    let found = found(&report);
    let zeroed = Problem::Zeroed { bytes: 4096 };
    // The bytes before and after may be zeros, too: the offsets' upper bytes are.
    let is_page = |found: &(u64, Problem)| {
        let (position, Problem::Zeroed { bytes }) = *found else {
            return false;
        };
        position <= 8192 && position + bytes >= 12288 && bytes < 4096 + 32
    };
    assert!(found.iter().any(is_page), "{zeroed:?} in {found:?}");
    let unreadable = found
        .iter()
        .find_map(|(position, problem)| match problem {
            Problem::Unreadable { bytes, .. } => Some((*position, *bytes)),
            _ => None,
        })
        .unwrap();
    assert_eq!(unreadable.0, (8192 / BATCH * BATCH) as u64);
    let lost = 12288_usize.div_ceil(BATCH) - 8192 / BATCH;
    assert_eq!(unreadable.1, (lost * BATCH) as u64);
    assert_eq!(report.batches, 200 - lost as u64);
}

#[test]
fn zeros_at_the_end_are_reserved_room() {
    let mut bytes = log(3);
    bytes.extend([0; 5000]);
    let report = read(&bytes);
    let tail = Problem::ZeroTail { bytes: 5000 };
    assert_eq!(found(&report), [(3 * BATCH as u64, tail)]);
    assert!(!report.has_faults());
}

#[test]
fn a_foreign_file_is_told_by_what_it_looks_like() {
    let cases: [(&[u8], Option<Content>); 6] = [
        (
            b"<html>a page, not a log at all, and long enough</html>",
            Some(Content::Text),
        ),
        (
            b"PK\x03\x04 and what follows it in such an archive",
            Some(Content::Zip),
        ),
        (
            &[
                0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9,
            ],
            Some(Content::Gzip),
        ),
        (b"0\n2\n0 0\n1 12\n", Some(Content::Checkpoint)),
        (
            &folder("A")["00000000000000000000.timeindex"],
            Some(Content::TimeIndex),
        ),
        (
            &folder("A")["00000000000000000000.index"],
            Some(Content::OffsetIndex),
        ),
    ];
    for (bytes, expected) in cases {
        let report = read(bytes);
        let foreign = Problem::Foreign {
            looks_like: expected,
        };
        assert_eq!(found(&report)[0], (0, foreign));
        assert!(report.has_faults());
    }
    let of = |name: &str, file: &str| {
        let bytes = &folder(name)[file];
        looks_like(bytes, bytes.len() as u64)
    };
    assert_eq!(
        of("C", "00000000000000000000.txnindex"),
        Some(Content::TransactionIndex)
    );
    assert_eq!(
        of("C", "00000000000000000011.snapshot"),
        Some(Content::Snapshot)
    );
    assert_eq!(of("C", "00000000000000000011.log"), Some(Content::Batches));
    assert_eq!(found(&read(&[])), [(0, Problem::Empty)]);

    let batches = Problem::Foreign {
        looks_like: Some(Content::Batches),
    };
    let bytes = log(3);
    let check = |by_name| check_kind(by_name, &bytes, bytes.len() as u64);
    assert_eq!(check(Content::OffsetIndex), Some(batches));
    assert_eq!(check(Content::Batches), None);
    let index = &folder("A")["00000000000000000000.index"];
    let size = index.len() as u64;
    assert_eq!(check_kind(Content::OffsetIndex, index, size), None);
}

#[test]
fn offsets_and_epochs_that_go_back_are_found() {
    let mut bytes = log_of(10, 2, 3);
    bytes.extend(log_of(12, 1, 2));
    bytes.extend(log_of(20, 1, 4));
    let options = LogOptions {
        base_offset: Some(12),
        now_ms: Some(1_700_000_000_000),
    };
    let report = read_sliced(&bytes, 100, options);
    let at = |batch: usize| (batch * BATCH) as u64;
    let largest = 1_700_000_000_001;
    let back = Problem::TimestampGoesBack {
        largest,
        found: largest - 1,
    };
    let expected = [
        (
            at(0),
            Problem::OffsetOutOfRange {
                base_offset: 12,
                found: 10,
            },
        ),
        (
            at(1),
            Problem::FutureTimestamp {
                now_ms: largest - 1,
                found: largest,
            },
        ),
        (
            at(2),
            Problem::OffsetGoesBack {
                offset_min: 14,
                found: 12,
            },
        ),
        (
            at(2),
            Problem::EpochGoesBack {
                latest: 3,
                found: 2,
            },
        ),
        (at(2), back.clone()),
        (at(3), Problem::Gap { start: 14, end: 20 }),
        (at(3), back),
    ];
    assert_eq!(found(&report), expected);
    let epochs: Vec<_> = report
        .epochs
        .iter()
        .map(|start| (start.leader_epoch, start.start_offset))
        .collect();
    assert_eq!(epochs, [(3, 10), (4, 20)]);
}

#[test]
fn a_largest_timestamp_that_no_record_has_is_noted() {
    let mut batch = Batch::default();
    batch.header.base_timestamp = 5;
    batch.header.max_timestamp = 9;
    batch.records.push(Record::default());
    let report = read(&batch.encode().unwrap());
    let problem = Problem::MaxTimestamp {
        stored: 9,
        computed: 5,
    };
    assert_eq!(found(&report), [(0, problem)]);
}

#[test]
fn a_bomb_is_a_finding_and_the_rest_is_read() {
    let zeros = vec![0; SIZE_MAX + 1];
    let mut bomb = Batch::default();
    bomb.header.attributes = Attributes::default().with_codec(Codec::Gzip);
    bomb.records.push(Record {
        value: Some(&zeros),
        ..Record::default()
    });
    let mut bytes = bomb.encode_compressed().unwrap();
    assert!(bytes.len() < 100_000);
    let after = bytes.len() as u64;
    bytes.extend(log_of(1, 3, 0));
    let report = read(&bytes);
    let error = BatchError::Compressed {
        position: 0,
        codec: Codec::Gzip,
        fault: CodecFault::TooLarge { size_max: SIZE_MAX },
    };
    assert_eq!(
        wrong(&report.findings),
        [(0, Problem::Records { offset: 0, error })]
    );
    assert_eq!((report.batches, report.runs.list()[1].position), (4, after));
}

#[test]
fn codecs_that_never_were_are_told() {
    let mut batch = Batch::default();
    batch.records.push(Record::default());
    let mut bytes = batch.encode().unwrap();
    bytes[22] = 6;
    let crc = crc32c(&bytes[21..]).to_be_bytes();
    bytes[17..21].copy_from_slice(&crc);
    let codec = Codec::Unknown(6);
    let expected = [(0, Problem::UnknownCodec { codec })];
    assert_eq!(wrong(&read(&bytes).findings), expected);
}

#[test]
fn findings_of_one_kind_are_counted_beyond_a_limit() {
    let report = read(&vector("kafka_v1_none").repeat(100));
    let list = report.findings.list();
    let legacy: Vec<_> = list
        .iter()
        .filter(|finding| matches!(finding.problem, Problem::LegacyMagic { .. }))
        .collect();
    assert_eq!(legacy.len(), 64);
    assert_eq!(legacy[63].more, 300 - 64);
    // All but the first three go back.
    assert_eq!(report.findings.faults(), 99);
    let runs = report.runs.list().iter();
    assert_eq!(runs.map(|run| run.faults).sum::<u32>(), 99);
}

#[test]
fn many_batches_become_few_lines() {
    let count = 200_000_u32;
    let report = read_sliced(&log(count.into()), 1 << 20, LogOptions::default());
    let runs = report.runs.list();
    assert!(runs.len() <= 1 << 16);
    assert_eq!(runs.iter().map(|run| run.batches).sum::<u32>(), count);
    let mut position = 0;
    for run in runs {
        assert_eq!(run.position, position);
        position += run.size;
    }
    assert_eq!(position, report.size);
}

/// The findings of the offset index of segment 0 of folder A with one entry replaced.
fn damaged_index(entry: usize, offset: i32, position: i32) -> Vec<(u64, Problem)> {
    let mut folder = folder("A");
    let bytes = folder.get_mut("00000000000000000000.index").unwrap();
    bytes[entry * 8..entry * 8 + 4].copy_from_slice(&offset.to_be_bytes());
    bytes[entry * 8 + 4..entry * 8 + 8].copy_from_slice(&position.to_be_bytes());
    let report = read_segment(&folder, 0, 1000);
    assert!(!report.findings.has_faults());
    wrong(report.offset_index.as_ref().unwrap())
}

#[test]
fn a_wrong_entry_of_the_offset_index_is_named() {
    let problem = |offset, index_position, fault| Problem::OffsetIndexEntry {
        entry: 1,
        offset,
        index_position,
        fault,
    };
    // The entries are (9, 4725), (17, 9041), (24, 13260) …
    assert_eq!(damaged_index(1, 17, 9041), []);
    let inside = IndexFault::InsideBatch {
        batch_position: 9041,
    };
    assert_eq!(damaged_index(1, 17, 9042), [(8, problem(17, 9042, inside))]);
    let other = IndexFault::OtherOffsets {
        first: 17,
        last: 17,
    };
    assert_eq!(damaged_index(1, 16, 9041), [(8, problem(16, 9041, other))]);
    assert_eq!(
        damaged_index(1, 9, 9041),
        [
            (8, problem(9, 9041, IndexFault::Order)),
            (8, problem(9, 9041, other))
        ]
    );
    let mut folder = folder("A");
    let index = folder.get_mut("00000000000000000000.index").unwrap();
    index.extend([0, 0, 0, 99, 0, 0, 0xff, 0xff]);
    index.extend([0; 800]);
    let report = read_segment(&folder, 0, 1000);
    let findings = report.offset_index.unwrap();
    let beyond = Problem::OffsetIndexEntry {
        entry: 7,
        offset: 99,
        index_position: 0xffff,
        fault: IndexFault::BeyondEnd,
    };
    assert_eq!(wrong(&findings), [(56, beyond)]);
    let unused = Problem::UnusedEntries { count: 100 };
    assert_eq!(findings.list()[0].problem, unused);
}

#[test]
fn indexes_of_older_releases_are_no_fault() {
    // Folder B has batches of several records: entry 0 is (5, 258), of the batch 4..5.
    let mut folder = folder("B");
    let index = folder.get_mut("00000000000000000000.index").unwrap();
    index[..4].copy_from_slice(&4_i32.to_be_bytes());
    let report = read_segment(&folder, 0, 1000);
    let findings = report.offset_index.unwrap();
    assert!(!findings.has_faults());
    let first = Problem::OffsetIndexEntry {
        entry: 0,
        offset: 4,
        index_position: 258,
        fault: IndexFault::FirstOffset,
    };
    assert_eq!(findings.list()[0].problem, first);
    // As if a follower had appended the batches 4..5 and 6..6 at once.
    let index = folder.get_mut("00000000000000000000.index").unwrap();
    index[..4].copy_from_slice(&6_i32.to_be_bytes());
    index.truncate(8);
    let report = read_segment(&folder, 0, 1000);
    let findings = report.offset_index.unwrap();
    assert!(!findings.has_faults(), "{findings:?}");
    assert_eq!(findings.list().len(), 1);
}

#[test]
fn a_wrong_entry_of_the_time_index_is_named() {
    let mut folder = folder("A");
    let index = folder.get_mut("00000000000000000000.timeindex").unwrap();
    index[12 + 7] += 1;
    let report = read_segment(&folder, 0, 1000);
    let found = wrong(&report.time_index.unwrap());
    let [
        (
            12,
            Problem::TimeIndexEntry {
                entry: 1,
                offset: 17,
                fault: IndexFault::OtherTimestamp { found },
                timestamp,
            },
        ),
    ] = found[..]
    else {
        panic!("{found:?}");
    };
    assert_eq!(found, timestamp - 1);
}

#[test]
fn a_wrong_entry_of_the_transaction_index_is_named() {
    let name = "00000000000000000000.txnindex";
    let mut folder = folder("C");
    folder.get_mut(name).unwrap()[25] = 8;
    let report = read_segment(&folder, 0, 1000);
    let no_abort = Problem::TransactionIndexEntry {
        entry: 0,
        producer_id: 2000,
        last_offset: 8,
        fault: IndexFault::NoAbort,
    };
    let not_indexed = Problem::AbortNotIndexed {
        producer_id: 2000,
        last_offset: 7,
    };
    let found = wrong(&report.transaction_index.unwrap());
    assert!(found.contains(&(0, not_indexed.clone())), "{found:?}");
    assert!(
        found.iter().any(|(_, problem)| *problem == no_abort)
            || matches!(&found[1].1, Problem::TransactionIndexEntry { .. }),
        "{found:?}"
    );

    folder.remove(name);
    let report = read_segment(&folder, 0, 1000);
    assert_eq!(
        wrong(&report.transaction_index.unwrap()),
        [(0, not_indexed)]
    );
}

#[test]
fn small_files_say_what_is_wrong() {
    let mut findings = Findings::default();
    let mut snapshot = folder("C")["00000000000000000011.snapshot"].clone();
    assert_eq!(check_snapshot(Some(11), &snapshot, &mut findings).len(), 3);
    assert_eq!(findings.list(), []);
    check_snapshot(Some(9), &snapshot, &mut findings);
    let beyond = Problem::SnapshotBeyondItself {
        producer_id: 3000,
        last_offset: 9,
    };
    assert_eq!(findings.list()[0].problem, beyond);
    assert_eq!(findings.list()[0].position, 10 + 2 * 46);
    snapshot[20] ^= 1;
    assert_eq!(check_snapshot(None, &snapshot, &mut findings), []);
    assert!(matches!(
        findings.list()[1].problem,
        Problem::CorruptSnapshot { .. }
    ));

    let mut findings = Findings::default();
    assert!(check_epoch_checkpoint(b"0\n2\n0 0\n", &mut findings).is_empty());
    check_offset_checkpoint(b"0\n1\nt x 5\n", &mut findings);
    check_metadata(b"version: 0\n", &mut findings);
    let kinds: Vec<_> = findings.list().iter().map(|found| found.position).collect();
    assert_eq!(kinds, [0, 4, 0]);
    let offsets = b"0\n2\nt 0 5\nu 1 7\n";
    assert_eq!(check_offset_checkpoint(offsets, &mut findings).len(), 2);
}

#[test]
fn segments_and_epochs_of_a_folder_are_held_against_each_other() {
    let first = read(&log_of(0, 5, 1));
    let second = read(&log_of(8, 5, 2));
    let third = read(&log_of(20, 5, 2));
    let segment = |base_offset, report| Segment {
        base_offset,
        report,
    };
    let segments = [segment(0, &first), segment(8, &second), segment(20, &third)];
    let mut epochs = EpochCache::new();
    epochs.assign(1, 0).unwrap();
    epochs.assign(2, 10).unwrap();
    let (between, checkpoint) = audit_folder(&segments, Some(&epochs));
    let list: Vec<_> = between.list().iter().map(|found| &found.problem).collect();
    let overlap = Problem::SegmentsOverlap {
        offset_min: 10,
        base_offset: 8,
    };
    assert_eq!(list, [&overlap, &Problem::Gap { start: 18, end: 20 }]);
    let epoch = Problem::EpochCheckpoint {
        offset: 8,
        log_epoch: 2,
        checkpoint_epoch: Some(1),
    };
    assert_eq!(wrong(&checkpoint), [(0, epoch)]);
}

#[test]
fn epochs_below_the_log_start_offset_may_be_forgotten() {
    let log = read(&log_of(0, 5, 1));
    let segments = [Segment {
        base_offset: 0,
        report: &log,
    }];
    let mut epochs = EpochCache::new();
    epochs.assign(1, 4).unwrap();
    let (_, checkpoint) = audit_folder(&segments, Some(&epochs));
    assert_eq!(wrong(&checkpoint), []);
    // An epoch that comes later can't have been forgotten.
    let mut epochs = EpochCache::new();
    epochs.assign(0, 4).unwrap();
    let (_, checkpoint) = audit_folder(&segments, Some(&epochs));
    let epoch = Problem::EpochCheckpoint {
        offset: 0,
        log_epoch: 1,
        checkpoint_epoch: None,
    };
    assert_eq!(wrong(&checkpoint), [(0, epoch)]);
}

/// Compares two logs of one segment each, fed in small slices as it asks for them.
fn compare(left: &[u8], right: &[u8]) -> Comparison {
    let mut comparison = Comparison::default();
    let mut rest = [left, right];
    while let Some(side) = comparison.wants() {
        let rest = &mut rest[side as usize];
        if rest.is_empty() {
            comparison.end_segment(side);
            comparison.end_log(side);
            continue;
        }
        let (slice, later) = rest.split_at(rest.len().min(50));
        comparison.feed(side, slice);
        *rest = later;
    }
    comparison
}

#[test]
fn two_replicas_part_where_their_bytes_do() {
    assert_eq!(compare(&log(50), &log(50)).divergence(), None);
    let mut other = log(20);
    other.extend(log_of(40, 30, 4));
    let found = compare(&log(50), &other).divergence().unwrap();
    assert_eq!(found.offset, 40);
    let epochs = [
        found.left.unwrap().leader_epoch,
        found.right.unwrap().leader_epoch,
    ];
    assert_eq!(epochs, [3, 4]);
    assert_eq!(found.right.unwrap().position, 20 * BATCH as u64);

    let found = compare(&log(20), &log(30)).divergence().unwrap();
    assert_eq!((found.offset, found.left), (40, None));
    // One broken bit, which only one of them has.
    let mut broken = log(50);
    broken[7 * BATCH + 100] ^= 1;
    assert_eq!(compare(&log(50), &broken).divergence().unwrap().offset, 14);
    // Retention went further on one side.
    assert_eq!(compare(&log(50)[10 * BATCH..], &log(50)).divergence(), None);
    assert_eq!(Comparison::default().wants(), Some(Side::Left));
}

fn replica(epochs: &[(i32, i64)], log_end_offset: i64) -> Replica {
    let mut cache = EpochCache::new();
    for (epoch, start_offset) in epochs {
        cache.assign(*epoch, *start_offset).unwrap();
    }
    Replica {
        epochs: cache,
        log_end_offset,
    }
}

/// What the rules cut, in the order of [`CutRule`]: where to, how much, how much of it was committed, what stays wrong.
fn cut(
    leader: &Replica,
    follower: &Replica,
    high_watermark: i64,
    diverges_at: i64,
) -> [[i64; 4]; 3] {
    let cuts = cuts(leader, follower, high_watermark, Some(diverges_at));
    let rules = [
        CutRule::HighWatermark,
        CutRule::EpochEnd,
        CutRule::EpochByEpoch,
    ];
    assert_eq!(cuts.map(|cut| cut.rule), rules);
    cuts.map(|cut| {
        [
            cut.truncate_to,
            cut.offsets_cut,
            cut.committed_cut,
            cut.diverging_kept.unwrap(),
        ]
    })
}

#[test]
fn each_rule_of_truncation_cuts_its_own() {
    // KIP-101, scenario 1: the follower has everything, but its HW is behind.
    let same = replica(&[(0, 0)], 2);
    assert_eq!(
        cut(&same, &same, 1, 2),
        [[1, 1, 0, 0], [2, 0, 0, 0], [2, 0, 0, 0]]
    );
    // KIP-101, scenario 2: the leader of epoch 1 has another record at offset 1.
    let leader = replica(&[(0, 0), (1, 1)], 2);
    let follower = replica(&[(0, 0)], 2);
    assert_eq!(
        cut(&leader, &follower, 2, 1),
        [[2, 0, 0, 1], [1, 1, 1, 0], [1, 1, 1, 0]]
    );
    // KIP-279: the follower's latest epoch is one that the leader never had.
    let leader = replica(&[(0, 0), (2, 10)], 30);
    let follower = replica(&[(0, 0), (1, 15)], 25);
    let cuts_of = cuts(&leader, &follower, 10, Some(10));
    assert_eq!(
        cut(&leader, &follower, 10, 10),
        [[10, 15, 0, 0], [10, 15, 0, 0], [10, 15, 0, 0]]
    );
    assert_eq!(cuts_of[2].questions, 1);
    // Fast changes of the leader: KIP-101 alone keeps what the leader has otherwise.
    let leader = replica(&[(0, 0), (1, 10), (3, 20)], 30);
    let follower = replica(&[(0, 0), (2, 15)], 40);
    assert_eq!(
        cut(&leader, &follower, 10, 10),
        [[10, 30, 0, 0], [20, 20, 0, 10], [10, 30, 0, 0]]
    );
    // Without any epoch there is only the HW.
    let nothing = replica(&[], 20);
    assert_eq!(cut(&leader, &nothing, 12, 10)[2], [12, 8, 0, 2]);
}

/// Reads `bytes` as every kind of file.
fn read_as_everything(bytes: &[u8], noise: &mut Noise) {
    let mut inspector = LogInspector::new(LogOptions {
        base_offset: Some(0),
        now_ms: Some(0),
    });
    inspector.audit_offset_index(bytes);
    inspector.audit_time_index(bytes);
    inspector.audit_transaction_index(Some(bytes));
    let slice = 1 + noise.below(300);
    let mut walked_bytes = 0;
    let mut count = |walked: &Walked<'_>| match walked {
        Walked::Batch { batch, .. } => walked_bytes += batch.size() as u64,
        Walked::Skipped { bytes, .. } => walked_bytes += bytes,
        Walked::Zeros { .. } => {}
    };
    for slice in bytes.chunks(slice) {
        inspector.feed_seen(slice, &mut count);
    }
    let report = inspector.finish_seen(&mut count);
    assert_eq!(walked_bytes, bytes.len() as u64);
    assert!(report.findings.list().len() < 64 * 40);
    for finding in report.findings.list() {
        assert!(!finding.to_string().is_empty());
    }
    let mut findings = Findings::default();
    check_snapshot(Some(0), bytes, &mut findings);
    check_epoch_checkpoint(bytes, &mut findings);
    check_offset_checkpoint(bytes, &mut findings);
    check_metadata(bytes, &mut findings);
    let _ = looks_like(bytes, bytes.len() as u64);
    compare(bytes, &bytes[bytes.len() / 2..]);
}

#[test]
fn a_thousand_damaged_files_are_read_to_their_end() {
    let mut files: Vec<Vec<u8>> = list(&vectors("record_batches.json")["vectors"])
        .iter()
        .map(|vector| hex(text(&vector["hex"])))
        .collect();
    for (_, folder) in golden_folders() {
        files.extend(folder.into_values().filter(|bytes| bytes.len() < 5000));
    }
    files.push(b"version: 0\ntopic_id: 0aihMopvTsqvFG5b7ovx0w".to_vec());
    let mut noise = Noise::new(0x9e37_79b9_7f4a_7c15);
    for round in 0..1000 {
        let mut bytes = files[round % files.len()].clone();
        if noise.below(3) == 0 {
            bytes.extend(files[noise.below(files.len())].clone());
        }
        noise.damage(&mut bytes);
        read_as_everything(&bytes, &mut noise);
    }
}
