//! The engine as WebAssembly without the page: what `tests/browser/bench.js` measures in Chromium.
//!
//! The clock is the browser's: each function does a piece of work, and whoever calls it looks at the time.

#![allow(
    unsafe_code,
    reason = "a function keeps its name in the module only by an attribute that is unsafe"
)]

use std::cell::RefCell;
use std::hint::black_box;

use tidemark_core::bytes::crc32c;
use tidemark_core::log::PartitionLog;
use tidemark_core::session::Session;
use tidemark_core::session::request::{Move, Request};
use tidemark_core::sim::TimedCommand;
use tidemark_core::sim::start::ClusterSpec;
use tidemark_tests::load::{self, LARGE, SMALL};
use tidemark_tests::log_load;

thread_local! {
    static SIMULATED: RefCell<Option<(ClusterSpec, Vec<TimedCommand>)>> = const { RefCell::new(None) };
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
    static LOG: RefCell<Option<PartitionLog>> = const { RefCell::new(None) };
    static BYTES: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Prepares a cluster of three brokers and six partitions, and `records` records to write.
#[unsafe(no_mangle)]
pub extern "C" fn prepare(records: u32) {
    let prepared = (load::cluster(SMALL), load::commands(SMALL, records));
    SIMULATED.set(Some(prepared));
}

/// Simulates `steps` steps of what was prepared; answers how many there were.
#[unsafe(no_mangle)]
pub extern "C" fn simulate(steps: u32) -> u32 {
    SIMULATED.with_borrow(|prepared| {
        let steps_of = |(cluster, commands): &(ClusterSpec, Vec<TimedCommand>)| {
            load::simulate(cluster, commands, steps)
        };
        prepared.as_ref().map_or(0, steps_of)
    })
}

/// Opens a session, of the largest cluster if `large` is not 0, and records `steps` steps in it.
#[unsafe(no_mangle)]
pub extern "C" fn record(large: u32, steps: u32) {
    let size = if large == 0 { SMALL } else { LARGE };
    let mut session = load::session(size, steps);
    load::record(&mut session, steps);
    SESSION.set(Some(session));
}

/// Goes to a step of that session and builds its frame; answers the step.
#[unsafe(no_mangle)]
pub extern "C" fn seek(step: u32) -> u32 {
    go(Move::To(step))
}

/// One step forward, with its frame; answers the step.
#[unsafe(no_mangle)]
pub extern "C" fn forward() -> u32 {
    go(Move::Forward)
}

/// Writes a log of so many MiB, without keys or, if `keyed` is not 0, with them.
#[unsafe(no_mangle)]
pub extern "C" fn append(mebibytes: u32, keyed: u32) {
    let bytes = u64::from(mebibytes) << 20;
    LOG.set(None);
    LOG.set(Some(if keyed == 0 {
        log_load::appended(bytes)
    } else {
        log_load::keyed(bytes)
    }));
}

/// Reads every record of the log that was written; answers how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn iterate() -> u32 {
    of_log(|log| u32::try_from(log_load::iterated(log)).unwrap_or(0))
}

/// Finds so many offsets in it; answers how many of them it found.
#[unsafe(no_mangle)]
pub extern "C" fn look_up(lookups: u32) -> u32 {
    of_log(|log| u32::try_from(log_load::looked_up(log, lookups.into())).unwrap_or(0))
}

/// Compacts it; answers how many bytes the round read.
#[unsafe(no_mangle)]
pub extern "C" fn compact() -> u32 {
    of_log(|log| u32::try_from(log_load::compacted(log)).unwrap_or(0))
}

/// Prepares so many MiB to take the checksum of.
#[unsafe(no_mangle)]
pub extern "C" fn prepare_bytes(mebibytes: u32) {
    BYTES.set(vec![b'c'; (mebibytes as usize) << 20]);
}

/// Takes their checksum.
#[unsafe(no_mangle)]
pub extern "C" fn checksum() -> u32 {
    BYTES.with_borrow(|bytes| crc32c(black_box(bytes)))
}

fn of_log(act: impl FnOnce(&PartitionLog) -> u32) -> u32 {
    LOG.with_borrow(|log| log.as_ref().map_or(0, act))
}

fn go(to: Move) -> u32 {
    SESSION.with_borrow_mut(|session| {
        let session = session.as_mut();
        session.map_or(0, |session| {
            load::frame(session, Request::Move(to)).position.step
        })
    })
}
