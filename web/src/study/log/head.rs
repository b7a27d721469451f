//! The folder in a line, and as a strip: where its segments and batches begin and end.

use super::lookup::offsets;
use super::replica;
use super::store::{self, Desk};
use super::strip::{BatchBox, Segment, Strip};
use crate::platform::dom;
use crate::words::{Words, grouped, say};
use tidemark_core::files::{FileReport, FolderReport, Lookup};
use yew::{Callback, Event, Html, MouseEvent, SubmitEvent, classes, html};

/// What the search is by, if not by offset.
const BY_TIME: &str = "time";

/// The folder's name: its partition, or its path, or that it has none.
pub(super) fn name(folder: &FolderReport, words: Words) -> String {
    match &folder.partition {
        Some(partition) => format!("{}-{}", partition.topic, partition.partition),
        None if folder.path.is_empty() => words.log_loose_files(),
        None => folder.path.clone(),
    }
}

/// The line above the strip.
pub(super) fn head(desk: &Desk, folder: &FolderReport, words: Words) -> Html {
    let log_start = folder.log_start_offset.or_else(|| {
        let first = folder.segments().next();
        first.map(|(base_offset, _, _)| base_offset)
    });
    let facts = [
        (words.log_start_offset(), log_start),
        ("LEO".to_owned(), folder.log_end_offset()),
        ("HW".to_owned(), folder.high_watermark),
    ];
    let facts = facts
        .into_iter()
        .filter_map(|(name, value)| Some(html! { <span>{ name }{ " " }<b>{ value? }</b></span> }));
    let records: u64 = folder.segments().map(|(_, _, log)| log.records).sum();
    let bytes: u64 = folder.files.iter().map(|file| file.size).sum();
    let onsubmit = Callback::from(|event: SubmitEvent| {
        event.prevent_default();
        let target = dom::field(event.target(), "offset");
        let Ok(target) = target.trim().parse() else {
            return;
        };
        if dom::field(event.target(), "by") == BY_TIME {
            store::find_time(target);
        } else {
            store::find(target);
        }
    });
    let onclose = Callback::from(|_: MouseEvent| store::close());
    let onzip = Callback::from(|_: MouseEvent| store::ask_for_zip());
    html! {
        <div class="head">
            <h1>{ name(folder, words) }</h1>
            { folders(desk, words) }
            <div class="facts">
                if let Some(replica) = &desk.replica { { replica::shown(replica, words) } }
                { for facts }
                <span>{ say!(words, log_records_bytes, records = records, bytes = &grouped(bytes as i64)) }</span>
                if desk.is_made {
                    <button class="btn" type="button" onclick={onzip} title={words.log_zip_hint()}>{ words.log_zip() }</button>
                }
                <button class="btn" type="button" onclick={onclose}>{ words.log_other_files() }</button>
            </div>
            <form class="find" {onsubmit}>
                <label for="log-find">{ words.log_find() }</label>
                <select class="field" name="by" aria-label={words.log_find_by()} title={words.log_find_by_hint()}>
                    <option value="offset" selected=true>{ words.log_by_offset() }</option>
                    <option value={BY_TIME}>{ words.log_by_time() }</option>
                </select>
                <input
                    id="log-find"
                    name="offset"
                    type="text"
                    inputmode="numeric"
                    pattern="\\s*-?[0-9]{1,18}\\s*"
                    required=true
                    autocomplete="off"
                    title={words.log_find_hint()}
                />
                <button class="btn" type="submit">{ words.log_search() }</button>
            </form>
        </div>
    }
}

/// The folders to choose from, if there are more.
fn folders(desk: &Desk, words: Words) -> Html {
    let all = desk.report.iter().flat_map(|report| &report.folders);
    let options: Vec<Html> = all
        .enumerate()
        .filter(|(number, folder)| *number == desk.folder || folder.segments().next().is_some())
        .map(|(number, folder)| {
            let label = if folder.path.is_empty() { name(folder, words) } else { folder.path.clone() };
            html! { <option value={number.to_string()} selected={number == desk.folder}>{ label }</option> }
        })
        .collect();
    if options.len() < 2 {
        return Html::default();
    }
    let onchange = Callback::from(|event: Event| {
        if let Ok(number) = dom::value(event.target()).parse() {
            store::choose_folder(number);
        }
    });
    html! {
        <select class="field" aria-label={words.log_folder()} {onchange}>{ for options }</select>
    }
}

/// The strip.
pub(super) fn strip(strip: &Strip, words: Words) -> Html {
    if strip.segments.is_empty() {
        return html! { <p class="sub">{ words.log_no_segment() }</p> };
    }
    let more = |count: usize| {
        (count > 0).then(
            || html! { <span class="more">{ say!(words, log_more_segments, n = count) }</span> },
        )
    };
    html! {
        <div class="lw" tabindex="0" role="group" aria-label={words.log_strip()}>
            <div class="strip-row">
                { more(strip.before) }
                { for strip.segments.iter().map(|it| segment(it, words)) }
                { more(strip.after) }
            </div>
        </div>
    }
}

fn segment(segment: &Segment, words: Words) -> Html {
    let boxes = segment
        .boxes
        .iter()
        .map(|it| batch(segment.file, it, words));
    let ticks = segment.ticks.iter().map(|tick| {
        let style = format!("inset-inline-start:{}.{}%", tick.at / 10, tick.at % 10);
        html! { <i key={tick.offset} class={classes!(tick.is_compared.then_some("on"))} {style}>{ tick.offset }</i> }
    });
    let class = classes!("seg", segment.is_searched.then_some("on"));
    let style = format!("flex-grow:{}", segment.size.max(1));
    html! {
        <div key={segment.file} {class} {style}>
            <p>
                <span>{ say!(words, log_segment, base = segment.base_offset) }</span>
                <span>
                    { grouped(segment.size as i64) }{ " B" }
                    if segment.is_active { { ", " }{ words.log_active() } }
                </span>
            </p>
            <div class="boxes">
                { for boxes }
                if let Some((offset, at)) = segment.high_watermark {
                    <b class={classes!("hw-flag", (at < 120).then_some("start"))} style={format!("inset-inline-start:{}.{}%", at / 10, at % 10)}>{ format!("HW {offset}") }</b>
                }
                if let Some(offset) = segment.log_end_offset { <b class="leo-flag">{ format!("LEO {offset}") }</b> }
            </div>
            <div class="ticks">{ for ticks }</div>
        </div>
    }
}

fn batch(file: u32, batch: &BatchBox, words: Words) -> Html {
    let position = batch.position;
    let onclick = Callback::from(move |_: MouseEvent| store::show(file, position));
    let label = say!(
        words,
        log_box,
        offsets = &offsets(batch.first, batch.last),
        batches = batch.batches,
        bytes = batch.size,
        position = position
    );
    let class = classes!(
        format!("e{}", batch.epoch_slot),
        batch.is_shown.then_some("on"),
        batch.is_answer.then_some("hit"),
        (batch.faults > 0).then_some("bad"),
    );
    let style = format!("flex-grow:{}", batch.size);
    html! {
        <button key={position} type="button" tabindex="-1" {class} {style} {onclick} title={label.clone()} aria-label={label}>
            if batch.is_answer { { batch.last } }
        </button>
    }
}

/// The positions of the batches before and after a position, as the survey has them.
pub(super) fn neighbours(file: &FileReport, position: u64) -> (Option<u64>, Option<u64>) {
    let Some(log) = file.log() else {
        return (None, None);
    };
    let runs = log.runs.list();
    let after = runs.partition_point(|run| run.position <= position);
    let before = runs.partition_point(|run| run.position < position);
    let earlier = before.checked_sub(1).and_then(|before| runs.get(before));
    (
        earlier.map(|run| run.position),
        runs.get(after).map(|run| run.position),
    )
}

/// Batches that a search reads, and that it would read without the index.
pub(super) fn cost(folder: &FolderReport, search: &Lookup) -> Option<(usize, u64)> {
    let answer = search.found.ok()?;
    let (_, _, log) = folder
        .segments()
        .find(|(base_offset, _, _)| *base_offset == search.base_offset)?;
    let runs = log.runs.list();
    // What shares a line of the survey can't be told apart.
    if runs.iter().any(|run| run.batches > 1) {
        return None;
    }
    let before = runs.partition_point(|run| run.position <= answer);
    Some((search.scanned.len(), before as u64))
}

/// The folder in a sentence.
pub(super) fn summary(folder: &FolderReport, words: Words) -> String {
    let segments = folder.segments().count();
    let batches: u64 = folder.segments().map(|(_, _, log)| log.batches).sum();
    let records: u64 = folder.segments().map(|(_, _, log)| log.records).sum();
    say!(
        words,
        log_summary,
        files = folder.files.len(),
        segments = segments,
        batches = batches,
        records = records
    )
}
