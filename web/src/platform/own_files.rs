//! Files of the reader's own, read in a worker of their own: see `own-files.js`.

use super::later::boot;
use js_sys::{Function, Reflect, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DragEvent, EventTarget, HtmlInputElement};
use yew::Callback;

/// What is heard of them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Heard {
    /// So many bytes of so many are read.
    Progress(f64, f64),
    /// All are read; what came of it, as bytes.
    Report(Vec<u8>),
    /// An answer, as bytes.
    Told(Vec<u8>),
    /// All of them in a .zip; no bytes if they can't be had so.
    Zip(Vec<u8>),
    /// They can't be read; the browser's words.
    Failed(String),
}

/// What holds files: a drop, the list of a field, or bytes.
#[derive(Clone)]
pub(crate) struct Source(JsValue);

/// The files; they are let go of when this is dropped.
pub(crate) struct OwnFiles {
    speaks: JsValue,
    _hears: Closure<dyn FnMut(JsValue)>,
}

impl OwnFiles {
    /// Has files read.
    pub(crate) fn read(source: &Source, heard: Callback<Heard>) -> Option<Self> {
        let hears = Closure::<dyn FnMut(JsValue)>::new(move |said: JsValue| {
            if let Some(said) = understood(&said) {
                heard.emit(said);
            }
        });
        let read: Function = boot("readFiles")?.dyn_into().ok()?;
        let speaks = read
            .call2(&JsValue::UNDEFINED, &source.0, hears.as_ref())
            .ok()?;
        Some(Self {
            speaks,
            _hears: hears,
        })
    }

    /// Asks something about them.
    pub(crate) fn ask(&self, question: &[u8]) {
        self.call("ask", &Uint8Array::from(question).into());
    }

    /// Asks for all of them in a .zip.
    pub(crate) fn ask_for_zip(&self) {
        self.call("ask", &JsValue::UNDEFINED);
    }

    fn call(&self, name: &str, argument: &JsValue) {
        let function = Reflect::get(&self.speaks, &name.into());
        if let Some(function) = function.ok().and_then(|it| it.dyn_into::<Function>().ok()) {
            // Both of its functions only post to a worker, which does not fail.
            let _ = function.call1(&self.speaks, argument);
        }
    }
}

impl Drop for OwnFiles {
    fn drop(&mut self) {
        self.call("stop", &JsValue::UNDEFINED);
    }
}

/// Files that were made here, as postcard bytes of their paths with their bytes.
pub(crate) fn made(files: &[u8]) -> Source {
    Source(Uint8Array::from(files).into())
}

/// What this event drops.
pub(crate) fn dropped(event: &DragEvent) -> Option<Source> {
    Some(Source(event.data_transfer()?.into()))
}

/// What was chosen in an `<input type=file>`.
pub(crate) fn chosen(target: Option<EventTarget>) -> Option<Source> {
    let field: HtmlInputElement = target?.dyn_into().ok()?;
    Some(Source(field.files()?.into()))
}

fn understood(said: &JsValue) -> Option<Heard> {
    let field = |name: &str| {
        let value = Reflect::get(said, &name.into()).ok()?;
        (!value.is_undefined()).then_some(value)
    };
    let bytes = |name| Some(field(name)?.dyn_into::<Uint8Array>().ok()?.to_vec());
    if let Some(report) = bytes("report") {
        return Some(Heard::Report(report));
    }
    if let Some(told) = bytes("told") {
        return Some(Heard::Told(told));
    }
    if let Some(zip) = bytes("zip") {
        return Some(Heard::Zip(zip));
    }
    if let Some(failed) = field("failed") {
        return Some(Heard::Failed(failed.as_string().unwrap_or_default()));
    }
    let (done, total) = (field("done")?, field("total")?);
    Some(Heard::Progress(done.as_f64()?, total.as_f64()?))
}
