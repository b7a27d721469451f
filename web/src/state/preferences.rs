//! Language and theme: chosen once, remembered, and handed on to everything that is drawn.

use crate::component::use_kept;
use crate::platform::{locale, theme};
use crate::words::{Language, Words};
use yew::{Callback, MouseEvent, hook};

/// The reader's preferences.
#[derive(Clone, PartialEq)]
pub(crate) struct Preferences {
    /// The words of the chosen language.
    pub(crate) words: Words,
    /// The theme shown.
    pub(crate) theme: theme::Theme,
    /// Switches to the other language.
    pub(crate) switch_language: Callback<MouseEvent>,
    /// Switches to the other theme.
    pub(crate) switch_theme: Callback<MouseEvent>,
}

/// The preferences, kept by the root component.
#[hook]
pub(crate) fn use_preferences() -> Preferences {
    let language = use_kept(|| Language::of_tag(&locale::preferred()));
    let theme = use_kept(theme::restore);
    let words = Words(*language);
    Preferences {
        words,
        theme: *theme,
        switch_language: Callback::from({
            move |_| {
                locale::remember(language.other().tag());
                language.set(language.other());
            }
        }),
        switch_theme: Callback::from({
            let theme = theme.clone();
            move |_| theme.set(theme::choose(theme.other()))
        }),
    }
}

/// The text in the reader's language, else in English, else the first there is.
pub(crate) fn localized<T: AsRef<str>>(texts: &[(T, T)], words: Words) -> String {
    let short = words.0.tag().split('-').next().unwrap_or_default();
    let of = |tag: &str| {
        texts
            .iter()
            .find(|(language, _)| language.as_ref().split('-').next() == Some(tag))
    };
    let found = of(short).or_else(|| of("en")).or(texts.first());
    found.map_or_else(String::new, |(_, text)| text.as_ref().to_owned())
}
