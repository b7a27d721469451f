//! From a chain of causes to sentences.

use crate::prose::{Teller, id_list};
use crate::study::spacetime::{change, precise};
use crate::words::{Rich, say, time_left};
use tidemark_core::event::Effect;
use tidemark_core::sim::event::{Trigger, VirtualTime};
use tidemark_core::study::why::{
    Delivery, Known, Link, Obstacle, Travel, Value, Waiting, What, Why,
};

/// A value's name.
pub(super) fn value(teller: &Teller, value: Value) -> String {
    let words = teller.words;
    match value {
        Value::LogEndOffset(broker) => say!(words, why_value_leo, broker = broker),
        Value::HighWatermark(broker) => say!(words, why_value_hw, broker = broker),
        Value::ReplicaLeaderEpoch(broker) => say!(words, why_value_epoch, broker = broker),
        Value::Isr => words.why_value_isr(),
        Value::Leader => words.why_value_leader(),
        Value::LeaderEpoch => words.why_value_leader_epoch(),
    }
}

/// What the value is, as the headline.
pub(super) fn headline(teller: &Teller, why: &Why) -> String {
    let words = teller.words;
    match (why.ask.value, &why.known) {
        (Value::HighWatermark(_), Some(Known::Offset(now))) if is_proof(why) => {
            say!(words, why_proof, offset = *now)
        }
        (Value::LogEndOffset(broker), Some(Known::Offset(now))) => {
            say!(words, why_is_leo, broker = broker, now = *now)
        }
        (Value::HighWatermark(broker), Some(Known::Offset(now))) => {
            say!(words, why_is_hw, broker = broker, now = *now)
        }
        (Value::ReplicaLeaderEpoch(broker), Some(Known::Epoch(now))) => {
            say!(words, why_is_epoch, broker = broker, now = *now)
        }
        (_, Some(Known::Brokers(isr))) => say!(words, why_is_isr, now = &id_list(isr)),
        (_, Some(Known::Broker(Some(leader)))) => say!(words, why_is_leader, now = *leader),
        (_, Some(Known::Broker(None))) => words.why_is_no_leader(),
        (_, Some(Known::Epoch(now))) => say!(words, why_is_leader_epoch, now = *now),
        _ => words.why_no_value(),
    }
}

/// Whether the last member of the ISR moved a leader's high watermark by its fetch.
fn is_proof(why: &Why) -> bool {
    let second = why.chain.get(1).map(|link| &link.what);
    why.over.len() > 1
        && matches!(
            second,
            Some(What::Changed(Effect::RemoteLogEndOffset { .. }))
        )
}

/// What became of the value, and the rule with its numbers: for the callout in the diagram.
pub(crate) fn words_of(teller: &Teller, why: &Why) -> (String, Option<String>) {
    let words = teller.words;
    let name = value(teller, why.ask.value);
    let title = match why.chain.first().map(|link| &link.what) {
        Some(What::Changed(
            Effect::HighWatermark { from, to, .. }
            | Effect::Truncated { from, to, .. }
            | Effect::RecordsLost { from, to, .. }
            | Effect::Appended { from, to, .. },
        )) => say!(words, why_becomes, value = &name, from = *from, to = *to),
        Some(What::Changed(effect)) => {
            let told = change(teller, effect).map_or_else(String::new, |(told, _)| told);
            say!(words, why_set, value = &name, to = &told)
        }
        _ => name,
    };
    let terms: Vec<String> = why
        .over
        .iter()
        .enumerate()
        .map(|(at, (broker, to))| match at {
            0 => say!(words, why_rule_own, to = *to),
            _ => say!(words, why_rule_remote, broker = *broker, to = *to),
        })
        .collect();
    let rule = (!terms.is_empty()).then(|| say!(words, why_rule_min, terms = &terms.join(", ")));
    (title, rule)
}

/// A link of the chain.
pub(super) fn link(teller: &Teller, link: &Link) -> String {
    match &link.what {
        What::Changed(effect) => teller.effect_line(effect),
        What::Answered { leader, follower } => say!(
            teller.words,
            why_answered,
            leader = *leader,
            follower = *follower
        ),
        What::Began(Trigger::Command(command)) => teller.command(command),
        What::Began(Trigger::Timer(timer)) => teller.timer_name(timer),
        What::Began(Trigger::Message(head) | Trigger::MessageLost(head)) => {
            let (from, to) = (teller.node_short(head.from), teller.node_short(head.to));
            say!(
                teller.words,
                message_arrives,
                name = &teller.message_name(&head.kind),
                from = &from,
                to = &to
            )
        }
    }
}

/// Something the value waits for.
pub(super) fn waiting(teller: &Teller, waiting: &Waiting, now: VirtualTime) -> Rich {
    let words = teller.words;
    match waiting {
        Waiting::Records => words.why_wait_records(),
        Waiting::Produce(travel) => {
            say!(words, why_wait_produce, time = &precise(travel.arrives))
        }
        Waiting::Fetch {
            follower,
            offset,
            delivery,
            ..
        } => say!(
            words,
            why_wait_fetch,
            follower = *follower,
            offset = *offset,
            place = &place(teller, *delivery)
        ),
        Waiting::Answer {
            follower,
            leader,
            delivery,
        } => say!(
            words,
            why_wait_answer,
            follower = *follower,
            leader = *leader,
            place = &place(teller, *delivery)
        ),
        Waiting::LeaderHighWatermark { leader } => {
            say!(words, why_wait_leader_hw, leader = *leader)
        }
        Waiting::InSyncReplicas { isr, needed } => {
            say!(words, why_wait_isr, isr = *isr, needed = *needed)
        }
        Waiting::Controller(None) => words.why_wait_controller(),
        Waiting::Controller(Some(travel)) => {
            say!(
                words,
                why_wait_controller_at,
                time = &precise(travel.arrives)
            )
        }
        Waiting::Timer { timer, expires } => say!(
            words,
            why_wait_timer,
            timer = &teller.timer_name(timer),
            time = &precise(*expires),
            left = &time_left(expires.0.saturating_sub(now.0))
        ),
        Waiting::Metadata(travel) => {
            say!(words, why_wait_metadata, time = &precise(travel.arrives))
        }
        Waiting::Start(broker) => say!(words, why_wait_start, broker = *broker),
        Waiting::Nothing => words.why_wait_nothing(),
    }
}

/// Where a fetch or its answer is.
fn place(teller: &Teller, delivery: Delivery) -> String {
    let words = teller.words;
    match delivery {
        Delivery::Request {
            fetch_offset,
            travel: Travel { arrives, obstacle },
        } => match obstacle {
            None => say!(
                words,
                why_at_request,
                offset = fetch_offset,
                time = &precise(arrives)
            ),
            Some(Obstacle::Held) => say!(words, why_at_request_held, offset = fetch_offset),
            Some(Obstacle::Doomed) => say!(words, why_at_request_doomed, offset = fetch_offset),
        },
        Delivery::Parked { until } => say!(words, why_at_parked, time = &precise(until)),
        Delivery::Response {
            travel: Travel { arrives, obstacle },
            next,
        } => match obstacle {
            None => say!(
                words,
                why_at_response,
                time = &precise(arrives),
                next = &precise(next)
            ),
            Some(Obstacle::Held) => words.why_at_response_held(),
            Some(Obstacle::Doomed) => words.why_at_response_doomed(),
        },
        Delivery::Retry { at } => say!(words, why_at_retry, time = &precise(at)),
        Delivery::Truncating => words.why_at_truncating(),
        Delivery::Unreachable => words.why_at_unreachable(),
        Delivery::Stopped => words.why_at_stopped(),
        Delivery::Down => words.why_at_down(),
        Delivery::ByHand => words.why_at_hand(),
    }
}
