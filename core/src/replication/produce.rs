//! When a produce request is taken, and when it is answered.
//!
//! Source: `kafka.cluster.Partition.appendRecordsToLeader`, `checkEnoughReplicasReachOffset`,
//! `kafka.server.DelayedProduce`.

use super::acks::Acks;
use super::error_code::ErrorCode;
use crate::kafka::Offset;

/// `min.insync.replicas`, but never more than there are replicas.
#[must_use]
pub fn effective_min_isr(min_insync_replicas: u32, replicas: usize) -> usize {
    usize::try_from(min_insync_replicas)
        .unwrap_or(usize::MAX)
        .min(replicas)
}

/// The check before the append: it counts the *committed* ISR.
#[must_use]
pub fn check_before_append(acks: Acks, committed_isr: usize, effective_min: usize) -> ErrorCode {
    if acks == Acks::All && committed_isr < effective_min {
        ErrorCode::NotEnoughReplicas
    } else {
        ErrorCode::None
    }
}

/// The answer to a waiting `acks=all` request, or `None` while it has to wait on.
///
/// The exit check counts the *maximal* ISR, the entry check the committed one: Kafka's own asymmetry.
#[must_use]
pub fn check_waiting(
    required_offset: Offset,
    high_watermark: Offset,
    maximal_isr: usize,
    effective_min: usize,
) -> Option<ErrorCode> {
    if high_watermark < required_offset {
        None
    } else if maximal_isr >= effective_min {
        Some(ErrorCode::None)
    } else {
        Some(ErrorCode::NotEnoughReplicasAfterAppend)
    }
}
