//! A schedule by hand: each step happens whole, and nothing happens between them.
//!
//! The parts of the cluster are the same; only what the network and the timers would do is named by
//! the schedule.

use alloc::vec::Vec;

use super::Simulation;
use super::command::Manual;
use super::invariant::Allowance;
use super::node::Node;
use super::stalled::Stalled;
use crate::cluster::broker::Process;
use crate::cluster::controller::Controller;
use crate::cluster::replica::{FetchOutcome, PendingIsr};
use crate::event::{ChangeReason, Effect, TruncationReason};
use crate::kafka::BrokerId;
use crate::replication::error_code::ErrorCode;
use crate::topology::PartitionId;

impl Simulation {
    pub(super) fn step_by_hand(&mut self, manual: &Manual) {
        match manual {
            Manual::Fetch {
                partition,
                follower,
                leader,
                max_records,
                response_lost,
            } => self.fetch_by_hand(*partition, *follower, *leader, *max_records, *response_lost),
            Manual::ApplyMetadata { broker } => self.apply_by_hand(*broker),
            Manual::Fence { broker } => self.fence(*broker),
            Manual::Elect { partition, leader } => {
                let decision = self
                    .cell(*partition)
                    .filter(|cell| cell.state.isr.contains(leader))
                    .map(|cell| Controller::elect_given(&cell.state, *leader));
                self.decide(*partition, decision, ChangeReason::Manual);
            }
            Manual::ShrinkIsr {
                partition,
                leader,
                remove,
            } => {
                self.reconnect(*leader);
                self.propose_by_hand(
                    *partition,
                    *leader,
                    PendingIsr::Shrink(remove.clone().into()),
                );
                self.answer_isr_change(*partition, *leader);
            }
            Manual::SendAlterPartition {
                partition,
                leader,
                isr,
            } => self.send_isr_by_hand(*partition, *leader, isr),
            Manual::AnswerAlterPartition { partition, leader } => {
                self.answer_isr_change(*partition, *leader);
            }
        }
    }

    fn fetch_by_hand(
        &mut self,
        partition: PartitionId,
        follower: BrokerId,
        leader: BrokerId,
        max_records: Option<u32>,
        response_lost: bool,
    ) {
        let up = |id| {
            self.broker(id)
                .is_some_and(|broker| broker.process == Process::Running)
        };
        if !up(follower) || !up(leader) {
            self.effects.push(Effect::FetchRefused {
                partition,
                leader,
                follower,
                error: ErrorCode::NetworkException,
            });
            return;
        }
        let request = self.on_replica(partition, follower, |replica, context, _| {
            replica.fetch_request(context, max_records)
        });
        let Some(request) = request else {
            return;
        };
        let handled = self.on_replica(partition, leader, |replica, context, out| {
            let before = replica
                .leadership()
                .and_then(|leadership| leadership.pending.clone());
            let outcome = replica.handle_fetch(context, &request, out);
            let proposes = before.is_none()
                && replica
                    .leadership()
                    .is_some_and(|leadership| leadership.pending.is_some());
            (outcome, proposes)
        });
        let Some((mut outcome, proposes)) = handled else {
            return;
        };
        if proposes {
            self.answer_isr_change(partition, leader);
        }
        if outcome == FetchOutcome::Wait {
            // An empty fetch is answered right after it was accounted for.
            let answer = self.settings.epoch_answer;
            let completed = self
                .cells
                .get_mut(partition.index())
                .and_then(|cell| cell.replica_mut(leader))
                .map(|replica| replica.complete_fetch(answer, &request));
            outcome = completed.unwrap_or(FetchOutcome::Wait);
        }
        if !response_lost {
            self.take_answer_by_hand(partition, follower, leader, outcome);
        }
    }

    fn take_answer_by_hand(
        &mut self,
        partition: PartitionId,
        follower: BrokerId,
        leader: BrokerId,
        outcome: FetchOutcome,
    ) {
        match outcome {
            FetchOutcome::Records(fetched) => {
                self.on_replica(partition, follower, |replica, context, out| {
                    if replica.append_fetched(context, &fetched, out).is_err() {
                        out.effects.push(Effect::FetcherStopped {
                            partition,
                            broker: follower,
                            error: ErrorCode::UnknownServerError,
                        });
                    }
                });
            }
            FetchOutcome::Diverging(end) => {
                self.on_replica(partition, follower, |replica, context, out| {
                    let reason = TruncationReason::DivergingFetch;
                    replica.truncate_by_epoch(context, end, reason, out);
                });
            }
            FetchOutcome::Error(error) => {
                self.effects.push(Effect::FetchRefused {
                    partition,
                    leader,
                    follower,
                    error,
                });
                let bounds = self
                    .cell(partition)
                    .and_then(|cell| cell.replica(leader))
                    .map(|replica| (replica.log.log_start_offset(), replica.log.log_end_offset()));
                if let (ErrorCode::OffsetOutOfRange, Some((earliest, latest))) = (error, bounds) {
                    self.on_replica(partition, follower, |replica, context, out| {
                        replica.handle_out_of_range(context, earliest, latest, out);
                    });
                }
            }
            FetchOutcome::Wait => {}
        }
    }

    /// The broker learns the present state of its partitions; that shows that it is in contact again.
    fn apply_by_hand(&mut self, broker: BrokerId) {
        self.reconnect(broker);
        self.note_skipped_epochs(broker);
        self.learn_everything(broker);
    }

    /// A broker that led, missed that others did, and leads again keeps what it knew of its followers'
    /// logs, although they may have been cut since. Kafka's records are applied one by one.
    fn note_skipped_epochs(&mut self, broker: BrokerId) {
        let skipped = self.broker(broker).is_some_and(|host| {
            host.partitions.iter().any(|partition| {
                self.cell(*partition).is_some_and(|cell| {
                    let leads = cell.replica(broker).filter(|replica| {
                        replica.leadership().is_some()
                            && cell.state.leader_epoch > replica.leader_epoch + 1
                    });
                    leads.is_some() && cell.state.leader == Some(broker)
                })
            })
        });
        if skipped {
            self.allow(Allowance::ByHand);
        }
    }

    fn reconnect(&mut self, broker: BrokerId) {
        let cuts: Vec<(Node, Node)> = self
            .network
            .cuts()
            .filter(|(from, to)| *from == Node::Broker(broker) || *to == Node::Broker(broker))
            .collect();
        if cuts.is_empty() {
            return;
        }
        for (from, to) in cuts {
            self.network.heal(from, to);
        }
        let fenced = self
            .controller
            .registration(broker)
            .is_some_and(|registration| !registration.active);
        if fenced {
            self.unfence(broker);
        }
    }

    pub(super) fn restart_by_hand(&mut self, broker: BrokerId) {
        let broker_epoch = self.metadata_end_offset();
        let fenced = match self.controller.registration_mut(broker) {
            Some(registration) => {
                registration.broker_epoch = broker_epoch;
                registration.shutting_down = false;
                !registration.active
            }
            None => false,
        };
        self.open_replicas(broker);
        if fenced || !self.has_leader_everywhere(broker) {
            self.unfence(broker);
        }
    }

    fn has_leader_everywhere(&self, broker: BrokerId) -> bool {
        self.broker(broker).is_none_or(|broker| {
            broker.partitions.iter().all(|partition| {
                self.cell(*partition)
                    .is_none_or(|cell| cell.state.leader.is_some() || !cell.exists())
            })
        })
    }

    fn propose_by_hand(&mut self, partition: PartitionId, leader: BrokerId, change: PendingIsr) {
        self.on_replica(partition, leader, |replica, context, out| {
            replica.propose(context, change, out);
        });
    }

    fn send_isr_by_hand(&mut self, partition: PartitionId, leader: BrokerId, isr: &[BrokerId]) {
        let committed = self
            .cell(partition)
            .and_then(|cell| cell.replica(leader))
            .and_then(|replica| replica.leadership())
            .map(|leadership| leadership.isr.clone());
        let Some(committed) = committed else {
            return;
        };
        let joins = isr.iter().find(|id| !committed.contains(id));
        let change = match joins {
            Some(joins) => PendingIsr::Expand(*joins),
            None => {
                let leaves = committed.iter().copied().filter(|id| !isr.contains(id));
                PendingIsr::Shrink(leaves.collect::<Vec<_>>().into())
            }
        };
        self.propose_by_hand(partition, leader, change);
    }

    /// The pending ISR change reaches the controller, and its answer the leader.
    fn answer_isr_change(&mut self, partition: PartitionId, leader: BrokerId) {
        let Some(request) = self.isr_request(partition, leader) else {
            return;
        };
        let broker_epoch = self
            .controller
            .registration(leader)
            .map_or(0, |registration| registration.broker_epoch);
        if let Some(answer) = self.alter_partition(leader, broker_epoch, &request) {
            self.on_alter_partition_response(leader, core::slice::from_ref(&answer));
        }
    }

    /// From here on nothing happens that the schedule does not name: what is under way is dropped.
    pub(super) fn run_by_hand(&mut self) {
        if self.by_hand {
            return;
        }
        self.by_hand = true;
        self.queue.clear();
        self.stalled = Stalled::default();
        self.deferred = alloc::rc::Rc::default();
        self.balance_armed = false;
        self.unclean_check_armed = false;
        self.producers = alloc::rc::Rc::default();
        let ids: Vec<BrokerId> = self.brokers.iter().map(|broker| broker.id).collect();
        for id in ids {
            let down = self
                .broker(id)
                .is_some_and(|broker| broker.process == Process::Down);
            if let Some(registration) = self.controller.registration_mut(id) {
                registration.answers = !down;
            }
            if let Some(broker) = self.broker_mut(id) {
                broker.drop_traffic();
            }
            self.for_each_hosted(id, |sim, partition| {
                sim.settle(partition, id);
                let leadership = sim
                    .cells
                    .get_mut(partition.index())
                    .and_then(|cell| cell.replica_mut(id))
                    .and_then(|replica| replica.leadership_mut());
                if let Some(leadership) = leadership {
                    leadership.drop_traffic();
                }
            });
        }
    }

    /// From here on the cluster runs by itself: brokers learn what they missed, followers fetch,
    /// sessions of brokers out of contact begin to run out.
    pub(super) fn run_by_itself(&mut self) {
        if !self.by_hand {
            return;
        }
        self.by_hand = false;
        let ids: Vec<BrokerId> = self.brokers.iter().map(|broker| broker.id).collect();
        let end = self.metadata_end_offset();
        for registration in &mut self.controller.registrations {
            registration.answers = true;
        }
        for id in &ids {
            let running = self
                .broker(*id)
                .is_some_and(|broker| broker.process == Process::Running);
            if let Some(broker) = self.broker_mut(*id) {
                broker.applied_offset = broker.applied_offset.min(end);
            }
            self.review_contact(*id);
            if running {
                self.resume_fetching(*id);
            }
        }
        self.propagate();
        self.arm_balance();
    }

    fn resume_fetching(&mut self, id: BrokerId) {
        self.for_each_hosted(id, |sim, partition| {
            sim.start_fetching(partition, id);
            sim.watch_followers(partition, id);
            if sim.isr_request(partition, id).is_some() {
                sim.queue_isr_change(partition, id);
            }
        });
    }
}
