//! `kafka-leader-election` and its predecessor `kafka-preferred-replica-election`: what the
//! answers say. The input file is read with the other JSON in [`super::reassign::json`].

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::form::{Fault, Reading, Whole, bad_partition, partitions, topic_partition};
use super::model::TopicPartition;
use super::text::Piece;
use super::warning::{Field, Problem, Reason, token};

/// One statement about elections and the section it stands in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElectionPart {
    /// The index of its section.
    pub section: usize,
    /// What is said.
    pub says: ElectionSays,
}

/// The kinds of statements about elections.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum ElectionSays {
    /// The input file.
    Plan(Vec<TopicPartition>),
    /// Whether the election was preferred or unclean.
    Type(ElectionType),
    /// Partitions that got a leader.
    Succeeded(Vec<TopicPartition>),
    /// Partitions that had the right leader already.
    NotNeeded(Vec<TopicPartition>),
    /// Partitions without success.
    Failed(Vec<FailedElection>),
}

impl ElectionSays {
    /// The key of the statement in the result schema.
    pub fn key(&self) -> &'static str {
        match self {
            Self::Plan(_) => "plan",
            Self::Type(_) => "type",
            Self::Succeeded(_) => "succeeded",
            Self::NotNeeded(_) => "not_needed",
            Self::Failed(_) => "failed",
        }
    }
}

/// The kind of an election.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum ElectionType {
    /// The first replica, if it is in sync.
    Preferred,
    /// Any replica, if none in sync is alive.
    Unclean,
}

/// An election without success.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailedElection {
    /// The topic's name.
    pub topic: String,
    /// The partition's number.
    pub partition: i32,
    /// The error's class and text.
    pub error: String,
}

/// A line of the answer.
#[derive(Debug)]
pub(super) enum Line {
    Succeeded(ElectionType, Vec<TopicPartition>),
    NotNeeded(Vec<TopicPartition>),
    Failed(ElectionType, FailedElection),
}

/// Reads a line.
pub(super) fn read(line: Piece<'_>) -> Reading<Line> {
    let line = line.trim();
    if let Some(rest) = line.after("Successfully completed leader election (") {
        Reading::from(succeeded(rest))
    } else if let Some(list) = line.after("Valid replica already elected for partitions") {
        Reading::from(list_of(list, Line::NotNeeded))
    } else if let Some(rest) = line.after("Error completing leader election (") {
        Reading::from(failed(rest).map(Whole::clean))
    } else {
        Reading::No
    }
}

/// `TYPE) for partitions t-p, t-p`
fn succeeded(rest: Piece<'_>) -> Result<Whole<Line>, Fault> {
    let (election, list) = rest
        .split(") for partitions")
        .ok_or(Fault::Short(Field::Partitions))?;
    let election = election_type(election)?;
    list_of(list, |partitions| Line::Succeeded(election, partitions))
}

/// `TYPE) for partition: t-p: CLASS: text`
fn failed(rest: Piece<'_>) -> Result<Line, Fault> {
    let (election, rest) = rest
        .split(") for partition: ")
        .ok_or(Fault::Short(Field::Partition))?;
    let (name, error) = rest.split(": ").ok_or(Fault::Short(Field::State))?;
    let of = topic_partition(name).ok_or_else(|| bad_partition(name))?;
    let failed = FailedElection {
        topic: of.topic,
        partition: of.partition,
        error: String::from(error.text),
    };
    Ok(Line::Failed(election_type(election)?, failed))
}

fn list_of(
    list: Piece<'_>,
    wrap: impl Fn(Vec<TopicPartition>) -> Line,
) -> Result<Whole<Line>, Fault> {
    let read = partitions(list)?;
    Ok(Whole::of_list(wrap(read.partitions), list, read.open))
}

fn election_type(piece: Piece<'_>) -> Result<ElectionType, Problem> {
    match piece.text {
        "PREFERRED" => Ok(ElectionType::Preferred),
        "UNCLEAN" => Ok(ElectionType::Unclean),
        _ => {
            let reason = Reason::BadValue {
                field: Field::State,
                token: token(piece.text),
            };
            Err(Problem::of(piece, reason))
        }
    }
}
