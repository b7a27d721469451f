//! Idle long polls: their renewals are computed, not simulated.
//!
//! A long poll that comes back empty and tells nothing new makes no step and no entry of the queue. Its
//! rhythm is known (the wait, then one delay each way), so what its renewals would have done to the
//! books of the leader is computed when somebody asks ([`Simulation::settle`]), and when something
//! does happen the poll is put back where it would be at that moment ([`Simulation::make_explicit`]).

use alloc::rc::Rc;

use super::Simulation;
use super::event::Timer;
use super::message::{Content, Message};
use super::node::Node;
use super::queue::Due;
use crate::cluster::broker::Process;
use crate::cluster::replica::{
    FetchOutcome, FetchRequest, FetchedRecords, Fetcher, ParkedFetch, Remote, Replica,
};
use crate::kafka::BrokerId;
use crate::replication::isr::FollowerProgress;
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
        let Self {
            cells,
            network,
            topology,
            brokers,
            settings,
            ..
        } = self;
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
            let follower = topology.broker_index(remote.broker);
            let follower = follower.and_then(|position| brokers.get(position));
            let own = follower.and_then(|broker| broker.settings.as_ref());
            let wait_ms = own.unwrap_or(settings).replica_fetch_wait_max_ms;
            let round = network.fetch_round(leader, remote.broker);
            let period = wait_ms.saturating_mul(1000) + round;
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

    /// How long a follower lets its fetches wait.
    pub(super) fn fetch_wait(&self, follower: BrokerId) -> u64 {
        let settings = self.settings_of(follower);
        settings.replica_fetch_wait_max_ms.saturating_mul(1000)
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
        self.fetch_wait(follower) + self.network.fetch_round(leader, follower)
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

    /// Whether an idle poll is between leader and follower now.
    pub(super) fn travels(&self, leader: BrokerId, parked: &ParkedFetch) -> bool {
        let phase = self.idle_phase(leader, parked.request.follower, parked.since);
        parked.idle && !matches!(phase, IdlePhase::Parked)
    }

    fn idle_phase(&self, leader: BrokerId, follower: BrokerId, since: u64) -> IdlePhase {
        let phase = self.now.saturating_sub(since);
        let wait = self.fetch_wait(follower);
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
    pub(super) fn is_renewed(&self, leader: BrokerId, parked: &ParkedFetch) -> bool {
        let follower = parked.request.follower;
        let (answer, _) = self.delays(leader, follower);
        parked.idle && parked.arrived + self.fetch_wait(follower) + answer <= self.now
    }

    /// A renewal is a request of its own: a timeout of the first one means nothing to it.
    pub(super) fn with_own_serial(
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

    pub(super) fn set_wait_timer(
        &mut self,
        partition: PartitionId,
        leader: BrokerId,
        parked: ParkedFetch,
    ) {
        let timer = Timer::FetchWait {
            broker: leader,
            follower: parked.request.follower,
            partition,
        };
        let expires = parked.since + self.fetch_wait(parked.request.follower);
        self.set_timer(expires, timer, parked.request.serial);
    }

    /// An idle poll that is between two waits: its empty answer or its next request is on the way.
    pub(super) fn put_on_the_wire(
        &mut self,
        partition: PartitionId,
        leader: BrokerId,
        parked: ParkedFetch,
    ) {
        let follower = parked.request.follower;
        let (answer, request) = self.delays(leader, follower);
        let answered = parked.since + self.fetch_wait(follower);
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

    /// Whether a fetch that waits, its empty answer and all its renewals change nothing but times, as
    /// long as nothing else happens.
    pub(super) fn will_change_nothing(
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
    pub(super) fn is_quiet(&self, one: BrokerId, other: BrokerId) -> bool {
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
}
