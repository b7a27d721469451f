//! `cargo xtask run SCENARIO`: a scenario without a browser, step by step, on standard output.
//!
//! It runs what the page runs and prints what the core says. A text that can't be read, or a promise
//! broken although nothing in the run allows it, is a failure.

mod table;
mod verdicts;
mod words;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use tidemark_core::history::BranchId;
use tidemark_core::scenario::{self, Scenario, ScenarioErrors, Wording, catalogue};
use tidemark_core::sim::Simulation;
use tidemark_core::sim::event::VirtualTime;
use tidemark_core::topology::{PartitionId, Topology};

use crate::args::Args;
use crate::caret::point_at;
use table::Table;
use verdicts::Verdicts;

/// Titles and captions are printed in this language.
const LANGUAGE: &str = "en";

/// Reads the scenario, runs it, and prints each step with the state after it.
pub(crate) fn run(mut args: Args) -> Result<ExitCode> {
    let partition: Option<String> = args.value("--partition")?;
    let name = args.positional("SCENARIO")?;
    args.finish()?;
    let text = text_of(&name)?;
    match scenario::parse(&text) {
        Ok(scenario) => {
            let (report, mistake) = report(&scenario, partition.as_deref())?;
            print!("{report}");
            Ok(if mistake {
                ExitCode::FAILURE
            } else {
                ExitCode::SUCCESS
            })
        }
        Err(errors) => {
            eprint!("{}", shown(&text, &errors));
            Ok(ExitCode::FAILURE)
        }
    }
}

/// The text of a scenario of the catalogue, or of a file.
fn text_of(name: &str) -> Result<String> {
    if let Some(entry) = catalogue().iter().find(|entry| entry.id == name) {
        return Ok(entry.text.to_owned());
    }
    if !Path::new(name).exists() {
        let ids: Vec<&str> = catalogue().iter().map(|entry| entry.id).collect();
        bail!(
            "`{name}` is neither a file nor in the catalogue: {}",
            ids.join(" ")
        );
    }
    let bytes = fs::read(name).with_context(|| format!("reading {name}"))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Every mistake with its line and a caret.
fn shown(text: &str, errors: &ScenarioErrors) -> String {
    let mut shown = String::new();
    for error in &errors.errors {
        shown += &point_at(text, error.line, error.column, &error.to_string());
        shown.push('\n');
    }
    if errors.more > 0 {
        shown += &format!("and {} more\n", errors.more);
    }
    shown
}

/// The run as text, and whether a promise was broken that had to hold.
fn report(scenario: &Scenario, wanted: Option<&str>) -> Result<(String, bool)> {
    // With all that the run brings: ids are only ever appended.
    let end = (VirtualTime(u64::MAX), 0);
    let topology = &scenario.topology_at(BranchId::MAIN, end);
    let shown = match wanted {
        Some(wanted) => find(topology, wanted)?,
        None => PartitionId(0),
    };
    let table = Table::of(scenario, shown);
    let mut text = head(scenario, topology, shown);
    let mut line = |shown: String| {
        text += shown.trim_end();
        text.push('\n');
    };
    line(table.head());
    let start = Simulation::new(&scenario.cluster);
    line(table.row(&start, "the state at the start"));
    let mut commands = scenario.commands.iter();
    let mut verdicts = Verdicts::default();
    let replay = scenario::replay(scenario, |step, simulation| {
        verdicts.see(step, simulation);
        if words::is_command(step) {
            let caption = commands.next().map(|command| &command.caption);
            if let Some(caption) = caption.and_then(in_language) {
                line(table.caption(caption));
            }
        }
        if wanted.is_none() || words::concerns(step, shown) {
            line(table.row(simulation, &words::of(step, topology, shown)));
        }
    });
    let hashes = replay.trace_hashes();
    text.push('\n');
    text += &verdicts.summary(topology);
    text += &verdicts::ledger(&replay.end);
    text += &format!(
        "Trace: {} steps, protocol {:016x}, disk {:016x}\n",
        replay.steps.len(),
        hashes.protocol,
        hashes.disk
    );
    Ok((text, verdicts.has_mistake()))
}

fn head(scenario: &Scenario, topology: &Topology, shown: PartitionId) -> String {
    let title = in_language(&scenario.title).unwrap_or_default();
    let mut head = format!("{} {title}\n", scenario.id);
    if let Some(question) = in_language(&scenario.question) {
        head += &format!("{question}\n");
    }
    let settings = &scenario.cluster.settings;
    head += &format!("release {}", settings.release);
    for change in settings.changes_from_release() {
        head += &format!(", {}={}", change.key.name(), change.value);
    }
    let partition = words::name(topology, shown);
    head + &format!("; partition {partition}\n\n")
}

/// The partition called `topic-N`.
fn find(topology: &Topology, name: &str) -> Result<PartitionId> {
    name.rsplit_once('-')
        .and_then(|(topic, number)| topology.find(topic, number.parse().ok()?))
        .with_context(|| format!("the scenario has no partition `{name}`"))
}

fn in_language(wording: &Wording) -> Option<&str> {
    let found = wording.0.iter().find(|(language, _)| language == LANGUAGE);
    found.map(|(_, text)| text.as_str())
}

#[cfg(test)]
mod tests;
