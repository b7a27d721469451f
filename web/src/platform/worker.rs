//! The worker: the same module with another entry, and bytes both ways.
//!
//! `boot.js` compiles the module, keeps it in `globalThis.tidemarkBoot` together with the address
//! of the worker's script, and starts the page. The first message to a worker is the module; all
//! others are bytes. A worker that traps is gone: the page hears of it and starts another.

use gloo::events::EventListener;
use js_sys::{Object, Reflect, Uint8Array};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Worker, WorkerOptions, WorkerType};
use yew::Callback;

/// Why there is no worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WorkerError {
    /// `boot.js` left no module: the page was started some other way.
    NotBooted,
    /// The browser refused to start it.
    Refused,
}

impl core::fmt::Display for WorkerError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::NotBooted => "no module to start a worker from",
            Self::Refused => "the browser refused the worker",
        })
    }
}

impl core::error::Error for WorkerError {}

/// A running worker, ended when it is dropped.
pub(crate) struct Handle {
    worker: Worker,
    _listeners: [EventListener; 2],
}

/// Starts a worker. `received` gets the bytes of each answer, `died` is called once if it traps.
pub(crate) fn start(
    received: Callback<Vec<u8>>,
    died: Callback<()>,
) -> Result<Handle, WorkerError> {
    let boot = property(&js_sys::global(), "tidemarkBoot")?;
    let module = property(&boot, "module")?;
    let address = property(&boot, "workerUrl")?
        .as_string()
        .ok_or(WorkerError::NotBooted)?;

    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&address, &options).map_err(|_| WorkerError::Refused)?;

    let on_message = EventListener::new(&worker, "message", move |event| {
        if let Some(bytes) = bytes_of(event) {
            received.emit(bytes);
        }
    });
    let on_error = EventListener::once(&worker, "error", move |_| died.emit(()));

    let first = Object::new();
    Reflect::set(&first, &"module".into(), &module).map_err(|_| WorkerError::NotBooted)?;
    worker
        .post_message(&first)
        .map_err(|_| WorkerError::Refused)?;
    Ok(Handle {
        worker,
        _listeners: [on_message, on_error],
    })
}

impl Handle {
    /// Sends bytes to the worker.
    pub(crate) fn send(&self, bytes: &[u8]) {
        // Posting a typed array fails only for a worker that is gone, and that is told by `died`.
        let _ = self.worker.post_message(&Uint8Array::from(bytes));
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// The other side: answers each message from now on, in the order they come.
pub(crate) fn serve(mut answer: impl FnMut(Vec<u8>) + 'static) {
    let handler = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if let Some(bytes) = bytes_of(&event) {
            answer(bytes);
        }
    });
    scope().set_onmessage(Some(handler.as_ref().unchecked_ref()));
    // The handler lives as long as the worker.
    handler.forget();
}

/// Sends bytes from the worker to the page.
pub(crate) fn post(bytes: &[u8]) {
    // Posting a typed array does not fail.
    let _ = scope().post_message(&Uint8Array::from(bytes));
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn bytes_of(event: &JsValue) -> Option<Vec<u8>> {
    let data = event.unchecked_ref::<MessageEvent>().data();
    data.dyn_ref::<Uint8Array>().map(Uint8Array::to_vec)
}

fn property(object: &JsValue, name: &str) -> Result<JsValue, WorkerError> {
    match Reflect::get(object, &name.into()) {
        Ok(value) if !value.is_undefined() => Ok(value),
        _ => Err(WorkerError::NotBooted),
    }
}
