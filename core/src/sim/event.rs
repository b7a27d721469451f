//! What happened: typed, ordered, with virtual time and the step that caused it.
//!
//! A [`Step`] is one mutation: something arrives (a command, a message, a timer) and everything that
//! follows from it at once is its list of [`Effect`]s. There is no prose here; the words belong to
//! the page, in each language, keyed by these types.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::command::Command;
use super::invariant::InvariantId;
use super::node::Node;
use crate::cluster::topology::PartitionId;
use crate::kafka::{BrokerId, LeaderEpoch, Offset};
use crate::replication::acks::Acks;
use crate::replication::error_code::ErrorCode;

/// Virtual time in microseconds since the start of the run.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct VirtualTime(pub u64);

impl VirtualTime {
    /// A time in milliseconds.
    #[must_use]
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis.saturating_mul(1000))
    }

    /// Whole milliseconds since the start.
    #[must_use]
    pub const fn as_millis(self) -> u64 {
        self.0 / 1000
    }

    /// This time, `millis` later.
    #[must_use]
    pub const fn plus_millis(self, millis: u64) -> Self {
        Self(self.0.saturating_add(millis.saturating_mul(1000)))
    }

    /// This time, `micros` later.
    #[must_use]
    pub const fn plus_micros(self, micros: u64) -> Self {
        Self(self.0.saturating_add(micros))
    }
}

/// One step of the run.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Step {
    /// Counts from 1; step 0 is the initial state.
    pub index: u32,
    /// When it happened.
    pub time: VirtualTime,
    /// The step that caused it: the one that sent the message or set the timer.
    pub cause: Option<u32>,
    /// What arrived.
    pub trigger: Trigger,
    /// What followed at once, in order.
    pub effects: Vec<Effect>,
}

/// What a step begins with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Trigger {
    /// A person or the scenario acted.
    Command(Command),
    /// A message arrived.
    Message(MessageHead),
    /// A message was lost: the link is cut or the receiver is not there.
    MessageLost(MessageHead),
    /// A timer ran out.
    Timer(Timer),
}

/// Address and content of a message, without the records it carries.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MessageHead {
    /// The sender.
    pub from: Node,
    /// The receiver.
    pub to: Node,
    /// The partition it is about, where it is about one.
    pub partition: Option<PartitionId>,
    /// What it says.
    pub kind: MessageKind,
}

/// The requests and responses of the simulated protocol, in Kafka's names.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MessageKind {
    /// Follower to leader.
    Fetch {
        /// Where the follower's log ends.
        fetch_offset: Offset,
        /// The follower's view of the leader epoch; without fencing none is sent.
        leader_epoch: Option<LeaderEpoch>,
        /// Sent only where truncation happens on fetch.
        last_fetched_epoch: Option<LeaderEpoch>,
    },
    /// Leader to follower.
    FetchResponse {
        /// The error, or [`ErrorCode::None`].
        error: ErrorCode,
        /// Records carried.
        records: u32,
        /// The leader's high watermark as the response carries it.
        high_watermark: Offset,
        /// The leader's answer to a log that differs: epoch and end offset.
        diverging: Option<(LeaderEpoch, Offset)>,
    },
    /// Follower to leader: where does this epoch end with you?
    OffsetsForLeaderEpoch {
        /// The follower's latest epoch.
        epoch: LeaderEpoch,
    },
    /// The answer.
    OffsetsForLeaderEpochResponse {
        /// The error, or [`ErrorCode::None`].
        error: ErrorCode,
        /// The epoch answered for; -1 where the release does not send it, or it is undefined.
        epoch: LeaderEpoch,
        /// Its end offset; -1 if undefined.
        end_offset: Offset,
    },
    /// Follower to leader after an offset out of range: where does your log begin and end?
    ListOffsets,
    /// The answer.
    ListOffsetsResponse {
        /// The error, or [`ErrorCode::None`].
        error: ErrorCode,
        /// The leader's log start offset.
        earliest: Offset,
        /// The leader's log end offset.
        latest: Offset,
    },
    /// Producer to leader.
    Produce {
        /// Required acknowledgements.
        acks: Acks,
        /// Records carried.
        records: u32,
    },
    /// Leader to producer.
    ProduceResponse {
        /// The error, or [`ErrorCode::None`].
        error: ErrorCode,
        /// The offset of the first record; -1 with an error.
        base_offset: Offset,
    },
    /// Leader to controller: a new ISR is asked for (before 2.7 the conditional write to ZooKeeper).
    AlterPartition {
        /// The ISR asked for.
        isr: Vec<BrokerId>,
    },
    /// The answer.
    AlterPartitionResponse {
        /// The error, or [`ErrorCode::None`].
        error: ErrorCode,
        /// The ISR that now stands.
        isr: Vec<BrokerId>,
    },
    /// Controller to broker: new partition states. LeaderAndIsr in ZooKeeper mode, a fetch of the
    /// metadata log in KRaft mode.
    PartitionStates {
        /// How many states it carries.
        count: u32,
    },
    /// A starting broker registers with the controller.
    BrokerRegistration,
    /// The answer.
    BrokerRegistrationResponse {
        /// The error, or [`ErrorCode::None`].
        error: ErrorCode,
    },
    /// The heartbeat by which a broker asks to be unfenced, or to shut down.
    BrokerHeartbeat {
        /// The broker wants to stop.
        want_shut_down: bool,
    },
    /// The answer.
    BrokerHeartbeatResponse {
        /// The controller lets it stop.
        should_shut_down: bool,
    },
}

/// Timers of the simulation; each variant says what its expiry means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Timer {
    /// The broker's session with the controller ends: it is taken for dead.
    SessionExpiry {
        /// The broker.
        broker: BrokerId,
    },
    /// The leader looks for followers that lag (`replica.lag.time.max.ms` / 2).
    LagCheck {
        /// The leader.
        broker: BrokerId,
    },
    /// A parked follower fetch has waited `replica.fetch.wait.max.ms`.
    FetchWait {
        /// The leader.
        broker: BrokerId,
        /// The follower.
        follower: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// A follower tries again after an error (`replica.fetch.backoff.ms`).
    FetchRetry {
        /// The follower.
        broker: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// A follower's request got no answer for `replica.socket.timeout.ms`.
    RequestTimeout {
        /// The follower.
        broker: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// A produce request waited as long as its producer allows (`request.timeout.ms`).
    ProduceTimeout {
        /// The leader.
        broker: BrokerId,
        /// The partition.
        partition: PartitionId,
    },
    /// A starting broker tries to register (again).
    Registration {
        /// The broker.
        broker: BrokerId,
    },
    /// A broker's next heartbeat after it was cut off, paused or fenced.
    Heartbeat {
        /// The broker.
        broker: BrokerId,
    },
    /// A broker sends its AlterPartition request again after an error.
    AlterPartitionRetry {
        /// The broker.
        broker: BrokerId,
    },
    /// The controller looks for leaders that are not the preferred ones.
    LeaderBalance,
    /// The controller looks for leaderless partitions that may be elected uncleanly.
    UncleanElectionCheck,
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
    /// A promise was broken, or holds again.
    Invariant {
        /// Which.
        id: InvariantId,
        /// Where.
        partition: PartitionId,
        /// True when it broke in this step; false when it holds again.
        broken: bool,
    },
}

impl Timer {
    /// The broker it runs on, if it runs on one.
    #[must_use]
    pub const fn broker(&self) -> Option<BrokerId> {
        match *self {
            Self::SessionExpiry { broker }
            | Self::LagCheck { broker }
            | Self::FetchWait { broker, .. }
            | Self::FetchRetry { broker, .. }
            | Self::RequestTimeout { broker, .. }
            | Self::ProduceTimeout { broker, .. }
            | Self::Registration { broker }
            | Self::Heartbeat { broker }
            | Self::AlterPartitionRetry { broker } => Some(broker),
            Self::LeaderBalance | Self::UncleanElectionCheck => None,
        }
    }

    /// The partition it is about, if it is about one.
    #[must_use]
    pub const fn partition(&self) -> Option<PartitionId> {
        match *self {
            Self::FetchWait { partition, .. }
            | Self::FetchRetry { partition, .. }
            | Self::RequestTimeout { partition, .. }
            | Self::ProduceTimeout { partition, .. } => Some(partition),
            _ => None,
        }
    }
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
            | Self::Invariant { partition, .. } => Some(*partition),
            Self::BrokerDown { .. }
            | Self::BrokerStarted { .. }
            | Self::BrokerFenced { .. }
            | Self::BrokerUnfenced { .. }
            | Self::RegistrationRefused { .. } => None,
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
            | Self::RegistrationRefused { broker, .. } => Some(*broker),
            Self::RemoteLogEndOffset { leader, .. }
            | Self::IsrChangeProposed { leader, .. }
            | Self::IsrChangeCommitted { leader, .. }
            | Self::IsrChangeRefused { leader, .. }
            | Self::FetchRefused { leader, .. } => Some(*leader),
            Self::PartitionChanged { .. }
            | Self::ElectionFailed { .. }
            | Self::Invariant { .. } => None,
        }
    }
}
