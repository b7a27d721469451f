//! The size of the log over time, as the limits have it and without them.

use super::super::chart::{Chart, Ink, Line};
use super::super::settings::Settings;
use super::bytes;
use crate::platform::day;
use crate::words::{Words, say};
use tidemark_core::files::FolderReport;
use tidemark_core::kafka::Timestamp;
use tidemark_core::log::LogConfig;
use tidemark_core::log::retention::size_at;
use yew::{Html, html};

/// Times at which the size is asked for.
const POINTS: i64 = 240;

/// The chart: the log from its first record to the time when nothing more changes.
pub(super) fn curve(
    folder: &FolderReport,
    settings: &Settings,
    span: (Timestamp, Timestamp),
    now_ms: Timestamp,
    words: Words,
) -> Html {
    let segments = folder.grown();
    let config = &settings.log;
    // All that is there has expired one `retention.ms` after the last record.
    let until = span.1.saturating_add(
        config
            .retention_ms
            .clamp(0, span.1.saturating_sub(span.0).saturating_mul(2)),
    );
    let length = until.saturating_sub(span.0).max(1);
    let points = |config: &LogConfig| {
        let times = (0..=POINTS)
            .map(|at| span.0 + (i128::from(length) * i128::from(at) / i128::from(POINTS)) as i64);
        times
            .map(|time| (time, size_at(&segments, config, time)))
            .collect::<Vec<_>>()
    };
    let without = points(&LogConfig {
        retention_ms: -1,
        retention_bytes: -1,
        ..config.clone()
    });
    let top = without.iter().map(|(_, size)| *size).max().unwrap_or(0);
    if top == 0 {
        return Html::default();
    }
    let limit = u64::try_from(config.retention_bytes)
        .ok()
        .filter(|limit| *limit <= top);
    let limit = limit.map(|limit| Line {
        ink: Ink::Limit,
        points: vec![(span.0, limit), (until, limit)],
    });
    let lines = [
        Some(Line {
            ink: Ink::Beside,
            points: without,
        }),
        limit,
        Some(Line {
            ink: Ink::Main,
            points: points(config),
        }),
    ];
    let chart = Chart {
        span: (span.0, until),
        top: top + top / 12,
        lines: lines.into_iter().flatten().collect(),
        below: [span.0, span.0 + length / 2, until]
            .map(|time| (time, day::utc(time)))
            .into(),
        beside: [0, top].map(|size| (size, bytes(size))).into(),
        now: Some(now_ms),
    };
    let now = size_at(&segments, config, now_ms);
    let label = say!(words, log_size_at, now = &bytes(now), most = &bytes(top));
    html! {
        <section aria-label={words.log_size_over_time()}>
            <div class="sec">
                <h2>{ words.log_size_over_time() }</h2>
                <span class="cap"><i class="ink-main"></i>{ words.log_size_as_set() }</span>
                <span class="cap"><i class="ink-beside"></i>{ words.log_size_unlimited() }</span>
                if limit_is_drawn(config, top) { <span class="cap"><i class="ink-limit"></i>{ "retention.bytes" }</span> }
            </div>
            { chart.draw(label.clone()) }
            <p class="sub">{ label }{ " " }{ words.log_size_assumes() }</p>
        </section>
    }
}

fn limit_is_drawn(config: &LogConfig, top: u64) -> bool {
    u64::try_from(config.retention_bytes).is_ok_and(|limit| limit <= top)
}
