//! What can be found in a file, as values: what, where, and whether it is wrong or only worth knowing.

use super::Content;
use crate::kafka::{LeaderEpoch, Offset, ProducerId, Timestamp};
use crate::log::checkpoint::CheckpointError;
use crate::log::{CorruptIndex, MetadataError, SnapshotError};
use crate::record::{BatchError, Codec};
use alloc::vec::Vec;
use core::fmt;
use core::mem::{Discriminant, discriminant};
use serde::{Deserialize, Serialize};

/// How many findings of one kind are listed; of the others it is known how many there are.
const LISTED_MAX: u32 = 64;

/// One thing that was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The byte of the file where it is.
    pub position: u64,
    /// What it is.
    pub problem: Problem,
    /// How many more of its kind were found after it, and are not listed.
    pub more: u64,
}

/// Whether a finding is a fault of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Severity {
    /// Sound files have it, too.
    Note,
    /// Something is wrong with the file.
    Wrong,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Problem {
    /// The file has no bytes.
    Empty,
    /// The file is none of this kind.
    Foreign {
        /// What it looks like instead.
        looks_like: Option<Content>,
    },
    /// The last batch is not whole.
    TruncatedTail {
        /// How many bytes it needs, as far as can be said.
        needed: u64,
        /// How many there are.
        available: u64,
    },
    /// Zeros up to the end: room that was reserved and never written.
    ZeroTail {
        /// How many.
        bytes: u64,
    },
    /// Zeros where data should be, as after a page was lost.
    Zeroed {
        /// How many.
        bytes: u64,
    },
    /// No batch begins here; the next one was searched.
    Unreadable {
        /// Why.
        error: BatchError,
        /// How many bytes lie before the next batch, or the end.
        bytes: u64,
    },
    /// A batch whose checksum is not that of its bytes.
    Crc {
        /// The offset that it says it begins with.
        offset: Offset,
        /// The checksum in it.
        stored: u32,
        /// That of its bytes.
        computed: u32,
    },
    /// The checksum is right, but the records are not.
    Records {
        /// The offset that the batch begins with.
        offset: Offset,
        /// What is wrong.
        error: BatchError,
    },
    /// A codec that Kafka never had.
    UnknownCodec {
        /// Its number.
        codec: Codec,
    },
    /// The records are compressed by a codec that this reader was built without.
    CodecLeftOut {
        /// The codec.
        codec: Codec,
    },
    /// Messages from before 0.11.
    LegacyMagic {
        /// Their format.
        magic: i8,
    },
    /// A batch begins before the end of the one before it.
    OffsetGoesBack {
        /// Where it should begin, at least.
        offset_min: Offset,
        /// Where it begins.
        found: Offset,
    },
    /// A batch begins below the base offset in the file's name, or too far above it.
    OffsetOutOfRange {
        /// The base offset.
        base_offset: Offset,
        /// Where the batch begins or ends.
        found: Offset,
    },
    /// A batch has an older leader epoch than the one before it.
    EpochGoesBack {
        /// The latest so far.
        latest: LeaderEpoch,
        /// The batch's.
        found: LeaderEpoch,
    },
    /// Offsets that no batch has: compaction took them, or a producer's batch was never stored.
    Gap {
        /// The first of them.
        start: Offset,
        /// The offset after them.
        end: Offset,
    },
    /// A batch's largest timestamp is smaller than one before it.
    TimestampGoesBack {
        /// The largest so far.
        largest: Timestamp,
        /// The batch's.
        found: Timestamp,
    },
    /// A timestamp later than now: retention by time waits for it.
    FutureTimestamp {
        /// Now.
        now_ms: Timestamp,
        /// The timestamp.
        found: Timestamp,
    },
    /// The largest timestamp in the header is not that of the records.
    MaxTimestamp {
        /// In the header.
        stored: Timestamp,
        /// Of the records.
        computed: Timestamp,
    },
    /// An entry of the offset index does not fit the log.
    OffsetIndexEntry {
        /// Its number, from 0.
        entry: u32,
        /// Its offset.
        offset: Offset,
        /// Its position.
        index_position: i64,
        /// What the log says.
        fault: IndexFault,
    },
    /// An entry of the time index does not fit the log.
    TimeIndexEntry {
        /// Its number, from 0.
        entry: u32,
        /// Its timestamp.
        timestamp: Timestamp,
        /// Its offset.
        offset: Offset,
        /// What the log says.
        fault: IndexFault,
    },
    /// An entry of the transaction index does not fit the log.
    TransactionIndexEntry {
        /// Its number, from 0.
        entry: u32,
        /// Whose transaction.
        producer_id: ProducerId,
        /// The offset of the marker that it names.
        last_offset: Offset,
        /// What the log says.
        fault: IndexFault,
    },
    /// The log aborts a transaction that the transaction index doesn't have.
    AbortNotIndexed {
        /// Whose transaction.
        producer_id: ProducerId,
        /// The offset of the marker.
        last_offset: Offset,
    },
    /// Entries of an index file that were never written: the broker still had it open.
    UnusedEntries {
        /// How many.
        count: u64,
    },
    /// An index file that can't be right, whatever its log holds.
    CorruptIndex {
        /// Why.
        error: CorruptIndex,
    },
    /// A producer snapshot that can't be right.
    CorruptSnapshot {
        /// Why.
        error: SnapshotError,
    },
    /// A snapshot knows of an offset that it ends before.
    SnapshotBeyondItself {
        /// Whose.
        producer_id: ProducerId,
        /// The offset.
        last_offset: Offset,
    },
    /// A checkpoint that can't be right.
    CorruptCheckpoint {
        /// Why.
        error: CheckpointError,
    },
    /// `partition.metadata` that can't be right.
    CorruptMetadata {
        /// Why.
        error: MetadataError,
    },
    /// The epoch checkpoint has another epoch for an offset than its batch has.
    EpochCheckpoint {
        /// The first offset of the epoch in the log.
        offset: Offset,
        /// The epoch there.
        log_epoch: LeaderEpoch,
        /// The epoch that the checkpoint has for it.
        checkpoint_epoch: Option<LeaderEpoch>,
    },
    /// A segment begins before the end of the one before it.
    SegmentsOverlap {
        /// Where the one before ends.
        offset_min: Offset,
        /// Its base offset.
        base_offset: Offset,
    },
}

/// What the log says of an entry of one of its indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum IndexFault {
    /// It does not follow the entry before it.
    Order,
    /// It names a place beyond the end of the log.
    BeyondEnd,
    /// No batch begins at its position; this one holds it.
    InsideBatch {
        /// Where that batch begins.
        batch_position: u64,
    },
    /// A batch begins at its position, with other offsets.
    OtherOffsets {
        /// The batch's first offset.
        first: Offset,
        /// Its last.
        last: Offset,
    },
    /// It names the first offset of its batch, as Kafka up to 1.0 wrote it.
    FirstOffset,
    /// It names the last of several batches that were appended at once, as Kafka up to 4.0 wrote it.
    LastOfAppend,
    /// No batch has its offset.
    NoSuchOffset,
    /// The batch with its offset has another largest timestamp.
    OtherTimestamp {
        /// That one.
        found: Timestamp,
    },
    /// A record before it has a larger timestamp.
    LargerBefore {
        /// That one.
        largest: Timestamp,
    },
    /// At its offset the log has no marker that aborts this producer's transaction.
    NoAbort,
    /// The transaction begins elsewhere in the log.
    OtherFirstOffset {
        /// There.
        found: Offset,
    },
}

/// What was found in a file, in the order in which it was found, with a limit for each kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Findings {
    list: Vec<Finding>,
    /// How many are faults, listed or not.
    faults: u64,
    #[serde(skip)]
    kinds: Vec<Kind>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Kind {
    problem: Discriminant<Problem>,
    listed: u32,
    last: usize,
}

impl Findings {
    /// Adds a finding; beyond the limit of its kind it is only counted.
    pub fn add(&mut self, position: u64, problem: Problem) {
        self.faults += u64::from(problem.severity() == Severity::Wrong);
        let kind = discriminant(&problem);
        let known = self.kinds.iter_mut().find(|known| known.problem == kind);
        match known {
            Some(known) if known.listed == LISTED_MAX => {
                if let Some(last) = self.list.get_mut(known.last) {
                    last.more += 1;
                }
                return;
            }
            Some(known) => {
                known.listed += 1;
                known.last = self.list.len();
            }
            None => self.kinds.push(Kind {
                problem: kind,
                listed: 1,
                last: self.list.len(),
            }),
        }
        self.list.push(Finding {
            position,
            problem,
            more: 0,
        });
    }

    /// What is listed.
    #[must_use]
    pub fn list(&self) -> &[Finding] {
        &self.list
    }

    /// How many faults were found, listed or not.
    #[must_use]
    pub const fn faults(&self) -> u64 {
        self.faults
    }

    /// Whether something is wrong with the file.
    #[must_use]
    pub const fn has_faults(&self) -> bool {
        self.faults > 0
    }
}

impl Problem {
    /// Whether it is a fault of the file.
    #[must_use]
    pub const fn severity(&self) -> Severity {
        match self {
            Self::Empty
            | Self::ZeroTail { .. }
            | Self::CodecLeftOut { .. }
            | Self::LegacyMagic { .. }
            | Self::Gap { .. }
            | Self::TimestampGoesBack { .. }
            | Self::FutureTimestamp { .. }
            | Self::MaxTimestamp { .. }
            | Self::UnusedEntries { .. }
            | Self::OffsetIndexEntry {
                fault: IndexFault::FirstOffset | IndexFault::LastOfAppend,
                ..
            } => Severity::Note,
            _ => Severity::Wrong,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.position, self.problem)?;
        match self.more {
            0 => Ok(()),
            more => write!(f, " (and {more} more of this kind)"),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the file is empty"),
            Self::Foreign { looks_like: None } => f.write_str("not a file of this kind"),
            Self::Foreign {
                looks_like: Some(content),
            } => write!(f, "not a file of this kind: it looks like {content}"),
            Self::TruncatedTail { needed, available } => write!(
                f,
                "the last batch is not whole: {available} of {needed} bytes"
            ),
            Self::ZeroTail { bytes } => write!(f, "{bytes} zeros up to the end of the file"),
            Self::Zeroed { bytes } => write!(f, "{bytes} zeros where data should be"),
            Self::Unreadable { error, bytes } => {
                write!(f, "{bytes} bytes can't be read: {error}")
            }
            Self::Crc {
                offset,
                stored,
                computed,
            } => write!(
                f,
                "batch of offset {offset}: CRC {stored:08x} stored, {computed:08x} computed"
            ),
            Self::Records { offset, error } => write!(f, "batch of offset {offset}: {error}"),
            Self::UnknownCodec { codec } => write!(f, "no codec has this number: {codec:?}"),
            Self::CodecLeftOut { codec } => write!(f, "records compressed with {codec:?}"),
            Self::LegacyMagic { magic } => {
                write!(f, "messages of magic {magic}, from before 0.11")
            }
            Self::OffsetGoesBack { offset_min, found } => {
                write!(f, "offset {found}, the least is {offset_min}")
            }
            Self::OffsetOutOfRange { base_offset, found } => {
                write!(f, "offset {found} in a segment from {base_offset} on")
            }
            Self::EpochGoesBack { latest, found } => {
                write!(f, "leader epoch {found} after {latest}")
            }
            Self::Gap { start, end } => {
                write!(f, "no batch has the offsets {start} to {}", end - 1)
            }
            Self::TimestampGoesBack { largest, found } => {
                write!(f, "largest timestamp {found}, one before is {largest}")
            }
            Self::FutureTimestamp { now_ms, found } => {
                write!(f, "timestamp {found} is later than now, {now_ms}")
            }
            Self::MaxTimestamp { stored, computed } => write!(
                f,
                "largest timestamp {stored} in the header, {computed} in the records"
            ),
            Self::OffsetIndexEntry {
                entry,
                offset,
                index_position,
                fault,
            } => write!(
                f,
                "entry {entry} (offset {offset}, position {index_position}): {fault}"
            ),
            Self::TimeIndexEntry {
                entry,
                timestamp,
                offset,
                fault,
            } => write!(
                f,
                "entry {entry} (timestamp {timestamp}, offset {offset}): {fault}"
            ),
            Self::TransactionIndexEntry {
                entry,
                producer_id,
                last_offset,
                fault,
            } => write!(
                f,
                "entry {entry} (producer {producer_id}, marker at {last_offset}): {fault}"
            ),
            Self::AbortNotIndexed {
                producer_id,
                last_offset,
            } => write!(
                f,
                "offset {last_offset} aborts a transaction of producer {producer_id} that has no entry"
            ),
            Self::UnusedEntries { count } => write!(f, "{count} entries were never written"),
            Self::CorruptIndex { error } => error.fmt(f),
            Self::CorruptSnapshot { error } => error.fmt(f),
            Self::SnapshotBeyondItself {
                producer_id,
                last_offset,
            } => write!(
                f,
                "offset {last_offset} of producer {producer_id} is not before its end"
            ),
            Self::CorruptCheckpoint { error } => error.fmt(f),
            Self::CorruptMetadata { error } => error.fmt(f),
            Self::EpochCheckpoint {
                offset,
                log_epoch,
                checkpoint_epoch,
            } => match checkpoint_epoch {
                Some(epoch) => write!(
                    f,
                    "epoch {epoch} at offset {offset}, the log has {log_epoch}"
                ),
                None => write!(f, "no epoch at offset {offset}, the log has {log_epoch}"),
            },
            Self::SegmentsOverlap {
                offset_min,
                base_offset,
            } => write!(
                f,
                "segment from {base_offset} on, the one before ends at {offset_min}"
            ),
        }
    }
}

impl fmt::Display for IndexFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order => f.write_str("does not follow the entry before it"),
            Self::BeyondEnd => f.write_str("beyond the end of the log"),
            Self::InsideBatch { batch_position } => {
                write!(f, "inside the batch that begins at {batch_position}")
            }
            Self::OtherOffsets { first, last } => {
                write!(f, "the batch there has the offsets {first} to {last}")
            }
            Self::FirstOffset => f.write_str("the first offset of its batch"),
            Self::LastOfAppend => f.write_str("the last offset of several batches"),
            Self::NoSuchOffset => f.write_str("no batch has this offset"),
            Self::OtherTimestamp { found } => {
                write!(f, "the batch's largest timestamp is {found}")
            }
            Self::LargerBefore { largest } => {
                write!(f, "a record before has the timestamp {largest}")
            }
            Self::NoAbort => f.write_str("no such marker in the log"),
            Self::OtherFirstOffset { found } => {
                write!(f, "the transaction begins at offset {found}")
            }
        }
    }
}
