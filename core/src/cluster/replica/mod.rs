//! One replica of a partition on one broker: its log, its role, and what it does with requests.
//!
//! It corresponds to `kafka.cluster.Partition` together with the partition's part of
//! `ReplicaFetcherThread`. It never sends anything: requests come in, answers and effects go out, and
//! whoever calls it decides what travels and when. Read first: KIP-101, KIP-279, KIP-320, KIP-497.

mod follower;
mod leader;
mod produce;

use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

pub use follower::{Fetcher, Following, TruncationStep};
pub use leader::{
    FetchOutcome, FetchRequest, FetchedRecords, InitialProgress, Leadership, ParkedFetch,
    PendingIsr, Remote,
};
pub use produce::{ProduceOutcome, ProduceRequest, WaitingProduce};

use super::partition_state::PartitionState;
use crate::event::{Effect, TruncationReason};
use crate::kafka::{BrokerId, LeaderEpoch, NO_LEADER_EPOCH, Offset, Timestamp};
use crate::log::{LogConfig, LogContext, LogRecord, OpenInfo, PartitionLog, ReadLimit};
use crate::replication::settings::{Settings, Truncation};
use crate::topology::PartitionId;

/// The wall clock at virtual time 0, in microseconds since 1970: a summer day in 2023, as in Kafka's own
/// examples. Replicas count in wall-clock time, as Kafka does, where a time of 0 means "never".
pub const START_TIME_US: u64 = 1_690_000_000_000_000;

/// What a replica needs to know of its surroundings while it handles one input.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    /// The wall clock, microseconds since 1970.
    pub now: u64,
    /// Which partition this is.
    pub partition: PartitionId,
    /// The settings.
    pub settings: &'a Settings,
    /// `min.insync.replicas` of the topic.
    pub min_insync_replicas: u32,
    /// How many high-watermark checkpoints the broker has written since it started.
    pub checkpoint_tick: u64,
    /// Which brokers may be in an ISR, as this replica's broker knows it.
    pub eligible: &'a dyn Fn(BrokerId) -> bool,
}

impl Context<'_> {
    /// The timestamp a record gets that is written now.
    #[must_use]
    pub fn timestamp(&self) -> Timestamp {
        i64::try_from(self.now / 1000).unwrap_or(Timestamp::MAX)
    }

    /// What the replica's log needs to know: topics have Kafka's default settings for it.
    pub(super) fn log(&self) -> LogContext<'static> {
        LogContext {
            config: &LogConfig::DEFAULT,
            now_ms: self.timestamp(),
        }
    }
}

/// What a replica wants done, beside the effects it reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Its log grew: parked fetches can be answered.
    WakeFetches,
    /// It leads no more, or leads another epoch: these fetches that waited here are looked at again.
    ReviewFetches(Vec<ParkedFetch>),
    /// Its high watermark or log start rose, or somebody left its ISR: the next round of the followers'
    /// fetches will change something.
    TellFollowers,
    /// An ISR change waits to be sent to the controller.
    SendAlterPartition,
    /// A waiting producer, by the number of its client, gets its answer.
    AnswerProduce(u32, crate::replication::error_code::ErrorCode, Offset),
    /// It follows a new leader, or a new epoch: start fetching.
    StartFetching,
}

/// Collects what one input brings about.
#[derive(Debug, Default)]
pub struct Outbox {
    /// What changed, in order.
    pub effects: Vec<Effect>,
    /// What is to be done next, with the broker that asks.
    pub actions: Vec<(BrokerId, Action)>,
}

/// What a replica is.
#[derive(Clone, Debug)]
pub enum Role {
    /// Its broker has not learned it since it started, or is down.
    None,
    /// It leads.
    Leader(Rc<Leadership>),
    /// It follows.
    Follower(Following),
}

/// A replica.
#[derive(Clone, Debug)]
pub struct Replica {
    /// The broker that hosts it.
    pub broker: BrokerId,
    /// Its log.
    pub log: PartitionLog,
    /// The leader epoch it knows; -1 before any.
    pub leader_epoch: LeaderEpoch,
    /// The partition epoch it knows; -1 before any.
    pub partition_epoch: i32,
    /// Its role.
    pub role: Role,
    /// Whom it followed or was last; `None` after a restart. Truncation to the high watermark asks.
    last_leader: Option<BrokerId>,
    /// Counts its fetch requests, so that an answer can be told from a stale one.
    pub(super) fetch_serial: u32,
    checkpoint: HighWatermarkCheckpoint,
    /// Its broker stopped in an orderly way (`.kafka_cleanshutdown`).
    clean_shutdown: bool,
}

/// The high watermark in the checkpoint file, known without writing it every five seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct HighWatermarkCheckpoint {
    /// The value at the last tick before the last change.
    value: Offset,
    /// The tick count at the last change.
    changed_at_tick: u64,
}

impl Replica {
    /// A replica with the given log that knows of no leader yet.
    #[must_use]
    pub const fn new(broker: BrokerId, log: PartitionLog) -> Self {
        let value = log.high_watermark();
        Self {
            broker,
            log,
            leader_epoch: NO_LEADER_EPOCH,
            partition_epoch: -1,
            role: Role::None,
            last_leader: None,
            fetch_serial: 0,
            checkpoint: HighWatermarkCheckpoint {
                value,
                changed_at_tick: 0,
            },
            clean_shutdown: false,
        }
    }

    /// Puts a replica into a given role, as a scenario's initial state says.
    pub fn begin_as(&mut self, state: &PartitionState, progress: &[InitialProgress]) {
        self.leader_epoch = state.leader_epoch;
        self.partition_epoch = state.partition_epoch;
        self.last_leader = state.leader;
        self.role = if state.leader == Some(self.broker) {
            Role::Leader(Rc::new(Leadership::initial(state, self.broker, progress)))
        } else {
            Role::Follower(Following::new(state.leader))
        };
    }

    /// The leadership, if it leads.
    #[must_use]
    pub fn leadership(&self) -> Option<&Leadership> {
        match &self.role {
            Role::Leader(leadership) => Some(leadership),
            _ => None,
        }
    }

    /// The leadership, to change it.
    pub fn leadership_mut(&mut self) -> Option<&mut Leadership> {
        match &mut self.role {
            Role::Leader(leadership) => Some(Rc::make_mut(leadership)),
            _ => None,
        }
    }

    /// What it does as a follower, if it follows.
    #[must_use]
    pub const fn following(&self) -> Option<&Following> {
        match &self.role {
            Role::Follower(following) => Some(following),
            _ => None,
        }
    }

    /// What it does as a follower, to change it.
    pub const fn following_mut(&mut self) -> Option<&mut Following> {
        match &mut self.role {
            Role::Follower(following) => Some(following),
            _ => None,
        }
    }

    /// The high watermark that the checkpoint file holds, `tick` checkpoints after the broker's start.
    #[must_use]
    pub const fn checkpointed_high_watermark(&self, tick: u64) -> Offset {
        if tick > self.checkpoint.changed_at_tick {
            self.log.high_watermark()
        } else {
            self.checkpoint.value
        }
    }

    /// Applies the controller's state of the partition (`Partition.makeLeader`, `makeFollower`).
    /// A state older than the one known is ignored.
    pub fn apply(&mut self, context: &Context<'_>, state: &PartitionState, out: &mut Outbox) {
        if state.partition_epoch < self.partition_epoch {
            return;
        }
        if state.leader == Some(self.broker) {
            self.become_leader(context, state, out);
        } else {
            self.become_follower(context, state, out);
        }
    }

    /// The process ends: what was only in memory is gone. `tick` as in
    /// [`Replica::checkpointed_high_watermark`].
    pub fn stop(&mut self, tick: u64) {
        self.checkpoint = HighWatermarkCheckpoint {
            value: self.checkpointed_high_watermark(tick),
            changed_at_tick: u64::MAX,
        };
        self.role = Role::None;
        self.last_leader = None;
    }

    /// The process ends in an orderly way: everything is flushed and checkpointed.
    pub fn stop_cleanly(&mut self) {
        self.log.flush();
        self.clean_shutdown = true;
        self.checkpoint.value = self.log.high_watermark();
        self.checkpoint.changed_at_tick = u64::MAX;
        self.role = Role::None;
        self.last_leader = None;
    }

    /// The process starts and opens the log: the high watermark comes from the checkpoint, the epoch
    /// cache loses entries without records.
    pub fn open(&mut self, context: &Context<'_>, out: &mut Outbox) {
        let info = OpenInfo {
            clean_shutdown: self.clean_shutdown,
            high_watermark: self.checkpoint.value,
            recovery_point: self.log.recovery_point(),
            log_start_offset: self.log.log_start_offset(),
        };
        self.log.open(context.log(), info);
        self.clean_shutdown = false;
        self.leader_epoch = NO_LEADER_EPOCH;
        self.partition_epoch = -1;
        self.checkpoint = HighWatermarkCheckpoint {
            value: self.log.high_watermark(),
            changed_at_tick: context.checkpoint_tick,
        };
        out.effects.push(Effect::LogOpened {
            partition: context.partition,
            broker: self.broker,
            high_watermark: self.log.high_watermark(),
            log_end_offset: self.log.log_end_offset(),
        });
    }

    /// Records at and above `offset` vanish with the power, with 0 the whole disk; reports what was lost.
    pub fn lose_from(&mut self, partition: PartitionId, offset: Offset, out: &mut Outbox) {
        let before = self.log.log_end_offset();
        if offset <= 0 {
            self.log.lose_disk();
        } else {
            self.log.lose_from(offset);
        }
        self.report_loss(partition, before, out);
    }

    /// Everything that was not flushed vanishes with the power.
    pub fn lose_unflushed(&mut self, partition: PartitionId, out: &mut Outbox) {
        let before = self.log.log_end_offset();
        self.log.power_loss();
        self.report_loss(partition, before, out);
    }

    fn report_loss(&mut self, partition: PartitionId, before: Offset, out: &mut Outbox) {
        let now = self.log.log_end_offset();
        self.checkpoint.value = self.checkpoint.value.min(now);
        if now != before {
            out.effects.push(Effect::RecordsLost {
                partition,
                broker: self.broker,
                from: before,
                to: now,
            });
        }
    }

    /// A setting by hand writes the checkpoint at the moment of a crash.
    pub const fn checkpoint_now(&mut self) {
        self.checkpoint.value = self.log.high_watermark();
        self.checkpoint.changed_at_tick = u64::MAX;
    }

    fn become_leader(&mut self, context: &Context<'_>, state: &PartitionState, out: &mut Outbox) {
        let log_end_offset = self.log.log_end_offset();
        let new_leader = self.leadership().is_none();
        let new_epoch = state.leader_epoch > self.leader_epoch;
        let mut leadership = match &self.role {
            Role::Leader(leadership) => (**leadership).clone(),
            _ => Leadership::new(log_end_offset),
        };
        if leadership.loses_a_member(&state.isr) {
            out.actions.push((self.broker, Action::TellFollowers));
        }
        leadership.take_assignment(state, self.broker);
        // A state that is known already brings nothing new: what was asked for since is still under way.
        if state.partition_epoch > self.partition_epoch {
            leadership.pending = None;
        }
        if new_epoch {
            leadership.epoch_start_offset = log_end_offset;
            leadership.reset_remotes(new_leader, log_end_offset, context.now);
            // Epochs of a controller are never negative.
            let _ = self.log.assign_epoch_start_offset(state.leader_epoch);
            self.leader_epoch = state.leader_epoch;
            out.effects.push(Effect::BecameLeader {
                partition: context.partition,
                broker: self.broker,
                leader_epoch: state.leader_epoch,
                epoch_start_offset: log_end_offset,
            });
            let parked = leadership.take_parked();
            out.actions
                .push((self.broker, Action::ReviewFetches(parked)));
        } else {
            out.effects.push(Effect::LeaderSawIsr {
                partition: context.partition,
                broker: self.broker,
                isr: state.isr.to_vec(),
            });
        }
        self.partition_epoch = state.partition_epoch;
        self.last_leader = Some(self.broker);
        self.role = Role::Leader(Rc::new(leadership));
        self.maybe_increment_high_watermark(context, out);
        self.examine_waiting(context, out);
    }

    fn become_follower(&mut self, context: &Context<'_>, state: &PartitionState, out: &mut Outbox) {
        let new_epoch = state.leader_epoch > self.leader_epoch;
        self.refuse_waiting(context, out);
        if let Some(leadership) = self.leadership_mut() {
            let parked = leadership.take_parked();
            out.actions
                .push((self.broker, Action::ReviewFetches(parked)));
        }
        let new_leader = state.leader != self.last_leader;
        let was_follower = self.following().is_some();
        self.leader_epoch = state.leader_epoch;
        self.partition_epoch = state.partition_epoch;
        if new_epoch || !was_follower {
            self.role = Role::Follower(Following::new(state.leader));
            out.effects.push(Effect::BecameFollower {
                partition: context.partition,
                broker: self.broker,
                leader: state.leader,
                leader_epoch: state.leader_epoch,
            });
            if context.settings.truncation == Truncation::HighWatermark
                && new_leader
                && state.leader.is_some()
            {
                let high_watermark = self.log.high_watermark();
                self.truncate(
                    context,
                    high_watermark,
                    TruncationReason::HighWatermark,
                    out,
                );
            }
            out.actions.push((self.broker, Action::StartFetching));
        }
        if state.leader.is_some() {
            self.last_leader = state.leader;
        }
    }

    /// Cuts the log to `offset`; at or above the log's end only the epoch cache is cleared of entries
    /// without records.
    pub(super) fn truncate(
        &mut self,
        context: &Context<'_>,
        offset: Offset,
        reason: TruncationReason,
        out: &mut Outbox,
    ) {
        let from = self.log.log_end_offset();
        let high_watermark = self.log.high_watermark();
        self.log.truncate_to(offset);
        out.effects.push(Effect::Truncated {
            partition: context.partition,
            broker: self.broker,
            from,
            to: self.log.log_end_offset(),
            reason,
        });
        self.note_high_watermark(context, high_watermark, out);
    }

    /// Sets the high watermark within the log's bounds and reports a change.
    pub(super) fn set_high_watermark(
        &mut self,
        context: &Context<'_>,
        high_watermark: Offset,
        out: &mut Outbox,
    ) {
        let before = self.log.high_watermark();
        self.log.update_high_watermark(high_watermark);
        self.note_high_watermark(context, before, out);
    }

    fn note_high_watermark(&mut self, context: &Context<'_>, before: Offset, out: &mut Outbox) {
        let now = self.log.high_watermark();
        if now == before {
            return;
        }
        if context.checkpoint_tick > self.checkpoint.changed_at_tick {
            self.checkpoint.value = before;
        }
        self.checkpoint.changed_at_tick = context.checkpoint_tick;
        out.effects.push(Effect::HighWatermark {
            partition: context.partition,
            broker: self.broker,
            from: before,
            to: now,
            as_leader: self.leadership().is_some(),
        });
    }

    /// Raises the log start offset (retention, DeleteRecords, or the leader's as a fetch carries it).
    pub fn raise_log_start(&mut self, context: &Context<'_>, offset: Offset, out: &mut Outbox) {
        let before = self.log.log_start_offset();
        let high_watermark = self.log.high_watermark();
        if offset <= before {
            return;
        }
        // Within the high watermark, so it can't be refused.
        let _ = self
            .log
            .maybe_increment_log_start_offset(offset.min(high_watermark));
        if self.log.log_start_offset() != before {
            out.effects.push(Effect::LogStartOffset {
                partition: context.partition,
                broker: self.broker,
                from: before,
                to: self.log.log_start_offset(),
            });
            out.actions.push((self.broker, Action::TellFollowers));
        }
    }

    /// Hands the records from `from` on, below `to`, to `take`.
    pub fn for_each_record(&self, from: Offset, to: Offset, mut take: impl FnMut(&LogRecord<'_>)) {
        let mut next = from.max(self.log.log_start_offset());
        // A read ends with its segment.
        while let Ok(Some(data)) = self.log.read(next, to, ReadLimit::Records(u64::MAX)) {
            for record in data.records().flatten() {
                if (from..to).contains(&record.offset) {
                    take(&record);
                }
            }
            next = data.next_offset;
        }
    }

    /// The values of the records from `from` on, below `to`, as text.
    #[must_use]
    pub fn values(&self, from: Offset, to: Offset) -> Vec<String> {
        let mut values = Vec::new();
        self.for_each_record(from, to, |record| {
            values.push(String::from_utf8_lossy(record.value.unwrap_or_default()).into_owned());
        });
        values
    }
}
