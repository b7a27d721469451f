//! The last word of a page that has made a mistake: plain markup, for nothing else works any more.

use gloo::utils::{document, document_element};
use wasm_bindgen::JsValue;

/// The language the page was shown in.
pub(crate) fn language_tag() -> String {
    document_element().get_attribute("lang").unwrap_or_default()
}

/// Puts a notice over the page, with a link that loads it anew. Once is enough.
pub(crate) fn show(text: &str, reload: &str) {
    const ID: &str = "fault";
    let document = document();
    if document.get_element_by_id(ID).is_some() {
        return;
    }
    let build = || -> Result<(), JsValue> {
        let notice = document.create_element("div")?;
        notice.set_id(ID);
        notice.set_class_name("toast");
        notice.set_attribute("role", "alert")?;
        let said = document.create_element("span")?;
        said.set_text_content(Some(text));
        let link = document.create_element("a")?;
        link.set_class_name("btn");
        link.set_text_content(Some(reload));
        // An empty address is this very document; the hash would only scroll.
        link.set_attribute("href", "")?;
        notice.append_child(&said)?;
        notice.append_child(&link)?;
        document
            .body()
            .ok_or(JsValue::NULL)?
            .append_child(&notice)?;
        Ok(())
    };
    // There is nobody left to tell if even this fails.
    let _ = build();
}

/// Says on the console what happened and where.
pub(crate) fn log(text: &str) {
    web_sys::console::error_1(&text.into());
}
