//! `cargo xtask import FILE`: what the importer makes of a paste.
//!
//! The result goes to standard output as JSON, the warnings also to standard error as the page
//! shows them: the line, and a caret under the character.

use std::io::Read;
use std::process::ExitCode;

use anyhow::Context;
use tidemark_core::import;

use crate::args::Args;
use crate::caret::point_at;

/// Reads the file, or standard input for `-`, and prints what was understood.
pub(crate) fn run(mut args: Args) -> anyhow::Result<ExitCode> {
    let path = args.positional("FILE")?;
    args.finish()?;
    let bytes = read(&path).with_context(|| format!("reading {path}"))?;
    let text = String::from_utf8_lossy(&bytes);
    let import = import::read(&text);
    for warning in &import.warnings {
        let place = warning.place;
        eprintln!(
            "{}",
            point_at(&text, place.line, place.column, &warning.to_string())
        );
    }
    println!("{}", serde_json::to_string_pretty(&import)?);
    Ok(ExitCode::SUCCESS)
}

fn read(path: &str) -> std::io::Result<Vec<u8>> {
    if path == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    std::fs::read(path)
}
