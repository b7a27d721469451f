//! Output of tools that are known by sight only: enough to name the tool instead of calling the
//! paste nonsense.
//!
//! A tool that gets a reader of its own leaves this file.

use super::model::Tool;
use super::text::Piece;

/// How a tool was recognised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sight {
    pub(super) tool: Tool,
    /// Whether it was the header of a table, so that the lines below it are its rows.
    pub(super) table: bool,
}

/// Headers of tables, cells parted by one blank; the longer ones of a kind first.
static TABLES: [(&str, Tool); 17] = [
    ("Group Topic Pid Offset", Tool::ConsumerOffsetChecker),
    (
        "GROUP, TOPIC, PARTITION, CURRENT OFFSET",
        Tool::KafkaConsumerGroups,
    ),
    ("GROUP TOPIC PARTITION START-OFFSET", Tool::KafkaShareGroups),
    ("GROUP TOPIC PARTITION", Tool::KafkaConsumerGroups),
    ("TOPIC PARTITION CURRENT-OFFSET", Tool::KafkaConsumerGroups),
    ("TOPIC PARTITION NEW-OFFSET", Tool::KafkaConsumerGroups),
    (
        "GROUP CONSUMER-ID HOST CLIENT-ID ASSIGNMENT",
        Tool::KafkaShareGroups,
    ),
    ("GROUP CONSUMER-ID HOST", Tool::KafkaConsumerGroups),
    (
        "GROUP CONSUMER-ID GROUP-INSTANCE-ID",
        Tool::KafkaConsumerGroups,
    ),
    ("CONSUMER-ID HOST CLIENT-ID", Tool::KafkaConsumerGroups),
    ("CONSUMER-ID GROUP-INSTANCE-ID", Tool::KafkaConsumerGroups),
    ("GROUP COORDINATOR (ID) STATE", Tool::KafkaShareGroups),
    ("GROUP COORDINATOR (ID)", Tool::KafkaConsumerGroups),
    (
        "COORDINATOR (ID) ASSIGNMENT-STRATEGY",
        Tool::KafkaConsumerGroups,
    ),
    ("GROUP STATE", Tool::KafkaConsumerGroups),
    ("GROUP TYPE", Tool::KafkaConsumerGroups),
    ("NodeId ", Tool::KafkaMetadataQuorum),
];

/// How lines of other output begin.
static STARTS: [(&str, Tool); 19] = [
    ("Metadata for ", Tool::Kcat),
    ("Querying brokers for log directories", Tool::KafkaLogDirs),
    (
        "Received log directory information from",
        Tool::KafkaLogDirs,
    ),
    ("ClusterId:", Tool::KafkaMetadataQuorum),
    ("LeaderId:", Tool::KafkaMetadataQuorum),
    ("LeaderEpoch:", Tool::KafkaMetadataQuorum),
    ("HighWatermark:", Tool::KafkaMetadataQuorum),
    ("MaxFollowerLag:", Tool::KafkaMetadataQuorum),
    ("MaxFollowerLagTimeMs:", Tool::KafkaMetadataQuorum),
    ("CurrentVoters:", Tool::KafkaMetadataQuorum),
    ("CurrentObservers:", Tool::KafkaMetadataQuorum),
    ("Dumping /", Tool::KafkaDumpLog),
    ("Starting offset:", Tool::KafkaDumpLog),
    ("Log starting offset:", Tool::KafkaDumpLog),
    ("baseOffset:", Tool::KafkaDumpLog),
    ("Configs for ", Tool::KafkaConfigs),
    ("Dynamic configs for ", Tool::KafkaConfigs),
    ("All configs for ", Tool::KafkaConfigs),
    ("Default configs for ", Tool::KafkaConfigs),
];

/// Names the tool that printed a line, if it is one of the others.
pub(super) fn sight(line: Piece<'_>) -> Option<Sight> {
    let text = line.text.trim();
    let first = text.split_whitespace().find(|cell| *cell != "|")?;
    let table = TABLES
        .iter()
        .filter(|(header, _)| header.starts_with(first))
        .find(|(header, _)| begins_with_cells(text, header));
    if let Some(&(_, tool)) = table {
        return Some(Sight { tool, table: true });
    }
    let start = STARTS.iter().find(|(start, _)| text.starts_with(start));
    let tool = match start {
        Some(&(_, tool)) => tool,
        None if is_group_message(text) => Tool::KafkaConsumerGroups,
        None if is_kcat(text) => Tool::Kcat,
        None if is_dumped(text) => Tool::KafkaDumpLog,
        None if text.contains(" sensitive=") && text.contains(" synonyms={") => Tool::KafkaConfigs,
        None if is_offset(text) => Tool::KafkaGetOffsets,
        None => return None,
    };
    Some(Sight { tool, table: false })
}

/// Whether a line has the cells of a header, whatever stands between them.
fn begins_with_cells(line: &str, header: &str) -> bool {
    let mut cells = line.split_whitespace().filter(|cell| *cell != "|");
    header
        .split_whitespace()
        .all(|cell| cells.next() == Some(cell))
}

fn is_group_message(text: &str) -> bool {
    text.contains("onsumer group ")
        && ["has no active members", "is rebalancing", "does not exist"]
            .iter()
            .any(|message| text.contains(message))
}

fn is_kcat(text: &str) -> bool {
    let broker = text.starts_with("broker ") && text.contains(" at ") && text.contains(':');
    let topic = text.starts_with("topic \"") && text.contains(" partitions:");
    let number = text
        .strip_prefix("partition ")
        .and_then(|rest| rest.split_once(','));
    let partition = number.is_some_and(|(number, _)| number.parse::<u32>().is_ok());
    broker || topic || partition
}

/// A record or an index entry of a dump.
fn is_dumped(text: &str) -> bool {
    let record = text.strip_prefix("| ").unwrap_or(text);
    let details = [" position: ", " isvalid: ", " keysize: ", " keySize: "];
    (record.starts_with("offset: ") && details.iter().any(|detail| record.contains(detail)))
        || (text.starts_with("timestamp: ") && text.contains(" offset: "))
        || (text.starts_with("Found ") && text.contains(" invalid bytes at the end of "))
}

/// `topic:partition:offset[,offset…]`, and nothing else on the line.
fn is_offset(text: &str) -> bool {
    let mut parts = text.splitn(3, ':');
    let (Some(topic), Some(partition), Some(offsets)) = (parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    super::form::is_topic_name(topic)
        && !topic.bytes().all(|byte| byte.is_ascii_digit())
        && !partition.is_empty()
        && digits(partition)
        && offsets.split(',').all(digits)
}
