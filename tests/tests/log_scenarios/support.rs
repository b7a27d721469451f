//! Batches and logs as the scenarios describe them.

use serde_json::Value;
use tidemark_core::disk::{Directory, File};
use tidemark_core::kafka::Offset;
use tidemark_core::log::{
    FetchData, LogConfig, LogContext, OffsetOutOfRange, PartitionLog, ReadLimit, Segment,
};
use tidemark_core::record::{
    Attributes, BatchHeader, ControlRecord, EndTransactionMarker, Record, encode,
};
use tidemark_tests::{number, text};

/// The time that the scenarios call T.
pub(crate) const T: i64 = 1_700_000_000_000;

/// Everything, whatever it costs.
pub(crate) const ALL: ReadLimit = ReadLimit::Records(u64::MAX);

/// A batch that a follower is sent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Batch {
    pub(crate) base: Offset,
    pub(crate) last: Offset,
    /// Its bytes; as many as one record needs if it is 0.
    pub(crate) size: usize,
    pub(crate) timestamp: i64,
    pub(crate) epoch: i32,
    pub(crate) producer: Option<i64>,
    pub(crate) is_transactional: bool,
}

impl Batch {
    pub(crate) const fn new(base: Offset, last: Offset) -> Self {
        Self {
            base,
            last,
            size: 0,
            timestamp: T,
            epoch: 0,
            producer: None,
            is_transactional: false,
        }
    }

    /// A batch of the scenarios: `{base, last, size, max_timestamp, …}`.
    pub(crate) fn read(value: &Value) -> Vec<u8> {
        let field = |name: &str| value.get(name);
        let batch = Self {
            size: field("size").map_or(0, number),
            timestamp: field("max_timestamp").map_or(T, number),
            epoch: field("epoch").map_or(0, number),
            producer: field("producer").map(number),
            is_transactional: field("transactional").is_some(),
            ..Self::new(number(&value["base"]), number(&value["last"]))
        };
        match field("control") {
            Some(control) => batch.marker(text(control) == "COMMIT"),
            None => batch.bytes(),
        }
    }

    /// One record, at the first offset, fills the batch.
    pub(crate) fn bytes(self) -> Vec<u8> {
        let value = vec![b'v'; self.size];
        // The length of a value takes more bytes the longer it is.
        let sizes = (self.size.saturating_sub(80)..=self.size).rev();
        for length in sizes {
            let bytes = self.with_value(Some(&value[..length]));
            if bytes.len() == self.size {
                return bytes;
            }
        }
        let bytes = self.with_value(None);
        assert!(self.size == 0 || self.size == bytes.len(), "{self:?}");
        bytes
    }

    fn with_value(self, value: Option<&[u8]>) -> Vec<u8> {
        let record = Record {
            value,
            ..Record::default()
        };
        encode(&self.header(), core::iter::once(record)).unwrap()
    }

    /// Records at these offsets.
    pub(crate) fn with_records(self, offsets: &[Offset]) -> Vec<u8> {
        let records = offsets.iter().map(|offset| Record {
            offset_delta: i32::try_from(offset - self.base).unwrap(),
            ..Record::default()
        });
        encode(&self.header(), records).unwrap()
    }

    fn marker(self, is_commit: bool) -> Vec<u8> {
        let control = if is_commit {
            ControlRecord::Commit
        } else {
            ControlRecord::Abort
        };
        let key = control.to_key();
        let value = EndTransactionMarker {
            coordinator_epoch: 0,
        };
        let value = value.to_value();
        let record = Record {
            key: Some(&key),
            value: Some(&value),
            ..Record::default()
        };
        let attributes = Attributes::default().transactional().control();
        let header = BatchHeader {
            attributes,
            base_sequence: -1,
            ..self.header()
        };
        encode(&header, core::iter::once(record)).unwrap()
    }

    fn header(self) -> BatchHeader {
        let attributes = Attributes::default();
        let producer = self.producer;
        BatchHeader {
            base_offset: self.base,
            partition_leader_epoch: self.epoch,
            attributes: if self.is_transactional {
                attributes.transactional()
            } else {
                attributes
            },
            last_offset_delta: i32::try_from(self.last - self.base).unwrap(),
            base_timestamp: self.timestamp,
            max_timestamp: self.timestamp,
            producer_id: producer.unwrap_or(-1),
            producer_epoch: producer.map_or(-1, |_| 0),
            base_sequence: producer.map_or(-1, |_| 0),
        }
    }
}

/// The context of a log that is asked at `now_ms`.
pub(crate) fn at(config: &LogConfig, now_ms: i64) -> LogContext<'_> {
    LogContext { config, now_ms }
}

/// Appends batches, each of which begins a new segment if `alone`.
pub(crate) fn append(log: &mut PartitionLog, config: &LogConfig, batches: &[Vec<u8>]) {
    for batch in batches {
        log.append_as_follower(at(config, T), batch).unwrap();
    }
}

/// A setting that rolls before every batch but the first.
pub(crate) fn rolling() -> LogConfig {
    LogConfig {
        segment_ms: -1,
        ..LogConfig::DEFAULT
    }
}

pub(crate) fn bases(log: &PartitionLog) -> Vec<Offset> {
    log.segments().map(Segment::base_offset).collect()
}

/// What a read of everything up to the log's end finds.
pub(crate) fn read(
    log: &PartitionLog,
    offset: Offset,
) -> Result<Option<FetchData>, OffsetOutOfRange> {
    log.read(offset, log.log_end_offset(), ALL)
}

/// First and last offsets of the batches that a read finds.
pub(crate) fn batches(data: &FetchData) -> Vec<(Offset, Offset)> {
    let batches = data.batches().map(Result::unwrap);
    batches
        .map(|batch| (batch.base_offset(), batch.last_offset()))
        .collect()
}

/// Puts bytes into a folder.
pub(crate) fn put(folder: &mut Directory, name: &str, bytes: &[u8]) {
    let mut file = File::new();
    file.append(bytes);
    file.flush();
    folder.insert(name, file);
}
