//! What a reader couldn't read or found odd: typed, with the token concerned as data and the
//! place where it stands. The words for it are the page's; `Display` is for logs and the
//! command line.

mod field;
mod reason;

pub use field::{Expected, Field, Repair};
pub use reason::Reason;

use alloc::string::String;
use core::fmt;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

use super::text::Piece;

/// A complaint about one place of the text. The rest of the text is read all the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The line, counted from 1, on which the record concerned begins.
    pub line: u32,
    /// The token concerned. It can stand on a later line than `line`, when a record spans several.
    pub place: Place,
    /// What is wrong with it.
    pub reason: Reason,
}

impl Warning {
    /// The word for the reason in the result schema; those that begin with `x-` are our own.
    pub fn code(&self) -> &'static str {
        self.reason.code()
    }
}

impl Serialize for Warning {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Warning", 4)?;
        fields.serialize_field("line", &self.line)?;
        fields.serialize_field("code", self.code())?;
        fields.serialize_field("x-place", &self.place)?;
        fields.serialize_field("x-reason", &self.reason)?;
        fields.end()
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Line {}: {}", self.place.line, self.reason)
    }
}

/// A token of the text as it was given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Place {
    /// The line, counted from 1: one per CR LF, LF or CR.
    pub line: u32,
    /// The character of the line, counted from 1; one more than the line has when something is
    /// missing at its end.
    pub column: u32,
    /// How many characters of the clean line the token has; 0 when something is missing.
    pub length: u32,
}

/// A complaint of a reader about a piece it was given; the place is an offset into that piece's
/// source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) at: usize,
    pub(super) length: u32,
    pub(super) reason: Reason,
}

impl Problem {
    /// A problem with the whole of a token.
    #[inline(never)]
    pub(super) fn of(token: Piece<'_>, reason: Reason) -> Self {
        Self {
            at: token.at,
            length: u32::try_from(token.text.chars().count()).unwrap_or(u32::MAX),
            reason,
        }
    }

    /// Something missing at the end of a piece.
    #[inline(never)]
    pub(super) fn after(piece: Piece<'_>, reason: Reason) -> Self {
        Self {
            at: piece.at + piece.text.len(),
            length: 0,
            reason,
        }
    }
}

/// The text of a token for a [`Reason`]: never longer than 64 characters.
#[inline(never)]
pub(super) fn token(text: &str) -> String {
    text.chars().take(64).collect()
}
