//! The way of a broker's bytes: the page cache at work, the copies to the network card, the disk below.

mod copies;
mod disk;
mod heat;
mod told;

use super::listed::Listed;
use super::settings::{Field, Unit};
use super::store;
use super::transport::{Steps, transport};
use super::view;
use crate::component::part;
use crate::parts::{Glyph, icon};
use crate::words::{Words, duration, instant, say};
use tidemark_core::io_path::{CatchingUp, Device, Happened, Run, TICK_MS, Tick, catching_up};
use yew::{Callback, Html, MouseEvent, classes, html};

/// What is set, and how far the run is gone through.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Io {
    /// The run's settings.
    setting: CatchingUp,
    /// The tick that is shown.
    tick: usize,
    /// Readers of one piece, for the copies.
    readers: u64,
    /// The listener has TLS.
    has_tls: bool,
    /// Replicas of a partition, for what they cost.
    replication_factor: u32,
    /// The disk.
    device: Device,
}

impl Default for Io {
    fn default() -> Self {
        let setting = CatchingUp::default();
        Self {
            setting,
            // Where somebody pays for what another one does.
            tick: setting.audit_poll as usize,
            readers: 10,
            has_tls: false,
            replication_factor: 3,
            device: Device::HARD_DISK,
        }
    }
}

/// The run of the present settings.
pub(super) fn run(io: &Io) -> Run {
    catching_up(&io.setting)
}

/// The ticks that can be gone to.
pub(super) fn steps(io: &Io, run: &Run) -> Steps<usize> {
    Steps::around(io.tick.min(run.ticks.len() - 1), run.ticks.len())
}

/// Shows another tick.
pub(super) fn go_to(tick: usize) {
    store::set_io(|io| io.tick = tick);
}

/// The view.
pub(super) fn view(io: &Io, run: &Run, ways: &view::Place, words: Words) -> Html {
    let at = io.tick.min(run.ticks.len() - 1);
    let steps = steps(io, run);
    let Some(tick) = run.ticks.get(at) else {
        return Html::default();
    };
    html! {
        <>
            <main class="stage logroom io" id="stage" tabindex="-1">
                <div class="head"><h1>{ words.io_title() }</h1></div>
                { view::ways(ways, words) }
                { fields(io, words) }
                { heat::map(io, run, at, words) }
                { heat::reads(run, at, words) }
                <div class="two">
                    { copies::copies(io, words) }
                    { disk::disk(io, words) }
                </div>
                { ledger(run, tick, at, words) }
            </main>
            <aside class="side">
                { told::told(io, run, at, words) }
                <section class="events" aria-label={words.io_events()}>
                    <div class="events-bar"><h2>{ words.io_events() }</h2><span>{ words.io_events_hint() }</span></div>
                    { events(io, run, at, words) }
                </section>
            </aside>
            { transport(&steps, go_to, beside(at, run.ticks.len(), words), jumps(run, at, words), words) }
        </>
    }
}

fn fields(io: &Io, words: Words) -> Html {
    let field =
        |name: String, value: u64, most: u64, means: Option<String>, change: fn(&mut Io, u64)| {
            let field = Field {
                name: name.into(),
                value: i64::try_from(value).unwrap_or(i64::MAX),
                range: 0..=i64::try_from(most).unwrap_or(i64::MAX),
                means,
                unit: Unit::Whole,
            };
            field.draw(
                move |value| store::set_io(|io| change(io, value.unsigned_abs())),
                words,
            )
        };
    let ticks = |ticks: u64| Some(duration(ticks * TICK_MS));
    let setting = &io.setting;
    html! {
        <div class="settings">
            { field(words.io_cache(), setting.cache_pages as u64, 2000, Some(words.io_pages_of()), |io, value| io.setting.cache_pages = value as usize) }
            { field(words.io_read_ahead(), setting.read_ahead, 64, Some(words.io_pages()), |io, value| io.setting.read_ahead = value) }
            { field(words.io_write_back(), setting.write_back_after, 32, ticks(setting.write_back_after), |io, value| io.setting.write_back_after = value) }
            { field(words.io_old_reader(), setting.old_reader_pages, 64, Some(words.io_pages_tick()), |io, value| io.setting.old_reader_pages = value) }
            { field(words.io_audit_poll(), setting.audit_poll, 31, ticks(setting.audit_poll), |io, value| io.setting.audit_poll = value) }
        </div>
    }
}

fn ledger(run: &Run, tick: &Tick, at: usize, words: Words) -> Html {
    let reads = run.ticks.iter().take(at + 1).map(|tick| tick.disk_reads);
    let (old, others) = reads.fold((0, 0), |sum, reads| (sum.0 + reads.0, sum.1 + reads.1));
    let dirty = tick
        .cached
        .iter()
        .filter(|(_, _, is_dirty)| *is_dirty)
        .count();
    html! {
        <p class="sums">
            <span><b>{ old + others }</b>{ " " }{ words.io_sum_read() }</span>
            <span><b>{ old }</b>{ " " }{ words.io_sum_old() }</span>
            <span class={classes!((others > 0).then_some("bad"))}><b>{ others }</b>{ " " }{ words.io_sum_others() }</span>
            <span><b>{ tick.counters.written_back }</b>{ " " }{ words.io_sum_back() }</span>
            <span><b>{ dirty }</b>{ " " }{ words.io_sum_dirty() }</span>
        </p>
    }
}

fn beside(at: usize, count: usize, words: Words) -> Html {
    let time = instant(at as u64 * TICK_MS);
    html! {
        <>
            <span class="vh">{ say!(words, log_step, step = at, total = count - 1) }</span>
            <span aria-hidden="true"><b>{ at }</b>{ format!(" / {}\u{a0}· {time}", count - 1) }</span>
        </>
    }
}

/// The ways to the next tick of a kind.
fn jumps(run: &Run, at: usize, words: Words) -> Html {
    let jump = |glyph, label: String, is_one: fn(&Tick) -> bool| {
        let next = run.ticks.iter().enumerate().skip(at + 1);
        let next = next
            .filter(|(_, tick)| is_one(tick))
            .map(|(number, _)| number)
            .next();
        let onclick = Callback::from(move |_: MouseEvent| {
            if let Some(next) = next {
                go_to(next);
            }
        });
        html! {
            <button class="tb opt" type="button" title={label.clone()} aria-label={label.clone()} disabled={next.is_none()} {onclick}>
                { icon(glyph, "") }<span class="lbl">{ label }</span>
            </button>
        }
    };
    html! {
        <div class="jump">
            { jump(Glyph::Disk, words.io_next_read(), |tick| tick.disk_reads != (0, 0)) }
            { jump(Glyph::Violation, words.io_next_loss(), |tick| tick.disk_reads.1 > 0) }
        </div>
    }
}

/// What happened, tick by tick; what every tick has is left out.
fn events(io: &Io, run: &Run, at: usize, words: Words) -> Html {
    let told = run.ticks.iter().enumerate().flat_map(|(number, tick)| {
        let own = tick.happened.iter().filter_map(move |happened| {
            let glyph = match happened {
                Happened::WrittenBack(_) => return None,
                Happened::OldReaderReads { requests, .. } if requests.is_empty() => return None,
                Happened::OldReaderReads { .. } => icon(Glyph::Disk, ""),
                Happened::OldReaderStarts => icon(Glyph::Client, ""),
                Happened::Polled { from_disk: 0, .. } => icon(Glyph::Check, ""),
                Happened::Polled { .. } => icon(Glyph::Violation, "bad"),
                Happened::EvictedUnread(..) => icon(Glyph::Drop, ""),
            };
            Some((number, glyph, told::event(io, happened, words)))
        });
        own.collect::<Vec<_>>()
    });
    let rows = told.enumerate().map(|(row, (number, glyph, text))| {
        let onclick = Callback::from(move |_: MouseEvent| go_to(number));
        let time = format!("{}.{}", number as u64 * TICK_MS / 1000, number % 10);
        html! {
            <button type="button" key={row} class={classes!("ev", (number > at).then_some("future"))} {onclick}
                aria-current={(number == at).then_some("step")}>
                <span>{ number }</span><span>{ time }</span>{ glyph }<span class="words">{ text }</span>
            </button>
        }
    });
    part(Listed {
        current: at,
        rows: rows.collect(),
    })
}
