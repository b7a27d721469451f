//! A file as the page cache sees it: 4 KiB pages, of which those at the end may not be on the disk yet.
//!
//! Pages are shared between clones, so a checkpoint of a cluster copies none of them.
//! The last page is as large as what it holds: thousands of partitions hold a few records each.

use crate::shared::{SharedList, make_mut_with_room};
use alloc::borrow::Cow;
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::ops::Range;

/// Bytes of a page.
pub const PAGE_SIZE: usize = 4096;

type Page = Rc<Vec<u8>>;

/// A file that is written at its end only.
///
/// For such a file one number says which pages are dirty: those that hold a byte at or
/// beyond the flushed length.
#[derive(Clone, Debug, Default)]
pub struct File {
    /// Pages of exactly [`PAGE_SIZE`] bytes.
    full: SharedList<Page>,
    /// The last page, shorter than that.
    tail: Option<Page>,
    flushed_length: u64,
}

impl File {
    /// An empty file, which owns no page.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            full: SharedList::new(),
            tail: None,
            flushed_length: 0,
        }
    }

    /// Writes `bytes` at the end; they are dirty until the next [`flush`](Self::flush).
    pub fn append(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let tail = self.tail.get_or_insert_default();
            let (now, later) = bytes.split_at(bytes.len().min(PAGE_SIZE - tail.len()));
            let page = make_mut_with_room(tail, now.len(), PAGE_SIZE);
            page.extend_from_slice(now);
            if page.len() == PAGE_SIZE
                && let Some(page) = self.tail.take()
            {
                self.full.push(page);
            }
            bytes = later;
        }
    }

    /// Writes `length` zeros at the end. Whole pages of them share their memory: a file that is made
    /// larger than what it holds costs little more than that.
    pub fn append_zeros(&mut self, length: u64) {
        let zeros = [0; PAGE_SIZE];
        let end = self.len() + length;
        let first = (PAGE_SIZE as u64 - self.len() % PAGE_SIZE as u64).min(length);
        self.append(&zeros[..first as usize]);
        let page = Rc::new(zeros.to_vec());
        while end - self.len() >= PAGE_SIZE as u64 {
            self.full.push(Rc::clone(&page));
        }
        self.append(&zeros[..(end - self.len()) as usize]);
    }

    /// Cuts the file to `length` bytes; a file that is not longer stays as it is.
    ///
    /// A cut is on the disk at once: file systems journal it, and no rule of Kafka's
    /// depends on bytes that come back.
    pub fn truncate(&mut self, length: u64) {
        if length >= self.len() {
            return;
        }
        let (pages, rest) = split(length);
        if pages < self.full.len() {
            self.tail = self.full.get(pages).cloned();
            self.full.truncate(pages);
        }
        match &mut self.tail {
            _ if rest == 0 => self.tail = None,
            Some(page) if page.len() > rest => *page = Rc::new(page[..rest].to_vec()),
            _ => {}
        }
        self.flushed_length = self.flushed_length.min(length);
    }

    /// Forces everything to the disk.
    pub fn flush(&mut self) {
        self.flushed_length = self.len();
    }

    /// What was never flushed is gone.
    pub fn power_loss(&mut self) {
        self.truncate(self.flushed_length);
    }

    /// How many bytes the file has.
    #[must_use]
    pub fn len(&self) -> u64 {
        let tail = self.tail.as_ref().map_or(0, |page| page.len());
        (self.full.len() * PAGE_SIZE + tail) as u64
    }

    /// Whether it has none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many bytes, from the start on, a power loss leaves.
    #[must_use]
    pub const fn flushed_length(&self) -> u64 {
        self.flushed_length
    }

    /// The numbers of the pages that hold bytes which are not on the disk.
    #[must_use]
    pub fn dirty_pages(&self) -> Range<usize> {
        let pages = self.full.len() + usize::from(self.tail.is_some());
        if self.flushed_length == self.len() {
            pages..pages
        } else {
            split(self.flushed_length).0..pages
        }
    }

    /// Up to `length` bytes from `position` on, fewer at the end of the file.
    ///
    /// Borrowed if they lie in one page, else copied together.
    #[must_use]
    pub fn read_at(&self, position: u64, length: usize) -> Cow<'_, [u8]> {
        let (page, start) = split(position);
        let first = self.page(page).get(start..).unwrap_or_default();
        if let Some(bytes) = first.get(..length) {
            return Cow::Borrowed(bytes);
        }
        let length = self.available(position, length);
        if first.len() == length {
            return Cow::Borrowed(first);
        }
        let mut bytes = Vec::with_capacity(length);
        self.for_each_slice(position, length, |slice| bytes.extend_from_slice(slice));
        Cow::Owned(bytes)
    }

    /// Up to `length` bytes from `position` on, fewer at the end of the file, copied once.
    ///
    /// They do not share the file's pages: a slice of a few records in flight would keep
    /// 4 KiB alive, and make the next append copy its page.
    #[must_use]
    pub fn copy_of(&self, position: u64, length: usize) -> Rc<[u8]> {
        let (page, start) = split(position);
        let first = self.page(page).get(start..).unwrap_or_default();
        if let Some(bytes) = first.get(..length) {
            return Rc::from(bytes);
        }
        let length = self.available(position, length);
        let mut copy: Rc<[u8]> = (0..length).map(|_| 0).collect();
        if let Some(mut rest) = Rc::get_mut(&mut copy) {
            self.for_each_slice(position, length, |slice| {
                let (now, later) = core::mem::take(&mut rest).split_at_mut(slice.len());
                now.copy_from_slice(slice);
                rest = later;
            });
        }
        copy
    }

    fn page(&self, index: usize) -> &[u8] {
        match self.full.get(index) {
            Some(page) => page,
            None if index == self.full.len() => self.tail.as_ref().map_or(&[], |page| page),
            None => &[],
        }
    }

    fn available(&self, position: u64, length: usize) -> usize {
        let left = self.len().saturating_sub(position);
        usize::try_from(left).map_or(length, |left| left.min(length))
    }

    fn for_each_slice(&self, position: u64, length: usize, mut take: impl FnMut(&[u8])) {
        let (mut page, mut start) = split(position);
        let mut left = length;
        while left > 0 {
            let end = (start + left).min(PAGE_SIZE);
            let slice = self.page(page).get(start..end).unwrap_or_default();
            if slice.is_empty() {
                return;
            }
            take(slice);
            left -= slice.len();
            (page, start) = (page + 1, 0);
        }
    }
}

/// The same bytes, of which the same are on the disk.
impl PartialEq for File {
    fn eq(&self, other: &Self) -> bool {
        self.flushed_length == other.flushed_length
            && self.tail.as_deref().map_or(&[][..], |page| page)
                == other.tail.as_deref().map_or(&[][..], |page| page)
            && self.full == other.full
    }
}

impl Eq for File {}

/// Page and byte within it. A position beyond the address space is beyond every file.
fn split(position: u64) -> (usize, usize) {
    let page = usize::try_from(position / PAGE_SIZE as u64).unwrap_or(usize::MAX);
    (page, (position % PAGE_SIZE as u64) as usize)
}
