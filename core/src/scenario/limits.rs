//! How much a scenario may hold, so that a hostile text cannot exhaust memory, nor a number the rules.

/// The longest text, in bytes.
pub(crate) const TEXT_BYTES: usize = 32 << 20;

/// The longest line, in bytes.
pub(super) const LINE_BYTES: usize = 1 << 20;

/// Bytes of a line before its command, at most: `at 31622400s after=4294967295`.
pub(super) const PLACE_BYTES: usize = 64;

/// Mistakes reported; more are counted.
pub(super) const ERRORS: usize = 50;

/// Characters of a quotation in an error.
pub(super) const FOUND_CHARS: usize = 60;

/// Brokers.
pub(crate) const BROKERS: usize = 100;

/// Partitions of all topics.
pub(crate) const PARTITIONS: usize = 10_000;

/// Replicas of all partitions.
pub(super) const REPLICAS: usize = 100_000;

/// Replicas of each partition of a topic that is created.
pub(super) const REPLICATION_FACTOR: u32 = 10;

/// The shortest time between two records of a producer that goes on by itself: a millisecond.
pub(super) const SEND_INTERVAL_US: u64 = 1_000;

/// Records at the start, counted once for every replica that holds them.
pub(super) const RECORDS: usize = 1_000_000;

/// Bytes of those records' values.
pub(super) const RECORD_BYTES: usize = 64 << 20;

/// Bytes of one value.
pub(super) const VALUE_BYTES: usize = 16 << 10;

/// Bytes of a title, a question, a caption, a name.
pub(crate) const WORDING_BYTES: usize = 4 << 10;

/// Commands of all branches.
pub(super) const COMMANDS: usize = 100_000;

/// Commands of all branches, those shared with a parent counted once more for each: whoever runs a
/// branch needs them all.
pub(super) const SHARED_COMMANDS: usize = 1_000_000;

/// Bytes of the values in those commands.
pub(super) const SHARED_BYTES: usize = 128 << 20;

/// Values of all produce commands.
pub(super) const PRODUCED: usize = 1_000_000;

/// Bytes of those values.
pub(super) const PRODUCED_BYTES: usize = 64 << 20;

/// Captions at places of their own.
pub(crate) const NOTES: usize = 10_000;

/// Branches.
pub(super) const BRANCHES: usize = 1_000;

/// The last moment of virtual time: a year, in microseconds.
pub(super) const TIME_US: u64 = 366 * 24 * 3600 * 1_000_000;

/// The longest delay of the network: an hour, in microseconds.
pub(super) const DELAY_US: u64 = 3600 * 1_000_000;

/// The highest epoch; a run raises it further.
pub(super) const EPOCH: i64 = 1_000_000_000;

/// The highest offset; a run raises it further.
pub(super) const OFFSET: i64 = 1_000_000_000_000_000;
