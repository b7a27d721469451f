//! Leader balance as a small chart: a bar for what each broker leads, a line for what it should.

use crate::component::Part;
use crate::view::balance::Balance;
use crate::words::{Words, say};
use plotters::prelude::*;
use yew::functional::HookContext;
use yew::{AttrValue, Html, html};

const SIZE: (u32, u32) = (420, 104);
/// More bars than these touch each other.
const PARTED_MAX: usize = 60;
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
        let count = i32::try_from(data.bars.len()).ok()?;
        let top = i32::try_from(data.top).ok()?;
        let mut chart = ChartBuilder::on(&root)
            .margin(6)
            .x_label_area_size(18)
            .y_label_area_size(30)
            .build_cartesian_2d((0..count - 1).into_segmented(), 0..top)
            .ok()?;
        let ids: Vec<String> = data.bars.iter().map(|bar| bar.broker.to_string()).collect();
        let id = |at: &SegmentValue<i32>| match at {
            SegmentValue::CenterOf(at) => usize::try_from(*at)
                .ok()
                .and_then(|at| ids.get(at))
                .cloned(),
            SegmentValue::Exact(_) | SegmentValue::Last => None,
        };
        chart
            .configure_mesh()
            .disable_mesh()
            .axis_style(AXIS)
            .label_style(("sans-serif", 11).into_font().color(&AXIS))
            .x_labels(ids.len().min(LABELS_MAX))
            .y_labels(3)
            .x_label_formatter(&|at| id(at).unwrap_or_default())
            .draw()
            .ok()?;
        let margin = if data.bars.len() > PARTED_MAX { 0 } else { 2 };
        let edges = |at: i32| (SegmentValue::Exact(at), SegmentValue::Exact(at + 1));
        let bars = (0..).zip(&data.bars).map(|(at, bar)| {
            let (left, right) = edges(at);
            let leaders = i32::try_from(bar.leaders).unwrap_or(i32::MAX);
            let mut bar = Rectangle::new([(left, 0), (right, leaders)], BAR.filled());
            bar.set_margin(0, 0, margin, margin);
            bar
        });
        chart.draw_series(bars).ok()?;
        for (at, bar) in (0..).zip(&data.bars) {
            let (left, right) = edges(at);
            let preferred = i32::try_from(bar.preferred).unwrap_or(i32::MAX);
            let level = [(left, preferred), (right, preferred)];
            chart
                .draw_series(LineSeries::new(level, LINE.stroke_width(2)))
                .ok()?;
        }
        root.present().ok()?;
    }
    for (drawn, ink) in INKS {
        svg = svg.replace(drawn, ink);
    }
    Some(svg)
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
