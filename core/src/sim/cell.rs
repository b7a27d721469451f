//! One partition of the simulated cluster: the controller's state, the replicas, and the books.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::agreement::Agreement;
use super::ledger::Ledger;
use crate::cluster::partition_state::PartitionState;
use crate::cluster::replica::Replica;
use crate::event::InvariantId;
use crate::kafka::BrokerId;

/// A partition.
#[derive(Clone, Debug)]
pub struct PartitionCell {
    /// Its topic, by position.
    pub topic: u32,
    /// The controller's state.
    pub state: PartitionState,
    /// The replicas, in assignment order.
    pub replicas: Vec<Replica>,
    /// What became of its records.
    pub ledger: Ledger,
    /// How far pairs of logs are known to agree.
    pub agreement: Agreement,
    /// How many fetches each follower has begun at each leader: follower, leader, count.
    pub fetches: Vec<(BrokerId, BrokerId, u32)>,
    /// Invariants broken now, each with the step in which it broke.
    pub broken: Rc<[(InvariantId, u32)]>,
}

impl PartitionCell {
    /// Whether the controller has it: one that was deleted, or never came to be, has no assignment.
    #[must_use]
    pub fn exists(&self) -> bool {
        !self.state.replicas.is_empty()
    }

    /// The replica on a broker.
    #[must_use]
    pub fn replica(&self, broker: BrokerId) -> Option<&Replica> {
        self.replicas
            .iter()
            .find(|replica| replica.broker == broker)
    }

    /// The replica on a broker, to change it.
    pub fn replica_mut(&mut self, broker: BrokerId) -> Option<&mut Replica> {
        self.replicas
            .iter_mut()
            .find(|replica| replica.broker == broker)
    }

    /// The number of the last fetch that a follower began at a leader; 0 if it is none of this run.
    #[must_use]
    pub fn fetches_begun(&self, follower: BrokerId, leader: BrokerId) -> u32 {
        let mut counts = self.fetches.iter();
        let found = counts.find(|(one, other, _)| (*one, *other) == (follower, leader));
        found.map_or(0, |(_, _, count)| *count)
    }

    /// Counts a fetch that a follower begins at a leader; answers its number.
    pub fn begin_fetch(&mut self, follower: BrokerId, leader: BrokerId) -> u32 {
        let mut counts = self.fetches.iter_mut();
        let found = counts.find(|(one, other, _)| (*one, *other) == (follower, leader));
        match found {
            Some((_, _, count)) => {
                *count = count.saturating_add(1);
                *count
            }
            None => {
                self.fetches.push((follower, leader, 1));
                1
            }
        }
    }

    /// The true leader: the replica that the controller names and that knows it.
    #[must_use]
    pub fn true_leader(&self) -> Option<&Replica> {
        let replica = self.replica(self.state.leader?)?;
        let leads = replica.leadership().is_some();
        (leads && replica.leader_epoch == self.state.leader_epoch).then_some(replica)
    }
}
