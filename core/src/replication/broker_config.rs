//! What a broker has set for itself, where brokers of one cluster may differ.
//!
//! Only settings that Kafka reads from the broker's own configuration: those of the controller
//! (`unclean.leader.election.enable`, `broker.session.timeout.ms`, the leader balance) and of clients are none.
//! Sources: `ServerConfigs`, `ReplicationConfigs`, KIP-226 (`DynamicBrokerConfig`).

use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::settings::{SettingChange, SettingError, SettingKey, SettingValue, Settings};

/// From when on a changed value counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BrokerUpdate {
    /// At once: `kafka-configs.sh --alter --entity-type brokers` takes it.
    AtOnce,
    /// From the next start of the process on: that tool refuses it, it stands in `server.properties`.
    AtStart,
}

impl SettingKey {
    /// Settings that a broker may have for itself, ascending. All are numbers.
    pub const OF_BROKERS: [Self; 9] = [
        Self::MinInsyncReplicas,
        Self::ReplicaLagTimeMaxMs,
        Self::ReplicaFetchWaitMaxMs,
        Self::ReplicaFetchBackoffMs,
        Self::ReplicaSocketTimeoutMs,
        Self::HighWatermarkCheckpointIntervalMs,
        Self::ZookeeperSessionTimeoutMs,
        Self::BrokerHeartbeatIntervalMs,
        Self::LogFlushIntervalMessages,
    ];

    /// From when on a broker's own value counts.
    #[must_use]
    pub const fn broker_update(self) -> BrokerUpdate {
        match self {
            Self::MinInsyncReplicas | Self::LogFlushIntervalMessages => BrokerUpdate::AtOnce,
            _ => BrokerUpdate::AtStart,
        }
    }
}

/// What a broker has set for itself: by setting, ascending; what is left out is the cluster's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrokerConfig(pub Vec<(SettingKey, u64)>);

/// What came later counts only where it is there: the runs before have the hashes that they had.
impl Hash for BrokerConfig {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.0.is_empty() {
            self.0.hash(state);
        }
    }
}

impl BrokerConfig {
    /// The value of a setting, if it has its own.
    #[must_use]
    pub fn get(&self, key: SettingKey) -> Option<u64> {
        let own = self.0.iter().find(|(own, _)| *own == key);
        own.map(|(_, value)| *value)
    }

    /// What a process that runs has after this was set for its broker.
    #[must_use]
    pub fn while_running(&self, set: &Self) -> Self {
        let now = SettingKey::OF_BROKERS.into_iter().filter_map(|key| {
            let from = match key.broker_update() {
                BrokerUpdate::AtOnce => set,
                BrokerUpdate::AtStart => self,
            };
            Some((key, from.get(key)?))
        });
        Self(now.collect())
    }

    /// The cluster's settings with these instead.
    ///
    /// # Errors
    /// If one of them is none of a broker's, is out of order, or is out of its bounds.
    pub fn applied_to(&self, settings: &Settings) -> Result<Settings, SettingError> {
        let mut settings = settings.clone();
        let mut keys = SettingKey::OF_BROKERS.iter();
        for (key, value) in &self.0 {
            if !keys.any(|known| known == key) {
                return Err(SettingError::WrongKind);
            }
            settings.set(SettingChange {
                key: *key,
                value: SettingValue::Number(*value),
            })?;
        }
        Ok(settings)
    }
}

#[cfg(test)]
mod tests;
