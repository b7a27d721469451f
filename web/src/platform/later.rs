//! What is loaded when somebody asks for it: `boot.js` says where it is.

use gloo::events::EventListener;
pub(crate) use js_sys::Function;
use js_sys::{Promise, Reflect, Uint8Array};
#[cfg(not(feature = "whole"))]
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;
use yew::platform::spawn_local;

/// The host has not given it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NotLoaded;

impl core::fmt::Display for NotLoaded {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("a part of the page could not be loaded")
    }
}

impl core::error::Error for NotLoaded {}

/// Loads the text of a scenario of the catalogue.
pub(crate) fn scenario(id: &str, done: Callback<Result<String, NotLoaded>>) {
    load("scenario", id, done);
}

/// Loads the texts of a language.
pub(crate) fn words(tag: &str, done: Callback<Result<String, NotLoaded>>) {
    load("words", tag, done);
}

/// Has a link read; what it holds, or what is wrong with it, comes as bytes.
pub(crate) fn open_link(payload: &str, done: Callback<Result<Vec<u8>, NotLoaded>>) {
    let answered = done.reform(|answer: Option<JsValue>| {
        let bytes = answer.and_then(|bytes| bytes.dyn_into::<Uint8Array>().ok());
        bytes.map(|bytes| bytes.to_vec()).ok_or(NotLoaded)
    });
    call("openLink", &payload.into(), answered);
}

/// Has the link of a run made and copied: see `links.js` for the answer.
pub(crate) fn share_link(run: &[u8], done: Callback<Result<String, NotLoaded>>) {
    call("shareLink", &Uint8Array::from(run).into(), text_for(done));
}

/// Has a function of `boot.js` load a text.
fn load(function: &str, name: &str, done: Callback<Result<String, NotLoaded>>) {
    call(function, &name.into(), text_for(done));
}

fn text_for(done: Callback<Result<String, NotLoaded>>) -> Callback<Option<JsValue>> {
    done.reform(|answer: Option<JsValue>| {
        let text = answer.and_then(|text| text.as_string());
        text.ok_or(NotLoaded)
    })
}

/// Calls a function of `boot.js`, and waits for what it promises.
fn call(function: &str, argument: &JsValue, done: Callback<Option<JsValue>>) {
    let asked = boot(function).and_then(|function| {
        let function: Function = function.dyn_into().ok()?;
        let promise = function.call1(&JsValue::UNDEFINED, argument).ok()?;
        promise.dyn_into::<Promise>().ok()
    });
    spawn_local(async move {
        let answer = match asked {
            Some(promise) => JsFuture::from(promise).await.ok(),
            None => None,
        };
        done.emit(answer);
    });
}

#[cfg(not(feature = "whole"))]
/// Has the whole page take this one's place. It asks `hand_over`, time and again, from where it is to go on; when it is
/// there, this page is no more.
pub(crate) fn whole(hand_over: impl Fn() -> Vec<u8> + 'static, failed: Callback<NotLoaded>) {
    let speak = Closure::<dyn FnMut(bool) -> Uint8Array>::new(move |leaves: bool| {
        let left = Uint8Array::from(hand_over().as_slice());
        if leaves {
            crate::stop();
        }
        left
    });
    let answered = Callback::from(move |answer: Option<JsValue>| {
        if answer.is_none() {
            failed.emit(NotLoaded);
        }
    });
    call("whole", &speak.into_js_value(), answered);
}

/// Answers a script's question with yes or no.
#[cfg(feature = "whole")]
pub(crate) fn answer(done: Function) -> Callback<bool> {
    Callback::from(move |answer: bool| {
        // It keeps the answer, and never throws.
        let _ = done.call1(&JsValue::UNDEFINED, &answer.into());
    })
}

/// Saves a drawing of the page as a picture: `kind` is `svg` or `png`.
#[cfg(feature = "whole")]
pub(crate) fn save_picture(
    selector: &str,
    name: &str,
    kind: &str,
    done: Callback<Result<(), NotLoaded>>,
) {
    let asked: js_sys::Array = [selector, name, kind].map(JsValue::from).iter().collect();
    let answered = done.reform(|answer: Option<JsValue>| answer.map(|_| ()).ok_or(NotLoaded));
    call("savePicture", &asked, answered);
}

/// Copies a text; tells whether the browser let it.
#[cfg(feature = "whole")]
pub(crate) fn copy_text(text: &str, done: Callback<bool>) {
    let copied = |answer: Option<JsValue>| answer.is_some_and(|answer| answer.is_truthy());
    call("copyText", &text.into(), done.reform(copied));
}

/// A paste on its way through a worker of its own; given up when this is dropped.
pub(crate) struct PasteWorker {
    worker: Worker,
    _listeners: [EventListener; 2],
}

/// Has a paste read. `done` gets the bytes of what became of it.
pub(crate) fn read_paste(
    text: &str,
    done: Callback<Result<Vec<u8>, NotLoaded>>,
) -> Result<PasteWorker, NotLoaded> {
    let address = boot("pasteWorkerUrl").and_then(|address| address.as_string());
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker =
        Worker::new_with_options(&address.ok_or(NotLoaded)?, &options).map_err(|_| NotLoaded)?;
    let failed = done.clone();
    let on_message = EventListener::once(&worker, "message", move |event| {
        let data = event.unchecked_ref::<MessageEvent>().data();
        let bytes = data.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec);
        done.emit(bytes.ok_or(NotLoaded));
    });
    let on_error = EventListener::once(&worker, "error", move |_| failed.emit(Err(NotLoaded)));
    worker.post_message(&text.into()).map_err(|_| NotLoaded)?;
    Ok(PasteWorker {
        worker,
        _listeners: [on_message, on_error],
    })
}

impl Drop for PasteWorker {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

pub(super) fn boot(name: &str) -> Option<JsValue> {
    let boot = Reflect::get(&js_sys::global(), &"tidemarkBoot".into()).ok()?;
    let value = Reflect::get(&boot, &name.into()).ok()?;
    Some(value).filter(|value| !value.is_undefined())
}
