//! When leadership is given back to preferred replicas.
//!
//! Source: `KafkaController.checkAndTriggerAutoLeaderRebalance` (ZooKeeper),
//! `ReplicationControlManager.maybeBalancePartitionLeaders` (KRaft).

/// Elections a KRaft pass may make; at the limit the next pass follows at once.
pub const MAX_ELECTIONS_PER_IMBALANCE: usize = 1000;

/// A broker's share of the leaderships that are preferably its own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BrokerImbalance {
    /// Partitions whose first replica it is.
    pub preferred: u32,
    /// Those of them that it does not lead.
    pub not_led: u32,
}

impl BrokerImbalance {
    /// ZooKeeper mode: whether the share not led is above the percentage; exactly at it is not enough.
    #[must_use]
    pub const fn exceeds(self, percentage: u32) -> bool {
        self.preferred > 0 && self.not_led as u64 * 100 > self.preferred as u64 * percentage as u64
    }
}
