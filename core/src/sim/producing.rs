//! Producers: a request to the leader, and the answer, if one comes.
//!
//! A producer sends once. Retries, and what follows from them, come with a later issue. One that goes on
//! by itself sends a record at a time, at equal distances, until it is stopped.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::Simulation;
use super::admin::Producer;
use super::cell::PartitionCell;
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
use crate::replication::partitioner::partition_for_key;
use crate::topology::PartitionId;

/// The client that sends single requests.
const PRODUCER: u32 = 1;

/// A producer that goes on by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunningProducer {
    /// What it does.
    pub producer: Producer,
    /// How many records it has sent.
    pub sent: u32,
    /// Tells its timer from that of an earlier one with its number.
    generation: u32,
}

impl Simulation {
    /// A person or the scenario lets a producer send.
    pub(super) fn produce(&mut self, produce: &Produce) {
        let partition = match &produce.key {
            Some(key) if key.chooses => self.partition_for(produce.partition, &key.text),
            _ => produce.partition,
        };
        let request = ProduceRequest {
            id: 0,
            client: PRODUCER,
            key: produce.key.as_ref().map(|key| Rc::from(key.text.as_str())),
            values: produce.values.clone().into(),
            acks: produce.acks.unwrap_or(self.settings.acks),
            base_sequence: produce.base_sequence,
        };
        self.send_produce(partition, produce.broker, request);
    }

    /// Where the default partitioner sends a key, in the topic of this partition.
    fn partition_for(&self, partition: PartitionId, key: &str) -> PartitionId {
        let chosen = self.topology.locate(partition).and_then(|(topic, _)| {
            let numbers = &self.topology.topics.get(topic)?.partitions;
            let count = u32::try_from(numbers.len()).ok()?;
            let position = partition_for_key(key.as_bytes(), count)?;
            let number = numbers.get(position as usize)?;
            self.topology.partition_of(topic, *number)
        });
        chosen.unwrap_or(partition)
    }

    fn send_produce(
        &mut self,
        partition: PartitionId,
        broker: Option<BrokerId>,
        request: ProduceRequest,
    ) {
        self.next_produce_id = self.next_produce_id.wrapping_add(1);
        let request = ProduceRequest {
            id: self.next_produce_id,
            ..request
        };
        let cell = self.cell(partition);
        let error = if cell.is_some_and(PartitionCell::exists) {
            ErrorCode::LeaderNotAvailable
        } else {
            ErrorCode::UnknownTopicOrPartition
        };
        let Some(broker) = broker.or_else(|| cell.and_then(|cell| cell.state.leader)) else {
            self.fail_produce(partition, -1, &request, error);
            return;
        };
        if self.by_hand {
            self.produce_by_hand(partition, broker, &request);
        } else {
            self.send(
                Node::Client(request.client),
                Node::Broker(broker),
                Some(partition),
                Content::Produce(request),
            );
        }
    }

    /// The producer of this number that goes on by itself.
    pub(super) fn producer(&self, client: u32) -> Option<&RunningProducer> {
        let mut producers = self.producers.iter();
        producers.find(|running| running.producer.client == client)
    }

    pub(super) fn is_producing(&self, client: u32, generation: u32) -> bool {
        let running = self.producer(client);
        running.is_some_and(|running| running.generation == generation)
    }

    pub(super) fn start_producer(&mut self, producer: &Producer) {
        let (client, generation) = (producer.client, self.step);
        let producers = Rc::make_mut(&mut self.producers);
        let position = producers.partition_point(|running| running.producer.client < client);
        let running = RunningProducer {
            producer: producer.clone(),
            sent: 0,
            generation,
        };
        producers.insert(position, running);
        self.set_timer(self.now, Timer::ProducerSend { client }, generation);
    }

    pub(super) fn stop_producer(&mut self, client: u32) {
        Rc::make_mut(&mut self.producers).retain(|running| running.producer.client != client);
    }

    /// A producer sends its next record; true if it still goes on.
    pub(super) fn on_producer_send(&mut self, client: u32, generation: u32) -> bool {
        if !self.is_producing(client, generation) {
            return false;
        }
        let Some(RunningProducer { producer, sent, .. }) = self.producer(client).cloned() else {
            return false;
        };
        let request = ProduceRequest {
            id: 0,
            client,
            key: producer.key.as_deref().map(Rc::from),
            values: Rc::from([alloc::format!("{}{sent}", producer.value)]),
            acks: producer.acks.unwrap_or(self.settings.acks),
            base_sequence: None,
        };
        if let Some(partition) = self.next_partition(&producer, sent) {
            self.send_produce(partition, None, request);
        }
        let mut producers = Rc::make_mut(&mut self.producers).iter_mut();
        if let Some(running) = producers.find(|running| running.producer.client == client) {
            running.sent = sent.wrapping_add(1);
        }
        let next = self.now.saturating_add(producer.every_us.max(1));
        self.set_timer(next, Timer::ProducerSend { client }, generation);
        true
    }

    /// The key's partition, or the next one that has a leader, if any has.
    fn next_partition(&self, producer: &Producer, sent: u32) -> Option<PartitionId> {
        let topic = self.topology.named(&producer.topic)?;
        let numbers = &self.topology.topics.get(topic)?.partitions;
        let all = numbers
            .iter()
            .filter_map(|number| self.topology.partition_of(topic, *number));
        if let Some(key) = &producer.key {
            return Some(self.partition_for({ all }.next()?, key));
        }
        let all: Vec<PartitionId> = all.collect();
        let leads = |id: &PartitionId| {
            self.cell(*id)
                .is_some_and(|cell| cell.state.leader.is_some())
        };
        let available: Vec<PartitionId> = all.iter().copied().filter(leads).collect();
        let among = if available.is_empty() { all } else { available };
        among
            .get((sent as usize).checked_rem(among.len())?)
            .copied()
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

    pub(super) fn answer(
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
