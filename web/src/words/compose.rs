//! Puts arguments into a text. The control characters are written by the crate `tidemark-translations`.

use super::{Argument, Language, grouped};
use core::fmt::Write;
use core::str::Chars;

const PLAIN: char = '\u{1}';
const GROUPED: char = '\u{2}';
const SELECT: char = '\u{3}';
const BODY: char = '\u{4}';
const END: char = '\u{5}';
const CLOSE: char = '\u{6}';
const DEFAULT: char = '\u{7}';
const BASE: u32 = 0x20;

/// The text of `pattern` with its arguments put in.
pub(super) fn compose(pattern: &str, arguments: &[Argument<'_>], language: Language) -> String {
    let mut composer = Composer {
        rest: pattern.chars(),
        arguments,
        language,
        out: String::with_capacity(pattern.len() + 16),
    };
    composer.run(true);
    composer.out
}

struct Composer<'p, 'a> {
    rest: Chars<'p>,
    arguments: &'a [Argument<'a>],
    language: Language,
    out: String,
}

impl<'a> Composer<'_, 'a> {
    /// Runs to the end of the text or of the variant; a variant not chosen is only skipped.
    fn run(&mut self, write: bool) {
        while let Some(next) = self.rest.next() {
            match next {
                PLAIN | GROUPED => {
                    let argument = self.argument();
                    if write {
                        self.put(argument, next == GROUPED);
                    }
                }
                SELECT => self.select(write),
                END => return,
                other if write => self.out.push(other),
                _ => {}
            }
        }
    }

    /// The variants follow; the default is the last of them.
    fn select(&mut self, write: bool) {
        let argument = self.argument();
        let mut open = write;
        let mut key = String::new();
        while let Some(next) = self.rest.next() {
            match next {
                CLOSE => return,
                BODY => {
                    let chosen = open && self.matches(argument, &key);
                    self.run(chosen);
                    open &= !chosen;
                    key.clear();
                }
                part => key.push(part),
            }
        }
    }

    fn matches(&self, argument: Argument<'_>, key: &str) -> bool {
        if key.starts_with(DEFAULT) {
            return true;
        }
        match argument {
            Argument::Text(text) => text == key,
            Argument::Number(1) if key == "one" => self.language == Language::English,
            Argument::Number(number) => key.parse() == Ok(number),
        }
    }

    fn argument(&mut self) -> Argument<'a> {
        let number = self
            .rest
            .next()
            .map_or(0, |c| (c as u32).wrapping_sub(BASE));
        self.arguments
            .get(number as usize)
            .copied()
            .unwrap_or(Argument::Text(""))
    }

    fn put(&mut self, argument: Argument<'_>, parted: bool) {
        match argument {
            Argument::Number(number) if parted => self.out.push_str(&grouped(number)),
            Argument::Number(number) => {
                let _ = write!(self.out, "{number}");
            }
            // A control character in a pasted name must not be read as a mark.
            Argument::Text(text) => self.out.extend(text.chars().filter(|c| *c >= ' ')),
        }
    }
}
