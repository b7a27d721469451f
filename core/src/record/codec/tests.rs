//! What each codec takes and refuses, apart from Kafka's vectors: those are in `tests/tests/record_batches.rs`.

use super::{CodecFault, compress, decompress, gzip};
use crate::record::Codec;
use alloc::vec;
use alloc::vec::Vec;

const PLENTY: usize = 1 << 20;

/// Bytes that neither repeat soon nor are random.
fn text(length: usize) -> Vec<u8> {
    (0..length)
        .map(|index| (index * index / 7 % 23) as u8)
        .collect()
}

#[test]
fn what_was_compressed_comes_out_again() {
    for codec in [Codec::None, Codec::Gzip, Codec::Lz4] {
        for length in [0, 1, 13, 1000, 65_536, 65_537, 300_000] {
            let bytes = text(length);
            let block = compress(codec, &bytes).unwrap();
            assert_eq!(decompress(codec, 2, &block, PLENTY), Ok(bytes));
        }
    }
    assert_eq!(compress(Codec::Snappy, b"a"), None);
    assert_eq!(compress(Codec::Zstd, b"a"), None);
}

#[test]
fn a_bomb_stops_at_the_limit() {
    for codec in [Codec::Gzip, Codec::Lz4] {
        let block = compress(codec, &vec![0; 1 << 20]).unwrap();
        let size_max = 100_000;
        let too_large = Err(CodecFault::TooLarge { size_max });
        assert_eq!(decompress(codec, 2, &block, size_max), too_large);
        assert!(decompress(codec, 2, &block, 1 << 20).is_ok());
        assert!(decompress(codec, 2, &block, (1 << 20) - 1).is_err());
    }
    // A raw snappy block that claims 4 GiB.
    let block = [0xff, 0xff, 0xff, 0xff, 0x0f, 0x00, b'a'];
    let size_max = PLENTY;
    let too_large = Err(CodecFault::TooLarge { size_max });
    assert_eq!(decompress(Codec::Snappy, 2, &block, size_max), too_large);
    // A zstd frame of one run: 100 000 times the same byte.
    let block = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, 0x03, 0x35, 0x0c, b'a'];
    assert_eq!(
        decompress(Codec::Zstd, 2, &block, PLENTY),
        Ok(vec![b'a'; 100_000])
    );
    let too_large = Err(CodecFault::TooLarge { size_max: 99_999 });
    assert_eq!(decompress(Codec::Zstd, 2, &block, 99_999), too_large);
}

#[test]
fn a_cut_block_is_no_success() {
    for codec in [Codec::Gzip, Codec::Lz4] {
        let block = compress(codec, &text(1000)).unwrap();
        for length in 0..block.len() {
            let fault = decompress(codec, 2, &block[..length], PLENTY).unwrap_err();
            assert_eq!(fault, CodecFault::Truncated, "{codec:?}, {length} bytes");
        }
    }
}

#[test]
fn gzip_members_follow_each_other_and_may_have_names() {
    let mut block = gzip::compress(b"one ");
    let mut named = gzip::compress(b"two");
    named[3] = 0b1_1110;
    named.splice(10..10, *b"\x02\x00xxname\0comment\0..");
    block.extend(named);
    block.extend(*b"and what else there is");
    let out = decompress(Codec::Gzip, 2, &block, PLENTY).unwrap();
    assert_eq!(out, b"one two");

    let mut block = gzip::compress(b"one");
    let crc = block.len() - 8;
    block[crc] ^= 1;
    let fault = decompress(Codec::Gzip, 2, &block, PLENTY);
    assert!(matches!(fault, Err(CodecFault::ChecksumMismatch { .. })));
}

#[test]
fn lz4_frames_may_have_checksums_but_no_dependent_blocks() {
    let frame = |flg: u8, after_header: &[u8]| {
        let mut block = vec![0x04, 0x22, 0x4d, 0x18, flg, 0x40];
        block.push(twox_hash::XxHash32::oneshot(0, &block[4..]).to_le_bytes()[1]);
        block.extend(after_header);
        block
    };
    let hash = twox_hash::XxHash32::oneshot(0, b"abc").to_le_bytes();
    let mut stored = vec![3, 0, 0, 0x80, b'a', b'b', b'c'];
    stored.extend(hash);
    stored.extend([0; 4]);
    stored.extend(hash);
    let block = frame(0x74, &stored);
    assert_eq!(
        decompress(Codec::Lz4, 2, &block, PLENTY),
        Ok(b"abc".to_vec())
    );
    let mut wrong = block;
    wrong[11] = b'x';
    let fault = decompress(Codec::Lz4, 2, &wrong, PLENTY);
    assert!(matches!(fault, Err(CodecFault::ChecksumMismatch { .. })));

    let dependent = frame(0x40, &[0; 4]);
    assert_eq!(
        decompress(Codec::Lz4, 2, &dependent, PLENTY),
        Err(CodecFault::Malformed { position: 4 })
    );
}

#[test]
fn snappy_copies_reach_into_themselves() {
    // "ab", then eight bytes from two back; the length is 10.
    let block = [10, 0b0000_0100, b'a', b'b', 0b0001_0001, 2];
    assert_eq!(
        decompress(Codec::Snappy, 2, &block, PLENTY),
        Ok(b"ababababab".to_vec())
    );
    let before_the_start = [10, 0b0000_0100, b'a', b'b', 0b0001_0001, 3];
    assert_eq!(
        decompress(Codec::Snappy, 2, &before_the_start, PLENTY),
        Err(CodecFault::Malformed { position: 4 })
    );
    let too_much = [9, 0b0000_0100, b'a', b'b', 0b0001_0001, 2];
    assert_eq!(
        decompress(Codec::Snappy, 2, &too_much, PLENTY),
        Err(CodecFault::Malformed { position: 4 })
    );
    let too_little = [11, 0b0000_0100, b'a', b'b', 0b0001_0001, 2];
    assert_eq!(
        decompress(Codec::Snappy, 2, &too_little, PLENTY),
        Err(CodecFault::Truncated)
    );
}

#[test]
fn zstd_came_with_magic_2() {
    assert_eq!(
        decompress(Codec::Zstd, 1, &[], PLENTY),
        Err(CodecFault::Unsupported)
    );
    assert_eq!(
        decompress(Codec::Unknown(5), 2, &[], PLENTY),
        Err(CodecFault::Unsupported)
    );
}
