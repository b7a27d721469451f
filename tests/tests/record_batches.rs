//! The record formats against batches that Kafka's own classes have read back, and against noise.

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;
use tidemark_core::bytes::crc32c;
use tidemark_core::record::codec::decompress;
use tidemark_core::record::{
    AnyBatch, AnyRecord, Attributes, Batch, BatchError, BatchHeader, BatchView, Batches, Codec,
    ControlRecord, EndTransactionMarker, Header, LegacyFault, MessageView, Record, RecordFault,
    Rewritten, TimestampType, UnsupportedFormat, empty_retained, rewrite,
};
use tidemark_tests::{hex, list, number, text, vectors};

/// Reads all there is to read, in the order in which Kafka checks it.
fn decode(bytes: &[u8]) -> Result<Vec<Batch<'_>>, BatchError> {
    let mut batches = Batches::new(bytes, 0);
    let decoded = batches
        .by_ref()
        .map(|batch| {
            let batch = batch?;
            batch.check_crc()?;
            Batch::decode(&batch)
        })
        .collect::<Result<_, _>>()?;
    // Where the iterator stopped quietly, asking once more says why.
    let end = usize::try_from(batches.position()).unwrap();
    match BatchView::read(&bytes[end..], batches.position()) {
        Err(BatchError::Incomplete { available: 0, .. }) => Ok(decoded),
        Err(error) => Err(error),
        Ok(_) => panic!("the iterator stopped before a whole batch at {end}"),
    }
}

#[test]
fn every_vector_is_read_as_kafka_reads_it() {
    let mut seen = Vec::new();
    for vector in list(&vectors("record_batches.json")["vectors"]) {
        let name = text(&vector["name"]);
        let bytes = hex(text(&vector["hex"]));
        assert_eq!(bytes.len(), number::<usize>(&vector["size"]), "{name}");
        let kind = match vector.get("expect_error") {
            Some(error) => check_error(name, text(error), &bytes),
            None => check_batches(name, list(&vector["batches"]), &bytes),
        };
        seen.push(kind);
    }
    let count = |kind| seen.iter().filter(|seen| **seen == kind).count();
    assert_eq!(count("whole"), 28);
    assert_eq!(count("broken"), 7);
    assert_eq!(count("compressed"), 5);
    assert_eq!(count("magic 0 and 1"), 7);
    assert_eq!(seen.len(), 47);
}

fn check_error(name: &str, expected: &str, bytes: &[u8]) -> &'static str {
    let error = decode(bytes).unwrap_err();
    let found = match error {
        BatchError::Incomplete { .. } => "incomplete",
        BatchError::CorruptSize { .. } => "corrupt_size",
        BatchError::CrcMismatch { .. } => "crc_mismatch",
        BatchError::InvalidRecord { .. } => "invalid_record",
        _ => "something else",
    };
    assert_eq!(found, expected, "{name}: {error}");
    "broken"
}

/// More than any vector holds.
const SIZE_MAX: usize = 1 << 20;

fn check_batches(name: &str, expected: &[Value], bytes: &[u8]) -> &'static str {
    let mut position = 0;
    let mut kind = "";
    for expected in expected {
        let rest = &bytes[usize::try_from(position).unwrap()..];
        let batch = AnyBatch::read(rest, position).unwrap();
        assert_eq!(batch.position(), position, "{name}");
        position += number::<u64>(&expected["size"]);
        kind = match batch {
            AnyBatch::Batch(view) => check_batch(name, &view, expected),
            AnyBatch::Message(view) => check_message(name, &view, expected),
        };
        check_records(name, &batch, expected);
    }
    assert_eq!(position, bytes.len() as u64, "{name}");
    kind
}

fn check_batch(name: &str, view: &BatchView<'_>, expected: &Value) -> &'static str {
    check_header(name, view, expected);
    let codec = codec(text(&expected["compression"]));
    if codec == Codec::None {
        check_encode(name, view, expected);
        return "whole";
    }
    check_unsupported(name, view.bytes(), UnsupportedFormat::Codec(codec));
    "compressed"
}

fn check_message(name: &str, view: &MessageView<'_>, expected: &Value) -> &'static str {
    let magic = number(&expected["magic"]);
    assert_eq!(view.magic(), magic, "{name}");
    check_unsupported(name, view.bytes(), UnsupportedFormat::Magic(magic));
    assert_eq!(view.size(), number::<usize>(&expected["size"]), "{name}");
    assert_eq!(view.crc(), number::<u32>(&expected["crc"]), "{name}");
    assert_eq!(view.check_crc(), Ok(()), "{name}");
    assert_eq!(
        view.offset(),
        number::<i64>(&expected["lastOffset"]),
        "{name}"
    );
    assert_eq!(
        view.timestamp(),
        number::<i64>(&expected["maxTimestamp"]),
        "{name}"
    );
    let timestamp_type = match view.timestamp_type() {
        None => "NoTimestampType",
        Some(TimestampType::CreateTime) => "CreateTime",
        Some(TimestampType::LogAppendTime) => "LogAppendTime",
    };
    assert_eq!(timestamp_type, text(&expected["timestampType"]), "{name}");
    assert_eq!(
        view.attributes().codec(),
        codec(text(&expected["compression"])),
        "{name}"
    );
    "magic 0 and 1"
}

fn check_records(name: &str, batch: &AnyBatch<'_>, expected: &Value) {
    let section = batch.section(SIZE_MAX).unwrap();
    let records = batch.records_in(&section).unwrap();
    let records: Vec<_> = records.map(Result::unwrap).collect();
    let expected_records = list(&expected["records"]);
    assert_eq!(records.len(), expected_records.len(), "{name}");
    for (record, expected) in records.iter().zip(expected_records) {
        check_record(name, record, expected);
    }
    if let (AnyBatch::Message(_), Some(first)) = (batch, records.first()) {
        let base_offset = number::<i64>(&expected["baseOffset"]);
        assert_eq!(first.offset, base_offset, "{name}");
    }
    // A limit just met, and just missed.
    if batch.attributes().codec() != Codec::None {
        assert!(batch.section(section.len()).is_ok(), "{name}");
        let missed = batch.section(section.len() - 1);
        assert!(
            matches!(missed, Err(BatchError::Compressed { .. })),
            "{name}"
        );
    }
}

fn check_unsupported(name: &str, bytes: &[u8], format: UnsupportedFormat) {
    let expected = BatchError::Unsupported {
        position: 0,
        format,
    };
    assert_eq!(decode(bytes), Err(expected), "{name}");
}

fn check_header(name: &str, view: &BatchView<'_>, expected: &Value) {
    let header = view.header();
    assert_eq!(header, self::header(expected), "{name}");
    assert_eq!(view.size(), number::<usize>(&expected["size"]), "{name}");
    let length = given_or(&expected["length"], || view.size() as i64 - 12);
    assert_eq!(i64::from(view.length()), length, "{name}");
    assert_eq!(view.magic(), 2, "{name}");
    assert_eq!(view.crc(), number::<u32>(&expected["crc"]), "{name}");
    assert_eq!(view.check_crc(), Ok(()), "{name}");
    let count = given_or(&expected["count"], || {
        list(&expected["records"]).len() as i64
    });
    assert_eq!(i64::from(view.records_count()), count, "{name}");
    let last_offset = number::<i64>(&expected["lastOffset"]);
    assert_eq!(view.last_offset(), last_offset, "{name}");
    assert_eq!(view.next_offset(), last_offset + 1, "{name}");
    let last_sequence = number::<i32>(&expected["lastSequence"]);
    assert_eq!(view.last_sequence(), last_sequence, "{name}");

    let attributes = header.attributes;
    let timestamp_type = match attributes.timestamp_type() {
        TimestampType::CreateTime => "CreateTime",
        TimestampType::LogAppendTime => "LogAppendTime",
    };
    assert_eq!(timestamp_type, text(&expected["timestampType"]), "{name}");
    assert_eq!(
        attributes.codec(),
        codec(text(&expected["compression"])),
        "{name}"
    );
    assert_eq!(
        attributes.is_transactional(),
        expected["transactional"],
        "{name}"
    );
    assert_eq!(attributes.is_control(), expected["control"], "{name}");
    let horizon = expected["deleteHorizon"].as_i64();
    assert_eq!(attributes.has_delete_horizon(), horizon.is_some(), "{name}");
    assert_eq!(view.delete_horizon_ms(), horizon, "{name}");
}

fn check_record(name: &str, record: &AnyRecord<'_>, expected: &Value) {
    assert_eq!(record.offset, number::<i64>(&expected["offset"]), "{name}");
    assert_eq!(
        record.timestamp,
        number::<i64>(&expected["timestamp"]),
        "{name}"
    );
    assert_eq!(
        record.sequence,
        number::<i32>(&expected["sequence"]),
        "{name}"
    );
    assert_eq!(
        record.key.map(<[u8]>::to_vec),
        nullable(&expected["key"]),
        "{name}"
    );
    assert_eq!(
        record.value.map(<[u8]>::to_vec),
        nullable(&expected["value"]),
        "{name}"
    );
    let expected = list(&expected["headers"]);
    assert_eq!(record.headers.len(), expected.len(), "{name}");
    for (header, expected) in record.headers.clone().zip(expected) {
        assert_eq!(header.key, text(&expected[0]).as_bytes(), "{name}");
        assert_eq!(
            header.value.map(<[u8]>::to_vec),
            nullable(&expected[1]),
            "{name}"
        );
    }
}

/// The fields of the vector, not those that were read, make the vector's bytes.
fn check_encode(name: &str, view: &BatchView<'_>, expected: &Value) {
    let header = header(expected);
    let records: Vec<_> = list(&expected["records"])
        .iter()
        .zip(view.records().unwrap())
        .map(|(record, read)| {
            let headers = list(&record["headers"]).iter();
            let headers = headers.map(|header| (text(&header[0]), nullable(&header[1])));
            let timestamp_delta = match header.attributes.timestamp_type() {
                TimestampType::CreateTime => {
                    number::<i64>(&record["timestamp"]) - header.base_timestamp
                }
                // The vector does not say what the producer's time was.
                TimestampType::LogAppendTime => read.unwrap().timestamp_delta,
            };
            (
                timestamp_delta,
                number::<i64>(&record["offset"]) - header.base_offset,
                nullable(&record["key"]),
                nullable(&record["value"]),
                headers.collect::<Vec<_>>(),
            )
        })
        .collect();
    let records = records
        .iter()
        .map(|(timestamp_delta, offset_delta, key, value, headers)| {
            let headers = headers.iter().map(|(key, value)| Header {
                key: key.as_bytes(),
                value: value.as_deref(),
            });
            Record {
                attributes: 0,
                timestamp_delta: *timestamp_delta,
                offset_delta: i32::try_from(*offset_delta).unwrap(),
                key: key.as_deref(),
                value: value.as_deref(),
                headers: headers.collect(),
            }
        });
    let batch = Batch {
        header,
        records: records.collect(),
    };
    assert_eq!(batch.encode().unwrap(), view.bytes(), "{name}");
    assert_eq!(Batch::decode(view), Ok(batch), "{name}");
}

/// One vector leaves out what follows from its other fields.
fn given_or(value: &Value, derived: impl FnOnce() -> i64) -> i64 {
    value.as_i64().unwrap_or_else(derived)
}

fn header(expected: &Value) -> BatchHeader {
    let base_offset = number(&expected["baseOffset"]);
    let last_offset_delta = given_or(&expected["lastOffsetDelta"], || {
        number::<i64>(&expected["lastOffset"]) - base_offset
    });
    let base_timestamp = given_or(&expected["baseTimestamp"], || {
        number(&expected["records"][0]["timestamp"])
    });
    let attributes = given_or(&expected["attributes"], || {
        let flags = ["transactional", "control"].map(|flag| expected[flag] == true);
        assert_eq!(flags, [false; 2]);
        0
    });
    BatchHeader {
        base_offset,
        partition_leader_epoch: number(&expected["epoch"]),
        attributes: Attributes(i16::try_from(attributes).unwrap()),
        last_offset_delta: i32::try_from(last_offset_delta).unwrap(),
        base_timestamp,
        max_timestamp: number(&expected["maxTimestamp"]),
        producer_id: number(&expected["producerId"]),
        producer_epoch: number(&expected["producerEpoch"]),
        base_sequence: number(&expected["baseSequence"]),
    }
}

fn codec(name: &str) -> Codec {
    match name {
        "none" => Codec::None,
        "gzip" => Codec::Gzip,
        "snappy" => Codec::Snappy,
        "lz4" => Codec::Lz4,
        "zstd" => Codec::Zstd,
        _ => panic!("{name}"),
    }
}

fn nullable(value: &Value) -> Option<Vec<u8>> {
    (!value.is_null()).then(|| hex(text(value)))
}

fn vector(name: &str) -> Vec<u8> {
    let vectors = vectors("record_batches.json");
    let vector = list(&vectors["vectors"])
        .iter()
        .find(|vector| vector["name"] == name);
    hex(text(&vector.expect(name)["hex"]))
}

#[test]
fn errors_say_where_and_what() {
    let invalid = |fault| {
        Err(BatchError::InvalidRecord {
            position: 0,
            record: 0,
            fault,
        })
    };
    let size = RecordFault::Size {
        position: 62,
        declared: 9,
        available: 8,
    };
    assert_eq!(decode(&vector("bad_record_length")), invalid(size));
    let incomplete = BatchError::Incomplete {
        position: 0,
        needed: 70,
        available: 67,
    };
    assert_eq!(decode(&vector("bad_truncated")), Err(incomplete));
    let corrupt = BatchError::CorruptSize {
        position: 0,
        length: 13,
        length_min: 14,
    };
    assert_eq!(decode(&vector("bad_length_13")), Err(corrupt));
    let trailing = BatchError::InvalidRecord {
        position: 0,
        record: 1,
        fault: RecordFault::TrailingBytes {
            position: 70,
            left: 2,
        },
    };
    assert_eq!(decode(&vector("bad_trailing")), Err(trailing));

    // The second of two batches: positions are those of the file.
    let mut bytes = vector("v2_key_value");
    bytes.extend(vector("bad_crc"));
    let mismatch = BatchError::CrcMismatch {
        position: 70,
        stored: 0xe99b_8dd8,
        computed: crc32c(&bytes[70 + 21..]),
    };
    assert_eq!(decode(&bytes), Err(mismatch));
}

#[test]
fn a_length_that_no_batch_of_magic_2_has_is_corrupt() {
    let mut bytes = vector("v2_key_value");
    bytes[8..12].copy_from_slice(&48_i32.to_be_bytes());
    let corrupt = BatchError::CorruptSize {
        position: 0,
        length: 48,
        length_min: 49,
    };
    assert_eq!(decode(&bytes), Err(corrupt));
    bytes[8..12].copy_from_slice(&14_i32.to_be_bytes());
    bytes[16] = 3;
    let invalid = BatchError::InvalidMagic {
        position: 0,
        magic: 3,
    };
    assert_eq!(decode(&bytes), Err(invalid));
}

#[test]
fn the_leader_stamps_offset_and_epoch_without_a_new_checksum() {
    let mut bytes = vector("v2_key_value");
    bytes[..8].copy_from_slice(&999_i64.to_be_bytes());
    bytes[12..16].copy_from_slice(&12345_i32.to_be_bytes());
    let batches = decode(&bytes).unwrap();
    assert_eq!(batches[0].header.base_offset, 999);
    assert_eq!(batches[0].header.partition_leader_epoch, 12345);
}

#[test]
fn control_records_say_what_they_are() {
    let bytes = vector("v2_abort_marker");
    let batch = &decode(&bytes).unwrap()[0];
    let record = &batch.records[0];
    let key = record.key.unwrap();
    assert_eq!(ControlRecord::from_key(key), Ok(ControlRecord::Abort));
    assert_eq!(ControlRecord::Abort.to_key(), key);
    let value = record.value.unwrap();
    let marker = EndTransactionMarker {
        coordinator_epoch: 11,
    };
    assert_eq!(EndTransactionMarker::from_value(value), Ok(marker));
    assert_eq!(marker.to_value(), value);

    let bytes = vector("v2_commit_marker");
    let key = decode(&bytes).unwrap()[0].records[0].key.unwrap();
    assert_eq!(ControlRecord::from_key(key), Ok(ControlRecord::Commit));
    assert_eq!(ControlRecord::Commit.to_key(), key);
    for number in -1..9 {
        let [high, low] = i16::to_be_bytes(number);
        let key = [0, 0, high, low];
        assert_eq!(ControlRecord::from_key(&key).unwrap().to_key(), key);
    }
    assert!(ControlRecord::from_key(&[0, 0, 0]).is_err());
    assert!(EndTransactionMarker::from_value(&[0; 5]).is_err());
}

/// The original of the vectors of compaction: offsets 10 to 13 of producer 9, sequences 100 to 103.
fn original() -> Vec<u8> {
    let records = [
        (0, "k1", Some("a")),
        (10, "k2", None),
        (20, "k1", Some("c")),
        (30, "k3", Some("d")),
    ];
    let records = records
        .iter()
        .zip(0..)
        .map(|(record, offset_delta)| Record {
            timestamp_delta: record.0,
            offset_delta,
            key: Some(record.1.as_bytes()),
            value: record.2.map(str::as_bytes),
            ..Record::default()
        });
    let batch = Batch {
        header: BatchHeader {
            base_offset: 10,
            partition_leader_epoch: 2,
            last_offset_delta: 3,
            base_timestamp: 1_700_000_000_000,
            max_timestamp: 1_700_000_000_030,
            producer_id: 9,
            producer_epoch: 0,
            base_sequence: 100,
            ..BatchHeader::default()
        },
        records: records.collect(),
    };
    batch.encode().unwrap()
}

fn rewritten(bytes: &[u8], horizon: Option<i64>, keep: &[i64]) -> Rewritten {
    let batch = BatchView::read(bytes, 0).unwrap();
    let section = batch.section(SIZE_MAX).unwrap();
    rewrite(&batch, &section, horizon, |record| {
        keep.contains(&record.offset)
    })
    .unwrap()
}

#[test]
fn compaction_rewrites_batches_as_kafka_does() {
    const HORIZON: i64 = 1_700_086_500_000;
    let original = original();
    /// Bytes, horizon, offsets that stay, and the vector that comes out.
    type Case<'a> = (&'a [u8], Option<i64>, &'a [i64], &'a str);
    let rewrites: [Case<'_>; 5] = [
        (&original, None, &[12], "v2_compacted_gap"),
        (&original, Some(HORIZON), &[11, 12], "v2_delete_horizon"),
        (
            &original,
            Some(HORIZON),
            &[10, 11, 12, 13],
            "kafka_compaction_all_kept_sets_horizon",
        ),
        // A horizon that is there already stays.
        (
            &vector("v2_delete_horizon"),
            Some(HORIZON + 1),
            &[12],
            "kafka_compaction_second_pass_tombstone_gone",
        ),
        (
            &log_append_time(),
            None,
            &[21],
            "kafka_compaction_logappend_keep_last",
        ),
    ];
    for (bytes, horizon, keep, expected) in rewrites {
        let expected_bytes = Rewritten::Batch(vector(expected));
        assert_eq!(
            rewritten(bytes, horizon, keep),
            expected_bytes,
            "{expected}"
        );
    }
    let all = [10, 11, 12, 13];
    assert_eq!(rewritten(&original, None, &all), Rewritten::Untouched);
    let horizon = vector("v2_delete_horizon");
    let later = Some(HORIZON + 1);
    assert_eq!(rewritten(&horizon, later, &all), Rewritten::Untouched);
    assert_eq!(rewritten(&original, Some(HORIZON), &[]), Rewritten::Empty);

    for bytes in [&original, &horizon_with_max_of_the_original()] {
        let batch = BatchView::read(bytes, 0).unwrap();
        assert_eq!(empty_retained(&batch).unwrap(), vector("v2_empty_retained"));
    }
}

/// The vector with a horizon, and the largest timestamp of the batch that all its records are gone from.
fn horizon_with_max_of_the_original() -> Vec<u8> {
    let bytes = vector("kafka_compaction_all_kept_sets_horizon");
    let batch = BatchView::read(&bytes, 0).unwrap();
    assert_eq!(batch.max_timestamp(), 1_700_000_000_030);
    bytes
}

/// Offsets 20 and 21, stamped by their leader.
fn log_append_time() -> Vec<u8> {
    let kept = vector("kafka_compaction_logappend_keep_last");
    let kept = BatchView::read(&kept, 0).unwrap();
    let last = kept.records().unwrap().next().unwrap().unwrap();
    let records = [
        Record {
            key: Some(b"k1"),
            value: Some(b"a"),
            ..Record::default()
        },
        Record {
            timestamp_delta: 1,
            ..Record::from(&last)
        },
    ];
    let batch = Batch {
        header: BatchHeader {
            base_timestamp: 1_700_000_000_000,
            ..kept.header()
        },
        records: records.to_vec(),
    };
    batch.encode().unwrap()
}

#[test]
fn what_is_rewritten_is_compressed_as_it_was() {
    let Rewritten::Batch(bytes) = rewritten(&vector("kafka_gzip"), None, &[100, 102]) else {
        panic!("a record went");
    };
    let batch = BatchView::read(&bytes, 0).unwrap();
    assert_eq!(batch.check_crc(), Ok(()));
    assert_eq!(batch.attributes().codec(), Codec::Gzip);
    assert_eq!((batch.base_offset(), batch.last_offset()), (100, 102));
    let section = batch.section(SIZE_MAX).unwrap();
    let offsets = batch.records_in(&section).unwrap();
    let offsets: Vec<_> = offsets.map(|record| record.unwrap().offset).collect();
    assert_eq!(offsets, [100, 102]);
}

#[test]
fn batches_are_written_compressed() {
    let original = vector("v2_three_records");
    for codec in [Codec::None, Codec::Gzip, Codec::Lz4] {
        let mut batch = Batch::decode(&BatchView::read(&original, 0).unwrap()).unwrap();
        let plain = batch.header;
        batch.header.attributes = plain.attributes.with_codec(codec);
        let bytes = batch.encode_compressed().unwrap();
        let view = BatchView::read(&bytes, 0).unwrap();
        assert_eq!(view.check_crc(), Ok(()));
        assert_eq!(view.header(), batch.header);
        let section = view.section(SIZE_MAX).unwrap();
        let records = view.records_in(&section).unwrap();
        let records = records.map(|record| Record::from(&record.unwrap()));
        let again = Batch {
            header: plain,
            records: records.collect(),
        };
        assert_eq!(again.encode().unwrap(), original);
    }
}

/// The record error of a message.
fn message_error(bytes: &[u8]) -> RecordFault {
    let message = MessageView::read(bytes, 0).unwrap();
    let section = message.section(SIZE_MAX).unwrap();
    let mut records = match message.records_in(&section) {
        Ok(records) => records,
        Err(BatchError::InvalidRecord { fault, .. }) => return fault,
        Err(error) => panic!("{error}"),
    };
    match records.find_map(Result::err) {
        Some(BatchError::InvalidRecord { fault, .. }) => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn messages_within_messages_have_relative_offsets() {
    let mut bytes = vector("kafka_v1_gzip");
    let offsets = |bytes: &[u8]| {
        let message = MessageView::read(bytes, 0).unwrap();
        let section = message.section(SIZE_MAX).unwrap();
        let records = message.records_in(&section).unwrap();
        records
            .map(|record| record.unwrap().offset)
            .collect::<Vec<_>>()
    };
    assert_eq!(offsets(&bytes), [100, 101, 102]);
    bytes[..8].copy_from_slice(&0_i64.to_be_bytes());
    assert_eq!(offsets(&bytes), [0, 1, 2]);
    bytes[..8].copy_from_slice(&1_i64.to_be_bytes());
    let fault = LegacyFault::Offset {
        offset: 1,
        last_inner_offset: 2,
    };
    assert_eq!(message_error(&bytes), RecordFault::Legacy { fault });
}

#[test]
fn messages_within_messages_are_of_the_same_format_and_not_compressed() {
    // A wrapper of magic 1 whose block is stored as it is: one lz4 block.
    let wrapper = |inner: &[u8]| {
        let mut block = vec![0x04, 0x22, 0x4d, 0x18, 0x60, 0x40, 0x82];
        let size = u32::try_from(inner.len()).unwrap() | 1 << 31;
        block.extend(size.to_le_bytes());
        block.extend(inner);
        block.extend([0; 4]);
        assert_eq!(decompress(Codec::Lz4, 1, &block, SIZE_MAX).unwrap(), inner);
        let mut bytes = vector("v1_null_key");
        bytes[17] = 3;
        bytes.truncate(30);
        bytes.extend(i32::try_from(block.len()).unwrap().to_be_bytes());
        bytes.extend(block);
        let size = i32::try_from(bytes.len() - 12).unwrap();
        bytes[8..12].copy_from_slice(&size.to_be_bytes());
        bytes
    };
    let legacy = |fault| RecordFault::Legacy { fault };
    let nothing = wrapper(&[]);
    assert_eq!(message_error(&nothing), legacy(LegacyFault::Empty));
    let other = LegacyFault::InnerMagic {
        expected: 1,
        found: 0,
    };
    let older = wrapper(&vector("kafka_v0_none"));
    assert_eq!(message_error(&older), legacy(other));
    let newer = LegacyFault::InnerMagic {
        expected: 1,
        found: 2,
    };
    let batch = wrapper(&vector("v2_key_value"));
    assert_eq!(message_error(&batch), legacy(newer));
    let twice = wrapper(&wrapper(&vector("v1_null_key")));
    let compressed = LegacyFault::InnerCompressed { position: 0 };
    assert_eq!(message_error(&twice), legacy(compressed));
    let cut = wrapper(&vector("v1_null_key")[..38]);
    let inner = LegacyFault::Inner { position: 0 };
    assert_eq!(message_error(&cut), legacy(inner));
}

/// Looks at everything there is to see in `bytes`, wherever reading may begin.
fn look_at_everything(bytes: &[u8]) {
    let _ = decode(bytes);
    let mut rest = bytes;
    while let Ok(batch) = AnyBatch::read(rest, u64::MAX / 2) {
        let _ = (batch.check_crc(), batch.last_offset());
        if let Ok(section) = batch.section(SIZE_MAX)
            && let Ok(records) = batch.records_in(&section)
        {
            for record in records.flatten() {
                assert!(record.headers.clone().count() == record.headers.len());
            }
        }
        rest = &rest[batch.size()..];
    }
    for batch in Batches::new(bytes, u64::MAX / 2).flatten() {
        let _ = (batch.header(), batch.last_offset(), batch.next_offset());
        let _ = (
            batch.last_sequence(),
            batch.delete_horizon_ms(),
            batch.check_crc(),
        );
        let Ok(records) = batch.records() else {
            continue;
        };
        for record in records.flatten() {
            assert!(record.headers.clone().count() == record.headers.len());
        }
    }
}

type Field = Option<Vec<u8>>;

/// Attributes, both deltas, key, value and headers.
type Fields = (i8, i64, i32, Field, Field, Vec<(Vec<u8>, Field)>);

fn any_record() -> impl Strategy<Value = Fields> {
    (
        any::<i8>(),
        any::<i64>(),
        any::<i32>(),
        any_field(),
        any_field(),
        vec((vec(any::<u8>(), 0..4), any_field()), 0..3),
    )
}

fn any_field() -> impl Strategy<Value = Field> {
    prop::option::of(vec(any::<u8>(), 0..80))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in vec(any::<u8>(), 0..300)) {
        look_at_everything(&bytes);
    }

    #[test]
    fn any_record_section_is_read_without_a_panic(
        section in vec(any::<u8>(), 0..100),
        count in -1..5_i32,
    ) {
        let mut bytes = Batch::default().encode().unwrap();
        bytes[57..61].copy_from_slice(&count.to_be_bytes());
        bytes.extend(&section);
        let length = i32::try_from(bytes.len() - 12).unwrap();
        bytes[8..12].copy_from_slice(&length.to_be_bytes());
        look_at_everything(&bytes);
    }

    #[test]
    fn any_damage_is_read_without_a_panic(
        vector in 0..47_usize,
        damage in vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in any::<prop::sample::Index>(),
    ) {
        thread_local! {
            static ALL: Vec<Vec<u8>> = list(&vectors("record_batches.json")["vectors"])
                .iter()
                .map(|vector| hex(text(&vector["hex"])))
                .collect();
        }
        let mut bytes = ALL.with(|all| all[vector].clone());
        for (index, byte) in damage {
            let index = index.index(bytes.len());
            bytes[index] = byte;
        }
        look_at_everything(&bytes);
        bytes.truncate(cut.index(bytes.len() + 1));
        look_at_everything(&bytes);
    }

    #[test]
    fn any_value_survives_its_bytes(
        numbers in any::<(i64, i32, i16, i32, i64, i64, i64, i16, i32)>(),
        records in vec(any_record(), 0..6),
    ) {
        let (base_offset, partition_leader_epoch, attributes, last_offset_delta, ..) = numbers;
        let (.., base_timestamp, max_timestamp, producer_id, producer_epoch, base_sequence) = numbers;
        let header = BatchHeader {
            base_offset,
            partition_leader_epoch,
            attributes: Attributes(attributes & !0b111),
            last_offset_delta,
            base_timestamp,
            max_timestamp,
            producer_id,
            producer_epoch,
            base_sequence,
        };
        let records = records.iter().map(|(attributes, timestamp_delta, offset_delta, key, value, headers)| Record {
            attributes: *attributes,
            timestamp_delta: *timestamp_delta,
            offset_delta: *offset_delta,
            key: key.as_deref(),
            value: value.as_deref(),
            headers: headers
                .iter()
                .map(|(key, value)| Header { key, value: value.as_deref() })
                .collect(),
        });
        let batch = Batch { header, records: records.collect() };
        let bytes = batch.encode().unwrap();
        prop_assert_eq!(decode(&bytes), Ok(vec![batch]));
        look_at_everything(&bytes);
    }
}
