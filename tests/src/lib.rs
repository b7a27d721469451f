//! Helpers shared by the cross-crate tests: finding and reading vectors.

pub mod cluster;
pub mod faults;
pub mod load;
pub mod log_load;
pub mod noise;
pub mod runs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// The vectors in `vectors/FILE`, parsed.
///
/// # Panics
///
/// If the file is not there or not JSON: a test without its vectors has failed.
#[must_use]
pub fn vectors(file: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("vectors")
        .join(file);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The folders that Kafka's own storage classes wrote, by their names: files by their names.
///
/// # Panics
///
/// If `golden_segments.json` is not what it should be.
#[must_use]
pub fn golden_folders() -> Vec<(String, BTreeMap<String, Vec<u8>>)> {
    let vectors = vectors("golden_segments.json");
    let logs = list(&vectors["logs"]).iter().map(|log| {
        let files = log["files"].as_object().expect("files").iter();
        let files = files.map(|(name, file)| {
            let bytes = STANDARD.decode(text(&file["base64"])).expect("base64");
            (name.clone(), bytes)
        });
        (text(&log["name"]).to_owned(), files.collect())
    });
    logs.collect()
}

/// The bytes of a string of hexadecimal digits.
///
/// # Panics
///
/// If it is none.
#[must_use]
pub fn hex(digits: &str) -> Vec<u8> {
    assert!(digits.len().is_multiple_of(2), "{digits}");
    (0..digits.len())
        .step_by(2)
        .map(|start| u8::from_str_radix(&digits[start..start + 2], 16).expect(digits))
        .collect()
}

/// The entries of an array.
///
/// # Panics
///
/// If `value` is none.
#[must_use]
pub fn list(value: &Value) -> &[Value] {
    value
        .as_array()
        .unwrap_or_else(|| panic!("{value}: not an array"))
}

/// A number of any width.
///
/// # Panics
///
/// If `value` is none, or does not fit.
#[must_use]
pub fn number<T: TryFrom<i64>>(value: &Value) -> T {
    let number = value.as_i64().and_then(|number| T::try_from(number).ok());
    number.unwrap_or_else(|| panic!("{value}: not a number of this width"))
}

/// A string.
///
/// # Panics
///
/// If `value` is none.
#[must_use]
pub fn text(value: &Value) -> &str {
    value
        .as_str()
        .unwrap_or_else(|| panic!("{value}: not a string"))
}
