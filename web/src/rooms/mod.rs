//! The rooms.

mod cluster;
mod home;
mod import;
mod learn;

pub(crate) use cluster::Cluster;
pub(crate) use home::Home;
pub(crate) use import::ImportPanel;
pub(crate) use learn::Learn;
