//! Reads a scenario text, line by line.
//!
//! Every mistake is reported with its place, not only the first; a text with mistakes gives no
//! scenario. Lines stand in a fixed order, so that whatever a line names was read above it.

mod acting;
mod admin;
mod assumed;
mod cluster;
mod command;
mod line;
mod note;
mod partition;
mod run;
mod values;

use alloc::string::String;
use alloc::vec::Vec;

use super::error::{Expected, Kind, ScenarioErrors, Unknown};
use super::{Branch, BranchId, Note, Remarks, Scenario, ScenarioCommand, Wording, limits};
use crate::import::Assumption;
use crate::replication::release::Release;
use crate::replication::settings::{SettingKey, Settings};
use crate::shared::SortedMap;
use crate::sim::network::NetworkSpec;
use crate::sim::start::ClusterSpec;

use cluster::ClusterReader;
use command::CommandReader;
use line::{Faults, Line, Piece, Source, Spot};

pub(super) use partition::default_leader;
pub(super) use run::default_after;
use run::first_branch_too_many;
pub(super) use values::{is_bare, numbered};

/// Reads a scenario.
///
/// # Errors
/// All mistakes of the text, at most 50 of them in full.
pub fn parse(text: &str) -> Result<Scenario, ScenarioErrors> {
    let mut reader = Reader::new();
    // Some editors put it before the first line.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.len() > limits::TEXT_BYTES {
        let max = u32::try_from(limits::TEXT_BYTES).unwrap_or(u32::MAX);
        let source = Source {
            number: 1,
            text: "",
        };
        let nothing = source.end();
        reader.faults.report(source, nothing, Kind::TooLong { max });
        return Err(reader.faults.finish());
    }
    let mut lines = text
        .lines()
        .zip(1..)
        .map(|(text, number)| Source { number, text });
    let first = lines.next().unwrap_or(Source {
        number: 1,
        text: "",
    });
    if !reader.first_line(first) {
        return Err(reader.faults.finish());
    }
    let mut last = first;
    for source in lines {
        reader.line(source);
        last = source;
    }
    reader.finish(last)
}

/// The kinds of lines, in the order in which they stand.
const ORDER: [&str; 13] = [
    "id", "title", "question", "release", "set", "schedule", "network", "broker", "topic",
    "assumed", "at", "branch", "note",
];

/// A text in several languages while it is read.
#[derive(Debug, Default)]
struct Translations {
    wording: Wording,
    lines: Vec<u32>,
}

/// What was read so far.
#[derive(Debug)]
struct Reader<'a> {
    faults: Faults,
    /// The line of each entry that may stand only once, and of each setting.
    seen: SortedMap<&'a str, u32>,
    rank: usize,
    id: Option<String>,
    title: Translations,
    question: Translations,
    settings: Option<Settings>,
    by_hand: bool,
    network: NetworkSpec,
    cluster: ClusterReader<'a>,
    command_reader: CommandReader,
    assumed: Vec<Assumption>,
    commands: Vec<ScenarioCommand>,
    command_count: usize,
    caption: Translations,
    branches: Vec<Branch>,
    branch_spots: SortedMap<BranchId, Spot<'a>>,
    notes: Vec<Note>,
    remarks: Remarks,
    head_lines: u32,
    head_remarks: Vec<(u32, Remarks)>,
}

impl<'a> Reader<'a> {
    fn new() -> Self {
        Self {
            faults: Faults::default(),
            seen: SortedMap::new(),
            rank: 0,
            id: None,
            title: Translations::default(),
            question: Translations::default(),
            settings: None,
            by_hand: false,
            network: NetworkSpec::default(),
            cluster: ClusterReader::new(),
            command_reader: CommandReader::new(),
            assumed: Vec::new(),
            commands: Vec::new(),
            command_count: 0,
            caption: Translations::default(),
            branches: Vec::new(),
            branch_spots: SortedMap::new(),
            notes: Vec::new(),
            remarks: Remarks::new(),
            head_lines: 0,
            head_remarks: Vec::new(),
        }
    }

    /// `tidemark-scenario 1`; what another version means, nobody here can say.
    fn first_line(&mut self, source: Source<'a>) -> bool {
        let text = source.text.trim_end();
        let right = text == "tidemark-scenario 1";
        if !right {
            let piece = Piece { start: 0, text };
            self.faults
                .report(source, piece, Kind::Expected(Expected::FirstLine));
        }
        right
    }

    fn line(&mut self, source: Source<'a>) {
        let text = source.text.trim();
        if text.is_empty() {
            self.remarks.push(None);
            return;
        }
        if let Some(comment) = text.strip_prefix('#') {
            self.remarks.push(Some(String::from(comment)));
            return;
        }
        let mut faults = core::mem::take(&mut self.faults);
        if source.text.len() > limits::LINE_BYTES {
            let max = u32::try_from(limits::LINE_BYTES).unwrap_or(u32::MAX);
            faults.report(source, source.end(), Kind::TooLong { max });
        } else {
            self.entry(&mut Line::new(source, &mut faults));
        }
        self.faults = faults;
    }

    fn entry(&mut self, line: &mut Line<'a, '_>) {
        let Some(name) = line.word("entry") else {
            line.finish();
            return;
        };
        self.put_in_order(line, name);
        match name.text {
            "id" => self.id(line, name),
            "title" => translation(line, &mut self.title),
            "question" => translation(line, &mut self.question),
            "release" => self.release(line, name),
            "set" => self.set(line),
            "schedule" => self.schedule(line, name),
            "network" => self.network(line, name),
            "broker" => self.cluster.broker(line),
            "topic" => self.cluster.topic(line),
            "partition" => self.cluster.partition(line),
            "replica" => self.cluster.replica(line),
            "assumed" => self.assumed(line),
            "at" => self.at(line),
            "caption" => self.caption(line),
            "branch" => self.branch(line, name),
            "note" => self.note(line, name),
            _ => {
                line.report(name, Kind::Unknown(Unknown::Entry));
                return;
            }
        }
        line.finish();
    }

    /// Checks that an entry does not stand below one that it must stand above, and keeps the remarks
    /// above it.
    fn put_in_order(&mut self, line: &mut Line<'a, '_>, name: Piece<'a>) {
        let kind = match name.text {
            "partition" | "replica" => "topic",
            "caption" if self.notes.is_empty() => "at",
            "caption" => "note",
            other => other,
        };
        if name.text != "replica" {
            line.close(|faults| self.cluster.close_partition(faults));
        }
        let Some(rank) = ORDER.iter().position(|entry| *entry == kind) else {
            return;
        };
        let in_order = rank >= self.rank
            || (kind == "at" && !self.branches.is_empty() && self.notes.is_empty());
        if !in_order {
            let above = ORDER.get(self.rank).copied().unwrap_or_default();
            line.report(name, Kind::OutOfOrder(String::from(above)));
        }
        self.rank = self.rank.max(rank);
        if matches!(kind, "at" | "branch" | "note") {
            return;
        }
        if !self.remarks.is_empty() {
            let remarks = core::mem::take(&mut self.remarks);
            self.head_remarks.push((self.head_lines, remarks));
        }
        self.head_lines = self.head_lines.saturating_add(1);
    }

    /// Reports an entry or a setting that was there already.
    fn once(&mut self, line: &mut Line<'a, '_>, name: Piece<'a>) {
        let number = line.source.number;
        let first_line = *self.seen.or_insert_with(name.text, || number);
        line.demand(first_line == number, name, Kind::Repeated { first_line });
    }

    fn id(&mut self, line: &mut Line<'a, '_>, name: Piece<'a>) {
        self.once(line, name);
        if let Some(piece) = line.word("id") {
            self.id = line.id(piece).or_else(|| Some(String::new()));
        }
    }

    fn release(&mut self, line: &mut Line<'a, '_>, name: Piece<'a>) {
        self.once(line, name);
        let Some(piece) = line.word("release") else {
            return;
        };
        let release = Release::parse(piece.text).filter(|release| {
            // `03.7` would be read, but it is not how a release is written.
            alloc::string::ToString::to_string(release) == piece.text
        });
        line.demand(release.is_some(), piece, Kind::Unknown(Unknown::Release));
        self.settings = Some(Settings::for_release(release.unwrap_or(Release::V4_0)));
    }

    fn set(&mut self, line: &mut Line<'a, '_>) {
        let Some((change, name)) = command::setting(line) else {
            return;
        };
        if change.key == SettingKey::Release {
            line.report(name, Kind::Unknown(Unknown::Setting));
            return;
        }
        self.once(line, name);
        if let Some(settings) = &mut self.settings {
            // It was checked where it was read.
            let _ = settings.set(change);
        }
    }

    /// `schedule by-hand`
    fn schedule(&mut self, line: &mut Line<'a, '_>, name: Piece<'a>) {
        self.once(line, name);
        if let Some(piece) = line.word("by-hand") {
            let right = piece.text == "by-hand";
            line.demand(right, piece, Kind::Expected(Expected::ByHand));
            self.by_hand = true;
        }
    }

    /// `network seed=N delay=TIME..TIME`
    fn network(&mut self, line: &mut Line<'a, '_>, name: Piece<'a>) {
        self.once(line, name);
        if let Some(seed) = line.required("seed").and_then(|piece| line.unsigned(piece)) {
            self.network.seed = seed;
        }
        let Some(piece) = line.required("delay") else {
            return;
        };
        let mut parts = piece.split("..");
        let (Some(min), Some(max), None) = (parts.next(), parts.next(), parts.next()) else {
            line.report(piece, Kind::Expected(Expected::TimeRange));
            return;
        };
        let min = line.time(min, limits::DELAY_US);
        let max = line.time(max, limits::DELAY_US);
        if let Some((min, max)) = min.zip(max) {
            line.demand(min <= max, piece, Kind::Expected(Expected::TimeRange));
            self.network.delay_min_us = min;
            self.network.delay_max_us = max;
        }
    }

    fn finish(mut self, last: Source<'a>) -> Result<Scenario, ScenarioErrors> {
        self.cluster.close_partition(&mut self.faults);
        let end = last.end();
        for (name, there) in [
            ("id", self.id.is_some()),
            ("release", self.settings.is_some()),
            ("broker", !self.cluster.topology.brokers.is_empty()),
        ] {
            if !there {
                let kind = Kind::Missing(String::from(name));
                self.faults.report(last, end, kind);
            }
        }
        let (Some(id), Some(settings), true) = (self.id, self.settings, self.faults.is_empty())
        else {
            return Err(self.faults.finish());
        };
        let scenario = Scenario {
            id,
            title: self.title.wording,
            question: self.question.wording,
            cluster: ClusterSpec {
                topology: self.cluster.topology,
                settings,
                network: self.network,
                by_hand: self.by_hand,
                partitions: self.cluster.partitions,
                down: self.cluster.down,
            },
            assumed: self.assumed,
            commands: self.commands,
            branches: self.branches,
            notes: self.notes,
            head_remarks: self.head_remarks,
            last_remarks: self.remarks,
        };
        if let Some(branch) = first_branch_too_many(&scenario)
            && let Some(spot) = self.branch_spots.get(&branch)
        {
            let max = u32::try_from(limits::SHARED_COMMANDS).unwrap_or(u32::MAX);
            self.faults.report_at(*spot, Kind::TooMany { max });
            return Err(self.faults.finish());
        }
        Ok(scenario)
    }
}

/// `LANGUAGE "TEXT"`
fn translation(line: &mut Line<'_, '_>, translations: &mut Translations) {
    let language = line.word("language");
    let text = line.word("text");
    let (Some(language_at), Some(text)) = (language, text) else {
        return;
    };
    let language = line.language(language_at);
    let text = line.quoted(text, limits::WORDING_BYTES);
    let (Some(language), Some(text)) = (language, text) else {
        return;
    };
    let mut known = translations.wording.0.iter().zip(&translations.lines);
    if let Some((_, first_line)) = known.find(|((tag, _), _)| *tag == language) {
        let first_line = *first_line;
        line.report(language_at, Kind::Repeated { first_line });
        return;
    }
    translations.wording.0.push((language, text));
    translations.lines.push(line.source.number);
}
