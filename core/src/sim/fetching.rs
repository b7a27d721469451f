//! Follower fetches over the network: the long poll, its idle renewals, retries.
//!
//! A long poll that comes back empty and tells nothing new makes no step and no entry of the queue. Its
//! rhythm is known (the wait, then one delay each way), so what its renewals would have done to the
//! books of the leader is computed when somebody asks ([`Simulation::settle`]), and when something
//! does happen the poll is put back where it would be at that moment ([`Simulation::make_explicit`]).

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::Simulation;
use super::event::Timer;
use super::message::{Content, Message};
use super::node::Node;
use super::queue::Due;
use crate::cluster::broker::Process;
use crate::cluster::replica::{
    FetchOutcome, FetchRequest, FetchedRecords, Fetcher, ParkedFetch, Remote, Replica,
    TruncationStep,
};
use crate::event::{Effect, TruncationReason};
use crate::kafka::BrokerId;
use crate::log::{AppendError, EpochEndOffset};
use crate::replication::error_code::ErrorCode;
use crate::replication::isr::FollowerProgress;
use crate::replication::settings::Truncation;
use crate::topology::PartitionId;

/// Where an idle long poll is at a given moment.
enum IdlePhase {
    /// It waits at the leader.
    Parked,
    /// Its empty answer travels.
    Answering,
    /// The next request travels.
    Requesting,
}

/// Why a follower fetches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Poll {
    /// Something has changed since it last did.
    Begun,
    /// The answer to its last fetch told nothing new.
    Renewed,
}

impl Simulation {
    /// Brings the leader's books up to what the renewals of idle polls have done to them by now.
    pub(super) fn settle(&mut self, partition: PartitionId, leader: BrokerId) {
        let idle = self
            .cell(partition)
            .and_then(|cell| cell.replica(leader))
            .and_then(|replica| replica.leadership())
            .is_some_and(|leadership| {
                leadership
                    .remotes
                    .iter()
                    .any(|remote| remote.parked.is_some_and(|parked| parked.idle))
            });
        if !idle {
            return;
        }
        let now = self.now;
        let wait = self.fetch_wait();
        let Self { cells, network, .. } = self;
        let Some(replica) = cells
            .get_mut(partition.index())
            .and_then(|cell| cell.replica_mut(leader))
        else {
            return;
        };
        let leader_log_end_offset = replica.log.log_end_offset();
        let Some(leadership) = replica.leadership_mut() else {
            return;
        };
        for remote in &mut leadership.remotes {
            let period = wait + network.fetch_round(leader, remote.broker);
            remote.renew(now, period, leader_log_end_offset);
        }
    }

    /// A follower's progress with what the renewals of an idle poll have done to it by now.
    #[must_use]
    pub fn settled_progress(&self, leader: &Replica, remote: &Remote) -> FollowerProgress {
        let mut remote = *remote;
        let period = self.idle_period(leader.broker, remote.broker);
        remote.renew(self.now, period, leader.log.log_end_offset());
        remote.progress
    }

    pub(super) fn fetch_wait(&self) -> u64 {
        self.settings.replica_fetch_wait_max_ms.saturating_mul(1000)
    }

    fn delays(&self, leader: BrokerId, follower: BrokerId) -> (u64, u64) {
        let (leader, follower) = (Node::Broker(leader), Node::Broker(follower));
        let answer = self.network.fetch_delay(leader, follower, true);
        let request = self.network.fetch_delay(follower, leader, false);
        (answer, request)
    }

    /// How long one round of an idle long poll takes, in microseconds.
    #[must_use]
    pub fn idle_period(&self, leader: BrokerId, follower: BrokerId) -> u64 {
        self.fetch_wait() + self.network.fetch_round(leader, follower)
    }

    pub(super) fn parked(
        &self,
        partition: PartitionId,
        leader: BrokerId,
        follower: BrokerId,
    ) -> Option<ParkedFetch> {
        self.cell(partition)?
            .replica(leader)?
            .leadership()?
            .remote(follower)?
            .parked
    }

    pub(super) fn set_parked(
        &mut self,
        partition: PartitionId,
        leader: BrokerId,
        follower: BrokerId,
        parked: Option<ParkedFetch>,
    ) {
        let remote = self
            .cells
            .get_mut(partition.index())
            .and_then(|cell| cell.replica_mut(leader))
            .and_then(|replica| replica.leadership_mut())
            .and_then(|leadership| leadership.remote_mut(follower));
        if let Some(remote) = remote {
            remote.parked = parked;
        }
    }

    fn idle_phase(&self, leader: BrokerId, follower: BrokerId, since: u64) -> IdlePhase {
        let phase = self.now.saturating_sub(since);
        let wait = self.fetch_wait();
        let (answer, _) = self.delays(leader, follower);
        if phase < wait {
            IdlePhase::Parked
        } else if phase < wait + answer {
            IdlePhase::Answering
        } else {
            IdlePhase::Requesting
        }
    }

    /// Puts an idle long poll back where it would be now: waiting with a timer, or as a message.
    pub(super) fn make_explicit(
        &mut self,
        partition: PartitionId,
        leader: BrokerId,
        follower: BrokerId,
    ) {
        self.settle(partition, leader);
        let Some(parked) = self.parked(partition, leader, follower) else {
            return;
        };
        if !parked.idle {
            return;
        }
        let parked = self.with_own_serial(partition, leader, parked);
        if matches!(
            self.idle_phase(leader, follower, parked.since),
            IdlePhase::Parked
        ) {
            self.set_parked(
                partition,
                leader,
                follower,
                Some(ParkedFetch {
                    idle: false,
                    ..parked
                }),
            );
            self.set_wait_timer(partition, leader, parked);
        } else {
            self.set_parked(partition, leader, follower, None);
            self.put_on_the_wire(partition, leader, parked);
        }
    }

    /// Whether the answer to a request that waits idly has arrived, and what waits now is a renewal.
    fn is_renewed(&self, leader: BrokerId, parked: &ParkedFetch) -> bool {
        let (answer, _) = self.delays(leader, parked.request.follower);
        parked.idle && parked.arrived + self.fetch_wait() + answer <= self.now
    }

    /// A renewal is a request of its own: a timeout of the first one means nothing to it.
    fn with_own_serial(
        &mut self,
        partition: PartitionId,
        leader: BrokerId,
        mut parked: ParkedFetch,
    ) -> ParkedFetch {
        let replica = self
            .cells
            .get(partition.index())
            .and_then(|cell| cell.replica(parked.request.follower));
        let awaited = Fetcher::Fetching {
            serial: parked.request.serial,
        };
        let waits = replica
            .and_then(|replica| replica.following())
            .is_some_and(|following| following.fetcher == awaited);
        if !waits || !self.is_renewed(leader, &parked) {
            return parked;
        }
        let replica = self
            .cells
            .get_mut(partition.index())
            .and_then(|cell| cell.replica_mut(parked.request.follower));
        if let Some(replica) = replica {
            let serial = replica.next_serial();
            if let Some(following) = replica.following_mut() {
                following.fetcher = Fetcher::Fetching { serial };
            }
            parked.request.serial = serial;
            parked.arrived = parked.since;
        }
        parked
    }

    fn set_wait_timer(&mut self, partition: PartitionId, leader: BrokerId, parked: ParkedFetch) {
        let timer = Timer::FetchWait {
            broker: leader,
            follower: parked.request.follower,
            partition,
        };
        let expires = parked.since + self.fetch_wait();
        self.set_timer(expires, timer, parked.request.serial);
    }

    /// An idle poll that is between two waits: its empty answer or its next request is on the way.
    fn put_on_the_wire(&mut self, partition: PartitionId, leader: BrokerId, parked: ParkedFetch) {
        let follower = parked.request.follower;
        let (answer, request) = self.delays(leader, follower);
        let answered = parked.since + self.fetch_wait();
        let (from, to) = (Node::Broker(leader), Node::Broker(follower));
        let answering = matches!(
            self.idle_phase(leader, follower, parked.since),
            IdlePhase::Answering
        );
        let message = if answering {
            // It told nothing new, or the poll would not have been idle.
            let (high_watermark, log_start_offset) = self
                .cell(partition)
                .and_then(|cell| cell.replica(follower))
                .map_or((0, 0), |replica| {
                    (replica.log.high_watermark(), replica.log.log_start_offset())
                });
            Message {
                from,
                to,
                partition: Some(partition),
                nth: parked.request.nth,
                copy: 0,
                sent: answered,
                content: Content::FetchResponse {
                    serial: parked.request.serial,
                    nth: parked.request.nth,
                    outcome: FetchOutcome::Records(FetchedRecords {
                        data: None,
                        high_watermark,
                        log_start_offset,
                    }),
                },
            }
        } else {
            Message {
                from: to,
                to: from,
                partition: Some(partition),
                nth: parked.request.nth,
                copy: 0,
                sent: answered + answer,
                content: Content::Fetch(parked.request),
            }
        };
        let arrives = if answering {
            answered + answer
        } else {
            answered + answer + request
        };
        self.schedule(arrives, Due::Message(Rc::new(message)));
    }

    /// A leader's log grew: fetches that wait are answered, those on the way will find it.
    pub(super) fn wake_fetches(&mut self, partition: PartitionId, leader: BrokerId) {
        self.watch_followers(partition, leader);
        for position in 0.. {
            match self.parked_by(partition, leader, position) {
                Some(Some(parked)) => self.answer_now(partition, leader, parked),
                Some(None) => {}
                None => return,
            }
        }
    }

    /// A leader's high watermark or log start rose: followers hear of it when their wait is over.
    pub(super) fn tell_followers(&mut self, partition: PartitionId, leader: BrokerId) {
        for position in 0.. {
            match self.parked_by(partition, leader, position) {
                Some(Some(parked)) if parked.idle => {
                    self.make_explicit(partition, leader, parked.request.follower);
                }
                Some(_) => {}
                None => return,
            }
        }
    }

    /// The fetch of a leader's follower number `position` that waits there, if one does; `None` beyond
    /// the last follower.
    fn parked_by(
        &self,
        partition: PartitionId,
        leader: BrokerId,
        position: usize,
    ) -> Option<Option<ParkedFetch>> {
        let leadership = self.cell(partition)?.replica(leader)?.leadership()?;
        let remote = leadership.remotes.get(position)?;
        Some(remote.parked)
    }

    /// Fetches that waited at a leader whose role or epoch changed are looked at again.
    pub(super) fn review_fetches(
        &mut self,
        partition: PartitionId,
        broker: BrokerId,
        parked: Vec<ParkedFetch>,
    ) {
        for parked in parked {
            self.answer_now(partition, broker, parked);
        }
    }

    fn answer_now(&mut self, partition: PartitionId, leader: BrokerId, parked: ParkedFetch) {
        let parked = self.with_own_serial(partition, leader, parked);
        let follower = parked.request.follower;
        self.set_parked(partition, leader, follower, None);
        let at_leader = !parked.idle
            || matches!(
                self.idle_phase(leader, follower, parked.since),
                IdlePhase::Parked
            );
        if !at_leader {
            self.put_on_the_wire(partition, leader, parked);
            return;
        }
        self.complete(partition, leader, &parked.request);
    }

    fn complete(&mut self, partition: PartitionId, leader: BrokerId, request: &FetchRequest) {
        let answer = self.settings.epoch_answer;
        let outcome = self
            .cells
            .get_mut(partition.index())
            .and_then(|cell| cell.replica_mut(leader))
            .map(|replica| replica.complete_fetch(answer, request));
        if let Some(outcome) = outcome {
            self.respond(partition, leader, request, outcome);
        }
    }

    fn respond(
        &mut self,
        partition: PartitionId,
        leader: BrokerId,
        request: &FetchRequest,
        outcome: FetchOutcome,
    ) {
        if let FetchOutcome::Error(error) = &outcome {
            self.effects.push(Effect::FetchRefused {
                partition,
                leader,
                follower: request.follower,
                error: *error,
            });
        }
        self.send(
            Node::Broker(leader),
            Node::Broker(request.follower),
            Some(partition),
            Content::FetchResponse {
                serial: request.serial,
                nth: request.nth,
                outcome,
            },
        );
    }

    /// A parked fetch has waited as long as it may; true if that changed anything.
    pub(super) fn on_fetch_wait(
        &mut self,
        partition: PartitionId,
        leader: BrokerId,
        follower: BrokerId,
        serial: u32,
    ) -> bool {
        let due = self
            .parked(partition, leader, follower)
            .is_some_and(|parked| {
                !parked.idle
                    && parked.request.serial == serial
                    && parked.since + self.fetch_wait() <= self.now
            });
        let running = self
            .broker(leader)
            .is_some_and(|broker| broker.process == Process::Running);
        if !due || !running {
            return false;
        }
        let Some(parked) = self.parked(partition, leader, follower) else {
            return false;
        };
        self.set_parked(partition, leader, follower, None);
        self.complete(partition, leader, &parked.request);
        true
    }

    /// Replication traffic that arrives at a running broker.
    pub(super) fn on_replication(&mut self, broker: BrokerId, message: &Message) {
        let (Some(partition), Node::Broker(peer)) = (message.partition, message.from) else {
            return;
        };
        match &message.content {
            Content::Fetch(request) => self.on_fetch(partition, broker, request),
            Content::FetchResponse {
                serial, outcome, ..
            } if self.is_awaited(partition, broker, *serial) => {
                self.on_fetch_response(partition, broker, outcome);
            }
            Content::EpochQuery {
                serial,
                leader_epoch,
                epoch,
            } => {
                let end = self
                    .cell(partition)
                    .and_then(|cell| cell.replica(broker))
                    .map_or(Err(ErrorCode::UnknownTopicOrPartition), |replica| {
                        replica.end_offset_for(*leader_epoch, *epoch)
                    });
                let content = Content::EpochAnswer {
                    serial: *serial,
                    end,
                };
                self.send(
                    Node::Broker(broker),
                    Node::Broker(peer),
                    Some(partition),
                    content,
                );
            }
            Content::EpochAnswer { serial, end } if self.is_awaited(partition, broker, *serial) => {
                self.on_epoch_answer(partition, broker, *end);
            }
            Content::ListOffsets {
                serial,
                leader_epoch,
            } => {
                let bounds = self
                    .cell(partition)
                    .and_then(|cell| cell.replica(broker))
                    .map_or(
                        Err(ErrorCode::UnknownTopicOrPartition),
                        |replica| match replica.check_leader(*leader_epoch) {
                            ErrorCode::None => {
                                Ok((replica.log.log_start_offset(), replica.log.log_end_offset()))
                            }
                            error => Err(error),
                        },
                    );
                let content = Content::ListOffsetsResponse {
                    serial: *serial,
                    bounds,
                };
                self.send(
                    Node::Broker(broker),
                    Node::Broker(peer),
                    Some(partition),
                    content,
                );
            }
            Content::ListOffsetsResponse { serial, bounds }
                if self.is_awaited(partition, broker, *serial) =>
            {
                self.on_list_offsets_response(partition, broker, *bounds);
            }
            _ => {}
        }
    }

    /// Whether a follower still waits for the answer with this serial. One from before a change of
    /// leader, a restart or a timeout is stale.
    pub(super) fn is_awaited(
        &self,
        partition: PartitionId,
        broker: BrokerId,
        awaited: u32,
    ) -> bool {
        let following = self
            .cell(partition)
            .and_then(|cell| cell.replica(broker))
            .and_then(|replica| replica.following());
        following.is_some_and(|following| {
            matches!(following.fetcher,
                Fetcher::Fetching { serial } | Fetcher::Truncating { serial } if serial == awaited)
        })
    }

    fn on_fetch(&mut self, partition: PartitionId, leader: BrokerId, request: &FetchRequest) {
        let outcome = self.on_replica(partition, leader, |replica, context, out| {
            replica.handle_fetch(context, request, out)
        });
        let outcome = outcome.unwrap_or(FetchOutcome::Error(ErrorCode::UnknownTopicOrPartition));
        if outcome == FetchOutcome::Wait {
            self.park(partition, leader, request);
        } else {
            self.respond(partition, leader, request, outcome);
        }
        self.watch_followers(partition, leader);
    }

    fn park(&mut self, partition: PartitionId, leader: BrokerId, request: &FetchRequest) {
        let idle = !self.simulate_idle && self.will_change_nothing(partition, leader, request);
        let parked = ParkedFetch {
            since: self.now,
            arrived: self.now,
            request: *request,
            idle,
        };
        self.set_parked(partition, leader, request.follower, Some(parked));
        if !idle {
            self.set_wait_timer(partition, leader, parked);
        }
    }

    /// Whether a fetch that waits, its empty answer and all its renewals change nothing but times, as
    /// long as nothing else happens.
    fn will_change_nothing(
        &self,
        partition: PartitionId,
        leader: BrokerId,
        request: &FetchRequest,
    ) -> bool {
        let id = request.follower;
        let Some(cell) = self.cell(partition) else {
            return false;
        };
        let (Some(leading), Some(follower)) = (cell.replica(leader), cell.replica(id)) else {
            return false;
        };
        let waits = follower.following().is_some_and(|following| {
            let serial = request.serial;
            following.leader == Some(leader) && following.fetcher == Fetcher::Fetching { serial }
        });
        let knows_all = follower.log.high_watermark() == leading.log.high_watermark()
            && follower.log.log_start_offset() == leading.log.log_start_offset();
        // A fetch of an eligible follower that is not in the ISR brings it there.
        let may_join = leading
            .leadership()
            .is_some_and(|leadership| !leadership.isr.contains(&id))
            && self.knows_eligible(leader, id);
        waits
            && knows_all
            && !may_join
            && self.is_quiet(leader, id)
            && !self.is_poll_stalled(partition, leader, id)
    }

    /// Whether a broker believes that another may be in an ISR.
    fn knows_eligible(&self, broker: BrokerId, other: BrokerId) -> bool {
        self.topology
            .broker_index(other)
            .zip(self.broker(broker))
            .is_some_and(|(position, broker)| broker.eligible.get(position) == Some(&true))
    }

    /// Whether nothing disturbs the traffic of two brokers.
    fn is_quiet(&self, one: BrokerId, other: BrokerId) -> bool {
        let running = |id| {
            self.broker(id)
                .is_some_and(|broker| broker.process == Process::Running)
        };
        running(one)
            && running(other)
            && self
                .network
                .is_open_both_ways(Node::Broker(one), Node::Broker(other))
    }

    fn on_fetch_response(
        &mut self,
        partition: PartitionId,
        follower: BrokerId,
        outcome: &FetchOutcome,
    ) {
        match outcome {
            FetchOutcome::Records(fetched) => {
                let appended = self.on_replica(partition, follower, |replica, context, out| {
                    let known = (replica.log.high_watermark(), replica.log.log_start_offset());
                    replica.append_fetched(context, fetched, out)?;
                    let knows = (replica.log.high_watermark(), replica.log.log_start_offset());
                    Ok::<_, AppendError>(fetched.data.is_none() && knows == known)
                });
                match appended {
                    Some(Ok(true)) => self.fetch_next(partition, follower, Poll::Renewed),
                    Some(Ok(false)) => self.start_fetching(partition, follower),
                    // Batches that do not continue the log: Kafka marks the partition as failed.
                    _ => self.fail_fetcher(partition, follower, ErrorCode::UnknownServerError),
                }
            }
            FetchOutcome::Diverging(end) => {
                self.truncate_and_go_on(
                    partition,
                    follower,
                    *end,
                    TruncationReason::DivergingFetch,
                );
            }
            FetchOutcome::Error(ErrorCode::OffsetOutOfRange) => {
                self.ask_for_bounds(partition, follower);
            }
            FetchOutcome::Error(error) => self.on_fetch_error(partition, follower, *error),
            FetchOutcome::Wait => {}
        }
    }

    fn on_epoch_answer(
        &mut self,
        partition: PartitionId,
        follower: BrokerId,
        end: Result<EpochEndOffset, ErrorCode>,
    ) {
        match end {
            Ok(end) => {
                self.truncate_and_go_on(partition, follower, end, TruncationReason::LeaderEpoch);
            }
            Err(error) => self.on_fetch_error(partition, follower, error),
        }
    }

    fn truncate_and_go_on(
        &mut self,
        partition: PartitionId,
        follower: BrokerId,
        end: EpochEndOffset,
        reason: TruncationReason,
    ) {
        self.on_replica(partition, follower, |replica, context, out| {
            let step = replica.truncate_by_epoch(context, end, reason, out);
            if let Some(following) = replica.following_mut() {
                following.reconciled = step == TruncationStep::Done;
            }
        });
        self.start_fetching(partition, follower);
    }

    fn ask_for_bounds(&mut self, partition: PartitionId, follower: BrokerId) {
        let asked = self.on_replica(partition, follower, |replica, context, _| {
            let serial = replica.next_serial();
            let leader_epoch = replica.request_epoch(context);
            let following = replica.following_mut()?;
            following.fetcher = Fetcher::Truncating { serial };
            Some((following.leader?, serial, leader_epoch))
        });
        if let Some(Some((leader, serial, leader_epoch))) = asked {
            self.request(
                partition,
                follower,
                leader,
                serial,
                Content::ListOffsets {
                    serial,
                    leader_epoch,
                },
            );
        }
    }

    fn on_list_offsets_response(
        &mut self,
        partition: PartitionId,
        follower: BrokerId,
        bounds: Result<(i64, i64), ErrorCode>,
    ) {
        match bounds {
            Ok((earliest, latest)) => {
                self.on_replica(partition, follower, |replica, context, out| {
                    replica.handle_out_of_range(context, earliest, latest, out);
                });
                self.start_fetching(partition, follower);
            }
            Err(error) => self.on_fetch_error(partition, follower, error),
        }
    }

    fn on_fetch_error(&mut self, partition: PartitionId, follower: BrokerId, error: ErrorCode) {
        if error == ErrorCode::FencedLeaderEpoch {
            // The leader knows a newer epoch: only new metadata can help.
            self.fail_fetcher(partition, follower, error);
            return;
        }
        self.back_off(partition, follower);
    }

    fn fail_fetcher(&mut self, partition: PartitionId, follower: BrokerId, error: ErrorCode) {
        self.set_fetcher(partition, follower, Fetcher::Failed);
        self.effects.push(Effect::FetcherStopped {
            partition,
            broker: follower,
            error,
        });
        self.touch(partition);
    }

    fn back_off(&mut self, partition: PartitionId, follower: BrokerId) {
        let until = self.now + self.settings.replica_fetch_backoff_ms.saturating_mul(1000);
        self.retry_at(partition, follower, until);
    }

    fn retry_at(&mut self, partition: PartitionId, follower: BrokerId, until: u64) {
        self.set_fetcher(partition, follower, Fetcher::Backoff { until });
        let timer = Timer::FetchRetry {
            broker: follower,
            partition,
        };
        self.set_timer(until, timer, 0);
    }

    /// A back-off is over; true if the follower still waits for it.
    pub(super) fn on_fetch_retry(&mut self, partition: PartitionId, follower: BrokerId) -> bool {
        let due = self.fetcher(partition, follower).is_some_and(
            |fetcher| matches!(fetcher, Fetcher::Backoff { until } if until <= self.now),
        );
        if due {
            self.start_fetching(partition, follower);
        }
        due
    }

    /// A request got no answer; true if the follower still waits for it.
    pub(super) fn on_request_timeout(
        &mut self,
        partition: PartitionId,
        follower: BrokerId,
        serial: u32,
    ) -> bool {
        let due = self.is_overdue(partition, follower, serial);
        if due {
            if let Some(leader) = self.leader_of(partition, follower) {
                self.close_fetch_connection(partition, follower, leader);
            }
            self.back_off(partition, follower);
        }
        due
    }

    /// Whether a follower still waits for the answer with this serial, and not for that of a renewal
    /// which was not simulated.
    pub(super) fn is_overdue(
        &self,
        partition: PartitionId,
        follower: BrokerId,
        serial: u32,
    ) -> bool {
        let renewed = || {
            let leader = self.leader_of(partition, follower)?;
            let parked = self.parked(partition, leader, follower)?;
            Some(parked.request.serial == serial && self.is_renewed(leader, &parked))
        };
        self.is_awaited(partition, follower, serial) && renewed() != Some(true)
    }

    fn leader_of(&self, partition: PartitionId, follower: BrokerId) -> Option<BrokerId> {
        let replica = self.cell(partition)?.replica(follower)?;
        replica.following()?.leader
    }

    pub(super) fn fetcher(&self, partition: PartitionId, follower: BrokerId) -> Option<Fetcher> {
        let following = self.cell(partition)?.replica(follower)?.following()?;
        Some(following.fetcher)
    }

    pub(super) fn set_fetcher(
        &mut self,
        partition: PartitionId,
        follower: BrokerId,
        fetcher: Fetcher,
    ) {
        let following = self
            .cells
            .get_mut(partition.index())
            .and_then(|cell| cell.replica_mut(follower))
            .and_then(|replica| replica.following_mut());
        if let Some(following) = following {
            following.fetcher = fetcher;
        }
    }

    /// Sends what a follower has to send next: a question about an epoch, or a fetch.
    pub(super) fn start_fetching(&mut self, partition: PartitionId, follower: BrokerId) {
        self.fetch_next(partition, follower, Poll::Begun);
    }

    fn fetch_next(&mut self, partition: PartitionId, follower: BrokerId, poll: Poll) {
        let following = self
            .cell(partition)
            .and_then(|cell| cell.replica(follower))
            .and_then(|replica| replica.following().copied());
        let Some(following) = following else {
            return;
        };
        let Some(leader) = following.leader else {
            self.set_fetcher(partition, follower, Fetcher::Idle);
            return;
        };
        if !self.can_connect(follower, leader) {
            let since = self.now;
            self.set_fetcher(partition, follower, Fetcher::Unreachable { since });
            return;
        }
        let asks =
            self.settings.truncation == Truncation::OffsetsForLeaderEpoch && !following.reconciled;
        let next = self.on_replica(partition, follower, |replica, context, out| {
            let epoch = replica.log.epoch_cache().latest_epoch();
            if let (true, Some(epoch)) = (asks, epoch) {
                let serial = replica.next_serial();
                let leader_epoch = replica.request_epoch(context);
                let following = replica.following_mut()?;
                following.fetcher = Fetcher::Truncating { serial };
                let content = Content::EpochQuery {
                    serial,
                    leader_epoch,
                    epoch,
                };
                return Some((serial, content));
            }
            if asks {
                replica.truncate_to_high_watermark(context, out);
            }
            let request = replica.fetch_request(context, None);
            let serial = request.serial;
            let following = replica.following_mut()?;
            following.reconciled = true;
            following.fetcher = Fetcher::Fetching { serial };
            Some((serial, Content::Fetch(request)))
        });
        if let Some(Some((serial, mut content))) = next {
            if let Content::Fetch(request) = &mut content {
                request.nth = self.number_fetch(partition, follower, leader, poll);
            }
            self.request(partition, follower, leader, serial, content);
        }
    }

    fn number_fetch(
        &mut self,
        partition: PartitionId,
        follower: BrokerId,
        leader: BrokerId,
        poll: Poll,
    ) -> u32 {
        let cell = self.cells.get_mut(partition.index());
        cell.map_or(0, |cell| match poll {
            Poll::Begun => cell.begin_fetch(follower, leader),
            Poll::Renewed => cell.fetches_begun(follower, leader),
        })
    }

    /// Sends a follower's request; where its answer may not come, its timeout is set, too.
    fn request(
        &mut self,
        partition: PartitionId,
        follower: BrokerId,
        leader: BrokerId,
        serial: u32,
        content: Content,
    ) {
        self.send(
            Node::Broker(follower),
            Node::Broker(leader),
            Some(partition),
            content,
        );
        if !self.is_quiet(follower, leader) {
            self.set_request_timeout(partition, follower, serial, self.now);
        }
    }

    pub(super) fn set_request_timeout(
        &mut self,
        partition: PartitionId,
        follower: BrokerId,
        serial: u32,
        sent: u64,
    ) {
        let expires = sent + self.settings.replica_socket_timeout_ms.saturating_mul(1000);
        let timer = Timer::RequestTimeout {
            broker: follower,
            partition,
        };
        self.set_timer(expires.max(self.now), timer, serial);
    }

    fn can_connect(&self, follower: BrokerId, leader: BrokerId) -> bool {
        let listens = self
            .broker(leader)
            .is_some_and(|broker| matches!(broker.process, Process::Running | Process::Paused));
        listens
            && self
                .network
                .is_open_both_ways(Node::Broker(follower), Node::Broker(leader))
    }

    /// A broker that could not be reached may be reached again: those who tried every back-off
    /// interval try at their next turn.
    pub(super) fn retry_unreachable(&mut self, leader: BrokerId) {
        let backoff = self.settings.replica_fetch_backoff_ms.saturating_mul(1000);
        for (partition, follower) in self.followers_of(leader) {
            if let Some(Fetcher::Unreachable { since }) = self.fetcher(partition, follower)
                && self.can_connect(follower, leader)
            {
                let tries = self.now.saturating_sub(since) / backoff + 1;
                self.retry_at(partition, follower, since + tries * backoff);
            }
        }
    }

    /// All replicas that follow a broker, with their partitions.
    pub(super) fn followers_of(&self, leader: BrokerId) -> Vec<(PartitionId, BrokerId)> {
        let hosted = self
            .broker(leader)
            .map(|broker| Rc::clone(&broker.partitions));
        let mut followers = Vec::new();
        for partition in hosted.iter().flat_map(|partitions| partitions.iter()) {
            let Some(cell) = self.cell(*partition) else {
                continue;
            };
            for replica in &cell.replicas {
                let follows = replica
                    .following()
                    .is_some_and(|following| following.leader == Some(leader));
                if follows {
                    followers.push((*partition, replica.broker));
                }
            }
        }
        followers
    }

    /// Remembers a partition whose ISR has a member that is behind, so that the lag check looks at it.
    pub(super) fn watch_followers(&mut self, partition: PartitionId, leader: BrokerId) {
        let behind = self
            .cell(partition)
            .and_then(|cell| cell.replica(leader))
            .is_some_and(|replica| {
                let end = replica.log.log_end_offset();
                replica.leadership().is_some_and(|leadership| {
                    leadership.remotes.iter().any(|remote| {
                        remote.progress.log_end_offset != end
                            && leadership.isr.contains(&remote.broker)
                    })
                })
            });
        if !behind || self.by_hand {
            return;
        }
        let interval = self.lag_check_interval();
        let now = self.now;
        let Some(broker) = self.broker_mut(leader) else {
            return;
        };
        broker.suspect(partition);
        if !broker.lag_check_armed {
            broker.lag_check_armed = true;
            let due = broker.next_tick(now, interval);
            self.set_timer(due, Timer::LagCheck { broker: leader }, 0);
        }
    }

    fn lag_check_interval(&self) -> u64 {
        (self.settings.replica_lag_time_max_ms.saturating_mul(1000) / 2).max(1)
    }

    /// The leader looks at the partitions whose followers were behind; true if it asked for an ISR.
    pub(super) fn on_lag_check(&mut self, leader: BrokerId) -> bool {
        let Some(broker) = self.broker_mut(leader) else {
            return false;
        };
        broker.lag_check_armed = false;
        if broker.process != Process::Running {
            return false;
        }
        let suspects = core::mem::take(&mut broker.suspects);
        let mut asked = false;
        for partition in suspects.iter() {
            let shrinks = self.on_replica(*partition, leader, |replica, context, out| {
                replica.check_lag(context, out)
            });
            asked |= shrinks == Some(true);
            self.watch_followers(*partition, leader);
        }
        asked
    }
}
