//! Who talks to whom: the addresses of the simulated network.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::kafka::BrokerId;

/// A process that can send and receive messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Node {
    /// A broker, by `broker.id`.
    Broker(BrokerId),
    /// The active controller with its metadata store: ZooKeeper, or the KRaft quorum.
    Controller,
    /// A producer or consumer.
    Client(u32),
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broker(id) => write!(f, "{id}"),
            Self::Controller => f.write_str("controller"),
            Self::Client(id) => write!(f, "client-{id}"),
        }
    }
}
