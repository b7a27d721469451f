//! What a space-time diagram is drawn from: who did what when, and what travelled between them.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::event::Effect;
use crate::kafka::BrokerId;
use crate::sim::event::{MessageHead, Trigger, VirtualTime};
use crate::sim::naming::MessageName;
use crate::sim::node::Node;
use crate::topology::PartitionId;

/// A stretch of a run around the current step, as one partition sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Window {
    /// The partition.
    pub partition: PartitionId,
    /// The current step.
    pub position: u32,
    /// Virtual time at the current step.
    pub now: VirtualTime,
    /// The first step shown; greater than `last` if there is none.
    pub first: u32,
    /// The last step shown.
    pub last: u32,
    /// A schedule by hand drives the run at the current step: there distances mean order, not time.
    pub by_hand: bool,
    /// Who takes part: clients, the partition's replicas in assignment order, the controller.
    pub processes: Vec<Node>,
    /// The steps shown, in order.
    pub events: Vec<Event>,
    /// What travelled, in the order of its end.
    pub messages: Vec<Message>,
    /// Fetches that waited at the leader.
    pub waits: Vec<Wait>,
    /// When a broker was not there.
    pub absences: Vec<Absence>,
    /// What the window does not show.
    pub left_out: LeftOut,
}

/// A place in the run: a time, and the step it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    /// When.
    pub time: VirtualTime,
    /// The step in which it happened; `None` between steps, and for steps that are not shown.
    pub step: Option<u32>,
    /// By hand a fetch, its answer and what comes of both are one step: which of these moments it is.
    pub moment: Moment,
}

/// The moments of a step that happens whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Moment {
    /// The request leaves. Where a step is not taken by hand, it has no other moment.
    First,
    /// It is handled, and the answer leaves.
    Middle,
    /// The answer is there.
    Last,
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Its number.
    pub step: u32,
    /// When.
    pub time: VirtualTime,
    /// Where it happened; `None` for what concerns no single process.
    pub node: Option<Node>,
    /// What began it.
    pub trigger: Trigger,
    /// What it changed of the partition, each with the place and the moment of the change.
    pub changes: Vec<Change>,
}

/// Something that a step changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// Where.
    pub node: Node,
    /// In which moment of the step.
    pub moment: Moment,
    /// What.
    pub effect: Effect,
}

/// A message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Address and content.
    pub head: MessageHead,
    /// When it was sent.
    pub sent: Place,
    /// What became of it.
    pub end: End,
}

/// What became of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// It arrived.
    Arrived(Place),
    /// It was lost where it should have arrived: the link was cut or the receiver not there.
    Lost(Place),
    /// A person dropped it on its way.
    Dropped {
        /// When.
        at: Place,
        /// When it would have arrived.
        arrives: VirtualTime,
    },
    /// By hand it was sent and never arrives.
    NeverArrives(Place),
    /// It is in flight at the end of the window.
    InFlight {
        /// Its name, for a command that acts on it.
        name: MessageName,
        /// When it arrives, or would if it did not stand still.
        arrives: VirtualTime,
        /// It is held, or waits behind one that is.
        stalled: bool,
    },
}

/// A follower's fetch that waited at its leader for records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wait {
    /// The leader.
    pub leader: BrokerId,
    /// The follower.
    pub follower: BrokerId,
    /// When it began to wait.
    pub from: VirtualTime,
    /// When it was answered; `None`: it still waits at the end of the window.
    pub until: Option<VirtualTime>,
    /// How often it was renewed meanwhile without bringing anything: answered empty, and asked again.
    pub renewals: u32,
    /// How long one wait lasts at most, in microseconds.
    pub wait_us: u64,
    /// From one wait's beginning to the next one's, in microseconds.
    pub period_us: u64,
}

/// A time in which a broker was not as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Absence {
    /// The broker.
    pub broker: BrokerId,
    /// How.
    pub kind: AbsenceKind,
    /// Since when; at the beginning of the window it may have begun before.
    pub from: Place,
    /// Until when; `None`: it is so at the end of the window.
    pub until: Option<Place>,
}

/// In which way a broker is absent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AbsenceKind {
    /// Its process is not running.
    Down,
    /// It was started, and is not registered yet.
    Starting,
    /// It stands still.
    Paused,
    /// It runs, but the controller takes it for dead.
    Fenced,
}

/// What a window does not show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Steps of the partition before the window.
    pub before: u32,
    /// Recorded steps of the partition after it.
    pub after: u32,
    /// Steps within the window that concern other partitions, or messages that are not asked for.
    pub others: u32,
}
