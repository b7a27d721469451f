//! What a replica remembers of idempotent producers and their transactions (KIP-98;
//! `ProducerStateManager`, `ProducerStateEntry`).
//!
//! Every replica builds it from the batches it stores, so that a new leader recognises the
//! retry of a batch that the old one appended, and knows which transactions are open.

use super::{AbortedTransaction, ProducerSnapshotEntry};
use crate::kafka::{
    NO_OFFSET, NO_PRODUCER_EPOCH, NO_PRODUCER_ID, NO_SEQUENCE, NO_TIMESTAMP, Offset, ProducerEpoch,
    ProducerId, Sequence, Timestamp,
};
use crate::record::{BatchView, ControlRecord, EndTransactionMarker};
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// How many batches of a producer are remembered (`ProducerStateEntry.NUM_BATCHES_TO_RETAIN`).
pub const BATCHES_TO_RETAIN: usize = 5;

/// A batch as its producer's entry remembers it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BatchMetadata {
    /// The sequence of its first record.
    pub base_sequence: Sequence,
    /// The sequence of its last record.
    pub last_sequence: Sequence,
    /// The offset of its first record.
    pub first_offset: Offset,
    /// The offset of its last record.
    pub last_offset: Offset,
}

/// What is known of one producer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProducerEntry {
    /// When it became known among the others: Kafka writes them in an order that depends on it.
    serial: u32,
    producer_epoch: ProducerEpoch,
    count: u8,
    coordinator_epoch: i32,
    last_timestamp: Timestamp,
    current_transaction_first_offset: Offset,
    /// The first `count` are known batches, oldest first.
    batches: [BatchMetadata; BATCHES_TO_RETAIN],
}

/// What becomes of a batch whose sequence is sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sequencing {
    /// It is new.
    InSequence,
    /// It is a retry of this one, which is in the log.
    Duplicate(BatchMetadata),
}

/// Why a batch of an idempotent producer is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProducerError {
    /// A newer incarnation of the producer has written (INVALID_PRODUCER_EPOCH, 47).
    InvalidProducerEpoch {
        /// The newest epoch known.
        current: ProducerEpoch,
        /// The batch's.
        found: ProducerEpoch,
    },
    /// The batch does not follow the last one (OUT_OF_ORDER_SEQUENCE_NUMBER, 45).
    OutOfOrderSequence {
        /// The sequence that would.
        expected: Sequence,
        /// The batch's first.
        found: Sequence,
    },
}

/// The producers a log knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProducerStates {
    /// Most logs know of none, which costs nothing.
    known: Option<Rc<Known>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Known {
    /// Sorted by id.
    producers: Vec<KnownProducer>,
    /// How many have become known.
    serials: u32,
    /// Transactions whose markers may not be below the high watermark yet, by marker.
    unreplicated: Vec<CompletedTransaction>,
}

/// A transaction whose marker is in the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CompletedTransaction {
    first_offset: Offset,
    last_offset: Offset,
}

/// Entries are shared one by one, so that a clone's first append copies one of them.
type KnownProducer = (ProducerId, Rc<ProducerEntry>);

impl ProducerEntry {
    const fn new(serial: u32, producer_epoch: ProducerEpoch) -> Self {
        Self {
            serial,
            producer_epoch,
            count: 0,
            coordinator_epoch: -1,
            last_timestamp: NO_TIMESTAMP,
            current_transaction_first_offset: NO_OFFSET,
            batches: [BatchMetadata {
                base_sequence: NO_SEQUENCE,
                last_sequence: NO_SEQUENCE,
                first_offset: -1,
                last_offset: -1,
            }; BATCHES_TO_RETAIN],
        }
    }

    /// The newest epoch the producer has written with.
    #[must_use]
    pub const fn producer_epoch(&self) -> ProducerEpoch {
        self.producer_epoch
    }

    /// The last batches of that epoch, oldest first.
    #[must_use]
    pub fn batches(&self) -> &[BatchMetadata] {
        &self.batches[..usize::from(self.count)]
    }

    /// The sequence of the last record; -1 if only a marker is known.
    #[must_use]
    pub fn last_sequence(&self) -> Sequence {
        self.batches()
            .last()
            .map_or(NO_SEQUENCE, |batch| batch.last_sequence)
    }

    /// The first offset of its open transaction.
    #[must_use]
    pub fn current_transaction_first_offset(&self) -> Option<Offset> {
        let first_offset = self.current_transaction_first_offset;
        (first_offset >= 0).then_some(first_offset)
    }

    fn enter_epoch(&mut self, producer_epoch: ProducerEpoch) {
        if self.producer_epoch != producer_epoch {
            self.producer_epoch = producer_epoch;
            self.count = 0;
        }
    }

    fn push(&mut self, batch: BatchMetadata) {
        if usize::from(self.count) == BATCHES_TO_RETAIN {
            self.batches.rotate_left(1);
        } else {
            self.count += 1;
        }
        self.batches[usize::from(self.count) - 1] = batch;
    }
}

impl ProducerStates {
    /// No producers.
    #[must_use]
    pub const fn new() -> Self {
        Self { known: None }
    }

    /// The producers of a snapshot. Of their batches only the last one is known.
    #[must_use]
    pub fn from_snapshot(entries: &[ProducerSnapshotEntry]) -> Self {
        let mut states = Self::new();
        for stored in entries {
            let entry = states.entry_mut(stored.producer_id, stored.producer_epoch);
            entry.coordinator_epoch = stored.coordinator_epoch;
            entry.last_timestamp = stored.timestamp;
            entry.current_transaction_first_offset = stored.current_transaction_first_offset;
            if stored.last_offset >= 0 {
                entry.push(BatchMetadata {
                    base_sequence: stored.last_sequence.wrapping_sub(stored.offset_delta),
                    last_sequence: stored.last_sequence,
                    first_offset: stored
                        .last_offset
                        .saturating_sub(stored.offset_delta.into()),
                    last_offset: stored.last_offset,
                });
            }
        }
        states
    }

    /// What a snapshot stores of the producers, in the order in which they became known.
    #[must_use]
    pub fn to_snapshot(&self) -> Vec<ProducerSnapshotEntry> {
        let mut producers: Vec<_> = self.iter().collect();
        producers.sort_by_key(|(_, entry)| entry.serial);
        let stored = |(producer_id, entry): (ProducerId, &ProducerEntry)| {
            let last = entry.batches().last();
            let delta = last.map_or(0, |last| last.last_offset - last.first_offset);
            ProducerSnapshotEntry {
                producer_id,
                producer_epoch: entry.producer_epoch,
                last_sequence: entry.last_sequence(),
                last_offset: last.map_or(NO_OFFSET, |last| last.last_offset),
                offset_delta: i32::try_from(delta).unwrap_or(0),
                timestamp: entry.last_timestamp,
                coordinator_epoch: entry.coordinator_epoch,
                current_transaction_first_offset: entry.current_transaction_first_offset,
            }
        };
        producers.into_iter().map(stored).collect()
    }

    /// What is known of a producer.
    #[must_use]
    pub fn get(&self, producer_id: ProducerId) -> Option<&ProducerEntry> {
        let producers = &self.known.as_ref()?.producers;
        let index = Self::position(producers, producer_id).ok()?;
        Some(&producers[index].1)
    }

    /// The producers in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (ProducerId, &ProducerEntry)> {
        let producers = self.known.iter().flat_map(|known| known.producers.iter());
        producers.map(|(producer_id, entry)| (*producer_id, &**entry))
    }

    /// Whether no producer is known.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.known.is_none()
    }

    /// Where the earliest transaction begins that is open, or whose marker is not below the high watermark.
    #[must_use]
    pub fn first_unstable_offset(&self, high_watermark: Offset) -> Option<Offset> {
        let unreplicated = self
            .known
            .iter()
            .flat_map(|known| known.unreplicated.iter());
        let unreplicated = unreplicated
            .filter(|completed| completed.last_offset >= high_watermark)
            .map(|completed| completed.first_offset);
        let open = self
            .iter()
            .filter_map(|(_, entry)| entry.current_transaction_first_offset());
        unreplicated.chain(open).min()
    }

    /// What a leader does with a batch from a client.
    ///
    /// A batch of another epoch may start anywhere only if nothing is known of the producer:
    /// its records may have been deleted by retention.
    pub fn check(
        &self,
        producer_id: ProducerId,
        producer_epoch: ProducerEpoch,
        base_sequence: Sequence,
        last_sequence: Sequence,
    ) -> Result<Sequencing, ProducerError> {
        let Some(entry) = self.get(producer_id) else {
            return Ok(Sequencing::InSequence);
        };
        if producer_epoch == entry.producer_epoch {
            let mut batches = entry.batches().iter();
            let duplicate = batches.find(|batch| {
                (batch.base_sequence, batch.last_sequence) == (base_sequence, last_sequence)
            });
            if let Some(duplicate) = duplicate {
                return Ok(Sequencing::Duplicate(*duplicate));
            }
        }
        self.check_epoch(producer_id, producer_epoch)?;
        let expected = if producer_epoch == entry.producer_epoch {
            match entry.last_sequence() {
                Sequence::MAX => 0,
                last_sequence => last_sequence + 1,
            }
        } else {
            0
        };
        if base_sequence == expected || entry.producer_epoch == NO_PRODUCER_EPOCH {
            return Ok(Sequencing::InSequence);
        }
        Err(ProducerError::OutOfOrderSequence {
            expected,
            found: base_sequence,
        })
    }

    /// Whether a producer may still write with this epoch, a marker included.
    pub fn check_epoch(
        &self,
        producer_id: ProducerId,
        producer_epoch: ProducerEpoch,
    ) -> Result<(), ProducerError> {
        match self.get(producer_id) {
            Some(entry) if producer_epoch < entry.producer_epoch => {
                Err(ProducerError::InvalidProducerEpoch {
                    current: entry.producer_epoch,
                    found: producer_epoch,
                })
            }
            _ => Ok(()),
        }
    }

    /// Takes in a batch that is in the log now; answers the transaction it aborts.
    ///
    /// Nothing is checked: a follower stores what its leader stored.
    pub fn update(&mut self, batch: &BatchView<'_>) -> Option<AbortedTransaction> {
        let producer_id = batch.producer_id();
        if producer_id <= NO_PRODUCER_ID {
            return None;
        }
        let attributes = batch.attributes();
        let entry = self.entry_mut(producer_id, batch.producer_epoch());
        entry.enter_epoch(batch.producer_epoch());
        entry.last_timestamp = batch.max_timestamp();
        if attributes.is_control() {
            return self.complete(batch);
        }
        if attributes.is_transactional() && entry.current_transaction_first_offset < 0 {
            entry.current_transaction_first_offset = batch.base_offset();
        }
        entry.push(BatchMetadata {
            base_sequence: batch.base_sequence(),
            last_sequence: batch.last_sequence(),
            first_offset: batch.base_offset(),
            last_offset: batch.last_offset(),
        });
        None
    }

    /// A marker ends its producer's transaction, if there is one.
    fn complete(&mut self, batch: &BatchView<'_>) -> Option<AbortedTransaction> {
        let record = batch.records().ok()?.next()?.ok()?;
        let control = ControlRecord::from_key(record.key?).ok()?;
        if !matches!(control, ControlRecord::Abort | ControlRecord::Commit) {
            return None;
        }
        let marker = EndTransactionMarker::from_value(record.value?).ok()?;
        let producer_id = batch.producer_id();
        let entry = self.entry_mut(producer_id, batch.producer_epoch());
        entry.coordinator_epoch = marker.coordinator_epoch;
        let first_offset = entry.current_transaction_first_offset()?;
        entry.current_transaction_first_offset = NO_OFFSET;
        let last_offset = record.offset;
        let others = self.iter();
        let others = others.filter_map(|(_, entry)| entry.current_transaction_first_offset());
        let last_stable_offset = others.min().unwrap_or(last_offset.saturating_add(1));
        let known = Rc::make_mut(self.known.get_or_insert_default());
        known.unreplicated.push(CompletedTransaction {
            first_offset,
            last_offset,
        });
        (control == ControlRecord::Abort).then_some(AbortedTransaction {
            producer_id,
            first_offset,
            last_offset,
            last_stable_offset,
        })
    }

    /// Markers below the high watermark hold nobody back any more.
    pub fn forget_replicated(&mut self, high_watermark: Offset) {
        if let Some(known) = &mut self.known
            && !known.unreplicated.is_empty()
        {
            let known = Rc::make_mut(known);
            known
                .unreplicated
                .retain(|completed| completed.last_offset >= high_watermark);
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.known = None;
    }

    fn entry_mut(
        &mut self,
        producer_id: ProducerId,
        producer_epoch: ProducerEpoch,
    ) -> &mut ProducerEntry {
        let known = Rc::make_mut(self.known.get_or_insert_default());
        let producers = &mut known.producers;
        let index = match Self::position(producers, producer_id) {
            Ok(index) => index,
            Err(index) => {
                let entry = Rc::new(ProducerEntry::new(known.serials, producer_epoch));
                known.serials += 1;
                producers.insert(index, (producer_id, entry));
                index
            }
        };
        Rc::make_mut(&mut producers[index].1)
    }

    fn position(producers: &[KnownProducer], producer_id: ProducerId) -> Result<usize, usize> {
        producers.binary_search_by_key(&producer_id, |(producer_id, _)| *producer_id)
    }
}

impl fmt::Display for ProducerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InvalidProducerEpoch { current, found } => {
                write!(f, "producer epoch {found}, the current one is {current}")
            }
            Self::OutOfOrderSequence { expected, found } => {
                write!(f, "sequence {found}, expected {expected}")
            }
        }
    }
}

impl Error for ProducerError {}
