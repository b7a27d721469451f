//! What pastes add around a line: quote marks, bullets, line numbers, log times, table bars.
//!
//! It doesn't know what a line should look like without them; it only lists the ways to read a
//! line, nearest to the line as it is first, because a topic called `-x` is legal.

use alloc::vec::Vec;

use super::text::Piece;

/// How many of them can lie on top of each other.
const DEPTH_MAX: usize = 4;

/// How many ways to read one line are tried.
const WAYS_MAX: usize = 24;

/// One kind of decoration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strip {
    /// `>`, once or more: quoted mail, Markdown.
    Quote,
    /// `- `, `* `, `+ `.
    Bullet,
    /// `+` or `-` glued to the text: diffs.
    Diff,
    /// A number with `:`, `.` or blanks.
    Number,
    /// `|` at the start.
    BarBefore,
    /// `|` or `| |` at the end.
    BarAfter,
    /// A log time.
    Time,
    /// `name  | `: docker compose.
    Compose,
    /// `name: `, `[name] `: parallel ssh, kubectl.
    Name,
    /// `#`, `//`.
    Comment,
}

const ALL: [Strip; 10] = [
    Strip::Quote,
    Strip::Bullet,
    Strip::Number,
    Strip::BarBefore,
    Strip::BarAfter,
    Strip::Time,
    Strip::Compose,
    Strip::Name,
    Strip::Comment,
    Strip::Diff,
];

/// Which decorations were taken off, outermost first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Path {
    strips: [Option<Strip>; DEPTH_MAX],
}

impl Path {
    fn len(self) -> usize {
        self.strips.iter().flatten().count()
    }

    fn with(mut self, strip: Strip) -> Self {
        if let Some(free) = self.strips.iter_mut().find(|slot| slot.is_none()) {
            *free = Some(strip);
        }
        self
    }

    /// Takes the same decorations off another line, as far as it has them.
    pub(super) fn strip<'t>(self, line: Piece<'t>) -> Piece<'t> {
        self.strips.iter().flatten().fold(line, |piece, &strip| {
            take_off(strip, piece).unwrap_or(piece)
        })
    }
}

/// The ways to read a line, the line as it is first, then with ever more taken off.
pub(super) fn ways(line: Piece<'_>) -> Vec<(Path, Piece<'_>)> {
    let mut ways = Vec::from([(Path::default(), line)]);
    let mut at = 0;
    while let Some(&(path, piece)) = ways.get(at) {
        at += 1;
        if path.len() == DEPTH_MAX {
            continue;
        }
        for strip in ALL {
            let Some(less) = take_off(strip, piece) else {
                continue;
            };
            let same = |&(_, other): &(Path, Piece<'_>)| {
                other.at == less.at && other.text.len() == less.text.len()
            };
            if ways.len() < WAYS_MAX && !ways.iter().any(same) {
                ways.push((path.with(strip), less));
            }
        }
    }
    ways
}

fn take_off(strip: Strip, line: Piece<'_>) -> Option<Piece<'_>> {
    let line = line.trim_start();
    match strip {
        Strip::Quote => line.after(">").map(|rest| {
            let bare = rest.text.trim_start_matches('>');
            rest.from(rest.text.len() - bare.len())
        }),
        Strip::Bullet => ["-", "*", "+", "\u{2022}"]
            .iter()
            .find_map(|mark| line.after(mark))
            .filter(|rest| rest.is_empty() || rest.text.starts_with([' ', '\t'])),
        Strip::Diff => ["-", "+"]
            .iter()
            .find_map(|mark| line.after(mark))
            .filter(|rest| rest.text.starts_with(|c: char| !c.is_whitespace())),
        Strip::Number => {
            let rest = after_digits(line, 1..=9)?;
            if rest.is_empty() || rest.text.starts_with([' ', '\t']) {
                return Some(rest);
            }
            rest.after(":").or_else(|| rest.after("."))
        }
        Strip::BarBefore => line.after("|"),
        Strip::BarAfter => {
            let bare = line.trim_end().before("|")?.trim_end();
            Some(bare.before("|").map_or(bare, Piece::trim_end))
        }
        Strip::Time => after_time(line),
        Strip::Compose => {
            let (name, rest) = line.split("|")?;
            (rest.text.starts_with([' ', '\t']) && is_name(name.trim_end().text)).then_some(rest)
        }
        Strip::Name => {
            let (name, rest) = line.word();
            let bare = name
                .text
                .strip_suffix(':')
                .or_else(|| name.text.strip_prefix('[')?.strip_suffix(']'))?;
            is_name(bare).then_some(rest)
        }
        Strip::Comment => {
            let rest = line.after("//").or_else(|| line.after("#"))?;
            let bare = rest.text.trim_start_matches('#');
            Some(rest.from(rest.text.len() - bare.len()))
        }
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty()
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b"._-/@".contains(&byte))
}

/// What follows digits, if there are that many.
fn after_digits(piece: Piece<'_>, count: core::ops::RangeInclusive<usize>) -> Option<Piece<'_>> {
    let digits = piece.text.bytes().take_while(u8::is_ascii_digit).count();
    count.contains(&digits).then(|| piece.from(digits))
}

/// The forms of log times: `9` is one digit, `#` one or more, everything else itself.
static TIMES: [&str; 4] = [
    "[9999-99-99T99:99:99",
    "9999-99-99T99:99:99",
    "[9999-99-99 99:99:99",
    "9999-99-99 99:99:99",
];

/// A US date and time, as some log viewers print it.
static US_TIMES: [&str; 2] = ["#/#/9999, #:99:99 AM - ", "#/#/9999, #:99:99 PM - "];

/// What follows a log time: ISO with or without brackets and `stdout F`, or a US date and time
/// with a level.
fn after_time(line: Piece<'_>) -> Option<Piece<'_>> {
    if let Some(level) = US_TIMES.iter().find_map(|form| after_form(line, form)) {
        let (word, rest) = level.word();
        return word.text.ends_with(':').then_some(rest);
    }
    let rest = TIMES.iter().find_map(|form| after_form(line, form))?;
    let rest = after_one_of(rest, &[".#", ",#"]).unwrap_or(rest);
    let rest = after_one_of(rest, &["Z", "+99:99", "-99:99", "+9999", "-9999"]).unwrap_or(rest);
    if line.text.starts_with('[') {
        return rest.after("]");
    }
    Some(after_one_of(rest, &[" stdout F", " stderr F"]).unwrap_or(rest))
}

fn after_one_of<'t>(piece: Piece<'t>, forms: &[&str]) -> Option<Piece<'t>> {
    forms.iter().find_map(|form| after_form(piece, form))
}

fn after_form<'t>(piece: Piece<'t>, form: &str) -> Option<Piece<'t>> {
    let text = piece.text.as_bytes();
    let digit = |at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
    let mut at = 0;
    for &mark in form.as_bytes() {
        let fits = match mark {
            b'9' | b'#' => digit(at),
            _ => text.get(at) == Some(&mark),
        };
        if !fits {
            return None;
        }
        at += 1;
        while mark == b'#' && digit(at) {
            at += 1;
        }
    }
    Some(piece.from(at))
}
