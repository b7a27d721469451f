//! How figures are measured and printed: one JSON object a line.

#![allow(dead_code, reason = "each benchmark uses its own part of this")]

use std::time::{Duration, Instant};

use serde_json::json;

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
