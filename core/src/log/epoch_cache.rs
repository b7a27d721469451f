//! Which leader epoch began at which offset of a log (KIP-101, KIP-279; `LeaderEpochFileCache`).
//!
//! It is also a file, `leader-epoch-checkpoint`, which survives whatever the log loses:
//! a log that is opened cuts the cache to its own end. The rules are those of Kafka since 2.0.

use super::checkpoint::{CheckpointError, read_frame, write_frame};
use crate::kafka::{LeaderEpoch, NO_LEADER_EPOCH, NO_OFFSET, Offset};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// The file's name in the folder of its partition.
pub const LEADER_EPOCH_CHECKPOINT: &str = "leader-epoch-checkpoint";

/// A leader epoch and the offset of its first record, or of where its leader began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EpochEntry {
    /// The epoch.
    pub epoch: LeaderEpoch,
    /// Where it starts.
    pub start_offset: Offset,
}

/// The answer to "where does this epoch end": -1 and -1 if that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EpochEndOffset {
    /// The largest epoch known up to the one asked for.
    pub leader_epoch: LeaderEpoch,
    /// Where it ends: the first offset that is not its own.
    pub end_offset: Offset,
}

/// An epoch or an offset below 0, which no leader has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidEpochEntry(pub EpochEntry);

/// Leader epochs with their start offsets, both strictly increasing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpochCache {
    /// Apart from the others, so that an append finds its own epoch at once, and a log of
    /// one epoch, as most are, owns no memory here. [`NOTHING`] if the cache is empty.
    latest: EpochEntry,
    earlier: Option<Rc<Vec<EpochEntry>>>,
}

/// Lower than every entry.
const NOTHING: EpochEntry = EpochEntry {
    epoch: NO_LEADER_EPOCH,
    start_offset: NO_OFFSET,
};

impl InvalidEpochEntry {
    pub(super) const fn new(epoch: LeaderEpoch, start_offset: Offset) -> Self {
        Self(EpochEntry {
            epoch,
            start_offset,
        })
    }
}

impl EpochEndOffset {
    /// Not known.
    pub const UNDEFINED: Self = Self {
        leader_epoch: NO_LEADER_EPOCH,
        end_offset: NO_OFFSET,
    };
}

impl EpochCache {
    /// An empty cache.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            latest: NOTHING,
            earlier: None,
        }
    }

    /// The cache that a `leader-epoch-checkpoint` holds.
    pub fn from_checkpoint(bytes: &[u8]) -> Result<Self, CheckpointError> {
        let mut cache = Self::new();
        read_frame(bytes, |fields| {
            let [epoch, start_offset] = fields else {
                return false;
            };
            match (epoch.parse(), start_offset.parse()) {
                (Ok(epoch), Ok(start_offset)) => cache.assign(epoch, start_offset).is_ok(),
                _ => false,
            }
        })?;
        Ok(cache)
    }

    /// The text of the cache's `leader-epoch-checkpoint`.
    #[must_use]
    pub fn to_checkpoint(&self) -> String {
        write_frame(self.len(), |text| {
            for entry in self.entries() {
                text.line(&[&entry.epoch, &entry.start_offset]);
            }
        })
    }

    /// `epoch` begins at `start_offset`, as its leader takes over or as its first record is appended.
    ///
    /// Entries that contradict it go: the newest information is right. Answers whether anything changed.
    pub fn assign(
        &mut self,
        epoch: LeaderEpoch,
        start_offset: Offset,
    ) -> Result<bool, InvalidEpochEntry> {
        if epoch < 0 || start_offset < 0 {
            return Err(InvalidEpochEntry::new(epoch, start_offset));
        }
        if self.latest.epoch == epoch && start_offset >= self.latest.start_offset {
            return Ok(false);
        }
        while self.latest.epoch >= epoch || self.latest.start_offset >= start_offset {
            self.pop();
        }
        self.push(EpochEntry {
            epoch,
            start_offset,
        });
        Ok(true)
    }

    /// The log now ends at `end_offset`: drops the entries that start there or beyond.
    pub fn truncate_from_end(&mut self, end_offset: Offset) {
        if end_offset < 0 {
            return;
        }
        while self.latest.start_offset >= end_offset {
            self.pop();
        }
    }

    /// The log now starts at `start_offset`: the epoch there begins there, those before it go.
    pub fn truncate_from_start(&mut self, start_offset: Offset) {
        let starts_before = |entry: &EpochEntry| entry.start_offset <= start_offset;
        if self.latest != NOTHING && starts_before(&self.latest) {
            self.latest.start_offset = start_offset;
            self.earlier = None;
        } else if let Some(earlier) = &mut self.earlier {
            let Some(first) = earlier.partition_point(starts_before).checked_sub(1) else {
                return;
            };
            if first == 0 && earlier[0].start_offset == start_offset {
                return;
            }
            let earlier = Rc::make_mut(earlier);
            earlier.drain(..first);
            earlier[0].start_offset = start_offset;
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Self::new();
    }

    /// Where `epoch` ends, if the log ends at `log_end_offset`.
    #[must_use]
    pub fn end_offset_for(&self, epoch: LeaderEpoch, log_end_offset: Offset) -> EpochEndOffset {
        if epoch < 0 || epoch > self.latest.epoch {
            return EpochEndOffset::UNDEFINED;
        }
        if epoch == self.latest.epoch {
            return EpochEndOffset {
                leader_epoch: epoch,
                end_offset: log_end_offset,
            };
        }
        let earlier = self.earlier();
        let higher = earlier.partition_point(|entry| entry.epoch <= epoch);
        let floor = higher.checked_sub(1).and_then(|floor| earlier.get(floor));
        EpochEndOffset {
            leader_epoch: floor.map_or(epoch, |floor| floor.epoch),
            end_offset: earlier.get(higher).unwrap_or(&self.latest).start_offset,
        }
    }

    /// The latest epoch.
    #[must_use]
    pub fn latest_epoch(&self) -> Option<LeaderEpoch> {
        (self.latest != NOTHING).then_some(self.latest.epoch)
    }

    /// The epoch of the record at `offset`.
    #[must_use]
    pub fn epoch_for_offset(&self, offset: Offset) -> Option<LeaderEpoch> {
        if self.latest == NOTHING || self.latest.start_offset <= offset {
            return self.latest_epoch();
        }
        let earlier = self.earlier();
        let higher = earlier.partition_point(|entry| entry.start_offset <= offset);
        Some(earlier.get(higher.checked_sub(1)?)?.epoch)
    }

    /// The entries, oldest first.
    pub fn entries(&self) -> impl Iterator<Item = EpochEntry> + '_ {
        let latest = (self.latest != NOTHING).then_some(self.latest);
        self.earlier().iter().copied().chain(latest)
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.earlier().len() + usize::from(self.latest != NOTHING)
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.latest == NOTHING
    }

    fn earlier(&self) -> &[EpochEntry] {
        self.earlier.as_ref().map_or(&[], |earlier| earlier)
    }

    fn push(&mut self, entry: EpochEntry) {
        if self.latest != NOTHING {
            Rc::make_mut(self.earlier.get_or_insert_default()).push(self.latest);
        }
        self.latest = entry;
    }

    fn pop(&mut self) {
        let earlier = self.earlier.as_mut();
        self.latest = earlier
            .and_then(|earlier| Rc::make_mut(earlier).pop())
            .unwrap_or(NOTHING);
        if self.earlier().is_empty() {
            self.earlier = None;
        }
    }
}

impl Default for EpochCache {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Display for InvalidEpochEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EpochEntry {
            epoch,
            start_offset,
        } = self.0;
        write!(f, "leader epoch {epoch} at offset {start_offset}")
    }
}

impl Error for InvalidEpochEntry {}

#[cfg(test)]
mod tests;
