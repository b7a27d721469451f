//! zstd: standard frames, one after another (`ZstdCompression`; RFC 8878).

use super::CodecFault;
use alloc::vec::Vec;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// Windows up to here are reserved even where less may come out: what zstd's own format asks of every reader.
const WINDOW_SIZE_MIN: usize = 8 << 20;

pub(super) fn decompress(block: &[u8], size_max: usize) -> Result<Vec<u8>, CodecFault> {
    let mut out = Vec::new();
    let mut rest = block;
    let mut decoder = FrameDecoder::new();
    decoder.set_max_window_size(size_max.max(WINDOW_SIZE_MIN) as u64);
    while !rest.is_empty() {
        let malformed = CodecFault::Malformed {
            position: block.len() - rest.len(),
        };
        match decoder.reset(&mut rest) {
            Ok(()) => frame(&mut decoder, &mut rest, &mut out, size_max)
                .map_err(|fault| fault.unwrap_or(malformed))?,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => rest = rest.get(length as usize..).ok_or(CodecFault::Truncated)?,
            Err(_) => return Err(malformed),
        }
    }
    Ok(out)
}

/// Appends what the rest of a frame holds; an error without a fault is one of the format.
fn frame(
    decoder: &mut FrameDecoder,
    rest: &mut &[u8],
    out: &mut Vec<u8>,
    size_max: usize,
) -> Result<(), Option<CodecFault>> {
    let mut is_finished = false;
    while !is_finished {
        // A block holds 128 KiB at most: so far may the decoder's own buffer go beyond its window.
        is_finished = decoder
            .decode_blocks(&mut *rest, BlockDecodingStrategy::UptoBlocks(1))
            .map_err(|_| None)?;
        if decoder.can_collect() > size_max - out.len() {
            return Err(Some(CodecFault::TooLarge { size_max }));
        }
        out.extend(decoder.collect().unwrap_or_default());
    }
    match (
        decoder.get_checksum_from_data(),
        decoder.get_calculated_checksum(),
    ) {
        (Some(stored), Some(computed)) if stored != computed => {
            Err(Some(CodecFault::ChecksumMismatch { stored, computed }))
        }
        _ => Ok(()),
    }
}
