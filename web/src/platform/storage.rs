//! Local storage: text under a key, kept between visits.
//!
//! A browser may refuse storage altogether (private windows) or be full; both are values here.

use web_sys::Storage;

const PREFIX: &str = "tidemark.";

/// Why nothing was stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StorageError {
    /// The browser gives this page no storage.
    Refused,
    /// The quota is used up.
    Full,
}

impl core::fmt::Display for StorageError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Refused => "storage refused",
            Self::Full => "storage full",
        })
    }
}

impl core::error::Error for StorageError {}

/// The text under `key`, if there is one and the browser gives it out.
pub(crate) fn read(key: &str) -> Option<String> {
    storage()?.get_item(&full(key)).ok()?
}

/// Puts `text` under `key`.
pub(crate) fn write(key: &str, text: &str) -> Result<(), StorageError> {
    let storage = storage().ok_or(StorageError::Refused)?;
    // With a storage at hand, setItem fails for one reason only: the quota.
    storage
        .set_item(&full(key), text)
        .map_err(|_| StorageError::Full)
}

fn full(key: &str) -> String {
    [PREFIX, key].concat()
}

fn storage() -> Option<Storage> {
    gloo::utils::window().local_storage().ok()?
}
