//! Runs of random actions and faults, and what may break in them.
//!
//! A plan is data: it can be cut down to the shortest one that still fails, and printed as Rust.

use crate::cluster::Run;
use std::collections::BTreeSet;
use tidemark_core::cluster::broker::Process;
use tidemark_core::event::InvariantId;
use tidemark_core::kafka::{BrokerId, Offset};
use tidemark_core::replication::acks::Acks;
use tidemark_core::replication::broker_config::BrokerConfig;
use tidemark_core::replication::release::Release;
use tidemark_core::replication::settings::{MetadataMode, SettingKey, Settings};
use tidemark_core::sim::TimedCommand;
use tidemark_core::sim::admin::{Admin, Producer, TopicConfig};
use tidemark_core::sim::command::{Command, Crash, Manual, Produce};
use tidemark_core::sim::event::{Timer, VirtualTime};
use tidemark_core::sim::naming::{Flow, MessageAct, MessageName, MessageType};
use tidemark_core::sim::network::NetworkSpec;
use tidemark_core::sim::node::Node;
use tidemark_core::sim::queue::Due;
use tidemark_core::sim::stalled::Stall;
use tidemark_core::sim::start::ClusterSpec;
use tidemark_core::sim::workload::Size;
use tidemark_core::topology::PartitionId;

/// Brokers of every random run, and replicas of its partitions.
pub const BROKERS: u16 = 3;

/// How long a run is given after all faults have ended, in virtual milliseconds.
const HEALING_MS: u64 = 60_000;

/// A row of the specification's table of verdicts: settings under which runs are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Row {
    /// Current rules, min ISR 2.
    V1,
    /// Current rules, min ISR 1.
    V2,
    /// The high watermark moves below the min ISR, too (before 3.7).
    V3,
    /// Truncation by OffsetsForLeaderEpoch, with fencing (2.1 to 2.6).
    V5,
    /// As V1 with unclean elections.
    V6,
    /// Truncation to the high watermark (before 0.11).
    V8,
    /// The answer of KIP-101, without fencing (0.11 to 1.1).
    V9,
}

/// The kinds of faults that a run has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mix {
    /// None: leadership moves, and followers are slow.
    Calm,
    /// Processes end and start.
    Crashes,
    /// Links are cut, brokers stand still.
    Network,
    /// Both.
    CrashesAndNetwork,
    /// Single messages are dropped, held, delayed, brought forward and repeated, and timers run out early,
    /// beside crashes and cuts.
    Messages,
    /// Topics and brokers come and go, settings change, producers go on by themselves, beside crashes.
    Changes,
    /// Records are lost with the power, beside all the rest.
    Power,
    /// Disks are lost, beside all the rest.
    Disk,
}

/// Something that is done to a cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A producer sends to the leader that the metadata names.
    Produce(u32),
    /// A producer sends to a broker that it takes for the leader.
    ProduceTo(BrokerId, u32),
    /// A consumer reads.
    Read(BrokerId, u32, Offset),
    /// Leadership moves to this broker, if it is a live member of the ISR.
    Elect(BrokerId, u32),
    /// Leadership moves to the preferred replicas.
    ElectPreferred,
    /// The process ends.
    Kill(BrokerId),
    /// The process starts.
    Restart(BrokerId),
    /// The process stops in an orderly way.
    ShutDown(BrokerId),
    /// The power fails; of each log the offsets below this one are left.
    PowerLoss(BrokerId, Offset),
    /// The disk is lost.
    DiskLoss(BrokerId),
    /// The process stands still.
    Pause(BrokerId),
    /// The process goes on.
    Resume(BrokerId),
    /// Nothing gets from one broker to the other.
    Cut(BrokerId, BrokerId),
    /// Nothing gets between a broker and the controller.
    CutController(BrokerId),
    /// A broker exchanges nothing but with clients.
    Isolate(BrokerId),
    /// What was cut between two brokers works again.
    Heal(BrokerId, BrokerId),
    /// What was cut between a broker and the controller works again.
    HealController(BrokerId),
    /// Everything that was cut works again.
    HealAll,
    /// Something is done to a message.
    Message(Which, MessageAct),
    /// One of the messages that are held is released.
    Release(u32),
    /// One of the timers that run expires now.
    Expire(u32),
    /// A fetch that waits at its leader has waited long enough: leader, follower, partition.
    ExpireWait(BrokerId, BrokerId, u32),
    /// The cluster is changed: what, and a number that says how.
    Change(Change, u32),
}

/// What is changed in the cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// One of a few topics is created.
    Create,
    /// It gets another partition.
    Grow,
    /// It is deleted.
    Delete,
    /// Its minimum is set, or is the broker's again; or a broker gets times of its own.
    Set,
    /// A fourth broker starts, or is unregistered, if it is down.
    Broker,
    /// A producer of one of the topics starts.
    Start,
    /// A producer stops.
    Stop,
    /// Records of one of the topics are deleted.
    DeleteRecords,
}

/// Which message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// One of those in flight.
    InFlight(u32),
    /// The last fetch of a follower at a leader: follower, leader, partition. While all is quiet it is
    /// renewed without being in flight for the simulator.
    Fetch(BrokerId, BrokerId, u32),
    /// The answer to it.
    FetchResponse(BrokerId, BrokerId, u32),
}

/// A run to be made: actions with their times in microseconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The settings.
    pub row: Row,
    /// ZooKeeper or KRaft, where the row leaves it open, and the network's delays.
    pub seed: u64,
    /// The actions.
    pub actions: Vec<(u64, Action)>,
}

/// Something that is promised: an invariant, or `None` for the liveness L1.
pub type Promise = Option<InvariantId>;

/// What came of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The invariants that broke at any time.
    pub broken: BTreeSet<InvariantId>,
    /// After all faults had ended everything was replicated everywhere (L1).
    pub whole: bool,
}

impl Row {
    /// All rows.
    pub const ALL: [Self; 7] = [
        Self::V1,
        Self::V2,
        Self::V3,
        Self::V5,
        Self::V6,
        Self::V8,
        Self::V9,
    ];

    /// The settings, with all times a tenth or so of Kafka's: a run is over sooner.
    ///
    /// # Panics
    ///
    /// Never: the releases named here exist.
    #[must_use]
    pub fn settings(self, seed: u64) -> Settings {
        let release = match self {
            Self::V1 | Self::V2 | Self::V6 => "3.9",
            Self::V3 => "3.6",
            Self::V5 => "2.6",
            Self::V8 => "0.10",
            Self::V9 => "1.1",
        };
        let mut settings = Settings::for_release(Release::parse(release).expect("a release"));
        if seed % 2 == 1 {
            settings.metadata_mode = MetadataMode::Zookeeper;
        }
        settings.unclean_leader_election_enable = self == Self::V6;
        settings.min_insync_replicas = match self {
            Self::V2 => 1,
            Self::V8 => 1 + (seed / 2 % 2) as u32,
            _ => 2,
        };
        settings.acks = Acks::All;
        settings.replica_lag_time_max_ms = 1_000;
        settings.replica_fetch_wait_max_ms = 300;
        settings.replica_fetch_backoff_ms = 200;
        settings.replica_socket_timeout_ms = 1_500;
        settings.request_timeout_ms = 3_000;
        settings.zookeeper_session_timeout_ms = 1_800;
        settings.broker_session_timeout_ms = 1_800;
        settings.broker_heartbeat_interval_ms = 400;
        settings.high_watermark_checkpoint_interval_ms = 1_000;
        settings.unclean_leader_election_interval_ms = 5_000;
        settings.auto_leader_rebalance_enable = false;
        settings
    }

    /// What is expected to be found broken, and what may break, in the specification's words "X" and
    /// "~"; of what it marks with X that which a hundred runs find. Everything else must hold. `None`
    /// stands for L1.
    #[must_use]
    pub fn verdict(self, mix: Mix) -> (&'static [Promise], &'static [Promise]) {
        use InvariantId::{I1, I2, I6, I7, I8, I16};
        const NOTHING: &[Promise] = &[];
        const I6_ONLY: &[Promise] = &[Some(I6)];
        const OLD: &[Promise] = &[
            Some(I1),
            Some(I2),
            Some(I6),
            Some(I7),
            Some(I8),
            Some(I16),
            None,
        ];
        const PARTED: &[Promise] = &[Some(I1), Some(I2), Some(I6), Some(I7), None];
        const LOST: &[Promise] = &[Some(I1), Some(I2)];
        const LOST_AND_FEW: &[Promise] = &[Some(I1), Some(I2), Some(I8)];
        let loses_records = matches!(mix, Mix::Power | Mix::Disk);
        match (self, mix) {
            (Self::V1 | Self::V3 | Self::V5 | Self::V6, _) if loses_records => {
                (LOST_AND_FEW, I6_ONLY)
            }
            (Self::V2, _) if loses_records => (LOST, I6_ONLY),
            (Self::V1 | Self::V2 | Self::V3 | Self::V5, _) | (Self::V6, Mix::Calm) => {
                (NOTHING, NOTHING)
            }
            (Self::V6, Mix::Messages | Mix::Changes) => (NOTHING, &[Some(I1), Some(I6), Some(I8)]),
            (Self::V6, Mix::Crashes) => (&[Some(I1)], I6_ONLY),
            (Self::V6, _) => (&[Some(I1)], &[Some(I6), Some(I8)]),
            (Self::V8 | Self::V9, Mix::Calm) | (Self::V9, Mix::Network) => (PARTED, OLD),
            (Self::V8 | Self::V9, Mix::Disk) => (LOST_AND_FEW, OLD),
            (Self::V8, Mix::Messages) | (Self::V8 | Self::V9, Mix::Changes) => (NOTHING, OLD),
            (Self::V8 | Self::V9, Mix::Power) | (Self::V8, _) => (LOST, OLD),
            (Self::V9, _) => (NOTHING, OLD),
        }
    }
}

impl Mix {
    /// All mixes.
    pub const ALL: [Self; 8] = [
        Self::Calm,
        Self::Crashes,
        Self::Network,
        Self::CrashesAndNetwork,
        Self::Messages,
        Self::Changes,
        Self::Power,
        Self::Disk,
    ];

    const fn crashes(self) -> bool {
        !matches!(self, Self::Calm | Self::Network)
    }

    const fn cuts(self) -> bool {
        !matches!(self, Self::Calm | Self::Crashes | Self::Changes)
    }
}

/// Numbers that depend on a seed only (`SplitMix64`).
#[derive(Clone, Debug)]
pub struct Draw(u64);

impl Draw {
    /// A stream of its own for each seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(1))
    }

    /// A number below `bound`.
    pub const fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % bound
    }

    fn broker(&mut self) -> BrokerId {
        self.below(u64::from(BROKERS)) as BrokerId
    }

    fn two_brokers(&mut self) -> (BrokerId, BrokerId) {
        let one = self.broker();
        (one, (one + 1 + self.below(2) as BrokerId) % 3)
    }
}

impl Outcome {
    /// What did not hold.
    pub fn broken_promises(&self) -> impl Iterator<Item = Promise> {
        let broken = self.broken.iter().copied().map(Some);
        broken.chain((!self.whole).then_some(None))
    }
}

impl Plan {
    /// A plan of `count` random actions.
    #[must_use]
    pub fn random(row: Row, mix: Mix, seed: u64, count: usize) -> Self {
        let mut draw = Draw::new(seed);
        let partitions = partitions(seed);
        let mut time = 0;
        let mut produced = 0;
        let mut actions = Vec::with_capacity(count);
        while actions.len() < count {
            time += match draw.below(20) {
                0..=11 => draw.below(40_000),
                12..=16 => draw.below(400_000),
                17..=18 => draw.below(1_500_000),
                _ => draw.below(4_000_000),
            };
            let action = action(mix, &mut draw, partitions, produced);
            produced += i64::from(matches!(action, Action::Produce(_)));
            actions.push((time, action));
        }
        Self { row, seed, actions }
    }

    /// Makes the run.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let mut run = self.start();
        for (time, action) in &self.actions {
            act(&mut run, *time, *action);
        }
        heal(&mut run);
        Outcome {
            whole: run.is_whole(),
            broken: run.broken,
        }
    }

    /// The cluster before the first action.
    ///
    /// # Panics
    ///
    /// Never: there are enough brokers.
    #[must_use]
    pub fn start(&self) -> Run {
        let size = Size {
            brokers: BROKERS,
            partitions: partitions(self.seed),
            replication_factor: BROKERS,
        };
        let network = NetworkSpec {
            seed: self.seed,
            delay_min_us: 500,
            delay_max_us: if self.seed.is_multiple_of(3) {
                400_000
            } else {
                20_000
            },
        };
        let spec = ClusterSpec::placed(size, self.row.settings(self.seed), network);
        let mut spec = spec.expect("enough brokers");
        if self.seed.is_multiple_of(2) {
            for broker in &mut spec.topology.brokers {
                broker.config = own_times(broker.id.unsigned_abs() + 1);
            }
        }
        let mut run = Run::new(&spec);
        run.forget_steps();
        run
    }

    /// The shortest plan found, by leaving out actions, of which `fails` is still true.
    #[must_use]
    pub fn shortest(&self, fails: impl Fn(&Self) -> bool) -> Self {
        let mut plan = self.clone();
        let mut size = plan.actions.len() / 2;
        while size > 0 {
            let mut start = 0;
            let mut shorter = false;
            while start < plan.actions.len() {
                let mut fewer = plan.clone();
                let end = (start + size).min(fewer.actions.len());
                fewer.actions.drain(start..end);
                if fails(&fewer) {
                    plan = fewer;
                    shorter = true;
                } else {
                    start += size;
                }
            }
            if !shorter || size > 1 {
                size /= 2;
            }
        }
        plan
    }
}

fn partitions(seed: u64) -> u32 {
    1 + (seed / 4 % 2) as u32
}

fn action(mix: Mix, draw: &mut Draw, partitions: u32, produced: Offset) -> Action {
    let broker = draw.broker();
    let partition = draw.below(u64::from(partitions)) as u32;
    if mix == Mix::Messages && draw.below(3) == 0 {
        return act_on_one(draw, partition);
    }
    if mix == Mix::Changes && draw.below(3) == 0 {
        let change = match draw.below(16) {
            0..=3 => Change::Create,
            4..=5 => Change::Grow,
            6..=7 => Change::Delete,
            8..=9 => Change::Set,
            10..=11 => Change::Broker,
            12..=13 => Change::Start,
            14 => Change::Stop,
            _ => Change::DeleteRecords,
        };
        return Action::Change(change, draw.below(1 << 20) as u32);
    }
    let kinds = 52 + 20 * u64::from(mix.crashes()) + 26 * u64::from(mix.cuts());
    let mut kind = draw.below(kinds);
    match kind {
        0..=33 => return Action::Produce(partition),
        34..=36 => return Action::ProduceTo(broker, partition),
        37..=39 => {
            let offset = draw.below(produced.unsigned_abs() + 2) as Offset;
            return Action::Read(broker, partition, offset);
        }
        40..=48 => return Action::Elect(broker, partition),
        49..=51 => return Action::ElectPreferred,
        _ => kind -= 52,
    }
    if mix.crashes() {
        match kind {
            0..=3 => {
                return match mix {
                    Mix::Power => {
                        let keep = draw.below(produced.unsigned_abs() + 1) as Offset;
                        Action::PowerLoss(broker, keep)
                    }
                    Mix::Disk => Action::DiskLoss(broker),
                    _ => Action::Kill(broker),
                };
            }
            4..=5 => return Action::Kill(broker),
            6..=7 => return Action::ShutDown(broker),
            8..=19 => return Action::Restart(broker),
            _ => kind -= 20,
        }
    }
    let (one, other) = draw.two_brokers();
    match kind {
        0..=3 => Action::Cut(one, other),
        4..=5 => Action::CutController(broker),
        6..=7 => Action::Isolate(broker),
        8..=10 => Action::Pause(broker),
        11..=15 => Action::Resume(broker),
        16..=19 => Action::Heal(one, other),
        20..=22 => Action::HealController(broker),
        _ => Action::HealAll,
    }
}

fn act_on_one(draw: &mut Draw, partition: u32) -> Action {
    let (follower, leader) = draw.two_brokers();
    match draw.below(10) {
        0..=1 => return Action::Release(draw.below(4) as u32),
        2 => return Action::Expire(draw.below(1 << 20) as u32),
        3 => return Action::ExpireWait(leader, follower, partition),
        _ => {}
    }
    let delay_max_us = if draw.below(3) == 0 {
        3_000_000
    } else {
        60_000
    };
    let act = match draw.below(10) {
        0..=2 => MessageAct::Drop,
        3..=4 => MessageAct::Hold,
        5..=6 => MessageAct::Delay {
            by_us: draw.below(delay_max_us),
        },
        7 => MessageAct::DeliverNow,
        _ => MessageAct::Duplicate,
    };
    let which = match draw.below(8) {
        0 => Which::Fetch(follower, leader, partition),
        1 => Which::FetchResponse(follower, leader, partition),
        _ => Which::InFlight(draw.below(1 << 20) as u32),
    };
    Action::Message(which, act)
}

/// Runs up to the action and does it.
pub fn act(run: &mut Run, time_us: u64, action: Action) {
    if let Some(command) = prepare(run, time_us, action) {
        run.run(&timed(time_us, command));
    }
}

/// Does an action in two runs that are to be compared: what it names is chosen in the first of them.
pub fn act_in_both(runs: [&mut Run; 2], time_us: u64, action: Action) {
    let [one, other] = runs;
    let command = prepare(one, time_us, action);
    if action.looks_around() {
        other.run(&timed(time_us, Command::Wait));
    }
    if let Some(command) = command {
        one.run(&timed(time_us, command.clone()));
        other.run(&timed(time_us, command));
    }
}

impl Action {
    /// Whether what it does depends on what the run has come to.
    const fn looks_around(self) -> bool {
        matches!(
            self,
            Self::Elect(..)
                | Self::Message(..)
                | Self::Release(_)
                | Self::Expire(_)
                | Self::Change(..)
        )
    }
}

/// The command for an action; runs up to it if it looks around there.
fn prepare(run: &mut Run, time_us: u64, action: Action) -> Option<Command> {
    if action.looks_around() {
        run.run(&timed(time_us, Command::Wait));
    }
    let link = |from: BrokerId, to: BrokerId| (Node::Broker(from), Node::Broker(to));
    let command = match action {
        Action::Produce(partition) => produce(run, None, partition),
        Action::ProduceTo(broker, partition) => produce(run, Some(broker), partition),
        Action::Read(broker, partition, offset) => Command::ConsumerFetch {
            partition: PartitionId(partition),
            broker,
            offset,
        },
        Action::Elect(leader, partition) => {
            // What the controller would do: it moves leadership to a live broker, and elsewhere.
            let live = run.simulation.controller().is_eligible(leader);
            if !live || run.leader(partition).is_none_or(|now| now == leader) {
                return None;
            }
            let partition = PartitionId(partition);
            Command::Manual(Manual::Elect { partition, leader })
        }
        Action::ElectPreferred => Command::PreferredElection { partition: None },
        Action::Kill(broker) => crash(broker, Crash::Kill),
        Action::PowerLoss(broker, keep) => crash(broker, Crash::KeepBelow(keep)),
        Action::DiskLoss(broker) => crash(broker, Crash::DiskLoss),
        Action::Restart(broker) => Command::Restart { broker },
        Action::ShutDown(broker) => Command::ControlledShutdown { broker },
        Action::Pause(broker) => Command::Pause { broker },
        Action::Resume(broker) => Command::Resume { broker },
        Action::Cut(one, other) => cut(link(one, other), (one + other) % 2 == 0),
        Action::CutController(broker) => cut((Node::Broker(broker), Node::Controller), true),
        Action::Isolate(broker) => Command::Isolate {
            brokers: vec![broker],
        },
        Action::Heal(one, other) => heal_link(link(one, other)),
        Action::HealController(broker) => heal_link((Node::Broker(broker), Node::Controller)),
        Action::HealAll => Command::HealAll,
        Action::Message(which, act) => {
            let name = message(run, which)?;
            Command::Message { name, act }
        }
        Action::Release(which) => {
            let held = held(run);
            release(*held.get(which as usize % held.len().max(1))?)
        }
        Action::Expire(which) => {
            let running = running(run);
            Command::ExpireTimer(*running.get(which as usize % running.len().max(1))?)
        }
        Action::Change(what, how) => change(run, what, how)?,
        Action::ExpireWait(broker, follower, partition) => Command::ExpireTimer(Timer::FetchWait {
            broker,
            follower,
            partition: PartitionId(partition),
        }),
    };
    Some(command)
}

/// Times that a broker has for itself: each somewhat longer than the cluster's.
fn own_times(by: u32) -> BrokerConfig {
    let by = u64::from(by % 4);
    BrokerConfig(vec![
        (SettingKey::ReplicaLagTimeMaxMs, 1_000 + 300 * by),
        (SettingKey::ReplicaFetchWaitMaxMs, 300 + 50 * by),
        (SettingKey::ReplicaFetchBackoffMs, 200 + 70 * by),
        (SettingKey::ReplicaSocketTimeoutMs, 1_500 + 100 * by),
        (
            SettingKey::HighWatermarkCheckpointIntervalMs,
            1_000 + 90 * by,
        ),
        (SettingKey::ZookeeperSessionTimeoutMs, 1_800 + 300 * by),
        (SettingKey::BrokerHeartbeatIntervalMs, 400 + 30 * by),
    ])
}

/// The fourth broker.
const FOURTH: BrokerId = 3;

fn change(run: &Run, what: Change, how: u32) -> Option<Command> {
    let topology = run.simulation.topology();
    let topic = ["a", "b"][how as usize % 2].to_owned();
    let spec = topology
        .named(&topic)
        .and_then(|at| topology.topics.get(at));
    let admin = match what {
        Change::Create => Admin::CreateTopic {
            topic,
            partitions: 1 + how / 2 % 2,
            replication_factor: 1 + how / 4 % 3,
            config: TopicConfig::default(),
        },
        Change::Grow => {
            let from = u32::try_from(spec?.partitions.len()).ok()?;
            Admin::CreatePartitions {
                topic,
                from,
                total: from + 1,
            }
        }
        Change::Delete => Admin::DeleteTopic { topic },
        Change::Set if how % 4 == 3 => Admin::SetBroker {
            broker: BrokerId::try_from(how / 4 % 3).ok()?,
            config: own_times(how / 16),
        },
        Change::Set => Admin::SetTopic {
            topic,
            config: TopicConfig {
                min_insync_replicas: (how.is_multiple_of(3)).then_some(1 + how / 4 % 3),
                unclean_leader_election_enable: None,
            },
        },
        Change::Broker => match run.simulation.broker(FOURTH).map(|broker| broker.process) {
            None => Admin::AddBroker {
                broker: FOURTH,
                rack: None,
            },
            Some(Process::Down) if how.is_multiple_of(2) => Admin::RemoveBroker { broker: FOURTH },
            Some(Process::Down) => return Some(Command::Restart { broker: FOURTH }),
            Some(_) => return Some(crash(FOURTH, Crash::Kill)),
        },
        Change::Start => Admin::StartProducer(Producer {
            client: 2 + how / 2 % 2,
            topic,
            key: (how.is_multiple_of(3)).then(|| format!("k{}", how % 7)),
            acks: None,
            every_us: 10_000 + u64::from(how),
            value: format!("p{how}-"),
        }),
        Change::Stop => Admin::StopProducer {
            client: 2 + how / 2 % 2,
        },
        Change::DeleteRecords => {
            return Some(Command::DeleteRecords {
                partition: topology.find(&topic, 0)?,
                before_offset: Offset::from(how % 20) - 1,
            });
        }
    };
    Some(Command::Admin(admin))
}

fn message(run: &Run, which: Which) -> Option<MessageName> {
    let fetch = |from, to, kind, partition| {
        let (from, to) = (Node::Broker(from), Node::Broker(to));
        let flow = Flow::new(from, to, kind, Some(PartitionId(partition)));
        let nth = run.simulation.sent_so_far(&flow);
        Some(MessageName { flow, nth, copy: 0 })
    };
    match which {
        Which::Fetch(follower, leader, partition) => {
            fetch(follower, leader, MessageType::Fetch, partition)
        }
        Which::FetchResponse(follower, leader, partition) => {
            fetch(leader, follower, MessageType::FetchResponse, partition)
        }
        Which::InFlight(which) => {
            let entries = run.simulation.queue().iter();
            let queued = entries.filter_map(|entry| match &entry.due {
                Due::Message(message) => Some(message.name()),
                Due::Timer(..) => None,
            });
            let stalled = run.simulation.stalled();
            let stalled = stalled.map(|stalled| stalled.message.name());
            let mut names: Vec<MessageName> = queued.chain(stalled).collect();
            names.sort_unstable_by_key(|name| (name.flow.kind, *name));
            // Rare kinds as often as frequent ones.
            let mut kinds: Vec<MessageType> = names.iter().map(|name| name.flow.kind).collect();
            kinds.dedup();
            let kind = kinds.get(which as usize % kinds.len().max(1))?;
            names.retain(|name| name.flow.kind == *kind);
            names.get(which as usize / 16 % names.len()).copied()
        }
    }
}

/// The timers that run, one of each.
fn running(run: &Run) -> Vec<Timer> {
    let entries = run.simulation.queue().iter();
    let running = entries.filter_map(|entry| match entry.due {
        Due::Timer(timer, generation) if run.simulation.is_running(timer, generation) => {
            Some(timer)
        }
        _ => None,
    });
    let running: BTreeSet<Timer> = running.collect();
    running.into_iter().collect()
}

/// The messages that are held.
fn held(run: &Run) -> Vec<MessageName> {
    let stalled = run.simulation.stalled();
    stalled
        .filter(|stalled| stalled.stall == Stall::Held)
        .map(|stalled| stalled.message.name())
        .collect()
}

const fn release(name: MessageName) -> Command {
    Command::Message {
        name,
        act: MessageAct::Release,
    }
}

/// All faults end: everything runs and is connected, and has time to come to rest.
pub fn heal(run: &mut Run) {
    run.heal();
    for name in held(run) {
        run.now(release(name));
    }
    for client in [2, 3] {
        run.now(Command::Admin(Admin::StopProducer { client }));
    }
    for broker in 0..=FOURTH {
        run.now(Command::Resume { broker });
        run.restart(broker);
    }
    run.wait(HEALING_MS);
    // A clean stop may have been asked for just before, and be over only now.
    for broker in 0..=FOURTH {
        run.restart(broker);
    }
    run.wait(HEALING_MS);
}

const fn timed(time_us: u64, command: Command) -> TimedCommand {
    TimedCommand {
        at: VirtualTime(time_us),
        after: 0,
        command,
    }
}

fn produce(run: &mut Run, broker: Option<BrokerId>, partition: u32) -> Command {
    Command::Produce(Produce {
        partition: PartitionId(partition),
        broker,
        values: vec![run.next_value()],
        acks: Some(Acks::All),
        base_sequence: None,
        key: None,
    })
}

const fn crash(broker: BrokerId, how: Crash) -> Command {
    Command::Crash { broker, how }
}

const fn cut((from, to): (Node, Node), both: bool) -> Command {
    Command::CutLink { from, to, both }
}

const fn heal_link((from, to): (Node, Node)) -> Command {
    Command::HealLink {
        from,
        to,
        both: true,
    }
}
