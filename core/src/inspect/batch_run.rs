//! The batches of a file of any length, in a table of bounded length: neighbours become one line.

use crate::kafka::{LeaderEpoch, Offset, Timestamp};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// How many lines the table has at most.
const RUNS_MAX: usize = 1 << 16;

/// Some batches that follow each other: one each, as long as the table has room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchRun {
    /// Where the first begins.
    pub position: u64,
    /// How many bytes lie from there to the end of the last.
    pub size: u64,
    /// How many batches.
    pub batches: u32,
    /// How many of them have something wrong.
    pub faults: u32,
    /// How many records they have.
    pub records: u64,
    /// The first offset.
    pub first_offset: Offset,
    /// The last offset.
    pub last_offset: Offset,
    /// The leader epoch of the last.
    pub leader_epoch: LeaderEpoch,
    /// The largest timestamp.
    pub max_timestamp: Timestamp,
    /// All attributes that any of them has; the codec is that of the last.
    pub attributes: i16,
    /// The format of the last.
    pub magic: i8,
}

/// The table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchRuns {
    runs: Vec<BatchRun>,
    /// How many batches a full line stands for.
    stride: u32,
}

impl Default for BatchRuns {
    fn default() -> Self {
        Self {
            runs: Vec::new(),
            stride: 1,
        }
    }
}

impl BatchRuns {
    /// Adds a batch.
    pub(super) fn push(&mut self, batch: BatchRun) {
        if let Some(last) = self.runs.last_mut()
            && last.batches < self.stride
        {
            last.join(&batch);
            return;
        }
        if self.runs.len() == RUNS_MAX {
            let pairs = self.runs.chunks(2).map(|pair| {
                let mut joined = pair[0];
                if let Some(second) = pair.get(1) {
                    joined.join(second);
                }
                joined
            });
            self.runs = pairs.collect();
            self.stride = self.stride.saturating_mul(2);
        }
        self.runs.push(batch);
    }

    /// The lines, in order.
    #[must_use]
    pub fn list(&self) -> &[BatchRun] {
        &self.runs
    }
}

impl BatchRun {
    fn join(&mut self, next: &Self) {
        const CODEC: i16 = 0b111;
        self.size = next.position.saturating_sub(self.position) + next.size;
        self.batches += next.batches;
        self.faults += next.faults;
        self.records += next.records;
        self.last_offset = next.last_offset;
        self.leader_epoch = next.leader_epoch;
        self.max_timestamp = self.max_timestamp.max(next.max_timestamp);
        self.attributes = (self.attributes | next.attributes) & !CODEC | next.attributes & CODEC;
        self.magic = next.magic;
    }
}
