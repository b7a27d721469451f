//! Which partition a record with a key goes to: Kafka's default partitioner.
//!
//! Source: `BuiltInPartitioner.partitionForKey`, `Utils.murmur2`.

const MULTIPLIER: u32 = 0x5bd1_e995;

/// The position of a key's partition among so many; the same key goes to the same one as long as their
/// number stays.
#[must_use]
pub fn partition_for_key(key: &[u8], partitions: u32) -> Option<u32> {
    // Not the absolute value: the sign's bit is dropped.
    (murmur2(key).cast_unsigned() & 0x7fff_ffff).checked_rem(partitions)
}

/// The 32-bit `MurmurHash2` with Kafka's seed.
#[must_use]
pub fn murmur2(key: &[u8]) -> i32 {
    let (words, rest) = key.as_chunks::<4>();
    let length = u32::try_from(key.len()).unwrap_or(u32::MAX);
    let mut hash = 0x9747_b28c ^ length;
    for word in words {
        let mut mixed = u32::from_le_bytes(*word).wrapping_mul(MULTIPLIER);
        mixed = (mixed ^ (mixed >> 24)).wrapping_mul(MULTIPLIER);
        hash = hash.wrapping_mul(MULTIPLIER) ^ mixed;
    }
    if !rest.is_empty() {
        for (byte, shift) in rest.iter().zip([0, 8, 16]) {
            hash ^= u32::from(*byte) << shift;
        }
        hash = hash.wrapping_mul(MULTIPLIER);
    }
    hash = (hash ^ (hash >> 13)).wrapping_mul(MULTIPLIER);
    (hash ^ (hash >> 15)).cast_signed()
}
