//! Leader balance as a small chart: a bar for what each broker leads, a line for what it should.

use crate::state::use_words;
use crate::view::balance::{Balance, balance};
use crate::words::{Words, say};
use plotters::prelude::*;
use tidemark_core::session::frame::BrokerView;
use yew::{AttrValue, Html, Properties, component, html, use_memo};

const SIZE: (u32, u32) = (420, 120);
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

#[derive(PartialEq, Properties)]
pub(super) struct BalanceChartProps {
    /// The brokers.
    pub(super) brokers: Vec<BrokerView>,
}

/// The chart.
#[component]
pub(super) fn BalanceChart(props: &BalanceChartProps) -> Html {
    let words = use_words();
    let data = use_memo(props.brokers.clone(), |brokers| balance(brokers));
    let svg = use_memo(data.clone(), |data| draw(data).unwrap_or_default());
    let picture = Html::from_html_unchecked(AttrValue::from((*svg).clone()));
    html! {
        <section class="balance">
            <div class="sec">
                <h2>{ words.balance_title() }</h2><span class="cap">{ words.balance_hint() }</span>
            </div>
            <div role="img" aria-label={summary(&data, words)}>{ picture }</div>
        </section>
    }
}

fn draw(data: &Balance) -> Option<String> {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let count = i32::try_from(data.bars.len()).ok()?;
        let top = i32::try_from(data.top).ok()?;
        let mut chart = ChartBuilder::on(&root)
            .x_label_area_size(16)
            .y_label_area_size(26)
            .build_cartesian_2d(0..count, 0..top)
            .ok()?;
        let ids: Vec<String> = data.bars.iter().map(|bar| bar.broker.to_string()).collect();
        chart
            .configure_mesh()
            .disable_mesh()
            .axis_style(AXIS)
            .label_style(("sans-serif", 11).into_font().color(&AXIS))
            .x_labels(ids.len().min(20))
            .y_labels(3)
            .x_label_formatter(&|at| {
                usize::try_from(*at)
                    .ok()
                    .and_then(|at| ids.get(at))
                    .cloned()
                    .unwrap_or_default()
            })
            .draw()
            .ok()?;
        let bars = (0..).zip(&data.bars).map(|(at, bar)| {
            let leaders = i32::try_from(bar.leaders).unwrap_or(i32::MAX);
            let mut bar = Rectangle::new([(at, 0), (at + 1, leaders)], BAR.filled());
            bar.set_margin(0, 0, 1, 1);
            bar
        });
        chart.draw_series(bars).ok()?;
        let steps = (0..).zip(&data.bars).flat_map(|(at, bar)| {
            let preferred = i32::try_from(bar.preferred).unwrap_or(i32::MAX);
            [(at, preferred), (at + 1, preferred)]
        });
        chart
            .draw_series(LineSeries::new(steps, LINE.stroke_width(2)))
            .ok()?;
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
