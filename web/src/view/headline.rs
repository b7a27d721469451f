//! What a step is about: of everything that happened in it, the one thing a sentence names.

use tidemark_core::event::Effect;
use tidemark_core::sim::command::Command;
use tidemark_core::sim::event::{MessageHead, Step, Timer, Trigger};

/// The subject of a step's sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Headline<'a> {
    /// A person or the scenario acted.
    Command(&'a Command),
    /// Something changed.
    Effect(&'a Effect),
    /// A message arrived and changed nothing that counts more.
    Message(&'a MessageHead),
    /// A message was lost.
    Lost(&'a MessageHead),
    /// A timer ran out.
    Timer(&'a Timer),
}

/// The headline of a step.
pub(crate) fn headline(step: &Step) -> Headline<'_> {
    let weightiest = step
        .effects
        .iter()
        .rev()
        .max_by_key(|effect| weight(effect));
    match (&step.trigger, weightiest) {
        // What a person did stays the headline, unless a promise broke by it.
        (Trigger::Command(_), Some(effect)) if weight(effect) == VIOLATION => {
            Headline::Effect(effect)
        }
        // A step of a schedule by hand stands for the messages it names.
        (Trigger::Command(Command::Manual(_)), Some(effect)) if weight(effect) > WITH_MESSAGE => {
            Headline::Effect(effect)
        }
        (Trigger::Command(command), _) => Headline::Command(command),
        (_, Some(effect)) if weight(effect) > WITH_MESSAGE => Headline::Effect(effect),
        (Trigger::Message(head), _) => Headline::Message(head),
        (Trigger::MessageLost(head), _) => Headline::Lost(head),
        (Trigger::Timer(timer), _) => Headline::Timer(timer),
    }
}

/// The effects a step has besides its headline, in order, for the second sentence.
pub(crate) fn others<'a>(step: &'a Step, headline: Headline<'a>) -> Vec<&'a Effect> {
    step.effects
        .iter()
        .filter(
            |effect| !matches!(headline, Headline::Effect(told) if core::ptr::eq(told, *effect)),
        )
        .collect()
}

const VIOLATION: u8 = 100;
/// Effects up to this weight are told by the message that brings them.
const WITH_MESSAGE: u8 = 20;

const fn weight(effect: &Effect) -> u8 {
    match effect {
        Effect::Invariant { broken: true, .. } => VIOLATION,
        Effect::PartitionChanged { .. } => 90,
        Effect::ElectionFailed { .. } => 88,
        Effect::BecameLeader { .. } => 86,
        Effect::Truncated { .. } => 84,
        Effect::RecordsLost { .. } => 82,
        Effect::BrokerDown { .. } => 80,
        Effect::BrokerFenced { .. } | Effect::BrokerUnfenced { .. } => 78,
        Effect::IsrChangeRefused { .. } => 74,
        Effect::IsrChangeCommitted { .. } | Effect::IsrChangeProposed { .. } => 72,
        Effect::HighWatermark {
            as_leader: true, ..
        } => 70,
        Effect::ProduceFailed { .. } | Effect::DuplicateBatch { .. } => 68,
        Effect::BecameFollower { .. } => 66,
        Effect::FetchRefused { .. } | Effect::FetcherStopped { .. } => 64,
        Effect::RegistrationRefused { .. } => 62,
        Effect::LogStartOffset { .. } => 60,
        Effect::Acknowledged { .. } => 56,
        Effect::Appended { .. } => 54,
        Effect::ConsumerRead { .. } => 52,
        Effect::Invariant { broken: false, .. } => 50,
        Effect::BrokerStarted { .. } => 48,
        Effect::LeaderSawIsr { .. } => 46,
        Effect::ConnectionClosed { .. } => 44,
        Effect::ActRefused { .. } => 42,
        Effect::ReplicaDeleted { .. } => 76,
        Effect::PartitionCreated { .. }
        | Effect::PartitionDeleted { .. }
        | Effect::BrokerUnregistered { .. }
        | Effect::AdminRefused { .. } => 40,
        Effect::ProduceWaits { .. } => WITH_MESSAGE,
        Effect::HighWatermark {
            as_leader: false, ..
        } => WITH_MESSAGE - 1,
        Effect::LogOpened { .. } => WITH_MESSAGE - 2,
        Effect::RemoteLogEndOffset { .. } => WITH_MESSAGE - 3,
    }
}

#[cfg(test)]
mod tests;
