//! Commands: what a person or a scenario does to the cluster.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::Simulation;
use super::command::{Command, Crash};
use super::controlling::ALTER_PARTITION_RETRY_US;
use super::event::Timer;
use super::invariant::Allowance;
use super::message::{Content, Message};
use super::node::Node;
use super::queue::Due;
use crate::cluster::broker::Process;
use crate::cluster::replica::{Fetcher, Outbox};
use crate::event::Effect;
use crate::kafka::{BrokerId, Offset};
use crate::replication::error_code::ErrorCode;
use crate::topology::PartitionId;

impl Simulation {
    pub(super) fn execute(&mut self, command: &Command) {
        if self.topology.topics.iter().any(|topic| topic.deleted) {
            let mut living = command.clone();
            living.for_each_partition(&mut |partition| *partition = self.living(*partition));
            self.execute_living(&living);
        } else {
            self.execute_living(command);
        }
    }

    fn execute_living(&mut self, command: &Command) {
        match command {
            Command::Produce(produce) => self.produce(produce),
            Command::ConsumerFetch {
                partition,
                broker,
                offset,
            } => self.consumer_fetch(*partition, *broker, *offset),
            Command::Crash { broker, how } => self.crash(*broker, *how),
            Command::Restart { broker } => self.restart(*broker),
            Command::ControlledShutdown { broker } => self.controlled_shutdown(*broker),
            Command::Pause { broker } => self.pause(*broker),
            Command::Resume { broker } => self.resume(*broker),
            Command::CutLink { from, to, both } => {
                self.cut_link(*from, *to);
                if *both {
                    self.cut_link(*to, *from);
                }
            }
            Command::HealLink { from, to, both } => {
                self.network.heal(*from, *to);
                if *both {
                    self.network.heal(*to, *from);
                }
                self.after_healing();
            }
            Command::Isolate { brokers } => self.isolate(brokers),
            Command::HealAll => {
                let cuts: Vec<(Node, Node)> = self.network.cuts().collect();
                for (from, to) in cuts {
                    self.network.heal(from, to);
                }
                self.after_healing();
            }
            Command::PreferredElection { partition } => self.elect_preferred(*partition),
            Command::UncleanElection { partition } => self.elect_unclean(*partition),
            Command::DeleteRecords {
                partition,
                before_offset,
            } => self.delete_records(*partition, *before_offset),
            Command::Set(change) => {
                self.end_idleness();
                // A change out of bounds was refused where it was read.
                let _ = Rc::make_mut(&mut self.settings).set(*change);
                for broker in &mut self.brokers {
                    let config = core::mem::take(&mut broker.config);
                    broker.configure(config, &self.settings);
                }
                self.allow_by_settings();
                self.arm_balance();
            }
            Command::Message { name, act } => self.act_on_message(name, *act),
            Command::ExpireTimer(timer) => self.expire_now(*timer),
            Command::RunByItself => self.run_by_itself(),
            Command::RunByHand => self.run_by_hand(),
            Command::Manual(manual) => self.step_by_hand(manual),
            Command::Wait => {}
            Command::Admin(admin) => self.administer(admin),
        }
    }

    fn crash(&mut self, id: BrokerId, how: Crash) {
        let Some(broker) = self.broker(id) else {
            return;
        };
        if broker.process == Process::Down {
            return;
        }
        let clean = self.by_hand
            && how == Crash::Kill
            && self
                .controller
                .registration(id)
                .is_some_and(|registration| registration.shutting_down);
        if how != Crash::Kill {
            self.allow(Allowance::RecordLoss);
        }
        self.end_process(id, clean);
        self.effects.push(Effect::BrokerDown { broker: id, clean });
        self.for_each_hosted(id, |sim, partition| {
            let mut out = Outbox::default();
            if let Some(replica) = sim
                .cells
                .get_mut(partition.index())
                .and_then(|cell| cell.replica_mut(id))
            {
                match how {
                    Crash::Kill => {}
                    Crash::PowerLoss => replica.lose_unflushed(partition, &mut out),
                    Crash::KeepBelow(offset) => replica.lose_from(partition, offset, &mut out),
                    Crash::DiskLoss => replica.lose_from(partition, 0, &mut out),
                }
            }
            sim.effects.append(&mut out.effects);
            sim.touch(partition);
        });
        self.review_contact(id);
    }

    /// The process ends: its fetches leave the leaders they waited at, its followers lose their
    /// connection, its replicas forget what was only in memory.
    fn end_process(&mut self, id: BrokerId, clean: bool) {
        let now = self.now;
        let interval = self
            .settings_of(id)
            .high_watermark_checkpoint_interval_ms
            .saturating_mul(1000);
        let by_hand = self.by_hand;
        self.leave_leaders(id);
        for (partition, follower) in self.followers_of(id) {
            let waits = self.fetcher(partition, follower).is_some_and(|fetcher| {
                matches!(
                    fetcher,
                    Fetcher::Fetching { .. } | Fetcher::Truncating { .. }
                )
            });
            if waits && !by_hand {
                self.set_fetcher(partition, follower, Fetcher::Unreachable { since: now });
            }
        }
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        let tick = broker.ticks(now, interval.max(1));
        broker.become_process(Process::Down, now);
        broker.forget();
        Rc::make_mut(&mut self.deferred).remove(&id);
        if by_hand && let Some(registration) = self.controller.registration_mut(id) {
            registration.answers = false;
        }
        self.for_each_hosted(id, |sim, partition| {
            let replica = sim
                .cells
                .get_mut(partition.index())
                .and_then(|cell| cell.replica_mut(id));
            if let Some(replica) = replica {
                if clean {
                    replica.stop_cleanly();
                } else {
                    if by_hand {
                        replica.checkpoint_now();
                    }
                    replica.stop(tick);
                }
            }
            sim.touch(partition);
        });
    }

    /// Fetches of a broker that wait elsewhere are dropped with its connections.
    fn leave_leaders(&mut self, id: BrokerId) {
        self.for_each_hosted(id, |sim, partition| {
            let leader = sim
                .cell(partition)
                .and_then(|cell| cell.replica(id))
                .and_then(|replica| replica.following())
                .and_then(|following| following.leader);
            let Some(leader) = leader else {
                return;
            };
            // Its next request may be on the way already.
            sim.make_explicit(partition, leader, id);
            let remote = sim
                .cells
                .get_mut(partition.index())
                .and_then(|cell| cell.replica_mut(leader))
                .and_then(|replica| replica.leadership_mut())
                .and_then(|leadership| leadership.remote_mut(id));
            if let Some(remote) = remote {
                remote.parked = None;
            }
            sim.watch_followers(partition, leader);
        });
    }

    pub(super) fn restart(&mut self, id: BrokerId) {
        let now = self.now;
        let step = self.step + 1;
        let (config, cluster) = (self.config_of(id), Rc::clone(&self.settings));
        let Some(broker) = self
            .broker_mut(id)
            .filter(|broker| broker.process == Process::Down)
        else {
            return;
        };
        broker.start(now, step);
        broker.configure(config, &cluster);
        // New connections: what was slowed down on old ones holds nothing up.
        self.stalled.speed_up(|flow| flow.touches(Node::Broker(id)));
        self.effects.push(Effect::BrokerStarted { broker: id });
        if let Some(registration) = self.controller.registration_mut(id) {
            registration.answers = true;
        }
        if self.by_hand {
            self.restart_by_hand(id);
            return;
        }
        self.set_timer(now, Timer::Registration { broker: id }, 0);
    }

    /// The broker's logs are opened and it serves from now on.
    pub(super) fn open_replicas(&mut self, id: BrokerId) {
        let now = self.now;
        if let Some(broker) = self.broker_mut(id) {
            broker.become_process(Process::Running, now);
        }
        self.for_each_hosted(id, |sim, partition| {
            sim.on_replica(partition, id, |replica, context, out| {
                replica.open(context, out);
            });
        });
        self.retry_unreachable(id);
    }

    fn controlled_shutdown(&mut self, id: BrokerId) {
        let running = self
            .broker(id)
            .is_some_and(|broker| broker.process == Process::Running);
        if !running {
            return;
        }
        if self.by_hand {
            self.begin_shutdown(id);
            return;
        }
        if let Some(broker) = self.broker_mut(id) {
            broker.wants_shut_down = true;
        }
        self.send_heartbeat(id, true);
    }

    /// A broker that may stop flushes, closes its logs and ends; its session ends with it.
    pub(super) fn stop_cleanly(&mut self, id: BrokerId) {
        self.end_process(id, true);
        self.effects.push(Effect::BrokerDown {
            broker: id,
            clean: true,
        });
        let active = self
            .controller
            .registration(id)
            .is_some_and(|registration| registration.active);
        if active {
            self.fence(id);
        }
    }

    fn pause(&mut self, id: BrokerId) {
        let now = self.now;
        let running = self
            .broker(id)
            .is_some_and(|broker| broker.process == Process::Running);
        if !running {
            return;
        }
        self.disturb(id, None);
        if let Some(broker) = self.broker_mut(id) {
            broker.become_process(Process::Paused, now);
        }
        self.review_contact(id);
    }

    fn resume(&mut self, id: BrokerId) {
        let now = self.now;
        let Some(broker) = self
            .broker_mut(id)
            .filter(|broker| broker.process == Process::Paused)
        else {
            return;
        };
        let paused_at = broker.since;
        broker.become_process(Process::Running, now);
        let deferred = Rc::make_mut(&mut self.deferred).remove(&id);
        for (sent_in_step, message) in deferred.into_iter().flatten() {
            self.queue.push(now, sent_in_step, Due::Message(message));
        }
        self.expire_overdue(id, paused_at);
        self.review_contact(id);
        self.retry_unreachable(id);
        self.propagate();
    }

    /// Timers that ran out while the process stood still run out now.
    fn expire_overdue(&mut self, id: BrokerId, paused_at: u64) {
        let now = self.now;
        let request_timeout = self.socket_timeout(id);
        self.for_each_hosted(id, |sim, partition| {
            let Some(replica) = sim.cell(partition).and_then(|cell| cell.replica(id)) else {
                return;
            };
            let mut timers: Vec<(Timer, u64, u32)> = Vec::new();
            if let Some(leadership) = replica.leadership() {
                for parked in leadership.remotes.iter().filter_map(|remote| remote.parked) {
                    let timer = Timer::FetchWait {
                        broker: id,
                        follower: parked.request.follower,
                        partition,
                    };
                    let due = parked.since + sim.fetch_wait(parked.request.follower);
                    timers.push((timer, due, parked.request.serial));
                }
                if let Some(first) = leadership.waiting.first() {
                    let timer = Timer::ProduceTimeout {
                        broker: id,
                        partition,
                    };
                    timers.push((timer, first.deadline, 0));
                }
            }
            match replica.following().map(|following| following.fetcher) {
                Some(Fetcher::Backoff { until }) => {
                    let timer = Timer::FetchRetry {
                        broker: id,
                        partition,
                    };
                    timers.push((timer, until, 0));
                }
                Some(Fetcher::Fetching { serial } | Fetcher::Truncating { serial }) => {
                    let timer = Timer::RequestTimeout {
                        broker: id,
                        partition,
                    };
                    timers.push((timer, paused_at + request_timeout, serial));
                }
                _ => {}
            }
            for (timer, due, generation) in timers.into_iter().filter(|(_, due, _)| *due <= now) {
                sim.set_timer(due.max(now), timer, generation);
            }
        });
        self.for_each_hosted(id, |sim, partition| sim.watch_followers(partition, id));
        self.retry_alter_partition(id, 0);
    }

    /// A message to a process that stands still waits in its socket.
    pub(super) fn defer(&mut self, id: BrokerId, message: &Rc<Message>, sent_in_step: u32) {
        Rc::make_mut(&mut self.deferred)
            .or_insert_with(id, Vec::new)
            .push((sent_in_step, Rc::clone(message)));
    }

    fn cut_link(&mut self, from: Node, to: Node) {
        for (one, other) in [(from, to), (to, from)] {
            if let Node::Broker(id) = one {
                self.disturb(id, Some(other));
            }
        }
        self.network.cut(from, to);
        self.review_contacts();
    }

    fn isolate(&mut self, ids: &[BrokerId]) {
        let others: Vec<Node> = self
            .brokers
            .iter()
            .map(|broker| Node::Broker(broker.id))
            .chain([Node::Controller])
            .collect();
        for id in ids {
            self.disturb(*id, None);
            for other in &others {
                if *other != Node::Broker(*id) {
                    self.network.cut(Node::Broker(*id), *other);
                    self.network.cut(*other, Node::Broker(*id));
                }
            }
        }
        self.review_contacts();
    }

    fn review_contacts(&mut self) {
        if self.by_hand {
            return;
        }
        let ids: Vec<BrokerId> = self.brokers.iter().map(|broker| broker.id).collect();
        for id in ids {
            self.review_contact(id);
        }
    }

    fn after_healing(&mut self) {
        if self.by_hand {
            return;
        }
        self.review_contacts();
        let ids: Vec<BrokerId> = self.brokers.iter().map(|broker| broker.id).collect();
        for id in ids {
            self.retry_unreachable(id);
        }
        self.propagate();
    }

    /// The quiet between a broker and another node (or all) ends: idle polls become explicit, and
    /// requests under way get their timeouts.
    fn disturb(&mut self, id: BrokerId, other: Option<Node>) {
        if self.by_hand {
            return;
        }
        let concerns = |peer: BrokerId| other.is_none_or(|other| other == Node::Broker(peer));
        let now = self.now;
        let mut pairs = Vec::new();
        for (partition, follower) in self.followers_of(id) {
            if concerns(follower) {
                pairs.push((partition, id, follower));
            }
        }
        self.for_each_hosted(id, |sim, partition| {
            let leader = sim
                .cell(partition)
                .and_then(|cell| cell.replica(id))
                .and_then(|replica| replica.following())
                .and_then(|following| following.leader);
            if let Some(leader) = leader.filter(|leader| concerns(*leader)) {
                pairs.push((partition, leader, id));
            }
        });
        for (partition, leader, follower) in pairs {
            self.make_explicit(partition, leader, follower);
            if let Some(Fetcher::Fetching { serial } | Fetcher::Truncating { serial }) =
                self.fetcher(partition, follower)
            {
                self.set_request_timeout(partition, follower, serial, now);
            }
        }
    }

    /// The rhythm of idle polls changes: each is put back where it is now.
    pub(super) fn end_idleness(&mut self) {
        if self.by_hand {
            return;
        }
        let ids: Vec<BrokerId> = self.brokers.iter().map(|broker| broker.id).collect();
        for id in ids {
            for (partition, follower) in self.followers_of(id) {
                self.make_explicit(partition, id, follower);
            }
        }
    }

    /// A message did not reach its receiver: what the sender, or the waiting side, makes of it.
    ///
    /// If it is not `connected` any more, a broker's side of it has been started anew since and knows
    /// nothing of it.
    pub(super) fn lose(&mut self, message: &Message, connected: bool) {
        match &message.content {
            Content::Produce(request) => {
                if let Some(partition) = message.partition {
                    let broker = match message.to {
                        Node::Broker(id) => id,
                        _ => -1,
                    };
                    self.effects.push(Effect::ProduceFailed {
                        partition,
                        broker,
                        values: request.values.to_vec(),
                        error: ErrorCode::NetworkException,
                    });
                    self.touch(partition);
                }
            }
            _ if !connected => {}
            Content::AlterPartition { .. } | Content::AlterPartitionResponse(_) => {
                self.lose_alter_partition(message, None);
            }
            Content::PartitionStates { .. } => self.lose_partition_states(message),
            Content::BrokerRegistration | Content::BrokerRegistrationResponse { .. } => {
                self.try_contact_again(message, true);
            }
            Content::BrokerHeartbeat { .. } | Content::BrokerHeartbeatResponse { .. } => {
                self.try_contact_again(message, false);
            }
            _ => {}
        }
    }

    /// As [`Simulation::lose`], after whoever waited has noticed.
    pub(super) fn lose_and_retry(&mut self, message: &Message, connected: bool) {
        match &message.content {
            Content::AlterPartition { .. } | Content::AlterPartitionResponse(_) => {
                if connected {
                    self.lose_alter_partition(message, Some(ALTER_PARTITION_RETRY_US));
                }
            }
            _ => self.lose(message, connected),
        }
    }

    fn lose_partition_states(&mut self, message: &Message) {
        let Node::Broker(id) = message.to else {
            return;
        };
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        broker.records_in_flight = false;
        if broker.wants_everything {
            self.try_contact_again(message, true);
        }
    }

    fn try_contact_again(&mut self, message: &Message, registering: bool) {
        let ((Node::Broker(id), _) | (_, Node::Broker(id))) = (message.from, message.to) else {
            return;
        };
        let again = self.now + self.settings_of(id).sign_of_life_interval_ms() * 1000;
        let timer = if registering {
            Timer::Registration { broker: id }
        } else {
            Timer::Heartbeat { broker: id }
        };
        self.set_timer(again, timer, 0);
    }

    fn delete_records(&mut self, partition: PartitionId, before_offset: Offset) {
        let (before_offset, leader) = match self.records_to_delete(partition, before_offset) {
            Ok(found) => found,
            Err(error) => {
                self.effects.push(Effect::AdminRefused { error });
                self.touch(partition);
                return;
            }
        };
        let members: Vec<BrokerId> = match self.cell(partition) {
            // By hand all members hear of it in the same step.
            Some(cell) if self.by_hand => cell.state.isr.to_vec(),
            _ => Vec::from([leader]),
        };
        for broker in members {
            self.on_replica(partition, broker, |replica, context, out| {
                replica.raise_log_start(context, before_offset, out);
            });
        }
    }

    /// The offset meant, -1 being the high watermark, and the leader that deletes.
    ///
    /// # Errors
    /// What `kafka-delete-records.sh` would print.
    pub fn records_to_delete(
        &self,
        partition: PartitionId,
        before_offset: Offset,
    ) -> Result<(Offset, BrokerId), ErrorCode> {
        let cell = self.cell(partition).filter(|cell| cell.exists());
        let cell = cell.ok_or(ErrorCode::UnknownTopicOrPartition)?;
        let leader = cell.state.leader.ok_or(ErrorCode::LeaderNotAvailable)?;
        if !self.is_process_running(leader) {
            return Err(ErrorCode::RequestTimedOut);
        }
        let replica = cell.replica(leader);
        let replica = replica.filter(|replica| replica.leadership().is_some());
        let high_watermark = replica
            .ok_or(ErrorCode::NotLeaderOrFollower)?
            .log
            .high_watermark();
        match before_offset {
            -1 => Ok((high_watermark, leader)),
            offset if (0..=high_watermark).contains(&offset) => Ok((offset, leader)),
            _ => Err(ErrorCode::OffsetOutOfRange),
        }
    }

    /// A timer runs out; true if that changed anything.
    pub(super) fn expire(&mut self, timer: Timer, generation: u32) -> bool {
        match timer {
            Timer::SessionExpiry { broker } => self.on_session_expiry(broker, generation),
            Timer::LagCheck { broker } => self.on_lag_check(broker),
            Timer::FetchWait {
                broker,
                follower,
                partition,
            } => self.on_fetch_wait(partition, broker, follower, generation),
            Timer::FetchRetry { broker, partition } => {
                self.is_process_running(broker) && self.on_fetch_retry(partition, broker)
            }
            Timer::RequestTimeout { broker, partition } => {
                self.is_process_running(broker)
                    && self.on_request_timeout(partition, broker, generation)
            }
            Timer::ProduceTimeout { broker, partition } => {
                self.on_produce_timeout(partition, broker)
            }
            Timer::Registration { broker } => self.on_registration_timer(broker),
            Timer::Heartbeat { broker } => self.on_heartbeat_timer(broker),
            Timer::AlterPartitionRetry { broker } => self.on_alter_partition_retry(broker),
            Timer::ConnectionTimeout { broker, peer } => {
                self.on_connection_timeout(broker, peer, generation)
            }
            Timer::LeaderBalance => self.on_leader_balance(),
            Timer::UncleanElectionCheck => self.on_unclean_check(),
            Timer::ProducerSend { client } => self.on_producer_send(client, generation),
        }
    }
}
