//! Random actions and faults against the specification's table of verdicts: what must hold holds in
//! every run, what is expected to break is found broken in some.
//!
//! A run that fails is cut down to the shortest plan that fails in the same way, and printed as Rust.
//! `TIDEMARK_RUNS` makes so many runs in each cell of the table instead of the few that fit a test.

use std::collections::BTreeMap;
use tidemark_tests::faults::{Mix, Outcome, Plan, Promise, Row};

/// Runs in each cell, and actions in each run.
const RUNS: u64 = 120;
const ACTIONS: usize = 160;

/// What broke in a run that must not.
fn forbidden(row: Row, mix: Mix, outcome: &Outcome) -> Option<Promise> {
    let (expected, tolerated) = row.verdict(mix);
    let may_break = |promise: &Promise| expected.contains(promise) || tolerated.contains(promise);
    outcome
        .broken_promises()
        .find(|promise| !may_break(promise))
}

fn runs() -> u64 {
    let runs = std::env::var("TIDEMARK_RUNS").ok();
    runs.and_then(|runs| runs.parse().ok()).unwrap_or(RUNS)
}

#[track_caller]
fn check_row(row: Row) {
    for mix in Mix::ALL {
        let mut found: BTreeMap<Promise, u64> = BTreeMap::new();
        for seed in 0..runs() {
            let plan = Plan::random(row, mix, seed, ACTIONS);
            let outcome = plan.outcome();
            if let Some(what) = forbidden(row, mix, &outcome) {
                let shortest =
                    plan.shortest(|plan| forbidden(row, mix, &plan.outcome()) == Some(what));
                panic!("{row:?} {mix:?}: {what:?} broke in {shortest:#?}");
            }
            for promise in outcome.broken_promises() {
                *found.entry(promise).or_default() += 1;
            }
        }
        println!("{row:?} {mix:?}: {found:?} of {}", runs());
        let (expected, _) = row.verdict(mix);
        for promise in expected {
            assert!(
                found.contains_key(promise),
                "{row:?} {mix:?}: {promise:?} never broke"
            );
        }
    }
}

#[test]
fn v1_current_rules() {
    check_row(Row::V1);
}

#[test]
fn v2_min_isr_1() {
    check_row(Row::V2);
}

#[test]
fn v3_no_strict_min_isr() {
    check_row(Row::V3);
}

#[test]
fn v5_offsets_for_leader_epoch() {
    check_row(Row::V5);
}

#[test]
fn v6_unclean_elections() {
    check_row(Row::V6);
}

#[test]
fn v8_truncation_to_the_high_watermark() {
    check_row(Row::V8);
}

#[test]
fn v9_answer_without_epoch() {
    check_row(Row::V9);
}
