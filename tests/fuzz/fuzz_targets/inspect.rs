//! Any bytes as every file of a partition's folder, in slices of any size: read to the end, never a panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tidemark_core::inspect::{
    Findings, LogInspector, LogOptions, Walked, check_epoch_checkpoint, check_metadata,
    check_offset_checkpoint, check_snapshot, looks_like,
};

fuzz_target!(|input: (&[u8], u16)| {
    let (bytes, slice) = input;
    let mut inspector = LogInspector::new(LogOptions {
        base_offset: Some(0),
        now_ms: Some(0),
    });
    inspector.audit_offset_index(bytes);
    inspector.audit_time_index(bytes);
    inspector.audit_transaction_index(Some(bytes));
    let mut walked_bytes = 0;
    let mut count = |walked: &Walked<'_>| match walked {
        Walked::Batch { batch, .. } => walked_bytes += batch.size() as u64,
        Walked::Skipped { bytes, .. } => walked_bytes += bytes,
        Walked::Zeros { .. } => {}
    };
    for slice in bytes.chunks(usize::from(slice) + 1) {
        inspector.feed_seen(slice, &mut count);
    }
    let _ = inspector.finish_seen(&mut count);
    assert_eq!(walked_bytes, bytes.len() as u64);

    let mut findings = Findings::default();
    check_snapshot(Some(0), bytes, &mut findings);
    check_epoch_checkpoint(bytes, &mut findings);
    check_offset_checkpoint(bytes, &mut findings);
    check_metadata(bytes, &mut findings);
    let _ = looks_like(bytes, bytes.len() as u64);
});
