//! What a paste says, as plain values: the shape and the key names are those of the importer's
//! result schema, so that serialising an [`Import`] gives exactly that schema.
//!
//! It holds what was read, nothing that was worked out from it: that is [`super::topology`].

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Serialize, Serializer};

use super::election::ElectionPart;
use super::reassign::ReassignmentPart;
use super::schema;
use super::warning::Warning;

/// Everything that was understood of a text, in text order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Import {
    /// One entry per run of output of the same tool in the same layout.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<Section>,
    /// Every broker id seen in a list, sorted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub brokers: Vec<Broker>,
    /// The topics described, once per section they appear in.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub topics: Vec<Topic>,
    /// What was said about reassignments, part by part.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        serialize_with = "schema::reassignment"
    )]
    pub reassignment: Vec<ReassignmentPart>,
    /// What was said about leader elections, part by part.
    #[serde(
        skip_serializing_if = "Vec::is_empty",
        serialize_with = "schema::elections"
    )]
    pub elections: Vec<ElectionPart>,
    /// What the text leaves open, each once, sorted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub assumed: Vec<Assumed>,
    /// What could not be read or looks wrong, sorted by line, then code.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Warning>,
    /// How many more warnings there were than [`MAX_WARNINGS`](super::MAX_WARNINGS).
    #[serde(rename = "x-warnings-left-out", skip_serializing_if = "is_zero")]
    pub warnings_left_out: u32,
}

impl Import {
    pub(super) fn assume(&mut self, word: Assumed) {
        if let Err(place) = self.assumed.binary_search(&word) {
            self.assumed.insert(place, word);
        }
    }
}

/// A run of output of one tool in one layout: one moment of one cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Section {
    /// The tool that printed it.
    pub tool: Tool,
    /// The layout, named after the first release that prints it.
    pub layout: Layout,
    /// The first line that carries data or a heading.
    pub line: u32,
}

/// The command-line tools whose output is known by sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tool {
    /// `kafka-topics.sh --describe`.
    KafkaTopics,
    /// `kafka-reassign-partitions.sh` and its JSON files.
    KafkaReassignPartitions,
    /// `kafka-leader-election.sh` and its JSON file.
    KafkaLeaderElection,
    /// `kafka-consumer-groups.sh`.
    KafkaConsumerGroups,
    /// `kafka.tools.ConsumerOffsetChecker` of 0.8.
    ConsumerOffsetChecker,
    /// `kafka-share-groups.sh`.
    KafkaShareGroups,
    /// `kcat -L`, `kafkacat -L`.
    Kcat,
    /// `kafka-log-dirs.sh --describe`.
    KafkaLogDirs,
    /// `kafka-metadata-quorum.sh describe`.
    KafkaMetadataQuorum,
    /// `kafka-get-offsets.sh`, `GetOffsetShell`.
    KafkaGetOffsets,
    /// `kafka-dump-log.sh`, `DumpLogSegments`.
    KafkaDumpLog,
    /// `kafka-configs.sh --describe`.
    KafkaConfigs,
}

impl Tool {
    /// The tool's name as the result schema writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::KafkaTopics => "kafka-topics",
            Self::KafkaReassignPartitions => "kafka-reassign-partitions",
            Self::KafkaLeaderElection => "kafka-leader-election",
            Self::KafkaConsumerGroups => "kafka-consumer-groups",
            Self::ConsumerOffsetChecker => "consumer-offset-checker",
            Self::KafkaShareGroups => "kafka-share-groups",
            Self::Kcat => "kcat",
            Self::KafkaLogDirs => "kafka-log-dirs",
            Self::KafkaMetadataQuorum => "kafka-metadata-quorum",
            Self::KafkaGetOffsets => "kafka-get-offsets",
            Self::KafkaDumpLog => "kafka-dump-log",
            Self::KafkaConfigs => "kafka-configs",
        }
    }
}

/// The layouts that are read. The text doesn't tell the exact release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Layout {
    /// The list tool of 0.8.0: lower-case keys, no header.
    #[serde(rename = "topics-0.8.0")]
    Topics0_8_0,
    /// 0.8.1 to 2.3: no blank after the header's colons.
    #[serde(rename = "topics-0.8.1")]
    Topics0_8_1,
    /// 2.4 to 2.7: blanks after the header's colons.
    #[serde(rename = "topics-2.4")]
    Topics2_4,
    /// 2.8 to 3.7: topic ids.
    #[serde(rename = "topics-2.8")]
    Topics2_8,
    /// 3.8 and later: eligible leader replicas.
    #[serde(rename = "topics-3.8")]
    Topics3_8,
    /// Partition rows of any release without a header: filtered or cut.
    #[serde(rename = "topics-rows")]
    TopicsRows,
    /// A reassignment file.
    #[serde(rename = "reassign-json")]
    ReassignJson,
    /// The input file of `--generate`.
    #[serde(rename = "topics-to-move-json")]
    TopicsToMoveJson,
    /// `--generate`: the current and the proposed replicas.
    #[serde(rename = "reassign-generate")]
    ReassignGenerate,
    /// `--execute`: the replicas before, and what was started.
    #[serde(rename = "reassign-execute")]
    ReassignExecute,
    /// `--verify`.
    #[serde(rename = "reassign-verify")]
    ReassignVerify,
    /// `--list`.
    #[serde(rename = "reassign-list")]
    ReassignList,
    /// The input file of a leader election.
    #[serde(rename = "election-json")]
    ElectionJson,
    /// What a leader election answered.
    #[serde(rename = "election-result")]
    ElectionResult,
}

/// A broker as far as the text knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Broker {
    /// The broker's id.
    pub id: i32,
}

/// A topic as one section describes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Topic {
    /// The index of its section.
    pub section: usize,
    /// The topic's name.
    pub name: String,
    /// The id of 2.8 and later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub topic_id: Option<String>,
    /// `PartitionCount` of the header, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partition_count: Option<i32>,
    /// `ReplicationFactor` of the header, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub replication_factor: Option<i32>,
    /// `Configs` of the header, values as printed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub configs: Option<BTreeMap<String, String>>,
    /// `MarkedForDeletion` of the header.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marked_for_deletion: Option<bool>,
    /// The rows, in text order.
    pub partitions: Vec<Partition>,
}

/// A partition row. What is `None` had no column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Partition {
    /// The partition's number.
    pub partition: i32,
    /// The leader; `None` for `none` and -1.
    pub leader: Option<i32>,
    /// The replicas in assignment order: the first is the preferred leader.
    pub replicas: Vec<i32>,
    /// The in-sync replicas as printed; their order means nothing.
    pub isr: Vec<i32>,
    /// Replicas being added by a reassignment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adding: Option<Vec<i32>>,
    /// Replicas being removed by a reassignment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub removing: Option<Vec<i32>>,
    /// The eligible leader replicas of KIP-966.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elr: Option<Answer>,
    /// The eligible leader replicas that were lost in an unclean shutdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_known_elr: Option<Answer>,
    /// Replicas on brokers that are down (Confluent Server only).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offline: Option<Vec<i32>>,
    /// Observers (Confluent Server only).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observers: Option<Vec<i32>>,
    /// Live observers (Confluent Server only).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live_observers: Option<Vec<i32>>,
    /// `MarkedForDeletion` on the row itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marked_for_deletion: Option<bool>,
}

/// A list that the broker may not have been able to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// `N/A`: an older broker, which is not an empty list.
    NotAvailable,
    /// The ids printed.
    Listed(Vec<i32>),
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::NotAvailable => serializer.serialize_none(),
            Self::Listed(ids) => ids.serialize(serializer),
        }
    }
}

/// What a text leaves open and a reader has to keep in mind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Assumed {
    /// Some broker is known only by its id in a list; others may exist.
    BrokersFromLists,
    /// The text was filtered, elided or cut: absent partitions are not missing ones.
    PartialListing,
    /// No header line: the number of partitions is at least what was seen.
    PartitionCountFromRows,
    /// No header line: the replication factor is read off the rows.
    ReplicationFactorFromRows,
}

/// A partition by topic and number.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct TopicPartition {
    /// The topic's name.
    pub topic: String,
    /// The partition's number.
    pub partition: i32,
}

fn is_zero(count: &u32) -> bool {
    *count == 0
}
