//! A paste made readable: its lines without control sequences, odd blanks and marks, and the way
//! back from any place in them to the text as it was given.
//!
//! It knows nothing of Kafka. Offsets are bytes; lines and columns appear only in
//! [`Text::places`], which turns all offsets of interest into them in one sweep, so that a line
//! of a megabyte with thousands of complaints costs one walk over it.
//!
//! Source: the "Characters, before anything else" rules of the command-line formats.

use alloc::string::String;
use alloc::vec::Vec;

/// A run of text together with where it begins: an offset into the clean text or into a
/// [`Joined`] one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

// Not inlined: readers are made of calls to these, and small code matters more here than speed.
impl<'t> Piece<'t> {
    /// The part from byte `start` to before byte `end`.
    #[inline(never)]
    pub(super) fn slice(self, start: usize, end: usize) -> Self {
        Self {
            text: self.text.get(start..end).unwrap_or_default(),
            at: self.at + start,
        }
    }

    /// The part from byte `start` on.
    pub(super) fn from(self, start: usize) -> Self {
        self.slice(start, self.text.len())
    }

    #[inline(never)]
    pub(super) fn trim_start(self) -> Self {
        self.from(self.text.len() - self.text.trim_ascii_start().len())
    }

    #[inline(never)]
    pub(super) fn trim_end(self) -> Self {
        self.slice(0, self.text.trim_ascii_end().len())
    }

    pub(super) fn trim(self) -> Self {
        self.trim_start().trim_end()
    }

    pub(super) fn is_empty(self) -> bool {
        self.text.is_empty()
    }

    /// What follows `prefix`, if the piece starts with it.
    #[inline(never)]
    pub(super) fn after(self, prefix: &str) -> Option<Self> {
        self.text
            .starts_with(prefix)
            .then(|| self.from(prefix.len()))
    }

    /// What stands before `suffix`, if the piece ends with it.
    #[inline(never)]
    pub(super) fn before(self, suffix: &str) -> Option<Self> {
        self.text
            .strip_suffix(suffix)
            .map(|rest| self.slice(0, rest.len()))
    }

    /// The parts on both sides of the first `separator`.
    #[inline(never)]
    pub(super) fn split(self, separator: &str) -> Option<(Self, Self)> {
        let at = find(self.text, separator)?;
        Some((self.slice(0, at), self.from(at + separator.len())))
    }

    /// The parts on both sides of the last `separator`.
    #[inline(never)]
    pub(super) fn split_last(self, separator: &str) -> Option<(Self, Self)> {
        let at = find_last(self.text, separator)?;
        Some((self.slice(0, at), self.from(at + separator.len())))
    }

    /// The first word and what follows it; both are empty when there is none.
    #[inline(never)]
    pub(super) fn word(self) -> (Self, Self) {
        let piece = self.trim_start();
        let mut bytes = piece.text.bytes();
        let end = bytes.position(|byte| byte.is_ascii_whitespace());
        let end = end.unwrap_or(piece.text.len());
        (piece.slice(0, end), piece.from(end))
    }

    /// The parts between `separator`, one after the other.
    pub(super) fn parts(self, separator: char) -> impl Iterator<Item = Self> + use<'t> {
        let mut rest = Some(self);
        core::iter::from_fn(move || {
            let piece = rest?;
            let Some(at) = piece.text.find(separator) else {
                return rest.take();
            };
            rest = Some(piece.from(at + separator.len_utf8()));
            Some(piece.slice(0, at))
        })
    }
}

/// Where words stand first. They are short and begin with a letter that is rare: looking for that
/// one is faster than what the standard library prepares for long ones.
pub(super) fn find(text: &str, words: &str) -> Option<usize> {
    let first = words.chars().next()?;
    let mut places = text.match_indices(first).map(|(at, _)| at);
    places.find(|&at| starts_at(text, at, words))
}

/// Where words stand last.
pub(super) fn find_last(text: &str, words: &str) -> Option<usize> {
    let first = words.chars().next()?;
    let mut places = text.rmatch_indices(first).map(|(at, _)| at);
    places.find(|&at| starts_at(text, at, words))
}

fn starts_at(text: &str, at: usize, words: &str) -> bool {
    text.get(at..).is_some_and(|rest| rest.starts_with(words))
}

/// Where offsets of a text that was put together came from: at each break begins a run that was
/// taken over unchanged.
#[derive(Debug, Default)]
struct Breaks(Vec<(usize, usize)>);

impl Breaks {
    fn push(&mut self, at: usize, origin: usize) {
        let continues = self
            .0
            .last()
            .is_some_and(|&(from, source)| origin >= source && at - from == origin - source);
        if !continues {
            self.0.push((at, origin));
        }
    }

    fn origin(&self, at: usize) -> usize {
        let after = self.0.partition_point(|&(from, _)| from <= at);
        match after.checked_sub(1).and_then(|index| self.0.get(index)) {
            Some(&(from, source)) => source + (at - from),
            None => at,
        }
    }
}

/// One text made of pieces of another, which still knows where each came from.
#[derive(Debug, Default)]
pub(super) struct Joined {
    text: String,
    breaks: Breaks,
}

impl Joined {
    pub(super) fn push(&mut self, piece: Piece<'_>) {
        self.breaks.push(self.text.len(), piece.at);
        self.text.push_str(piece.text);
    }

    /// Adds a character that stands nowhere in the source.
    pub(super) fn glue(&mut self, filler: char) {
        self.text.push(filler);
    }

    pub(super) fn piece(&self) -> Piece<'_> {
        Piece {
            text: &self.text,
            at: 0,
        }
    }

    /// The offset in the source of the character at `at`.
    pub(super) fn origin(&self, at: usize) -> usize {
        self.breaks.origin(at)
    }
}

/// A line and a column of the text as given, both counted from 1; columns count characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineColumn {
    pub(super) line: u32,
    pub(super) column: u32,
}

/// The clean text, line by line.
#[derive(Debug)]
pub(super) struct Text<'a> {
    given: &'a str,
    clean: String,
    breaks: Breaks,
    /// Start and end of each clean line, without its line end.
    lines: Vec<(usize, usize)>,
    /// Where each line starts in the text as given.
    given_starts: Vec<usize>,
}

impl<'a> Text<'a> {
    pub(super) fn new(given: &'a str) -> Self {
        let mut text = Self {
            given,
            clean: String::with_capacity(given.len() + 1),
            breaks: Breaks::default(),
            lines: Vec::new(),
            given_starts: Vec::new(),
        };
        let mut at = 0;
        for line in lines(given) {
            let start = text.clean.len();
            text.given_starts.push(at);
            text.clean_line(line.text, at);
            text.lines.push((start, text.clean.len()));
            // The line end is a place, too: something can be missing there.
            text.breaks.push(text.clean.len(), at + line.text.len());
            text.clean.push('\n');
            at += line.text.len() + line.end;
        }
        text
    }

    pub(super) fn line_count(&self) -> usize {
        self.lines.len()
    }

    /// The clean line of that index, counted from 0; empty past the end.
    pub(super) fn line(&self, index: usize) -> Piece<'_> {
        let (start, end) = self.lines.get(index).copied().unwrap_or_default();
        Piece {
            text: self.clean.get(start..end).unwrap_or_default(),
            at: start,
        }
    }

    /// The offset in the text as given of an offset in the clean text.
    pub(super) fn given_offset(&self, at: usize) -> usize {
        self.breaks.origin(at).min(self.given.len())
    }

    /// Lines and columns of offsets in the text as given, which have to be sorted.
    pub(super) fn places(&self, offsets: &[usize]) -> Vec<LineColumn> {
        let mut line = 0;
        let mut counted_to = 0;
        let mut column = 1;
        let mut places = Vec::with_capacity(offsets.len());
        for &offset in offsets {
            let after = self.given_starts.partition_point(|&start| start <= offset);
            let here = after.saturating_sub(1);
            if here != line || places.is_empty() {
                line = here;
                counted_to = self.given_starts.get(line).copied().unwrap_or_default();
                column = 1;
            }
            let between = self.given.get(counted_to..offset).unwrap_or_default();
            column += saturated(between.chars().count());
            counted_to = offset.max(counted_to);
            places.push(LineColumn {
                line: saturated(line + 1),
                column,
            });
        }
        places
    }

    fn clean_line(&mut self, line: &str, at: usize) {
        if line.bytes().all(is_plain) {
            self.breaks.push(self.clean.len(), at);
            self.clean.push_str(line);
            return;
        }
        let mut offset = 0;
        while let Some(rest) = line.get(offset..).filter(|rest| !rest.is_empty()) {
            let (length, kept) = next_kept(rest);
            if let Some(character) = kept {
                self.breaks.push(self.clean.len(), at + offset);
                self.clean.push(character);
            }
            offset += length;
        }
    }
}

/// A line as given and how many bytes its line end has.
struct GivenLine<'a> {
    text: &'a str,
    end: usize,
}

/// Splits at CR LF, LF and lone CR; a line end at the very end begins no further line.
fn lines(text: &str) -> impl Iterator<Item = GivenLine<'_>> {
    let mut rest = text;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let at = rest.find(['\n', '\r']).unwrap_or(rest.len());
        let (line, tail) = rest.split_at(at);
        let end = match tail.as_bytes() {
            [b'\r', b'\n', ..] => 2,
            [] => 0,
            _ => 1,
        };
        rest = tail.get(end..).unwrap_or_default();
        Some(GivenLine { text: line, end })
    })
}

/// The text of a line, counted from 1, as it was given: what to show beside a warning.
///
/// ```
/// assert_eq!(tidemark_core::import::line_text("a\r\nb", 2), Some("b"));
/// ```
pub fn line_text(text: &str, line: u32) -> Option<&str> {
    let index = usize::try_from(line.checked_sub(1)?).ok()?;
    lines(text).nth(index).map(|line| line.text)
}

fn saturated(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Bytes that mean themselves: printable ASCII other than `&`, and the tab.
fn is_plain(byte: u8) -> bool {
    (byte.is_ascii_graphic() && byte != b'&') || byte == b' ' || byte == b'\t'
}

/// How many bytes to step over, and the character they stand for, if any.
fn next_kept(rest: &str) -> (usize, Option<char>) {
    static ENTITIES: [(&str, char); 5] = [
        ("&nbsp;", ' '),
        ("&lt;", '<'),
        ("&gt;", '>'),
        ("&quot;", '"'),
        ("&amp;", '&'),
    ];
    let Some(character) = rest.chars().next() else {
        return (1, None);
    };
    let length = character.len_utf8();
    match character {
        '\u{200B}'..='\u{200D}' | '\u{FEFF}' => (length, None),
        '\u{1B}' => (control_sequence(rest.as_bytes()), None),
        '&' => ENTITIES
            .iter()
            .find(|(entity, _)| rest.starts_with(entity))
            .map_or((length, Some('&')), |&(entity, stands_for)| {
                (entity.len(), Some(stands_for))
            }),
        '\t' => (length, Some('\t')),
        // No-break spaces and all the others: from here on, blanks are ASCII.
        _ if character.is_whitespace() => (length, Some(' ')),
        _ => (length, Some(character)),
    }
}

/// How far the end of a window title is looked for.
const TITLE_MAX: usize = 128;

/// The length of the terminal control sequence at the start: `ESC [ … letter`, `ESC ] … BEL` or
/// `ESC ( x`. Of one that doesn't end on its line, only what surely belongs to it.
fn control_sequence(bytes: &[u8]) -> usize {
    match bytes.get(1) {
        Some(b'[') => {
            let parameters = bytes
                .iter()
                .skip(2)
                .take_while(|byte| (0x20..0x40).contains(*byte))
                .count();
            let letter = bytes.get(2 + parameters);
            2 + parameters + usize::from(letter.is_some_and(|byte| (0x40..0x7F).contains(byte)))
        }
        Some(b']') => {
            let mut title = bytes.iter().take(TITLE_MAX);
            title
                .position(|&byte| byte == 0x07)
                .map_or(2, |bell| bell + 1)
        }
        Some(b'(') => 2 + usize::from(bytes.get(2).is_some_and(u8::is_ascii_graphic)),
        _ => 1,
    }
}
