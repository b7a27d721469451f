//! What a replica remembers of idempotent producers (KIP-98; `ProducerStateManager`, `ProducerStateEntry`).
//!
//! Every replica builds it from the batches it stores, so that a new leader recognises the
//! retry of a batch that the old one appended. Open transactions are not kept here.

use crate::kafka::{
    NO_PRODUCER_EPOCH, NO_PRODUCER_ID, NO_SEQUENCE, Offset, ProducerEpoch, ProducerId, Sequence,
};
use crate::record::BatchView;
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
    producer_epoch: ProducerEpoch,
    count: u8,
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
    /// Sorted by id; most logs have few, and none cost nothing.
    producers: Option<Rc<Vec<KnownProducer>>>,
}

/// Entries are shared one by one, so that a clone's first append copies one of them.
type KnownProducer = (ProducerId, Rc<ProducerEntry>);

impl ProducerEntry {
    const fn new(producer_epoch: ProducerEpoch) -> Self {
        Self {
            producer_epoch,
            count: 0,
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

    fn enter_epoch(&mut self, producer_epoch: ProducerEpoch) {
        if self.producer_epoch != producer_epoch {
            *self = Self::new(producer_epoch);
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
        Self { producers: None }
    }

    /// What is known of a producer.
    #[must_use]
    pub fn get(&self, producer_id: ProducerId) -> Option<&ProducerEntry> {
        let producers = self.producers.as_ref()?;
        let index = Self::position(producers, producer_id).ok()?;
        Some(&producers[index].1)
    }

    /// The producers in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (ProducerId, &ProducerEntry)> {
        let producers = self.producers.iter().flat_map(|producers| producers.iter());
        producers.map(|(producer_id, entry)| (*producer_id, &**entry))
    }

    /// Whether no producer is known.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.producers.is_none()
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

    /// Takes in a batch that is in the log now. Nothing is checked: a follower stores what its leader stored.
    pub fn update(&mut self, batch: &BatchView<'_>) {
        if batch.producer_id() <= NO_PRODUCER_ID {
            return;
        }
        let entry = self.entry_mut(batch.producer_id(), batch.producer_epoch());
        entry.enter_epoch(batch.producer_epoch());
        if !batch.attributes().is_control() {
            entry.push(BatchMetadata {
                base_sequence: batch.base_sequence(),
                last_sequence: batch.last_sequence(),
                first_offset: batch.base_offset(),
                last_offset: batch.last_offset(),
            });
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.producers = None;
    }

    fn entry_mut(
        &mut self,
        producer_id: ProducerId,
        producer_epoch: ProducerEpoch,
    ) -> &mut ProducerEntry {
        let producers = Rc::make_mut(self.producers.get_or_insert_default());
        let index = match Self::position(producers, producer_id) {
            Ok(index) => index,
            Err(index) => {
                let entry = Rc::new(ProducerEntry::new(producer_epoch));
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
