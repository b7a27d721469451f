//! Where a follower cuts its log so that it agrees with its leader's.
//!
//! Source: KIP-101, KIP-279, KIP-595 (truncation on fetch); `AbstractFetcherThread.getOffsetTruncationState`,
//! `Partition.readRecords`.

use crate::kafka::{LeaderEpoch, NO_LEADER_EPOCH, NO_OFFSET, Offset};
use crate::log::EpochEndOffset;
use crate::replication::settings::EpochAnswer;

/// What a leader finds when a fetch names the follower's latest epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Divergence {
    /// The follower's log is a prefix of the leader's, as far as epochs tell.
    None,
    /// The logs part at or before this point.
    At(EpochEndOffset),
    /// The leader knows no such epoch: OFFSET_OUT_OF_RANGE.
    UnknownEpoch,
}

/// Compares a fetch with the leader's own end of the follower's epoch.
///
/// `own_end` is the leader's `end_offset_for(last_fetched_epoch)`. Where the answer is an end offset
/// only (KIP-101), nobody sees that the leader answers for another epoch.
#[must_use]
pub fn divergence(
    answer: EpochAnswer,
    own_end: EpochEndOffset,
    last_fetched_epoch: LeaderEpoch,
    fetch_offset: Offset,
) -> Divergence {
    if own_end.leader_epoch == NO_LEADER_EPOCH || own_end.end_offset == NO_OFFSET {
        return Divergence::UnknownEpoch;
    }
    let other_epoch =
        answer == EpochAnswer::EpochAndEndOffset && own_end.leader_epoch < last_fetched_epoch;
    if other_epoch || own_end.end_offset < fetch_offset {
        Divergence::At(own_end)
    } else {
        Divergence::None
    }
}

/// What a follower does with its leader's answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TruncationDecision {
    /// Cut the log to this offset; it may lie at or above the log's end, which still clears the
    /// epoch cache of entries without records.
    pub truncate_to: Offset,
    /// The point where the logs part is found; if not, ask again with the new latest epoch.
    pub done: bool,
}

/// The follower's side when it has an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FollowerLog {
    /// Its log end offset.
    pub log_end_offset: Offset,
    /// Its high watermark: where it starts when the leader knows nothing of its epochs.
    pub high_watermark: Offset,
}

/// Decides where to cut.
///
/// `leader_end` is the leader's answer; `own_end` is the follower's own `end_offset_for` the epoch
/// answered, which matters only for [`EpochAnswer::EpochAndEndOffset`].
#[must_use]
pub fn decide(
    answer: EpochAnswer,
    leader_end: EpochEndOffset,
    own_end: EpochEndOffset,
    follower: FollowerLog,
) -> TruncationDecision {
    let done = |truncate_to: Offset| TruncationDecision {
        truncate_to: truncate_to.min(follower.log_end_offset),
        done: true,
    };
    if leader_end.end_offset == NO_OFFSET {
        return done(follower.high_watermark);
    }
    if answer == EpochAnswer::EndOffset
        || leader_end.leader_epoch == NO_LEADER_EPOCH
        || own_end.end_offset == NO_OFFSET
    {
        return done(leader_end.end_offset);
    }
    if own_end.leader_epoch == leader_end.leader_epoch {
        return done(own_end.end_offset.min(leader_end.end_offset));
    }
    TruncationDecision {
        truncate_to: own_end.end_offset.min(follower.log_end_offset),
        done: false,
    }
}
