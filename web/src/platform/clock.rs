//! The browser's clock. It paces the playing of a run, and never enters the run itself.

use gloo::timers::callback::Timeout;

/// Calls once after `delay_ms`, unless the returned handle is dropped before.
pub(crate) fn after(delay_ms: u32, call: impl FnOnce() + 'static) -> Timeout {
    Timeout::new(delay_ms, call)
}

/// Calls once, after what is waiting already; works in a worker, too.
pub(crate) fn soon(call: impl FnOnce() + 'static) {
    Timeout::new(0, call).forget();
}
