//! After every step: the books are kept, and the promises are checked.
//!
//! Written apart from the code it judges: it looks at states and effects only. What a pair of logs was
//! compared for once is not compared again (see [`super::agreement`]).

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::Simulation;
use super::cell::PartitionCell;
use super::ledger::AcknowledgedRecord;
use crate::cluster::broker::Process;
use crate::cluster::replica::Replica;
use crate::event::Effect;
use crate::event::InvariantId;
use crate::kafka::{BrokerId, NO_PRODUCER_ID, Offset};
use crate::replication::acks::Acks;
use crate::replication::produce::effective_min_isr;
use crate::shared::sort_few;
use crate::topology::PartitionId;

impl Simulation {
    /// Writes the step's effects into the books of their partitions.
    pub(super) fn keep_books(&mut self) {
        let effects = core::mem::take(&mut self.effects);
        for effect in &effects {
            self.keep_book(effect);
        }
        self.effects = effects;
    }

    fn keep_book(&mut self, effect: &Effect) {
        let (partition, broker) = match effect {
            Effect::Appended {
                partition, broker, ..
            }
            | Effect::HighWatermark {
                partition, broker, ..
            }
            | Effect::Truncated {
                partition, broker, ..
            }
            | Effect::RecordsLost {
                partition, broker, ..
            }
            | Effect::Acknowledged {
                partition, broker, ..
            } => (*partition, *broker),
            _ => return,
        };
        let Some(cell) = self.cells.get_mut(partition.index()) else {
            return;
        };
        let replicas = cell.replicas.len();
        let Some(position) = cell
            .replicas
            .iter()
            .position(|replica| replica.broker == broker)
        else {
            return;
        };
        let Some(replica) = cell.replicas.get(position) else {
            return;
        };
        match effect {
            Effect::Appended {
                from,
                to,
                as_leader,
                ..
            } => {
                if *as_leader {
                    cell.ledger.written += (to - from).unsigned_abs();
                }
                for stamp in replica.log.stamps(*from) {
                    self.trace.record_disk((partition, broker, Some(stamp)));
                }
            }
            Effect::HighWatermark {
                from,
                to,
                as_leader: true,
                ..
            } => cell.ledger.commit(replica, *from, *to),
            Effect::Truncated { to, .. } | Effect::RecordsLost { to, .. } => {
                self.trace.record_disk((partition, broker, *to));
                cell.agreement.cut(replicas, position, *to);
            }
            Effect::Acknowledged {
                base_offset,
                values,
                acks,
                ..
            } => {
                for (offset, value) in (*base_offset..).zip(values) {
                    let leader_epoch = replica.leader_epoch;
                    cell.ledger.acknowledge(AcknowledgedRecord {
                        offset,
                        leader_epoch,
                        acks: *acks,
                        value: Rc::from(value.as_str()),
                    });
                }
            }
            _ => {}
        }
    }

    /// Checks every partition the step touched, and reports what broke and what holds again.
    pub(super) fn check_invariants(&mut self) {
        if !self.effects.iter().any(concerns_promises) {
            return;
        }
        let mut touched = core::mem::take(&mut self.touched);
        sort_few(&mut touched);
        touched.dedup();
        let effects = core::mem::take(&mut self.effects);
        let mut changes = Vec::new();
        for partition in &touched {
            let mut broken = self.broken_by_effects(*partition, &effects);
            broken.extend(self.broken_by_state(*partition));
            sort_few(&mut broken);
            broken.dedup();
            self.note_broken(*partition, &broken, &mut changes);
        }
        self.effects = effects;
        self.effects.append(&mut changes);
        self.touched = touched;
    }

    fn note_broken(
        &mut self,
        partition: PartitionId,
        broken: &[InvariantId],
        changes: &mut Vec<Effect>,
    ) {
        let step = self.step;
        let Some(cell) = self.cell(partition) else {
            return;
        };
        let same = cell.broken.len() == broken.len()
            && cell
                .broken
                .iter()
                .zip(broken)
                .all(|((id, _), now)| id == now);
        if same {
            return;
        }
        let before = Rc::clone(&cell.broken);
        let since = |id: &InvariantId| {
            before
                .iter()
                .find(|(known, _)| known == id)
                .map_or(step, |(_, since)| *since)
        };
        let now: Vec<(InvariantId, u32)> = broken.iter().map(|id| (*id, since(id))).collect();
        for id in broken {
            if !before.iter().any(|(known, _)| known == id) {
                changes.push(Effect::Invariant {
                    id: *id,
                    partition,
                    broken: true,
                });
            }
        }
        for (id, _) in before.iter() {
            if !broken.contains(id) {
                changes.push(Effect::Invariant {
                    id: *id,
                    partition,
                    broken: false,
                });
            }
        }
        if let Some(cell) = self.cells.get_mut(partition.index()) {
            cell.broken = now.into();
        }
    }

    /// I4, I8, I9, I14, I16 and I17 speak of what happens, not of what is.
    fn broken_by_effects(&self, partition: PartitionId, effects: &[Effect]) -> Vec<InvariantId> {
        let mut broken = Vec::new();
        for effect in effects {
            match effect {
                Effect::HighWatermark {
                    partition: at,
                    from,
                    to,
                    as_leader: true,
                    ..
                } if *at == partition && to < from => broken.push(InvariantId::I4),
                Effect::PartitionChanged {
                    partition: at,
                    from,
                    to,
                    ..
                } if *at == partition
                    && (to.leader_epoch < from.leader_epoch
                        || to.partition_epoch <= from.partition_epoch) =>
                {
                    broken.push(InvariantId::I14);
                }
                Effect::Acknowledged {
                    partition: at,
                    broker,
                    base_offset,
                    values,
                    acks: Acks::All,
                } if *at == partition => {
                    let end = base_offset + i64::try_from(values.len()).unwrap_or(0);
                    broken.extend(self.broken_by_acknowledgement(partition, *broker, end));
                }
                Effect::Appended {
                    partition: at,
                    broker,
                    from,
                    as_leader: true,
                    ..
                } if *at == partition && self.repeats_sequence(partition, *broker, *from) => {
                    broken.push(InvariantId::I16);
                }
                Effect::ConsumerRead {
                    partition: at,
                    broker,
                    offset,
                    values,
                    ..
                } if *at == partition && !values.is_empty() => {
                    let high_watermark = self
                        .cell(partition)
                        .and_then(|cell| cell.replica(*broker))
                        .map_or(0, |replica| replica.log.high_watermark());
                    let read = i64::try_from(values.len()).unwrap_or(i64::MAX);
                    if offset.saturating_add(read) > high_watermark {
                        broken.push(InvariantId::I17);
                    }
                }
                _ => {}
            }
        }
        broken
    }

    fn broken_by_acknowledgement(
        &self,
        partition: PartitionId,
        broker: BrokerId,
        end: Offset,
    ) -> Vec<InvariantId> {
        let mut broken = Vec::new();
        let Some(cell) = self.cell(partition) else {
            return broken;
        };
        let Some(leader) = cell.replica(broker) else {
            return broken;
        };
        if leader.log.high_watermark() < end {
            broken.push(InvariantId::I9);
        }
        let min_insync_replicas = self.min_insync_replicas(cell, Some(broker));
        let effective_min = effective_min_isr(min_insync_replicas, cell.replicas.len());
        if effective_min >= 2 && count_copies(cell, leader, end - 1) < effective_min {
            broken.push(InvariantId::I8);
        }
        broken
    }

    fn repeats_sequence(&self, partition: PartitionId, broker: BrokerId, from: Offset) -> bool {
        let Some(replica) = self.cell(partition).and_then(|cell| cell.replica(broker)) else {
            return false;
        };
        if replica.log.producer_states().is_empty() {
            return false;
        }
        let mut known = Vec::new();
        let mut repeated = false;
        replica.log.for_each_batch(Offset::MIN, |batch| {
            if batch.producer_id() == NO_PRODUCER_ID {
                return;
            }
            let sequence = (
                batch.producer_id(),
                batch.producer_epoch(),
                batch.base_sequence(),
            );
            repeated |= batch.base_offset() >= from && known.contains(&sequence);
            known.push(sequence);
        });
        repeated
    }

    fn broken_by_state(&mut self, partition: PartitionId) -> Vec<InvariantId> {
        let mut broken = Vec::new();
        if self.cell(partition).is_some_and(|cell| !cell.exists()) {
            // Nothing is promised of what was deleted.
            return broken;
        }
        let leaderless = self.cell(partition).is_some_and(|cell| {
            cell.state.leader.is_none()
                && cell
                    .state
                    .isr
                    .iter()
                    .any(|id| self.controller.is_eligible(*id))
        });
        if leaderless {
            broken.push(InvariantId::I18);
        }
        let Self {
            cells,
            brokers,
            topology,
            ..
        } = self;
        let Some(cell) = cells.get_mut(partition.index()) else {
            return broken;
        };
        let is_live = |id| {
            let broker = topology
                .broker_index(id)
                .and_then(|index| brokers.get(index));
            broker
                .is_some_and(|broker| matches!(broker.process, Process::Running | Process::Paused))
        };
        check_controller(cell, &mut broken);
        check_bounds(cell, &mut broken);
        check_leader(cell, &mut broken);
        check_pairs(cell, is_live, &mut broken);
        broken
    }
}

/// Whether an effect changes anything that a promise speaks of.
const fn concerns_promises(effect: &Effect) -> bool {
    !matches!(
        effect,
        Effect::RemoteLogEndOffset { .. }
            | Effect::FetchRefused { .. }
            | Effect::ProduceWaits { .. }
            | Effect::ProduceFailed { .. }
            | Effect::DuplicateBatch { .. }
    )
}

fn check_controller(cell: &PartitionCell, broken: &mut Vec<InvariantId>) {
    let state = &cell.state;
    if state
        .leader
        .is_some_and(|leader| !state.isr.contains(&leader))
    {
        broken.push(InvariantId::I11);
    }
    if state.isr.iter().any(|id| !state.replicas.contains(id)) {
        broken.push(InvariantId::I12);
    }
    if state.isr.is_empty() {
        broken.push(InvariantId::I13);
    }
}

fn check_bounds(cell: &PartitionCell, broken: &mut Vec<InvariantId>) {
    for (index, replica) in cell.replicas.iter().enumerate() {
        let log = &replica.log;
        let (start, end) = (log.log_start_offset(), log.log_end_offset());
        if !(start..=end).contains(&log.high_watermark()) {
            broken.push(InvariantId::I5);
        }
        let twin = replica.leadership().is_some()
            && cell.replicas.iter().skip(index + 1).any(|other| {
                other.leadership().is_some() && other.leader_epoch == replica.leader_epoch
            });
        if twin {
            broken.push(InvariantId::I3);
        }
    }
}

/// I1, I10 and I15 hold the true leader against the books and the ISR.
fn check_leader(cell: &mut PartitionCell, broken: &mut Vec<InvariantId>) {
    let Some(leader) = cell.true_leader() else {
        return;
    };
    let broker = leader.broker;
    let outside = leader.leadership().is_some_and(|leadership| {
        cell.state
            .isr
            .iter()
            .any(|id| !leadership.in_maximal_isr(*id))
    });
    if outside {
        broken.push(InvariantId::I15);
    }
    let PartitionCell {
        replicas, ledger, ..
    } = cell;
    if let Some(leader) = replicas.iter().find(|replica| replica.broker == broker) {
        let (committed, weakly_acknowledged) = ledger.missing_from(leader);
        if committed {
            broken.push(InvariantId::I1);
        }
        if weakly_acknowledged {
            broken.push(InvariantId::I10);
        }
    }
}

/// I2, I6 and I7 hold replicas against each other.
fn check_pairs(
    cell: &mut PartitionCell,
    is_live: impl Fn(BrokerId) -> bool,
    broken: &mut Vec<InvariantId>,
) {
    let leader = cell.true_leader().map(|leader| leader.broker);
    let PartitionCell {
        replicas,
        agreement,
        state,
        ..
    } = cell;
    for one in 0..replicas.len() {
        for other in one + 1..replicas.len() {
            let agreed = agreement.of(replicas, one, other);
            let (Some(first), Some(second)) = (replicas.get(one), replicas.get(other)) else {
                continue;
            };
            for (leading, member) in [(first, second), (second, first)] {
                let (start, committed) =
                    (leading.log.log_start_offset(), leading.log.high_watermark());
                let lacks = agreed < committed && committed > start;
                if lacks && leader == Some(leading.broker) && state.isr.contains(&member.broker) {
                    broken.push(InvariantId::I2);
                }
            }
            let both_committed = first.log.high_watermark().min(second.log.high_watermark());
            let start = first
                .log
                .log_start_offset()
                .max(second.log.log_start_offset());
            let differ = agreed < both_committed && both_committed > start;
            if differ && is_live(first.broker) && is_live(second.broker) {
                broken.push(InvariantId::I6);
            }
            if breaks_log_matching(first, second, agreed) {
                broken.push(InvariantId::I7);
            }
        }
    }
}

/// Behind the point where two logs part no offset may have the same leader epoch in both.
fn breaks_log_matching(one: &Replica, other: &Replica, agreed: Offset) -> bool {
    let end = one.log.log_end_offset().min(other.log.log_end_offset());
    if agreed >= end {
        return false;
    }
    let (mut left, mut right) = (one.log.stamps(agreed), other.log.stamps(agreed));
    let mut both = (left.next(), right.next());
    while let (Some(a), Some(b)) = both {
        if a.base_offset >= end || b.base_offset >= end {
            return false;
        }
        let overlap = a.base_offset <= b.last_offset && b.base_offset <= a.last_offset;
        if overlap && a.leader_epoch == b.leader_epoch {
            return true;
        }
        if a.last_offset <= b.last_offset {
            both.0 = left.next();
        }
        if b.last_offset <= a.last_offset {
            both.1 = right.next();
        }
    }
    false
}

/// How many logs have the batch that holds this offset of the leader's log.
fn count_copies(cell: &PartitionCell, leader: &Replica, offset: Offset) -> usize {
    let batch = |replica: &Replica| replica.log.stamp(offset);
    let Some(acknowledged) = batch(leader) else {
        return 0;
    };
    let copies = cell.replicas.iter().map(batch);
    copies.filter(|copy| *copy == Some(acknowledged)).count()
}
