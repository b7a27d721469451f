//! Any block in each codec, and what was compressed here: bounded, and out again as it was.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tidemark_core::record::Codec;
use tidemark_core::record::codec::{compress, decompress};

const SIZE_MAX: usize = 1 << 20;

fuzz_target!(|bytes: &[u8]| {
    for codec in [Codec::Gzip, Codec::Snappy, Codec::Lz4, Codec::Zstd] {
        for magic in 0..=2 {
            if let Ok(out) = decompress(codec, magic, bytes, SIZE_MAX) {
                assert!(out.len() <= SIZE_MAX);
            }
        }
        if let Some(block) = compress(codec, bytes)
            && bytes.len() <= SIZE_MAX
        {
            assert_eq!(decompress(codec, 2, &block, SIZE_MAX).as_deref(), Ok(bytes));
        }
    }
});
