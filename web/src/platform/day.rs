//! What time it is, and times of day as text.

use js_sys::Date;
use wasm_bindgen::JsValue;

/// The furthest from 1970 that the browser knows days, in ms.
pub(crate) const KNOWN_MAX: i64 = 8_640_000_000_000_000;

/// The present, in ms since 1970.
pub(crate) fn now_ms() -> i64 {
    // A whole number, far below what a float holds exactly.
    Date::now() as i64
}

/// A time in UTC: `2023-11-14 22:13:20`; as a number where there is no such day.
pub(crate) fn utc(time_ms: i64) -> String {
    if !(-KNOWN_MAX..=KNOWN_MAX).contains(&time_ms) {
        return time_ms.to_string();
    }
    let text = Date::new(&JsValue::from_f64(time_ms as f64)).to_iso_string();
    let text = String::from(text).replacen('T', " ", 1);
    // The milliseconds say nothing that a reader of such spans needs.
    text.split('.').next().unwrap_or_default().to_owned()
}
