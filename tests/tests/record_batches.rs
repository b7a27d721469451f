//! The record format against batches that Kafka's own classes have read back, and against noise.

use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::Value;
use tidemark_core::bytes::{crc32, crc32c};
use tidemark_core::record::{
    Attributes, Batch, BatchError, BatchHeader, BatchView, Batches, Codec, ControlRecord,
    EndTransactionMarker, Header, Record, RecordFault, RecordView, TimestampType,
    UnsupportedFormat,
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

fn check_batches(name: &str, expected: &[Value], bytes: &[u8]) -> &'static str {
    let first = &expected[0];
    let magic = number(&first["magic"]);
    if magic < 2 {
        check_unsupported(name, bytes, UnsupportedFormat::Magic(magic));
        let mut rest = bytes;
        for batch in expected {
            let (message, later) = rest.split_at(number(&batch["size"]));
            assert_eq!(
                crc32(&message[16..]),
                number::<u32>(&batch["crc"]),
                "{name}"
            );
            rest = later;
        }
        return "magic 0 and 1";
    }
    let mut position = 0;
    for (view, expected) in Batches::new(bytes, 0).map(Result::unwrap).zip(expected) {
        assert_eq!(view.position(), position, "{name}");
        position += number::<u64>(&expected["size"]);
        check_header(name, &view, expected);
    }
    assert_eq!(position, bytes.len() as u64, "{name}");

    let codec = codec(text(&first["compression"]));
    if codec != Codec::None {
        check_unsupported(name, bytes, UnsupportedFormat::Codec(codec));
        return "compressed";
    }
    for (view, expected) in Batches::new(bytes, 0).map(Result::unwrap).zip(expected) {
        let records: Vec<_> = view.records().unwrap().map(Result::unwrap).collect();
        let expected_records = list(&expected["records"]);
        assert_eq!(records.len(), expected_records.len(), "{name}");
        for (record, expected) in records.iter().zip(expected_records) {
            check_record(name, record, expected);
        }
        check_encode(name, &view, expected);
    }
    "whole"
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

fn check_record(name: &str, record: &RecordView<'_>, expected: &Value) {
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

/// Looks at everything there is to see in `bytes`, wherever reading may begin.
fn look_at_everything(bytes: &[u8]) {
    let _ = decode(bytes);
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
