//! Light or dark: `data-theme` on `<html>`, remembered. Without a choice the system decides.

use super::{media, storage};
use gloo::utils::document_element;

const KEY: &str = "theme";
const ATTRIBUTE: &str = "data-theme";

/// The two looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Theme {
    /// Dark ink on light paper.
    Light,
    /// Light ink on dark paper.
    Dark,
}

impl Theme {
    const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    /// The other one.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Light => Self::Dark,
            Self::Dark => Self::Light,
        }
    }
}

/// The remembered theme, applied; or the system's, left to the style sheet.
pub(crate) fn restore() -> Theme {
    match storage::read(KEY).as_deref() {
        Some("light") => show(Theme::Light),
        Some("dark") => show(Theme::Dark),
        _ if media::holds(media::DARK) => Theme::Dark,
        _ => Theme::Light,
    }
}

/// Applies and remembers a theme.
pub(crate) fn choose(theme: Theme) -> Theme {
    // A theme that can't be remembered still applies now.
    let _ = storage::write(KEY, theme.name());
    show(theme)
}

fn show(theme: Theme) -> Theme {
    let _ = document_element().set_attribute(ATTRIBUTE, theme.name());
    theme
}
