//! The controller at work: decisions become records, records reach the brokers.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::event::Timer;
use super::invariant::Allowance;
use super::message::{Content, IsrAnswer, IsrRequest, Message};
use super::node::Node;
use super::{MetadataRecord, Simulation};
use crate::cluster::broker::Process;
use crate::cluster::controller::Decision;
use crate::cluster::partition_state::PartitionState;
use crate::event::{ChangeReason, Effect, PartitionSummary};
use crate::kafka::{BrokerId, LeaderEpoch};
use crate::replication::alter_partition::AlterPartition;
use crate::replication::balance::{BrokerImbalance, MAX_ELECTIONS_PER_IMBALANCE};
use crate::replication::error_code::ErrorCode;
use crate::replication::settings::MetadataMode;
use crate::topology::PartitionId;

/// How soon a broker sends an AlterPartition request again after an error.
pub(super) const ALTER_PARTITION_RETRY_US: u64 = 50_000;

impl Simulation {
    /// The controller writes a decision.
    pub(super) fn decide(
        &mut self,
        partition: PartitionId,
        decision: Option<Decision>,
        reason: ChangeReason,
    ) {
        let Some(decision) = decision else {
            return;
        };
        if decision.unclean {
            self.allow(Allowance::UncleanElection);
        }
        let Some(cell) = self.cells.get_mut(partition.index()) else {
            return;
        };
        if cell.state == decision.state {
            return;
        }
        let from = summary(&cell.state);
        cell.state = decision.state;
        let state = cell.state.clone();
        self.effects.push(Effect::PartitionChanged {
            partition,
            from,
            to: summary(&state),
            reason,
            unclean: decision.unclean,
        });
        self.touch(partition);
        self.metadata_log
            .push(MetadataRecord::Partition(partition, state));
        self.metadata_grew = true;
    }

    /// Brokers will hear that a broker may, or may no longer, be in an ISR.
    pub(super) fn announce(&mut self, broker: BrokerId, eligible: bool) {
        self.metadata_log
            .push(MetadataRecord::Broker(broker, eligible));
        self.metadata_grew = true;
    }

    /// Sends new records to every broker that can be reached and has none under way.
    pub(super) fn propagate(&mut self) {
        if self.by_hand {
            return;
        }
        for position in 0..self.brokers.len() {
            self.propagate_to(position);
        }
    }

    pub(super) fn propagate_to(&mut self, position: usize) {
        let to_offset = self.metadata_end_offset();
        let Some(broker) = self.brokers.get(position) else {
            return;
        };
        let id = broker.id;
        let listens = matches!(broker.process, Process::Running | Process::Paused);
        let behind = broker.applied_offset < to_offset && !broker.records_in_flight;
        if !listens
            || !behind
            || !self
                .network
                .is_open_both_ways(Node::Controller, Node::Broker(id))
        {
            return;
        }
        let count = self.count_records_for(broker.applied_offset, id);
        if let Some(broker) = self.brokers.get_mut(position) {
            broker.records_in_flight = true;
        }
        self.send(
            Node::Controller,
            Node::Broker(id),
            None,
            Content::PartitionStates { to_offset, count },
        );
    }

    fn count_records_for(&self, from: u64, broker: BrokerId) -> u32 {
        let from = usize::try_from(from).unwrap_or(usize::MAX);
        let concerned = (from..self.metadata_log.len()).filter(|index| {
            matches!(self.metadata_log.get(*index),
                Some(MetadataRecord::Partition(partition, state))
                    if state.replicas.contains(&broker)
                        || (state.replicas.is_empty() && self.hosts(*partition, broker)))
        });
        u32::try_from(concerned.count()).unwrap_or(u32::MAX)
    }

    fn hosts(&self, partition: PartitionId, broker: BrokerId) -> bool {
        let cell = self.cell(partition);
        cell.is_some_and(|cell| cell.replica(broker).is_some())
    }

    /// Records arrive at a broker, which applies them one by one, none skipped.
    pub(super) fn on_partition_states(&mut self, id: BrokerId, to_offset: u64) {
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        broker.records_in_flight = false;
        if broker.wants_everything {
            self.open_replicas(id);
            self.learn_everything(id);
            return;
        }
        let from = broker.applied_offset;
        for offset in from..to_offset {
            let index = usize::try_from(offset).unwrap_or(usize::MAX);
            match self.metadata_log.get(index).cloned() {
                Some(MetadataRecord::Partition(partition, state)) => {
                    self.apply_state(partition, id, &state);
                }
                Some(MetadataRecord::Broker(other, eligible)) => {
                    self.learn_eligibility(id, other, eligible);
                }
                None => {}
            }
        }
        if let Some(broker) = self.broker_mut(id) {
            broker.applied_offset = broker.applied_offset.max(to_offset);
        }
        self.review_shutdowns();
        if let Some(position) = self.topology.broker_index(id) {
            self.propagate_to(position);
        }
    }

    pub(super) fn apply_state(
        &mut self,
        partition: PartitionId,
        broker: BrokerId,
        state: &PartitionState,
    ) {
        if state.replicas.is_empty() {
            self.delete_replica(partition, broker, state);
            return;
        }
        if !state.replicas.contains(&broker) {
            return;
        }
        self.leave_leader(partition, broker, state.leader_epoch);
        self.on_replica(partition, broker, |replica, context, out| {
            replica.apply(context, state, out);
        });
        self.watch_followers(partition, broker);
    }

    /// A follower that enters a new epoch will not renew the fetch that waits at its leader.
    pub(super) fn leave_leader(
        &mut self,
        partition: PartitionId,
        follower: BrokerId,
        leader_epoch: LeaderEpoch,
    ) {
        let replica = self.cell(partition).and_then(|cell| cell.replica(follower));
        let leader = replica
            .filter(|replica| replica.leader_epoch < leader_epoch)
            .and_then(|replica| replica.following())
            .and_then(|following| following.leader);
        if let Some(leader) = leader {
            self.make_explicit(partition, leader, follower);
        }
    }

    fn learn_eligibility(&mut self, id: BrokerId, other: BrokerId, eligible: bool) {
        let Some(position) = self.topology.broker_index(other) else {
            return;
        };
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        let mut known: Vec<bool> = broker.eligible.to_vec();
        if let Some(entry) = known.get_mut(position) {
            *entry = eligible;
        }
        broker.eligible = known.into();
        if eligible {
            // Its next fetch may bring it into an ISR.
            self.for_each_hosted(id, |sim, partition| sim.make_explicit(partition, id, other));
        }
    }

    /// A broker that starts learns the present state of everything at once.
    pub(super) fn learn_everything(&mut self, id: BrokerId) {
        let eligible: Rc<[bool]> = self
            .controller
            .registrations
            .iter()
            .map(crate::cluster::controller::Registration::is_eligible)
            .collect();
        let end = self.metadata_end_offset();
        if let Some(broker) = self.broker_mut(id) {
            broker.eligible = eligible;
            broker.applied_offset = end;
            broker.records_in_flight = false;
            broker.wants_everything = false;
        }
        self.for_each_hosted(id, |sim, partition| {
            let state = sim.cell(partition).map(|cell| cell.state.clone());
            if let Some(state) = state {
                sim.apply_state(partition, id, &state);
            }
        });
        self.review_shutdowns();
    }

    /// A broker that has started in ZooKeeper mode gets the states of all its partitions.
    pub(super) fn send_everything(&mut self, id: BrokerId) {
        let to_offset = self.metadata_end_offset();
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        broker.records_in_flight = true;
        let count = u32::try_from(broker.partitions.len()).unwrap_or(u32::MAX);
        self.send(
            Node::Controller,
            Node::Broker(id),
            None,
            Content::PartitionStates { to_offset, count },
        );
    }

    /// A leader's ISR change waits to be sent.
    pub(super) fn queue_isr_change(&mut self, partition: PartitionId, id: BrokerId) {
        if let Some(broker) = self.broker_mut(id) {
            broker.queue_isr_change(partition);
        }
        self.send_alter_partition(id);
    }

    /// Sends what waits, unless a request is under way: a broker has one at a time.
    pub(super) fn send_alter_partition(&mut self, id: BrokerId) {
        let Some(broker) = self.broker_mut(id) else {
            return;
        };
        if broker.alter_partition_in_flight || broker.isr_changes.is_empty() {
            return;
        }
        let waiting = core::mem::take(&mut broker.isr_changes);
        let requests: Vec<IsrRequest> = waiting
            .iter()
            .filter_map(|partition| self.isr_request(*partition, id))
            .collect();
        if requests.is_empty() {
            return;
        }
        if let Some(broker) = self.broker_mut(id) {
            broker.alter_partition_in_flight = true;
        }
        let broker_epoch = self
            .controller
            .registration(id)
            .map_or(0, |registration| registration.broker_epoch);
        let first = requests.first().map(|request| request.partition);
        self.send(
            Node::Broker(id),
            Node::Controller,
            first.filter(|_| requests.len() == 1),
            Content::AlterPartition {
                broker_epoch,
                requests,
            },
        );
    }

    pub(super) fn isr_request(&self, partition: PartitionId, id: BrokerId) -> Option<IsrRequest> {
        let replica = self.cell(partition)?.replica(id)?;
        Some(IsrRequest {
            partition,
            leader_epoch: replica.leader_epoch,
            partition_epoch: replica.partition_epoch,
            isr: replica.leadership()?.proposed_isr()?,
        })
    }

    pub(super) fn on_alter_partition(
        &mut self,
        broker: BrokerId,
        broker_epoch: u64,
        requests: &[IsrRequest],
    ) {
        let answers: Vec<IsrAnswer> = requests
            .iter()
            .filter_map(|request| self.alter_partition(broker, broker_epoch, request))
            .collect();
        self.arm_balance();
        let first = answers.first().map(|answer| answer.partition);
        self.send(
            Node::Controller,
            Node::Broker(broker),
            first.filter(|_| answers.len() == 1),
            Content::AlterPartitionResponse(answers),
        );
    }

    /// Handles one partition of an AlterPartition request.
    pub(super) fn alter_partition(
        &mut self,
        broker: BrokerId,
        broker_epoch: u64,
        request: &IsrRequest,
    ) -> Option<IsrAnswer> {
        let cell = self.cell(request.partition)?;
        let current = self
            .controller
            .registration(broker)
            .is_some_and(|registration| registration.broker_epoch == broker_epoch);
        let decision = self.controller.alter_partition(
            self.rules(cell.topic),
            &cell.state,
            AlterPartition {
                broker,
                broker_epoch_current: current,
                leader_epoch: request.leader_epoch,
                partition_epoch: request.partition_epoch,
                isr: &request.isr,
                recovering: false,
            },
        );
        let error = decision.as_ref().err().copied().unwrap_or(ErrorCode::None);
        self.decide(
            request.partition,
            decision.ok(),
            ChangeReason::AlterPartition,
        );
        let state = self.cell(request.partition)?.state.clone();
        Some(IsrAnswer {
            partition: request.partition,
            error,
            state,
        })
    }

    pub(super) fn on_alter_partition_response(&mut self, id: BrokerId, answers: &[IsrAnswer]) {
        if let Some(broker) = self.broker_mut(id) {
            broker.alter_partition_in_flight = false;
        }
        for answer in answers {
            self.on_replica(answer.partition, id, |replica, context, out| {
                replica.handle_alter_partition_response(context, answer.error, &answer.state, out);
            });
            // Who has joined may be behind.
            self.watch_followers(answer.partition, id);
        }
        let waits = self
            .broker(id)
            .is_some_and(|broker| !broker.isr_changes.is_empty());
        if waits {
            self.retry_alter_partition(id, ALTER_PARTITION_RETRY_US);
        }
    }

    pub(super) fn retry_alter_partition(&mut self, id: BrokerId, delay: u64) {
        let timer = Timer::AlterPartitionRetry { broker: id };
        self.set_timer(self.now + delay, timer, 0);
    }

    /// Sends waiting ISR changes again; true if there were any.
    pub(super) fn on_alter_partition_retry(&mut self, id: BrokerId) -> bool {
        let waits = self.broker(id).is_some_and(|broker| {
            broker.process == Process::Running
                && !broker.alter_partition_in_flight
                && !broker.isr_changes.is_empty()
        });
        if waits {
            self.send_alter_partition(id);
        }
        waits
    }

    /// A request or its answer was lost: the changes still pending wait to be sent again, without a time when
    /// the request has timed out.
    pub(super) fn lose_alter_partition(&mut self, message: &Message, retry_after_us: Option<u64>) {
        let ((Node::Broker(id), _) | (_, Node::Broker(id))) = (message.from, message.to) else {
            return;
        };
        let running = self
            .broker(id)
            .is_some_and(|broker| broker.process != Process::Down);
        if !running {
            return;
        }
        self.for_each_hosted(id, |sim, partition| {
            if sim.isr_request(partition, id).is_some()
                && let Some(broker) = sim.broker_mut(id)
            {
                broker.queue_isr_change(partition);
            }
        });
        if let Some(broker) = self.broker_mut(id) {
            broker.alter_partition_in_flight = false;
        }
        let timeout = self.socket_timeout(id);
        self.retry_alter_partition(id, retry_after_us.unwrap_or(timeout));
    }

    /// A preferred election for one partition or all; those that fail report why only if asked for
    /// one by one.
    pub(super) fn elect_preferred(&mut self, partition: Option<PartitionId>) {
        for id in self.chosen(partition) {
            let outcome = self.cell(id).map(|cell| {
                let rules = self.rules(cell.topic);
                self.controller.elect_preferred(rules, &cell.state)
            });
            self.conclude(
                id,
                outcome,
                partition.is_some(),
                ChangeReason::PreferredElection,
            );
        }
        self.arm_balance();
    }

    /// An unclean election for one partition or all leaderless ones.
    pub(super) fn elect_unclean(&mut self, partition: Option<PartitionId>) {
        for id in self.chosen(partition) {
            let outcome = self.cell(id).map(|cell| {
                let rules = self.rules(cell.topic);
                self.controller.elect_unclean(rules, &cell.state)
            });
            self.conclude(
                id,
                outcome,
                partition.is_some(),
                ChangeReason::UncleanElection,
            );
        }
        self.arm_balance();
    }

    fn chosen(&self, partition: Option<PartitionId>) -> Vec<PartitionId> {
        match partition {
            Some(partition) => Vec::from([partition]),
            None => (0..u32::try_from(self.cells.len()).unwrap_or(u32::MAX))
                .map(PartitionId)
                .collect(),
        }
    }

    fn conclude(
        &mut self,
        partition: PartitionId,
        outcome: Option<Result<Decision, ErrorCode>>,
        report: bool,
        reason: ChangeReason,
    ) {
        match outcome {
            Some(Ok(decision)) => self.decide(partition, Some(decision), reason),
            Some(Err(error)) if report => {
                self.effects
                    .push(Effect::ElectionFailed { partition, error });
            }
            _ => {}
        }
    }

    /// Sets the timers of the controller's periodic work where there is something to do.
    pub(super) fn arm_balance(&mut self) {
        if self.by_hand {
            return;
        }
        let start = crate::cluster::replica::START_TIME_US;
        let next = |interval: u64, now: u64| start + (now - start) / interval * interval + interval;
        if self.settings.auto_leader_rebalance_enable
            && !self.balance_armed
            && self.cells.iter().any(|cell| self.can_be_balanced(cell))
        {
            self.balance_armed = true;
            let interval = self
                .settings
                .leader_imbalance_check_interval_seconds
                .saturating_mul(1_000_000);
            self.set_timer(next(interval, self.now), Timer::LeaderBalance, 0);
        }
        if self.settings.metadata_mode == MetadataMode::Kraft
            && !self.unclean_check_armed
            && self.has_unclean_candidates()
        {
            self.unclean_check_armed = true;
            let interval = self
                .settings
                .unclean_leader_election_interval_ms
                .saturating_mul(1000);
            self.set_timer(next(interval, self.now), Timer::UncleanElectionCheck, 0);
        }
    }

    fn can_be_balanced(&self, cell: &super::cell::PartitionCell) -> bool {
        let state = &cell.state;
        state.leader != state.preferred()
            && state.preferred().is_some_and(|preferred| {
                state.isr.contains(&preferred) && self.controller.is_eligible(preferred)
            })
    }

    fn has_unclean_candidates(&self) -> bool {
        self.cells.iter().any(|cell| {
            cell.state.leader.is_none()
                && self.rules(cell.topic).unclean
                && cell
                    .state
                    .replicas
                    .iter()
                    .any(|id| self.controller.is_eligible(*id))
        })
    }

    /// The controller looks for leaders that are not the preferred ones; true if it moved any.
    pub(super) fn on_leader_balance(&mut self) -> bool {
        self.balance_armed = false;
        let before = self.effects.len();
        if self.settings.auto_leader_rebalance_enable {
            let limit = match self.settings.metadata_mode {
                MetadataMode::Kraft => MAX_ELECTIONS_PER_IMBALANCE,
                MetadataMode::Zookeeper => usize::MAX,
            };
            let exceeding = self.brokers_to_balance();
            let chosen: Vec<PartitionId> = (0..)
                .map(PartitionId)
                .zip(self.cells.iter())
                .filter(|(_, cell)| {
                    self.can_be_balanced(cell)
                        && cell
                            .state
                            .preferred()
                            .is_some_and(|preferred| exceeding.contains(&preferred))
                })
                .map(|(partition, _)| partition)
                .take(limit)
                .collect();
            let full_pass = chosen.len() == limit;
            for partition in chosen {
                let outcome = self.cell(partition).map(|cell| {
                    let rules = self.rules(cell.topic);
                    self.controller.elect_preferred(rules, &cell.state)
                });
                self.conclude(partition, outcome, false, ChangeReason::PreferredElection);
            }
            if full_pass {
                self.balance_armed = true;
                self.set_timer(self.now, Timer::LeaderBalance, 0);
            }
        }
        self.arm_balance();
        self.effects.len() > before
    }

    /// KRaft balances every partition; ZooKeeper those of brokers above the percentage.
    fn brokers_to_balance(&self) -> Vec<BrokerId> {
        let percentage = self.settings.leader_imbalance_per_broker_percentage;
        let kraft = self.settings.metadata_mode == MetadataMode::Kraft;
        self.brokers
            .iter()
            .map(|broker| broker.id)
            .filter(|id| kraft || self.imbalance(*id).exceeds(percentage))
            .collect()
    }

    /// A broker's share of the leaderships that are preferably its own.
    #[must_use]
    pub fn imbalance(&self, broker: BrokerId) -> BrokerImbalance {
        let mut imbalance = BrokerImbalance::default();
        for cell in self.cells.iter() {
            if cell.state.preferred() == Some(broker) {
                imbalance.preferred += 1;
                imbalance.not_led += u32::from(cell.state.leader != Some(broker));
            }
        }
        imbalance
    }

    /// The periodic check for unclean elections; true if it elected anybody.
    pub(super) fn on_unclean_check(&mut self) -> bool {
        self.unclean_check_armed = false;
        let before = self.effects.len();
        self.elect_where_allowed(self.chosen(None));
        self.arm_balance();
        self.effects.len() > before
    }

    /// Elects for those of the partitions that have no leader and may get one that is not in their ISR.
    pub(super) fn elect_where_allowed(&mut self, partitions: Vec<PartitionId>) {
        for partition in partitions {
            let decision = self.cell(partition).and_then(|cell| {
                let rules = self.rules(cell.topic);
                let waits = cell.state.leader.is_none() && rules.unclean;
                waits
                    .then(|| self.controller.elect_leaderless(rules, &cell.state))
                    .flatten()
            });
            self.decide(partition, decision, ChangeReason::UncleanElection);
        }
    }
}

/// What an effect shows of a state.
#[must_use]
pub(super) fn summary(state: &PartitionState) -> PartitionSummary {
    PartitionSummary {
        leader: state.leader,
        leader_epoch: state.leader_epoch,
        partition_epoch: state.partition_epoch,
        isr: state.isr.to_vec(),
    }
}
