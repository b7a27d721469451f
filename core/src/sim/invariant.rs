//! The promises that are checked after every step, by their ids in Kafka's own arguments.
//!
//! They are written apart from the code they judge and look at states only. A broken one is reported
//! with the settings and faults of the run that allow it; where nothing allows it, the mistake is ours.

use serde::{Deserialize, Serialize};

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

/// What in the settings, or in the faults so far, allows an invariant to break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Allowance {
    /// Replicas cut to their own high watermark (before 0.11).
    TruncateToHighWatermark,
    /// A leader answers with an end offset only (KIP-101, before 2.0).
    EndOffsetAnswer,
    /// Fetches are not fenced by leader epoch (before 2.1).
    NoFencing,
    /// A leader was elected that was not in the ISR.
    UncleanElection,
    /// Records were lost with power or disk.
    RecordLoss,
    /// Producers ask for less than `acks=all`.
    WeakAcks,
    /// A schedule by hand does what Kafka would not.
    ByHand,
}
