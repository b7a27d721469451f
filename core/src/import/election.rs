//! `kafka-leader-election` and its predecessor `kafka-preferred-replica-election`: what the
//! answers say. The input file is read with the other JSON in [`super::reassign::json`].

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::form::{Reading, Whole, partitions, topic_partition};
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
        let Some((election, list)) = rest.split(") for partitions") else {
            return short(Field::Partitions);
        };
        return match election_type(election) {
            Some(election) => list_of(list, |partitions| Line::Succeeded(election, partitions)),
            None => Reading::No,
        };
    }
    if let Some(list) = line.after("Valid replica already elected for partitions") {
        return list_of(list, Line::NotNeeded);
    }
    let Some(rest) = line.after("Error completing leader election (") else {
        return Reading::No;
    };
    let Some((election, rest)) = rest.split(") for partition: ") else {
        return short(Field::Partition);
    };
    let Some((name, error)) = rest.split(": ") else {
        return short(Field::State);
    };
    match (election_type(election), topic_partition(name)) {
        (None, _) => Reading::No,
        (_, None) => Reading::Bad(Problem::of(
            name,
            Reason::BadPartition {
                token: token(name.text),
            },
        )),
        (Some(election), Some(of)) => Reading::clean(Line::Failed(
            election,
            FailedElection {
                topic: of.topic,
                partition: of.partition,
                error: String::from(error.text),
            },
        )),
    }
}

fn short<T>(missing: Field) -> Reading<T> {
    Reading::Short {
        missing,
        certain: true,
    }
}

fn election_type(piece: Piece<'_>) -> Option<ElectionType> {
    match piece.text {
        "PREFERRED" => Some(ElectionType::Preferred),
        "UNCLEAN" => Some(ElectionType::Unclean),
        _ => None,
    }
}

fn list_of(list: Piece<'_>, wrap: impl Fn(Vec<TopicPartition>) -> Line) -> Reading<Line> {
    if list.trim().is_empty() {
        return short(Field::Partitions);
    }
    match partitions(list) {
        Ok(read) => {
            let field = Field::Partitions;
            let cut = Problem::after(list.trim_end(), Reason::CutList { field });
            Reading::Whole(Whole {
                record: wrap(read.partitions),
                problems: if read.open {
                    Vec::from([cut])
                } else {
                    Vec::new()
                },
                open: read.open,
            })
        }
        Err(problem) => Reading::Bad(problem),
    }
}
