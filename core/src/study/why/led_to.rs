//! What a value led to: who was told of it.

use alloc::vec::Vec;

use super::{Ask, Link, Value, What};
use crate::event::Effect;
use crate::history::Lane;
use crate::kafka::{BrokerId, Offset};
use crate::sim::event::{MessageKind, Trigger};
use crate::sim::node::Node;
use crate::study::spacetime::place_of;

/// Steps named.
const LINKS_MAX: usize = 12;

/// Recorded steps looked through.
const REACH: usize = 4_000;

/// The steps after `set_in` in which somebody learned of the value that was set there, as far as they are
/// recorded.
pub(super) fn led_to(lane: &Lane, ask: &Ask, set_in: u32) -> Vec<Link> {
    let steps = lane.branch().steps();
    let later = steps.get(set_in as usize..).unwrap_or_default();
    let mut links = Vec::new();
    let mut told: Vec<BrokerId> = Vec::new();
    let own = steps.get(set_in.saturating_sub(1) as usize);
    let least = own.and_then(|step| {
        step.effects
            .iter()
            .rev()
            .find_map(|effect| offset(ask, effect))
    });
    let leads = own.is_some_and(|step| {
        let mut effects = step.effects.iter();
        effects.any(|effect| offset(ask, effect).is_some() && is_of_a_leader(effect))
    });
    let acknowledged = own.and_then(|step| {
        let mut effects = step.effects.iter();
        let by_hand = matches!(step.trigger, Trigger::Command(_));
        let found = effects.find(|effect| matches!(effect, Effect::Acknowledged { .. }));
        found.filter(|_| by_hand).map(|effect| (step, effect))
    });
    if let (Value::HighWatermark(_), Some((step, effect))) = (ask.value, acknowledged) {
        links.push(Link {
            step: step.index,
            time: step.time,
            node: Some(Node::Client(1)),
            what: What::Changed(effect.clone()),
        });
    }
    // By hand the answer is part of the step.
    for step in own.into_iter().chain(later.iter().take(REACH)) {
        if links.len() == LINKS_MAX {
            break;
        }
        if let Trigger::Message(head) = &step.trigger
            && step.cause == Some(set_in)
            && matches!(head.kind, MessageKind::ProduceResponse { .. })
        {
            links.push(Link {
                step: step.index,
                time: step.time,
                node: Some(head.to),
                what: What::Began(step.trigger.clone()),
            });
        }
        for effect in &step.effects {
            let learned = effect.partition() == Some(ask.partition)
                && tells(ask.value, effect, leads.then_some(least.unwrap_or(0)));
            let Node::Broker(broker) = place_of(effect) else {
                continue;
            };
            if learned && !told.contains(&broker) {
                told.push(broker);
                links.push(Link {
                    step: step.index,
                    time: step.time,
                    node: Some(Node::Broker(broker)),
                    what: What::Changed(effect.clone()),
                });
            }
        }
    }
    links
}

/// The offset that an effect gives the value asked for.
fn offset(ask: &Ask, effect: &Effect) -> Option<Offset> {
    match (ask.value, effect) {
        (
            Value::HighWatermark(id),
            Effect::HighWatermark {
                partition,
                broker,
                to,
                ..
            },
        )
        | (
            Value::LogEndOffset(id),
            Effect::Appended {
                partition,
                broker,
                to,
                ..
            },
        ) if (*partition, *broker) == (ask.partition, id) => Some(*to),
        _ => None,
    }
}

const fn is_of_a_leader(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::HighWatermark {
            as_leader: true,
            ..
        } | Effect::Appended {
            as_leader: true,
            ..
        }
    )
}

/// Whether an effect shows that a value has become known elsewhere; a leader's offset is in `led`.
fn tells(value: Value, effect: &Effect, led: Option<Offset>) -> bool {
    match (value, effect) {
        (
            Value::HighWatermark(id),
            Effect::HighWatermark {
                broker,
                to,
                as_leader: false,
                ..
            },
        ) => *broker != id && led.is_some_and(|least| *to >= least),
        (Value::LogEndOffset(id), Effect::RemoteLogEndOffset { follower, .. }) => *follower == id,
        (Value::LogEndOffset(id), Effect::Appended { broker, to, .. }) => {
            *broker != id && led.is_some_and(|least| *to >= least)
        }
        (
            Value::Isr,
            Effect::LeaderSawIsr { .. }
            | Effect::IsrChangeCommitted { .. }
            | Effect::BecameLeader { .. },
        )
        | (
            Value::Leader | Value::LeaderEpoch,
            Effect::BecameLeader { .. } | Effect::BecameFollower { .. },
        ) => true,
        _ => false,
    }
}
