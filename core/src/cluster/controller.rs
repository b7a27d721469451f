//! The active controller: who is alive, and what a partition's state becomes when that changes.
//!
//! It is one process that never fails; its own life (ZooKeeper's nodes and sessions, the KRaft quorum)
//! comes with the issue on elections in full. Source: `kafka.controller.KafkaController`,
//! `org.apache.kafka.controller.ReplicationControlManager`.

use alloc::rc::Rc;
use alloc::vec::Vec;

use super::partition_state::PartitionState;
use crate::kafka::BrokerId;
use crate::replication::alter_partition::{AlterPartition, ControllerFacts, validate};
use crate::replication::election::{self, Elected};
use crate::replication::error_code::ErrorCode;
use crate::replication::partition_change::{ChangeRecord, Election, PartitionFacts, Wish, change};
use crate::replication::settings::{MetadataMode, Settings};

/// A broker as the controller knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Registration {
    /// The broker.
    pub broker: BrokerId,
    /// It counts as alive: unfenced; with ZooKeeper, its session is valid.
    pub active: bool,
    /// It is shutting down in an orderly way.
    pub shutting_down: bool,
    /// Its process answers. Only a schedule by hand looks at this: there a dead broker that has not
    /// been fenced yet is not elected.
    pub answers: bool,
    /// The offset of its registration record; with ZooKeeper the creation of its node.
    pub broker_epoch: u64,
    /// When it registered, wall clock: its signs of life count from here.
    pub registered_at: u64,
    /// Counts the changes of its contact with the controller, so that a stale expiry is recognised.
    pub generation: u32,
    /// When its session ends if no sign of life comes, while it is out of contact.
    pub expires_at: Option<u64>,
    /// It has registered some time, and was not unregistered since.
    pub known: bool,
    /// While it shuts down: the offset up to which all others must have applied records first.
    pub shutdown_offset: Option<u64>,
}

impl Registration {
    /// Whether the broker may lead or join an ISR.
    #[must_use]
    pub const fn is_eligible(&self) -> bool {
        self.active && !self.shutting_down && self.answers
    }
}

/// The controller.
#[derive(Clone, Debug)]
pub struct Controller {
    /// The brokers, by position in the topology.
    pub registrations: Vec<Registration>,
}

/// A decision about a partition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The new state.
    pub state: PartitionState,
    /// A leader was elected that was not in the ISR.
    pub unclean: bool,
}

/// What decisions depend on, beside the partition.
#[derive(Clone, Copy, Debug)]
pub struct Rules<'a> {
    /// The settings.
    pub settings: &'a Settings,
    /// `unclean.leader.election.enable` of the topic.
    pub unclean: bool,
}

impl Controller {
    /// The registration of a broker.
    #[must_use]
    pub fn registration(&self, broker: BrokerId) -> Option<&Registration> {
        let position = self.position(broker)?;
        self.registrations.get(position)
    }

    /// The registration of a broker, to change it.
    pub fn registration_mut(&mut self, broker: BrokerId) -> Option<&mut Registration> {
        let position = self.position(broker)?;
        self.registrations.get_mut(position)
    }

    fn position(&self, broker: BrokerId) -> Option<usize> {
        self.registrations
            .binary_search_by_key(&broker, |registration| registration.broker)
            .ok()
    }

    /// Whether a broker may lead or join an ISR.
    #[must_use]
    pub fn is_eligible(&self, broker: BrokerId) -> bool {
        self.registration(broker)
            .is_some_and(Registration::is_eligible)
    }

    /// Whether a broker counts as alive, shutting down or not.
    #[must_use]
    pub fn is_live(&self, broker: BrokerId) -> bool {
        self.registration(broker)
            .is_some_and(|registration| registration.active && registration.answers)
    }

    fn is_shutting_down(&self, broker: BrokerId) -> bool {
        self.registration(broker)
            .is_some_and(|registration| registration.shutting_down)
    }

    /// A broker is gone: what becomes of a partition it holds a replica of.
    #[must_use]
    pub fn broker_lost(
        &self,
        rules: Rules<'_>,
        state: &PartitionState,
        broker: BrokerId,
    ) -> Option<Decision> {
        match rules.settings.metadata_mode {
            MetadataMode::Kraft => self.leave_isr(rules, state, broker),
            MetadataMode::Zookeeper => self.zookeeper_broker_lost(rules, state, broker),
        }
    }

    /// Two writes in ZooKeeper mode: the election, then the removal from the ISR. The second one is made
    /// even if nothing but the epoch changes.
    fn zookeeper_broker_lost(
        &self,
        rules: Rules<'_>,
        state: &PartitionState,
        broker: BrokerId,
    ) -> Option<Decision> {
        let mut decision = None;
        if state.leader == Some(broker) {
            decision = self
                .elect_offline(rules, state)
                .map(|elected| written(state, elected));
        }
        let current = decision
            .as_ref()
            .map_or(state, |decision: &Decision| &decision.state);
        if !current.isr.contains(&broker) {
            return decision;
        }
        let mut next = current.clone();
        if next.isr.len() > 1 {
            next.isr = without(&current.isr, broker);
        }
        if next.leader == Some(broker) {
            next.leader = None;
        }
        next.leader_epoch += 1;
        next.partition_epoch += 1;
        let unclean = decision.is_some_and(|decision| decision.unclean);
        Some(Decision {
            state: next,
            unclean,
        })
    }

    /// A broker is back: a partition without leader may get one.
    #[must_use]
    pub fn broker_back(&self, rules: Rules<'_>, state: &PartitionState) -> Option<Decision> {
        if state.leader.is_some() {
            return None;
        }
        self.elect_leaderless(rules, state)
    }

    /// Elects a leader for a partition without one, uncleanly if the rules allow.
    #[must_use]
    pub fn elect_leaderless(&self, rules: Rules<'_>, state: &PartitionState) -> Option<Decision> {
        match rules.settings.metadata_mode {
            MetadataMode::Kraft => {
                let election = online_or_unclean(rules);
                self.kraft_change(rules, state, &state.isr, election, false)
            }
            MetadataMode::Zookeeper => self
                .elect_offline(rules, state)
                .map(|elected| written(state, elected)),
        }
    }

    /// A broker shuts down in an orderly way (it is marked so already).
    #[must_use]
    pub fn shut_down(
        &self,
        rules: Rules<'_>,
        state: &PartitionState,
        broker: BrokerId,
    ) -> Option<Decision> {
        if !state.isr.contains(&broker) {
            return None;
        }
        if rules.settings.metadata_mode == MetadataMode::Kraft {
            return self.leave_isr(rules, state, broker);
        }
        if state.leader == Some(broker) {
            return election::controlled_shutdown(
                &state.replicas,
                &state.isr,
                |id| self.is_live(id),
                |id| self.is_shutting_down(id),
            )
            .map(|elected| written(state, elected));
        }
        if state.isr.len() == 1 {
            // The last member stays: somebody has to be able to lead again.
            return None;
        }
        let mut next = state.clone();
        next.isr = without(&state.isr, broker);
        next.leader_epoch += 1;
        next.partition_epoch += 1;
        Some(Decision {
            state: next,
            unclean: false,
        })
    }

    /// A preferred election is asked for.
    ///
    /// # Errors
    /// What `kafka-leader-election.sh` would print if nothing is to be done, or it can't be.
    pub fn elect_preferred(
        &self,
        rules: Rules<'_>,
        state: &PartitionState,
    ) -> Result<Decision, ErrorCode> {
        if state.leader.is_some() && state.leader == state.preferred() {
            return Err(ErrorCode::ElectionNotNeeded);
        }
        let decision = match rules.settings.metadata_mode {
            MetadataMode::Kraft => {
                self.kraft_change(rules, state, &state.isr, Election::Preferred, false)
            }
            MetadataMode::Zookeeper => {
                election::preferred(&state.replicas, &state.isr, |id| self.is_eligible(id))
                    .map(|elected| written(state, elected))
            }
        };
        decision
            .filter(|decision| decision.state.leader == state.preferred())
            .ok_or(ErrorCode::PreferredLeaderNotAvailable)
    }

    /// An unclean election is asked for.
    ///
    /// # Errors
    /// If there is a leader, or nobody is alive to become one.
    pub fn elect_unclean(
        &self,
        rules: Rules<'_>,
        state: &PartitionState,
    ) -> Result<Decision, ErrorCode> {
        if state.leader.is_some() {
            return Err(ErrorCode::ElectionNotNeeded);
        }
        let rules = Rules {
            unclean: true,
            ..rules
        };
        self.elect_leaderless(rules, state)
            .ok_or(ErrorCode::EligibleLeadersNotAvailable)
    }

    /// Leadership moves to a given member of the ISR; the ISR stays.
    #[must_use]
    pub fn elect_given(state: &PartitionState, leader: BrokerId) -> Decision {
        let mut next = state.clone();
        next.leader = Some(leader);
        next.leader_epoch += 1;
        next.partition_epoch += 1;
        Decision {
            state: next,
            unclean: false,
        }
    }

    /// A leader asks for another ISR.
    ///
    /// # Errors
    /// The first check that fails, in Kafka's order.
    pub fn alter_partition(
        &self,
        rules: Rules<'_>,
        state: &PartitionState,
        request: AlterPartition<'_>,
    ) -> Result<Decision, ErrorCode> {
        let facts = ControllerFacts {
            replicas: &state.replicas,
            leader: state.leader,
            leader_epoch: state.leader_epoch,
            partition_epoch: state.partition_epoch,
            recovering: state.recovering,
        };
        let eligible = |id| id == request.broker || self.is_eligible(id);
        match validate(facts, request, eligible) {
            ErrorCode::None => {}
            error => return Err(error),
        }
        let isr = state.in_assignment_order(request.isr);
        let decision = match rules.settings.metadata_mode {
            MetadataMode::Kraft => self.kraft_change(
                rules,
                state,
                &isr,
                online_or_unclean(rules),
                !request.recovering,
            ),
            MetadataMode::Zookeeper => {
                let mut next = state.clone();
                next.isr = isr;
                next.recovering = request.recovering;
                next.partition_epoch += 1;
                Some(Decision {
                    state: next,
                    unclean: false,
                })
            }
        };
        // Asking for what already stands changes nothing and succeeds.
        Ok(decision.unwrap_or_else(|| Decision {
            state: state.clone(),
            unclean: false,
        }))
    }

    fn leave_isr(
        &self,
        rules: Rules<'_>,
        state: &PartitionState,
        broker: BrokerId,
    ) -> Option<Decision> {
        if !state.isr.contains(&broker) {
            return None;
        }
        let target = without(&state.isr, broker);
        self.kraft_change(rules, state, &target, online_or_unclean(rules), false)
    }

    fn elect_offline(&self, rules: Rules<'_>, state: &PartitionState) -> Option<Elected> {
        election::offline(
            &state.replicas,
            &state.isr,
            |id| self.is_eligible(id),
            rules.unclean,
        )
    }

    fn kraft_change(
        &self,
        rules: Rules<'_>,
        state: &PartitionState,
        target_isr: &[BrokerId],
        election: Election,
        recovered: bool,
    ) -> Option<Decision> {
        let facts = PartitionFacts {
            replicas: &state.replicas,
            isr: &state.isr,
            leader: state.leader,
            leader_epoch: state.leader_epoch,
            recovering: state.recovering,
        };
        let wish = Wish {
            target_isr,
            election,
            recovered,
            shrink_bumps_leader_epoch: rules.settings.shrink_bumps_leader_epoch,
        };
        let record = change(facts, wish, |id| self.is_eligible(id))?;
        Some(applied(state, &record))
    }
}

const fn online_or_unclean(rules: Rules<'_>) -> Election {
    if rules.unclean {
        Election::Unclean
    } else {
        Election::Online
    }
}

/// The state after a change record: the partition epoch rises always, the leader epoch if the record
/// sets the leader.
fn applied(state: &PartitionState, record: &ChangeRecord) -> Decision {
    let mut next = state.clone();
    if let Some(leader) = record.leader {
        next.leader = leader;
        next.leader_epoch += 1;
    }
    if let Some(isr) = &record.isr {
        next.isr = state.in_assignment_order(isr);
    }
    if let Some(recovering) = record.recovering {
        next.recovering = recovering;
    }
    next.partition_epoch += 1;
    Decision {
        state: next,
        unclean: record.unclean,
    }
}

/// The state after a ZooKeeper controller wrote an election's outcome: both epochs rise.
fn written(state: &PartitionState, elected: Elected) -> Decision {
    let mut next = state.clone();
    next.leader = Some(elected.leader);
    next.isr = state.in_assignment_order(&elected.isr);
    next.recovering = elected.unclean;
    next.leader_epoch += 1;
    next.partition_epoch += 1;
    Decision {
        state: next,
        unclean: elected.unclean,
    }
}

fn without(isr: &[BrokerId], broker: BrokerId) -> Rc<[BrokerId]> {
    let rest: Vec<BrokerId> = isr.iter().copied().filter(|id| *id != broker).collect();
    rest.into()
}
