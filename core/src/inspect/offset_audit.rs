//! Holds an `.index` against its `.log`, as the log is gone through.
//!
//! An entry is right if a batch begins at its position and ends with its offset. Kafka up to 1.0 named
//! the batch's first offset; up to 4.0 it named the last one of all batches of an append, which differs
//! where a follower appended several. Lookups find the same with either, so these are notes.

use super::finding::{Findings, IndexFault, Problem};
use crate::kafka::Offset;
use crate::log::{CorruptIndex, OFFSET_INDEX_ENTRY_SIZE, OffsetIndex, OffsetPosition};
use alloc::vec::Vec;

/// What is left to compare.
#[derive(Debug, Default)]
pub(super) struct OffsetAudit {
    entries: Vec<OffsetPosition>,
    next: usize,
    /// An entry whose offset is beyond the batch at its position, which has these offsets.
    pending: Option<(usize, Offset, Offset)>,
    findings: Findings,
}

impl OffsetAudit {
    pub(super) fn new(base_offset: Offset, bytes: &[u8]) -> Self {
        let mut audit = Self::default();
        let whole = bytes.len() / OFFSET_INDEX_ENTRY_SIZE * OFFSET_INDEX_ENTRY_SIZE;
        if whole < bytes.len() {
            let error = CorruptIndex::Length {
                entry_size: OFFSET_INDEX_ENTRY_SIZE as u64,
                length: bytes.len() as u64,
            };
            let problem = Problem::CorruptIndex { error };
            audit.findings.add(whole as u64, problem);
        }
        let used = used(bytes, OFFSET_INDEX_ENTRY_SIZE, &mut audit.findings);
        let index = OffsetIndex::from_bytes(base_offset, &bytes[..used]);
        audit.entries = index.entries().collect();
        for (number, pair) in (1..).zip(audit.entries.windows(2)) {
            let is_behind = pair[1].offset > pair[0].offset && pair[1].position > pair[0].position;
            if !is_behind {
                let entry = entry(number, pair[1], IndexFault::Order);
                audit.findings.add(byte(number), entry);
            }
        }
        audit
    }

    /// A batch of the log.
    pub(super) fn see_batch(&mut self, position: u64, size: u64, first: Offset, last: Offset) {
        if let Some((number, ..)) = self.pending
            && let Some(found) = self.entries.get(number)
            && last >= found.offset
        {
            if last == found.offset {
                self.fault(number, IndexFault::LastOfAppend);
                self.pending = None;
            } else {
                self.end_pending();
            }
        }
        let end = position.saturating_add(size);
        while let Some(found) = self.entries.get(self.next).copied()
            && i64::from(found.position) < end.cast_signed()
        {
            let number = self.next;
            self.next += 1;
            if i64::from(found.position) != position.cast_signed() {
                let batch_position = position;
                self.fault(number, IndexFault::InsideBatch { batch_position });
            } else if found.offset > last {
                self.end_pending();
                self.pending = Some((number, first, last));
            } else if found.offset == first && first < last {
                self.fault(number, IndexFault::FirstOffset);
            } else if found.offset != last {
                self.fault(number, IndexFault::OtherOffsets { first, last });
            }
        }
    }

    /// Bytes of the log that hold no batch: what an entry says of them can't be judged.
    pub(super) fn see_skipped(&mut self, position: u64, bytes: u64) {
        let end = position.saturating_add(bytes).cast_signed();
        while let Some(found) = self.entries.get(self.next)
            && i64::from(found.position) < end
        {
            self.next += 1;
        }
    }

    /// The log ends.
    pub(super) fn finish(mut self) -> Findings {
        self.end_pending();
        for number in self.next..self.entries.len() {
            self.fault(number, IndexFault::BeyondEnd);
        }
        self.findings
    }

    fn end_pending(&mut self) {
        if let Some((number, first, last)) = self.pending.take() {
            self.fault(number, IndexFault::OtherOffsets { first, last });
        }
    }

    fn fault(&mut self, number: usize, fault: IndexFault) {
        if let Some(found) = self.entries.get(number) {
            let problem = entry(number, *found, fault);
            self.findings.add(byte(number), problem);
        }
    }
}

/// The bytes of entries that were written: behind them a file of full size has zeros.
///
/// No entry has zeros only: the first batch of a segment is never indexed.
pub fn used(bytes: &[u8], entry_size: usize, findings: &mut Findings) -> usize {
    let is_written = |entry: &[u8]| entry.iter().any(|byte| *byte != 0);
    let mut entries = bytes.chunks_exact(entry_size);
    let written = entries.rposition(is_written).map_or(0, |last| last + 1);
    let count = bytes.len() / entry_size - written;
    let used = written * entry_size;
    if count > 0 {
        let count = count as u64;
        findings.add(used as u64, Problem::UnusedEntries { count });
    }
    used
}

const fn byte(number: usize) -> u64 {
    (number * OFFSET_INDEX_ENTRY_SIZE) as u64
}

fn entry(number: usize, found: OffsetPosition, fault: IndexFault) -> Problem {
    Problem::OffsetIndexEntry {
        entry: number as u32,
        offset: found.offset,
        index_position: found.position.into(),
        fault,
    }
}
