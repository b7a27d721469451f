//! The rooms.

mod cluster;
mod home;
mod import;
mod learn;

pub(crate) use cluster::{Cluster, Lanes};
pub(crate) use home::home;
pub(crate) use import::import_panel;
pub(crate) use learn::learn;
