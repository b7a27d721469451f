//! The steps of the shown branch by kind and through the lens, kept from frame to frame.
//!
//! A branch only grows: each frame looks at the steps that are new, and at all of them only when
//! another branch or another lens is looked through.

use alloc::rc::Rc;
use alloc::vec::Vec;

use crate::history::{Branch, BranchId};
use crate::session::moves::{kind_of, lens_passes};
use crate::session::request::{Lens, StepKind};
use crate::sim::event::Step;

/// Steps looked at so far.
#[derive(Debug, Default)]
pub(super) struct StepIndex {
    branch: BranchId,
    /// The last step looked at: another one in its place is another branch.
    last: Option<Rc<Step>>,
    kinds: Vec<StepKind>,
    lens: Lens,
    fold_timers: bool,
    /// Positions of the steps to be listed.
    listed: Vec<u32>,
    /// How many timers the lens lets through and the list leaves out.
    hidden_timers: u32,
}

impl StepIndex {
    /// Looks at the steps that are new.
    pub(super) fn update(&mut self, branch: &Branch, lens: Lens, fold_timers: bool) {
        let steps = branch.steps();
        if !self.is_of(branch) {
            *self = Self {
                branch: branch.id,
                lens,
                fold_timers,
                ..Self::default()
            };
        }
        let mut from = self.kinds.len();
        self.kinds
            .extend(steps[from..].iter().map(|step| kind_of(step)));
        if (self.lens, self.fold_timers) != (lens, fold_timers) {
            (self.lens, self.fold_timers) = (lens, fold_timers);
            self.listed.clear();
            self.hidden_timers = 0;
            from = 0;
        }
        for ((step, kind), position) in steps.iter().zip(&self.kinds).zip(0..).skip(from) {
            if !lens_passes(lens, step) {
                continue;
            }
            if fold_timers && *kind == StepKind::Timer {
                self.hidden_timers += 1;
            } else {
                self.listed.push(position);
            }
        }
        self.last = steps.last().cloned();
    }

    fn is_of(&self, branch: &Branch) -> bool {
        let known = self.kinds.len().checked_sub(1);
        let there = known.and_then(|last| branch.steps().get(last));
        let same = match (&self.last, there) {
            (Some(last), Some(there)) => Rc::ptr_eq(last, there),
            (None, None) => true,
            _ => false,
        };
        self.branch == branch.id && same
    }

    /// The kind of each step.
    pub(super) fn kinds(&self) -> &[StepKind] {
        &self.kinds
    }

    /// Positions of the steps to be listed, ascending.
    pub(super) fn listed(&self) -> &[u32] {
        &self.listed
    }

    /// How many timers the list leaves out.
    pub(super) const fn hidden_timers(&self) -> u32 {
        self.hidden_timers
    }
}
