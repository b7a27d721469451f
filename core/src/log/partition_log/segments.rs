//! The segments of a log in order, and its batches across them (`LogSegments`).

use super::PartitionLog;
use crate::kafka::Offset;
use crate::log::{BatchStamp, Segment};
use crate::record::BatchView;

impl PartitionLog {
    /// The segments, oldest first; the last one is active.
    pub fn segments(&self) -> impl DoubleEndedIterator<Item = &Segment> + Clone {
        self.earlier_segments()
            .iter()
            .chain(core::iter::once(&self.segment))
    }

    /// Segments that hold offsets from `from` to below `to`: the one with `from`, and all that begin below `to`.
    ///
    /// `None` if the range ends before it begins.
    pub fn segments_between(
        &self,
        from: Offset,
        to: Offset,
    ) -> Option<impl Iterator<Item = &Segment> + Clone> {
        if to < from {
            return None;
        }
        let first = self.segment_number(from);
        let segments = self.segments().skip(first);
        Some(segments.take_while(move |segment| from < to && segment.base_offset() < to))
    }

    /// The bytes of all `.log` files.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.segments().map(Segment::size).sum()
    }

    /// The stamp of the first batch that has a record at `offset` or beyond.
    #[must_use]
    pub fn stamp(&self, offset: Offset) -> Option<BatchStamp> {
        self.stamps(offset).next()
    }

    /// The stamps of the batches from that on which has a record at `offset` or beyond.
    #[must_use]
    pub fn stamps(&self, offset: Offset) -> BatchStamps<'_> {
        let segment = self.segment_number(offset);
        BatchStamps {
            log: self,
            segment,
            batch: self.nth_segment(segment).lookup(offset),
        }
    }

    /// Hands each batch from that on which has a record at `offset` or beyond to `take`, in order.
    pub fn for_each_batch(&self, offset: Offset, mut take: impl FnMut(&BatchView<'_>)) {
        for segment in self.segments().skip(self.segment_number(offset)) {
            segment.for_each_batch(segment.lookup(offset), &mut take);
        }
    }

    pub(super) fn earlier_segments(&self) -> &[Segment] {
        self.past.as_ref().map_or(&[], |past| &past.segments)
    }

    /// The number of the segment with the largest base offset up to `offset`; the first one without such.
    pub(super) fn segment_number(&self, offset: Offset) -> usize {
        let earlier = self.earlier_segments();
        if offset >= self.segment.base_offset() {
            return earlier.len();
        }
        let begun = earlier.partition_point(|segment| segment.base_offset() <= offset);
        begun.saturating_sub(1)
    }

    /// Segment number `number`; the active one beyond the last.
    pub(super) fn nth_segment(&self, number: usize) -> &Segment {
        self.earlier_segments().get(number).unwrap_or(&self.segment)
    }

    pub(super) fn first_base_offset(&self) -> Offset {
        self.nth_segment(0).base_offset()
    }

    /// Drops the segments that begin above `offset`, and with them the snapshots beyond; one segment stays.
    pub(super) fn drop_segments_above(&mut self, offset: Offset) {
        if self.past.is_none() {
            return;
        }
        while self.segment.base_offset() > offset
            && let Some(segment) = self.past_mut().segments.pop()
        {
            self.segment = segment;
        }
        self.retain_snapshots(|at| at <= offset);
    }
}

/// The stamps of a log's batches, in order.
#[derive(Clone, Debug)]
pub struct BatchStamps<'a> {
    log: &'a PartitionLog,
    segment: usize,
    batch: usize,
}

impl Iterator for BatchStamps<'_> {
    type Item = BatchStamp;

    fn next(&mut self) -> Option<BatchStamp> {
        loop {
            let stamp = self.log.nth_segment(self.segment).stamp(self.batch);
            if stamp.is_some() {
                self.batch += 1;
                return stamp;
            }
            if self.segment >= self.log.earlier_segments().len() {
                return None;
            }
            (self.segment, self.batch) = (self.segment + 1, 0);
        }
    }
}
