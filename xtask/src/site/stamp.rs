//! Says whether a site in a folder was built from given inputs, so that an unchanged page is up at once.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use anyhow::{Context, Result};

use super::Files;
use super::digest::Digest;
use crate::cargo;

/// All inputs of a site in a few digits.
pub(super) struct Stamp {
    path: PathBuf,
    inputs: String,
}

impl Stamp {
    pub(super) fn new(profile: &str, modules: &[(&str, Vec<u8>)], sources: &Files) -> Result<Self> {
        let mut digest = Digest::new();
        // The program that assembles the site is an input, too.
        let program = fs::metadata(env::current_exe()?)?;
        let built = program.modified()?.duration_since(UNIX_EPOCH)?;
        digest.update(&built.as_nanos().to_le_bytes());
        for (_, module) in modules {
            digest.update(module);
        }
        for (name, content) in sources {
            digest.update(name.as_bytes());
            digest.update(&(content.len() as u64).to_le_bytes());
            digest.update(content);
        }
        Ok(Self {
            path: cargo::scratch()?.join(format!("{profile}.stamp")),
            inputs: digest.text(),
        })
    }

    /// Whether `folder` still has every file of the site that was built from the same inputs.
    pub(super) fn holds_for(&self, folder: &Path) -> bool {
        let Ok(text) = fs::read_to_string(&self.path) else {
            return false;
        };
        let mut lines = text.lines();
        lines.next() == Some(&self.inputs) && lines.all(|name| folder.join(name).is_file())
    }

    pub(super) fn write<'a>(&self, names: impl Iterator<Item = &'a String>) -> Result<()> {
        let mut text = format!("{}\n", self.inputs);
        for name in names {
            text += &format!("{name}\n");
        }
        fs::write(&self.path, text).with_context(|| format!("can't write {}", self.path.display()))
    }
}
