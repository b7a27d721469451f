//! Where things are, and how cargo and rustup are called.
//!
//! Knows nothing of the page: [`crate::site`] says what to build.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// What the page is compiled for.
pub(crate) const PAGE_TARGET: &str = "wasm32-unknown-unknown";

/// The root of the work tree.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."))
}

/// Where commands keep what they know between two runs.
pub(crate) fn scratch() -> Result<PathBuf> {
    // This program is in `<target>/<profile>/`; asking cargo would cost a third of a second.
    let program = env::current_exe().context("this program has no path")?;
    let target = program.ancestors().nth(2).unwrap_or(root());
    let scratch = target.join("xtask");
    fs::create_dir_all(&scratch).with_context(|| format!("can't create {}", scratch.display()))?;
    Ok(scratch)
}

/// The cargo that runs this program.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root());
    command
}

/// The same for [`PAGE_TARGET`]: whatever is compiled for the page names no folder of this machine.
pub(crate) fn cargo_for_page() -> Result<Command> {
    let mut command = cargo();
    command.env("CARGO_ENCODED_RUSTFLAGS", remaps()?.join("\u{1f}"));
    Ok(command)
}

/// Panic messages hold source paths; they'd tell the builder's folders, and give each machine another file.
fn remaps() -> Result<Vec<String>> {
    let mut remaps = vec![remap(root(), "tidemark")];
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let registries = home.context("no home folder")?.join("registry/src");
    // Cargo has put this program's own dependencies there before it could run.
    let Ok(entries) = fs::read_dir(registries) else {
        return Ok(remaps);
    };
    for entry in entries {
        remaps.push(remap(&entry?.path(), "crates"));
    }
    remaps.sort();
    Ok(remaps)
}

fn remap(from: &Path, to: &str) -> String {
    format!("--remap-path-prefix={}={to}", from.display())
}

/// Runs `command` with its output shown; a failure names it.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command
        .stdin(Stdio::null())
        .status()
        .with_context(|| format!("can't run {}", shown(command)))?;
    if !status.success() {
        bail!("{} failed ({status})", shown(command));
    }
    Ok(())
}

/// Runs `command`, shows each line it prints, and gives it to `see`. Says whether the command succeeded.
pub(crate) fn run_seen(command: &mut Command, mut see: impl FnMut(&str)) -> Result<bool> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("can't run {}", shown(command)))?;
    if let Some(stdout) = child.stdout.take() {
        for line in BufReader::new(stdout).split(b'\n') {
            let line = line?;
            let line = String::from_utf8_lossy(&line);
            println!("{line}");
            see(&line);
        }
    }
    Ok(child.wait()?.success())
}

/// Builds packages for the page with a profile, and gives the paths of their modules in the same order.
pub(crate) fn build_page(packages: &[&str], profile: &str) -> Result<Vec<PathBuf>> {
    let mut command = cargo_for_page()?;
    command
        .args(["build", "--target", PAGE_TARGET])
        .args(packages.iter().flat_map(|package| ["--package", package]))
        .args(["--profile", profile])
        .args(["--message-format", "json-render-diagnostics"])
        .stderr(Stdio::inherit());
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("can't run {}", shown(&command)))?;
    if !output.status.success() {
        bail!("the page doesn't compile");
    }
    let modules: Vec<PathBuf> = output
        .stdout
        .lines()
        .filter_map(|line| serde_json::from_str::<serde_json::Value>(&line.ok()?).ok())
        .filter_map(|message| message["filenames"].as_array().cloned())
        .flatten()
        .filter_map(|file| file.as_str().map(PathBuf::from))
        .collect();
    let module_of = |package: &&str| {
        let name = format!("{}.wasm", package.replace('-', "_"));
        let found = modules.iter().find(|module| module.ends_with(&name));
        found
            .cloned()
            .with_context(|| format!("cargo built no module from {package}"))
    };
    packages.iter().map(module_of).collect()
}

/// Adds `target` to the toolchain in use, if it is missing.
pub(crate) fn ensure_target(target: &str) -> Result<()> {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc)
        .current_dir(root())
        .args(["--print", "target-libdir", "--target", target])
        .output()
        .context("can't run rustc")?;
    if Path::new(String::from_utf8_lossy(&output.stdout).trim()).is_dir() {
        return Ok(());
    }
    println!("Adding the target {target} to the toolchain.");
    let mut rustup = Command::new("rustup");
    rustup.current_dir(root()).args(["target", "add", target]);
    run(&mut rustup).with_context(|| {
        format!("the Rust target {target} is missing: `rustup target add {target}` has to succeed")
    })
}

fn shown(command: &Command) -> String {
    let mut words = vec![Path::new(command.get_program()).file_stem()];
    words.extend(command.get_args().map(Some));
    let words: Vec<OsString> = words.into_iter().flatten().map(OsString::from).collect();
    format!("`{}`", words.join(" ".as_ref()).to_string_lossy())
}
