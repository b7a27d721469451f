//! What is to be said of one side at a row, as values: what is broken, lost, cut, mended.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::told::{InBoth, Verdict};
use super::track::{Change, Track};
use crate::event::{Effect, InvariantId};
use crate::session::frame::Frame;
use crate::sim::event::Step;

/// Invariants named at once.
const BROKEN_MAX: usize = 4;

/// What there is to judge of a side.
pub(super) struct Evidence<'a> {
    /// The frame of its present step.
    pub(super) frame: &'a Frame,
    /// What was noted of its run.
    pub(super) track: &'a Track,
    /// The chosen partition's changes.
    pub(super) changes: &'a [Change],
    /// The steps compared.
    pub(super) steps: &'a [Rc<Step>],
    /// This row is a step of this side.
    pub(super) moves: bool,
    /// What the other side is not spared, either.
    pub(super) in_both: &'a InBoth,
}

impl Evidence<'_> {
    /// The verdicts, the gravest first.
    pub(super) fn verdicts(&self) -> Vec<Verdict> {
        let frame = self.frame;
        let (partition, ledger) = (&frame.partition, &frame.ledger);
        let mut verdicts = Vec::new();
        verdicts.extend(self.diverged());
        verdicts.extend(self.broken());
        let own = |lost: &&String| !self.in_both.lost.contains(lost);
        let lost = ledger.lost.saturating_sub(self.in_both.lost.len() as u64);
        if lost > 0 {
            verdicts.push(Verdict::Lost {
                count: lost,
                examples: ledger.lost_examples.iter().filter(own).cloned().collect(),
            });
        }
        let isr = u32::try_from(partition.isr.len()).unwrap_or(u32::MAX);
        if partition.leader.is_none() {
            verdicts.push(Verdict::NoLeader);
        } else if isr < partition.effective_min_isr {
            verdicts.push(Verdict::UnderMinIsr {
                isr,
                min: partition.effective_min_isr,
            });
        }
        if ledger.acknowledged_not_committed > 0 {
            verdicts.push(Verdict::NotCommitted {
                count: ledger.acknowledged_not_committed,
                examples: ledger.acknowledged_not_committed_examples.clone(),
            });
        }
        if ledger.duplicated > 0 {
            verdicts.push(Verdict::Duplicated {
                count: ledger.duplicated,
                examples: ledger.duplicated_examples.clone(),
            });
        }
        verdicts.extend(self.cuts());
        let mended = self.mended();
        if verdicts
            .iter()
            .all(|verdict| matches!(verdict, Verdict::Cut { .. }))
        {
            verdicts.extend(mended);
            verdicts.push(if self.in_both.is_empty() {
                Verdict::Holds
            } else {
                Verdict::NothingElse
            });
        }
        verdicts
    }

    fn diverged(&self) -> Option<Verdict> {
        let lanes = &self.frame.partition.lanes;
        let differing = lanes
            .iter()
            .flat_map(|lane| &lane.records)
            .filter(|record| record.differs);
        let offset = differing.map(|record| record.offset).min()?;
        let records = lanes.iter().filter_map(|lane| {
            let mut records = lane.records.iter();
            let found = records.find(|record| record.offset == offset && record.differs)?;
            Some((lane.broker, found.label.clone()))
        });
        Some(Verdict::Diverged {
            offset,
            records: records.collect(),
        })
    }

    fn broken(&self) -> Vec<Verdict> {
        let step = self.frame.position.step;
        let mut named: Vec<InvariantId> = Vec::new();
        let mut verdicts = Vec::new();
        for violation in &self.frame.violations {
            let known =
                named.contains(&violation.id) || self.in_both.broken.contains(&violation.id);
            if known || named.len() == BROKEN_MAX {
                continue;
            }
            named.push(violation.id);
            let later = self.track.changes().iter().find(|change| {
                change.step > step
                    && change.partition == violation.partition
                    && !change.state.broken.contains(&violation.id)
            });
            verdicts.push(Verdict::Broken {
                id: violation.id,
                since_step: violation.since_step,
                until_step: later.map(|change| change.step),
                allowed_by: violation.allowed_by.clone(),
            });
        }
        verdicts
    }

    fn cuts(&self) -> Vec<Verdict> {
        let partition = self.frame.partition.id;
        let step = self.frame.step.iter().filter(|_| self.moves);
        let effects = step.flat_map(|step| &step.effects);
        let cuts = effects.filter_map(|effect| match effect {
            Effect::Truncated {
                partition: at,
                broker,
                from,
                to,
                reason,
            } if *at == partition && to < from => Some(Verdict::Cut {
                broker: *broker,
                from: *from,
                to: *to,
                reason: *reason,
            }),
            _ => None,
        });
        cuts.collect()
    }

    /// Invariants of the chosen partition that were broken before now, the latest first.
    fn mended(&self) -> Vec<Verdict> {
        let step = self.frame.position.step;
        let reached = self.changes.partition_point(|change| change.step <= step);
        let past = self.changes.get(..reached).unwrap_or_default();
        let mut verdicts: Vec<Verdict> = Vec::new();
        for pair in past.windows(2).rev() {
            let [before, after] = pair else {
                continue;
            };
            for id in &before.state.broken {
                let known = verdicts
                    .iter()
                    .any(|known| matches!(known, Verdict::Mended { id: named, .. } if named == id));
                if !known && !after.state.broken.contains(id) {
                    verdicts.push(Verdict::Mended {
                        id: *id,
                        in_step: after.step,
                    });
                }
            }
        }
        verdicts
    }

    /// The step to blame for what is broken or lost: the last one before the damage in which records went
    /// with power, disk or an unclean election, or were cut; else the one that did the damage.
    pub(super) fn blame(&self) -> Option<&Rc<Step>> {
        let step = self.frame.position.step;
        let violations = self.frame.violations.iter();
        let broken = violations.map(|violation| violation.since_step).min();
        let books = self.track.books();
        let reached = books.partition_point(|(since, _)| *since <= step);
        let lost = books.get(..reached).unwrap_or_default();
        let lost = lost
            .iter()
            .zip(lost.iter().skip(1))
            .rev()
            .find(|((_, before), (_, after))| after.lost() > before.lost())
            .map(|(_, (since, _))| *since)
            .filter(|_| self.frame.ledger.lost > 0);
        let damage = broken.into_iter().chain(lost).min()?;
        let steps = self.steps.get(..damage as usize).unwrap_or_default();
        let takes = |step: &&Rc<Step>| {
            step.effects.iter().any(|effect| {
                matches!(
                    effect,
                    Effect::RecordsLost { .. } | Effect::PartitionChanged { unclean: true, .. }
                ) || matches!(effect, Effect::Truncated { from, to, .. } if to < from)
            })
        };
        steps.iter().rev().find(takes).or_else(|| steps.last())
    }
}

/// What is wrong on both sides, as far as it is named.
pub(super) fn in_both(left: &Frame, right: &Frame) -> InBoth {
    let lost = left.ledger.lost_examples.iter();
    let lost = lost.filter(|value| right.ledger.lost_examples.contains(value));
    let mut broken: Vec<InvariantId> = Vec::new();
    for violation in &left.violations {
        let id = violation.id;
        let both = right.violations.iter().any(|other| other.id == id);
        if both && !broken.contains(&id) {
            broken.push(id);
        }
    }
    InBoth {
        lost: lost.cloned().collect(),
        broken,
    }
}
