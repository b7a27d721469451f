//! A disk as Kafka's documentation argues about it ("Don't fear the filesystem!"): what a request costs that goes on where
//! the last one ended, and one that doesn't.
//!
//! One request at a time, no cache in the drive. The presets are round data-sheet values, not measurements.

/// Bytes that an array lays on one disk before it goes on with the next.
pub const STRIPE_UNIT: u64 = 65_536;
const PICOSECONDS: u128 = 1_000_000_000_000;

/// A disk, or an array of disks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Device {
    /// Time to move the head, in ps (10⁻¹² s).
    pub seek_ps: u64,
    /// Time of a revolution, in ps (10⁻¹² s); 0 without.
    pub revolution_ps: u64,
    /// Time that every request takes besides, in ps (10⁻¹² s).
    pub latency_ps: u64,
    /// Bytes a second that one disk transfers.
    pub transfer_rate: u64,
    /// Disks that transfer data at once.
    pub data_disks: u32,
    /// A further disk holds parity: a small write reads the old data and parity first.
    pub has_parity: bool,
}

impl Device {
    /// A SATA disk of 7200 revolutions a minute.
    pub const HARD_DISK: Self = Self {
        seek_ps: 8_500_000_000,
        revolution_ps: 8_333_333_333,
        latency_ps: 0,
        transfer_rate: 120_000_000,
        data_disks: 1,
        has_parity: false,
    };
    /// Six of them as RAID-5.
    pub const RAID_5: Self = Self {
        data_disks: 5,
        has_parity: true,
        ..Self::HARD_DISK
    };
    /// A solid-state disk on SATA.
    pub const SATA_SSD: Self = Self {
        seek_ps: 0,
        revolution_ps: 0,
        latency_ps: 100_000_000,
        transfer_rate: 500_000_000,
        data_disks: 1,
        has_parity: false,
    };
    /// A solid-state disk on PCI Express.
    pub const NVME_SSD: Self = Self {
        latency_ps: 20_000_000,
        transfer_rate: 3_000_000_000,
        ..Self::SATA_SSD
    };

    /// What is paid whenever the next byte is not where the head is, in ps (10⁻¹² s).
    #[must_use]
    pub const fn access_ps(&self) -> u64 {
        self.seek_ps + self.revolution_ps / 2 + self.latency_ps
    }

    /// Bytes a second of all disks that transfer data.
    #[must_use]
    pub const fn sequential_rate(&self) -> u64 {
        self.transfer_rate.saturating_mul(self.data_disks as u64)
    }

    /// Time of `bytes` in one run, in ps (10⁻¹² s).
    #[must_use]
    pub fn run_ps(&self, bytes: u64) -> u64 {
        self.access_ps()
            .saturating_add(transfer_ps(bytes, self.sequential_rate()))
    }

    /// Time of `count` runs at different places, in ps (10⁻¹² s); of an array, a run is a whole stripe or more.
    #[must_use]
    pub fn runs_ps(&self, count: u64, bytes: u64) -> u64 {
        count.saturating_mul(self.run_ps(bytes))
    }

    /// Time to read `bytes` at a random place, in ps (10⁻¹² s); of an array, not more than a [`STRIPE_UNIT`].
    #[must_use]
    pub fn random_read_ps(&self, bytes: u64) -> u64 {
        self.access_ps()
            .saturating_add(transfer_ps(bytes, self.transfer_rate))
    }

    /// Time to write `bytes` at a random place, in ps (10⁻¹² s); of an array, not more than a [`STRIPE_UNIT`]. With parity, old data
    /// and old parity are read, and both are written one revolution later.
    #[must_use]
    pub fn random_write_ps(&self, bytes: u64) -> u64 {
        let again = if self.has_parity {
            self.revolution_ps
        } else {
            0
        };
        self.random_read_ps(bytes).saturating_add(again)
    }

    /// Bytes of a run that reaches half of the sequential rate.
    #[must_use]
    pub fn half_speed_run(&self) -> u64 {
        let bytes = u128::from(self.access_ps()) * u128::from(self.sequential_rate()) / PICOSECONDS;
        u64::try_from(bytes).unwrap_or(u64::MAX)
    }
}

/// Bytes a second, if `bytes` take that long.
#[must_use]
pub fn throughput(bytes: u64, time_ps: u64) -> u64 {
    let rate = u128::from(bytes) * PICOSECONDS / u128::from(time_ps.max(1));
    u64::try_from(rate).unwrap_or(u64::MAX)
}

fn transfer_ps(bytes: u64, rate: u64) -> u64 {
    let time = u128::from(bytes) * PICOSECONDS / u128::from(rate.max(1));
    u64::try_from(time).unwrap_or(u64::MAX)
}
