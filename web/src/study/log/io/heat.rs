//! The pages of each file: which are cached and how long ago they were used, which gave way, how far the disk has them.

use super::Io;
use crate::words::{Words, duration, instant, say};
use tidemark_core::io_path::{
    FileView, Happened, Reader, Run, TICK_MS, Tick, files, reader_of_old,
};
use yew::{Callback, Html, MouseEvent, classes, html};

/// Pages that the map has room for.
const PAGES: u64 = 96;
/// Up to so many ticks since its last use a page is hot, or warm.
const HOT: u64 = 3;
const WARM: u64 = 9;
/// Ticks for which a page that gave way is still shown.
const GONE: usize = 3;

/// The file's name.
pub(super) fn name(file: &FileView) -> String {
    format!("{}-{}", file.topic, file.partition)
}

/// The map at a tick.
pub(super) fn map(io: &Io, run: &Run, at: usize, words: Words) -> Html {
    let files = files(&io.setting);
    let rows = (0..)
        .zip(&files)
        .map(|(number, file)| row(number, file, run, at, words));
    let scale = (0..PAGES).step_by(10).map(|page| {
        html! { <i key={page} style={place(page)}>{ page }</i> }
    });
    html! {
        <section aria-label={words.io_map()}>
            <div class="lw" tabindex="0"><div class="pages">
                <p class="page-scale"><span>{ words.io_page_of() }</span><span class="on-pages">{ for scale }</span></p>
                { for rows }
            </div></div>
            <p class="legend">
                <span><i class="pg hot"></i>{ say!(words, io_hot, time = &duration(HOT * TICK_MS)) }</span>
                <span><i class="pg warm"></i>{ say!(words, io_warm, time = &duration(WARM * TICK_MS)) }</span>
                <span><i class="pg cold"></i>{ words.io_cold() }</span>
                <span><i class="pg gone"></i>{ words.io_gone() }</span>
                <span><i class="line"></i>{ words.io_on_disk() }</span>
            </p>
        </section>
    }
}

fn place(page: u64) -> String {
    let at = page.min(PAGES) * 10_000 / PAGES;
    format!("inset-inline-start:{}.{:02}%", at / 100, at % 100)
}

fn row(number: u32, file: &FileView, run: &Run, at: usize, words: Words) -> Html {
    let Some(tick) = run.ticks.get(at) else {
        return Html::default();
    };
    let end = tick.file_pages[number as usize];
    let of_file = || {
        tick.cached
            .iter()
            .filter(|(page, _, _)| page.file == number)
    };
    let cells = of_file().map(|(page, age, _)| {
        let class = match age {
            0..=HOT => "pg hot",
            0..=WARM => "pg warm",
            _ => "pg cold",
        };
        html! { <i key={page.number} {class} style={place(page.number)}></i> }
    });
    let is_cached = |page: u64| of_file().any(|(cached, _, _)| cached.number == page);
    let lately = run
        .ticks
        .iter()
        .take(at + 1)
        .skip((at + 1).saturating_sub(GONE));
    let gone = lately.flat_map(|tick| &tick.evicted);
    let gone = gone.filter(|page| page.file == number && !is_cached(page.number));
    let gone = gone.map(|page| {
        html! { <i key={format!("gone {}", page.number)} class="pg gone" style={place(page.number)}></i> }
    });
    let dirty = of_file().filter(|(_, _, is_dirty)| *is_dirty);
    let flushed = dirty.map(|(page, _, _)| page.number).min().unwrap_or(end);
    let flushed_width = format!("width:{}%", flushed.min(PAGES) * 100 / PAGES);
    let reader = match file.reader {
        Reader::Tailing if number == reader_of_old() && tick.old_reader.is_some() => {
            words.io_two_readers()
        }
        Reader::Tailing => words.io_tailing(),
        Reader::Polling(ticks) => say!(words, io_polls, time = &duration(ticks * TICK_MS)),
    };
    let old = tick.old_reader.filter(|_| number == reader_of_old());
    let flag = old.map(|page| {
        html! { <b class="flag" style={place(page)}>{ say!(words, io_old_at, page = page) }</b> }
    });
    let lost = lost(number, tick);
    let note = lost.map(|(lost, pages)| {
        html! { <b class="bad lost-note" style={place(end.saturating_sub(pages))}>{ say!(words, io_lost, lost = lost, pages = pages) }</b> }
    });
    html! {
        <div key={number} class={classes!("page-row", lost.map(|_| "lost"))}>
            <span><b>{ name(file) }</b>{ " " }<small>{ reader }</small></span>
            <span class="on-pages">
                { for cells }
                { for gone }
                <i class="line" style={flushed_width}></i>
                <i class="end" style={place(end)}></i>
                { flag }
                { note }
            </span>
        </div>
    }
}

/// Pages that a reader at this file's end had to get from the disk in the tick, of those it asked for.
fn lost(number: u32, tick: &Tick) -> Option<(u64, u64)> {
    tick.happened.iter().find_map(|happened| match happened {
        Happened::Polled {
            file,
            pages,
            from_disk,
        } if *file == number && *from_disk > 0 => Some((*from_disk, *pages)),
        _ => None,
    })
}

/// Pages that were read from the disk, tick by tick.
pub(super) fn reads(run: &Run, at: usize, words: Words) -> Html {
    let most = run
        .ticks
        .iter()
        .map(|tick| tick.disk_reads.0 + tick.disk_reads.1)
        .max();
    let most = most.unwrap_or(0).max(8);
    let bars = run.ticks.iter().enumerate().map(|(number, tick)| {
        let (old, others) = tick.disk_reads;
        let height = |pages: u64| format!("height:{}%", pages * 100 / most);
        let class = classes!((number == at).then_some("on"), (number > at).then_some("future"));
        let onclick = Callback::from(move |_: MouseEvent| super::go_to(number));
        let time = instant(number as u64 * TICK_MS);
        let label = say!(words, io_reads_at, time = &time, n = old + others);
        html! {
            <button key={number} type="button" tabindex="-1" {class} {onclick} title={label.clone()} aria-label={label}>
                if old + others > 0 { <b>{ old + others }</b> }
                <i class="others" style={height(others)}></i>
                <i style={height(old)}></i>
                if number % 5 == 0 { <small>{ format!("{}.{}", number / 10, number % 10) }</small> }
            </button>
        }
    });
    html! {
        <section aria-label={words.io_reads()}>
            <div class="lw" tabindex="0"><div class="pages page-row reads">
                <span><b>{ words.io_reads() }</b><small>{ words.io_reads_unit() }</small></span>
                <div class="read-bars">{ for bars }</div>
            </div></div>
        </section>
    }
}
