//! The scrubber of two runs: the left one's ticks on the line, from where they part the right one's below.

use crate::view::scrubber::{self, TickPath};
use core::fmt::Write;
use tidemark_core::history::BranchId;
use tidemark_core::session::frame::{Position, Tick};
use tidemark_core::session::request::StepKind;
use tidemark_core::sim::event::VirtualTime;
use tidemark_core::study::compare::RowTick;

/// The lower line, in px from the top.
const LOWER: f64 = 36.0;
/// How far its bend reaches.
const BEND: f64 = 8.0;
/// How far its ticks rise and fall.
const HALF_TICK: f64 = 3.0;

/// What is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Ticks {
    /// The ticks on the line.
    pub(super) upper: Vec<TickPath>,
    /// The dashed line of the right run.
    pub(super) fork: Option<String>,
    /// Its ticks.
    pub(super) lower: Vec<(StepKind, String)>,
    /// Where the first difference is.
    pub(super) first: Option<String>,
}

/// The ticks with the head at `row`; the runs part in row `parts`.
pub(super) fn ticks(ticks: &[RowTick], row: u32, last_row: u32, parts: Option<u32>) -> Ticks {
    let line: Vec<Tick> = ticks
        .iter()
        .filter_map(|tick| {
            let kind = tick.left.or(tick.right.filter(|_| parts.is_none()))?;
            Some(Tick {
                step: tick.row,
                count: tick.count,
                kind,
            })
        })
        .collect();
    let position = Position {
        step: row,
        recorded: last_row,
        complete: true,
        time: VirtualTime(0),
        branch: BranchId::MAIN,
    };
    let mut drawn = Ticks {
        upper: scrubber::tick_paths(&line, &position),
        ..Ticks::default()
    };
    let Some(parts) = parts else {
        return drawn;
    };
    let place = |row: u32| scrubber::place(row, last_row);
    let from = place(parts.saturating_sub(1));
    let (bend, end) = (from + BEND, place(last_row));
    drawn.fork = Some(format!("M{from:.1} 18L{bend:.1} {LOWER}H{end:.1}"));
    let first = place(parts);
    drawn.first = Some(format!("M{first:.1} {}V{}", LOWER - 7.0, LOWER + 5.0));
    for tick in ticks.iter().filter(|tick| tick.row > parts) {
        let Some(kind) = tick.right else {
            continue;
        };
        let found = drawn.lower.iter().position(|(known, _)| *known == kind);
        let at = found.unwrap_or_else(|| {
            drawn.lower.push((kind, String::new()));
            drawn.lower.len() - 1
        });
        let x = place(tick.row);
        let (top, bottom) = (LOWER - HALF_TICK, LOWER + HALF_TICK);
        let _ = write!(drawn.lower[at].1, "M{x:.1} {top}V{bottom}");
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tick(row: u32, left: Option<StepKind>, right: Option<StepKind>) -> RowTick {
        RowTick {
            row,
            count: 1,
            left,
            right,
        }
    }

    #[test]
    fn runs_that_never_part_are_one_line() {
        let both = Some(StepKind::Command);
        let drawn = ticks(&[tick(1, both, both), tick(2, both, both)], 1, 2, None);
        assert_eq!(drawn.fork, None);
        assert!(drawn.lower.is_empty());
        let data: String = drawn.upper.iter().map(|path| path.data.as_str()).collect();
        assert_eq!(data.matches('M').count(), 2);
    }

    #[test]
    fn where_they_part_the_right_one_leaves_the_line() {
        let both = Some(StepKind::Replication);
        let all = [
            tick(1, both, both),
            tick(2, both, both),
            tick(3, None, Some(StepKind::Client)),
            tick(4, both, None),
        ];
        let drawn = ticks(&all, 4, 4, Some(2));
        assert_eq!(drawn.fork.as_deref(), Some("M254.0 18L262.0 36H992.0"));
        assert_eq!(drawn.first.as_deref(), Some("M500.0 29V41"));
        assert_eq!(drawn.lower, [(StepKind::Client, "M746.0 33V39".to_owned())]);
        let upper: String = drawn.upper.iter().map(|path| path.data.as_str()).collect();
        assert_eq!(upper.matches('M').count(), 3);
    }
}
