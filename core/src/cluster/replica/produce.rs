//! Producing: the append at the leader, and the requests that wait for the high watermark.
//!
//! Source: `kafka.server.ReplicaManager.appendRecords`, `kafka.server.DelayedProduce`.

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Action, Context, Outbox, Replica};
use crate::event::Effect;
use crate::kafka::Offset;
use crate::log::{AppendError, Appended, LeaderAppend, NewRecord, ProducerError};
use crate::record::increment_sequence;
use crate::replication::acks::Acks;
use crate::replication::error_code::ErrorCode;
use crate::replication::produce::{check_before_append, check_waiting, effective_min_isr};
use crate::replication::settings::Settings;

/// The producer id and epoch of an idempotent producer: there is one.
const IDEMPOTENT_PRODUCER: (i64, i16) = (1, 0);

/// A produce request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProduceRequest {
    /// Names the request among all.
    pub id: u32,
    /// The number of the client that sent it.
    pub client: u32,
    /// The key of all its records.
    pub key: Option<Rc<str>>,
    /// The values, each a batch of its own.
    pub values: Rc<[String]>,
    /// Required acknowledgements.
    pub acks: Acks,
    /// The first sequence of an idempotent producer.
    pub base_sequence: Option<i32>,
}

/// A request that waits for the high watermark.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitingProduce {
    /// Names the request among all.
    pub id: u32,
    /// The number of the client that sent it.
    pub client: u32,
    /// The values.
    pub values: Rc<[String]>,
    /// The offset of its first record.
    pub base_offset: Offset,
    /// The high watermark needed.
    pub required_offset: Offset,
    /// When it times out, in microseconds.
    pub deadline: u64,
}

/// What became of a produce request at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProduceOutcome {
    /// It is answered.
    Done(ErrorCode, Offset),
    /// It waits for the high watermark.
    Waits,
}

impl Replica {
    /// Handles a produce request.
    pub fn handle_produce(
        &mut self,
        context: &Context<'_>,
        request: &ProduceRequest,
        out: &mut Outbox,
    ) -> ProduceOutcome {
        let error = match self.leadership() {
            None => ErrorCode::NotLeaderOrFollower,
            Some(leadership) => check_before_append(
                request.acks,
                leadership.isr.len(),
                effective_min_isr(context.min_insync_replicas, leadership.replicas.len()),
            ),
        };
        if error.is_error() {
            return self.refuse_produce(context, request, error, out);
        }
        let from = self.log.log_end_offset();
        let mut base_offset = None;
        let mut last_offset = -1;
        for (index, value) in request.values.iter().enumerate() {
            match self.append_value(context, request, index, value) {
                Ok(appended) => {
                    base_offset.get_or_insert(appended.first_offset);
                    last_offset = last_offset.max(appended.last_offset);
                }
                Err(error) => {
                    self.report_append(context, from, out);
                    return self.refuse_produce(context, request, error, out);
                }
            }
        }
        let base_offset = base_offset.unwrap_or(from);
        if self.log.log_end_offset() == from && !request.values.is_empty() {
            out.effects.push(Effect::DuplicateBatch {
                partition: context.partition,
                broker: self.broker,
                base_offset,
            });
        }
        self.report_append(context, from, out);
        if request.acks == Acks::All {
            let waiting = WaitingProduce {
                id: request.id,
                client: request.client,
                values: Rc::clone(&request.values),
                base_offset,
                required_offset: last_offset + 1,
                deadline: context
                    .now
                    .saturating_add(context.settings.request_timeout_ms.saturating_mul(1000)),
            };
            if self.log.high_watermark() < waiting.required_offset {
                out.effects.push(Effect::ProduceWaits {
                    partition: context.partition,
                    broker: self.broker,
                    required_offset: waiting.required_offset,
                });
            }
            if let Some(leadership) = self.leadership_mut() {
                leadership.waiting.push(waiting);
            }
            self.examine_waiting(context, out);
            return ProduceOutcome::Waits;
        }
        if request.acks == Acks::Leader {
            self.acknowledge(context, &request.values, base_offset, request.acks, out);
        }
        // Requests that waited may be answered by the same append when the ISR is the leader alone.
        self.examine_waiting(context, out);
        ProduceOutcome::Done(ErrorCode::None, base_offset)
    }

    fn append_value(
        &mut self,
        context: &Context<'_>,
        request: &ProduceRequest,
        index: usize,
        value: &str,
    ) -> Result<Appended, ErrorCode> {
        let records = [NewRecord {
            timestamp: context.timestamp(),
            key: request.key.as_deref().map(str::as_bytes),
            value: Some(value.as_bytes()),
            ..NewRecord::default()
        }];
        let mut append = LeaderAppend::new(&records);
        if let Some(base) = request.base_sequence {
            (append.producer_id, append.producer_epoch) = IDEMPOTENT_PRODUCER;
            append.base_sequence = increment_sequence(base, i32::try_from(index).unwrap_or(0));
        }
        self.log
            .append_as_leader(context.log(), &append, self.leader_epoch)
            .map_err(|error| match error {
                AppendError::Producer(ProducerError::InvalidProducerEpoch { .. }) => {
                    ErrorCode::InvalidProducerEpoch
                }
                AppendError::Producer(ProducerError::OutOfOrderSequence { .. }) => {
                    ErrorCode::OutOfOrderSequenceNumber
                }
                _ => ErrorCode::UnknownServerError,
            })
    }

    fn report_append(&mut self, context: &Context<'_>, from: Offset, out: &mut Outbox) {
        let to = self.log.log_end_offset();
        if to == from {
            return;
        }
        self.flush_if_due(context.settings, from, to);
        out.effects.push(Effect::Appended {
            partition: context.partition,
            broker: self.broker,
            from,
            to,
            as_leader: true,
        });
        out.actions.push((self.broker, Action::WakeFetches));
        self.maybe_increment_high_watermark(context, out);
    }

    /// `log.flush.interval.messages`: flushes when an append completes another interval.
    pub(super) fn flush_if_due(&mut self, settings: &Settings, from: Offset, to: Offset) {
        let interval = i64::try_from(settings.log_flush_interval_messages).unwrap_or(0);
        if interval > 0 && to - self.log.recovery_point().min(from) >= interval {
            self.log.flush();
        }
    }

    fn refuse_produce(
        &self,
        context: &Context<'_>,
        request: &ProduceRequest,
        error: ErrorCode,
        out: &mut Outbox,
    ) -> ProduceOutcome {
        out.effects.push(Effect::ProduceFailed {
            partition: context.partition,
            broker: self.broker,
            values: request.values.to_vec(),
            error,
        });
        ProduceOutcome::Done(error, -1)
    }

    /// Answers the waiting requests whose condition has become true.
    pub fn examine_waiting(&mut self, context: &Context<'_>, out: &mut Outbox) {
        let high_watermark = self.log.high_watermark();
        let Some(leadership) = self.leadership() else {
            return;
        };
        if leadership.waiting.is_empty() {
            return;
        }
        let maximal = leadership.maximal_isr_len();
        let effective_min =
            effective_min_isr(context.min_insync_replicas, leadership.replicas.len());
        self.answer_waiting(context, out, |waiting| {
            check_waiting(
                waiting.required_offset,
                high_watermark,
                maximal,
                effective_min,
            )
        });
    }

    /// The time of waiting requests is up (`request.timeout.ms`).
    pub fn time_out_waiting(&mut self, context: &Context<'_>, out: &mut Outbox) {
        self.answer_waiting(context, out, |waiting| {
            (waiting.deadline <= context.now).then_some(ErrorCode::RequestTimedOut)
        });
    }

    /// Leadership is lost: nobody will move this high watermark again.
    pub(super) fn refuse_waiting(&mut self, context: &Context<'_>, out: &mut Outbox) {
        self.answer_waiting(context, out, |_| Some(ErrorCode::NotLeaderOrFollower));
    }

    fn answer_waiting(
        &mut self,
        context: &Context<'_>,
        out: &mut Outbox,
        answer: impl Fn(&WaitingProduce) -> Option<ErrorCode>,
    ) {
        let Some(leadership) = self.leadership() else {
            return;
        };
        let answers: Vec<(WaitingProduce, ErrorCode)> = leadership
            .waiting
            .iter()
            .filter_map(|waiting| answer(waiting).map(|error| (waiting.clone(), error)))
            .collect();
        if answers.is_empty() {
            return;
        }
        if let Some(leadership) = self.leadership_mut() {
            leadership
                .waiting
                .retain(|waiting| !answers.iter().any(|(done, _)| done.id == waiting.id));
        }
        for (waiting, error) in answers {
            if error.is_error() {
                out.effects.push(Effect::ProduceFailed {
                    partition: context.partition,
                    broker: self.broker,
                    values: waiting.values.to_vec(),
                    error,
                });
            } else {
                self.acknowledge(
                    context,
                    &waiting.values,
                    waiting.base_offset,
                    Acks::All,
                    out,
                );
            }
            let base_offset = if error.is_error() {
                -1
            } else {
                waiting.base_offset
            };
            let action = Action::AnswerProduce(waiting.client, error, base_offset);
            out.actions.push((self.broker, action));
        }
    }

    fn acknowledge(
        &self,
        context: &Context<'_>,
        values: &[String],
        base_offset: Offset,
        acks: Acks,
        out: &mut Outbox,
    ) {
        out.effects.push(Effect::Acknowledged {
            partition: context.partition,
            broker: self.broker,
            base_offset,
            values: values.to_vec(),
            acks,
        });
    }
}
