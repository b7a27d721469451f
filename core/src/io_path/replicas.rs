//! What replication costs: every byte that is produced goes to the disk of each replica, and over the network to each
//! follower and each group that reads it.

/// The cost of so many bytes produced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplicaCost {
    /// Bytes that all disks of the replicas write.
    pub disk: u64,
    /// Bytes that the leader's card receives, from producers.
    pub leader_in: u64,
    /// Bytes that it sends to followers.
    pub to_followers: u64,
    /// Bytes that it sends to consumers.
    pub to_consumers: u64,
}

impl ReplicaCost {
    /// The cost of `bytes`, with so many replicas, and so many groups that each read them once from the leader.
    #[must_use]
    pub const fn of(bytes: u64, replication_factor: u32, groups: u32) -> Self {
        let followers = replication_factor.saturating_sub(1) as u64;
        Self {
            disk: bytes.saturating_mul(replication_factor as u64),
            leader_in: bytes,
            to_followers: bytes.saturating_mul(followers),
            to_consumers: bytes.saturating_mul(groups as u64),
        }
    }
}
