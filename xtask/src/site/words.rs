//! The languages that are not in the page's module, as files.

use anyhow::{Result, bail};
use tidemark_translations::{LANGUAGES, Translations, sources};

use super::Files;
use crate::cargo;

/// A table of texts for each language but the first.
pub(super) fn files() -> Result<Files> {
    let sources = sources(&cargo::root().join("static/i18n"))?;
    let translations = match Translations::compile(&sources) {
        Ok(translations) => translations,
        // The page's own build has said it before, with each place.
        Err(complaints) => bail!("{}", complaints.join("\n")),
    };
    let tables = LANGUAGES.iter().enumerate().skip(1);
    Ok(tables
        .map(|(number, language)| {
            let table = translations.table(number).into_bytes();
            (format!("later/words-{language}.txt"), table)
        })
        .collect())
}
