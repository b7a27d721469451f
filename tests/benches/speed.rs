//! How fast the engine is, natively: `cargo xtask bench` runs it and adds the browser's figures.

#![allow(missing_docs, reason = "a program")]

mod support;

use std::time::Duration;

use support::{Figure, percentile_ms, timed};
use tidemark_core::log::{LeaderAppend, LogContext, NewRecord, PartitionLog};
use tidemark_core::paste;
use tidemark_core::session::Session;
use tidemark_core::session::request::{Landmark, Move, Request};

use tidemark_core::sim::command::{Command, Crash};
use tidemark_core::sim::workload::Size;
use tidemark_tests::load::{
    LARGE, SMALL, cluster, commands, frame, look, record, session, simulate,
};

/// Steps of a run that is measured.
const EVENTS: u32 = 200_000;

/// Steps of the history that is sought in.
const HISTORY: u32 = 10_000;

/// Runs; the one least disturbed by others on the machine counts.
const RUNS: usize = 5;

fn main() {
    // Cargo passes what stands behind `--`, and `--bench`; there is nothing to choose here.
    simulator();
    seek();
    let mut small = session(SMALL, HISTORY);
    forward(&mut small, "step_frame_small_native", 2_000, None);
    import();
    let log = append();
    lookup(&log);
}

/// Records of 1 KiB in batches of 16, to a log of 1 GiB segments.
fn append() -> PartitionLog {
    const BYTES: usize = 1 << 30;
    let value = [b'v'; 1024];
    let record = NewRecord {
        value: Some(&value),
        ..NewRecord::default()
    };
    let records = [record; 16];
    let append = LeaderAppend::new(&records);
    let mut log = PartitionLog::new();
    let appends = BYTES / (16 * 1024);
    let (_, time) = timed(|| {
        for _ in 0..appends {
            log.append_as_leader(LogContext::DEFAULT, &append, 0)
                .expect("there is room");
        }
    });
    Figure {
        name: "append_native",
        value: BYTES as f64 / 1e6 / time.as_secs_f64(),
        unit: "MB/s",
        budget: Some("at least 500"),
        how: "1 GiB of records of 1 KiB, appended as a leader in batches of 16",
    }
    .print();
    log
}

/// Offsets all over the log, found by index and scan.
fn lookup(log: &PartitionLog) {
    const LOOKUPS: i64 = 1_000_000;
    let end = log.log_end_offset();
    let segments: Vec<_> = log.segments().collect();
    let (found, time) = timed(|| {
        // A stride that has no factor in common with the log's length visits offsets evenly.
        let offsets = (0..LOOKUPS).map(|n| n * 7_919 % end);
        let found = offsets.filter(|offset| {
            let after = segments.partition_point(|own| own.base_offset() <= *offset);
            let found = segments[after - 1].translate_offset(*offset, |_| {});
            found.is_some()
        });
        found.count()
    });
    assert_eq!(found as i64, LOOKUPS);
    Figure {
        name: "lookup_native",
        value: time.as_secs_f64() * 1e9 / LOOKUPS as f64,
        unit: "ns",
        budget: Some("below 1000"),
        how: "an offset in a log of 1 GiB, by offset index and scan; 1,000,000 offsets all over it",
    }
    .print();
}

fn simulator() {
    let (cluster, commands) = (cluster(SMALL), commands(SMALL, EVENTS / 4));
    let mut rates: Vec<f64> = (0..RUNS)
        .map(|_| {
            let (steps, time) = timed(|| simulate(&cluster, &commands, EVENTS));
            f64::from(steps) / time.as_secs_f64()
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    Figure {
        name: "simulator_native",
        value: rates[RUNS - 1],
        unit: "events/s",
        budget: Some("at least 1000000"),
        how: "steps of 3 brokers and 6 partitions under a record a millisecond, acks=all, every \
              promise checked after each; 200,000 steps, the best of 5 runs",
    }
    .print();
}

fn seek() {
    let mut session = session(SMALL, HISTORY);
    record(&mut session, HISTORY);
    // A stride that has no factor in common with the history's length visits places evenly.
    let targets = (0..500_u32).map(|n| n.wrapping_mul(7_919) % HISTORY);
    let mut times: Vec<Duration> = targets
        .map(|target| timed(|| frame(&mut session, Request::Move(Move::To(target)))).1)
        .collect();
    let how = "Move::To any step of a recorded history of 10,000 steps, with its frame; 3 brokers, 6 \
               partitions; 500 places";
    let budget = Some("at most 50 in the browser");
    for (name, percent) in [("seek_p95_native", 95), ("seek_max_native", 100)] {
        Figure {
            name,
            value: percentile_ms(&mut times, percent),
            unit: "ms",
            budget,
            how,
        }
        .print();
    }
}

fn forward(session: &mut Session, name: &str, count: u32, budget: Option<&str>) {
    let recorded = frame(session, Request::Cancel).position.recorded;
    frame(session, Request::Move(Move::To(recorded)));
    let mut times: Vec<Duration> = (0..count)
        .map(|_| timed(|| frame(session, Request::Move(Move::Forward))).1)
        .collect();
    Figure {
        name,
        value: percentile_ms(&mut times, 95),
        unit: "ms",
        budget,
        how: "one new step and its frame, 95th percentile",
    }
    .print();
}

fn import() {
    let text = describe_output(LARGE);
    let mut session = Session::new();
    let (paste, read) = timed(|| paste::read(&text));
    assert_eq!(paste.view.partitions, LARGE.partitions);
    let text = paste.scenario.expect("the listing is sound");
    let (_, built) = timed(|| frame(&mut session, Request::Open { text, at: None }));
    Figure {
        name: "import_10000_partitions_native",
        value: (read + built).as_secs_f64() * 1000.0,
        unit: "ms",
        budget: None,
        how: "describe output of 100 brokers and 10,000 partitions, pasted, read and simulated, up to \
              the first frame",
    }
    .print();
    frame(&mut session, Request::Look(look()));
    let crash = Command::Crash {
        broker: 1,
        how: Crash::Kill,
    };
    let (_, crashed) = timed(|| frame(&mut session, Request::Act(crash)));
    let (_, elected) = timed(|| {
        let next = Move::Next(Landmark::Election);
        frame(&mut session, Request::Move(next))
    });
    let worst = crashed.max(elected).as_secs_f64() * 1000.0;
    Figure {
        name: "failover_10000_partitions_native",
        value: worst,
        unit: "ms",
        budget: None,
        how: "the slower of two frames: a broker of that cluster crashes; all its partitions are elected",
    }
    .print();
    forward(
        &mut session,
        "step_frame_large_native",
        300,
        Some("at most 50 in the browser"),
    );
}

/// A cluster as `kafka-topics.sh --describe` prints it.
fn describe_output(size: Size) -> String {
    let partitions = size.partitions;
    let mut text = format!(
        "Topic: t\tPartitionCount: {partitions}\tReplicationFactor: {}\tConfigs: \n",
        size.replication_factor
    );
    for (partition, spec) in cluster(size).partitions.iter().enumerate() {
        let replicas: Vec<String> = spec
            .state
            .replicas
            .iter()
            .map(ToString::to_string)
            .collect();
        let (leader, replicas) = (&replicas[0], replicas.join(","));
        text += &format!(
            "\tTopic: t\tPartition: {partition}\tLeader: {leader}\tReplicas: {replicas}\tIsr: {replicas}\n"
        );
    }
    text
}
