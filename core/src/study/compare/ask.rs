//! What the page asks of a comparison.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::history::BranchId;
use crate::replication::settings::SettingChange;
use crate::topology::PartitionId;

/// A question about two runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {
    /// Runs both sides and lays them side by side. What was compared before is forgotten.
    Begin {
        /// The left one.
        left: Side,
        /// The right one.
        right: Side,
    },
    /// Looks at a row.
    Look(Look),
    /// Forgets both runs.
    Close,
}

/// A run that is to be compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Side {
    /// Which.
    pub run: Which,
    /// What is set differently in it from its first moment on. A changed `acks` holds for requests that
    /// name their own, too.
    pub changes: Vec<SettingChange>,
}

/// Where a run comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Which {
    /// A branch of the open session, as it is now.
    Branch(BranchId),
    /// The main branch of another scenario, as text.
    Scenario(String),
}

/// What of the comparison is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Look {
    /// The row; one beyond the last is the last.
    pub row: u32,
    /// The partition, as the left run numbers it; the right one's has the same name.
    pub partition: PartitionId,
    /// How many rows of the table to skip; `None`: so that the row is in the middle.
    pub first: Option<u32>,
    /// How many rows of the table to show.
    pub count: u32,
}
