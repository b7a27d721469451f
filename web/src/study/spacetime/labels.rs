//! The diagram's words: short ones beside the shapes, whole sentences for those who read them.

use crate::prose::{Teller, id_list};
use crate::words::{duration, instant, say, time_left};
use tidemark_core::event::Effect;
use tidemark_core::sim::event::{MessageHead, MessageKind, Trigger, VirtualTime};
use tidemark_core::sim::node::Node;
use tidemark_core::study::spacetime::{AbsenceKind, End, Event, Message, Wait, Window};

use super::shapes::Tone;

/// Values named in a short text.
const VALUES_MAX: usize = 3;

/// What a message says, in a few words.
pub(crate) fn content(teller: &Teller, head: &MessageHead) -> String {
    let words = teller.words;
    match &head.kind {
        MessageKind::Fetch { fetch_offset, .. } => say!(words, st_fetch, offset = *fetch_offset),
        MessageKind::FetchResponse { error, .. } if error.is_error() => error.name().to_owned(),
        MessageKind::FetchResponse {
            diverging: Some((epoch, offset)),
            ..
        } => say!(words, st_answer_diverging, epoch = *epoch, offset = *offset),
        MessageKind::FetchResponse {
            records,
            high_watermark,
            ..
        } => say!(words, st_answer, n = *records, hw = *high_watermark),
        MessageKind::Produce { records, .. } => say!(words, st_produce, n = *records),
        MessageKind::ProduceResponse { error, .. } if error.is_error() => error.name().to_owned(),
        MessageKind::ProduceResponse { base_offset, .. } => {
            say!(words, st_stored, offset = *base_offset)
        }
        MessageKind::OffsetsForLeaderEpoch { epoch } => {
            say!(words, st_epoch_asked, epoch = *epoch)
        }
        MessageKind::OffsetsForLeaderEpochResponse {
            error,
            epoch,
            end_offset,
        } if !error.is_error() => {
            say!(words, st_epoch_answer, epoch = *epoch, offset = *end_offset)
        }
        MessageKind::AlterPartition { isr } => say!(words, st_isr_asked, isr = &id_list(isr)),
        MessageKind::AlterPartitionResponse { error, isr } if !error.is_error() => {
            say!(words, st_isr, isr = &id_list(isr))
        }
        kind => teller.message_name(kind),
    }
}

/// What a step changed at a place, in a few words; nothing for what shows elsewhere.
pub(crate) fn change(teller: &Teller, effect: &Effect) -> Option<(String, Tone)> {
    let words = teller.words;
    let told = match effect {
        Effect::Appended { to, .. } => (say!(words, st_leo, to = *to), Tone::Change),
        Effect::RemoteLogEndOffset { follower, to, .. } => (
            say!(words, st_remote_leo, broker = *follower, to = *to),
            Tone::Message,
        ),
        Effect::HighWatermark { from, to, .. } => {
            (say!(words, st_hw, from = *from, to = *to), Tone::Tide)
        }
        Effect::Truncated { from, to, .. } if from != to => {
            (say!(words, st_cut, from = *from, to = *to), Tone::Bad)
        }
        Effect::RecordsLost { from, to, .. } => {
            (say!(words, st_lost, from = *from, to = *to), Tone::Bad)
        }
        Effect::BecameLeader { leader_epoch, .. } => {
            (say!(words, st_leads, epoch = *leader_epoch), Tone::Change)
        }
        Effect::BecameFollower {
            leader: Some(leader),
            ..
        } => (say!(words, st_follows, leader = *leader), Tone::Message),
        Effect::BecameFollower { leader: None, .. } => (words.st_follows_nobody(), Tone::Message),
        Effect::LeaderSawIsr { isr, .. } | Effect::IsrChangeCommitted { isr, .. } => {
            (say!(words, st_isr, isr = &id_list(isr)), Tone::Change)
        }
        Effect::PartitionChanged { from, to, .. } if from.leader != to.leader => {
            let text = match to.leader {
                Some(leader) => say!(words, st_leader, leader = leader, epoch = to.leader_epoch),
                None => say!(words, st_no_leader, epoch = to.leader_epoch),
            };
            (text, Tone::Change)
        }
        Effect::PartitionChanged { to, .. } => {
            (say!(words, st_isr, isr = &id_list(&to.isr)), Tone::Change)
        }
        Effect::IsrChangeProposed { isr, .. } => (
            say!(words, st_isr_asked, isr = &id_list(isr)),
            Tone::Message,
        ),
        Effect::Acknowledged { values, .. } => {
            let shown = &values[..values.len().min(VALUES_MAX)];
            let mut shown = shown.join(" ");
            if values.len() > VALUES_MAX {
                shown.push_str(" …");
            }
            (say!(words, st_acknowledged, values = &shown), Tone::Message)
        }
        Effect::ProduceFailed { error, .. }
        | Effect::FetchRefused { error, .. }
        | Effect::IsrChangeRefused { error, .. } => {
            (say!(words, st_refused, error = error.name()), Tone::Bad)
        }
        Effect::FetcherStopped { error, .. } | Effect::ElectionFailed { error, .. } => {
            (say!(words, st_failed, error = error.name()), Tone::Bad)
        }
        Effect::BrokerDown { .. } => (words.st_down(), Tone::Bad),
        Effect::BrokerStarted { .. } => (words.st_starts(), Tone::Message),
        Effect::BrokerFenced { broker } => {
            (say!(words, st_fenced, broker = *broker), Tone::Message)
        }
        Effect::BrokerUnfenced { broker } => {
            (say!(words, st_unfenced, broker = *broker), Tone::Message)
        }
        Effect::LogOpened { high_watermark, .. } => {
            (say!(words, st_opened, hw = *high_watermark), Tone::Message)
        }
        Effect::LogStartOffset { to, .. } => (say!(words, st_start, to = *to), Tone::Message),
        _ => return None,
    };
    Some(told)
}

/// A message in a sentence.
pub(crate) fn message(teller: &Teller, window: &Window, message: &Message) -> String {
    let words = teller.words;
    let name = teller.message_name(&message.head.kind);
    let what = content(teller, &message.head);
    let (from, to) = (
        teller.node_short(message.head.from),
        teller.node_short(message.head.to),
    );
    let sent = precise(message.sent.time);
    let (name, from, to, what, sent) = (&*name, &*from, &*to, &*what, &*sent);
    match message.end {
        End::Arrived(at) if window.by_hand && at.time == message.sent.time => say!(
            words,
            st_message_hand,
            name = name,
            from = from,
            to = to,
            what = what,
            step = at.step.unwrap_or(0)
        ),
        End::Arrived(at) => say!(
            words,
            st_message,
            name = name,
            from = from,
            to = to,
            what = what,
            sent = sent,
            arrived = &precise(at.time),
            delay = &time_left(at.time.0.saturating_sub(message.sent.time.0))
        ),
        End::Lost(at) | End::Dropped { at, .. } => say!(
            words,
            st_message_lost,
            name = name,
            from = from,
            to = to,
            what = what,
            sent = sent,
            lost = &precise(at.time)
        ),
        End::NeverArrives(_) => say!(
            words,
            st_message_never,
            name = name,
            from = from,
            to = to,
            what = what,
            sent = sent
        ),
        End::InFlight { stalled: true, .. } => say!(
            words,
            st_message_held,
            name = name,
            from = from,
            to = to,
            what = what,
            sent = sent
        ),
        End::InFlight { arrives, .. } => say!(
            words,
            st_message_flight,
            name = name,
            from = from,
            to = to,
            what = what,
            sent = sent,
            arrives = &precise(arrives)
        ),
    }
}

/// What a step is, in a few words.
pub(crate) fn what(teller: &Teller, event: &Event) -> String {
    match &event.trigger {
        Trigger::Message(head) => content(teller, head),
        Trigger::MessageLost(head) => content(teller, head),
        Trigger::Command(command) => teller.command(command),
        Trigger::Timer(timer) => teller.timer_name(timer),
    }
}

/// A step in a sentence.
pub(crate) fn event(teller: &Teller, event: &Event) -> String {
    let mut told = what(teller, event);
    let changes = event.changes.iter();
    for (change, _) in changes.filter_map(|known| change(teller, &known.effect)) {
        told.push_str(" · ");
        told.push_str(&change);
    }
    say!(
        teller.words,
        st_event,
        step = event.step,
        time = &precise(event.time),
        what = &told
    )
}

/// A fetch that waits.
pub(crate) fn wait(teller: &Teller, wait: &Wait) -> String {
    let words = teller.words;
    let broker = wait.follower;
    match wait.until {
        _ if wait.renewals > 0 => {
            say!(words, st_wait_again, broker = broker, n = wait.renewals)
        }
        Some(until) => {
            let time = duration(until.0.saturating_sub(wait.from.0) / 1000);
            say!(words, st_wait, broker = broker, time = &time)
        }
        None => say!(words, st_wait_open, broker = broker),
    }
}

/// A span in which a broker was not there.
pub(crate) fn absence(teller: &Teller, broker: i32, kind: AbsenceKind) -> String {
    let words = teller.words;
    let broker = &*name(teller, Node::Broker(broker));
    match kind {
        AbsenceKind::Down => say!(words, st_away_down, broker = broker),
        AbsenceKind::Starting => say!(words, st_away_starting, broker = broker),
        AbsenceKind::Paused => say!(words, st_away_paused, broker = broker),
        AbsenceKind::Fenced => say!(words, st_away_fenced, broker = broker),
    }
}

/// A process.
pub(crate) fn name(teller: &Teller, node: Node) -> String {
    match node {
        Node::Broker(id) => say!(teller.words, lane_name, broker = id),
        Node::Controller => teller.words.controller(),
        Node::Client(_) => teller.words.st_client(),
    }
}

/// A time, to the microsecond where that is needed.
pub(crate) fn precise(time: VirtualTime) -> String {
    let millis = instant(time.as_millis());
    match time.0 % 1000 {
        0 => millis,
        rest => {
            // `4.003 s` and 7 µs are `4.003007 s`.
            let (digits, unit) = millis.split_at(millis.len() - 3);
            format!("{digits}{rest:03}{unit}")
        }
    }
}
