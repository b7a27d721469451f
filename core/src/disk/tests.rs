//! Pages, what is flushed of them, and what a power loss takes.

use super::{Directory, DirectoryError, File, PAGE_SIZE};
use alloc::borrow::Cow;
use alloc::vec;
use alloc::vec::Vec;

const LENGTHS: [usize; 8] = [
    0,
    1,
    100,
    PAGE_SIZE - 1,
    PAGE_SIZE,
    PAGE_SIZE + 1,
    3 * PAGE_SIZE,
    70 * PAGE_SIZE + 5,
];

fn pattern(length: usize) -> Vec<u8> {
    (0..length).map(|index| (index % 251) as u8).collect()
}

fn file(length: usize) -> File {
    let mut file = File::new();
    for piece in pattern(length).chunks(1000) {
        file.append(piece);
    }
    file
}

#[test]
fn reads_what_was_written_across_page_borders() {
    for length in LENGTHS {
        let (file, pattern) = (file(length), pattern(length));
        assert_eq!(file.len(), length as u64);
        for start in LENGTHS {
            for wanted in LENGTHS {
                let end = (start + wanted).min(length);
                let expected = pattern.get(start..end).unwrap_or_default();
                assert_eq!(file.read_at(start as u64, wanted), expected);
                assert_eq!(&*file.copy_of(start as u64, wanted), expected);
            }
        }
        assert!(file.read_at(u64::MAX, usize::MAX).is_empty());
    }
}

#[test]
fn a_read_within_a_page_borrows() {
    let file = file(2 * PAGE_SIZE + 10);
    assert!(matches!(file.read_at(100, 200), Cow::Borrowed(_)));
    let border = PAGE_SIZE as u64;
    assert!(matches!(file.read_at(border - 1, 2), Cow::Owned(_)));
    assert!(matches!(file.read_at(2 * border, 999), Cow::Borrowed(_)));
}

#[test]
fn a_cut_leaves_the_start_and_the_file_grows_again() {
    for length in LENGTHS {
        for keep in LENGTHS {
            let mut file = file(length);
            file.flush();
            file.truncate(keep as u64);
            let kept = keep.min(length);
            assert_eq!(file.read_at(0, usize::MAX), pattern(kept));
            assert_eq!(file.flushed_length(), kept as u64);
            file.append(b"more");
            assert_eq!(file.read_at(kept as u64, 9), &b"more"[..]);
        }
    }
}

#[test]
fn a_power_loss_takes_what_was_not_flushed() {
    let mut file = file(PAGE_SIZE + 10);
    assert_eq!(file.dirty_pages(), 0..2);
    file.flush();
    assert_eq!(file.dirty_pages(), 2..2);
    let flushed = file.clone();
    file.append(&pattern(2 * PAGE_SIZE));
    assert_eq!(file.dirty_pages(), 1..4);
    file.power_loss();
    assert_eq!(file, flushed);
}

#[test]
fn a_clone_does_not_see_later_writes() {
    for length in LENGTHS {
        let mut original = file(length);
        let clone = original.clone();
        original.append(b"later");
        original.truncate(length as u64 / 2);
        assert_eq!(clone, file(length));
    }
}

#[test]
fn an_empty_file_owns_no_memory() {
    assert_eq!(size_of::<File>(), 3 * size_of::<usize>() + 8);
}

#[test]
fn a_folder_lists_its_files_by_name() {
    let mut folder = Directory::new();
    folder.create("b").unwrap().append(b"2");
    folder.create("a").unwrap().append(b"1");
    let names: Vec<&str> = folder.list().map(|(name, _)| name).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!(folder.create("a"), Err(DirectoryError::AlreadyExists));
    assert_eq!(folder.open("b").unwrap().read_at(0, 9), &b"2"[..]);
    assert_eq!(folder.open("c"), Err(DirectoryError::NotFound));
}

#[test]
fn a_rename_replaces_and_a_clone_keeps_what_it_had() {
    let mut folder = Directory::new();
    folder.create("a").unwrap().append(b"old");
    let before = folder.clone();
    folder.create("a.tmp").unwrap().append(b"new");
    folder.rename("a.tmp", "a").unwrap();
    folder.open_mut("a").unwrap().append(b"er");
    assert_eq!(folder.list().count(), 1);
    assert_eq!(folder.open("a").unwrap().read_at(0, 9), &b"newer"[..]);
    assert_eq!(before.open("a").unwrap().read_at(0, 9), &b"old"[..]);
    assert_eq!(folder.rename("x", "y"), Err(DirectoryError::NotFound));
    folder.delete("a").unwrap();
    assert_eq!(folder.delete("a"), Err(DirectoryError::NotFound));
}

#[test]
fn zeros_at_the_end_are_as_if_written() {
    let page = PAGE_SIZE as u64;
    for start in [0, 1, page - 1, page] {
        for length in [0, 1, page - 1, page, page + 1, 3 * page + 7] {
            let mut file = File::new();
            file.append(&vec![1; start as usize]);
            let mut written = file.clone();
            file.append_zeros(length);
            written.append(&vec![0; length as usize]);
            assert_eq!(file, written);
            assert_eq!(file.len(), start + length);
        }
    }
}
