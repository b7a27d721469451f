//! Pairs that are worth comparing: scenarios of the catalogue, as they are or with a setting changed.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::told::Pair;
use crate::replication::acks::Acks;
use crate::replication::settings::{MetadataMode, SettingChange, SettingKey, SettingValue};

/// A pair that is worth comparing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Preset {
    /// Followers that cut to their HW against followers that ask where epochs end.
    Truncation,
    /// A producer that is answered at once against one that waits for the ISR.
    Acks,
    /// `min.insync.replicas` 1 against 2.
    MinIsr,
    /// Unclean elections allowed against clean ones only.
    Unclean,
    /// A ZooKeeper session against the heartbeats of KRaft.
    Metadata,
}

impl Preset {
    /// All, in the order in which they are offered.
    pub const ALL: [Self; 5] = [
        Self::Truncation,
        Self::Acks,
        Self::MinIsr,
        Self::Unclean,
        Self::Metadata,
    ];

    /// Both scenarios, by their ids in the catalogue, and what is set differently in each.
    #[must_use]
    pub fn sides(self) -> Pair<(&'static str, Vec<SettingChange>)> {
        let with = |key, value| Vec::from([SettingChange { key, value }]);
        let mode = |mode| with(SettingKey::MetadataMode, SettingValue::MetadataMode(mode));
        match self {
            Self::Truncation => Pair::new(("S10", Vec::new()), ("S11", Vec::new())),
            Self::Acks => {
                let all = with(SettingKey::Acks, SettingValue::Acks(Acks::All));
                Pair::new(("S14", Vec::new()), ("S14", all))
            }
            Self::MinIsr => Pair::new(("S33", Vec::new()), ("S34", Vec::new())),
            Self::Unclean => Pair::new(("S21", Vec::new()), ("S22", Vec::new())),
            Self::Metadata => Pair::new(
                ("A01", mode(MetadataMode::Zookeeper)),
                ("A01", mode(MetadataMode::Kraft)),
            ),
        }
    }
}
