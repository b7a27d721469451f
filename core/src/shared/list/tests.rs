//! Shared lists against plain ones.

use super::{CHUNK, SharedList};
use alloc::vec::Vec;

fn counted(length: usize) -> SharedList<usize> {
    let mut list = SharedList::new();
    for entry in 0..length {
        list.push(entry);
    }
    list
}

const LENGTHS: [usize; 9] = [
    0,
    1,
    2,
    CHUNK - 1,
    CHUNK,
    CHUNK + 1,
    2 * CHUNK,
    3 * CHUNK + 7,
    64 * CHUNK + 1,
];

#[test]
fn holds_what_was_pushed() {
    for length in LENGTHS {
        let list = counted(length);
        assert_eq!(list.len(), length);
        assert_eq!(list.is_empty(), length == 0);
        assert!(list.iter().copied().eq(0..length));
        for index in 0..length {
            assert_eq!(list.get(index), Some(&index));
        }
        assert_eq!(list.get(length), None);
    }
}

#[test]
fn a_cut_keeps_the_start_and_grows_again() {
    for length in LENGTHS {
        for keep in LENGTHS {
            let mut list = counted(length);
            list.truncate(keep);
            let kept = keep.min(length);
            assert_eq!(list, counted(kept));
            list.push(kept);
            assert_eq!(list, counted(kept + 1));
        }
    }
}

#[test]
fn a_clone_keeps_its_entries_while_the_original_changes() {
    for length in LENGTHS {
        let mut list = counted(length);
        let clone = list.clone();
        list.push(usize::MAX);
        list.truncate(length / 2);
        list.push(usize::MAX);
        assert!(clone.iter().copied().eq(0..length));
    }
}

#[test]
fn partition_point_is_that_of_a_slice() {
    for length in LENGTHS {
        let list = counted(length);
        let slice: Vec<usize> = (0..length).collect();
        for border in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, length, length + 1] {
            assert_eq!(
                list.partition_point(|entry| *entry < border),
                slice.partition_point(|entry| *entry < border),
            );
        }
    }
}

#[test]
fn an_empty_list_is_two_pointers() {
    assert_eq!(
        size_of::<SharedList<u64>>(),
        2 * size_of::<usize>(),
        "30,000 replicas hold one each"
    );
}
