//! How much memory a session takes; apart from [speed](../speed), since counting costs time.

#![allow(missing_docs, reason = "a program")]

mod support;

use peak_alloc::PeakAlloc;
use support::Figure;
use tidemark_core::sim::workload::Size;
use tidemark_tests::load::{LARGE, SMALL, record, session};

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Steps that are recorded.
const STEPS: u32 = 10_000;

fn main() {
    measure("session_memory_small", SMALL);
    measure("session_memory_large", LARGE);
}

fn measure(name: &str, size: Size) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let mut session = session(size, STEPS);
    record(&mut session, STEPS);
    let bytes = ALLOCATOR.peak_usage().saturating_sub(before);
    Figure {
        name,
        value: bytes as f64 / f64::from(1 << 20),
        unit: "MiB",
        budget: Some("at most 512"),
        how: "the most that was allocated at once while a session recorded 10,000 steps; pointers of 64 \
              bits, in the browser they have 32",
    }
    .print();
}
