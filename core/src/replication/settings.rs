//! Settings, and the rules a release brings with it.
//!
//! A release picks the whole bundle; each setting can then be changed on its own. Mixes that no
//! Kafka release allows are named by [`Settings::conflicts`], not forbidden: to see why a rule
//! exists, one has to be able to leave it out.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::acks::Acks;
use super::release::Release;

/// Where the cluster's metadata lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MetadataMode {
    /// Znodes, written by a controller that is one of the brokers.
    Zookeeper,
    /// A metadata log, kept by a quorum of controllers.
    Kraft,
}

/// How a follower finds where its log and the leader's part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Truncation {
    /// It cuts to its own high watermark when its leader changes (before 0.11).
    HighWatermark,
    /// It asks with OffsetsForLeaderEpoch before it fetches (KIP-101; 0.11 to 2.6).
    OffsetsForLeaderEpoch,
    /// Its fetch carries its latest epoch, and the leader answers where the logs part (since 2.7).
    OnFetch,
}

/// What a leader answers when asked where an epoch ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum EpochAnswer {
    /// An end offset only (KIP-101; 0.11 to 1.1).
    EndOffset,
    /// The epoch it answers for, and its end offset (KIP-279; since 2.0).
    EpochAndEndOffset,
}

/// The settings of a run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Settings {
    /// The release whose bundle this started from.
    pub release: Release,
    /// ZooKeeper or KRaft.
    pub metadata_mode: MetadataMode,
    /// The truncation protocol.
    pub truncation: Truncation,
    /// The answer to an epoch question.
    pub epoch_answer: EpochAnswer,
    /// Fetches carry the leader epoch and are refused if it differs (KIP-320).
    pub leader_epoch_fencing: bool,
    /// The high watermark stands still while the ISR is below the effective min ISR.
    pub strict_min_isr: bool,
    /// KRaft: the controller raises the leader epoch when an ISR shrinks.
    pub shrink_bumps_leader_epoch: bool,
    /// ZooKeeper: a restart within the session is handled as failure and start (KIP-380).
    pub restart_noticed: bool,
    /// `unclean.leader.election.enable`.
    pub unclean_leader_election_enable: bool,
    /// `min.insync.replicas`, where a topic does not set its own.
    pub min_insync_replicas: u32,
    /// `acks` of producers.
    pub acks: Acks,
    /// `request.timeout.ms` of producers.
    pub request_timeout_ms: u64,
    /// `replica.lag.time.max.ms`.
    pub replica_lag_time_max_ms: u64,
    /// `replica.fetch.wait.max.ms`.
    pub replica_fetch_wait_max_ms: u64,
    /// `replica.fetch.backoff.ms`.
    pub replica_fetch_backoff_ms: u64,
    /// `replica.socket.timeout.ms`.
    pub replica_socket_timeout_ms: u64,
    /// `replica.high.watermark.checkpoint.interval.ms`.
    pub high_watermark_checkpoint_interval_ms: u64,
    /// `zookeeper.session.timeout.ms`.
    pub zookeeper_session_timeout_ms: u64,
    /// `broker.session.timeout.ms` (KRaft).
    pub broker_session_timeout_ms: u64,
    /// `broker.heartbeat.interval.ms` (KRaft).
    pub broker_heartbeat_interval_ms: u64,
    /// `auto.leader.rebalance.enable`.
    pub auto_leader_rebalance_enable: bool,
    /// `leader.imbalance.check.interval.seconds`.
    pub leader_imbalance_check_interval_seconds: u64,
    /// `leader.imbalance.per.broker.percentage` (ZooKeeper).
    pub leader_imbalance_per_broker_percentage: u32,
    /// `unclean.leader.election.interval.ms` (KRaft).
    pub unclean_leader_election_interval_ms: u64,
    /// `log.flush.interval.messages`; 0 stands for Kafka's 2^63-1: never.
    pub log_flush_interval_messages: u64,
}

impl Settings {
    /// The defaults and rules of a release.
    #[must_use]
    pub fn for_release(release: Release) -> Self {
        let since = |other: Release| {
            release.major > other.major
                || (release.major == other.major && release.minor >= other.minor)
        };
        Self {
            release,
            metadata_mode: if since(Release::V3_3) {
                MetadataMode::Kraft
            } else {
                MetadataMode::Zookeeper
            },
            truncation: if since(Release::V2_7) {
                Truncation::OnFetch
            } else if since(Release::V0_11) {
                Truncation::OffsetsForLeaderEpoch
            } else {
                Truncation::HighWatermark
            },
            epoch_answer: if since(Release::V2_0) {
                EpochAnswer::EpochAndEndOffset
            } else {
                EpochAnswer::EndOffset
            },
            leader_epoch_fencing: since(Release::V2_1),
            strict_min_isr: since(Release::V3_7),
            shrink_bumps_leader_epoch: !since(Release::V3_6),
            restart_noticed: since(Release::V2_2),
            unclean_leader_election_enable: !since(Release::V0_11),
            min_insync_replicas: 1,
            acks: if since(Release::V3_0) {
                Acks::All
            } else {
                Acks::Leader
            },
            request_timeout_ms: 30_000,
            replica_lag_time_max_ms: if since(Release::V2_5) { 30_000 } else { 10_000 },
            replica_fetch_wait_max_ms: 500,
            replica_fetch_backoff_ms: 1_000,
            replica_socket_timeout_ms: 30_000,
            high_watermark_checkpoint_interval_ms: 5_000,
            zookeeper_session_timeout_ms: if since(Release::V2_5) { 18_000 } else { 6_000 },
            broker_session_timeout_ms: 9_000,
            broker_heartbeat_interval_ms: 2_000,
            auto_leader_rebalance_enable: true,
            leader_imbalance_check_interval_seconds: 300,
            leader_imbalance_per_broker_percentage: 10,
            unclean_leader_election_interval_ms: 300_000,
            log_flush_interval_messages: 0,
        }
    }
}

/// A setting that can be changed, in Kafka's name where it has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum SettingKey {
    /// The release; changing it changes the whole bundle.
    Release,
    /// ZooKeeper or KRaft.
    MetadataMode,
    /// The truncation protocol.
    Truncation,
    /// The answer to an epoch question.
    EpochAnswer,
    /// See [`Settings::leader_epoch_fencing`].
    LeaderEpochFencing,
    /// See [`Settings::strict_min_isr`].
    StrictMinIsr,
    /// See [`Settings::shrink_bumps_leader_epoch`].
    ShrinkBumpsLeaderEpoch,
    /// See [`Settings::restart_noticed`].
    RestartNoticed,
    /// `unclean.leader.election.enable`.
    UncleanLeaderElectionEnable,
    /// `min.insync.replicas`.
    MinInsyncReplicas,
    /// `acks`.
    Acks,
    /// `request.timeout.ms`.
    RequestTimeoutMs,
    /// `replica.lag.time.max.ms`.
    ReplicaLagTimeMaxMs,
    /// `replica.fetch.wait.max.ms`.
    ReplicaFetchWaitMaxMs,
    /// `replica.fetch.backoff.ms`.
    ReplicaFetchBackoffMs,
    /// `replica.socket.timeout.ms`.
    ReplicaSocketTimeoutMs,
    /// `replica.high.watermark.checkpoint.interval.ms`.
    HighWatermarkCheckpointIntervalMs,
    /// `zookeeper.session.timeout.ms`.
    ZookeeperSessionTimeoutMs,
    /// `broker.session.timeout.ms`.
    BrokerSessionTimeoutMs,
    /// `broker.heartbeat.interval.ms`.
    BrokerHeartbeatIntervalMs,
    /// `auto.leader.rebalance.enable`.
    AutoLeaderRebalanceEnable,
    /// `leader.imbalance.check.interval.seconds`.
    LeaderImbalanceCheckIntervalSeconds,
    /// `leader.imbalance.per.broker.percentage`.
    LeaderImbalancePerBrokerPercentage,
    /// `unclean.leader.election.interval.ms`.
    UncleanLeaderElectionIntervalMs,
    /// `log.flush.interval.messages`.
    LogFlushIntervalMessages,
}

/// The value of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SettingValue {
    /// On or off.
    Flag(bool),
    /// A number, in the unit the setting's name ends with.
    Number(u64),
    /// A release.
    Release(Release),
    /// ZooKeeper or KRaft.
    MetadataMode(MetadataMode),
    /// A truncation protocol.
    Truncation(Truncation),
    /// An epoch answer.
    EpochAnswer(EpochAnswer),
    /// Required acknowledgements.
    Acks(Acks),
}

/// A setting and its new value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SettingChange {
    /// Which.
    pub key: SettingKey,
    /// To what.
    pub value: SettingValue,
}

/// A setting as a panel shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingView {
    /// Which.
    pub key: SettingKey,
    /// Kafka's name, or ours where Kafka has no setting for the rule.
    pub name: String,
    /// True if Kafka has a setting of this name; false for a rule that belongs to a release.
    pub in_kafka: bool,
    /// Its value.
    pub value: SettingValue,
    /// The release's value.
    pub default: SettingValue,
    /// What may be chosen.
    pub choices: Vec<SettingValue>,
    /// Bounds of a number, both included.
    pub bounds: Option<(u64, u64)>,
}

/// Why a change of a setting is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SettingError {
    /// The value is of another kind than the setting.
    WrongKind,
    /// The number is not within these bounds.
    OutOfBounds {
        /// The smallest number allowed.
        min: u64,
        /// The largest number allowed.
        max: u64,
    },
}

/// A mix that no Kafka release allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SettingsConflict {
    /// KRaft before 2.8.
    KraftBefore28,
    /// ZooKeeper since 4.0.
    ZookeeperSince40,
    /// KRaft with a truncation protocol it never had.
    KraftTruncation,
    /// The release does not have this truncation protocol.
    TruncationNotInRelease,
    /// Truncation on fetch always had the answer with the epoch.
    EpochAnswerNotInRelease,
    /// Truncation on fetch without fencing: the answer may come from another epoch's leader.
    FencingNotInRelease,
    /// `replica.fetch.wait.max.ms` must be below `replica.lag.time.max.ms`.
    FetchWaitAboveLagTime,
    /// A heartbeat interval that is not below the session timeout.
    HeartbeatAboveSession,
}

impl SettingKey {
    /// All settings, in the order a panel shows them.
    pub const ALL: [Self; 25] = [
        Self::Release,
        Self::MetadataMode,
        Self::Acks,
        Self::MinInsyncReplicas,
        Self::UncleanLeaderElectionEnable,
        Self::Truncation,
        Self::EpochAnswer,
        Self::LeaderEpochFencing,
        Self::StrictMinIsr,
        Self::ShrinkBumpsLeaderEpoch,
        Self::RestartNoticed,
        Self::ReplicaLagTimeMaxMs,
        Self::ReplicaFetchWaitMaxMs,
        Self::ReplicaFetchBackoffMs,
        Self::ReplicaSocketTimeoutMs,
        Self::HighWatermarkCheckpointIntervalMs,
        Self::LogFlushIntervalMessages,
        Self::RequestTimeoutMs,
        Self::ZookeeperSessionTimeoutMs,
        Self::BrokerSessionTimeoutMs,
        Self::BrokerHeartbeatIntervalMs,
        Self::AutoLeaderRebalanceEnable,
        Self::LeaderImbalanceCheckIntervalSeconds,
        Self::LeaderImbalancePerBrokerPercentage,
        Self::UncleanLeaderElectionIntervalMs,
    ];

    /// Kafka's name, or ours (without a dot) where the rule is not a setting in Kafka.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::MetadataMode => "metadata-mode",
            Self::Truncation => "truncation",
            Self::EpochAnswer => "epoch-answer",
            Self::LeaderEpochFencing => "leader-epoch-fencing",
            Self::StrictMinIsr => "strict-min-isr",
            Self::ShrinkBumpsLeaderEpoch => "shrink-bumps-leader-epoch",
            Self::RestartNoticed => "restart-noticed",
            Self::UncleanLeaderElectionEnable => "unclean.leader.election.enable",
            Self::MinInsyncReplicas => "min.insync.replicas",
            Self::Acks => "acks",
            Self::RequestTimeoutMs => "request.timeout.ms",
            Self::ReplicaLagTimeMaxMs => "replica.lag.time.max.ms",
            Self::ReplicaFetchWaitMaxMs => "replica.fetch.wait.max.ms",
            Self::ReplicaFetchBackoffMs => "replica.fetch.backoff.ms",
            Self::ReplicaSocketTimeoutMs => "replica.socket.timeout.ms",
            Self::HighWatermarkCheckpointIntervalMs => {
                "replica.high.watermark.checkpoint.interval.ms"
            }
            Self::ZookeeperSessionTimeoutMs => "zookeeper.session.timeout.ms",
            Self::BrokerSessionTimeoutMs => "broker.session.timeout.ms",
            Self::BrokerHeartbeatIntervalMs => "broker.heartbeat.interval.ms",
            Self::AutoLeaderRebalanceEnable => "auto.leader.rebalance.enable",
            Self::LeaderImbalanceCheckIntervalSeconds => "leader.imbalance.check.interval.seconds",
            Self::LeaderImbalancePerBrokerPercentage => "leader.imbalance.per.broker.percentage",
            Self::UncleanLeaderElectionIntervalMs => "unclean.leader.election.interval.ms",
            Self::LogFlushIntervalMessages => "log.flush.interval.messages",
        }
    }

    /// The setting of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name() == name)
    }

    /// Bounds of a number, both included; chosen so that no sum of times can overflow.
    #[must_use]
    pub const fn bounds(self) -> (u64, u64) {
        match self {
            Self::MinInsyncReplicas => (1, 100),
            Self::LeaderImbalancePerBrokerPercentage => (0, 100),
            Self::LogFlushIntervalMessages => (0, 1 << 32),
            Self::LeaderImbalanceCheckIntervalSeconds => (1, 604_800),
            Self::ReplicaFetchWaitMaxMs => (1, 604_800_000),
            _ => (10, 604_800_000),
        }
    }

    fn choices(self) -> Vec<SettingValue> {
        match self {
            Self::Release => Release::ALL
                .into_iter()
                .map(SettingValue::Release)
                .collect(),
            Self::MetadataMode => [MetadataMode::Zookeeper, MetadataMode::Kraft]
                .map(SettingValue::MetadataMode)
                .to_vec(),
            Self::Truncation => [
                Truncation::HighWatermark,
                Truncation::OffsetsForLeaderEpoch,
                Truncation::OnFetch,
            ]
            .map(SettingValue::Truncation)
            .to_vec(),
            Self::EpochAnswer => [EpochAnswer::EndOffset, EpochAnswer::EpochAndEndOffset]
                .map(SettingValue::EpochAnswer)
                .to_vec(),
            Self::Acks => [Acks::None, Acks::Leader, Acks::All]
                .map(SettingValue::Acks)
                .to_vec(),
            Self::LeaderEpochFencing
            | Self::StrictMinIsr
            | Self::ShrinkBumpsLeaderEpoch
            | Self::RestartNoticed
            | Self::UncleanLeaderElectionEnable
            | Self::AutoLeaderRebalanceEnable => [false, true].map(SettingValue::Flag).to_vec(),
            _ => Vec::new(),
        }
    }

    /// Reads a value as it is written in a scenario or a configuration file.
    #[must_use]
    pub fn parse_value(self, text: &str) -> Option<SettingValue> {
        let choices = self.choices();
        if choices.is_empty() {
            return text.parse().ok().map(SettingValue::Number);
        }
        choices
            .into_iter()
            .find(|choice| choice.to_string() == text)
    }
}

impl core::fmt::Display for SettingValue {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Release(release) => write!(f, "{release}"),
            Self::MetadataMode(MetadataMode::Zookeeper) => f.write_str("zookeeper"),
            Self::MetadataMode(MetadataMode::Kraft) => f.write_str("kraft"),
            Self::Truncation(Truncation::HighWatermark) => f.write_str("high-watermark"),
            Self::Truncation(Truncation::OffsetsForLeaderEpoch) => {
                f.write_str("offsets-for-leader-epoch")
            }
            Self::Truncation(Truncation::OnFetch) => f.write_str("on-fetch"),
            Self::EpochAnswer(EpochAnswer::EndOffset) => f.write_str("end-offset"),
            Self::EpochAnswer(EpochAnswer::EpochAndEndOffset) => {
                f.write_str("epoch-and-end-offset")
            }
            Self::Acks(acks) => f.write_str(acks.as_str()),
        }
    }
}

impl Settings {
    /// The value of a setting.
    #[must_use]
    pub const fn get(&self, key: SettingKey) -> SettingValue {
        use SettingValue as V;
        match key {
            SettingKey::Release => V::Release(self.release),
            SettingKey::MetadataMode => V::MetadataMode(self.metadata_mode),
            SettingKey::Truncation => V::Truncation(self.truncation),
            SettingKey::EpochAnswer => V::EpochAnswer(self.epoch_answer),
            SettingKey::LeaderEpochFencing => V::Flag(self.leader_epoch_fencing),
            SettingKey::StrictMinIsr => V::Flag(self.strict_min_isr),
            SettingKey::ShrinkBumpsLeaderEpoch => V::Flag(self.shrink_bumps_leader_epoch),
            SettingKey::RestartNoticed => V::Flag(self.restart_noticed),
            SettingKey::UncleanLeaderElectionEnable => V::Flag(self.unclean_leader_election_enable),
            SettingKey::MinInsyncReplicas => V::Number(self.min_insync_replicas as u64),
            SettingKey::Acks => V::Acks(self.acks),
            SettingKey::RequestTimeoutMs => V::Number(self.request_timeout_ms),
            SettingKey::ReplicaLagTimeMaxMs => V::Number(self.replica_lag_time_max_ms),
            SettingKey::ReplicaFetchWaitMaxMs => V::Number(self.replica_fetch_wait_max_ms),
            SettingKey::ReplicaFetchBackoffMs => V::Number(self.replica_fetch_backoff_ms),
            SettingKey::ReplicaSocketTimeoutMs => V::Number(self.replica_socket_timeout_ms),
            SettingKey::HighWatermarkCheckpointIntervalMs => {
                V::Number(self.high_watermark_checkpoint_interval_ms)
            }
            SettingKey::ZookeeperSessionTimeoutMs => V::Number(self.zookeeper_session_timeout_ms),
            SettingKey::BrokerSessionTimeoutMs => V::Number(self.broker_session_timeout_ms),
            SettingKey::BrokerHeartbeatIntervalMs => V::Number(self.broker_heartbeat_interval_ms),
            SettingKey::AutoLeaderRebalanceEnable => V::Flag(self.auto_leader_rebalance_enable),
            SettingKey::LeaderImbalanceCheckIntervalSeconds => {
                V::Number(self.leader_imbalance_check_interval_seconds)
            }
            SettingKey::LeaderImbalancePerBrokerPercentage => {
                V::Number(self.leader_imbalance_per_broker_percentage as u64)
            }
            SettingKey::UncleanLeaderElectionIntervalMs => {
                V::Number(self.unclean_leader_election_interval_ms)
            }
            SettingKey::LogFlushIntervalMessages => V::Number(self.log_flush_interval_messages),
        }
    }

    /// Changes a setting; a new release brings its whole bundle.
    ///
    /// # Errors
    /// If the value is of the wrong kind, or a number is out of bounds; nothing is changed then.
    pub fn set(&mut self, change: SettingChange) -> Result<(), SettingError> {
        use SettingValue as V;
        if let V::Number(number) = change.value {
            let (min, max) = change.key.bounds();
            if number < min || number > max {
                return Err(SettingError::OutOfBounds { min, max });
            }
        }
        match (change.key, change.value) {
            (SettingKey::Release, V::Release(release)) => *self = Self::for_release(release),
            (SettingKey::MetadataMode, V::MetadataMode(mode)) => self.metadata_mode = mode,
            (SettingKey::Truncation, V::Truncation(truncation)) => self.truncation = truncation,
            (SettingKey::EpochAnswer, V::EpochAnswer(answer)) => self.epoch_answer = answer,
            (SettingKey::LeaderEpochFencing, V::Flag(flag)) => self.leader_epoch_fencing = flag,
            (SettingKey::StrictMinIsr, V::Flag(flag)) => self.strict_min_isr = flag,
            (SettingKey::ShrinkBumpsLeaderEpoch, V::Flag(flag)) => {
                self.shrink_bumps_leader_epoch = flag;
            }
            (SettingKey::RestartNoticed, V::Flag(flag)) => self.restart_noticed = flag,
            (SettingKey::UncleanLeaderElectionEnable, V::Flag(flag)) => {
                self.unclean_leader_election_enable = flag;
            }
            (SettingKey::MinInsyncReplicas, V::Number(number)) => {
                self.min_insync_replicas = u32::try_from(number).unwrap_or(u32::MAX);
            }
            (SettingKey::Acks, V::Acks(acks)) => self.acks = acks,
            (SettingKey::RequestTimeoutMs, V::Number(number)) => self.request_timeout_ms = number,
            (SettingKey::ReplicaLagTimeMaxMs, V::Number(number)) => {
                self.replica_lag_time_max_ms = number;
            }
            (SettingKey::ReplicaFetchWaitMaxMs, V::Number(number)) => {
                self.replica_fetch_wait_max_ms = number;
            }
            (SettingKey::ReplicaFetchBackoffMs, V::Number(number)) => {
                self.replica_fetch_backoff_ms = number;
            }
            (SettingKey::ReplicaSocketTimeoutMs, V::Number(number)) => {
                self.replica_socket_timeout_ms = number;
            }
            (SettingKey::HighWatermarkCheckpointIntervalMs, V::Number(number)) => {
                self.high_watermark_checkpoint_interval_ms = number;
            }
            (SettingKey::ZookeeperSessionTimeoutMs, V::Number(number)) => {
                self.zookeeper_session_timeout_ms = number;
            }
            (SettingKey::BrokerSessionTimeoutMs, V::Number(number)) => {
                self.broker_session_timeout_ms = number;
            }
            (SettingKey::BrokerHeartbeatIntervalMs, V::Number(number)) => {
                self.broker_heartbeat_interval_ms = number;
            }
            (SettingKey::AutoLeaderRebalanceEnable, V::Flag(flag)) => {
                self.auto_leader_rebalance_enable = flag;
            }
            (SettingKey::LeaderImbalanceCheckIntervalSeconds, V::Number(number)) => {
                self.leader_imbalance_check_interval_seconds = number;
            }
            (SettingKey::LeaderImbalancePerBrokerPercentage, V::Number(number)) => {
                self.leader_imbalance_per_broker_percentage =
                    u32::try_from(number).unwrap_or(u32::MAX);
            }
            (SettingKey::UncleanLeaderElectionIntervalMs, V::Number(number)) => {
                self.unclean_leader_election_interval_ms = number;
            }
            (SettingKey::LogFlushIntervalMessages, V::Number(number)) => {
                self.log_flush_interval_messages = number;
            }
            _ => return Err(SettingError::WrongKind),
        }
        Ok(())
    }

    /// All settings as a panel shows them.
    #[must_use]
    pub fn views(&self) -> Vec<SettingView> {
        let defaults = Self::for_release(self.release);
        SettingKey::ALL
            .into_iter()
            .map(|key| SettingView {
                key,
                name: key.name().to_string(),
                in_kafka: key.name().contains('.') || key == SettingKey::Acks,
                value: self.get(key),
                default: defaults.get(key),
                choices: key.choices(),
                bounds: matches!(self.get(key), SettingValue::Number(_)).then(|| key.bounds()),
            })
            .collect()
    }

    /// Changes that make these settings out of the release's defaults.
    #[must_use]
    pub fn changes_from_release(&self) -> Vec<SettingChange> {
        let defaults = Self::for_release(self.release);
        SettingKey::ALL
            .into_iter()
            .filter(|key| self.get(*key) != defaults.get(*key))
            .map(|key| SettingChange {
                key,
                value: self.get(key),
            })
            .collect()
    }

    /// Mixes that no Kafka release allows.
    #[must_use]
    pub fn conflicts(&self) -> Vec<SettingsConflict> {
        let release = Self::for_release(self.release);
        let kraft = self.metadata_mode == MetadataMode::Kraft;
        let checks = [
            (
                kraft && self.release < Release::V2_8,
                SettingsConflict::KraftBefore28,
            ),
            (
                !kraft && self.release >= Release::V4_0,
                SettingsConflict::ZookeeperSince40,
            ),
            (
                kraft && self.truncation != Truncation::OnFetch,
                SettingsConflict::KraftTruncation,
            ),
            (
                self.truncation != release.truncation,
                SettingsConflict::TruncationNotInRelease,
            ),
            (
                self.epoch_answer != release.epoch_answer
                    && self.truncation != Truncation::HighWatermark,
                SettingsConflict::EpochAnswerNotInRelease,
            ),
            (
                self.leader_epoch_fencing != release.leader_epoch_fencing,
                SettingsConflict::FencingNotInRelease,
            ),
            (
                self.replica_fetch_wait_max_ms >= self.replica_lag_time_max_ms,
                SettingsConflict::FetchWaitAboveLagTime,
            ),
            (
                kraft && self.broker_heartbeat_interval_ms >= self.broker_session_timeout_ms,
                SettingsConflict::HeartbeatAboveSession,
            ),
        ];
        checks
            .into_iter()
            .filter(|(holds, _)| *holds)
            .map(|(_, conflict)| conflict)
            .collect()
    }

    /// How long the controller waits for a sign of life before it takes a broker for dead.
    #[must_use]
    pub const fn session_timeout_ms(&self) -> u64 {
        match self.metadata_mode {
            MetadataMode::Zookeeper => self.zookeeper_session_timeout_ms,
            MetadataMode::Kraft => self.broker_session_timeout_ms,
        }
    }

    /// How far apart a broker's signs of life are. A ZooKeeper client pings every third of its session.
    #[must_use]
    pub const fn sign_of_life_interval_ms(&self) -> u64 {
        match self.metadata_mode {
            MetadataMode::Zookeeper => self.zookeeper_session_timeout_ms / 3,
            MetadataMode::Kraft => self.broker_heartbeat_interval_ms,
        }
    }
}
