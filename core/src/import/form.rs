//! What a reader of one kind of line answers, and the small tokens that all kinds share: broker
//! ids, lists of them, topic names, partitions.

use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec::Vec;

use super::model::TopicPartition;
use super::text::Piece;
use super::warning::{Field, Problem, Reason, token};

/// What a piece of text is, as one kind of record.
#[derive(Debug)]
pub(super) enum Reading<T> {
    /// Not this kind of record.
    No,
    /// It begins like one, but is not complete; more text can help.
    Short {
        /// The first field that is missing.
        missing: Field,
        /// Whether it is surely meant to be one: if not, it is an unknown line like any other.
        certain: bool,
    },
    /// It is one, with something in it that can't be read; more text doesn't help.
    Bad(Problem),
    /// It is one.
    Whole(Whole<T>),
}

/// A complete record.
#[derive(Debug)]
pub(super) struct Whole<T> {
    pub(super) record: T,
    /// What is odd about it.
    pub(super) problems: Vec<Problem>,
    /// Whether it may go on in the next line: its last value is empty, or a list ends in a comma.
    pub(super) open: bool,
}

/// Why a text is not the record it begins like.
#[derive(Debug)]
pub(super) enum Fault {
    /// A field is missing; more text can help.
    Short(Field),
    /// Something can't be read.
    Bad(Problem),
}

impl From<Problem> for Fault {
    fn from(problem: Problem) -> Self {
        Self::Bad(problem)
    }
}

impl<T> From<Result<Whole<T>, Fault>> for Reading<T> {
    fn from(read: Result<Whole<T>, Fault>) -> Self {
        match read {
            Ok(whole) => Self::Whole(whole),
            Err(Fault::Short(missing)) => Self::Short {
                missing,
                certain: true,
            },
            Err(Fault::Bad(problem)) => Self::Bad(problem),
        }
    }
}

impl<T> Whole<T> {
    /// A record with nothing odd about it.
    pub(super) fn clean(record: T) -> Self {
        Self {
            record,
            problems: Vec::new(),
            open: false,
        }
    }
}

impl<T> Reading<T> {
    /// A record with nothing odd about it.
    pub(super) fn clean(record: T) -> Self {
        Self::Whole(Whole::clean(record))
    }

    /// The same reading of another type of record.
    pub(super) fn map<U>(self, wrap: impl FnOnce(T) -> U) -> Reading<U> {
        match self {
            Self::No => Reading::No,
            Self::Short { missing, certain } => Reading::Short { missing, certain },
            Self::Bad(problem) => Reading::Bad(problem),
            Self::Whole(whole) => Reading::Whole(Whole {
                record: wrap(whole.record),
                problems: whole.problems,
                open: whole.open,
            }),
        }
    }

    pub(super) fn is_no(&self) -> bool {
        matches!(self, Self::No)
    }
}

/// A number that can't be negative: a broker id, a partition, a count.
pub(super) fn number(piece: Piece<'_>) -> Option<i32> {
    let digits = piece.text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| piece.text.parse().ok()).flatten()
}

/// A complaint that a token is no number for a field.
pub(super) fn bad_number(piece: Piece<'_>, field: Field) -> Problem {
    let reason = Reason::BadNumber {
        field,
        token: token(piece.text),
    };
    Problem::of(piece, reason)
}

/// Broker ids as far as a list goes.
#[derive(Debug)]
pub(super) struct IdList<'t> {
    pub(super) ids: Vec<i32>,
    /// Whether it ends in a comma.
    pub(super) open: bool,
    /// What follows it.
    pub(super) rest: Piece<'t>,
}

/// Reads `1,2,3`, with or without blanks after the commas; an empty text is an empty list.
pub(super) fn ids(piece: Piece<'_>, field: Field) -> Result<IdList<'_>, Problem> {
    let mut ids = Vec::new();
    let mut rest = piece.trim();
    let mut open = false;
    while !rest.is_empty() && (open || ids.is_empty()) {
        let end = rest
            .text
            .find(|c: char| c == ',' || c.is_whitespace())
            .unwrap_or(rest.text.len());
        let token = rest.slice(0, end);
        let id = number(token).ok_or_else(|| match token.is_empty() {
            true => bad_number(rest.word().0, field),
            false => bad_number(token, field),
        })?;
        ids.push(id);
        let after = rest.from(end).trim_start();
        let comma = after.after(",");
        open = comma.is_some();
        rest = comma.unwrap_or(after).trim_start();
    }
    Ok(IdList { ids, open, rest })
}

/// Reads a list that is the whole of a piece; nothing may follow.
pub(super) fn only_ids(piece: Piece<'_>, field: Field) -> Result<IdList<'_>, Problem> {
    let list = ids(piece, field)?;
    match list.rest.is_empty() {
        true => Ok(list),
        false => Err(bad_number(list.rest.word().0, field)),
    }
}

/// The first id that a list has twice, and where it is again.
pub(super) fn first_repeated(ids: &[i32]) -> Option<(usize, i32)> {
    let mut numbered = ids.iter().copied().enumerate();
    if ids.len() <= SHORT {
        return numbered.find(|&(at, id)| ids.iter().take(at).any(|&before| before == id));
    }
    let mut seen = BTreeSet::new();
    numbered.find(|&(_, id)| !seen.insert(id))
}

/// The first id of a list that another list doesn't have.
pub(super) fn first_outside(ids: &[i32], of: &[i32]) -> Option<i32> {
    let mut ids = ids.iter().copied();
    if of.len() <= SHORT {
        return ids.find(|id| !of.contains(id));
    }
    let of = set_of(of);
    ids.find(|id| !of.contains(id))
}

/// The ids of a list as a set.
pub(super) fn set_of(ids: &[i32]) -> BTreeSet<i32> {
    let mut set = BTreeSet::new();
    add_all(&mut set, ids);
    set
}

/// Adds the ids of a list to a set.
#[inline(never)]
pub(super) fn add_all(set: &mut BTreeSet<i32>, ids: &[i32]) {
    for &id in ids {
        set.insert(id);
    }
}

/// Lists up to that length are searched as they are; longer ones come only from damaged text.
const SHORT: usize = 16;

/// Whether a topic may have that name (`Topic.validate`).
pub(super) fn is_topic_name(name: &str) -> bool {
    (1..=249).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"._-".contains(&byte))
}

/// The name of a topic, or a complaint that it can't be one.
pub(super) fn topic_name(piece: Piece<'_>) -> Result<&str, Problem> {
    let reason = || Reason::BadTopicName {
        token: token(piece.text),
    };
    let known = is_topic_name(piece.text).then_some(piece.text);
    known.ok_or_else(|| Problem::of(piece, reason()))
}

/// A complaint that something is no partition.
pub(super) fn bad_partition(piece: Piece<'_>) -> Problem {
    let reason = Reason::BadPartition {
        token: token(piece.text),
    };
    Problem::of(piece, reason)
}

/// A partition written `topic-partition`, split at the last dash, or `[topic,partition]`.
pub(super) fn topic_partition(piece: Piece<'_>) -> Option<TopicPartition> {
    let piece = piece.trim();
    let old = piece.after("[").and_then(|rest| rest.before("]"));
    let (topic, partition) = match old {
        Some(inside) => inside.split_last(",")?,
        None => piece.split_last("-")?,
    };
    let partition = partition.trim();
    let known = is_topic_name(topic.text) && !partition.is_empty();
    Some(TopicPartition {
        topic: known.then(|| String::from(topic.text))?,
        partition: number(partition)?,
    })
}

/// Partitions with commas between them.
#[derive(Debug)]
pub(super) struct PartitionList {
    pub(super) partitions: Vec<TopicPartition>,
    /// Whether it ends in a comma.
    pub(super) open: bool,
}

/// Reads `t-p,t-p`, with or without blanks after the commas; an empty text is a missing list.
pub(super) fn partitions(piece: Piece<'_>) -> Result<PartitionList, Fault> {
    if piece.trim().is_empty() {
        return Err(Fault::Short(Field::Partitions));
    }
    let mut list = PartitionList {
        partitions: Vec::new(),
        open: false,
    };
    for part in piece.trim().parts(',') {
        let part = part.trim();
        list.open = part.is_empty();
        if list.open {
            continue;
        }
        let partition = topic_partition(part).ok_or_else(|| bad_partition(part))?;
        list.partitions.push(partition);
    }
    Ok(list)
}
