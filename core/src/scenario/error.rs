//! What can be wrong with a scenario text, as data: the place, what was found, what was expected.
//!
//! The words in a reader's language belong to the page; [`fmt::Display`] is for logs and tests.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::{Deserialize, Serialize};

use crate::kafka::{LeaderEpoch, Offset};
use crate::replication::settings::SettingKey;

/// All mistakes of a text, in the order of their lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScenarioErrors {
    /// The first of them, at most 50.
    pub errors: Vec<ScenarioError>,
    /// How many more there are.
    pub more: u32,
}

/// A mistake in a scenario text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScenarioError {
    /// The line, counted from 1.
    pub line: u32,
    /// The column, counted in characters from 1.
    pub column: u32,
    /// The text at fault, or its beginning; empty where something is missing.
    pub found: String,
    /// What is wrong with it.
    pub kind: Kind,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Something else belongs here.
    Expected(Expected),
    /// There is no such thing.
    Unknown(Unknown),
    /// This has to be there.
    Missing(String),
    /// It was said before.
    Repeated {
        /// On this line.
        first_line: u32,
    },
    /// This kind of line has to stand above the kind of line named here.
    OutOfOrder(String),
    /// A number is not within these bounds, both included.
    OutOfBounds {
        /// The smallest number allowed.
        min: i64,
        /// The largest number allowed.
        max: i64,
    },
    /// More than this many are not allowed.
    TooMany {
        /// The largest count allowed.
        max: u32,
    },
    /// More bytes than these are not allowed.
    TooLong {
        /// The largest length allowed.
        max: u32,
    },
    /// A quotation mark without its partner.
    UnclosedQuote,
    /// Numbers of a list must ascend.
    NotAscending {
        /// The number before.
        before: i64,
    },
    /// The leader is none of the replicas.
    LeaderNotReplica,
    /// The leader is not in the ISR.
    LeaderNotInIsr,
    /// The leader is down and known to be.
    LeaderDown,
    /// The broker is none of the partition's replicas.
    NotReplica,
    /// A log's leader epochs must not go down.
    EpochDecreases {
        /// The epoch before.
        before: LeaderEpoch,
    },
    /// A record cannot be of a later epoch than the partition's.
    EpochAboveLeaderEpoch {
        /// The partition's leader epoch.
        leader_epoch: LeaderEpoch,
    },
    /// A high watermark lies within the log.
    HighWatermarkOutsideLog {
        /// The log start offset.
        log_start_offset: Offset,
        /// The log end offset.
        log_end_offset: Offset,
    },
    /// A command does not come after the one before it.
    TimeGoesBack,
    /// A command of a branch comes before the place where the branch begins.
    BeforeBranch,
}

/// What belongs somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Expected {
    /// `tidemark-scenario` and the number of a format version this release reads (1).
    FirstLine,
    /// A whole number.
    Number,
    /// `true` or `false`.
    Flag,
    /// A time with its unit: `14.006s`, `5ms`; no finer than a microsecond.
    Time,
    /// Two times: `1ms..5ms`.
    TimeRange,
    /// The tag of a language: `en`, `zh-CN`.
    Language,
    /// Text in quotation marks.
    QuotedText,
    /// One of `\"`, `\\`, `\n`, `\r`, `\t`, `\u{…}`.
    Escape,
    /// An id: letters, digits, `-`, `_` and `.`.
    Id,
    /// A value: letters, digits and `-_.:/`, or text in quotation marks.
    Value,
    /// A run of values: `m0..m7`.
    Run,
    /// A value, or a run of them, with its leader epoch: `m0..m7@0`.
    Record,
    /// The name of a topic.
    TopicName,
    /// A topic and a partition number: `first-0`.
    Partition,
    /// A broker id.
    Broker,
    /// A broker id, `controller`, or `client-` and a number.
    Node,
    /// `->` or `<->`.
    Arrow,
    /// `->`.
    OneWayArrow,
    /// `0`, `1` or `all`.
    Acks,
    /// A value of this setting.
    SettingValue(SettingKey),
    /// `by-hand`.
    ByHand,
    /// The id of a branch.
    Branch,
    /// The end of the line.
    EndOfLine,
}

/// What does not exist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unknown {
    /// No kind of line begins like this.
    Entry,
    /// No command has this name.
    Command,
    /// This line has no such option.
    Option,
    /// Nothing of this name can be done to a message.
    MessageAct,
    /// No kind of message has this name.
    MessageKind,
    /// No kind of timer has this name.
    Timer,
    /// No setting has this name.
    Setting,
    /// This release is not offered.
    Release,
    /// The scenario has no such broker.
    Broker,
    /// The scenario has no such partition.
    Partition,
    /// The scenario has no such branch above.
    Branch,
    /// There is no topic of this name at this place.
    Topic,
}

impl fmt::Display for ScenarioError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: ", self.line, self.column)?;
        if !self.found.is_empty() {
            write!(f, "\u{201c}{}\u{201d}: ", self.found)?;
        }
        match &self.kind {
            Kind::Expected(expected) => write!(f, "expected {}", expected.as_str()),
            Kind::Unknown(unknown) => write!(f, "no such {}", unknown.as_str()),
            Kind::Missing(name) => write!(f, "{name} is missing"),
            Kind::Repeated { first_line } => write!(f, "said before on line {first_line}"),
            Kind::OutOfOrder(entry) => write!(f, "has to stand above the lines of {entry}"),
            Kind::OutOfBounds { min, max } => write!(f, "expected a number from {min} to {max}"),
            Kind::TooMany { max } => write!(f, "more than {max}"),
            Kind::TooLong { max } => write!(f, "longer than {max} bytes"),
            Kind::UnclosedQuote => f.write_str("the quotation mark is never closed"),
            Kind::NotAscending { before } => write!(f, "expected a number above {before}"),
            Kind::LeaderNotReplica => f.write_str("the leader is none of the replicas"),
            Kind::LeaderNotInIsr => f.write_str("the leader is not in the ISR"),
            Kind::LeaderDown => f.write_str("the leader is down"),
            Kind::NotReplica => f.write_str("none of the partition's replicas"),
            Kind::EpochDecreases { before } => {
                write!(f, "the leader epoch goes down; before it is {before}")
            }
            Kind::EpochAboveLeaderEpoch { leader_epoch } => {
                write!(f, "the partition is only at leader epoch {leader_epoch}")
            }
            Kind::HighWatermarkOutsideLog {
                log_start_offset,
                log_end_offset,
            } => write!(
                f,
                "the log goes from {log_start_offset} to {log_end_offset}"
            ),
            Kind::TimeGoesBack => f.write_str("not after the command before it"),
            Kind::BeforeBranch => f.write_str("before the branch begins"),
        }
    }
}

impl core::error::Error for ScenarioError {}

impl fmt::Display for ScenarioErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, error) in self.errors.iter().enumerate() {
            if position > 0 {
                f.write_str("\n")?;
            }
            error.fmt(f)?;
        }
        if self.more > 0 {
            write!(f, "\nand {} more", self.more)?;
        }
        Ok(())
    }
}

impl core::error::Error for ScenarioErrors {}

impl Expected {
    const fn as_str(self) -> &'static str {
        match self {
            Self::FirstLine => "\u{201c}tidemark-scenario 1\u{201d}",
            Self::Number => "a whole number",
            Self::Flag => "true or false",
            Self::Time => "a time such as 14.006s or 5ms",
            Self::TimeRange => "two times such as 1ms..5ms",
            Self::Language => "the tag of a language",
            Self::QuotedText => "text in quotation marks",
            Self::Escape => "one of \\\" \\\\ \\n \\r \\t \\u{\u{2026}}",
            Self::Id => "letters, digits, -, _ and .",
            Self::Value => "letters, digits and -_.:/, or text in quotation marks",
            Self::Run => "a run such as m0..m7",
            Self::Record => "a value and its leader epoch, such as m0@0",
            Self::TopicName => "the name of a topic",
            Self::Partition => "a partition such as first-0",
            Self::Broker => "a broker id",
            Self::Node => "a broker id, controller, or client- and a number",
            Self::Arrow => "-> or <->",
            Self::OneWayArrow => "->",
            Self::Acks => "0, 1 or all",
            Self::SettingValue(key) => match key {
                SettingKey::Release => "a release",
                _ => "a value of this setting",
            },
            Self::ByHand => "by-hand",
            Self::Branch => "the id of a branch",
            Self::EndOfLine => "the end of the line",
        }
    }
}

impl Unknown {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Entry => "kind of line",
            Self::Command => "command",
            Self::Option => "option here",
            Self::MessageAct => "act on a message",
            Self::MessageKind => "kind of message",
            Self::Timer => "kind of timer",
            Self::Setting => "setting",
            Self::Release => "release",
            Self::Broker => "broker",
            Self::Partition => "partition",
            Self::Branch => "branch above",
            Self::Topic => "topic",
        }
    }
}
