//! Which transactions the cleaner is in while it reads a log in order (`CleanedTransactionMetadata`).
//!
//! Records of an aborted transaction go at once; its marker, and that of a committed one, only once none
//! of its batches was seen in the same pass.

use crate::kafka::{Offset, ProducerId};
use crate::log::AbortedTransaction;
use crate::record::{BatchView, ControlRecord};
use alloc::vec::Vec;

/// Open transactions, as far as the log was read.
#[derive(Clone, Debug, Default)]
pub(super) struct CleanedTransactions {
    /// Aborted ones that begin further on, by first offset.
    ahead: Vec<AbortedTransaction>,
    open_aborted: Vec<OpenAborted>,
    open_committed: Vec<ProducerId>,
}

#[derive(Clone, Debug)]
struct OpenAborted {
    aborted: AbortedTransaction,
    has_batches: bool,
}

/// What a marker or a batch is to the cleaner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Its transaction has lost all data, or it is data of an aborted transaction.
    Discardable,
    /// It is needed.
    Needed,
    /// It is the marker of an aborted transaction that still has batches.
    NeededAbort(AbortedTransaction),
}

impl CleanedTransactions {
    /// These transactions were aborted in what is read next.
    pub(super) fn add_aborted(&mut self, aborted: &[AbortedTransaction]) {
        self.ahead.extend_from_slice(aborted);
        self.ahead.sort_by_key(|aborted| aborted.first_offset);
    }

    pub(super) fn judge(&mut self, batch: &BatchView<'_>) -> Verdict {
        self.enter_up_to(batch.last_offset());
        let producer_id = batch.producer_id();
        if batch.attributes().is_control() {
            return self.judge_control(batch);
        }
        if !batch.attributes().is_transactional() {
            return Verdict::Needed;
        }
        let open = self.open_aborted.iter_mut();
        let mut open = open.filter(|open| open.aborted.producer_id == producer_id);
        if let Some(open) = open.next() {
            open.has_batches = true;
            return Verdict::Discardable;
        }
        if !self.open_committed.contains(&producer_id) {
            self.open_committed.push(producer_id);
        }
        Verdict::Needed
    }

    fn judge_control(&mut self, batch: &BatchView<'_>) -> Verdict {
        let records = batch.records().ok();
        let Some(record) = records.and_then(|mut records| records.next()?.ok()) else {
            // A marker that was emptied before.
            return Verdict::Discardable;
        };
        let producer_id = batch.producer_id();
        let control = record.key.map(ControlRecord::from_key);
        match control {
            Some(Ok(ControlRecord::Abort)) => {
                let open = &mut self.open_aborted;
                let at = open
                    .iter()
                    .position(|open| open.aborted.producer_id == producer_id);
                match at.map(|at| open.remove(at)) {
                    Some(open) if open.has_batches => Verdict::NeededAbort(open.aborted),
                    _ => Verdict::Discardable,
                }
            }
            Some(Ok(ControlRecord::Commit)) => {
                let open = &mut self.open_committed;
                match open.iter().position(|open| *open == producer_id) {
                    Some(at) => {
                        open.remove(at);
                        Verdict::Needed
                    }
                    None => Verdict::Discardable,
                }
            }
            _ => Verdict::Needed,
        }
    }

    fn enter_up_to(&mut self, offset: Offset) {
        let begun = self
            .ahead
            .partition_point(|aborted| aborted.first_offset <= offset);
        for aborted in self.ahead.drain(..begun) {
            let producer_id = aborted.producer_id;
            let open = &mut self.open_aborted;
            if open
                .iter()
                .all(|open| open.aborted.producer_id != producer_id)
            {
                open.push(OpenAborted {
                    aborted,
                    has_batches: false,
                });
            }
        }
    }
}
