//! One log under random commands, beside a model that keeps a list of batches and nothing else.

use proptest::collection::vec;
use proptest::prelude::*;
use tidemark_core::kafka::{LeaderEpoch, Offset};
use tidemark_core::log::{
    EpochCache, LeaderAppend, LogConfig, LogContext, NewRecord, OpenInfo, PartitionLog, ReadLimit,
    Recovery,
};

#[derive(Clone, Debug)]
enum Command {
    Append {
        records: usize,
        value_size: usize,
        epoch_bump: LeaderEpoch,
    },
    TruncateTo(Offset),
    UpdateHighWatermark(Offset),
    RaiseLogStart(Offset),
    Flush,
    PowerLoss,
    LoseFrom(Offset),
    Restart,
}

fn command() -> impl Strategy<Value = Command> {
    let offset = || 0..80_i64;
    prop_oneof![
        10 => (1..5_usize, 0..3000_usize, 0..10_i32).prop_map(|(records, value_size, bump)| {
            Command::Append { records, value_size, epoch_bump: (bump - 7).max(0) }
        }),
        2 => offset().prop_map(Command::TruncateTo),
        3 => offset().prop_map(Command::UpdateHighWatermark),
        1 => offset().prop_map(Command::RaiseLogStart),
        2 => Just(Command::Flush),
        1 => Just(Command::PowerLoss),
        1 => offset().prop_map(Command::LoseFrom),
        1 => Just(Command::Restart),
    ]
}

/// What a log should be: first offset, last offset and leader epoch of each batch.
#[derive(Clone, Debug, Default)]
struct Model {
    batches: Vec<(Offset, Offset, LeaderEpoch)>,
    flushed_batches: usize,
    /// Base offsets of the segments after the first one.
    rolls: Vec<Offset>,
    log_start_offset: Offset,
    high_watermark: Offset,
    log_end_offset: Offset,
}

impl Model {
    fn keep(&mut self, batches: usize) {
        self.batches.truncate(batches);
        self.flushed_batches = self.flushed_batches.min(batches);
    }

    fn whole_below(&self, offset: Offset) -> usize {
        let whole = |batch: &&(Offset, Offset, LeaderEpoch)| batch.1 < offset;
        self.batches.iter().take_while(whole).count()
    }

    fn restart(&mut self) -> OpenInfo {
        let end = self.batches.last().map_or(0, |batch| batch.1 + 1);
        // An active segment without a batch says where its first one would be.
        self.log_end_offset = end.max(self.rolls.last().copied().unwrap_or(0));
        let info = OpenInfo {
            high_watermark: self.high_watermark,
            log_start_offset: self.log_start_offset.min(self.log_end_offset),
            ..OpenInfo::default()
        };
        self.log_start_offset = info.log_start_offset;
        self.high_watermark = self.high_watermark.min(self.log_end_offset);
        info
    }
}

fn apply(
    config: &LogConfig,
    log: &mut PartitionLog,
    model: &mut Model,
    epoch: &mut LeaderEpoch,
    command: &Command,
) {
    let context = LogContext { config, now_ms: 0 };
    match *command {
        Command::Append {
            records,
            value_size,
            epoch_bump,
        } => {
            *epoch += epoch_bump;
            let value = vec![*epoch as u8; value_size];
            let records = vec![
                NewRecord {
                    value: Some(&value),
                    ..NewRecord::default()
                };
                records
            ];
            let appended = log
                .append_as_leader(context, &LeaderAppend::new(&records), *epoch)
                .unwrap();
            let (first, last) = (appended.first_offset, appended.last_offset);
            assert_eq!(first, model.log_end_offset);
            assert_eq!(last - first + 1, records.len() as i64);
            if appended.rolled.is_some() {
                // A segment is flushed as it ends.
                model.flushed_batches = model.batches.len();
                model.rolls.push(first);
            }
            model.batches.push((first, last, *epoch));
            model.log_end_offset = last + 1;
        }
        Command::TruncateTo(offset) => {
            assert_eq!(log.truncate_to(offset), offset < model.log_end_offset);
            if offset < model.log_end_offset {
                model.keep(model.whole_below(offset));
                model.rolls.retain(|base| *base <= offset);
                model.log_end_offset = offset;
                model.log_start_offset = model.log_start_offset.min(offset);
                model.high_watermark = model.high_watermark.min(offset);
            }
        }
        Command::UpdateHighWatermark(offset) => {
            let bounds = model.log_start_offset..=model.log_end_offset;
            model.high_watermark = offset.clamp(*bounds.start(), *bounds.end());
            assert_eq!(log.update_high_watermark(offset), model.high_watermark);
        }
        Command::RaiseLogStart(offset) => {
            let raised = log.maybe_increment_log_start_offset(offset);
            assert_eq!(raised.is_ok(), offset <= model.high_watermark);
            if raised == Ok(true) {
                model.log_start_offset = offset;
            }
        }
        Command::Flush => {
            log.flush();
            model.flushed_batches = model.batches.len();
        }
        Command::PowerLoss => {
            log.power_loss();
            model.keep(model.flushed_batches);
            assert_eq!(log.open(context, model.restart()), Recovery::default());
        }
        Command::LoseFrom(offset) => {
            log.lose_from(offset);
            model.keep(model.whole_below(offset));
            model.rolls.retain(|base| *base <= offset);
            assert_eq!(log.open(context, model.restart()), Recovery::default());
        }
        Command::Restart => {
            assert_eq!(log.open(context, model.restart()), Recovery::default());
        }
    }
}

fn check(log: &PartitionLog, model: &Model) {
    assert_eq!(log.log_start_offset(), model.log_start_offset);
    assert_eq!(log.high_watermark(), model.high_watermark);
    assert_eq!(log.log_end_offset(), model.log_end_offset);
    assert!(log.log_start_offset() <= log.high_watermark());
    assert!(log.high_watermark() <= log.log_end_offset());
    assert!(log.recovery_point() <= log.log_end_offset());

    let limit = ReadLimit::Records(u64::MAX);
    for start in model.log_start_offset..=model.log_end_offset {
        for end in [start, model.high_watermark, model.log_end_offset] {
            let mut read = Vec::new();
            let mut next = start;
            // A read ends with its segment.
            while let Some(data) = log.read(next, end, limit).unwrap() {
                read.extend(data.batches().map(Result::unwrap).map(|batch| {
                    let (first, last) = (batch.base_offset(), batch.last_offset());
                    (first, last, batch.partition_leader_epoch())
                }));
                next = data.next_offset;
            }
            let expected = model
                .batches
                .iter()
                .filter(|batch| batch.1 >= start && batch.1 < end);
            assert!(expected.eq(&read), "{start}..{end}");
        }
    }
    let cached: Vec<_> = log.epoch_cache().entries().collect();
    assert!(cached.is_sorted_by(|a, b| a.epoch < b.epoch && a.start_offset < b.start_offset));
    for (_, last, epoch) in model
        .batches
        .iter()
        .filter(|batch| batch.1 >= model.log_start_offset)
    {
        assert_eq!(log.epoch_cache().epoch_for_offset(*last), Some(*epoch));
    }
    let text = log.epoch_cache().to_checkpoint();
    assert_eq!(
        &EpochCache::from_checkpoint(text.as_bytes()).unwrap(),
        log.epoch_cache()
    );
}

/// A follower that fetches batch by batch has the same bytes in the end.
fn check_follower(log: &PartitionLog) {
    let mut follower = PartitionLog::new();
    follower.truncate_fully_and_start_at(log.log_start_offset());
    let limit = ReadLimit::Bytes {
        max_bytes: 5000,
        min_one_message: true,
    };
    let end = log.log_end_offset();
    while let Some(data) = log.read(follower.log_end_offset(), end, limit).unwrap() {
        let first = data.batches().next().unwrap().unwrap();
        if first.base_offset() < follower.log_end_offset() {
            // The log start lies within a batch: the follower begins where the batch does.
            follower.truncate_fully_and_start_at(first.base_offset());
        }
        let before = follower.log_end_offset();
        follower
            .append_as_follower(LogContext::DEFAULT, &data.bytes)
            .unwrap();
        assert_eq!(follower.log_end_offset(), data.next_offset);
        assert!(follower.log_end_offset() > before);
    }
    let bytes = |log: &PartitionLog, start| {
        let (mut bytes, mut next) = (Vec::new(), start);
        while let Some(data) = log.read(next, end, ReadLimit::Records(u64::MAX)).unwrap() {
            bytes.extend_from_slice(&data.bytes);
            next = data.next_offset;
        }
        bytes
    };
    let start = log.log_start_offset();
    if follower.log_end_offset() > start {
        assert_eq!(bytes(&follower, start), bytes(log, start));
    }
}

/// Offsets and positions of the index entries, and the batch that each lookup ends with.
fn check_lookups(log: &PartitionLog) {
    for segment in log.segments() {
        for offset in segment.base_offset()..=segment.next_offset() + 1 {
            let mut steps = 0;
            let found = segment.translate_offset(offset, |_| steps += 1);
            let batch = segment.lookup(offset);
            let expected = (batch < segment.batch_count()).then(|| segment.batch_range(batch));
            assert_eq!(found, expected);
            assert!(steps > 0);
        }
        let entries = segment.offset_index().into_iter();
        for entry in entries.flat_map(|index| index.entries().collect::<Vec<_>>()) {
            let batch = segment.lookup(entry.offset);
            assert_eq!(segment.last_offset(batch), entry.offset);
            assert_eq!(segment.batch_range(batch).start, entry.position as u64);
        }
    }
}

/// What the log holds, byte for byte.
fn stored(log: &PartitionLog) -> Vec<u8> {
    let files = log.segments().map(|segment| segment.file());
    files
        .flat_map(|file| file.read_at(0, usize::MAX).into_owned())
        .collect()
}

/// Closed and opened again the log is the same; with its last file cut or its indexes lost, it is what is
/// left of it.
fn check_folder(config: &LogConfig, log: &PartitionLog, cut: u64) {
    let context = LogContext { config, now_ms: 0 };
    let mut closed = log.clone();
    closed.close();
    let info = |clean_shutdown| OpenInfo {
        clean_shutdown,
        high_watermark: log.high_watermark(),
        recovery_point: 0,
        log_start_offset: log.log_start_offset(),
    };
    let mut loaded = PartitionLog::load(context, closed.folder(), info(true)).log;
    check_lookups(&loaded);
    // One that was cut within a batch ends elsewhere once it is opened, perhaps before its start.
    let ends_with_batch = log.active_segment().next_offset() == log.log_end_offset();
    if ends_with_batch {
        assert_eq!(stored(&loaded), stored(log));
    }
    loaded.close();
    // A log that was never written has no index files yet; one that starts at its end has no epoch
    // once it is opened.
    let is_written = log.active_segment().offset_index().is_some();
    let has_records = log.log_start_offset() < log.log_end_offset();
    if ends_with_batch && is_written && has_records {
        assert_eq!(loaded.folder(), closed.folder());
    }

    let mut crashed = log.folder();
    let name = log.active_segment().file_name();
    let file = crashed.open_mut(&name).unwrap();
    file.truncate(cut.min(file.len()));
    let names: Vec<_> = crashed.list().map(|(name, _)| name.to_owned()).collect();
    for name in names.iter().filter(|name| name.ends_with("index")) {
        crashed.delete(name).unwrap();
    }
    let loaded = PartitionLog::load(context, crashed, info(false)).log;
    assert!(stored(log).starts_with(&stored(&loaded)));
    check_lookups(&loaded);
}

fn config() -> impl Strategy<Value = LogConfig> {
    // A batch has up to 12 KB.
    let sizes = (
        prop_oneof![Just(1 << 30), 13_000..40_000_u32],
        96..300_u32,
        0..9000_u32,
    );
    sizes.prop_map(
        |(segment_bytes, segment_index_bytes, index_interval_bytes)| LogConfig {
            segment_bytes,
            segment_index_bytes,
            index_interval_bytes,
            ..LogConfig::DEFAULT
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_log_is_its_batches(
        config in config(),
        commands in vec(command(), 0..40),
        cut in 0..40_000_u64,
    ) {
        let (mut log, mut model, mut epoch) = (PartitionLog::new(), Model::default(), 0);
        let mut checkpoints = Vec::new();
        for command in &commands {
            checkpoints.push((log.clone(), model.clone()));
            apply(&config, &mut log, &mut model, &mut epoch, command);
        }
        check(&log, &model);
        check_follower(&log);
        check_lookups(&log);
        check_folder(&config, &log, cut);
        // What shares pages with the log has not changed along with it.
        for (log, model) in &checkpoints {
            check(log, model);
        }
    }

    #[test]
    fn any_bytes_are_appended_or_refused_without_a_panic(
        bytes in vec(any::<u8>(), 0..200),
        damage in vec((any::<prop::sample::Index>(), any::<u8>()), 0..4),
    ) {
        let mut leader = PartitionLog::new();
        let value = &bytes[..];
        let records = [NewRecord { value: Some(value), ..NewRecord::default() }; 2];
        for _ in 0..3 {
            leader.append_as_leader(LogContext::DEFAULT, &LeaderAppend::new(&records), 0).unwrap();
        }
        let data = leader.read(0, 6, ReadLimit::Records(6)).unwrap().unwrap();
        let mut stored = data.bytes.to_vec();
        for (index, byte) in damage {
            let index = index.index(stored.len());
            stored[index] = byte;
        }
        for bytes in [&stored[..], &bytes] {
            let mut follower = PartitionLog::new();
            let before = follower.clone();
            match follower.append_as_follower(LogContext::DEFAULT, bytes) {
                Ok(end) => prop_assert_eq!(end, follower.log_end_offset()),
                Err(_) => prop_assert_eq!(&follower, &before),
            }
            prop_assert_eq!(follower.open(LogContext::DEFAULT, OpenInfo::default()), Recovery::default());
        }
    }
}
