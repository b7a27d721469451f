//! How commands name a message in flight: by what it is, never by the number of an event.
//!
//! Messages of one kind on one link are counted from the start of the run, the first is number 1.
//! Fetches and their answers are counted for each partition apart, since here each partition has a
//! fetch of its own; an answer has the number of its fetch, and a fetch that only renews one whose
//! answer told nothing new keeps its number. So a name means the same however long a cluster was idle,
//! and whether that idle time was simulated or computed. What is counted together is one [`Flow`], and
//! keeps its order as on one connection.

use serde::{Deserialize, Serialize};

use super::event::MessageKind;
use super::message::Content;
use super::node::Node;
use crate::topology::PartitionId;

/// The kinds of requests and responses, without what they say. The numbers are part of the hash from
/// which delays are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum MessageType {
    /// Follower to leader.
    Fetch = 0,
    /// Leader to follower.
    FetchResponse = 1,
    /// Follower to leader: where does this epoch end with you?
    OffsetsForLeaderEpoch = 3,
    /// The answer.
    OffsetsForLeaderEpochResponse = 4,
    /// Follower to leader: where does your log begin and end?
    ListOffsets = 5,
    /// The answer.
    ListOffsetsResponse = 6,
    /// Producer to leader.
    Produce = 7,
    /// Leader to producer.
    ProduceResponse = 8,
    /// Leader to controller.
    AlterPartition = 9,
    /// Controller to leader.
    AlterPartitionResponse = 10,
    /// Controller to broker.
    PartitionStates = 11,
    /// Broker to controller.
    BrokerRegistration = 12,
    /// Controller to broker.
    BrokerRegistrationResponse = 13,
    /// Broker to controller.
    BrokerHeartbeat = 14,
    /// Controller to broker.
    BrokerHeartbeatResponse = 15,
}

/// Messages that are counted together and keep their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Flow {
    /// The sender.
    pub from: Node,
    /// The receiver.
    pub to: Node,
    /// Their kind.
    pub kind: MessageType,
    /// The partition, of fetches and their answers only.
    pub partition: Option<PartitionId>,
}

/// The name of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct MessageName {
    /// The messages it is counted with.
    pub flow: Flow,
    /// Which of them it is; 0 is the fetch that was under way when the run began.
    pub nth: u32,
    /// 0 is the message itself, 1 its first copy. The answers to a fetch and to its copy have one name:
    /// of two such the one that arrives first is meant.
    pub copy: u32,
}

/// What can be done to a message in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MessageAct {
    /// It never arrives.
    Drop,
    /// It does not arrive until it is released, and nothing passes it on its connection.
    Hold,
    /// It is held no more, and goes on.
    Release,
    /// It arrives later, and what follows it on its connection not before it.
    Delay {
        /// By so many microseconds.
        by_us: u64,
    },
    /// It arrives at once, and what goes before it on its connection, too.
    DeliverNow,
    /// It arrives twice.
    Duplicate,
}

impl MessageType {
    /// All of them.
    pub const ALL: [Self; 15] = [
        Self::Fetch,
        Self::FetchResponse,
        Self::OffsetsForLeaderEpoch,
        Self::OffsetsForLeaderEpochResponse,
        Self::ListOffsets,
        Self::ListOffsetsResponse,
        Self::Produce,
        Self::ProduceResponse,
        Self::AlterPartition,
        Self::AlterPartitionResponse,
        Self::PartitionStates,
        Self::BrokerRegistration,
        Self::BrokerRegistrationResponse,
        Self::BrokerHeartbeat,
        Self::BrokerHeartbeatResponse,
    ];

    /// The name in a scenario.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fetch => "fetch",
            Self::FetchResponse => "fetch-response",
            Self::OffsetsForLeaderEpoch => "offsets-for-leader-epoch",
            Self::OffsetsForLeaderEpochResponse => "offsets-for-leader-epoch-response",
            Self::ListOffsets => "list-offsets",
            Self::ListOffsetsResponse => "list-offsets-response",
            Self::Produce => "produce",
            Self::ProduceResponse => "produce-response",
            Self::AlterPartition => "alter-partition",
            Self::AlterPartitionResponse => "alter-partition-response",
            Self::PartitionStates => "partition-states",
            Self::BrokerRegistration => "broker-registration",
            Self::BrokerRegistrationResponse => "broker-registration-response",
            Self::BrokerHeartbeat => "broker-heartbeat",
            Self::BrokerHeartbeatResponse => "broker-heartbeat-response",
        }
    }

    /// The kind of this name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// Whether its messages are counted for each partition apart.
    #[must_use]
    pub const fn is_counted_by_partition(self) -> bool {
        matches!(self, Self::Fetch | Self::FetchResponse)
    }

    /// Whether it can arrive twice: a client or a follower that sends its request again. Answers are
    /// matched to requests, and on the way to the controller a request is only sent again after the
    /// connection of the first one has ended.
    #[must_use]
    pub const fn can_be_duplicated(self) -> bool {
        matches!(
            self,
            Self::Fetch | Self::OffsetsForLeaderEpoch | Self::ListOffsets | Self::Produce
        )
    }

    /// Whether a follower sends it to a leader.
    pub(super) const fn is_follower_request(self) -> bool {
        matches!(
            self,
            Self::Fetch | Self::OffsetsForLeaderEpoch | Self::ListOffsets
        )
    }

    /// Whether a leader answers a follower with it.
    pub(super) const fn is_answer_to_follower(self) -> bool {
        matches!(
            self,
            Self::FetchResponse | Self::OffsetsForLeaderEpochResponse | Self::ListOffsetsResponse
        )
    }
}

impl Flow {
    /// The flow of a message with this address and kind.
    #[must_use]
    pub fn new(from: Node, to: Node, kind: MessageType, partition: Option<PartitionId>) -> Self {
        Self {
            from,
            to,
            kind,
            partition: partition.filter(|_| kind.is_counted_by_partition()),
        }
    }

    /// Whether it runs from or to a node.
    pub(super) fn touches(&self, node: Node) -> bool {
        self.from == node || self.to == node
    }
}

impl MessageKind {
    /// Its kind, without what it says.
    #[must_use]
    pub const fn message_type(&self) -> MessageType {
        match self {
            Self::Fetch { .. } => MessageType::Fetch,
            Self::FetchResponse { .. } => MessageType::FetchResponse,
            Self::OffsetsForLeaderEpoch { .. } => MessageType::OffsetsForLeaderEpoch,
            Self::OffsetsForLeaderEpochResponse { .. } => {
                MessageType::OffsetsForLeaderEpochResponse
            }
            Self::ListOffsets => MessageType::ListOffsets,
            Self::ListOffsetsResponse { .. } => MessageType::ListOffsetsResponse,
            Self::Produce { .. } => MessageType::Produce,
            Self::ProduceResponse { .. } => MessageType::ProduceResponse,
            Self::AlterPartition { .. } => MessageType::AlterPartition,
            Self::AlterPartitionResponse { .. } => MessageType::AlterPartitionResponse,
            Self::PartitionStates { .. } => MessageType::PartitionStates,
            Self::BrokerRegistration => MessageType::BrokerRegistration,
            Self::BrokerRegistrationResponse { .. } => MessageType::BrokerRegistrationResponse,
            Self::BrokerHeartbeat { .. } => MessageType::BrokerHeartbeat,
            Self::BrokerHeartbeatResponse { .. } => MessageType::BrokerHeartbeatResponse,
        }
    }
}

impl Content {
    /// Its kind.
    #[must_use]
    pub const fn message_type(&self) -> MessageType {
        match self {
            Self::Fetch(_) => MessageType::Fetch,
            Self::FetchResponse { .. } => MessageType::FetchResponse,
            Self::EpochQuery { .. } => MessageType::OffsetsForLeaderEpoch,
            Self::EpochAnswer { .. } => MessageType::OffsetsForLeaderEpochResponse,
            Self::ListOffsets { .. } => MessageType::ListOffsets,
            Self::ListOffsetsResponse { .. } => MessageType::ListOffsetsResponse,
            Self::Produce(_) => MessageType::Produce,
            Self::ProduceResponse { .. } => MessageType::ProduceResponse,
            Self::AlterPartition { .. } => MessageType::AlterPartition,
            Self::AlterPartitionResponse(_) => MessageType::AlterPartitionResponse,
            Self::PartitionStates { .. } => MessageType::PartitionStates,
            Self::BrokerRegistration => MessageType::BrokerRegistration,
            Self::BrokerRegistrationResponse { .. } => MessageType::BrokerRegistrationResponse,
            Self::BrokerHeartbeat { .. } => MessageType::BrokerHeartbeat,
            Self::BrokerHeartbeatResponse { .. } => MessageType::BrokerHeartbeatResponse,
        }
    }

    /// The serial by which a follower tells whether it still waits, in its requests and their answers.
    pub(super) const fn serial(&self) -> Option<u32> {
        match self {
            Self::Fetch(request) => Some(request.serial),
            Self::FetchResponse { serial, .. }
            | Self::EpochQuery { serial, .. }
            | Self::EpochAnswer { serial, .. }
            | Self::ListOffsets { serial, .. }
            | Self::ListOffsetsResponse { serial, .. } => Some(*serial),
            _ => None,
        }
    }
}
