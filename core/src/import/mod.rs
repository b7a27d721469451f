//! Reads pasted output of Kafka's command-line tools: text in, typed values and warnings out.
//!
//! Read so far: `kafka-topics --describe` in every layout from 0.8.0 to 4.x, the files and the
//! output of `kafka-reassign-partitions`, the file and the answers of `kafka-leader-election`.
//! Output of other tools is named, not read. A text can hold several outputs, each a section.
//!
//! It guesses nothing that the text doesn't say; what a simulator has to add is listed by
//! [`Topology`]. No text makes it fail: what can't be read costs a [`Warning`] that names the
//! line, the character and the token, and the rest is read.
//!
//! Source: the printing code of Kafka's `TopicCommand`, `ReassignPartitionsCommand` and
//! `LeaderElectionCommand` from 0.8.0 on, and what pastes do to it.

mod election;
mod form;
mod json;
mod layout;
mod model;
mod noise;
mod order;
mod other;
mod phrase;
mod prefix;
mod reader;
mod reassign;
mod schema;
mod text;
mod topics;
mod topology;
mod warning;

#[cfg(test)]
mod tests;

pub use election::{ElectionPart, ElectionSays, ElectionType, FailedElection};
pub use model::{
    Answer, Assumed, Broker, Import, Layout, Partition, Section, Tool, Topic, TopicPartition,
};
pub use reader::MAX_WARNINGS;
pub use reassign::{
    Assignment, OngoingReassignment, ReassignmentPart, ReassignmentSays, ReassignmentState,
    ReassignmentStatus, ReplicaMove, ReplicaMoveState,
};
pub use text::line_text;
pub use topology::{
    Assumption, AssumptionParts, Concern, DEFAULT_MIN_INSYNC_REPLICAS, Topology, TopologyBroker,
    TopologyPartition, TopologyTopic,
};
pub use warning::{Expected, Field, Place, Reason, Repair, Warning};

/// Reads a text.
///
/// ```
/// let import = tidemark_core::import::read("Topic: a\tPartition: 0\tLeader: x\tReplicas: 1\tIsr: 1");
/// let warning = &import.warnings[0];
/// assert_eq!((warning.place.line, warning.place.column), (1, 31));
/// assert_eq!(warning.code(), "bad-number");
/// ```
pub fn read(text: &str) -> Import {
    reader::read(text)
}
