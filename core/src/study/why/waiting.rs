//! What a value waits for now: whose next fetch, which answer, which timer, and until when.

use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::{Ask, Value};
use crate::cluster::broker::Process;
use crate::cluster::replica::{Fetcher, ParkedFetch, Replica};
use crate::history::Lane;
use crate::kafka::{BrokerId, Offset};
use crate::replication::produce::effective_min_isr;
use crate::sim::cell::PartitionCell;
use crate::sim::event::{Timer, VirtualTime};
use crate::sim::message::{Content, Message};
use crate::sim::node::Node;
use crate::sim::queue::Due;
use crate::sim::stalled::Stall;
use crate::sim::{Simulation, virtual_time};
use crate::topology::PartitionId;

/// Something a value waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Waiting {
    /// A producer's next records: there is nothing else that could move it.
    Records,
    /// A producer's records are on their way to the leader.
    Produce(Travel),
    /// A fetch of a follower, at this offset or further, that reaches the leader.
    Fetch {
        /// The follower.
        follower: BrokerId,
        /// The leader.
        leader: BrokerId,
        /// From where it has to ask.
        offset: Offset,
        /// Where its fetch is now.
        delivery: Delivery,
    },
    /// An answer of the leader that reaches the follower.
    Answer {
        /// The follower.
        follower: BrokerId,
        /// The leader.
        leader: BrokerId,
        /// Where the answer, or the fetch it answers, is now.
        delivery: Delivery,
    },
    /// The leader's own high watermark: a follower's is never beyond it.
    LeaderHighWatermark {
        /// The leader.
        leader: BrokerId,
    },
    /// More members of the ISR: with fewer the high watermark stands still.
    InSyncReplicas {
        /// How many there are.
        isr: u32,
        /// How many it needs.
        needed: u32,
    },
    /// The controller's answer to a change of the ISR.
    Controller(Option<Travel>),
    /// A timer.
    Timer {
        /// Which.
        timer: Timer,
        /// When it runs out.
        expires: VirtualTime,
    },
    /// New metadata that is on its way to the broker.
    Metadata(Travel),
    /// One of these brokers must start: only they may lead.
    Start(BrokerId),
    /// There is nothing by itself that could change it.
    Nothing,
}

/// A message on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Travel {
    /// When it arrives, or would.
    pub arrives: VirtualTime,
    /// What keeps it from arriving, if something does.
    pub obstacle: Option<Obstacle>,
}

/// What keeps a message from arriving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Obstacle {
    /// It is held, or waits behind one that is.
    Held,
    /// Its link is cut, or its receiver is not there.
    Doomed,
}

/// Where a follower's fetch, or its answer, is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Delivery {
    /// The fetch is on its way to the leader.
    Request {
        /// From where it asks.
        fetch_offset: Offset,
        /// The way.
        travel: Travel,
    },
    /// It waits at the leader, at most until then.
    Parked {
        /// Until when.
        until: VirtualTime,
    },
    /// The answer is on its way; the next fetch would reach the leader at `next`.
    Response {
        /// The way.
        travel: Travel,
        /// When the next fetch arrives, if nothing disturbs it.
        next: VirtualTime,
    },
    /// The follower tries again then.
    Retry {
        /// When.
        at: VirtualTime,
    },
    /// The follower asks where the logs part, before it fetches.
    Truncating,
    /// The leader can't be reached.
    Unreachable,
    /// The follower gave up until new metadata arrives.
    Stopped,
    /// The follower's process does not run.
    Down,
    /// By hand: a command has to say so.
    ByHand,
}

impl Delivery {
    /// Whether the fetch does not come by itself.
    const fn is_in_vain(self) -> bool {
        match self {
            Self::Request { travel, .. } | Self::Response { travel, .. } => {
                travel.obstacle.is_some()
            }
            Self::Parked { .. } | Self::Truncating | Self::ByHand => false,
            Self::Retry { .. } | Self::Unreachable | Self::Stopped | Self::Down => true,
        }
    }
}

pub(super) fn waiting(lane: &Lane, ask: &Ask) -> Vec<Waiting> {
    let simulation = lane.simulation();
    let Some(cell) = simulation.cell(ask.partition) else {
        return Vec::new();
    };
    let scene = Scene {
        simulation,
        partition: ask.partition,
        cell,
    };
    match ask.value {
        Value::HighWatermark(id) => scene.high_watermark(id),
        Value::LogEndOffset(id) => scene.log_end_offset(id),
        Value::ReplicaLeaderEpoch(id) => scene.replica_epoch(id),
        Value::Isr => scene.isr(),
        Value::Leader | Value::LeaderEpoch => scene.leader(),
    }
}

#[derive(Clone, Copy)]
struct Scene<'a> {
    simulation: &'a Simulation,
    partition: PartitionId,
    cell: &'a PartitionCell,
}

impl<'a> Scene<'a> {
    fn high_watermark(self, id: BrokerId) -> Vec<Waiting> {
        let Some(replica) = self.cell.replica(id) else {
            return Vec::new();
        };
        if !self.runs(id) {
            return Vec::from([Waiting::Start(id)]);
        }
        if replica.leadership().is_some() {
            return self.leader_high_watermark(replica);
        }
        let Some(leader) = self.leader_of(replica) else {
            return self.replica_epoch(id);
        };
        if replica.log.high_watermark() >= leader.log.high_watermark() {
            return Vec::from([Waiting::LeaderHighWatermark {
                leader: leader.broker,
            }]);
        }
        Vec::from([self.answer(replica, leader)])
    }

    fn leader_high_watermark(self, leader: &Replica) -> Vec<Waiting> {
        let Some(leadership) = leader.leadership() else {
            return Vec::new();
        };
        let high_watermark = leader.log.high_watermark();
        if leader.log.log_end_offset() <= high_watermark {
            return self.records(leader.broker);
        }
        let needed = effective_min_isr(
            self.simulation
                .min_insync_replicas(self.cell, Some(leader.broker)),
            leadership.replicas.len(),
        );
        if self.simulation.settings().strict_min_isr && leadership.isr.len() < needed {
            return Vec::from([Waiting::InSyncReplicas {
                isr: count(leadership.isr.len()),
                needed: count(needed),
            }]);
        }
        let mut waiting = Vec::new();
        for remote in &leadership.remotes {
            let counts = leadership.in_maximal_isr(remote.broker);
            if counts && remote.progress.log_end_offset <= high_watermark {
                let delivery = self.delivery(remote.broker, leader);
                waiting.push(Waiting::Fetch {
                    follower: remote.broker,
                    leader: leader.broker,
                    offset: high_watermark + 1,
                    delivery,
                });
                if delivery.is_in_vain() {
                    waiting.extend(self.removal(remote.broker, leader.broker));
                }
            }
        }
        if waiting.is_empty() {
            waiting.extend(self.isr_answer(leader));
        }
        or_nothing(waiting)
    }

    /// What will take a silent follower out of the ISR.
    fn removal(self, follower: BrokerId, leader: BrokerId) -> Vec<Waiting> {
        self.timers(|timer| match timer {
            Timer::SessionExpiry { broker } => *broker == follower,
            Timer::LagCheck { broker } => *broker == leader,
            _ => false,
        })
    }

    fn log_end_offset(self, id: BrokerId) -> Vec<Waiting> {
        let Some(replica) = self.cell.replica(id) else {
            return Vec::new();
        };
        if !self.runs(id) {
            return Vec::from([Waiting::Start(id)]);
        }
        if replica.leadership().is_some() {
            return self.records(id);
        }
        let Some(leader) = self.leader_of(replica) else {
            return self.replica_epoch(id);
        };
        let mut waiting = Vec::from([self.answer(replica, leader)]);
        if replica.log.log_end_offset() == leader.log.log_end_offset() {
            waiting.extend(self.records(leader.broker));
        }
        waiting
    }

    fn records(self, leader: BrokerId) -> Vec<Waiting> {
        let to = Node::Broker(leader);
        let mut waiting: Vec<Waiting> = self
            .travelling(|message| {
                message.to == to
                    && message.partition == Some(self.partition)
                    && matches!(message.content, Content::Produce(_))
            })
            .map(|(_, travel)| Waiting::Produce(travel))
            .collect();
        if waiting.is_empty() {
            waiting.push(Waiting::Records);
        }
        waiting
    }

    fn isr(self) -> Vec<Waiting> {
        let Some(leader) = self.cell.true_leader() else {
            return self.leader();
        };
        let mut waiting = self.isr_answer(leader);
        let Some(leadership) = leader.leadership() else {
            return waiting;
        };
        let end = leader.log.log_end_offset();
        for remote in &leadership.remotes {
            let inside = leadership.isr.contains(&remote.broker);
            if !inside && !leadership.in_maximal_isr(remote.broker) {
                let reached = leader
                    .log
                    .high_watermark()
                    .max(leadership.epoch_start_offset);
                waiting.push(Waiting::Fetch {
                    follower: remote.broker,
                    leader: leader.broker,
                    offset: reached,
                    delivery: self.delivery(remote.broker, leader),
                });
            } else if inside
                && remote.progress.log_end_offset < end
                && self.delivery(remote.broker, leader).is_in_vain()
            {
                waiting.extend(self.removal(remote.broker, leader.broker));
            }
        }
        waiting.extend(self.sessions());
        waiting.dedup();
        or_nothing(waiting)
    }

    /// A change of the ISR that the controller has not answered yet.
    fn isr_answer(self, leader: &Replica) -> Vec<Waiting> {
        let pending = leader
            .leadership()
            .is_some_and(|leadership| leadership.pending.is_some());
        if !pending {
            return Vec::new();
        }
        let broker = Node::Broker(leader.broker);
        let way = self.travelling(|message| match message.content {
            Content::AlterPartition { .. } => message.from == broker,
            Content::AlterPartitionResponse(_) => message.to == broker,
            _ => false,
        });
        Vec::from([Waiting::Controller(way.map(|(_, travel)| travel).next())])
    }

    fn leader(self) -> Vec<Waiting> {
        let state = &self.cell.state;
        let mut waiting = self.sessions();
        if state.leader.is_none() {
            waiting.extend(self.timers(|timer| *timer == Timer::UncleanElectionCheck));
            let down = state.isr.iter().filter(|id| !self.runs(**id));
            waiting.extend(down.map(|id| Waiting::Start(*id)));
        } else if state.leader != state.preferred() {
            waiting.extend(self.timers(|timer| *timer == Timer::LeaderBalance));
        }
        or_nothing(waiting)
    }

    /// Sessions of the partition's brokers that are running out.
    fn sessions(self) -> Vec<Waiting> {
        let replicas = &self.cell.state.replicas;
        self.timers(|timer| match timer {
            Timer::SessionExpiry { broker } => replicas.contains(broker),
            _ => false,
        })
    }

    fn replica_epoch(self, id: BrokerId) -> Vec<Waiting> {
        if !self.runs(id) {
            return Vec::from([Waiting::Start(id)]);
        }
        let metadata = self.travelling(|message| {
            message.to == Node::Broker(id)
                && matches!(message.content, Content::PartitionStates { .. })
        });
        let mut waiting: Vec<Waiting> = metadata
            .map(|(_, travel)| Waiting::Metadata(travel))
            .collect();
        if waiting.is_empty() {
            waiting = self.leader();
        }
        waiting
    }

    fn answer(self, follower: &Replica, leader: &Replica) -> Waiting {
        Waiting::Answer {
            follower: follower.broker,
            leader: leader.broker,
            delivery: self.delivery(follower.broker, leader),
        }
    }

    fn leader_of(self, follower: &Replica) -> Option<&'a Replica> {
        self.cell.replica(follower.following()?.leader?)
    }

    /// Where a follower's fetch is.
    fn delivery(self, follower: BrokerId, leader: &Replica) -> Delivery {
        if !self.runs(follower) {
            return Delivery::Down;
        }
        if self.simulation.is_by_hand() {
            return Delivery::ByHand;
        }
        let (one, other) = (Node::Broker(follower), Node::Broker(leader.broker));
        let here = |message: &Message| message.partition == Some(self.partition);
        let request =
            self.travelling(|message| here(message) && (message.from, message.to) == (one, other));
        let mut request = request.filter_map(|(message, travel)| match &message.content {
            Content::Fetch(request) => Some((request.fetch_offset, travel)),
            _ => None,
        });
        if let Some((fetch_offset, travel)) = request.next() {
            return Delivery::Request {
                fetch_offset,
                travel,
            };
        }
        let network = self.simulation.network();
        let (answer_us, request_us) = (
            network.fetch_delay(other, one, true),
            network.fetch_delay(one, other, false),
        );
        let answer = self.travelling(|message| {
            here(message)
                && (message.from, message.to) == (other, one)
                && matches!(message.content, Content::FetchResponse { .. })
        });
        if let Some((_, travel)) = { answer }.next() {
            return Delivery::Response {
                travel,
                next: travel.arrives.plus_micros(request_us),
            };
        }
        let parked = leader
            .leadership()
            .and_then(|leadership| leadership.remote(follower))
            .and_then(|remote| remote.parked);
        if let Some(parked) = parked {
            return self.parked(parked, answer_us, request_us);
        }
        self.fetcher(follower)
    }

    /// Where a fetch is that waited from `since` on, or was renewed since without a step.
    fn parked(self, parked: ParkedFetch, answer_us: u64, request_us: u64) -> Delivery {
        let (since, fetch_offset) = (parked.since, parked.request.fetch_offset);
        let settings = self.simulation.settings_of(parked.request.follower);
        let wait = settings.replica_fetch_wait_max_ms.saturating_mul(1000);
        let period = (wait + answer_us + request_us).max(1);
        let now = self.simulation.now();
        let begun = since + now.saturating_sub(since) / period * period;
        let (answered, arrived) = (begun + wait, begun + wait + answer_us);
        let travel = |arrives: u64| Travel {
            arrives: virtual_time(arrives),
            obstacle: None,
        };
        if now < answered {
            Delivery::Parked {
                until: virtual_time(answered),
            }
        } else if now < arrived {
            Delivery::Response {
                travel: travel(arrived),
                next: virtual_time(begun + period),
            }
        } else {
            Delivery::Request {
                fetch_offset,
                travel: travel(begun + period),
            }
        }
    }

    fn fetcher(self, follower: BrokerId) -> Delivery {
        let replica = self.cell.replica(follower);
        let following = replica.and_then(Replica::following);
        match following.map(|following| following.fetcher) {
            Some(Fetcher::Backoff { until }) => Delivery::Retry {
                at: virtual_time(until),
            },
            Some(Fetcher::Truncating { .. }) => Delivery::Truncating,
            Some(Fetcher::Unreachable { .. } | Fetcher::Fetching { .. }) => Delivery::Unreachable,
            Some(Fetcher::Failed | Fetcher::Idle) | None => Delivery::Stopped,
        }
    }

    fn runs(self, id: BrokerId) -> bool {
        let broker = self.simulation.broker(id);
        broker.is_some_and(|broker| matches!(broker.process, Process::Running | Process::Paused))
    }

    fn timers(self, wanted: impl Fn(&Timer) -> bool) -> Vec<Waiting> {
        let entries = self.simulation.queue().iter();
        let mut running: Vec<(u64, Timer)> = entries
            .filter_map(|entry| match &entry.due {
                Due::Timer(timer, generation)
                    if wanted(timer) && self.simulation.is_running(*timer, *generation) =>
                {
                    Some((entry.time, *timer))
                }
                _ => None,
            })
            .collect();
        running.sort_unstable();
        running
            .into_iter()
            .map(|(time, timer)| Waiting::Timer {
                timer,
                expires: virtual_time(time),
            })
            .collect()
    }

    /// Messages on their way that are wanted, the next arrival first.
    fn travelling(
        self,
        wanted: impl Fn(&Message) -> bool,
    ) -> impl Iterator<Item = (&'a Message, Travel)> {
        let mut found: Vec<(u64, &'a Message, Travel)> = Vec::new();
        for entry in self.simulation.queue().iter() {
            if let Due::Message(message) = &entry.due
                && wanted(message)
            {
                let doomed = self.simulation.is_doomed(message, entry.cause);
                found.push((
                    entry.time,
                    message,
                    Travel {
                        arrives: virtual_time(entry.time),
                        obstacle: doomed.then_some(Obstacle::Doomed),
                    },
                ));
            }
        }
        for stalled in self.simulation.stalled() {
            if stalled.stall != Stall::Gone && wanted(&stalled.message) {
                found.push((
                    stalled.arrives,
                    &stalled.message,
                    Travel {
                        arrives: virtual_time(stalled.arrives),
                        obstacle: Some(Obstacle::Held),
                    },
                ));
            }
        }
        found.sort_by_key(|(arrives, ..)| *arrives);
        found
            .into_iter()
            .map(|(_, message, travel)| (message, travel))
    }
}

fn or_nothing(mut waiting: Vec<Waiting>) -> Vec<Waiting> {
    if waiting.is_empty() {
        waiting.push(Waiting::Nothing);
    }
    waiting
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
