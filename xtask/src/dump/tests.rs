//! Dumps of the folders that Kafka's own classes wrote, and of damaged copies of them.

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::{Options, dump};
use crate::cargo;

/// A copy of one of Kafka's folders, which is gone when the test is over.
struct Copy(PathBuf);

impl Copy {
    fn new(log: &str, test: &str) -> Self {
        let text = fs::read(cargo::root().join("tests/vectors/golden_segments.json")).unwrap();
        let vectors: Value = serde_json::from_slice(&text).unwrap();
        let logs = vectors["logs"].as_array().unwrap();
        let log = logs.iter().find(|found| found["name"] == log).unwrap();
        let name = format!("tidemark-dump-{}-{test}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        for (name, file) in log["files"].as_object().unwrap() {
            let bytes = STANDARD.decode(file["base64"].as_str().unwrap()).unwrap();
            fs::write(folder.join(name), bytes).unwrap();
        }
        Self(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn change(&self, name: &str, change: impl FnOnce(&mut Vec<u8>)) {
        let mut bytes = fs::read(self.path(name)).unwrap_or_default();
        change(&mut bytes);
        fs::write(self.path(name), bytes).unwrap();
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// What is printed, without the folder's path, and whether all is sound.
fn dumped(path: &Path, options: Options) -> (String, bool) {
    let mut out = Vec::new();
    let is_sound = dump(&[path.to_owned()], options, &mut out).unwrap();
    (String::from_utf8(out).unwrap(), is_sound)
}

const LOG: &str = "00000000000000000000.log";

#[test]
fn kafkas_folders_are_sound() {
    for log in ["A", "B", "C", "D", "E", "F", "G"] {
        let copy = Copy::new(log, &format!("sound-{log}"));
        let (text, is_sound) = dumped(&copy.0, Options::default());
        assert!(is_sound && !text.contains("WRONG"), "{text}");
        let options = Options {
            json: true,
            ..Options::default()
        };
        let (text, is_sound) = dumped(&copy.0, options);
        assert!(is_sound, "{text}");
        for line in text.lines() {
            let value: Value = serde_json::from_str(line).unwrap();
            assert!(value["file"].is_string() && value["findings"].is_array());
        }
    }
}

#[test]
fn lines_are_those_of_kafka() {
    let copy = Copy::new("C", "lines");
    let options = Options {
        records: true,
        data: true,
        ..Options::default()
    };
    let (text, is_sound) = dumped(&copy.0, options);
    assert!(is_sound);
    let lines = [
        "Log starting offset: 11",
        "baseOffset: 0 lastOffset: 1 count: 2 baseSequence: 0 lastSequence: 1 producerId: 1000 producerEpoch: 0 \
         partitionLeaderEpoch: 5 isTransactional: false isControl: false deleteHorizonMs: OptionalLong.empty \
         position: 0 CreateTime: 1700000000001 size: 97 magic: 2 compresscodec: none crc: 2530141896 isvalid: true",
        "| offset: 0 CreateTime: 1700000000000 keySize: 1 valueSize: 10 sequence: 0 headerKeys: [] key: a payload: abcdefghij",
        "| offset: 7 CreateTime: 1700000000050 keySize: 4 valueSize: 6 sequence: -1 headerKeys: [] \
         endTxnMarker: ABORT coordinatorEpoch: 7",
        "offset: 4 position: 194",
        "timestamp: 1700000000020 offset: 4",
        "version: 0 producerId: 2000 firstOffset: 2 lastOffset: 7 lastStableOffset: 5",
        "producerId: 1000 producerEpoch: 0 coordinatorEpoch: -1 currentTxnFirstOffset: OptionalLong.empty \
         lastTimestamp: 1700000000001 firstSequence: 0 lastSequence: 1 lastOffset: 1 offsetDelta: 1 timestamp: 1700000000001",
        "leaderEpoch: 5 startOffset: 0",
    ];
    for line in lines {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
}

#[test]
fn damage_is_told_with_its_place() {
    type Damage = fn(&mut Vec<u8>);
    let cases: [(&str, &str, Damage, &str); 8] = [
        (
            "cut",
            LOG,
            |log| log.truncate(log.len() - 5),
            "WRONG: byte 606: the last batch is not whole: ",
        ),
        (
            "bit",
            LOG,
            |log| log[80] ^= 1,
            "WRONG: byte 0: batch of offset 0: CRC ",
        ),
        (
            "zeros",
            LOG,
            |log| log[97..194].fill(0),
            "WRONG: byte 97: 97 bytes can't be read: ",
        ),
        (
            "foreign",
            LOG,
            |log| *log = b"#!/bin/sh\necho this is no log at all\n".to_vec(),
            "WRONG: byte 0: not a file of this kind: it looks like text",
        ),
        (
            "index",
            "00000000000000000000.index",
            |index| index[7] += 1,
            "WRONG: byte 0: entry 0 (offset 4, position 195): inside the batch that begins at 194",
        ),
        (
            "times",
            "00000000000000000000.timeindex",
            |index| index[7] += 1,
            "WRONG: byte 0: entry 0 (timestamp 1700000000021, offset 4): the batch's largest timestamp is 1700000000020",
        ),
        (
            "snapshot",
            "00000000000000000011.snapshot",
            |snapshot| snapshot[50] ^= 1,
            "WRONG: byte 0: CRC ",
        ),
        (
            "epochs",
            "leader-epoch-checkpoint",
            |text| *text = b"0\n1\n4 1\n".to_vec(),
            "WRONG: byte 0: no epoch at offset 0, the log has 5",
        ),
    ];
    for (name, file, damage, expected) in cases {
        let copy = Copy::new("C", name);
        copy.change(file, damage);
        let (text, is_sound) = dumped(&copy.0, Options::default());
        let is_told = text.lines().any(|line| line.starts_with(expected));
        assert!(is_told && !is_sound, "{name}: {expected}\n{text}");
    }
}

#[test]
fn a_file_alone_is_held_against_what_lies_beside_it() {
    let copy = Copy::new("C", "alone");
    let index = copy.path("00000000000000000000.index");
    let (text, is_sound) = dumped(&index, Options::default());
    assert!(
        is_sound && text.contains("offset: 4 position: 194"),
        "{text}"
    );
    copy.change("00000000000000000000.index", |index| index[3] = 3);
    let (text, is_sound) = dumped(&index, Options::default());
    assert!(!is_sound && text.contains("offsets 4 to 4"), "{text}");
    fs::remove_file(copy.path(LOG)).unwrap();
    let (text, is_sound) = dumped(&index, Options::default());
    assert!(is_sound, "nothing to hold it against\n{text}");
}

#[test]
fn a_wrong_ending_is_told_and_the_batches_are_shown() {
    let copy = Copy::new("C", "ending");
    fs::rename(copy.path(LOG), copy.path("00000000000000000000.dat")).unwrap();
    let (text, is_sound) = dumped(&copy.path("00000000000000000000.dat"), Options::default());
    assert!(!is_sound && text.contains("it looks like a .log"), "{text}");
    assert!(text.contains("baseOffset: 0 lastOffset: 1"), "{text}");
}

#[test]
fn records_can_not_steer_a_terminal() {
    assert_eq!(super::lines::shown(b"a\x1b[2Jb\n"), "a\\u{1b}[2Jb\\n");
}

#[test]
fn two_replicas_are_compared() {
    let (left, right) = (Copy::new("B", "left"), Copy::new("B", "right"));
    let compared = |high_watermark| {
        let mut out = Vec::new();
        let is_same = super::compare([&left.0, &right.0], high_watermark, &mut out).unwrap();
        (String::from_utf8(out).unwrap(), is_same)
    };
    let (text, is_same) = compared(None);
    assert!(
        is_same && text.contains("epochs 0 from 0, 1 from 12"),
        "{text}"
    );
    // The right one was unclean: from offset 17 on it has another leader's batches.
    right.change("00000000000000000017.log", |log| log[15] = 2);
    right.change("leader-epoch-checkpoint", |text| {
        *text = b"0\n3\n0 0\n1 12\n2 17\n".to_vec();
    });
    let (text, is_same) = compared(Some(20));
    assert!(!is_same, "{text}");
    for line in [
        "The logs part at offset 17:",
        "If left leads, right follows with HW 20 (given):",
        "  cut to the HW (before 0.11): to 20, 1 offsets go, 0 of them committed; 3 stay that the leader has otherwise",
        "  KIP-279 (since 2.0): to 17, 4 offsets go, 3 of them committed; 0 stay that the leader has otherwise",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    let (text, _) = compared(None);
    assert!(text.contains("HW 21 (ASSUMED"), "{text}");
}

#[test]
fn what_is_not_there_is_an_error() {
    let missing = std::env::temp_dir().join("tidemark-nothing-here.log");
    assert!(dump(&[missing], Options::default(), &mut Vec::new()).is_err());
}
