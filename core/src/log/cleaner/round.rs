//! One round: the map of what is dirty, then each group of segments copied without what is obsolete
//! (`Cleaner.doClean`, `Cleaner.buildOffsetMap`, `Cleaner.cleanSegments`).

use super::retention::{Rules, retain};
use super::transactions::{CleanedTransactions, Verdict};
use super::{Fate, GroupLimits, OffsetMap, SegmentSizes, group_segments};
use crate::kafka::{Offset, Timestamp};
use crate::log::config::RECORDS_SIZE_MAX;
use crate::log::{
    LogContext, OFFSET_INDEX_ENTRY_SIZE, PartitionLog, Segment, SegmentOverflow,
    TIME_INDEX_ENTRY_SIZE,
};
use crate::record::{BatchView, RecordView, RewriteError};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// What a round is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CleanRequest {
    /// Where it begins.
    pub first_dirty_offset: Offset,
    /// Where it ends at the latest.
    pub first_uncleanable_offset: Offset,
}

/// What a round did; the log is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cleaned {
    /// The new segments, each with those that it replaces.
    pub groups: Vec<CleanedGroup>,
    /// Where the next round begins: what the checkpoint is to say.
    pub next_dirty_offset: Offset,
    /// What was counted.
    pub stats: CleanerStats,
}

/// A new segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CleanedGroup {
    /// The base offsets of the segments that it replaces.
    pub replaces: Vec<Offset>,
    /// The segment.
    pub segment: Segment,
}

/// What a round counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CleanerStats {
    /// Records that were looked at.
    pub messages_read: u64,
    /// Records that were kept.
    pub messages_written: u64,
    /// Records without key, which were dropped.
    pub invalid_messages: u64,
    /// Bytes of the segments that are replaced.
    pub bytes_read: u64,
    /// Bytes of the new ones.
    pub bytes_written: u64,
}

/// What building the map read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MappedRange {
    /// Records that were looked at, those before the first dirty offset included.
    pub messages_read: u64,
    /// Whether the map was full before all was read.
    pub is_full: bool,
}

/// Why a log can't be cleaned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CleanError {
    /// A batch can't be read, or what is left of it written.
    Batch(RewriteError),
    /// The new segment has no room.
    Segment(SegmentOverflow),
}

impl PartitionLog {
    /// Notes the latest offset of each key in the dirty part, as far as the map has room.
    pub fn build_offset_map(
        &self,
        request: CleanRequest,
        map: &mut OffsetMap,
    ) -> Result<MappedRange, CleanError> {
        let (start, end) = (request.first_dirty_offset, request.first_uncleanable_offset);
        let mut transactions = CleanedTransactions::default();
        transactions.add_aborted(&self.aborted_transactions(start, end));
        let mut mapped = MappedRange::default();
        let segments: Vec<&Segment> = self
            .segments_between(start, end)
            .into_iter()
            .flatten()
            .collect();
        for (number, segment) in segments.iter().enumerate() {
            let next = segments.get(number + 1);
            let mut error = None;
            let first = segment.first_batch_to_read(start);
            segment.for_each_batch(first, |batch| {
                if mapped.is_full || error.is_some() {
                    return;
                }
                let noted = note_keys(batch, start, map, &mut transactions, &mut mapped);
                error = noted.err();
            });
            if let Some(error) = error {
                return Err(error);
            }
            if mapped.is_full {
                break;
            }
            // A gap at the end of a segment holds nobody back.
            map.update_latest_offset(next.map_or(end, |next| next.base_offset()) - 1);
        }
        Ok(mapped)
    }

    /// Cleans the log from its start to where the map reaches; the log stays as it is until it
    /// [takes over](Self::replace_segments) the new segments.
    pub fn clean(
        &self,
        context: LogContext<'_>,
        request: CleanRequest,
        mut map: OffsetMap,
    ) -> Result<Cleaned, CleanError> {
        if request.first_dirty_offset >= request.first_uncleanable_offset {
            return Ok(Cleaned {
                groups: Vec::new(),
                next_dirty_offset: request.first_dirty_offset,
                stats: CleanerStats::default(),
            });
        }
        self.build_offset_map(request, &mut map)?;
        self.clean_with_map(context, request.first_uncleanable_offset, &map)
    }

    /// Cleans the log by a map that is there, from its start to where the map reaches.
    pub fn clean_with_map(
        &self,
        context: LogContext<'_>,
        first_uncleanable_offset: Offset,
        map: &OffsetMap,
    ) -> Result<Cleaned, CleanError> {
        let next_dirty_offset = map.latest_offset().saturating_add(1);
        let rules = self.rules(context, first_uncleanable_offset, map);
        let segments = self.segments_below(next_dirty_offset);
        let sizes: Vec<SegmentSizes> = segments.iter().map(|own| own.sizes()).collect();
        let limits = GroupLimits {
            log_bytes_max: context.config.segment_bytes.into(),
            index_bytes_max: context.config.segment_index_bytes.into(),
            first_uncleanable_offset,
        };
        let mut transactions = CleanedTransactions::default();
        let mut stats = CleanerStats::default();
        let mut groups = Vec::new();
        for group in group_segments(&sizes, limits) {
            let sources = segments.get(group).unwrap_or_default();
            let segment =
                self.clean_group(context, sources, &rules, &mut transactions, &mut stats)?;
            groups.push(CleanedGroup {
                replaces: sources.iter().map(|source| source.base_offset()).collect(),
                segment,
            });
        }
        Ok(Cleaned {
            groups,
            next_dirty_offset,
            stats,
        })
    }

    /// What a round with this map does with each record of the segments that it reads, in order, and why; the horizon of
    /// its batch comes with it.
    pub fn for_each_fate(
        &self,
        context: LogContext<'_>,
        first_uncleanable_offset: Offset,
        map: &OffsetMap,
        mut take: impl FnMut(&RecordView<'_>, Fate, Option<Timestamp>),
    ) -> Result<(), CleanError> {
        let error = |error| CleanError::Batch(RewriteError::Read(error));
        let rules = self.rules(context, first_uncleanable_offset, map);
        let mut transactions = CleanedTransactions::default();
        let segments = self.segments_below(map.latest_offset().saturating_add(1));
        self.for_each_judged(&segments, &mut transactions, |batch, verdict| {
            let section = batch.section(RECORDS_SIZE_MAX).map_err(error)?;
            for record in batch.records_in(&section).map_err(error)? {
                let record = record.map_err(error)?;
                let fate = Fate::of(batch, &record, verdict, &rules);
                take(&record, fate, batch.delete_horizon_ms());
            }
            Ok(())
        })
    }

    fn rules<'a>(
        &'a self,
        context: LogContext<'_>,
        first_uncleanable_offset: Offset,
        map: &'a OffsetMap,
    ) -> Rules<'a> {
        Rules {
            map,
            producer_states: self.producer_states(),
            now_ms: context.now_ms,
            delete_retention_ms: context.config.delete_retention_ms,
            upper_bound: first_uncleanable_offset,
        }
    }

    fn segments_below(&self, offset: Offset) -> Vec<&Segment> {
        let segments = self.segments();
        let below = segments.take_while(|segment| segment.base_offset() < offset);
        below.collect()
    }

    /// Goes through the batches of segments that follow each other, each with what it is to the cleaner, to the first error.
    fn for_each_judged(
        &self,
        sources: &[&Segment],
        transactions: &mut CleanedTransactions,
        mut take: impl FnMut(&BatchView<'_>, Verdict) -> Result<(), CleanError>,
    ) -> Result<(), CleanError> {
        for (number, source) in sources.iter().enumerate() {
            let next = sources.get(number + 1);
            let end = next.map_or(source.next_offset(), |next| next.base_offset());
            transactions.add_aborted(&self.aborted_transactions(source.base_offset(), end));
            let mut result = Ok(());
            source.for_each_batch(0, |batch| {
                if result.is_ok() {
                    result = take(batch, transactions.judge(batch));
                }
            });
            result?;
        }
        Ok(())
    }

    fn clean_group(
        &self,
        context: LogContext<'_>,
        sources: &[&Segment],
        rules: &Rules<'_>,
        transactions: &mut CleanedTransactions,
        stats: &mut CleanerStats,
    ) -> Result<Segment, CleanError> {
        let base_offset = sources.first().map_or(0, |first| first.base_offset());
        let mut cleaned = Segment::created(context, base_offset);
        self.for_each_judged(sources, transactions, |batch, verdict| {
            copy(context, batch, verdict, rules, &mut cleaned, stats)
        })?;
        stats.bytes_read += sources.iter().map(|source| source.size()).sum::<u64>();
        stats.bytes_written += cleaned.size();
        cleaned.become_inactive();
        cleaned.flush();
        if let Some(last) = sources.last() {
            cleaned.set_last_modified(context, last.last_modified_ms());
        }
        Ok(cleaned)
    }
}

/// Copies what is left of a batch to the new segment.
fn copy(
    context: LogContext<'_>,
    batch: &BatchView<'_>,
    verdict: Verdict,
    rules: &Rules<'_>,
    cleaned: &mut Segment,
    stats: &mut CleanerStats,
) -> Result<(), CleanError> {
    let retained = retain(batch, verdict, rules).map_err(CleanError::Batch)?;
    stats.messages_read += retained.read;
    stats.messages_written += retained.written;
    stats.invalid_messages += retained.invalid;
    if let Some(bytes) = retained.bytes {
        let batch = BatchView::read(&bytes, cleaned.size())
            .map_err(|error| CleanError::Batch(RewriteError::Read(error)))?;
        cleaned
            .append(context, &batch)
            .map_err(CleanError::Segment)?;
    }
    if let Verdict::NeededAbort(aborted) = verdict {
        cleaned.add_aborted(context, aborted);
    }
    Ok(())
}

/// Notes the keys of a batch, if it is not a marker and not aborted.
fn note_keys(
    batch: &BatchView<'_>,
    start: Offset,
    map: &mut OffsetMap,
    transactions: &mut CleanedTransactions,
    mapped: &mut MappedRange,
) -> Result<(), CleanError> {
    let error = |error| CleanError::Batch(RewriteError::Read(error));
    let is_discardable = transactions.judge(batch) == Verdict::Discardable;
    if batch.attributes().is_control() || is_discardable {
        mapped.messages_read += u64::try_from(batch.records_count()).unwrap_or(0);
    } else {
        let section = batch.section(RECORDS_SIZE_MAX).map_err(error)?;
        for record in batch.records_in(&section).map_err(error)? {
            let record = record.map_err(error)?;
            if let Some(key) = record.key
                && record.offset >= start
                && !map.put(key, record.offset)
            {
                mapped.is_full = true;
                return Ok(());
            }
            mapped.messages_read += 1;
        }
    }
    if batch.last_offset() >= start {
        map.update_latest_offset(batch.last_offset());
    }
    Ok(())
}

impl Segment {
    /// What grouping needs to know.
    #[must_use]
    pub fn sizes(&self) -> SegmentSizes {
        let entries = self
            .offset_index()
            .map_or(0, super::super::OffsetIndex::len);
        let time_entries = self.time_index().map_or(0, super::super::TimeIndex::len);
        SegmentSizes {
            base_offset: self.base_offset(),
            log_bytes: self.size(),
            offset_index_bytes: (entries * OFFSET_INDEX_ENTRY_SIZE) as u64,
            time_index_bytes: (time_entries * TIME_INDEX_ENTRY_SIZE) as u64,
        }
    }
}

impl fmt::Display for CleanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Batch(error) => error.fmt(f),
            Self::Segment(error) => error.fmt(f),
        }
    }
}

impl Error for CleanError {}
