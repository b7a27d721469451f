//! A text in several languages.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

/// A text in several languages, in the order they were written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wording(pub Vec<(String, String)>);

impl Wording {
    /// No text in any language.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// The text in a language (`en`, `zh-CN`); without it in English, without that in the first one.
    #[must_use]
    pub fn get(&self, language: &str) -> Option<&str> {
        self.exact(language)
            .or_else(|| self.exact("en"))
            .or_else(|| self.0.first().map(|(_, text)| text.as_str()))
    }

    /// The text in exactly this language.
    #[must_use]
    pub fn exact(&self, language: &str) -> Option<&str> {
        let mut texts = self.0.iter();
        let found = texts.find(|(tag, _)| tag == language);
        found.map(|(_, text)| text.as_str())
    }
}

/// Whether this is the tag of a language as BCP 47 has it: `en`, `zh-CN`.
#[must_use]
pub fn is_language(tag: &str) -> bool {
    tag.split('-').enumerate().all(|(position, part)| {
        let length = if position == 0 { 2..=3 } else { 2..=8 };
        length.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}
