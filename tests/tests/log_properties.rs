//! One log under random commands, beside a model that keeps a list of batches and nothing else.

use proptest::collection::vec;
use proptest::prelude::*;
use tidemark_core::kafka::{LeaderEpoch, Offset};
use tidemark_core::log::{
    EpochCache, LeaderAppend, LogContext, NewRecord, OpenInfo, PartitionLog, ReadLimit, Recovery,
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
        self.log_end_offset = self.batches.last().map_or(0, |batch| batch.1 + 1);
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

fn apply(log: &mut PartitionLog, model: &mut Model, epoch: &mut LeaderEpoch, command: &Command) {
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
                .append_as_leader(LogContext::DEFAULT, &LeaderAppend::new(&records), *epoch)
                .unwrap();
            let (first, last) = (appended.first_offset, appended.last_offset);
            assert_eq!(first, model.log_end_offset);
            assert_eq!(last - first + 1, records.len() as i64);
            model.batches.push((first, last, *epoch));
            model.log_end_offset = last + 1;
        }
        Command::TruncateTo(offset) => {
            assert_eq!(log.truncate_to(offset), offset < model.log_end_offset);
            if offset < model.log_end_offset {
                model.keep(model.whole_below(offset));
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
            assert_eq!(
                log.open(LogContext::DEFAULT, model.restart()),
                Recovery::default()
            );
        }
        Command::LoseFrom(offset) => {
            log.lose_from(offset);
            model.keep(model.whole_below(offset));
            assert_eq!(
                log.open(LogContext::DEFAULT, model.restart()),
                Recovery::default()
            );
        }
        Command::Restart => {
            assert_eq!(
                log.open(LogContext::DEFAULT, model.restart()),
                Recovery::default()
            );
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
            let data = log.read(start, end, limit).unwrap();
            let read: Vec<_> = data
                .iter()
                .flat_map(|data| data.batches())
                .map(Result::unwrap)
                .collect();
            let read = read.iter().map(|batch| {
                (
                    batch.base_offset(),
                    batch.last_offset(),
                    batch.partition_leader_epoch(),
                )
            });
            let expected = model
                .batches
                .iter()
                .filter(|batch| batch.1 >= start && batch.1 < end);
            assert!(read.eq(expected.copied()), "{start}..{end}");
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
    let all = ReadLimit::Records(u64::MAX);
    let read = |log: &PartitionLog, start| {
        log.read(start, end, all)
            .map(|data| data.map(|data| data.bytes))
    };
    let start = log.log_start_offset();
    if follower.log_end_offset() > start {
        assert_eq!(read(&follower, start), read(log, start));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_log_is_its_batches(commands in vec(command(), 0..40)) {
        let (mut log, mut model, mut epoch) = (PartitionLog::new(), Model::default(), 0);
        let mut checkpoints = Vec::new();
        for command in &commands {
            checkpoints.push((log.clone(), model.clone()));
            apply(&mut log, &mut model, &mut epoch, command);
        }
        check(&log, &model);
        check_follower(&log);
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
