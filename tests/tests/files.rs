//! Folders that Kafka wrote, surveyed and asked about: what is in them, how an offset is found, which byte says what.

use proptest::prelude::*;
use tidemark_core::files::{
    Ask, Comparing, Contents, Desk, FieldName, FieldValue, Flag, FolderReport, Lookup, NamedFile,
    NotFound, Report, Side, Survey, Told, example, fields, lookup,
};
use tidemark_core::inspect::{IndexFault, Problem, Severity};
use tidemark_core::record::Codec;
use tidemark_tests::golden_folders;

type Files = Vec<NamedFile<Vec<u8>>>;

/// The files of a golden log, in a folder `golden-0` of a log dir.
fn golden(name: &str) -> Files {
    let mut folders = golden_folders().into_iter();
    let (_, files) = folders.find(|(found, _)| found == name).unwrap();
    let named = files.into_iter().map(|(name, file)| NamedFile {
        path: format!("data/golden-0/{name}"),
        file,
    });
    named.collect()
}

fn survey(files: &Files) -> Report {
    let borrowed = files.iter().map(|named| NamedFile {
        path: named.path.clone(),
        file: named.file.as_slice(),
    });
    let mut survey = Survey::new(borrowed.collect(), None);
    let total: usize = files.iter().map(|named| named.file.len()).sum();
    let mut before = 0;
    while survey.step() {
        let (done, of) = survey.progress();
        assert!(done >= before && of == total as u64);
        before = done;
    }
    assert_eq!(before, total as u64);
    survey.finish().0
}

/// The files after their survey.
fn desk(files: &Files) -> Desk<&[u8]> {
    let borrowed = files.iter().map(|named| NamedFile {
        path: named.path.clone(),
        file: named.file.as_slice(),
    });
    let mut survey = Survey::new(borrowed.collect(), None);
    while survey.step() {}
    let (report, files) = survey.finish();
    Desk::new(report, files)
}

fn find(desk: &Desk<&[u8]>, target: i64) -> Vec<Lookup> {
    match desk.ask(&Ask::Find { folder: 0, target }) {
        Told::Found(found) => found,
        _ => panic!("no batch was asked for"),
    }
}

fn only(report: &Report) -> &FolderReport {
    assert_eq!(report.folders.len(), 1);
    &report.folders[0]
}

fn bytes<'a>(files: &'a Files, name: &str) -> &'a [u8] {
    let named = files.iter().find(|named| named.path.ends_with(name));
    &named.unwrap().file
}

/// What was found wrong, by file, with the byte.
fn faults(report: &Report) -> Vec<(String, u64, Problem)> {
    let files = report.folders.iter().flat_map(|folder| &folder.files);
    files
        .flat_map(|file| {
            let findings = file.findings.list().iter();
            findings.map(|finding| (file.name.clone(), finding.position, finding.problem.clone()))
        })
        .filter(|(_, _, problem)| problem.severity() == Severity::Wrong)
        .collect()
}

#[test]
fn nothing_is_wrong_with_any_folder_that_kafka_wrote() {
    for name in ["A", "B", "C", "D", "E", "F", "G"] {
        let report = survey(&golden(name));
        assert_eq!(faults(&report), [], "{name}");
        let folder = only(&report);
        assert_eq!(folder.between.list(), [], "{name}");
        let partition = folder.partition.as_ref().unwrap();
        assert_eq!(
            (partition.topic.as_str(), partition.partition),
            ("golden", 0)
        );
    }
}

#[test]
fn a_folder_says_its_segments_and_its_end() {
    let report = survey(&golden("B"));
    let folder = only(&report);
    let segments: Vec<(i64, u64, u64, u64)> = folder
        .segments()
        .map(|(base_offset, file, log)| (base_offset, file.size, log.batches, log.records))
        .collect();
    assert_eq!(segments, [(0, 783, 5, 8), (8, 746, 3, 9), (17, 737, 3, 4)]);
    assert_eq!(folder.log_end_offset(), Some(21));
    let epochs = folder
        .files
        .iter()
        .find(|file| file.name == "leader-epoch-checkpoint");
    let Contents::Epochs(epochs) = &epochs.unwrap().contents else {
        panic!("no epochs");
    };
    let epochs: Vec<(i32, i64)> = epochs
        .iter()
        .map(|start| (start.leader_epoch, start.start_offset))
        .collect();
    assert_eq!(epochs, [(0, 0), (1, 12)]);
}

#[test]
fn a_high_watermark_comes_from_the_checkpoint_of_the_folder_around() {
    let mut files = golden("A");
    files.push(NamedFile {
        path: "data/replication-offset-checkpoint".to_owned(),
        file: b"0\n2\nother 0 7\ngolden 0 58\n".to_vec(),
    });
    let report = survey(&files);
    let found: Vec<(&str, Option<i64>)> = report
        .folders
        .iter()
        .map(|folder| (folder.path.as_str(), folder.high_watermark))
        .collect();
    assert_eq!(found, [("data", None), ("data/golden-0", Some(58))]);
}

#[test]
fn an_offset_is_found_by_the_comparisons_that_kafka_makes() {
    let files = golden("A");
    let log = bytes(&files, "0.log");
    let index = bytes(&files, "0.index");
    let found = lookup(36, 0, &log, Some(&index));
    // The entries are those of 9, 17, 24, 32, 40, 47 and 54.
    let steps: Vec<(u32, i64, Side, Comparing)> = found
        .compared
        .iter()
        .map(|step| (step.entry, step.offset, step.is, step.purpose))
        .collect();
    assert_eq!(
        steps,
        [
            (0, 9, Side::Below, Comparing::Warm),
            (3, 32, Side::Below, Comparing::Half),
            (5, 47, Side::Above, Comparing::Half),
            (4, 40, Side::Above, Comparing::Half),
        ]
    );
    let scanned: Vec<i64> = found
        .scanned
        .iter()
        .map(|batch| batch.last_offset)
        .collect();
    assert_eq!(scanned, [32, 33, 34, 35, 36]);
    assert_eq!(found.found, Ok(found.scanned[4].position));
}

#[test]
fn without_an_entry_below_or_an_index_the_segment_is_read_from_its_start() {
    let files = golden("A");
    let log = bytes(&files, "0.log");
    let index = bytes(&files, "0.index");
    let below = lookup(2, 0, &log, Some(&index));
    assert_eq!((below.start, below.scanned.len()), (0, 3));
    let without = lookup(36, 0, &log, None::<&&[u8]>);
    assert_eq!(
        (without.compared.len(), without.start, without.scanned.len()),
        (0, 0, 37)
    );
    let beyond = lookup(60, 0, &log, Some(&index));
    assert_eq!(beyond.found, Err(NotFound::End));
}

#[test]
fn entries_that_were_never_written_are_not_compared() {
    let files = golden("G");
    let found = lookup(
        5,
        5,
        &bytes(&files, "5.log"),
        Some(&bytes(&files, "00000000000000000005.index")),
    );
    assert_eq!((found.compared.len(), found.start), (0, 0));
    assert_eq!(found.found, Ok(0));
}

#[test]
fn each_byte_of_a_batch_has_a_name() {
    let files = golden("B");
    let batch = fields(bytes(&files, "0000.log"), 0).unwrap();
    assert_eq!(
        (batch.size, batch.error, batch.records_left),
        (148, None, 0)
    );
    let told: Vec<(FieldName, u32, u32)> = batch
        .fields
        .iter()
        .map(|field| (field.name, field.position, field.size))
        .collect();
    assert_eq!(
        told[..17],
        [
            (FieldName::BaseOffset, 0, 8),
            (FieldName::Length, 8, 4),
            (FieldName::PartitionLeaderEpoch, 12, 4),
            (FieldName::Magic, 16, 1),
            (FieldName::Crc, 17, 4),
            (FieldName::Attributes, 21, 2),
            (FieldName::LastOffsetDelta, 23, 4),
            (FieldName::BaseTimestamp, 27, 8),
            (FieldName::MaxTimestamp, 35, 8),
            (FieldName::ProducerId, 43, 8),
            (FieldName::ProducerEpoch, 51, 2),
            (FieldName::BaseSequence, 53, 4),
            (FieldName::RecordsCount, 57, 4),
            (FieldName::Record, 61, 29),
            (FieldName::RecordLength, 61, 1),
            (FieldName::RecordAttributes, 62, 1),
            (FieldName::TimestampDelta, 63, 1),
        ]
    );
    // Every byte once: fields that are no whole record follow each other without a gap.
    let mut end = 0;
    for field in batch
        .fields
        .iter()
        .filter(|field| field.name != FieldName::Record)
    {
        assert_eq!(field.position, end, "{:?}", field.name);
        end += field.size;
    }
    assert_eq!(u64::from(end), batch.size);
    let keys: Vec<&FieldValue> = batch
        .fields
        .iter()
        .filter(|field| field.name == FieldName::Key)
        .map(|field| &field.value)
        .collect();
    assert_eq!(keys, [&FieldValue::Bytes(2, Some("k1".to_owned())); 3]);
}

#[test]
fn the_records_of_a_compressed_batch_are_taken_out() {
    let files = golden("E");
    let log = bytes(&files, "0.log");
    let mut position = 0;
    for codec in [Codec::Gzip, Codec::Lz4, Codec::Snappy, Codec::Zstd] {
        let batch = fields(&log[position..], position as u64).unwrap();
        let flags = batch
            .fields
            .iter()
            .find(|field| field.name == FieldName::Attributes);
        assert_eq!(
            flags.unwrap().value,
            FieldValue::Flags(vec![Flag::Codec(codec)])
        );
        let records = batch
            .fields
            .iter()
            .filter(|field| field.name == FieldName::Record);
        assert_eq!(
            records.filter(|record| record.is_inside).count(),
            5,
            "{codec:?}"
        );
        assert_eq!(batch.section_size, Some(580), "{codec:?}");
        position += batch.size as usize;
    }
}

#[test]
fn a_changed_byte_is_found_in_its_batch() {
    let mut files = golden("A");
    let log = files
        .iter_mut()
        .find(|named| named.path.ends_with("0.log"))
        .unwrap();
    // In the value of the record with offset 1, whose batch begins at 377.
    log.file[700] ^= 0x20;
    let found = faults(&survey(&files));
    assert_eq!(found.len(), 1, "{found:?}");
    let (name, position, problem) = &found[0];
    assert_eq!(
        (name.as_str(), *position),
        ("00000000000000000000.log", 377)
    );
    assert!(
        matches!(problem, Problem::Crc { offset: 1, .. }),
        "{problem:?}"
    );
}

#[test]
fn a_wrong_entry_is_found_in_the_index() {
    let mut files = golden("A");
    let index = files
        .iter_mut()
        .find(|named| named.path.ends_with("0.index"))
        .unwrap();
    // The position of entry 2, one byte too far.
    index.file[2 * 8 + 7] += 1;
    let found = faults(&survey(&files));
    assert_eq!(found.len(), 1, "{found:?}");
    let (name, position, problem) = &found[0];
    assert_eq!(
        (name.as_str(), *position),
        ("00000000000000000000.index", 16)
    );
    assert!(
        matches!(
            problem,
            Problem::OffsetIndexEntry {
                entry: 2,
                fault: IndexFault::InsideBatch { .. },
                ..
            }
        ),
        "{problem:?}"
    );
}

#[test]
fn files_without_a_folder_are_one_folder_without_a_partition() {
    let mut files = golden("D");
    for named in &mut files {
        named.path = named.path.rsplit('/').next().unwrap().to_owned();
    }
    files.push(NamedFile {
        path: "holiday.jpg".to_owned(),
        file: b"\xff\xd8\xff\xe0\x00\x10JFIF\x00".to_vec(),
    });
    let report = survey(&files);
    let folder = only(&report);
    assert_eq!((folder.path.as_str(), &folder.partition), ("", &None));
    assert_eq!(folder.segments().count(), 3);
    let other = folder
        .files
        .iter()
        .find(|file| file.name == "holiday.jpg")
        .unwrap();
    assert_eq!(other.contents, Contents::Other(None));
    assert_eq!(survey(&Vec::new()), Report::default());
}

#[test]
fn an_offset_is_searched_in_its_segment_and_in_the_next_across_a_gap() {
    let mut files = golden("B");
    let desk_of = |files: &Files| {
        let desk = desk(files);
        [-1, 3, 11, 20, 21].map(|target| {
            let found = find(&desk, target);
            let segments: Vec<i64> = found.iter().map(|search| search.base_offset).collect();
            (segments, found.last().map(|search| search.found))
        })
    };
    assert_eq!(
        desk_of(&files),
        [
            (vec![], None),
            (vec![0], Some(Ok(148))),
            (vec![8], Some(Ok(0))),
            (vec![17], Some(Ok(642))),
            (vec![17], Some(Err(NotFound::End))),
        ]
    );
    // Segment 8 loses its last batch, that of 16: the next one has the answer.
    let log = files
        .iter_mut()
        .find(|named| named.path.ends_with("8.log"))
        .unwrap();
    log.file.truncate(237 + 237);
    let found = find(&desk(&files), 16);
    assert_eq!(found.len(), 2);
    assert_eq!(
        (found[0].found, found[1].found),
        (Err(NotFound::End), Ok(0))
    );
}

#[test]
fn what_is_no_batch_is_shown_as_bytes() {
    let files = golden("A");
    let desk = desk(&files);
    let number = only(&desk.report).segments().next().unwrap().1.number;
    for (position, shown) in [(0, 377), (1, 512), (34_110, 0), (u64::MAX, 0)] {
        let Told::Batch(batch) = desk.ask(&Ask::Batch {
            file: number,
            position,
        }) else {
            panic!("no search was asked for");
        };
        assert_eq!(
            (batch.bytes.len(), batch.batch.is_ok()),
            (shown, position == 0),
            "{position}"
        );
    }
}

proptest! {
    #[test]
    fn whatever_a_byte_is_changed_to_everything_is_answered(
        log in "[A-G]",
        change in any::<(prop::sample::Index, prop::sample::Index, u8)>(),
        target in -1..70_i64,
    ) {
        let mut files = golden(&log);
        let (file, byte, value) = change;
        let file = file.index(files.len());
        let bytes = &mut files[file].file;
        if !bytes.is_empty() {
            let at = byte.index(bytes.len());
            bytes[at] = value;
        }
        let desk = desk(&files);
        for search in find(&desk, target) {
            prop_assert!(search.scanned.len() <= 4096);
        }
        for folder in &desk.report.folders {
            for (_, file, report) in folder.segments() {
                for run in report.runs.list() {
                    let ask = Ask::Batch { file: file.number, position: run.position };
                    let is_batch = matches!(desk.ask(&ask), Told::Batch(_));
                    prop_assert!(is_batch);
                }
            }
        }
    }
}

#[test]
fn the_example_is_the_picture_of_the_courses() {
    let mut survey = Survey::new(example::first(), None);
    while survey.step() {}
    let (report, files) = survey.finish();
    assert_eq!(faults(&report), []);
    let segments: Vec<(i64, u64)> = only(&report)
        .segments()
        .map(|(base_offset, file, _)| (base_offset, file.size))
        .collect();
    assert_eq!(segments, [(0, 6 * 252), (6, 6 * 252), (12, 3 * 252)]);
    assert_eq!(only(&report).log_end_offset(), Some(15));
    let desk = Desk::new(report, files);
    let ways = [3, 5, 2, 9].map(|target| {
        let Told::Found(found) = desk.ask(&Ask::Find { folder: 0, target }) else {
            panic!("no batch was asked for");
        };
        (
            found[0].base_offset,
            found[0].start,
            found[0].scanned.len(),
            found[0].found,
        )
    });
    assert_eq!(
        ways,
        [
            (0, 756, 1, Ok(756)),
            (0, 756, 3, Ok(1260)),
            (0, 0, 3, Ok(504)),
            (6, 756, 1, Ok(756)),
        ]
    );
}
