//! Compiles the translations and the list of scenarios to Rust.

use std::path::{Path, PathBuf};
use std::{env, fs};

use tidemark_core::scenario::{catalogue, parse};
use tidemark_translations::{Extent, LANGUAGES, Translations, sources};

fn main() {
    let target = PathBuf::from(env::var("OUT_DIR").unwrap());
    fs::write(target.join("scenarios.rs"), scenarios()).unwrap();

    let root = Path::new("../static/i18n");
    println!("cargo:rerun-if-changed={}", root.display());
    let extent = if env::var_os("CARGO_FEATURE_WHOLE").is_some() {
        Extent::Whole
    } else {
        Extent::First
    };
    let sources =
        sources(root, extent).unwrap_or_else(|error| panic!("{}: {error}", root.display()));
    match Translations::compile(&sources) {
        Ok(translations) => {
            fs::write(target.join("messages.rs"), translations.rust()).unwrap();
            for (number, language) in LANGUAGES.into_iter().enumerate() {
                let table = target.join(format!("{language}.txt"));
                fs::write(table, translations.table(number)).unwrap();
            }
        }
        Err(complaints) => {
            for complaint in complaints {
                println!("cargo::error={complaint}");
            }
        }
    }
}

/// The catalogue's ids and titles.
fn scenarios() -> String {
    let entries: Vec<String> = catalogue()
        .iter()
        .map(|entry| {
            let titles = parse(entry.text).unwrap().title.0;
            format!("Entry {{ id: {:?}, titles: &{titles:?} }},\n", entry.id)
        })
        .collect();
    format!(
        "static ENTRIES: [Entry; {}] = [\n{}];\n",
        entries.len(),
        entries.concat()
    )
}
