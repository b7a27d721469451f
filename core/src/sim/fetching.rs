//! The leader's side of follower fetches: what waits, what wakes it, what is answered.

use alloc::vec::Vec;

use super::Simulation;
use super::message::{Content, Message};
use super::node::Node;
use crate::cluster::broker::Process;
use crate::cluster::replica::{FetchOutcome, FetchRequest, Fetcher, ParkedFetch};
use crate::event::Effect;
use crate::kafka::BrokerId;
use crate::replication::error_code::ErrorCode;
use crate::topology::PartitionId;

impl Simulation {
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
        if self.travels(leader, &parked) {
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
                    && parked.since + self.fetch_wait(follower) <= self.now
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
}
