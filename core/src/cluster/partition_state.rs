//! A partition as the controller stores it: who leads, in which epochs, with which ISR.

use alloc::rc::Rc;
use alloc::vec::Vec;

use crate::kafka::{BrokerId, LeaderEpoch};

/// The controller's state of a partition. Lists are shared: a metadata record, the controller and the
/// brokers that applied it point to the same ones.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PartitionState {
    /// The assignment, in order; the first is the preferred replica.
    pub replicas: Rc<[BrokerId]>,
    /// The ISR, in assignment order (Kafka's own order varies and has no meaning).
    pub isr: Rc<[BrokerId]>,
    /// The leader; `None` is Kafka's -1.
    pub leader: Option<BrokerId>,
    /// Rises by one with every leadership decision.
    pub leader_epoch: LeaderEpoch,
    /// Rises by one with every change (ZooKeeper: the data version of the state node).
    pub partition_epoch: i32,
    /// After an unclean election, until the leader reports itself recovered.
    pub recovering: bool,
}

impl PartitionState {
    /// `ids` in assignment order, without those that are not assigned.
    #[must_use]
    pub fn in_assignment_order(&self, ids: &[BrokerId]) -> Rc<[BrokerId]> {
        let members: Vec<BrokerId> = self
            .replicas
            .iter()
            .copied()
            .filter(|id| ids.contains(id))
            .collect();
        members.into()
    }

    /// The preferred replica.
    #[must_use]
    pub fn preferred(&self) -> Option<BrokerId> {
        self.replicas.first().copied()
    }
}
