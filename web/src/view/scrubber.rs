//! The scrubber: ticks as paths in a box of 1000 units, and where a pointer points.

use super::length::tenths;
use core::fmt::Write;
use tidemark_core::session::frame::{BranchView, Position, Tick};
use tidemark_core::session::request::StepKind;

/// The box is this wide; it is stretched to the width there is.
pub(crate) const WIDTH: f64 = 1000.0;
/// Room at each end for the head.
const MARGIN: f64 = 8.0;
/// The line the ticks stand on.
const BASE: f64 = 18.0;
/// At most this many forks are drawn; the branch picker has all.
const FORKS_MAX: usize = 3;

/// Ticks of one kind on one side of the head, drawn as one path.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TickPath {
    /// The kind.
    pub(crate) kind: StepKind,
    /// Recorded, but not reached.
    pub(crate) future: bool,
    /// The path's data.
    pub(crate) data: String,
}

/// A fork below the line.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fork<'a> {
    /// The branch.
    pub(crate) branch: &'a BranchView,
    /// Where it leaves, in units.
    pub(crate) from: f64,
    /// Where it ends, in units.
    pub(crate) to: f64,
    /// Its line, in px from the top.
    pub(crate) y: f64,
}

/// Where a step stands, in units.
pub(crate) fn place(step: u32, recorded: u32) -> f64 {
    let share = if recorded == 0 {
        0.0
    } else {
        f64::from(step.min(recorded)) / f64::from(recorded)
    };
    MARGIN + share * (WIDTH - 2.0 * MARGIN)
}

/// The step under a pointer at `share` (0 to 1) of the width.
pub(crate) fn step_at(share: f64, recorded: u32) -> u32 {
    let inner = (share * WIDTH - MARGIN) / (WIDTH - 2.0 * MARGIN);
    // The share is between 0 and 1, so that the product is a step.
    (inner.clamp(0.0, 1.0) * f64::from(recorded)).round() as u32
}

/// The tick that stands for a step, to say how many steps it stands for.
pub(crate) fn tick_of(ticks: &[Tick], step: u32) -> Option<&Tick> {
    let after = ticks.partition_point(|tick| tick.step <= step);
    ticks.get(after.checked_sub(1)?)
}

/// All ticks, in few paths.
pub(crate) fn tick_paths(ticks: &[Tick], position: &Position) -> Vec<TickPath> {
    let mut paths: Vec<TickPath> = Vec::new();
    for tick in ticks {
        let future = tick.step > position.step;
        let found =
            paths.binary_search_by_key(&(tick.kind, !future), |path| (path.kind, !path.future));
        let at = found.unwrap_or_else(|at| {
            let path = TickPath {
                kind: tick.kind,
                future,
                data: String::new(),
            };
            paths.insert(at, path);
            at
        });
        let up = height(tick.kind);
        let x = place(tick.step, position.recorded);
        let _ = write!(
            paths[at].data,
            "M{} {}V{}",
            tenths(x),
            tenths(BASE - up),
            tenths(BASE + up / 2.0)
        );
    }
    paths
}

/// How far a tick of this kind rises above the line, in px.
const fn height(kind: StepKind) -> f64 {
    match kind {
        StepKind::Timer => 3.0,
        StepKind::Replication | StepKind::Client => 5.0,
        StepKind::Control | StepKind::HighWatermark => 9.0,
        StepKind::Command | StepKind::Violation => 12.0,
    }
}

/// The forks that leave the shown branch, the latest first, at most three.
pub(crate) fn forks<'a>(branches: &'a [BranchView], position: &Position) -> Vec<Fork<'a>> {
    let leaving = branches
        .iter()
        .rev()
        .filter_map(|branch| match branch.parent {
            Some((parent, step)) if parent == position.branch => Some((branch, step)),
            _ => None,
        });
    leaving
        .take(FORKS_MAX)
        .enumerate()
        .map(|(index, (branch, step))| Fork {
            branch,
            from: place(step, position.recorded),
            to: place(branch.recorded, position.recorded),
            y: BASE + 18.0 + 13.0 * index as f64,
        })
        .collect()
}

#[cfg(test)]
mod tests;
