//! Which steps concern a partition, and where something happens.

use alloc::vec::Vec;

use super::Ask;
use super::facts::LeftOut;
use crate::event::Effect;
use crate::history::Lane;
use crate::kafka::BrokerId;
use crate::session::request::{Lens, StepKind};
use crate::session::{kind_of, lens_passes};
use crate::sim::admin::{Admin, Producer};
use crate::sim::command::{Command, Manual};
use crate::sim::event::{MessageHead, Step, Timer, Trigger};
use crate::sim::node::Node;
use crate::topology::PartitionId;

/// Recorded steps looked through on either side: more would be done again to show few.
const REACH: usize = 4_000;

/// The steps of a window.
#[derive(Debug, Default)]
pub(super) struct Stretch {
    /// Their numbers, in order.
    pub(super) steps: Vec<u32>,
    /// What is not among them.
    pub(super) left_out: LeftOut,
}

impl Stretch {
    /// So many steps that concern a partition, the current one in their middle.
    pub(super) fn around(lane: &Lane, ask: &Ask) -> Self {
        let scope = Scope::of(lane, ask);
        let steps = lane.branch().steps();
        let position = (lane.position() as usize).min(steps.len());
        let (past, future) = steps.split_at(position);
        let shown = |step: &&alloc::rc::Rc<Step>| scope.shows(step);
        let indices = |found: &alloc::rc::Rc<Step>| found.index;
        let past = &past[past.len().saturating_sub(REACH)..];
        let future = &future[..future.len().min(REACH)];
        let past: Vec<u32> = past.iter().filter(shown).map(indices).collect();
        let future: Vec<u32> = future.iter().filter(shown).map(indices).collect();
        let half = (ask.steps / 2) as usize;
        let room = ask.steps as usize;
        // What one side does not need is the other's.
        let after = future.len().min(half.max(room.saturating_sub(past.len())));
        let before = past.len().min(room - after);
        let mut shown = past[past.len() - before..].to_vec();
        shown.extend_from_slice(&future[..after]);
        let between = match (shown.first(), shown.last()) {
            (Some(first), Some(last)) => last - first + 1,
            _ => 0,
        };
        Self {
            left_out: LeftOut {
                before: count(past.len() - before),
                after: count(future.len() - after),
                others: between - count(shown.len()),
            },
            steps: shown,
        }
    }
}

/// What a diagram is about.
#[derive(Debug)]
pub(super) struct Scope {
    partition: PartitionId,
    /// The brokers of its assignment.
    pub(super) brokers: Vec<BrokerId>,
    kinds: super::Kinds,
    lens: Lens,
}

impl Scope {
    pub(super) fn of(lane: &Lane, ask: &Ask) -> Self {
        let cell = lane.simulation().cell(ask.partition);
        let mut brokers = cell.map_or_else(Vec::new, |cell| cell.state.replicas.to_vec());
        // One that holds no replica has its dealings with the controller.
        let other = ask.lens.broker.filter(|id| !brokers.contains(id));
        brokers.extend(other);
        Self {
            partition: ask.partition,
            brokers,
            kinds: ask.kinds,
            lens: ask.lens,
        }
    }

    /// Whether only processes are shown that have a part in something.
    pub(super) const fn is_narrowed(&self) -> bool {
        self.lens.broker.is_some() || self.lens.kind.is_some()
    }

    /// Whether the lens lets through what goes on between two nodes and is of this kind.
    pub(super) fn lets_through(&self, ends: [Node; 2], kind: StepKind) -> bool {
        let broker = self.lens.broker.map(Node::Broker);
        broker.is_none_or(|broker| ends.contains(&broker))
            && self.lens.kind.is_none_or(|wanted| wanted == kind)
    }

    /// Whether a step is shown.
    pub(super) fn shows(&self, step: &Step) -> bool {
        if !lens_passes(self.lens, step) {
            return false;
        }
        let concerned = step
            .effects
            .iter()
            .any(|effect| effect.partition() == Some(self.partition));
        let others = step
            .effects
            .iter()
            .any(|effect| effect.partition().is_some());
        let elsewhere = others && !concerned;
        match &step.trigger {
            Trigger::Message(head) | Trigger::MessageLost(head) => {
                self.wants(head) && (concerned || self.carries(head) && !elsewhere)
            }
            // Where to is said by the message that it sends.
            Trigger::Timer(Timer::ProducerSend { .. }) => concerned,
            Trigger::Timer(timer) => {
                concerned
                    || !elsewhere
                        && timer.partition().is_none_or(|id| id == self.partition)
                        && timer.broker().is_none_or(|id| self.brokers.contains(&id))
            }
            Trigger::Command(command) => {
                concerned || !elsewhere && self.is_about(command) || *command == Command::Wait
            }
        }
    }

    /// Whether a message that has not ended is asked for.
    pub(super) fn wants_open(&self, head: &MessageHead) -> bool {
        self.wants(head) && self.lets_through([head.from, head.to], kind_of_message(head))
    }

    /// Whether messages of this kind are asked for.
    pub(super) fn wants(&self, head: &MessageHead) -> bool {
        match kind_of_message(head) {
            StepKind::Client => self.kinds.client,
            StepKind::Replication => self.kinds.replication,
            _ => self.kinds.control,
        }
    }

    /// Whether a message goes between processes that are shown, about the partition or about none.
    pub(super) fn carries(&self, head: &MessageHead) -> bool {
        head.partition.is_none_or(|id| id == self.partition)
            && [head.from, head.to].into_iter().all(|node| match node {
                Node::Broker(id) => self.brokers.contains(&id) || head.partition.is_some(),
                Node::Controller | Node::Client(_) => true,
            })
    }

    fn is_about(&self, command: &Command) -> bool {
        let has = |id: &BrokerId| self.brokers.contains(id);
        let node = |node: &Node| match node {
            Node::Broker(id) => has(id),
            _ => true,
        };
        match command {
            Command::Produce(produce) => produce.partition == self.partition,
            Command::ConsumerFetch { partition, .. }
            | Command::DeleteRecords { partition, .. }
            | Command::PreferredElection {
                partition: Some(partition),
            }
            | Command::UncleanElection {
                partition: Some(partition),
            } => *partition == self.partition,
            Command::Crash { broker, .. }
            | Command::Restart { broker }
            | Command::ControlledShutdown { broker }
            | Command::Pause { broker }
            | Command::Resume { broker } => has(broker),
            Command::CutLink { from, to, .. } | Command::HealLink { from, to, .. } => {
                node(from) && node(to)
            }
            Command::Isolate { brokers } => brokers.iter().any(has),
            Command::Message { name, .. } => {
                name.flow.partition.is_none_or(|id| id == self.partition)
                    && node(&name.flow.from)
                    && node(&name.flow.to)
            }
            Command::ExpireTimer(timer) => {
                timer.partition().is_none_or(|id| id == self.partition)
                    && timer.broker().is_none_or(|id| has(&id))
            }
            Command::Manual(manual) => self.is_by_hand_about(manual),
            Command::Admin(
                Admin::AddBroker { broker, .. }
                | Admin::SetBroker { broker, .. }
                | Admin::RemoveBroker { broker },
            ) => has(broker),
            // What is done to a topic is shown where it has effects on the partition.
            Command::Admin(_) => false,
            Command::PreferredElection { partition: None }
            | Command::UncleanElection { partition: None }
            | Command::HealAll
            | Command::Set(_)
            | Command::RunByItself
            | Command::RunByHand
            | Command::Wait => true,
        }
    }
}

impl Scope {
    fn is_by_hand_about(&self, manual: &Manual) -> bool {
        match manual {
            Manual::ApplyMetadata { broker } | Manual::Fence { broker } => {
                self.brokers.contains(broker)
            }
            Manual::Fetch { partition, .. }
            | Manual::Elect { partition, .. }
            | Manual::ShrinkIsr { partition, .. }
            | Manual::SendAlterPartition { partition, .. }
            | Manual::AnswerAlterPartition { partition, .. } => *partition == self.partition,
        }
    }
}

/// The kind of a message, whatever it brings about.
fn kind_of_message(head: &MessageHead) -> StepKind {
    kind_of(&Step {
        index: 0,
        time: crate::sim::event::VirtualTime(0),
        cause: None,
        trigger: Trigger::Message(head.clone()),
        effects: Vec::new(),
    })
}

/// Where an effect takes place.
#[must_use]
pub fn place_of(effect: &Effect) -> Node {
    match effect {
        Effect::BrokerFenced { .. }
        | Effect::BrokerUnfenced { .. }
        | Effect::BrokerUnregistered { .. }
        | Effect::RegistrationRefused { .. } => Node::Controller,
        _ => effect.broker().map_or(Node::Controller, Node::Broker),
    }
}

/// Where a step takes place; `None` if at no single process.
#[must_use]
pub fn node_of(step: &Step) -> Option<Node> {
    match &step.trigger {
        Trigger::Message(head) | Trigger::MessageLost(head) => Some(head.to),
        Trigger::Timer(timer) => Some(node_of_timer(timer)),
        Trigger::Command(command) => node_of_command(command),
    }
}

fn node_of_timer(timer: &Timer) -> Node {
    match timer {
        // The controller counts how long it has not heard from a broker.
        Timer::SessionExpiry { .. } => Node::Controller,
        Timer::ProducerSend { client } => Node::Client(*client),
        _ => timer.broker().map_or(Node::Controller, Node::Broker),
    }
}

fn node_of_command(command: &Command) -> Option<Node> {
    match command {
        Command::Produce(_) => Some(Node::Client(1)),
        Command::ConsumerFetch { broker, .. }
        | Command::Crash { broker, .. }
        | Command::Restart { broker }
        | Command::ControlledShutdown { broker }
        | Command::Pause { broker }
        | Command::Resume { broker } => Some(Node::Broker(*broker)),
        Command::ExpireTimer(timer) => Some(node_of_timer(timer)),
        Command::PreferredElection { .. } | Command::UncleanElection { .. } => {
            Some(Node::Controller)
        }
        Command::Manual(manual) => Some(match manual {
            Manual::Fetch { follower, .. } => Node::Broker(*follower),
            Manual::ApplyMetadata { broker } => Node::Broker(*broker),
            Manual::Fence { .. } | Manual::Elect { .. } => Node::Controller,
            Manual::ShrinkIsr { leader, .. }
            | Manual::SendAlterPartition { leader, .. }
            | Manual::AnswerAlterPartition { leader, .. } => Node::Broker(*leader),
        }),
        Command::Admin(admin) => Some(match admin {
            Admin::AddBroker { broker, .. } | Admin::SetBroker { broker, .. } => {
                Node::Broker(*broker)
            }
            Admin::StartProducer(Producer { client, .. }) | Admin::StopProducer { client } => {
                Node::Client(*client)
            }
            Admin::CreateTopic { .. }
            | Admin::CreatePartitions { .. }
            | Admin::DeleteTopic { .. }
            | Admin::SetTopic { .. }
            | Admin::RemoveBroker { .. } => Node::Controller,
        }),
        Command::CutLink { .. }
        | Command::HealLink { .. }
        | Command::Isolate { .. }
        | Command::HealAll
        | Command::DeleteRecords { .. }
        | Command::Set(_)
        | Command::RunByItself
        | Command::RunByHand
        | Command::Message { .. }
        | Command::Wait => None,
    }
}

pub(super) fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
