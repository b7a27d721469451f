//! The page as a folder of files: compiled, bound to JavaScript, named by content.
//!
//! Knows nothing of servers. The folder needs nothing of its host but to hand out files.

mod assemble;
mod bind;
mod catalogue;
mod digest;
mod scripts;
pub(crate) mod sizes;
mod stamp;
mod styles;
mod words;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::cargo;

/// Paths relative to the site, with `/`, and what stands there.
type Files = BTreeMap<String, Vec<u8>>;

/// A crate that the page runs, and what its module is called in the site.
type Module = (&'static str, &'static str);

const FIRST: Module = ("tidemark-first", "tidemark");
const WHOLE: Module = ("tidemark-whole", "later/whole");
/// It reads files of a gigabyte.
const FILES: Module = ("tidemark-files", "later/files");
/// What is built together gets all features that any of it asks for: so the page's two modules are built apart.
const MODULES: [&[Module]; 4] = [
    &[FIRST],
    &[WHOLE],
    &[FILES],
    &[
        ("tidemark-link", "later/link"),
        ("tidemark-paste", "later/paste"),
    ],
];

/// How the page is built.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edition {
    /// What readers get.
    Release,
    /// What is there soonest after a change.
    Watch,
}

impl Edition {
    fn profile(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Watch => "watch",
        }
    }

    fn folder(self) -> Result<PathBuf> {
        match self {
            Self::Release => Ok(cargo::root().join("dist")),
            Self::Watch => Ok(cargo::scratch()?.join("watch")),
        }
    }
}

/// Builds the page, or finds it built from the very same inputs; gives its folder.
pub(crate) fn build(edition: Edition) -> Result<PathBuf> {
    cargo::ensure_target(cargo::PAGE_TARGET)?;
    let folder = edition.folder()?;
    let modules = compile(edition)?;
    let mut files = read_folder(&cargo::root().join("static"))?;
    files.extend(catalogue::files());
    files.extend(words::files()?);

    let stamp = stamp::Stamp::new(edition.profile(), &modules, &files)?;
    if stamp.holds_for(&folder) {
        return Ok(folder);
    }
    for (path, module) in modules {
        let (place, name) = path.split_at(path.rfind('/').map_or(0, |slash| slash + 1));
        let bound = bind::bind(name, module, edition)?;
        files.extend(
            bound
                .into_iter()
                .map(|(file, content)| (format!("{place}{file}"), content)),
        );
    }
    for entry in styles::ENTRIES {
        styles::join(&mut files, entry)?;
    }
    scripts::strip(&mut files);
    let site = assemble::assemble(&files)?;
    write_folder(&folder, &site)?;
    stamp.write(site.keys())?;
    Ok(folder)
}

/// The site's modules as they are compiled, by what they are called.
fn compile(edition: Edition) -> Result<Vec<(&'static str, Vec<u8>)>> {
    let mut compiled = Vec::new();
    for modules in MODULES {
        let packages: Vec<&str> = modules
            .iter()
            .map(|module| match edition {
                // Whoever changes the page waits for one module of it, not for two.
                Edition::Watch if *module == FIRST => WHOLE.0,
                _ => module.0,
            })
            .collect();
        let profile = match edition {
            Edition::Release if *modules == [FILES] => "swift",
            _ => edition.profile(),
        };
        let paths = cargo::build_page(&packages, profile)?;
        for ((_, name), path) in modules.iter().zip(paths) {
            compiled.push((*name, fs::read(path)?));
        }
    }
    Ok(compiled)
}

/// Every file of a folder, but what starts with a dot.
fn read_folder(folder: &Path) -> Result<Files> {
    let mut files = Files::new();
    let mut pending = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = pending.pop() {
        let entries =
            fs::read_dir(&folder).with_context(|| format!("can't list {}", folder.display()))?;
        for entry in entries {
            let entry = entry?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with('.') {
                continue;
            }
            if entry.file_type()?.is_dir() {
                pending.push((entry.path(), format!("{prefix}{name}/")));
            } else {
                files.insert(format!("{prefix}{name}"), fs::read(entry.path())?);
            }
        }
    }
    Ok(files)
}

/// Makes `folder` hold exactly `files`. A page being served from it stays whole: new names come first, old ones go last.
fn write_folder(folder: &Path, files: &Files) -> Result<()> {
    fs::create_dir_all(folder)?;
    let old = read_folder(folder)?;
    let (pages, parts): (Vec<_>, Vec<_>) = files.iter().partition(|(name, _)| is_page(name));
    for (name, content) in parts.into_iter().chain(pages) {
        if old.get(name) == Some(content) {
            continue;
        }
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(&path, content).with_context(|| format!("can't write {}", path.display()))?;
    }
    for name in old.keys().filter(|name| !files.contains_key(*name)) {
        fs::remove_file(folder.join(name))?;
    }
    Ok(())
}

/// Pages keep their names, since people and other pages link to them.
fn is_page(name: &str) -> bool {
    name.ends_with(".html")
}
