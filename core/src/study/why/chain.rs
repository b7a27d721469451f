//! The chain of causes, step by step backwards.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::{Ask, Link, Value, What};
use crate::event::{ChangeReason, Effect, TruncationReason};
use crate::history::Lane;
use crate::kafka::{BrokerId, Offset};
use crate::sim::command::{Command, Manual};
use crate::sim::event::{MessageKind, Step, Trigger};
use crate::sim::node::Node;
use crate::study::spacetime::{node_of, place_of};
use crate::topology::PartitionId;

/// A chain ends after so many links.
const LINKS_MAX: usize = 32;

/// What was found.
#[derive(Debug, Default)]
pub(super) struct Traced {
    /// The LEOs over which a leader's HW was taken.
    pub(super) over: Vec<(BrokerId, Offset)>,
    pub(super) chain: Vec<Link>,
    pub(super) needed: Vec<Vec<Link>>,
    pub(super) from_the_start: bool,
    /// The step that set the value.
    pub(super) set_in: Option<u32>,
}

/// An effect of a recorded step: the step's number, and which of its effects.
type Found = (u32, usize);

/// The chain of a value at the lane's current step.
pub(super) fn trace(lane: &Lane, ask: &Ask) -> Traced {
    let mut walk = Walk {
        lane,
        steps: lane.branch().steps(),
        partition: ask.partition,
        traced: Traced::default(),
        aside: None,
    };
    let set = walk.last(lane.position(), |effect| sets(effect, ask));
    match set {
        Some((step, at)) => {
            walk.traced.set_in = Some(step);
            walk.explain(step, at);
        }
        None => walk.traced.from_the_start = true,
    }
    walk.traced
}

/// Whether an effect sets a value.
fn sets(effect: &Effect, ask: &Ask) -> bool {
    let in_partition = effect.partition() == Some(ask.partition);
    in_partition
        && match (ask.value, effect) {
            (Value::LogEndOffset(id), effect) => log_end_set(effect, id).is_some(),
            (Value::HighWatermark(id), Effect::HighWatermark { broker, .. })
            | (Value::HighWatermark(id), Effect::LogOpened { broker, .. })
            | (
                Value::ReplicaLeaderEpoch(id),
                Effect::BecameLeader { broker, .. }
                | Effect::BecameFollower { broker, .. }
                | Effect::LogOpened { broker, .. },
            ) => *broker == id,
            (Value::Isr, Effect::PartitionChanged { from, to, .. }) => from.isr != to.isr,
            (Value::Leader, Effect::PartitionChanged { from, to, .. }) => from.leader != to.leader,
            (Value::LeaderEpoch, Effect::PartitionChanged { from, to, .. }) => {
                from.leader_epoch != to.leader_epoch
            }
            _ => false,
        }
}

/// The LEO that an effect gives a replica, if it changes it.
fn log_end_set(effect: &Effect, id: BrokerId) -> Option<Offset> {
    match effect {
        Effect::Appended { broker, to, .. } => (*broker == id).then_some(*to),
        Effect::Truncated {
            broker, from, to, ..
        }
        | Effect::RecordsLost {
            broker, from, to, ..
        } => (*broker == id && from != to).then_some(*to),
        _ => None,
    }
}

struct Walk<'a> {
    lane: &'a Lane,
    steps: &'a [Rc<Step>],
    partition: PartitionId,
    traced: Traced,
    /// While something is followed that was needed too: its chain.
    aside: Option<Vec<Link>>,
}

impl Walk<'_> {
    fn get(&self, step: u32) -> Option<&Rc<Step>> {
        self.steps.get(step.checked_sub(1)? as usize)
    }

    /// The last effect of this partition up to a step that is wanted.
    fn last(&self, step: u32, wanted: impl Fn(&Effect) -> bool) -> Option<Found> {
        self.last_before((step, usize::MAX), wanted)
    }

    /// The last one before an effect.
    fn last_before(&self, (step, at): Found, wanted: impl Fn(&Effect) -> bool) -> Option<Found> {
        let steps = self.steps.get(..step as usize).unwrap_or(self.steps);
        steps.iter().rev().find_map(|known| {
            let effects = &known.effects;
            let bound = if known.index == step {
                at.min(effects.len())
            } else {
                effects.len()
            };
            let is_wanted = |effect: &Effect| {
                effect
                    .partition()
                    .is_none_or(|partition| partition == self.partition)
                    && wanted(effect)
            };
            let found = effects.get(..bound)?.iter().rposition(is_wanted)?;
            Some((known.index, found))
        })
    }

    fn effect(&self, (step, at): Found) -> Option<&Effect> {
        self.get(step)?.effects.get(at)
    }

    fn push(&mut self, step: u32, node: Option<Node>, what: What) -> bool {
        let Some(time) = self.get(step).map(|known| known.time) else {
            return false;
        };
        let link = Link {
            step,
            time,
            node,
            what,
        };
        let (aside, chain) = (&mut self.aside, &mut self.traced.chain);
        let links = aside.as_mut().unwrap_or(chain);
        if links.len() >= LINKS_MAX || links.contains(&link) {
            return false;
        }
        links.push(link);
        true
    }

    /// Follows something that was needed too, apart from the chain.
    fn aside(&mut self, found: Option<Found>) {
        let (None, Some((step, at))) = (&self.aside, found) else {
            // What a condition itself needed is not followed further.
            return;
        };
        let known = self.effect((step, at)).cloned();
        let Traced { chain, needed, .. } = &self.traced;
        let in_chain = chain.iter().chain(needed.iter().flatten()).any(|link| {
            link.step == step
                && known
                    .as_ref()
                    .is_some_and(|effect| link.what == What::Changed(effect.clone()))
        });
        if in_chain {
            return;
        }
        self.aside = Some(Vec::new());
        self.explain(step, at);
        if let Some(links) = self.aside.take() {
            self.traced.needed.push(links);
        }
    }

    /// An effect, and what it came of.
    fn explain(&mut self, step: u32, at: usize) {
        let Some(effect) = self.effect((step, at)).cloned() else {
            return;
        };
        let place = Some(place_of(&effect));
        if !self.push(step, place, What::Changed(effect.clone())) {
            return;
        }
        match effect {
            Effect::HighWatermark {
                broker,
                to,
                as_leader: true,
                ..
            } => self.leader_high_watermark((step, at), broker, to),
            Effect::HighWatermark { broker, to, .. } => {
                self.follower_high_watermark((step, at), broker, to);
            }
            Effect::RemoteLogEndOffset { follower, to, .. } => {
                self.remote_log_end((step, at), follower, to);
            }
            Effect::Appended {
                broker,
                to,
                as_leader: false,
                ..
            } => self.copied(step, broker, to),
            Effect::Truncated { broker, reason, .. } => self.cut((step, at), broker, reason),
            Effect::BecameLeader { leader_epoch, .. }
            | Effect::BecameFollower { leader_epoch, .. } => {
                let from = self.get(step).and_then(|known| known.cause).unwrap_or(step);
                let decided = self.last(from, |effect| {
                    matches!(effect, Effect::PartitionChanged { to, .. } if to.leader_epoch == leader_epoch)
                });
                self.go_on(decided, step);
            }
            Effect::LeaderSawIsr { isr, .. } | Effect::IsrChangeCommitted { isr, .. } => {
                let decided = self.last(
                    step,
                    |effect| matches!(effect, Effect::PartitionChanged { to, .. } if to.isr == isr),
                );
                self.go_on(decided, step);
            }
            Effect::PartitionChanged { to, reason, .. } => {
                self.decided((step, at), &to.isr, reason);
            }
            Effect::IsrChangeProposed {
                leader,
                joins,
                leaves,
                ..
            } => self.proposed((step, at), leader, &joins, &leaves),
            _ => self.began(step),
        }
    }

    /// Goes on from an effect that was found, or from what began the step.
    fn go_on(&mut self, found: Option<Found>, step: u32) {
        match found {
            Some((step, at)) => self.explain(step, at),
            None => self.began(step),
        }
    }

    /// What began a step, and what caused that.
    fn began(&mut self, step: u32) {
        let Some(known) = self.get(step).cloned() else {
            self.reached_the_start();
            return;
        };
        let told = match &known.trigger {
            // What arrived is told by what it changed, unless it changed nothing here.
            Trigger::Message(_) => true,
            Trigger::MessageLost(_) | Trigger::Timer(_) | Trigger::Command(_) => {
                self.push(step, node_of(&known), What::Began(known.trigger.clone()))
            }
        };
        if !told || matches!(known.trigger, Trigger::Command(_)) {
            return;
        }
        match known.cause {
            Some(cause) => self.caused_by(cause),
            None => self.reached_the_start(),
        }
    }

    /// The step that sent a message or set a timer.
    fn caused_by(&mut self, cause: u32) {
        let Some(known) = self.get(cause).cloned() else {
            return;
        };
        let telling = known.effects.iter().rposition(|effect| {
            effect
                .partition()
                .is_none_or(|partition| partition == self.partition)
                && is_telling(effect)
        });
        match (telling, &known.trigger) {
            (Some(at), _) => self.explain(cause, at),
            (None, Trigger::Message(head)) => {
                let told = self.push(cause, Some(head.to), What::Began(known.trigger.clone()));
                // The rhythm of fetches goes back to the start of the run, and explains nothing.
                let rhythm = matches!(
                    head.kind,
                    MessageKind::Fetch { .. } | MessageKind::FetchResponse { .. }
                );
                match known.cause.filter(|_| told && !rhythm) {
                    Some(cause) => self.caused_by(cause),
                    None if !rhythm => self.reached_the_start(),
                    None => {}
                }
            }
            (None, _) => self.began(cause),
        }
    }

    fn reached_the_start(&mut self) {
        if self.aside.is_none() {
            self.traced.from_the_start = true;
        }
    }

    fn leader_high_watermark(&mut self, found: Found, leader: BrokerId, to: Offset) {
        let (step, _) = found;
        let trigger = self
            .last_before(found, |effect| {
                matches!(effect,
                    Effect::RemoteLogEndOffset { leader: at, .. }
                    | Effect::IsrChangeCommitted { leader: at, .. } if *at == leader)
                    || matches!(effect,
                        Effect::Appended { broker, .. }
                        | Effect::LeaderSawIsr { broker, .. }
                        | Effect::BecameLeader { broker, .. } if *broker == leader)
            })
            .filter(|(at, _)| *at == step);
        let asked = trigger.and_then(|trigger| match self.effect(trigger) {
            Some(Effect::RemoteLogEndOffset { follower, .. }) => Some(*follower),
            _ => None,
        });
        self.go_on(trigger, step);
        if self.aside.is_some() {
            return;
        }
        let over = self.over(step, leader);
        if self.traced.set_in == Some(step) {
            self.traced.over.clone_from(&over);
        }
        for (member, _) in over {
            if Some(member) == asked || member == leader {
                continue;
            }
            let reached = self.last_before(found, |effect| {
                matches!(effect,
                    Effect::RemoteLogEndOffset { leader: at, follower, from, to: known, .. }
                        if (*at, *follower) == (leader, member) && *known >= to && *from < to)
            });
            self.aside(reached);
        }
        let own = self.last_before(found, |effect| covers(effect, leader, to));
        self.aside(own);
    }

    /// The LEOs over which a leader took its high watermark: its own, and those of the ISR.
    fn over(&self, step: u32, leader: BrokerId) -> Vec<(BrokerId, Offset)> {
        let mut lane = self.lane.clone();
        lane.seek(step);
        let cell = lane.simulation().cell(self.partition);
        let Some(replica) = cell.and_then(|cell| cell.replica(leader)) else {
            return Vec::new();
        };
        let mut over = Vec::from([(leader, replica.log.log_end_offset())]);
        if let Some(leadership) = replica.leadership() {
            let members = leadership
                .remotes
                .iter()
                .filter(|remote| leadership.in_maximal_isr(remote.broker));
            over.extend(members.map(|remote| (remote.broker, remote.progress.log_end_offset)));
        }
        over
    }

    fn follower_high_watermark(&mut self, found: Found, follower: BrokerId, to: Offset) {
        let (step, _) = found;
        let cut = self
            .last_before(found, |effect| {
                matches!(effect,
                    Effect::Truncated { broker, from, to, .. }
                        if *broker == follower && from != to)
            })
            .filter(|(at, _)| *at == step);
        if cut.is_some() {
            self.go_on(cut, step);
            return;
        }
        let Some((answered, leader)) = self.answered(step, follower) else {
            self.began(step);
            return;
        };
        self.push_answer(answered, leader, follower);
        // By hand the leader's part of the step comes before the follower's.
        let known = self.last_before(
            if answered == step {
                found
            } else {
                (answered, usize::MAX)
            },
            |effect| {
                matches!(effect,
                Effect::HighWatermark { broker, to: told, .. } if *broker == leader && *told >= to)
            },
        );
        match known {
            Some((step, at)) => self.explain(step, at),
            None => self.reached_the_start(),
        }
    }

    fn remote_log_end(&mut self, found: Found, follower: BrokerId, to: Offset) {
        let (step, _) = found;
        let written = self.last_before(found, |effect| log_end_set(effect, follower) == Some(to));
        let cause = self.get(step).and_then(|known| known.cause);
        match (cause, written) {
            (None, Some((step, at))) => self.explain(step, at),
            (Some(cause), Some((written, at))) if written == cause => self.explain(written, at),
            (Some(cause), written) => {
                self.caused_by(cause);
                self.aside(written);
            }
            (None, None) => {
                self.began(step);
                self.reached_the_start();
            }
        }
    }

    /// A follower copied records: they were in the answer of a leader, which had them from before.
    fn copied(&mut self, step: u32, follower: BrokerId, to: Offset) {
        let Some((answered, leader)) = self.answered(step, follower) else {
            self.began(step);
            return;
        };
        let written = self.last(answered, |effect| covers(effect, leader, to));
        let wakes = written.is_some_and(|(written, _)| written == answered)
            && self.get(answered).is_some_and(|known| {
                !matches!(known.trigger, Trigger::Command(Command::Manual(_)))
            });
        if !wakes {
            self.push_answer(answered, leader, follower);
        }
        match written {
            Some((step, at)) => self.explain(step, at),
            None => self.reached_the_start(),
        }
    }

    fn push_answer(&mut self, step: u32, leader: BrokerId, follower: BrokerId) {
        let node = Some(Node::Broker(leader));
        self.push(step, node, What::Answered { leader, follower });
    }

    /// The step in which a leader answered the fetch whose answer a follower took in a step, and
    /// that leader.
    fn answered(&self, step: u32, follower: BrokerId) -> Option<(u32, BrokerId)> {
        let known = self.get(step)?;
        match &known.trigger {
            Trigger::Message(head) => match (head.from, &head.kind) {
                (Node::Broker(leader), MessageKind::FetchResponse { .. }) => {
                    Some((known.cause?, leader))
                }
                _ => None,
            },
            Trigger::Command(Command::Manual(Manual::Fetch {
                follower: asking,
                leader,
                ..
            })) if *asking == follower => Some((step, *leader)),
            _ => None,
        }
    }

    fn cut(&mut self, found: Found, broker: BrokerId, reason: TruncationReason) {
        let (step, _) = found;
        let follows = self
            .last_before(found, |effect| {
                matches!(effect, Effect::BecameFollower { broker: at, .. } if *at == broker)
            })
            .filter(|(at, _)| *at == step);
        self.go_on(follows, step);
        let needed = match reason {
            TruncationReason::HighWatermark => self.last_before(found, |effect| {
                matches!(effect,
                    Effect::HighWatermark { broker: at, .. } | Effect::LogOpened { broker: at, .. }
                        if *at == broker)
            }),
            TruncationReason::LeaderEpoch
            | TruncationReason::DivergingFetch
            | TruncationReason::OutOfRange
            | TruncationReason::BehindLogStart => self.last_before(
                found,
                |effect| matches!(effect, Effect::BecameLeader { broker: at, .. } if *at != broker),
            ),
        };
        self.aside(needed);
    }

    /// The controller decided.
    fn decided(&mut self, found: Found, isr: &[BrokerId], reason: ChangeReason) {
        let (step, _) = found;
        if reason == ChangeReason::AlterPartition {
            // By hand the leader may ask and be answered in one step.
            let asked = self.last(step, |effect| {
                matches!(effect, Effect::IsrChangeProposed { isr: wanted, .. } if wanted == isr)
            });
            self.go_on(asked, step);
            return;
        }
        self.began(step);
        if reason == ChangeReason::BrokerFenced {
            let fenced = self.last(step, |effect| matches!(effect, Effect::BrokerFenced { .. }));
            let broker = fenced.and_then(|found| match self.effect(found) {
                Some(Effect::BrokerFenced { broker }) => Some(*broker),
                _ => None,
            });
            let down = self.last_before(found, |effect| {
                matches!(effect, Effect::BrokerDown { broker: at, .. } if Some(*at) == broker)
            });
            self.aside(down);
        }
    }

    /// A leader asked for another ISR.
    fn proposed(
        &mut self,
        found: Found,
        leader: BrokerId,
        joins: &[BrokerId],
        leaves: &[BrokerId],
    ) {
        let (step, _) = found;
        let asked = self
            .last_before(found, |effect| {
                matches!(effect,
                    Effect::RemoteLogEndOffset { follower, .. } if joins.contains(follower))
            })
            .filter(|(at, _)| *at == step);
        if let (None, Some(leaver)) = (asked, leaves.first()) {
            let known = self.get(step).cloned();
            if let Some(known) = known {
                self.push(step, node_of(&known), What::Began(known.trigger.clone()));
            }
            let silenced = self.silenced(step, *leaver);
            match silenced {
                Some(silenced) => self.began(silenced),
                None => {
                    if let Some(cause) = self.get(step).and_then(|known| known.cause) {
                        self.caused_by(cause);
                    }
                }
            }
            let missed = self.last_before(found, |effect| {
                matches!(effect,
                    Effect::Appended { broker, as_leader: true, .. } if *broker == leader)
            });
            self.aside(missed);
            return;
        }
        match asked {
            Some((step, at)) => self.explain(step, at),
            None => match self.get(step).and_then(|known| known.cause) {
                Some(cause) => self.caused_by(cause),
                None => self.began(step),
            },
        }
    }

    /// The last command that kept a broker from fetching.
    fn silenced(&self, step: u32, broker: BrokerId) -> Option<u32> {
        let steps = self.steps.get(..step as usize)?;
        let node = Node::Broker(broker);
        let found = steps.iter().rev().find(|known| match &known.trigger {
            Trigger::Command(command) => match command {
                Command::Crash { broker: at, .. }
                | Command::Pause { broker: at }
                | Command::ControlledShutdown { broker: at } => *at == broker,
                Command::CutLink { from, to, .. } => *from == node || *to == node,
                Command::Isolate { brokers } => brokers.contains(&broker),
                Command::Message { name, .. } => {
                    (name.flow.from == node || name.flow.to == node)
                        && name.flow.partition.is_none_or(|id| id == self.partition)
                }
                _ => false,
            },
            _ => false,
        });
        found.map(|known| known.index)
    }
}

/// Whether an effect put the last record below an offset into a log.
fn covers(effect: &Effect, id: BrokerId, end: Offset) -> bool {
    matches!(effect,
        Effect::Appended { broker, from, to, .. } if *broker == id && *from < end && end <= *to)
}

/// Whether an effect tells why a step sent something.
const fn is_telling(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Appended { .. }
            | Effect::Truncated { .. }
            | Effect::BecameLeader { .. }
            | Effect::BecameFollower { .. }
            | Effect::PartitionChanged { .. }
            | Effect::IsrChangeProposed { .. }
            | Effect::LogOpened { .. }
            | Effect::BrokerUnfenced { .. }
            | Effect::BrokerStarted { .. }
            | Effect::BrokerDown { .. }
    )
}
