//! How figures are measured and printed: one JSON object a line.

#![allow(dead_code, reason = "each benchmark uses its own part of this")]

use std::time::{Duration, Instant};

use serde_json::json;
use tidemark_core::session::frame::Frame;
use tidemark_core::session::request::{EventWindow, Look, MatrixWindow, Move, Request};
use tidemark_core::session::{Reply, Session};
use tidemark_tests::workload::Workload;

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

/// A session on a workload, looked at as the page looks: the whole window is in use.
pub(crate) fn session(workload: Workload) -> Session {
    let mut session = Session::new();
    let text = tidemark_core::scenario::write(&workload.scenario());
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
