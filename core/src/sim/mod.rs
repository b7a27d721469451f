//! The simulator: a virtual clock, a queue, a network with faults, and the parts of the cluster.
//!
//! Commands go in, steps come out. The parts below decide everything about Kafka; this floor carries
//! their messages, keeps their timers, and writes down what happened. Read first: [`Simulation::advance`].

mod acting;
pub mod admin;
pub mod agreement;
mod by_hand;
pub mod cell;
mod checks;
pub mod command;
mod controlling;
pub mod event;
mod expiring;
mod faults;
mod fetchers;
mod fetching;
mod giving_up;
mod growing;
mod idle_polls;
pub mod invariant;
mod lagging;
pub mod ledger;
pub mod message;
pub mod naming;
pub mod network;
pub mod node;
mod producing;
pub mod queue;
mod sessions;
pub mod stalled;
pub mod start;
pub mod table;
pub mod trace;
pub mod workload;

use alloc::rc::Rc;
use alloc::vec::Vec;

use cell::PartitionCell;
use command::Command;
use event::{Step, Timer, Trigger, VirtualTime};
use invariant::Allowance;
use message::{Content, Message};
use naming::Flow;
use network::Network;
use node::Node;
use queue::{Due, Queue};
use serde::{Deserialize, Serialize};
use stalled::Stalled;
use table::Table;
use trace::{Trace, TraceHashes};

use crate::cluster::broker::{Broker, Process};
use crate::cluster::controller::{Controller, Rules};
use crate::cluster::replica::{Action, Context, Fetcher, Outbox, Replica, START_TIME_US};
use crate::event::Effect;
use crate::kafka::BrokerId;
use crate::replication::settings::Settings;
use crate::shared::{SharedList, SortedMap};
use crate::topology::{PartitionId, Topology};
pub use growing::is_topic_name;
pub use producing::RunningProducer;

/// How many silent timers a call of [`Simulation::advance`] handles before it gives control back.
const SILENT_LIMIT: u32 = 10_000;

/// A command with its place in the run: at this time, after this many steps of that very time.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TimedCommand {
    /// When.
    pub at: VirtualTime,
    /// How many steps of the same time come first.
    pub after: u32,
    /// What.
    pub command: Command,
}

/// What a call of [`Simulation::advance`] brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Advance {
    /// A step; true if it was the given command.
    Step(Step, bool),
    /// Nothing more can happen by itself.
    Complete,
    /// Only silent work was done so far; call again.
    Busy,
}

/// A record of the controller, as brokers apply it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MetadataRecord {
    /// A partition has a new state.
    Partition(PartitionId, crate::cluster::partition_state::PartitionState),
    /// A broker may (or may no longer) be in an ISR.
    Broker(BrokerId, bool),
}

/// Messages that arrived at processes that stand still, with the steps in which they were sent.
type Deferred = SortedMap<BrokerId, Vec<(u32, Rc<Message>)>>;

/// A simulated cluster at one moment. A clone is a checkpoint and shares what has not changed.
#[derive(Clone, Debug)]
pub struct Simulation {
    topology: Rc<Topology>,
    settings: Rc<Settings>,
    cells: Table<PartitionCell>,
    brokers: Vec<Broker>,
    controller: Controller,
    metadata_log: SharedList<MetadataRecord>,
    network: Network,
    queue: Queue,
    /// The wall clock.
    now: u64,
    /// The number of the last step.
    step: u32,
    /// Steps so far at this very time.
    steps_at_now: u32,
    by_hand: bool,
    simulate_idle: bool,
    trace: Trace,
    allowances: Rc<Vec<Allowance>>,
    next_produce_id: u32,
    balance_armed: bool,
    unclean_check_armed: bool,
    /// Producers that go on by themselves.
    producers: Rc<Vec<RunningProducer>>,
    /// Messages that arrived while their receiver stood still.
    deferred: Rc<Deferred>,
    /// Messages that are held or slowed down.
    stalled: Stalled,
    /// The effects of the step under construction, and the partitions it touched.
    effects: Vec<Effect>,
    touched: Vec<PartitionId>,
    /// Room for what a replica asks for, kept between inputs.
    actions: Vec<(BrokerId, Action)>,
    metadata_grew: bool,
}

impl Simulation {
    /// Does the next thing that happens: the given command if it is due, a message, a timer.
    ///
    /// A timer that changes nothing makes no step.
    pub fn advance(&mut self, next_command: Option<&TimedCommand>) -> Advance {
        for _ in 0..SILENT_LIMIT {
            let next_time = self.queue.peek().map(|entry| entry.time);
            if let Some(timed) = next_command.filter(|timed| self.is_due(timed, next_time)) {
                return Advance::Step(self.run_command(timed), true);
            }
            let Some(entry) = self.queue.pop() else {
                return Advance::Complete;
            };
            self.set_time(entry.time);
            let trigger = match &entry.due {
                Due::Message(message) => Some(self.deliver(message, entry.cause)),
                Due::Timer(timer, generation) => {
                    let visible = self.expire(*timer, *generation);
                    visible.then_some(Trigger::Timer(*timer))
                }
            };
            if let Some(trigger) = trigger {
                return Advance::Step(self.finish_step(Some(entry.cause), trigger), false);
            }
        }
        Advance::Busy
    }

    /// When the next thing happens by itself, if anything does.
    #[must_use]
    pub fn next_time(&self) -> Option<VirtualTime> {
        self.queue.peek().map(|entry| virtual_time(entry.time))
    }

    /// Virtual time.
    #[must_use]
    pub const fn time(&self) -> VirtualTime {
        virtual_time(self.now)
    }

    /// The wall clock, microseconds since 1970.
    #[must_use]
    pub const fn now(&self) -> u64 {
        self.now
    }

    /// The number of the last step.
    #[must_use]
    pub const fn step(&self) -> u32 {
        self.step
    }

    /// Where a command that is given now stands in the run.
    #[must_use]
    pub const fn place(&self) -> (VirtualTime, u32) {
        (self.time(), self.steps_at_now)
    }

    /// Brokers and topics.
    #[must_use]
    pub fn topology(&self) -> &Topology {
        &self.topology
    }

    /// Brokers and topics, shared with every state that has the same.
    #[must_use]
    pub const fn shared_topology(&self) -> &Rc<Topology> {
        &self.topology
    }

    /// Producers that go on by themselves, by the numbers of their clients.
    #[must_use]
    pub fn producers(&self) -> &[RunningProducer] {
        &self.producers
    }

    /// The cluster's settings now.
    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The settings of a broker's process: its own, and the cluster's where it has none.
    #[must_use]
    pub fn settings_of(&self, id: BrokerId) -> &Settings {
        let own = self
            .broker(id)
            .and_then(|broker| broker.settings.as_deref());
        own.unwrap_or(&self.settings)
    }

    /// The partitions.
    #[must_use]
    pub const fn cells(&self) -> &Table<PartitionCell> {
        &self.cells
    }

    /// A partition.
    #[must_use]
    pub fn cell(&self, partition: PartitionId) -> Option<&PartitionCell> {
        self.cells.get(partition.index())
    }

    /// The brokers, by ascending id.
    #[must_use]
    pub fn brokers(&self) -> &[Broker] {
        &self.brokers
    }

    /// A broker.
    #[must_use]
    pub fn broker(&self, id: BrokerId) -> Option<&Broker> {
        self.brokers.get(self.topology.broker_index(id)?)
    }

    /// The controller.
    #[must_use]
    pub const fn controller(&self) -> &Controller {
        &self.controller
    }

    /// How many records the controller has written.
    #[must_use]
    pub fn metadata_end_offset(&self) -> u64 {
        self.metadata_log.len() as u64
    }

    /// The network.
    #[must_use]
    pub const fn network(&self) -> &Network {
        &self.network
    }

    /// What is going to happen.
    #[must_use]
    pub const fn queue(&self) -> &Queue {
        &self.queue
    }

    /// Whether a schedule by hand drives the run.
    #[must_use]
    pub const fn is_by_hand(&self) -> bool {
        self.by_hand
    }

    /// The hashes of the run so far.
    #[must_use]
    pub fn trace_hashes(&self) -> TraceHashes {
        self.trace.hashes()
    }

    /// What in the settings and faults so far allows invariants to break.
    #[must_use]
    pub fn allowances(&self) -> &[Allowance] {
        &self.allowances
    }

    /// `min.insync.replicas` of a partition, as a broker sees it that leads it, or presumes to: its topic's,
    /// else its own. Without a leader it is the cluster's.
    #[must_use]
    pub fn min_insync_replicas(&self, cell: &PartitionCell, leader: Option<BrokerId>) -> u32 {
        self.topic_min_insync_replicas(cell).unwrap_or_else(|| {
            let settings = leader.map_or(&*self.settings, |leader| self.settings_of(leader));
            settings.min_insync_replicas
        })
    }

    fn topic_min_insync_replicas(&self, cell: &PartitionCell) -> Option<u32> {
        let topic = self.topology.topics.get(cell.topic as usize)?;
        topic.min_insync_replicas
    }

    /// Whether a message will be lost as things are: its link is cut, its receiver is down, or one of
    /// its ends was started anew since it was sent.
    #[must_use]
    pub fn is_doomed(&self, message: &Message, sent_in_step: u32) -> bool {
        !self.is_connected(message, sent_in_step)
            || !self.network.is_open(message.from, message.to)
            || !self.is_listening(message)
    }

    /// Whether a timer in the queue still means something; one that was set again since does not.
    #[must_use]
    pub fn is_running(&self, timer: Timer, generation: u32) -> bool {
        match timer {
            Timer::SessionExpiry { broker } => {
                let registration = self.controller.registration(broker);
                registration.is_some_and(|registration| registration.generation == generation)
            }
            Timer::Heartbeat { broker } => {
                let registration = self.controller.registration(broker);
                registration.is_some_and(|registration| !registration.active)
            }
            Timer::FetchWait {
                broker,
                follower,
                partition,
            } => {
                self.is_process_running(broker)
                    && self
                        .parked(partition, broker, follower)
                        .is_some_and(|parked| !parked.idle && parked.request.serial == generation)
            }
            Timer::FetchRetry { broker, partition } => {
                self.is_process_running(broker)
                    && matches!(
                        self.fetcher(partition, broker),
                        Some(Fetcher::Backoff { .. })
                    )
            }
            Timer::RequestTimeout { broker, partition } => {
                self.is_process_running(broker) && self.is_overdue(partition, broker, generation)
            }
            Timer::ProduceTimeout { broker, partition } => {
                self.is_process_running(broker)
                    && self
                        .cell(partition)
                        .and_then(|cell| cell.replica(broker))
                        .and_then(|replica| replica.leadership())
                        .is_some_and(|leadership| !leadership.waiting.is_empty())
            }
            Timer::LagCheck { broker: id } => self
                .broker(id)
                .is_some_and(|broker| broker.lag_check_armed && broker.process == Process::Running),
            Timer::Registration { broker: id } => self
                .broker(id)
                .is_some_and(|broker| broker.process == Process::Starting),
            Timer::AlterPartitionRetry { broker: id } => self.broker(id).is_some_and(|broker| {
                broker.process == Process::Running
                    && !broker.alter_partition_in_flight
                    && !broker.isr_changes.is_empty()
            }),
            Timer::ConnectionTimeout { broker, peer } => {
                self.is_disturbed_since(broker, peer, generation)
            }
            Timer::LeaderBalance => self.balance_armed,
            Timer::UncleanElectionCheck => self.unclean_check_armed,
            Timer::ProducerSend { client } => self.is_producing(client, generation),
        }
    }

    /// The high watermark that a replica's checkpoint file holds now.
    #[must_use]
    pub fn checkpointed_high_watermark(&self, replica: &Replica) -> crate::kafka::Offset {
        let interval = self
            .settings_of(replica.broker)
            .high_watermark_checkpoint_interval_ms
            .saturating_mul(1000)
            .max(1);
        let tick = self
            .broker(replica.broker)
            .map_or(0, |broker| broker.ticks(self.now, interval));
        replica.checkpointed_high_watermark(tick)
    }

    /// Simulates every renewal of an idle long poll, which is otherwise computed when asked for. The
    /// states are the same; tests hold one against the other.
    pub const fn simulate_idle(&mut self) {
        self.simulate_idle = true;
    }

    fn is_due(&self, timed: &TimedCommand, next_time: Option<u64>) -> bool {
        let at = (START_TIME_US + timed.at.0).max(self.now);
        match next_time {
            None => true,
            Some(next) if at != next => at < next,
            Some(next) => {
                let steps = if next == self.now {
                    self.steps_at_now
                } else {
                    0
                };
                steps >= timed.after
            }
        }
    }

    fn run_command(&mut self, timed: &TimedCommand) -> Step {
        self.set_time((START_TIME_US + timed.at.0).max(self.now));
        self.execute(&timed.command);
        self.finish_step(None, Trigger::Command(timed.command.clone()))
    }

    fn set_time(&mut self, time: u64) {
        if time != self.now {
            self.now = time;
            self.steps_at_now = 0;
        }
    }

    fn finish_step(&mut self, cause: Option<u32>, trigger: Trigger) -> Step {
        // What is sent now is still caused by this step.
        if core::mem::take(&mut self.metadata_grew) {
            self.propagate();
        }
        self.step += 1;
        self.steps_at_now += 1;
        self.keep_books();
        self.check_invariants();
        self.touched.clear();
        let step = Step {
            index: self.step,
            time: self.time(),
            cause: cause.filter(|cause| *cause > 0),
            trigger,
            effects: core::mem::take(&mut self.effects),
        };
        self.trace.record(&step);
        step
    }

    fn deliver(&mut self, message: &Rc<Message>, sent_in_step: u32) -> Trigger {
        if self.is_doomed(message, sent_in_step) {
            self.lose(message, self.is_connected(message, sent_in_step));
            return Trigger::MessageLost(message.head());
        }
        let head = message.head();
        match message.to {
            Node::Controller => self.at_controller(message),
            Node::Broker(broker) => {
                let paused = self
                    .broker(broker)
                    .is_some_and(|broker| broker.process == Process::Paused);
                if paused {
                    self.defer(broker, message, sent_in_step);
                } else {
                    self.at_broker(broker, message);
                }
            }
            Node::Client(_) => {}
        }
        Trigger::Message(head)
    }

    fn at_broker(&mut self, broker: BrokerId, message: &Rc<Message>) {
        match &message.content {
            Content::Fetch(_)
            | Content::FetchResponse { .. }
            | Content::EpochQuery { .. }
            | Content::EpochAnswer { .. }
            | Content::ListOffsets { .. }
            | Content::ListOffsetsResponse { .. } => self.on_replication(broker, message),
            Content::Produce(request) => self.on_produce(broker, message, request),
            Content::AlterPartitionResponse(answers) => {
                self.on_alter_partition_response(broker, answers);
            }
            Content::PartitionStates { to_offset, .. } => {
                self.on_partition_states(broker, *to_offset);
            }
            Content::BrokerRegistrationResponse { error } => {
                self.on_registration_response(broker, *error);
            }
            Content::BrokerHeartbeatResponse { should_shut_down } => {
                self.on_heartbeat_response(broker, *should_shut_down);
            }
            Content::ProduceResponse { .. }
            | Content::AlterPartition { .. }
            | Content::BrokerRegistration
            | Content::BrokerHeartbeat { .. } => {}
        }
    }

    /// Whether both ends are the processes between which the message was sent: a connection ends with
    /// either of them.
    fn is_connected(&self, message: &Message, sent_in_step: u32) -> bool {
        [message.from, message.to].into_iter().all(|node| {
            let Node::Broker(id) = node else {
                return true;
            };
            self.broker(id)
                .is_some_and(|broker| broker.started_in_step <= sent_in_step)
        })
    }

    /// Whether the receiver's process takes the message. A paused one does, it only handles it later;
    /// one that starts has only its connection to the controller.
    fn is_listening(&self, message: &Message) -> bool {
        match message.to {
            Node::Broker(id) => self.broker(id).is_some_and(|broker| match broker.process {
                Process::Running | Process::Paused => true,
                Process::Starting => message.from == Node::Controller,
                Process::Down => false,
            }),
            Node::Controller | Node::Client(_) => true,
        }
    }

    fn send(&mut self, from: Node, to: Node, partition: Option<PartitionId>, content: Content) {
        let now = self.now;
        let (nth, arrives) = match &content {
            Content::Fetch(request) => {
                let delay = self.network.fetch_delay(from, to, false);
                (request.nth, now + delay)
            }
            Content::FetchResponse { nth, .. } => {
                (*nth, now + self.network.fetch_delay(from, to, true))
            }
            _ => {
                let flow = Flow::new(from, to, content.message_type(), partition);
                self.network.arrival(flow, now)
            }
        };
        let message = Message {
            from,
            to,
            partition,
            nth,
            copy: 0,
            sent: now,
            content,
        };
        self.carry(message, arrives);
    }

    fn schedule(&mut self, time: u64, due: Due) {
        // What is decided now is caused by the step under construction.
        self.queue.push(time, self.step + 1, due);
    }

    fn set_timer(&mut self, time: u64, timer: Timer, generation: u32) {
        self.schedule(time, Due::Timer(timer, generation));
    }

    /// Lets a replica handle something, then does what it asks for.
    fn on_replica<R>(
        &mut self,
        partition: PartitionId,
        broker: BrokerId,
        act: impl FnOnce(&mut Replica, &Context<'_>, &mut Outbox) -> R,
    ) -> Option<R> {
        self.settle(partition, broker);
        let position = self.topology.broker_index(broker)?;
        let cell = self.cell(partition)?;
        let of_topic = self.topic_min_insync_replicas(cell);
        let mut out = Outbox {
            effects: core::mem::take(&mut self.effects),
            actions: core::mem::take(&mut self.actions),
        };
        let result = {
            let Self {
                cells,
                settings,
                brokers,
                controller,
                topology,
                now,
                by_hand,
                ..
            } = self;
            let host = brokers.get(position);
            let own = host.and_then(|host| host.settings.as_ref());
            let settings = own.unwrap_or(settings);
            let eligible = |id: BrokerId| {
                if *by_hand {
                    return controller.is_eligible(id);
                }
                let position = topology.broker_index(id);
                let known = host.zip(position);
                known.is_some_and(|(host, position)| {
                    host.eligible.get(position).copied().unwrap_or(false)
                })
            };
            let interval = settings
                .high_watermark_checkpoint_interval_ms
                .saturating_mul(1000);
            let context = Context {
                now: *now,
                partition,
                settings,
                min_insync_replicas: of_topic.unwrap_or(settings.min_insync_replicas),
                checkpoint_tick: host.map_or(0, |host| host.ticks(*now, interval)),
                eligible: &eligible,
            };
            cells
                .get_mut(partition.index())
                .and_then(|cell| cell.replica_mut(broker))
                .map(|replica| act(replica, &context, &mut out))
        };
        self.effects = out.effects;
        self.touch(partition);
        for (broker, action) in out.actions.drain(..) {
            self.perform(partition, broker, action);
        }
        self.actions = out.actions;
        result
    }

    fn perform(&mut self, partition: PartitionId, broker: BrokerId, action: Action) {
        if self.by_hand {
            // A schedule by hand names each fetch, request and answer itself.
            return;
        }
        match action {
            Action::WakeFetches => self.wake_fetches(partition, broker),
            Action::TellFollowers => self.tell_followers(partition, broker),
            Action::ReviewFetches(parked) => self.review_fetches(partition, broker, parked),
            Action::SendAlterPartition => self.queue_isr_change(partition, broker),
            Action::AnswerProduce(client, error, base_offset) => {
                self.answer(partition, broker, Node::Client(client), error, base_offset);
            }
            Action::StartFetching => self.start_fetching(partition, broker),
        }
    }

    fn touch(&mut self, partition: PartitionId) {
        if self.touched.last() != Some(&partition) {
            self.touched.push(partition);
        }
    }

    fn broker_mut(&mut self, id: BrokerId) -> Option<&mut Broker> {
        let position = self.topology.broker_index(id)?;
        self.brokers.get_mut(position)
    }

    fn rules(&self, topic: u32) -> Rules<'_> {
        let own = self
            .topology
            .topics
            .get(topic as usize)
            .and_then(|topic| topic.unclean_leader_election_enable);
        Rules {
            settings: &self.settings,
            unclean: own.unwrap_or(self.settings.unclean_leader_election_enable),
        }
    }

    fn allow(&mut self, allowance: Allowance) {
        if let Err(position) = self.allowances.binary_search(&allowance) {
            Rc::make_mut(&mut self.allowances).insert(position, allowance);
        }
    }
}

/// The virtual time of a moment of the wall clock.
#[must_use]
pub const fn virtual_time(wall_clock: u64) -> VirtualTime {
    VirtualTime(wall_clock.saturating_sub(START_TIME_US))
}
