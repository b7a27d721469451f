//! Rows of the matrix and its window.

use super::*;
use tidemark_core::replication::broker_config::BrokerConfig;
use tidemark_core::session::frame::{MatrixCell, MatrixColumn, ProcessView};
use tidemark_core::sim::event::VirtualTime;

fn broker(id: BrokerId, leaders: u32) -> BrokerView {
    BrokerView {
        config: BrokerConfig::default(),
        running_config: BrokerConfig::default(),
        id,
        process: ProcessView::Running,
        registered: true,
        shutting_down: false,
        cut_off: false,
        since: VirtualTime(0),
        leaders,
        leaders_at_start: 4,
        preferred: 4,
        replicas: 12,
        rack: None,
    }
}

#[test]
fn replicas_stand_in_the_row_of_their_broker() {
    let cell = |broker, state| MatrixCell { broker, state };
    let matrix = MatrixView {
        matching: 16,
        first: 0,
        columns: vec![MatrixColumn {
            partition: PartitionId(7),
            cells: vec![
                cell(2, CellState::Offline { in_isr: false }),
                cell(0, CellState::Leader),
                cell(9, CellState::InSync),
            ],
            offline: false,
            under_min_isr: false,
            changed: true,
        }],
    };
    let rows = rows(&matrix, &[broker(2, 0), broker(0, 4), broker(1, 5)]);
    let told: Vec<_> = rows
        .iter()
        .map(|row| (row.broker, row.leaders, row.leaders_before))
        .collect();
    assert_eq!(told, [(0, 4, None), (1, 5, Some(4)), (2, 0, Some(4))]);
    assert_eq!(
        rows[0].cells[0],
        Some(Cell {
            partition: PartitionId(7),
            state: CellState::Leader,
            preferred: false,
            changed: true
        })
    );
    assert_eq!(rows[1].cells[0], None);
    assert_eq!(
        rows[2].cells[0].map(|cell| (cell.preferred, cell.changed)),
        Some((true, false))
    );
}

#[test]
fn the_window_covers_what_is_on_screen_and_a_margin() {
    assert_eq!(window(0, 480, 24, 16), (0, 16));
    assert_eq!(window(0, 480, 24, 10_000), (0, 44));
    let (first, count) = window(120_000, 480, 24, 10_000);
    assert_eq!((first, count), (4989, 44));
    assert!(covers(first, count, 120_000, 480, 24, 10_000));
    assert!(covers(first, count, 120_000 + 200, 480, 24, 10_000));
    assert!(!covers(first, count, 120_000 + 1200, 480, 24, 10_000));
    assert_eq!(window(240_000, 480, 24, 10_000), (9989, 11));
}
