//! Why an invariant may be found broken. A broken one is reported with the settings and faults of the
//! run that allow it; where nothing allows it, the mistake is ours.

use serde::{Deserialize, Serialize};

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
