//! The catalogue as the page lists it; a scenario's text is loaded when somebody opens it.

/// The scenario of the first screen's button.
pub(crate) const FIRST: &str = "S02";

/// A scenario of the catalogue.
pub(crate) struct Entry {
    /// Its id.
    pub(crate) id: &'static str,
    /// Its title in each language it has one in: language and text.
    pub(crate) titles: &'static [(&'static str, &'static str)],
}

/// All scenarios, by id.
pub(crate) const fn all() -> &'static [Entry] {
    &ENTRIES
}

include!(concat!(env!("OUT_DIR"), "/scenarios.rs"));
