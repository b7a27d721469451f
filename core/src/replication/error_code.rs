//! Kafka's error codes, as far as replication and producing use them.
//!
//! Source: `org.apache.kafka.common.protocol.Errors`.

use core::fmt;

use serde::{Deserialize, Serialize};

macro_rules! error_codes {
    ($($(#[$doc:meta])* $variant:ident = $code:literal, $name:literal;)*) => {
        /// An error code of the Kafka protocol.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum ErrorCode {
            $($(#[$doc])* $variant,)*
        }

        impl ErrorCode {
            /// The number on the wire.
            #[must_use]
            pub const fn code(self) -> i16 {
                match self {
                    $(Self::$variant => $code,)*
                }
            }

            /// Kafka's name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

error_codes! {
    /// No error.
    None = 0, "NONE";
    /// The server met something unexpected.
    UnknownServerError = -1, "UNKNOWN_SERVER_ERROR";
    /// The offset is not within the log.
    OffsetOutOfRange = 1, "OFFSET_OUT_OF_RANGE";
    /// The broker does not host the partition.
    UnknownTopicOrPartition = 3, "UNKNOWN_TOPIC_OR_PARTITION";
    /// There is no leader at the moment.
    LeaderNotAvailable = 5, "LEADER_NOT_AVAILABLE";
    /// The broker does not lead the partition.
    NotLeaderOrFollower = 6, "NOT_LEADER_OR_FOLLOWER";
    /// The request waited too long.
    RequestTimedOut = 7, "REQUEST_TIMED_OUT";
    /// The connection broke.
    NetworkException = 13, "NETWORK_EXCEPTION";
    /// The group's coordinator is not available.
    CoordinatorNotAvailable = 15, "COORDINATOR_NOT_AVAILABLE";
    /// The ISR is below `min.insync.replicas`: nothing was appended.
    NotEnoughReplicas = 19, "NOT_ENOUGH_REPLICAS";
    /// The ISR fell below `min.insync.replicas` after the append.
    NotEnoughReplicasAfterAppend = 20, "NOT_ENOUGH_REPLICAS_AFTER_APPEND";
    /// The controller is another one, or the request is ahead of it.
    NotController = 41, "NOT_CONTROLLER";
    /// The request contradicts the state.
    InvalidRequest = 42, "INVALID_REQUEST";
    /// A gap, or a repeat too old to recognise, in a producer's sequence.
    OutOfOrderSequenceNumber = 45, "OUT_OF_ORDER_SEQUENCE_NUMBER";
    /// A newer incarnation of the producer exists.
    InvalidProducerEpoch = 47, "INVALID_PRODUCER_EPOCH";
    /// Another part of the request failed.
    OperationNotAttempted = 55, "OPERATION_NOT_ATTEMPTED";
    /// The sender's leader epoch is older than the receiver's.
    FencedLeaderEpoch = 74, "FENCED_LEADER_EPOCH";
    /// The sender's leader epoch is newer than the receiver's.
    UnknownLeaderEpoch = 75, "UNKNOWN_LEADER_EPOCH";
    /// The broker has registered again since.
    StaleBrokerEpoch = 77, "STALE_BROKER_EPOCH";
    /// A new leader does not know yet what is committed (KIP-207).
    OffsetNotAvailable = 78, "OFFSET_NOT_AVAILABLE";
    /// The preferred replica can't lead now.
    PreferredLeaderNotAvailable = 80, "PREFERRED_LEADER_NOT_AVAILABLE";
    /// No replica may lead now.
    EligibleLeadersNotAvailable = 83, "ELIGIBLE_LEADERS_NOT_AVAILABLE";
    /// What was asked for is so already.
    ElectionNotNeeded = 84, "ELECTION_NOT_NEEDED";
    /// The partition epoch is older than the controller's.
    InvalidUpdateVersion = 95, "INVALID_UPDATE_VERSION";
    /// The broker's earlier session is still valid.
    DuplicateBrokerRegistration = 101, "DUPLICATE_BROKER_REGISTRATION";
    /// A replica may not join the ISR now.
    IneligibleReplica = 107, "INELIGIBLE_REPLICA";
    /// A topic can't have this name.
    InvalidTopicException = 17, "INVALID_TOPIC_EXCEPTION";
    /// This metadata mode has no such request.
    UnsupportedVersion = 35, "UNSUPPORTED_VERSION";
    /// There is a topic of this name.
    TopicAlreadyExists = 36, "TOPIC_ALREADY_EXISTS";
    /// A topic can't have so many partitions: none, or not more than it has.
    InvalidPartitions = 37, "INVALID_PARTITIONS";
    /// None, or more replicas than there are brokers for them.
    InvalidReplicationFactor = 38, "INVALID_REPLICATION_FACTOR";
    /// The controller knows no such broker.
    BrokerIdNotRegistered = 102, "BROKER_ID_NOT_REGISTERED";
}

impl ErrorCode {
    /// True for everything but [`ErrorCode::None`].
    #[must_use]
    pub const fn is_error(self) -> bool {
        !matches!(self, Self::None)
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
