//! A replica's folder, file by file: what would lie on its broker's disk if the broker had closed its logs in order at
//! the step shown.
//!
//! A clean close gives files their final size (`UnifiedLog.close`, `LogSegment.close`), so that Kafka's own tools read
//! them without complaint. The log dir's checkpoints stand beside the folder, with this partition's lines.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::disk::File;
use crate::history::{BranchId, Lane};
use crate::kafka::{BrokerId, Offset};
use crate::log::Segment;
use crate::log::checkpoint::{
    CLEANER_OFFSET_CHECKPOINT, LOG_START_OFFSET_CHECKPOINT, OffsetCheckpointEntry,
    RECOVERY_POINT_OFFSET_CHECKPOINT, REPLICATION_OFFSET_CHECKPOINT, write_offsets,
};

/// Which replica.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ask {
    /// Its broker.
    pub broker: BrokerId,
    /// Its topic.
    pub topic: String,
    /// The number of its partition.
    pub partition: i32,
}

/// Its files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Folder {
    /// Which replica it is.
    pub of: Ask,
    /// The branch shown, and the step.
    pub position: (BranchId, u32),
    /// Each file's path below the log dir's parent, and its bytes.
    pub files: Vec<(String, Vec<u8>)>,
}

/// Tells a replica's files; `None` if there is no such replica.
#[must_use]
pub fn tell(lane: &Lane, ask: &Ask) -> Option<Folder> {
    let simulation = lane.simulation();
    let partition = simulation.topology().find(&ask.topic, ask.partition)?;
    let replica = simulation.cell(partition)?.replica(ask.broker)?;
    let mut log = replica.log.clone();
    log.close();
    let log_dir = format!("broker-{}", ask.broker);
    let folder = format!("{log_dir}/{}-{}", ask.topic, ask.partition);
    let whole = |file: &File| file.read_at(0, usize::MAX).into_owned();
    let mut files: Vec<(String, Vec<u8>)> = log
        .folder()
        .list()
        .map(|(name, file)| (format!("{folder}/{name}"), whole(file)))
        .collect();
    let first = log.segments().next().map(Segment::base_offset);
    let start = log.log_start_offset();
    let checkpoints: [(&str, Option<Offset>); 4] = [
        (REPLICATION_OFFSET_CHECKPOINT, Some(log.high_watermark())),
        (RECOVERY_POINT_OFFSET_CHECKPOINT, Some(log.recovery_point())),
        // Only a start that the first segment's name doesn't say (`LogManager.checkpointLogStartOffsetsInDir`).
        (
            LOG_START_OFFSET_CHECKPOINT,
            Some(start).filter(|start| first.is_some_and(|first| first < *start)),
        ),
        // No simulated broker has cleaned a log.
        (CLEANER_OFFSET_CHECKPOINT, None),
    ];
    for (name, offset) in checkpoints {
        let entry = offset.map(|offset| OffsetCheckpointEntry {
            topic: &ask.topic,
            partition: ask.partition,
            offset,
        });
        let text = write_offsets(entry.as_slice());
        files.push((format!("{log_dir}/{name}"), text.into_bytes()));
    }
    Some(Folder {
        of: ask.clone(),
        position: (lane.branch().id, lane.position()),
        files,
    })
}
