//! lz4 frames as Kafka writes and reads them (`Lz4BlockInputStream`, `Lz4BlockOutputStream`).
//!
//! Blocks that depend on the one before are refused there, and so here; what follows the end mark is left alone.

use super::CodecFault;
use crate::bytes::Reader;
use alloc::vec::Vec;
use lz4_flex::block::{DecompressError, compress as compress_block, decompress_into};
use twox_hash::XxHash32;

/// The first bytes of every frame.
const MAGIC: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];

/// Version 1, independent blocks, no checksums: what Kafka writes.
const FLG: u8 = 0x60;

/// Blocks of 64 KiB: what Kafka writes.
const BD: u8 = 0x40;
const BLOCK_SIZE: usize = 1 << 16;

/// The bit of a block's size that says that the block is stored as it is.
const STORED: u32 = 1 << 31;

/// The second byte of the hash of what it covers.
fn header_checksum(bytes: &[u8]) -> u8 {
    XxHash32::oneshot(0, bytes).to_le_bytes()[1]
}

pub(super) fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::from(MAGIC);
    out.extend([FLG, BD, header_checksum(&[FLG, BD])]);
    for block in bytes.chunks(BLOCK_SIZE) {
        let compressed = compress_block(block);
        if compressed.len() < block.len() {
            out.extend((compressed.len() as u32).to_le_bytes());
            out.extend(compressed);
        } else {
            out.extend((block.len() as u32 | STORED).to_le_bytes());
            out.extend(block);
        }
    }
    out.extend([0; 4]);
    out
}

/// What the frame says of itself.
struct Descriptor {
    block_size_max: usize,
    has_block_checksums: bool,
    has_content_checksum: bool,
}

pub(super) fn decompress(
    block: &[u8],
    is_magic_0: bool,
    size_max: usize,
) -> Result<Vec<u8>, CodecFault> {
    let mut reader = Reader::new(block);
    let descriptor = descriptor(&mut reader, block, is_magic_0)?;
    let mut out = Vec::new();
    loop {
        let position = reader.position();
        let size = u32_le(&mut reader)?;
        if size == 0 {
            break;
        }
        let length = (size & !STORED) as usize;
        if length > descriptor.block_size_max {
            return Err(CodecFault::Malformed { position });
        }
        let data = reader.take(length).map_err(|_| CodecFault::Truncated)?;
        if descriptor.has_block_checksums {
            check(u32_le(&mut reader)?, data)?;
        }
        let room = descriptor.block_size_max.min(size_max - out.len());
        if size & STORED == 0 {
            let start = out.len();
            // Most blocks are far from full: room for what such a block usually holds, then for all.
            let first = room.min((length * 8).max(256));
            let written = block_into(data, &mut out, first)
                .or_else(|_| block_into(data, &mut out, room))
                .map_err(|error| match error {
                    DecompressError::OutputTooSmall { .. } if room < descriptor.block_size_max => {
                        CodecFault::TooLarge { size_max }
                    }
                    _ => CodecFault::Malformed { position },
                })?;
            out.truncate(start + written);
        } else if length > room {
            return Err(CodecFault::TooLarge { size_max });
        } else {
            out.extend_from_slice(data);
        }
    }
    if descriptor.has_content_checksum {
        check(u32_le(&mut reader)?, &out)?;
    }
    Ok(out)
}

/// Takes a block apart into `room` bytes behind `out`; after an error `out` is as before.
fn block_into(data: &[u8], out: &mut Vec<u8>, room: usize) -> Result<usize, DecompressError> {
    let start = out.len();
    out.resize(start + room, 0);
    let result = decompress_into(data, &mut out[start..]);
    if result.is_err() {
        out.truncate(start);
    }
    result
}

fn descriptor(
    reader: &mut Reader<'_>,
    block: &[u8],
    is_magic_0: bool,
) -> Result<Descriptor, CodecFault> {
    let truncated = |_| CodecFault::Truncated;
    if reader.take(MAGIC.len()).map_err(truncated)? != MAGIC {
        return Err(CodecFault::Malformed { position: 0 });
    }
    let start = reader.position();
    let [flg, bd] = *reader.take(2).map_err(truncated)? else {
        return Err(CodecFault::Truncated);
    };
    let is_version_1 = flg >> 6 == 1;
    let is_independent = flg & 0x20 != 0;
    let has_dictionary_or_reserved = flg & 0b11 != 0;
    if !is_version_1 || !is_independent || has_dictionary_or_reserved {
        return Err(CodecFault::Malformed { position: start });
    }
    let size = usize::from(bd >> 4);
    if !(4..=7).contains(&size) || bd & 0xf != 0 {
        return Err(CodecFault::Malformed {
            position: start + 1,
        });
    }
    if flg & 0x08 != 0 {
        // The size of the content is not needed, and not believed.
        reader.take(8).map_err(truncated)?;
    }
    let end = reader.position();
    let stored = reader.read_i8().map_err(truncated)?.cast_unsigned();
    let computed = header_checksum(&block[start..end]);
    // Kafka's first lz4 covered the magic bytes, too (KAFKA-3160).
    let is_old = is_magic_0 && stored == header_checksum(&block[..end]);
    if stored != computed && !is_old {
        return Err(CodecFault::ChecksumMismatch {
            stored: stored.into(),
            computed: computed.into(),
        });
    }
    Ok(Descriptor {
        block_size_max: 1 << (8 + 2 * size),
        has_block_checksums: flg & 0x10 != 0,
        has_content_checksum: flg & 0x04 != 0,
    })
}

fn check(stored: u32, bytes: &[u8]) -> Result<(), CodecFault> {
    let computed = XxHash32::oneshot(0, bytes);
    if stored == computed {
        Ok(())
    } else {
        Err(CodecFault::ChecksumMismatch { stored, computed })
    }
}

fn u32_le(reader: &mut Reader<'_>) -> Result<u32, CodecFault> {
    let big_endian = reader.read_i32().map_err(|_| CodecFault::Truncated)?;
    Ok(big_endian.cast_unsigned().swap_bytes())
}
