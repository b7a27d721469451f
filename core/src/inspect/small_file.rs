//! Files that are read whole: producer snapshots, checkpoints, `partition.metadata`.

use super::finding::{Findings, Problem};
use crate::kafka::Offset;
use crate::log::checkpoint::{CheckpointError, OffsetCheckpointEntry, read_offsets};
use crate::log::{
    EpochCache, MetadataError, PRODUCER_SNAPSHOT_ENTRY_SIZE, ProducerSnapshotEntry, TopicId,
    read_partition_metadata, read_snapshot,
};
use alloc::vec::Vec;

/// Where a snapshot's entries begin.
const SNAPSHOT_HEADER_SIZE: usize = 10;

/// The entries of a `.snapshot` that ends before `offset`, as far as it can be read.
pub fn check_snapshot(
    offset: Option<Offset>,
    bytes: &[u8],
    findings: &mut Findings,
) -> Vec<ProducerSnapshotEntry> {
    let entries = read_snapshot(bytes).unwrap_or_else(|error| {
        findings.add(0, Problem::CorruptSnapshot { error });
        Vec::new()
    });
    for (number, entry) in entries.iter().enumerate() {
        if offset.is_some_and(|offset| entry.last_offset >= offset) {
            let position = SNAPSHOT_HEADER_SIZE + number * PRODUCER_SNAPSHOT_ENTRY_SIZE;
            let problem = Problem::SnapshotBeyondItself {
                producer_id: entry.producer_id,
                last_offset: entry.last_offset,
            };
            findings.add(position as u64, problem);
        }
    }
    entries
}

/// The epochs of a `leader-epoch-checkpoint`; none if it can't be read.
pub fn check_epoch_checkpoint(bytes: &[u8], findings: &mut Findings) -> EpochCache {
    EpochCache::from_checkpoint(bytes).unwrap_or_else(|error| {
        add_checkpoint(error, findings);
        EpochCache::new()
    })
}

/// The offsets of one of a log dir's checkpoints; none if it can't be read.
pub fn check_offset_checkpoint<'a>(
    bytes: &'a [u8],
    findings: &mut Findings,
) -> Vec<OffsetCheckpointEntry<'a>> {
    read_offsets(bytes).unwrap_or_else(|error| {
        add_checkpoint(error, findings);
        Vec::new()
    })
}

/// The topic's id of a `partition.metadata`.
pub fn check_metadata(bytes: &[u8], findings: &mut Findings) -> Option<TopicId> {
    match read_partition_metadata(bytes) {
        Ok(id) => Some(id),
        Err(error) => {
            let position = match error {
                MetadataError::NotUtf8 { position } => position,
                _ => 0,
            };
            let problem = Problem::CorruptMetadata { error };
            findings.add(position as u64, problem);
            None
        }
    }
}

fn add_checkpoint(error: CheckpointError, findings: &mut Findings) {
    let position = match error {
        CheckpointError::NotUtf8 { position } | CheckpointError::Malformed { position, .. } => {
            position
        }
        CheckpointError::Version { .. } | CheckpointError::Count { .. } => 0,
    };
    findings.add(position as u64, Problem::CorruptCheckpoint { error });
}
