//! What the browser tests need and cargo can't fetch: Node.js, its packages, and Chromium.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::cargo;

/// The oldest Node.js that the packages in the lock file run on.
const NODE_MAJOR_MIN: u32 = 20;

/// Names a Chromium outside of the usual places.
const CHROMIUM_VARIABLE: &str = "TIDEMARK_CHROMIUM";

/// The usual places: names on PATH, then files.
const CHROMIUM: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "C:/Program Files/Google/Chrome/Application/chrome.exe",
];

/// Paths of the programs.
pub(super) struct Tools {
    pub(super) node: PathBuf,
    pub(super) chromium: PathBuf,
}

/// Finds the tools, installs what is missing where that is possible, and says what to install where it isn't.
pub(super) fn ensure() -> Result<Tools> {
    let node = found_or_installed(node, &["nodejs", "npm"], || {
        format!(
            "Node.js {NODE_MAJOR_MIN} or newer, with npm, is needed: install it from https://nodejs.org"
        )
    })?;
    // The second font is for Chinese, so that a screenshot shows what a reader sees.
    let packages = ["chromium", "fonts-liberation", "fonts-wqy-zenhei"];
    let chromium = found_or_installed(chromium, &packages, || {
        format!(
            "Chromium or Chrome is needed: install it, or name its program in {CHROMIUM_VARIABLE}"
        )
    })?;
    install_packages()?;
    Ok(Tools { node, chromium })
}

fn found_or_installed(
    find: fn() -> Option<PathBuf>,
    packages: &[&str],
    missing: impl Fn() -> String,
) -> Result<PathBuf> {
    if let Some(path) = find() {
        return Ok(path);
    }
    let advice = || {
        format!(
            "{}; or test without a browser: cargo xtask test --no-browser",
            missing()
        )
    };
    if !is_debian_root() {
        bail!("{}", advice());
    }
    println!("Installing {} from the distribution.", packages.join(", "));
    let mut update = apt();
    cargo::run(update.arg("update")).with_context(advice)?;
    let mut install = apt();
    install.args(["install", "--yes", "--no-install-recommends"]);
    cargo::run(install.args(packages)).with_context(advice)?;
    find().with_context(advice)
}

fn node() -> Option<PathBuf> {
    let node = on_path("node")?;
    on_path("npm")?;
    let major = version(&node)?
        .strip_prefix('v')?
        .split('.')
        .next()?
        .parse();
    (major.unwrap_or(0) >= NODE_MAJOR_MIN).then_some(node)
}

fn chromium() -> Option<PathBuf> {
    if let Some(path) = env::var_os(CHROMIUM_VARIABLE) {
        return Some(path.into());
    }
    CHROMIUM
        .iter()
        .filter_map(|name| on_path(name))
        // Ubuntu has a `chromium-browser` that only says to install a snap.
        .find(|path| cfg!(windows) || version(path).is_some())
}

/// The packages of the browser tests, exactly as the lock file has them.
fn install_packages() -> Result<()> {
    let folder = folder();
    let lock = fs::read(folder.join("package-lock.json"))?;
    let installed = folder.join("node_modules/installed-lock.json");
    if fs::read(&installed).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    let mut npm = Command::new(on_path("npm").context("npm is missing")?);
    npm.current_dir(&folder)
        .env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")
        .args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]);
    cargo::run(&mut npm)?;
    Ok(fs::write(installed, lock)?)
}

/// Where the browser tests are.
pub(super) fn folder() -> PathBuf {
    cargo::root().join("tests/browser")
}

fn on_path(name: &str) -> Option<PathBuf> {
    let endings: &[&str] = if cfg!(windows) {
        &[".exe", ".cmd", ""]
    } else {
        &[""]
    };
    let paths = env::var_os("PATH")?;
    env::split_paths(&paths)
        .flat_map(|folder| {
            endings
                .iter()
                .map(move |ending| folder.join(format!("{name}{ending}")))
        })
        .find(|path| path.is_file())
}

fn version(program: &Path) -> Option<String> {
    let output = Command::new(program)
        .arg("--version")
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

fn apt() -> Command {
    let mut command = Command::new("apt-get");
    command
        .env("DEBIAN_FRONTEND", "noninteractive")
        .arg("--quiet");
    command
}

fn is_debian_root() -> bool {
    let root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    root && on_path("apt-get").is_some()
}
