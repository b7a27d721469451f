//! Contact between brokers and the controller: sessions, registration, heartbeats, orderly stops.
//!
//! Signs of life that change nothing are not simulated: a session's end is computed from the last one
//! before contact was lost.

use super::Simulation;
use super::event::Timer;
use super::message::{Content, Message};
use super::node::Node;
use crate::cluster::broker::Process;
use crate::event::{ChangeReason, Effect};
use crate::kafka::BrokerId;
use crate::replication::error_code::ErrorCode;
use crate::replication::settings::MetadataMode;
use crate::topology::PartitionId;

impl Simulation {
    fn zookeeper(&self) -> bool {
        self.settings.metadata_mode == MetadataMode::Zookeeper
    }

    fn in_contact(&self, broker: BrokerId) -> bool {
        let known = self.broker(broker).is_some_and(|broker| {
            matches!(broker.process, Process::Running | Process::Starting) && broker.registered
        });
        known
            && self
                .network
                .is_open_both_ways(Node::Broker(broker), Node::Controller)
    }

    fn is_starting(&self, broker: BrokerId) -> bool {
        self.broker(broker)
            .is_some_and(|broker| broker.process == Process::Starting)
    }

    /// Whether the next sign of life of a broker in contact asks for something.
    fn has_a_request(&self, broker: BrokerId) -> bool {
        let fenced = self
            .controller
            .registration(broker)
            .is_some_and(|registration| !registration.active);
        let asks = self
            .broker(broker)
            .is_some_and(|broker| broker.process == Process::Starting || broker.wants_shut_down);
        fenced || asks
    }

    /// A broker may have lost or regained contact with the controller.
    pub(super) fn review_contact(&mut self, broker: BrokerId) {
        if self.by_hand {
            // Sessions end where the schedule says so.
            return;
        }
        let in_contact = self.in_contact(broker);
        let asks = self.has_a_request(broker);
        let now = self.now;
        let settings = self.settings_of(broker);
        let interval = settings
            .sign_of_life_interval_ms()
            .saturating_mul(1000)
            .max(1);
        let timeout = settings.session_timeout_ms().saturating_mul(1000);
        let Some(registration) = self.controller.registration_mut(broker) else {
            return;
        };
        let since = registration.registered_at;
        let signs = now.saturating_sub(since) / interval;
        if in_contact {
            let next_sign = since + (signs + 1) * interval;
            let too_late = registration
                .expires_at
                .is_some_and(|expires| expires < next_sign);
            if registration.active && !too_late {
                registration.generation += 1;
                registration.expires_at = None;
            }
            if asks || too_late {
                self.set_timer(next_sign, Timer::Heartbeat { broker }, 0);
            }
        } else if registration.active && registration.expires_at.is_none() {
            let expires = since + signs * interval + timeout;
            registration.generation += 1;
            registration.expires_at = Some(expires);
            let generation = registration.generation;
            self.set_timer(expires, Timer::SessionExpiry { broker }, generation);
        }
    }

    /// A session ends; true if it was not renewed.
    pub(super) fn on_session_expiry(&mut self, broker: BrokerId, generation: u32) -> bool {
        let due = self
            .controller
            .registration(broker)
            .is_some_and(|registration| {
                registration.generation == generation
                    && registration.active
                    && registration.expires_at.is_some()
            });
        if due {
            self.fence(broker);
        }
        due
    }

    /// The controller takes a broker for dead.
    pub(super) fn fence(&mut self, broker: BrokerId) {
        if let Some(registration) = self.controller.registration_mut(broker) {
            registration.active = false;
            registration.expires_at = None;
            registration.shutdown_offset = None;
        }
        self.effects.push(Effect::BrokerFenced { broker });
        self.announce(broker, false);
        self.for_each_hosted(broker, |sim, partition| {
            let decision = sim.cell(partition).and_then(|cell| {
                let rules = sim.rules(cell.topic);
                sim.controller.broker_lost(rules, &cell.state, broker)
            });
            sim.decide(partition, decision, ChangeReason::BrokerFenced);
        });
        self.arm_balance();
        // Nobody waits for a dead broker to hear of anything.
        self.review_shutdowns();
    }

    /// The controller counts a broker as alive again.
    pub(super) fn unfence(&mut self, broker: BrokerId) {
        if let Some(registration) = self.controller.registration_mut(broker) {
            registration.active = true;
            registration.shutting_down = false;
            registration.expires_at = None;
            registration.generation += 1;
        }
        self.effects.push(Effect::BrokerUnfenced { broker });
        self.announce(broker, true);
        self.for_each_hosted(broker, |sim, partition| {
            let decision = sim.cell(partition).and_then(|cell| {
                let rules = sim.rules(cell.topic);
                sim.controller.broker_back(rules, &cell.state)
            });
            sim.touch(partition);
            sim.decide(partition, decision, ChangeReason::BrokerUnfenced);
        });
        self.arm_balance();
        if !self.by_hand {
            self.review_contact(broker);
        }
    }

    pub(super) fn for_each_hosted(
        &mut self,
        broker: BrokerId,
        mut act: impl FnMut(&mut Self, PartitionId),
    ) {
        let hosted = self
            .broker(broker)
            .map(|broker| alloc::rc::Rc::clone(&broker.partitions));
        for partition in hosted.iter().flat_map(|hosted| hosted.iter()) {
            act(self, *partition);
        }
    }

    /// A starting broker registers; true, for the timer is what makes it try.
    pub(super) fn on_registration_timer(&mut self, broker: BrokerId) -> bool {
        let starting = self.is_starting(broker);
        let open = self
            .network
            .is_open_both_ways(Node::Broker(broker), Node::Controller);
        if starting && open {
            self.send(
                Node::Broker(broker),
                Node::Controller,
                None,
                Content::BrokerRegistration,
            );
        } else if starting {
            // Out of contact: it tries again until the link is healed.
            let interval = self.settings_of(broker).sign_of_life_interval_ms();
            let again = self.now + interval * 1000;
            self.set_timer(again, Timer::Registration { broker }, 0);
            return false;
        }
        starting
    }

    pub(super) fn at_controller(&mut self, message: &Message) {
        let Node::Broker(broker) = message.from else {
            return;
        };
        match &message.content {
            Content::AlterPartition {
                broker_epoch,
                requests,
            } => self.on_alter_partition(broker, *broker_epoch, requests),
            Content::BrokerRegistration => self.on_registration(broker),
            Content::BrokerHeartbeat { want_shut_down } => {
                self.on_heartbeat(broker, *want_shut_down);
            }
            _ => {}
        }
    }

    fn on_registration(&mut self, broker: BrokerId) {
        let (now, broker_epoch) = (self.now, self.metadata_end_offset());
        let session_valid = self
            .controller
            .registration(broker)
            .is_some_and(|registration| registration.active);
        let same_process = self.broker(broker).is_some_and(|broker| broker.registered);
        if session_valid && same_process {
            self.welcome(broker);
            return;
        }
        if session_valid && !self.zookeeper() {
            self.refuse_registration(broker);
            return;
        }
        if session_valid && self.notices_restart(broker) {
            self.fence(broker);
        }
        if let Some(broker) = self.broker_mut(broker) {
            broker.registered = true;
        }
        let Some(registration) = self.controller.registration_mut(broker) else {
            return;
        };
        registration.known = true;
        registration.registered_at = now;
        registration.broker_epoch = broker_epoch;
        registration.shutting_down = false;
        registration.generation += 1;
        registration.expires_at = None;
        let active = registration.active;
        if self.zookeeper() && !active {
            self.unfence(broker);
        }
        self.welcome(broker);
    }

    /// Up to 2.1 nobody notices that a follower was away for less than its session; what a leader was
    /// in the middle of is over in any case.
    fn notices_restart(&self, broker: BrokerId) -> bool {
        self.settings.restart_noticed
            || self
                .cells
                .iter()
                .any(|cell| cell.state.leader == Some(broker))
    }

    /// A registered broker hears of it: in ZooKeeper mode by the states of its partitions.
    fn welcome(&mut self, broker: BrokerId) {
        if !self.zookeeper() {
            self.respond_registration(broker, ErrorCode::None);
        } else if self.is_starting(broker) {
            self.send_everything(broker);
        }
    }

    fn refuse_registration(&mut self, broker: BrokerId) {
        let error = ErrorCode::DuplicateBrokerRegistration;
        self.effects
            .push(Effect::RegistrationRefused { broker, error });
        self.respond_registration(broker, error);
    }

    fn respond_registration(&mut self, broker: BrokerId, error: ErrorCode) {
        self.send(
            Node::Controller,
            Node::Broker(broker),
            None,
            Content::BrokerRegistrationResponse { error },
        );
    }

    pub(super) fn on_registration_response(&mut self, broker: BrokerId, error: ErrorCode) {
        if error.is_error() {
            // It tries until its own earlier session has ended.
            let expires = self
                .controller
                .registration(broker)
                .and_then(|registration| registration.expires_at);
            let again = expires.unwrap_or(self.now + 1_000_000).max(self.now) + 1;
            self.set_timer(again, Timer::Registration { broker }, 0);
            return;
        }
        // It has loaded the metadata up to its registration and asks to be unfenced.
        if self.is_starting(broker) {
            self.send_heartbeat(broker, false);
        }
    }

    pub(super) fn send_heartbeat(&mut self, broker: BrokerId, want_shut_down: bool) {
        self.send(
            Node::Broker(broker),
            Node::Controller,
            None,
            Content::BrokerHeartbeat { want_shut_down },
        );
    }

    /// The next sign of life of a broker that is back in contact; true if it asks for something.
    pub(super) fn on_heartbeat_timer(&mut self, broker: BrokerId) -> bool {
        if !self.in_contact(broker) || !self.has_a_request(broker) {
            return false;
        }
        let wants_shut_down = self
            .broker(broker)
            .is_some_and(|broker| broker.wants_shut_down);
        if self.zookeeper() && !wants_shut_down {
            // Its session has ended: it makes its node anew.
            self.send(
                Node::Broker(broker),
                Node::Controller,
                None,
                Content::BrokerRegistration,
            );
        } else {
            self.send_heartbeat(broker, wants_shut_down);
        }
        true
    }

    fn on_heartbeat(&mut self, broker: BrokerId, want_shut_down: bool) {
        let Some(registration) = self.controller.registration(broker) else {
            return;
        };
        let (active, shutting_down) = (registration.active, registration.shutting_down);
        let waits = registration.shutdown_offset.is_some();
        match (want_shut_down, active) {
            (true, true) if !shutting_down => self.begin_shutdown(broker),
            (true, true) if waits => self.review_shutdowns(),
            (true, _) => self.let_shut_down(broker),
            (false, _) => {
                if !active {
                    self.unfence(broker);
                }
                if self.is_starting(broker) {
                    self.respond_heartbeat(broker, false);
                }
            }
        }
    }

    fn respond_heartbeat(&mut self, broker: BrokerId, should_shut_down: bool) {
        self.send(
            Node::Controller,
            Node::Broker(broker),
            None,
            Content::BrokerHeartbeatResponse { should_shut_down },
        );
    }

    /// The controller moves everything away from a broker that wants to stop.
    pub(super) fn begin_shutdown(&mut self, broker: BrokerId) {
        if let Some(registration) = self.controller.registration_mut(broker) {
            registration.shutting_down = true;
        }
        self.announce(broker, false);
        self.for_each_hosted(broker, |sim, partition| {
            let decision = sim.cell(partition).and_then(|cell| {
                let rules = sim.rules(cell.topic);
                sim.controller.shut_down(rules, &cell.state, broker)
            });
            sim.decide(partition, decision, ChangeReason::ControlledShutdown);
        });
        self.arm_balance();
        let end = self.metadata_end_offset();
        if let Some(registration) = self.controller.registration_mut(broker) {
            registration.shutdown_offset = Some(end);
        }
        self.review_shutdowns();
    }

    /// Lets brokers stop for whose moves all others have heard.
    pub(super) fn review_shutdowns(&mut self) {
        if self.by_hand {
            return;
        }
        let waiting = self
            .controller
            .registrations
            .iter()
            .filter_map(|registration| Some((registration.broker, registration.shutdown_offset?)));
        let ready: alloc::vec::Vec<BrokerId> = waiting
            .filter(|(_, offset)| self.zookeeper() || self.all_applied(*offset))
            .map(|(broker, _)| broker)
            .collect();
        for broker in ready {
            self.let_shut_down(broker);
        }
    }

    fn all_applied(&self, offset: u64) -> bool {
        self.brokers.iter().all(|broker| {
            broker.applied_offset >= offset || !self.controller.is_eligible(broker.id)
        })
    }

    fn let_shut_down(&mut self, broker: BrokerId) {
        if let Some(registration) = self.controller.registration_mut(broker) {
            registration.shutdown_offset = None;
        }
        self.respond_heartbeat(broker, true);
    }

    pub(super) fn on_heartbeat_response(&mut self, broker: BrokerId, should_shut_down: bool) {
        if should_shut_down {
            self.stop_cleanly(broker);
            return;
        }
        if self.is_starting(broker) {
            self.open_replicas(broker);
            self.learn_everything(broker);
        }
    }
}
