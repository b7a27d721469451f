//! Steps in short English, for a terminal. The page has words of its own, in each of its languages.

use std::fmt::Write as _;

use tidemark_core::event::{Effect, TruncationReason};
use tidemark_core::replication::error_code::ErrorCode;
use tidemark_core::scenario::command_text;
use tidemark_core::sim::event::{MessageHead, MessageKind, Step, Timer, Trigger};
use tidemark_core::sim::invariant::Allowance;
use tidemark_core::topology::{PartitionId, Topology};

use super::table::list;

/// `topic-N`.
pub(super) fn name(topology: &Topology, partition: PartitionId) -> String {
    match (topology.topic_of(partition), topology.locate(partition)) {
        (Some(topic), Some((_, number))) => format!("{}-{number}", topic.name),
        _ => format!("#{}", partition.0),
    }
}

/// Whether a step was somebody's act, not its consequence.
pub(super) const fn is_command(step: &Step) -> bool {
    matches!(step.trigger, Trigger::Command(_))
}

/// Whether a step is about a partition, or about none in particular.
pub(super) fn concerns(step: &Step, partition: PartitionId) -> bool {
    let about = match &step.trigger {
        Trigger::Command(_) => None,
        Trigger::Message(head) | Trigger::MessageLost(head) => head.partition,
        Trigger::Timer(timer) => timer.partition(),
    };
    let mut others = false;
    for effect in &step.effects {
        match effect.partition() {
            Some(other) if other == partition => return true,
            Some(_) => others = true,
            None => {}
        }
    }
    match about {
        Some(about) => about == partition,
        None => is_command(step) || !others,
    }
}

/// What a step begins with, and what follows; what concerns another partition than `shown` names it.
pub(super) fn of(step: &Step, topology: &Topology, shown: PartitionId) -> String {
    let mut text = match &step.trigger {
        Trigger::Command(command) => command_text(topology, command),
        Trigger::Message(head) => message(head, topology, shown),
        Trigger::MessageLost(head) => format!("lost: {}", message(head, topology, shown)),
        Trigger::Timer(timer) => expiry(*timer, topology, shown),
    };
    for effect in &step.effects {
        let other = effect.partition().filter(|partition| *partition != shown);
        let place = other.map(|partition| format!("{} ", name(topology, partition)));
        let _ = write!(text, "; {}{}", place.unwrap_or_default(), outcome(effect));
    }
    text
}

fn message(head: &MessageHead, topology: &Topology, shown: PartitionId) -> String {
    let what = match &head.kind {
        MessageKind::Fetch {
            fetch_offset,
            last_fetched_epoch,
            ..
        } => match last_fetched_epoch {
            Some(epoch) => format!("Fetch at {fetch_offset} after epoch {epoch}"),
            None => format!("Fetch at {fetch_offset}"),
        },
        MessageKind::FetchResponse {
            error,
            records,
            high_watermark,
            diverging,
        } => match (diverging, error.is_error()) {
            (Some((epoch, end)), _) => format!("fetched: logs part, epoch {epoch} ends at {end}"),
            (None, true) => format!("fetched: {error}"),
            (None, false) => format!("fetched: {records} records, HW {high_watermark}"),
        },
        MessageKind::OffsetsForLeaderEpoch { epoch } => format!("where does epoch {epoch} end?"),
        MessageKind::OffsetsForLeaderEpochResponse {
            error,
            epoch,
            end_offset,
        } => with(*error, format!("epoch {epoch} ends at {end_offset}")),
        MessageKind::ListOffsets => "where does the log begin and end?".to_owned(),
        MessageKind::ListOffsetsResponse {
            error,
            earliest,
            latest,
        } => with(*error, format!("the log has {earliest} to {latest}")),
        MessageKind::Produce { acks, records } => {
            format!("Produce of {records}, acks={}", acks.as_str())
        }
        MessageKind::ProduceResponse { error, base_offset } => {
            with(*error, format!("stored at {base_offset}"))
        }
        MessageKind::AlterPartition { isr } => format!("AlterPartition, ISR {}", list(isr)),
        MessageKind::AlterPartitionResponse { error, isr } => {
            with(*error, format!("the ISR is {}", list(isr)))
        }
        MessageKind::PartitionStates { count } => format!("{count} partition states"),
        MessageKind::BrokerRegistration => "registration".to_owned(),
        MessageKind::BrokerRegistrationResponse { error } => with(*error, "registered".to_owned()),
        MessageKind::BrokerHeartbeat { want_shut_down } => match want_shut_down {
            true => "heartbeat: may I stop?".to_owned(),
            false => "heartbeat".to_owned(),
        },
        MessageKind::BrokerHeartbeatResponse { should_shut_down } => match should_shut_down {
            true => "stop now".to_owned(),
            false => "take part".to_owned(),
        },
    };
    let other = head.partition.filter(|partition| *partition != shown);
    let place = other.map(|partition| format!(" ({})", name(topology, partition)));
    let place = place.unwrap_or_default();
    format!("{} -> {}: {what}{place}", head.from, head.to)
}

fn with(error: ErrorCode, success: String) -> String {
    if error.is_error() {
        error.to_string()
    } else {
        success
    }
}

fn expiry(timer: Timer, topology: &Topology, shown: PartitionId) -> String {
    let what = match timer {
        Timer::SessionExpiry { broker } => format!("session of {broker} ends"),
        Timer::LagCheck { broker } => format!("{broker} looks for lagging followers"),
        Timer::FetchWait {
            broker, follower, ..
        } => {
            format!("{broker} has held the fetch of {follower} long enough")
        }
        Timer::FetchRetry { broker, .. } => format!("{broker} tries to fetch again"),
        Timer::RequestTimeout { broker, .. } => format!("{broker} got no answer"),
        Timer::ProduceTimeout { broker, .. } => format!("a producer waited at {broker} too long"),
        Timer::Registration { broker } => format!("{broker} tries to register"),
        Timer::Heartbeat { broker } => format!("{broker} sends a heartbeat again"),
        Timer::AlterPartitionRetry { broker } => format!("{broker} asks for its ISR again"),
        Timer::ConnectionTimeout { broker, peer } => {
            format!("nothing came between {broker} and {peer} for too long")
        }
        Timer::LeaderBalance => "the controller balances leaders".to_owned(),
        Timer::UncleanElectionCheck => "the controller looks for unclean elections".to_owned(),
        Timer::ProducerSend { client } => format!("client {client} sends its next record"),
    };
    match timer.partition().filter(|partition| *partition != shown) {
        Some(partition) => format!("{what} ({})", name(topology, partition)),
        None => what,
    }
}

fn outcome(effect: &Effect) -> String {
    match effect {
        Effect::Appended {
            broker,
            from,
            to,
            as_leader,
            ..
        } => {
            let verb = if *as_leader { "appends" } else { "copies" };
            format!("{broker} {verb} {from}..{}", to - 1)
        }
        Effect::RemoteLogEndOffset { follower, to, .. } => format!("LEO[{follower}]={to}"),
        Effect::HighWatermark {
            broker, from, to, ..
        } => format!("HW of {broker} {from}->{to}"),
        Effect::Truncated {
            broker,
            from,
            to,
            reason,
            ..
        } => format!("{broker} cuts {from}->{to} ({})", cut(*reason)),
        Effect::LogStartOffset { broker, to, .. } => format!("log of {broker} starts at {to}"),
        Effect::RecordsLost {
            broker, from, to, ..
        } => format!("{broker} loses {to}..{}", from - 1),
        Effect::BecameLeader {
            broker,
            leader_epoch,
            epoch_start_offset,
            ..
        } => format!("{broker} leads epoch {leader_epoch} from {epoch_start_offset}"),
        Effect::BecameFollower { broker, leader, .. } => match leader {
            Some(leader) => format!("{broker} follows {leader}"),
            None => format!("{broker} follows nobody"),
        },
        Effect::LeaderSawIsr { broker, isr, .. } => format!("{broker} learns ISR {}", list(isr)),
        Effect::PartitionChanged { to, unclean, .. } => {
            let leader = to
                .leader
                .map_or("none".to_owned(), |leader| leader.to_string());
            let unclean = if *unclean { ", unclean" } else { "" };
            let (epoch, isr) = (to.leader_epoch, list(&to.isr));
            format!("controller: leader {leader}, epoch {epoch}, ISR {isr}{unclean}")
        }
        Effect::ElectionFailed { error, .. } => format!("no election: {error}"),
        Effect::IsrChangeProposed { leader, isr, .. } => {
            format!("{leader} asks for ISR {}", list(isr))
        }
        Effect::IsrChangeCommitted { leader, isr, .. } => {
            format!("{leader} has ISR {}", list(isr))
        }
        Effect::IsrChangeRefused { leader, error, .. } => {
            format!("ISR of {leader} refused: {error}")
        }
        Effect::Acknowledged { values, acks, .. } => {
            format!("acks={} of {}", acks.as_str(), values.join(" "))
        }
        Effect::ProduceFailed { values, error, .. } => {
            format!("{} failed: {error}", values.join(" "))
        }
        Effect::DuplicateBatch { base_offset, .. } => {
            format!("there already, at {base_offset}")
        }
        Effect::ProduceWaits {
            required_offset, ..
        } => format!("waits for HW {required_offset}"),
        Effect::ConsumerRead {
            broker,
            offset,
            values,
            error,
            ..
        } => {
            let read = match values.as_slice() {
                [] => "nothing".to_owned(),
                values => values.join(" "),
            };
            format!("{broker} from {offset}: {}", with(*error, read))
        }
        Effect::FetchRefused {
            leader,
            follower,
            error,
            ..
        } => format!("{leader} refuses {follower}: {error}"),
        Effect::FetcherStopped { broker, error, .. } => {
            format!("{broker} stops fetching: {error}")
        }
        Effect::BrokerDown { broker, clean } => match clean {
            true => format!("{broker} has stopped"),
            false => format!("{broker} is down"),
        },
        Effect::BrokerStarted { broker } => format!("{broker} starts"),
        Effect::LogOpened {
            broker,
            high_watermark,
            ..
        } => format!("{broker} opens its log, HW {high_watermark}"),
        Effect::BrokerFenced { broker } => format!("{broker} fenced"),
        Effect::BrokerUnfenced { broker } => format!("{broker} unfenced"),
        Effect::RegistrationRefused { broker, error } => format!("{broker} refused: {error}"),
        Effect::ConnectionClosed { broker, lost } => {
            format!("{broker} closes its connection, {lost} lost on it")
        }
        Effect::ActRefused { why } => format!("nothing done: {why:?}"),
        Effect::PartitionCreated {
            replicas, state, ..
        } => {
            let leader = state.leader.map_or(-1, i64::from);
            format!("created on {}, leader {leader}", list(replicas))
        }
        Effect::PartitionDeleted { .. } => "deleted".to_owned(),
        Effect::ReplicaDeleted { broker, .. } => format!("{broker} removes its folder"),
        Effect::BrokerUnregistered { broker } => format!("{broker} is unregistered"),
        Effect::AdminRefused { error } => format!("refused: {error}"),
        Effect::Invariant { id, broken, .. } => match broken {
            true => format!("{id:?} BROKEN"),
            false => format!("{id:?} holds again"),
        },
    }
}

const fn cut(reason: TruncationReason) -> &'static str {
    match reason {
        TruncationReason::HighWatermark => "own HW",
        TruncationReason::LeaderEpoch => "end of epoch",
        TruncationReason::DivergingFetch => "diverging fetch",
        TruncationReason::OutOfRange => "leader's log ends there",
        TruncationReason::BehindLogStart => "leader's log starts there",
    }
}

/// What in a run allows a promise to break.
pub(super) const fn allowance(allowance: &Allowance) -> &'static str {
    match allowance {
        Allowance::TruncateToHighWatermark => "replicas cut to their own high watermark",
        Allowance::EndOffsetAnswer => "an epoch is answered with an end offset only",
        Allowance::NoFencing => "fetches are not fenced by leader epoch",
        Allowance::UncleanElection => "a leader was elected outside of the ISR",
        Allowance::RecordLoss => "records were lost with power or disk",
        Allowance::WeakAcks => "a producer asked for less than acks=all",
        Allowance::ByHand => "the schedule by hand lets a leader miss that others led",
    }
}
