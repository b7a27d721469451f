//! The languages the page speaks.

/// A language of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Language {
    /// English.
    English,
    /// Simplified Chinese.
    Chinese,
}

impl Language {
    /// The tag for `lang` attributes and for storage.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh-Hans",
        }
    }

    /// The language's own name for itself.
    pub(crate) const fn own_name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Chinese => "简体中文",
        }
    }

    /// The one the language button switches to.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::English => Self::Chinese,
            Self::Chinese => Self::English,
        }
    }

    /// The page's language for a browser's language tag, such as `zh-CN` or `en-GB`.
    pub(crate) fn of_tag(tag: &str) -> Self {
        if tag == "zh" || tag.starts_with("zh-") {
            Self::Chinese
        } else {
            Self::English
        }
    }
}
