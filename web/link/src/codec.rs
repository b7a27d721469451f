//! From a run to the characters of a link, and back. Whatever is read is capped before it is unpacked.

use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use base64::{DecodeError, Engine};
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};
use tidemark_core::link::{
    Damage, LINK_CHARS_MAX, LinkError, LinkedRun, TEXT_BYTES_MAX, decode, encode,
};

/// As small as deflate can make it: links are short, and made once.
const LEVEL: u8 = 10;

/// The link of a run: what stands after `#/s/`.
///
/// # Errors
///
/// [`LinkError::TooLong`] if no link can hold it.
pub fn write(run: &LinkedRun) -> Result<String, LinkError> {
    let packed = compress_to_vec(run.text.as_bytes(), LEVEL);
    let link = URL_SAFE_NO_PAD.encode(encode(&run.head, &packed));
    within_bounds(&link)?;
    Ok(link)
}

/// What a link holds.
///
/// # Errors
///
/// If it is none, or not as it was made.
pub fn read(link: &str) -> Result<LinkedRun, LinkError> {
    within_bounds(link)?;
    let bytes = URL_SAFE_NO_PAD
        .decode(link)
        .map_err(|error| undecodable(link, &error))?;
    read_bytes(&bytes)
}

/// What the bytes of a link hold.
///
/// # Errors
///
/// If they are those of none, or not as they were made.
pub fn read_bytes(bytes: &[u8]) -> Result<LinkedRun, LinkError> {
    let (head, packed) = decode(bytes)?;
    let text = decompress_to_vec_with_limit(packed, TEXT_BYTES_MAX).map_err(|error| {
        if error.status == TINFLStatus::HasMoreOutput {
            LinkError::TextTooLong {
                max: count(TEXT_BYTES_MAX),
            }
        } else {
            LinkError::Damaged(Damage::Packing)
        }
    })?;
    let text = String::from_utf8(text).map_err(|error| {
        LinkError::Damaged(Damage::NotText {
            position: count(error.utf8_error().valid_up_to()),
        })
    })?;
    Ok(LinkedRun { head, text })
}

fn within_bounds(link: &str) -> Result<(), LinkError> {
    if link.len() <= LINK_CHARS_MAX {
        return Ok(());
    }
    Err(LinkError::TooLong {
        found: count(link.len()),
        max: count(LINK_CHARS_MAX),
    })
}

/// What is no base64url: a link with a strange character in it, or something else altogether.
fn undecodable(link: &str, error: &DecodeError) -> LinkError {
    // The mark in front, as far as whole characters tell it.
    if !link.starts_with("VE0") {
        return LinkError::Foreign;
    }
    LinkError::Damaged(match *error {
        DecodeError::InvalidByte(position, _) => {
            let before = link
                .get(..position)
                .map_or(position, |text| text.chars().count());
            Damage::Character {
                position: count(before + 1),
            }
        }
        // Half a byte at the end: the rest of it is missing.
        DecodeError::InvalidLastSymbol(..)
        | DecodeError::InvalidLength(_)
        | DecodeError::InvalidPadding => Damage::CutShort {
            length: count(link.len() * 3 / 4),
        },
    })
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
