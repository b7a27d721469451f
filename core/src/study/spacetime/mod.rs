//! The space-time diagram: brokers, clients and controller as lines, messages as arrows.
//!
//! The facts only, around the current step and about one partition; where they stand on a screen is
//! not known here. A stretch of the run is done again beside the lane, so that each message's sending
//! and each fetch that waits are known exactly, computed idle polls included.

mod by_hand;
mod facts;
mod relevant;
mod waits;
mod watch;

use serde::{Deserialize, Serialize};

pub use facts::{
    Absence, AbsenceKind, Change, End, Event, LeftOut, Message, Moment, Place, Wait, Window,
};
pub use relevant::{node_of, place_of};

use crate::history::Lane;
use crate::session::request::Lens;
use crate::topology::PartitionId;
use relevant::Stretch;

/// Steps shown at most.
const STEPS_MAX: u32 = 240;

/// What to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ask {
    /// The partition.
    pub partition: PartitionId,
    /// How many steps, half of them before the current one where there are as many.
    pub steps: u32,
    /// Which messages.
    pub kinds: Kinds,
    /// Which steps: those that count when one steps on. With a broker or a kind, a process that has no part in
    /// any of them is left out.
    pub lens: Lens,
}

/// Kinds of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Kinds {
    /// Fetches, and questions about epochs and offsets.
    pub replication: bool,
    /// Produce requests and their answers.
    pub client: bool,
    /// What is said between brokers and the controller.
    pub control: bool,
}

impl Kinds {
    /// All of them.
    pub const ALL: Self = Self {
        replication: true,
        client: true,
        control: true,
    };
}

/// The window that is asked for; a partition that is not there has nothing in it.
#[must_use]
pub fn tell(lane: &Lane, ask: &Ask) -> Window {
    let ask = Ask {
        steps: ask.steps.clamp(2, STEPS_MAX),
        ..*ask
    };
    let stretch = Stretch::around(lane, &ask);
    watch::watch(lane, &ask, &stretch)
}
