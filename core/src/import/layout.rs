//! Tells what kind of record a line is. One reader per tool; the place to add the next one.
//!
//! It sees one line at a time, or one put together from several, and keeps nothing.

use alloc::boxed::Box;

use super::election;
use super::form::Reading;
use super::other::{self, Sight};
use super::reassign::text as reassign;
use super::text::Piece;
use super::topics;

/// A line that carries data.
#[derive(Debug)]
pub(super) enum Record<'t> {
    /// `kafka-topics --describe`.
    Topics(Box<topics::Record<'t>>),
    /// `kafka-reassign-partitions`.
    Reassign(reassign::Line<'t>),
    /// `kafka-leader-election`.
    Election(election::Line),
    /// Where JSON begins.
    Json(Piece<'t>),
    /// Output of a tool that is known by sight only.
    Other(Sight),
}

/// Reads a line as whatever it is. `last` says that nothing follows it.
pub(super) fn read(line: Piece<'_>, last: bool) -> Reading<Record<'_>> {
    let line = line.trim_start();
    if line.text.starts_with('{') || starts_list_of_objects(line) {
        return Reading::clean(Record::Json(line));
    }
    let topics = topics::read(line, last);
    if !topics.is_no() {
        return topics.map(|record| Record::Topics(Box::new(record)));
    }
    let reassign = reassign::read(line);
    if !reassign.is_no() {
        return reassign.map(Record::Reassign);
    }
    let election = election::read(line);
    if !election.is_no() {
        return election.map(Record::Election);
    }
    match other::sight(line) {
        Some(sight) => Reading::clean(Record::Other(sight)),
        None => Reading::No,
    }
}

/// Whether a line is or begins a record.
pub(super) fn begins(line: Piece<'_>) -> bool {
    topics::begins(line) || !read(line, false).is_no()
}

/// `[{`: a bracket alone also begins prompts and log lines.
fn starts_list_of_objects(line: Piece<'_>) -> bool {
    line.after("[")
        .is_some_and(|rest| rest.trim_start().text.starts_with('{'))
}
