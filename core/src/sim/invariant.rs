//! Why an invariant may be found broken. A broken one is reported with the settings and faults of the
//! run that allow it; where nothing allows it, the mistake is ours.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::Simulation;
use crate::event::InvariantId;
use crate::replication::settings::{EpochAnswer, Truncation};

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

impl Simulation {
    /// What in the settings so far, or in the faults, allows an invariant to break; nothing: a mistake
    /// of ours.
    #[must_use]
    pub fn allowed_by(&self, invariant: InvariantId) -> Vec<Allowance> {
        let possible: &[Allowance] = match invariant {
            InvariantId::I1 | InvariantId::I6 | InvariantId::I8 => &[
                Allowance::TruncateToHighWatermark,
                Allowance::EndOffsetAnswer,
                Allowance::NoFencing,
                Allowance::UncleanElection,
                Allowance::RecordLoss,
                Allowance::ByHand,
            ],
            InvariantId::I2 => &[
                Allowance::TruncateToHighWatermark,
                Allowance::EndOffsetAnswer,
                Allowance::NoFencing,
                Allowance::RecordLoss,
                Allowance::ByHand,
            ],
            InvariantId::I7 | InvariantId::I16 => &[
                Allowance::TruncateToHighWatermark,
                Allowance::EndOffsetAnswer,
                Allowance::NoFencing,
            ],
            // Only records acknowledged with less are looked at.
            InvariantId::I10 => return Vec::from([Allowance::WeakAcks]),
            _ => &[],
        };
        let allowed = possible.iter().copied();
        allowed
            .filter(|allowance| self.allowances.contains(allowance))
            .collect()
    }

    /// A run keeps what its settings allow: logs that parted under one protocol stay apart under another.
    pub(super) fn allow_by_settings(&mut self) {
        let settings = &self.settings;
        let allowance = match settings.truncation {
            Truncation::HighWatermark => Some(Allowance::TruncateToHighWatermark),
            _ if settings.epoch_answer == EpochAnswer::EndOffset => {
                Some(Allowance::EndOffsetAnswer)
            }
            _ => None,
        };
        let unfenced =
            settings.truncation != Truncation::HighWatermark && !settings.leader_epoch_fencing;
        for allowance in allowance
            .into_iter()
            .chain(unfenced.then_some(Allowance::NoFencing))
        {
            self.allow(allowance);
        }
    }
}
