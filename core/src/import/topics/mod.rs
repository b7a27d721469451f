//! `kafka-topics --describe`: header and row, in every layout from 0.8.0 on.
//!
//! It reads one record at a time and knows no sections: which topic a row belongs to and what is
//! missing is found out by [`super::reader`].

mod configs;
mod fields;
mod header;
mod row;

pub(super) use header::Header;
pub(super) use row::Row;

use self::fields::Fields;
use super::form::Reading;
use super::text::Piece;
use super::warning::Field;

/// The key that every record begins with.
const FIRST_KEY: &str = "Topic:";

/// A line of describe output.
#[derive(Debug)]
pub(super) enum Record<'t> {
    /// The line about a topic.
    Header(Header<'t>),
    /// The line about a partition.
    Row(Row<'t>),
}

/// Reads a header or a row. `last` says that nothing follows, so that the text may be cut there.
pub(super) fn read(piece: Piece<'_>, last: bool) -> Reading<Record<'_>> {
    let cut = || Reading::Short {
        missing: Field::Partition,
        certain: false,
    };
    let Some(fields) = Fields::split(piece.trim()) else {
        return match ends_in_second_key(piece) {
            true => cut(),
            false => Reading::No,
        };
    };
    if fields.has(Field::Partition) {
        Reading::from(row::read(&fields)).map(Record::Row)
    } else if fields.has(Field::PartitionCount) || fields.has(Field::TopicId) {
        Reading::from(header::read(&fields, last)).map(Record::Header)
    } else {
        cut()
    }
}

/// Whether a line breaks off inside the key after the topic's name.
fn ends_in_second_key(piece: Piece<'_>) -> bool {
    const SECOND_KEYS: [&str; 3] = ["PartitionCount:", "TopicId:", "Partition:"];
    let (key, rest) = piece.word();
    let (name, rest) = rest.word();
    let (start, rest) = rest.word();
    key.text.eq_ignore_ascii_case(FIRST_KEY)
        && !name.is_empty()
        && rest.trim().is_empty()
        && SECOND_KEYS
            .iter()
            .any(|key| !start.is_empty() && key.starts_with(start.text))
}

/// Whether a line begins with the first key of a record.
pub(super) fn begins(piece: Piece<'_>) -> bool {
    let start = piece.text.trim_start().get(..FIRST_KEY.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(FIRST_KEY))
}

/// Whether a line begins with a key that only the middle of a record has.
pub(super) fn continues(piece: Piece<'_>) -> bool {
    fields::starts_with_inner_key(piece.trim_start())
}

/// Whether a line could be the first characters of a record that was cut.
pub(super) fn may_be_cut(piece: Piece<'_>) -> bool {
    let text = piece.trim().text;
    let length = text.len().min(FIRST_KEY.len());
    length >= 2
        && matches!((text.get(..length), FIRST_KEY.get(..length)),
            (Some(start), Some(key)) if start.eq_ignore_ascii_case(key))
}
