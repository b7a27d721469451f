//! The names of fields, and what JSON should have had.

use core::fmt;

use serde::{Deserialize, Serialize};

/// A field of a record, under the name the tools print.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Field {
    /// `Topic`.
    Topic,
    /// `TopicId`.
    TopicId,
    /// `PartitionCount`.
    PartitionCount,
    /// `ReplicationFactor`.
    ReplicationFactor,
    /// `Configs`.
    Configs,
    /// `MarkedForDeletion`.
    MarkedForDeletion,
    /// `Partition`.
    Partition,
    /// `Leader`.
    Leader,
    /// `Replicas`.
    Replicas,
    /// `Isr`.
    Isr,
    /// `Adding Replicas`.
    AddingReplicas,
    /// `Removing Replicas`.
    RemovingReplicas,
    /// `Elr`.
    Elr,
    /// `LastKnownElr`.
    LastKnownElr,
    /// `Offline`.
    Offline,
    /// `LiveObservers`.
    LiveObservers,
    /// `Observers`.
    Observers,
    /// The partitions a line is about.
    Partitions,
    /// The broker a line is about.
    Broker,
    /// How a reassignment or an election stands.
    State,
    /// `log_dirs`, or a log directory.
    LogDirs,
}

impl Field {
    /// The field's name as the tools print it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Topic => "Topic",
            Self::TopicId => "TopicId",
            Self::PartitionCount => "PartitionCount",
            Self::ReplicationFactor => "ReplicationFactor",
            Self::Configs => "Configs",
            Self::MarkedForDeletion => "MarkedForDeletion",
            Self::Partition => "Partition",
            Self::Leader => "Leader",
            Self::Replicas => "Replicas",
            Self::Isr => "Isr",
            Self::AddingReplicas => "Adding Replicas",
            Self::RemovingReplicas => "Removing Replicas",
            Self::Elr => "Elr",
            Self::LastKnownElr => "LastKnownElr",
            Self::Offline => "Offline",
            Self::LiveObservers => "LiveObservers",
            Self::Observers => "Observers",
            Self::Partitions => "partitions",
            Self::Broker => "broker",
            Self::State => "state",
            Self::LogDirs => "log_dirs",
        }
    }

    /// Whether broker ids stand in it.
    pub(super) fn holds_broker_ids(self) -> bool {
        matches!(
            self,
            Self::Leader
                | Self::Replicas
                | Self::Isr
                | Self::AddingReplicas
                | Self::RemovingReplicas
                | Self::Elr
                | Self::LastKnownElr
                | Self::Offline
                | Self::LiveObservers
                | Self::Observers
                | Self::Broker
        )
    }
}

impl fmt::Display for Field {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// What was mended in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repair {
    /// Typographic quotes.
    TypographicQuotes,
    /// A line end inside a word, a number or a string.
    LineEnds,
    /// A comma with nothing after it.
    Commas,
    /// Single quotes.
    SingleQuotes,
}

impl fmt::Display for Repair {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::TypographicQuotes => "typographic quotes",
            Self::LineEnds => "line end inside a token",
            Self::Commas => "comma too many",
            Self::SingleQuotes => "single quotes",
        })
    }
}

/// What would have been JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Expected {
    /// Any value.
    Value,
    /// A key in quotes.
    Key,
    /// The colon after a key.
    Colon,
    /// A comma, or the bracket that closes.
    CommaOrEnd,
    /// Fewer brackets inside each other.
    LessDepth,
}

impl fmt::Display for Expected {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Value => "value",
            Self::Key => "key in quotes",
            Self::Colon => "colon",
            Self::CommaOrEnd => "comma or closing bracket",
            Self::LessDepth => "less nesting",
        })
    }
}
