//! What an import assumed, and what it could not read.

use crate::words::{Words, say};
use tidemark_core::import::{Assumption, Field, Reason};

/// An assumption as a sentence.
pub(crate) fn assumption(words: Words, assumption: &Assumption) -> String {
    match assumption {
        Assumption::BrokersFromLists => words.assume_brokers_from_lists(),
        Assumption::HostsAndRacksUnknown => words.assume_hosts_unknown(),
        Assumption::ControllerUnknown => words.assume_controller_unknown(),
        Assumption::LeaderEpochsUnknown => words.assume_epochs_unknown(),
        Assumption::OffsetsUnknown => words.assume_offsets_unknown(),
        Assumption::BrokerAlive { broker } => say!(words, assume_broker_alive, broker = *broker),
        Assumption::BrokerDown { broker } => say!(words, assume_broker_down, broker = *broker),
        Assumption::BrokerNotMentioned { broker } => {
            say!(words, assume_broker_not_mentioned, broker = *broker)
        }
        Assumption::MinInsyncReplicasUnknown { .. } => words.assume_min_isr_unknown(),
        Assumption::UncleanLeaderElectionUnknown { .. } => words.assume_unclean_unknown(),
        Assumption::PartitionCountFromRows { .. } => words.assume_count_from_rows(),
        Assumption::ReplicationFactorFromRows { .. } => words.assume_factor_from_rows(),
        Assumption::PartitionsAbsent { .. } => words.assume_partitions_absent(),
        Assumption::OtherSection { .. } => words.assume_other_section(),
        Assumption::ElrUnknown { .. } => words.assume_elr_unknown(),
        Assumption::IsrUnknown { partition, .. } => {
            say!(words, assume_isr_unknown, partition = *partition)
        }
        Assumption::LeaderUnknown { partition, .. } => {
            say!(words, assume_leader_unknown, partition = *partition)
        }
        Assumption::ReplicaOffline {
            partition, broker, ..
        } => {
            say!(
                words,
                assume_replica_offline,
                partition = *partition,
                broker = *broker
            )
        }
    }
}

/// A complaint as the end of a sentence that names its line.
pub(crate) fn reason(words: Words, reason: &Reason) -> String {
    match reason {
        Reason::UnrecognisedLine => words.reason_unrecognised_line(),
        Reason::OtherTool { tool } => say!(words, reason_other_tool, tool = tool.name()),
        Reason::ShortRow { missing } | Reason::CutRow { missing } => {
            say!(words, reason_short_row, field = missing.name())
        }
        Reason::CutLine => words.reason_cut_line(),
        Reason::CutList { field } => say!(words, reason_cut_list, field = field.name()),
        Reason::CutConfig { token } => say!(words, reason_cut_config, token = token),
        Reason::BadPartition { token } => say!(words, reason_bad_partition, token = token),
        Reason::BadTopicName { token } => say!(words, reason_bad_topic, token = token),
        Reason::BadNumber { field, token } if holds_brokers(*field) => {
            say!(
                words,
                reason_bad_broker,
                field = field.name(),
                token = token
            )
        }
        Reason::BadNumber { field, token } => {
            say!(
                words,
                reason_bad_number,
                field = field.name(),
                token = token
            )
        }
        Reason::BadTopicId { token } => say!(words, reason_bad_topic_id, token = token),
        Reason::BadConfig { token } => say!(words, reason_bad_config, token = token),
        Reason::RowCountMismatch {
            topic,
            expected,
            found,
        } => {
            say!(
                words,
                reason_row_count,
                topic = topic,
                expected = *expected,
                found = *found
            )
        }
        Reason::PartitionBeyondCount { partition, count } => {
            say!(
                words,
                reason_beyond_count,
                partition = *partition,
                count = *count
            )
        }
        Reason::IsrNotInReplicas { broker } => {
            say!(words, reason_isr_not_replica, broker = *broker)
        }
        Reason::LeaderNotInReplicas { broker } => {
            say!(words, reason_leader_not_replica, broker = *broker)
        }
        Reason::LeaderNotInIsr { broker } => {
            say!(words, reason_leader_not_in_isr, broker = *broker)
        }
        Reason::DuplicateReplica { broker } => {
            say!(words, reason_duplicate_replica, broker = *broker)
        }
        Reason::DuplicatePartition { topic, partition } => {
            say!(
                words,
                reason_duplicate_partition,
                topic = topic,
                partition = *partition
            )
        }
        Reason::NoHeader { topic } => say!(words, reason_no_header, topic = topic),
        Reason::JoinedLines { lines } => say!(words, reason_joined_lines, lines = *lines),
        Reason::TrailingText { token } => say!(words, reason_trailing_text, token = token),
        Reason::ErrorLine { text } => say!(words, reason_error_line, text = text),
        Reason::TruncatedJson => words.reason_truncated_json(),
        Reason::RepairedJson { .. } => words.reason_repaired_json(),
        Reason::UnrecognisedJson => words.reason_unrecognised_json(),
        Reason::BadJson { found, .. } => say!(words, reason_bad_json, found = found),
        Reason::BadValue { field, token } => {
            say!(words, reason_bad_value, field = field.name(), token = token)
        }
        Reason::LogDirsLength { replicas, log_dirs } => {
            say!(
                words,
                reason_log_dirs_length,
                replicas = *replicas,
                logdirs = *log_dirs
            )
        }
    }
}

const fn holds_brokers(field: Field) -> bool {
    matches!(
        field,
        Field::Leader
            | Field::Replicas
            | Field::Isr
            | Field::AddingReplicas
            | Field::RemovingReplicas
            | Field::Elr
            | Field::LastKnownElr
            | Field::Offline
            | Field::Broker
    )
}
