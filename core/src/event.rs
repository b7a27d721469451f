//! The words in which everything above reports what changed: typed, without prose.
//!
//! An [`Effect`] says what happened to whom, in Kafka's terms. Which message or timer brought it about
//! is not known here.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::kafka::{BrokerId, LeaderEpoch, Offset};
use crate::replication::acks::Acks;
use crate::replication::error_code::ErrorCode;
use crate::topology::PartitionId;

/// Something that changed in a step.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Effect {
    /// A replica's log grew.
    Appended {
        /// The partition.
        partition: PartitionId,
        /// The broker.
        broker: BrokerId,
        /// The first new offset.
        from: Offset,
        /// The new log end offset.
        to: Offset,
        /// True at the leader, from a producer; false at a follower.
        as_leader: bool,
    },
    /// The leader learned how far a follower's log reaches.
    RemoteLogEndOffset {
        /// The partition.
        partition: PartitionId,
        /// The leader.
        leader: BrokerId,
        /// The follower.
        follower: BrokerId,
        /// What it believed before; -1 is unknown.
        from: Offset,
        /// What it knows now.
        to: Offset,
    },
    /// A replica's high watermark moved.
    HighWatermark {
        /// The partition.
        partition: PartitionId,
        /// The broker.
        broker: BrokerId,
        /// Before.
        from: Offset,
        /// Now.
        to: Offset,
        /// True at the leader, where it means "committed".
        as_leader: bool,
    },
    /// A replica cut its log.
    Truncated {
        /// The partition.
        partition: PartitionId,
        /// The broker.
        broker: BrokerId,
        /// The log end offset before.
        from: Offset,
        /// The log end offset now.
        to: Offset,
        /// Why.
        reason: TruncationReason,
    },
    /// A replica's log start offset rose.
    LogStartOffset {
        /// The partition.
        partition: PartitionId,
        /// The broker.
        broker: BrokerId,
        /// Before.
        from: Offset,
        /// Now.
        to: Offset,
    },
    /// Records vanished with the power or the disk.
    RecordsLost {
        /// The partition.
        partition: PartitionId,
        /// The broker.
        broker: BrokerId,
        /// The log end offset before.
        from: Offset,
        /// The log end offset now.
        to: Offset,
    },
    /// A broker took over leadership of an epoch.
    BecameLeader {
        /// The partition.
        partition: PartitionId,
        /// The broker.
        broker: BrokerId,
        /// The leader epoch.
        leader_epoch: LeaderEpoch,
        /// Where the epoch starts: the log end offset at that moment.
        epoch_start_offset: Offset,
    },
    /// A broker follows.
    BecameFollower {
        /// The partition.
        partition: PartitionId,
        /// The broker.
        broker: BrokerId,
        /// Whom; `None` while there is no leader.
        leader: Option<BrokerId>,
        /// The leader epoch.
        leader_epoch: LeaderEpoch,
    },
    /// A leader applied a new ISR within its epoch.
    LeaderSawIsr {
        /// The partition.
        partition: PartitionId,
        /// The leader.
        broker: BrokerId,
        /// The ISR.
        isr: Vec<BrokerId>,
    },
    /// The controller wrote a new state of a partition.
    PartitionChanged {
        /// The partition.
        partition: PartitionId,
        /// Before.
        from: PartitionSummary,
        /// Now.
        to: PartitionSummary,
        /// Why.
        reason: ChangeReason,
        /// A leader was elected that was not in the ISR.
        unclean: bool,
    },
    /// An election found nobody.
    ElectionFailed {
        /// The partition.
        partition: PartitionId,
        /// The error a tool would see.
        error: ErrorCode,
    },
    /// A leader asks for another ISR; until the answer its maximal ISR counts.
    IsrChangeProposed {
        /// The partition.
        partition: PartitionId,
        /// The leader.
        leader: BrokerId,
        /// The ISR asked for.
        isr: Vec<BrokerId>,
        /// Replicas that join.
        joins: Vec<BrokerId>,
        /// Replicas that leave.
        leaves: Vec<BrokerId>,
    },
    /// The ISR a leader asked for stands.
    IsrChangeCommitted {
        /// The partition.
        partition: PartitionId,
        /// The leader.
        leader: BrokerId,
        /// The ISR.
        isr: Vec<BrokerId>,
    },
    /// The controller refused the ISR a leader asked for.
    IsrChangeRefused {
        /// The partition.
        partition: PartitionId,
        /// The leader.
        leader: BrokerId,
        /// Why.
        error: ErrorCode,
        /// The request stays pending until new metadata arrives.
        stays_pending: bool,
    },
    /// Records were acknowledged to their producer.
    Acknowledged {
        /// The partition.
        partition: PartitionId,
        /// The leader that answered.
        broker: BrokerId,
        /// The offset of the first of them; the others follow.
        base_offset: Offset,
        /// The values.
        values: Vec<String>,
        /// What the producer had asked for.
        acks: Acks,
    },
    /// A produce request failed.
    ProduceFailed {
        /// The partition.
        partition: PartitionId,
        /// The broker that answered.
        broker: BrokerId,
        /// The values.
        values: Vec<String>,
        /// Why.
        error: ErrorCode,
    },
    /// The batch of an idempotent producer was there already: nothing was appended.
    DuplicateBatch {
        /// The partition.
        partition: PartitionId,
        /// The leader.
        broker: BrokerId,
        /// The offset of the first copy.
        base_offset: Offset,
    },
    /// A produce request waits until the high watermark has passed its records.
    ProduceWaits {
        /// The partition.
        partition: PartitionId,
        /// The leader.
        broker: BrokerId,
        /// The high watermark needed.
        required_offset: Offset,
    },
    /// What a consumer got.
    ConsumerRead {
        /// The partition.
        partition: PartitionId,
        /// The broker asked.
        broker: BrokerId,
        /// The first offset asked for.
        offset: Offset,
        /// The values read; empty if nothing is readable yet.
        values: Vec<String>,
        /// The error, or [`ErrorCode::None`].
        error: ErrorCode,
    },
    /// A follower's fetch was refused.
    FetchRefused {
        /// The partition.
        partition: PartitionId,
        /// The leader that refused.
        leader: BrokerId,
        /// The follower.
        follower: BrokerId,
        /// Why.
        error: ErrorCode,
    },
    /// A follower stopped fetching a partition until new metadata arrives.
    FetcherStopped {
        /// The partition.
        partition: PartitionId,
        /// The follower.
        broker: BrokerId,
        /// Why.
        error: ErrorCode,
    },
    /// A broker's process ended.
    BrokerDown {
        /// The broker.
        broker: BrokerId,
        /// It ended in an orderly way, flushed and with its clean-shutdown marker.
        clean: bool,
    },
    /// A broker's process started.
    BrokerStarted {
        /// The broker.
        broker: BrokerId,
    },
    /// A broker's replica opened its log.
    LogOpened {
        /// The partition.
        partition: PartitionId,
        /// The broker.
        broker: BrokerId,
        /// The high watermark read from the checkpoint, within the log's bounds.
        high_watermark: Offset,
        /// The log end offset found.
        log_end_offset: Offset,
    },
    /// The controller takes a broker for dead.
    BrokerFenced {
        /// The broker.
        broker: BrokerId,
    },
    /// The controller lets a broker take part again.
    BrokerUnfenced {
        /// The broker.
        broker: BrokerId,
    },
    /// A registration was refused.
    RegistrationRefused {
        /// The broker.
        broker: BrokerId,
        /// Why.
        error: ErrorCode,
    },
    /// Somebody waited too long and closed its connection.
    ConnectionClosed {
        /// The broker whose connection it was.
        broker: BrokerId,
        /// Messages that were still on it.
        lost: u32,
    },
    /// What was to be done to a message or a timer could not be done.
    ActRefused {
        /// Why.
        why: ActRefusal,
    },
    /// A promise was broken, or holds again.
    Invariant {
        /// Which.
        id: InvariantId,
        /// Where.
        partition: PartitionId,
        /// True when it broke in this step; false when it holds again.
        broken: bool,
    },
    /// The controller created a partition.
    PartitionCreated {
        /// The partition.
        partition: PartitionId,
        /// Its assignment, in order.
        replicas: Vec<BrokerId>,
        /// Its first state.
        state: PartitionSummary,
    },
    /// The controller deleted a partition; its brokers hear of it.
    PartitionDeleted {
        /// The partition.
        partition: PartitionId,
    },
    /// A broker stopped its replica and deleted the folder.
    ReplicaDeleted {
        /// The partition.
        partition: PartitionId,
        /// The broker.
        broker: BrokerId,
    },
    /// The controller knows a broker no more.
    BrokerUnregistered {
        /// The broker.
        broker: BrokerId,
    },
    /// What was asked of the cluster was refused.
    AdminRefused {
        /// The error a tool would see.
        error: ErrorCode,
    },
}

/// Why nothing could be done to a message or a timer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ActRefusal {
    /// No such message is in flight.
    NotInFlight,
    /// The message is held already.
    Held,
    /// The message is not held.
    NotHeld,
    /// Messages of this kind never arrive twice.
    NeverTwice,
    /// No such timer runs, or the process behind it stands still.
    NotRunning,
}

/// Why a replica cut its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TruncationReason {
    /// It follows another leader than before and cuts to its own high watermark (before 0.11).
    HighWatermark,
    /// The leader's answer to OffsetsForLeaderEpoch.
    LeaderEpoch,
    /// The leader's diverging answer to a fetch (since 2.7).
    DivergingFetch,
    /// The leader's log ends before the follower's.
    OutOfRange,
    /// The leader's log starts after the follower's end: the whole log goes.
    BehindLogStart,
}

/// Why the controller changed a partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChangeReason {
    /// A broker was fenced, or its session ended.
    BrokerFenced,
    /// A broker came back.
    BrokerUnfenced,
    /// A broker is shutting down.
    ControlledShutdown,
    /// The leader asked for another ISR.
    AlterPartition,
    /// A preferred election.
    PreferredElection,
    /// An unclean election was asked for, or the periodic check ran one.
    UncleanElection,
    /// A schedule by hand moved leadership.
    Manual,
}

/// A partition's state at the controller, as an effect shows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PartitionSummary {
    /// The leader; `None` is Kafka's -1.
    pub leader: Option<BrokerId>,
    /// The leader epoch.
    pub leader_epoch: LeaderEpoch,
    /// The partition epoch (ZooKeeper: the version of the state node).
    pub partition_epoch: i32,
    /// The ISR, in assignment order.
    pub isr: Vec<BrokerId>,
}

/// An invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum InvariantId {
    /// Committed records are in the log of every later true leader.
    I1,
    /// Every member of the controller's ISR has all records below the true leader's high watermark.
    I2,
    /// At most one replica presumes leadership per leader epoch.
    I3,
    /// A leader's high watermark never decreases within one leader epoch.
    I4,
    /// Log start <= high watermark <= log end on every replica.
    I5,
    /// Any two live replicas agree on every offset below the smaller of their high watermarks.
    I6,
    /// The same leader epoch at the same offset implies the same record and the same prefix.
    I7,
    /// Acknowledged with `acks=all` and min ISR m >= 2 implies present on at least m logs at that moment.
    I8,
    /// Acknowledged with `acks=all` implies committed.
    I9,
    /// Acknowledged with `acks` 0 or 1 implies committed later: not guaranteed by Kafka.
    I10,
    /// The leader is in the ISR, or there is none.
    I11,
    /// The ISR is a subset of the assignment.
    I12,
    /// The ISR is not empty.
    I13,
    /// At the controller leader epoch and partition epoch never decrease.
    I14,
    /// The true leader's maximal ISR contains the controller's ISR.
    I15,
    /// With idempotence no batch appears twice in a log.
    I16,
    /// A consumer never reads an offset at or above the high watermark of the replica it reads from.
    I17,
    /// There is no leader only while no eligible replica is live.
    I18,
}

impl Effect {
    /// The partition it is about, if it is about one.
    #[must_use]
    pub const fn partition(&self) -> Option<PartitionId> {
        match self {
            Self::Appended { partition, .. }
            | Self::RemoteLogEndOffset { partition, .. }
            | Self::HighWatermark { partition, .. }
            | Self::Truncated { partition, .. }
            | Self::LogStartOffset { partition, .. }
            | Self::RecordsLost { partition, .. }
            | Self::BecameLeader { partition, .. }
            | Self::BecameFollower { partition, .. }
            | Self::LeaderSawIsr { partition, .. }
            | Self::PartitionChanged { partition, .. }
            | Self::ElectionFailed { partition, .. }
            | Self::IsrChangeProposed { partition, .. }
            | Self::IsrChangeCommitted { partition, .. }
            | Self::IsrChangeRefused { partition, .. }
            | Self::Acknowledged { partition, .. }
            | Self::ProduceFailed { partition, .. }
            | Self::DuplicateBatch { partition, .. }
            | Self::ProduceWaits { partition, .. }
            | Self::ConsumerRead { partition, .. }
            | Self::FetchRefused { partition, .. }
            | Self::FetcherStopped { partition, .. }
            | Self::LogOpened { partition, .. }
            | Self::PartitionCreated { partition, .. }
            | Self::PartitionDeleted { partition }
            | Self::ReplicaDeleted { partition, .. }
            | Self::Invariant { partition, .. } => Some(*partition),
            Self::BrokerDown { .. }
            | Self::BrokerStarted { .. }
            | Self::BrokerFenced { .. }
            | Self::BrokerUnfenced { .. }
            | Self::RegistrationRefused { .. }
            | Self::ConnectionClosed { .. }
            | Self::BrokerUnregistered { .. }
            | Self::AdminRefused { .. }
            | Self::ActRefused { .. } => None,
        }
    }

    /// The broker at which it happened; `None` at the controller.
    #[must_use]
    pub const fn broker(&self) -> Option<BrokerId> {
        match self {
            Self::Appended { broker, .. }
            | Self::HighWatermark { broker, .. }
            | Self::Truncated { broker, .. }
            | Self::LogStartOffset { broker, .. }
            | Self::RecordsLost { broker, .. }
            | Self::BecameLeader { broker, .. }
            | Self::BecameFollower { broker, .. }
            | Self::LeaderSawIsr { broker, .. }
            | Self::Acknowledged { broker, .. }
            | Self::ProduceFailed { broker, .. }
            | Self::DuplicateBatch { broker, .. }
            | Self::ProduceWaits { broker, .. }
            | Self::ConsumerRead { broker, .. }
            | Self::FetcherStopped { broker, .. }
            | Self::LogOpened { broker, .. }
            | Self::BrokerDown { broker, .. }
            | Self::BrokerStarted { broker }
            | Self::BrokerFenced { broker }
            | Self::BrokerUnfenced { broker }
            | Self::RegistrationRefused { broker, .. }
            | Self::ReplicaDeleted { broker, .. }
            | Self::BrokerUnregistered { broker }
            | Self::ConnectionClosed { broker, .. } => Some(*broker),
            Self::RemoteLogEndOffset { leader, .. }
            | Self::IsrChangeProposed { leader, .. }
            | Self::IsrChangeCommitted { leader, .. }
            | Self::IsrChangeRefused { leader, .. }
            | Self::FetchRefused { leader, .. } => Some(*leader),
            Self::PartitionChanged { .. }
            | Self::ElectionFailed { .. }
            | Self::PartitionCreated { .. }
            | Self::PartitionDeleted { .. }
            | Self::AdminRefused { .. }
            | Self::ActRefused { .. }
            | Self::Invariant { .. } => None,
        }
    }
}
