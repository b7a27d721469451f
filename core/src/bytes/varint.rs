//! Zig-zag integers of variable length (`ByteUtils` in Kafka, as in Protocol Buffers):
//! seven bits a byte, the lowest first, the top bit says that more follow.

use alloc::vec::Vec;

/// The longest 32-bit integer.
pub(super) const VARINT_SIZE_MAX: usize = 5;

/// The longest 64-bit integer.
pub(super) const VARLONG_SIZE_MAX: usize = 10;

/// Appends `value` to `out`.
pub fn put_varint(out: &mut Vec<u8>, value: i32) {
    put_unsigned(out, u64::from(zigzag(value)));
}

/// Appends `value` to `out`.
pub fn put_varlong(out: &mut Vec<u8>, value: i64) {
    put_unsigned(out, zigzag_long(value));
}

/// How many bytes [`put_varint`] appends.
#[must_use]
pub const fn varint_size(value: i32) -> usize {
    unsigned_size(zigzag(value) as u64)
}

/// How many bytes [`put_varlong`] appends.
#[must_use]
pub const fn varlong_size(value: i64) -> usize {
    unsigned_size(zigzag_long(value))
}

pub(super) const fn unzigzag(value: u32) -> i32 {
    (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
}

pub(super) const fn unzigzag_long(value: u64) -> i64 {
    (value >> 1).cast_signed() ^ -(value & 1).cast_signed()
}

const fn zigzag(value: i32) -> u32 {
    ((value << 1) ^ (value >> 31)).cast_unsigned()
}

const fn zigzag_long(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)).cast_unsigned()
}

fn put_unsigned(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

const fn unsigned_size(value: u64) -> usize {
    (64 - (value | 1).leading_zeros() as usize).div_ceil(7)
}
