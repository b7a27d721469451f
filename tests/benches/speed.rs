//! How fast the engine is, natively: `cargo xtask bench` runs it and adds the browser's figures.

#![allow(missing_docs, reason = "a program")]

mod support;

use std::hint::black_box;
use std::time::Duration;

use support::{Figure, percentile_ms, timed};
use tidemark_core::bytes::crc32c;
use tidemark_core::paste;
use tidemark_core::session::Session;
use tidemark_core::session::request::{Landmark, Move, Request};

use tidemark_core::sim::command::{Command, Crash};
use tidemark_core::sim::workload::Size;
use tidemark_tests::load::{
    LARGE, SMALL, cluster, commands, frame, look, record, session, simulate,
};
use tidemark_tests::log_load;

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
    log();
}

/// The log on its own: written, read, searched, compacted.
fn log() {
    const BYTES: u64 = 1 << 30;
    const KEYED_BYTES: u64 = 1 << 28;
    let log = log_load::appended(BYTES);
    let (_, appended) = best(|| log_load::appended(BYTES));
    per_second(
        "append_native",
        BYTES,
        appended,
        Some("at least 500"),
        "1 GiB of records of 1 KiB, appended as a leader in batches of 16, the best of 3 runs",
    );
    let (_, iterated) = best(|| log_load::iterated(&log));
    per_second(
        "iterate_native",
        BYTES,
        iterated,
        None,
        "every record of that log read, the best of 3 runs",
    );
    let (found, looked_up) = best(|| log_load::looked_up(&log, LOOKUPS));
    assert_eq!(found, LOOKUPS);
    Figure {
        name: "lookup_native",
        value: looked_up.as_secs_f64() * 1e9 / LOOKUPS as f64,
        unit: "ns",
        budget: Some("below 1000"),
        how: "an offset in a log of 1 GiB, by offset index and scan; 1,000,000 offsets all over it, \
              the best of 3 runs",
    }
    .print();
    drop(log);
    let keyed = log_load::keyed(KEYED_BYTES);
    let (bytes, compacted) = best(|| log_load::compacted(&keyed));
    per_second(
        "compaction_native",
        bytes,
        compacted,
        None,
        "a round over 256 MiB of records of 1 KiB in batches of 16, of 20,000 keys, the best of 3 runs",
    );
    let bytes = vec![b'c'; CHECKED];
    let (_, checked) = best(|| black_box(crc32c(&bytes)));
    Figure {
        name: "crc32c_native",
        value: CHECKED as f64 / 1e9 / checked.as_secs_f64(),
        unit: "GB/s",
        budget: None,
        how: "the checksum of 64 MiB, the best of 3 runs",
    }
    .print();
}

/// Offsets that are looked up.
const LOOKUPS: i64 = 1_000_000;

/// Bytes whose checksum is taken.
const CHECKED: usize = 1 << 26;

/// The run of three that was least disturbed by others on the machine.
fn best<R>(act: impl Fn() -> R) -> (R, Duration) {
    let runs = [timed(&act), timed(&act), timed(&act)];
    runs.into_iter()
        .min_by_key(|(_, time)| *time)
        .expect("three runs")
}

fn per_second(name: &str, bytes: u64, time: Duration, budget: Option<&str>, how: &str) {
    Figure {
        name,
        value: bytes as f64 / 1e6 / time.as_secs_f64(),
        unit: "MB/s",
        budget,
        how,
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
