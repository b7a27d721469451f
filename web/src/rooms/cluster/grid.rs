//! The matrix of a small cluster, as a table of glyphs.

use crate::parts::{Glyph, icon, named_icon};
use crate::prose::Teller;
use crate::state::Handle;
use crate::view::matrix::{Cell, Row};
use crate::words::{Words, say};
use tidemark_core::session::frame::{CellState, Frame};
use tidemark_core::topology::PartitionId;
use yew::{Callback, Html, MouseEvent, html};

/// Length of the longest bar, in px.
const BAR_MAX: u32 = 48;

/// The table and its legend.
pub(super) fn grid(handle: &Handle, frame: &Frame, rows: &[Row], teller: &Teller) -> Html {
    let words = teller.words;
    let chosen = frame.partition.id;
    let heads = frame.matrix.columns.iter().map(|column| {
        let id = column.partition;
        let label = say!(
            words,
            partitions_choose,
            partition = &teller.names.partition(id)
        );
        let number = teller.names.number(id).unwrap_or(0);
        let class = if id == chosen { "sel" } else { "" };
        html! {
            <th key={id.0} {class} scope="col">
                <button
                    type="button"
                    aria-label={label}
                    aria-pressed={(id == chosen).to_string()}
                    onclick={handle.choosing(id)}
                >{ number }</button>
            </th>
        }
    });
    let most = rows
        .iter()
        .map(|row| row.leaders.max(row.leaders_before.unwrap_or(0)))
        .max()
        .unwrap_or(0);
    let rows = rows.iter().map(|row| {
        let cells = frame
            .matrix
            .columns
            .iter()
            .zip(&row.cells)
            .map(|(column, cell)| match cell {
                Some(cell) => replica(cell, row, chosen, handle.choosing(cell.partition), teller),
                None => {
                    let class = if column.partition == chosen {
                        "sel"
                    } else {
                        ""
                    };
                    html! { <td key={column.partition.0} {class}></td> }
                }
            });
        let bar = BAR_MAX * row.leaders / most.max(1);
        html! {
            <tr key={row.broker}>
                <th class="r" scope="row">{ say!(words, lane_name, broker = row.broker) }</th>
                for cell in cells { { cell } }
                <td class="n">
                    <i class="bar4" style={format!("width:{bar}px")}></i><b>{ row.leaders }</b>
                    if let Some(before) = row.leaders_before {
                        { " " }<span class="dim">{ say!(words, partitions_was, n = before) }</span>
                    }
                </td>
            </tr>
        }
    });
    html! {
        <>
            <div class="mx-scroll" tabindex="0" role="group" aria-label={words.partitions_all()}>
                <table class="mx">
                    <thead><tr>
                        <td class="corner"></td>
                        { for heads }
                        <th class="n" scope="col"><span class="vh">{ words.partitions_leaders() }</span></th>
                    </tr></thead>
                    <tbody>for row in rows { { row } }</tbody>
                </table>
            </div>
            { legend(words) }
        </>
    }
}

fn replica(
    cell: &Cell,
    row: &Row,
    chosen: PartitionId,
    onclick: Callback<MouseEvent>,
    teller: &Teller,
) -> Html {
    let (glyph, hue) = state_glyph(cell.state);
    let mut class = "has".to_owned();
    for (name, holds) in [
        (" sel", cell.partition == chosen),
        (" pref", cell.preferred),
        (" changed", cell.changed),
    ] {
        if holds {
            class.push_str(name);
        }
    }
    let title = say!(
        teller.words,
        cell_name,
        partition = &teller.names.partition(cell.partition),
        broker = row.broker,
        state = &state_name(cell.state, teller.words)
    );
    let label = state_name(cell.state, teller.words);
    html! {
        <td key={cell.partition.0} {class} {title} {onclick}>{ named_icon(glyph, hue, label) }</td>
    }
}

/// The glyph of a replica and the class of its hue.
pub(super) const fn state_glyph(state: CellState) -> (Glyph, &'static str) {
    match state {
        CellState::Leader => (Glyph::Leader, ""),
        CellState::InSync => (Glyph::InSync, "sub"),
        CellState::OutOfSync => (Glyph::OutOfSync, "warn"),
        CellState::Offline { in_isr: false } => (Glyph::Offline, "bad"),
        CellState::Offline { in_isr: true } => (Glyph::Fenced, "bad"),
    }
}

/// The state in words.
pub(super) fn state_name(state: CellState, words: Words) -> String {
    match state {
        CellState::Leader => words.state_leader(),
        CellState::InSync => words.state_in_sync(),
        CellState::OutOfSync => words.state_out_of_sync(),
        CellState::Offline { in_isr: false } => words.state_offline(),
        CellState::Offline { in_isr: true } => words.state_offline_in_isr(),
    }
}

/// What the glyphs mean, once, under the picture.
pub(super) fn legend(words: Words) -> Html {
    let states = [
        CellState::Leader,
        CellState::InSync,
        CellState::OutOfSync,
        CellState::Offline { in_isr: false },
        CellState::Offline { in_isr: true },
    ];
    let states = states.into_iter().map(|state| {
        let (glyph, hue) = state_glyph(state);
        html! { <span key={state_name(state, words)}>{ icon(glyph, hue) }{ state_name(state, words) }</span> }
    });
    html! {
        <div class="legend">
            { for states }
            <span><i class="line"></i>{ words.state_preferred() }</span>
            <span><i class="frame"></i>{ words.state_elected() }</span>
        </div>
    }
}
