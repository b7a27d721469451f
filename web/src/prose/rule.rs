//! Which rule made a step, and which settings it depends on.

use super::Teller;
use crate::view::headline::{Headline, headline};
use crate::words::{Rich, say};
use tidemark_core::event::{ChangeReason, Effect, TruncationReason};
use tidemark_core::replication::acks::Acks;
use tidemark_core::replication::error_code::ErrorCode;
use tidemark_core::replication::settings::SettingKey;
use tidemark_core::sim::command::Command;
use tidemark_core::sim::event::{MessageHead, MessageKind, Step, Timer};

impl Teller {
    /// The rule behind the step's headline.
    pub(crate) fn rule(&self, step: &Step) -> Option<Rich> {
        match headline(step) {
            Headline::Effect(effect) => self.rule_of_effect(effect),
            Headline::Message(head) => self.rule_of_message(head),
            Headline::Lost(_) => Some(self.words.rule_lost_message().into()),
            Headline::Timer(timer) => self.rule_of_timer(timer),
            Headline::Command(command) => self.rule_of_command(command, &step.effects),
        }
    }

    fn rule_of_effect(&self, effect: &Effect) -> Option<Rich> {
        let words = self.words;
        Some(match effect {
            Effect::HighWatermark {
                as_leader: true, ..
            } => words.rule_hw_leader().into(),
            Effect::HighWatermark {
                as_leader: false, ..
            } => words.rule_hw_follower().into(),
            Effect::Appended {
                as_leader: true, ..
            } => words.rule_append_leader().into(),
            Effect::Appended {
                as_leader: false, ..
            } => words.rule_append_follower().into(),
            Effect::RemoteLogEndOffset { to, .. } => {
                say!(words, rule_remote_leo, offset = *to).into()
            }
            Effect::Truncated { reason, .. } => match reason {
                TruncationReason::HighWatermark => words.rule_truncate_hw().into(),
                TruncationReason::LeaderEpoch => words.rule_truncate_epoch().into(),
                TruncationReason::DivergingFetch => words.rule_truncate_fetch().into(),
                TruncationReason::OutOfRange => words.rule_truncate_range().into(),
                TruncationReason::BehindLogStart => words.rule_truncate_start().into(),
            },
            Effect::BecameLeader { .. } => words.rule_became_leader().into(),
            Effect::BecameFollower { .. } => words.rule_became_follower().into(),
            Effect::PartitionChanged { unclean: true, .. } => words.rule_elect_unclean().into(),
            Effect::PartitionChanged { to, reason, .. } => match reason {
                _ if to.leader.is_none() => words.rule_elect_none().into(),
                ChangeReason::PreferredElection => words.rule_elect_preferred().into(),
                ChangeReason::ControlledShutdown => words.rule_elect_shutdown().into(),
                ChangeReason::UncleanElection => words.rule_elect_unclean().into(),
                ChangeReason::AlterPartition => words.rule_isr_answer().into(),
                ChangeReason::BrokerFenced
                | ChangeReason::BrokerUnfenced
                | ChangeReason::Manual => words.rule_elect_isr().into(),
            },
            Effect::ElectionFailed { .. } => words.rule_elect_none().into(),
            Effect::IsrChangeProposed { leaves, .. } if !leaves.is_empty() => {
                words.rule_isr_shrink()
            }
            Effect::IsrChangeProposed { .. } => words.rule_isr_grow().into(),
            Effect::IsrChangeCommitted { .. }
            | Effect::IsrChangeRefused { .. }
            | Effect::LeaderSawIsr { .. } => words.rule_isr_answer().into(),
            Effect::Acknowledged { acks, .. } => match acks {
                Acks::None => words.rule_acks_0().into(),
                Acks::Leader => words.rule_acks_1().into(),
                Acks::All => words.rule_acks_all().into(),
            },
            Effect::ProduceWaits { .. } => words.rule_acks_all().into(),
            Effect::ProduceFailed {
                error: ErrorCode::NotEnoughReplicas | ErrorCode::NotEnoughReplicasAfterAppend,
                ..
            } => words.rule_min_isr(),
            Effect::DuplicateBatch { .. } => words.rule_idempotence().into(),
            Effect::ConsumerRead { .. } => words.rule_consumer().into(),
            Effect::FetchRefused {
                error: ErrorCode::FencedLeaderEpoch | ErrorCode::UnknownLeaderEpoch,
                ..
            } => words.rule_fencing().into(),
            Effect::BrokerFenced { .. } => words.rule_session().into(),
            Effect::BrokerDown { clean: false, .. } | Effect::RecordsLost { .. } => {
                words.rule_crash().into()
            }
            Effect::LogOpened { .. } | Effect::BrokerStarted { .. } => words.rule_restart().into(),
            Effect::RegistrationRefused { .. } | Effect::BrokerUnfenced { .. } => {
                words.rule_registration().into()
            }
            Effect::LogStartOffset { .. } => words.rule_delete().into(),
            Effect::Invariant { id, .. } => super::promise(words, *id).into(),
            Effect::BrokerDown { clean: true, .. } => words.rule_elect_shutdown().into(),
            Effect::ProduceFailed { .. }
            | Effect::FetchRefused { .. }
            | Effect::FetcherStopped { .. }
            | Effect::ConnectionClosed { .. }
            | Effect::PartitionCreated { .. }
            | Effect::PartitionDeleted { .. }
            | Effect::ReplicaDeleted { .. }
            | Effect::BrokerUnregistered { .. }
            | Effect::AdminRefused { .. }
            | Effect::ActRefused { .. } => return None,
        })
    }

    fn rule_of_message(&self, head: &MessageHead) -> Option<Rich> {
        let words = self.words;
        match &head.kind {
            MessageKind::Fetch { fetch_offset, .. } => {
                Some(say!(words, rule_remote_leo, offset = *fetch_offset).into())
            }
            MessageKind::FetchResponse { .. } => Some(words.rule_hw_follower().into()),
            MessageKind::OffsetsForLeaderEpoch { .. }
            | MessageKind::OffsetsForLeaderEpochResponse { .. } => {
                Some(words.rule_truncate_epoch().into())
            }
            MessageKind::AlterPartition { .. } | MessageKind::AlterPartitionResponse { .. } => {
                Some(words.rule_isr_answer().into())
            }
            MessageKind::BrokerRegistration | MessageKind::BrokerRegistrationResponse { .. } => {
                Some(words.rule_registration().into())
            }
            _ => None,
        }
    }

    fn rule_of_timer(&self, timer: &Timer) -> Option<Rich> {
        let words = self.words;
        match timer {
            Timer::SessionExpiry { .. } => Some(words.rule_session().into()),
            Timer::LagCheck { .. } => Some(words.rule_isr_shrink()),
            Timer::LeaderBalance => Some(words.rule_balance().into()),
            Timer::Registration { .. } => Some(words.rule_registration().into()),
            _ => None,
        }
    }

    fn rule_of_command(&self, command: &Command, effects: &[Effect]) -> Option<Rich> {
        let words = self.words;
        match command {
            Command::Crash { .. } => Some(words.rule_crash().into()),
            Command::Restart { .. } => Some(words.rule_restart().into()),
            Command::ControlledShutdown { .. } => Some(words.rule_elect_shutdown().into()),
            Command::PreferredElection { .. } => Some(words.rule_elect_preferred().into()),
            Command::UncleanElection { .. } => Some(words.rule_elect_unclean().into()),
            Command::DeleteRecords { .. } => Some(words.rule_delete().into()),
            Command::ConsumerFetch { .. } => Some(words.rule_consumer().into()),
            Command::Produce(_) => effects
                .iter()
                .find_map(|effect| self.rule_of_effect(effect)),
            _ => None,
        }
    }
}

/// The settings that decide how a step with this headline goes.
pub(crate) fn settings_of(step: &Step) -> &'static [SettingKey] {
    match headline(step) {
        Headline::Effect(effect) => match effect {
            Effect::Truncated { .. } | Effect::BecameFollower { .. } => &[SettingKey::Truncation],
            Effect::PartitionChanged { .. } | Effect::ElectionFailed { .. } => {
                &[SettingKey::UncleanLeaderElectionEnable]
            }
            Effect::HighWatermark {
                as_leader: true, ..
            } => &[SettingKey::MinInsyncReplicas, SettingKey::StrictMinIsr],
            Effect::IsrChangeProposed { .. } | Effect::IsrChangeCommitted { .. } => {
                &[SettingKey::ReplicaLagTimeMaxMs]
            }
            Effect::Acknowledged { .. } | Effect::ProduceWaits { .. } => &[SettingKey::Acks],
            Effect::ProduceFailed { .. } => &[SettingKey::Acks, SettingKey::MinInsyncReplicas],
            Effect::FetchRefused { .. } => &[SettingKey::LeaderEpochFencing],
            Effect::RecordsLost { .. } => &[SettingKey::LogFlushIntervalMessages],
            Effect::LogOpened { .. } => &[SettingKey::HighWatermarkCheckpointIntervalMs],
            _ => &[],
        },
        Headline::Timer(timer) => match timer {
            Timer::LagCheck { .. } => &[SettingKey::ReplicaLagTimeMaxMs],
            Timer::FetchWait { .. } => &[SettingKey::ReplicaFetchWaitMaxMs],
            Timer::FetchRetry { .. } => &[SettingKey::ReplicaFetchBackoffMs],
            Timer::RequestTimeout { .. } => &[SettingKey::ReplicaSocketTimeoutMs],
            Timer::ProduceTimeout { .. } => &[SettingKey::RequestTimeoutMs],
            Timer::LeaderBalance => &[
                SettingKey::AutoLeaderRebalanceEnable,
                SettingKey::LeaderImbalanceCheckIntervalSeconds,
            ],
            Timer::UncleanElectionCheck => &[SettingKey::UncleanLeaderElectionEnable],
            Timer::ProducerSend { .. }
            | Timer::SessionExpiry { .. }
            | Timer::Registration { .. }
            | Timer::Heartbeat { .. }
            | Timer::AlterPartitionRetry { .. }
            | Timer::ConnectionTimeout { .. } => &[],
        },
        Headline::Command(Command::Produce(_)) => &[SettingKey::Acks],
        _ => &[],
    }
}
