//! The browser tests: Node.js's own test runner drives Chromium over the page as it is published.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};
use serde_json::{Value, json};
use tidemark_core::scenario::{catalogue, fingerprint};

use super::counts::Counts;
use super::tools::{Tools, folder};
use crate::cargo;
use crate::server::{self, Folder};

/// Not the root of an address: the page has to work from any path.
const MOUNT: &str = "/any/path/";

/// Serves `site` and runs every test file over it.
pub(super) fn run(tools: &Tools, site: PathBuf) -> Result<Counts> {
    let served = Folder {
        path: site,
        mount: MOUNT,
        generation: None,
    };
    let address = server::start(server::bind(0)?, served)?;
    let facts = cargo::scratch()?.join("browser.json");
    fs::write(&facts, told(tools, &address).to_string())?;

    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(folder())? {
        let path = entry?.path();
        let is_test = |name: &OsStr| name.to_string_lossy().ends_with(".test.js");
        if path.file_name().is_some_and(is_test) {
            files.push(path);
        }
    }
    files.sort();

    let mut counts = Counts::default();
    let mut node = Command::new(&tools.node);
    node.current_dir(folder())
        .env("TIDEMARK_FACTS", &facts)
        .args(["--test", "--test-reporter=spec"])
        .args(&files);
    let succeeded = cargo::run_seen(&mut node, |line| counts.see_node(line))?;
    if succeeded && counts.passed == 0 {
        bail!("no browser test ran");
    }
    counts.verdict(succeeded)
}

/// What the tests are told, in one file: see tests/browser/page.js.
fn told(tools: &Tools, address: &str) -> Value {
    let fingerprints: Vec<String> = catalogue()
        .iter()
        .filter_map(|entry| fingerprint(entry.text))
        .map(|fingerprint| fingerprint.to_string())
        .collect();
    json!({
        "address": address,
        "chromium": tools.chromium.to_string_lossy(),
        "fingerprints": fingerprints,
    })
}
