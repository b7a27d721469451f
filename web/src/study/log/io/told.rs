//! What the page cache did, and what another setting would have done: the same run, run again.

use super::Io;
use super::heat::name;
use crate::words::{Words, duration, instant, say};
use tidemark_core::io_path::{CatchingUp, Happened, Run, TICK_MS, catching_up, files};
use yew::{Html, html};

/// The explanation of a tick.
pub(super) fn told(io: &Io, run: &Run, at: usize, words: Words) -> Html {
    let Some(tick) = run.ticks.get(at) else {
        return Html::default();
    };
    let counters = tick.counters;
    let asked = counters.hits + counters.misses;
    html! {
        <section id="explain" class="explain" aria-label={words.io_explained()} tabindex="0">
            <div class="cap">{ say!(words, io_tick, tick = at) }{ " · " }{ instant(at as u64 * TICK_MS) }</div>
            <h2>{ headline(io, run, at, words) }</h2>
            <p>{ words.io_what() }</p>
            <dl class="why">
                <dt>{ words.log_rule() }</dt><dd>{ words.io_rule() }</dd>
                <dt>{ words.io_hits() }</dt><dd>{ say!(words, io_hits_told, hits = counters.hits, asked = asked) }</dd>
                <dt>{ words.io_requests() }</dt><dd>{ say!(words, io_requests_told, requests = counters.disk_requests, pages = counters.disk_reads) }</dd>
                <dt>{ words.io_no_copy() }</dt><dd>{ words.io_no_copy_told() }</dd>
            </dl>
            <p class="note"><b>{ words.io_try() }</b>{ " " }{ alternatives(io, words) }</p>
        </section>
    }
}

/// The most telling of what happened in the tick.
fn headline(io: &Io, run: &Run, at: usize, words: Words) -> String {
    let happened = run
        .ticks
        .get(at)
        .map(|tick| tick.happened.as_slice())
        .unwrap_or_default();
    let rank = |happened: &Happened| match happened {
        Happened::Polled { from_disk: 1.., .. } => 5,
        Happened::OldReaderStarts => 4,
        Happened::Polled { .. } => 3,
        Happened::EvictedUnread(..) => 2,
        Happened::OldReaderReads { requests, .. } if !requests.is_empty() => 1,
        Happened::OldReaderReads { .. } | Happened::WrittenBack(_) => 0,
    };
    let most = happened.iter().max_by_key(|happened| rank(happened));
    let names = |file: u32| {
        files(&io.setting)
            .get(file as usize)
            .map(name)
            .unwrap_or_default()
    };
    match most.filter(|happened| rank(happened) > 0) {
        Some(Happened::Polled {
            file,
            pages,
            from_disk,
        }) if *from_disk > 0 => {
            say!(
                words,
                io_h_lost,
                file = &names(*file),
                pages = *pages,
                lost = *from_disk
            )
        }
        Some(Happened::Polled { file, pages, .. }) => {
            say!(words, io_h_found, file = &names(*file), pages = *pages)
        }
        Some(Happened::OldReaderStarts) => words.io_h_starts(),
        Some(Happened::EvictedUnread(file, _)) => say!(words, io_h_evicted, file = &names(*file)),
        Some(Happened::OldReaderReads { .. }) => words.io_h_reads(),
        _ => words.io_h_quiet(),
    }
}

/// What happened, in a line.
pub(super) fn event(io: &Io, happened: &Happened, words: Words) -> String {
    let names = |file: u32| {
        files(&io.setting)
            .get(file as usize)
            .map(name)
            .unwrap_or_default()
    };
    match happened {
        Happened::WrittenBack(pages) => say!(words, io_e_back, n = *pages),
        Happened::OldReaderStarts => words.io_e_starts(),
        Happened::OldReaderReads { requests, .. } => {
            let all: Vec<String> = requests
                .iter()
                .map(|(first, count)| stretch(*first, *count))
                .collect();
            say!(words, io_e_reads, pages = &all.join(", "))
        }
        Happened::Polled {
            file,
            pages,
            from_disk,
        } => {
            say!(
                words,
                io_e_polls,
                file = &names(*file),
                pages = *pages,
                lost = *from_disk
            )
        }
        Happened::EvictedUnread(file, pages) => {
            let all: Vec<String> = pages.iter().map(u64::to_string).collect();
            say!(
                words,
                io_e_evicted,
                file = &names(*file),
                pages = &all.join(", ")
            )
        }
    }
}

fn stretch(first: u64, count: u64) -> String {
    if count < 2 {
        first.to_string()
    } else {
        format!("{first}–{}", first + count - 1)
    }
}

/// Pages that the readers at the ends had to get from the disk, in a whole run.
fn paid(setting: &CatchingUp) -> u64 {
    let run = catching_up(setting);
    run.ticks.iter().map(|tick| tick.disk_reads.1).sum()
}

fn alternatives(io: &Io, words: Words) -> String {
    let setting = io.setting;
    let larger = CatchingUp {
        cache_pages: setting.cache_pages.saturating_mul(2),
        ..setting
    };
    let often = CatchingUp {
        audit_poll: (setting.audit_poll / 2).max(1),
        ..setting
    };
    let without = CatchingUp {
        old_reader_pages: 0,
        ..setting
    };
    say!(
        words,
        io_alternatives,
        now = paid(&setting),
        larger = paid(&larger),
        pages = larger.cache_pages,
        often = paid(&often),
        time = &duration(often.audit_poll * TICK_MS),
        without = paid(&without)
    )
}
