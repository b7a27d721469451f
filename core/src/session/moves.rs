//! Moving through a run, in slices where it takes long.

use alloc::rc::Rc;

use super::request::{Landmark, Lens, Move, StepKind};
use super::{Refusal, Reply, Session};
use crate::event::Effect;
use crate::history::{Going, Lane};
use crate::sim::command::Command;
use crate::sim::event::{MessageKind, Step, Timer, Trigger, VirtualTime};
use crate::sim::node::Node;
use crate::sim::queue::Due;

/// Steps in one slice of a long move.
const SLICE: u32 = 1_000;

/// A move to the end stops after this many new steps.
const END_STEPS_MAX: u32 = 10_000;

/// A move to the end stops after this much virtual time without end: an hour.
const END_TIME_MAX_US: u64 = 3_600_000_000;

/// A search for a landmark, or for a step the lens lets through, stops after this many steps.
const SEARCH_STEPS_MAX: u32 = 1_000_000;

/// A move that is not done yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct PendingMove {
    goal: Goal,
    /// Where it began: a search that finds nothing goes back there.
    from: u32,
    began_at: VirtualTime,
}

/// Where a long move leads.
#[derive(Clone, Copy, Debug)]
enum Goal {
    /// The next step that the lens lets through.
    Visible,
    /// The next step of a kind.
    Landmark(Landmark),
    /// Until nothing more happens.
    End,
    /// A step.
    Step(u32),
    /// A time.
    Time(VirtualTime),
    /// Until what was in flight has arrived: entries of the queue below this number.
    Round(u64),
}

impl Session {
    pub(super) fn begin_move(&mut self, go: Move) -> Reply {
        let lens = self.look.lens;
        let Some(opened) = &mut self.opened else {
            return Reply::Refused(Refusal::NothingOpen);
        };
        let lane = opened.lane_mut();
        let from = lane.position();
        let began_at = lane.simulation().time();
        let goal = match go {
            Move::Start => return self.seek(0),
            Move::To(step) => return self.seek(step),
            Move::Back => return self.back(|step| lens_passes(lens, step)),
            Move::Previous(landmark) => return self.back(|step| is_landmark(step, landmark)),
            Move::Forward => Goal::Visible,
            Move::Next(landmark) => Goal::Landmark(landmark),
            Move::End => {
                let recorded = lane.branch().recorded();
                if from < recorded {
                    return self.seek(recorded);
                }
                Goal::End
            }
            Move::ToTime(time) => {
                if lane.step_at(time) < lane.branch().recorded() {
                    let step = lane.step_at(time);
                    return self.seek(step);
                }
                Goal::Time(time)
            }
            Move::Round => Goal::Round(lane.simulation().queue().next_sequence()),
        };
        self.go_on(PendingMove {
            goal,
            from,
            began_at,
        })
    }

    /// Goes to a step, recorded or not: where somebody stood who closed the page, or made a link.
    pub(super) fn return_to(&mut self, step: u32) -> Reply {
        let Some(lane) = self.lanes().first() else {
            return Reply::Refused(Refusal::NothingOpen);
        };
        if step <= lane.branch().recorded() {
            return self.seek(step);
        }
        let (from, began_at) = (lane.position(), lane.simulation().time());
        self.go_on(PendingMove {
            goal: Goal::Step(step),
            from,
            began_at,
        })
    }

    pub(super) fn go_on(&mut self, pending: PendingMove) -> Reply {
        let lens = self.look.lens;
        let Some(opened) = &mut self.opened else {
            return Reply::Refused(Refusal::NothingOpen);
        };
        let lane = opened.lane_mut();
        let recorded = lane.branch().recorded();
        let mut arrived = false;
        for _ in 0..SLICE {
            if reached(lane, pending) {
                arrived = true;
                break;
            }
            match lane.step_forward() {
                Going::Stepped(step) => {
                    arrived = match pending.goal {
                        Goal::Visible => lens_passes(lens, &step),
                        Goal::Landmark(landmark) => is_landmark(&step, landmark),
                        Goal::End | Goal::Step(_) | Goal::Time(_) | Goal::Round(_) => false,
                    };
                }
                Going::AtTheEnd => {
                    // A landmark that is not there: the place one looked from stays.
                    if matches!(pending.goal, Goal::Landmark(_)) {
                        lane.seek(pending.from);
                    }
                    arrived = true;
                }
                Going::Busy => {}
            }
            if arrived {
                break;
            }
        }
        if lane.branch().recorded() != recorded {
            self.seen.forget_ticks();
            self.seen.forget_branches();
        }
        if arrived || self.is_too_far(pending) {
            return self.frame();
        }
        let (step, time) = self.lanes().first().map_or((0, VirtualTime(0)), |lane| {
            (lane.position(), lane.simulation().time())
        });
        self.pending = Some(pending);
        Reply::Working { step, time }
    }

    fn is_too_far(&self, pending: PendingMove) -> bool {
        let Some(lane) = self.lanes().first() else {
            return true;
        };
        let steps = lane.position().saturating_sub(pending.from);
        let time = lane.simulation().time().0 - pending.began_at.0.min(lane.simulation().time().0);
        match pending.goal {
            Goal::End => steps >= END_STEPS_MAX || time >= END_TIME_MAX_US,
            _ => steps >= SEARCH_STEPS_MAX,
        }
    }

    fn seek(&mut self, step: u32) -> Reply {
        if let Some(opened) = &mut self.opened {
            opened.lane_mut().seek(step);
        }
        self.frame()
    }

    fn back(&mut self, wanted: impl Fn(&Step) -> bool) -> Reply {
        let Some(lane) = self.lanes().first() else {
            return Reply::Refused(Refusal::NothingOpen);
        };
        let earlier = lane.position().saturating_sub(1) as usize;
        let steps = lane.branch().steps().get(..earlier).unwrap_or_default();
        let found = steps.iter().rev().find(|step| wanted(step));
        let target = found.map_or(0, |step| step.index);
        self.seek(target)
    }
}

/// Whether a goal that is a place has been reached.
fn reached(lane: &Lane, pending: PendingMove) -> bool {
    match pending.goal {
        Goal::Step(step) => lane.position() >= step,
        Goal::Time(time) => {
            let next = lane
                .branch()
                .step(lane.position() + 1)
                .map(|step| step.time);
            let next = next.or_else(|| {
                let commands = lane.branch().commands();
                let command = commands.get(lane.commands_done()).map(|next| next.at);
                let times = [lane.simulation().next_time(), command];
                times.into_iter().flatten().min()
            });
            next.is_some_and(|next| next > time)
        }
        Goal::Round(sequence) => !lane
            .simulation()
            .queue()
            .iter()
            .any(|entry| entry.sequence < sequence && matches!(entry.due, Due::Message(_))),
        Goal::Visible | Goal::Landmark(_) | Goal::End => false,
    }
}

/// Whether the lens lets a step through.
pub(crate) fn lens_passes(lens: Lens, step: &Step) -> bool {
    let kind = lens.kind.is_none_or(|kind| kind_of(step) == kind);
    let broker = lens.broker.is_none_or(|broker| {
        nodes_of(step).contains(&Some(Node::Broker(broker)))
            || step
                .effects
                .iter()
                .any(|effect| effect.broker() == Some(broker))
    });
    let partition = lens.partition.is_none_or(|partition| {
        let about = partition_of(step);
        about == Some(partition)
            || step
                .effects
                .iter()
                .any(|effect| effect.partition() == Some(partition))
            || (about.is_none()
                && !step
                    .effects
                    .iter()
                    .any(|effect| effect.partition().is_some()))
    });
    kind && broker && partition
}

fn nodes_of(step: &Step) -> [Option<Node>; 2] {
    match &step.trigger {
        Trigger::Message(head) | Trigger::MessageLost(head) => [Some(head.from), Some(head.to)],
        Trigger::Command(Command::Message { name, .. }) => {
            [Some(name.flow.from), Some(name.flow.to)]
        }
        Trigger::Timer(timer) | Trigger::Command(Command::ExpireTimer(timer)) => {
            [timer.broker().map(Node::Broker), None]
        }
        Trigger::Command(_) => [None, None],
    }
}

fn partition_of(step: &Step) -> Option<crate::topology::PartitionId> {
    match &step.trigger {
        Trigger::Message(head) | Trigger::MessageLost(head) => head.partition,
        Trigger::Command(Command::Message { name, .. }) => name.flow.partition,
        Trigger::Timer(timer) | Trigger::Command(Command::ExpireTimer(timer)) => timer.partition(),
        Trigger::Command(_) => None,
    }
}

/// The kind of a step: the weightiest thing about it.
#[must_use]
pub fn kind_of(step: &Step) -> StepKind {
    if is_landmark(step, Landmark::Violation) {
        return StepKind::Violation;
    }
    if let Trigger::Command(_) = step.trigger {
        return StepKind::Command;
    }
    if is_landmark(step, Landmark::Election) || is_landmark(step, Landmark::IsrChange) {
        return StepKind::Control;
    }
    if is_landmark(step, Landmark::HighWatermark) {
        return StepKind::HighWatermark;
    }
    match &step.trigger {
        Trigger::Message(head) | Trigger::MessageLost(head) => match head.kind {
            MessageKind::Fetch { .. }
            | MessageKind::FetchResponse { .. }
            | MessageKind::OffsetsForLeaderEpoch { .. }
            | MessageKind::OffsetsForLeaderEpochResponse { .. }
            | MessageKind::ListOffsets
            | MessageKind::ListOffsetsResponse { .. } => StepKind::Replication,
            MessageKind::Produce { .. } | MessageKind::ProduceResponse { .. } => StepKind::Client,
            MessageKind::AlterPartition { .. }
            | MessageKind::AlterPartitionResponse { .. }
            | MessageKind::PartitionStates { .. }
            | MessageKind::BrokerRegistration
            | MessageKind::BrokerRegistrationResponse { .. }
            | MessageKind::BrokerHeartbeat { .. }
            | MessageKind::BrokerHeartbeatResponse { .. } => StepKind::Control,
        },
        Trigger::Timer(
            Timer::SessionExpiry { .. } | Timer::LeaderBalance | Timer::UncleanElectionCheck,
        ) => StepKind::Control,
        Trigger::Timer(_) | Trigger::Command(_) => StepKind::Timer,
    }
}

/// Whether a step is one of those people look for.
#[must_use]
pub fn is_landmark(step: &Step, landmark: Landmark) -> bool {
    let any = |wanted: fn(&Effect) -> bool| step.effects.iter().any(wanted);
    match landmark {
        Landmark::Election => any(
            |effect| matches!(effect, Effect::PartitionChanged { from, to, .. } if from.leader != to.leader),
        ),
        Landmark::HighWatermark => any(|effect| {
            matches!(
                effect,
                Effect::HighWatermark {
                    as_leader: true,
                    ..
                }
            )
        }),
        Landmark::IsrChange => any(
            |effect| matches!(effect, Effect::PartitionChanged { from, to, .. } if from.isr != to.isr),
        ),
        Landmark::Violation => {
            any(|effect| matches!(effect, Effect::Invariant { broken: true, .. }))
        }
        Landmark::Command => matches!(step.trigger, Trigger::Command(_)),
    }
}

/// A recorded step and what kind it is.
pub(crate) fn line(step: &Rc<Step>) -> super::frame::StepLine {
    super::frame::StepLine {
        kind: kind_of(step),
        step: super::frames::headline(step),
    }
}
