//! What the page draws: one [`Frame`] per step, computed by the engine, complete for the room shown.
//!
//! A frame holds values, never words: the page puts them into sentences in its own languages.
//! Parts that rarely change are `None` when they are as in the frame before.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::request::{Lens, StepKind};
use crate::event::InvariantId;
use crate::history::BranchId;
use crate::import::Assumption;
use crate::kafka::{BrokerId, LeaderEpoch, Offset};
use crate::paste::AssumedView;
use crate::replication::acks::Acks;
use crate::replication::broker_config::BrokerConfig;
use crate::replication::release::Release;
use crate::replication::settings::{SettingView, SettingsConflict};
use crate::sim::admin::Producer;
use crate::sim::command::Command;
use crate::sim::event::{MessageHead, Step, Timer, VirtualTime};
use crate::sim::naming::MessageName;
use crate::topology::{PartitionId, TopicConfig};

/// Everything the Cluster room shows at one step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// Where in the run this is.
    pub position: Position,
    /// What the scenario is; `None`: unchanged.
    pub scenario: Option<ScenarioView>,
    /// The settings; `None`: unchanged.
    pub settings: Option<SettingsView>,
    /// What just happened; `None` at step 0.
    pub step: Option<Step>,
    /// The captions the scenario gives this step, as (language, text).
    pub captions: Vec<(String, String)>,
    /// The chain of causes of this step, nearest first, at most eight.
    pub causes: Vec<StepLine>,
    /// The step that comes next, if nobody acts before.
    pub next: Option<StepLine>,
    /// The chosen partition.
    pub partition: PartitionView,
    /// The brokers.
    pub brokers: Vec<BrokerView>,
    /// The controller.
    pub controller: ControllerView,
    /// Totals over all partitions.
    pub totals: TotalsView,
    /// The partitions on screen.
    pub matrix: MatrixView,
    /// Messages in flight about the chosen partition, or about none, nearest arrival first; at most 64.
    pub messages: Vec<MessageView>,
    /// How many messages are in flight in all.
    pub messages_total: u32,
    /// Timers that run, next expiry first; at most 32.
    pub timers: Vec<TimerView>,
    /// What became of the records.
    pub ledger: LedgerView,
    /// Invariants broken now.
    pub violations: Vec<ViolationView>,
    /// The events on screen.
    pub events: EventsView,
    /// Ticks of the scrubber; `None`: unchanged.
    pub ticks: Option<Vec<Tick>>,
    /// The branches; `None`: unchanged.
    pub branches: Option<Vec<BranchView>>,
    /// What a person did last on this branch, and could take back.
    pub last_act: Option<Command>,
    /// What was taken back last, if one stands where it had been done.
    pub last_undone: Option<Command>,
    /// The hash of the whole state at this step.
    pub hash: u64,
    /// The protocol hash of the run from its start to this step.
    pub protocol_hash: u64,
}

/// A place in the run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    /// The current step; 0 is the initial state.
    pub step: u32,
    /// How many steps are recorded on this branch.
    pub recorded: u32,
    /// True if nothing more can happen after the last recorded step.
    pub complete: bool,
    /// Virtual time at this step.
    pub time: VirtualTime,
    /// The branch.
    pub branch: BranchId,
}

/// The scenario's head.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScenarioView {
    /// Its id in the catalogue, if it has one: `S02`.
    pub id: Option<String>,
    /// Titles as (language, text).
    pub titles: Vec<(String, String)>,
    /// Topics: name, number of partitions, id of the first one (ids of a topic are consecutive).
    pub topics: Vec<TopicView>,
    /// What an imported text did not say, and how the gap was filled; empty for a scenario.
    pub assumed: Vec<AssumedView>,
    /// True while a schedule by hand drives the run.
    pub by_hand: bool,
    /// Producers that go on by themselves.
    pub producers: Vec<Producer>,
}

/// A topic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TopicView {
    /// Its name.
    pub name: String,
    /// The id of its first listed partition.
    pub first: PartitionId,
    /// The partition numbers, in order; ids are consecutive from `first`.
    pub partitions: Vec<i32>,
    /// It holds what the topic at this position got later; such entries stand behind all topics.
    pub continues: Option<u32>,
    /// It is deleted.
    pub deleted: bool,
    /// What is set for it.
    pub config: TopicConfig,
}

/// The settings panel.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SettingsView {
    /// The release picked.
    pub release: Release,
    /// All releases, oldest first.
    pub releases: Vec<Release>,
    /// Each setting with its value, default and choices.
    pub settings: Vec<SettingView>,
    /// Mixes that no Kafka release allows.
    pub conflicts: Vec<SettingsConflict>,
}

/// A step in one line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepLine {
    /// The step with its effects cut down to those that make its headline.
    pub step: Step,
    /// Its kind.
    pub kind: StepKind,
}

/// The chosen partition.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PartitionView {
    /// Its id.
    pub id: PartitionId,
    /// Its topic.
    pub topic: String,
    /// Its number.
    pub number: i32,
    /// The assignment, in order; the first is preferred.
    pub replicas: Vec<BrokerId>,
    /// The ISR at the controller, in assignment order.
    pub isr: Vec<BrokerId>,
    /// The leader at the controller.
    pub leader: Option<BrokerId>,
    /// The leader epoch at the controller.
    pub leader_epoch: LeaderEpoch,
    /// The partition epoch at the controller.
    pub partition_epoch: i32,
    /// After an unclean election, until the leader reports itself recovered.
    pub recovering: bool,
    /// `min.insync.replicas` of the topic.
    pub min_insync_replicas: u32,
    /// The smaller of that and the number of replicas.
    pub effective_min_isr: u32,
    /// The first offset the lanes show.
    pub first_offset: Offset,
    /// One lane a replica, in assignment order.
    pub lanes: Vec<LaneView>,
    /// What a consumer that reads from the leader may read: offsets below this one.
    pub readable_below: Option<Offset>,
    /// Parts of the initial state that an import assumed.
    pub assumed: Vec<Assumption>,
}

/// What a replica is, as its broker believes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RoleView {
    /// It leads.
    Leader,
    /// It follows.
    Follower,
    /// It has not learned its role since it started.
    None,
    /// Its process is not running.
    Down,
}

/// One replica.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LaneView {
    /// The broker.
    pub broker: BrokerId,
    /// Its role, as it believes itself.
    pub role: RoleView,
    /// True if it believes to lead, but the controller has moved on.
    pub zombie: bool,
    /// Whom it follows.
    pub follows: Option<BrokerId>,
    /// In the controller's ISR.
    pub in_isr: bool,
    /// In the leader's maximal ISR, but not (yet) in the controller's: an expansion is under way.
    pub joining_isr: bool,
    /// A member that the leader has asked to remove.
    pub leaving_isr: bool,
    /// The leader epoch it knows; -1 before any.
    pub leader_epoch: LeaderEpoch,
    /// For a leader: where its epoch starts.
    pub epoch_start_offset: Option<Offset>,
    /// First offset in its log.
    pub log_start_offset: Offset,
    /// Its LEO.
    pub log_end_offset: Offset,
    /// Its HW.
    pub high_watermark: Offset,
    /// The HW in its checkpoint file: what a restart would begin with.
    pub high_watermark_checkpoint: Offset,
    /// Offsets below this one are on the disk; those above are in the page cache only.
    pub flushed_below: Offset,
    /// The leader epoch cache: (epoch, start offset).
    pub epochs: Vec<(LeaderEpoch, Offset)>,
    /// Records shown.
    pub records: Vec<RecordView>,
    /// Records that this step cut or lost: ghosts for one step.
    pub ghosts: Vec<RecordView>,
    /// What is about to be cut by the next message or rule, if that is known: the new end.
    pub next_cut_to: Option<Offset>,
    /// What the leader knows of this follower.
    pub remote: Option<RemoteView>,
    /// What its fetcher does.
    pub fetcher: FetcherView,
    /// Bytes of its segment file.
    pub log_bytes: u64,
    /// This step changed its LEO, HW, role or epoch.
    pub changed: LaneChanges,
}

/// What a step changed in a lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LaneChanges {
    /// The LEO.
    pub log_end_offset: bool,
    /// The HW.
    pub high_watermark: bool,
    /// Role or leader epoch.
    pub role: bool,
    /// Membership of the ISR.
    pub isr: bool,
}

/// What the leader knows of a follower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RemoteView {
    /// The follower's LEO as of its last fetch; -1 is unknown.
    pub log_end_offset: Offset,
    /// How long ago it had caught up; `None`: never in this leadership.
    pub caught_up_ago_ms: Option<u64>,
    /// How long ago it last fetched; `None`: never in this leadership.
    pub last_fetch_ago_ms: Option<u64>,
}

/// What a follower's fetcher does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FetcherView {
    /// It has none: a leader, a replica without leader, a broker that is down.
    None,
    /// A request is on its way, or waits at the leader for records.
    Fetching {
        /// It waits at the leader.
        parked: bool,
    },
    /// It asks where its log and the leader's part.
    Truncating,
    /// It tries again later.
    Backoff {
        /// In how long.
        retry_in_ms: u64,
    },
    /// Its leader can't be reached; it tries each `replica.fetch.backoff.ms`.
    Unreachable,
    /// It gave up until new metadata arrives.
    Failed,
}

/// One record in a lane.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RecordView {
    /// Its offset.
    pub offset: Offset,
    /// The leader epoch of its batch.
    pub leader_epoch: LeaderEpoch,
    /// Its value as text, shortened; a key where there is no value.
    pub label: String,
    /// What its producer was told, if it was acknowledged.
    pub acknowledged: Option<Acks>,
    /// Below the high watermark of its replica.
    pub committed: bool,
    /// On the disk, not only in the page cache.
    pub flushed: bool,
    /// Another live replica has a different record here, and both are below their HW.
    pub differs: bool,
    /// The same value stands at more than one offset of this log.
    pub duplicate: bool,
    /// The first record of its batch.
    pub starts_batch: bool,
}

/// A broker.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BrokerView {
    /// `broker.id`.
    pub id: BrokerId,
    /// Its process.
    pub process: ProcessView,
    /// The controller counts it as alive (unfenced; ZooKeeper: its session is valid).
    pub registered: bool,
    /// It is shutting down in an orderly way.
    pub shutting_down: bool,
    /// It is cut off from at least one other node.
    pub cut_off: bool,
    /// Since when it has been in this state.
    pub since: VirtualTime,
    /// Partitions it leads, at the controller.
    pub leaders: u32,
    /// Partitions it led at the start of the run.
    pub leaders_at_start: u32,
    /// Partitions that have it as preferred replica.
    pub preferred: u32,
    /// Replicas it hosts.
    pub replicas: u32,
    /// `broker.rack`.
    pub rack: Option<String>,
    /// What is set for it.
    pub config: BrokerConfig,
    /// What its process has of that: some of it counts from its next start on.
    pub running_config: BrokerConfig,
}

/// A broker's process.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ProcessView {
    /// It runs.
    Running,
    /// It was started and waits for its registration.
    Starting,
    /// It stands still.
    Paused,
    /// It is not running.
    Down,
}

/// The controller's facts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ControllerView {
    /// True with ZooKeeper, false with KRaft.
    pub zookeeper: bool,
    /// Live brokers, as the controller counts them.
    pub live_brokers: Vec<BrokerId>,
    /// Broker ids that left or joined the live set in this step.
    pub changed_brokers: Vec<BrokerId>,
    /// The chosen partition's state exactly as stored: the znode's JSON, or the metadata record.
    pub partition_state: String,
    /// The same before this step, where this step changed it.
    pub partition_state_before: Option<String>,
    /// How far the metadata log reaches (ZooKeeper: how many states were written).
    pub metadata_end_offset: u64,
    /// Per broker, up to where it has applied them.
    pub applied: Vec<(BrokerId, u64)>,
}

/// Totals over all partitions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TotalsView {
    /// Partitions.
    pub partitions: u32,
    /// Partitions without leader.
    pub offline: u32,
    /// Partitions whose ISR is smaller than the effective `min.insync.replicas`.
    pub under_min_isr: u32,
    /// Partitions whose ISR is smaller than the assignment.
    pub under_replicated: u32,
    /// Partitions not led by their preferred replica (those without leader included).
    pub not_preferred: u32,
    /// Leaders that moved in this step.
    pub leaders_moved: u32,
    /// The same totals before this step.
    pub before: Option<TotalsBefore>,
}

/// Totals before the current step, where the step changed them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TotalsBefore {
    /// Partitions without leader.
    pub offline: u32,
    /// Partitions below min ISR.
    pub under_min_isr: u32,
}

/// The partition matrix on screen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MatrixView {
    /// Partitions that match the window's filters.
    pub matching: u32,
    /// How many of them were skipped.
    pub first: u32,
    /// The columns.
    pub columns: Vec<MatrixColumn>,
}

/// One partition in the matrix.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MatrixColumn {
    /// Its id.
    pub partition: PartitionId,
    /// The assignment, in order, each with what it is.
    pub cells: Vec<MatrixCell>,
    /// It has no leader.
    pub offline: bool,
    /// Its ISR is below the effective minimum.
    pub under_min_isr: bool,
    /// Changed in this step.
    pub changed: bool,
}

/// One replica in the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MatrixCell {
    /// The broker.
    pub broker: BrokerId,
    /// Its state, as the controller sees it.
    pub state: CellState,
}

/// A replica as the controller sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CellState {
    /// It leads.
    Leader,
    /// In the ISR.
    InSync,
    /// Alive, but out of the ISR.
    OutOfSync,
    /// Its broker is not alive; it may still be the ISR's last member.
    Offline {
        /// It is still in the ISR.
        in_isr: bool,
    },
}

/// A message in flight.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MessageView {
    /// Its name, for a command that acts on it.
    pub name: MessageName,
    /// Address and content.
    pub head: MessageHead,
    /// When it was sent.
    pub sent: VirtualTime,
    /// When it arrives; if it does not travel, when it would, or would have.
    pub arrives: VirtualTime,
    /// Whether it travels.
    pub state: MessageState,
    /// It will be lost: the link is cut or the receiver is not there.
    pub doomed: bool,
    /// What can be done to it, beside dropping, delaying and delivering it, which is always possible.
    pub acts: MessageActs,
}

/// Whether a message travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MessageState {
    /// It does.
    UnderWay,
    /// It is held.
    Held,
    /// It waits behind one that is held on the same connection.
    Behind,
}

/// What can be done to some messages only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MessageActs {
    /// It can be held; otherwise it is, and can be released.
    pub hold: bool,
    /// It can arrive twice.
    pub duplicate: bool,
}

/// A timer that runs, and can be let run out at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TimerView {
    /// Which.
    pub timer: Timer,
    /// When it expires.
    pub expires: VirtualTime,
}

/// What became of the records, over all partitions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct LedgerView {
    /// Records a leader appended from a producer.
    pub written: u64,
    /// Records whose producer was told "stored".
    pub acknowledged: u64,
    /// Records that were below a leader's high watermark at any time.
    pub committed: u64,
    /// Acknowledged records that are not committed, now.
    pub acknowledged_not_committed: u64,
    /// Acknowledged records that the current leader's log lacks.
    pub lost: u64,
    /// Values that stand at more than one offset of a current leader's log.
    pub duplicated: u64,
    /// Examples for the last four, at most eight each.
    pub acknowledged_not_committed_examples: Vec<String>,
    /// See `lost`.
    pub lost_examples: Vec<String>,
    /// See `duplicated`.
    pub duplicated_examples: Vec<String>,
}

/// An invariant broken now.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ViolationView {
    /// Which.
    pub id: InvariantId,
    /// Where.
    pub partition: PartitionId,
    /// The step in which it broke.
    pub since_step: u32,
    /// The settings and faults of this run that allow it (empty: a mistake of Tidemark's).
    pub allowed_by: Vec<crate::sim::invariant::Allowance>,
}

/// The events on screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventsView {
    /// Steps that match, recorded so far.
    pub matching: u32,
    /// Timer steps left out.
    pub hidden_timers: u32,
    /// How many of the matching steps were skipped.
    pub first: u32,
    /// The lines.
    pub lines: Vec<StepLine>,
    /// The lens in force.
    pub lens: Lens,
}

/// A tick of the scrubber: the heaviest kind of the steps it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tick {
    /// The first step it stands for.
    pub step: u32,
    /// How many steps.
    pub count: u32,
    /// The heaviest kind among them.
    pub kind: StepKind,
}

/// A branch of the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BranchView {
    /// Its id.
    pub id: BranchId,
    /// The branch it left, and the step after which it did.
    pub parent: Option<(BranchId, u32)>,
    /// A name given by a person.
    pub name: Option<String>,
    /// What made it: the command's step line.
    pub first_step: Option<StepLine>,
    /// The last step recorded on it.
    pub last_step: Option<StepLine>,
    /// How many steps are recorded on it.
    pub recorded: u32,
}
