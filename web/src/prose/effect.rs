//! What changed, as one line and as the sentence of Explain.

use super::{Teller, id_list, values};
use crate::words::say;
use tidemark_core::event::{Effect, PartitionSummary};
use tidemark_core::kafka::BrokerId;

impl Teller {
    /// An effect as one line.
    pub(crate) fn effect_line(&self, effect: &Effect) -> String {
        let words = self.words;
        let name = |partition| self.names.partition(partition);
        match effect {
            Effect::Appended {
                partition,
                broker,
                from,
                to,
                as_leader: true,
            } => say!(
                words,
                appended_leader,
                partition = &name(*partition),
                broker = *broker,
                from = *from,
                last = *to - 1,
                n = *to - *from
            ),
            Effect::Appended {
                partition,
                broker,
                from,
                to,
                as_leader: false,
            } => say!(
                words,
                appended_follower,
                partition = &name(*partition),
                broker = *broker,
                from = *from,
                last = *to - 1,
                n = *to - *from
            ),
            Effect::RemoteLogEndOffset {
                leader,
                follower,
                to,
                ..
            } => {
                say!(
                    words,
                    remote_leo,
                    leader = *leader,
                    follower = *follower,
                    to = *to
                )
            }
            Effect::HighWatermark {
                partition,
                from,
                to,
                as_leader: true,
                ..
            } => {
                say!(
                    words,
                    hw_leader,
                    partition = &name(*partition),
                    from = *from,
                    to = *to
                )
            }
            Effect::HighWatermark {
                partition,
                broker,
                to,
                as_leader: false,
                ..
            } => {
                say!(
                    words,
                    hw_follower,
                    partition = &name(*partition),
                    broker = *broker,
                    to = *to
                )
            }
            Effect::Truncated {
                broker, from, to, ..
            } => {
                say!(words, truncated, broker = *broker, from = *from, to = *to)
            }
            Effect::LogStartOffset {
                partition,
                broker,
                to,
                ..
            } => {
                say!(
                    words,
                    log_start,
                    partition = &name(*partition),
                    broker = *broker,
                    to = *to
                )
            }
            Effect::RecordsLost {
                partition,
                broker,
                from,
                to,
            } => say!(
                words,
                records_lost,
                partition = &name(*partition),
                broker = *broker,
                from = *to,
                last = *from - 1,
                n = *from - *to
            ),
            Effect::BecameLeader {
                partition,
                broker,
                epoch_start_offset,
                ..
            } => say!(
                words,
                became_leader,
                partition = &name(*partition),
                broker = *broker,
                offset = *epoch_start_offset
            ),
            Effect::BecameFollower {
                broker,
                leader: Some(leader),
                leader_epoch,
                ..
            } => {
                say!(
                    words,
                    became_follower,
                    broker = *broker,
                    leader = *leader,
                    epoch = *leader_epoch
                )
            }
            Effect::BecameFollower {
                partition,
                broker,
                leader: None,
                ..
            } => {
                say!(
                    words,
                    became_waiting,
                    partition = &name(*partition),
                    broker = *broker
                )
            }
            Effect::LeaderSawIsr {
                partition,
                broker,
                isr,
            } => say!(
                words,
                leader_saw_isr,
                partition = &name(*partition),
                broker = *broker,
                isr = &id_list(isr)
            ),
            Effect::PartitionChanged {
                partition,
                from,
                to,
                ..
            } => self.partition_changed(&name(*partition), from, to),
            Effect::ElectionFailed { partition, error } => {
                say!(
                    words,
                    election_failed,
                    partition = &name(*partition),
                    error = error.name()
                )
            }
            Effect::IsrChangeProposed {
                partition,
                leader,
                isr,
                ..
            } => say!(
                words,
                isr_asked,
                partition = &name(*partition),
                broker = *leader,
                isr = &id_list(isr)
            ),
            Effect::IsrChangeCommitted { partition, isr, .. } => {
                say!(
                    words,
                    isr_stands,
                    partition = &name(*partition),
                    isr = &id_list(isr)
                )
            }
            Effect::IsrChangeRefused {
                partition,
                leader,
                error,
                ..
            } => say!(
                words,
                isr_refused,
                partition = &name(*partition),
                broker = *leader,
                error = error.name()
            ),
            Effect::Acknowledged {
                values: told, acks, ..
            } => {
                say!(
                    words,
                    acknowledged,
                    values = &values(told),
                    acks = acks.as_str()
                )
            }
            Effect::ProduceFailed {
                values: told,
                error,
                ..
            } => {
                say!(
                    words,
                    produce_failed,
                    values = &values(told),
                    error = error.name()
                )
            }
            Effect::DuplicateBatch {
                broker,
                base_offset,
                ..
            } => {
                say!(
                    words,
                    duplicate_batch,
                    broker = *broker,
                    offset = *base_offset
                )
            }
            Effect::ProduceWaits {
                required_offset, ..
            } => {
                say!(words, produce_waits, offset = *required_offset)
            }
            Effect::ConsumerRead { offset, error, .. } if error.is_error() => {
                say!(
                    words,
                    consumer_refused,
                    offset = *offset,
                    error = error.name()
                )
            }
            Effect::ConsumerRead {
                offset,
                values: read,
                ..
            } if read.is_empty() => {
                say!(words, consumer_read_nothing, offset = *offset)
            }
            Effect::ConsumerRead {
                offset,
                values: read,
                ..
            } => {
                say!(
                    words,
                    consumer_read,
                    values = &values(read),
                    offset = *offset
                )
            }
            Effect::FetchRefused {
                leader,
                follower,
                error,
                ..
            } => {
                say!(
                    words,
                    fetch_refused,
                    leader = *leader,
                    follower = *follower,
                    error = error.name()
                )
            }
            Effect::FetcherStopped {
                partition,
                broker,
                error,
            } => say!(
                words,
                fetcher_stopped,
                partition = &name(*partition),
                broker = *broker,
                error = error.name()
            ),
            Effect::BrokerDown {
                broker,
                clean: false,
            } => say!(words, broker_down, broker = *broker),
            Effect::BrokerDown {
                broker,
                clean: true,
            } => say!(words, broker_stopped, broker = *broker),
            Effect::BrokerStarted { broker } => say!(words, broker_started, broker = *broker),
            Effect::LogOpened {
                partition,
                broker,
                high_watermark,
                log_end_offset,
            } => say!(
                words,
                log_opened,
                partition = &name(*partition),
                broker = *broker,
                hw = *high_watermark,
                leo = *log_end_offset
            ),
            Effect::BrokerFenced { broker } => say!(words, broker_fenced, broker = *broker),
            Effect::BrokerUnfenced { broker } => say!(words, broker_unfenced, broker = *broker),
            Effect::RegistrationRefused { broker, error } => {
                say!(
                    words,
                    registration_refused,
                    broker = *broker,
                    error = error.name()
                )
            }
            Effect::ConnectionClosed { broker, lost } => {
                say!(words, connection_closed, broker = *broker, n = *lost)
            }
            Effect::ActRefused { why } => self.refusal(*why),
            Effect::PartitionCreated {
                partition,
                replicas,
                ..
            } => say!(
                words,
                partition_created,
                partition = &name(*partition),
                replicas = &id_list(replicas)
            ),
            Effect::PartitionDeleted { partition } => {
                say!(words, partition_deleted, partition = &name(*partition))
            }
            Effect::ReplicaDeleted { partition, broker } => say!(
                words,
                replica_deleted,
                partition = &name(*partition),
                broker = *broker
            ),
            Effect::BrokerUnregistered { broker } => {
                say!(words, broker_unregistered, broker = *broker)
            }
            Effect::AdminRefused { error } => say!(words, refused_kafka, error = error.name()),
            Effect::Invariant {
                id,
                partition,
                broken: true,
            } => {
                say!(
                    words,
                    invariant_broken,
                    id = &format!("{id:?}"),
                    partition = &name(*partition)
                )
            }
            Effect::Invariant {
                id,
                partition,
                broken: false,
            } => {
                say!(
                    words,
                    invariant_holds,
                    id = &format!("{id:?}"),
                    partition = &name(*partition)
                )
            }
        }
    }

    /// An effect as the headline of Explain, where its line is too short for that.
    pub(crate) fn effect_headline(&self, effect: &Effect) -> Option<String> {
        let words = self.words;
        let name = |partition| self.names.partition(partition);
        Some(match effect {
            Effect::HighWatermark {
                partition,
                from,
                to,
                as_leader: true,
                ..
            } => say!(
                words,
                hw_leader_headline,
                partition = &name(*partition),
                from = *from,
                to = *to,
                last = *to - 1,
                n = *to - *from
            ),
            Effect::Truncated {
                partition,
                broker,
                from,
                to,
                ..
            } => say!(
                words,
                truncated_headline,
                partition = &name(*partition),
                broker = *broker,
                from = *from,
                to = *to
            ),
            Effect::BecameLeader {
                partition,
                broker,
                leader_epoch,
                epoch_start_offset,
            } => say!(
                words,
                became_leader_headline,
                partition = &name(*partition),
                broker = *broker,
                epoch = *leader_epoch,
                offset = *epoch_start_offset
            ),
            Effect::BecameFollower {
                partition,
                broker,
                leader: Some(leader),
                leader_epoch,
            } => say!(
                words,
                became_follower_headline,
                partition = &name(*partition),
                broker = *broker,
                leader = *leader,
                epoch = *leader_epoch
            ),
            Effect::PartitionChanged {
                partition,
                from,
                to,
                ..
            } if from.leader != to.leader => match to.leader {
                Some(leader) => say!(
                    words,
                    leader_changed_headline,
                    partition = &name(*partition),
                    to = leader,
                    isr = &id_list(&to.isr),
                    epoch = to.leader_epoch
                ),
                None => say!(
                    words,
                    leader_gone_headline,
                    partition = &name(*partition),
                    isr = &id_list(&to.isr)
                ),
            },
            Effect::Acknowledged {
                broker,
                values: told,
                acks,
                ..
            } => say!(
                words,
                acknowledged_headline,
                broker = *broker,
                values = &values(told),
                acks = acks.as_str()
            ),
            Effect::Invariant {
                id,
                partition,
                broken: true,
            } => say!(
                words,
                invariant_broken_headline,
                id = &format!("{id:?}"),
                partition = &name(*partition)
            ),
            _ => return None,
        })
    }

    fn partition_changed(
        &self,
        partition: &str,
        from: &PartitionSummary,
        to: &PartitionSummary,
    ) -> String {
        let words = self.words;
        let leader = |id: Option<BrokerId>| id.map_or_else(|| words.nobody(), |id| id.to_string());
        if from.leader != to.leader && to.leader.is_none() {
            say!(
                words,
                leader_gone,
                partition = partition,
                from = &leader(from.leader),
                isr = &id_list(&to.isr)
            )
        } else if from.leader != to.leader {
            say!(
                words,
                leader_changed,
                partition = partition,
                from = &leader(from.leader),
                to = &leader(to.leader),
                isr = &id_list(&to.isr),
                epoch = to.leader_epoch
            )
        } else if from.isr != to.isr {
            say!(
                words,
                isr_changed,
                partition = partition,
                from = &id_list(&from.isr),
                to = &id_list(&to.isr)
            )
        } else {
            say!(
                words,
                epoch_changed,
                partition = partition,
                epoch = to.leader_epoch,
                isr = &id_list(&to.isr)
            )
        }
    }
}
