//! The room without files: what can be opened, and how far that is.

use super::replica::{self, Missing};
use super::store::{self, Desk};
use super::view::{self, Place};
use crate::platform::own_files;
use crate::words::{Words, grouped, say};
use tidemark_core::files::example;
use tidemark_core::log::CleanupPolicy;
use tidemark_core::session::frame::Frame;
use yew::{Callback, Event, Html, MouseEvent, html};

/// No files yet; perhaps not even those of the replica that was asked for.
pub(super) fn empty(
    desk: &Desk,
    ways: &Place,
    missing: Option<&Missing>,
    frame: Option<&Frame>,
    words: Words,
) -> Html {
    let onchange = Callback::from(|event: Event| {
        if let Some(source) = own_files::chosen(event.target()) {
            store::open(&source);
        }
    });
    let onfirst = Callback::from(|_: MouseEvent| {
        store::open_example(&example::first(), CleanupPolicy::Delete);
    });
    let onprices = Callback::from(|_: MouseEvent| {
        store::open_example(&example::prices(), CleanupPolicy::Compact);
    });
    let oncleaned = Callback::from(|_: MouseEvent| {
        store::open_example(&example::prices_cleaned(), CleanupPolicy::Compact);
    });
    let nothing = desk
        .report
        .as_ref()
        .is_some_and(|report| report.folders.is_empty());
    html! {
        <main class="stage logroom" id="stage" tabindex="-1">
            { view::ways(ways, words) }
            <div class="log-empty">
                <h1>{ words.log_title() }</h1>
                <p>{ words.log_what() }</p>
                if let Some(failed) = &desk.failed {
                    <p class="bad" role="alert">{ say!(words, log_failed, why = failed) }</p>
                }
                if nothing { <p class="bad" role="alert">{ words.log_nothing() }</p> }
                if let Some(missing) = missing { { replica::missing(missing, words) } }
                <div class="row">
                    <label class="btn pri">
                        <input class="vh" type="file" multiple=true onchange={onchange.clone()} />
                        { words.log_choose_files() }
                    </label>
                    <label class="btn">
                        <input class="vh" type="file" multiple=true webkitdirectory=true {onchange} />
                        { words.log_choose_folder() }
                    </label>
                </div>
                <p>
                    { words.log_none_at_hand() }{ " " }
                    <button class="btn" type="button" onclick={onfirst}>{ words.log_example() }</button>
                </p>
                <p>
                    { words.log_compacted_examples() }{ " " }
                    <button class="btn" type="button" onclick={onprices}>{ words.log_example_prices() }</button>{ " " }
                    <button class="btn" type="button" onclick={oncleaned}>{ words.log_example_cleaned() }</button>
                </p>
                if let Some(frame) = frame { { replica::of_run(frame, words) } }
                <p class="sub">{ words.log_which() }</p>
                <p class="sub">{ words.log_stays() }</p>
            </div>
        </main>
    }
}

/// Files on their way through the reader.
pub(super) fn progress((done, total): (f64, f64), words: Words) -> Html {
    let percent = if total > 0. {
        (done / total * 100.) as u32
    } else {
        0
    };
    let oncancel = Callback::from(|_: MouseEvent| store::close());
    html! {
        <main class="stage logroom" id="stage" tabindex="-1">
            <div class="log-empty" role="status">
                <h1>{ words.log_reading() }</h1>
                <progress max="100" value={percent.to_string()} aria-label={words.log_reading()}></progress>
                <p>{ say!(words, log_read_so_far, done = &grouped(done as i64), total = &grouped(total as i64)) }</p>
                <button class="btn" type="button" onclick={oncancel}>{ words.cancel() }</button>
            </div>
        </main>
    }
}
