//! What a broker keeps on disk for one partition, and the rules by which it changes.
//!
//! It knows nothing of other replicas or leaders, and is told what time it is: a floor above decides what is
//! appended, how far it is committed, and when something is lost.

pub mod checkpoint;
mod clean_shutdown;
pub mod cleaner;
mod config;
mod epoch_cache;
mod index_error;
mod index_search;
mod index_slots;
mod names;
mod offset_index;
mod partition_log;
mod partition_metadata;
mod producer_snapshot;
mod producer_state;
pub mod retention;
mod segment;
mod stamp;
mod time_index;
mod transaction_index;

pub use clean_shutdown::{CLEAN_SHUTDOWN_FILE, write_clean_shutdown};
pub(crate) use config::RECORDS_SIZE_MAX;
pub use config::{CleanupPolicy, LogConfig, LogContext, log_retention_ms};
pub use epoch_cache::{
    EpochCache, EpochEndOffset, EpochEntry, InvalidEpochEntry, LEADER_EPOCH_CHECKPOINT,
};
pub use index_error::{CorruptIndex, IndexError};
pub use index_search::{Comparison, Purpose};
pub use names::{FileKind, FileName, FileStage, FolderName, FolderStage, NotAPartition};
pub use offset_index::{OFFSET_INDEX_ENTRY_SIZE, OffsetIndex, OffsetPosition};
pub use partition_log::{
    AppendError, Appended, BatchStamps, DeletedFile, DeletedSegment, EARLIEST_LOCAL_TIMESTAMP,
    EARLIEST_TIMESTAMP, FetchData, LATEST_TIERED_TIMESTAMP, LATEST_TIMESTAMP, LeaderAppend,
    ListedOffset, LoadReport, LoadedLog, LogRecord, MAX_TIMESTAMP, Marker, NewRecord,
    OffsetMetadata, OffsetOutOfRange, OpenInfo, PartitionLog, ReadLimit, Recovery, Slice,
};
pub use partition_metadata::{
    MetadataError, PARTITION_METADATA, TopicId, read_partition_metadata, write_partition_metadata,
};
pub use producer_snapshot::{
    PRODUCER_SNAPSHOT_ENTRY_SIZE, ProducerSnapshotEntry, SnapshotError, read_snapshot,
    write_snapshot,
};
pub use producer_state::{
    BATCHES_TO_RETAIN, BatchMetadata, ProducerEntry, ProducerError, ProducerStates, Sequencing,
};
pub use segment::{
    CutReason, FoundRecord, LookupStep, RollBatch, RollReason, Segment, SegmentOverflow,
};
pub use stamp::BatchStamp;
pub use time_index::{TIME_INDEX_ENTRY_SIZE, TimeIndex, TimestampOffset};
pub use transaction_index::{AbortedTransaction, TRANSACTION_INDEX_ENTRY_SIZE, TransactionIndex};
