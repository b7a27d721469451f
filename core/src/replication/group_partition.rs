//! Which partition of `__consumer_offsets` a group lives in; that partition's leader coordinates it.
//!
//! Source: `GroupMetadataManager.partitionFor`: Java's `String.hashCode` and Kafka's own `abs`, which
//! maps the smallest integer to 0.

/// `java.lang.String.hashCode`: over UTF-16 code units.
#[must_use]
pub fn java_hash_code(text: &str) -> i32 {
    text.encode_utf16().fold(0_i32, |hash, unit| {
        hash.wrapping_mul(31).wrapping_add(i32::from(unit))
    })
}

/// `org.apache.kafka.common.utils.Utils.abs`.
#[must_use]
pub const fn kafka_abs(number: i32) -> i32 {
    if number == i32::MIN { 0 } else { number.abs() }
}

/// The partition of a group among `partitions` partitions of the offsets topic; `None` if it has none.
#[must_use]
pub fn partition_for(group: &str, partitions: i32) -> Option<i32> {
    (partitions > 0).then(|| kafka_abs(java_hash_code(group)) % partitions)
}
