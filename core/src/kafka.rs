//! Kafka's own numbers under Kafka's own names, shared by every floor.
//!
//! They are aliases, not newtypes: rules compare and subtract them all the time, and a
//! function that takes two of the same kind takes a struct with named fields instead.
//! The `NO_…` values are those that Kafka itself writes into batches and requests.

/// The position of a record in its partition, counted from 0; also the end of a range, exclusive.
pub type Offset = i64;

/// How often a partition has changed its leader; -1 before any leader.
pub type LeaderEpoch = i32;

/// The id of a broker; -1 for none.
pub type BrokerId = i32;

/// The number of a partition within its topic.
pub type PartitionId = i32;

/// The id that a broker hands to an idempotent or transactional producer.
pub type ProducerId = i64;

/// How often a producer id was handed to a new incarnation of its producer.
pub type ProducerEpoch = i16;

/// The number of a record among those of one producer id and partition; 0 follows 2147483647.
pub type Sequence = i32;

/// A record's own time in milliseconds since 1970, as its producer or its broker stamped it.
pub type Timestamp = i64;

/// No leader epoch (`RecordBatch.NO_PARTITION_LEADER_EPOCH`, `UNDEFINED_EPOCH`).
pub const NO_LEADER_EPOCH: LeaderEpoch = -1;

/// No offset (`UNDEFINED_EPOCH_OFFSET`).
pub const NO_OFFSET: Offset = -1;

/// No producer id (`RecordBatch.NO_PRODUCER_ID`).
pub const NO_PRODUCER_ID: ProducerId = -1;

/// No producer epoch (`RecordBatch.NO_PRODUCER_EPOCH`).
pub const NO_PRODUCER_EPOCH: ProducerEpoch = -1;

/// No sequence (`RecordBatch.NO_SEQUENCE`).
pub const NO_SEQUENCE: Sequence = -1;

/// No timestamp (`RecordBatch.NO_TIMESTAMP`).
pub const NO_TIMESTAMP: Timestamp = -1;
