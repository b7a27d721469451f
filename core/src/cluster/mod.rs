//! The parts of a cluster, each a state machine without input or output of its own: time and requests
//! go in, answers and effects come out. Nothing here knows that a network exists.

pub mod broker;
pub mod controller;
pub mod partition_state;
pub mod replica;
