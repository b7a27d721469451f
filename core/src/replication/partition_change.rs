//! How the KRaft controller turns a wish into a change record.
//!
//! Source: `org.apache.kafka.controller.PartitionChangeBuilder`, without reassignment and eligible
//! leader replicas, which come with the issue on elections in full.

use alloc::vec::Vec;

use crate::kafka::{BrokerId, LeaderEpoch};

/// What kind of election a change may contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Election {
    /// The present leader stays if it may; else the first valid replica.
    Online,
    /// The preferred replica if it may lead; else as things are.
    Preferred,
    /// As `Online`, and if nobody is valid any acceptable replica.
    Unclean,
}

/// A partition as the controller stores it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartitionFacts<'a> {
    /// The assignment, in order.
    pub replicas: &'a [BrokerId],
    /// The ISR.
    pub isr: &'a [BrokerId],
    /// The leader; `None` is Kafka's -1.
    pub leader: Option<BrokerId>,
    /// The leader epoch.
    pub leader_epoch: LeaderEpoch,
    /// After an unclean election, until the leader reports itself recovered.
    pub recovering: bool,
}

/// The wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wish<'a> {
    /// The ISR wanted.
    pub target_isr: &'a [BrokerId],
    /// The election allowed.
    pub election: Election,
    /// The leader asks itself, and reports that it has recovered.
    pub recovered: bool,
    /// Before metadata version 3.6 a shrink raises the leader epoch.
    pub shrink_bumps_leader_epoch: bool,
}

/// A change record: fields that are `None` stay as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangeRecord {
    /// The new leader; the inner `None` is -1. Setting it, even to the same id, raises the leader epoch.
    pub leader: Option<Option<BrokerId>>,
    /// The new ISR.
    pub isr: Option<Vec<BrokerId>>,
    /// The new recovery state.
    pub recovering: Option<bool>,
    /// The leader was elected outside of the ISR.
    pub unclean: bool,
}

/// The outcome of an election within a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElectionResult {
    /// The leader; `None` is -1.
    pub leader: Option<BrokerId>,
    /// It is not in the target ISR.
    pub unclean: bool,
}

/// Elects a leader (`PartitionChangeBuilder.electLeader`).
#[must_use]
pub fn elect(
    partition: PartitionFacts<'_>,
    target_isr: &[BrokerId],
    election: Election,
    acceptable: impl Fn(BrokerId) -> bool,
) -> ElectionResult {
    let valid = |id: &BrokerId| target_isr.contains(id) && acceptable(*id);
    let clean = |leader: Option<BrokerId>| ElectionResult {
        leader,
        unclean: false,
    };
    if election == Election::Preferred
        && let Some(preferred) = partition.replicas.first().filter(|id| valid(id))
    {
        return clean(Some(*preferred));
    }
    if let Some(leader) = partition.leader.filter(|id| valid(id)) {
        return clean(Some(leader));
    }
    if let Some(leader) = partition.replicas.iter().find(|id| valid(id)) {
        return clean(Some(*leader));
    }
    if election == Election::Unclean
        && let Some(leader) = partition.replicas.iter().find(|id| acceptable(**id))
    {
        return ElectionResult {
            leader: Some(*leader),
            unclean: true,
        };
    }
    clean(None)
}

/// Computes the change record, or `None` if nothing would change.
///
/// Order matters, and it is Kafka's: the election first, then the ISR, then the epoch bump for a shrink.
#[must_use]
pub fn change(
    partition: PartitionFacts<'_>,
    wish: Wish<'_>,
    acceptable: impl Fn(BrokerId) -> bool,
) -> Option<ChangeRecord> {
    let mut record = ChangeRecord::default();
    let elected = elect(partition, wish.target_isr, wish.election, acceptable);
    if elected.leader != partition.leader {
        record.leader = Some(elected.leader);
        if let (true, Some(leader)) = (elected.unclean, elected.leader) {
            record.isr = Some(Vec::from([leader]));
            record.unclean = true;
            if !partition.recovering {
                record.recovering = Some(true);
            }
        }
    }
    // The last member is never dropped: somebody has to be able to lead again.
    if record.isr.is_none() && wish.target_isr != partition.isr && !wish.target_isr.is_empty() {
        record.isr = Some(wish.target_isr.to_vec());
    }
    let shrinks = record
        .isr
        .as_ref()
        .is_some_and(|isr| partition.isr.iter().any(|id| !isr.contains(id)));
    if shrinks && wish.shrink_bumps_leader_epoch && record.leader.is_none() {
        record.leader = Some(partition.leader);
    }
    if wish.recovered && partition.recovering && !record.unclean {
        record.recovering = Some(false);
    }
    let empty = record.leader.is_none() && record.isr.is_none() && record.recovering.is_none();
    (!empty).then_some(record)
}
