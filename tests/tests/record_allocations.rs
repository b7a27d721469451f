//! Going through a segment takes no memory, however many records it has.

use peak_alloc::PeakAlloc;
use tidemark_core::record::{AnyBatch, Attributes, Batch, BatchHeader, Batches, Record};

#[global_allocator]
static PEAK: PeakAlloc = PeakAlloc;

/// The segment of a hundred batches of a hundred records each.
fn segment() -> Vec<u8> {
    let mut segment = Vec::new();
    for batch in 0..100_i64 {
        let records = (0..100).map(|offset_delta| Record {
            offset_delta,
            key: Some(b"a key"),
            value: Some(b"a value"),
            ..Record::default()
        });
        let batch = Batch {
            header: BatchHeader {
                base_offset: batch * 100,
                attributes: Attributes::default(),
                last_offset_delta: 99,
                ..BatchHeader::default()
            },
            records: records.collect(),
        };
        segment.extend(batch.encode().unwrap());
    }
    segment
}

/// Goes through the segment in both ways. Answers by how much the memory in use grew meanwhile.
fn growth(segment: &[u8]) -> usize {
    let before = PEAK.current_usage();
    PEAK.reset_peak_usage();
    let mut sum = 0;
    for batch in Batches::new(segment, 0) {
        let batch = batch.unwrap();
        batch.check_crc().unwrap();
        for record in batch.records().unwrap() {
            let record = record.unwrap();
            sum += record.offset + record.value.map_or(0, <[u8]>::len) as i64;
            sum += record.headers.count() as i64;
        }
    }
    let mut rest = segment;
    while let Ok(batch) = AnyBatch::read(rest, 0) {
        let section = batch.section(0).unwrap();
        for record in batch.records_in(&section).unwrap() {
            sum += record.unwrap().offset;
        }
        rest = &rest[batch.size()..];
    }
    assert_eq!(sum, 2 * (9_999 * 10_000 / 2) + 7 * 10_000);
    PEAK.peak_usage().saturating_sub(before)
}

#[test]
fn going_through_a_segment_allocates_nothing() {
    let segment = segment();
    // The test's runner has a thread of its own, which may take memory in one round, but not in all.
    let least = (0..20).map(|_| growth(&segment)).min();
    assert_eq!(least, Some(0));
}
