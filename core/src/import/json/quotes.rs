//! Which quotes open and close a string, and where brackets outside of strings are closed again.

use crate::import::warning::Repair;

/// Which quotes close a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closing {
    Plain,
    Typographic,
    TypographicSingle,
    Single,
}

impl Closing {
    pub(super) fn closes(self, character: char) -> bool {
        match self {
            Self::Plain => character == '"',
            Self::Typographic => matches!(character, '\u{201C}'..='\u{201F}' | '"'),
            Self::TypographicSingle => matches!(character, '\u{2018}'..='\u{201B}'),
            Self::Single => character == '\'',
        }
    }

    /// What has to be mended about such quotes.
    pub(super) fn repair(self) -> Option<Repair> {
        match self {
            Self::Plain => None,
            Self::Typographic | Self::TypographicSingle => Some(Repair::TypographicQuotes),
            Self::Single => Some(Repair::SingleQuotes),
        }
    }
}

/// How a string that a character opens is closed; `None` if it opens none.
pub(super) fn closing(quote: char) -> Option<Closing> {
    match quote {
        '"' => Some(Closing::Plain),
        '\u{201C}'..='\u{201F}' => Some(Closing::Typographic),
        '\u{2018}'..='\u{201B}' => Some(Closing::TypographicSingle),
        '\'' => Some(Closing::Single),
        _ => None,
    }
}

/// Finds where brackets that were opened are closed again, line by line.
#[derive(Debug, Default)]
pub(in crate::import) struct Balance {
    depth: usize,
    inside: Option<Closing>,
    escaped: bool,
}

impl Balance {
    /// Takes the next line; gives the offset behind the bracket that closes the first one.
    pub(in crate::import) fn feed(&mut self, line: &str) -> Option<usize> {
        for (at, next) in line.char_indices() {
            match self.inside {
                Some(_) if self.escaped => self.escaped = false,
                Some(_) if next == '\\' => self.escaped = true,
                Some(quote) if quote.closes(next) => self.inside = None,
                Some(_) => {}
                None => match next {
                    '{' | '[' => self.depth += 1,
                    '}' | ']' => {
                        self.depth = self.depth.saturating_sub(1);
                        if self.depth == 0 {
                            return Some(at + next.len_utf8());
                        }
                    }
                    _ => self.inside = closing(next),
                },
            }
        }
        None
    }
}
