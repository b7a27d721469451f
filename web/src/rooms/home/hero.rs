//! The picture of the first screen: three copies of one log, and the line below which nothing is lost.

use crate::view::length::tenths;
use crate::words::{Words, say};
use yew::{Html, html};

/// The log end offsets of the three copies, the leader's first.
const ENDS: [u32; 3] = [8, 5, 7];
const HIGH_WATERMARK: u32 = 5;

/// The measures of one form of the picture.
struct Form {
    class: &'static str,
    width: u32,
    /// Where the cells begin.
    left: u32,
    /// From one cell to the next.
    step: u32,
    cell: u32,
}

const WIDE: Form = Form {
    class: "hero-picture wide",
    width: 520,
    left: 86,
    step: 46,
    cell: 44,
};
const NARROW: Form = Form {
    class: "hero-picture narrow",
    width: 378,
    left: 82,
    step: 31,
    cell: 29,
};

/// The picture, wide and narrow; the style sheet shows one.
pub(super) fn hero(words: Words) -> Html {
    html! { <div>{ picture(&WIDE, words) }{ picture(&NARROW, words) }</div> }
}

fn picture(form: &Form, words: Words) -> Html {
    let hw = form.left + form.step * HIGH_WATERMARK;
    let flag = format!("M{hw} 2h118l-6 9 6 9H{hw}z");
    html! {
        <svg
            class={form.class}
            viewBox={format!("0 0 {} 262", form.width)}
            role="img"
            aria-label={say!(words, home_picture, hw = HIGH_WATERMARK)}
        >
            <rect
                x={form.left.to_string()}
                y="20"
                width={(hw - form.left).to_string()}
                height="226"
                rx="2"
                fill="var(--tide-wash)"
            />
            for (row, end) in (0..).zip(ENDS) { { lane(form, row, end) } }
            <path d={format!("M{hw} 2V250")} stroke="var(--tide)" stroke-width="3" />
            <path d={flag} fill="var(--tide)" />
            <text x={(hw + 9).to_string()} y="15.5" font-size="12" font-weight="600" fill="var(--tide-ink)">
                { say!(words, home_picture_hw, hw = HIGH_WATERMARK) }
            </text>
            <text x={form.left.to_string()} y="14" font-size="12" font-weight="600" fill="var(--tide)">
                { words.home_picture_water() }
            </text>
        </svg>
    }
}

fn lane(form: &Form, row: u32, end: u32) -> Html {
    let top = 44 + 70 * row;
    let leo = form.left + form.step * end;
    let glyph = if row == 0 { "#i-leader" } else { "#i-insync" };
    html! {
        <g key={row}>
            <use href={glyph} x="0" y={(top + 10).to_string()} width="14" height="14" color="var(--ink)" />
            <text x="20" y={(top + 22).to_string()} font-size="13" font-weight="600" fill="var(--ink)">
                { format!("broker {row}") }
            </text>
            for offset in 0..end { { cell(form, offset, top) } }
            <path d={format!("M{leo} {}V{}", top - 5, top + 50)} stroke="var(--ink)" stroke-width="1.5" />
            <rect
                x={leo.to_string()}
                y={(top + 36).to_string()}
                width="47"
                height="15"
                fill="var(--paper)"
                stroke="var(--ink)"
                stroke-width="1.5"
            />
            <text
                x={format!("{}.5", leo + 23)}
                y={format!("{}.5", top + 47)}
                font-size="11"
                font-weight="600"
                text-anchor="middle"
                fill="var(--ink)"
            >
                { format!("LEO {end}") }
            </text>
        </g>
    }
}

fn cell(form: &Form, offset: u32, top: u32) -> Html {
    let left = form.left + 1 + form.step * offset;
    let (fill, dashes) = if offset < HIGH_WATERMARK {
        ("var(--e0)", None)
    } else {
        ("none", Some("4 3"))
    };
    html! {
        <g key={offset}>
            <rect
                x={left.to_string()}
                y={top.to_string()}
                width={form.cell.to_string()}
                height="34"
                rx="3"
                {fill}
                stroke="var(--e0s)"
                stroke-width="1.5"
                stroke-dasharray={dashes}
            />
            <text
                class="label"
                x={tenths(f64::from(left) + f64::from(form.cell) / 2.0)}
                y={(top + 22).to_string()}
                font-size="13"
                text-anchor="middle"
                fill="var(--ink)"
            >
                { format!("m{offset}") }
            </text>
        </g>
    }
}
