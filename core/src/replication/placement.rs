//! Where the replicas of a new topic go, without racks.
//!
//! Source: `AdminUtils.assignReplicasToBrokersRackUnaware`. Rack-aware placement and the KRaft placer
//! come with the issue on elections in full.

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
    let count = brokers.len();
    if replication_factor == 0 || replication_factor > count {
        return None;
    }
    let rows = (0..partitions).map(|partition| {
        let first = (partition + start.start_index) % count;
        let shift = start.next_replica_shift + partition / count;
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
