//! When a follower counts as in sync: last caught-up time, shrink, expand.
//!
//! Source: `kafka.cluster.Replica`, `kafka.cluster.Partition` (`isFollowerOutOfSync`,
//! `canAddReplicaToIsr`), KIP-497.

use crate::kafka::Offset;

/// What a leader remembers of a follower's fetches.
///
/// Times are milliseconds or any other unit, as long as it is the same everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FollowerProgress {
    /// The follower's log end offset as of its last fetch; -1 is unknown.
    pub log_end_offset: Offset,
    /// The follower's log start offset as of its last fetch; -1 is unknown.
    pub log_start_offset: Offset,
    /// The leader's log end offset at the last fetch.
    pub last_fetch_leader_log_end_offset: Offset,
    /// When the last fetch came; 0: none.
    pub last_fetch_time: u64,
    /// When the follower had last caught up; 0: never.
    pub last_caught_up_time: u64,
}

/// A follower's fetch as the leader accounts for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FetchAccount {
    /// The fetch offset: where the follower's log ends.
    pub fetch_offset: Offset,
    /// Where the follower's log starts.
    pub log_start_offset: Offset,
    /// The leader's log end offset at that moment.
    pub leader_log_end_offset: Offset,
    /// When the fetch came.
    pub time: u64,
}

impl FollowerProgress {
    /// A replica the leader knows nothing of.
    pub const UNKNOWN: Self = Self {
        log_end_offset: -1,
        log_start_offset: -1,
        last_fetch_leader_log_end_offset: 0,
        last_fetch_time: 0,
        last_caught_up_time: 0,
    };

    /// Accounts for a fetch (`Replica.updateFetchStateOrThrow`).
    ///
    /// A follower that has reached the end of the log *as it was at its previous fetch* was caught up
    /// then: one that always trails by a small batch counts as in sync.
    pub fn record_fetch(&mut self, fetch: FetchAccount) {
        if fetch.fetch_offset >= fetch.leader_log_end_offset {
            self.last_caught_up_time = self.last_caught_up_time.max(fetch.time);
        } else if fetch.fetch_offset >= self.last_fetch_leader_log_end_offset {
            self.last_caught_up_time = self.last_caught_up_time.max(self.last_fetch_time);
        }
        self.log_end_offset = fetch.fetch_offset;
        self.log_start_offset = fetch.log_start_offset;
        self.last_fetch_leader_log_end_offset = self
            .last_fetch_leader_log_end_offset
            .max(fetch.leader_log_end_offset);
        self.last_fetch_time = fetch.time;
    }

    /// Begins a new leader epoch (`Replica.resetReplicaState`).
    ///
    /// A broker that led before keeps what it knows of the follower's log; a new leader forgets it, so
    /// that its high watermark can't move before the follower has fetched from it.
    pub const fn reset(&mut self, new_leader: bool, in_isr: bool, leader_leo: Offset, now: u64) {
        let since = if in_isr { now } else { 0 };
        self.last_caught_up_time = since;
        if new_leader {
            self.log_end_offset = -1;
            self.log_start_offset = -1;
            self.last_fetch_leader_log_end_offset = -1;
            self.last_fetch_time = 0;
        } else {
            self.last_fetch_leader_log_end_offset = leader_leo;
            self.last_fetch_time = since;
        }
    }

    /// Whether the follower has reached the leader's end, or did within `lag_time_max`.
    #[must_use]
    pub const fn is_caught_up(
        &self,
        leader_log_end_offset: Offset,
        now: u64,
        lag_time_max: u64,
    ) -> bool {
        self.log_end_offset == leader_log_end_offset
            || now.saturating_sub(self.last_caught_up_time) <= lag_time_max
    }
}

/// What decides whether a follower may join the ISR.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpandCheck {
    /// The follower's log end offset as of its last fetch.
    pub follower_log_end_offset: Offset,
    /// The leader's high watermark.
    pub high_watermark: Offset,
    /// Where the leader's epoch starts.
    pub epoch_start_offset: Offset,
    /// The follower's broker may be in an ISR: registered, unfenced, not shutting down.
    pub eligible: bool,
}

/// Whether a follower that is not in the ISR may be proposed for it (`isFollowerInSync`).
///
/// The second bound is what stops a new leader with a stale high watermark from admitting a follower
/// that lacks committed records (KAFKA-7128).
#[must_use]
pub const fn may_expand(check: ExpandCheck) -> bool {
    check.eligible
        && check.follower_log_end_offset >= check.high_watermark
        && check.follower_log_end_offset >= check.epoch_start_offset
}
