//! The header line of a topic.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::configs;
use super::fields::Fields;
use crate::import::form::{Fault, Whole, bad_number, number, topic_name};
use crate::import::model::Layout;
use crate::import::text::Piece;
use crate::import::warning::{Field, Problem, Reason, token};

/// A header line.
#[derive(Debug)]
pub(in crate::import) struct Header<'t> {
    pub(in crate::import) name: &'t str,
    pub(in crate::import) topic_id: Option<String>,
    /// The count and where it stands.
    pub(in crate::import) partition_count: (i32, Piece<'t>),
    pub(in crate::import) replication_factor: i32,
    pub(in crate::import) configs: BTreeMap<String, String>,
    pub(in crate::import) marked_for_deletion: Option<bool>,
    /// The layout that the header alone tells.
    pub(in crate::import) layout: Layout,
}

/// Reads a header.
pub(super) fn read<'t>(fields: &Fields<'t>, last: bool) -> Result<Whole<Header<'t>>, Fault> {
    let name = fields.required(Field::Topic)?;
    let count = fields.required(Field::PartitionCount)?;
    let factor = fields.required(Field::ReplicationFactor)?;
    let name = topic_name(name)?;
    let mut problems = Vec::new();
    let configs = match fields.value(Field::Configs) {
        Some(value) => configs::read(value, last, &mut problems),
        None => configs::Configs::default(),
    };
    let header = Header {
        name,
        topic_id: topic_id(fields, &mut problems),
        partition_count: (only_number(count, Field::PartitionCount)?, count),
        replication_factor: only_number(factor, Field::ReplicationFactor)?,
        configs: configs.values,
        marked_for_deletion: fields
            .value(Field::MarkedForDeletion)
            .map(|value| value.text.eq_ignore_ascii_case("true")),
        layout: layout(fields),
    };
    Ok(Whole {
        record: header,
        problems,
        open: fields.ends_empty() || configs.open,
    })
}

fn only_number(piece: Piece<'_>, field: Field) -> Result<i32, Problem> {
    number(piece).ok_or_else(|| {
        let (first, rest) = piece.word();
        match number(first) {
            Some(_) => bad_number(rest.word().0, field),
            None => bad_number(first, field),
        }
    })
}

/// A topic id is 16 bytes in URL-safe base64 without padding.
fn topic_id(fields: &Fields<'_>, problems: &mut Vec<Problem>) -> Option<String> {
    let id = fields.value(Field::TopicId)?;
    let base64 = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if id.text.len() == 22 && id.text.bytes().all(base64) {
        return Some(String::from(id.text));
    }
    if !id.is_empty() {
        let reason = Reason::BadTopicId {
            token: token(id.text),
        };
        problems.push(Problem::of(id, reason));
    }
    None
}

fn layout(fields: &Fields<'_>) -> Layout {
    let blank_after_colon = fields
        .raw(Field::PartitionCount)
        .is_some_and(|value| value.text.starts_with(char::is_whitespace));
    match () {
        () if fields.has(Field::TopicId) => Layout::Topics2_8,
        () if blank_after_colon => Layout::Topics2_4,
        () => Layout::Topics0_8_1,
    }
}
