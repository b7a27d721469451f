//! What a share link holds, as bytes: a head of fixed width, then the scenario text in packed form.
//!
//! How the text is packed and how bytes become characters of an address is the business of the crate
//! `tidemark-link`; this floor packs nothing, so that the engine need not carry what does. A link comes
//! from anywhere: every byte is checked, and [`LinkError`] says what is wrong.

mod error;

use alloc::string::String;
use alloc::vec::Vec;

pub use error::{Damage, LinkError};
use serde::{Deserialize, Serialize};

use crate::bytes::{Reader, crc32c};
use crate::history::BranchId;

/// The version of the rules that this engine runs. It is raised by every change after which a scenario of
/// the catalogue has another trace hash: a link made before then says so when it is opened.
pub const RULES_VERSION: u16 = 1;

/// The version of the format below: of a link's bytes, not of the text in it.
pub const FORMAT_VERSION: u8 = 1;

/// The longest link, in characters after `#/s/`: with the address of a page before it no more than 8 KiB.
pub const LINK_CHARS_MAX: usize = 8_000;

/// The longest text of a link: as long as a scenario may be.
pub const TEXT_BYTES_MAX: usize = crate::scenario::limits::TEXT_BYTES;

/// What a link begins with.
const MARK: [u8; 2] = *b"TM";

/// Bytes before those that the checksum covers: mark, format version, checksum.
const UNCHECKED_BYTES: usize = 7;

/// What a link says of the run beside its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkHead {
    /// [`RULES_VERSION`] of the engine that made the link.
    pub rules_version: u16,
    /// The protocol hash of the run from its start to the place shown, in that engine.
    pub protocol_hash: u64,
    /// The branch shown.
    pub branch: BranchId,
    /// The step shown.
    pub step: u32,
}

/// A run as a link holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinkedRun {
    /// Where it is shown, and what it should be there.
    pub head: LinkHead,
    /// The session as canonical scenario text.
    pub text: String,
}

/// The bytes of a link: mark, format version, CRC-32C of all that follows, then rules version, protocol
/// hash, branch and step in network order, and the packed text.
#[must_use]
pub fn encode(head: &LinkHead, packed: &[u8]) -> Vec<u8> {
    let mut checked = Vec::new();
    checked.extend(head.rules_version.to_be_bytes());
    checked.extend(head.protocol_hash.to_be_bytes());
    checked.extend(head.branch.0.to_be_bytes());
    checked.extend(head.step.to_be_bytes());
    checked.extend(packed);
    let mut bytes = Vec::from(MARK);
    bytes.push(FORMAT_VERSION);
    bytes.extend(crc32c(&checked).to_be_bytes());
    bytes.extend(checked);
    bytes
}

/// Reads what [`encode`] wrote: the head, and the packed text.
///
/// # Errors
///
/// If the bytes are none of a link, of a later format, or not as they were written.
pub fn decode(bytes: &[u8]) -> Result<(LinkHead, &[u8]), LinkError> {
    let cut_short = |_| {
        LinkError::Damaged(Damage::CutShort {
            length: length(bytes),
        })
    };
    if !bytes.starts_with(&MARK) {
        return Err(LinkError::Foreign);
    }
    let mut reader = Reader::new(bytes);
    reader.take(MARK.len()).map_err(cut_short)?;
    let found = reader.read_i8().map_err(cut_short)?.cast_unsigned();
    if found != FORMAT_VERSION {
        return Err(LinkError::OtherFormat {
            found,
            known: FORMAT_VERSION,
        });
    }
    let expected = reader.read_i32().map_err(cut_short)?.cast_unsigned();
    let computed = crc32c(bytes.get(UNCHECKED_BYTES..).unwrap_or_default());
    if computed != expected {
        return Err(LinkError::Damaged(Damage::Checksum { expected, computed }));
    }
    let head = LinkHead {
        rules_version: reader.read_i16().map_err(cut_short)?.cast_unsigned(),
        protocol_hash: reader.read_i64().map_err(cut_short)?.cast_unsigned(),
        branch: BranchId(reader.read_i32().map_err(cut_short)?.cast_unsigned()),
        step: reader.read_i32().map_err(cut_short)?.cast_unsigned(),
    };
    Ok((head, reader.rest()))
}

fn length(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).unwrap_or(u32::MAX)
}
