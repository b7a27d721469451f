//! How fast the engine is, natively: `cargo xtask bench` runs it and adds the browser's figures.

#![allow(missing_docs, reason = "a program")]

mod support;

use std::time::Duration;

use support::{Figure, frame, look, percentile_ms, record, session, timed};
use tidemark_core::session::request::{Move, Request};
use tidemark_core::session::{Reply, Session};
use tidemark_core::sim::{Advance, Simulation};
use tidemark_tests::workload::Workload;

/// Steps of a run that is measured.
const EVENTS: u32 = 200_000;

/// Steps of the history that is sought in.
const HISTORY: u32 = 10_000;

/// Runs of each kind; the middle one counts.
const RUNS: usize = 5;

fn main() {
    // Cargo passes what stands behind `--`, and `--bench`; there is nothing to choose here.
    simulator();
    seek();
    steps(
        "step_frame_small_native",
        Workload::small(100_000),
        2_000,
        None,
    );
    import();
}

fn simulator() {
    let workload = Workload::small(EVENTS / 4);
    let (cluster, commands) = (workload.cluster(), workload.commands());
    let mut rates: Vec<f64> = (0..RUNS)
        .map(|_| {
            let mut simulation = Simulation::new(&cluster);
            let (_, time) = timed(|| {
                let mut done = 0;
                while simulation.step() < EVENTS {
                    match simulation.advance(commands.get(done)) {
                        Advance::Step(_, was_command) => done += usize::from(was_command),
                        Advance::Busy => {}
                        Advance::Complete => break,
                    }
                }
            });
            f64::from(simulation.step()) / time.as_secs_f64()
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    Figure {
        name: "simulator_native",
        value: rates[RUNS / 2],
        unit: "events/s",
        budget: Some("at least 1000000"),
        how: "steps of 3 brokers and 6 partitions under a record a millisecond, acks=all, every \
              promise checked after each; 200,000 steps, median of 5 runs",
    }
    .print();
}

fn seek() {
    let mut session = session(Workload::small(HISTORY));
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

fn steps(name: &str, workload: Workload, count: u32, budget: Option<&str>) {
    let mut session = session(workload);
    forward(&mut session, name, count, budget);
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
    let workload = Workload::large(0);
    let text = workload.describe_output();
    let mut session = Session::new();
    let (_, read) = timed(|| match session.handle(Request::Import { text }) {
        Reply::Import(view) => assert_eq!(view.partitions, workload.partitions),
        other => panic!("{other:?}"),
    });
    let (_, built) = timed(|| frame(&mut session, Request::UseImport));
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
    let crash = tidemark_core::sim::command::Command::Crash {
        broker: 1,
        how: tidemark_core::sim::command::Crash::Kill,
    };
    let (_, crashed) = timed(|| frame(&mut session, Request::Act(crash)));
    let (_, elected) = timed(|| {
        let landmark = tidemark_core::session::request::Landmark::Election;
        frame(&mut session, Request::Move(Move::Next(landmark)))
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
