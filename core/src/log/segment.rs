//! One `.log` file of a partition and where its batches lie (`LogSegment`).
//!
//! The file is what counts; the list of batches is derived from it, as Kafka's offset index is.

use crate::disk::File;
use crate::kafka::Offset;
use crate::record::{BatchError, BatchView, PREFIX_SIZE};
use crate::shared::SharedList;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::error::Error;
use core::fmt;
use core::ops::Range;

/// A segment: its file, named after its base offset, and the list of its batches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    base_offset: Offset,
    file: File,
    batches: SharedList<BatchEntry>,
}

/// Where a batch lies, in 32 bits each, as in the entries of Kafka's offset index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BatchEntry {
    last_offset_delta: u32,
    position: u32,
}

/// A batch would leave the range of a segment: 2147483647 bytes, and as many offsets from its base on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SegmentOverflow {
    /// The segment's base offset.
    pub base_offset: Offset,
    /// The batch's last offset.
    pub last_offset: Offset,
    /// The size the segment would have.
    pub size: u64,
}

/// Why the rest of a segment was cut off as it was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CutReason {
    /// A batch is corrupt, or not whole.
    Batch(BatchError),
    /// A batch does not end behind the one before it, or out of the segment's range.
    Offset {
        /// Where the batch begins.
        position: u64,
        /// The offset that it should end at, or behind.
        offset_min: Offset,
        /// Where it ends.
        last_offset: Offset,
    },
}

impl Segment {
    /// An empty segment, whose first batch has `base_offset` or more.
    #[must_use]
    pub const fn new(base_offset: Offset) -> Self {
        Self {
            base_offset,
            file: File::new(),
            batches: SharedList::new(),
        }
    }

    /// Adds a batch at the end. Its bytes are not looked at; offsets must rise.
    pub(super) fn append(
        &mut self,
        batch: &[u8],
        last_offset: Offset,
    ) -> Result<(), SegmentOverflow> {
        let position = self.size();
        let last_offset_delta = self.check_range(position + batch.len() as u64, last_offset)?;
        self.batches.push(BatchEntry {
            last_offset_delta,
            position: position as u32,
        });
        self.file.append(batch);
        Ok(())
    }

    /// Removes the first batch that has a record at `offset` or beyond, and all that follow.
    pub(super) fn truncate_to(&mut self, offset: Offset) {
        let keep = self.lookup(offset);
        self.file.truncate(self.batch_range(keep).start);
        self.batches.truncate(keep);
    }

    /// Forces the file to the disk.
    pub(super) fn flush(&mut self) {
        self.file.flush();
    }

    /// Loses what was never flushed; a batch that loses its end counts no longer.
    pub(super) fn power_loss(&mut self) {
        let keep = self.whole_batches_below(self.file.flushed_length());
        self.batches.truncate(keep);
        self.file.power_loss();
    }

    /// Reads the file from its start, hands each batch to `take`, and cuts it where reading ends.
    ///
    /// Answers why it ended there if bytes were left. Checksums are compared if `check_crc` says so.
    pub(super) fn recover(
        &mut self,
        check_crc: bool,
        mut take: impl FnMut(&BatchView<'_>),
    ) -> Option<CutReason> {
        self.batches = SharedList::new();
        let mut position = 0;
        let reason = loop {
            if position == self.size() {
                break None;
            }
            let bytes = batch_bytes(&self.file, position);
            let batch = match BatchView::read(&bytes, position) {
                Ok(batch) => batch,
                Err(error) => break Some(CutReason::Batch(error)),
            };
            if check_crc && let Err(error) = batch.check_crc() {
                break Some(CutReason::Batch(error));
            }
            let offset_min = self.next_offset();
            let last_offset = batch.last_offset();
            let Some(last_offset_delta) = self
                .offset_delta(last_offset)
                .filter(|_| last_offset >= offset_min)
            else {
                break Some(CutReason::Offset {
                    position,
                    offset_min,
                    last_offset,
                });
            };
            take(&batch);
            self.batches.push(BatchEntry {
                last_offset_delta,
                position: position as u32,
            });
            position += batch.size() as u64;
        };
        self.file.truncate(position);
        reason
    }

    /// Whether a batch with this last offset, after which the file has `size` bytes, is in range.
    pub(super) fn check_range(
        &self,
        size: u64,
        last_offset: Offset,
    ) -> Result<u32, SegmentOverflow> {
        let last_offset_delta = self.offset_delta(last_offset);
        last_offset_delta
            .filter(|_| i32::try_from(size).is_ok())
            .ok_or_else(|| self.overflow(size, last_offset))
    }

    pub(super) const fn overflow(&self, size: u64, last_offset: Offset) -> SegmentOverflow {
        SegmentOverflow {
            base_offset: self.base_offset,
            last_offset,
            size,
        }
    }

    /// The number of the first batch that has a record at `offset` or beyond.
    #[must_use]
    pub fn lookup(&self, offset: Offset) -> usize {
        match offset.checked_sub(self.base_offset) {
            Some(delta) => self
                .batches
                .partition_point(|batch| i64::from(batch.last_offset_delta) < delta),
            None if offset < self.base_offset => 0,
            None => self.batches.len(),
        }
    }

    /// How many batches lie wholly before the byte at `end`.
    #[must_use]
    pub fn whole_batches_below(&self, end: u64) -> usize {
        let begun = self
            .batches
            .partition_point(|batch| u64::from(batch.position) < end);
        match begun.checked_sub(1) {
            Some(last) if self.batch_range(last).end > end => last,
            _ => begun,
        }
    }

    /// The bytes of batch number `index`; none beyond the last.
    #[must_use]
    pub fn batch_range(&self, index: usize) -> Range<u64> {
        let position = |index| match self.batches.get(index) {
            Some(batch) => u64::from(batch.position),
            None => self.size(),
        };
        position(index)..position(index + 1)
    }

    /// How many records batch number `index` has, as its header says.
    #[must_use]
    pub fn records_count(&self, index: usize) -> u64 {
        let position = self.batch_range(index).start;
        let batch = batch_bytes(&self.file, position);
        let count = BatchView::read(&batch, position).map(|batch| batch.records_count());
        count
            .ok()
            .and_then(|count| u64::try_from(count).ok())
            .unwrap_or(0)
    }

    /// Hands each batch from number `first` on to `take`, in order.
    pub fn for_each_batch(&self, first: usize, mut take: impl FnMut(&BatchView<'_>)) {
        for index in first..self.batch_count() {
            let position = self.batch_range(index).start;
            let bytes = batch_bytes(&self.file, position);
            if let Ok(batch) = BatchView::read(&bytes, position) {
                take(&batch);
            }
        }
    }

    /// The offset after the last batch.
    #[must_use]
    pub fn next_offset(&self) -> Offset {
        match self.batches.len().checked_sub(1) {
            Some(last) => self.last_offset(last).saturating_add(1),
            None => self.base_offset,
        }
    }

    /// The last offset of batch number `index`; beyond the last, the base offset.
    #[must_use]
    pub fn last_offset(&self, index: usize) -> Offset {
        let delta = self
            .batches
            .get(index)
            .map_or(0, |batch| batch.last_offset_delta);
        self.base_offset.saturating_add(i64::from(delta))
    }

    /// How many batches there are.
    #[must_use]
    pub fn batch_count(&self) -> usize {
        self.batches.len()
    }

    /// The lowest offset that the segment may hold.
    #[must_use]
    pub const fn base_offset(&self) -> Offset {
        self.base_offset
    }

    /// The size of its file in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.file.len()
    }

    /// Its file.
    #[must_use]
    pub const fn file(&self) -> &File {
        &self.file
    }

    /// The file's name: 20 digits and `.log`.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{:020}.log", self.base_offset)
    }

    /// Replaces the file's bytes behind the segment's back.
    #[cfg(test)]
    pub(super) fn overwrite(&mut self, bytes: &[u8]) {
        self.file = File::new();
        self.file.append(bytes);
    }

    fn offset_delta(&self, offset: Offset) -> Option<u32> {
        let delta = i32::try_from(offset.checked_sub(self.base_offset)?).ok()?;
        u32::try_from(delta).ok()
    }
}

/// The bytes of the batch at `position`, or as many as show what is wrong with it.
fn batch_bytes(file: &File, position: u64) -> Cow<'_, [u8]> {
    let prefix = file.read_at(position, PREFIX_SIZE);
    let size = prefix
        .first_chunk()
        .and_then(|prefix| BatchView::size_in(prefix, position).ok());
    let size = size.and_then(|size| usize::try_from(size).ok());
    file.read_at(position, size.unwrap_or(PREFIX_SIZE + 1))
}

impl fmt::Display for SegmentOverflow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a batch that ends at offset {} does not fit the segment from offset {} with {} bytes",
            self.last_offset, self.base_offset, self.size
        )
    }
}

impl Error for SegmentOverflow {}

impl fmt::Display for CutReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Batch(error) => error.fmt(f),
            Self::Offset {
                position,
                offset_min,
                last_offset,
            } => write!(
                f,
                "batch at {position}: ends at offset {last_offset}, the least is {offset_min}"
            ),
        }
    }
}

impl Error for CutReason {}
