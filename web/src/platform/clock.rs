//! The browser's clock. It paces the playing of a run, and never enters the run itself.

use gloo::timers::callback::Timeout;
use gloo::utils::window;

/// Milliseconds since the page was opened.
pub(crate) fn now_ms() -> f64 {
    window().performance().map_or(0.0, |performance| performance.now())
}

/// Calls once after `delay_ms`, unless the returned handle is dropped before.
pub(crate) fn after(delay_ms: u32, call: impl FnOnce() + 'static) -> Timeout {
    Timeout::new(delay_ms, call)
}

/// Calls once, after what is waiting already; works in a worker, too.
pub(crate) fn soon(call: impl FnOnce() + 'static) {
    Timeout::new(0, call).forget();
}
