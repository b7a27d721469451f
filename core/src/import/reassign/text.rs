//! One line of `kafka-reassign-partitions` output.

use alloc::vec::Vec;

use super::{
    OngoingReassignment, ReassignmentSays, ReassignmentState, ReassignmentStatus, ReplicaMove,
    ReplicaMoveState,
};
use crate::import::form::Reading;
use crate::import::model::Layout;
use crate::import::phrase::{self, Gaps};
use crate::import::text::Piece;

/// A line that says something.
#[derive(Debug)]
pub(in crate::import) enum Line<'t> {
    /// A heading that JSON follows; behind it, what follows on the line.
    Heading(Heading, Piece<'t>),
    /// The heading of `--verify`.
    StatusHeading,
    /// A statement; one with a list has one element.
    Says(Layout, ReassignmentSays),
}

/// Which replicas the JSON after a heading holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::import) enum Heading {
    /// Those before the reassignment: `--generate` and `--execute`.
    Current,
    /// Those that `--generate` proposes.
    Proposed,
    /// Those that `--execute` of 0.8 to 0.10 started.
    Executed,
}

/// The heading before the replicas as they are.
pub(in crate::import) const CURRENT: &str = "Current partition replica assignment";
/// The heading before the replicas as `--generate` proposes them.
pub(in crate::import) const PROPOSED: &str = "Proposed partition reassignment configuration";
/// What `--execute` says after the replicas as they are.
pub(in crate::import) const SAVE_THIS: &str = "Save this to use as the";

#[derive(Clone, Copy)]
enum Phrase {
    Heading(Heading),
    Started,
    Throttle,
    LogDirThrottle,
    StatusHeading,
    Status(ReassignmentState),
    Move(ReplicaMoveState),
    ClearedBrokers,
    ClearedTopics,
    ListHeading,
    InProgress { adding: bool, removing: bool },
}

/// The sentences of all releases; of those that begin alike, the longest first.
static PHRASES: &[(&str, Phrase)] = {
    use Phrase::{ClearedBrokers, ClearedTopics, InProgress, Move, Started, Status, Throttle};
    use ReassignmentState as State;
    use ReplicaMoveState as Moved;
    &[
        (
            "Current partition replica assignment…",
            Phrase::Heading(Heading::Current),
        ),
        (
            "Proposed partition reassignment configuration…",
            Phrase::Heading(Heading::Proposed),
        ),
        (
            "Successfully started reassignment of partitions…",
            Phrase::Heading(Heading::Executed),
        ),
        (
            "Successfully started partition reassignment for {P}",
            Started,
        ),
        (
            "Successfully started partition reassignments for {P}",
            Started,
        ),
        ("The throttle limit was set to {n}…", Throttle),
        ("The inter-broker throttle limit was set to {n}…", Throttle),
        (
            "The replica-alter-dir throttle limit was set to {n}…",
            Phrase::LogDirThrottle,
        ),
        ("Status of partition reassignment…", Phrase::StatusHeading),
        (
            "Reassignment of partition {p} completed successfully.",
            Status(State::Completed),
        ),
        (
            "Reassignment of partition {p} is complete.",
            Status(State::Completed),
        ),
        (
            "Reassignment of partition {p} is completed.",
            Status(State::Completed),
        ),
        (
            "Reassignment of partition {p} is still in progress.",
            Status(State::InProgress),
        ),
        (
            "Reassignment of partition {p} failed.",
            Status(State::Failed),
        ),
        (
            "There is no active reassignment of partition {p}, but replica set is {l} rather than {l}.",
            Status(State::NotActive),
        ),
        (
            "ERROR: Assigned replicas ({l}) don't match the list of replicas for reassignment ({l}) for partition {p}.",
            Status(State::Mismatch),
        ),
        (
            "Reassignment of replica {r} completed successfully.",
            Move(Moved::Completed),
        ),
        (
            "Reassignment of replica {r} is still in progress.",
            Move(Moved::InProgress),
        ),
        ("Reassignment of replica {r} failed.", Move(Moved::Failed)),
        (
            "Partition {p} is not found in any live log dir on broker {n}…",
            Move(Moved::NotFound),
        ),
        (
            "Partition {p} cannot be found in any live log directory on broker {n}…",
            Move(Moved::NotFound),
        ),
        (
            "Partition {p} on broker {n} is being moved to log dir {t} instead of {t}.",
            Move(Moved::OtherDir),
        ),
        (
            "Partition {p} on broker {n} is not being moved from log dir {t} to {t}.",
            Move(Moved::NotMoving),
        ),
        (
            "Clearing broker-level throttles on broker {l}.",
            ClearedBrokers,
        ),
        (
            "Clearing broker-level throttles on brokers {l}.",
            ClearedBrokers,
        ),
        ("Clearing topic-level throttles on topic {T}", ClearedTopics),
        (
            "Clearing topic-level throttles on topics {T}",
            ClearedTopics,
        ),
        ("Current partition reassignments…", Phrase::ListHeading),
        ("No partition reassignments found…", Phrase::ListHeading),
        (
            "{p}: replicas: {l}. adding: {l}. removing: {l}.",
            InProgress {
                adding: true,
                removing: true,
            },
        ),
        (
            "{p}: replicas: {l}. adding: {l}.",
            InProgress {
                adding: true,
                removing: false,
            },
        ),
        (
            "{p}: replicas: {l}. removing: {l}.",
            InProgress {
                adding: false,
                removing: true,
            },
        ),
        (
            "{p}: replicas: {l}.",
            InProgress {
                adding: false,
                removing: false,
            },
        ),
    ]
};

/// Reads a line.
pub(in crate::import) fn read(line: Piece<'_>) -> Reading<Line<'_>> {
    phrase::read(line, PHRASES, say)
}

fn say(phrase: Phrase, mut gaps: Gaps<'_>) -> Line<'_> {
    let (layout, says) = match phrase {
        Phrase::Heading(heading) => return Line::Heading(heading, gaps.rest),
        Phrase::StatusHeading => return Line::StatusHeading,
        Phrase::Started => (
            Layout::ReassignExecute,
            ReassignmentSays::Started(gaps.partitions),
        ),
        Phrase::Throttle => (
            Layout::ReassignExecute,
            ReassignmentSays::Throttle(gaps.number),
        ),
        Phrase::LogDirThrottle => (
            Layout::ReassignExecute,
            ReassignmentSays::LogDirThrottle(gaps.number),
        ),
        Phrase::Status(state) => (Layout::ReassignVerify, status(state, gaps)),
        Phrase::Move(state) => (Layout::ReassignVerify, replica_move(state, gaps)),
        Phrase::ClearedBrokers => (
            Layout::ReassignVerify,
            ReassignmentSays::ClearedBrokers(gaps.list()),
        ),
        Phrase::ClearedTopics => (
            Layout::ReassignVerify,
            ReassignmentSays::ClearedTopics(gaps.topics),
        ),
        Phrase::ListHeading => (
            Layout::ReassignList,
            ReassignmentSays::InProgress(Vec::new()),
        ),
        Phrase::InProgress { adding, removing } => {
            let of = gaps.partition();
            let ongoing = OngoingReassignment {
                topic: of.topic,
                partition: of.partition,
                replicas: gaps.list(),
                adding: if adding { gaps.list() } else { Vec::new() },
                removing: if removing { gaps.list() } else { Vec::new() },
            };
            let list = Vec::from([ongoing]);
            (Layout::ReassignList, ReassignmentSays::InProgress(list))
        }
    };
    Line::Says(layout, says)
}

fn status(state: ReassignmentState, mut gaps: Gaps<'_>) -> ReassignmentSays {
    let of = gaps.partition();
    let mut lists = gaps.lists.into_iter();
    ReassignmentSays::Status(Vec::from([ReassignmentStatus {
        topic: of.topic,
        partition: of.partition,
        state,
        replicas: lists.next(),
        target: lists.next(),
    }]))
}

fn replica_move(state: ReplicaMoveState, mut gaps: Gaps<'_>) -> ReassignmentSays {
    let of = gaps.partition();
    let mut dirs = gaps.texts.into_iter();
    ReassignmentSays::ReplicaMoves(Vec::from([ReplicaMove {
        topic: of.topic,
        partition: of.partition,
        broker: i32::try_from(gaps.number).unwrap_or(i32::MAX),
        state,
        dir: dirs.next(),
        target_dir: dirs.next(),
    }]))
}
