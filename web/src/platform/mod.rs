//! The browser: the only part of the page that touches web-sys.
//!
//! Each file wraps one thing the browser gives, with its errors as values. Nothing here knows
//! what Kafka is, or what the page shows.

pub(crate) mod canvas;
pub(crate) mod clock;
#[cfg(feature = "whole")]
pub(crate) mod day;
pub(crate) mod dom;
pub(crate) mod fault;
pub(crate) mod files;
#[cfg(feature = "whole")]
pub(crate) mod form;
pub(crate) mod keyboard;
pub(crate) mod later;
pub(crate) mod locale;
pub(crate) mod media;
#[cfg(feature = "whole")]
pub(crate) mod own_files;
pub(crate) mod route;
pub(crate) mod storage;
pub(crate) mod theme;
pub(crate) mod visible;
pub(crate) mod worker;
