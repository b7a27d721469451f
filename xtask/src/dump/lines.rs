//! The lines of a dump, as Kafka's `DumpLogSegments` has them.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::Result;
use serde_json::{Value, json};
use tidemark_core::inspect::{SIZE_MAX, Walked};
use tidemark_core::log::checkpoint::OffsetCheckpointEntry;
use tidemark_core::log::{
    AbortedTransaction, EpochCache, OffsetIndex, ProducerSnapshotEntry, TimeIndex, TopicId,
};
use tidemark_core::record::{
    AnyBatch, AnyRecord, Codec, ControlRecord, EndTransactionMarker, TimestampType,
};

use super::Options;

/// The entries of a file, as lines and as JSON.
#[derive(Default)]
pub(super) struct Entries {
    pub(super) lines: Vec<String>,
    pub(super) values: Vec<Value>,
}

impl Entries {
    fn add(&mut self, line: String, value: Value) {
        self.lines.push(line);
        self.values.push(value);
    }
}

/// Prints a batch, and its records if they are wanted; or how many bytes are none.
pub(super) fn walked(walked: &Walked<'_>, options: Options, out: &mut impl Write) -> Result<()> {
    match walked {
        Walked::Batch { batch, crc } => {
            writeln!(out, "{}", batch_line(batch, crc.is_ok()))?;
            if options.records && crc.is_ok() {
                records(batch, options, out)?;
            }
        }
        Walked::Skipped {
            position,
            bytes,
            is_tail: false,
            ..
        } => writeln!(out, "Found {bytes} invalid bytes at {position}")?,
        Walked::Skipped { bytes, .. } => {
            writeln!(out, "Found {bytes} invalid bytes at the end")?;
        }
        Walked::Zeros { .. } => {}
    }
    Ok(())
}

fn batch_line(batch: &AnyBatch<'_>, is_valid: bool) -> String {
    let mut line = match batch {
        AnyBatch::Batch(view) => format!(
            "baseOffset: {} lastOffset: {} count: {} baseSequence: {} lastSequence: {} \
             producerId: {} producerEpoch: {} partitionLeaderEpoch: {} isTransactional: {} \
             isControl: {} deleteHorizonMs: {}",
            view.base_offset(),
            view.last_offset(),
            view.records_count(),
            view.base_sequence(),
            view.last_sequence(),
            view.producer_id(),
            view.producer_epoch(),
            view.partition_leader_epoch(),
            view.attributes().is_transactional(),
            view.attributes().is_control(),
            optional(view.delete_horizon_ms()),
        ),
        AnyBatch::Message(view) => format!("offset: {}", view.offset()),
    };
    // Writing to a string can't fail.
    let _ = write!(
        line,
        " position: {} {}: {} size: {} magic: {} compresscodec: {} crc: {} isvalid: {is_valid}",
        batch.position(),
        timestamp_type(batch),
        batch.max_timestamp(),
        batch.size(),
        batch.magic(),
        codec(batch.attributes().codec()),
        batch.crc(),
    );
    line
}

fn records(batch: &AnyBatch<'_>, options: Options, out: &mut impl Write) -> Result<()> {
    let is_control = batch.attributes().is_control();
    // What can't be read is among the findings.
    let Ok(section) = batch.section(SIZE_MAX) else {
        return Ok(());
    };
    let Ok(records) = batch.records_in(&section) else {
        return Ok(());
    };
    for record in records.map_while(Result::ok) {
        let mut line = format!(
            "| offset: {} {}: {} keySize: {} valueSize: {}",
            record.offset,
            timestamp_type(batch),
            record.timestamp,
            size(record.key),
            size(record.value),
        );
        if matches!(batch, AnyBatch::Batch(_)) {
            let headers = record.headers.clone();
            let headers: Vec<_> = headers.map(|header| shown(header.key)).collect();
            let sequence = record.sequence;
            let headers = headers.join(",");
            let _ = write!(line, " sequence: {sequence} headerKeys: [{headers}]");
        }
        if is_control {
            line += &control(&record);
        } else if options.data {
            if let Some(key) = record.key {
                let _ = write!(line, " key: {}", shown(key));
            }
            let payload = record.value.map_or("null".into(), shown);
            let _ = write!(line, " payload: {payload}");
        }
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn control(record: &AnyRecord<'_>) -> String {
    let key = record.key.unwrap_or_default();
    let value = record.value.unwrap_or_default();
    let name = match ControlRecord::from_key(key) {
        Ok(ControlRecord::Abort) => "ABORT",
        Ok(ControlRecord::Commit) => "COMMIT",
        Ok(ControlRecord::LeaderChange) => return " LeaderChange".into(),
        Ok(ControlRecord::SnapshotHeader) => return " SnapshotHeader".into(),
        Ok(ControlRecord::SnapshotFooter) => return " SnapshotFooter".into(),
        Ok(ControlRecord::KraftVersion) => return " KRaftVersion".into(),
        Ok(ControlRecord::KraftVoters) => return " KRaftVoters".into(),
        Ok(ControlRecord::Unknown(number)) => return format!(" controlType: {number}"),
        Err(_) => return " controlType: UNKNOWN".into(),
    };
    match EndTransactionMarker::from_value(value) {
        Ok(marker) => format!(
            " endTxnMarker: {name} coordinatorEpoch: {}",
            marker.coordinator_epoch
        ),
        Err(_) => format!(" endTxnMarker: {name}"),
    }
}

pub(super) fn offset_index(index: &OffsetIndex) -> Entries {
    let mut entries = Entries::default();
    for entry in index.entries() {
        let (offset, position) = (entry.offset, entry.position);
        entries.add(
            format!("offset: {offset} position: {position}"),
            json!({ "offset": offset, "position": position }),
        );
    }
    entries
}

pub(super) fn time_index(index: &TimeIndex) -> Entries {
    let mut entries = Entries::default();
    for entry in index.entries() {
        let (timestamp, offset) = (entry.timestamp, entry.offset);
        entries.add(
            format!("timestamp: {timestamp} offset: {offset}"),
            json!({ "timestamp": timestamp, "offset": offset }),
        );
    }
    entries
}

pub(super) fn transaction_index(aborted: &[AbortedTransaction]) -> Entries {
    let mut entries = Entries::default();
    for entry in aborted {
        let AbortedTransaction {
            producer_id,
            first_offset,
            last_offset,
            last_stable_offset,
        } = *entry;
        entries.add(
            format!(
                "version: 0 producerId: {producer_id} firstOffset: {first_offset} \
                 lastOffset: {last_offset} lastStableOffset: {last_stable_offset}"
            ),
            json!({
                "producer_id": producer_id,
                "first_offset": first_offset,
                "last_offset": last_offset,
                "last_stable_offset": last_stable_offset,
            }),
        );
    }
    entries
}

pub(super) fn snapshot(producers: &[ProducerSnapshotEntry]) -> Entries {
    let mut entries = Entries::default();
    for entry in producers {
        let first_offset = entry.current_transaction_first_offset;
        let transaction = optional((first_offset >= 0).then_some(first_offset));
        let mut line = format!(
            "producerId: {} producerEpoch: {} coordinatorEpoch: {} currentTxnFirstOffset: {transaction} \
             lastTimestamp: {}",
            entry.producer_id, entry.producer_epoch, entry.coordinator_epoch, entry.timestamp,
        );
        if entry.last_offset >= 0 {
            let _ = write!(
                line,
                " firstSequence: {} lastSequence: {} lastOffset: {} offsetDelta: {} timestamp: {}",
                entry.last_sequence.wrapping_sub(entry.offset_delta),
                entry.last_sequence,
                entry.last_offset,
                entry.offset_delta,
                entry.timestamp,
            );
        }
        let value = serde_json::to_value(entry).unwrap_or_default();
        entries.add(line, value);
    }
    entries
}

pub(super) fn epochs(epochs: &EpochCache) -> Entries {
    let mut entries = Entries::default();
    for entry in epochs.entries() {
        let (epoch, start_offset) = (entry.epoch, entry.start_offset);
        entries.add(
            format!("leaderEpoch: {epoch} startOffset: {start_offset}"),
            json!({ "leader_epoch": epoch, "start_offset": start_offset }),
        );
    }
    entries
}

pub(super) fn offsets(offsets: &[OffsetCheckpointEntry<'_>]) -> Entries {
    let mut entries = Entries::default();
    for entry in offsets {
        let OffsetCheckpointEntry {
            topic,
            partition,
            offset,
        } = *entry;
        entries.add(
            format!("topic: {topic} partition: {partition} offset: {offset}"),
            json!({ "topic": topic, "partition": partition, "offset": offset }),
        );
    }
    entries
}

pub(super) fn metadata(id: Option<TopicId>) -> Entries {
    let mut entries = Entries::default();
    if let Some(id) = id {
        entries.add(
            format!("topicId: {id}"),
            json!({ "topic_id": id.to_string() }),
        );
    }
    entries
}

fn timestamp_type(batch: &AnyBatch<'_>) -> &'static str {
    match batch.timestamp_type() {
        None => "NoTimestampType",
        Some(TimestampType::CreateTime) => "CreateTime",
        Some(TimestampType::LogAppendTime) => "LogAppendTime",
    }
}

fn codec(codec: Codec) -> String {
    let name = match codec {
        Codec::None => "none",
        Codec::Gzip => "gzip",
        Codec::Snappy => "snappy",
        Codec::Lz4 => "lz4",
        Codec::Zstd => "zstd",
        Codec::Unknown(number) => return format!("unknown({number})"),
    };
    name.to_owned()
}

fn optional(number: Option<i64>) -> String {
    match number {
        Some(number) => format!("OptionalLong[{number}]"),
        None => "OptionalLong.empty".to_owned(),
    }
}

/// The length, or -1 for null.
fn size(bytes: Option<&[u8]>) -> i64 {
    bytes.map_or(-1, |bytes| bytes.len() as i64)
}

/// A terminal is not to be steered by what a record holds: control characters are escaped.
pub(super) fn shown(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() {
            shown.extend(letter.escape_default());
        } else {
            shown.push(letter);
        }
    }
    shown
}
