//! The languages that are not in the page's module, as files.

use anyhow::{Result, bail};
use tidemark_translations::{Extent, LANGUAGES, Translations, sources};

use super::Files;
use crate::cargo;

/// The tables for both of the page's modules, and what their names begin with.
const TABLES: [(Extent, &str); 2] = [
    (Extent::First, "later/words"),
    (Extent::Whole, "later/whole-words"),
];

/// A table of texts for each language but the first, for each of the page's modules.
pub(super) fn files() -> Result<Files> {
    let mut files = Files::new();
    for (extent, name) in TABLES {
        files.extend(tables(extent, name)?);
    }
    Ok(files)
}

fn tables(extent: Extent, name: &str) -> Result<Files> {
    let sources = sources(&cargo::root().join("static/i18n"), extent)?;
    let translations = match Translations::compile(&sources) {
        Ok(translations) => translations,
        // The page's own build has said it before, with each place.
        Err(complaints) => bail!("{}", complaints.join("\n")),
    };
    let tables = LANGUAGES.iter().enumerate().skip(1);
    Ok(tables
        .map(|(number, language)| {
            let table = translations.table(number).into_bytes();
            (format!("{name}-{language}.txt"), table)
        })
        .collect())
}
