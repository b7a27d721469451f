//! Hashes of a run: equal on every platform for the same scenario, so that a run can be recognised.

use core::hash::{Hash, Hasher};

use super::event::Step;

/// A hasher whose result depends on neither platform nor process: `usize` counts as 64 bits, and
/// numbers are taken in little-endian order.
#[derive(Clone, Copy, Debug)]
pub struct StableHasher(u64);

const PRIME: u64 = 0x9e37_79b9_7f4a_7c15;

impl Default for StableHasher {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl StableHasher {
    const fn mix(&mut self, word: u64) {
        let product = (self.0 ^ word).wrapping_mul(PRIME);
        self.0 = product ^ (product >> 29);
    }
}

impl Hasher for StableHasher {
    fn finish(&self) -> u64 {
        let z = (self.0 ^ (self.0 >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
        z ^ (z >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        for word in words {
            self.mix(u64::from_le_bytes(*word));
        }
        let mut last = [0; 8];
        for (to, from) in last.iter_mut().zip(rest) {
            *to = *from;
        }
        if !rest.is_empty() {
            self.mix(u64::from_le_bytes(last));
        }
    }

    fn write_u8(&mut self, number: u8) {
        self.mix(u64::from(number));
    }

    fn write_u16(&mut self, number: u16) {
        self.mix(u64::from(number));
    }

    fn write_u32(&mut self, number: u32) {
        self.mix(u64::from(number));
    }

    fn write_u64(&mut self, number: u64) {
        self.mix(number);
    }

    fn write_usize(&mut self, number: usize) {
        self.mix(number as u64);
    }

    fn write_i8(&mut self, number: i8) {
        self.write_i64(i64::from(number));
    }

    fn write_i16(&mut self, number: i16) {
        self.write_i64(i64::from(number));
    }

    fn write_i32(&mut self, number: i32) {
        self.write_i64(i64::from(number));
    }

    fn write_i64(&mut self, number: i64) {
        self.mix(number.cast_unsigned());
    }

    fn write_isize(&mut self, number: isize) {
        self.mix((number as i64).cast_unsigned());
    }
}

/// The hash of one value.
pub fn stable_hash(value: &impl Hash) -> u64 {
    let mut hasher = StableHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Running hashes of a run, one per channel.
#[derive(Clone, Copy, Debug, Default)]
pub struct Trace {
    protocol: StableHasher,
    disk: StableHasher,
}

/// The hashes of a run up to some step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TraceHashes {
    /// Over every step: what arrived, and what followed.
    pub protocol: u64,
    /// Over every batch that was written, and every cut.
    pub disk: u64,
}

impl Trace {
    /// Takes in a step.
    pub fn record(&mut self, step: &Step) {
        step.hash(&mut self.protocol);
    }

    /// Takes in what happened to a log: the broker, the partition, and where and what was written.
    pub fn record_disk(&mut self, what: impl Hash) {
        what.hash(&mut self.disk);
    }

    /// The hashes so far.
    #[must_use]
    pub fn hashes(&self) -> TraceHashes {
        TraceHashes {
            protocol: self.protocol.finish(),
            disk: self.disk.finish(),
        }
    }
}
