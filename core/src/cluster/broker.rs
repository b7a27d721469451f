//! A broker's process: whether it runs, what it has learned from the controller, what it has under way.

use alloc::rc::Rc;
use alloc::vec::Vec;

use crate::kafka::BrokerId;
use crate::replication::broker_config::BrokerConfig;
use crate::replication::settings::Settings;
use crate::topology::PartitionId;

/// A broker's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Process {
    /// It runs.
    Running,
    /// It was started, and is not registered yet.
    Starting,
    /// It stands still and keeps its memory.
    Paused,
    /// It is not running.
    Down,
}

/// A broker.
#[derive(Clone, Debug)]
pub struct Broker {
    /// `broker.id`.
    pub id: BrokerId,
    /// Its process.
    pub process: Process,
    /// When the process took its present state, wall clock.
    pub since: u64,
    /// When the process last started, wall clock: its periodic work counts from here.
    pub started_at: u64,
    /// The step in which the process was started: connections of an earlier one are broken.
    pub started_in_step: u32,
    /// The process has registered with the controller.
    pub registered: bool,
    /// The process was asked to stop, and waits for the controller to let it.
    pub wants_shut_down: bool,
    /// What its process has set for itself: what it read at its start, and what was changed since.
    pub config: BrokerConfig,
    /// The settings of its process, if it has any for itself; else they are the cluster's.
    pub settings: Option<Rc<Settings>>,
    /// The partitions it hosts.
    pub partitions: Rc<[PartitionId]>,
    /// Up to where it has applied the controller's records.
    pub applied_offset: u64,
    /// Records are on their way to it.
    pub records_in_flight: bool,
    /// It has started and knows nothing: the next records bring the present state of everything.
    pub wants_everything: bool,
    /// Which brokers may be in an ISR, by position, as it has learned it.
    pub eligible: Rc<[bool]>,
    /// Partitions whose ISR change waits to be sent.
    pub isr_changes: Rc<Vec<PartitionId>>,
    /// An AlterPartition request is under way: a broker has at most one.
    pub alter_partition_in_flight: bool,
    /// Partitions it leads in which a member of the ISR was behind when last looked at.
    pub suspects: Rc<Vec<PartitionId>>,
    /// A lag check is due at some time.
    pub lag_check_armed: bool,
}

impl Broker {
    /// A running broker that has learned everything so far.
    #[must_use]
    pub fn new(
        id: BrokerId,
        partitions: Rc<[PartitionId]>,
        eligible: Rc<[bool]>,
        now: u64,
    ) -> Self {
        Self {
            id,
            process: Process::Running,
            since: now,
            started_at: now,
            started_in_step: 0,
            registered: true,
            wants_shut_down: false,
            config: BrokerConfig::default(),
            settings: None,
            partitions,
            applied_offset: 0,
            records_in_flight: false,
            wants_everything: false,
            eligible,
            isr_changes: Rc::default(),
            alter_partition_in_flight: false,
            suspects: Rc::default(),
            lag_check_armed: false,
        }
    }

    /// From now on its process has set this for itself, where the cluster has those settings.
    pub fn configure(&mut self, config: BrokerConfig, cluster: &Settings) {
        let own = (!config.0.is_empty()).then(|| config.applied_to(cluster));
        self.settings = own.and_then(Result::ok).map(Rc::new);
        self.config = config;
    }

    /// The process takes another state.
    pub const fn become_process(&mut self, process: Process, now: u64) {
        self.process = process;
        self.since = now;
    }

    /// A new process begins, which the controller has not heard of.
    pub const fn start(&mut self, now: u64, step: u32) {
        self.started_at = now;
        self.started_in_step = step;
        self.registered = false;
        self.wants_everything = true;
        self.become_process(Process::Starting, now);
    }

    /// Everything that was only in memory is gone.
    pub fn forget(&mut self) {
        self.wants_shut_down = false;
        self.isr_changes = Rc::default();
        self.suspects = Rc::default();
        self.drop_traffic();
    }

    /// Messages and timers are gone.
    pub const fn drop_traffic(&mut self) {
        self.records_in_flight = false;
        self.alter_partition_in_flight = false;
        self.lag_check_armed = false;
    }

    /// How often something that happens every `interval` microseconds has happened since the start.
    #[must_use]
    pub const fn ticks(&self, now: u64, interval: u64) -> u64 {
        now.saturating_sub(self.started_at) / interval
    }

    /// The first moment after `now` at which something happens that happens every `interval`
    /// microseconds since the start.
    #[must_use]
    pub const fn next_tick(&self, now: u64, interval: u64) -> u64 {
        self.started_at + (self.ticks(now, interval) + 1) * interval
    }

    /// Marks a partition whose followers have to be watched.
    pub fn suspect(&mut self, partition: PartitionId) {
        if let Err(position) = self.suspects.binary_search(&partition) {
            Rc::make_mut(&mut self.suspects).insert(position, partition);
        }
    }

    /// A partition's ISR change waits to be sent.
    pub fn queue_isr_change(&mut self, partition: PartitionId) {
        if !self.isr_changes.contains(&partition) {
            Rc::make_mut(&mut self.isr_changes).push(partition);
        }
    }
}
