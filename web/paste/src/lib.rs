//! Reads pastes. A module of its own, since most visits never paste anything; it runs in a worker of
//! its own, so that a paste of megabytes stops nothing and can be given up.

use wasm_bindgen::prelude::wasm_bindgen;

/// What became of a paste, a [`tidemark_core::paste::Paste`] as postcard bytes.
#[wasm_bindgen]
pub fn read(text: &str) -> Vec<u8> {
    // Fails only for a sequence of unknown length, and a paste has none.
    postcard::to_allocvec(&tidemark_core::paste::read(text)).unwrap_or_default()
}
