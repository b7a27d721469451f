//! Holds a `.timeindex` against its `.log`, as the log is gone through.
//!
//! An entry is right if the batch that has its offset has its timestamp as the largest, and no batch
//! before has a larger one. Its offset may be in the middle of the batch: so Kafka wrote it before 3.8.

use super::finding::{Findings, IndexFault, Problem};
use super::offset_audit::used;
use crate::kafka::{Offset, Timestamp};
use crate::log::{CorruptIndex, TIME_INDEX_ENTRY_SIZE, TimeIndex, TimestampOffset};
use alloc::vec::Vec;

/// What is left to compare.
#[derive(Debug, Default)]
pub(super) struct TimeAudit {
    entries: Vec<TimestampOffset>,
    next: usize,
    findings: Findings,
}

impl TimeAudit {
    pub(super) fn new(base_offset: Offset, bytes: &[u8]) -> Self {
        let mut audit = Self::default();
        let whole = bytes.len() / TIME_INDEX_ENTRY_SIZE * TIME_INDEX_ENTRY_SIZE;
        if whole < bytes.len() {
            let error = CorruptIndex::Length {
                entry_size: TIME_INDEX_ENTRY_SIZE as u64,
                length: bytes.len() as u64,
            };
            let problem = Problem::CorruptIndex { error };
            audit.findings.add(whole as u64, problem);
        }
        let used = used(bytes, TIME_INDEX_ENTRY_SIZE, &mut audit.findings);
        let index = TimeIndex::from_bytes(base_offset, &bytes[..used]);
        audit.entries = index.entries().collect();
        for number in 1..audit.entries.len() {
            let (before, found) = (audit.entries[number - 1], audit.entries[number]);
            if found.timestamp <= before.timestamp || found.offset < before.offset {
                audit.fault(number, IndexFault::Order);
            }
        }
        audit
    }

    /// A batch of the log; `largest` is the largest timestamp up to its end.
    pub(super) fn see_batch(
        &mut self,
        first: Offset,
        last: Offset,
        max_timestamp: Timestamp,
        largest: Timestamp,
    ) {
        while let Some(found) = self.entries.get(self.next).copied()
            && found.offset <= last
        {
            let number = self.next;
            self.next += 1;
            if found.offset < first {
                self.fault(number, IndexFault::NoSuchOffset);
            } else if found.timestamp != max_timestamp {
                let found = max_timestamp;
                self.fault(number, IndexFault::OtherTimestamp { found });
            } else if largest > found.timestamp {
                self.fault(number, IndexFault::LargerBefore { largest });
            }
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
            let problem = Problem::TimeIndexEntry {
                entry: number as u32,
                timestamp: found.timestamp,
                offset: found.offset,
                fault,
            };
            let position = (number * TIME_INDEX_ENTRY_SIZE) as u64;
            self.findings.add(position, problem);
        }
    }
}
