//! The offset of a time in a folder, step by step.

use tidemark_core::disk::File;
use tidemark_core::files::example::first;
use tidemark_core::files::{Comparing, Desk, FoundTime, NotOpened, Side, Survey, TimeStep};

/// The example's first record; the others follow every seven hours.
const FIRST: i64 = 1_700_000_000_000;
const INTERVAL_MS: i64 = 7 * 3_600_000;

fn desk() -> Desk<File> {
    let mut survey = Survey::new(first(), None);
    while survey.step() {}
    let (report, files) = survey.finish();
    Desk::new(report, files)
}

const fn time(offset: i64) -> i64 {
    FIRST + offset * INTERVAL_MS
}

#[test]
fn a_time_leads_through_segment_time_index_offset_index_and_batches() {
    let found = desk().find_time(0, time(8) - 1, None).unwrap();
    assert_eq!(
        found.found,
        Some(FoundTime {
            offset: 8,
            timestamp: time(8),
            leader_epoch: 0
        })
    );
    let segment = |base_offset, last: i64, is_chosen| TimeStep::Segment {
        base_offset,
        largest_timestamp: time(last),
        is_chosen,
    };
    let time_entry = |purpose| TimeStep::TimeEntry {
        entry: 0,
        timestamp: time(9),
        offset: 9,
        is: Side::Above,
        purpose,
    };
    let offset_entry = |purpose| TimeStep::OffsetEntry {
        entry: 0,
        offset: 9,
        is: Side::Above,
        purpose,
    };
    // The one entry of segment 6's time index but the last is that of offset 9: later, so that its start counts.
    assert_eq!(
        found.steps,
        [
            segment(0, 5, false),
            segment(6, 11, true),
            time_entry(Comparing::Warm),
            time_entry(Comparing::BeforeAll),
            TimeStep::TimeAnswer {
                timestamp: -1,
                offset: 6
            },
            offset_entry(Comparing::Warm),
            offset_entry(Comparing::BeforeAll),
            TimeStep::Position { position: 0 },
            TimeStep::Batch {
                position: 0,
                last_offset: 6
            },
            TimeStep::Batch {
                position: 252,
                last_offset: 7
            },
            TimeStep::Batch {
                position: 504,
                last_offset: 8
            },
        ]
    );
}

#[test]
fn a_time_after_all_has_no_offset_and_negative_ones_stand_for_the_ends() {
    let desk = desk();
    let offset = |target| {
        desk.find_time(0, target, None)
            .unwrap()
            .found
            .map(|found| found.offset)
    };
    assert_eq!(offset(time(14) + 1), None);
    assert_eq!(offset(0), Some(0));
    assert_eq!(offset(-1), Some(15));
    assert_eq!(offset(-2), Some(0));
    assert_eq!(offset(-3), Some(14));
    // What is not committed is not told to a client.
    let beyond = desk.find_time(0, time(10), Some(9)).unwrap();
    assert_eq!(beyond.found, None);
    assert_eq!(desk.find_time(1, 0, None), Err(NotOpened::NoLog));
}
