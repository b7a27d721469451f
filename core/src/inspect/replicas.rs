//! Two replicas of one partition: where their logs part, and what each rule of truncation would cut.
//!
//! The rules are those of the simulation (`replication/truncation.rs`). Logs are fed side by side, so
//! that only what one of them is ahead has to be kept.

use super::walker::{LogWalker, Walked};
use crate::kafka::{LeaderEpoch, Offset};
use crate::log::{EpochCache, EpochEndOffset};
use crate::record::AnyBatch;
use crate::replication::settings::EpochAnswer;
use crate::replication::truncation::{FollowerLog, decide};
use alloc::collections::VecDeque;
use serde::{Deserialize, Serialize};

/// One of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Side {
    /// The first.
    Left,
    /// The second.
    Right,
}

/// Where two logs part: what each has there, `None` for nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Divergence {
    /// The first offset from which they differ.
    pub offset: Offset,
    /// The batch of the first log there.
    pub left: Option<BatchMark>,
    /// The batch of the second.
    pub right: Option<BatchMark>,
}

/// What a batch is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchMark {
    /// Where it lies in its file.
    pub position: u64,
    /// Its first offset.
    pub first_offset: Offset,
    /// Its last offset.
    pub last_offset: Offset,
    /// Its leader epoch.
    pub leader_epoch: LeaderEpoch,
    /// Its checksum.
    pub crc: u32,
}

/// Compares two logs that are fed side by side.
#[derive(Debug, Default)]
pub struct Comparison {
    left: Half,
    right: Half,
    divergence: Option<Divergence>,
}

#[derive(Debug, Default)]
struct Half {
    walker: LogWalker,
    marks: VecDeque<BatchMark>,
    next_offset: Offset,
    is_done: bool,
}

impl Comparison {
    /// Which log to feed next; `None` when both have ended or the point is found.
    #[must_use]
    pub fn wants(&self) -> Option<Side> {
        match (self.divergence, self.left.is_done, self.right.is_done) {
            (Some(_), ..) | (_, true, true) => None,
            (_, true, false) => Some(Side::Right),
            (_, false, true) => Some(Side::Left),
            _ if self.left.next_offset <= self.right.next_offset => Some(Side::Left),
            _ => Some(Side::Right),
        }
    }

    /// Takes the next bytes of one log's segment.
    pub fn feed(&mut self, side: Side, bytes: &[u8]) {
        let half = self.half(side);
        let (marks, next_offset) = (&mut half.marks, &mut half.next_offset);
        half.walker
            .feed(bytes, |walked| mark(walked, marks, next_offset));
        self.compare();
    }

    /// One log's segment ends here; another one may follow.
    pub fn end_segment(&mut self, side: Side) {
        let half = self.half(side);
        let (marks, next_offset) = (&mut half.marks, &mut half.next_offset);
        let walker = core::mem::take(&mut half.walker);
        walker.finish(|walked| mark(walked, marks, next_offset));
        self.compare();
    }

    /// One log has no more segments.
    pub fn end_log(&mut self, side: Side) {
        self.half(side).is_done = true;
        self.compare();
    }

    /// Where the logs part, as far as it is known; `None` if they don't.
    #[must_use]
    pub const fn divergence(&self) -> Option<Divergence> {
        self.divergence
    }

    fn half(&mut self, side: Side) -> &mut Half {
        match side {
            Side::Left => &mut self.left,
            Side::Right => &mut self.right,
        }
    }

    fn compare(&mut self) {
        while self.divergence.is_none() {
            let (left, right) = (self.left.marks.front(), self.right.marks.front());
            match (left.copied(), right.copied()) {
                // Retention may have gone further on one side: what only one has at the start says nothing.
                (Some(left), Some(right)) if left.last_offset < right.first_offset => {
                    self.left.marks.pop_front();
                }
                (Some(left), Some(right)) if right.last_offset < left.first_offset => {
                    self.right.marks.pop_front();
                }
                (Some(left), Some(right)) => {
                    if !left.is_same(&right) {
                        self.divergence = Some(Divergence {
                            offset: left.first_offset.min(right.first_offset),
                            left: Some(left),
                            right: Some(right),
                        });
                    }
                    self.left.marks.pop_front();
                    self.right.marks.pop_front();
                }
                (Some(left), None) if self.right.is_done => {
                    self.divergence = Some(Divergence {
                        offset: left.first_offset,
                        left: Some(left),
                        right: None,
                    });
                }
                (None, Some(right)) if self.left.is_done => {
                    self.divergence = Some(Divergence {
                        offset: right.first_offset,
                        left: None,
                        right: Some(right),
                    });
                }
                _ => return,
            }
        }
    }
}

impl BatchMark {
    /// Offset and epoch are not covered by the checksum.
    fn is_same(&self, other: &Self) -> bool {
        self.first_offset == other.first_offset
            && self.last_offset == other.last_offset
            && self.leader_epoch == other.leader_epoch
            && self.crc == other.crc
    }
}

fn mark(walked: Walked<'_>, marks: &mut VecDeque<BatchMark>, next_offset: &mut Offset) {
    let Walked::Batch { batch, crc } = walked else {
        return;
    };
    *next_offset = batch.last_offset().saturating_add(1);
    // A batch whose bytes are broken is known by the checksum of what it has.
    let crc = match (crc, &batch) {
        (Err(_), AnyBatch::Batch(batch)) => batch.computed_crc(),
        _ => batch.crc(),
    };
    marks.push_back(BatchMark {
        position: batch.position(),
        first_offset: batch.header_offset(),
        last_offset: batch.last_offset(),
        leader_epoch: batch.partition_leader_epoch(),
        crc,
    });
}

/// What is known of a replica.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replica {
    /// Its leader epochs.
    pub epochs: EpochCache,
    /// Its log end offset.
    pub log_end_offset: Offset,
}

/// How a follower finds where to cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CutRule {
    /// At its own high watermark: before 0.11.
    HighWatermark,
    /// Where the leader's log ends for its latest epoch (KIP-101).
    EpochEnd,
    /// The same, epoch by epoch, until both know it (KIP-279).
    EpochByEpoch,
}

/// What a rule would do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cut {
    /// The rule.
    pub rule: CutRule,
    /// Where the follower's log would end.
    pub truncate_to: Offset,
    /// How many offsets would go.
    pub offsets_cut: Offset,
    /// How many of them are below the high watermark: committed, as far as the follower knows.
    pub committed_cut: Offset,
    /// How many would stay although the leader has something else there, if that is known.
    pub diverging_kept: Option<Offset>,
    /// How often the leader is asked.
    pub questions: u32,
}

/// What each rule would cut from a follower's log, if the other replica were its leader.
///
/// `high_watermark` is the follower's; `diverges_at` where the logs part.
#[must_use]
pub fn cuts(
    leader: &Replica,
    follower: &Replica,
    high_watermark: Offset,
    diverges_at: Option<Offset>,
) -> [Cut; 3] {
    let log_end_offset = follower.log_end_offset;
    let high_watermark = high_watermark.min(log_end_offset);
    let cut = |rule, truncate_to: Offset, questions| Cut {
        rule,
        truncate_to,
        offsets_cut: log_end_offset - truncate_to,
        committed_cut: (high_watermark - truncate_to).max(0),
        diverging_kept: diverges_at.map(|offset| (truncate_to - offset).max(0)),
        questions,
    };
    let (epoch_end, _) = by_epochs(EpochAnswer::EndOffset, leader, follower, high_watermark);
    let (epoch_by_epoch, questions) = by_epochs(
        EpochAnswer::EpochAndEndOffset,
        leader,
        follower,
        high_watermark,
    );
    [
        cut(CutRule::HighWatermark, high_watermark, 0),
        cut(CutRule::EpochEnd, epoch_end, 1),
        cut(CutRule::EpochByEpoch, epoch_by_epoch, questions),
    ]
}

/// Where the follower's log ends after the leader has answered as often as it takes.
fn by_epochs(
    answer: EpochAnswer,
    leader: &Replica,
    follower: &Replica,
    high_watermark: Offset,
) -> (Offset, u32) {
    let mut epochs = follower.epochs.clone();
    let mut log_end_offset = follower.log_end_offset;
    let mut questions = 0;
    // Each answer that is not the last drops an epoch of the follower's.
    for _ in 0..=follower.epochs.len() {
        let Some(latest) = epochs.latest_epoch() else {
            return (high_watermark.min(log_end_offset), questions);
        };
        questions += 1;
        let leader_end = leader.epochs.end_offset_for(latest, leader.log_end_offset);
        let own_end = match leader_end {
            EpochEndOffset::UNDEFINED => EpochEndOffset::UNDEFINED,
            end => epochs.end_offset_for(end.leader_epoch, log_end_offset),
        };
        let follower_log = FollowerLog {
            log_end_offset,
            high_watermark,
        };
        let decision = decide(answer, leader_end, own_end, follower_log);
        log_end_offset = decision.truncate_to.min(log_end_offset);
        if decision.done {
            break;
        }
        epochs.truncate_from_end(log_end_offset);
    }
    (log_end_offset, questions)
}
