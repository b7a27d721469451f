//! `kafka-leader-election`: what the answers say. The input file, which its predecessor
//! `kafka-preferred-replica-election` has in common with it, is read with the other JSON in
//! [`super::reassign::json`].

use alloc::string::String;
use alloc::vec::Vec;

use serde::Serialize;

use super::form::Reading;
use super::model::TopicPartition;
use super::phrase;
use super::text::Piece;

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

#[derive(Clone, Copy)]
enum Phrase {
    Succeeded(ElectionType),
    NotNeeded,
    Failed(ElectionType),
}

static PHRASES: &[(&str, Phrase)] = {
    use ElectionType::{Preferred, Unclean};
    &[
        (
            "Successfully completed leader election (PREFERRED) for partitions {P}",
            Phrase::Succeeded(Preferred),
        ),
        (
            "Successfully completed leader election (UNCLEAN) for partitions {P}",
            Phrase::Succeeded(Unclean),
        ),
        (
            "Valid replica already elected for partitions {P}",
            Phrase::NotNeeded,
        ),
        (
            "Error completing leader election (PREFERRED) for partition: {p}: {t}",
            Phrase::Failed(Preferred),
        ),
        (
            "Error completing leader election (UNCLEAN) for partition: {p}: {t}",
            Phrase::Failed(Unclean),
        ),
    ]
};

/// A line of the answer.
#[derive(Debug)]
pub(super) struct Line {
    pub(super) election: Option<ElectionType>,
    pub(super) says: ElectionSays,
}

/// Reads a line.
pub(super) fn read(line: Piece<'_>) -> Reading<Line> {
    phrase::read(line, PHRASES, |phrase, mut gaps| match phrase {
        Phrase::Succeeded(election) => Line {
            election: Some(election),
            says: ElectionSays::Succeeded(gaps.partitions),
        },
        Phrase::NotNeeded => Line {
            election: None,
            says: ElectionSays::NotNeeded(gaps.partitions),
        },
        Phrase::Failed(election) => {
            let of = gaps.partition();
            let failed = FailedElection {
                topic: of.topic,
                partition: of.partition,
                error: gaps.texts.pop().unwrap_or_default(),
            };
            Line {
                election: Some(election),
                says: ElectionSays::Failed(Vec::from([failed])),
            }
        }
    })
}
