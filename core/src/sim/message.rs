//! Messages with their whole content, as they travel between nodes.

use alloc::vec::Vec;

use super::event::{MessageHead, MessageKind};
use super::naming::{Flow, MessageName};
use super::node::Node;
use crate::cluster::partition_state::PartitionState;
use crate::cluster::replica::{FetchOutcome, FetchRequest, ProduceRequest};
use crate::kafka::{BrokerId, LeaderEpoch, NO_LEADER_EPOCH, NO_OFFSET, Offset};
use crate::log::EpochEndOffset;
use crate::replication::error_code::ErrorCode;
use crate::topology::PartitionId;

/// One partition of an AlterPartition request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IsrRequest {
    /// The partition.
    pub partition: PartitionId,
    /// The leader's epoch.
    pub leader_epoch: LeaderEpoch,
    /// The partition epoch it knows.
    pub partition_epoch: i32,
    /// The ISR it asks for.
    pub isr: Vec<BrokerId>,
}

/// One partition of the answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IsrAnswer {
    /// The partition.
    pub partition: PartitionId,
    /// The error, or [`ErrorCode::None`].
    pub error: ErrorCode,
    /// The controller's state afterwards.
    pub state: PartitionState,
}

/// A message's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Follower to leader.
    Fetch(FetchRequest),
    /// Leader to follower.
    FetchResponse {
        /// The request's serial.
        serial: u32,
        /// The request's number.
        nth: u32,
        /// The answer.
        outcome: FetchOutcome,
    },
    /// Follower to leader: where does this epoch end with you?
    EpochQuery {
        /// Tells its answer from earlier ones.
        serial: u32,
        /// The follower's view of the leader epoch.
        leader_epoch: Option<LeaderEpoch>,
        /// The epoch asked for.
        epoch: LeaderEpoch,
    },
    /// The answer.
    EpochAnswer {
        /// The request's serial.
        serial: u32,
        /// The end, or the error.
        end: Result<EpochEndOffset, ErrorCode>,
    },
    /// Follower to leader after an offset out of range.
    ListOffsets {
        /// Tells its answer from earlier ones.
        serial: u32,
        /// The follower's view of the leader epoch.
        leader_epoch: Option<LeaderEpoch>,
    },
    /// The answer.
    ListOffsetsResponse {
        /// The request's serial.
        serial: u32,
        /// Log start and log end offset, or the error.
        bounds: Result<(Offset, Offset), ErrorCode>,
    },
    /// Producer to leader.
    Produce(ProduceRequest),
    /// Leader to producer.
    ProduceResponse {
        /// The error, or [`ErrorCode::None`].
        error: ErrorCode,
        /// The first record's offset, or -1.
        base_offset: Offset,
    },
    /// Leader to controller.
    AlterPartition {
        /// The sender's broker epoch.
        broker_epoch: u64,
        /// The partitions.
        requests: Vec<IsrRequest>,
    },
    /// Controller to leader.
    AlterPartitionResponse(Vec<IsrAnswer>),
    /// Controller to broker: records up to this offset.
    PartitionStates {
        /// Exclusive.
        to_offset: u64,
        /// How many of them concern partitions of the receiver.
        count: u32,
    },
    /// A starting broker registers.
    BrokerRegistration,
    /// The answer.
    BrokerRegistrationResponse {
        /// The error, or [`ErrorCode::None`].
        error: ErrorCode,
    },
    /// A heartbeat that asks for something.
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

/// A message under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The sender.
    pub from: Node,
    /// The receiver.
    pub to: Node,
    /// The partition, where it is about one.
    pub partition: Option<PartitionId>,
    /// Which of its flow it is.
    pub nth: u32,
    /// Which copy of that; 0 is the message itself.
    pub copy: u32,
    /// When it was sent, wall clock.
    pub sent: u64,
    /// The content.
    pub content: Content,
}

impl Message {
    /// What the page shows of it.
    #[must_use]
    pub fn head(&self) -> MessageHead {
        MessageHead {
            from: self.from,
            to: self.to,
            partition: self.partition,
            kind: self.kind(),
        }
    }

    /// What it is counted with.
    #[must_use]
    pub fn flow(&self) -> Flow {
        let kind = self.content.message_type();
        Flow::new(self.from, self.to, kind, self.partition)
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> MessageName {
        MessageName {
            flow: self.flow(),
            nth: self.nth,
            copy: self.copy,
        }
    }

    fn kind(&self) -> MessageKind {
        match &self.content {
            Content::Fetch(request) => MessageKind::Fetch {
                fetch_offset: request.fetch_offset,
                leader_epoch: request.leader_epoch,
                last_fetched_epoch: request.last_fetched_epoch,
            },
            Content::FetchResponse { outcome, .. } => fetch_response(outcome),
            Content::EpochQuery { epoch, .. } => {
                MessageKind::OffsetsForLeaderEpoch { epoch: *epoch }
            }
            Content::EpochAnswer { end, .. } => match end {
                Ok(end) => MessageKind::OffsetsForLeaderEpochResponse {
                    error: ErrorCode::None,
                    epoch: end.leader_epoch,
                    end_offset: end.end_offset,
                },
                Err(error) => MessageKind::OffsetsForLeaderEpochResponse {
                    error: *error,
                    epoch: NO_LEADER_EPOCH,
                    end_offset: NO_OFFSET,
                },
            },
            Content::ListOffsets { .. } => MessageKind::ListOffsets,
            Content::ListOffsetsResponse { bounds, .. } => {
                let (earliest, latest) = bounds.unwrap_or((NO_OFFSET, NO_OFFSET));
                MessageKind::ListOffsetsResponse {
                    error: bounds.err().unwrap_or(ErrorCode::None),
                    earliest,
                    latest,
                }
            }
            Content::Produce(request) => MessageKind::Produce {
                acks: request.acks,
                records: u32::try_from(request.values.len()).unwrap_or(u32::MAX),
            },
            Content::ProduceResponse { error, base_offset } => MessageKind::ProduceResponse {
                error: *error,
                base_offset: *base_offset,
            },
            Content::AlterPartition { requests, .. } => MessageKind::AlterPartition {
                isr: requests
                    .first()
                    .map(|request| request.isr.clone())
                    .unwrap_or_default(),
            },
            Content::AlterPartitionResponse(answers) => {
                let first = answers.first();
                MessageKind::AlterPartitionResponse {
                    error: first.map_or(ErrorCode::None, |answer| answer.error),
                    isr: first
                        .map(|answer| answer.state.isr.to_vec())
                        .unwrap_or_default(),
                }
            }
            Content::PartitionStates { count, .. } => {
                MessageKind::PartitionStates { count: *count }
            }
            Content::BrokerRegistration => MessageKind::BrokerRegistration,
            Content::BrokerRegistrationResponse { error } => {
                MessageKind::BrokerRegistrationResponse { error: *error }
            }
            Content::BrokerHeartbeat { want_shut_down } => MessageKind::BrokerHeartbeat {
                want_shut_down: *want_shut_down,
            },
            Content::BrokerHeartbeatResponse { should_shut_down } => {
                MessageKind::BrokerHeartbeatResponse {
                    should_shut_down: *should_shut_down,
                }
            }
        }
    }
}

fn fetch_response(outcome: &FetchOutcome) -> MessageKind {
    let (error, records, high_watermark, diverging) = match outcome {
        FetchOutcome::Error(error) => (*error, 0, NO_OFFSET, None),
        FetchOutcome::Diverging(end) => (
            ErrorCode::None,
            0,
            NO_OFFSET,
            Some((end.leader_epoch, end.end_offset)),
        ),
        FetchOutcome::Records(fetched) => {
            let records = fetched.data.as_ref().map_or(0, |data| {
                let batches = data.batches().flatten();
                batches.map(|batch| batch.records_count()).sum()
            });
            let records = u32::try_from(records).unwrap_or(0);
            (ErrorCode::None, records, fetched.high_watermark, None)
        }
        FetchOutcome::Wait => (ErrorCode::None, 0, NO_OFFSET, None),
    };
    MessageKind::FetchResponse {
        error,
        records,
        high_watermark,
        diverging,
    }
}
