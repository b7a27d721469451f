//! The `Configs` of a header. Values are not escaped, so a comma is a separator only where a
//! config's name follows it, and never inside the brackets of a JSON value.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::import::text::Piece;
use crate::import::warning::{Problem, Reason, token};

/// The configs of a topic.
#[derive(Debug, Default)]
pub(super) struct Configs {
    pub(super) values: BTreeMap<String, String>,
    /// Whether the text ends in a comma.
    pub(super) open: bool,
}

/// Reads `k=v,k=v`. If nothing follows, a piece of a name at the end was cut there.
pub(super) fn read(value: Piece<'_>, last: bool, problems: &mut Vec<Problem>) -> Configs {
    let (list, rest) = list(value);
    if !rest.is_empty() {
        let reason = Reason::TrailingText {
            token: token(rest.word().0.text),
        };
        problems.push(Problem::of(rest, reason));
    }
    let mut configs = Configs {
        values: BTreeMap::new(),
        open: list.text.ends_with(','),
    };
    let list = if last { drop_cut(list, problems) } else { list };
    for entry in entries(list.before(",").unwrap_or(list)) {
        match entry.split("=") {
            Some((name, value)) if is_name(name.text) => {
                configs
                    .values
                    .insert(String::from(name.text), String::from(value.text));
            }
            _ if entry.is_empty() => {}
            _ => {
                let reason = Reason::BadConfig {
                    token: token(entry.text),
                };
                problems.push(Problem::of(entry, reason));
            }
        }
    }
    configs
}

/// The list, up to the first blank outside brackets, and what follows it.
fn list(value: Piece<'_>) -> (Piece<'_>, Piece<'_>) {
    let mut nesting = Nesting::default();
    for (at, next) in value.text.char_indices() {
        nesting.step(next);
        if next.is_whitespace() && nesting.is_outside() {
            return (value.slice(0, at), value.from(at).trim());
        }
    }
    (value, value.from(value.text.len()))
}

/// The entries between the separating commas.
fn entries(list: Piece<'_>) -> Vec<Piece<'_>> {
    let mut nesting = Nesting::default();
    let mut entries = Vec::new();
    let mut from = 0;
    for (at, next) in list.text.char_indices() {
        nesting.step(next);
        let separates = next == ',' && nesting.is_outside() && starts_entry(list.from(at + 1));
        if separates {
            entries.push(list.slice(from, at));
            from = at + 1;
        }
    }
    entries.push(list.from(from));
    entries
}

/// Whether a name and `=` follow.
fn starts_entry(piece: Piece<'_>) -> bool {
    let end = piece
        .text
        .bytes()
        .take_while(|&byte| is_name_byte(byte))
        .count();
    is_name(piece.slice(0, end).text) && piece.text.as_bytes().get(end) == Some(&b'=')
}

fn is_name(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.bytes().all(is_name_byte)
}

fn is_name_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"._-".contains(&byte)
}

/// Drops a piece of a config's name behind the last comma of a text that ends there.
fn drop_cut<'t>(list: Piece<'t>, problems: &mut Vec<Problem>) -> Piece<'t> {
    let (kept, cut) = match list.split_last(",") {
        Some(parts) => parts,
        None => (list.slice(0, 0), list),
    };
    let value_of_policy = matches!(cut.text, "compact" | "delete")
        && entries(kept)
            .last()
            .is_some_and(|entry| entry.text.starts_with("cleanup.policy="));
    if !is_name(cut.text) || value_of_policy {
        return list;
    }
    let reason = Reason::CutConfig {
        token: token(cut.text),
    };
    problems.push(Problem::of(cut, reason));
    kept
}

/// Brackets and, inside them, quotes.
#[derive(Default)]
struct Nesting {
    depth: usize,
    quoted: bool,
    escaped: bool,
}

impl Nesting {
    fn step(&mut self, next: char) {
        if self.escaped {
            self.escaped = false;
        } else if self.quoted {
            self.escaped = next == '\\';
            self.quoted = next != '"';
        } else {
            match next {
                '{' | '[' => self.depth += 1,
                '}' | ']' => self.depth = self.depth.saturating_sub(1),
                '"' => self.quoted = self.depth > 0,
                _ => {}
            }
        }
    }

    fn is_outside(&self) -> bool {
        self.depth == 0
    }
}
