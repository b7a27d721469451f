//! The log as a strip of segments and batches, with the entries of the offset indexes below: what is drawn where.

use crate::view::lane::epoch_slot;
use tidemark_core::files::{Contents, FolderReport, Lookup};
use tidemark_core::inspect::BatchRun;
use tidemark_core::log::{FileKind, FileName};

/// Segments that are drawn; around the one looked at.
const SEGMENTS_MAX: usize = 7;
/// Boxes in a segment; of more batches, some share one.
const BOXES_MAX: usize = 48;
/// Index entries that are marked below a segment.
const TICKS_MAX: usize = 12;

/// The strip.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Strip {
    /// Segments before those drawn.
    pub(super) before: usize,
    /// Those drawn.
    pub(super) segments: Vec<Segment>,
    /// Segments after them.
    pub(super) after: usize,
}

/// A segment.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Segment {
    /// The number of its `.log`.
    pub(super) file: u32,
    /// Its base offset.
    pub(super) base_offset: i64,
    /// Its bytes.
    pub(super) size: u64,
    /// It is the one that is written to.
    pub(super) is_active: bool,
    /// The offset that is searched is searched here.
    pub(super) is_searched: bool,
    /// Its batches.
    pub(super) boxes: Vec<BatchBox>,
    /// Entries of its offset index.
    pub(super) ticks: Vec<Tick>,
    /// Where the high watermark is, in thousandths of the segment, if it lies in it and is known.
    pub(super) high_watermark: Option<(i64, u64)>,
    /// The log end offset, if the log ends here.
    pub(super) log_end_offset: Option<i64>,
}

/// A batch, or some.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BatchBox {
    /// Where it begins.
    pub(super) position: u64,
    /// Its bytes.
    pub(super) size: u64,
    /// Its first offset.
    pub(super) first: i64,
    /// Its last offset.
    pub(super) last: i64,
    /// How many batches.
    pub(super) batches: u32,
    /// How many of them have something wrong.
    pub(super) faults: u32,
    /// The colour of its leader epoch.
    pub(super) epoch_slot: u8,
    /// It is shown below.
    pub(super) is_shown: bool,
    /// It is the answer of the search.
    pub(super) is_answer: bool,
}

/// An entry of an offset index.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Tick {
    /// Its offset.
    pub(super) offset: i64,
    /// Where its position is, in thousandths of the segment.
    pub(super) at: u64,
    /// It was compared in the search.
    pub(super) is_compared: bool,
}

/// Lays the segments of a folder out. `shown` is the place in a file that is shown below, `search` what was searched.
pub(super) fn strip(
    folder: &FolderReport,
    shown: Option<(u32, u64)>,
    search: Option<&Lookup>,
    high_watermark: Option<i64>,
) -> Strip {
    let all: Vec<_> = folder.segments().collect();
    let looked_at = all.iter().position(|(base_offset, file, _)| match search {
        Some(search) => *base_offset == search.base_offset,
        None => shown.is_some_and(|(number, _)| file.number == number),
    });
    let first = looked_at
        .unwrap_or(0)
        .saturating_sub(SEGMENTS_MAX / 2)
        .min(all.len().saturating_sub(SEGMENTS_MAX));
    let drawn = all.iter().enumerate().skip(first).take(SEGMENTS_MAX);
    let segments: Vec<Segment> = drawn
        .map(|(number, (base_offset, file, report))| {
            let search = search.filter(|search| search.base_offset == *base_offset);
            let answer = search.and_then(|search| search.found.ok());
            let shown = shown.filter(|(number, _)| file.number == *number);
            let shown = shown.map(|(_, position)| position);
            let is_active = number + 1 == all.len();
            let next = all.get(number + 1).map(|(base_offset, _, _)| *base_offset);
            let holds = |offset: &i64| {
                offset > base_offset && next.is_none_or(|next| *offset <= next)
                    || *offset == *base_offset && number == 0
            };
            Segment {
                high_watermark: high_watermark
                    .filter(holds)
                    .map(|offset| (offset, place(report.runs.list(), offset, file.size))),
                log_end_offset: folder.log_end_offset().filter(|_| is_active),
                file: file.number,
                base_offset: *base_offset,
                size: file.size,
                is_active,
                is_searched: search.is_some(),
                boxes: boxes(report.runs.list(), shown, answer),
                ticks: ticks(folder, *base_offset, file.size, search),
            }
        })
        .collect();
    Strip {
        before: first,
        after: all.len() - first - segments.len(),
        segments,
    }
}

/// Where an offset begins, in thousandths of the segment.
fn place(runs: &[BatchRun], offset: i64, size: u64) -> u64 {
    let after = runs.partition_point(|run| run.last_offset < offset);
    let position = runs.get(after).map_or(size, |run| run.position);
    position * 1000 / size.max(1)
}

fn boxes(runs: &[BatchRun], shown: Option<u64>, answer: Option<u64>) -> Vec<BatchBox> {
    let share = runs.len().div_ceil(BOXES_MAX).max(1);
    let shared = runs.chunks(share).filter_map(|runs| {
        let (first, last) = (runs.first()?, runs.last()?);
        let end = last.position + last.size;
        let holds = |position: Option<u64>| {
            position.is_some_and(|position| (first.position..end).contains(&position))
        };
        Some(BatchBox {
            position: first.position,
            size: end - first.position,
            first: first.first_offset,
            last: last.last_offset,
            batches: runs.iter().map(|run| run.batches).sum(),
            faults: runs.iter().map(|run| run.faults).sum(),
            epoch_slot: epoch_slot(last.leader_epoch),
            is_shown: holds(shown),
            is_answer: holds(answer),
        })
    });
    shared.collect()
}

fn ticks(folder: &FolderReport, base_offset: i64, size: u64, search: Option<&Lookup>) -> Vec<Tick> {
    let name = FileName::live(base_offset, FileKind::OffsetIndex);
    let index = folder
        .files
        .iter()
        .find(|file| FileName::parse(&file.name) == Some(name));
    let Some(Contents::OffsetIndex(_, listed)) = index.map(|file| &file.contents) else {
        return Vec::new();
    };
    let every = listed.len().div_ceil(TICKS_MAX).max(1);
    let is_compared = |offset: i64| {
        search.is_some_and(|search| search.compared.iter().any(|step| step.offset == offset))
    };
    let drawn = listed
        .iter()
        .enumerate()
        .filter(|(number, (offset, _))| number % every == 0 || is_compared(*offset));
    drawn
        .map(|(_, (offset, position))| Tick {
            offset: *offset,
            at: u64::try_from(*position).unwrap_or(0) * 1000 / size.max(1),
            is_compared: is_compared(*offset),
        })
        .collect()
}
