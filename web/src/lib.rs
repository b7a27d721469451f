//! The Tidemark page: draws what the core says, decides nothing about Kafka.

#![cfg_attr(
    not(feature = "whole"),
    allow(
        dead_code,
        unused_imports,
        unreachable_code,
        unused_variables,
        reason = "what only studies use stays out of the first module, and what they'd answer has no values there"
    )
)]

mod app;
mod component;
mod engine;
mod parts;
mod platform;
mod prose;
mod rooms;
mod route;
mod scenarios;
mod shell;
mod state;
#[cfg(feature = "whole")]
mod study;
#[cfg(not(feature = "whole"))]
#[path = "study/elsewhere.rs"]
mod study;
mod view;
mod words;

use std::cell::Cell;
use wasm_bindgen::prelude::wasm_bindgen;

/// Starts the page; called in the window, after the module is ready.
#[wasm_bindgen]
pub fn run_app() {
    prepare(yew::Callback::from(|()| {
        let page = component::whole(app::App);
        let app =
            yew::Renderer::<component::Drawn>::with_root_and_props(platform::dom::root(), page)
                .render();
        RUNNING.set(Some(app));
    }));
}

#[cfg(feature = "whole")]
/// Leads an engine for the page to where another page is, before [`run_app`] takes that one's place: `left` is what
/// the other one hands over, `done` is called with whether the engine stands there.
#[wasm_bindgen]
pub fn follow(left: Vec<u8>, done: platform::later::Function) {
    prepare(yew::Callback::from(move |()| {
        study::follow(&left, platform::later::answer(done.clone()));
    }));
}

/// Goes on when the reader can be told in his language what happens.
fn prepare(go_on: yew::Callback<()>) {
    yew::set_custom_panic_hook(Box::new(|info| {
        let words = words::Words(words::Language::of_tag(&platform::fault::language_tag()));
        platform::fault::log(&info.to_string());
        platform::fault::show(&words.page_failed(), &words.reload());
    }));
    state::with_preferred_language(go_on);
}

thread_local! {
    static RUNNING: Cell<Option<yew::AppHandle<component::Drawn>>> = const { Cell::new(None) };
}

#[cfg(not(feature = "whole"))]
/// Ends the page: another one takes its place.
fn stop() {
    if let Some(app) = RUNNING.take() {
        app.destroy();
    }
}

/// The fingerprint of a scenario's run, as this module computes it: whoever has the page can hold it
/// against another build of the same engine. Nothing for a text that is no scenario.
#[wasm_bindgen]
pub fn fingerprint(text: &str) -> Option<String> {
    tidemark_core::scenario::fingerprint(text).map(|fingerprint| fingerprint.to_string())
}

/// Starts the engine; called in the worker, after the module is ready.
#[wasm_bindgen]
pub fn run_worker() {
    engine::run();
}
