//! What a broker keeps on disk for one partition, and the rules by which it changes.
//!
//! It knows nothing of other replicas, leaders or time: a floor above decides what is
//! appended, how far it is committed, and when something is lost.

pub mod checkpoint;
mod epoch_cache;
mod partition_log;
mod producer_state;
mod segment;
mod stamp;

pub use epoch_cache::{
    EpochCache, EpochEndOffset, EpochEntry, InvalidEpochEntry, LEADER_EPOCH_CHECKPOINT,
};
pub use partition_log::{
    AppendError, Appended, FetchData, LeaderAppend, LogRecord, NewRecord, OffsetOutOfRange,
    OpenInfo, PartitionLog, ReadLimit, Recovery,
};
pub use producer_state::{
    BATCHES_TO_RETAIN, BatchMetadata, ProducerEntry, ProducerError, ProducerStates, Sequencing,
};
pub use segment::{CutReason, Segment, SegmentOverflow};
pub use stamp::BatchStamp;
