//! Goes through a text line by line, finds the record on each, and keeps what only the lines
//! before it can tell: the open section, the open topic, the heading that JSON will follow.
//!
//! It knows no layout; [`super::layout`] reads the records.

mod describe;
mod join;
mod json;
mod log;
mod records;

pub use log::MAX_WARNINGS;

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use self::describe::Topics;
use self::join::{First, Width};
use self::log::Log;
use super::form::{Reading, Whole};
use super::layout::{self, Record};
use super::model::{Assumed, Broker, Import, Layout, Section, Tool};
use super::noise::{self, Noise};
use super::prefix::{self, Path};
use super::reassign::text::Heading;
use super::text::{Joined, Piece, Text};
use super::topics;
use super::warning::{Problem, Reason, token};

/// Reads a whole text.
pub(super) fn read(given: &str) -> Import {
    let text = Text::new(given);
    let mut reader = Reader::new(&text);
    let mut index = 0;
    while index < text.line_count() {
        index = reader.line(index).max(index + 1);
    }
    reader.finish()
}

/// The section that records are added to.
#[derive(Clone, Copy, Debug)]
struct OpenSection {
    index: usize,
    tool: Tool,
    layout: Layout,
}

/// A run of output of a tool that is not read.
#[derive(Clone, Copy, Debug)]
struct OtherRun {
    tool: Tool,
    /// Whether the lines are the rows of a table.
    table: bool,
}

/// Where the text of a record came from.
#[derive(Clone, Copy)]
struct Origin<'j> {
    /// The line on which it begins, counted from 1.
    line: u32,
    joined: Option<&'j Joined>,
}

struct Reader<'t> {
    text: &'t Text<'t>,
    width: Option<Width>,
    /// The last line that is more than a blank, a fence or an elision.
    last: usize,
    import: Import,
    topics: Topics,
    brokers: BTreeSet<i32>,
    log: Log,
    section: Option<OpenSection>,
    /// The last command line.
    command: Option<usize>,
    /// What the next JSON is, by the heading above it, and the section of the heading.
    heading: Option<(Heading, usize)>,
    run: Option<OtherRun>,
    /// The first statement about reassignments that lines are still added to.
    open_from: usize,
}

impl<'t> Reader<'t> {
    fn new(text: &'t Text<'t>) -> Self {
        let significant = |index: &usize| {
            !matches!(
                noise_in(&prefix::ways(text.line(*index))),
                Some(Noise::Blank | Noise::Fence | Noise::Elision)
            )
        };
        Self {
            text,
            width: join::width(text),
            last: (0..text.line_count()).rev().find(significant).unwrap_or(0),
            import: Import::default(),
            topics: Topics::default(),
            brokers: BTreeSet::new(),
            log: Log::default(),
            section: None,
            command: None,
            heading: None,
            run: None,
            open_from: 0,
        }
    }

    /// Reads the line of that index; gives the index of the line to go on with.
    fn line(&mut self, index: usize) -> usize {
        let line = self.text.line(index);
        let last = index >= self.last;
        let alone = layout::read(line, last);
        let ways = match is_clean(&alone) {
            true => Vec::new(),
            false => prefix::ways(line),
        };
        let (path, piece, reading) = best_way(line, alone, &ways, last);
        if let Reading::Whole(Whole {
            record: Record::Json(at),
            ..
        }) = reading
        {
            return self.json(index, path, at.at);
        }
        if reading.is_no() {
            return self.no_record(index, noise_in(&ways));
        }
        let first = First { index, path, piece };
        let several = join::join(self.text, self.width.as_ref(), self.last, first, &reading);
        match several {
            Some(several) => {
                let origin = Origin {
                    line: line_number(index),
                    joined: Some(&several.text),
                };
                let start = Problem {
                    at: 0,
                    length: 0,
                    reason: Reason::JoinedLines {
                        lines: line_number(several.lines - 1),
                    },
                };
                self.warn(origin, start);
                let next = index + several.lines;
                let joined = several.text.piece();
                self.reading(
                    next - 1,
                    path,
                    joined,
                    layout::read(joined, next > self.last),
                    origin,
                )
                .max(next)
            }
            None => {
                let origin = Origin {
                    line: line_number(index),
                    joined: None,
                };
                self.reading(index, path, piece, reading, origin)
            }
        }
    }

    /// Takes what was read of a record whose last line has that index.
    fn reading(
        &mut self,
        index: usize,
        path: Path,
        piece: Piece<'_>,
        reading: Reading<Record<'_>>,
        origin: Origin<'_>,
    ) -> usize {
        match reading {
            Reading::No => {}
            Reading::Bad(problem) => self.warn(origin, problem),
            Reading::Short { missing, certain } => {
                let last = index >= self.last;
                let place = piece.trim_end();
                if last && (certain || self.reads_topics()) {
                    self.import.assume(Assumed::PartialListing);
                    self.warn(origin, Problem::after(place, Reason::CutRow { missing }));
                } else if certain {
                    self.warn(origin, Problem::after(place, Reason::ShortRow { missing }));
                } else {
                    self.warn_line(index, Reason::UnrecognisedLine);
                }
            }
            Reading::Whole(whole) => {
                for problem in whole.problems {
                    self.warn(origin, problem);
                }
                return self.record(index, path, piece.trim(), whole.record, origin);
            }
        }
        index + 1
    }

    /// Takes a line that is no record.
    fn no_record(&mut self, index: usize, noise: Option<Noise>) -> usize {
        let line = self.text.line(index);
        match noise {
            Some(Noise::Blank) => {
                if let Some(run) = &mut self.run {
                    run.table = false;
                }
            }
            Some(Noise::Command) => return self.command(index),
            Some(Noise::Elision) => {
                self.import.assume(Assumed::PartialListing);
            }
            Some(Noise::Error) => {
                let text = token(line.text.trim());
                self.warn_line(index, Reason::ErrorLine { text });
            }
            Some(Noise::Fence | Noise::Chatter) => {}
            None if self.run.is_some_and(|run| run.table) => {}
            None if index >= self.last && self.reads_topics() && topics::may_be_cut(line) => {
                self.import.assume(Assumed::PartialListing);
                self.warn_line(index, Reason::CutLine);
            }
            None => self.warn_line(index, Reason::UnrecognisedLine),
        }
        index + 1
    }

    /// Steps over a command and the lines it goes on in.
    fn command(&mut self, index: usize) -> usize {
        self.close_section();
        self.command = Some(index);
        self.heading = None;
        self.run = None;
        let mut next = index;
        while next < self.text.line_count() && noise::continues(self.text.line(next).text) {
            next += 1;
        }
        next + 1
    }

    /// The section of that tool and layout: the open one, or a new one that begins at that line.
    fn section(&mut self, tool: Tool, layout: Layout, line: u32) -> usize {
        match self.section {
            Some(open) if open.tool == tool && open.layout == layout => open.index,
            _ => self.new_section(tool, layout, line),
        }
    }

    fn new_section(&mut self, tool: Tool, layout: Layout, line: u32) -> usize {
        self.close_section();
        self.open_section(tool, layout, line)
    }

    /// A new section that the open topic moves into.
    fn open_section(&mut self, tool: Tool, layout: Layout, line: u32) -> usize {
        let index = self.import.sections.len();
        self.import.sections.push(Section { tool, layout, line });
        self.section = Some(OpenSection {
            index,
            tool,
            layout,
        });
        index
    }

    fn close_section(&mut self) {
        self.section = None;
        self.open_from = self.import.reassignment.len();
        self.run = None;
        self.topics.close_section();
    }

    fn reads_topics(&self) -> bool {
        self.section
            .is_some_and(|open| open.tool == Tool::KafkaTopics)
    }

    /// Where an offset into a record stands in the text as given.
    fn given_offset(&self, origin: Origin<'_>, at: usize) -> usize {
        let at = origin.joined.map_or(at, |joined| joined.origin(at));
        self.text.given_offset(at)
    }

    fn warn(&mut self, origin: Origin<'_>, problem: Problem) {
        let offset = self.given_offset(origin, problem.at);
        self.log
            .push(origin.line, offset, problem.length, problem.reason);
    }

    /// Warns of a whole line.
    fn warn_line(&mut self, index: usize, reason: Reason) {
        let origin = Origin {
            line: line_number(index),
            joined: None,
        };
        self.warn(origin, Problem::of(self.text.line(index).trim(), reason));
    }

    fn finish(mut self) -> Import {
        let (topics, mismatches) = self.topics.finish();
        for mismatch in mismatches {
            self.import.assume(Assumed::PartialListing);
            let header = mismatch.header;
            let reason = Reason::RowCountMismatch {
                topic: mismatch.topic,
                expected: header.count,
                found: mismatch.found,
            };
            self.log
                .push(header.line, header.count_at, header.count_length, reason);
        }
        let mut import = self.import;
        import.topics = topics;
        import.brokers = self.brokers.into_iter().map(|id| Broker { id }).collect();
        if !import.brokers.is_empty() {
            import.assume(Assumed::BrokersFromLists);
        }
        if import.sections.is_empty() {
            import.assumed.clear();
        }
        (import.warnings, import.warnings_left_out) = self.log.finish(self.text);
        import
    }
}

/// The way to read a line that makes sense of it: the line as it is, if that leaves nothing to be
/// desired; else the first with less around it of which that can be said; else the first that
/// makes any sense.
fn best_way<'t>(
    line: Piece<'t>,
    alone: Reading<Record<'t>>,
    ways: &[(Path, Piece<'t>)],
    last: bool,
) -> (Path, Piece<'t>, Reading<Record<'t>>) {
    let mut best = (Path::default(), line, alone);
    for &(path, piece) in ways.iter().skip(1) {
        let reading = layout::read(piece, last);
        if is_clean(&reading) {
            return (path, piece, reading);
        }
        if best.2.is_no() && !reading.is_no() {
            best = (path, piece, reading);
        }
    }
    best
}

fn is_clean(reading: &Reading<Record<'_>>) -> bool {
    matches!(reading, Reading::Whole(whole) if whole.problems.is_empty())
}

/// What kind of noise a line is, with or without what pastes add.
fn noise_in(ways: &[(Path, Piece<'_>)]) -> Option<Noise> {
    ways.iter().find_map(|&(_, piece)| noise::classify(piece))
}

/// Line numbers count from 1.
fn line_number(index: usize) -> u32 {
    u32::try_from(index).map_or(u32::MAX, |index| index.saturating_add(1))
}
