//! The scenarios that come with Tidemark.

/// A scenario of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CatalogueEntry {
    /// Its id, the same as in its text.
    pub id: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// All scenarios of the catalogue, by id.
#[must_use]
pub const fn catalogue() -> &'static [CatalogueEntry] {
    &[]
}
