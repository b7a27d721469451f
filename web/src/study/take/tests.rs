//! What is taken away, to the letter.

use super::mermaid;
use crate::study::spacetime::shapes::Row;
use tidemark_core::sim::event::VirtualTime;

fn row(ends: [&str; 2], time: Option<u64>, what: &str, changes: &[&str]) -> Row {
    let named = |name: &str| Some(name.to_owned()).filter(|name| !name.is_empty());
    Row {
        step: time.map(|_| 1),
        sent: None,
        time: time.map(VirtualTime),
        from: named(ends[0]),
        to: named(ends[1]),
        what: what.to_owned(),
        changes: changes.iter().map(|change| (*change).to_owned()).collect(),
        now: false,
    }
}

#[test]
fn a_sequence_diagram_has_arrows_crosses_and_notes() {
    let processes = ["producer", "broker 0", "broker #1"].map(str::to_owned);
    let rows = [
        row(
            ["producer", "broker 0"],
            Some(1),
            "Produce m0; acks=all",
            &["broker 0: LEO 1"],
        ),
        row(["broker #1", "broker 0"], None, "Fetch at 0", &[]),
        row(["", "broker 0"], Some(3), "crashes", &["broker 0: down"]),
        row(["broker 0", "broker 7"], Some(3), "is not shown", &[]),
    ];
    assert_eq!(
        mermaid::sequence(&processes, &rows),
        "sequenceDiagram
    participant p0 as producer
    participant p1 as broker 0
    participant p2 as broker #35;1
    p0->>p1: Produce m0#59; acks=all
    Note over p1: broker 0: LEO 1
    p2-xp1: Fetch at 0
    Note over p1: crashes<br/>broker 0: down
"
    );
}
