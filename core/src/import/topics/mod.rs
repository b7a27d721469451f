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
    let Some(fields) = Fields::split(piece.trim()) else {
        return Reading::No;
    };
    if fields.has(Field::Partition) {
        Reading::from(row::read(&fields)).map(Record::Row)
    } else if fields.has(Field::PartitionCount) || fields.has(Field::TopicId) {
        Reading::from(header::read(&fields, last)).map(Record::Header)
    } else {
        Reading::Short {
            missing: Field::Partition,
            certain: false,
        }
    }
}

/// Whether a line begins with a key that only the middle of a record has.
pub(super) fn continues(piece: Piece<'_>) -> bool {
    fields::starts_with_inner_key(piece.trim_start())
}

/// Whether a line could be the first characters of a record that was cut.
pub(super) fn may_be_cut(piece: Piece<'_>) -> bool {
    let text = piece.trim().text;
    let key = "Topic:";
    let length = text.len().min(key.len());
    length >= 2
        && matches!((text.get(..length), key.get(..length)),
            (Some(start), Some(key)) if start.eq_ignore_ascii_case(key))
}
