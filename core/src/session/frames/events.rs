//! The event list, the scrubber's ticks, the branches.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::count;
use super::index::StepIndex;
use crate::history::Lane;
use crate::session::frame::{BranchView, EventsView, StepLine, Tick};
use crate::session::moves::line;
use crate::session::request::{Lens, Look};
use crate::sim::event::Step;
use crate::topology::PartitionId;

/// Causes shown.
const CAUSES_MAX: usize = 8;

/// Effects of a line in the list.
const LINE_EFFECTS_MAX: usize = 6;

/// Effects about other partitions that the current step keeps.
const OTHER_EFFECTS_MAX: usize = 16;

/// Lines shown at once, at most.
const LINES_MAX: u32 = 500;

/// Up to this many steps each has a tick of its own.
const TICKS_UNMERGED: usize = 400;

/// A step for one line of a list: the first effects are enough for its words.
pub(crate) fn headline(step: &Rc<Step>) -> Step {
    let mut short = (**step).clone();
    short.effects.truncate(LINE_EFFECTS_MAX);
    short
}

/// The current step: all about the chosen partition and about brokers, and some about the others.
pub(super) fn shortened(step: &Rc<Step>, chosen: PartitionId) -> Step {
    let mut short = (**step).clone();
    let mut others = 0;
    short.effects.retain(|effect| {
        let other = effect
            .partition()
            .is_some_and(|partition| partition != chosen);
        others += usize::from(other);
        !other || others <= OTHER_EFFECTS_MAX
    });
    short
}

/// The chain of causes of the current step, nearest first.
pub(super) fn causes(lane: &Lane) -> Vec<StepLine> {
    let branch = lane.branch();
    let mut causes = Vec::new();
    let mut cause = branch.step(lane.position()).and_then(|step| step.cause);
    while let Some(step) = cause.and_then(|cause| branch.step(cause)) {
        if causes.len() == CAUSES_MAX {
            break;
        }
        causes.push(line(step));
        cause = step.cause;
    }
    causes
}

pub(super) fn view(lane: &Lane, look: &Look, index: &mut StepIndex) -> EventsView {
    let window = &look.events;
    let lens = if window.through_lens {
        look.lens
    } else {
        Lens::default()
    };
    index.update(lane.branch(), lens, window.fold_timers);
    let steps = lane.branch().steps();
    let listed = || index.listed().iter().map(|at| &steps[*at as usize]);
    let shown = window.count.min(LINES_MAX);
    let total = count(index.listed().len());
    let first = window.first.unwrap_or_else(|| {
        let is_before = |at: &u32| steps[*at as usize].index < lane.position();
        count(index.listed().partition_point(is_before)).saturating_sub(shown / 2)
    });
    let first = first.min(total.saturating_sub(shown));
    let lines = listed().skip(first as usize).take(shown as usize).map(line);
    EventsView {
        matching: total,
        hidden_timers: index.hidden_timers(),
        first,
        lines: lines.collect(),
        lens,
    }
}

/// One tick a step; where there are many, one a pixel: the weightiest kind of its steps. The index
/// knows all steps.
pub(super) fn ticks(
    lane: &Lane,
    look: &Look,
    index: &StepIndex,
    seen: &mut bool,
) -> Option<Vec<Tick>> {
    if core::mem::replace(seen, true) {
        return None;
    }
    let steps = lane.branch().steps();
    let pixels = (look.scrubber_width.max(1) as usize).max(TICKS_UNMERGED);
    let bucket = steps.len().div_ceil(pixels).max(1);
    let buckets = steps.chunks(bucket).zip(index.kinds().chunks(bucket));
    let ticks = buckets.filter_map(|(steps, kinds)| {
        Some(Tick {
            step: steps.first()?.index,
            count: count(steps.len()),
            kind: kinds.iter().copied().max()?,
        })
    });
    Some(ticks.collect())
}

pub(super) fn branches(lane: &Lane, seen: &mut bool) -> Option<Vec<BranchView>> {
    if core::mem::replace(seen, true) {
        return None;
    }
    let branches = lane.branches().iter().map(|branch| BranchView {
        id: branch.id,
        parent: branch.parent,
        name: branch.name.clone(),
        first_step: branch
            .parent
            .and_then(|(_, step)| branch.step(step + 1))
            .map(line),
        last_step: branch.steps().last().map(line),
        recorded: branch.recorded(),
    });
    Some(branches.collect())
}
