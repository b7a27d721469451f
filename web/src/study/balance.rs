//! Leader balance as a small chart: a bar for what each broker leads, a line for what it should.

use crate::component::Part;
use crate::view::balance::{Area, Balance, shapes};
use crate::words::{Words, say};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use yew::functional::HookContext;
use yew::{AttrValue, Html, html};

const SIZE: (u32, u32) = (420, 104);
/// The corners of the area in which bars stand.
const AREA: Area = Area {
    left: 36,
    right: 414,
    top: 6,
    bottom: 80,
};
/// Labels that fit below the bars.
const LABELS_MAX: usize = 20;
/// Brokers told one by one in the chart's summary.
const SUMMARY_MAX: usize = 16;

/// Colours the chart is drawn in, and what the style sheet puts in their place.
const BAR: RGBColor = RGBColor(1, 1, 1);
const LINE: RGBColor = RGBColor(2, 2, 2);
const AXIS: RGBColor = RGBColor(3, 3, 3);
const INKS: [(&str, &str); 3] = [
    ("#010101", "var(--ink-3)"),
    ("#020202", "var(--tide)"),
    ("#030303", "var(--ink-2)"),
];

/// The chart.
#[derive(PartialEq)]
pub(super) struct BalanceChart {
    /// The words.
    pub(super) words: Words,
    /// The data.
    pub(super) data: Balance,
}

impl Part for BalanceChart {
    fn draw(&self, _: &mut HookContext) -> Html {
        let svg = drawn(&self.data).unwrap_or_default();
        let picture = Html::from_html_unchecked(AttrValue::from(svg));
        html! {
            <section class="balance">
                <div class="sec">
                    <h2>{ self.words.balance_title() }</h2><span class="cap">{ self.words.balance_hint() }</span>
                </div>
                <div role="img" aria-label={summary(&self.data, self.words)}>{ picture }</div>
            </section>
        }
    }
}

fn drawn(data: &Balance) -> Option<String> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        axes(&root, data)?;
        let every = data.bars.len().div_ceil(LABELS_MAX).max(1);
        let shapes = shapes(data, AREA);
        for (at, (bar, shape)) in data.bars.iter().zip(&shapes).enumerate() {
            let (left, right) = (shape.left, shape.right);
            let body = [(left, shape.leaders), (right, AREA.bottom)];
            root.draw(&Rectangle::new(body, BAR.filled())).ok()?;
            let level = vec![(shape.from, shape.preferred), (shape.to, shape.preferred)];
            root.draw(&PathElement::new(level, LINE.stroke_width(2)))
                .ok()?;
            if at % every == 0 {
                let place = ((left + right) / 2, AREA.bottom + 5);
                label(
                    &root,
                    &bar.broker.to_string(),
                    place,
                    (HPos::Center, VPos::Top),
                )?;
            }
        }
        root.present().ok()?;
    }
    for (drawn, ink) in INKS {
        svg = svg.replace(drawn, ink);
    }
    Some(svg)
}

type Root<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The vertical axis with its end and its middle, and the horizontal one.
fn axes(root: &Root<'_>, data: &Balance) -> Option<()> {
    let corner = (AREA.left, AREA.bottom);
    let axes = vec![(AREA.left, AREA.top), corner, (AREA.right, AREA.bottom)];
    root.draw(&PathElement::new(axes, AXIS)).ok()?;
    let middle = Some(data.top / 2).filter(|middle| *middle > 0 && data.top.is_multiple_of(2));
    for value in [0, data.top].into_iter().chain(middle) {
        let y = AREA.y(value, data.top);
        let tick = vec![(AREA.left - 4, y), (AREA.left, y)];
        root.draw(&PathElement::new(tick, AXIS)).ok()?;
        let place = (AREA.left - 7, y);
        label(root, &value.to_string(), place, (HPos::Right, VPos::Center))?;
    }
    Some(())
}

fn label(root: &Root<'_>, text: &str, place: (i32, i32), at: (HPos, VPos)) -> Option<()> {
    let style = ("sans-serif", 11).into_font().color(&AXIS);
    let style = style.pos(Pos::new(at.0, at.1));
    root.draw(&Text::new(text, place, style)).ok()
}

fn summary(data: &Balance, words: Words) -> String {
    let items: Vec<String> = data
        .bars
        .iter()
        .take(SUMMARY_MAX)
        .map(|bar| {
            say!(
                words,
                balance_item,
                broker = bar.broker,
                leaders = bar.leaders,
                preferred = bar.preferred
            )
        })
        .collect();
    say!(words, balance_summary, list = &items.join(", "))
}
