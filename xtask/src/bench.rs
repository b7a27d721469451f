//! `cargo xtask bench`: every figure that has a budget, one JSON object a line on standard output.
//!
//! Native figures come from the benchmarks of `tests/`. The others are measured in Chromium: the engine
//! alone as WebAssembly, and the page as it is published.

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::Result;
use serde_json::json;

use crate::args::Args;
use crate::cargo;
use crate::server::{self, Folder};
use crate::site::{self, Edition, sizes};
use crate::test::tools;

/// The benchmark programs of the tests' package.
const NATIVE: [&str; 2] = ["speed", "memory"];

/// The engine as WebAssembly without the page.
const ENGINE: &str = "tidemark-wasm-bench";

pub(crate) fn run(mut args: Args) -> Result<ExitCode> {
    let native_only = args.flag("--native-only");
    args.finish()?;
    for name in NATIVE {
        let mut bench = cargo::cargo();
        bench.args(["bench", "--package", "tidemark-tests", "--bench", name]);
        cargo::run(&mut bench)?;
    }
    if !native_only {
        let site = site::build(Edition::Release)?;
        size(&site)?;
        browser(&site)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn size(site: &Path) -> Result<()> {
    let figure = json!({
        "name": "first_paint_size",
        "value": sizes::first_paint_bytes(site)?,
        "unit": "bytes",
        "budget": format!("at most {}", sizes::BUDGET_BYTES),
        "how": "everything needed for first paint and first scenario, each file by brotli -11",
    });
    println!("{figure}");
    Ok(())
}

/// See `tests/browser/bench.js`.
fn browser(site: &Path) -> Result<()> {
    let tools = tools::ensure()?;
    let engine = cargo::build_page(&[ENGINE], "release")?.remove(0);
    let served = Folder {
        path: site.to_owned(),
        mount: "/",
        generation: None,
    };
    let address = server::start(server::bind(0)?, served)?;
    let facts = cargo::scratch()?.join("bench.json");
    let text = json!({
        "address": address,
        "chromium": tools.chromium.to_string_lossy(),
        "engine": engine.to_string_lossy(),
    });
    fs::write(&facts, text.to_string())?;
    let mut node = Command::new(&tools.node);
    node.current_dir(tools::folder())
        .env("TIDEMARK_FACTS", &facts)
        .arg("bench.js");
    cargo::run(&mut node)
}
