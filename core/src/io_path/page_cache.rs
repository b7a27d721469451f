//! The page cache: pages of all files in one memory, of which the least recently used gives way.
//!
//! A write goes to pages and is done; what is dirty reaches the disk later, or when somebody forces it. A read that finds
//! its pages touches no disk. About as Linux does it: its two lists and its heuristics of read-ahead are left out.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// A page: its file, and its number in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Page {
    /// The file.
    pub file: u32,
    /// The page, from 0.
    pub number: u64,
}

/// A page that is cached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CachedPage {
    /// When it was used last.
    pub used: u64,
    /// Since when it is not on the disk, if it isn't.
    pub dirty_since: Option<u64>,
    /// Its place among all uses: two of one time are told apart by it.
    order: u64,
}

/// What was counted, in pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CacheCounters {
    /// Pages written to the cache.
    pub written: u64,
    /// Pages that reads found.
    pub hits: u64,
    /// Pages that reads did not find.
    pub misses: u64,
    /// Pages read from the disk, read-ahead included.
    pub disk_reads: u64,
    /// Requests that read them.
    pub disk_requests: u64,
    /// Pages written to the disk.
    pub written_back: u64,
    /// Pages that gave way.
    pub evicted: u64,
}

/// What a read did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageRead {
    /// Pages that it found.
    pub hits: u64,
    /// Pages that it did not find, the first of each stretch that was fetched with one request.
    pub misses: u64,
    /// Requests to the disk: first page, and how many.
    pub requests: Vec<(u64, u64)>,
}

/// The cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    capacity: usize,
    read_ahead: u64,
    write_back_after: u64,
    pages: BTreeMap<Page, CachedPage>,
    by_use: BTreeMap<u64, Page>,
    uses: u64,
    evicted: Vec<Page>,
    counters: CacheCounters,
}

impl Cache {
    /// An empty cache for so many pages (at least one), which reads `read_ahead` pages at once (at least one), and writes
    /// back what has been dirty for so long.
    #[must_use]
    pub fn new(capacity: usize, read_ahead: u64, write_back_after: u64) -> Self {
        Self {
            capacity: capacity.max(1),
            read_ahead: read_ahead.max(1),
            write_back_after,
            pages: BTreeMap::new(),
            by_use: BTreeMap::new(),
            uses: 0,
            evicted: Vec::new(),
            counters: CacheCounters::default(),
        }
    }

    /// Writes a page: to the cache, and no further.
    pub fn write(&mut self, page: Page, now: u64) {
        self.counters.written += 1;
        let since = self.pages.get(&page).and_then(|cached| cached.dirty_since);
        self.place(page, now, Some(since.unwrap_or(now)));
    }

    /// Reads pages of a file that has `file_pages`: those that are not there come from the disk, with those behind them.
    pub fn read(
        &mut self,
        file: u32,
        numbers: core::ops::Range<u64>,
        file_pages: u64,
        now: u64,
    ) -> PageRead {
        let mut read = PageRead::default();
        for number in numbers.start..numbers.end.min(file_pages) {
            let page = Page { file, number };
            if let Some(cached) = self.pages.get(&page).copied() {
                read.hits += 1;
                self.place(page, now, cached.dirty_since);
                continue;
            }
            read.misses += 1;
            let until = number.saturating_add(self.read_ahead).min(file_pages);
            let fetched = (number..until)
                .take_while(|number| {
                    !self.pages.contains_key(&Page {
                        file,
                        number: *number,
                    })
                })
                .count() as u64;
            read.requests.push((number, fetched));
            self.counters.disk_requests += 1;
            self.counters.disk_reads += fetched;
            // The page that was asked for is used last, so that its own read-ahead can't push it out.
            for number in (number..number + fetched).rev() {
                self.place(Page { file, number }, now, None);
            }
        }
        self.counters.hits += read.hits;
        self.counters.misses += read.misses;
        read
    }

    /// Writes back what has been dirty long enough; answers which pages.
    pub fn write_back(&mut self, now: u64) -> Vec<Page> {
        let after = self.write_back_after;
        self.clean(|_, since| now.saturating_sub(since) >= after)
    }

    /// Forces a file's pages to the disk; answers which were dirty.
    pub fn flush(&mut self, file: u32) -> Vec<Page> {
        self.clean(|page, _| page.file == file)
    }

    /// The machine loses its power: everything that is cached is gone; answers which pages were nowhere else.
    pub fn power_loss(&mut self) -> Vec<Page> {
        self.by_use.clear();
        let lost = core::mem::take(&mut self.pages).into_iter();
        lost.filter(|(_, cached)| cached.dirty_since.is_some())
            .map(|(page, _)| page)
            .collect()
    }

    /// The pages that gave way since this was asked last, in order.
    pub fn take_evicted(&mut self) -> Vec<Page> {
        core::mem::take(&mut self.evicted)
    }

    /// The pages that are cached, by file and number.
    pub fn pages(&self) -> impl Iterator<Item = (Page, CachedPage)> {
        self.pages.iter().map(|(page, cached)| (*page, *cached))
    }

    /// What was counted.
    #[must_use]
    pub const fn counters(&self) -> CacheCounters {
        self.counters
    }

    fn clean(&mut self, is_due: impl Fn(Page, u64) -> bool) -> Vec<Page> {
        let mut cleaned = Vec::new();
        for (page, cached) in &mut self.pages {
            if cached.dirty_since.is_some_and(|since| is_due(*page, since)) {
                cached.dirty_since = None;
                cleaned.push(*page);
            }
        }
        self.counters.written_back += cleaned.len() as u64;
        cleaned
    }

    /// Notes that a page is used; if it is new and there is no room, the one used longest ago gives way. A dirty one is
    /// written back for that.
    fn place(&mut self, page: Page, now: u64, dirty_since: Option<u64>) {
        self.uses += 1;
        let cached = CachedPage {
            used: now,
            dirty_since,
            order: self.uses,
        };
        if let Some(before) = self.pages.insert(page, cached) {
            self.by_use.remove(&before.order);
        }
        self.by_use.insert(self.uses, page);
        while self.pages.len() > self.capacity {
            let Some((_, oldest)) = self.by_use.pop_first() else {
                return;
            };
            let gone = self.pages.remove(&oldest);
            let was_dirty = gone.is_some_and(|gone| gone.dirty_since.is_some());
            self.counters.written_back += u64::from(was_dirty);
            self.counters.evicted += 1;
            self.evicted.push(oldest);
        }
    }
}
