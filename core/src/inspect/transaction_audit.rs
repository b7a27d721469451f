//! Holds a `.txnindex` against the markers of its `.log`, as the log is gone through.
//!
//! A transaction may have begun in an earlier segment: then only its marker is compared. The last stable
//! offset of an entry depends on other transactions and is not judged.

use super::finding::{Findings, IndexFault, Problem};
use crate::kafka::{NO_PRODUCER_ID, Offset, ProducerId};
use crate::log::{AbortedTransaction, TRANSACTION_INDEX_ENTRY_SIZE, TransactionIndex};
use crate::record::{BatchView, ControlRecord};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

/// How many open transactions are kept: a log with more is not judged any further.
const OPEN_MAX: usize = 1 << 16;

/// What is left to compare.
#[derive(Debug, Default)]
pub(super) struct TransactionAudit {
    entries: Vec<AbortedTransaction>,
    next: usize,
    /// First offsets of transactions that began in this segment.
    open: BTreeMap<ProducerId, Offset>,
    /// Without a file every abort is one that is not indexed.
    is_readable: bool,
    findings: Findings,
}

impl TransactionAudit {
    /// `None` is no file: what a segment without aborted transactions has.
    pub(super) fn new(base_offset: Offset, bytes: Option<&[u8]>) -> Self {
        let mut audit = Self {
            is_readable: true,
            ..Self::default()
        };
        match TransactionIndex::read(base_offset, bytes.unwrap_or_default()) {
            Ok(index) => audit.entries = Vec::from(index.entries()),
            Err(error) => {
                audit.is_readable = false;
                audit.findings.add(0, Problem::CorruptIndex { error });
            }
        }
        for number in 1..audit.entries.len() {
            if audit.entries[number].last_offset <= audit.entries[number - 1].last_offset {
                audit.fault(number, IndexFault::Order);
            }
        }
        audit
    }

    /// A batch of the log.
    pub(super) fn see_batch(&mut self, batch: &BatchView<'_>) {
        let attributes = batch.attributes();
        let producer_id = batch.producer_id();
        if !attributes.is_transactional() || producer_id == NO_PRODUCER_ID {
            return;
        }
        if !attributes.is_control() {
            if self.open.len() < OPEN_MAX {
                self.open.entry(producer_id).or_insert(batch.base_offset());
            }
            return;
        }
        let first_offset = self.open.remove(&producer_id);
        let last_offset = batch.last_offset();
        let is_abort = marker(batch) == Some(ControlRecord::Abort);
        while let Some(found) = self.entries.get(self.next).copied()
            && found.last_offset <= last_offset
        {
            let number = self.next;
            let is_this = found.last_offset == last_offset;
            if !is_this || found.producer_id != producer_id || !is_abort {
                self.fault(number, IndexFault::NoAbort);
            } else {
                if let Some(found_first) = first_offset
                    && found_first != found.first_offset
                {
                    let found = found_first;
                    self.fault(number, IndexFault::OtherFirstOffset { found });
                }
                self.next += 1;
                return;
            }
            self.next += 1;
        }
        if is_abort && first_offset.is_some() && self.is_readable {
            let problem = Problem::AbortNotIndexed {
                producer_id,
                last_offset,
            };
            self.findings.add(0, problem);
        }
    }

    /// The log ends.
    pub(super) fn finish(mut self) -> Findings {
        for number in self.next..self.entries.len() {
            self.fault(number, IndexFault::BeyondEnd);
        }
        self.findings
    }

    fn fault(&mut self, number: usize, fault: IndexFault) {
        if let Some(found) = self.entries.get(number) {
            let problem = Problem::TransactionIndexEntry {
                entry: number as u32,
                producer_id: found.producer_id,
                last_offset: found.last_offset,
                fault,
            };
            let position = (number * TRANSACTION_INDEX_ENTRY_SIZE) as u64;
            self.findings.add(position, problem);
        }
    }
}

/// What the first record of a control batch says.
fn marker(batch: &BatchView<'_>) -> Option<ControlRecord> {
    let record = batch.records().ok()?.next()?.ok()?;
    ControlRecord::from_key(record.key?).ok()
}
