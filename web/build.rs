//! Compiles the translations to Rust, so that a missing message fails the build.

#[path = "build/emit.rs"]
mod emit;
#[path = "build/message.rs"]
mod message;

use std::path::{Path, PathBuf};
use std::{env, fs};

use tidemark_core::scenario::{catalogue, parse};

const LANGUAGES: [&str; 2] = ["en", "zh"];

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap()).join("../static/i18n");
    println!("cargo:rerun-if-changed=build");
    println!("cargo:rerun-if-changed={}", root.display());
    let mut catalogues = Vec::new();
    let mut complaints = Vec::new();
    for language in LANGUAGES {
        let mut catalogue = message::Catalogue::new(language);
        for (name, text) in sources(&root.join(language)) {
            catalogue.read(&name, &text, &mut complaints);
        }
        catalogues.push(catalogue);
    }
    let merged = message::merge(&catalogues, &mut complaints);
    if !complaints.is_empty() {
        for complaint in &complaints {
            println!("cargo::error={complaint}");
        }
        return;
    }
    let target = PathBuf::from(env::var("OUT_DIR").unwrap());
    fs::write(target.join("messages.rs"), emit::emit(&merged)).unwrap();
    fs::write(target.join("scenarios.rs"), scenarios()).unwrap();
}

/// The catalogue's ids and titles as Rust.
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

/// All `.ftl` files of one language, in the order of their names.
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "ftl"))
        .collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            println!("cargo:rerun-if-changed={}", path.display());
            let name = format!(
                "{}/{}",
                folder.file_name().unwrap().display(),
                path.file_name().unwrap().display()
            );
            let text = fs::read_to_string(&path).unwrap();
            (name, text)
        })
        .collect()
}
