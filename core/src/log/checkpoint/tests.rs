//! Checkpoint files as Kafka writes them, and what is wrong with others.

use super::{
    CheckpointError, OffsetCheckpointEntry, REPLICATION_OFFSET_CHECKPOINT, read_offsets, save,
    write_offsets,
};
use crate::disk::Directory;

const ENTRIES: [OffsetCheckpointEntry<'_>; 3] = [
    OffsetCheckpointEntry {
        topic: "orders",
        partition: 0,
        offset: 1200,
    },
    OffsetCheckpointEntry {
        topic: "orders",
        partition: 1,
        offset: 998,
    },
    OffsetCheckpointEntry {
        topic: "__consumer_offsets",
        partition: 13,
        offset: 0,
    },
];

const TEXT: &str = "0\n3\norders 0 1200\norders 1 998\n__consumer_offsets 13 0\n";

#[test]
fn the_text_of_the_specification_both_ways() {
    assert_eq!(write_offsets(&ENTRIES), TEXT);
    assert_eq!(read_offsets(TEXT.as_bytes()).unwrap(), ENTRIES);
    assert_eq!(write_offsets(&[]), "0\n0\n");
    assert_eq!(read_offsets(b"0\n0\n").unwrap(), []);
}

#[test]
fn an_empty_file_is_an_empty_map() {
    assert_eq!(read_offsets(b"").unwrap(), []);
    assert_eq!(read_offsets(b"0\n").unwrap(), []);
}

#[test]
fn fields_are_apart_by_any_white_space() {
    let read = read_offsets(b"0\r\n1\r\norders \t 0  1200 \r\n").unwrap();
    assert_eq!(read, ENTRIES[..1]);
    assert_eq!(read_offsets(b"0\n1\norders 0 1200").unwrap(), ENTRIES[..1]);
}

#[test]
fn errors_name_the_line() {
    let malformed = |line, position| Err(CheckpointError::Malformed { line, position });
    assert_eq!(read_offsets(b"zero\n0\n"), malformed(1, 0));
    assert_eq!(read_offsets(b"0\nmany\n"), malformed(2, 2));
    assert_eq!(read_offsets(b"0\n1\norders 0\n"), malformed(3, 4));
    assert_eq!(read_offsets(b"0\n1\na 0 1\n\n"), malformed(4, 10));
    assert_eq!(read_offsets(b"0\n1\na 0 1 2\n"), malformed(3, 4));
    assert_eq!(read_offsets(b"0\n1\n a 0 1\n"), malformed(3, 4));
    assert_eq!(read_offsets(b"0\n1\na zero 1\n"), malformed(3, 4));
    let version = CheckpointError::Version {
        expected: 0,
        found: 1,
    };
    assert_eq!(read_offsets(b"1\n0\n"), Err(version));
    let count = |expected, found| Err(CheckpointError::Count { expected, found });
    assert_eq!(read_offsets(b"0\n2\na 0 1\n"), count(2, 1));
    assert_eq!(read_offsets(b"0\n0\na 0 1\n"), count(0, 1));
    assert_eq!(read_offsets(b"0\n-1\n"), count(-1, 0));
    let not_utf8 = CheckpointError::NotUtf8 { position: 2 };
    assert_eq!(read_offsets(b"0\n\xff"), Err(not_utf8));
}

#[test]
fn a_saved_checkpoint_survives_a_power_loss() {
    let mut folder = Directory::new();
    save(&mut folder, REPLICATION_OFFSET_CHECKPOINT, "0\n0\n");
    save(&mut folder, REPLICATION_OFFSET_CHECKPOINT, TEXT);
    let file = folder.open_mut(REPLICATION_OFFSET_CHECKPOINT).unwrap();
    file.power_loss();
    assert_eq!(file.read_at(0, usize::MAX), TEXT.as_bytes());
    assert_eq!(folder.list().count(), 1);
}
