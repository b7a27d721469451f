//! Writes a scenario: one canonical text for each.

mod cluster;
mod command;
mod values;

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};

use super::limits;
use super::read::default_after;
use super::{Branch, BranchId, Note, Place, Remarks, Scenario, ScenarioCommand, Wording};
use crate::import::Assumption;
use crate::sim::admin::Admin;
use crate::sim::command::Command;
use crate::sim::network::NetworkSpec;
use crate::topology::Topology;
use cluster::put_topics;
use command::{put_broker_config, put_command};
use values::{Quoted, Time};

/// The canonical text of a scenario; reading it gives the same scenario.
#[must_use]
pub fn write(scenario: &Scenario) -> String {
    let mut text = String::from("tidemark-scenario 1\n");
    let mut remarks = scenario.head_remarks.iter().peekable();
    for (line, number) in head(scenario).iter().zip(0_u32..) {
        while let Some((_, above)) = remarks.next_if(|(place, _)| *place <= number) {
            put_remarks(&mut text, above);
        }
        put_line(&mut text, line);
    }
    for (_, above) in remarks {
        put_remarks(&mut text, above);
    }
    let start = scenario.cluster.topology.clone();
    put_commands(&mut text, start, &scenario.commands, None);
    for branch in &scenario.branches {
        put_remarks(&mut text, &branch.remarks);
        put_line(&mut text, &branch_line(branch));
        let there = scenario.topology_at(branch.parent, branch.at);
        put_commands(&mut text, there, &branch.commands, Some(branch.at));
    }
    for note in &scenario.notes {
        put_line(&mut text, &note_line(note));
        for line in translations("  caption", &note.caption) {
            put_line(&mut text, &line);
        }
    }
    put_remarks(&mut text, &scenario.last_remarks);
    text
}

/// A command as a scenario's line has it, without its time.
#[must_use]
pub fn command_text(topology: &Topology, command: &Command) -> String {
    let mut text = String::new();
    put_command(&mut text, topology, command);
    text
}

/// Whether reading takes a command as [`command_text`] has it: values and lines have their limits, and a
/// session that can be saved has to open again.
#[must_use]
pub fn fits(topology: &Topology, command: &Command) -> bool {
    let (values, key) = match command {
        Command::Produce(produce) => {
            let key = produce.key.as_ref().map(|key| &key.text);
            (produce.values.as_slice(), key)
        }
        Command::Admin(Admin::StartProducer(producer)) => (
            core::slice::from_ref(&producer.value),
            producer.key.as_ref(),
        ),
        _ => (&[][..], None),
    };
    values
        .iter()
        .chain(key)
        .all(|value| value.len() <= limits::VALUE_BYTES)
        && admin_fits(topology, command)
        && command_text(topology, command).len() <= limits::LINE_BYTES - limits::PLACE_BYTES
}

fn admin_fits(topology: &Topology, command: &Command) -> bool {
    let Command::Admin(admin) = command else {
        return true;
    };
    let total = topology.partition_count() + admin.takes_ids() as usize;
    total <= limits::PARTITIONS
        && match admin {
            Admin::CreateTopic {
                replication_factor, ..
            } => *replication_factor <= limits::REPLICATION_FACTOR,
            Admin::AddBroker { .. } => topology.brokers.len() < limits::BROKERS,
            Admin::StartProducer(producer) => {
                producer.client >= 2
                    && (limits::SEND_INTERVAL_US..=limits::TIME_US).contains(&producer.every_us)
            }
            _ => true,
        }
}

fn put_line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

fn put_remarks(text: &mut String, remarks: &Remarks) {
    for remark in remarks {
        if let Some(comment) = remark {
            text.push('#');
            text.push_str(comment);
        }
        text.push('\n');
    }
}

fn head(scenario: &Scenario) -> Vec<String> {
    let cluster = &scenario.cluster;
    let mut lines = Vec::from([alloc::format!("id {}", scenario.id)]);
    lines.extend(translations("title", &scenario.title));
    lines.extend(translations("question", &scenario.question));
    let settings = &cluster.settings;
    lines.push(alloc::format!("release {}", settings.release));
    lines.extend(
        settings
            .changes_from_release()
            .into_iter()
            .map(|change| alloc::format!("set {} {}", change.key.name(), change.value)),
    );
    if cluster.by_hand {
        lines.push(String::from("schedule by-hand"));
    }
    if !cluster.by_hand || cluster.network != NetworkSpec::default() {
        lines.push(alloc::format!(
            "network seed={} delay={}..{}",
            cluster.network.seed,
            Time(cluster.network.delay_min_us),
            Time(cluster.network.delay_max_us),
        ));
    }
    for broker in &cluster.topology.brokers {
        let mut line = alloc::format!("broker {}", broker.id);
        if let Some(rack) = &broker.rack {
            put(&mut line, format_args!(" rack={rack}"));
        }
        put_broker_config(&mut line, &broker.config);
        if cluster.down.contains(&broker.id) {
            line.push_str(" down");
        }
        lines.push(line);
    }
    put_topics(&mut lines, cluster);
    let assumed = scenario.assumed.iter();
    lines.extend(assumed.map(|assumption| assumed_line(&cluster.topology, assumption)));
    lines
}

fn assumed_line(topology: &Topology, assumption: &Assumption) -> String {
    let mut line = alloc::format!("assumed {}", assumption.name());
    let parts = assumption.parts();
    if let Some(topic) = parts.topic.and_then(|topic| topology.topics.get(topic)) {
        put(&mut line, format_args!(" topic={}", topic.name));
    }
    if let Some(partition) = parts.partition {
        put(&mut line, format_args!(" partition={partition}"));
    }
    if let Some(broker) = parts.broker {
        put(&mut line, format_args!(" broker={broker}"));
    }
    if let Some(count) = parts.count {
        put(&mut line, format_args!(" count={count}"));
    }
    line
}

fn branch_line(branch: &Branch) -> String {
    let (at, after) = branch.at;
    let mut line = alloc::format!(
        "branch {} from={} at={}",
        branch.id,
        branch.parent,
        Time(at.0)
    );
    if after != 0 {
        put(&mut line, format_args!(" after={after}"));
    }
    if let Some(name) = &branch.name {
        put(&mut line, format_args!(" name={}", Quoted(name)));
    }
    line
}

fn note_line(note: &Note) -> String {
    let mut line = String::from("note");
    if note.branch != BranchId::MAIN {
        put(&mut line, format_args!(" branch={}", note.branch));
    }
    let (at, after) = note.at;
    put(&mut line, format_args!(" at={}", Time(at.0)));
    if after != 0 {
        put(&mut line, format_args!(" after={after}"));
    }
    line
}

fn put_commands(
    text: &mut String,
    mut topology: Topology,
    commands: &[ScenarioCommand],
    begins: Option<Place>,
) {
    let mut last = None;
    for command in commands {
        put_remarks(text, &command.remarks);
        let (at, after) = command.place();
        put(text, format_args!("at {} ", Time(at.0)));
        if after != default_after(at, last, begins) {
            put(text, format_args!("after={after} "));
        }
        put_command(text, &topology, &command.timed.command);
        if let Command::Admin(admin) = &command.timed.command {
            admin.change(&mut topology);
        }
        text.push('\n');
        for line in translations("  caption", &command.caption) {
            put_line(text, &line);
        }
        last = Some(command.place());
    }
}

fn translations(entry: &str, wording: &Wording) -> Vec<String> {
    let lines = wording.0.iter();
    lines
        .map(|(language, text)| alloc::format!("{entry} {language} {}", Quoted(text)))
        .collect()
}

/// Writing to a string cannot fail.
fn put(text: &mut String, what: fmt::Arguments<'_>) {
    let _ = text.write_fmt(what);
}
