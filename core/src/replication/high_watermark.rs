//! How far the leader's high watermark may move.
//!
//! Source: `kafka.cluster.Partition.maybeIncrementLeaderHW`, KIP-497, KAFKA-15583.

use crate::kafka::Offset;

/// A remote replica as the rule sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemoteReplica {
    /// Its log end offset as of its last fetch; -1 is unknown.
    pub log_end_offset: Offset,
    /// In the maximal ISR: the committed one, plus a replica whose expansion is under way.
    pub in_maximal_isr: bool,
    /// Caught up, or recently so, and eligible for the ISR: about to join.
    ///
    /// It is waited for, too, or it could be outrun for ever.
    pub about_to_join: bool,
}

/// The leader's side of the rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leader {
    /// Its log end offset.
    pub log_end_offset: Offset,
    /// Its high watermark.
    pub high_watermark: Offset,
    /// The ISR (see below) has the effective `min.insync.replicas`, or the release does not ask.
    pub enough_in_sync: bool,
}

/// The high watermark after the rule was applied; never below the present one.
///
/// The smallest log end offset of the leader, the maximal ISR and those about to join. Since 3.7 it
/// stands still while the ISR is smaller than the effective `min.insync.replicas`.
#[must_use]
pub fn advance(leader: Leader, remotes: impl IntoIterator<Item = RemoteReplica>) -> Offset {
    if !leader.enough_in_sync {
        return leader.high_watermark;
    }
    remotes
        .into_iter()
        .filter(|remote| remote.in_maximal_isr || remote.about_to_join)
        .map(|remote| remote.log_end_offset)
        .fold(leader.log_end_offset, Offset::min)
        .max(leader.high_watermark)
}
