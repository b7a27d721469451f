//! A `.snapshot`: what a log knows of its producers after a certain offset (`ProducerStateManager`).
//!
//! Only the last batch of each is stored. Kafka writes the entries as its hash map yields them,
//! so that order is computed here, to have the same bytes.

use super::index_slots::array_at;
use crate::bytes::crc32c;
use crate::kafka::{Offset, ProducerEpoch, ProducerId, Sequence, Timestamp};
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;
use serde::{Deserialize, Serialize};

/// Bytes of an entry.
pub const PRODUCER_SNAPSHOT_ENTRY_SIZE: usize = 46;

/// The only version of the file.
const VERSION: i16 = 1;

/// Where the bytes begin that the checksum covers.
const CRC_END: usize = 6;

/// Where the entries begin, after their number.
const ENTRIES_START: usize = 10;

/// The entries that a new hash map of Java's has room for (`HashMap.DEFAULT_INITIAL_CAPACITY`).
const CAPACITY_MIN: u32 = 16;

/// One producer in a snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ProducerSnapshotEntry {
    /// Its id.
    pub producer_id: ProducerId,
    /// Its newest epoch.
    pub producer_epoch: ProducerEpoch,
    /// The last sequence of its last batch; -1 if only a marker is known.
    pub last_sequence: Sequence,
    /// The last offset of its last batch; -1 if only a marker is known.
    pub last_offset: Offset,
    /// Last offset minus first offset of its last batch.
    pub offset_delta: i32,
    /// The largest timestamp of the last batch or marker.
    pub timestamp: Timestamp,
    /// The epoch of the coordinator that wrote its last marker; -1 without one.
    pub coordinator_epoch: i32,
    /// The first offset of its open transaction; -1 without one.
    pub current_transaction_first_offset: Offset,
}

/// Why a snapshot cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SnapshotError {
    /// The file ends too early, or does not end with its last entry.
    Length {
        /// The bytes there should be.
        expected: u64,
        /// The bytes there are.
        found: u64,
    },
    /// The file has another version.
    Version {
        /// The version this reader knows.
        expected: i16,
        /// The file's.
        found: i16,
    },
    /// The checksum is not that of the bytes.
    CrcMismatch {
        /// The checksum in the file.
        stored: u32,
        /// The checksum of the bytes.
        computed: u32,
    },
    /// There are fewer entries than none.
    NegativeCount {
        /// The file's count.
        count: i32,
    },
}

/// The producers in a snapshot, in the order of the file.
pub fn read_snapshot(bytes: &[u8]) -> Result<Vec<ProducerSnapshotEntry>, SnapshotError> {
    let found = bytes.len() as u64;
    let expect = |expected: u64| {
        if found == expected {
            return Ok(());
        }
        Err(SnapshotError::Length { expected, found })
    };
    if bytes.len() < ENTRIES_START {
        expect(ENTRIES_START as u64)?;
    }
    let version = i16::from_be_bytes(array_at(bytes, 0));
    if version != VERSION {
        return Err(SnapshotError::Version {
            expected: VERSION,
            found: version,
        });
    }
    let stored = u32::from_be_bytes(array_at(bytes, 2));
    let computed = crc32c(bytes.get(CRC_END..).unwrap_or_default());
    if stored != computed {
        return Err(SnapshotError::CrcMismatch { stored, computed });
    }
    let count = i32::from_be_bytes(array_at(bytes, CRC_END));
    let entries = u64::try_from(count).map_err(|_| SnapshotError::NegativeCount { count })?;
    expect(ENTRIES_START as u64 + entries * PRODUCER_SNAPSHOT_ENTRY_SIZE as u64)?;
    let entries = bytes.get(ENTRIES_START..).unwrap_or_default();
    let entries = entries.chunks_exact(PRODUCER_SNAPSHOT_ENTRY_SIZE);
    Ok(entries.map(ProducerSnapshotEntry::read).collect())
}

/// The bytes of a snapshot of these producers, which are given in the order in which they became known.
#[must_use]
pub fn write_snapshot(entries: &[ProducerSnapshotEntry]) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend_from_slice(&VERSION.to_be_bytes());
    bytes.extend_from_slice(&[0; CRC_END - 2]);
    bytes.extend_from_slice(&(entries.len() as u32).to_be_bytes());
    let mut ordered: Vec<_> = entries.iter().collect();
    // Stable: what shares a slot stays in the order in which it came.
    ordered.sort_by_key(|entry| hash_slot(entry.producer_id, entries.len()));
    for entry in ordered {
        entry.put(&mut bytes);
    }
    let crc = crc32c(&bytes[CRC_END..]);
    bytes[2..CRC_END].copy_from_slice(&crc.to_be_bytes());
    bytes
}

/// The slot of an id in a Java `HashMap<Long, …>` that has grown to `entries` entries.
///
/// A slot with more than eight entries becomes a tree in Java, which is not followed here.
fn hash_slot(producer_id: ProducerId, entries: usize) -> u32 {
    let mut capacity = CAPACITY_MIN;
    while entries as u64 * 4 > u64::from(capacity) * 3 && capacity < 1 << 30 {
        capacity *= 2;
    }
    let bits = producer_id.cast_unsigned();
    let hash = (bits ^ (bits >> 32)) as u32;
    (hash ^ (hash >> 16)) & (capacity - 1)
}

impl ProducerSnapshotEntry {
    fn read(bytes: &[u8]) -> Self {
        Self {
            producer_id: i64::from_be_bytes(array_at(bytes, 0)),
            producer_epoch: i16::from_be_bytes(array_at(bytes, 8)),
            last_sequence: i32::from_be_bytes(array_at(bytes, 10)),
            last_offset: i64::from_be_bytes(array_at(bytes, 14)),
            offset_delta: i32::from_be_bytes(array_at(bytes, 22)),
            timestamp: i64::from_be_bytes(array_at(bytes, 26)),
            coordinator_epoch: i32::from_be_bytes(array_at(bytes, 34)),
            current_transaction_first_offset: i64::from_be_bytes(array_at(bytes, 38)),
        }
    }

    fn put(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.producer_id.to_be_bytes());
        out.extend_from_slice(&self.producer_epoch.to_be_bytes());
        out.extend_from_slice(&self.last_sequence.to_be_bytes());
        out.extend_from_slice(&self.last_offset.to_be_bytes());
        out.extend_from_slice(&self.offset_delta.to_be_bytes());
        out.extend_from_slice(&self.timestamp.to_be_bytes());
        out.extend_from_slice(&self.coordinator_epoch.to_be_bytes());
        out.extend_from_slice(&self.current_transaction_first_offset.to_be_bytes());
    }
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { expected, found } => write!(f, "{found} bytes, expected {expected}"),
            Self::Version { expected, found } => {
                write!(f, "version {found}, expected {expected}")
            }
            Self::CrcMismatch { stored, computed } => {
                write!(f, "CRC {stored:08x} stored, {computed:08x} computed")
            }
            Self::NegativeCount { count } => write!(f, "{count} entries"),
        }
    }
}

impl Error for SnapshotError {}
