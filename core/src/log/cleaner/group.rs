//! Which segments become one (`Cleaner.groupSegmentsBySize`): small ones are put together, in order.

use crate::kafka::Offset;
use alloc::vec::Vec;
use core::ops::Range;

/// What counts of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SegmentSizes {
    /// Its base offset.
    pub base_offset: Offset,
    /// Bytes of its `.log`.
    pub log_bytes: u64,
    /// Bytes of the entries of its offset index.
    pub offset_index_bytes: u64,
    /// Bytes of the entries of its time index.
    pub time_index_bytes: u64,
}

/// How large a group may become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupLimits {
    /// `segment.bytes`.
    pub log_bytes_max: u64,
    /// `segment.index.bytes`, for each of both indexes.
    pub index_bytes_max: u64,
    /// Where the last segment of all ends, at the latest.
    pub first_uncleanable_offset: Offset,
}

/// The numbers of the segments that become one, for each new segment.
#[must_use]
pub fn group_segments(segments: &[SegmentSizes], limits: GroupLimits) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    let mut sum = [0; 3];
    for (number, segment) in segments.iter().enumerate() {
        let next_base = segments.get(number + 1).map(|next| next.base_offset);
        let end = next_base.unwrap_or(limits.first_uncleanable_offset);
        let sizes = [
            segment.log_bytes,
            segment.offset_index_bytes,
            segment.time_index_bytes,
        ];
        let maxima = [
            limits.log_bytes_max,
            limits.index_bytes_max,
            limits.index_bytes_max,
        ];
        let fits = sum
            .iter()
            .zip(sizes)
            .zip(maxima)
            .all(|((sum, size), max)| sum + size <= max);
        let base_of = |group: &Range<usize>| segments.get(group.start).map(|own| own.base_offset);
        let is_in_range = |group: &Range<usize>| {
            let span = base_of(group).and_then(|base| (end - 1).checked_sub(base));
            segment.log_bytes == 0 || span.is_some_and(|span| span <= i64::from(i32::MAX))
        };
        match groups.last_mut() {
            Some(group) if fits && is_in_range(group) => {
                group.end = number + 1;
                for (sum, size) in sum.iter_mut().zip(sizes) {
                    *sum += size;
                }
            }
            _ => {
                groups.push(number..number + 1);
                sum = sizes;
            }
        }
    }
    groups
}
