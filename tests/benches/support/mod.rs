//! How figures are measured and printed: one JSON object a line.

#![allow(dead_code, reason = "each benchmark uses its own part of this")]

use std::time::{Duration, Instant};

use serde_json::json;
use tidemark_core::replication::acks::Acks;
use tidemark_core::replication::release::Release;
use tidemark_core::replication::settings::Settings;
use tidemark_core::scenario::{self, Remarks, Scenario, ScenarioCommand, Wording};
use tidemark_core::session::frame::Frame;
use tidemark_core::session::request::{EventWindow, Look, MatrixWindow, Move, Request};
use tidemark_core::session::{Reply, Session};
use tidemark_core::sim::TimedCommand;
use tidemark_core::sim::network::NetworkSpec;
use tidemark_core::sim::start::ClusterSpec;
use tidemark_core::sim::workload::{Size, SteadyLoad};

/// A measured figure.
pub(crate) struct Figure<'a> {
    /// What it is, for machines.
    pub(crate) name: &'a str,
    /// Its value.
    pub(crate) value: f64,
    /// What it counts.
    pub(crate) unit: &'a str,
    /// What it has to be; `None` if nothing is asked.
    pub(crate) budget: Option<&'a str>,
    /// How it was measured.
    pub(crate) how: &'a str,
}

impl Figure<'_> {
    /// Prints it.
    pub(crate) fn print(&self) {
        let value = (self.value * 1000.0).round() / 1000.0;
        println!(
            "{}",
            json!({
                "name": self.name,
                "value": value,
                "unit": self.unit,
                "budget": self.budget,
                "how": self.how,
            })
        );
    }
}

/// Three brokers and six partitions.
pub(crate) const SMALL: Size = Size {
    brokers: 3,
    partitions: 6,
    replication_factor: 3,
};

/// The largest cluster there is.
pub(crate) const LARGE: Size = Size {
    brokers: 100,
    partitions: 10_000,
    replication_factor: 3,
};

/// A cluster of the last release that has both ZooKeeper and KRaft, empty and in sync.
///
/// # Panics
/// If it has fewer brokers than replicas.
pub(crate) fn cluster(size: Size) -> ClusterSpec {
    let settings = Settings::for_release(Release::V3_9);
    ClusterSpec::placed(size, settings, NetworkSpec::default()).expect("enough brokers")
}

/// A record every millisecond of virtual time, each acknowledged by all.
pub(crate) fn commands(size: Size, records: u32) -> Vec<TimedCommand> {
    let load = SteadyLoad {
        records,
        interval_us: 1_000,
        acks: Acks::All,
    };
    load.commands(size.partitions).collect()
}

/// How long something takes.
pub(crate) fn timed<R>(act: impl FnOnce() -> R) -> (R, Duration) {
    let start = Instant::now();
    let result = act();
    (result, start.elapsed())
}

/// The value that `percent` of all values do not exceed, in milliseconds.
pub(crate) fn percentile_ms(times: &mut [Duration], percent: usize) -> f64 {
    times.sort_unstable();
    let rank = (times.len() * percent).div_ceil(100).max(1) - 1;
    times
        .get(rank)
        .map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}

/// The frame of an answer, if need be after the rest of a long move.
///
/// # Panics
/// If the answer is none: what is measured must work.
pub(crate) fn frame(session: &mut Session, request: Request) -> Frame {
    let mut reply = session.handle(request);
    loop {
        match reply {
            Reply::Frame(frame) => return *frame,
            Reply::Working { .. } => reply = session.resume(),
            other => panic!("{other:?}"),
        }
    }
}

/// A session with that load, looked at as the page looks: the whole window is in use.
pub(crate) fn session(size: Size, records: u32) -> Session {
    let commands = commands(size, records);
    let text = scenario::write(&Scenario {
        id: "load".to_owned(),
        title: Wording::new(),
        question: Wording::new(),
        cluster: cluster(size),
        assumed: Vec::new(),
        commands: commands.into_iter().map(ScenarioCommand::new).collect(),
        branches: Vec::new(),
        head_remarks: Vec::new(),
        last_remarks: Remarks::new(),
    });
    let mut session = Session::new();
    frame(&mut session, Request::Open { text, at: None });
    frame(&mut session, Request::Look(look()));
    session
}

/// What the page looks at on a large screen.
pub(crate) fn look() -> Look {
    Look {
        matrix: MatrixWindow {
            count: 200,
            ..MatrixWindow::default()
        },
        events: EventWindow {
            count: 60,
            ..EventWindow::default()
        },
        scrubber_width: 1200,
        ..Look::default()
    }
}

/// Records `steps` steps.
pub(crate) fn record(session: &mut Session, steps: u32) {
    while frame(session, Request::Move(Move::End)).position.recorded < steps {}
}
