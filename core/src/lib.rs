//! A deterministic simulator of Apache Kafka.
//!
//! No standard library, no clock, no randomness, no input or output of its own:
//! what happens is decided by the scenario alone, so that a run can be repeated,
//! stepped backwards and compared on any machine.
//!
//! The modules are floors: each imports only from those above it in this list.

#![no_std]
#![forbid(unsafe_code)]
#![warn(
    clippy::std_instead_of_core,
    clippy::std_instead_of_alloc,
    clippy::alloc_instead_of_core
)]

extern crate alloc;
#[cfg(test)]
extern crate std;

pub mod kafka;

pub mod bytes;
pub mod shared;

pub mod disk;
pub mod io_path;
pub mod record;

pub mod log;

pub mod replication;

pub mod inspect;

pub mod files;

pub mod topology;

pub mod event;

pub mod cluster;

pub mod sim;

pub mod history;

pub mod import;
pub mod scenario;

pub mod link;

pub mod paste;

pub mod session;

pub mod study;
