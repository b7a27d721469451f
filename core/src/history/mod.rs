//! Time as a tree: a run can be stepped, sought and forked, and every fork is kept.
//!
//! A run is decided by its cluster and its list of commands alone, so a place in it is reached by
//! running from the nearest checkpoint. A checkpoint shares with its neighbours whatever did not
//! change between them.

mod branch;
mod lane;
mod script;

pub use branch::Branch;
pub use lane::{Going, Lane};

use core::fmt;

use serde::{Deserialize, Serialize};

/// A branch of a run; 0 is the run as the scenario has it.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct BranchId(pub u32);

impl BranchId {
    /// The branch that every other one comes from.
    pub const MAIN: Self = Self(0);
}

impl fmt::Display for BranchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::MAIN => f.write_str("main"),
            Self(number) => write!(f, "{number}"),
        }
    }
}
