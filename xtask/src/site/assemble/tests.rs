//! Sites of a few made-up files.

use super::{Files, assemble};

fn files(files: &[(&str, &str)]) -> Files {
    files
        .iter()
        .map(|(name, content)| ((*name).to_owned(), content.as_bytes().to_vec()))
        .collect()
}

/// A site's names and texts, with each digest written as its first two digits.
fn published(sources: &[(&str, &str)]) -> Vec<(String, String)> {
    let site = assemble(&files(sources)).unwrap();
    let short = |text: &str| {
        let mut parts = text.split('-');
        let mut short = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            short += &match part.split_once('.') {
                Some((digest, rest)) if digest.len() == 16 => format!("-{}.{rest}", &digest[..2]),
                _ => format!("-{part}"),
            };
        }
        short
    };
    site.iter()
        .map(|(name, content)| (short(name), short(std::str::from_utf8(content).unwrap())))
        .collect()
}

#[track_caller]
fn check(sources: &[(&str, &str)], expected: &[(&str, &str)]) {
    let expected: Vec<(String, String)> = expected
        .iter()
        .map(|(name, content)| ((*name).to_owned(), (*content).to_owned()))
        .collect();
    assert_eq!(published(sources), expected);
}

#[test]
fn names_follow_content_through_every_kind_of_file() {
    check(
        &[
            (
                "index.html",
                r##"<link href="./css/a.css"><a href="./#/log"><script src='./boot.js'></script>"##,
            ),
            (
                "css/a.css",
                r#"@import "./b.css"; p{background:url(../icons/i.svg#x)}"#,
            ),
            ("css/b.css", "p{}"),
            (
                "boot.js",
                r#"import init from "./glue.js"; new URL("./m.wasm", import.meta.url)"#,
            ),
            ("glue.js", r#"imports = { "./glue_bg.js": it }"#),
            ("icons/i.svg", "<svg/>"),
            ("m.wasm", "wasm"),
            ("words.ftl", "compiled into the module"),
        ],
        &[
            (
                "boot-5c.js",
                r#"import init from "./glue-1e.js"; new URL("./m-5e.wasm", import.meta.url)"#,
            ),
            (
                "css/a-5f.css",
                r#"@import "./b-77.css"; p{background:url(../icons/i-67.svg#x)}"#,
            ),
            ("css/b-77.css", "p{}"),
            ("glue-1e.js", r#"imports = { "./glue_bg.js": it }"#),
            ("icons/i-67.svg", "<svg/>"),
            (
                "index.html",
                r##"<link href="./css/a-5f.css"><a href="./#/log"><script src='./boot-5c.js'></script>"##,
            ),
            ("m-5e.wasm", "wasm"),
        ],
    );
}

#[test]
fn a_change_below_renames_what_is_above() {
    let names = |style: &str| -> Vec<String> {
        let sources = [
            ("index.html", r#"<link href="./a.css">"#),
            ("a.css", r#"@import "./b.css";"#),
            ("b.css", style),
        ];
        assemble(&files(&sources)).unwrap().into_keys().collect()
    };
    let (before, after) = (names("p{}"), names("q{}"));
    assert_eq!(before.len(), 3);
    assert_ne!(before[0], after[0]);
    assert_ne!(before[1], after[1]);
    assert_eq!(before[2], "index.html");
}

#[track_caller]
fn refused(sources: &[(&str, &str)], expected: &str) {
    let error = assemble(&files(sources)).unwrap_err();
    assert_eq!(format!("{error:#}"), expected);
}

#[test]
fn says_which_reference_is_wrong() {
    refused(
        &[("index.html", r#"<link href="./a.css">"#)],
        "in index.html: there is no file a.css",
    );
    refused(
        &[("index.html", r#"<link href="../a.css">"#)],
        "in index.html: ../a.css is outside of the site",
    );
    refused(
        &[
            ("index.html", r#"<link href="./a.css">"#),
            ("a.css", r#"@import "./b.css";"#),
            ("b.css", r#"@import "./a.css";"#),
        ],
        "in index.html: in a.css: in b.css: a.css refers to itself, so no name can hold its digest",
    );
}
