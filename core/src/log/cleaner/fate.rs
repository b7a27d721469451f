//! What a round does with a record, and why (`Cleaner.shouldDiscardBatch`, `Cleaner.shouldRetainRecord`).

use super::retention::Rules;
use super::transactions::Verdict;
use crate::kafka::Offset;
use crate::record::{BatchView, RecordView};
use serde::{Deserialize, Serialize};

/// What becomes of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    /// It stays: the round does not reach it.
    Beyond,
    /// It stays: of its key it is the newest that the round knows.
    Latest,
    /// It stays: it says that its key is deleted, and its horizon is not set or has not passed.
    Tombstone,
    /// It stays: a marker that is needed, or whose horizon is not set or has not passed.
    Marker,
    /// It goes: its key was written again at this offset.
    Superseded(Offset),
    /// It goes: it says that its key is deleted, and its horizon has passed.
    ExpiredTombstone,
    /// It goes: its transaction was aborted.
    Aborted,
    /// It goes: a marker of a transaction without data, whose horizon has passed.
    ExpiredMarker,
    /// It goes: it has no key, and should not be in such a log.
    NoKey,
}

impl Fate {
    /// Whether the record stays.
    #[must_use]
    pub const fn is_kept(self) -> bool {
        matches!(
            self,
            Self::Beyond | Self::Latest | Self::Tombstone | Self::Marker
        )
    }

    pub(super) fn of(
        batch: &BatchView<'_>,
        record: &RecordView<'_>,
        verdict: Verdict,
        rules: &Rules<'_>,
    ) -> Self {
        let is_discardable = verdict == Verdict::Discardable;
        let horizon = batch.delete_horizon_ms();
        if batch.attributes().is_control() {
            let has_passed = horizon.is_some_and(|horizon| horizon <= rules.now_ms);
            return if is_discardable && has_passed {
                Self::ExpiredMarker
            } else {
                Self::Marker
            };
        }
        if is_discardable {
            return Self::Aborted;
        }
        if record.offset > rules.map.latest_offset() {
            return Self::Beyond;
        }
        let Some(key) = record.key else {
            return Self::NoKey;
        };
        let latest = rules.map.get(key);
        if record.offset < latest {
            return Self::Superseded(latest);
        }
        match (record.value, horizon) {
            (Some(_), _) => Self::Latest,
            (None, Some(horizon)) if rules.now_ms >= horizon => Self::ExpiredTombstone,
            (None, _) => Self::Tombstone,
        }
    }
}
