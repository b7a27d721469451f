//! The catalogue as the page uses it: titles to list, and a way to open one.

use crate::route::Route;
use crate::state::Handle;
use tidemark_core::scenario::{CatalogueEntry, Wording, catalogue, parse};
use tidemark_core::session::request::Request;

/// The scenario of the first screen's button.
pub(crate) const FIRST: &str = "S02";

/// All scenarios.
pub(crate) fn all() -> &'static [CatalogueEntry] {
    catalogue()
}

/// A scenario's title.
pub(crate) fn title(entry: &CatalogueEntry) -> Wording {
    parse(entry.text)
        .map(|scenario| scenario.title)
        .unwrap_or_default()
}

/// Opens a scenario of the catalogue, and goes where it is shown.
pub(crate) fn open(handle: &Handle, id: &str) {
    handle.ask(Request::Open {
        text: id.to_owned(),
        at: None,
    });
    Route::Cluster.go();
}
