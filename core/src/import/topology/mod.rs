//! A cluster made from a paste: what a simulator can start from, and what it had to assume.
//!
//! A paste shows replicas, leaders and in-sync sets at one moment. It has no leader epochs, no
//! offsets, and says of no broker that it is alive. Each such gap is filled in one way and listed
//! as an [`Assumption`] with whom it concerns, so that it can be shown as assumed, never as read.
//!
//! Source: the command-line formats, "What the text cannot tell".

mod assume;
mod build;

#[cfg(test)]
mod tests;

pub use assume::{Assumption, AssumptionParts, Concern};

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::model::Import;
use super::reassign::{Assignment, ReassignmentSays};

/// `min.insync.replicas` where a topic doesn't set it (`DEFAULT_MIN_IN_SYNC_REPLICAS`, 0.8.2 on).
pub const DEFAULT_MIN_INSYNC_REPLICAS: i32 = 1;

/// Brokers and topics of one cluster.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Topology {
    /// The brokers, sorted by id.
    pub brokers: Vec<TopologyBroker>,
    /// The topics, sorted by name.
    pub topics: Vec<TopologyTopic>,
    /// What the text doesn't say, the cluster first, then brokers, then topic by topic.
    pub assumptions: Vec<Assumption>,
}

/// A broker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TopologyBroker {
    /// The broker's id.
    pub id: i32,
    /// Its host; no layout that is read so far prints it.
    pub host: Option<String>,
    /// Its rack; no tool prints it.
    pub rack: Option<String>,
    /// Whether it leads, or is in sync with a leader; always an assumption.
    pub alive: bool,
}

/// A topic.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TopologyTopic {
    /// The topic's name.
    pub name: String,
    /// Its id, from 2.8 on.
    pub topic_id: Option<String>,
    /// The replicas a partition should have.
    pub replication_factor: i32,
    /// `min.insync.replicas` in force.
    pub min_insync_replicas: i32,
    /// `unclean.leader.election.enable` in force.
    pub unclean_leader_election_enable: bool,
    /// All configs the text has, as printed.
    pub configs: BTreeMap<String, String>,
    /// The partitions, sorted by number; not necessarily all that exist.
    pub partitions: Vec<TopologyPartition>,
}

/// A partition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TopologyPartition {
    /// The partition's number.
    pub partition: i32,
    /// The leader, if there is one.
    pub leader: Option<i32>,
    /// The replicas in assignment order: the first is the preferred leader.
    pub replicas: Vec<i32>,
    /// The in-sync replicas.
    pub isr: Vec<i32>,
    /// Replicas that can't be reached: on a broker that is down, or in a directory that is.
    pub offline: Vec<i32>,
    /// The eligible leader replicas.
    pub elr: Vec<i32>,
    /// The last known eligible leader replicas.
    pub last_known_elr: Vec<i32>,
    /// Replicas being added by a reassignment.
    pub adding: Vec<i32>,
    /// Replicas being removed by a reassignment.
    pub removing: Vec<i32>,
}

impl Topology {
    /// The latest state a text shows: of each topic the last description, else of the last
    /// reassignment what is nearest to a fact. `None` if it shows neither.
    pub fn latest(import: &Import) -> Option<Self> {
        if let Some(topology) = build::from_topics(&import.topics) {
            return Some(topology);
        }
        let says: Vec<_> = import.reassignment.iter().map(|part| &part.says).collect();
        of_statements(&says)
    }

    /// The state one section shows. `None` if it shows none.
    pub fn of_section(import: &Import, section: usize) -> Option<Self> {
        let topics = import.topics.iter();
        let topics = topics.filter(|topic| topic.section == section);
        if let Some(topology) = build::from_topics(topics) {
            return Some(topology);
        }
        let parts = import.reassignment.iter();
        let says: Vec<_> = parts
            .filter(|part| part.section == section)
            .map(|part| &part.says)
            .collect();
        of_statements(&says)
    }

    /// The state in which an assignment is carried out: all replicas in sync, the first one leads.
    pub fn of_assignments(assignments: &[Assignment]) -> Self {
        build::from_assignments(assignments)
    }
}

/// The replicas before a reassignment are a fact, those under way nearly one, the rest wishes.
fn of_statements(says: &[&ReassignmentSays]) -> Option<Topology> {
    let last = |rank: u8| says.iter().rev().find(|says| rank_of(says) == Some(rank));
    let says = (0..=2).find_map(last)?;
    match says {
        ReassignmentSays::InProgress(list) => Some(build::from_ongoing(list)),
        ReassignmentSays::Current(list)
        | ReassignmentSays::Plan(list)
        | ReassignmentSays::Proposed(list)
        | ReassignmentSays::Executed(list) => Some(build::from_assignments(list)),
        _ => None,
    }
}

fn rank_of(says: &ReassignmentSays) -> Option<u8> {
    match says {
        ReassignmentSays::Current(list) if !list.is_empty() => Some(0),
        ReassignmentSays::InProgress(list) if !list.is_empty() => Some(1),
        ReassignmentSays::Plan(list)
        | ReassignmentSays::Proposed(list)
        | ReassignmentSays::Executed(list)
            if !list.is_empty() =>
        {
            Some(2)
        }
        _ => None,
    }
}
