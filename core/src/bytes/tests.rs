//! Readers at the ends of what they read, varints at the ends of their range, known checksums.

use super::{ReadError, Reader, crc32, crc32c, put_varint, put_varlong, varint_size, varlong_size};
use alloc::vec::Vec;

#[test]
fn checksums_of_the_check_word() {
    assert_eq!(crc32c(b"123456789"), 0xe306_9283);
    assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    assert_eq!(crc32c(b""), 0);
    assert_eq!(crc32(b""), 0);
}

#[test]
fn eight_tables_agree_with_one_at_every_length() {
    let bytes: Vec<u8> = (0..100_u8).map(|byte| byte.wrapping_mul(37)).collect();
    for length in 0..bytes.len() {
        let mut crc = !0_u32;
        for byte in &bytes[..length] {
            crc ^= u32::from(*byte);
            for _ in 0..8 {
                crc = (crc >> 1) ^ if crc & 1 == 1 { 0x82f6_3b78 } else { 0 };
            }
        }
        assert_eq!(crc32c(&bytes[..length]), !crc, "{length} bytes");
    }
}

#[test]
fn varints_of_the_specification() {
    let cases: [(i32, &[u8]); 10] = [
        (0, &[0x00]),
        (-1, &[0x01]),
        (1, &[0x02]),
        (63, &[0x7e]),
        (64, &[0x80, 0x01]),
        (-64, &[0x7f]),
        (-65, &[0x81, 0x01]),
        (300, &[0xd8, 0x04]),
        (i32::MAX, &[0xfe, 0xff, 0xff, 0xff, 0x0f]),
        (i32::MIN, &[0xff, 0xff, 0xff, 0xff, 0x0f]),
    ];
    for (value, expected) in cases {
        let mut written = Vec::new();
        put_varint(&mut written, value);
        assert_eq!(written, expected);
        assert_eq!(varint_size(value), expected.len());
        assert_eq!(Reader::new(expected).read_varint(), Ok(value));
        if expected.len() < 5 {
            assert_eq!(Reader::new(expected).read_varlong(), Ok(i64::from(value)));
        }
    }
}

#[test]
fn varlongs_survive_every_bit() {
    let mut values = Vec::from([0, 1, -1, i64::MAX, i64::MIN]);
    values.extend((0..63).flat_map(|bit| [1_i64 << bit, -(1 << bit), (1 << bit) - 1]));
    for value in values {
        let mut written = Vec::new();
        put_varlong(&mut written, value);
        assert_eq!(written.len(), varlong_size(value));
        let mut reader = Reader::new(&written);
        assert_eq!(reader.read_varlong(), Ok(value));
        assert!(reader.rest().is_empty());
    }
    assert_eq!(varlong_size(i64::MIN), 10);
}

#[test]
fn numbers_are_big_endian_and_in_order() {
    let mut reader = Reader::new(&[0xff, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 7]);
    assert_eq!(reader.read_i8(), Ok(-1));
    assert_eq!(reader.read_i16(), Ok(1));
    assert_eq!(reader.read_i32(), Ok(256));
    assert_eq!(reader.read_i64(), Ok(512));
    assert_eq!(reader.position(), 15);
    assert_eq!(reader.take(1), Ok(&[7][..]));
}

#[test]
fn errors_say_where() {
    let mut reader = Reader::new(&[1, 2, 3]);
    assert_eq!(reader.read_i8(), Ok(1));
    let end = ReadError::EndOfBytes {
        position: 1,
        needed: 4,
        available: 2,
    };
    assert_eq!(reader.read_i32(), Err(end));
    assert_eq!(reader.position(), 1);

    let end = ReadError::EndOfBytes {
        position: 0,
        needed: 3,
        available: 2,
    };
    assert_eq!(Reader::new(&[0x80, 0x80]).read_varint(), Err(end));
    let too_long = ReadError::VarintTooLong { position: 0 };
    assert_eq!(Reader::new(&[0x80; 5]).read_varint(), Err(too_long));
    assert_eq!(Reader::new(&[0x80; 10]).read_varlong(), Err(too_long));
}
