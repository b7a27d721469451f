//! Makes and reads share links. A module of its own, since most visits neither share nor open one.
//!
//! Text is packed with deflate; the bytes of `tidemark_core::link` become characters by base64url. What
//! the text says is the engine's affair: nothing here reads scenarios.

mod codec;

pub use codec::{read, read_bytes, write};

use tidemark_core::link::LinkedRun;
use wasm_bindgen::prelude::wasm_bindgen;

/// The link of a run, a [`LinkedRun`] as postcard bytes; `None` if no link can hold it.
#[wasm_bindgen]
pub fn make(run: &[u8]) -> Option<String> {
    let run: LinkedRun = postcard::from_bytes(run).ok()?;
    write(&run).ok()
}

/// What a link holds, the result of [`read`] as postcard bytes.
#[wasm_bindgen]
pub fn open(link: &str) -> Vec<u8> {
    // Fails only for a sequence of unknown length, and a run has none.
    postcard::to_allocvec(&read(link)).unwrap_or_default()
}
