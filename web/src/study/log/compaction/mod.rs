//! Compaction: what a round of the cleaner would leave of the records, why it doesn't come, and the round itself.

mod conditions;
mod curve;
mod panels;
mod records;
mod told;

use super::listed::Listed;
use super::settings::{self, Field, Settings, Unit, span};
use super::store::{self, Desk};
use super::transport::{Steps, transport};
use super::{head, view};
use crate::component::part;
use crate::parts::{Glyph, icon};
use crate::platform::day;
use crate::words::{Words, say};
use std::borrow::Cow;
use tidemark_core::files::{CleanAsk, CleanedRecord, Cleaning, FolderReport};
use tidemark_core::log::cleaner::OFFSET_MAP_SLOT_SIZE;
use yew::{Callback, Html, MouseEvent, classes, html};

/// What the core is asked about a folder.
pub(super) fn ask(desk: &Desk, folder: &FolderReport) -> CleanAsk {
    let settings = &desk.settings;
    let now_ms = settings.now_ms.unwrap_or_else(|| desk.start_ms(folder));
    let slots = settings.dedupe_buffer_bytes.unsigned_abs() / OFFSET_MAP_SLOT_SIZE;
    CleanAsk {
        folder: u32::try_from(desk.folder).unwrap_or(u32::MAX),
        config: settings.log.clone(),
        now_ms,
        checkpoint: settings.cleaner_checkpoint,
        high_watermark: settings.high_watermark,
        slots: u32::try_from(slots).unwrap_or(u32::MAX),
    }
}

fn told(desk: &Desk) -> Option<&Cleaning> {
    desk.cleaning.as_deref()?.as_ref().ok()
}

/// Records that a round reads.
fn read(cleaning: &Cleaning) -> &[CleanedRecord] {
    let until = if cleaning.cleaned.is_empty() {
        i64::MIN
    } else {
        cleaning.next_dirty_offset
    };
    let records = &cleaning.records;
    let count = records.partition_point(|record| record.offset < until);
    records.get(..count).unwrap_or_default()
}

/// The records that can be gone to; the first step is before them all.
pub(super) fn steps(desk: &Desk) -> Steps<usize> {
    let Some(cleaning) = told(desk) else {
        return Steps::NONE;
    };
    let count = read(cleaning).len();
    if count == 0 {
        return Steps::NONE;
    }
    Steps::around(desk.cleaned.unwrap_or(count).min(count), count + 1)
}

/// The view.
pub(super) fn view(
    desk: &Desk,
    folder: &FolderReport,
    ask: CleanAsk,
    ways: &view::Place,
    words: Words,
) -> Html {
    let refused = desk
        .cleaning
        .as_deref()
        .and_then(|told| told.as_ref().err());
    let cleaning = told(desk);
    let count = cleaning.map_or(0, |cleaning| read(cleaning).len());
    let done = desk.cleaned.unwrap_or(count).min(count);
    let beside = html! {
        if count > 0 {
            <>
                <span class="vh">{ say!(words, log_step, step = done, total = count) }</span>
                <span aria-hidden="true"><b>{ done }</b>{ format!(" / {count}") }</span>
                <span class="long">{ "\u{a0}· " }{ words.clean_steps() }</span>
            </>
        }
    };
    html! {
        <>
            <main class="stage logroom compaction" id="stage" tabindex="-1">
                { head::head(desk, folder, words) }
                { view::ways(ways, words) }
                { fields(&desk.settings, &ask, cleaning, words) }
                if let Some(refused) = refused { <p class="bad" role="alert">{ told::refused(refused, words) }</p> }
                if let Some(cleaning) = cleaning {
                    { records::records(cleaning, done, count, words) }
                    { round(desk, cleaning, ask.clone(), words) }
                    <div class="panels">
                        { conditions::conditions(cleaning, &desk.settings, words) }
                        { panels::map(cleaning, words) }
                        { panels::segments(cleaning, words) }
                    </div>
                    { curve::curve(folder, cleaning, &ask, words) }
                } else if refused.is_none() {
                    <p class="sub" role="status">{ words.clean_asking() }</p>
                }
            </main>
            <aside class="side">
                <section id="explain" class="explain" aria-label={words.log_explained()} tabindex="0">
                    if let Some(cleaning) = cleaning { { told::told(desk, cleaning, done, count, words) } }
                </section>
                <section class="events" aria-label={words.clean_events()}>
                    <div class="events-bar"><h2>{ words.clean_events() }</h2><span>{ words.clean_events_hint() }</span></div>
                    if let Some(cleaning) = cleaning { { events(cleaning, done, words) } }
                </section>
            </aside>
            { transport(&steps(desk), store::clean_to, beside, Html::default(), words) }
        </>
    }
}

/// The round, to be run or taken back.
fn round(desk: &Desk, cleaning: &Cleaning, ask: CleanAsk, words: Words) -> Html {
    let onrun = Callback::from(move |_: MouseEvent| store::run_round(ask.clone()));
    let onundo = Callback::from(|_: MouseEvent| store::undo_round());
    let (read, written) = cleaning.messages;
    html! {
        <p class="round">
            <button class="btn pri" type="button" onclick={onrun} disabled={cleaning.cleaned.is_empty()}>{ words.clean_run() }</button>
            if desk.is_after_round { <button class="btn" type="button" onclick={onundo}>{ words.clean_undo() }</button> }
            <span class="sub">{
                if cleaning.cleaned.is_empty() {
                    words.clean_nothing()
                } else {
                    say!(words, clean_would, read = read, written = written, next = cleaning.next_dirty_offset)
                }
            }</span>
        </p>
    }
}

fn fields(settings: &Settings, ask: &CleanAsk, cleaning: Option<&Cleaning>, words: Words) -> Html {
    let log = &settings.log;
    let field =
        |name: Cow<'static, str>, value, most, means, unit, change: fn(&mut Settings, i64)| {
            let field = Field {
                name,
                value,
                range: 0..=most,
                means,
                unit,
            };
            field.draw(
                move |value| store::set(|settings| change(settings, value)),
                words,
            )
        };
    let timed = |name: &'static str, value, change| {
        let means = if value < i64::MAX {
            span(value, words)
        } else {
            words.log_no_limit()
        };
        field(
            name.into(),
            value,
            i64::MAX,
            Some(means),
            Unit::Whole,
            change,
        )
    };
    let ratio = i64::from(log.min_cleanable_dirty_ratio_millionths);
    let checkpoint = settings
        .cleaner_checkpoint
        .or(cleaning.and_then(|it| it.checkpoint));
    html! {
        <div class="settings">
            { settings::policy(log.cleanup_policy, |policy| store::set(|settings| settings.log.cleanup_policy = policy)) }
            { field("min.cleanable.dirty.ratio".into(), ratio, 1_000_000, None, Unit::Share, |settings, value| {
                settings.log.min_cleanable_dirty_ratio_millionths = u32::try_from(value).unwrap_or(1_000_000);
            }) }
            { timed("min.compaction.lag.ms", log.min_compaction_lag_ms, |settings, value| settings.log.min_compaction_lag_ms = value) }
            { timed("max.compaction.lag.ms", log.max_compaction_lag_ms, |settings, value| settings.log.max_compaction_lag_ms = value.max(1)) }
            { timed("delete.retention.ms", log.delete_retention_ms, |settings, value| settings.log.delete_retention_ms = value) }
            { field("log.cleaner.dedupe.buffer.size".into(), settings.dedupe_buffer_bytes, 1 << 34, None, Unit::Whole, |settings, value| settings.dedupe_buffer_bytes = value) }
            { field(
                words.clean_checkpoint().into(),
                checkpoint.unwrap_or(0),
                i64::MAX,
                checkpoint.is_none().then(|| words.clean_no_checkpoint()),
                Unit::Whole,
                |settings, value| settings.cleaner_checkpoint = Some(value),
            ) }
            { field(words.clean_now().into(), ask.now_ms, day::KNOWN_MAX, Some(day::utc(ask.now_ms)), Unit::Whole, |settings, value| settings.now_ms = Some(value)) }
        </div>
    }
}

/// The round, record by record.
fn events(cleaning: &Cleaning, done: usize, words: Words) -> Html {
    let rows = read(cleaning).iter().enumerate().map(|(number, record)| {
        let glyph = if record.fate.is_kept() {
            icon(Glyph::Check, "")
        } else {
            icon(Glyph::Drop, "bad")
        };
        let onclick = Callback::from(move |_: MouseEvent| store::clean_to(number + 1));
        let is_now = number + 1 == done;
        html! {
            <button type="button" key={record.offset} class={classes!("ev", (number + 1 > done).then_some("future"))} {onclick}
                aria-current={is_now.then_some("step")}>
                <span>{ record.offset }</span>
                <span>{ told::key(record.key.as_deref(), words) }</span>
                { glyph }
                <span class="words">{ told::short(record, words) }</span>
            </button>
        }
    });
    part(Listed {
        current: done,
        rows: rows.collect(),
    })
}
