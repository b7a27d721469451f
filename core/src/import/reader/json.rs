//! JSON inside a text: where it ends, what it is, what its entries do to the import.

use alloc::vec::Vec;

use super::{Origin, Reader, line_number};
use crate::import::election::ElectionSays;
use crate::import::form::Reading;
use crate::import::json::{self, Balance, Document, Node};
use crate::import::layout::{self, Record};
use crate::import::model::{Assumed, Layout, Tool};
use crate::import::noise::{self, Noise};
use crate::import::other::Sight;
use crate::import::prefix::Path;
use crate::import::reassign::ReassignmentSays;
use crate::import::reassign::json::{self as files, Kind};
use crate::import::reassign::text::Heading;
use crate::import::text::{Joined, Piece};
use crate::import::warning::{Problem, Reason, token};

/// JSON as far as it goes.
struct Block<'t> {
    text: Joined,
    closed: bool,
    /// The line it ends on.
    end: usize,
    /// What follows it on that line.
    rest: Piece<'t>,
}

impl<'t> Reader<'t> {
    /// Reads the JSON that begins at an offset of a line; gives the line to go on with.
    pub(super) fn json(&mut self, index: usize, path: Path, at: usize) -> usize {
        let line = self.text.line(index);
        let mut start = line.from(at.saturating_sub(line.at));
        let mut index = index;
        loop {
            let block = self.block(index, path, start);
            self.document(index, &block);
            let behind = block.rest.text.trim_start_matches(is_wrapping);
            let rest = block.rest.from(block.rest.text.len() - behind.len());
            index = block.end;
            if rest.text.starts_with('{') {
                start = rest;
                continue;
            }
            if !rest.is_empty() {
                let origin = Origin {
                    line: line_number(index),
                    joined: None,
                };
                let reason = Reason::TrailingText {
                    token: token(rest.word().0.text),
                };
                self.warn(origin, Problem::of(rest.trim_end(), reason));
            }
            return index + 1;
        }
    }

    /// Takes lines until the first bracket is closed, or something begins that is no JSON.
    fn block(&self, index: usize, path: Path, start: Piece<'t>) -> Block<'t> {
        let mut balance = Balance::default();
        let mut text = Joined::default();
        let mut end = index;
        let mut line = start;
        loop {
            if let Some(length) = balance.feed(line.text) {
                text.push(line.slice(0, length));
                return Block {
                    text,
                    closed: true,
                    end,
                    rest: line.from(length),
                };
            }
            text.push(line);
            let next = path.strip(self.text.line(end + 1));
            if end + 1 >= self.text.line_count() || stops(next) {
                return Block {
                    text,
                    closed: false,
                    end,
                    rest: line.from(line.text.len()),
                };
            }
            text.glue('\n');
            end += 1;
            line = next;
        }
    }

    fn document(&mut self, index: usize, block: &Block<'_>) {
        let origin = Origin {
            line: line_number(index),
            joined: Some(&block.text),
        };
        let piece = block.text.piece();
        let Document {
            root,
            mut problems,
            partial,
        } = json::read(piece);
        let heading = self.heading.take();
        match files::kind(&root) {
            Kind::Unknown => {
                problems.retain(|problem| !matches!(problem.reason, Reason::RepairedJson { .. }));
                problems.push(Problem::of(piece.slice(0, 1), Reason::UnrecognisedJson));
            }
            Kind::Other(tool) => {
                let sight = Sight { tool, table: false };
                return self.other(sight, piece.slice(0, 1), origin);
            }
            kind => {
                if !block.closed {
                    problems.push(Problem::after(piece.trim_end(), Reason::TruncatedJson));
                }
                if partial || !block.closed {
                    self.import.assume(Assumed::PartialListing);
                }
                self.file(kind, &root, heading, origin, &mut problems);
            }
        }
        for problem in problems {
            self.warn(origin, problem);
        }
    }

    /// Takes the entries of a file of a known kind.
    fn file(
        &mut self,
        kind: Kind,
        root: &Node<'_>,
        heading: Option<(Heading, usize)>,
        origin: Origin<'_>,
        problems: &mut Vec<Problem>,
    ) {
        let reassign = Tool::KafkaReassignPartitions;
        match kind {
            Kind::Reassignment => {
                let list = files::assignments(root, problems);
                match heading {
                    Some((Heading::Current, at)) => self.say(at, ReassignmentSays::Current(list)),
                    Some((Heading::Proposed, at)) => self.say(at, ReassignmentSays::Proposed(list)),
                    Some((Heading::Executed, at)) => self.say(at, ReassignmentSays::Executed(list)),
                    None => {
                        let at = self.section(reassign, Layout::ReassignJson, origin.line);
                        self.say(at, ReassignmentSays::Plan(list));
                    }
                }
            }
            Kind::TopicsToMove => {
                let topics = files::topics(root, problems);
                let at = self.section(reassign, Layout::TopicsToMoveJson, origin.line);
                self.say(at, ReassignmentSays::TopicsToMove(topics));
            }
            Kind::Election => {
                let plan = files::partitions(root, problems);
                let tool = Tool::KafkaLeaderElection;
                let at = self.section(tool, Layout::ElectionJson, origin.line);
                self.elected(at, ElectionSays::Plan(plan));
            }
            Kind::Other(_) | Kind::Unknown => {}
        }
    }
}

/// Whether a line in the midst of JSON is the start of something else.
fn stops(line: Piece<'_>) -> bool {
    let separate = matches!(noise::classify(line), Some(Noise::Fence | Noise::Command));
    let goes_on = match layout::read(line, false) {
        Reading::No => true,
        Reading::Whole(whole) => matches!(whole.record, Record::Json(_)),
        Reading::Short { .. } | Reading::Bad(_) => false,
    };
    separate || !goes_on
}

/// What people and pastes leave behind JSON.
fn is_wrapping(character: char) -> bool {
    character.is_whitespace() || "|`'\";,)>".contains(character)
}
