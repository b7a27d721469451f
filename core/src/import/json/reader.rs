//! The reader itself: what it makes of each character, what it mends, where it takes up again
//! after a fault.

use alloc::string::String;
use alloc::vec::Vec;

use super::quotes::closing;
use super::{Node, Value};
use crate::import::text::Piece;
use crate::import::warning::{Expected, Problem, Reason, Repair, token};

/// How deep brackets may lie inside each other. Kafka's own files need five.
const DEPTH_MAX: usize = 32;

/// Goes through a text character by character.
pub(super) struct Reader<'t> {
    piece: Piece<'t>,
    at: usize,
    problems: Vec<Problem>,
    repairs: Vec<Repair>,
    partial: bool,
}

impl<'t> Reader<'t> {
    pub(super) fn new(piece: Piece<'t>) -> Self {
        Self {
            piece,
            at: 0,
            problems: Vec::new(),
            repairs: Vec::new(),
            partial: false,
        }
    }

    /// Reads the value at the start, if there is one.
    pub(super) fn root(&mut self) -> Option<Node<'t>> {
        self.skip_blanks();
        self.value(0)
    }

    /// Whether entries are lost.
    pub(super) fn is_partial(&self) -> bool {
        self.partial
    }

    pub(super) fn into_problems(self) -> Vec<Problem> {
        self.problems
    }

    fn rest(&self) -> &'t str {
        self.piece.text.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn step(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    fn node(&self, start: usize, value: Value<'t>, whole: bool) -> Node<'t> {
        Node {
            value,
            piece: self.piece.slice(start, self.at),
            whole,
        }
    }

    /// Notes a repair once per kind, where it happened first.
    fn repair(&mut self, at: usize, repair: Repair) {
        if !self.repairs.contains(&repair) {
            self.repairs.push(repair);
            let place = self.piece.slice(at, at + 1);
            self.problems
                .push(Problem::of(place, Reason::RepairedJson { repair }));
        }
    }

    /// Notes what stands where something else should, unless the text simply ends there.
    fn fault(&mut self, expected: Expected) {
        self.partial = true;
        let rest = self.piece.from(self.at);
        let stops = |c: char| c.is_whitespace() || ",]}[{".contains(c);
        let first = rest.text.chars().next().map_or(0, char::len_utf8);
        let length = rest
            .text
            .get(first..)
            .and_then(|text| text.find(stops))
            .map_or(rest.text.len(), |end| end + first);
        let found = rest.slice(0, length);
        let elided = ["...", "\u{2026}"]
            .iter()
            .any(|mark| found.text.starts_with(mark));
        if !found.is_empty() && !elided {
            let reason = Reason::BadJson {
                expected,
                found: token(found.text),
            };
            self.problems.push(Problem::of(found, reason));
        }
    }

    /// Moves on to where reading can be taken up again; always by at least one character.
    fn resume(&mut self) {
        self.step();
        while let Some(next) = self.peek() {
            match next {
                ',' | ']' | '}' | '[' | '{' => return,
                _ if closing(next).is_some() => {
                    self.string();
                }
                _ => {
                    self.step();
                }
            }
        }
    }

    fn value(&mut self, depth: usize) -> Option<Node<'t>> {
        let start = self.at;
        let next = self.peek()?;
        match next {
            '[' | '{' if depth == DEPTH_MAX => {
                // Nothing of Kafka's: the rest is given up.
                self.fault(Expected::LessDepth);
                self.at = self.piece.text.len();
                None
            }
            '[' => Some(self.list(depth)),
            '{' => Some(self.object(depth)),
            '-' | '0'..='9' => Some(self.number()),
            _ if closing(next).is_some() => {
                let (text, whole) = self.string();
                Some(self.node(start, Value::Text(text), whole))
            }
            _ if ["true", "false", "null"].iter().any(|word| self.word(word)) => {
                Some(self.node(start, Value::Other, true))
            }
            _ => {
                self.fault(Expected::Value);
                self.resume();
                None
            }
        }
    }

    fn list(&mut self, depth: usize) -> Node<'t> {
        let start = self.at;
        self.step();
        let mut items = Vec::new();
        let mut separator = Separator::default();
        let mut whole = true;
        loop {
            self.skip_blanks();
            match self.peek() {
                None | Some('}') => {
                    self.fault(Expected::CommaOrEnd);
                    return self.node(start, Value::List(items), false);
                }
                Some(']') => {
                    self.close(&separator);
                    return self.node(start, Value::List(items), whole);
                }
                Some(',') => self.comma(&mut separator),
                Some(_) => {
                    if !separator.may_begin() {
                        self.fault(Expected::CommaOrEnd);
                    }
                    match self.value(depth + 1) {
                        Some(item) => {
                            whole &= item.whole;
                            items.push(item);
                        }
                        None => whole = false,
                    }
                    separator.value();
                }
            }
        }
    }

    fn object(&mut self, depth: usize) -> Node<'t> {
        let start = self.at;
        self.step();
        let mut members = Vec::new();
        let mut separator = Separator::default();
        let mut whole = true;
        loop {
            self.skip_blanks();
            match self.peek() {
                None | Some(']') => {
                    self.fault(Expected::CommaOrEnd);
                    return self.node(start, Value::Object(members), false);
                }
                Some('}') => {
                    self.close(&separator);
                    return self.node(start, Value::Object(members), whole);
                }
                Some(',') => self.comma(&mut separator),
                Some(next) if closing(next).is_some() => {
                    if !separator.may_begin() {
                        self.fault(Expected::CommaOrEnd);
                        whole = false;
                    }
                    match self.member(depth) {
                        Some((key, value)) => {
                            whole &= value.whole;
                            members.push((key, value));
                        }
                        None => whole = false,
                    }
                    separator.value();
                }
                Some(next) => {
                    self.fault(Expected::Key);
                    whole = false;
                    if matches!(next, '[' | '{') {
                        self.value(depth + 1);
                    } else {
                        self.resume();
                    }
                    separator.value();
                }
            }
        }
    }

    fn member(&mut self, depth: usize) -> Option<(String, Node<'t>)> {
        let (key, _) = self.string();
        self.skip_blanks();
        if self.peek() != Some(':') {
            self.fault(Expected::Colon);
            if self.peek().is_some_and(|next| !",]}".contains(next)) {
                self.resume();
            }
            return None;
        }
        self.step();
        self.skip_blanks();
        if self.peek().is_some_and(|next| ",]}".contains(next)) {
            self.fault(Expected::Value);
            return None;
        }
        Some((key, self.value(depth + 1)?))
    }

    fn close(&mut self, separator: &Separator) {
        if let Some(comma) = separator.comma {
            self.repair(comma, Repair::Commas);
        }
        self.step();
    }

    fn comma(&mut self, separator: &mut Separator) {
        if separator.comma.is_some() || !separator.after_value {
            self.repair(self.at, Repair::Commas);
        }
        separator.comma = Some(self.at);
        separator.after_value = false;
        self.step();
    }

    /// Reads a string from its opening quote on; false if it doesn't end.
    fn string(&mut self) -> (String, bool) {
        let start = self.at;
        let Some(closing) = self.step().and_then(closing) else {
            return (String::new(), false);
        };
        if let Some(repair) = closing.repair() {
            self.repair(start, repair);
        }
        let mut text = String::new();
        let mut line_end = None;
        loop {
            let at = self.at;
            let Some(next) = self.step() else {
                self.fault(Expected::CommaOrEnd);
                return (text, false);
            };
            match next {
                '\\' => self.escape(&mut text),
                '\n' => {
                    line_end = Some(at);
                    self.skip_blanks();
                }
                _ if closing.closes(next) => {
                    if let Some(at) = line_end {
                        self.repair(at, Repair::LineEnds);
                    }
                    return (text, true);
                }
                _ => text.push(next),
            }
        }
    }

    fn escape(&mut self, text: &mut String) {
        match self.step() {
            Some('n') => text.push('\n'),
            Some('t') => text.push('\t'),
            Some('r') => text.push('\r'),
            Some('b') => text.push('\u{8}'),
            Some('f') => text.push('\u{C}'),
            Some('u') => {
                let first = self.hex();
                let code = match first {
                    0xD800..0xDC00 if self.rest().starts_with("\\u") => {
                        self.at += 2;
                        let second = self.hex();
                        0x10000 + ((first - 0xD800) << 10) + (second.wrapping_sub(0xDC00) & 0x3FF)
                    }
                    _ => first,
                };
                text.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            Some(other) => text.push(other),
            None => {}
        }
    }

    fn hex(&mut self) -> u32 {
        let mut code = 0;
        for _ in 0..4 {
            let Some(digit) = self.peek().and_then(|next| next.to_digit(16)) else {
                break;
            };
            code = code * 16 + digit;
            self.step();
        }
        code
    }

    /// Reads a number, over a line end in the midst of its digits.
    fn number(&mut self) -> Node<'t> {
        let start = self.at;
        let mut digits = String::new();
        while let Some(next) = self.peek() {
            match next {
                '0'..='9' | '-' | '+' | '.' | 'e' | 'E' => {
                    digits.push(next);
                    self.step();
                }
                '\n' => {
                    let (at, rest) = (self.at, self.rest().trim_start());
                    if !rest.starts_with(|c: char| c.is_ascii_digit()) {
                        break;
                    }
                    self.repair(at, Repair::LineEnds);
                    self.skip_blanks();
                }
                _ => break,
            }
        }
        let value = digits.parse().map_or(Value::Other, Value::Integer);
        self.node(start, value, true)
    }

    /// Reads `word`, over line ends inside it; moves only if it is there.
    fn word(&mut self, word: &str) -> bool {
        let mut left = word.chars().peekable();
        let mut line_end = None;
        let mut end = 0;
        for (at, next) in self.rest().char_indices() {
            if left.peek().is_none() {
                break;
            }
            if next == '\n' {
                line_end = Some(self.at + at);
            } else if !(next.is_whitespace() && line_end.is_some()) && left.next() != Some(next) {
                return false;
            }
            end = at + next.len_utf8();
        }
        if left.peek().is_some() {
            return false;
        }
        self.at += end;
        if let Some(at) = line_end {
            self.repair(at, Repair::LineEnds);
        }
        true
    }
}

/// What stands between two values so far.
#[derive(Default)]
struct Separator {
    comma: Option<usize>,
    after_value: bool,
}

impl Separator {
    fn may_begin(&self) -> bool {
        !self.after_value
    }

    fn value(&mut self) {
        self.comma = None;
        self.after_value = true;
    }
}
