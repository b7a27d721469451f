//! What the controller checks before it grants a leader another ISR.
//!
//! Source: KIP-497, KIP-841, KIP-903; `ReplicationControlManager.validateAlterPartitionData`.

use super::error_code::ErrorCode;
use crate::kafka::{BrokerId, LeaderEpoch};

/// The controller's state of the partition, as far as the checks need it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ControllerFacts<'a> {
    /// The assignment.
    pub replicas: &'a [BrokerId],
    /// The leader.
    pub leader: Option<BrokerId>,
    /// The leader epoch.
    pub leader_epoch: LeaderEpoch,
    /// The partition epoch.
    pub partition_epoch: i32,
    /// After an unclean election, until the leader reports itself recovered.
    pub recovering: bool,
}

/// A leader's request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlterPartition<'a> {
    /// The sender.
    pub broker: BrokerId,
    /// The sender's broker epoch is the one it registered with last.
    pub broker_epoch_current: bool,
    /// Its leader epoch.
    pub leader_epoch: LeaderEpoch,
    /// Its partition epoch.
    pub partition_epoch: i32,
    /// The ISR it asks for.
    pub isr: &'a [BrokerId],
    /// It says that it is still recovering.
    pub recovering: bool,
}

/// Checks a request in Kafka's order; [`ErrorCode::None`] grants it.
///
/// `eligible` says whether a broker may be in an ISR: registered, unfenced, not shutting down, and with
/// the broker epoch the leader named.
#[must_use]
pub fn validate(
    controller: ControllerFacts<'_>,
    request: AlterPartition<'_>,
    eligible: impl Fn(BrokerId) -> bool,
) -> ErrorCode {
    if !request.broker_epoch_current {
        return ErrorCode::StaleBrokerEpoch;
    }
    if request.leader_epoch > controller.leader_epoch
        || request.partition_epoch > controller.partition_epoch
    {
        return ErrorCode::NotController;
    }
    if request.leader_epoch < controller.leader_epoch {
        return ErrorCode::FencedLeaderEpoch;
    }
    if controller.leader != Some(request.broker) {
        return ErrorCode::InvalidRequest;
    }
    if request.partition_epoch < controller.partition_epoch {
        return ErrorCode::InvalidUpdateVersion;
    }
    let subset = request
        .isr
        .iter()
        .all(|id| controller.replicas.contains(id));
    if !subset || !request.isr.contains(&request.broker) {
        return ErrorCode::InvalidRequest;
    }
    if request.recovering && (request.isr.len() > 1 || !controller.recovering) {
        return ErrorCode::InvalidRequest;
    }
    if !request.isr.iter().all(|id| eligible(*id)) {
        return ErrorCode::IneligibleReplica;
    }
    ErrorCode::None
}

/// What a leader does with the answer to its request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AnswerAction {
    /// The ISR asked for stands.
    Commit,
    /// The request was not applied and no copy of it can be: back to the committed ISR.
    Revert,
    /// It may have been applied: keep counting the maximal ISR until new metadata arrives.
    StayPending,
    /// Send the same request again.
    Retry,
}

/// Maps an error to what the leader does (`Partition.handleAlterPartitionError`).
#[must_use]
pub const fn on_answer(error: ErrorCode) -> AnswerAction {
    match error {
        ErrorCode::None => AnswerAction::Commit,
        ErrorCode::OperationNotAttempted | ErrorCode::IneligibleReplica => AnswerAction::Revert,
        ErrorCode::UnknownTopicOrPartition
        | ErrorCode::FencedLeaderEpoch
        | ErrorCode::InvalidUpdateVersion
        | ErrorCode::InvalidRequest => AnswerAction::StayPending,
        _ => AnswerAction::Retry,
    }
}
