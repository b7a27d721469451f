//! Why a value is what it is: the chain of causes back to a command, and what it waits for now.
//!
//! The steps are read backwards, from the last one that set the value. A message names the step that sent
//! it; where that is not enough (a record that was there already when a fetch came, steps by hand),
//! the step is looked for that made what was needed. Nothing is simulated but the state at that step.

mod chain;
mod led_to;
mod waiting;

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

pub use waiting::{Delivery, Obstacle, Travel, Waiting};

use crate::event::Effect;
use crate::history::Lane;
use crate::kafka::{BrokerId, LeaderEpoch, Offset};
use crate::sim::event::{Trigger, VirtualTime};
use crate::sim::node::Node;
use crate::topology::PartitionId;

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ask {
    /// The partition.
    pub partition: PartitionId,
    /// Which of its values.
    pub value: Value,
}

/// A value of a partition or a replica.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Value {
    /// A replica's LEO.
    LogEndOffset(BrokerId),
    /// A replica's HW.
    HighWatermark(BrokerId),
    /// The leader epoch a replica knows.
    ReplicaLeaderEpoch(BrokerId),
    /// The ISR at the controller.
    Isr,
    /// The leader at the controller.
    Leader,
    /// The leader epoch at the controller.
    LeaderEpoch,
}

/// What a value is now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Known {
    /// An offset.
    Offset(Offset),
    /// An epoch.
    Epoch(LeaderEpoch),
    /// Brokers.
    Brokers(Vec<BrokerId>),
    /// A broker, or none.
    Broker(Option<BrokerId>),
}

/// Why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Why {
    /// What was asked.
    pub ask: Ask,
    /// The step at which it was.
    pub position: u32,
    /// What it is there; `None` if there is no such replica.
    pub known: Option<Known>,
    /// For a leader's HW: the LEOs over which it was taken, as the leader knew them when it was set.
    pub over: Vec<(BrokerId, Offset)>,
    /// From the step that set it back to a command: each waited for the next one here.
    pub chain: Vec<Link>,
    /// What was needed too, but already there: one chain for each condition.
    pub needed: Vec<Vec<Link>>,
    /// What it led to.
    pub led_to: Vec<Link>,
    /// The chain ends in the state in which the run begins.
    pub from_the_start: bool,
    /// What it waits for now.
    pub waiting: Vec<Waiting>,
}

/// A place in a chain of causes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// The step.
    pub step: u32,
    /// When.
    pub time: VirtualTime,
    /// Where.
    pub node: Option<Node>,
    /// What happened there.
    pub what: What,
}

/// What happened at a place of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum What {
    /// Something changed.
    Changed(Effect),
    /// A leader answered a fetch with what was needed.
    Answered {
        /// The leader.
        leader: BrokerId,
        /// The follower.
        follower: BrokerId,
    },
    /// Something began the step, and that is what counts.
    Began(Trigger),
}

/// The answer, at the lane's current step.
#[must_use]
pub fn tell(lane: &Lane, ask: &Ask) -> Why {
    let told = chain::trace(lane, ask);
    Why {
        ask: *ask,
        position: lane.position(),
        known: known(lane, ask),
        led_to: told
            .set_in
            .map_or_else(Vec::new, |step| led_to::led_to(lane, ask, step)),
        over: told.over,
        chain: told.chain,
        needed: told.needed,
        from_the_start: told.from_the_start,
        waiting: waiting::waiting(lane, ask),
    }
}

fn known(lane: &Lane, ask: &Ask) -> Option<Known> {
    let cell = lane.simulation().cell(ask.partition)?;
    Some(match ask.value {
        Value::LogEndOffset(id) => Known::Offset(cell.replica(id)?.log.log_end_offset()),
        Value::HighWatermark(id) => Known::Offset(cell.replica(id)?.log.high_watermark()),
        Value::ReplicaLeaderEpoch(id) => Known::Epoch(cell.replica(id)?.leader_epoch),
        Value::Isr => Known::Brokers(cell.state.isr.to_vec()),
        Value::Leader => Known::Broker(cell.state.leader),
        Value::LeaderEpoch => Known::Epoch(cell.state.leader_epoch),
    })
}
