//! The partitions as a table: what the picture shows, to be read and chosen from.

use crate::prose::{Teller, id_list};
use crate::state::Handle;
use crate::words::say;
use tidemark_core::kafka::BrokerId;
use tidemark_core::session::frame::{CellState, Frame, MatrixColumn};
use yew::{Callback, Html, html};

/// Rows on screen at once.
const ROWS: u32 = 40;

/// The table.
pub(super) fn table(handle: &Handle, frame: &Frame, teller: &Teller) -> Html {
    let words = teller.words;
    let matrix = &frame.matrix;
    let chosen = frame.partition.id;
    let shown = (matrix.columns.len() as u32).min(ROWS);
    let rows = matrix.columns.iter().take(ROWS as usize).map(|column| {
        let id = column.partition;
        let onclick = handle.choosing(id);
        let leader = column.cells.iter().find(|cell| cell.state == CellState::Leader);
        let leader = leader.map_or_else(|| words.fact_no_leader(), |cell| cell.broker.to_string());
        html! {
            <tr key={id.0} aria-current={(id == chosen).then_some("true")}>
                <th scope="row">
                    <button class="link" type="button" {onclick}>{ teller.names.partition(id) }</button>
                </th>
                <td class={if column.offline { "num bad" } else { "num" }}>{ leader }</td>
                <td class={if column.under_min_isr { "num warn" } else { "num" }}>{ id_list(&isr(column)) }</td>
                <td class="num">{ id_list(&replicas(column)) }</td>
            </tr>
        }
    });
    let go = |first: u32| {
        let handle = handle.clone();
        Callback::from(move |_| handle.look(|look| look.matrix.first = first))
    };
    let last = matrix.first + shown;
    let range = say!(
        words,
        partitions_range,
        from = matrix.first + 1,
        to = last,
        n = matrix.matching
    );
    html! {
        <>
            <div class="mx-scroll" tabindex="0" role="group" aria-label={words.partitions_table()}>
                <table class="tbl">
                    <thead><tr>
                        <th scope="col">{ words.column_partition() }</th>
                        <th scope="col" class="num">{ words.column_leader() }</th>
                        <th scope="col" class="num">{ words.column_isr() }</th>
                        <th scope="col" class="num">{ words.column_replicas() }</th>
                    </tr></thead>
                    <tbody>for row in rows { { row } }</tbody>
                </table>
            </div>
            if matrix.matching > shown {
                <div class="row">
                    <button
                        class="btn"
                        type="button"
                        disabled={matrix.first == 0}
                        onclick={go(matrix.first.saturating_sub(ROWS))}
                    >{ words.partitions_earlier() }</button>
                    <span>{ range }</span>
                    <button class="btn" type="button" disabled={last >= matrix.matching} onclick={go(last)}>
                        { words.partitions_later() }
                    </button>
                </div>
            }
        </>
    }
}

fn replicas(column: &MatrixColumn) -> Vec<BrokerId> {
    column.cells.iter().map(|cell| cell.broker).collect()
}

fn isr(column: &MatrixColumn) -> Vec<BrokerId> {
    let in_isr = |state| {
        matches!(
            state,
            CellState::Leader | CellState::InSync | CellState::Offline { in_isr: true }
        )
    };
    column
        .cells
        .iter()
        .filter(|cell| in_isr(cell.state))
        .map(|cell| cell.broker)
        .collect()
}
