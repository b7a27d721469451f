//! `cargo xtask test`: every check and test of the project, with the set-up that each needs.

mod browser;
mod counts;
mod readers;
mod report;
pub(crate) mod tools;

use std::process::ExitCode;

use anyhow::{Result, bail};

use self::counts::Counts;
use self::report::Report;
use self::tools::Tools;
use crate::args::Args;
use crate::cargo;
use crate::site::{self, Edition, sizes};

/// A target without a standard library: what compiles for it needs none.
const BARE_TARGET: &str = "wasm32v1-none";

pub(crate) fn run(mut args: Args) -> Result<ExitCode> {
    let browser = !args.flag("--no-browser");
    args.finish()?;

    let mut report = Report::default();
    let result = stages(&mut report, browser);
    if let Err(error) = &result {
        println!("\nerror: {error:#}");
    }
    print!("{}", report.summary());
    if !browser {
        println!("Browser tests were skipped (--no-browser).");
    }
    Ok(match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    })
}

/// From what is quick to what is slow; the first that fails is the last.
fn stages(report: &mut Report, browser: bool) -> Result<()> {
    let mut tools: Option<Tools> = None;
    report.stage("set-up", || {
        cargo::ensure_target(cargo::PAGE_TARGET)?;
        cargo::ensure_target(BARE_TARGET)?;
        if browser {
            tools = Some(tools::ensure()?);
        }
        Ok(Counts::default())
    })?;
    report.stage("rustfmt", || {
        checked(cargo::cargo().args(["fmt", "--all", "--check"]))
    })?;
    report.stage("core without std", || {
        for features in [&[][..], &["--features", "codecs"]] {
            let mut check = cargo::cargo();
            check.args(["check", "--package", "tidemark-core"]);
            checked(check.args(["--target", BARE_TARGET]).args(features))?;
        }
        Ok(Counts::default())
    })?;
    report.stage("clippy", || {
        let mut clippy = cargo::cargo();
        clippy.args([
            "clippy",
            "--workspace",
            "--all-targets",
            "--",
            "--deny",
            "warnings",
        ]);
        checked(&mut clippy)
    })?;
    report.stage("clippy for the page", || {
        // One by one: they build the page with different features.
        for package in ["tidemark-first", "tidemark-whole"] {
            let mut clippy = cargo::cargo_for_page()?;
            clippy.args(["clippy", "--package", package]);
            clippy.args(["--target", cargo::PAGE_TARGET]);
            checked(clippy.args(["--", "--deny", "warnings"]))?;
        }
        Ok(Counts::default())
    })?;
    report.stage("native tests", native)?;
    report.stage("independent reader", readers::run)?;
    let mut folder = None;
    report.stage("page and its size", || {
        let built = site::build(Edition::Release)?;
        sizes::check(&built)?;
        folder = Some(built);
        Ok(Counts::default())
    })?;
    if let (Some(tools), Some(folder)) = (tools, folder) {
        report.stage("browser tests", || browser::run(&tools, folder))?;
    }
    Ok(())
}

fn checked(command: &mut std::process::Command) -> Result<Counts> {
    cargo::run(command)?;
    Ok(Counts::default())
}

fn native() -> Result<Counts> {
    let mut counts = Counts::default();
    let mut command = cargo::cargo();
    command.args(["test", "--workspace", "--no-fail-fast"]);
    let succeeded = cargo::run_seen(&mut command, |line| counts.see_cargo(line))?;
    if succeeded && counts.passed == 0 {
        bail!("no native test ran");
    }
    counts.verdict(succeeded)
}
