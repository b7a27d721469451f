//! Kafka releases: each stands for a bundle of rules and defaults that go together.

use core::fmt;

use serde::{Deserialize, Serialize};

/// A Kafka release, by its first two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Release {
    /// `3` of 3.7.
    pub major: u8,
    /// `7` of 3.7.
    pub minor: u8,
}

impl Release {
    /// Leader epochs in records and OffsetsForLeaderEpoch (KIP-101).
    pub const V0_11: Self = Self::new(0, 11);
    /// The answer to OffsetsForLeaderEpoch carries the epoch, too (KIP-279).
    pub const V2_0: Self = Self::new(2, 0);
    /// Fetches and epoch queries carry the sender's leader epoch and are fenced (KIP-320).
    pub const V2_1: Self = Self::new(2, 1);
    /// A changed broker epoch is handled as failure and start (KIP-380).
    pub const V2_2: Self = Self::new(2, 2);
    /// 18 s ZooKeeper session, 30 s replica lag (KIP-537).
    pub const V2_5: Self = Self::new(2, 5);
    /// AlterPartition replaces the write to ZooKeeper (KIP-497); truncation on fetch.
    pub const V2_7: Self = Self::new(2, 7);
    /// First release with KRaft.
    pub const V2_8: Self = Self::new(2, 8);
    /// Producers default to `acks=all` (KIP-679).
    pub const V3_0: Self = Self::new(3, 0);
    /// KRaft is ready for production.
    pub const V3_3: Self = Self::new(3, 3);
    /// In KRaft an ISR shrink no longer raises the leader epoch.
    pub const V3_6: Self = Self::new(3, 6);
    /// The high watermark may advance only while the ISR has the effective min ISR.
    pub const V3_7: Self = Self::new(3, 7);
    /// The last release with both ZooKeeper and KRaft.
    pub const V3_9: Self = Self::new(3, 9);
    /// ZooKeeper is gone.
    pub const V4_0: Self = Self::new(4, 0);

    /// All releases offered, oldest first.
    pub const ALL: [Self; 26] = [
        Self::new(0, 8),
        Self::new(0, 9),
        Self::new(0, 10),
        Self::V0_11,
        Self::new(1, 0),
        Self::new(1, 1),
        Self::V2_0,
        Self::V2_1,
        Self::V2_2,
        Self::new(2, 3),
        Self::new(2, 4),
        Self::V2_5,
        Self::new(2, 6),
        Self::V2_7,
        Self::V2_8,
        Self::V3_0,
        Self::new(3, 1),
        Self::new(3, 2),
        Self::V3_3,
        Self::new(3, 4),
        Self::new(3, 5),
        Self::V3_6,
        Self::V3_7,
        Self::new(3, 8),
        Self::V3_9,
        Self::V4_0,
    ];

    const fn new(major: u8, minor: u8) -> Self {
        Self { major, minor }
    }

    /// Reads `3.7`; only releases in [`Release::ALL`] are known.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (major, minor) = text.split_once('.')?;
        let release = Self::new(major.parse().ok()?, minor.parse().ok()?);
        Self::ALL.contains(&release).then_some(release)
    }
}

impl fmt::Display for Release {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}
