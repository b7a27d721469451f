//! Going through a `.log` in slices, batch by batch, and finding the way again where it is lost.
//!
//! Kafka stops at the first batch that is corrupt. Here the next one is searched: a header that can be one,
//! with a checksum that is right. What is kept is at most a batch and a slice, and the search has a limit.

use crate::bytes::Reader;
use crate::kafka::Offset;
use crate::record::{
    AnyBatch, BATCH_HEADER_SIZE, BatchError, LENGTH_MIN, LOG_OVERHEAD, MAGIC_V2, PREFIX_SIZE,
};
use alloc::vec::Vec;

/// Batches are read up to this size, and taken out of their compression up to this one: Kafka's own
/// default is 1 MiB (`max.message.bytes`).
pub const SIZE_MAX: usize = 32 << 20;

/// How many bytes the search may compute checksums of, in batches that turn out to be none.
const SEARCH_MAX: u64 = 1 << 30;

/// Zeros are worth a word from here on: no record has so many by chance.
const ZEROS_MIN: u64 = 512;

/// Whoever looks on: not generic, so that the walk is compiled once.
type See<'a> = &'a mut dyn FnMut(Walked<'_>);

/// What is met on the way.
#[derive(Debug)]
pub enum Walked<'a> {
    /// A batch, whole.
    Batch {
        /// The batch.
        batch: AnyBatch<'a>,
        /// Whether its checksum is right.
        crc: Result<(), BatchError>,
    },
    /// Bytes that hold no batch.
    Skipped {
        /// The first of them.
        position: u64,
        /// How many.
        bytes: u64,
        /// What was wrong with the first of them.
        error: BatchError,
        /// Whether they are all zero.
        is_zeros: bool,
        /// Whether the file ends with them.
        is_tail: bool,
    },
    /// A run of zeros within a broken batch, or within bytes that hold none.
    Zeros {
        /// The first of them.
        position: u64,
        /// How many.
        bytes: u64,
    },
}

/// A reader of one `.log`.
#[derive(Debug)]
pub struct LogWalker {
    buffer: Vec<u8>,
    /// How much of the buffer is done with.
    done: usize,
    /// Where in the file the byte after that is.
    position: u64,
    next_offset: Offset,
    lost: Option<Lost>,
    search_left: u64,
}

/// Where the way was lost, and what was seen since.
#[derive(Debug)]
struct Lost {
    position: u64,
    error: BatchError,
    zeros: Zeros,
}

/// The longest run of zeros.
#[derive(Debug, Default)]
struct Zeros {
    position: u64,
    bytes: u64,
    longest: (u64, u64),
}

impl Default for LogWalker {
    fn default() -> Self {
        Self {
            buffer: Vec::new(),
            done: 0,
            position: 0,
            next_offset: 0,
            lost: None,
            search_left: SEARCH_MAX,
        }
    }
}

impl LogWalker {
    /// Takes the next bytes of the file, and shows what has become whole by them.
    pub fn feed(&mut self, bytes: &[u8], mut see: impl FnMut(Walked<'_>)) {
        self.buffer.drain(..self.done);
        self.done = 0;
        self.buffer.extend_from_slice(bytes);
        while self.step(false, &mut see) {}
    }

    /// The file ends here: shows what is left.
    pub fn finish(mut self, mut see: impl FnMut(Walked<'_>)) {
        while self.step(true, &mut see) {}
        let left = self.rest().len();
        if self.lost.is_none() && left == 0 {
            return;
        }
        self.skip(left);
        self.found(true, &mut see);
    }

    /// How many bytes were gone through.
    #[must_use]
    pub const fn position(&self) -> u64 {
        self.position
    }

    /// Goes on by a batch, or by bytes that hold none. Says whether it could.
    fn step(&mut self, is_end: bool, see: See<'_>) -> bool {
        if self.lost.is_some() {
            return self.search(is_end, see);
        }
        let rest = self.buffer.get(self.done..).unwrap_or_default();
        if rest.is_empty() {
            return false;
        }
        let position = self.position;
        let error = match can_begin(rest, position) {
            Err(error) => error,
            Ok(()) => match AnyBatch::read(rest, position) {
                Err(BatchError::Incomplete { .. }) if !is_end => return false,
                Err(error) => error,
                Ok(batch) => {
                    let crc = batch.check_crc();
                    let after = rest.get(batch.size()..).unwrap_or_default();
                    let can_follow = match &crc {
                        Ok(()) => true,
                        // Its length may be what is wrong: it is trusted if something follows that can be a batch.
                        Err(_) if after.len() < BATCH_HEADER_SIZE && !is_end => return false,
                        Err(_) => {
                            after.is_empty() || candidate(after, batch.last_offset()).is_some()
                        }
                    };
                    match crc {
                        Err(error) if !can_follow => error,
                        crc => {
                            self.next_offset = batch.last_offset().saturating_add(1);
                            let size = batch.size();
                            if crc.is_err() {
                                zeros_in(&rest[..size], position, see);
                            }
                            see(Walked::Batch { batch, crc });
                            self.done += size;
                            self.position += size as u64;
                            return true;
                        }
                    }
                }
            },
        };
        self.lost = Some(Lost {
            position,
            error,
            zeros: Zeros::default(),
        });
        self.skip(1);
        true
    }

    /// Looks for the next batch. Says whether there is one.
    fn search(&mut self, is_end: bool, see: See<'_>) -> bool {
        loop {
            let rest = self.rest();
            if rest.len() < BATCH_HEADER_SIZE && !is_end || rest.is_empty() {
                return false;
            }
            // Most places are out of the question at first sight.
            let ahead = rest.array_windows().position(may_begin);
            let ahead = ahead.unwrap_or_else(|| rest.len().saturating_sub(PREFIX_SIZE - 1).max(1));
            if ahead > 0 {
                self.skip(ahead);
                continue;
            }
            if self.search_left > 0
                && let Some(size) = candidate(rest, self.next_offset)
            {
                if size > rest.len() && !is_end {
                    return false;
                }
                if let Some(bytes) = rest.get(..size) {
                    let batch = AnyBatch::read(bytes, self.position);
                    let is_batch = batch.is_ok_and(|batch| batch.check_crc().is_ok());
                    if is_batch {
                        self.found(false, see);
                        return true;
                    }
                    self.search_left = self.search_left.saturating_sub(size as u64);
                }
            }
            self.skip(1);
        }
    }

    /// Tells what lies between where the way was lost and here.
    fn found(&mut self, is_tail: bool, see: See<'_>) {
        let Some(mut lost) = self.lost.take() else {
            return;
        };
        lost.zeros.end();
        let bytes = self.position - lost.position;
        let (position, count) = lost.zeros.longest;
        let is_zeros = count == bytes;
        see(Walked::Skipped {
            position: lost.position,
            bytes,
            error: lost.error,
            is_zeros,
            is_tail,
        });
        if count >= ZEROS_MIN && !(is_zeros && is_tail) {
            see(Walked::Zeros {
                position,
                bytes: count,
            });
        }
    }

    fn skip(&mut self, count: usize) {
        let end = self.buffer.len().min(self.done + count);
        if let Some(lost) = &mut self.lost {
            for byte in self.buffer.get(self.done..end).unwrap_or_default() {
                lost.zeros.see(*byte, self.position);
                self.position += 1;
            }
        }
        self.done = end;
    }

    fn rest(&self) -> &[u8] {
        self.buffer.get(self.done..).unwrap_or_default()
    }
}

impl Zeros {
    fn see(&mut self, byte: u8, position: u64) {
        if byte != 0 {
            self.end();
        } else if self.bytes == 0 {
            (self.position, self.bytes) = (position, 1);
        } else {
            self.bytes += 1;
        }
    }

    fn end(&mut self) {
        if self.bytes > self.longest.1 {
            self.longest = (self.position, self.bytes);
        }
        self.bytes = 0;
    }
}

/// Tells of many zeros in a broken batch.
fn zeros_in(batch: &[u8], position: u64, see: See<'_>) {
    let mut zeros = Zeros::default();
    for (byte, position) in batch.iter().zip(position..) {
        zeros.see(*byte, position);
    }
    zeros.end();
    let (position, bytes) = zeros.longest;
    if bytes >= ZEROS_MIN {
        see(Walked::Zeros { position, bytes });
    }
}

/// Whether the first bytes may be those of a batch that is worth waiting for.
fn can_begin(rest: &[u8], position: u64) -> Result<(), BatchError> {
    let Some((length, magic)) = length_and_magic(rest) else {
        return Ok(());
    };
    if length < LENGTH_MIN {
        return Err(BatchError::CorruptSize {
            position,
            length,
            length_min: LENGTH_MIN,
        });
    }
    if !(0..=MAGIC_V2).contains(&magic) {
        return Err(BatchError::InvalidMagic { position, magic });
    }
    if length as usize > SIZE_MAX {
        return Err(BatchError::Incomplete {
            position,
            needed: length as u64 + LOG_OVERHEAD as u64,
            available: rest.len() as u64,
        });
    }
    Ok(())
}

/// Whether length and magic may be those of a batch.
fn may_begin(prefix: &[u8; PREFIX_SIZE]) -> bool {
    let [_, _, _, _, _, _, _, _, a, b, c, d, .., magic] = *prefix;
    let length = i32::from_be_bytes([a, b, c, d]);
    magic <= MAGIC_V2.cast_unsigned() && length >= LENGTH_MIN && length as usize <= SIZE_MAX
}

/// The size of the batch that may begin here: each field has a value that a batch may have.
fn candidate(rest: &[u8], next_offset: Offset) -> Option<usize> {
    let (length, magic) = length_and_magic(rest)?;
    let size = usize::try_from(length).ok()?.checked_add(LOG_OVERHEAD)?;
    if length < LENGTH_MIN || size > SIZE_MAX {
        return None;
    }
    let mut reader = Reader::new(rest);
    let offset = reader.read_i64().ok()?;
    let ahead = offset.checked_sub(next_offset);
    let is_near = ahead.is_some_and(|ahead| (0..=i64::from(i32::MAX)).contains(&ahead));
    reader.take(9).ok()?;
    let is_sound = match magic {
        MAGIC_V2 => {
            reader.take(4).ok()?;
            let attributes = reader.read_i16().ok()?;
            let last_offset_delta = reader.read_i32().ok()?;
            let count = Reader::new(rest.get(57..)?).read_i32().ok()?;
            attributes >> 7 == 0
                && last_offset_delta >= 0
                && count >= 0
                && count <= last_offset_delta.saturating_add(1)
                && size >= BATCH_HEADER_SIZE
        }
        0 | 1 => reader.read_i8().ok()? & !0b1111 == 0,
        _ => false,
    };
    (is_near && is_sound).then_some(size)
}

fn length_and_magic(rest: &[u8]) -> Option<(i32, i8)> {
    let mut reader = Reader::new(rest);
    reader.take(8).ok()?;
    let length = reader.read_i32().ok()?;
    reader.take(4).ok()?;
    Some((length, reader.read_i8().ok()?))
}
