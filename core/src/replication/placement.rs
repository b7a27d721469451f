//! Where the replicas of new partitions go: without racks, with racks, and as KRaft places them.
//!
//! Source: `AdminUtils.assignReplicasToBrokers` (ZooKeeper), `StripedReplicaPlacer` (KRaft). What is
//! random in Kafka is chosen by the caller, so that a table can be repeated.

use alloc::vec::Vec;

use crate::kafka::BrokerId;

/// Start and shift are random in Kafka; here they are chosen, so that a table can be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacementStart {
    /// Position, in the broker list, of the first partition's first replica.
    pub start_index: usize,
    /// Distance between first and second replica, minus one, at the first partition.
    pub next_replica_shift: usize,
}

/// Assigns `replication_factor` replicas to each of `partitions` partitions, or `None` if there are
/// fewer brokers than replicas.
///
/// First replicas go round the brokers; the distance to the second one grows by one each time the
/// round is complete, so that a broker's followers spread over all others.
#[must_use]
pub fn place(
    brokers: &[BrokerId],
    partitions: usize,
    replication_factor: usize,
    start: PlacementStart,
) -> Option<Vec<Vec<BrokerId>>> {
    place_from(0, brokers, partitions, replication_factor, start)
}

/// As [`place`], for a topic that has `existing` partitions already.
#[must_use]
pub fn place_from(
    existing: usize,
    brokers: &[BrokerId],
    partitions: usize,
    replication_factor: usize,
    start: PlacementStart,
) -> Option<Vec<Vec<BrokerId>>> {
    let count = brokers.len();
    if replication_factor == 0 || replication_factor > count {
        return None;
    }
    let rows = (existing..existing + partitions).map(|partition| {
        let (first, shift) = start.of(existing, partition, count);
        let others = (0..replication_factor - 1).map(|replica| {
            let distance = 1 + (shift + replica) % (count - 1);
            (first + distance) % count
        });
        core::iter::once(first)
            .chain(others)
            .filter_map(|index| brokers.get(index).copied())
            .collect()
    });
    Some(rows.collect())
}

/// As [`place_from`] for brokers that all have a rack: as many racks as possible hold a replica.
#[must_use]
pub fn place_by_rack(
    existing: usize,
    brokers: &[(BrokerId, &str)],
    partitions: usize,
    replication_factor: usize,
    start: PlacementStart,
) -> Option<Vec<Vec<BrokerId>>> {
    let count = brokers.len();
    if replication_factor == 0 || replication_factor > count {
        return None;
    }
    let (brokers, racks) = alternate(brokers);
    let rows = (existing..existing + partitions).map(|partition| {
        let (first, shift) = start.of(existing, partition, count);
        let mut chosen: Vec<(BrokerId, &str)> = brokers.get(first).copied().into_iter().collect();
        let mut probe = 0;
        while chosen.len() < replication_factor {
            let distance = 1 + (shift * racks + probe) % (count - 1);
            probe += 1;
            let Some(candidate) = brokers.get((first + distance) % count) else {
                continue;
            };
            let used = |test: &dyn Fn(&(BrokerId, &str)) -> bool| chosen.iter().any(test);
            // A rack comes again only when all have been used, as many as there are.
            let rack_is_free = chosen.len() >= racks || !used(&|(_, rack)| *rack == candidate.1);
            if rack_is_free && !used(&|(id, _)| *id == candidate.0) {
                chosen.push(*candidate);
            }
        }
        chosen.into_iter().map(|(id, _)| id).collect()
    });
    Some(rows.collect())
}

/// One broker of each rack in turn, racks by name and brokers by id; and how many racks there are.
fn alternate<'a>(brokers: &[(BrokerId, &'a str)]) -> (Vec<(BrokerId, &'a str)>, usize) {
    let mut sorted: Vec<(usize, &str, BrokerId)> = Vec::new();
    for (id, rack) in brokers {
        let before = brokers
            .iter()
            .filter(|(other, same)| same == rack && other < id);
        sorted.push((before.count(), rack, *id));
    }
    sorted.sort_unstable();
    let racks = sorted.iter().filter(|(round, ..)| *round == 0).count();
    let alternated = sorted.into_iter().map(|(_, rack, id)| (id, rack));
    (alternated.collect(), racks)
}

impl PlacementStart {
    /// The position of a partition's first replica, and its shift.
    const fn of(self, existing: usize, partition: usize, count: usize) -> (usize, usize) {
        // A turn that is complete when the first partition is placed counts, unless nothing was before.
        let turns = partition / count - existing.saturating_sub(1) / count;
        (
            (partition + self.start_index) % count,
            self.next_replica_shift + turns,
        )
    }
}

/// A broker as the KRaft placer sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UsableBroker<'a> {
    /// The broker.
    pub id: BrokerId,
    /// Its rack; all without one are a rack of their own.
    pub rack: Option<&'a str>,
    /// It is registered and fenced: used last, and never to lead.
    pub fenced: bool,
}

/// The brokers of a rack that are fenced, or that are not, and how far round them the placer is.
#[derive(Clone, Debug, Default)]
struct Ring {
    brokers: Vec<BrokerId>,
    epoch: usize,
    index: usize,
    offset: usize,
}

impl Ring {
    fn next(&mut self, epoch: usize) -> Option<BrokerId> {
        let size = self.brokers.len();
        if self.epoch != epoch && size > 0 {
            self.epoch = epoch;
            self.index = 0;
            self.offset = (self.offset + 1) % size;
        }
        if self.index >= size {
            return None;
        }
        self.index += 1;
        self.brokers
            .get((self.index - 1 + self.offset) % size)
            .copied()
    }
}

/// Why the KRaft placer refuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StripedError {
    /// There are fewer brokers than replicas, or none is asked for.
    TooFewBrokers,
    /// All brokers are fenced.
    AllFenced,
}

/// Assigns replicas as a KRaft controller does: racks in turn, in each the next broker. `draw` gives a
/// number below the one it gets: where lists begin, and how they are shuffled after as many partitions as
/// there are unfenced brokers.
///
/// # Errors
/// If there are too few brokers, or none may lead.
pub fn place_striped(
    brokers: &[UsableBroker<'_>],
    partitions: usize,
    replication_factor: usize,
    draw: &mut dyn FnMut(usize) -> usize,
) -> Result<Vec<Vec<BrokerId>>, StripedError> {
    let unfenced = brokers.iter().filter(|broker| !broker.fenced).count();
    if replication_factor == 0 || replication_factor > brokers.len() {
        return Err(StripedError::TooFewBrokers);
    }
    if unfenced == 0 {
        return Err(StripedError::AllFenced);
    }
    let mut names: Vec<Option<&str>> = brokers.iter().map(|broker| broker.rack).collect();
    names.sort_unstable();
    names.dedup();
    // Of each rack first those that are not fenced.
    let mut racks: Vec<[Ring; 2]> = Vec::new();
    for name in names {
        racks.push([false, true].map(|fenced| {
            let members = brokers
                .iter()
                .filter(|broker| broker.rack == name && broker.fenced == fenced);
            let mut brokers: Vec<BrokerId> = members.map(|broker| broker.id).collect();
            brokers.sort_unstable();
            let offset = if brokers.is_empty() {
                0
            } else {
                draw(brokers.len())
            };
            Ring {
                brokers,
                offset,
                ..Ring::default()
            }
        }));
    }
    let count = racks.len();
    let (mut epoch, mut offset) = (0, draw(count));
    let mut rows = Vec::new();
    for _ in 0..partitions {
        if epoch == unfenced && unfenced > 1 {
            shuffle(&mut racks, draw);
            for ring in racks.iter_mut().flatten() {
                shuffle(&mut ring.brokers, draw);
            }
            epoch = 0;
        }
        let mut row = Vec::new();
        let mut leads_from = None;
        for rack in (offset..offset + count).map(|at| at % count) {
            if let Some(leader) = racks.get_mut(rack).and_then(|[ring, _]| ring.next(epoch)) {
                row.push(leader);
                leads_from = Some(rack);
                break;
            }
        }
        // Round the racks; that of the leader is left out once.
        let mut at = offset % count;
        while row.len() < replication_factor {
            if leads_from == Some(at) {
                leads_from = None;
            } else if let Some([unfenced, fenced]) = racks.get_mut(at) {
                row.extend(unfenced.next(epoch).or_else(|| fenced.next(epoch)));
            }
            at = (at + 1) % count;
        }
        epoch += 1;
        offset = offset % count + 1;
        rows.push(row);
    }
    Ok(rows)
}

fn shuffle<T>(items: &mut [T], draw: &mut dyn FnMut(usize) -> usize) {
    for last in (1..items.len()).rev() {
        items.swap(last, draw(last + 1));
    }
}
