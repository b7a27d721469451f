//! One `.log` file, fed in slices: its batches in a bounded table, totals, and everything that is wrong with it.

use super::batch_run::{BatchRun, BatchRuns};
use super::content::looks_like;
use super::finding::{Findings, Problem};
use super::offset_audit::OffsetAudit;
use super::time_audit::TimeAudit;
use super::transaction_audit::TransactionAudit;
use super::walker::{LogWalker, SIZE_MAX, Walked};
use crate::kafka::{LeaderEpoch, NO_LEADER_EPOCH, NO_TIMESTAMP, Offset, Timestamp};
use crate::record::{AnyBatch, BatchError, Codec, TimestampType, UnsupportedFormat};
use alloc::vec::Vec;
use serde::{Deserialize, Serialize};

/// How many changes of the leader are listed.
const EPOCHS_MAX: usize = 1 << 16;

/// The first bytes, from which a file of another kind is recognised.
const HEAD_SIZE: usize = 4096;

/// What is known of a file before it is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LogOptions {
    /// The base offset in its name.
    pub base_offset: Option<Offset>,
    /// What time it is: later timestamps are worth a note.
    pub now_ms: Option<Timestamp>,
}

/// A leader epoch, and the first offset that has it in this log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EpochStart {
    /// The epoch.
    pub leader_epoch: LeaderEpoch,
    /// The offset.
    pub start_offset: Offset,
}

/// What a `.log` holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogReport {
    /// How many bytes it has.
    pub size: u64,
    /// Its batches.
    pub runs: BatchRuns,
    /// How many batches there are.
    pub batches: u64,
    /// How many records there are, as far as they could be read.
    pub records: u64,
    /// The first offset of the first batch.
    pub first_offset: Option<Offset>,
    /// The offset after the last batch.
    pub next_offset: Option<Offset>,
    /// The largest timestamp, or -1.
    pub max_timestamp: Timestamp,
    /// The largest timestamp of the first batch, from which `segment.ms` counts.
    pub first_batch_timestamp: Option<Timestamp>,
    /// How many batches each codec has, by its number.
    pub codecs: [u64; 8],
    /// How many batches have magic 0, 1 and 2.
    pub magics: [u64; 3],
    /// How many control batches there are.
    pub control_batches: u64,
    /// How many offsets no record has, though batches cover them: compaction took their records.
    pub offsets_without_record: u64,
    /// The leader epochs, as far as they rise.
    pub epochs: Vec<EpochStart>,
    /// What was found in the file itself.
    pub findings: Findings,
    /// What was found in its `.index`, if that was given.
    pub offset_index: Option<Findings>,
    /// What was found in its `.timeindex`, if that was given.
    pub time_index: Option<Findings>,
    /// What was found in its `.txnindex`, or its absence, if that was asked for.
    pub transaction_index: Option<Findings>,
}

/// The reader.
#[derive(Debug)]
pub struct LogInspector {
    walker: LogWalker,
    state: State,
}

#[derive(Debug)]
struct State {
    options: LogOptions,
    report: LogReport,
    latest_epoch: LeaderEpoch,
    head: Vec<u8>,
    offsets: Option<OffsetAudit>,
    times: Option<TimeAudit>,
    transactions: Option<TransactionAudit>,
}

impl LogInspector {
    /// A reader at the first byte.
    #[must_use]
    pub fn new(options: LogOptions) -> Self {
        Self {
            walker: LogWalker::default(),
            state: State {
                options,
                report: LogReport {
                    size: 0,
                    runs: BatchRuns::default(),
                    batches: 0,
                    records: 0,
                    first_offset: None,
                    next_offset: None,
                    max_timestamp: NO_TIMESTAMP,
                    first_batch_timestamp: None,
                    codecs: [0; 8],
                    magics: [0; 3],
                    control_batches: 0,
                    offsets_without_record: 0,
                    epochs: Vec::new(),
                    findings: Findings::default(),
                    offset_index: None,
                    time_index: None,
                    transaction_index: None,
                },
                latest_epoch: NO_LEADER_EPOCH,
                head: Vec::new(),
                offsets: None,
                times: None,
                transactions: None,
            },
        }
    }

    /// Holds this `.index` against the log. Call it before the first byte is fed, as the two below.
    pub fn audit_offset_index(&mut self, bytes: &[u8]) {
        let base_offset = self.state.options.base_offset.unwrap_or(0);
        self.state.offsets = Some(OffsetAudit::new(base_offset, bytes));
    }

    /// Holds this `.timeindex` against the log.
    pub fn audit_time_index(&mut self, bytes: &[u8]) {
        let base_offset = self.state.options.base_offset.unwrap_or(0);
        self.state.times = Some(TimeAudit::new(base_offset, bytes));
    }

    /// Holds this `.txnindex`, or that there is none, against the log.
    pub fn audit_transaction_index(&mut self, bytes: Option<&[u8]>) {
        let base_offset = self.state.options.base_offset.unwrap_or(0);
        self.state.transactions = Some(TransactionAudit::new(base_offset, bytes));
    }

    /// Takes the next bytes of the file.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.feed_seen(bytes, |_| {});
    }

    /// The same, and shows everything that it comes by.
    pub fn feed_seen(&mut self, bytes: &[u8], mut see: impl FnMut(&Walked<'_>)) {
        let missing = HEAD_SIZE.saturating_sub(self.state.head.len());
        let head = bytes.get(..missing.min(bytes.len())).unwrap_or_default();
        self.state.head.extend_from_slice(head);
        self.state.report.size += bytes.len() as u64;
        let state = &mut self.state;
        self.walker.feed(bytes, |walked| {
            see(&walked);
            state.see(&walked);
        });
    }

    /// The file ends here.
    #[must_use]
    pub fn finish(self) -> LogReport {
        self.finish_seen(|_| {})
    }

    /// The same, and shows what is left.
    #[must_use]
    pub fn finish_seen(self, mut see: impl FnMut(&Walked<'_>)) -> LogReport {
        let mut state = self.state;
        self.walker.finish(|walked| {
            see(&walked);
            state.see(&walked);
        });
        state.finish()
    }
}

impl State {
    fn see(&mut self, walked: &Walked<'_>) {
        match walked {
            Walked::Batch { batch, crc } => self.see_batch(batch, *crc),
            Walked::Skipped {
                position,
                bytes,
                error,
                is_zeros,
                is_tail,
            } => {
                if let Some(audit) = &mut self.offsets {
                    audit.see_skipped(*position, *bytes);
                }
                let problem = match error {
                    // A batch that begins with zeros may be cut behind them.
                    BatchError::CorruptSize { .. } if *is_zeros && *is_tail => {
                        Problem::ZeroTail { bytes: *bytes }
                    }
                    error => self.skipped(*position, *bytes, *error, *is_tail),
                };
                self.report.findings.add(*position, problem);
            }
            Walked::Zeros { position, bytes } => {
                let problem = Problem::Zeroed { bytes: *bytes };
                self.report.findings.add(*position, problem);
            }
        }
    }

    fn skipped(&self, position: u64, bytes: u64, error: BatchError, is_tail: bool) -> Problem {
        let is_incomplete = matches!(error, BatchError::Incomplete { .. });
        if position == 0 && is_tail {
            let looks_like = looks_like(&self.head, self.report.size);
            // The beginning of a batch looks like nothing else.
            if !is_incomplete || looks_like.is_some() {
                return Problem::Foreign { looks_like };
            }
        }
        match error {
            BatchError::Incomplete { needed, .. } if is_tail => Problem::TruncatedTail {
                needed,
                available: bytes,
            },
            error => Problem::Unreadable { error, bytes },
        }
    }

    fn see_batch(&mut self, batch: &AnyBatch<'_>, crc: Result<(), BatchError>) {
        let position = batch.position();
        let faults_before = self.report.findings.faults();
        let (first, records) = match crc {
            Ok(()) => self.see_records(batch),
            Err(error) => {
                if let BatchError::CrcMismatch {
                    stored, computed, ..
                } = error
                {
                    let problem = Problem::Crc {
                        offset: batch.header_offset(),
                        stored,
                        computed,
                    };
                    self.report.findings.add(position, problem);
                }
                (batch.header_offset(), 0)
            }
        };
        let last = batch.last_offset();
        self.see_offsets(position, first, last);
        if crc.is_ok() {
            self.see_epoch(position, batch.partition_leader_epoch(), first);
        }
        self.see_time(position, batch.max_timestamp());
        if let AnyBatch::Message(message) = batch {
            let magic = message.magic();
            let problem = Problem::LegacyMagic { magic };
            self.report.findings.add(position, problem);
        }

        let report = &mut self.report;
        let attributes = batch.attributes();
        report.batches += 1;
        report.records += records;
        report.codecs[usize::from(attributes.codec().number().cast_unsigned() & 7)] += 1;
        if let Some(count) = report.magics.get_mut(batch.magic() as usize) {
            *count += 1;
        }
        report.control_batches += u64::from(attributes.is_control());
        let covered = last.saturating_sub(first).saturating_add(1);
        let without = u64::try_from(covered).unwrap_or(0).saturating_sub(records);
        if crc.is_ok() {
            report.offsets_without_record = report.offsets_without_record.saturating_add(without);
        }
        report.first_offset.get_or_insert(first);
        report
            .first_batch_timestamp
            .get_or_insert(batch.max_timestamp());
        report.next_offset = Some(last.saturating_add(1));
        let size = batch.size() as u64;
        report.runs.push(BatchRun {
            position,
            size,
            batches: 1,
            faults: u32::from(report.findings.faults() > faults_before),
            records,
            first_offset: first,
            last_offset: last,
            leader_epoch: batch.partition_leader_epoch(),
            max_timestamp: batch.max_timestamp(),
            attributes: attributes.0,
            magic: batch.magic(),
        });

        if let Some(audit) = &mut self.offsets {
            audit.see_batch(position, size, first, last);
        }
        if let Some(audit) = &mut self.times {
            audit.see_batch(first, last, batch.max_timestamp(), report.max_timestamp);
        }
        if let (Some(audit), AnyBatch::Batch(batch)) = (&mut self.transactions, batch) {
            audit.see_batch(batch);
        }
    }

    /// Goes through the records. Answers the first offset, and how many there are.
    fn see_records(&mut self, batch: &AnyBatch<'_>) -> (Offset, u64) {
        let position = batch.position();
        let header_offset = batch.header_offset();
        let section = match batch.section(SIZE_MAX) {
            Ok(section) => section,
            Err(error) => {
                self.report
                    .findings
                    .add(position, unread(header_offset, error));
                return (header_offset, 0);
            }
        };
        let mut first = None;
        let mut count = 0;
        let mut max_timestamp = NO_TIMESTAMP;
        let mut see = || {
            for record in batch.records_in(&section)? {
                let record = record?;
                first.get_or_insert(record.offset);
                count += 1;
                max_timestamp = max_timestamp.max(record.timestamp);
            }
            Ok(())
        };
        let seen = see();
        if let Err(error) = seen {
            self.report
                .findings
                .add(position, unread(header_offset, error));
        } else if batch.timestamp_type() == Some(TimestampType::CreateTime)
            && count > 0
            && max_timestamp != batch.max_timestamp()
        {
            let problem = Problem::MaxTimestamp {
                stored: batch.max_timestamp(),
                computed: max_timestamp,
            };
            self.report.findings.add(position, problem);
        }
        let first = match batch {
            AnyBatch::Batch(_) => header_offset,
            AnyBatch::Message(_) => first.unwrap_or(header_offset),
        };
        (first, count)
    }

    fn see_offsets(&mut self, position: u64, first: Offset, last: Offset) {
        let report = &mut self.report;
        if let Some(base_offset) = self.options.base_offset {
            let fits = |offset: Offset| {
                let relative = offset.checked_sub(base_offset);
                relative.is_some_and(|relative| (0..=i64::from(i32::MAX)).contains(&relative))
            };
            if let Some(found) = [first, last].into_iter().find(|offset| !fits(*offset)) {
                let problem = Problem::OffsetOutOfRange { base_offset, found };
                report.findings.add(position, problem);
            }
        }
        let Some(offset_min) = report.next_offset else {
            return;
        };
        if first < offset_min {
            let found = first;
            let problem = Problem::OffsetGoesBack { offset_min, found };
            report.findings.add(position, problem);
        } else if first > offset_min {
            let (start, end) = (offset_min, first);
            report.findings.add(position, Problem::Gap { start, end });
        }
    }

    fn see_epoch(&mut self, position: u64, epoch: LeaderEpoch, first: Offset) {
        if epoch > self.latest_epoch {
            self.latest_epoch = epoch;
            if self.report.epochs.len() < EPOCHS_MAX {
                self.report.epochs.push(EpochStart {
                    leader_epoch: epoch,
                    start_offset: first,
                });
            }
        } else if epoch < self.latest_epoch {
            let problem = Problem::EpochGoesBack {
                latest: self.latest_epoch,
                found: epoch,
            };
            self.report.findings.add(position, problem);
        }
    }

    fn see_time(&mut self, position: u64, found: Timestamp) {
        let report = &mut self.report;
        let largest = report.max_timestamp;
        if found >= 0 && found < largest {
            let problem = Problem::TimestampGoesBack { largest, found };
            report.findings.add(position, problem);
        }
        if let Some(now_ms) = self.options.now_ms
            && found > now_ms
        {
            let problem = Problem::FutureTimestamp { now_ms, found };
            report.findings.add(position, problem);
        }
        report.max_timestamp = largest.max(found);
    }

    fn finish(self) -> LogReport {
        let mut report = self.report;
        if report.size == 0 {
            report.findings.add(0, Problem::Empty);
        }
        report.offset_index = self.offsets.map(OffsetAudit::finish);
        report.time_index = self.times.map(TimeAudit::finish);
        report.transaction_index = self.transactions.map(TransactionAudit::finish);
        report
    }
}

impl LogReport {
    /// Whether something is wrong with the file, or with an index that was held against it.
    #[must_use]
    pub fn has_faults(&self) -> bool {
        let indexes = [
            &self.offset_index,
            &self.time_index,
            &self.transaction_index,
        ];
        let mut indexes = indexes.into_iter().flatten();
        self.findings.has_faults() || indexes.any(Findings::has_faults)
    }
}

/// Why the records of a batch could not be read.
fn unread(offset: Offset, error: BatchError) -> Problem {
    match error {
        BatchError::Unsupported {
            format: UnsupportedFormat::Codec(codec),
            ..
        } => match codec {
            Codec::Unknown(_) => Problem::UnknownCodec { codec },
            codec => Problem::CodecLeftOut { codec },
        },
        error => Problem::Records { offset, error },
    }
}
