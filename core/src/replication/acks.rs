//! What a producer waits for.

use serde::{Deserialize, Serialize};

/// Required acknowledgements of a produce request (`acks`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Acks {
    /// `acks=0`: the producer does not wait for any answer.
    None,
    /// `acks=1`: the leader has appended.
    Leader,
    /// `acks=all` (-1): the high watermark has passed the records.
    All,
}

impl Acks {
    /// As it is written in a producer's configuration.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::None => "0",
            Self::Leader => "1",
            Self::All => "all",
        }
    }

    /// Reads `0`, `1`, `all` or `-1`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text {
            "0" => Some(Self::None),
            "1" => Some(Self::Leader),
            "all" | "-1" => Some(Self::All),
            _ => None,
        }
    }
}
