//! Producers: a request to the leader, and the answer, if one comes.
//!
//! A producer sends once. Retries, and what follows from them, come with a later issue.

use alloc::rc::Rc;

use super::Simulation;
use super::command::Produce;
use super::event::Timer;
use super::message::{Content, Message};
use super::node::Node;
use crate::cluster::broker::Process;
use crate::cluster::replica::{ProduceOutcome, ProduceRequest};
use crate::event::Effect;
use crate::kafka::{BrokerId, Offset};
use crate::replication::acks::Acks;
use crate::replication::error_code::ErrorCode;
use crate::topology::PartitionId;

/// The one client.
const PRODUCER: Node = Node::Client(1);

impl Simulation {
    /// A person or the scenario lets a producer send.
    pub(super) fn produce(&mut self, produce: &Produce) {
        self.next_produce_id = self.next_produce_id.wrapping_add(1);
        let request = ProduceRequest {
            id: self.next_produce_id,
            values: produce.values.clone().into(),
            acks: produce.acks.unwrap_or(self.settings.acks),
            base_sequence: produce.base_sequence,
        };
        let leader = produce.broker.or_else(|| {
            self.cell(produce.partition)
                .and_then(|cell| cell.state.leader)
        });
        let Some(broker) = leader else {
            self.fail_produce(
                produce.partition,
                -1,
                &request,
                ErrorCode::LeaderNotAvailable,
            );
            return;
        };
        if self.by_hand {
            self.produce_by_hand(produce.partition, broker, &request);
        } else {
            self.send(
                PRODUCER,
                Node::Broker(broker),
                Some(produce.partition),
                Content::Produce(request),
            );
        }
    }

    fn produce_by_hand(
        &mut self,
        partition: PartitionId,
        broker: BrokerId,
        request: &ProduceRequest,
    ) {
        let running = self
            .broker(broker)
            .is_some_and(|broker| broker.process == Process::Running);
        let handled = running
            .then(|| {
                self.on_replica(partition, broker, |replica, context, out| {
                    replica.handle_produce(context, request, out)
                })
            })
            .flatten();
        if handled.is_none() {
            self.fail_produce(partition, broker, request, ErrorCode::NetworkException);
        }
    }

    fn fail_produce(
        &mut self,
        partition: PartitionId,
        broker: BrokerId,
        request: &ProduceRequest,
        error: ErrorCode,
    ) {
        self.effects.push(Effect::ProduceFailed {
            partition,
            broker,
            values: request.values.to_vec(),
            error,
        });
        self.touch(partition);
    }

    /// A produce request arrives at a running broker.
    pub(super) fn on_produce(
        &mut self,
        broker: BrokerId,
        message: &Message,
        request: &ProduceRequest,
    ) {
        let Some(partition) = message.partition else {
            return;
        };
        let outcome = self.on_replica(partition, broker, |replica, context, out| {
            replica.handle_produce(context, request, out)
        });
        match outcome {
            None => {
                let error = ErrorCode::UnknownTopicOrPartition;
                self.fail_produce(partition, broker, request, error);
                self.answer(partition, broker, message.from, error, -1);
            }
            Some(ProduceOutcome::Done(error, base_offset)) => {
                if request.acks != Acks::None {
                    self.answer(partition, broker, message.from, error, base_offset);
                }
            }
            Some(ProduceOutcome::Waits) => self.arm_produce_timeout(partition, broker),
        }
    }

    /// A request that waited for the high watermark is answered.
    pub(super) fn answer_produce(
        &mut self,
        partition: PartitionId,
        broker: BrokerId,
        _id: u32,
        error: ErrorCode,
        base_offset: Offset,
    ) {
        self.answer(partition, broker, PRODUCER, error, base_offset);
    }

    fn answer(
        &mut self,
        partition: PartitionId,
        broker: BrokerId,
        client: Node,
        error: ErrorCode,
        base_offset: Offset,
    ) {
        self.send(
            Node::Broker(broker),
            client,
            Some(partition),
            Content::ProduceResponse { error, base_offset },
        );
    }

    /// One timer a partition, for the request that times out first: requests wait in that order.
    fn arm_produce_timeout(&mut self, partition: PartitionId, broker: BrokerId) {
        let leadership = self
            .cells
            .get_mut(partition.index())
            .and_then(|cell| cell.replica_mut(broker))
            .and_then(|replica| replica.leadership_mut())
            .filter(|leadership| !leadership.timeout_armed);
        let Some(leadership) = leadership else {
            return;
        };
        if let Some(first) = leadership.waiting.first() {
            let deadline = first.deadline;
            leadership.timeout_armed = true;
            self.set_timer(deadline, Timer::ProduceTimeout { broker, partition }, 0);
        }
    }

    /// Looks for requests whose time is up; true if there was one.
    pub(super) fn on_produce_timeout(&mut self, partition: PartitionId, broker: BrokerId) -> bool {
        let running = self
            .broker(broker)
            .is_some_and(|broker| broker.process == Process::Running);
        if !running {
            return false;
        }
        let before = self.effects.len();
        self.on_replica(partition, broker, |replica, context, out| {
            if let Some(leadership) = replica.leadership_mut() {
                leadership.timeout_armed = false;
            }
            replica.time_out_waiting(context, out);
        });
        self.arm_produce_timeout(partition, broker);
        self.effects.len() > before
    }

    /// A consumer reads.
    pub(super) fn consumer_fetch(
        &mut self,
        partition: PartitionId,
        broker: BrokerId,
        offset: Offset,
    ) {
        let running = self
            .broker(broker)
            .is_some_and(|broker| broker.process == Process::Running);
        let replica = self
            .cell(partition)
            .and_then(|cell| cell.replica(broker))
            .filter(|_| running);
        let (values, error) = match replica {
            None => (Rc::default(), ErrorCode::NetworkException),
            Some(replica) if offset < replica.log.log_start_offset() => {
                (Rc::default(), ErrorCode::OffsetOutOfRange)
            }
            Some(replica) if offset > replica.log.log_end_offset() => {
                (Rc::default(), ErrorCode::OffsetOutOfRange)
            }
            Some(replica) => {
                let values = replica.values(offset, replica.log.high_watermark());
                (Rc::new(values), ErrorCode::None)
            }
        };
        self.effects.push(Effect::ConsumerRead {
            partition,
            broker,
            offset,
            values: values.to_vec(),
            error,
        });
        self.touch(partition);
    }
}
