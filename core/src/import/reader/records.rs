//! What each kind of record does to the import.

use alloc::vec::Vec;

use super::describe::{self, HeaderLine};
use super::{Origin, OtherRun, Reader, Role};
use crate::import::election::{self, ElectionPart, ElectionSays, ElectionType};
use crate::import::layout::Record;
use crate::import::model::{Assumed, Layout, Tool};
use crate::import::other::Sight;
use crate::import::prefix::Path;
use crate::import::reassign::text::{self as reassign, Line};
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
        self.role = None;
        match record {
            Record::Topics(topics::Record::Header(header)) => self.header(header, origin),
            Record::Topics(topics::Record::Row(row)) => self.row(row, origin),
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
        self.import.assumed.insert(Assumed::PartitionCountFromRows);
        self.import
            .assumed
            .insert(Assumed::ReplicationFactorFromRows);
        let Some(open) = headed else {
            if !row.lower_case {
                self.import.assumed.insert(Assumed::PartialListing);
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
            Line::CurrentHeading(rest) => {
                let layout = self.mode_of_heading(index);
                let section = self.reassign_section(layout, origin);
                self.role = Some((Role::Current, section));
                return self.behind_heading(index, path, rest, origin);
            }
            Line::ProposedHeading(rest) => {
                let section = self.reassign_section(Layout::ReassignGenerate, origin);
                self.role = Some((Role::Proposed, section));
                return self.behind_heading(index, path, rest, origin);
            }
            Line::Executed(json) => {
                let section = self.reassign_section(Layout::ReassignExecute, origin);
                self.role = Some((Role::Executed, section));
                return self.behind_heading(index, path, json, origin);
            }
            Line::Started(partitions) => {
                let section = self.reassign_section(Layout::ReassignExecute, origin);
                self.say(section, ReassignmentSays::Started(partitions));
            }
            Line::Throttle(bytes) => {
                let section = self.reassign_section(Layout::ReassignExecute, origin);
                self.say(section, ReassignmentSays::Throttle(bytes));
            }
            Line::LogDirThrottle(bytes) => {
                let section = self.reassign_section(Layout::ReassignExecute, origin);
                self.say(section, ReassignmentSays::LogDirThrottle(bytes));
            }
            Line::StatusHeading => {
                self.reassign_section(Layout::ReassignVerify, origin);
                self.new_part = true;
            }
            Line::Status(status) => {
                let section = self.reassign_section(Layout::ReassignVerify, origin);
                self.brokers.extend(status.replicas.iter().flatten());
                self.brokers.extend(status.target.iter().flatten());
                let open = self.open_part(section, "status");
                if let Some(ReassignmentSays::Status(list)) = open {
                    list.push(status);
                } else {
                    self.say(section, ReassignmentSays::Status(Vec::from([status])));
                }
            }
            Line::Move(moved) => {
                let section = self.reassign_section(Layout::ReassignVerify, origin);
                self.brokers.insert(moved.broker);
                let open = self.open_part(section, "replica_moves");
                if let Some(ReassignmentSays::ReplicaMoves(list)) = open {
                    list.push(moved);
                } else {
                    self.say(section, ReassignmentSays::ReplicaMoves(Vec::from([moved])));
                }
            }
            Line::ClearedBrokers(brokers) => {
                let section = self.reassign_section(Layout::ReassignVerify, origin);
                self.brokers.extend(&brokers);
                self.say(section, ReassignmentSays::ClearedBrokers(brokers));
            }
            Line::ClearedTopics(topics) => {
                let section = self.reassign_section(Layout::ReassignVerify, origin);
                self.say(section, ReassignmentSays::ClearedTopics(topics));
            }
            Line::ListHeading => {
                let section = self.reassign_section(Layout::ReassignList, origin);
                self.new_part = true;
                self.say(section, ReassignmentSays::InProgress(Vec::new()));
            }
            Line::InProgress(ongoing) => {
                let section = self.reassign_section(Layout::ReassignList, origin);
                let lists = [&ongoing.replicas, &ongoing.adding, &ongoing.removing];
                self.brokers.extend(lists.into_iter().flatten());
                let open = self.open_part(section, "in_progress");
                if let Some(ReassignmentSays::InProgress(list)) = open {
                    list.push(ongoing);
                } else {
                    self.say(section, ReassignmentSays::InProgress(Vec::from([ongoing])));
                }
            }
        }
        index + 1
    }

    fn reassign_section(&mut self, layout: Layout, origin: Origin<'_>) -> usize {
        self.section(Tool::KafkaReassignPartitions, layout, origin.line)
    }

    /// Goes on with JSON that follows a heading on the same line.
    fn behind_heading(
        &mut self,
        index: usize,
        path: Path,
        rest: Piece<'_>,
        origin: Origin<'_>,
    ) -> usize {
        let rest = rest.after(":").unwrap_or(rest).trim();
        if rest.text.starts_with('{') && origin.joined.is_none() {
            return self.json(index, path, rest.at);
        }
        index + 1
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

    /// The statement of that kind that lines are still added to.
    fn open_part(&mut self, section: usize, key: &str) -> Option<&mut ReassignmentSays> {
        if self.new_part {
            return None;
        }
        let mut parts = self.import.reassignment.iter_mut().rev();
        parts
            .find(|part| part.section == section && part.says.key() == key)
            .map(|part| &mut part.says)
    }

    pub(super) fn say(&mut self, section: usize, says: ReassignmentSays) {
        self.new_part = false;
        self.import
            .reassignment
            .push(ReassignmentPart { section, says });
    }

    fn election(&mut self, line: election::Line, origin: Origin<'_>) {
        let (tool, layout) = (Tool::KafkaLeaderElection, Layout::ElectionResult);
        let section = self.section(tool, layout, origin.line);
        match line {
            election::Line::Succeeded(election, partitions) => {
                self.election_type(section, election);
                self.elected(section, ElectionSays::Succeeded(partitions));
            }
            election::Line::NotNeeded(partitions) => {
                self.elected(section, ElectionSays::NotNeeded(partitions));
            }
            election::Line::Failed(election, failed) => {
                self.election_type(section, election);
                let open = self.import.elections.iter_mut().rev();
                let mut open = open.filter(|part| part.section == section);
                if let Some(ElectionSays::Failed(list)) = open.next().map(|part| &mut part.says) {
                    list.push(failed);
                } else {
                    self.elected(section, ElectionSays::Failed(Vec::from([failed])));
                }
            }
        }
    }

    fn election_type(&mut self, section: usize, election: ElectionType) {
        let known = self
            .import
            .elections
            .iter()
            .any(|part| part.section == section && part.says == ElectionSays::Type(election));
        if !known {
            self.elected(section, ElectionSays::Type(election));
        }
    }

    pub(super) fn elected(&mut self, section: usize, says: ElectionSays) {
        self.import.elections.push(ElectionPart { section, says });
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
