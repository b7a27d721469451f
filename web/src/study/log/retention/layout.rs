//! Segments on a time axis: where each begins and ends, how far the horizon has come, what waits for what.

use tidemark_core::files::FolderReport;
use tidemark_core::kafka::{Offset, Timestamp};
use tidemark_core::log::LogConfig;
use tidemark_core::log::retention::{LogBounds, Outlook, outlook};

/// Segments that are drawn, around the one looked at.
const ROWS_MAX: usize = 12;
/// Batches that are marked in a segment.
const TICKS_MAX: usize = 40;
/// The whole width.
const WIDTH: i128 = 1000;

/// The picture.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Picture {
    /// The time at its left edge, and at its right one.
    pub(super) span: (Timestamp, Timestamp),
    /// Where the present is, in thousandths of the width.
    pub(super) now: u16,
    /// Where what is just as old as it may be is, if there is such a time in the picture.
    pub(super) horizon: Option<u16>,
    /// Segments before those drawn.
    pub(super) before: usize,
    /// Segments, the oldest first.
    pub(super) rows: Vec<Row>,
    /// Segments after them.
    pub(super) after: usize,
    /// The row that is looked at.
    pub(super) looked_at: Option<usize>,
    /// The times at which something is due, from the given one on.
    pub(super) dues: Vec<Timestamp>,
}

/// A segment.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Its base offset.
    pub(super) base_offset: Offset,
    /// Its last offset.
    pub(super) last_offset: Offset,
    /// Its records.
    pub(super) records: u64,
    /// Those of batches that are older than the limit.
    pub(super) past: u64,
    /// It is the one that is appended to.
    pub(super) is_active: bool,
    /// The timestamp of its first batch.
    pub(super) first_batch_timestamp: Option<Timestamp>,
    /// Its largest timestamp, and the last offset of the batch that has it.
    pub(super) newest: Option<(Timestamp, Offset)>,
    /// From where to where it reaches, in thousandths.
    pub(super) bar: (u16, u16),
    /// Where its batches are.
    pub(super) ticks: Vec<u16>,
    /// When it goes.
    pub(super) outlook: Outlook,
}

/// Lays the segments out as they are seen at `now_ms`; what is due is counted from `start_ms` on. `target` is the
/// offset whose segment is looked at: without one the first that is held.
pub(super) fn picture(
    folder: &FolderReport,
    bounds: LogBounds,
    config: &LogConfig,
    (start_ms, now_ms): (Timestamp, Timestamp),
    target: Option<Offset>,
) -> Picture {
    let retained = folder.retained();
    let outlooks = outlook(&retained, bounds, config, now_ms);
    let mut dues: Vec<Timestamp> = outlook(&retained, bounds, config, start_ms)
        .iter()
        .filter_map(|outlook| outlook.due)
        .collect();
    dues.sort_unstable();
    dues.dedup();

    let of_target = target.and_then(|target| {
        let after = retained.partition_point(|segment| segment.base_offset <= target);
        after.checked_sub(1)
    });
    let held = outlooks.iter().position(|outlook| outlook.hold.is_some());
    let looked_at = of_target.or(held).or(outlooks.len().checked_sub(1));
    let first = looked_at
        .unwrap_or(0)
        .saturating_sub(ROWS_MAX / 3)
        .min(outlooks.len().saturating_sub(ROWS_MAX));

    let drawn = || folder.segments().zip(&outlooks).skip(first).take(ROWS_MAX);
    let times: Vec<Timestamp> = drawn()
        .flat_map(|((_, _, log), _)| {
            let runs = log.runs.list().iter().map(|run| run.max_timestamp);
            runs.filter(|timestamp| *timestamp >= 0)
        })
        .chain([now_ms])
        .collect();
    let horizon = (config.retention_ms >= 0).then(|| now_ms.saturating_sub(config.retention_ms));
    // A single time far ahead must not press all others into a corner.
    let reach = now_ms.saturating_add(config.retention_ms.clamp(86_400_000, 31 * 86_400_000));
    let until = times.iter().filter(|time| **time <= reach).max();
    let until = until.copied().unwrap_or(now_ms);
    let from = times.iter().min().copied().unwrap_or(now_ms);
    let margin = (until.saturating_sub(from) / 24).max(1);
    let span = (from.saturating_sub(margin), until.saturating_add(margin));
    let place = |time: Timestamp| {
        let (from, length) = (i128::from(span.0), i128::from(span.1) - i128::from(span.0));
        let at = (i128::from(time) - from) * WIDTH / length.max(1);
        at.clamp(0, WIDTH) as u16
    };

    let is_past = |time: Timestamp| horizon.is_some_and(|horizon| time < horizon);
    let rows = drawn()
        .enumerate()
        .map(|(number, ((base_offset, _, log), outlook))| {
            let runs = log.runs.list();
            let timed = || runs.iter().filter(|run| run.max_timestamp >= 0);
            let newest =
                timed().max_by_key(|run| (run.max_timestamp, std::cmp::Reverse(run.position)));
            let every = runs.len().div_ceil(TICKS_MAX).max(1);
            let starts = timed().map(|run| run.max_timestamp).min();
            Row {
                base_offset,
                last_offset: log.next_offset.unwrap_or(base_offset) - 1,
                records: log.records,
                past: timed()
                    .filter(|run| is_past(run.max_timestamp))
                    .map(|run| run.records)
                    .sum(),
                is_active: first + number + 1 == outlooks.len(),
                first_batch_timestamp: log
                    .first_batch_timestamp
                    .filter(|timestamp| *timestamp >= 0),
                newest: newest.map(|run| (run.max_timestamp, run.last_offset)),
                bar: (
                    place(starts.unwrap_or(now_ms)),
                    place(newest.map_or(now_ms, |run| run.max_timestamp)),
                ),
                ticks: timed()
                    .step_by(every)
                    .map(|run| place(run.max_timestamp))
                    .collect(),
                outlook: *outlook,
            }
        });
    let rows: Vec<Row> = rows.collect();
    Picture {
        span,
        now: place(now_ms),
        horizon: horizon.filter(|horizon| *horizon >= span.0).map(place),
        before: first,
        after: outlooks.len() - first - rows.len(),
        rows,
        looked_at: looked_at.map(|looked_at| looked_at - first),
        dues,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidemark_core::files::{Survey, example};
    use tidemark_core::log::retention::Hold;

    const HOUR: Timestamp = 3_600_000;
    /// The time of the example's first record; the others follow every seven hours.
    const FIRST: Timestamp = 1_700_000_000_000;

    fn folder() -> FolderReport {
        let mut survey = Survey::new(example::first(), None);
        while survey.step() {}
        survey.finish().0.folders.remove(0)
    }

    fn seen(now_ms: Timestamp, target: Option<Offset>) -> Picture {
        let folder = folder();
        let last = FIRST + 14 * 7 * HOUR;
        let bounds = folder.bounds(None);
        picture(&folder, bounds, &LogConfig::DEFAULT, (last, now_ms), target)
    }

    #[test]
    fn a_segment_reaches_from_its_first_batch_to_its_newest() {
        let picture = seen(FIRST + 14 * 7 * HOUR, None);
        let rows = picture
            .rows
            .iter()
            .map(|row| (row.base_offset, row.records, row.newest, row.past));
        let newest = |offset| Some((FIRST + offset * 7 * HOUR, offset));
        assert_eq!(
            rows.collect::<Vec<_>>(),
            [
                (0, 6, newest(5), 0),
                (6, 6, newest(11), 0),
                (12, 3, newest(14), 0)
            ]
        );
        // 98 hours and a margin of 4 on both sides.
        assert_eq!(
            picture.span,
            (FIRST - 98 * HOUR / 24, FIRST + 98 * HOUR + 98 * HOUR / 24)
        );
        assert_eq!(picture.rows[0].bar, (38, 368));
        assert_eq!(picture.rows[0].ticks, [38, 104, 170, 236, 302, 368]);
        assert_eq!(picture.now, 961);
        assert_eq!(picture.horizon, None);
        assert_eq!(picture.looked_at, Some(0));
    }

    #[test]
    fn what_is_past_the_horizon_waits_for_the_newest_record_of_its_segment() {
        let now = FIRST + 7 * 24 * HOUR + 30 * HOUR;
        let picture = seen(now, Some(8));
        let row = &picture.rows[0];
        assert_eq!((row.past, row.records), (5, 6));
        assert_eq!(row.outlook.hold, Some(Hold::TooYoung(now + 5 * HOUR + 1)));
        assert_eq!(picture.looked_at, Some(1));
        let due = |offset: Offset| FIRST + offset * 7 * HOUR + 7 * 24 * HOUR + 1;
        assert_eq!(picture.dues, [due(5), due(11), due(14)]);
    }
}
