//! Any bytes as the files of a partition's folder: it is opened as Kafka opens it, read, cleaned and cut, never a panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tidemark_core::disk::{Directory, File};
use tidemark_core::log::cleaner::{CleanRequest, OffsetMap};
use tidemark_core::log::{LogContext, OpenInfo, PartitionLog, ReadLimit};

const NAMES: [&str; 12] = [
    "00000000000000000000.log",
    "00000000000000000000.index",
    "00000000000000000000.timeindex",
    "00000000000000000000.txnindex",
    "00000000000000000005.log",
    "00000000000000000005.index",
    "00000000000000000005.timeindex",
    "00000000000000000005.snapshot",
    "00000000000000000000.log.swap",
    "00000000000000000000.log.cleaned",
    "00000000000000000000.log.deleted",
    "leader-epoch-checkpoint",
];

fuzz_target!(|input: (Vec<(u8, Vec<u8>)>, bool, u8, u8, u8)| {
    let (files, clean_shutdown, high_watermark, recovery_point, log_start_offset) = input;
    let mut folder = Directory::new();
    for (name, bytes) in files {
        let mut file = File::new();
        file.append(&bytes);
        folder.insert(NAMES[usize::from(name) % NAMES.len()], file);
    }
    let info = OpenInfo {
        clean_shutdown,
        high_watermark: high_watermark.into(),
        recovery_point: recovery_point.into(),
        log_start_offset: log_start_offset.into(),
    };
    let mut log = PartitionLog::load(LogContext::DEFAULT, folder, info).log;
    let (start, end) = (log.log_start_offset(), log.log_end_offset());
    assert!(start <= end);
    let mut next = start;
    while let Ok(Some(read)) = log.read(next, end, ReadLimit::Records(50)) {
        assert!(read.records().count() < usize::MAX && read.next_offset > next);
        next = read.next_offset;
    }
    let request = CleanRequest {
        first_dirty_offset: start,
        first_uncleanable_offset: log.active_segment().base_offset().max(start),
    };
    if let Ok(cleaned) = log.clean(LogContext::DEFAULT, request, OffsetMap::new(100, 900_000)) {
        log.replace_segments(LogContext::DEFAULT, &cleaned);
    }
    assert_eq!(log.log_end_offset(), end);
    log.truncate_to(start + (end - start) / 2);
});
