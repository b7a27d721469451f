//! The attribute bits of a batch.

use serde::{Deserialize, Serialize};

/// How the records of a batch are compressed (`CompressionType`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Codec {
    /// Not at all.
    None,
    /// gzip.
    Gzip,
    /// snappy.
    Snappy,
    /// lz4.
    Lz4,
    /// zstd, since 2.1 (KIP-110).
    Zstd,
    /// A number that Kafka never gave to a codec: 5, 6 or 7.
    Unknown(u8),
}

impl Codec {
    /// What the attributes have for it.
    #[must_use]
    pub const fn number(self) -> i16 {
        match self {
            Self::None => 0,
            Self::Gzip => 1,
            Self::Snappy => 2,
            Self::Lz4 => 3,
            Self::Zstd => 4,
            Self::Unknown(unknown) => unknown as i16 & Attributes::CODEC,
        }
    }
}

/// Whose clock the timestamps of a batch are from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum TimestampType {
    /// Each record has the time its producer gave it.
    CreateTime,
    /// All records have the time at which the leader appended them.
    LogAppendTime,
}

/// The attributes field as it is stored, unused bits included.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Attributes(pub i16);

impl Attributes {
    const CODEC: i16 = 0b111;
    const LOG_APPEND_TIME: i16 = 1 << 3;
    const TRANSACTIONAL: i16 = 1 << 4;
    const CONTROL: i16 = 1 << 5;
    /// KIP-534, since 3.1.
    const DELETE_HORIZON: i16 = 1 << 6;

    /// With this codec instead of the one it has.
    #[must_use]
    pub const fn with_codec(self, codec: Codec) -> Self {
        Self(self.0 & !Self::CODEC | codec.number())
    }

    /// With the bit for records stamped by the leader.
    #[must_use]
    pub const fn log_append_time(self) -> Self {
        Self(self.0 | Self::LOG_APPEND_TIME)
    }

    /// With the bit for records of a transaction.
    #[must_use]
    pub const fn transactional(self) -> Self {
        Self(self.0 | Self::TRANSACTIONAL)
    }

    /// With the bit for a batch that brokers write for themselves.
    #[must_use]
    pub const fn control(self) -> Self {
        Self(self.0 | Self::CONTROL)
    }

    /// With the bit that makes the base timestamp a delete horizon.
    #[must_use]
    pub const fn delete_horizon(self) -> Self {
        Self(self.0 | Self::DELETE_HORIZON)
    }

    /// How the records are compressed.
    #[must_use]
    pub const fn codec(self) -> Codec {
        match self.0 & Self::CODEC {
            0 => Codec::None,
            1 => Codec::Gzip,
            2 => Codec::Snappy,
            3 => Codec::Lz4,
            4 => Codec::Zstd,
            unknown => Codec::Unknown(unknown as u8),
        }
    }

    /// Whose timestamps they are.
    #[must_use]
    pub const fn timestamp_type(self) -> TimestampType {
        if self.0 & Self::LOG_APPEND_TIME == 0 {
            TimestampType::CreateTime
        } else {
            TimestampType::LogAppendTime
        }
    }

    /// Without the bit that makes the base timestamp a delete horizon.
    #[must_use]
    pub const fn without_delete_horizon(self) -> Self {
        Self(self.0 & !Self::DELETE_HORIZON)
    }

    /// Whether the records belong to a transaction.
    #[must_use]
    pub const fn is_transactional(self) -> bool {
        self.0 & Self::TRANSACTIONAL != 0
    }

    /// Whether the batch is a control batch, whose records no consumer sees.
    #[must_use]
    pub const fn is_control(self) -> bool {
        self.0 & Self::CONTROL != 0
    }

    /// Whether the base timestamp is the time from which tombstones may go.
    #[must_use]
    pub const fn has_delete_horizon(self) -> bool {
        self.0 & Self::DELETE_HORIZON != 0
    }
}
