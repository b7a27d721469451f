//! The matrix of a large cluster, drawn on a canvas: only the columns on screen, wherever one scrolls.

use super::grid::legend;
use crate::component::{Given, Part, use_kept, use_watch};
use crate::parts::use_width;
use crate::platform::canvas::{Ink, Painter};
use crate::platform::dom;
use crate::prose::Teller;
use crate::state::Page;
use crate::view::matrix::{self, Row};
use crate::words::say;
use std::rc::Rc;
use tidemark_core::session::frame::{CellState, Frame};
use yew::functional::{Hook, HookContext};
use yew::{Callback, Event, Html, MouseEvent, html, use_node_ref};

/// The measures of a drawn matrix, in px.
const COLUMN: u32 = 12;
const ROW: u32 = 12;
const NAMES: u32 = 34;
const HEAD: u32 = 16;

/// The drawing; the table beside it says the same.
#[derive(PartialEq)]
pub(super) struct Painted {
    /// The page.
    pub(super) page: Page,
    /// The frame.
    pub(super) frame: Given<Frame>,
    /// The rows.
    pub(super) rows: Rc<Vec<Row>>,
    /// The names.
    pub(super) teller: Teller,
}

impl Part for Painted {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.teller.words;
        let (scroller, canvas) = (use_node_ref().run(hooks), use_node_ref().run(hooks));
        let width = use_width(&scroller).run(hooks);
        let left = use_kept(|| 0_u32).run(hooks);
        let (first, matching) = (self.frame.matrix.first, self.frame.matrix.matching);
        let count = u32::try_from(self.frame.matrix.columns.len()).unwrap_or(u32::MAX);
        let height = HEAD + ROW * u32::try_from(self.rows.len()).unwrap_or(0);

        let from = *left;
        use_watch((from, width, matching), {
            let handle = self.page.handle.clone();
            move || {
                let area = width.saturating_sub(NAMES);
                if !matrix::covers(first, count, from, area, COLUMN, matching) {
                    let (first, count) = matrix::window(from, area, COLUMN, matching);
                    handle.look(|look| {
                        look.matrix.first = first;
                        look.matrix.count = count;
                    });
                }
            }
        })
        .run(hooks);
        use_watch((self.frame.clone(), from, width, self.page.theme), {
            let (frame, rows) = (self.frame.clone(), self.rows.clone());
            let (canvas, teller) = (canvas.clone(), self.teller.clone());
            move || {
                if let Some(painter) = Painter::begin(&canvas, width, height) {
                    paint(&painter, &frame, &rows, from, width, &teller);
                }
            }
        })
        .run(hooks);
        let onscroll = {
            let scroller = scroller.clone();
            Callback::from(move |_: Event| left.set(dom::scroll_left(&scroller)))
        };
        let onclick = {
            let (handle, frame) = (self.page.handle.clone(), self.frame.clone());
            Callback::from(move |event: MouseEvent| {
                let x = event.offset_x().max(0).unsigned_abs();
                let column = (x.saturating_sub(NAMES) + from) / COLUMN;
                let at = column
                    .checked_sub(frame.matrix.first)
                    .and_then(|at| frame.matrix.columns.get(at as usize));
                if let Some(column) = at.filter(|_| x >= NAMES) {
                    handle.look(|look| look.partition = column.partition);
                }
            })
        };
        let label = say!(
            words,
            partitions_drawn,
            from = first + 1,
            to = first + count,
            n = self.rows.len()
        );
        html! {
            <>
                <div class="mx-scroll" ref={scroller} {onscroll} tabindex="0" role="group" aria-label={words.partitions_all()}>
                    <div class="mx-pad" style={format!("width:{}px;height:{height}px", NAMES + COLUMN * matching)}>
                        <canvas class="mx-canvas" ref={canvas} {onclick} role="img" aria-label={label}></canvas>
                    </div>
                </div>
                { legend(words) }
            </>
        }
    }
}

fn paint(painter: &Painter, frame: &Frame, rows: &[Row], left: u32, width: u32, teller: &Teller) {
    let chosen = frame.partition.id;
    let x_of = |at: usize| {
        let column = i64::from(frame.matrix.first) + at as i64;
        f64::from(NAMES) + (column * i64::from(COLUMN) - i64::from(left)) as f64
    };
    let height = f64::from(HEAD + ROW * rows.len() as u32);
    for (at, column) in frame.matrix.columns.iter().enumerate() {
        let x = x_of(at);
        if column.partition == chosen {
            painter.fill(Ink::Wash, x, 0.0, f64::from(COLUMN), height);
        }
        if column.partition.0 % 10 == 0 || column.partition == chosen {
            let number = teller.names.number(column.partition).unwrap_or(0);
            painter.text(Ink::Faint, &number.to_string(), x + 1.0, 11.0);
        }
    }
    for (place, row) in rows.iter().enumerate() {
        let y = f64::from(HEAD + ROW * place as u32);
        for (at, cell) in row.cells.iter().enumerate() {
            let Some(cell) = cell else {
                continue;
            };
            let (x, y) = (x_of(at) + 1.0, y + 1.0);
            match cell.state {
                CellState::Leader => painter.fill(Ink::Full, x, y, 9.0, 9.0),
                CellState::InSync => painter.frame(Ink::Soft, x + 1.0, y + 1.0, 7.0),
                CellState::OutOfSync => painter.dashed(Ink::Warn, x + 1.0, y + 1.0, 7.0),
                CellState::Offline { in_isr } => {
                    painter.cross(Ink::Bad, x + 1.0, y + 1.0, 7.0);
                    if in_isr {
                        painter.frame(Ink::Bad, x + 1.0, y + 1.0, 7.0);
                    }
                }
            }
            if cell.preferred {
                painter.fill(Ink::Faint, x, y + 9.5, 9.0, 1.5);
            }
            if cell.changed {
                painter.frame(Ink::Control, x - 1.0, y - 1.0, 11.0);
            }
        }
    }
    // The names stand still over what is scrolled.
    painter.fill(Ink::Paper, 0.0, 0.0, f64::from(NAMES - 2), height);
    painter.fill(Ink::Paper, f64::from(width), 0.0, 1.0, height);
    for (place, row) in rows.iter().enumerate() {
        let y = f64::from(HEAD + ROW * place as u32);
        painter.text(Ink::Soft, &row.broker.to_string(), 0.0, y + 9.5);
    }
}
