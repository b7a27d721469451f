//! The Log room: the reader's own partition folder, byte for byte, with what is wrong in it and how an offset is found.

mod by_time;
mod chart;
mod compaction;
mod empty;
mod findings;
mod head;
mod hex;
mod io;
mod listed;
mod lookup;
mod pair;
mod replica;
mod retention;
mod settings;
mod steps;
mod store;
mod strip;
mod transport;
mod view;

use crate::component::{Given, Part, part, use_kept, use_watch};
use crate::parts::{Glyph, icon};
use crate::platform::{own_files, route};
use crate::route::Route;
use crate::shell::key;
use crate::state::{Page, Session};
use crate::study::{Ask, Told, use_told};
use crate::words::{Words, say};
use findings::{batch_error, faults, short};
use replica::Missing;
use retention::Clock;
use steps::{SearchStep, steps};
use store::Desk;
use tidemark_core::files::{FileReport, FolderReport, NotOpened, Shown, TimeLookup};
use tidemark_core::session::frame::Frame;
use transport::{Steps, transport, use_steps};
use view::{Place, View};
use yew::functional::{Hook, HookContext};
use yew::{Callback, DragEvent, Html, MouseEvent, classes, html};

pub(crate) use replica::href;

/// The room.
pub(crate) fn log(page: &Page, session: &Session) -> Html {
    part(LogRoom {
        page: page.clone(),
        frame: session.frame.clone(),
    })
}

/// Takes files that are dropped while the room is shown; says whether it did.
pub(crate) fn takes_drop(event: &DragEvent, shows_room: bool) -> bool {
    if !shows_room {
        return false;
    }
    if let Some(source) = own_files::dropped(event) {
        store::open(&source);
    }
    true
}

#[derive(PartialEq)]
struct LogRoom {
    page: Page,
    /// Where the run stands.
    frame: Option<Given<Frame>>,
}

impl Part for LogRoom {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.page.words;
        let desk = use_kept(store::desk).run(hooks);
        use_watch((), {
            let desk = desk.clone();
            move || {
                // What was heard before the room listens.
                desk.set(store::desk());
                store::listen(Callback::from(move |()| desk.set(store::desk())))
            }
        })
        .run(hooks);
        let hash = use_kept(route::hash).run(hooks);
        use_watch((), {
            let hash = hash.clone();
            move || route::on_change(Callback::from(move |now| hash.set(now)))
        })
        .run(hooks);
        let is_here = Route::of_hash(&hash) == Route::Log;
        let place = Place::of_hash(&hash);
        let asked = place.replica.clone();
        let told = use_told(
            &self.page.handle,
            asked.clone().map(Ask::Folder),
            self.frame.clone(),
        )
        .run(hooks);
        use_watch((asked.clone(), told.clone()), {
            let (asked, told) = (asked.clone(), told.clone());
            move || match (asked, told.as_deref()) {
                // One that goes to another room may come back to the same lookup.
                (None, _) if is_here => store::leave_run(),
                (Some(asked), Some(Told::Folder(Some(folder)))) if folder.of == asked => {
                    store::open_replica(folder);
                }
                _ => {}
            }
        })
        .run(hooks);
        let missing = asked.and_then(|asked| match told.as_deref()? {
            Told::Folder(None) => Some(Missing::Replica(asked)),
            Told::NothingOpen => Some(Missing::Run),
            _ => None,
        });
        let desk: &Desk = &desk;
        let folder = desk
            .report
            .as_ref()
            .and_then(|report| report.folders.get(desk.folder))
            // Files that are there stay, but are not those that the address asks for.
            .filter(|_| missing.is_none());
        let all = desk
            .found
            .as_deref()
            .map(|found| steps(found))
            .unwrap_or_default();
        let clock = folder
            .filter(|_| place.view == View::Retention)
            .map(|folder| Clock::new(desk, folder));
        let searched = match place.view {
            View::Files => searched(desk, &all),
            View::Retention | View::Compaction | View::Pair | View::IoPath => Steps::NONE,
        };
        use_steps(&searched, store::step_to, hooks);
        let times = clock.as_ref().map_or(Steps::NONE, Clock::steps);
        use_steps(&times, retention::go_to, hooks);
        let ask = folder
            .filter(|_| place.view == View::Compaction)
            .map(|folder| compaction::ask(desk, folder));
        use_watch((ask.clone(), desk.report.clone()), {
            let ask = ask.clone();
            move || {
                if let Some(ask) = ask {
                    store::ask_for_cleaning(ask);
                }
            }
        })
        .run(hooks);
        let records = ask
            .as_ref()
            .map_or(Steps::NONE, |_| compaction::steps(desk));
        use_steps(&records, store::clean_to, hooks);
        let both = folder
            .filter(|_| place.view == View::Pair)
            .and_then(|_| pair::chosen(desk))
            .map(|both| (both, desk.settings.high_watermark));
        use_watch((both, desk.report.clone()), move || {
            if let Some((folders, high_watermark)) = both {
                store::ask_for_pair(folders, high_watermark);
            }
        })
        .run(hooks);
        let run = (place.view == View::IoPath).then(|| io::run(&desk.io));
        let ticks = run
            .as_ref()
            .map_or(Steps::NONE, |run| io::steps(&desk.io, run));
        use_steps(&ticks, io::go_to, hooks);
        if let Some(run) = &run {
            return io::view(&desk.io, run, &place, words);
        }
        match (folder, desk.progress) {
            (Some(folder), _) => match (&clock, ask) {
                (Some(clock), _) => retention::view(clock, desk, folder, &place, words),
                (None, Some(ask)) => compaction::view(desk, folder, ask, &place, words),
                (None, None) if place.view == View::Pair => pair::view(desk, folder, &place, words),
                (None, None) => room(desk, folder, &all, &place, words),
            },
            (None, Some(progress)) => empty::progress(progress, words),
            (None, None) => {
                empty::empty(desk, &place, missing.as_ref(), self.frame.as_deref(), words)
            }
        }
    }
}

/// The steps of the search.
fn searched(desk: &Desk, all: &[SearchStep]) -> Steps<usize> {
    match by_time::count(desk) {
        0 => Steps::around(desk.step, all.len()),
        count => Steps::around(desk.step, count),
    }
}

fn room(
    desk: &Desk,
    folder: &FolderReport,
    all: &[SearchStep],
    ways: &Place,
    words: Words,
) -> Html {
    let found = findings::all(folder);
    let searches = desk
        .found
        .as_deref()
        .map(|found| &**found)
        .unwrap_or_default();
    let step = all.get(desk.step).copied();
    let search = step.and_then(|step| searches.get(lookup::search_of(step.place)));
    let shown = desk.shown.as_deref();
    let place = shown.map(|shown| (shown.file, shown.position));
    let known = desk.settings.high_watermark.or(folder.high_watermark);
    let laid_out = strip::strip(folder, place, search, known);
    html! {
        <>
            <main class="stage logroom" id="stage" tabindex="-1">
                { head::head(desk, folder, words) }
                { view::ways(ways, words) }
                { head::strip(&laid_out, words) }
                <div class="three">
                    <section aria-label={words.log_files()}>{ files(folder, shown, words) }</section>
                    <section aria-label={words.log_lookup()}>
                        <div class="sec"><h2>{
                            match (by_time::search(desk), desk.target) {
                                (Some(Ok(found)), _) => say!(words, log_lookup_of, target = &by_time::target(found.target, words)),
                                (None, Some(target)) => say!(words, log_lookup_of, target = &target.to_string()),
                                _ => words.log_lookup(),
                            }
                        }</h2></div>
                        if let Some(found) = by_time::search(desk) {
                            { time_steps(desk, found, words) }
                        } else if desk.found.is_none() {
                            <p class="sub">{ words.log_try() }</p>
                        } else {
                            { lookup::tables(searches, all, desk.step, words) }
                        }
                    </section>
                    <section aria-label={words.log_batch()}>{ batch(folder, desk, words) }</section>
                </div>
            </main>
            <aside class="side">
                { explain(desk, folder, all, &found, words) }
                <section class="events" aria-label={words.log_findings()}>
                    <div class="events-bar"><h2>{ words.log_findings() }</h2><span>{ say!(words, log_findings_count, n = found.len()) }</span></div>
                    { findings::list(&found, words) }
                </section>
            </aside>
            { transport(&searched(desk, all), store::step_to, beside(desk, all, words), Html::default(), words) }
        </>
    }
}

fn files(folder: &FolderReport, shown: Option<&Shown>, words: Words) -> Html {
    let mut before = None;
    let rows = folder.files.iter().map(|file| {
        let starts_group = before.is_some_and(|before| before != file.offset);
        before = Some(file.offset);
        let is_on = shown.is_some_and(|shown| shown.file == file.number);
        let wrong = findings_of(file);
        let number = file.number;
        let onclick = Callback::from(move |_: MouseEvent| store::show(number, 0));
        let label = (wrong > 0).then(|| say!(words, log_faults_in, file = &file.name, n = wrong));
        html! {
            <li key={number} class={classes!(starts_group.then_some("gap"))}>
                <button type="button" {onclick} title={file.name.clone()} aria-label={label} aria-current={is_on.then_some("true")}>
                    { icon(if wrong > 0 { Glyph::Violation } else { Glyph::Disk }, if wrong > 0 { "bad" } else { "" }) }
                    <span class="m">{ short(&file.name) }</span>
                    <span class="sz">{ crate::words::grouped(file.size as i64) }</span>
                </button>
            </li>
        }
    });
    html! {
        <>
            <div class="sec"><h2>{ head::name(folder, words) }</h2><span class="cap">{ words.log_bytes_unit() }</span></div>
            <ul class="files">{ for rows }</ul>
        </>
    }
}

/// How many faults a file has.
fn findings_of(file: &FileReport) -> u64 {
    let all: Vec<_> = file
        .findings
        .list()
        .iter()
        .map(|finding| (Some(file), finding))
        .collect();
    faults(&all)
}

fn batch(folder: &FolderReport, desk: &Desk, words: Words) -> Html {
    let Some(shown) = desk.shown.as_deref() else {
        return html! { <p class="sub">{ words.log_choose_batch() }</p> };
    };
    let file = folder.files.iter().find(|file| file.number == shown.file);
    let Some(file) = file else {
        return Html::default();
    };
    let is_log = file.log().is_some();
    let title = if is_log && shown.batch.is_ok() {
        say!(words, log_batch_at, position = shown.position)
    } else {
        say!(words, log_bytes_at, position = shown.position)
    };
    let (earlier, later) = head::neighbours(file, shown.position);
    let step = |glyph, label: String, to: Option<u64>| {
        let number = file.number;
        let onclick = Callback::from(move |_: MouseEvent| {
            if let Some(to) = to {
                store::show(number, to);
            }
        });
        key("tb", glyph, label, to.is_none(), onclick)
    };
    html! {
        <>
            <div class="sec">
                <h2>{ title }</h2>
                <span class="cap">{ say!(words, log_of_file, file = &short(&file.name)) }</span>
                if is_log {
                    <span class="beside">
                        { step(Glyph::Back, words.log_earlier(), earlier) }
                        { step(Glyph::Forward, words.log_later(), later) }
                    </span>
                }
            </div>
            if let (true, Err(error)) = (is_log, &shown.batch) {
                <p class="bad">{ batch_error(error, words) }</p>
            }
            { hex::place(shown, desk.field, words) }
            if let Ok(batch) = &shown.batch && let Some(error) = &batch.error {
                <p class="bad">{ batch_error(error, words) }</p>
            }
        </>
    }
}

fn explain(
    desk: &Desk,
    folder: &FolderReport,
    all: &[SearchStep],
    found: &[findings::Found<'_>],
    words: Words,
) -> Html {
    let searches = desk
        .found
        .as_deref()
        .map(|found| &**found)
        .unwrap_or_default();
    if let Some(Ok(found)) = by_time::search(desk) {
        return html! {
            <section id="explain" class="explain" aria-label={words.log_explained()} tabindex="0">
                <div class="cap">{ words.log_lookup() }</div>
                <h2>{ by_time::sentence(found, desk.step, words) }</h2>
                <dl class="why"><dt>{ words.log_rule() }</dt><dd>{ by_time::rule(found, desk.step, words) }</dd></dl>
            </section>
        };
    }
    let content = match (all.get(desk.step), desk.target) {
        (Some(step), _) => {
            let search = searches.get(lookup::search_of(step.place));
            let cost = search.and_then(|search| head::cost(folder, search));
            html! {
                <>
                    <div class="cap">{ words.log_lookup() }</div>
                    <h2>{ lookup::headline(searches, *step, words) }</h2>
                    <dl class="why">
                        <dt>{ words.log_rule() }</dt><dd>{ lookup::rule(step.what, words) }</dd>
                        if let Some((with, without)) = cost {
                            <dt>{ words.log_cost() }</dt>
                            <dd>{ say!(words, log_cost_told, with = with, without = without) }</dd>
                        }
                    </dl>
                </>
            }
        }
        (None, Some(target)) if desk.found.is_some() => html! {
            <h2>{ say!(words, log_below_start, target = target) }</h2>
        },
        _ => {
            let wrong = faults(found);
            html! {
                <>
                    <div class="cap">{ words.log_survey() }</div>
                    <h2>{ if wrong == 0 { words.log_sound() } else { say!(words, log_unsound, n = wrong) } }</h2>
                    <p>{ head::summary(folder, words) }</p>
                </>
            }
        }
    };
    html! { <section id="explain" class="explain" aria-label={words.log_explained()} tabindex="0">{ content }</section> }
}

fn time_steps(desk: &Desk, found: &Result<TimeLookup, NotOpened>, words: Words) -> Html {
    match found {
        Ok(found) => by_time::list(found, desk.step, words),
        Err(why) => html! { <p class="bad">{ by_time::not_opened(*why, words) }</p> },
    }
}

fn beside(desk: &Desk, all: &[SearchStep], words: Words) -> Html {
    let (total, what) = match (by_time::search(desk), desk.target) {
        (Some(Ok(found)), _) => (by_time::count(desk), by_time::target(found.target, words)),
        (None, Some(target)) if !all.is_empty() => (all.len(), target.to_string()),
        _ => return Html::default(),
    };
    let step = desk.step + 1;
    html! {
        <>
            <span class="vh">{ say!(words, log_step, step = step, total = total) }</span>
            <span aria-hidden="true"><b>{ step }</b>{ format!(" / {total}") }</span>
            <span class="long">{ format!("\u{a0}· {}", say!(words, log_lookup_of, target = &what)) }</span>
        </>
    }
}
