//! Retention on a clock: when each segment goes, and what it waits for.

mod curve;
mod layout;
mod told;

use super::settings::{self, Field, Settings, Unit, span};
use super::store::{self, Desk};
use super::transport::{Steps, transport};
use super::{head, view};
use crate::parts::{Glyph, icon};
use crate::platform::day;
use crate::words::{Words, grouped, say};
use layout::{Picture, Row, picture};
use std::borrow::Cow;
use tidemark_core::files::FolderReport;
use tidemark_core::kafka::Timestamp;
use tidemark_core::log::retention::Hold;
use yew::{Callback, Html, MouseEvent, classes, html};

/// What the clock shows.
pub(super) struct Clock {
    picture: Picture,
    start_ms: Timestamp,
    now_ms: Timestamp,
}

impl Clock {
    /// The clock of a folder. It begins at the present, for files that were made here at their last record.
    pub(super) fn new(desk: &Desk, folder: &FolderReport) -> Self {
        let settings = &desk.settings;
        let start_ms = desk.start_ms(folder);
        let now_ms = settings.now_ms.unwrap_or(start_ms);
        let bounds = folder.bounds(settings.high_watermark);
        let picture = picture(
            folder,
            bounds,
            &settings.log,
            (start_ms, now_ms),
            desk.target,
        );
        Self {
            picture,
            start_ms,
            now_ms,
        }
    }

    /// The times that can be gone to.
    pub(super) fn steps(&self) -> Steps<Timestamp> {
        let dues = &self.picture.dues;
        let before = dues.iter().rev().find(|due| **due < self.now_ms);
        let back = before.copied().filter(|due| *due >= self.start_ms);
        let is_later = self.now_ms > self.start_ms;
        Steps {
            first: is_later.then_some(self.start_ms),
            back: is_later.then_some(back.unwrap_or(self.start_ms)),
            forward: dues.iter().find(|due| **due > self.now_ms).copied(),
            last: dues.last().copied().filter(|due| *due > self.now_ms),
        }
    }
}

/// The view.
pub(super) fn view(
    clock: &Clock,
    desk: &Desk,
    folder: &FolderReport,
    ways: &view::Place,
    words: Words,
) -> Html {
    let settings = &desk.settings;
    let picture = &clock.picture;
    let row = picture.looked_at.and_then(|at| picture.rows.get(at));
    html! {
        <>
            <main class="stage logroom" id="stage" tabindex="-1">
                { head::head(desk, folder, words) }
                { view::ways(ways, words) }
                { fields(settings, folder, words) }
                <section aria-label={words.log_view_retention()}>
                    <div class="sec">
                        <h2>{ words.log_view_retention() }</h2>
                        <span class="cap">{ words.log_retention_hint() }</span>
                    </div>
                    { axis(clock, settings, words) }
                </section>
                { curve::curve(folder, settings, picture.span, clock.now_ms, words) }
            </main>
            <aside class="side">
                <section id="explain" class="explain" aria-label={words.log_explained()} tabindex="0">
                    if let Some(row) = row {
                        { told::told(row, clock.now_ms, settings, folder, words) }
                    } else {
                        <h2>{ words.log_no_segment() }</h2>
                    }
                </section>
                <section class="events" aria-label={words.log_retention_events()}>
                    <div class="events-bar"><h2>{ words.log_retention_events() }</h2><span>{ words.log_if_nothing_comes() }</span></div>
                    { events(clock, words) }
                </section>
            </aside>
            { transport(&clock.steps(), go_to, now(clock.now_ms), Html::default(), words) }
        </>
    }
}

/// Has it be another time.
pub(super) fn go_to(now_ms: Timestamp) {
    store::set(|settings| settings.now_ms = Some(now_ms));
}

fn now(now_ms: Timestamp) -> Html {
    html! { <><b>{ day::utc(now_ms) }</b>{ "\u{a0}UTC" }</> }
}

fn fields(settings: &Settings, folder: &FolderReport, words: Words) -> Html {
    let log = &settings.log;
    let bounds = folder.bounds(settings.high_watermark);
    let is_assumed = settings.high_watermark.is_none() && folder.high_watermark.is_none();
    let field = |name, value, least, means, change: fn(&mut Settings, i64)| {
        Field {
            name: Cow::Borrowed(name),
            value,
            range: least..=i64::MAX,
            means,
            unit: Unit::Whole,
        }
        .draw(
            move |value| store::set(|settings| change(settings, value)),
            words,
        )
    };
    let timed =
        |name, value, least, change| field(name, value, least, Some(span(value, words)), change);
    html! {
        <div class="settings">
            { settings::policy(log.cleanup_policy, |policy| store::set(|settings| settings.log.cleanup_policy = policy)) }
            { timed("retention.ms", log.retention_ms, -1, |settings, value| settings.log.retention_ms = value) }
            { field(
                "retention.bytes",
                log.retention_bytes,
                -1,
                (log.retention_bytes < 0).then(|| words.log_no_limit()),
                |settings, value| settings.log.retention_bytes = value,
            ) }
            { timed("segment.ms", log.segment_ms, 1, |settings, value| settings.log.segment_ms = value) }
            { timed("file.delete.delay.ms", log.file_delete_delay_ms, 0, |settings, value| settings.log.file_delete_delay_ms = value) }
            { timed("log.retention.check.interval.ms", settings.check_interval_ms, 1, |settings, value| settings.check_interval_ms = value) }
            { field(
                "HW",
                bounds.high_watermark,
                0,
                is_assumed.then(|| words.log_hw_assumed()),
                |settings, value| settings.high_watermark = Some(value),
            ) }
        </div>
    }
}

fn axis(clock: &Clock, settings: &Settings, words: Words) -> Html {
    let picture = &clock.picture;
    let more = |count: usize| {
        (count > 0)
            .then(|| html! { <p class="sub">{ say!(words, log_more_segments, n = count) }</p> })
    };
    let at = |place: u16| format!("inset-inline-start:{}.{}%", place / 10, place % 10);
    let horizon = picture.horizon.map(|horizon| {
        let width = format!("width:{}.{}%", horizon / 10, horizon % 10);
        let past = say!(
            words,
            log_older_than,
            span = &span(settings.log.retention_ms, words)
        );
        html! {
            <>
                <i class="past" style={width}></i>
                <i class="horizon" style={at(horizon)}><b>{ past }</b></i>
            </>
        }
    });
    let rows = picture.rows.iter().enumerate().map(|(number, row)| {
        let is_on = picture.looked_at == Some(number);
        let target = row.base_offset;
        let onclick = Callback::from(move |_: MouseEvent| store::find(target));
        let (from, to) = row.bar;
        let bar = format!("{};width:{}.{}%", at(from), (to - from) / 10, (to - from) % 10);
        let goes = row.outlook.hold.is_none();
        let class = classes!("bar", goes.then_some("goes"));
        html! {
            <li key={row.base_offset} class={classes!("life", is_on.then_some("on"))}>
                <button type="button" {onclick} aria-current={is_on.then_some("true")}>
                    <span>{ say!(words, log_segment, base = row.base_offset) }
                        if row.is_active { { ", " }{ words.log_active() } }
                    </span>
                    <small>{ say!(words, log_record_count, n = row.records) }</small>
                </button>
                <div class="track">
                    <i {class} style={bar}></i>
                    { for row.ticks.iter().enumerate().map(|(number, tick)| html! { <i key={number} class="tick" style={at(*tick)}></i> }) }
                    <p style={if to < 560 { at(to) } else { format!("inset-inline-end:{}%", 100 - from / 10) }}>{ told::short(row, clock.now_ms, settings, words) }</p>
                </div>
            </li>
        }
    });
    html! {
        <div class="lives">
            { more(picture.before) }
            <div class="ground" aria-hidden="true">
                { horizon }
                <i class="now" style={at(picture.now)}><b>{ say!(words, log_now, time = &day::utc(clock.now_ms)) }</b></i>
            </div>
            <ul>{ for rows }</ul>
            <p class="ends"><span>{ day::utc(picture.span.0) }</span><span>{ day::utc(picture.span.1) }</span></p>
            { more(picture.after) }
        </div>
    }
}

/// What comes when: each time something is due, and what cannot be due.
fn events(clock: &Clock, words: Words) -> Html {
    let rows = clock.picture.rows.iter().map(|row| {
        let glyph = match row.outlook.hold {
            None => icon(Glyph::Delete, "bad"),
            Some(Hold::TooYoung(_) | Hold::BehindOlder(_)) if row.outlook.due.is_some() => {
                icon(Glyph::Timer, "")
            }
            Some(_) => icon(Glyph::InSync, ""),
        };
        let due = row.outlook.due.filter(|due| *due > clock.now_ms);
        let when = match (due, row.outlook.due) {
            (Some(due), _) => day::utc(due),
            (None, Some(_)) => words.log_due_now(),
            (None, None) => words.log_due_never(),
        };
        let target = row.base_offset;
        let onclick = Callback::from(move |_: MouseEvent| {
            if let Some(due) = due {
                go_to(due);
            }
            store::find(target);
        });
        let offsets = super::lookup::offsets(row.base_offset, row.last_offset);
        html! {
            <button type="button" key={row.base_offset} class="ev finding" {onclick}>
                { glyph }
                <span class="words">
                    { say!(words, log_segment_goes, base = row.base_offset, offsets = &offsets) }
                    <small>{ when }</small>
                </span>
            </button>
        }
    });
    html! { <div class="events-list" tabindex="0">{ for rows }</div> }
}

/// Bytes as they are read: with their thousands parted.
fn bytes(count: u64) -> String {
    format!("{} B", grouped(count as i64))
}
