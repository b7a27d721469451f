//! The followers' side of fetches: what they ask next, what an answer makes them do, when they try again.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::Simulation;
use super::event::Timer;
use super::message::Content;
use super::node::Node;
use crate::cluster::broker::Process;
use crate::cluster::replica::{FetchOutcome, Fetcher, TruncationStep};
use crate::event::{Effect, TruncationReason};
use crate::kafka::BrokerId;
use crate::log::{AppendError, EpochEndOffset};
use crate::replication::error_code::ErrorCode;
use crate::replication::settings::Truncation;
use crate::topology::PartitionId;

/// Why a follower fetches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Poll {
    /// Something has changed since it last did.
    Begun,
    /// The answer to its last fetch told nothing new.
    Renewed,
}

impl Simulation {
    pub(super) fn on_fetch_response(
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

    pub(super) fn on_epoch_answer(
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

    pub(super) fn on_list_offsets_response(
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
        let until = self.now + self.fetch_backoff(follower);
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
        let expires = sent + self.socket_timeout(follower);
        let timer = Timer::RequestTimeout {
            broker: follower,
            partition,
        };
        self.set_timer(expires.max(self.now), timer, serial);
    }

    fn fetch_backoff(&self, follower: BrokerId) -> u64 {
        let settings = self.settings_of(follower);
        settings.replica_fetch_backoff_ms.saturating_mul(1000)
    }

    /// After which time a broker gives a request up.
    pub(super) fn socket_timeout(&self, broker: BrokerId) -> u64 {
        let settings = self.settings_of(broker);
        settings.replica_socket_timeout_ms.saturating_mul(1000)
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
        for (partition, follower) in self.followers_of(leader) {
            if let Some(Fetcher::Unreachable { since }) = self.fetcher(partition, follower)
                && self.can_connect(follower, leader)
            {
                let backoff = self.fetch_backoff(follower);
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
}
