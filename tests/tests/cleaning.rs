//! Folders as the log cleaner sees them: what it would clean and why, and the folder that a round leaves.

use tidemark_core::disk::File;
use tidemark_core::files::example::{PRICES_DAY_MS, first, prices, prices_cleaned};
use tidemark_core::files::{
    Ask, CleanAsk, CleanRefused, Cleaning, Desk, NamedFile, NotOpened, Survey, Told,
};
use tidemark_core::log::cleaner::Fate;
use tidemark_core::log::cleaner::plan::dirty_ratio_at;
use tidemark_core::log::{CleanupPolicy, LogConfig};

const HOUR_MS: i64 = 3_600_000;

fn desk(files: Vec<NamedFile<File>>) -> Desk<File> {
    let mut survey = Survey::new(files, None);
    while survey.step() {}
    let (report, files) = survey.finish();
    Desk::new(report, files)
}

/// The folder of the prices, as the cleaner is asked about it.
fn ask(desk: &Desk<File>, now_ms: i64) -> CleanAsk {
    let folders = desk.report.folders.iter();
    let folder = folders
        .take_while(|folder| folder.segments().next().is_none())
        .count();
    CleanAsk {
        folder: u32::try_from(folder).unwrap(),
        config: LogConfig {
            cleanup_policy: CleanupPolicy::Compact,
            segment_ms: HOUR_MS,
            ..LogConfig::DEFAULT
        },
        now_ms,
        checkpoint: None,
        high_watermark: None,
        slots: 1000,
    }
}

fn cleaning(desk: &Desk<File>, ask: &CleanAsk) -> Cleaning {
    desk.cleaning(ask).unwrap()
}

fn fates(cleaning: &Cleaning) -> Vec<(i64, Fate)> {
    let records = cleaning.records.iter();
    records.map(|record| (record.offset, record.fate)).collect()
}

fn reopened(files: Vec<(String, Vec<u8>)>) -> Desk<File> {
    let files = files.into_iter().map(|(path, bytes)| {
        let mut file = File::new();
        file.append(&bytes);
        NamedFile { path, file }
    });
    desk(files.collect())
}

#[test]
fn the_picture_of_the_courses_is_cleaned_as_in_the_picture() {
    let desk = desk(prices());
    let ask = ask(&desk, PRICES_DAY_MS + 10 * HOUR_MS);
    let found = cleaning(&desk, &ask);
    assert_eq!(
        fates(&found),
        [
            (0, Fate::Superseded(3)),
            (1, Fate::Superseded(5)),
            (2, Fate::Latest),
            (3, Fate::Latest),
            (4, Fate::Latest),
            (5, Fate::Latest),
            (6, Fate::Superseded(7)),
            (7, Fate::Latest),
            (8, Fate::Latest),
            (9, Fate::Beyond),
        ]
    );
    assert_eq!((found.first_dirty_offset, found.next_dirty_offset), (0, 9));
    assert_eq!((found.clean_bytes, found.cleanable_bytes), (0, 9 * 172));
    assert!(found.is_eligible);
    assert_eq!(found.cleaned, [(0, 6 * 172, vec![0])]);
    assert_eq!(found.messages, (9, 6));
    assert_eq!(found.map_size, (6, 900));
    let keys: Vec<(&[u8], Vec<i64>, i64)> = found
        .map
        .iter()
        .map(|key| (&*key.key, key.earlier.clone(), key.latest))
        .collect();
    assert_eq!(
        keys,
        [
            (&b"k3"[..], vec![], 2),
            (&b"k1"[..], vec![0], 3),
            (&b"k4"[..], vec![], 4),
            (&b"k2"[..], vec![1], 5),
            (&b"k5"[..], vec![6], 7),
            (&b"k6"[..], vec![], 8),
        ]
    );
    // MD5 of "k5".
    assert_eq!(found.map[4].hash[..4], [0x97, 0xb2, 0xf1, 0xed]);
}

#[test]
fn an_hour_later_the_log_is_not_dirty_enough() {
    let desk = desk(prices_cleaned());
    let ask = ask(&desk, PRICES_DAY_MS + 12 * HOUR_MS);
    let found = cleaning(&desk, &ask);
    assert_eq!(found.checkpoint, Some(9));
    assert_eq!((found.clean_bytes, found.cleanable_bytes), (6 * 172, 930));
    assert_eq!(
        (found.active_base_offset, found.active_bytes),
        (15, 2 * 172)
    );
    assert!(!found.is_eligible);
    let of = |offset| fates(&found).into_iter().find(|(own, _)| *own == offset);
    assert_eq!(of(12), Some((12, Fate::Tombstone)));
    assert_eq!(of(2), Some((2, Fate::Superseded(12))));
    assert_eq!(of(3), Some((3, Fate::Superseded(9))));
    assert_eq!(of(6), None);
    let overdue = CleanAsk {
        config: LogConfig {
            max_compaction_lag_ms: HOUR_MS,
            ..ask.config.clone()
        },
        ..ask
    };
    assert!(cleaning(&desk, &overdue).is_eligible);
}

#[test]
fn a_round_leaves_a_folder_in_which_offset_6_is_gone_and_7_is_found() {
    let before = desk(prices());
    let ask = ask(&before, PRICES_DAY_MS + 10 * HOUR_MS);
    let after = reopened(before.cleaned_files(&ask).unwrap());
    let folder = after
        .report
        .folders
        .iter()
        .find(|folder| folder.partition.is_some());
    let folder = folder.unwrap();
    assert_eq!(folder.cleaner_checkpoint, Some(9));
    assert_eq!(folder.log_end_offset(), Some(10));
    assert!(
        after
            .report
            .folders
            .iter()
            .flat_map(|folder| &folder.files)
            .all(|file| !file.findings.has_faults())
    );
    let number = after
        .report
        .folders
        .iter()
        .position(|own| own == folder)
        .unwrap();
    let number = u32::try_from(number).unwrap();
    let Told::Found(found) = after.ask(&Ask::Find {
        folder: number,
        target: 6,
    }) else {
        panic!("no answer");
    };
    let answer = found[0].scanned.last().unwrap();
    assert_eq!((answer.header_offset, answer.last_offset), (7, 7));
    // A second round finds nothing below the active segment.
    let again = cleaning(
        &after,
        &CleanAsk {
            folder: number,
            ..ask
        },
    );
    assert_eq!(again.cleanable_bytes, 0);
    let offsets: Vec<i64> = again.records.iter().map(|record| record.offset).collect();
    assert_eq!(offsets, [2, 3, 4, 5, 7, 8, 9]);
    assert!(
        again
            .records
            .iter()
            .all(|record| record.fate == Fate::Beyond)
    );
    assert!(!again.is_eligible);
}

#[test]
fn what_the_cleaner_does_not_touch_is_still_there_after_a_round() {
    let mut files = prices();
    let other = |path: &str, text: &str| {
        let mut file = File::new();
        file.append(text.as_bytes());
        NamedFile {
            path: path.to_owned(),
            file,
        }
    };
    files.push(other(
        "prices-0/partition.metadata",
        "version: 0\ntopic_id: AAAAAAAAAAAAAAAAAAAAAQ",
    ));
    files.push(other(
        "cleaner-offset-checkpoint",
        "0\n2\norders 3 77\nprices 0 0\n",
    ));
    files.push(other(
        "replication-offset-checkpoint",
        "0\n1\nprices 0 10\n",
    ));
    let before = desk(files);
    let ask = ask(&before, PRICES_DAY_MS + 10 * HOUR_MS);
    let after = before.cleaned_files(&ask).unwrap();
    let text = |path: &str| {
        let found = after.iter().find(|(own, _)| own == path);
        found.map(|(_, bytes)| String::from_utf8(bytes.clone()).unwrap())
    };
    assert!(text("prices-0/partition.metadata").is_some());
    assert_eq!(
        text("replication-offset-checkpoint").as_deref(),
        Some("0\n1\nprices 0 10\n")
    );
    assert_eq!(
        text("cleaner-offset-checkpoint").as_deref(),
        Some("0\n2\norders 3 77\nprices 0 9\n")
    );
}

#[test]
fn a_tombstone_gets_its_horizon_in_one_round_and_goes_in_a_later_one() {
    let before = desk(prices_cleaned());
    let noon = PRICES_DAY_MS + 12 * HOUR_MS;
    let first_ask = ask(&before, noon);
    let after = reopened(before.cleaned_files(&first_ask).unwrap());
    // From the start again: a round needs something dirty.
    let day_later = CleanAsk {
        checkpoint: Some(0),
        ..ask(&after, noon + 24 * HOUR_MS)
    };
    let of_12 = |ask: &CleanAsk| {
        let found = cleaning(&after, ask);
        let record = found.records.into_iter().find(|record| record.offset == 12);
        record.map(|record| (record.is_tombstone, record.horizon_ms, record.fate))
    };
    let horizon = Some(noon + 24 * HOUR_MS);
    assert_eq!(
        of_12(&day_later),
        Some((true, horizon, Fate::ExpiredTombstone))
    );
    let a_little_earlier = CleanAsk {
        now_ms: day_later.now_ms - 1,
        ..day_later
    };
    assert_eq!(
        of_12(&a_little_earlier),
        Some((true, horizon, Fate::Tombstone))
    );
}

#[test]
fn the_dirty_share_jumps_when_a_segment_ends() {
    let desk = desk(prices_cleaned());
    let folder = desk
        .report
        .folders
        .iter()
        .find(|folder| folder.partition.is_some())
        .unwrap();
    let grown = folder.grown();
    let at = |minutes: i64| dirty_ratio_at(&grown, 9, PRICES_DAY_MS + minutes * 60_000);
    assert_eq!([10 * 60, 11 * 60 + 8, 11 * 60 + 9].map(at), [0, 0, 474_006]);
    // As if it had never been cleaned.
    assert_eq!(
        dirty_ratio_at(&grown, 0, PRICES_DAY_MS + 12 * HOUR_MS),
        1_000_000
    );
    assert_eq!(dirty_ratio_at(&[], 0, 0), 0);
}

#[test]
fn a_map_that_is_full_ends_the_round_early() {
    let desk = desk(prices());
    let ask = CleanAsk {
        slots: 4,
        ..ask(&desk, PRICES_DAY_MS + 10 * HOUR_MS)
    };
    let found = cleaning(&desk, &ask);
    assert!(found.map_is_full);
    // Three keys: k1, k2, k3, and nothing more once they are there.
    assert_eq!((found.map_size, found.next_dirty_offset), ((3, 3), 3));
    assert_eq!(fates(&found)[3], (3, Fate::Beyond));
}

#[test]
fn records_without_key_have_no_place_in_a_compacted_log() {
    let desk = desk(first());
    let found = cleaning(&desk, &ask(&desk, PRICES_DAY_MS));
    assert_eq!(fates(&found)[0], (0, Fate::NoKey));
    assert_eq!((found.messages, found.invalid), ((12, 0), 12));
}

#[test]
fn what_can_not_be_cleaned_says_why() {
    let empty = desk(Vec::new());
    assert_eq!(
        empty.cleaning(&ask(&empty, 0)),
        Err(CleanRefused::NotOpened(NotOpened::NoLog))
    );
    let mut files = prices();
    for named in &mut files {
        if named.path.ends_with("0000.log") {
            let mut bytes = named.file.read_at(0, usize::MAX).into_owned();
            // The length of the record in the second batch. A wrong checksum would not be seen: the cleaner computes none.
            bytes[172 + 61] = 0xff;
            named.file = File::new();
            named.file.append(&bytes);
        }
    }
    let damaged = desk(files);
    let refused = damaged.cleaning(&ask(&damaged, PRICES_DAY_MS));
    assert!(
        matches!(refused, Err(CleanRefused::Batch(_))),
        "{refused:?}"
    );
}
