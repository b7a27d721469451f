//! What each kind of record does to the import.

use alloc::vec::Vec;

use super::describe::{self, HeaderLine};
use super::{Origin, OtherRun, Reader};
use crate::import::election::{self, ElectionPart, ElectionSays};
use crate::import::layout::Record;
use crate::import::model::{Assumed, Layout, Tool};
use crate::import::other::Sight;
use crate::import::prefix::Path;
use crate::import::reassign::text::{self as reassign, Heading, Line};
use crate::import::reassign::{ReassignmentPart, ReassignmentSays};
use crate::import::text::Piece;
use crate::import::topics::{self, Header, Row};
use crate::import::warning::{Problem, Reason};

impl Reader<'_> {
    /// Takes a record whose last line has that index; gives the line to go on with.
    pub(super) fn record(
        &mut self,
        index: usize,
        path: Path,
        piece: Piece<'_>,
        record: Record<'_>,
        origin: Origin<'_>,
    ) -> usize {
        self.heading = None;
        match record {
            Record::Topics(record) => match *record {
                topics::Record::Header(header) => self.header(header, origin),
                topics::Record::Row(row) => self.row(row, origin),
            },
            Record::Reassign(line) => return self.reassign(index, path, line, origin),
            Record::Election(line) => self.election(line, origin),
            Record::Other(sight) => self.other(sight, piece, origin),
            Record::Json(_) => {}
        }
        index + 1
    }

    fn header(&mut self, header: Header<'_>, origin: Origin<'_>) {
        let fits = self.section.is_some_and(|open| {
            open.tool == Tool::KafkaTopics
                && (open.layout == header.layout
                    || (open.layout == Layout::Topics3_8 && header.layout != Layout::Topics0_8_1))
        });
        let again = self.topics.header_of(header.name).is_some();
        let section = match self.section {
            Some(open) if fits && !again => open.index,
            _ => self.new_section(Tool::KafkaTopics, header.layout, origin.line),
        };
        let (count, piece) = header.partition_count;
        let line = HeaderLine {
            line: origin.line,
            count_at: self.given_offset(origin, piece.at),
            count_length: Problem::of(piece, Reason::UnrecognisedLine).length,
            count,
            layout: header.layout,
        };
        self.topics.add_header(section, header, line);
    }

    fn row(&mut self, row: Row<'_>, origin: Origin<'_>) {
        let header = self.topics.header_of(row.topic);
        let section = match header {
            Some(header) => self.section_of_headed_row(&row, header),
            None => self.section_of_bare_row(&row, origin),
        };
        let partition = row.partition.partition;
        if let Some(header) = header
            && partition >= header.count
        {
            let reason = Reason::PartitionBeyondCount {
                partition,
                count: header.count,
            };
            self.warn(origin, Problem::of(row.number, reason));
        }
        describe::collect_brokers(&row.partition, &mut self.brokers);
        let (topic, number) = (row.topic, row.number);
        if self.topics.add_row(section, row) {
            let reason = Reason::DuplicatePartition {
                topic: topic.into(),
                partition,
            };
            self.warn(origin, Problem::of(number, reason));
        }
    }

    /// The first row of a topic tells whether its header is of 3.8; if the section was of another
    /// layout until then, the topic begins a new one.
    fn section_of_headed_row(&mut self, row: &Row<'_>, header: HeaderLine) -> usize {
        let Some(open) = self.section else {
            return self.new_section(Tool::KafkaTopics, header.layout, header.line);
        };
        if !self.topics.is_bare(row.topic) {
            return open.index;
        }
        let elr = row.partition.elr.is_some() || row.partition.last_known_elr.is_some();
        let layout = if elr {
            Layout::Topics3_8
        } else {
            header.layout
        };
        if layout == open.layout {
            return open.index;
        }
        if self.topics.is_alone(row.topic) {
            if let Some(section) = self.import.sections.get_mut(open.index) {
                section.layout = layout;
            }
            if let Some(open) = &mut self.section {
                open.layout = layout;
            }
            return open.index;
        }
        let index = self.import.sections.len();
        self.topics.split_off(row.topic, index);
        self.open_section(Tool::KafkaTopics, layout, header.line)
    }

    fn section_of_bare_row(&mut self, row: &Row<'_>, origin: Origin<'_>) -> usize {
        let layout = match row.lower_case {
            true => Layout::Topics0_8_0,
            false => Layout::TopicsRows,
        };
        let headed = self.section.filter(|open| {
            open.tool == Tool::KafkaTopics
                && !matches!(open.layout, Layout::Topics0_8_0 | Layout::TopicsRows)
                && !row.lower_case
        });
        self.import.assume(Assumed::PartitionCountFromRows);
        self.import.assume(Assumed::ReplicationFactorFromRows);
        let Some(open) = headed else {
            if !row.lower_case {
                self.import.assume(Assumed::PartialListing);
            }
            return self.section(Tool::KafkaTopics, layout, origin.line);
        };
        if !self.topics.has(row.topic) {
            let reason = Reason::NoHeader {
                topic: row.topic.into(),
            };
            self.warn(origin, Problem::of(row.name, reason));
        }
        open.index
    }

    fn reassign(&mut self, index: usize, path: Path, line: Line<'_>, origin: Origin<'_>) -> usize {
        match line {
            Line::Heading(heading, rest) => {
                let layout = match heading {
                    Heading::Current => self.mode_of_heading(index),
                    Heading::Proposed => Layout::ReassignGenerate,
                    Heading::Executed => Layout::ReassignExecute,
                };
                let section = self.reassign_section(layout, origin);
                let rest = rest.after(":").unwrap_or(rest).trim();
                let json = rest.text.starts_with('{') && origin.joined.is_none();
                if json || heading != Heading::Executed {
                    self.heading = Some((heading, section));
                }
                if json {
                    return self.json(index, path, rest.at);
                }
            }
            Line::StatusHeading => {
                self.reassign_section(Layout::ReassignVerify, origin);
                self.open_from = self.import.reassignment.len();
            }
            Line::Says(layout, says) => {
                let section = self.reassign_section(layout, origin);
                if says == ReassignmentSays::InProgress(Vec::new()) {
                    self.open_from = self.import.reassignment.len();
                }
                self.say(section, says);
            }
        }
        index + 1
    }

    fn reassign_section(&mut self, layout: Layout, origin: Origin<'_>) -> usize {
        self.section(Tool::KafkaReassignPartitions, layout, origin.line)
    }

    /// Which mode printed the heading that two modes have: the next prose tells, else the command.
    fn mode_of_heading(&self, index: usize) -> Layout {
        let after = (index + 1..self.text.line_count()).map(|index| self.text.line(index).text);
        let prose = after
            .take_while(|line| !line.contains(reassign::CURRENT))
            .find_map(|line| {
                if line.contains(reassign::PROPOSED) {
                    Some(Layout::ReassignGenerate)
                } else if line.contains(reassign::SAVE_THIS) {
                    Some(Layout::ReassignExecute)
                } else {
                    None
                }
            });
        let command = self.command.map(|index| self.text.line(index).text);
        prose.unwrap_or(match command {
            Some(command) if command.contains("--execute") => Layout::ReassignExecute,
            _ => Layout::ReassignGenerate,
        })
    }

    /// Adds a statement: to one of its kind, if lines are still added to that.
    pub(super) fn say(&mut self, section: usize, says: ReassignmentSays) {
        says.collect_brokers(&mut self.brokers);
        let mut says = says;
        for part in self.import.reassignment.iter_mut().skip(self.open_from) {
            match part.says.merge(says) {
                Ok(()) => return,
                Err(other) => says = other,
            }
        }
        let part = ReassignmentPart { section, says };
        self.import.reassignment.push(part);
    }

    fn election(&mut self, line: election::Line, origin: Origin<'_>) {
        let (tool, layout) = (Tool::KafkaLeaderElection, Layout::ElectionResult);
        let section = self.section(tool, layout, origin.line);
        if let Some(election) = line.election {
            let says = ElectionSays::Type(election);
            let parts = &self.import.elections;
            let known = parts
                .iter()
                .any(|part| part.section == section && part.says == says);
            if !known {
                self.elected(section, says);
            }
        }
        self.elected(section, line.says);
    }

    pub(super) fn elected(&mut self, section: usize, says: ElectionSays) {
        let last = self.import.elections.last_mut();
        let last = last.filter(|part| part.section == section);
        match (last.map(|part| &mut part.says), says) {
            (Some(ElectionSays::Failed(list)), ElectionSays::Failed(more)) => list.extend(more),
            (_, says) => self.import.elections.push(ElectionPart { section, says }),
        }
    }

    /// Names another tool once for each run of its output.
    pub(super) fn other(&mut self, sight: Sight, piece: Piece<'_>, origin: Origin<'_>) {
        let known = self.run.is_some_and(|run| run.tool == sight.tool);
        self.close_section();
        self.run = Some(OtherRun {
            tool: sight.tool,
            table: sight.table,
        });
        if !known {
            let reason = Reason::OtherTool { tool: sight.tool };
            self.warn(origin, Problem::of(piece, reason));
        }
    }
}
