//! One line of `kafka-reassign-partitions` output.

use alloc::string::String;
use alloc::vec::Vec;

use super::{
    OngoingReassignment, ReassignmentState, ReassignmentStatus, ReplicaMove, ReplicaMoveState,
};
use crate::import::form::{
    Fault, Reading, Whole, bad_number, bad_partition, number, only_ids, partitions, topic_name,
    topic_partition,
};
use crate::import::model::TopicPartition;
use crate::import::text::Piece;
use crate::import::warning::{Field, Problem};

/// A line that says something.
#[derive(Debug)]
pub(in crate::import) enum Line<'t> {
    /// Heading of `--generate` and of `--execute`; behind it, the text that follows on the line.
    CurrentHeading(Piece<'t>),
    /// Second heading of `--generate`; behind it, the text that follows on the line.
    ProposedHeading(Piece<'t>),
    /// What was started, as JSON from there on.
    Executed(Piece<'t>),
    Started(Vec<TopicPartition>),
    Throttle(i64),
    LogDirThrottle(i64),
    StatusHeading,
    Status(ReassignmentStatus),
    Move(ReplicaMove),
    ClearedBrokers(Vec<i32>),
    ClearedTopics(Vec<String>),
    /// Heading of `--list`, also when there is nothing to list.
    ListHeading,
    InProgress(OngoingReassignment),
}

/// The heading before the replicas as they are.
pub(in crate::import) const CURRENT: &str = "Current partition replica assignment";
/// The heading before the replicas as `--generate` proposes them.
pub(in crate::import) const PROPOSED: &str = "Proposed partition reassignment configuration";
/// What `--execute` says after the replicas as they are.
pub(in crate::import) const SAVE_THIS: &str = "Save this to use as the";

/// Reads a line.
pub(in crate::import) fn read(line: Piece<'_>) -> Reading<Line<'_>> {
    let line = line.trim();
    if let Some(heading) = heading(line) {
        return Reading::clean(heading);
    }
    let read = if let Some(rest) = line.after("Successfully started partition reassignment") {
        return Reading::from(started(rest));
    } else if let Some(rest) = line.after("Reassignment of partition ") {
        status(rest)
    } else if let Some(rest) = line.after("There is no active reassignment of partition ") {
        not_active(rest)
    } else if let Some(rest) = line.after("ERROR: Assigned replicas (") {
        mismatch(rest)
    } else if let Some(rest) = line.after("Reassignment of replica ") {
        replica_move(rest)
    } else if let Some(rest) = line.after("Partition ") {
        match log_dir(rest) {
            Some(read) => read,
            None => return Reading::No,
        }
    } else if let Some(rest) = after_plural(line, "Clearing broker-level throttles on broker") {
        only_ids(sentence(rest), Field::Broker)
            .map(|list| Line::ClearedBrokers(list.ids))
            .map_err(Fault::from)
    } else if let Some(rest) = after_plural(line, "Clearing topic-level throttles on topic") {
        topics(sentence(rest)).map(Line::ClearedTopics)
    } else {
        match in_progress(line) {
            Some(read) => read,
            None => return Reading::No,
        }
    };
    Reading::from(read.map(Whole::clean))
}

/// Lines that are recognised by how they begin.
fn heading(line: Piece<'_>) -> Option<Line<'_>> {
    if let Some(rest) = line.after(CURRENT) {
        return Some(Line::CurrentHeading(rest));
    }
    if let Some(rest) = line.after(PROPOSED) {
        return Some(Line::ProposedHeading(rest));
    }
    if let Some(rest) = line.after("Successfully started reassignment of partitions") {
        let json = rest.trim();
        return json.text.starts_with('{').then_some(Line::Executed(json));
    }
    if line.text.starts_with("Status of partition reassignment") {
        return Some(Line::StatusHeading);
    }
    let lists = [
        "Current partition reassignments",
        "No partition reassignments found",
    ];
    if lists.iter().any(|start| line.text.starts_with(start)) {
        return Some(Line::ListHeading);
    }
    throttle(line)
}

fn throttle(line: Piece<'_>) -> Option<Line<'_>> {
    let bytes = |rest: Piece<'_>| rest.word().0.text.parse().ok();
    if let Some(rest) = line.after("The replica-alter-dir throttle limit was set to ") {
        return bytes(rest).map(Line::LogDirThrottle);
    }
    let rest = line
        .after("The inter-broker throttle limit was set to ")
        .or_else(|| line.after("The throttle limit was set to "))?;
    bytes(rest).map(Line::Throttle)
}

/// `s for t-p,t-p`, the first letter for more than one
fn started(rest: Piece<'_>) -> Result<Whole<Line<'_>>, Fault> {
    let rest = rest.after("s").unwrap_or(rest);
    let list = rest.after(" for").ok_or(Fault::Short(Field::Partitions))?;
    let read = partitions(list)?;
    Ok(Whole::of_list(
        Line::Started(read.partitions),
        list,
        read.open,
    ))
}

/// `X completed successfully.`, `X is complete.`, `X is still in progress.`, `X failed.`
fn status(rest: Piece<'_>) -> Result<Line<'_>, Fault> {
    let (name, words) = rest.word();
    let of = partition(name)?;
    let state = match sentence(words).text {
        "completed successfully" | "is complete" | "is completed" => ReassignmentState::Completed,
        "is still in progress" => ReassignmentState::InProgress,
        "failed" => ReassignmentState::Failed,
        _ => return Err(Fault::Short(Field::State)),
    };
    Ok(Line::Status(ReassignmentStatus {
        topic: of.topic,
        partition: of.partition,
        state,
        replicas: None,
        target: None,
    }))
}

/// `X, but replica set is A rather than B.`
fn not_active(rest: Piece<'_>) -> Result<Line<'_>, Fault> {
    let (name, lists) = rest
        .split(", but replica set is ")
        .ok_or(Fault::Short(Field::Replicas))?;
    let (replicas, target) = lists
        .split(" rather than ")
        .ok_or(Fault::Short(Field::Replicas))?;
    let of = partition(name)?;
    Ok(Line::Status(ReassignmentStatus {
        topic: of.topic,
        partition: of.partition,
        state: ReassignmentState::NotActive,
        replicas: Some(only_ids(replicas, Field::Replicas)?.ids),
        target: Some(only_ids(sentence(target), Field::Replicas)?.ids),
    }))
}

/// `A) don't match the list of replicas for reassignment (B) for partition X`
fn mismatch(rest: Piece<'_>) -> Result<Line<'_>, Fault> {
    let (replicas, rest) = rest
        .split(") don't match the list of replicas for reassignment (")
        .ok_or(Fault::Short(Field::Replicas))?;
    let (target, name) = rest
        .split(") for partition ")
        .ok_or(Fault::Short(Field::Partition))?;
    let of = partition(sentence(name))?;
    Ok(Line::Status(ReassignmentStatus {
        topic: of.topic,
        partition: of.partition,
        state: ReassignmentState::Mismatch,
        replicas: Some(only_ids(replicas, Field::Replicas)?.ids),
        target: Some(only_ids(target, Field::Replicas)?.ids),
    }))
}

/// `t-p-BROKER completed successfully.` and so on.
fn replica_move(rest: Piece<'_>) -> Result<Line<'_>, Fault> {
    let (name, words) = rest.word();
    let (of, broker) = name.split_last("-").ok_or(Fault::Short(Field::Broker))?;
    let state = match sentence(words).text {
        "completed successfully" => ReplicaMoveState::Completed,
        "is still in progress" => ReplicaMoveState::InProgress,
        "failed" => ReplicaMoveState::Failed,
        _ => return Err(Fault::Short(Field::State)),
    };
    let broker = number(broker).ok_or_else(|| bad_number(broker, Field::Broker))?;
    Ok(Line::Move(moved(partition(of)?, broker, state, None)))
}

/// `t-p is not found …`, `t-p on broker B is being moved to log dir X instead of Y.` and so on.
fn log_dir(rest: Piece<'_>) -> Option<Result<Line<'_>, Fault>> {
    let (name, words) = rest.word();
    let words = words.trim_start();
    const NOT_FOUND: [&str; 2] = [
        "is not found in any live log dir on broker",
        "cannot be found in any live log directory on broker",
    ];
    let (broker, state, dirs) =
        if let Some(rest) = NOT_FOUND.iter().find_map(|start| words.after(start)) {
            (rest.word().0, ReplicaMoveState::NotFound, None)
        } else {
            let (broker, what) = words.after("on broker ")?.word();
            let what = what.trim_start();
            if let Some(rest) = what.after("is being moved to log dir ") {
                (
                    broker,
                    ReplicaMoveState::OtherDir,
                    Some((rest, " instead of ")),
                )
            } else {
                let rest = what.after("is not being moved from log dir ")?;
                (broker, ReplicaMoveState::NotMoving, Some((rest, " to ")))
            }
        };
    Some(log_dir_move(name, broker, state, dirs))
}

fn log_dir_move<'t>(
    name: Piece<'t>,
    broker: Piece<'t>,
    state: ReplicaMoveState,
    dirs: Option<(Piece<'t>, &str)>,
) -> Result<Line<'t>, Fault> {
    let of = partition(name)?;
    let broker = sentence(broker);
    if broker.is_empty() {
        return Err(Fault::Short(Field::Broker));
    }
    let broker = number(broker).ok_or_else(|| bad_number(broker, Field::Broker))?;
    let dirs = match dirs {
        None => None,
        Some((rest, between)) => {
            let parts = rest.split_last(between);
            Some(parts.ok_or(Fault::Short(Field::LogDirs))?)
        }
    };
    Ok(Line::Move(moved(of, broker, state, dirs)))
}

fn moved(
    of: TopicPartition,
    broker: i32,
    state: ReplicaMoveState,
    dirs: Option<(Piece<'_>, Piece<'_>)>,
) -> ReplicaMove {
    ReplicaMove {
        topic: of.topic,
        partition: of.partition,
        broker,
        state,
        dir: dirs.map(|(dir, _)| String::from(dir.text.trim())),
        target_dir: dirs.map(|(_, target)| String::from(sentence(target).text)),
    }
}

/// `t-p: replicas: A.[ adding: A.][ removing: A.]`
fn in_progress(line: Piece<'_>) -> Option<Result<Line<'_>, Fault>> {
    let colon = line.text.find(':')?;
    let name = line.slice(0, colon);
    let rest = line.from(colon).after(": replicas:")?;
    let of = topic_partition(name)?;
    Some(ongoing(of, rest).map(Line::InProgress))
}

fn ongoing(of: TopicPartition, lists: Piece<'_>) -> Result<OngoingReassignment, Fault> {
    let mut ongoing = OngoingReassignment {
        topic: of.topic,
        partition: of.partition,
        replicas: Vec::new(),
        adding: Vec::new(),
        removing: Vec::new(),
    };
    for (index, part) in lists.parts('.').map(Piece::trim).enumerate() {
        if index == 0 {
            ongoing.replicas = only_ids(part, Field::Replicas)?.ids;
        } else if let Some(list) = part.after("adding:") {
            ongoing.adding = only_ids(list, Field::AddingReplicas)?.ids;
        } else if let Some(list) = part.after("removing:") {
            ongoing.removing = only_ids(list, Field::RemovingReplicas)?.ids;
        } else if !part.is_empty() {
            return Err(bad_number(part.word().0, Field::RemovingReplicas).into());
        }
    }
    match lists.text.ends_with('.') {
        true => Ok(ongoing),
        false => Err(Fault::Short(Field::Replicas)),
    }
}

fn topics(list: Piece<'_>) -> Result<Vec<String>, Fault> {
    let parts = list.parts(',').map(Piece::trim);
    let names = parts.filter(|name| !name.is_empty());
    names
        .map(|name| Ok(String::from(topic_name(name)?)))
        .collect()
}

fn partition(piece: Piece<'_>) -> Result<TopicPartition, Problem> {
    topic_partition(piece).ok_or_else(|| bad_partition(piece))
}

/// What follows a phrase in the singular or in the plural.
fn after_plural<'t>(line: Piece<'t>, singular: &str) -> Option<Piece<'t>> {
    let rest = line.after(singular)?;
    rest.after("s ").or_else(|| rest.after(" "))
}

/// A text without blanks around it and without one full stop at its end.
fn sentence(piece: Piece<'_>) -> Piece<'_> {
    let piece = piece.trim();
    piece.before(".").unwrap_or(piece)
}
