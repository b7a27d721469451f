//! Which records of a batch stay, and what stays of a batch without any (`Cleaner.cleanInto`, `Cleaner.shouldRetainRecord`).

use super::OffsetMap;
use super::fate::Fate;
use super::transactions::Verdict;
use crate::kafka::{Offset, Timestamp};
use crate::log::ProducerStates;
use crate::log::config::RECORDS_SIZE_MAX;
use crate::record::{BatchView, RewriteError, Rewritten, empty_retained, rewrite};
use alloc::vec::Vec;

/// What decides about records, beside themselves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rules<'a> {
    pub(super) map: &'a OffsetMap,
    pub(super) producer_states: &'a ProducerStates,
    pub(super) now_ms: Timestamp,
    pub(super) delete_retention_ms: i64,
    /// The first offset that no batch of the round has.
    pub(super) upper_bound: Offset,
}

/// What is left of a batch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Retained {
    /// Its bytes; `None` if it goes.
    pub(super) bytes: Option<Vec<u8>>,
    /// Records it had.
    pub(super) read: u64,
    /// Records it has.
    pub(super) written: u64,
    /// Records that were dropped because they had no key.
    pub(super) invalid: u64,
}

/// Cleans one batch.
pub(super) fn retain(
    batch: &BatchView<'_>,
    verdict: Verdict,
    rules: &Rules<'_>,
) -> Result<Retained, RewriteError> {
    let is_control = batch.attributes().is_control();
    let is_discardable = verdict == Verdict::Discardable;
    let section = batch
        .section(RECORDS_SIZE_MAX)
        .map_err(RewriteError::Read)?;
    let mut kept = Vec::new();
    let mut invalid = 0;
    let mut has_tombstones = false;
    for record in batch.records_in(&section).map_err(RewriteError::Read)? {
        let record = record.map_err(RewriteError::Read)?;
        let fate = Fate::of(batch, &record, verdict, rules);
        invalid += u64::from(fate == Fate::NoKey);
        has_tombstones |= fate.is_kept() && record.value.is_none();
        kept.push(fate.is_kept());
    }
    let written = kept.iter().filter(|is_kept| **is_kept).count() as u64;
    let needs_horizon = has_tombstones || (is_control && is_discardable);
    let new_horizon = rules.now_ms.saturating_add(rules.delete_retention_ms);
    let mut fates = kept.iter();
    let rewritten = rewrite(
        batch,
        &section,
        needs_horizon.then_some(new_horizon),
        |_| fates.next().is_some_and(|is_kept| *is_kept),
    )?;
    let bytes = match rewritten {
        Rewritten::Untouched => Some(batch.bytes().to_vec()),
        Rewritten::Batch(bytes) => Some(bytes),
        Rewritten::Empty if stays_empty(batch, rules) => {
            Some(empty_retained(batch).map_err(RewriteError::Write)?)
        }
        Rewritten::Empty => None,
    };
    Ok(Retained {
        bytes,
        read: kept.len() as u64,
        written,
        invalid,
    })
}

/// Whether a batch stays although no record of it does: for its producer's last sequence or epoch, or as the
/// last one of the round, so that the end of the log is not lost.
fn stays_empty(batch: &BatchView<'_>, rules: &Rules<'_>) -> bool {
    let producer = rules.producer_states.get(batch.producer_id());
    let is_last_of_producer = producer.is_some_and(|producer| match producer.batches().last() {
        Some(last) => batch.last_offset() == last.last_offset,
        None => {
            batch.attributes().is_control() && batch.producer_epoch() == producer.producer_epoch()
        }
    });
    is_last_of_producer || batch.next_offset() == rules.upper_bound
}
