//! A simulated cluster with short verbs: what tests of whole runs are written in.

use std::collections::BTreeSet;
use tidemark_core::cluster::replica::Replica;
use tidemark_core::event::{Effect, InvariantId};
use tidemark_core::kafka::{BrokerId, Offset};
use tidemark_core::replication::acks::Acks;
use tidemark_core::replication::error_code::ErrorCode;
use tidemark_core::replication::settings::{SettingChange, SettingKey, SettingValue, Settings};
use tidemark_core::sim::command::{Command, Crash, Produce};
use tidemark_core::sim::event::{Step, VirtualTime};
use tidemark_core::sim::network::NetworkSpec;
use tidemark_core::sim::node::Node;
use tidemark_core::sim::start::ClusterSpec;
use tidemark_core::sim::workload::Size;
use tidemark_core::sim::{Advance, Simulation, TimedCommand};
use tidemark_core::topology::PartitionId;

/// Steps after which a run is taken for one that never ends.
const STEPS_MAX: u32 = 5_000_000;

/// A run and everything that has happened in it.
#[derive(Clone, Debug)]
pub struct Run {
    /// The simulation.
    pub simulation: Simulation,
    /// The steps so far, if they are kept.
    pub steps: Vec<Step>,
    /// Invariants that broke at any time.
    pub broken: BTreeSet<InvariantId>,
    /// How many calls of `advance` there were.
    pub advances: u64,
    keeps_steps: bool,
    values: u32,
}

impl Run {
    /// A run of the given cluster.
    #[must_use]
    pub fn new(spec: &ClusterSpec) -> Self {
        Self {
            simulation: Simulation::new(spec),
            steps: Vec::new(),
            broken: BTreeSet::new(),
            advances: 0,
            keeps_steps: true,
            values: 0,
        }
    }

    /// Three brokers, and a topic of so many partitions with three replicas: partition 0 is on 0, 1, 2.
    ///
    /// # Panics
    ///
    /// Never: three brokers are enough for three replicas.
    #[must_use]
    pub fn three_brokers(partitions: u32, settings: Settings) -> Self {
        let size = Size {
            brokers: 3,
            partitions,
            replication_factor: 3,
        };
        let spec = ClusterSpec::placed(size, settings, NetworkSpec::default());
        Self::new(&spec.expect("enough brokers"))
    }

    /// Forgets steps as they are done.
    pub const fn forget_steps(&mut self) {
        self.keeps_steps = false;
    }

    /// Keeps steps from here on.
    pub const fn remember_steps(&mut self) {
        self.keeps_steps = true;
    }

    /// Runs up to this time, and all that happens at it.
    pub fn until(&mut self, time_ms: u64) {
        self.at(time_ms, Command::Wait);
    }

    /// Runs so much longer.
    pub fn wait(&mut self, time_ms: u64) {
        self.until(self.time_ms() + time_ms);
    }

    /// Runs up to this time, and executes the command after all else that happens at it.
    pub fn at(&mut self, time_ms: u64, command: Command) {
        self.run(&TimedCommand {
            at: VirtualTime::from_millis(time_ms),
            after: u32::MAX,
            command,
        });
    }

    /// Executes the command now.
    pub fn now(&mut self, command: Command) {
        let (at, after) = self.simulation.place();
        self.run(&TimedCommand { at, after, command });
    }

    /// Runs up to the command and executes it.
    ///
    /// # Panics
    ///
    /// If it does not come to it.
    pub fn run(&mut self, timed: &TimedCommand) {
        for _ in 0..STEPS_MAX {
            self.advances += 1;
            match self.simulation.advance(Some(timed)) {
                Advance::Step(step, done) => {
                    self.note(step);
                    if done {
                        return;
                    }
                }
                Advance::Busy => {}
                Advance::Complete => panic!("the command was left out"),
            }
        }
        panic!("{timed:?}: not within {STEPS_MAX} steps");
    }

    fn note(&mut self, step: Step) {
        for effect in &step.effects {
            if let Effect::Invariant {
                id, broken: true, ..
            } = effect
            {
                self.broken.insert(*id);
            }
        }
        if self.keeps_steps {
            self.steps.push(step);
        }
    }

    /// A producer sends one record; answers its value.
    pub fn produce(&mut self, partition: u32, acks: Acks) -> String {
        self.produce_to(None, partition, acks)
    }

    /// A producer sends one record to a certain broker, whatever the metadata says; answers its value.
    pub fn produce_to(&mut self, broker: Option<BrokerId>, partition: u32, acks: Acks) -> String {
        let value = self.next_value();
        self.now(Command::Produce(Produce {
            partition: PartitionId(partition),
            broker,
            values: vec![value.clone()],
            acks: Some(acks),
            base_sequence: None,
            key: None,
        }));
        value
    }

    /// A value that no record has yet.
    pub fn next_value(&mut self) -> String {
        self.values += 1;
        format!("m{}", self.values - 1)
    }

    /// The process ends without warning.
    pub fn kill(&mut self, broker: BrokerId) {
        self.crash(broker, Crash::Kill);
    }

    /// The process ends, and its disk keeps what `how` says.
    pub fn crash(&mut self, broker: BrokerId, how: Crash) {
        self.now(Command::Crash { broker, how });
    }

    /// The process starts again.
    pub fn restart(&mut self, broker: BrokerId) {
        self.now(Command::Restart { broker });
    }

    /// Two brokers exchange nothing any more.
    pub fn cut(&mut self, one: BrokerId, other: BrokerId) {
        self.cut_nodes(Node::Broker(one), Node::Broker(other));
    }

    /// Two nodes exchange nothing any more.
    pub fn cut_nodes(&mut self, from: Node, to: Node) {
        self.now(Command::CutLink {
            from,
            to,
            both: true,
        });
    }

    /// Every cut link works again.
    pub fn heal(&mut self) {
        self.now(Command::HealAll);
    }

    /// A setting changes.
    pub fn set(&mut self, key: SettingKey, value: SettingValue) {
        self.now(Command::Set(SettingChange { key, value }));
    }

    /// Virtual time, in whole milliseconds.
    #[must_use]
    pub const fn time_ms(&self) -> u64 {
        self.simulation.time().as_millis()
    }

    /// A partition's leader, as the controller has it.
    #[must_use]
    pub fn leader(&self, partition: u32) -> Option<BrokerId> {
        self.cell(partition).state.leader
    }

    /// A partition's leader epoch, as the controller has it.
    #[must_use]
    pub fn leader_epoch(&self, partition: u32) -> i32 {
        self.cell(partition).state.leader_epoch
    }

    /// A partition's ISR, as the controller has it.
    #[must_use]
    pub fn isr(&self, partition: u32) -> Vec<BrokerId> {
        self.cell(partition).state.isr.to_vec()
    }

    /// The replica of a partition on a broker.
    ///
    /// # Panics
    ///
    /// If there is none.
    #[must_use]
    pub fn replica(&self, partition: u32, broker: BrokerId) -> &Replica {
        self.cell(partition).replica(broker).expect("a replica")
    }

    /// The values in the log of a replica.
    #[must_use]
    pub fn values(&self, partition: u32, broker: BrokerId) -> Vec<String> {
        let replica = self.replica(partition, broker);
        replica.values(0, replica.log.log_end_offset())
    }

    /// Log end offset and high watermark of a partition's replicas, in assignment order.
    #[must_use]
    pub fn offsets(&self, partition: u32) -> Vec<(Offset, Offset)> {
        let replicas = self.cell(partition).replicas.iter();
        replicas
            .map(|replica| (replica.log.log_end_offset(), replica.log.high_watermark()))
            .collect()
    }

    /// The values that a producer was told are stored.
    #[must_use]
    pub fn acknowledged(&self, partition: u32) -> Vec<String> {
        let records = self.cell(partition).ledger.acknowledged.iter();
        records.map(|record| record.value.to_string()).collect()
    }

    /// The error that the producer of a value got, with its time.
    #[must_use]
    pub fn failure_of(&self, value: &str) -> Option<(u64, ErrorCode)> {
        self.first_after(0, |effect| match effect {
            Effect::ProduceFailed { values, error, .. } if values.iter().any(|it| it == value) => {
                Some(*error)
            }
            _ => None,
        })
    }

    /// When the first effect came, from this time on, that `pick` picks.
    pub fn first_after<T>(
        &self,
        time_ms: u64,
        pick: impl Fn(&Effect) -> Option<T>,
    ) -> Option<(u64, T)> {
        let steps = self.steps.iter();
        steps
            .filter(|step| step.time >= VirtualTime::from_millis(time_ms))
            .find_map(|step| {
                let picked = step.effects.iter().find_map(&pick)?;
                Some((step.time.as_millis(), picked))
            })
    }

    /// When a broker was fenced, from this time on.
    #[must_use]
    pub fn fenced_after(&self, time_ms: u64, id: BrokerId) -> Option<u64> {
        let fenced = |effect: &Effect| {
            matches!(effect, Effect::BrokerFenced { broker } if *broker == id).then_some(())
        };
        self.first_after(time_ms, fenced).map(|(time, ())| time)
    }

    /// Whether everybody is in the ISR, and all logs and high watermarks are equal.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let mut cells = self.simulation.cells().iter();
        cells.by_ref().filter(|cell| cell.exists()).all(|cell| {
            // What was deleted may still be in a segment, or not.
            let stamps = |replica: &Replica| {
                let start = replica.log.log_start_offset();
                replica.log.stamps(start).collect::<Vec<_>>()
            };
            let Some(leader) = cell.true_leader() else {
                return false;
            };
            cell.state.isr == cell.state.replicas
                && cell.replicas.iter().all(|replica| {
                    replica.log.log_start_offset() == leader.log.log_start_offset()
                        && replica.log.log_end_offset() == leader.log.log_end_offset()
                        && replica.log.high_watermark() == leader.log.log_end_offset()
                        && stamps(replica) == stamps(leader)
                })
        })
    }

    fn cell(&self, partition: u32) -> &tidemark_core::sim::cell::PartitionCell {
        let cell = self.simulation.cell(PartitionId(partition));
        cell.expect("a partition")
    }
}
