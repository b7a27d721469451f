//! Who waits in vain on a disturbed connection closes it when its timeout is over, with all that is still
//! on it.
//!
//! Kafka: `NetworkClient`, which disconnects a node whose request timed out. On quiet connections no such
//! timer runs: the answer is known to come.

use alloc::vec::Vec;

use super::Simulation;
use super::acting::InLine;
use super::event::Timer;
use super::message::Message;
use super::naming::{Flow, MessageType};
use super::node::Node;
use crate::event::Effect;
use crate::kafka::BrokerId;
use crate::replication::settings::MetadataMode;
use crate::topology::PartitionId;

/// `controller.quorum.request.timeout.ms`: a broker's fetch of the metadata log.
const METADATA_FETCH_TIMEOUT_US: u64 = 2_000_000;

/// `controller.socket.timeout.ms`: requests of a ZooKeeper controller.
const CONTROLLER_SOCKET_TIMEOUT_US: u64 = 30_000_000;

impl Simulation {
    /// A follower whose request, or its answer, is on a disturbed connection will give it up some time.
    pub(super) fn expect_timeout(&mut self, message: &Message) {
        let kind = message.content.message_type();
        let (follower, sent) = if kind.is_follower_request() {
            (message.from, message.sent)
        } else if kind.is_answer_to_follower() {
            (message.to, self.now)
        } else {
            return;
        };
        let (Node::Broker(follower), Some(partition), Some(serial)) =
            (follower, message.partition, message.content.serial())
        else {
            return;
        };
        if self.is_awaited(partition, follower, serial) {
            self.set_request_timeout(partition, follower, serial, sent);
        }
    }

    /// Whoever waits for this message of a client or the controller, or for its answer, will give it up
    /// some time.
    pub(super) fn watch_connection(&mut self, message: &Message) {
        let (broker, peer) = match (message.from, message.to) {
            (Node::Broker(_), Node::Broker(_)) => return,
            (Node::Broker(broker), peer) | (peer, Node::Broker(broker)) => (broker, peer),
            _ => return,
        };
        let flow = message.flow();
        let Some(since_step) = self.stalled.since_step(&flow, self.now) else {
            return;
        };
        let timeout = self.patience_us(broker, flow.kind);
        let expires = message.sent.saturating_add(timeout).max(self.now);
        self.set_timer(
            expires,
            Timer::ConnectionTimeout { broker, peer },
            since_step,
        );
    }

    fn patience_us(&self, broker: BrokerId, kind: MessageType) -> u64 {
        let settings = self.settings_of(broker);
        let millis = match kind {
            MessageType::Produce | MessageType::ProduceResponse => settings.request_timeout_ms,
            MessageType::PartitionStates => {
                return match settings.metadata_mode {
                    MetadataMode::Kraft => METADATA_FETCH_TIMEOUT_US,
                    MetadataMode::Zookeeper => CONTROLLER_SOCKET_TIMEOUT_US,
                };
            }
            MessageType::BrokerRegistration
            | MessageType::BrokerRegistrationResponse
            | MessageType::BrokerHeartbeat
            | MessageType::BrokerHeartbeatResponse => settings.session_timeout_ms(),
            _ => settings.replica_socket_timeout_ms,
        };
        millis.saturating_mul(1000)
    }

    /// Whether a connection with a client or the controller is still disturbed since this step.
    pub(super) fn is_disturbed_since(&self, broker: BrokerId, peer: Node, step: u32) -> bool {
        !self.flows_since(broker, peer, step).is_empty()
    }

    fn flows_since(&self, broker: BrokerId, peer: Node, step: u32) -> Vec<Flow> {
        let mut flows = self.stalled.flows(self.now);
        flows.retain(|flow| {
            flow.touches(Node::Broker(broker))
                && flow.touches(peer)
                && self.stalled.since_step(flow, self.now) == Some(step)
        });
        flows
    }

    /// Nothing came for too long on a connection with a client or the controller; true if something
    /// was still on it.
    pub(super) fn on_connection_timeout(
        &mut self,
        broker: BrokerId,
        peer: Node,
        step: u32,
    ) -> bool {
        let flows = self.flows_since(broker, peer, step);
        let closed = self.close(broker, &flows);
        for item in &closed {
            let connected = self.is_connected(&item.message, item.sent_in_step);
            self.lose_and_retry(&item.message, connected);
        }
        let position = self.topology.broker_index(broker);
        if let Some(position) = position.filter(|_| !closed.is_empty()) {
            self.propagate_to(position);
        }
        !closed.is_empty()
    }

    /// A follower gives a request up, and closes its connection to the leader.
    pub(super) fn close_fetch_connection(
        &mut self,
        partition: PartitionId,
        follower: BrokerId,
        leader: BrokerId,
    ) {
        if self.stalled.is_empty() {
            return;
        }
        let mut flows = self.stalled.flows(self.now);
        let (one, other) = (Node::Broker(follower), Node::Broker(leader));
        flows.retain(|flow| {
            let request = (flow.from, flow.to) == (one, other) && flow.kind.is_follower_request();
            let answer = (flow.from, flow.to) == (other, one) && flow.kind.is_answer_to_follower();
            (request || answer) && flow.partition.is_none_or(|about| about == partition)
        });
        self.close(follower, &flows);
    }

    /// A connection is closed: what is held on these flows, or was slowed down, is lost.
    fn close(&mut self, broker: BrokerId, flows: &[Flow]) -> Vec<InLine> {
        let mut lost = Vec::new();
        for flow in flows {
            if self.stalled.slowed_until(flow, self.now).is_some() {
                lost.extend(self.take_line(flow));
            } else {
                lost.extend(self.stalled.take(flow).into_iter().map(InLine::stalled));
            }
        }
        self.stalled.speed_up(|flow| flows.contains(flow));
        if !lost.is_empty() {
            self.effects.push(Effect::ConnectionClosed {
                broker,
                lost: u32::try_from(lost.len()).unwrap_or(u32::MAX),
            });
        }
        lost
    }
}
