//! The dirty ratio over time, and the limit above which a round comes.

use super::super::chart::{Chart, Ink, Line};
use super::super::settings::share;
use crate::platform::day;
use crate::words::{Words, say};
use tidemark_core::files::{CleanAsk, Cleaning, FolderReport};
use tidemark_core::kafka::Timestamp;
use tidemark_core::log::cleaner::plan::dirty_ratio_at;
use yew::{Html, html};

/// Times at which it is asked for.
const POINTS: i64 = 240;
const WHOLE: u64 = 1_000_000;

/// The chart: from the first record to the last, or to the present.
pub(super) fn curve(
    folder: &FolderReport,
    cleaning: &Cleaning,
    ask: &CleanAsk,
    words: Words,
) -> Html {
    let grown = folder.grown();
    let times = || {
        grown
            .iter()
            .flat_map(|segment| &segment.batches)
            .map(|(time, _)| *time)
            .filter(|time| *time >= 0)
    };
    let (Some(from), Some(last)) = (times().min(), times().max()) else {
        return Html::default();
    };
    let until = last.max(from.saturating_add(1));
    let length = i128::from(until) - i128::from(from);
    let at = |point: i64| {
        (i128::from(from) + length * i128::from(point) / i128::from(POINTS)) as Timestamp
    };
    let points = (0..=POINTS).map(|point| {
        let time = at(point);
        (
            time,
            u64::from(dirty_ratio_at(&grown, cleaning.first_dirty_offset, time)),
        )
    });
    let least = u64::from(ask.config.min_cleanable_dirty_ratio_millionths);
    let chart = Chart {
        span: (from, until),
        top: WHOLE + WHOLE / 12,
        lines: vec![
            Line {
                ink: Ink::Limit,
                points: vec![(from, least), (until, least)],
            },
            Line {
                ink: Ink::Main,
                points: points.collect(),
            },
        ],
        below: [from, at(POINTS / 2), until]
            .map(|time| (time, day::utc(time)))
            .into(),
        beside: [0, least, WHOLE].map(|value| (value, share(value))).into(),
        now: None,
    };
    let now = dirty_ratio_at(&grown, cleaning.first_dirty_offset, until);
    let label = say!(
        words,
        clean_ratio_at,
        now = &share(u64::from(now) / 1000 * 1000),
        least = &share(least)
    );
    html! {
        <section aria-label={words.clean_ratio()}>
            <div class="sec">
                <h2>{ words.clean_ratio() }</h2>
                <span class="cap"><i class="ink-main"></i>{ words.clean_ratio() }</span>
                <span class="cap"><i class="ink-limit"></i>{ "min.cleanable.dirty.ratio" }</span>
            </div>
            { chart.draw(label.clone()) }
            <p class="sub">{ label }{ " " }{ words.clean_ratio_told() }</p>
        </section>
    }
}
