//! What is printed of a run, and of a text that is none.

use tidemark_core::scenario::parse;

use super::{report, shown};

/// Two brokers; the leader dies, the other one is elected and has lost what was never replicated.
const SCENARIO: &str = "\
tidemark-scenario 1
id example
title en \"acks=1\"

release 3.9
schedule by-hand

broker 0
broker 1

topic first
  partition 0 replicas=0,1 log=m0@0 hw=1

at 0s produce first-0 values=m1 acks=1 broker=0
  caption en \"Only the leader has it.\"
at 1s crash 0
at 1s fence 0
at 1s apply-metadata 1
";

#[test]
fn a_run_is_a_table_and_its_verdicts() {
    let scenario = parse(SCENARIO).expect("a scenario");
    let (report, mistake) = report(&scenario, None).expect("a partition");
    assert!(!mistake);
    let (table, verdicts) = report.split_once("\nInvariants").expect("verdicts");
    assert_eq!(
        table,
        "\
example acks=1
release 3.9; partition first-0

step         time leader/epoch ISR  0: LEO/HW  1: LEO/HW  acked  lost  what happened
   0    0.000000s          0/0 0,1      L 1/1      F 1/1      1     0  the state at the start
      Only the leader has it.
   1    0.000000s          0/0 0,1      L 2/1      F 1/1      2     0  produce first-0 values=m1 \
acks=1 broker=0; 0 appends 1..1; acks=1 of m1
   2    1.000000s          0/0 0,1      x 2/1      F 1/1      2     ?  crash 0; 0 is down
   3    1.000000s          1/1   1      x 2/1      F 1/1      2     ?  fence 0; 0 fenced; \
controller: leader 1, epoch 1, ISR 1
   4    1.000000s          1/1   1      x 2/1      L 1/1      2     1  apply-metadata 1; 1 leads \
epoch 1 from 1; I10 BROKEN
"
    );
    let (verdicts, trace) = verdicts.split_once("Trace").expect("a trace");
    assert_eq!(
        verdicts,
        ":
  I10 of first-0 broke in step 4; a producer asked for less than acks=all
Records: 2 written, 2 acknowledged, 1 committed
  acknowledged, not committed: none
  acknowledged, lost: m1
  twice in a log: none
"
    );
    assert!(trace.starts_with(": 4 steps, protocol "), "{trace}");
}

#[test]
fn a_partition_is_chosen_by_its_name() {
    let scenario = parse(SCENARIO).expect("a scenario");
    assert!(report(&scenario, Some("first-0")).is_ok());
    let error = report(&scenario, Some("first-1")).expect_err("there is none");
    assert_eq!(error.to_string(), "the scenario has no partition `first-1`");
}

#[test]
fn a_mistake_is_shown_where_it_is() {
    let text = SCENARIO.replace("crash 0", "crash 7");
    let errors = parse(&text).expect_err("no such broker");
    assert_eq!(
        shown(&text, &errors),
        "\
line 16, column 13: \u{201c}7\u{201d}: no such broker
  at 1s crash 7
              ^
"
    );
}
