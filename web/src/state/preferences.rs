//! Language and theme: chosen once, remembered, and handed on to everything that is drawn.

use crate::component::use_kept;
use crate::platform::later::{self, NotLoaded};
use crate::platform::{locale, theme};
use crate::words::{self, Language, Words};
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

/// Makes a language usable: at once if it is here, else as soon as it is loaded.
fn fetch(language: Language, done: Callback<Result<(), NotLoaded>>) {
    if words::is_ready(language) {
        done.emit(Ok(()));
        return;
    }
    let loaded = Callback::from(move |text: Result<String, NotLoaded>| {
        let usable = text.is_ok_and(|text| words::add(language, text));
        done.emit(usable.then_some(()).ok_or(NotLoaded));
    });
    later::words(language.tag(), loaded);
}

/// Goes on once the reader's language can be used, or has turned out not to be there.
pub(crate) fn with_preferred_language(go_on: Callback<()>) {
    let language = Language::of_tag(&locale::preferred());
    fetch(language, go_on.reform(|_| ()));
}

/// The preferences, kept by the root component; `on_failure` hears of a language that can't be loaded.
#[hook]
pub(crate) fn use_preferences(on_failure: Callback<NotLoaded>) -> Preferences {
    let language = use_kept(|| {
        let preferred = Language::of_tag(&locale::preferred());
        if words::is_ready(preferred) {
            preferred
        } else {
            Language::English
        }
    });
    let theme = use_kept(theme::restore);
    let words = Words(*language);
    let other = language.other();
    Preferences {
        words,
        theme: *theme,
        switch_language: Callback::from({
            move |_| {
                let language = language.clone();
                let on_failure = on_failure.clone();
                let switched = Callback::from(move |ready| match ready {
                    Ok(()) => {
                        locale::remember(language.other().tag());
                        language.set(language.other());
                    }
                    Err(error) => on_failure.emit(error),
                });
                fetch(other, switched);
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
