//! `kafka-reassign-partitions`: what its files and its output say.
//!
//! [`text`] reads one line of the output at a time, [`json`] the files; which mode printed a
//! heading is found out by [`super::reader`], which sees the lines that follow.

pub(super) mod json;
pub(super) mod text;

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::form::add_all;
use super::model::TopicPartition;

/// One statement about reassignments and the section it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReassignmentPart {
    /// The index of its section.
    pub section: usize,
    /// What is said.
    pub says: ReassignmentSays,
}

/// The kinds of statements about reassignments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ReassignmentSays {
    /// A file on its own: a wish.
    Plan(Vec<Assignment>),
    /// The replicas before: a fact.
    Current(Vec<Assignment>),
    /// What `--generate` proposes: a wish.
    Proposed(Vec<Assignment>),
    /// What `--execute` of 0.8 to 0.10 started.
    Executed(Vec<Assignment>),
    /// What `--verify` found, partition by partition.
    Status(Vec<ReassignmentStatus>),
    /// What `--verify` found of moves between log directories.
    ReplicaMoves(Vec<ReplicaMove>),
    /// What `--list` found under way.
    InProgress(Vec<OngoingReassignment>),
    /// The partitions that `--execute` of 2.6 and later started.
    Started(Vec<TopicPartition>),
    /// The throttle between brokers, in bytes per second.
    Throttle(i64),
    /// The throttle between log directories, in bytes per second.
    LogDirThrottle(i64),
    /// The brokers whose throttles were removed: all that were alive.
    ClearedBrokers(Vec<i32>),
    /// The topics whose throttles were removed.
    ClearedTopics(Vec<String>),
    /// The topics that `--generate` shall move.
    TopicsToMove(Vec<String>),
}

impl ReassignmentSays {
    /// The key of the statement in the result schema.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Plan(_) => "plan",
            Self::Current(_) => "current",
            Self::Proposed(_) => "proposed",
            Self::Executed(_) => "executed",
            Self::Status(_) => "status",
            Self::ReplicaMoves(_) => "replica_moves",
            Self::InProgress(_) => "in_progress",
            Self::Started(_) => "started",
            Self::Throttle(_) => "throttle",
            Self::LogDirThrottle(_) => "log_dir_throttle",
            Self::ClearedBrokers(_) => "cleared_brokers",
            Self::ClearedTopics(_) => "cleared_topics",
            Self::TopicsToMove(_) => "topics_to_move",
        }
    }
}

impl ReassignmentSays {
    /// Adds what a statement of the same kind lists; gives it back if it is of another kind.
    pub(super) fn merge(&mut self, other: Self) -> Result<(), Self> {
        match (self, other) {
            (Self::Status(list), Self::Status(more)) => list.extend(more),
            (Self::ReplicaMoves(list), Self::ReplicaMoves(more)) => list.extend(more),
            (Self::InProgress(list), Self::InProgress(more)) => list.extend(more),
            (_, other) => return Err(other),
        }
        Ok(())
    }

    /// Adds every broker id in it.
    pub(super) fn collect_brokers(&self, brokers: &mut BTreeSet<i32>) {
        match self {
            Self::Plan(list)
            | Self::Current(list)
            | Self::Proposed(list)
            | Self::Executed(list) => {
                for assignment in list {
                    add_all(brokers, &assignment.replicas);
                }
            }
            Self::Status(list) => {
                for status in list {
                    add_all(brokers, status.replicas.as_deref().unwrap_or_default());
                    add_all(brokers, status.target.as_deref().unwrap_or_default());
                }
            }
            Self::ReplicaMoves(list) => {
                for moved in list {
                    brokers.insert(moved.broker);
                }
            }
            Self::InProgress(list) => {
                for ongoing in list {
                    add_all(brokers, &ongoing.replicas);
                    add_all(brokers, &ongoing.adding);
                    add_all(brokers, &ongoing.removing);
                }
            }
            Self::ClearedBrokers(ids) => add_all(brokers, ids),
            Self::Started(_)
            | Self::Throttle(_)
            | Self::LogDirThrottle(_)
            | Self::ClearedTopics(_)
            | Self::TopicsToMove(_) => {}
        }
    }
}

/// The replicas of a partition in a reassignment file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Assignment {
    /// The topic's name.
    pub topic: String,
    /// The partition's number.
    pub partition: i32,
    /// The replicas in assignment order.
    pub replicas: Vec<i32>,
    /// The log directories, one for each replica; `any` is no wish.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log_dirs: Option<Vec<String>>,
}

/// How far the reassignment of a partition is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReassignmentStatus {
    /// The topic's name.
    pub topic: String,
    /// The partition's number.
    pub partition: i32,
    /// How far it is.
    pub state: ReassignmentState,
    /// The replicas the partition has, where the line says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replicas: Option<Vec<i32>>,
    /// The replicas it should have, where the line says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<Vec<i32>>,
}

/// What `--verify` says of a partition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReassignmentState {
    /// Done.
    Completed,
    /// Under way.
    InProgress,
    /// Given up.
    Failed,
    /// Nobody is doing it, though the replicas differ.
    NotActive,
    /// The replicas differ.
    Mismatch,
}

/// How far the move of one replica between log directories is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReplicaMove {
    /// The topic's name.
    pub topic: String,
    /// The partition's number.
    pub partition: i32,
    /// The broker that moves it.
    pub broker: i32,
    /// How far it is.
    pub state: ReplicaMoveState,
    /// The directory the replica is in or on its way to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dir: Option<String>,
    /// The directory it should be in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target_dir: Option<String>,
}

/// What `--verify` says of a move between log directories.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReplicaMoveState {
    /// Done.
    Completed,
    /// Under way.
    InProgress,
    /// Given up.
    Failed,
    /// The replica is in no live directory.
    NotFound,
    /// It is on its way to another directory.
    OtherDir,
    /// Nobody is moving it.
    NotMoving,
}

/// A reassignment under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OngoingReassignment {
    /// The topic's name.
    pub topic: String,
    /// The partition's number.
    pub partition: i32,
    /// All replicas, those being added included.
    pub replicas: Vec<i32>,
    /// The replicas being added.
    pub adding: Vec<i32>,
    /// The replicas being removed.
    pub removing: Vec<i32>,
}
