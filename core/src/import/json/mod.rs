//! A JSON reader for pasted text: every value knows where it stands, what is only nearly JSON is
//! read and said to be so, and what is broken or cut costs the entry around it, not the rest.
//!
//! It knows no keys and no meaning. `serde_json` is not used here because it gives no places for
//! values, no mending, and nothing of a text that ends early.
//!
//! Source: the mending rules of the command-line formats, "JSON" under reassignment.

mod quotes;
mod reader;

#[cfg(test)]
mod tests;

use alloc::string::String;
use alloc::vec::Vec;

use super::text::Piece;
use super::warning::Problem;
use reader::Reader;

pub(super) use quotes::Balance;

/// A value and where it stands.
#[derive(Debug)]
pub(super) struct Node<'t> {
    pub(super) value: Value<'t>,
    /// The text of the value.
    pub(super) piece: Piece<'t>,
    /// Whether it was read to its end, with all that is in it and without a fault.
    pub(super) whole: bool,
}

/// A JSON value.
#[derive(Debug)]
pub(super) enum Value<'t> {
    /// `null`, `true`, `false` or a number that is no 64-bit integer: nothing here needs them.
    Other,
    Integer(i64),
    Text(String),
    List(Vec<Node<'t>>),
    Object(Vec<(String, Node<'t>)>),
}

impl<'t> Node<'t> {
    /// The member of an object, the last one if there are several.
    #[inline(never)]
    pub(super) fn get(&self, key: &str) -> Option<&Self> {
        let Value::Object(members) = &self.value else {
            return None;
        };
        members
            .iter()
            .rev()
            .find(|(name, _)| name == key)
            .map(|(_, node)| node)
    }

    /// The elements of a list; none of anything else.
    pub(super) fn items(&self) -> &[Self] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }
}

/// A whole JSON text as far as it could be read.
#[derive(Debug)]
pub(super) struct Document<'t> {
    pub(super) root: Node<'t>,
    /// One warning per kind of repair and one per fault.
    pub(super) problems: Vec<Problem>,
    /// Whether entries are lost, so that the list is only a part.
    pub(super) partial: bool,
}

/// Reads the value at the start of a piece.
pub(super) fn read(piece: Piece<'_>) -> Document<'_> {
    let mut reader = Reader::new(piece);
    let root = reader.root().unwrap_or(Node {
        value: Value::Other,
        piece,
        whole: false,
    });
    Document {
        root,
        partial: reader.is_partial(),
        problems: reader.into_problems(),
    }
}
