//! Messages that a person holds or slows down, and what has to wait behind them.
//!
//! A layer over the queue: what is here is on no way to anybody until it is put back. Why somebody
//! would hold a message, and who notices, is not known here.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::message::Message;
use super::naming::Flow;
use crate::shared::sort_few;

/// Why a message does not travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stall {
    /// A person holds it.
    Held,
    /// It comes after one that is held.
    Behind,
    /// It was dropped, and nobody has missed it yet.
    Gone,
}

/// A message that does not travel.
#[derive(Clone, Debug)]
pub struct StalledMessage {
    /// The message.
    pub message: Rc<Message>,
    /// The step in which it was sent.
    pub sent_in_step: u32,
    /// When it would arrive, or would have arrived, wall clock.
    pub arrives: u64,
    /// Why.
    pub stall: Stall,
    /// The step in which its connection was disturbed.
    pub since_step: u32,
}

/// A flow in which nothing that is sent arrives before something that was slowed down.
#[derive(Clone, Copy, Debug)]
struct Slowed {
    flow: Flow,
    until: u64,
    since_step: u32,
}

/// All that was disturbed and is so still. Usually there is nothing.
#[derive(Clone, Debug, Default)]
pub struct Stalled {
    messages: Vec<StalledMessage>,
    slowed: Vec<Slowed>,
}

impl Stalled {
    /// The messages that do not travel, each flow in its order.
    pub fn messages(&self) -> impl Iterator<Item = &StalledMessage> {
        self.messages.iter()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.messages.is_empty() && self.slowed.is_empty()
    }

    pub(super) fn push(&mut self, message: StalledMessage) {
        self.messages.push(message);
    }

    /// Takes out the messages of a flow.
    pub(super) fn take(&mut self, flow: &Flow) -> Vec<StalledMessage> {
        let messages = core::mem::take(&mut self.messages);
        let (taken, kept) = messages
            .into_iter()
            .partition(|stalled| stalled.message.flow() == *flow);
        self.messages = kept;
        taken
    }

    /// Nothing that is sent on this flow from now on arrives before `until`.
    pub(super) fn slow_down(&mut self, flow: Flow, until: u64, since_step: u32) {
        self.slowed.retain(|slowed| slowed.flow != flow);
        self.slowed.push(Slowed {
            flow,
            until,
            since_step,
        });
    }

    fn slowed(&self, flow: &Flow, now: u64) -> Option<&Slowed> {
        let mut slowed = self.slowed.iter();
        slowed.find(|slowed| slowed.flow == *flow && slowed.until > now)
    }

    /// Until when a flow is slowed down, if it is.
    pub(super) fn slowed_until(&self, flow: &Flow, now: u64) -> Option<u64> {
        self.slowed(flow, now).map(|slowed| slowed.until)
    }

    /// A connection ends: what comes next on this flow has nothing before it.
    pub(super) fn speed_up(&mut self, concerned: impl Fn(&Flow) -> bool) {
        self.slowed.retain(|slowed| !concerned(&slowed.flow));
    }

    /// What was slowed down has arrived by now.
    pub(super) fn forget_past(&mut self, now: u64) {
        self.slowed.retain(|slowed| slowed.until > now);
    }

    /// The step since which a flow is disturbed, if it is.
    pub(super) fn since_step(&self, flow: &Flow, now: u64) -> Option<u32> {
        let mut stalled = self.messages.iter();
        let stalled = stalled.find(|stalled| stalled.message.flow() == *flow);
        let slowed = self.slowed(flow, now);
        stalled
            .map(|stalled| stalled.since_step)
            .or_else(|| slowed.map(|slowed| slowed.since_step))
    }

    /// The flows that are disturbed now, in order.
    pub(super) fn flows(&self, now: u64) -> Vec<Flow> {
        let stalled = self.messages.iter().map(|stalled| stalled.message.flow());
        let slowed = self.slowed.iter().filter(|slowed| slowed.until > now);
        let mut flows: Vec<Flow> = stalled.chain(slowed.map(|slowed| slowed.flow)).collect();
        sort_few(&mut flows);
        flows.dedup();
        flows
    }
}
