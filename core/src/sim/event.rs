//! What happened: typed, ordered, with virtual time and the step that caused it.
//!
//! A [`Step`] is one mutation: something arrives (a command, a message, a timer) and everything that
//! follows from it at once is its list of [`Effect`]s. There is no prose here; the words belong to
//! the page, in each language, keyed by these types.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::command::Command;
use super::node::Node;
use crate::event::Effect;
use crate::kafka::{BrokerId, LeaderEpoch, Offset};
use crate::replication::acks::Acks;
use crate::replication::error_code::ErrorCode;
use crate::topology::PartitionId;

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
    /// On a disturbed connection with a client or the controller nothing came for too long.
    ConnectionTimeout {
        /// The broker.
        broker: BrokerId,
        /// The other end.
        peer: Node,
    },
    /// The controller looks for leaders that are not the preferred ones.
    LeaderBalance,
    /// The controller looks for leaderless partitions that may be elected uncleanly.
    UncleanElectionCheck,
    /// A producer that goes on by itself sends its next record.
    ProducerSend {
        /// The client.
        client: u32,
    },
}

impl Timer {
    /// One of each kind.
    pub const EXAMPLES: [Self; 13] = {
        let (broker, follower, partition) = (0, 0, PartitionId(0));
        let peer = Node::Controller;
        [
            Self::SessionExpiry { broker },
            Self::LagCheck { broker },
            Self::FetchWait {
                broker,
                follower,
                partition,
            },
            Self::FetchRetry { broker, partition },
            Self::RequestTimeout { broker, partition },
            Self::ProduceTimeout { broker, partition },
            Self::Registration { broker },
            Self::Heartbeat { broker },
            Self::AlterPartitionRetry { broker },
            Self::ConnectionTimeout { broker, peer },
            Self::LeaderBalance,
            Self::UncleanElectionCheck,
            Self::ProducerSend { client: 0 },
        ]
    };

    /// The name of its kind in a scenario.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::SessionExpiry { .. } => "session-expiry",
            Self::LagCheck { .. } => "lag-check",
            Self::FetchWait { .. } => "fetch-wait",
            Self::FetchRetry { .. } => "fetch-retry",
            Self::RequestTimeout { .. } => "request-timeout",
            Self::ProduceTimeout { .. } => "produce-timeout",
            Self::Registration { .. } => "registration",
            Self::Heartbeat { .. } => "heartbeat",
            Self::AlterPartitionRetry { .. } => "alter-partition-retry",
            Self::ConnectionTimeout { .. } => "connection-timeout",
            Self::LeaderBalance => "leader-balance",
            Self::UncleanElectionCheck => "unclean-election-check",
            Self::ProducerSend { .. } => "producer-send",
        }
    }

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
            | Self::AlterPartitionRetry { broker }
            | Self::ConnectionTimeout { broker, .. } => Some(broker),
            Self::LeaderBalance | Self::UncleanElectionCheck | Self::ProducerSend { .. } => None,
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
