//! From a state to a frame: one file for each part of the room.

mod cluster;
mod events;
mod index;
mod ledger;
mod matrix;
mod partition;
mod stored;

use alloc::rc::Rc;
use alloc::string::ToString;
use alloc::vec::Vec;

pub(super) use events::headline;

use super::frame::{
    Frame, MessageActs, MessageState, MessageView, Position, ScenarioView, SettingsView, TimerView,
    TopicView, ViolationView,
};
use super::moves::line;
use super::request::Look;
use super::{Opened, captions};
use crate::paste::{PASTE_ID, group};
use crate::replication::release::Release;
use crate::replication::settings::Settings;
use crate::shared::first_by_key;
use crate::sim::cell::PartitionCell;
use crate::sim::message::Message;
use crate::sim::queue::Due;
use crate::sim::stalled::Stall;
use crate::sim::trace::stable_hash;
use crate::sim::{Simulation, virtual_time};
use crate::topology::{PartitionId, Topology};

/// Timers shown.
const TIMERS_MAX: usize = 32;

/// Messages shown.
const MESSAGES_MAX: usize = 64;

/// Violations shown.
const VIOLATIONS_MAX: usize = 64;

/// What of the frame the page has seen already and need not get again.
#[derive(Debug, Default)]
pub(super) struct Seen {
    scenario: Option<(bool, Rc<Topology>)>,
    settings: Option<Rc<Settings>>,
    ticks: bool,
    branches: bool,
    /// What frames are made from faster than from the whole history.
    index: index::StepIndex,
    accounts: ledger::Accounts,
}

impl Seen {
    pub(super) const fn forget_ticks(&mut self) {
        self.ticks = false;
    }

    pub(super) const fn forget_branches(&mut self) {
        self.branches = false;
    }
}

/// The frame of a lane's present step.
pub(super) fn build(opened: &Opened, look: &Look, seen: &mut Seen) -> Frame {
    let lane = opened.lane();
    let simulation = lane.simulation();
    let step = lane.branch().step(lane.position()).cloned();
    let next = lane.next_step();
    let chosen = chosen_partition(simulation, look);
    let (messages, messages_total) = messages(simulation, chosen);
    seen.accounts.go_to(lane);
    let duplicates = seen.accounts.duplicates(simulation, chosen);
    let mut frame = Frame {
        position: Position {
            step: lane.position(),
            recorded: lane.branch().recorded(),
            complete: lane.branch().is_complete(),
            time: simulation.time(),
            branch: lane.branch().id,
        },
        scenario: scenario(opened, simulation, seen),
        settings: settings(simulation, seen),
        captions: captions::shown(opened, lane)
            .map(|(_, caption)| caption.0.clone())
            .unwrap_or_default(),
        causes: events::causes(lane),
        next: next.as_ref().map(line),
        partition: partition::view(
            opened,
            lane,
            chosen,
            &duplicates,
            step.as_deref(),
            next.as_deref(),
        ),
        brokers: cluster::brokers(opened, lane),
        controller: cluster::controller(lane, chosen, step.as_deref()),
        totals: matrix::totals(lane, step.as_deref()),
        matrix: matrix::view(simulation, &look.matrix, step.as_deref()),
        messages,
        messages_total,
        timers: timers(simulation),
        ledger: seen.accounts.view(simulation),
        violations: violations(simulation),
        events: events::view(lane, look, &mut seen.index),
        ticks: events::ticks(lane, look, &seen.index, &mut seen.ticks),
        branches: events::branches(lane, &mut seen.branches),
        last_act: lane.last_act().map(|act| act.command.clone()),
        last_undone: lane.last_undone().cloned(),
        step: step.map(|step| events::shortened(&step, chosen)),
        hash: 0,
        protocol_hash: simulation.trace_hashes().protocol,
    };
    frame.hash = hash(&frame);
    frame
}

fn hash(frame: &Frame) -> u64 {
    stable_hash(&(
        (frame.position.step, frame.position.time, &frame.step),
        (&frame.partition, &frame.brokers, &frame.controller),
        (frame.totals, &frame.matrix, &frame.messages),
        (&frame.timers, &frame.ledger, &frame.violations),
    ))
}

fn chosen_partition(simulation: &Simulation, look: &Look) -> PartitionId {
    let there = |cell: &PartitionCell| cell.exists();
    if simulation.cell(look.partition).is_some_and(there) {
        return look.partition;
    }
    let first = simulation.cells().iter().position(there);
    PartitionId(count(first.unwrap_or(0)))
}

fn scenario(opened: &Opened, simulation: &Simulation, seen: &mut Seen) -> Option<ScenarioView> {
    let (by_hand, topology) = (simulation.is_by_hand(), simulation.shared_topology());
    let same = |seen: &(bool, Rc<Topology>)| seen.0 == by_hand && Rc::ptr_eq(&seen.1, topology);
    if seen.scenario.as_ref().is_some_and(same) {
        return None;
    }
    seen.scenario = Some((by_hand, Rc::clone(topology)));
    let scenario = &opened.scenario;
    Some(ScenarioView {
        id: Some(scenario.id.clone()).filter(|id| id != PASTE_ID && !id.is_empty()),
        titles: scenario.title.0.clone(),
        topics: topics(topology),
        assumed: group(&opened.scenario.assumed),
        by_hand,
        producers: simulation
            .producers()
            .iter()
            .map(|running| running.producer.clone())
            .collect(),
    })
}

/// The topics, and behind them what some of them got later.
fn topics(topology: &Topology) -> Vec<TopicView> {
    let mut views: Vec<TopicView> = Vec::new();
    for topic in &topology.topics {
        views.push(TopicView {
            name: topic.name.clone(),
            first: topic.first,
            partitions: topic.partitions.clone(),
            continues: None,
            deleted: topic.deleted,
            config: topic.config(),
        });
    }
    for added in &topology.added {
        let Some(topic) = views.get_mut(added.topic) else {
            continue;
        };
        // What was added stands with its own entry only.
        topic.partitions.retain(|number| *number < added.number);
        let numbers = (added.number..).zip(0..added.count);
        let view = TopicView {
            name: topic.name.clone(),
            first: added.first,
            partitions: numbers.map(|(number, _)| number).collect(),
            continues: Some(count(added.topic)),
            deleted: topic.deleted,
            config: topic.config,
        };
        views.push(view);
    }
    views
}

fn settings(simulation: &Simulation, seen: &mut Seen) -> Option<SettingsView> {
    let settings = simulation.settings();
    if seen.settings.as_deref() == Some(settings) {
        return None;
    }
    seen.settings = Some(Rc::new(settings.clone()));
    Some(SettingsView {
        release: settings.release,
        releases: Release::ALL.to_vec(),
        settings: settings.views(),
        conflicts: settings.conflicts(),
    })
}

/// A message in flight, and what is known of its way.
struct InFlight<'a> {
    message: &'a Message,
    sent_in_step: u32,
    arrives: u64,
    /// Orders those that arrive at the same time.
    sequence: u64,
    state: MessageState,
}

fn messages(simulation: &Simulation, chosen: PartitionId) -> (Vec<MessageView>, u32) {
    let under_way = simulation
        .queue()
        .iter()
        .filter_map(|entry| match &entry.due {
            Due::Message(message) => Some(InFlight {
                message,
                sent_in_step: entry.cause,
                arrives: entry.time,
                sequence: entry.sequence,
                state: MessageState::UnderWay,
            }),
            Due::Timer(..) => None,
        });
    let stalled = simulation.stalled().zip(0..).filter_map(|(stalled, at)| {
        Some(InFlight {
            message: &stalled.message,
            sent_in_step: stalled.sent_in_step,
            arrives: stalled.arrives,
            sequence: at,
            state: match stalled.stall {
                Stall::Held => MessageState::Held,
                Stall::Behind => MessageState::Behind,
                Stall::Gone => return None,
            },
        })
    });
    let mut total = 0;
    let mut shown: Vec<InFlight<'_>> = Vec::new();
    for flight in under_way.chain(stalled) {
        total += 1;
        let about = flight.message.partition;
        if about.is_none_or(|partition| partition == chosen) {
            shown.push(flight);
        }
    }
    let views = first_by_key(shown.into_iter(), MESSAGES_MAX, |flight| {
        (flight.arrives, flight.sequence, flight.message.flow())
    });
    let views = views
        .into_iter()
        .map(|flight| MessageView {
            name: flight.message.name(),
            head: flight.message.head(),
            sent: virtual_time(flight.message.sent),
            arrives: virtual_time(flight.arrives),
            state: flight.state,
            doomed: simulation.is_doomed(flight.message, flight.sent_in_step),
            acts: MessageActs {
                hold: flight.state != MessageState::Held,
                duplicate: flight.message.content.message_type().can_be_duplicated(),
            },
        })
        .collect();
    (views, total)
}

fn timers(simulation: &Simulation) -> Vec<TimerView> {
    let running = simulation
        .queue()
        .iter()
        .filter_map(|entry| match &entry.due {
            Due::Timer(timer, generation) if simulation.is_running(*timer, *generation) => {
                Some((entry, *timer))
            }
            _ => None,
        });
    let first = first_by_key(running, TIMERS_MAX, |(entry, _)| {
        (entry.time, entry.sequence)
    });
    let mut views: Vec<TimerView> = Vec::new();
    for (entry, timer) in first {
        // One that was set twice runs out when it first does.
        if views.iter().all(|view| view.timer != timer) {
            views.push(TimerView {
                timer,
                expires: virtual_time(entry.time),
            });
        }
    }
    views
}

fn violations(simulation: &Simulation) -> Vec<ViolationView> {
    let mut views = Vec::new();
    for (cell, id) in simulation.cells().iter().zip(0..) {
        for (invariant, since_step) in cell.broken.iter() {
            if views.len() < VIOLATIONS_MAX {
                views.push(ViolationView {
                    id: *invariant,
                    partition: PartitionId(id),
                    since_step: *since_step,
                    allowed_by: simulation.allowed_by(*invariant),
                });
            }
        }
    }
    views
}

fn text(value: &impl ToString) -> alloc::string::String {
    value.to_string()
}

/// A length as the page gets it.
fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
