//! When segments go: the rules, the outlook, and that both agree; sizes over time.

use super::*;
use crate::log::CleanupPolicy;

const NOW: Timestamp = 1_000_000;

/// Segments of 100 bytes and 5 offsets each, with these largest timestamps.
fn segments(timestamps: &[Timestamp]) -> Vec<RetainedSegment> {
    let segments = timestamps.iter().zip((0..).step_by(5));
    let segments = segments.map(|(largest_timestamp, base_offset)| RetainedSegment {
        base_offset,
        size: 100,
        largest_timestamp: *largest_timestamp,
    });
    segments.collect()
}

const fn all_committed(log_end_offset: Offset) -> LogBounds {
    LogBounds {
        log_start_offset: 0,
        high_watermark: log_end_offset,
        log_end_offset,
    }
}

fn config(retention_ms: i64, retention_bytes: i64) -> LogConfig {
    LogConfig {
        retention_ms,
        retention_bytes,
        ..LogConfig::DEFAULT
    }
}

fn dues(outlooks: &[Outlook]) -> Vec<Option<Timestamp>> {
    outlooks.iter().map(|outlook| outlook.due).collect()
}

fn holds(outlooks: &[Outlook]) -> Vec<Option<Hold>> {
    outlooks.iter().map(|outlook| outlook.hold).collect()
}

#[test]
fn a_segment_goes_one_millisecond_after_its_newest_record_is_as_old_as_allowed() {
    let segments = segments(&[NOW - 900, NOW - 100]);
    let found = outlook(&segments, all_committed(10), &config(1000, -1), NOW);
    assert_eq!(dues(&found), [Some(NOW + 101), Some(NOW + 901)]);
    let config = config(1000, -1);
    assert_eq!(
        deletable(&segments, all_committed(10), &config, NOW + 100),
        []
    );
    assert_eq!(
        deletable(&segments, all_committed(10), &config, NOW + 101),
        [DeletionReason::Time]
    );
}

#[test]
fn what_is_expired_waits_for_an_older_one_with_a_time_in_the_future() {
    let segments = segments(&[NOW - 5000, NOW + 86_400_000, NOW - 4000]);
    let found = outlook(&segments, all_committed(15), &config(1000, -1), NOW);
    assert_eq!(
        dues(&found),
        [Some(NOW), Some(NOW + 86_401_001), Some(NOW + 86_401_001)]
    );
    assert_eq!(
        holds(&found),
        [
            None,
            Some(Hold::TooYoung(NOW + 86_401_001)),
            Some(Hold::BehindOlder(5))
        ]
    );
}

#[test]
fn nothing_above_the_high_watermark_goes_nor_what_is_behind_it() {
    let bounds = LogBounds {
        high_watermark: 7,
        ..all_committed(15)
    };
    let segments = segments(&[0, 0, 0]);
    let found = outlook(&segments, bounds, &config(1000, -1), NOW);
    assert_eq!(
        holds(&found),
        [
            None,
            Some(Hold::AboveHighWatermark),
            Some(Hold::BehindOlder(5))
        ]
    );
    assert_eq!(dues(&found), [Some(NOW), None, None]);
}

#[test]
fn without_a_limit_nothing_ever_goes() {
    let segments = segments(&[0, 0]);
    let found = outlook(&segments, all_committed(10), &config(-1, -1), NOW);
    assert_eq!(holds(&found)[0], Some(Hold::Unlimited));
    let found = outlook(&segments, all_committed(10), &config(-1, 150), NOW);
    assert_eq!(holds(&found)[0], Some(Hold::WithinSize));
    let compacted = LogConfig {
        cleanup_policy: CleanupPolicy::Compact,
        ..config(1000, 0)
    };
    let found = outlook(&segments, all_committed(10), &compacted, NOW);
    assert_eq!(holds(&found)[0], Some(Hold::NeverDeletes));
}

#[test]
fn each_rule_takes_over_where_the_one_before_it_stopped() {
    let bounds = LogBounds {
        log_start_offset: 6,
        ..all_committed(20)
    };
    let segments = segments(&[0, 0, NOW - 2000, NOW]);
    let found = deletable(&segments, bounds, &config(1000, 200), NOW);
    assert_eq!(
        found,
        [
            DeletionReason::LogStartOffset,
            DeletionReason::Size,
            DeletionReason::Time
        ]
    );
}

#[test]
fn an_empty_active_segment_stays() {
    let mut segments = segments(&[0, 0]);
    segments[1].size = 0;
    let found = outlook(&segments, all_committed(5), &config(1000, -1), NOW);
    assert_eq!(holds(&found), [None, Some(Hold::EmptyActive)]);
}

/// What is said to go at some time is what goes then, and nothing of it a millisecond earlier.
#[test]
fn the_outlook_is_what_a_check_does_at_that_time() {
    let times = [0, NOW - 999, NOW - 1, NOW + 5, NOW + 999_999];
    let settings = [(1000, -1), (0, -1), (1000, 150), (-1, 150), (5_000_000, 0)];
    for (retention_ms, retention_bytes) in settings {
        let config = config(retention_ms, retention_bytes);
        for high_watermark in [0, 4, 5, 14, 15] {
            let bounds = LogBounds {
                high_watermark,
                ..all_committed(15)
            };
            for number in 0..125 {
                let of = |place: usize| times[number / 5_usize.pow(place as u32) % 5];
                let segments = segments(&[of(0), of(1), of(2)]);
                let found = outlook(&segments, bounds, &config, NOW);
                for (number, outlook) in found.iter().enumerate() {
                    let gone_at = |now| deletable(&segments, bounds, &config, now).len() > number;
                    match outlook.due {
                        Some(due) => {
                            assert!(gone_at(due));
                            assert!(due == NOW || !gone_at(due - 1));
                        }
                        None => assert!(!gone_at(NOW * 1000)),
                    }
                }
            }
        }
    }
}

#[test]
fn a_log_grows_batch_by_batch_and_shrinks_segment_by_segment() {
    let grown = |base_offset, from: Timestamp| GrownSegment {
        base_offset,
        batches: [(from, 40), (from + 10, 80), (from + 20, 120)].to_vec(),
    };
    let segments = [grown(0, 0), grown(3, 30), grown(6, 60)];
    let sizes = |config: &LogConfig| {
        [9, 10, 50, 80, 81, 111, 141].map(|now| size_at(&segments, config, now))
    };
    assert_eq!(sizes(&config(-1, -1)), [40, 80, 240, 360, 360, 360, 360]);
    assert_eq!(sizes(&config(60, -1)), [40, 80, 240, 360, 240, 120, 0]);
    assert_eq!(sizes(&config(-1, 240)), [40, 80, 240, 240, 240, 240, 240]);
    assert_eq!(sizes(&config(60, 241)), [40, 80, 240, 360, 240, 120, 0]);
}

#[test]
fn nobody_knows_when_a_segment_without_any_time_goes() {
    let segments = segments(&[-1, 0]);
    let found = outlook(&segments, all_committed(10), &config(1000, -1), NOW);
    assert_eq!(
        holds(&found),
        [Some(Hold::Untimed), Some(Hold::BehindOlder(0))]
    );
    assert_eq!(dues(&found), [None, None]);
}
