//! The lanes as one drawing: the same shapes that the room draws with boxes, for a file of its own.

use crate::view::lane::{Cell, LaneShape, Look, Marker, Strip};
use crate::words::{Words, say};
use yew::{Html, html};

const NAME_WIDTH: u32 = 150;
const CELL_WIDTH: u32 = 52;
const CELL_HEIGHT: u32 = 40;
const CELL_TOP: u32 = 28;
const LANE_HEIGHT: u32 = 122;
const RULER_HEIGHT: u32 = 20;
const FLAG_HEIGHT: u32 = 16;

/// A lane with what stands before it.
pub(super) struct NamedLane {
    /// Whose it is.
    pub(super) name: String,
    /// What it is.
    pub(super) role: String,
    /// Its shape.
    pub(super) shape: LaneShape,
}

/// The drawing.
pub(super) fn drawing(lanes: &[NamedLane], first_offset: i64, columns: u32, words: Words) -> Html {
    let width = NAME_WIDTH + CELL_WIDTH * columns + CELL_WIDTH / 2;
    let height = RULER_HEIGHT + LANE_HEIGHT * u32::try_from(lanes.len()).unwrap_or(0);
    let offsets = (0..columns).map(|column| {
        html! {
            <text key={column} class="tk-off" x={middle(column)} y="14" text-anchor="middle">
                { first_offset + i64::from(column) }
            </text>
        }
    });
    let rows = lanes.iter().zip(0_u32..).map(|(lane, at)| {
        let top = RULER_HEIGHT + LANE_HEIGHT * at;
        html! { <g key={at} transform={format!("translate(0 {top})")}>{ row(lane, width, words) }</g> }
    });
    html! {
        <svg id="take-lanes" class="tk" viewBox={format!("0 0 {width} {height}")} width={width.to_string()} height={height.to_string()}
            role="img" aria-label={words.take_picture()}>
            for offset in offsets { { offset } }
            for row in rows { { row } }
        </svg>
    }
}

fn row(lane: &NamedLane, width: u32, words: Words) -> Html {
    let shape = &lane.shape;
    let (from, wide) = (left(shape.water.from), CELL_WIDTH * shape.water.count);
    html! {
        <>
            <path class="tk-hair" d={format!("M0 0H{width}")} />
            <text class="tk-name" x="0" y="28">{ lane.name.clone() }</text>
            <text class="tk-role" x="0" y="46">{ lane.role.clone() }</text>
            <rect class="tk-water" x={from.to_string()} y="6" width={wide.to_string()} height={(LANE_HEIGHT - 14).to_string()} />
            for cell in &shape.cells { { record(cell) } }
            for strip in &shape.strips { { epoch(strip, words) } }
            if let Some(start) = &shape.log_start { { log_start(start, words) } }
            { log_end(&shape.log_end_offset, words) }
            { high_watermark(&shape.high_watermark, words) }
        </>
    }
}

fn record(cell: &Cell) -> Html {
    let state = match cell.look {
        Look::Committed => "",
        Look::Written => " open",
        Look::AboutToGo => " cut",
        Look::Ghost => " ghost",
    };
    let differs = if cell.differs { " diff" } else { "" };
    let class = format!("tk-rec e{}{state}{differs}", cell.slot);
    let x = left(cell.column);
    html! {
        <g key={format!("{}{state}", cell.offset)} {class}>
            <rect x={(x + 1).to_string()} y={CELL_TOP.to_string()} width={(CELL_WIDTH - 2).to_string()}
                height={CELL_HEIGHT.to_string()} rx="3" />
            <text x={middle(cell.column)} y={(CELL_TOP + CELL_HEIGHT / 2 + if cell.acknowledged.is_some() { 0 } else { 5 }).to_string()} text-anchor="middle">
                { cell.label.clone() }
            </text>
            if let Some(acks) = cell.acknowledged {
                <text class="acks" x={middle(cell.column)} y={(CELL_TOP + CELL_HEIGHT - 5).to_string()} text-anchor="middle">
                    { format!("✓{acks}") }
                </text>
            }
        </g>
    }
}

fn epoch(strip: &Strip, words: Words) -> Html {
    let x = left(strip.span.from) + 1;
    let y = CELL_TOP + CELL_HEIGHT + 4;
    let label = match strip.begins_at {
        Some(offset) => say!(
            words,
            lane_epoch_from,
            epoch = strip.leader_epoch,
            offset = offset
        ),
        None => say!(words, lane_epoch, epoch = strip.leader_epoch),
    };
    html! {
        <g key={strip.span.from}>
            <rect x={x.to_string()} y={y.to_string()} width={(CELL_WIDTH * strip.span.count - 2).to_string()} height="6"
                fill={format!("url(#epoch-{})", strip.slot)} />
            <text class="tk-epoch" x={x.to_string()} y={(y + 18).to_string()}>{ label }</text>
        </g>
    }
}

fn log_start(marker: &Marker, words: Words) -> Html {
    let x = left(marker.column);
    html! {
        <g>
            <path class="tk-leo" d={format!("M{} 20H{x}V92H{}", x + 6, x + 6)} />
            <text class="tk-flag" x={(x + 4).to_string()} y="106">{ say!(words, marker_start, offset = marker.offset) }</text>
        </g>
    }
}

fn log_end(marker: &Marker, words: Words) -> Html {
    let x = left(marker.column);
    let label = say!(words, marker_leo, offset = marker.offset);
    let wide = flag_width(&label);
    let (foot, top) = (LANE_HEIGHT - 3, LANE_HEIGHT - 3 - FLAG_HEIGHT);
    html! {
        <g>
            <path class="tk-leo" d={format!("M{x} 24V{foot}")} />
            <rect class="tk-box" x={x.to_string()} y={top.to_string()} width={wide.to_string()} height={FLAG_HEIGHT.to_string()} />
            <text class="tk-flag" x={(x + 6).to_string()} y={(top + 12).to_string()}>{ label }</text>
        </g>
    }
}

fn high_watermark(marker: &Marker, words: Words) -> Html {
    let x = left(marker.column);
    let label = say!(words, marker_hw, offset = marker.offset);
    let end = x + flag_width(&label) + 4;
    let foot = LANE_HEIGHT - 8;
    html! {
        <g>
            <path class="tk-hw" d={format!("M{x} 2V{foot}")} />
            <path class="tk-tail" d={format!("M{x} 2H{end}L{} 10L{end} 18H{x}Z", end - 5)} />
            <text class="tk-tide" x={(x + 6).to_string()} y="14">{ label }</text>
        </g>
    }
}

/// Room for a short label in bold 11 px type.
fn flag_width(label: &str) -> u32 {
    12 + 7 * u32::try_from(label.chars().count()).unwrap_or(0)
}

const fn left(column: u32) -> u32 {
    NAME_WIDTH + CELL_WIDTH * column
}

fn middle(column: u32) -> String {
    (left(column) + CELL_WIDTH / 2).to_string()
}
