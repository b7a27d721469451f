//! Every scenario of `log_scenarios.json`: expectations distilled from Kafka's own tests of its log.
//!
//! One test an area, each of which counts its scenarios, so that none is left out unnoticed.

mod compaction;
mod index;
mod log;
mod names;
mod recovery;
mod retention;
mod segment;
mod support;

use serde_json::Value;
use std::collections::BTreeMap;
use tidemark_tests::{list, text, vectors};

/// The areas, and how many scenarios each has.
const AREAS: [(&str, usize); 15] = [
    ("cleaner_manager", 9),
    ("compaction", 15),
    ("epoch_cache", 21),
    ("grouping", 3),
    ("index_rule", 1),
    ("list_offsets", 4),
    ("names", 3),
    ("offset_index", 10),
    ("read", 10),
    ("recovery", 11),
    ("retention", 15),
    ("roll", 11),
    ("segment", 16),
    ("time_index", 6),
    ("truncate", 4),
];

/// Runs all scenarios of an area.
fn run(area: &str, scenario: impl Fn(&str, &Value, &[Value])) {
    let (_, expected) = AREAS.iter().find(|(name, _)| *name == area).unwrap();
    let mut count = 0;
    for case in list(&vectors("log_scenarios.json")["scenarios"]) {
        if case["area"] == *area {
            scenario(text(&case["id"]), &case["setup"], list(&case["steps"]));
            count += 1;
        }
    }
    assert_eq!(count, *expected, "scenarios of {area}");
}

/// Whether a step expects anything; and then, that `found` is it.
#[track_caller]
fn expect(id: &str, step: &Value, found: impl Into<Value>) {
    if let Some(expected) = step.get("expect") {
        assert_eq!(&found.into(), expected, "{id}: {step}");
    }
}

/// A pair as the scenarios write it.
fn pair(first: impl Into<Value>, second: impl Into<Value>) -> Value {
    Value::Array(vec![first.into(), second.into()])
}

#[test]
fn every_area_is_known() {
    let mut areas: BTreeMap<String, usize> = BTreeMap::new();
    for case in list(&vectors("log_scenarios.json")["scenarios"]) {
        *areas.entry(text(&case["area"]).to_owned()).or_default() += 1;
    }
    let known = AREAS.iter();
    let known = known.map(|(area, count)| ((*area).to_owned(), *count));
    assert_eq!(areas, known.collect());
}
