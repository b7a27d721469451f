//! What brokers write for themselves: the records of control batches (`ControlRecordType`, `EndTransactionMarker`).

use crate::bytes::{ReadError, Reader};

/// What a control record says, by the type in its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ControlRecord {
    /// A transaction was aborted.
    Abort,
    /// A transaction was committed.
    Commit,
    /// The metadata log has a new leader.
    LeaderChange,
    /// A metadata snapshot begins.
    SnapshotHeader,
    /// A metadata snapshot ends.
    SnapshotFooter,
    /// The protocol of the metadata quorum.
    KraftVersion,
    /// The voters of the metadata quorum.
    KraftVoters,
    /// A type from a later release.
    Unknown(i16),
}

/// The value of an abort or commit record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EndTransactionMarker {
    /// The epoch of the transaction coordinator that wrote it.
    pub coordinator_epoch: i32,
}

impl ControlRecord {
    /// What the key of a control record says; the version in front of it is not judged.
    pub fn from_key(key: &[u8]) -> Result<Self, ReadError> {
        let mut reader = Reader::new(key);
        reader.read_i16()?;
        Ok(match reader.read_i16()? {
            0 => Self::Abort,
            1 => Self::Commit,
            2 => Self::LeaderChange,
            3 => Self::SnapshotHeader,
            4 => Self::SnapshotFooter,
            5 => Self::KraftVersion,
            6 => Self::KraftVoters,
            unknown => Self::Unknown(unknown),
        })
    }

    /// The key of such a record, version 0.
    #[must_use]
    pub const fn to_key(self) -> [u8; 4] {
        let [a, b] = match self {
            Self::Abort => 0,
            Self::Commit => 1,
            Self::LeaderChange => 2,
            Self::SnapshotHeader => 3,
            Self::SnapshotFooter => 4,
            Self::KraftVersion => 5,
            Self::KraftVoters => 6,
            Self::Unknown(unknown) => unknown,
        }
        .to_be_bytes();
        [0, 0, a, b]
    }
}

impl EndTransactionMarker {
    /// What the value of an abort or commit record says; the version in front of it is not judged.
    pub fn from_value(value: &[u8]) -> Result<Self, ReadError> {
        let mut reader = Reader::new(value);
        reader.read_i16()?;
        let coordinator_epoch = reader.read_i32()?;
        Ok(Self { coordinator_epoch })
    }

    /// The value of such a record, version 0.
    #[must_use]
    pub const fn to_value(self) -> [u8; 6] {
        let [a, b, c, d] = self.coordinator_epoch.to_be_bytes();
        [0, 0, a, b, c, d]
    }
}
