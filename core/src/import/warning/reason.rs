//! Why there is a warning: one variant for each thing that can be wrong, with the token as data.

use alloc::string::String;
use core::fmt;

use serde::{Deserialize, Serialize};

use super::field::{Expected, Field, Repair};
use crate::import::model::Tool;

/// Why there is a warning. Tokens longer than 64 characters are cut.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reason {
    /// A line of no known form.
    UnrecognisedLine,
    /// Output of a tool whose output is known by sight but not read.
    OtherTool {
        /// The tool.
        tool: Tool,
    },
    /// A record in the middle of the text that lacks a field; dropped.
    ShortRow {
        /// The first field that is missing.
        missing: Field,
    },
    /// A record at the end of the text that lacks a field; dropped.
    CutRow {
        /// The first field that is missing.
        missing: Field,
    },
    /// The last line ends before it says what it is; dropped.
    CutLine,
    /// A list at the end of a record that ends in a comma; the ids before it are kept.
    CutList {
        /// The list.
        field: Field,
    },
    /// The text ends inside the name of a config; that piece is dropped.
    CutConfig {
        /// The piece.
        token: String,
    },
    /// Something that is no partition, or no number of one; the record is dropped.
    BadPartition {
        /// What stands there.
        token: String,
    },
    /// Something that can't be the name of a topic; the record is dropped.
    BadTopicName {
        /// What stands there.
        token: String,
    },
    /// Something that is no number where one is due; the record is dropped.
    BadNumber {
        /// The field it should be a number of.
        field: Field,
        /// What stands there.
        token: String,
    },
    /// Something that is no topic id; the topic is kept without.
    BadTopicId {
        /// What stands there.
        token: String,
    },
    /// Something among the configs that is no `name=value`; the topic is kept without.
    BadConfig {
        /// What stands there.
        token: String,
    },
    /// More or fewer partition rows than the header says. None is made up.
    RowCountMismatch {
        /// The topic.
        topic: String,
        /// `PartitionCount` of the header.
        expected: i32,
        /// How many different partitions have a row.
        found: u32,
    },
    /// A partition number that the header's count leaves no room for.
    PartitionBeyondCount {
        /// The partition.
        partition: i32,
        /// `PartitionCount` of the header.
        count: i32,
    },
    /// An in-sync replica outside the replica list.
    IsrNotInReplicas {
        /// The in-sync replica.
        broker: i32,
    },
    /// A leader outside the replica list.
    LeaderNotInReplicas {
        /// The leader.
        broker: i32,
    },
    /// A leader outside the in-sync replicas.
    LeaderNotInIsr {
        /// The leader.
        broker: i32,
    },
    /// A broker twice in one replica list.
    DuplicateReplica {
        /// The broker.
        broker: i32,
    },
    /// A partition twice; the later one is kept.
    DuplicatePartition {
        /// The topic.
        topic: String,
        /// The partition.
        partition: i32,
    },
    /// A partition row whose topic has no header, where others have.
    NoHeader {
        /// The topic.
        topic: String,
    },
    /// A record put together from several lines.
    JoinedLines {
        /// How many.
        lines: u32,
    },
    /// Words after the end of a record; ignored.
    TrailingText {
        /// The first of them.
        token: String,
    },
    /// An error that the tool printed.
    ErrorLine {
        /// The tool's words.
        text: String,
    },
    /// JSON that doesn't close; whole entries are kept.
    TruncatedJson,
    /// JSON that was read although it is not quite JSON.
    RepairedJson {
        /// What was mended.
        repair: Repair,
    },
    /// JSON of no kind that is read.
    UnrecognisedJson,
    /// A place where JSON goes wrong; the entry around it is dropped.
    BadJson {
        /// What would have gone on.
        expected: Expected,
        /// What stands there.
        found: String,
    },
    /// A JSON value of the wrong type; the entry around it is dropped.
    BadValue {
        /// The field.
        field: Field,
        /// What stands there.
        token: String,
    },
    /// `log_dirs` and `replicas` of different length; the tool refuses such a file.
    LogDirsLength {
        /// How many replicas.
        replicas: u32,
        /// How many directories.
        log_dirs: u32,
    },
}

impl Reason {
    /// The word for it in the result schema; those that begin with `x-` are our own.
    pub fn code(&self) -> &'static str {
        let index = usize::from(self.code_index());
        CODES.get(index).copied().unwrap_or_default()
    }

    /// Where the code stands among all of them in the order of the alphabet.
    pub(in crate::import) fn rank(&self) -> u64 {
        self.code_index().into()
    }

    fn code_index(&self) -> u8 {
        match self {
            Self::BadNumber { .. } => 0,
            Self::DuplicatePartition { .. } => 1,
            Self::ErrorLine { .. } => 2,
            Self::IsrNotInReplicas { .. } => 3,
            Self::JoinedLines { .. } => 4,
            Self::LeaderNotInIsr { .. } => 5,
            Self::LeaderNotInReplicas { .. } => 6,
            Self::LogDirsLength { .. } => 7,
            Self::NoHeader { .. } => 8,
            Self::RepairedJson { .. } => 9,
            Self::RowCountMismatch { .. } => 10,
            Self::ShortRow { .. } | Self::BadPartition { .. } | Self::BadTopicName { .. } => 11,
            Self::TrailingText { .. } => 12,
            Self::TruncatedJson => 13,
            Self::CutRow { .. } | Self::CutLine | Self::CutList { .. } | Self::CutConfig { .. } => {
                14
            }
            Self::UnrecognisedJson => 15,
            Self::UnrecognisedLine => 16,
            Self::BadConfig { .. } => 17,
            Self::BadJson { .. } => 18,
            Self::BadTopicId { .. } => 19,
            Self::BadValue { .. } => 20,
            Self::DuplicateReplica { .. } => 21,
            Self::OtherTool { .. } => 22,
            Self::PartitionBeyondCount { .. } => 23,
        }
    }
}

/// The codes in the order of the alphabet.
static CODES: [&str; 24] = [
    "bad-number",
    "duplicate-partition",
    "error-line",
    "isr-not-in-replicas",
    "joined-lines",
    "leader-not-in-isr",
    "leader-not-in-replicas",
    "log-dirs-length",
    "no-header",
    "repaired-json",
    "row-count-mismatch",
    "short-row",
    "trailing-text",
    "truncated-json",
    "truncated-tail",
    "unrecognised-json",
    "unrecognised-line",
    "x-bad-config",
    "x-bad-json",
    "x-bad-topic-id",
    "x-bad-value",
    "x-duplicate-replica",
    "x-other-tool",
    "x-partition-beyond-count",
];

impl fmt::Display for Reason {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnrecognisedLine => write!(out, "not recognised"),
            Self::OtherTool { tool } => {
                write!(out, "this is output of {}, which is not read", tool.name())
            }
            Self::ShortRow { missing } => write!(out, "{missing} is missing, record dropped"),
            Self::CutRow { missing } => write!(out, "cut before {missing}, record dropped"),
            Self::CutLine => write!(out, "cut before it says what it is"),
            Self::CutList { field } => write!(out, "{field} ends in a comma"),
            Self::CutConfig { token } => write!(out, "cut inside the config name \"{token}\""),
            Self::BadPartition { token } => write!(out, "\"{token}\" is no partition"),
            Self::BadTopicName { token } => write!(out, "\"{token}\" is no topic name"),
            Self::BadNumber { field, token } if field.holds_broker_ids() => {
                write!(out, "\"{token}\" is no broker id")
            }
            Self::BadNumber { field, token } => {
                write!(out, "\"{token}\" is no number for {field}")
            }
            Self::BadTopicId { token } => write!(out, "\"{token}\" is no topic id"),
            Self::BadConfig { token } => write!(out, "\"{token}\" is no name=value"),
            Self::RowCountMismatch {
                topic,
                expected,
                found,
            } => write!(
                out,
                "PartitionCount of {topic} is {expected}, but rows: {found}"
            ),
            Self::PartitionBeyondCount { partition, count } => {
                write!(out, "partition {partition} of only {count}")
            }
            Self::IsrNotInReplicas { broker } => {
                write!(out, "in-sync replica {broker} is no replica")
            }
            Self::LeaderNotInReplicas { broker } => write!(out, "leader {broker} is no replica"),
            Self::LeaderNotInIsr { broker } => write!(out, "leader {broker} is not in sync"),
            Self::DuplicateReplica { broker } => write!(out, "broker {broker} twice in one list"),
            Self::DuplicatePartition { topic, partition } => {
                write!(out, "{topic}-{partition} again, the later one is kept")
            }
            Self::NoHeader { topic } => write!(out, "topic {topic} has no header line"),
            Self::JoinedLines { lines } => write!(out, "put together from {lines} lines"),
            Self::TrailingText { token } => write!(out, "ignored from \"{token}\" on"),
            Self::ErrorLine { text } => write!(out, "the tool failed: {text}"),
            Self::TruncatedJson => write!(out, "JSON doesn't close, whole entries are kept"),
            Self::RepairedJson { repair } => write!(out, "JSON mended: {repair}"),
            Self::UnrecognisedJson => write!(out, "JSON of an unknown kind"),
            Self::BadJson { expected, found } => {
                write!(out, "{expected} expected, found \"{found}\"")
            }
            Self::BadValue { field, token } => write!(out, "\"{token}\" is no value for {field}"),
            Self::LogDirsLength { replicas, log_dirs } => {
                write!(out, "{log_dirs} log_dirs for {replicas} replicas")
            }
        }
    }
}
