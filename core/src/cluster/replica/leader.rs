//! The leader's side: fetches of followers, the high watermark, the ISR.
//!
//! Source: `kafka.cluster.Partition` (`fetchRecords`, `updateFollowerFetchState`, `maybeExpandIsr`,
//! `maybeShrinkIsr`, `maybeIncrementLeaderHW`).

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::{Action, Context, Outbox, Replica, WaitingProduce};
use crate::cluster::partition_state::PartitionState;
use crate::event::Effect;
use crate::kafka::{BrokerId, LeaderEpoch, Offset};
use crate::log::{EpochEndOffset, FetchData, ReadLimit};
use crate::replication::alter_partition::{AnswerAction, on_answer};
use crate::replication::error_code::ErrorCode;
use crate::replication::high_watermark;
use crate::replication::isr::{ExpandCheck, FetchAccount, FollowerProgress, may_expand};
use crate::replication::produce::effective_min_isr;
use crate::replication::settings::EpochAnswer;
use crate::replication::truncation::{Divergence, divergence};

/// `replica.fetch.max.bytes`.
const REPLICA_FETCH_MAX_BYTES: usize = 1_048_576;

/// A follower's fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FetchRequest {
    /// The sender.
    pub follower: BrokerId,
    /// Its view of the leader epoch; without fencing none is sent.
    pub leader_epoch: Option<LeaderEpoch>,
    /// Where its log ends.
    pub fetch_offset: Offset,
    /// Its latest epoch, where truncation happens on fetch.
    pub last_fetched_epoch: Option<LeaderEpoch>,
    /// Where its log starts.
    pub log_start_offset: Offset,
    /// At most this many records are answered.
    pub max_records: Option<u32>,
    /// Tells its answer from those to earlier requests.
    pub serial: u32,
    /// Its number, as whoever carries it counts: one that only renews another has the other's.
    pub nth: u32,
}

/// Records as a fetch answers them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FetchedRecords {
    /// The stored batches, unchanged; `None` if there is nothing new.
    pub data: Option<FetchData>,
    /// The high watermark the answer carries.
    pub high_watermark: Offset,
    /// The leader's log start offset.
    pub log_start_offset: Offset,
}

/// What a leader answers to a fetch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FetchOutcome {
    /// An error.
    Error(ErrorCode),
    /// The logs part at or before this point.
    Diverging(EpochEndOffset),
    /// Records.
    Records(FetchedRecords),
    /// Nothing yet: the request waits.
    Wait,
}

/// A fetch that waits at the leader for records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParkedFetch {
    /// When it arrived, or the last of its renewals that were computed.
    pub since: u64,
    /// When the request itself arrived.
    pub arrived: u64,
    /// The request.
    pub request: FetchRequest,
    /// Its renewals change nothing, so they are computed when somebody asks, not simulated.
    pub idle: bool,
}

/// A follower as its leader sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Remote {
    /// The follower.
    pub broker: BrokerId,
    /// What its fetches told.
    pub progress: FollowerProgress,
    /// Its fetch, while it waits here.
    pub parked: Option<ParkedFetch>,
}

impl Remote {
    /// Does what the renewals of an idle poll have done by `now`, one every `period`.
    ///
    /// Nothing was written meanwhile, or the poll would have been answered: each finds the follower at
    /// the end of the log, so the last one counts.
    pub fn renew(&mut self, now: u64, period: u64, leader_log_end_offset: Offset) {
        let Some(parked) = self.parked.as_mut().filter(|parked| parked.idle) else {
            return;
        };
        let renewals = now.saturating_sub(parked.since) / period.max(1);
        if renewals == 0 {
            return;
        }
        parked.since += renewals * period;
        self.progress.record_fetch(FetchAccount {
            fetch_offset: parked.request.fetch_offset,
            log_start_offset: parked.request.log_start_offset,
            leader_log_end_offset,
            time: parked.since,
        });
    }
}

/// What a leader knows of a follower in a given initial state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InitialProgress {
    /// The follower.
    pub broker: BrokerId,
    /// Its log end offset.
    pub log_end_offset: Offset,
    /// When it had last caught up; 0: never.
    pub caught_up_at: u64,
}

/// An ISR change the controller has not answered yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PendingIsr {
    /// This replica joins.
    Expand(BrokerId),
    /// These leave.
    Shrink(Rc<[BrokerId]>),
}

/// What a leader keeps beside its log.
#[derive(Clone, Debug)]
pub struct Leadership {
    /// The log end offset when this epoch began.
    pub epoch_start_offset: Offset,
    /// The assignment, in order.
    pub replicas: Rc<[BrokerId]>,
    /// The ISR the controller has confirmed.
    pub isr: Rc<[BrokerId]>,
    /// The change under way.
    pub pending: Option<PendingIsr>,
    /// After an unclean election, until the leader reports itself recovered.
    pub recovering: bool,
    /// The other assigned replicas, in order.
    pub remotes: Vec<Remote>,
    /// Producers that wait for the high watermark.
    pub waiting: Vec<WaitingProduce>,
    /// A timer runs for the first of them.
    pub timeout_armed: bool,
}

impl Leadership {
    pub(super) fn new(epoch_start_offset: Offset) -> Self {
        Self {
            epoch_start_offset,
            replicas: Rc::from([]),
            isr: Rc::from([]),
            pending: None,
            recovering: false,
            remotes: Vec::new(),
            waiting: Vec::new(),
            timeout_armed: false,
        }
    }

    /// The leadership of a given initial state, with what is known of the followers.
    pub(super) fn initial(
        state: &PartitionState,
        broker: BrokerId,
        progress: &[InitialProgress],
    ) -> Self {
        let mut leadership = Self::new(0);
        leadership.take_assignment(state, broker);
        for remote in &mut leadership.remotes {
            let known = progress.iter().find(|known| known.broker == remote.broker);
            if let Some(known) = known {
                remote.progress.log_end_offset = known.log_end_offset;
                remote.progress.last_fetch_leader_log_end_offset = known.log_end_offset;
                remote.progress.last_caught_up_time = known.caught_up_at;
            }
        }
        leadership
    }

    /// Messages and timers are gone.
    pub(crate) fn drop_traffic(&mut self) {
        self.take_parked();
        self.timeout_armed = false;
    }

    /// Takes the fetches that wait here.
    pub(super) fn take_parked(&mut self) -> Vec<ParkedFetch> {
        self.remotes
            .iter_mut()
            .filter_map(|remote| remote.parked.take())
            .collect()
    }

    /// Whether somebody is in the ISR who is not in `isr`.
    pub(super) fn loses_a_member(&self, isr: &[BrokerId]) -> bool {
        self.isr.iter().any(|id| !isr.contains(id))
    }

    /// Takes over assignment and ISR.
    pub(super) fn take_assignment(&mut self, state: &PartitionState, broker: BrokerId) {
        let known = core::mem::take(&mut self.remotes);
        self.remotes = state
            .replicas
            .iter()
            .filter(|id| **id != broker)
            .map(|id| {
                let old = known.iter().find(|remote| remote.broker == *id);
                old.copied().unwrap_or(Remote {
                    broker: *id,
                    progress: FollowerProgress::UNKNOWN,
                    parked: None,
                })
            })
            .collect();
        self.replicas = Rc::clone(&state.replicas);
        self.isr = Rc::clone(&state.isr);
        self.recovering = state.recovering;
    }

    pub(super) fn reset_remotes(&mut self, new_leader: bool, log_end_offset: Offset, now: u64) {
        for remote in &mut self.remotes {
            let in_isr = self.isr.contains(&remote.broker);
            remote
                .progress
                .reset(new_leader, in_isr, log_end_offset, now);
        }
    }

    /// The committed ISR, plus a replica whose expansion is under way.
    #[must_use]
    pub fn in_maximal_isr(&self, broker: BrokerId) -> bool {
        self.isr.contains(&broker) || self.pending == Some(PendingIsr::Expand(broker))
    }

    /// How many replicas the maximal ISR has.
    #[must_use]
    pub fn maximal_isr_len(&self) -> usize {
        self.isr.len() + usize::from(matches!(self.pending, Some(PendingIsr::Expand(_))))
    }

    /// The ISR that the pending change asks for, in assignment order.
    #[must_use]
    pub fn proposed_isr(&self) -> Option<Vec<BrokerId>> {
        let pending = self.pending.as_ref()?;
        let wanted = |id: &BrokerId| match pending {
            PendingIsr::Expand(joins) => self.isr.contains(id) || joins == id,
            PendingIsr::Shrink(leave) => self.isr.contains(id) && !leave.contains(id),
        };
        Some(self.replicas.iter().copied().filter(wanted).collect())
    }

    /// The follower's entry.
    #[must_use]
    pub fn remote(&self, broker: BrokerId) -> Option<&Remote> {
        self.remotes.iter().find(|remote| remote.broker == broker)
    }

    /// The follower's entry, to change it.
    pub fn remote_mut(&mut self, broker: BrokerId) -> Option<&mut Remote> {
        self.remotes
            .iter_mut()
            .find(|remote| remote.broker == broker)
    }
}

impl Replica {
    /// Whether a request that carries this leader epoch may be served here.
    #[must_use]
    pub fn check_leader(&self, leader_epoch: Option<LeaderEpoch>) -> ErrorCode {
        match leader_epoch {
            Some(epoch) if epoch < self.leader_epoch => ErrorCode::FencedLeaderEpoch,
            Some(epoch) if epoch > self.leader_epoch => ErrorCode::UnknownLeaderEpoch,
            _ if self.leadership().is_none() => ErrorCode::NotLeaderOrFollower,
            _ => ErrorCode::None,
        }
    }

    /// Handles a follower's fetch, in Kafka's exact order.
    pub fn handle_fetch(
        &mut self,
        context: &Context<'_>,
        request: &FetchRequest,
        out: &mut Outbox,
    ) -> FetchOutcome {
        let error = self.check_leader(request.leader_epoch);
        if error.is_error() {
            return FetchOutcome::Error(error);
        }
        let known = self
            .leadership()
            .is_some_and(|leadership| leadership.remote(request.follower).is_some());
        if !known {
            return FetchOutcome::Error(if request.leader_epoch.is_some() {
                ErrorCode::UnknownLeaderEpoch
            } else {
                ErrorCode::NotLeaderOrFollower
            });
        }
        // The answer carries the high watermark from before this request was accounted.
        let high_watermark = self.log.high_watermark();
        if let Some(refused) = self.check_log(context.settings.epoch_answer, request) {
            return refused;
        }
        let batches = self.read(request);
        self.account_fetch(context, request, out);
        if batches.is_none() {
            return FetchOutcome::Wait;
        }
        FetchOutcome::Records(self.fetched(high_watermark, batches))
    }

    /// Repeats the read of a waiting fetch, without accounting for it again.
    pub fn complete_fetch(&self, answer: EpochAnswer, request: &FetchRequest) -> FetchOutcome {
        let error = self.check_leader(request.leader_epoch);
        if error.is_error() {
            return FetchOutcome::Error(error);
        }
        if let Some(refused) = self.check_log(answer, request) {
            return refused;
        }
        let batches = self.read(request);
        let high_watermark = self.log.high_watermark();
        FetchOutcome::Records(self.fetched(high_watermark, batches))
    }

    /// Answers OffsetsForLeaderEpoch.
    ///
    /// # Errors
    /// If this broker does not lead the sender's epoch.
    pub fn end_offset_for(
        &self,
        leader_epoch: Option<LeaderEpoch>,
        epoch: LeaderEpoch,
    ) -> Result<EpochEndOffset, ErrorCode> {
        match self.check_leader(leader_epoch) {
            ErrorCode::None => Ok(self.own_end_offset_for(epoch)),
            error => Err(error),
        }
    }

    /// Where an epoch ends in this log.
    #[must_use]
    pub(super) fn own_end_offset_for(&self, epoch: LeaderEpoch) -> EpochEndOffset {
        self.log
            .epoch_cache()
            .end_offset_for(epoch, self.log.log_end_offset())
    }

    fn check_log(&self, answer: EpochAnswer, request: &FetchRequest) -> Option<FetchOutcome> {
        let out_of_range = FetchOutcome::Error(ErrorCode::OffsetOutOfRange);
        if request.fetch_offset < self.log.log_start_offset() {
            return Some(out_of_range);
        }
        if let Some(epoch) = request.last_fetched_epoch {
            let own_end = self.own_end_offset_for(epoch);
            match divergence(answer, own_end, epoch, request.fetch_offset) {
                Divergence::None => {}
                Divergence::UnknownEpoch => return Some(out_of_range),
                Divergence::At(end) => return Some(FetchOutcome::Diverging(end)),
            }
        }
        (request.fetch_offset > self.log.log_end_offset()).then_some(out_of_range)
    }

    fn read(&self, request: &FetchRequest) -> Option<FetchData> {
        let limit = match request.max_records {
            Some(records) => ReadLimit::Records(u64::from(records)),
            None => ReadLimit::Bytes {
                max_bytes: REPLICA_FETCH_MAX_BYTES,
                min_one_message: true,
            },
        };
        // The offset was checked against the log before.
        self.log
            .read(request.fetch_offset, self.log.log_end_offset(), limit)
            .ok()
            .flatten()
    }

    const fn fetched(&self, high_watermark: Offset, data: Option<FetchData>) -> FetchedRecords {
        FetchedRecords {
            data,
            high_watermark,
            log_start_offset: self.log.log_start_offset(),
        }
    }

    fn account_fetch(&mut self, context: &Context<'_>, request: &FetchRequest, out: &mut Outbox) {
        let leader_log_end_offset = self.log.log_end_offset();
        let broker = self.broker;
        let Some(remote) = self
            .leadership_mut()
            .and_then(|leadership| leadership.remote_mut(request.follower))
        else {
            return;
        };
        let before = remote.progress.log_end_offset;
        remote.progress.record_fetch(FetchAccount {
            fetch_offset: request.fetch_offset,
            log_start_offset: request.log_start_offset,
            leader_log_end_offset,
            time: context.now,
        });
        let moved = before != request.fetch_offset;
        if moved {
            out.effects.push(Effect::RemoteLogEndOffset {
                partition: context.partition,
                leader: broker,
                follower: request.follower,
                from: before,
                to: request.fetch_offset,
            });
        }
        self.maybe_expand_isr(context, request.follower, out);
        if moved {
            self.maybe_increment_high_watermark(context, out);
            self.examine_waiting(context, out);
        }
    }

    fn maybe_expand_isr(&mut self, context: &Context<'_>, follower: BrokerId, out: &mut Outbox) {
        let high_watermark = self.log.high_watermark();
        let Some(leadership) = self.leadership() else {
            return;
        };
        if leadership.pending.is_some() || leadership.isr.contains(&follower) {
            return;
        }
        let Some(remote) = leadership.remote(follower) else {
            return;
        };
        let check = ExpandCheck {
            follower_log_end_offset: remote.progress.log_end_offset,
            high_watermark,
            epoch_start_offset: leadership.epoch_start_offset,
            eligible: (context.eligible)(follower),
        };
        if may_expand(check) {
            self.propose(context, PendingIsr::Expand(follower), out);
        }
    }

    /// Looks for members that lag (`maybeShrinkIsr`); true if it asks for a smaller ISR.
    pub fn check_lag(&mut self, context: &Context<'_>, out: &mut Outbox) -> bool {
        let log_end_offset = self.log.log_end_offset();
        let lag_time_max = context
            .settings
            .replica_lag_time_max_ms
            .saturating_mul(1000);
        let Some(leadership) = self.leadership() else {
            return false;
        };
        if leadership.pending.is_some() {
            return false;
        }
        let lagging: Vec<BrokerId> = leadership
            .remotes
            .iter()
            .filter(|remote| leadership.isr.contains(&remote.broker))
            .filter(|remote| {
                !remote
                    .progress
                    .is_caught_up(log_end_offset, context.now, lag_time_max)
            })
            .map(|remote| remote.broker)
            .collect();
        if lagging.is_empty() {
            return false;
        }
        self.propose(context, PendingIsr::Shrink(lagging.into()), out);
        true
    }

    /// Begins an ISR change; until it is answered the maximal ISR counts.
    pub fn propose(&mut self, context: &Context<'_>, change: PendingIsr, out: &mut Outbox) {
        let broker = self.broker;
        let Some(leadership) = self.leadership_mut() else {
            return;
        };
        let (joins, leaves) = match &change {
            PendingIsr::Expand(id) => (Vec::from([*id]), Vec::new()),
            PendingIsr::Shrink(ids) => (Vec::new(), ids.to_vec()),
        };
        leadership.pending = Some(change);
        out.effects.push(Effect::IsrChangeProposed {
            partition: context.partition,
            leader: broker,
            isr: leadership.proposed_isr().unwrap_or_default(),
            joins,
            leaves,
        });
        out.actions.push((broker, Action::SendAlterPartition));
    }

    /// The controller's answer to the ISR change under way.
    ///
    /// `state` is the controller's state after a success. An answer from another leader epoch or an
    /// older partition epoch is ignored.
    pub fn handle_alter_partition_response(
        &mut self,
        context: &Context<'_>,
        error: ErrorCode,
        state: &PartitionState,
        out: &mut Outbox,
    ) {
        let (broker, epoch, known) = (self.broker, self.leader_epoch, self.partition_epoch);
        let Some(leadership) = self.leadership_mut() else {
            return;
        };
        if leadership.pending.is_none() {
            return;
        }
        let action = on_answer(error);
        if action == AnswerAction::Commit {
            if state.leader_epoch != epoch || state.partition_epoch < known {
                return;
            }
            if leadership.loses_a_member(&state.isr) {
                out.actions.push((broker, Action::TellFollowers));
            }
            leadership.isr = Rc::clone(&state.isr);
            leadership.recovering = state.recovering;
            leadership.pending = None;
            self.partition_epoch = state.partition_epoch;
            out.effects.push(Effect::IsrChangeCommitted {
                partition: context.partition,
                leader: broker,
                isr: state.isr.to_vec(),
            });
            self.maybe_increment_high_watermark(context, out);
            self.examine_waiting(context, out);
            return;
        }
        if action == AnswerAction::Revert {
            leadership.pending = None;
        }
        out.effects.push(Effect::IsrChangeRefused {
            partition: context.partition,
            leader: broker,
            error,
            stays_pending: action != AnswerAction::Revert,
        });
        if action == AnswerAction::Retry {
            out.actions.push((broker, Action::SendAlterPartition));
        }
    }

    /// Moves the high watermark as far as the rule allows.
    pub fn maybe_increment_high_watermark(&mut self, context: &Context<'_>, out: &mut Outbox) {
        let log_end_offset = self.log.log_end_offset();
        let high_watermark = self.log.high_watermark();
        let lag_time_max = context
            .settings
            .replica_lag_time_max_ms
            .saturating_mul(1000);
        let Some(leadership) = self.leadership() else {
            return;
        };
        let effective_min =
            effective_min_isr(context.min_insync_replicas, leadership.replicas.len());
        let leader = high_watermark::Leader {
            log_end_offset,
            high_watermark,
            enough_in_sync: !context.settings.strict_min_isr
                || leadership.isr.len() >= effective_min,
        };
        let remotes = leadership.remotes.iter().map(|remote| {
            let in_maximal_isr = leadership.in_maximal_isr(remote.broker);
            high_watermark::RemoteReplica {
                log_end_offset: remote.progress.log_end_offset,
                in_maximal_isr,
                about_to_join: !in_maximal_isr
                    && remote
                        .progress
                        .is_caught_up(log_end_offset, context.now, lag_time_max)
                    && (context.eligible)(remote.broker),
            }
        });
        let next = high_watermark::advance(leader, remotes);
        if next != high_watermark {
            self.set_high_watermark(context, next, out);
            out.actions.push((self.broker, Action::TellFollowers));
        }
    }
}
