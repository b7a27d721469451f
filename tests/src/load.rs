//! A cluster at work and a session that looks at it: what is measured, natively and in the browser.

use tidemark_core::replication::acks::Acks;
use tidemark_core::replication::release::Release;
use tidemark_core::replication::settings::Settings;
use tidemark_core::scenario::{self, Remarks, Scenario, ScenarioCommand, Wording};
use tidemark_core::session::frame::Frame;
use tidemark_core::session::request::{EventWindow, Look, MatrixWindow, Move, Request};
use tidemark_core::session::{Reply, Session};
use tidemark_core::sim::network::NetworkSpec;
use tidemark_core::sim::start::ClusterSpec;
use tidemark_core::sim::workload::{Size, SteadyLoad};
use tidemark_core::sim::{Advance, Simulation, TimedCommand};

/// Three brokers and six partitions.
pub const SMALL: Size = Size {
    brokers: 3,
    partitions: 6,
    replication_factor: 3,
};

/// The largest cluster there is.
pub const LARGE: Size = Size {
    brokers: 100,
    partitions: 10_000,
    replication_factor: 3,
};

/// A cluster of the last release that has both ZooKeeper and KRaft, empty and in sync.
///
/// # Panics
/// If it has fewer brokers than replicas.
#[must_use]
pub fn cluster(size: Size) -> ClusterSpec {
    let settings = Settings::for_release(Release::V3_9);
    ClusterSpec::placed(size, settings, NetworkSpec::default()).expect("enough brokers")
}

/// A record every millisecond of virtual time, each acknowledged by all.
#[must_use]
pub fn commands(size: Size, records: u32) -> Vec<TimedCommand> {
    let load = SteadyLoad {
        records,
        interval_us: 1_000,
        acks: Acks::All,
    };
    load.commands(size.partitions).collect()
}

/// The frame of an answer, if need be after the rest of a long move.
///
/// # Panics
/// If the answer is none: what is measured must work.
pub fn frame(session: &mut Session, request: Request) -> Frame {
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
#[must_use]
pub fn session(size: Size, records: u32) -> Session {
    let commands = commands(size, records);
    let text = scenario::write(&Scenario {
        id: "load".to_owned(),
        title: Wording::new(),
        question: Wording::new(),
        cluster: cluster(size),
        assumed: Vec::new(),
        commands: commands.into_iter().map(ScenarioCommand::new).collect(),
        branches: Vec::new(),
        notes: Vec::new(),
        head_remarks: Vec::new(),
        last_remarks: Remarks::new(),
    });
    let mut session = Session::new();
    frame(&mut session, Request::Open { text, at: None });
    frame(&mut session, Request::Look(look()));
    session
}

/// What the page looks at on a large screen.
#[must_use]
pub fn look() -> Look {
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

/// Records `steps` steps, if the run has so many.
pub fn record(session: &mut Session, steps: u32) {
    loop {
        let position = frame(session, Request::Move(Move::End)).position;
        if position.recorded >= steps || position.complete {
            return;
        }
    }
}

/// Runs a simulation so many steps, or to its end; answers how many there were.
#[must_use]
pub fn simulate(cluster: &ClusterSpec, commands: &[TimedCommand], steps: u32) -> u32 {
    let mut simulation = Simulation::new(cluster);
    let mut done = 0;
    while simulation.step() < steps {
        match simulation.advance(commands.get(done)) {
            Advance::Step(_, was_command) => done += usize::from(was_command),
            Advance::Busy => {}
            Advance::Complete => break,
        }
    }
    simulation.step()
}
