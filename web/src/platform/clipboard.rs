//! The clipboard: text goes out, never in (a paste comes as an event of the field it is made in).

use yew::Callback;
use yew::platform::spawn_local;

/// Copies `text`, and then tells whether the browser allowed it.
pub(crate) fn copy(text: &str, done: Callback<bool>) {
    let promise = gloo::utils::window().navigator().clipboard().write_text(text);
    spawn_local(async move {
        let copied = wasm_bindgen_futures::JsFuture::from(promise).await.is_ok();
        done.emit(copied);
    });
}
