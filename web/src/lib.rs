//! The Tidemark page: draws what the core says, decides nothing about Kafka.

mod view;
mod words;

use wasm_bindgen::prelude::wasm_bindgen;

/// Starts the page; called in the window, after the module is ready.
#[wasm_bindgen]
pub fn run_app() {}

/// Starts the engine; called in the worker, after the module is ready.
#[wasm_bindgen]
pub fn run_worker() {}
