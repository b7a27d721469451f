//! Compiles the translations, so that a missing message fails the build.
//!
//! The page's build script makes Rust of them, one method a message; the command that assembles the
//! site makes a file of each language that is not in the page's module. Both come from the same
//! sources, so that the numbers of the messages agree.

mod emit;
mod message;

use std::path::{Path, PathBuf};
use std::{fs, io};

use message::{Catalogue, Merged};

/// The languages, by the names of their folders. The first one is in the page's module.
pub const LANGUAGES: [&str; 2] = ["en", "zh"];

/// The folder in that of a language whose texts are loaded later.
const LATER: &str = "later";

/// Stands behind each message of a table.
pub const MESSAGE_END: char = '\u{1e}';

/// A Fluent file: its name, with its folder, and its text.
pub type Source = (String, String);

/// All messages in all languages.
#[derive(Debug)]
pub struct Translations(Vec<Merged>);

impl Translations {
    /// Compiles the files of each language, in the order of [`LANGUAGES`].
    ///
    /// # Errors
    ///
    /// All that is wrong with them, each with its place: a message or an argument that one language
    /// lacks, or syntax that is not supported.
    pub fn compile(sources: &[Vec<Source>; 2]) -> Result<Self, Vec<String>> {
        let mut complaints = Vec::new();
        let catalogues: Vec<Catalogue> = LANGUAGES
            .iter()
            .zip(sources)
            .map(|(language, files)| {
                let mut catalogue = Catalogue::new(language);
                for (name, text) in files {
                    catalogue.read(name, text, &mut complaints);
                }
                catalogue
            })
            .collect();
        let merged = message::merge(&catalogues, &mut complaints);
        if complaints.is_empty() {
            Ok(Self(merged))
        } else {
            Err(complaints)
        }
    }

    /// The messages as Rust, without their texts.
    #[must_use]
    pub fn rust(&self) -> String {
        emit::rust(&self.0)
    }

    /// The texts of a language by its number, each with a [`MESSAGE_END`] behind it.
    #[must_use]
    pub fn table(&self, language: usize) -> String {
        emit::table(&self.0, language)
    }
}

/// How much of the page there is to speak for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What the first scenario needs.
    First,
    /// Everything: also what is in the folder `later` of each language.
    Whole,
}

/// The files of each language below `root`, in the order of their names.
///
/// # Errors
///
/// A folder or file that can't be read.
pub fn sources(root: &Path, extent: Extent) -> io::Result<[Vec<Source>; 2]> {
    let [english, chinese] = LANGUAGES.map(|language| {
        let mut sources = files(root, language)?;
        if extent == Extent::Whole {
            sources.extend(files(root, &format!("{language}/{LATER}"))?);
        }
        Ok::<_, io::Error>(sources)
    });
    Ok([english?, chinese?])
}

fn files(root: &Path, folder: &str) -> io::Result<Vec<Source>> {
    let mut paths: Vec<PathBuf> = fs::read_dir(root.join(folder))?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "ftl"));
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let name = path.file_name().unwrap_or_default().display();
            Ok((format!("{folder}/{name}"), fs::read_to_string(&path)?))
        })
        .collect()
}
