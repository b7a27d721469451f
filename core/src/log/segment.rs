//! One `.log` file of a partition, where its batches lie, and its indexes (`LogSegment`).
//!
//! The file is what counts; the list of batches is derived from it, as Kafka's indexes are: it is
//! what a scan of the file would find, so that whoever reads need not scan.

mod files;
mod indexes;
mod lookup;
mod roll;

pub use lookup::{FoundRecord, LookupStep};
pub use roll::{RollBatch, RollReason};

use super::{
    AbortedTransaction, FileKind, FileName, LogContext, OffsetIndex, TimeIndex, TransactionIndex,
};
use crate::disk::File;
use crate::kafka::{NO_TIMESTAMP, Offset, Timestamp};
use crate::record::{BatchError, BatchView, PREFIX_SIZE};
use crate::shared::SharedList;
use alloc::borrow::Cow;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use core::error::Error;
use core::fmt;
use core::ops::Range;
use indexes::Indexes;

/// A segment: its file, named after its base offset, and the list of its batches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    base_offset: Offset,
    file: File,
    batches: SharedList<BatchEntry>,
    /// `None` until the first batch, unless somebody knows when the segment was created.
    indexes: Option<Rc<Indexes>>,
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
            indexes: None,
        }
    }

    /// An empty segment that is created now; its index files appear as they are used first.
    pub(super) fn created(context: LogContext<'_>, base_offset: Offset) -> Self {
        let mut indexes = Indexes::new(context, base_offset);
        indexes.have_files = false;
        Self {
            indexes: Some(Rc::new(indexes)),
            ..Self::new(base_offset)
        }
    }

    /// Adds a batch at the end, and to the indexes what they need of it; offsets must rise.
    pub(super) fn append(
        &mut self,
        context: LogContext<'_>,
        batch: &BatchView<'_>,
    ) -> Result<(), SegmentOverflow> {
        let (position, last_offset) = (self.size(), batch.last_offset());
        let last_offset_delta = self.check_range(position + batch.size() as u64, last_offset)?;
        let indexes = self.indexes_mut(context);
        indexes.have_files |= position > 0;
        indexes.last_modified_ms = context.now_ms;
        indexes.note_batch(
            position as u32,
            batch.size() as u32,
            last_offset,
            batch.max_timestamp(),
        );
        self.batches.push(BatchEntry {
            last_offset_delta,
            position: position as u32,
        });
        self.file.append(batch.bytes());
        Ok(())
    }

    /// Removes the first batch that has a record at `offset` or beyond, and all that follow.
    pub(super) fn truncate_to(&mut self, offset: Offset) {
        let keep = self.lookup(offset);
        self.file.truncate(self.batch_range(keep).start);
        self.batches.truncate(keep);
        if let Some(indexes) = &mut self.indexes {
            Rc::make_mut(indexes).truncate_to(offset);
            self.reload_max_timestamp();
        }
    }

    /// Adds a transaction that a marker in this segment aborted.
    pub(super) fn add_aborted(&mut self, context: LogContext<'_>, aborted: AbortedTransaction) {
        // Markers come in the order of their offsets.
        let _ = self.indexes_mut(context).transaction_index.append(aborted);
    }

    /// The segment takes no more batches: the time index gets its last entry, files their final size.
    pub(super) fn become_inactive(&mut self) {
        if let Some(indexes) = &mut self.indexes {
            Rc::make_mut(indexes).become_inactive();
        }
    }

    /// The segment takes batches from now on: its index files get their full size.
    pub(super) fn become_active(&mut self) {
        if let Some(indexes) = &mut self.indexes {
            Rc::make_mut(indexes).resize();
        }
    }

    /// Sets when its file counts as written last.
    pub(super) fn set_last_modified(
        &mut self,
        context: LogContext<'_>,
        last_modified_ms: Timestamp,
    ) {
        self.indexes_mut(context).last_modified_ms = last_modified_ms;
    }

    /// The index files appear, if they have not yet: somebody asks them something.
    pub(super) fn use_indexes(&mut self) {
        if let Some(indexes) = &mut self.indexes
            && !indexes.have_files
        {
            Rc::make_mut(indexes).have_files = true;
        }
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
    /// Answers why it ended there if bytes were left. With `rebuild`, checksums are compared and the
    /// indexes made anew, with the aborted transactions that `take` answers.
    pub(super) fn recover(
        &mut self,
        context: LogContext<'_>,
        rebuild: bool,
        mut take: impl FnMut(&BatchView<'_>) -> Option<AbortedTransaction>,
    ) -> Option<CutReason> {
        let size = self.size();
        let has_indexes = size > 0 || self.indexes.is_some();
        let mut fresh = (rebuild && has_indexes).then(|| Indexes::new(context, self.base_offset));
        self.batches = SharedList::new();
        let mut position = 0;
        let reason = loop {
            if position == size {
                break None;
            }
            let bytes = batch_bytes(&self.file, position);
            let batch = match BatchView::read(&bytes, position) {
                Ok(batch) => batch,
                Err(error) => break Some(CutReason::Batch(error)),
            };
            if rebuild && let Err(error) = batch.check_crc() {
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
            let aborted = take(&batch);
            if let Some(indexes) = &mut fresh {
                indexes.note_batch(
                    position as u32,
                    batch.size() as u32,
                    last_offset,
                    batch.max_timestamp(),
                );
                if let Some(aborted) = aborted {
                    let _ = indexes.transaction_index.append(aborted);
                }
            }
            self.batches.push(BatchEntry {
                last_offset_delta,
                position: position as u32,
            });
            position += batch.size() as u64;
        };
        self.file.truncate(position);
        match fresh {
            Some(mut indexes) => {
                if let Some(known) = &self.indexes {
                    indexes.last_modified_ms = known.last_modified_ms;
                }
                self.indexes = Some(Rc::new(indexes));
                self.become_inactive();
            }
            None if reason.is_some() => {
                let next_offset = self.next_offset();
                if let Some(indexes) = &mut self.indexes {
                    Rc::make_mut(indexes).truncate_to(next_offset);
                    self.reload_max_timestamp();
                }
            }
            None => {}
        }
        if let Some(indexes) = &mut self.indexes {
            Rc::make_mut(indexes).reopen(context);
        }
        reason
    }

    /// The largest timestamp once more: the last entry of the time index, or a later one behind it.
    fn reload_max_timestamp(&mut self) {
        let Some(indexes) = &mut self.indexes else {
            return;
        };
        let indexes = Rc::make_mut(indexes);
        let start = indexes.offset_index.lookup(indexes.max_timestamp.offset);
        let start = u32::try_from(start.position).unwrap_or(0);
        let first = self.batches.partition_point(|batch| batch.position < start);
        let mut max_timestamp = indexes.max_timestamp;
        self.for_each_batch(first, |batch| {
            if batch.max_timestamp() > max_timestamp.timestamp {
                max_timestamp.timestamp = batch.max_timestamp();
                max_timestamp.offset = batch.last_offset();
            }
        });
        if let Some(indexes) = &mut self.indexes {
            Rc::make_mut(indexes).max_timestamp = max_timestamp;
        }
    }

    fn indexes_mut(&mut self, context: LogContext<'_>) -> &mut Indexes {
        let base_offset = self.base_offset;
        let indexes = self
            .indexes
            .get_or_insert_with(|| Rc::new(Indexes::new(context, base_offset)));
        Rc::make_mut(indexes)
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
        FileName::live(self.base_offset, FileKind::Log).to_string()
    }

    /// The largest timestamp of its records; -1 without one.
    #[must_use]
    pub fn max_timestamp(&self) -> Timestamp {
        let indexes = self.indexes.as_ref();
        indexes.map_or(NO_TIMESTAMP, |own| own.max_timestamp.timestamp)
    }

    /// What retention takes for the segment's age: its largest timestamp, or, if no record has
    /// one, when its file was written last.
    #[must_use]
    pub fn largest_timestamp(&self) -> Timestamp {
        let last_modified_ms = self.last_modified_ms();
        match self.max_timestamp() {
            timestamp if timestamp >= 0 => timestamp,
            _ => last_modified_ms,
        }
    }

    /// When its file was written last.
    #[must_use]
    pub fn last_modified_ms(&self) -> Timestamp {
        self.indexes.as_ref().map_or(0, |own| own.last_modified_ms)
    }

    /// Its offset index; `None` before its first batch.
    #[must_use]
    pub fn offset_index(&self) -> Option<&OffsetIndex> {
        Some(&self.indexes.as_ref()?.offset_index)
    }

    /// Its time index; `None` before its first batch.
    #[must_use]
    pub fn time_index(&self) -> Option<&TimeIndex> {
        Some(&self.indexes.as_ref()?.time_index)
    }

    /// The transactions that were aborted by a marker in it; `None` before its first batch.
    #[must_use]
    pub fn transaction_index(&self) -> Option<&TransactionIndex> {
        Some(&self.indexes.as_ref()?.transaction_index)
    }

    /// Takes over a file, with what batches can be read in it.
    pub(super) fn replace_file(&mut self, file: File) {
        self.file = file;
        self.recover(LogContext::DEFAULT, false, |_| None);
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
