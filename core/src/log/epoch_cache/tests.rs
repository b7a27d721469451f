//! Cases of Kafka's `LeaderEpochFileCacheTest`, as epoch and start offset.

use super::{EpochCache, EpochEndOffset, EpochEntry, InvalidEpochEntry};
use crate::kafka::{LeaderEpoch, Offset};
use crate::log::checkpoint::CheckpointError;
use alloc::vec::Vec;

type Pair = (LeaderEpoch, Offset);

fn assigned(pairs: &[Pair]) -> EpochCache {
    let mut cache = EpochCache::new();
    for (epoch, start_offset) in pairs {
        cache.assign(*epoch, *start_offset).unwrap();
    }
    cache
}

fn pairs(cache: &EpochCache) -> Vec<Pair> {
    let entries = cache.entries();
    entries
        .map(|entry| (entry.epoch, entry.start_offset))
        .collect()
}

#[track_caller]
fn check_end(cache: &EpochCache, epoch: LeaderEpoch, log_end_offset: Offset, expected: Pair) {
    let (leader_epoch, end_offset) = expected;
    let expected = EpochEndOffset {
        leader_epoch,
        end_offset,
    };
    assert_eq!(cache.end_offset_for(epoch, log_end_offset), expected);
}

const THREE: [Pair; 3] = [(2, 6), (3, 8), (4, 11)];

#[test]
fn the_newest_assignment_is_right() {
    assert_eq!(pairs(&assigned(&[(2, 9), (3, 9)])), [(3, 9)]);
    assert_eq!(pairs(&assigned(&[(2, 6), (2, 10)])), [(2, 6)]);
    assert_eq!(pairs(&assigned(&[(1, 5), (2, 6), (1, 7)])), [(1, 7)]);
    assert_eq!(pairs(&assigned(&[(2, 6), (3, 5)])), [(3, 5)]);
    assert_eq!(pairs(&assigned(&THREE)), THREE);
    assert_eq!(pairs(&assigned(&[(0, 0), (1, 0)])), [(1, 0)]);
    let mut cache = assigned(&THREE);
    assert_eq!(cache.assign(4, 12), Ok(false));
    assert_eq!(cache.assign(5, 12), Ok(true));
}

#[test]
fn negative_entries_are_refused() {
    let mut cache = assigned(&THREE);
    for (epoch, start_offset) in [(-1, 12), (5, -1)] {
        let entry = EpochEntry {
            epoch,
            start_offset,
        };
        let error = Err(InvalidEpochEntry(entry));
        assert_eq!(cache.assign(epoch, start_offset), error);
    }
    assert_eq!(pairs(&cache), THREE);
}

#[test]
fn epochs_end_where_the_next_one_starts() {
    let empty = EpochCache::new();
    check_end(&empty, 0, 0, (-1, -1));
    check_end(&empty, -1, 73, (-1, -1));
    let cache = assigned(&[(5, 11), (6, 12), (7, 13)]);
    check_end(&cache, 4, 0, (4, 11));
    check_end(&cache, 5, 0, (5, 12));
    check_end(&cache, 7, 99, (7, 99));
    check_end(&cache, 8, 99, (-1, -1));
    let gaps = assigned(&[(0, 10), (2, 13), (4, 17)]);
    check_end(&gaps, 1, 0, (0, 13));
    check_end(&gaps, 2, 0, (2, 17));
    check_end(&gaps, 3, 0, (2, 17));
    check_end(
        &assigned(&[(5, 11), (6, 12), (7, 13), (7, 12)]),
        6,
        0,
        (5, 12),
    );
    check_end(&assigned(&[(2, 6)]), 1, 9, (1, 6));
}

#[test]
fn cut_from_the_end() {
    let cut = |end_offset| {
        let mut cache = assigned(&THREE);
        cache.truncate_from_end(end_offset);
        pairs(&cache)
    };
    assert_eq!(cut(-1), THREE);
    assert_eq!(cut(12), THREE);
    assert_eq!(cut(11), THREE[..2]);
    assert_eq!(cut(9), THREE[..2]);
    assert_eq!(cut(8), THREE[..1]);
    assert_eq!(cut(6), []);
    assert_eq!(cut(0), []);
}

#[test]
fn cut_from_the_start() {
    let cut = |start_offset| {
        let mut cache = assigned(&THREE);
        cache.truncate_from_start(start_offset);
        pairs(&cache)
    };
    assert_eq!(cut(-1), THREE);
    assert_eq!(cut(1), THREE);
    assert_eq!(cut(6), THREE);
    assert_eq!(cut(7), [(2, 7), (3, 8), (4, 11)]);
    assert_eq!(cut(8), [(3, 8), (4, 11)]);
    assert_eq!(cut(9), [(3, 9), (4, 11)]);
    assert_eq!(cut(11), [(4, 11)]);
    assert_eq!(cut(15), [(4, 15)]);
    let mut empty = EpochCache::new();
    empty.truncate_from_start(5);
    assert!(empty.is_empty());
}

#[test]
fn the_epoch_of_an_offset() {
    let cache = assigned(&THREE);
    let epochs = [5, 6, 7, 8, 10, 11, 99].map(|offset| cache.epoch_for_offset(offset));
    let expected = [None, Some(2), Some(2), Some(3), Some(3), Some(4), Some(4)];
    assert_eq!(epochs, expected);
    assert_eq!(cache.latest_epoch(), Some(4));
    assert_eq!(EpochCache::new().epoch_for_offset(0), None);
    assert_eq!(EpochCache::new().latest_epoch(), None);
}

#[test]
fn a_clone_keeps_its_entries() {
    let mut cache = assigned(&THREE);
    let clone = cache.clone();
    cache.truncate_from_end(7);
    cache.assign(9, 9).unwrap();
    cache.truncate_from_start(20);
    assert_eq!(pairs(&clone), THREE);
    cache.clear();
    assert_eq!(cache, EpochCache::new());
}

#[test]
fn the_checkpoint_of_the_specification() {
    let cache = assigned(&[(0, 0), (1, 12)]);
    let text = "0\n2\n0 0\n1 12\n";
    assert_eq!(cache.to_checkpoint(), text);
    assert_eq!(EpochCache::from_checkpoint(text.as_bytes()), Ok(cache));
    assert_eq!(EpochCache::new().to_checkpoint(), "0\n0\n");
    assert_eq!(EpochCache::from_checkpoint(b""), Ok(EpochCache::new()));
    let malformed = Err(CheckpointError::Malformed {
        line: 4,
        position: 8,
    });
    assert_eq!(
        EpochCache::from_checkpoint(b"0\n2\n0 0\n-1 12\n"),
        malformed
    );
    assert_eq!(
        EpochCache::from_checkpoint(b"0\n2\n0 0\n1 1 2\n"),
        malformed
    );
    assert_eq!(
        EpochCache::from_checkpoint(b"0\n2\n0 0\none 1\n"),
        malformed
    );
}

#[test]
fn one_epoch_owns_no_memory() {
    assert!(assigned(&[(3, 0)]).earlier.is_none());
    assert_eq!(size_of::<EpochCache>(), 16 + size_of::<usize>());
}
