//! Every sample paste of command-line output against the result expected for it, by the rules of
//! `vectors/cli/about.json`: the importer's own `x-` keys, words and codes don't count, order
//! doesn't matter in `assumed` and `warnings`, everywhere else it does.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;
use tidemark_core::import;

#[test]
fn every_sample_is_read_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/cli");
    let samples = samples(&folder);
    assert!(samples.len() >= 50, "only {} samples found", samples.len());
    let failures: Vec<String> = samples
        .iter()
        .filter_map(|sample| difference(sample).map(|text| format!("{}: {text}", name(sample))))
        .collect();
    assert!(
        failures.is_empty(),
        "{} of {} samples differ:\n{}",
        failures.len(),
        samples.len(),
        failures.join("\n")
    );
}

/// The texts of a folder that have an expected result beside them, sorted by name.
fn samples(folder: &Path) -> Vec<PathBuf> {
    let mut samples: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the folder of samples")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|end| end == "txt"))
        .collect();
    samples.sort();
    samples
}

fn name(sample: &Path) -> String {
    sample
        .file_stem()
        .map(|stem| stem.to_string_lossy().into_owned())
        .unwrap_or_default()
}

/// Where the importer's result and the expected one part, if they do.
fn difference(sample: &Path) -> Option<String> {
    let text = fs::read_to_string(sample).expect("a sample is UTF-8");
    let expected = fs::read_to_string(sample.with_extension("json")).expect("an expected result");
    let expected = comparable(serde_json::from_str(&expected).expect("valid JSON"));
    let found = comparable(serde_json::to_value(import::read(&text)).expect("serialisable"));
    first_difference("", &expected, &found)
}

/// A result without what is not compared.
fn comparable(mut result: Value) -> Value {
    drop_extensions(&mut result);
    if let Some(object) = result.as_object_mut() {
        if let Some(Value::Array(words)) = object.get_mut("assumed") {
            words.retain(|word| !word.as_str().is_some_and(|word| word.starts_with("x-")));
            words.sort_by_key(Value::to_string);
        }
        if let Some(Value::Array(warnings)) = object.get_mut("warnings") {
            warnings.retain(|warning| {
                !warning["code"]
                    .as_str()
                    .is_some_and(|code| code.starts_with("x-"))
            });
            warnings.sort_by_key(Value::to_string);
            warnings.dedup();
        }
        let empty = |value: &Value| {
            value.as_array().is_some_and(Vec::is_empty)
                || value.as_object().is_some_and(serde_json::Map::is_empty)
        };
        object.retain(|_, value| !empty(value));
    }
    result
}

fn drop_extensions(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|key, _| !key.starts_with("x-"));
            members.values_mut().for_each(drop_extensions);
        }
        Value::Array(items) => items.iter_mut().for_each(drop_extensions),
        _ => {}
    }
}

fn first_difference(at: &str, expected: &Value, found: &Value) -> Option<String> {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => {
            let mut keys: Vec<&String> = expected.keys().chain(found.keys()).collect();
            keys.sort();
            keys.into_iter().find_map(|key| {
                let side = |members: &serde_json::Map<String, Value>| {
                    members
                        .get(key)
                        .cloned()
                        .unwrap_or(Value::String("absent".into()))
                };
                first_difference(&format!("{at}/{key}"), &side(expected), &side(found))
            })
        }
        (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => expected
            .iter()
            .zip(found)
            .enumerate()
            .find_map(|(index, (expected, found))| {
                first_difference(&format!("{at}/{index}"), expected, found)
            }),
        _ if expected == found => None,
        _ => Some(format!("at {at}: expected {expected}, found {found}")),
    }
}
