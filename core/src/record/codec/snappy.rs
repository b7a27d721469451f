//! snappy: raw blocks, one after another in the framing of xerial's Java library, or one alone.
//!
//! Only reading, and by hand: the format is two kinds of elements, and no kept library of it does without std.
//! Source: snappy's `format_description.txt`; `SnappyOutputStream` of snappy-java.

use super::CodecFault;
use crate::bytes::Reader;
use alloc::vec::Vec;

/// The first bytes of a framed block; two versions of four bytes each follow.
const FRAMED: [u8; 8] = [0x82, b'S', b'N', b'A', b'P', b'P', b'Y', 0];
const VERSIONS_SIZE: usize = 8;

pub(super) fn decompress(block: &[u8], size_max: usize) -> Result<Vec<u8>, CodecFault> {
    let mut out = Vec::new();
    if !block.starts_with(&FRAMED) {
        raw(block, 0, &mut out, size_max)?;
        return Ok(out);
    }
    let mut reader = Reader::new(block);
    let truncated = |_| CodecFault::Truncated;
    reader
        .take(FRAMED.len() + VERSIONS_SIZE)
        .map_err(truncated)?;
    while !reader.rest().is_empty() {
        let position = reader.position();
        let length = reader.read_i32().map_err(truncated)?;
        let length = usize::try_from(length).map_err(|_| CodecFault::Malformed { position })?;
        let start = reader.position();
        let chunk = reader.take(length).map_err(truncated)?;
        raw(chunk, start, &mut out, size_max)?;
    }
    Ok(out)
}

/// Appends what a raw block holds, which begins at `start`.
fn raw(block: &[u8], start: usize, out: &mut Vec<u8>, size_max: usize) -> Result<(), CodecFault> {
    let base = out.len();
    let (length, mut position) = length(block)?;
    let end = usize::try_from(length)
        .ok()
        .and_then(|length| base.checked_add(length))
        .filter(|end| *end <= size_max)
        .ok_or(CodecFault::TooLarge { size_max })?;
    while let Some(tag) = block.get(position) {
        let element = position;
        let malformed = CodecFault::Malformed {
            position: start + element,
        };
        position += 1;
        let bytes = |position: usize, count: usize| {
            let bytes = block.get(position..position + count);
            let bytes = bytes.ok_or(CodecFault::Truncated)?;
            let little_endian = bytes.iter().rev();
            Ok(little_endian.fold(0, |number, byte| number << 8 | usize::from(*byte)))
        };
        let upper = usize::from(tag >> 2);
        if tag & 0b11 == 0 {
            let extra = upper.saturating_sub(59);
            let length = if extra == 0 {
                upper
            } else {
                bytes(position, extra)?
            };
            position += extra;
            let literal = position.checked_add(length + 1).map(|end| position..end);
            let literal = literal.and_then(|range| block.get(range));
            let literal = literal.ok_or(CodecFault::Truncated)?;
            if literal.len() > end - out.len() {
                return Err(malformed);
            }
            out.extend_from_slice(literal);
            position += literal.len();
            continue;
        }
        let (length, offset, extra) = match tag & 0b11 {
            1 => {
                let high = usize::from(tag >> 5) << 8;
                ((upper & 0b111) + 4, high | bytes(position, 1)?, 1)
            }
            2 => (upper + 1, bytes(position, 2)?, 2),
            _ => (upper + 1, bytes(position, 4)?, 4),
        };
        position += extra;
        let written = out.len() - base;
        if offset == 0 || offset > written || length > end - out.len() {
            return Err(malformed);
        }
        // A copy may reach into what it writes itself.
        for _ in 0..length {
            out.push(out[out.len() - offset]);
        }
    }
    if out.len() == end {
        Ok(())
    } else {
        Err(CodecFault::Truncated)
    }
}

/// The length that a raw block says it holds, and where its elements begin.
fn length(block: &[u8]) -> Result<(u64, usize), CodecFault> {
    let mut length = 0;
    for (index, byte) in block.iter().take(5).enumerate() {
        length |= u64::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return Ok((length, index + 1));
        }
    }
    Err(if block.len() < 5 {
        CodecFault::Truncated
    } else {
        CodecFault::Malformed { position: 0 }
    })
}
