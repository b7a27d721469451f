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
    &CATALOGUE
}

macro_rules! entries {
    ($($id:literal),* $(,)?) => {
        [$(CatalogueEntry {
            id: $id,
            text: include_str!(concat!("../../catalogue/", $id, ".tidemark")),
        }),*]
    };
}

#[rustfmt::skip]
static CATALOGUE: [CatalogueEntry; 36] = entries![
    "A01", "A02", "A03", "S01", "S02", "S03", "S04", "S05", "S06", "S07", "S08", "S09",
    "S10", "S11", "S12", "S13", "S14", "S15", "S16", "S17", "S18", "S19", "S20",
    "S21", "S22", "S23", "S24", "S25", "S27", "S28", "S30", "S31", "S32", "S33",
    "S34", "S35",
];
