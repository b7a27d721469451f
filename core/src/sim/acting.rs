//! Acts on single messages: a person is the network.
//!
//! TCP loses, repeats and reorders nothing, so an act is what a connection can show: a message that is
//! held or slowed down keeps back what follows it; one that is dropped went down with its connection;
//! one that comes twice was sent twice. Who waits in vain, and what comes of that, is in `giving_up`.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::Simulation;
use super::message::{Content, Message};
use super::naming::{Flow, MessageAct, MessageName, MessageType};
use super::node::Node;
use super::queue::{Due, Entry};
use super::stalled::{Stall, StalledMessage};
use crate::event::{ActRefusal, Effect};
use crate::kafka::BrokerId;
use crate::topology::PartitionId;

/// A message of a flow whose order is being looked at.
pub(super) struct InLine {
    pub(super) message: Rc<Message>,
    pub(super) sent_in_step: u32,
    arrives: u64,
    /// Its time and place in the queue, if it is there.
    queued: Option<(u64, u64)>,
    held: bool,
    gone: bool,
}

impl InLine {
    fn in_queue(entry: Entry) -> Option<Self> {
        let Due::Message(message) = entry.due else {
            return None;
        };
        Some(Self {
            message,
            sent_in_step: entry.cause,
            arrives: entry.time,
            queued: Some((entry.time, entry.sequence)),
            held: false,
            gone: false,
        })
    }

    pub(super) fn stalled(stalled: StalledMessage) -> Self {
        Self {
            message: stalled.message,
            sent_in_step: stalled.sent_in_step,
            arrives: stalled.arrives,
            queued: None,
            held: stalled.stall == Stall::Held,
            gone: stalled.stall == Stall::Gone,
        }
    }
}

impl Simulation {
    /// The messages that are held, or wait behind one that is, or were dropped and are not missed yet.
    pub fn stalled(&self) -> impl Iterator<Item = &StalledMessage> {
        self.stalled.messages()
    }

    /// How many messages of a flow have been sent so far: the number of the last of them.
    #[must_use]
    pub fn sent_so_far(&self, flow: &Flow) -> u32 {
        let ends = match flow.kind {
            MessageType::Fetch => Some((flow.from, flow.to)),
            MessageType::FetchResponse => Some((flow.to, flow.from)),
            _ => None,
        };
        let cell = flow.partition.and_then(|partition| self.cell(partition));
        match (ends, cell) {
            (Some((Node::Broker(follower), Node::Broker(leader))), Some(cell)) => {
                cell.fetches_begun(follower, leader)
            }
            _ => self.network.sent(flow),
        }
    }

    /// Puts a message on its way, behind what is held or slowed down before it.
    pub(super) fn carry(&mut self, message: Message, arrives: u64) {
        let message = Rc::new(message);
        if self.stalled.is_empty() {
            self.schedule(arrives, Due::Message(message));
            return;
        }
        self.stalled.forget_past(self.now);
        let flow = message.flow();
        let since_step = self.stalled.since_step(&flow, self.now);
        if let Some(since_step) = since_step.filter(|_| self.is_held_up(&flow)) {
            self.stalled.push(StalledMessage {
                message: Rc::clone(&message),
                sent_in_step: self.step + 1,
                arrives,
                stall: Stall::Behind,
                since_step,
            });
            self.expect_timeout(&message);
            return;
        }
        let slowed = self.stalled.slowed_until(&flow, self.now);
        let arrives = slowed.map_or(arrives, |until| until.max(arrives));
        if let Some(since_step) = since_step.filter(|_| slowed.is_some()) {
            self.stalled.slow_down(flow, arrives, since_step);
            self.expect_timeout(&message);
        }
        self.schedule(arrives, Due::Message(message));
    }

    /// Whether something on this flow is held that will arrive once it is released. What belongs to an
    /// earlier connection is in nobody's way.
    fn is_held_up(&self, flow: &Flow) -> bool {
        self.stalled.messages().any(|stalled| {
            stalled.stall != Stall::Gone
                && stalled.message.flow() == *flow
                && !self.is_doomed(&stalled.message, stalled.sent_in_step)
        })
    }

    /// Whether the rhythm of a follower's fetches is disturbed.
    pub(super) fn is_poll_stalled(
        &self,
        partition: PartitionId,
        leader: BrokerId,
        follower: BrokerId,
    ) -> bool {
        if self.stalled.is_empty() {
            return false;
        }
        let (leader, follower) = (Node::Broker(leader), Node::Broker(follower));
        [
            Flow::new(follower, leader, MessageType::Fetch, Some(partition)),
            Flow::new(
                leader,
                follower,
                MessageType::FetchResponse,
                Some(partition),
            ),
        ]
        .iter()
        .any(|flow| self.is_held_up(flow) || self.stalled.slowed_until(flow, self.now).is_some())
    }

    /// A person does something to a message.
    pub(super) fn act_on_message(&mut self, name: &MessageName, act: MessageAct) {
        self.make_flow_explicit(&name.flow);
        let disturbed_since = self.stalled.since_step(&name.flow, self.now);
        let since_step = disturbed_since.unwrap_or(self.step + 1);
        let mut line = self.take_line(&name.flow);
        let found = line.iter().position(|item| {
            let message = &item.message;
            !item.gone && (message.nth, message.copy) == (name.nth, name.copy)
        });
        let refusal = match (found, act) {
            (None, _) => Some(ActRefusal::NotInFlight),
            (Some(at), MessageAct::Hold) if line[at].held => Some(ActRefusal::Held),
            (Some(at), MessageAct::Release) if !line[at].held => Some(ActRefusal::NotHeld),
            (Some(_), MessageAct::Duplicate) if !name.flow.kind.can_be_duplicated() => {
                Some(ActRefusal::NeverTwice)
            }
            _ => None,
        };
        if let Some(why) = refusal {
            self.effects.push(Effect::ActRefused { why });
        }
        match found.filter(|_| refusal.is_none()) {
            Some(at) if act == MessageAct::Drop => {
                let dropped = line.remove(at);
                self.put_line(&name.flow, line, since_step);
                self.drop_message(dropped);
            }
            Some(at) => {
                self.change_line(&mut line, at, act);
                let disturbed: Vec<Rc<Message>> = match act {
                    MessageAct::Hold | MessageAct::Delay { .. } => line
                        .iter()
                        .skip(at)
                        .map(|item| Rc::clone(&item.message))
                        .collect(),
                    _ => Vec::new(),
                };
                self.put_line(&name.flow, line, since_step);
                for message in &disturbed {
                    self.expect_timeout(message);
                }
                if let Some(first) = disturbed.first().filter(|_| disturbed_since.is_none()) {
                    self.watch_connection(first);
                }
            }
            None => self.put_line(&name.flow, line, since_step),
        }
    }

    fn change_line(&self, line: &mut Vec<InLine>, at: usize, act: MessageAct) {
        let now = self.now;
        match act {
            MessageAct::Hold => line[at].held = true,
            MessageAct::Release => line[at].held = false,
            MessageAct::Delay { by_us } => {
                line[at].arrives = line[at].arrives.max(now).saturating_add(by_us);
            }
            MessageAct::DeliverNow => {
                for item in line.iter_mut().take(at + 1) {
                    item.held = false;
                    item.arrives = now;
                }
            }
            MessageAct::Duplicate => {
                let original = &line[at];
                let nth = original.message.nth;
                let same = line.iter().filter(|item| item.message.nth == nth);
                let last = same.map(|item| item.message.copy).max();
                let copy = InLine {
                    message: Rc::new(Message {
                        copy: last.unwrap_or(0).saturating_add(1),
                        ..(*original.message).clone()
                    }),
                    sent_in_step: original.sent_in_step,
                    arrives: original.arrives.max(now),
                    queued: None,
                    held: false,
                    gone: false,
                };
                line.insert(at + 1, copy);
            }
            MessageAct::Drop => {}
        }
    }

    /// All that is in flight on a flow, in its order.
    pub(super) fn take_line(&mut self, flow: &Flow) -> Vec<InLine> {
        let queued = self
            .queue
            .take(|entry| matches!(&entry.due, Due::Message(message) if message.flow() == *flow));
        let queued = queued.into_iter().filter_map(InLine::in_queue);
        let stalled = self.stalled.take(flow).into_iter().map(InLine::stalled);
        queued.chain(stalled).collect()
    }

    /// Puts a flow back in its order: nothing passes what is held, and nothing arrives before what goes
    /// before it. What is not touched by that stays as it was.
    fn put_line(&mut self, flow: &Flow, line: Vec<InLine>, since_step: u32) {
        let slowed = self.stalled.slowed_until(flow, self.now).is_some();
        self.stalled.speed_up(|other| other == flow);
        let mut blocked = false;
        let mut last = 0;
        let mut moved = false;
        for item in line {
            blocked |= item.held && !self.is_doomed(&item.message, item.sent_in_step);
            if item.held || item.gone || blocked {
                let stall = match (item.gone, item.held) {
                    (true, _) => Stall::Gone,
                    (false, true) => Stall::Held,
                    (false, false) => Stall::Behind,
                };
                self.stalled.push(StalledMessage {
                    message: item.message,
                    sent_in_step: item.sent_in_step,
                    arrives: item.arrives,
                    stall,
                    since_step,
                });
                continue;
            }
            let time = item.arrives.max(self.now).max(last);
            let due = Due::Message(item.message);
            match item.queued {
                Some((queued_at, sequence)) if queued_at == time && !(moved && time == last) => {
                    self.queue.put_back(Entry {
                        time,
                        sequence,
                        cause: item.sent_in_step,
                        due,
                    });
                }
                _ => {
                    self.queue.push(time, item.sent_in_step, due);
                    moved = true;
                }
            }
            last = time;
        }
        if (moved || slowed) && last > self.now {
            self.stalled.slow_down(*flow, last, since_step);
        }
    }

    /// A message goes down with its connection. Whoever waits for it, or for its answer, does so in
    /// vain, and finds out as if the link had been cut.
    fn drop_message(&mut self, dropped: InLine) {
        let message = dropped.message;
        self.expect_timeout(&message);
        if let Content::PartitionStates { .. } = message.content {
            // Nobody but a timeout tells that they are missing.
            self.stalled.push(StalledMessage {
                message: Rc::clone(&message),
                sent_in_step: dropped.sent_in_step,
                arrives: dropped.arrives,
                stall: Stall::Gone,
                since_step: self.step + 1,
            });
            self.watch_connection(&message);
            return;
        }
        let connected = self.is_connected(&message, dropped.sent_in_step);
        self.lose(&message, connected);
    }

    /// An idle long poll whose messages somebody asks for is put back where it would be now.
    fn make_flow_explicit(&mut self, flow: &Flow) {
        let ends = match flow.kind {
            MessageType::Fetch => (flow.to, flow.from),
            MessageType::FetchResponse => (flow.from, flow.to),
            _ => return,
        };
        if let ((Node::Broker(leader), Node::Broker(follower)), Some(partition)) =
            (ends, flow.partition)
        {
            self.make_explicit(partition, leader, follower);
        }
    }
}
