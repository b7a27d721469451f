//! A line cut into words, and the mistakes found in it.
//!
//! A word ends at white space outside quotation marks. A word `name=value` is an option. Whatever a
//! line does not use up is reported, never dropped.

use alloc::string::String;
use alloc::vec::Vec;

use super::super::error::{Expected, Kind, ScenarioError, ScenarioErrors, Unknown};
use super::super::limits;
use crate::shared::first_by_key;

/// A part of a line: its text, and the byte of the line where it starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece<'a> {
    pub(super) start: usize,
    pub(super) text: &'a str,
}

impl<'a> Piece<'a> {
    /// The part from byte `from` to byte `to`.
    pub(super) fn part(self, from: usize, to: usize) -> Self {
        Self {
            start: self.start + from,
            text: self.text.get(from..to).unwrap_or_default(),
        }
    }

    /// The parts between the places where `separator` stands outside quotation marks.
    pub(super) fn split(self, separator: &'static str) -> impl Iterator<Item = Self> {
        let mut characters = outside_quotes(self.text);
        let mut from = Some(0);
        core::iter::from_fn(move || {
            let start = from?;
            let end = characters.find_map(|(position, _)| {
                let rest = self.text.get(position..)?;
                (position >= start && rest.starts_with(separator)).then_some(position)
            });
            from = end.map(|end| end + separator.len());
            Some(self.part(start, end.unwrap_or(self.text.len())))
        })
    }
}

/// A place in the text that a later check may have to name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot<'a> {
    pub(super) line: Source<'a>,
    pub(super) piece: Piece<'a>,
}

/// A line of the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a> {
    pub(super) number: u32,
    pub(super) text: &'a str,
}

impl<'a> Source<'a> {
    /// The end of the line, where something is missing.
    pub(super) fn end(self) -> Piece<'a> {
        let text = self.text.trim_end();
        Piece {
            start: text.len(),
            text: "",
        }
    }
}

/// The mistakes found so far.
#[derive(Debug, Default)]
pub(super) struct Faults {
    errors: Vec<ScenarioError>,
    more: u32,
}

impl Faults {
    pub(super) fn report(&mut self, source: Source<'_>, piece: Piece<'_>, kind: Kind) {
        if self.errors.len() >= limits::ERRORS {
            self.more = self.more.saturating_add(1);
            return;
        }
        let before = source.text.get(..piece.start).unwrap_or_default();
        let column = u32::try_from(before.chars().count()).map_or(u32::MAX, |count| count + 1);
        self.errors.push(ScenarioError {
            line: source.number,
            column,
            found: piece.text.chars().take(limits::FOUND_CHARS).collect(),
            kind,
        });
    }

    pub(super) fn report_at(&mut self, spot: Spot<'_>, kind: Kind) {
        self.report(spot.line, spot.piece, kind);
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    /// All of them, by line: some are found only after later lines were read.
    pub(super) fn finish(self) -> ScenarioErrors {
        let errors = self.errors.into_iter();
        ScenarioErrors {
            errors: first_by_key(errors, limits::ERRORS, |error| (error.line, error.column)),
            more: self.more,
        }
    }
}

/// A word of a line.
#[derive(Clone, Copy, Debug)]
struct Word<'a> {
    /// The whole word.
    whole: Piece<'a>,
    /// `name` and `value` of an option.
    option: Option<(&'a str, Piece<'a>)>,
    used: bool,
}

/// The words of a line, used up one after the other.
#[derive(Debug)]
pub(super) struct Line<'a, 'f> {
    pub(super) source: Source<'a>,
    words: Vec<Word<'a>>,
    /// A quotation mark is never closed; that was reported.
    pub(super) quote_open: bool,
    faults: &'f mut Faults,
}

impl<'a, 'f> Line<'a, 'f> {
    pub(super) fn new(source: Source<'a>, faults: &'f mut Faults) -> Self {
        let mut line = Self {
            source,
            words: Vec::new(),
            quote_open: false,
            faults,
        };
        line.cut();
        line
    }

    fn cut(&mut self) {
        let text = self.source.text;
        let mut words = Vec::new();
        let mut start = None;
        for (position, character) in outside_quotes(text) {
            if character.is_whitespace() {
                if let Some(from) = start.take() {
                    words.push((from, position));
                }
            } else if start.is_none() {
                start = Some(position);
            }
        }
        if let Some(from) = start {
            words.push((from, text.len()));
        }
        let line = Piece { start: 0, text };
        self.words = words
            .into_iter()
            .map(|(from, to)| {
                let whole = line.part(from, to);
                Word {
                    whole,
                    option: option_of(whole),
                    used: false,
                }
            })
            .collect();
        if let Some(position) = open_quote(text) {
            self.quote_open = true;
            self.report(line.part(position, text.len()), Kind::UnclosedQuote);
        }
    }

    /// The next word, or a report that `name` is missing.
    pub(super) fn word(&mut self, name: &str) -> Option<Piece<'a>> {
        let word = self.optional_word();
        if word.is_none() {
            self.missing(name);
        }
        word
    }

    /// The next word, if there is one.
    pub(super) fn optional_word(&mut self) -> Option<Piece<'a>> {
        let mut words = self.words.iter_mut();
        let word = words.find(|word| !word.used && word.option.is_none())?;
        word.used = true;
        Some(word.whole)
    }

    /// The value of an option, if it is there.
    pub(super) fn option(&mut self, name: &str) -> Option<Piece<'a>> {
        let mut found = None;
        let mut again = Vec::new();
        for word in self.words.iter_mut().filter(|word| !word.used) {
            if let Some((_, value)) = word.option.filter(|(given, _)| *given == name) {
                word.used = true;
                match found {
                    None => found = Some(value),
                    Some(_) => again.push(word.whole),
                }
            }
        }
        let first_line = self.source.number;
        for piece in again {
            self.report(piece, Kind::Repeated { first_line });
        }
        found
    }

    /// The value of an option, or a report that it is missing.
    pub(super) fn required(&mut self, name: &str) -> Option<Piece<'a>> {
        let value = self.option(name);
        if value.is_none() {
            self.missing(name);
        }
        value
    }

    /// Whether this very word stands on the line.
    pub(super) fn flag(&mut self, name: &str) -> bool {
        let mut words = self.words.iter_mut();
        let found = words.find(|word| !word.used && word.whole.text == name);
        found.map(|word| word.used = true).is_some()
    }

    /// Reports all words that nobody asked for.
    pub(super) fn finish(&mut self) {
        let left: Vec<(Piece<'a>, Kind)> = self
            .words
            .iter()
            .filter(|word| !word.used)
            .map(|word| match word.option {
                Some(_) => (word.whole, Kind::Unknown(Unknown::Option)),
                None => (word.whole, Kind::Expected(Expected::EndOfLine)),
            })
            .collect();
        for (piece, kind) in left {
            self.report(piece, kind);
        }
    }

    /// Gives up on the rest of the line, which means nothing without what was wrong before it.
    pub(super) fn abandon(&mut self) {
        for word in &mut self.words {
            word.used = true;
        }
    }

    pub(super) fn missing(&mut self, name: &str) {
        let end = self.source.end();
        self.report(end, Kind::Missing(String::from(name)));
    }

    pub(super) fn report(&mut self, piece: Piece<'_>, kind: Kind) {
        self.faults.report(self.source, piece, kind);
    }

    /// Lets something close that stands above this line and may be wrong itself.
    pub(super) fn close(&mut self, close: impl FnOnce(&mut Faults)) {
        close(self.faults);
    }

    /// Reports unless `right`; for a check whose failure does not hinder reading on.
    pub(super) fn demand(&mut self, right: bool, piece: Piece<'_>, kind: Kind) {
        if !right {
            self.report(piece, kind);
        }
    }

    pub(super) const fn spot(&self, piece: Piece<'a>) -> Spot<'a> {
        Spot {
            line: self.source,
            piece,
        }
    }
}

/// `name` and `value` of `name=value`; the name is letters, digits, `-`, `_` and `.`.
fn option_of(word: Piece<'_>) -> Option<(&str, Piece<'_>)> {
    let at = word.text.find('=')?;
    let name = word.text.get(..at)?;
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    if name.is_empty() || !name.bytes().all(is_name) {
        return None;
    }
    Some((name, word.part(at + 1, word.text.len())))
}

/// The characters of a text that stand outside quotation marks, with their places. An opening mark
/// counts as outside, so that a word may begin with it.
fn outside_quotes(text: &str) -> impl Iterator<Item = (usize, char)> + '_ {
    let mut state = Quote::Outside;
    text.char_indices().filter(move |(_, character)| {
        let outside = state == Quote::Outside;
        state = state.after(*character);
        outside
    })
}

/// Where a quotation mark opens that is never closed.
fn open_quote(text: &str) -> Option<usize> {
    let mut state = Quote::Outside;
    let mut opened = 0;
    for (position, character) in text.char_indices() {
        if state == Quote::Outside && character == '"' {
            opened = position;
        }
        state = state.after(character);
    }
    (state != Quote::Outside).then_some(opened)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Quote {
    Outside,
    Inside,
    AfterBackslash,
}

impl Quote {
    const fn after(self, character: char) -> Self {
        match (self, character) {
            (Self::Outside, '"') | (Self::AfterBackslash, _) => Self::Inside,
            (Self::Inside, '"') | (Self::Outside, _) => Self::Outside,
            (Self::Inside, '\\') => Self::AfterBackslash,
            (Self::Inside, _) => Self::Inside,
        }
    }
}
