//! gzip: RFC 1952 members around RFC 1951 data, as Java's `GZIPInputStream` reads them.
//!
//! What follows the last member and is none is left alone, as it is there.

use super::CodecFault;
use crate::bytes::crc32;
use alloc::vec;
use alloc::vec::Vec;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress as inflate};

/// Two bytes of magic, and deflate, the only method there is.
const START: [u8; 3] = [0x1f, 0x8b, 8];

/// The header that Java's `GZIPOutputStream` writes: no name, no time, an unknown system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];

/// The level that zlib takes by itself.
const LEVEL: u8 = 6;

/// The bit for a checksum of the header.
const FHCRC: u8 = 1 << 1;
/// The bit for an extra field.
const FEXTRA: u8 = 1 << 2;
/// The bit for a file name, up to a zero byte.
const FNAME: u8 = 1 << 3;
/// The bit for a comment, up to a zero byte.
const FCOMMENT: u8 = 1 << 4;

pub(super) fn decompress(block: &[u8], size_max: usize) -> Result<Vec<u8>, CodecFault> {
    let mut out = Vec::new();
    let mut position = 0;
    loop {
        let start = out.len();
        position = header_end(block, position)?;
        position = inflate_into(block, position, &mut out, size_max)?;
        position = check_trailer(block, position, &out[start..])?;
        if block.get(position..position + START.len()) != Some(&START) {
            return Ok(out);
        }
    }
}

pub(super) fn compress(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::from(HEADER);
    out.extend(compress_to_vec(bytes, LEVEL));
    out.extend(crc32(bytes).to_le_bytes());
    out.extend((bytes.len() as u32).to_le_bytes());
    out
}

/// Where the data of the member that begins at `start` begins.
fn header_end(block: &[u8], start: usize) -> Result<usize, CodecFault> {
    let header = block
        .get(start..)
        .and_then(<[u8]>::first_chunk::<10>)
        .ok_or(CodecFault::Truncated)?;
    if header[..3] != START {
        return Err(CodecFault::Malformed { position: start });
    }
    let flags = header[3];
    let mut position = start + header.len();
    if flags & FEXTRA != 0 {
        let length = block
            .get(position..)
            .and_then(<[u8]>::first_chunk)
            .ok_or(CodecFault::Truncated)?;
        position += 2 + usize::from(u16::from_le_bytes(*length));
    }
    for text in [FNAME, FCOMMENT] {
        if flags & text != 0 {
            let rest = block.get(position..).unwrap_or_default();
            let end = rest.iter().position(|byte| *byte == 0);
            position += end.ok_or(CodecFault::Truncated)? + 1;
        }
    }
    if flags & FHCRC != 0 {
        position += 2;
    }
    Ok(position)
}

/// Appends what the data at `start` holds, and says where it ends.
fn inflate_into(
    block: &[u8],
    start: usize,
    out: &mut Vec<u8>,
    size_max: usize,
) -> Result<usize, CodecFault> {
    let mut state = DecompressorOxide::new();
    let mut position = start;
    let mut member = vec![
        0;
        (block.len() * 4)
            .clamp(64, 1 << 16)
            .min(size_max - out.len())
    ];
    let mut written = 0;
    loop {
        let input = block.get(position..).unwrap_or_default();
        let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        let (status, read, wrote) = inflate(&mut state, input, &mut member, written, flags);
        position += read;
        written += wrote;
        match status {
            TINFLStatus::Done => {
                out.extend_from_slice(&member[..written]);
                return Ok(position);
            }
            TINFLStatus::HasMoreOutput if out.len() + member.len() == size_max => {
                return Err(CodecFault::TooLarge { size_max });
            }
            TINFLStatus::HasMoreOutput => {
                let larger = member.len().saturating_mul(2);
                member.resize(larger.clamp(64, size_max - out.len()), 0);
            }
            TINFLStatus::NeedsMoreInput | TINFLStatus::FailedCannotMakeProgress => {
                return Err(CodecFault::Truncated);
            }
            _ => return Err(CodecFault::Malformed { position }),
        }
    }
}

/// Compares checksum and size with those of `member`, and says where the trailer ends.
fn check_trailer(block: &[u8], start: usize, member: &[u8]) -> Result<usize, CodecFault> {
    let trailer = block
        .get(start..)
        .and_then(<[u8]>::first_chunk)
        .ok_or(CodecFault::Truncated)?;
    let [a, b, c, d, size @ ..]: [u8; 8] = *trailer;
    let (stored, computed) = (u32::from_le_bytes([a, b, c, d]), crc32(member));
    if stored != computed {
        return Err(CodecFault::ChecksumMismatch { stored, computed });
    }
    if u32::from_le_bytes(size) != member.len() as u32 {
        return Err(CodecFault::Malformed {
            position: start + 4,
        });
    }
    Ok(start + trailer.len())
}
