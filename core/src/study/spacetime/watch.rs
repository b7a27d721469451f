//! A stretch of a run, done again and watched.
//!
//! A step says what arrived and which step sent it, but not when: an idle poll that is put back on its
//! way left before the step that put it there. So a copy of the lane does the steps again, and each
//! message is looked at in the queue just before it arrives.

use alloc::vec::Vec;

use super::Ask;
use super::by_hand::{self, Pending};
use super::facts::{
    Absence, AbsenceKind, Change, End, Event, Message, Moment, Place, Wait, Window,
};
use super::relevant::{Scope, Stretch, node_of, place_of};
use super::waits::Waits;
use crate::cluster::broker::Process;
use crate::event::Effect;
use crate::history::{Going, Lane};
use crate::kafka::BrokerId;
use crate::session::request::StepKind;
use crate::sim::Simulation;
use crate::sim::command::Command;
use crate::sim::event::{MessageHead, Step, Trigger, VirtualTime};
use crate::sim::message::Message as Carried;
use crate::sim::naming::MessageAct;
use crate::sim::node::Node;
use crate::sim::queue::Due;
use crate::sim::stalled::Stall;
use crate::sim::virtual_time;

/// Messages in flight shown at the end of a window at most.
const IN_FLIGHT_MAX: usize = 64;

/// Silent rounds after which a step is taken for one that does not come.
const BUSY_MAX: u32 = 10_000;

/// What is put together while the stretch is done again.
struct Watch<'a> {
    ask: &'a Ask,
    scope: Scope,
    shown: &'a [u32],
    events: Vec<Event>,
    messages: Vec<Message>,
    absences: Vec<Absence>,
    waits: Waits,
    pending: Pending,
}

pub(super) fn watch(lane: &Lane, ask: &Ask, stretch: &Stretch) -> Window {
    let mut watch = Watch {
        ask,
        scope: Scope::of(lane, ask),
        shown: &stretch.steps,
        events: Vec::new(),
        messages: Vec::new(),
        absences: Vec::new(),
        waits: Waits::new(ask.partition),
        pending: Pending::default(),
    };
    let (first, last) = match (stretch.steps.first(), stretch.steps.last()) {
        (Some(first), Some(last)) => (*first, *last),
        _ => (lane.position() + 1, lane.position()),
    };
    let mut replay = lane.clone();
    replay.seek(first.saturating_sub(1));
    watch.begin(replay.simulation());
    while replay.position() < last {
        let before = replay.simulation().clone();
        let Some(step) = next(&mut replay) else {
            break;
        };
        watch.step(&before, &step, replay.simulation());
    }
    let mut waits = watch.waits.finish(replay.simulation());
    waits.retain(|wait| {
        let ends = [wait.leader, wait.follower].map(Node::Broker);
        watch.scope.lets_through(ends, StepKind::Replication)
    });
    let in_flight = watch.in_flight(replay.simulation());
    watch.messages.extend(in_flight);
    let processes = watch.processes(&waits);
    let is_there = |absence: &Absence| processes.contains(&Node::Broker(absence.broker));
    watch.absences.retain(is_there);
    Window {
        partition: ask.partition,
        position: lane.position(),
        now: lane.simulation().time(),
        first,
        last,
        by_hand: lane.simulation().is_by_hand(),
        processes,
        waits,
        events: watch.events,
        messages: watch.messages,
        absences: watch.absences,
        left_out: stretch.left_out,
    }
}

/// The next step of a lane, if it has one.
pub(crate) fn next(lane: &mut Lane) -> Option<alloc::rc::Rc<Step>> {
    for _ in 0..BUSY_MAX {
        match lane.step_forward() {
            Going::Stepped(step) => return Some(step),
            Going::AtTheEnd => return None,
            Going::Busy => {}
        }
    }
    None
}

impl Watch<'_> {
    fn begin(&mut self, simulation: &Simulation) {
        let at = Place {
            time: simulation.time(),
            step: None,
            moment: Moment::First,
        };
        self.waits.look(simulation);
        self.note_absences(simulation, at);
    }

    fn is_shown(&self, step: u32) -> bool {
        self.shown.binary_search(&step).is_ok()
    }

    fn step(&mut self, before: &Simulation, step: &Step, after: &Simulation) {
        let shown = self.is_shown(step.index);
        self.waits.look(after);
        self.note_absences(after, self.place(step.index, step.time, Moment::Last));
        if !shown {
            return;
        }
        let mut changes: Vec<Change> = step
            .effects
            .iter()
            .filter(|effect| self.is_about(effect))
            .map(|effect| Change {
                node: place_of(effect),
                moment: Moment::First,
                effect: effect.clone(),
            })
            .collect();
        match &step.trigger {
            Trigger::Message(head) | Trigger::MessageLost(head) => {
                let at = self.place(step.index, step.time, Moment::First);
                let end = match step.trigger {
                    Trigger::MessageLost(_) => End::Lost(at),
                    _ => End::Arrived(at),
                };
                let sent = self.sent(before, step, head);
                self.messages.push(Message {
                    head: head.clone(),
                    sent,
                    end,
                });
            }
            Trigger::Command(Command::Message {
                name,
                act: MessageAct::Drop,
            }) => {
                let at = self.place(step.index, step.time, Moment::First);
                let is_meant = |message: &Carried| message.name() == *name;
                let found = carried(before).find(|carried| is_meant(carried.message));
                if let Some(found) = found
                    && !carried(after).any(|carried| is_meant(carried.message))
                {
                    self.messages.push(Message {
                        head: found.message.head(),
                        sent: self.sent_at(found.message, found.sent_in_step),
                        end: End::Dropped {
                            at,
                            arrives: virtual_time(found.arrives),
                        },
                    });
                }
            }
            Trigger::Command(command) if before.is_by_hand() => {
                let scene = by_hand::Scene {
                    partition: self.ask.partition,
                    before,
                    step,
                    command,
                };
                by_hand::place_changes(command, &mut changes);
                let messages = scene.messages(&mut self.pending);
                let wanted = messages
                    .into_iter()
                    .filter(|message| self.scope.wants(&message.head));
                self.messages.extend(wanted);
            }
            Trigger::Command(_) | Trigger::Timer(_) => {}
        }
        self.events.push(Event {
            step: step.index,
            time: step.time,
            node: node_of(step),
            trigger: step.trigger.clone(),
            changes,
        });
    }

    /// Whether an effect is drawn where it happened.
    fn is_about(&self, effect: &Effect) -> bool {
        match effect {
            Effect::Invariant { .. } | Effect::ActRefused { .. } => false,
            Effect::BrokerDown { broker, .. }
            | Effect::BrokerStarted { broker }
            | Effect::BrokerFenced { broker }
            | Effect::BrokerUnfenced { broker }
            | Effect::RegistrationRefused { broker, .. }
            | Effect::ConnectionClosed { broker, .. } => self.scope.brokers.contains(broker),
            effect => effect.partition() == Some(self.ask.partition),
        }
    }

    /// A place at a step, if that is shown.
    fn place(&self, step: u32, time: VirtualTime, moment: Moment) -> Place {
        Place {
            time,
            step: Some(step).filter(|step| self.is_shown(*step)),
            moment,
        }
    }

    /// When the message that arrives in a step was sent.
    fn sent(&self, before: &Simulation, step: &Step, head: &MessageHead) -> Place {
        let entries = before.queue().iter().filter_map(|entry| {
            let Due::Message(message) = &entry.due else {
                return None;
            };
            let meant = virtual_time(entry.time) == step.time
                && Some(entry.cause).filter(|cause| *cause > 0) == step.cause
                && message.head() == *head;
            meant.then_some((entry.sequence, entry.cause, message))
        });
        match entries.min_by_key(|(sequence, ..)| *sequence) {
            Some((_, cause, message)) => self.sent_at(message, cause),
            // It was sent at this very time, behind silent work.
            None => self.place(step.cause.unwrap_or(0), step.time, Moment::First),
        }
    }

    fn sent_at(&self, message: &Carried, sent_in_step: u32) -> Place {
        let time = virtual_time(message.sent);
        let event = self.events.iter().find(|event| event.step == sent_in_step);
        Place {
            time,
            // An idle poll's message left before the step that put it on its way.
            step: event
                .filter(|event| event.time == time)
                .map(|event| event.step),
            moment: Moment::First,
        }
    }

    fn in_flight(&self, simulation: &Simulation) -> Vec<Message> {
        let mut messages: Vec<Message> = carried(simulation)
            .filter(|carried| {
                carried.message.partition == Some(self.ask.partition) || {
                    let head = carried.message.head();
                    head.partition.is_none() && self.scope.carries(&head)
                }
            })
            .filter(|carried| self.scope.wants_open(&carried.message.head()))
            .map(|carried| Message {
                head: carried.message.head(),
                sent: self.sent_at(carried.message, carried.sent_in_step),
                end: End::InFlight {
                    name: carried.message.name(),
                    arrives: virtual_time(carried.arrives),
                    stalled: carried.stalled,
                },
            })
            .collect();
        messages.sort_by_key(|message| match message.end {
            End::InFlight { arrives, name, .. } => (arrives, Some(name)),
            _ => (VirtualTime(0), None),
        });
        messages.truncate(IN_FLIGHT_MAX);
        messages
    }

    fn note_absences(&mut self, simulation: &Simulation, at: Place) {
        for broker in self.scope.brokers.clone().iter() {
            let kind = absence(simulation, *broker);
            let open = self
                .absences
                .iter_mut()
                .find(|absence| absence.broker == *broker && absence.until.is_none());
            match open {
                Some(open) if Some(open.kind) == kind => continue,
                Some(open) => open.until = Some(at),
                None => {}
            }
            if let Some(kind) = kind {
                self.absences.push(Absence {
                    broker: *broker,
                    kind,
                    from: at,
                    until: None,
                });
            }
        }
    }

    /// Clients, the replicas in assignment order, who else took part, and the controller.
    fn processes(&self, waits: &[Wait]) -> Vec<Node> {
        let ends = self
            .messages
            .iter()
            .flat_map(|message| [message.head.from, message.head.to]);
        let places = self.events.iter().flat_map(|event| {
            let changed = event.changes.iter().map(|change| change.node);
            event.node.into_iter().chain(changed)
        });
        let waiting = waits.iter().flat_map(|wait| [wait.leader, wait.follower]);
        let mut met: Vec<Node> = ends.chain(places).collect();
        met.extend(waiting.map(Node::Broker));
        met.sort_unstable();
        met.dedup();
        let brokers = &self.scope.brokers;
        let replicas = brokers.iter().map(|id| Node::Broker(*id)).filter(|node| {
            let chosen = self.ask.lens.broker.map(Node::Broker) == Some(*node);
            chosen || !self.scope.is_narrowed() || met.contains(node)
        });
        let others = |wanted: fn(&Node) -> bool| {
            met.iter()
                .filter(move |node| wanted(node))
                .copied()
                .filter(|node| !brokers.iter().any(|id| Node::Broker(*id) == *node))
        };
        others(|node| matches!(node, Node::Client(_)))
            .chain(replicas)
            .chain(others(|node| matches!(node, Node::Broker(_))))
            .chain(others(|node| *node == Node::Controller))
            .collect()
    }
}

/// A message on its way, or standing still.
struct OnItsWay<'a> {
    message: &'a Carried,
    sent_in_step: u32,
    arrives: u64,
    stalled: bool,
}

fn carried(simulation: &Simulation) -> impl Iterator<Item = OnItsWay<'_>> {
    let queued = simulation.queue().iter().filter_map(|entry| {
        let Due::Message(message) = &entry.due else {
            return None;
        };
        Some(OnItsWay {
            message,
            sent_in_step: entry.cause,
            arrives: entry.time,
            stalled: false,
        })
    });
    let stalled = simulation
        .stalled()
        .filter(|stalled| stalled.stall != Stall::Gone)
        .map(|stalled| OnItsWay {
            message: &stalled.message,
            sent_in_step: stalled.sent_in_step,
            arrives: stalled.arrives,
            stalled: true,
        });
    queued.chain(stalled)
}

fn absence(simulation: &Simulation, id: BrokerId) -> Option<AbsenceKind> {
    let broker = simulation.broker(id)?;
    let active = simulation
        .controller()
        .registration(id)
        .is_none_or(|registration| registration.active);
    match broker.process {
        Process::Down => Some(AbsenceKind::Down),
        Process::Starting => Some(AbsenceKind::Starting),
        Process::Paused => Some(AbsenceKind::Paused),
        Process::Running => (!active).then_some(AbsenceKind::Fenced),
    }
}
