//! A small broker, a tenth of a second at a time: six partitions that are written to, readers at their ends, readers that
//! poll now and then, and one that comes from far behind. Who pays for it?

use super::page_cache::{Cache, CacheCounters, Page};
use alloc::vec;
use alloc::vec::Vec;

/// Length of a tick, in ms.
pub const TICK_MS: u64 = 100;
/// The ticks of a run.
const TICKS: u64 = 32;
/// The first tick of the reader that comes from far behind.
const OLD_READER_FROM: u64 = 8;

/// What can be changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CatchingUp {
    /// Pages of the cache.
    pub cache_pages: usize,
    /// Pages that a miss fetches at once.
    pub read_ahead: u64,
    /// Ticks after which a dirty page is written back.
    pub write_back_after: u64,
    /// Pages a tick of the reader that starts at page 0; 0 for none.
    pub old_reader_pages: u64,
    /// Ticks between two polls of the second partition `audit`.
    pub audit_poll: u64,
}

impl Default for CatchingUp {
    fn default() -> Self {
        Self {
            cache_pages: 120,
            read_ahead: 8,
            write_back_after: 6,
            old_reader_pages: 5,
            audit_poll: 18,
        }
    }
}

/// A file, and who reads it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileView {
    /// Its topic.
    pub topic: &'static str,
    /// Its partition.
    pub partition: u32,
    /// Pages it has before the first tick.
    pub pages: u64,
    /// Who reads at its end.
    pub reader: Reader,
}

/// A reader at the end of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// It reads each page as it comes.
    Tailing,
    /// It polls every so many ticks.
    Polling(u64),
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Happened {
    /// So many pages were written back.
    WrittenBack(u64),
    /// The reader that comes from far behind began.
    OldReaderStarts,
    /// It read: pages found, and requests to the disk.
    OldReaderReads {
        /// The page after the last that it has.
        position: u64,
        /// Pages that it found.
        hits: u64,
        /// First page and number of pages of each request.
        requests: Vec<(u64, u64)>,
    },
    /// A reader that polls read.
    Polled {
        /// The file.
        file: u32,
        /// Pages that it asked for.
        pages: u64,
        /// Those that came from the disk, read-ahead included.
        from_disk: u64,
    },
    /// Pages gave way that a reader at the end has not had yet: file, and their numbers.
    EvictedUnread(u32, Vec<u64>),
}

/// A tenth of a second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tick {
    /// What happened in it, in order.
    pub happened: Vec<Happened>,
    /// Pages of each file at its end.
    pub file_pages: Vec<u64>,
    /// The page after the last that each file's reader has.
    pub positions: Vec<u64>,
    /// The page that the reader from far behind is at, once it reads.
    pub old_reader: Option<u64>,
    /// What is cached: page, ticks since its last use, whether it is dirty.
    pub cached: Vec<(Page, u64, bool)>,
    /// What gave way in it.
    pub evicted: Vec<Page>,
    /// Pages read from the disk in it for the reader from far behind, and for others.
    pub disk_reads: (u64, u64),
    /// What was counted up to its end.
    pub counters: CacheCounters,
}

/// A whole run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Its ticks.
    pub ticks: Vec<Tick>,
}

/// The file that the reader from far behind reads.
#[must_use]
pub const fn reader_of_old() -> u32 {
    1
}

/// The files, in the order of their numbers.
#[must_use]
pub const fn files(setting: &CatchingUp) -> [FileView; 6] {
    const fn orders(partition: u32, pages: u64) -> FileView {
        FileView {
            topic: "orders",
            partition,
            pages,
            reader: Reader::Tailing,
        }
    }
    const fn audit(partition: u32, pages: u64, every: u64) -> FileView {
        FileView {
            topic: "audit",
            partition,
            pages,
            reader: Reader::Polling(every),
        }
    }
    [
        orders(0, 59),
        orders(1, 57),
        orders(2, 61),
        audit(0, 56, 14),
        orders(3, 60),
        audit(1, 58, setting.audit_poll),
    ]
}

/// Runs it.
#[must_use]
pub fn catching_up(setting: &CatchingUp) -> Run {
    let files = files(setting);
    let mut cache = Cache::new(
        setting.cache_pages,
        setting.read_ahead,
        setting.write_back_after,
    );
    let mut file_pages: Vec<u64> = files.iter().map(|file| file.pages).collect();
    let mut positions = file_pages.clone();
    let mut old_reader: Option<u64> = None;
    let mut ticks = Vec::new();
    for now in 0..TICKS {
        let mut happened = Vec::new();
        let mut disk_reads = (0, 0);
        let cleaned = cache.write_back(now).len() as u64;
        if cleaned > 0 {
            happened.push(Happened::WrittenBack(cleaned));
        }
        let polls = |reader| match reader {
            Reader::Tailing => false,
            Reader::Polling(every) => now > 0 && now.is_multiple_of(every.max(1)),
        };
        for (number, _) in (0..).zip(&files).filter(|(_, file)| polls(file.reader)) {
            let (from, to) = (positions[number as usize], file_pages[number as usize]);
            let read = cache.read(number, from..to, to, now);
            positions[number as usize] = to;
            let from_disk = read.requests.iter().map(|(_, count)| count).sum();
            disk_reads.1 += from_disk;
            happened.push(Happened::Polled {
                file: number,
                pages: to - from,
                from_disk,
            });
        }
        for (number, file) in (0..).zip(&files) {
            let end = &mut file_pages[number as usize];
            cache.write(
                Page {
                    file: number,
                    number: *end,
                },
                now,
            );
            *end += 1;
            if file.reader == Reader::Tailing {
                let position = &mut positions[number as usize];
                let read = cache.read(number, *position..*end, *end, now);
                disk_reads.1 += read.requests.iter().map(|(_, count)| count).sum::<u64>();
                *position = *end;
            }
        }
        if now >= OLD_READER_FROM && setting.old_reader_pages > 0 {
            let file = reader_of_old();
            let from = old_reader.unwrap_or(0);
            if old_reader.is_none() {
                happened.push(Happened::OldReaderStarts);
            }
            let end = file_pages[file as usize];
            let to = from.saturating_add(setting.old_reader_pages).min(end);
            let read = cache.read(file, from..to, end, now);
            disk_reads.0 += read.requests.iter().map(|(_, count)| count).sum::<u64>();
            old_reader = Some(to);
            happened.push(Happened::OldReaderReads {
                position: to,
                hits: read.hits,
                requests: read.requests,
            });
        }
        let evicted = cache.take_evicted();
        happened.extend(evicted_unread(&evicted, &positions, &files));
        ticks.push(Tick {
            happened,
            file_pages: file_pages.clone(),
            positions: positions.clone(),
            old_reader,
            cached: cache
                .pages()
                .map(|(page, cached)| (page, now - cached.used, cached.dirty_since.is_some()))
                .collect(),
            evicted,
            disk_reads,
            counters: cache.counters(),
        });
    }
    Run { ticks }
}

/// Of the pages that gave way, those that a file's reader has still to read.
fn evicted_unread(evicted: &[Page], positions: &[u64], files: &[FileView]) -> Vec<Happened> {
    let mut unread = vec![Vec::new(); files.len()];
    for page in evicted {
        if positions
            .get(page.file as usize)
            .is_some_and(|position| page.number >= *position)
        {
            unread[page.file as usize].push(page.number);
        }
    }
    (0..)
        .zip(unread)
        .filter(|(_, numbers)| !numbers.is_empty())
        .map(|(file, numbers)| Happened::EvictedUnread(file, numbers))
        .collect()
}
