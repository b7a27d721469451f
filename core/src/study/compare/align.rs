//! Two runs on one clock: which step of the one is which of the other.
//!
//! What counts is what a step is: the command, the timer, or the message with its ends, its kind and its
//! partition; never its number, and never what came of it. So a message more in one run shifts nothing.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::mem::discriminant;

use crate::scenario::command_text;
use crate::sim::command::Command;
use crate::sim::event::{Step, Trigger, VirtualTime};
use crate::sim::trace::stable_hash;
use crate::topology::{PartitionId, Topology};

/// Steps of runs by themselves are the same one only if they are no further apart than this: further
/// apart they are two events on the clock, even if they are alike.
const TOLERANCE_US: u64 = 50_000;

/// A stretch in which so many pairs would have to be weighed is gone through without looking far ahead.
const PAIRS_MAX: usize = 1 << 22;

/// How far is looked ahead then.
const AHEAD: usize = 64;

/// A row: a step of either run, or of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Row {
    /// Where the left run is after it.
    pub(super) left: u32,
    /// Where the right run is after it.
    pub(super) right: u32,
    /// The left run has a step here.
    pub(super) left_moves: bool,
    /// The right run has a step here.
    pub(super) right_moves: bool,
}

/// What a step is, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    time: VirtualTime,
    what: u64,
}

impl Place {
    /// Of a step of a run with this topology.
    pub(super) fn of(step: &Rc<Step>, topology: &Topology) -> Self {
        let place = |id: Option<PartitionId>| {
            id.and_then(|id| {
                let (topic, number) = topology.locate(id)?;
                Some((topology.topics.get(topic)?.name.as_str(), number))
            })
        };
        let what = match &step.trigger {
            Trigger::Command(command) => stable_hash(&(0, command_text(topology, &bare(command)))),
            Trigger::Message(head) => {
                let kind = discriminant(&head.kind);
                stable_hash(&(1, head.from, head.to, place(head.partition), kind))
            }
            Trigger::MessageLost(head) => {
                let kind = discriminant(&head.kind);
                stable_hash(&(2, head.from, head.to, place(head.partition), kind))
            }
            Trigger::Timer(timer) => {
                let at = (timer.broker(), place(timer.partition()));
                stable_hash(&(3, timer.name(), at))
            }
        };
        Self {
            time: step.time,
            what,
        }
    }
}

/// A command without what may differ in runs that are compared for it.
fn bare(command: &Command) -> Command {
    let mut command = command.clone();
    if let Command::Produce(produce) = &mut command {
        produce.acks = None;
    }
    command
}

/// Lays two runs side by side. Schedules by hand are aligned command by command, whatever their times.
pub(super) fn align(left: &[Place], right: &[Place], by_hand: bool) -> Vec<Row> {
    let mut rows = Rows::default();
    rows.rows.push(rows.at);
    let same = left.iter().zip(right).take_while(|(l, r)| l == r).count();
    for _ in 0..same {
        rows.both();
    }
    let mut aligner = Aligner {
        left,
        right,
        by_hand,
        rows,
    };
    let (mut l, mut r) = (same, same);
    while l < left.len() || r < right.len() {
        let (to_l, to_r) = aligner.stretch(l, r);
        aligner.between(l, to_l, r, to_r);
        (l, r) = (to_l, to_r);
    }
    aligner.rows.rows
}

#[derive(Debug)]
struct Rows {
    at: Row,
    rows: Vec<Row>,
}

impl Default for Rows {
    fn default() -> Self {
        Self {
            at: Row {
                left: 0,
                right: 0,
                left_moves: false,
                right_moves: false,
            },
            rows: Vec::new(),
        }
    }
}

impl Rows {
    fn push(&mut self, left_moves: bool, right_moves: bool) {
        self.at = Row {
            left: self.at.left + u32::from(left_moves),
            right: self.at.right + u32::from(right_moves),
            left_moves,
            right_moves,
        };
        self.rows.push(self.at);
    }

    fn both(&mut self) {
        self.push(true, true);
    }
}

struct Aligner<'a> {
    left: &'a [Place],
    right: &'a [Place],
    by_hand: bool,
    rows: Rows,
}

impl Aligner<'_> {
    /// The end of the stretch that begins here: beyond it nothing can be the same step as anything in it.
    fn stretch(&self, l: usize, r: usize) -> (usize, usize) {
        if self.by_hand {
            return (self.left.len(), self.right.len());
        }
        let (mut to_l, mut to_r) = (l, r);
        let mut last: Option<u64> = None;
        loop {
            let one = self.left.get(to_l).map(|place| place.time.0);
            let other = self.right.get(to_r).map(|place| place.time.0);
            let Some(next) = one.into_iter().chain(other).min() else {
                return (to_l, to_r);
            };
            if last.is_some_and(|last| next > last.saturating_add(TOLERANCE_US)) {
                return (to_l, to_r);
            }
            last = Some(next);
            if one == Some(next) {
                to_l += 1;
            } else {
                to_r += 1;
            }
        }
    }

    fn may_match(&self, l: usize, r: usize) -> bool {
        let (Some(one), Some(other)) = (self.left.get(l), self.right.get(r)) else {
            return false;
        };
        one.what == other.what
            && (self.by_hand || one.time.0.abs_diff(other.time.0) <= TOLERANCE_US)
    }

    /// What a match is worth: one at the very same time a little more.
    fn worth(&self, l: usize, r: usize) -> u32 {
        let same_time =
            self.left.get(l).map(|place| place.time) == self.right.get(r).map(|place| place.time);
        if self.may_match(l, r) {
            2 + u32::from(same_time)
        } else {
            0
        }
    }

    fn between(&mut self, l: usize, to_l: usize, r: usize, to_r: usize) {
        let (width, height) = (to_r - r, to_l - l);
        if width.saturating_mul(height) > PAIRS_MAX {
            self.hurried(l, to_l, r, to_r);
            return;
        }
        // The best that can still be had from (i, j) on.
        let mut best = alloc::vec![0_u32; (width + 1) * (height + 1)];
        let at = |i: usize, j: usize| i * (width + 1) + j;
        for i in (0..height).rev() {
            for j in (0..width).rev() {
                let alone = best[at(i + 1, j)].max(best[at(i, j + 1)]);
                let worth = self.worth(l + i, r + j);
                best[at(i, j)] = if worth > 0 {
                    alone.max(best[at(i + 1, j + 1)] + worth)
                } else {
                    alone
                };
            }
        }
        let (mut i, mut j) = (0, 0);
        let (mut from_l, mut from_r) = (l, r);
        while i < height && j < width {
            let worth = self.worth(l + i, r + j);
            if worth > 0 && best[at(i, j)] == best[at(i + 1, j + 1)] + worth {
                self.alone(from_l, l + i, from_r, r + j);
                self.rows.both();
                i += 1;
                j += 1;
                (from_l, from_r) = (l + i, r + j);
            } else if best[at(i, j)] == best[at(i + 1, j)] {
                i += 1;
            } else {
                j += 1;
            }
        }
        self.alone(from_l, to_l, from_r, to_r);
    }

    /// Each step with the first that may be it, a little way ahead.
    fn hurried(&mut self, mut l: usize, to_l: usize, mut r: usize, to_r: usize) {
        let mut from_l = l;
        while l < to_l {
            let ahead = r..to_r.min(r + AHEAD);
            if let Some(found) = ahead.into_iter().find(|at| self.may_match(l, *at)) {
                self.alone(from_l, l, r, found);
                self.rows.both();
                from_l = l + 1;
                r = found + 1;
            }
            l += 1;
        }
        self.alone(from_l, to_l, r, to_r);
    }

    /// Steps that only one of both runs has, by time; the left one first.
    fn alone(&mut self, mut l: usize, to_l: usize, mut r: usize, to_r: usize) {
        while l < to_l || r < to_r {
            let one = (l < to_l).then(|| self.left[l].time);
            let other = (r < to_r).then(|| self.right[r].time);
            let left_first = match (one, other) {
                (Some(one), Some(other)) => one <= other,
                (one, _) => one.is_some(),
            };
            self.rows.push(left_first, !left_first);
            if left_first {
                l += 1;
            } else {
                r += 1;
            }
        }
    }
}
