//! What is true of every file of the project, and stays so: the rules of `CONTRIBUTING.md` that a
//! compiler doesn't check, and that the documents name what is there.

use std::fs;
use std::path::{Path, PathBuf};

use tidemark_core::replication::settings::SettingKey;
use tidemark_core::scenario::catalogue;

/// Endings of the files that people write.
const WRITTEN: [&str; 12] = [
    "css", "ftl", "html", "js", "json", "md", "rs", "sh", "svg", "tidemark", "toml", "yml",
];

/// The invariants, I1 to I18.
const INVARIANTS: u32 = 18;

fn root() -> &'static Path {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    tests
        .parent()
        .expect("the tests are a folder of the project")
}

/// Everything below `folder` that isn't ignored, with paths relative to the root.
fn files(folder: &str) -> Vec<(String, PathBuf)> {
    let ignored = fs::read_to_string(root().join(".gitignore")).expect("there is one");
    let ignored: Vec<&str> = ignored.lines().filter(|line| !line.is_empty()).collect();
    let mut found = Vec::new();
    let mut pending = vec![root().join(folder)];
    while let Some(path) = pending.pop() {
        let relative = path.strip_prefix(root()).expect("it is below the root");
        let relative = relative.to_string_lossy().replace('\\', "/");
        let name = relative.rsplit('/').next().unwrap_or_default();
        let anchored = format!("/{relative}");
        if name == ".git"
            || ignored
                .iter()
                .any(|line| *line == name || *line == anchored)
        {
            continue;
        }
        if !path.is_dir() {
            found.push((relative, path));
            continue;
        }
        let entries = fs::read_dir(&path).expect("a folder can be read");
        pending.extend(entries.map(|entry| entry.expect("an entry can be read").path()));
    }
    found.sort();
    assert!(!found.is_empty(), "nothing in {folder}");
    found
}

fn has_ending(path: &str, endings: &[&str]) -> bool {
    path.rsplit_once('.')
        .is_some_and(|(_, ending)| endings.contains(&ending))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn document(name: &str) -> String {
    read(&root().join(name))
}

/// The source below `folder` without its tests, as (path, line number, line without its comment).
fn lines_of_code(folder: &str) -> Vec<(String, usize, String)> {
    let mut lines = Vec::new();
    for (name, path) in files(folder) {
        if !has_ending(&name, &["rs"]) || name.ends_with("/tests.rs") || name.contains("/tests/") {
            continue;
        }
        let text = read(&path);
        // A module of tests in its own file ends what counts; one that is only named doesn't.
        let code = text
            .split("#[cfg(test)]\nmod tests {")
            .next()
            .unwrap_or_default();
        for (index, line) in code.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            lines.push((name.clone(), index + 1, code.to_owned()));
        }
    }
    lines
}

#[track_caller]
fn assert_none(found: &[String], what: &str) {
    assert!(found.is_empty(), "{what}:\n{}", found.join("\n"));
}

#[test]
fn nothing_is_left_over() {
    // Put together here, so that this file may be looked at, too.
    let markers = [
        ["TO", "DO"],
        ["FIX", "ME"],
        ["db", "g!("],
        ["to", "do!("],
        ["unimple", "mented!("],
    ]
    .map(|halves| halves.concat());
    let mut found = Vec::new();
    for (name, path) in files("") {
        if !has_ending(&name, &WRITTEN) || name.starts_with("tests/vectors/") {
            continue;
        }
        for (index, line) in read(&path).lines().enumerate() {
            if markers.iter().any(|marker| line.contains(marker)) {
                found.push(format!("{name}:{}: {}", index + 1, line.trim()));
            }
        }
    }
    assert_none(&found, "left over");
}

#[test]
fn no_file_names_a_machine() {
    let folders = [
        ["/wo", "rk/"],
        ["/ro", "ot/"],
        ["/ho", "me/"],
        ["/tm", "p/"],
        ["/Us", "ers/"],
    ]
    .map(|halves| halves.concat());
    let mut found = Vec::new();
    for (name, path) in files("") {
        if !has_ending(&name, &WRITTEN) {
            continue;
        }
        for (index, line) in read(&path).lines().enumerate() {
            if folders.iter().any(|folder| line.contains(folder)) {
                found.push(format!("{name}:{}: {}", index + 1, line.trim()));
            }
        }
    }
    assert_none(&found, "folders of one machine");
}

#[test]
fn every_source_file_says_what_it_is() {
    let silent = |(name, path): &(String, PathBuf)| {
        has_ending(name, &["rs"]) && !read(path).starts_with("//! ")
    };
    let found: Vec<String> = files("")
        .into_iter()
        .filter(silent)
        .map(|(name, _)| name)
        .collect();
    assert_none(&found, "without a first line that begins with //!");
}

#[test]
fn the_core_has_no_way_to_panic_on_purpose() {
    let ways = [
        ".unwrap()",
        ".expect(\"",
        "panic!(",
        "unreachable!(",
        " assert!(",
        " assert_eq!(",
        " assert_ne!(",
    ];
    let mut found = Vec::new();
    for (name, number, line) in lines_of_code("core/src") {
        // What is asserted of constants is known when it is compiled.
        let constant = line.contains("const {");
        if !constant && ways.iter().any(|way| line.contains(way)) {
            found.push(format!("{name}:{number}: {}", line.trim()));
        }
    }
    assert_none(&found, "may panic");
}

/// `core/src/lib.rs` lists the core's modules from the lowest floor to the highest.
#[test]
fn the_core_imports_only_downwards() {
    let library = document("core/src/lib.rs");
    let floors: Vec<&str> = library
        .lines()
        .filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';'))
        .collect();
    assert!(
        floors.contains(&"kafka") && floors.contains(&"session"),
        "{floors:?}"
    );
    let mut found = Vec::new();
    for (name, number, line) in lines_of_code("core/src") {
        let inside = name.trim_start_matches("core/src/");
        let own = inside.split(['/', '.']).next().unwrap_or_default();
        let Some(own) = floors.iter().position(|floor| *floor == own) else {
            continue;
        };
        for path in line.split("crate::").skip(1) {
            let word = |letter: char| !letter.is_alphanumeric() && letter != '_';
            let other = path.split(word).next().unwrap_or_default();
            let allowed = floors[..=own].contains(&other);
            if !allowed {
                found.push(format!("{name}:{number}: {}", line.trim()));
            }
        }
    }
    assert_none(&found, "imports from a floor above");
}

/// Codecs are there for who asks for them by a feature: the page's own modules don't.
#[test]
fn the_core_needs_next_to_nothing() {
    let manifest = document("core/Cargo.toml");
    let dependencies = manifest
        .split("[dependencies]")
        .nth(1)
        .expect("there are some");
    let names: Vec<&str> = dependencies
        .lines()
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.contains("optional = true"))
        .filter_map(|line| line.split_once(" = "))
        .map(|(name, _)| name)
        .collect();
    assert_eq!(names, ["md-5", "serde"]);
    assert!(!manifest.contains("default = "), "a feature that is on");
    for page in ["web", "web/first", "web/whole"] {
        let manifest = document(&format!("{page}/Cargo.toml"));
        assert!(!manifest.contains("codecs"), "{page} has codecs");
    }
}

#[test]
fn only_platform_touches_the_browser() {
    let mut found = Vec::new();
    for (name, number, line) in lines_of_code("web/src") {
        let touches = line.contains("web_sys") || line.contains("js_sys");
        if touches && !name.starts_with("web/src/platform/") {
            found.push(format!("{name}:{number}: {}", line.trim()));
        }
    }
    assert_none(
        &found,
        "the browser's own interfaces outside of web/src/platform",
    );
}

#[test]
fn fidelity_names_every_scenario_invariant_and_setting() {
    let fidelity = document("docs/FIDELITY.md");
    let words: Vec<&str> = fidelity
        .split(|letter: char| !letter.is_alphanumeric())
        .collect();
    let mut missing = Vec::new();
    for entry in catalogue() {
        if !words.contains(&entry.id) {
            missing.push(format!("scenario {}", entry.id));
        }
    }
    for number in 1..=INVARIANTS {
        let id = format!("I{number}");
        if !fidelity.contains(&format!("| {id} |")) {
            missing.push(format!("invariant {id}"));
        }
    }
    for key in SettingKey::ALL {
        if !fidelity.contains(&format!("`{}`", key.name())) {
            missing.push(format!("setting {}", key.name()));
        }
    }
    assert_none(&missing, "docs/FIDELITY.md does not name");
}

/// In the documents `` `path/file.rs` `` is a file and `` `path/file.rs::name` `` something it defines.
/// A path that doesn't start at the root starts in `core/src/`.
#[test]
fn the_documents_name_what_is_there() {
    let mut missing = Vec::new();
    for name in [
        "docs/ARCHITECTURE.md",
        "docs/FIDELITY.md",
        "CONTRIBUTING.md",
    ] {
        let text = document(name);
        for quoted in text.split('`').skip(1).step_by(2) {
            let (path, item) = quoted.split_once("::").unwrap_or((quoted, ""));
            let is_file = has_ending(path, &["rs", "js", "md", "toml", "json", "yml"]);
            let is_folder = path.ends_with('/') && path.len() > 1;
            if path.contains([' ', '*', '<', '$']) || !(is_file || is_folder) {
                continue;
            }
            let Some(found) = locate(path) else {
                missing.push(format!("{name}: {quoted}"));
                continue;
            };
            if !item.is_empty() && !defines(&read(&found), item) {
                missing.push(format!("{name}: {quoted}"));
            }
        }
    }
    assert_none(&missing, "named, and not there");
}

fn locate(path: &str) -> Option<PathBuf> {
    let places = [root().to_owned(), root().join("core/src")];
    let mut found = places.into_iter().map(|place| place.join(path));
    found.find(|place| place.exists())
}

/// Whether a source file defines a function, type or constant; of `Type::name` the last part counts.
fn defines(source: &str, item: &str) -> bool {
    let item = item.rsplit("::").next().unwrap_or(item);
    ["fn", "struct", "enum", "const", "static", "type", "trait"]
        .iter()
        .any(|kind| {
            source.split(&format!("{kind} {item}")).skip(1).any(|rest| {
                rest.chars()
                    .next()
                    .is_none_or(|next| !next.is_alphanumeric() && next != '_')
            })
        })
}

/// The names of the code in the documents are checked above; this checks the checker.
#[test]
fn a_definition_is_found_by_its_whole_name() {
    let source = "pub const fn may_expand(check: ExpandCheck) -> bool";
    assert!(defines(source, "may_expand"));
    assert!(defines(source, "Rules::may_expand"));
    assert!(!defines(source, "may"));
    assert!(!defines(source, "ExpandCheck"));
}
