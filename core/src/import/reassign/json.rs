//! The JSON files of reassignments and elections: which kind a text is, and the entries in it.
//!
//! An entry with a fault is dropped with a warning that names the token; the others are kept.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::Assignment;
use crate::import::form::{first_repeated, is_topic_name};
use crate::import::json::{Node, Value};
use crate::import::model::{Tool, TopicPartition};
use crate::import::warning::{Field, Problem, Reason, token};

/// What a JSON text is, by its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) enum Kind {
    /// Partitions with replicas.
    Reassignment,
    /// Partitions without.
    Election,
    /// Topics by name.
    TopicsToMove,
    /// Of a tool that is known by sight.
    Other(Tool),
    /// Nothing known.
    Unknown,
}

/// Tells what a JSON text is.
pub(in crate::import) fn kind(root: &Node<'_>) -> Kind {
    if let Some(partitions) = root.get("partitions") {
        let entries = partitions.items();
        let described = entries.iter().any(|entry| entry.get("replicas").is_some());
        let named = entries.iter().any(|entry| entry.get("topic").is_some());
        return match () {
            () if described || (!named && root.get("version").is_some()) => Kind::Reassignment,
            () if named => Kind::Election,
            () => Kind::Unknown,
        };
    }
    let brokers = root.get("brokers").map(Node::items);
    let log_dirs = brokers
        .unwrap_or_default()
        .iter()
        .any(|broker| broker.get("logDirs").is_some());
    match (brokers, root.get("topics")) {
        _ if root.get("originating_broker").is_some() => Kind::Other(Tool::Kcat),
        (Some(_), Some(_)) => Kind::Other(Tool::Kcat),
        (Some(_), None) if log_dirs => Kind::Other(Tool::KafkaLogDirs),
        (None, Some(_)) => Kind::TopicsToMove,
        _ => Kind::Unknown,
    }
}

/// The entries of a reassignment file. The later one of a partition that is there twice wins.
pub(in crate::import) fn assignments(
    root: &Node<'_>,
    problems: &mut Vec<Problem>,
) -> Vec<Assignment> {
    let mut list: Vec<Option<Assignment>> = Vec::new();
    let mut topics: BTreeMap<String, usize> = BTreeMap::new();
    let mut places: Vec<BTreeMap<i32, usize>> = Vec::new();
    for entry in entries(root, "partitions") {
        let Some(assignment) = kept(assignment(entry, problems), problems) else {
            continue;
        };
        let topic = match topics.get(&assignment.topic) {
            Some(&topic) => topic,
            None => {
                places.push(BTreeMap::new());
                topics.insert(assignment.topic.clone(), places.len() - 1);
                places.len() - 1
            }
        };
        let places = places.get_mut(topic);
        let earlier = places.and_then(|places| places.insert(assignment.partition, list.len()));
        if let Some(earlier) = earlier.and_then(|place| list.get_mut(place)) {
            *earlier = None;
            let reason = Reason::DuplicatePartition {
                topic: assignment.topic.clone(),
                partition: assignment.partition,
            };
            problems.push(Problem::of(entry.piece.slice(0, 1), reason));
        }
        list.push(Some(assignment));
    }
    list.into_iter().flatten().collect()
}

/// The entries of an election file.
pub(in crate::import) fn partitions(
    root: &Node<'_>,
    problems: &mut Vec<Problem>,
) -> Vec<TopicPartition> {
    entries(root, "partitions")
        .filter_map(|entry| kept(topic_partition(entry), problems))
        .collect()
}

/// The topics of a topics-to-move file.
pub(in crate::import) fn topics(root: &Node<'_>, problems: &mut Vec<Problem>) -> Vec<String> {
    entries(root, "topics")
        .filter_map(|entry| kept(topic(entry), problems))
        .collect()
}

/// The elements of a list that were read to their end.
fn entries<'n, 't>(root: &'n Node<'t>, key: &str) -> impl Iterator<Item = &'n Node<'t>> {
    root.get(key)
        .map(Node::items)
        .unwrap_or_default()
        .iter()
        .filter(|entry| entry.whole)
}

fn kept<T>(read: Result<T, Problem>, problems: &mut Vec<Problem>) -> Option<T> {
    match read {
        Ok(value) => Some(value),
        Err(problem) => {
            problems.push(problem);
            None
        }
    }
}

fn assignment(entry: &Node<'_>, problems: &mut Vec<Problem>) -> Result<Assignment, Problem> {
    let of = topic_partition(entry)?;
    let at = member(entry, "replicas", Field::Replicas)?;
    let replicas = list(at, Field::Replicas, |node| number(node, Field::Replicas))?;
    let log_dirs = match entry.get("log_dirs") {
        Some(dirs) => Some(list(dirs, Field::LogDirs, text)?),
        None => None,
    };
    if let Some((index, broker)) = first_repeated(&replicas) {
        let place = at.items().get(index).map_or(at.piece, |node| node.piece);
        problems.push(Problem::of(place, Reason::DuplicateReplica { broker }));
    }
    if let (Some(dirs), Some(at)) = (&log_dirs, entry.get("log_dirs"))
        && dirs.len() != replicas.len()
    {
        let reason = Reason::LogDirsLength {
            replicas: count(replicas.len()),
            log_dirs: count(dirs.len()),
        };
        problems.push(Problem::of(at.piece, reason));
    }
    Ok(Assignment {
        topic: of.topic,
        partition: of.partition,
        replicas,
        log_dirs,
    })
}

fn topic_partition(entry: &Node<'_>) -> Result<TopicPartition, Problem> {
    let partition = member(entry, "partition", Field::Partition)?;
    Ok(TopicPartition {
        topic: topic(entry)?,
        partition: number(partition, Field::Partition)?,
    })
}

fn topic(entry: &Node<'_>) -> Result<String, Problem> {
    let node = member(entry, "topic", Field::Topic)?;
    text(node)
        .ok()
        .filter(|name| is_topic_name(name))
        .ok_or_else(|| {
            let reason = Reason::BadTopicName {
                token: token(node.piece.text.trim_matches('"')),
            };
            Problem::of(node.piece, reason)
        })
}

fn member<'n, 't>(entry: &'n Node<'t>, key: &str, field: Field) -> Result<&'n Node<'t>, Problem> {
    entry.get(key).ok_or_else(|| {
        let reason = Reason::ShortRow { missing: field };
        Problem::of(entry.piece.slice(0, 1), reason)
    })
}

fn list<'t, T>(
    node: &Node<'t>,
    field: Field,
    item: impl Fn(&Node<'t>) -> Result<T, Problem>,
) -> Result<Vec<T>, Problem> {
    match &node.value {
        Value::List(items) => items.iter().map(item).collect(),
        _ => Err(bad_value(node, field)),
    }
}

fn number(node: &Node<'_>, field: Field) -> Result<i32, Problem> {
    let value = match node.value {
        Value::Integer(value) => i32::try_from(value).ok().filter(|value| *value >= 0),
        _ => None,
    };
    value.ok_or_else(|| {
        let token = token(node.piece.text);
        let reason = match field {
            Field::Partition => Reason::BadPartition { token },
            _ => Reason::BadNumber { field, token },
        };
        Problem::of(node.piece, reason)
    })
}

fn text(node: &Node<'_>) -> Result<String, Problem> {
    match &node.value {
        Value::Text(text) => Ok(text.clone()),
        _ => Err(bad_value(node, Field::LogDirs)),
    }
}

fn bad_value(node: &Node<'_>, field: Field) -> Problem {
    let reason = Reason::BadValue {
        field,
        token: token(node.piece.text),
    };
    Problem::of(node.piece, reason)
}

fn count(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
