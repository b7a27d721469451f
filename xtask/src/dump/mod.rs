//! `cargo xtask dump FILE…`: what is in the files of a partition, as `kafka-dump-log.sh` tells it, and
//! what is wrong with them.
//!
//! A `.log` is held against the indexes that lie beside it, an index against its `.log`, and the segments of
//! a folder against each other and the epoch checkpoint. Exit code 1 means that something is wrong, or
//! with `--compare` that two replicas' folders don't hold the same.

mod compare;
mod folder;
mod lines;
#[cfg(test)]
mod tests;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result};

use self::compare::compare;
use self::folder::dump_folder;
use crate::args::{Args, Misuse};

/// What to print.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Options {
    /// Each record, and not only each batch.
    pub(crate) records: bool,
    /// The records' keys and values, too.
    pub(crate) data: bool,
    /// A line of JSON for each file instead.
    pub(crate) json: bool,
    /// What time it is, for timestamps that are later.
    pub(crate) now_ms: Option<i64>,
}

/// Prints every file, and says whether all of them are sound.
pub(crate) fn run(mut args: Args) -> Result<ExitCode> {
    let data = args.flag("--print-data-log");
    let options = Options {
        records: args.flag("--records") || data,
        data,
        json: args.flag("--json"),
        now_ms: now_ms(),
    };
    if options.json && options.records {
        return Err(Misuse("--json has no records: leave one of them out.".into()).into());
    }
    let compares = args.flag("--compare");
    let high_watermark = args.value("--high-watermark")?;
    if high_watermark.is_some() && !compares {
        return Err(Misuse("--high-watermark belongs to --compare.".into()).into());
    }
    let mut paths = vec![PathBuf::from(args.positional("FILE")?)];
    while let Ok(path) = args.positional("FILE") {
        paths.push(path.into());
    }
    args.finish()?;
    let mut out = std::io::stdout().lock();
    let is_sound = match &paths[..] {
        [left, right] if compares => compare([left, right], high_watermark, &mut out),
        _ if compares => return Err(Misuse("--compare takes two folders.".into()).into()),
        paths => dump(paths, options, &mut out),
    };
    match is_sound {
        Ok(true) => Ok(ExitCode::SUCCESS),
        Ok(false) => Ok(ExitCode::FAILURE),
        Err(error) if is_closed_pipe(&error) => Ok(ExitCode::SUCCESS),
        Err(error) => Err(error),
    }
}

/// Whoever reads may stop: `cargo xtask dump FILE | head`.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<std::io::Error>();
    error.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

fn now_ms() -> Option<i64> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    i64::try_from(now.as_millis()).ok()
}

/// Prints files and folders, a folder at a time. Says whether nothing is wrong with them.
pub(crate) fn dump(paths: &[PathBuf], options: Options, out: &mut impl Write) -> Result<bool> {
    let mut files = Vec::new();
    for path in paths {
        gather(path, &mut files)?;
    }
    files.sort();
    files.dedup();
    let mut is_sound = true;
    for files in files.chunk_by(|one, other| one.parent() == other.parent()) {
        is_sound &= dump_folder(files, options, out)?;
    }
    Ok(is_sound)
}

/// The files of a partition's folder, or of a log dir, which has such folders; a file is itself.
fn gather(path: &Path, files: &mut Vec<PathBuf>) -> Result<()> {
    let reading = || format!("reading {}", path.display());
    if !fs::metadata(path).with_context(reading)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in fs::read_dir(path).with_context(reading)? {
        let entry = entry.with_context(reading)?.path();
        if !entry.is_dir() {
            files.push(entry);
            continue;
        }
        for file in fs::read_dir(&entry).with_context(reading)? {
            let file = file.with_context(reading)?.path();
            if !file.is_dir() {
                files.push(file);
            }
        }
    }
    Ok(())
}
