//! The partition matrix: brokers are rows, partitions are columns. Of many partitions only a
//! window is drawn; the core sends no more than was asked for.

use tidemark_core::kafka::BrokerId;
use tidemark_core::session::frame::{BrokerView, CellState, MatrixView};
use tidemark_core::topology::PartitionId;

/// Above this many cells the matrix is drawn, not built of elements.
pub(crate) const ELEMENTS_MAX: usize = 2000;

/// One row of the matrix.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// The broker.
    pub(crate) broker: BrokerId,
    /// One cell a column; `None` where the broker has no replica.
    pub(crate) cells: Vec<Option<Cell>>,
    /// Partitions it leads now.
    pub(crate) leaders: u32,
    /// Partitions it led at the start, where that differs.
    pub(crate) leaders_before: Option<u32>,
}

/// A replica in the matrix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    /// Its partition.
    pub(crate) partition: PartitionId,
    /// What the controller takes it for.
    pub(crate) state: CellState,
    /// First in the assignment.
    pub(crate) preferred: bool,
    /// This step changed its partition, and it leads now.
    pub(crate) changed: bool,
}

/// The rows for the partitions on screen.
pub(crate) fn rows(matrix: &MatrixView, brokers: &[BrokerView]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::with_capacity(brokers.len());
    for broker in brokers {
        let row = Row {
            broker: broker.id,
            cells: vec![None; matrix.columns.len()],
            leaders: broker.leaders,
            leaders_before: (broker.leaders != broker.leaders_at_start)
                .then_some(broker.leaders_at_start),
        };
        let at = rows.partition_point(|known| known.broker < row.broker);
        rows.insert(at, row);
    }
    for (at, column) in matrix.columns.iter().enumerate() {
        for (place, cell) in column.cells.iter().enumerate() {
            if let Ok(row) = rows.binary_search_by_key(&cell.broker, |row| row.broker) {
                rows[row].cells[at] = Some(Cell {
                    partition: column.partition,
                    state: cell.state,
                    preferred: place == 0,
                    changed: column.changed && cell.state == CellState::Leader,
                });
            }
        }
    }
    rows
}

/// Which columns to ask for, so that those at `scroll_px` of a window `width_px` wide are there,
/// with as many again on both sides.
pub(crate) fn window(scroll_px: u32, width_px: u32, column_px: u32, matching: u32) -> (u32, u32) {
    let column_px = column_px.max(1);
    let shown = width_px / column_px + 2;
    let first = (scroll_px / column_px)
        .saturating_sub(shown / 2)
        .min(matching);
    (first, (shown * 2).min(matching - first))
}

/// Whether what was asked for still covers what is on screen.
pub(crate) fn covers(
    first: u32,
    count: u32,
    scroll_px: u32,
    width_px: u32,
    column_px: u32,
    matching: u32,
) -> bool {
    let column_px = column_px.max(1);
    let from = (scroll_px / column_px).min(matching);
    let to = (from + width_px / column_px + 1).min(matching);
    first <= from && to <= first + count
}

#[cfg(test)]
mod tests;
