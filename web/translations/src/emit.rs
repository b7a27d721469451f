//! Writes merged messages: as Rust, one method a message, and as a table of texts a language.
//!
//! A text is stored as it is, with control characters where something is to be put in
//! (the page's `words/compose.rs` reads them back): far smaller than a function a message.

use crate::message::{Kind, Merged, Part};
use crate::{LANGUAGES, MESSAGE_END};
use std::fmt::Write;

/// A plain argument follows: the next character is its number plus `BASE`.
const PLAIN: char = '\u{1}';
/// A number with parted thousands follows.
const GROUPED: char = '\u{2}';
/// A selector follows, then its variants: key (the last is marked `DEFAULT`), `BODY`, text, `END`;
/// then `CLOSE`.
const SELECT: char = '\u{3}';
const BODY: char = '\u{4}';
const END: char = '\u{5}';
const CLOSE: char = '\u{6}';
const DEFAULT: char = '\u{7}';
const CODE: char = '\u{e}';
const STRONG: char = '\u{f}';
const BASE: u32 = 0x20;

/// The texts of a language.
pub(crate) fn table(messages: &[Merged], language: usize) -> String {
    let mut table = String::new();
    for message in messages {
        let from = table.len();
        encode(&message.texts[language], message, &mut table);
        if LANGUAGES[language] == "zh" {
            // Chinese wraps anywhere: a number must not part from the word it belongs to.
            let bound = table[from..]
                .replace(" \u{1}", "\u{a0}\u{1}")
                .replace(" \u{2}", "\u{a0}\u{2}");
            table.replace_range(from.., &bound);
        }
        table.push(MESSAGE_END);
    }
    table
}

/// The generated module.
pub(crate) fn rust(messages: &[Merged]) -> String {
    let mut out = format!(
        "/// How many messages there are.\nconst MESSAGES: usize = {};\n",
        messages.len()
    );
    out.push_str(
        "/// The arguments of each message that has any.\n\
         #[allow(non_camel_case_types)]\n\
         pub(crate) mod arguments {\n\
         use super::{Argument, Number};\n",
    );
    for message in messages
        .iter()
        .filter(|message| !message.arguments.is_empty())
    {
        let _ = writeln!(
            out,
            "/// Arguments of [`super::Words::{0}`].\npub(crate) struct {0}{1} {{",
            message.name,
            lifetime(message, "<'a>")
        );
        for (name, kind) in &message.arguments {
            let kind = match kind {
                Kind::Any => "Argument<'a>",
                Kind::Number => "Number",
                Kind::Word => "&'a str",
            };
            let _ = writeln!(
                out,
                "/// `${name}`.\npub(crate) {}: {kind},",
                name.replace('-', "_")
            );
        }
        out.push_str("}\n");
    }
    out.push_str("}\nimpl Words {\n");
    for (index, message) in messages.iter().enumerate() {
        let _ = writeln!(
            out,
            "/// {}",
            example(&message.texts[0]).replace('\n', "\n/// ")
        );
        let (kind, open, close) = if message.is_rich() {
            ("Rich", "Rich(", ")")
        } else {
            ("String", "", "")
        };
        if message.arguments.is_empty() {
            let _ = writeln!(
                out,
                "pub(crate) fn {}(self) -> {kind} {{ {open}self.compose({index}, &[]){close} }}",
                message.name
            );
        } else {
            let list: Vec<String> = message
                .arguments
                .iter()
                .map(|(name, kind)| match kind {
                    Kind::Any => format!("a.{}", name.replace('-', "_")),
                    Kind::Number | Kind::Word => format!("a.{}.into()", name.replace('-', "_")),
                })
                .collect();
            let _ = writeln!(
                out,
                "pub(crate) fn {0}(self, a: arguments::{0}{1}) -> {kind} {{ {open}self.compose({index}, &[{2}]){close} }}",
                message.name,
                lifetime(message, "<'_>"),
                list.join(", ")
            );
        }
    }
    out.push_str("}\n");
    out
}

/// One text with its control characters.
fn encode(parts: &[Part], message: &Merged, out: &mut String) {
    let number = |name: &str| {
        let at = message
            .arguments
            .iter()
            .position(|(argument, _)| argument == name);
        char::from_u32(BASE + at.map_or(0, |at| at as u32)).unwrap_or(' ')
    };
    for part in parts {
        match part {
            Part::Text(text) => out.push_str(text),
            Part::Code => out.push(CODE),
            Part::Strong => out.push(STRONG),
            Part::Plain(name) => out.extend([PLAIN, number(name)]),
            Part::Grouped(name) => out.extend([GROUPED, number(name)]),
            Part::Select(name, variants) => {
                out.extend([SELECT, number(name)]);
                for (index, (key, parts)) in variants.iter().enumerate() {
                    if index + 1 == variants.len() {
                        out.push(DEFAULT);
                    }
                    out.push_str(key);
                    out.push(BODY);
                    encode(parts, message, out);
                    out.push(END);
                }
                out.push(CLOSE);
            }
        }
    }
}

/// The English text as documentation.
fn example(parts: &[Part]) -> String {
    let mut out = String::new();
    for part in parts {
        match part {
            Part::Text(text) => out.push_str(&text.replace('<', "\\<").replace('[', "\\[")),
            Part::Code => out.push('`'),
            Part::Strong => out.push_str("**"),
            Part::Plain(name) | Part::Grouped(name) => out.push_str(&format!("{{{name}}}")),
            Part::Select(_, variants) => {
                out.push_str(
                    &variants
                        .last()
                        .map_or(String::new(), |(_, parts)| example(parts)),
                );
            }
        }
    }
    out
}

/// `name` where an argument may borrow text, else nothing.
fn lifetime<'n>(message: &Merged, name: &'n str) -> &'n str {
    if message
        .arguments
        .iter()
        .all(|(_, kind)| *kind == Kind::Number)
    {
        ""
    } else {
        name
    }
}
