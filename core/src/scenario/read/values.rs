//! The small things of a line: numbers, times, texts, values and runs of values.

use alloc::string::String;

use super::super::error::{Expected, Kind};
use super::super::limits;
use super::super::wording::is_language;
use super::line::{Line, Piece};

/// How much may still be read of something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Budget {
    count_left: usize,
    bytes_left: usize,
    count_max: usize,
}

impl Budget {
    pub(super) const fn new(count: usize, bytes: usize) -> Self {
        Self {
            count_left: count,
            bytes_left: bytes,
            count_max: count,
        }
    }

    /// Takes a part of it, if so much is left.
    pub(super) fn take(&mut self, count: usize, bytes: usize) -> bool {
        let count_left = self.count_left.checked_sub(count);
        let bytes_left = self.bytes_left.checked_sub(bytes);
        let (Some(count_left), Some(bytes_left)) = (count_left, bytes_left) else {
            return false;
        };
        self.count_left = count_left;
        self.bytes_left = bytes_left;
        true
    }

    pub(super) fn exceeded(&self) -> Kind {
        Kind::TooMany {
            max: u32::try_from(self.count_max).unwrap_or(u32::MAX),
        }
    }
}

impl<'a> Line<'a, '_> {
    /// A whole number within bounds, both included.
    pub(super) fn number(&mut self, piece: Piece<'a>, min: i64, max: i64) -> Option<i64> {
        self.number_or(piece, min, max, Expected::Number)
    }

    /// A number within bounds that stands for something.
    pub(super) fn number_or(
        &mut self,
        piece: Piece<'a>,
        min: i64,
        max: i64,
        expected: Expected,
    ) -> Option<i64> {
        let digits = piece.text.strip_prefix('-').unwrap_or(piece.text);
        if !is_digits(digits) {
            self.report(piece, Kind::Expected(expected));
            return None;
        }
        let number: Option<i64> = piece.text.parse().ok();
        let number = number.filter(|number| (min..=max).contains(number));
        self.demand(number.is_some(), piece, Kind::OutOfBounds { min, max });
        number
    }

    /// `number`, as a narrower type; the bounds have to fit it.
    pub(super) fn narrow<T: TryFrom<i64>>(
        &mut self,
        piece: Piece<'a>,
        min: i64,
        max: i64,
    ) -> Option<T> {
        T::try_from(self.number(piece, min, max)?).ok()
    }

    /// A number of 64 bits without sign.
    pub(super) fn unsigned(&mut self, piece: Piece<'a>) -> Option<u64> {
        let number = piece.text.parse().ok().filter(|_| is_digits(piece.text));
        self.demand(number.is_some(), piece, Kind::Expected(Expected::Number));
        number
    }

    /// `true` or `false`.
    pub(super) fn truth(&mut self, piece: Piece<'a>) -> Option<bool> {
        let truth = piece.text.parse().ok();
        self.demand(truth.is_some(), piece, Kind::Expected(Expected::Flag));
        truth
    }

    /// A time with its unit, in microseconds, at most `max`.
    pub(super) fn time(&mut self, piece: Piece<'a>, max: u64) -> Option<u64> {
        match micros(piece.text) {
            Some(time) if time <= max => Some(time),
            Some(_) => {
                self.report(
                    piece,
                    Kind::OutOfBounds {
                        min: 0,
                        max: i64::try_from(max).unwrap_or(i64::MAX),
                    },
                );
                None
            }
            None => {
                self.report(piece, Kind::Expected(Expected::Time));
                None
            }
        }
    }

    /// The tag of a language.
    pub(super) fn language(&mut self, piece: Piece<'a>) -> Option<String> {
        let right = is_language(piece.text);
        self.demand(right, piece, Kind::Expected(Expected::Language));
        right.then(|| String::from(piece.text))
    }

    /// An id: letters, digits, `-`, `_` and `.`.
    pub(super) fn id(&mut self, piece: Piece<'a>) -> Option<String> {
        let right = is_name(piece.text);
        self.demand(right, piece, Kind::Expected(Expected::Id));
        right.then(|| String::from(piece.text))
    }

    /// Text in quotation marks, at most `max` bytes long.
    pub(super) fn quoted(&mut self, piece: Piece<'a>, max: usize) -> Option<String> {
        let inner = piece.text.strip_prefix('"').and_then(|rest| {
            let rest = rest.strip_suffix('"')?;
            // The last mark closes the text only if nothing escapes it and none closed it before.
            closes_at_end(rest).then_some(rest)
        });
        let Some(inner) = inner else {
            let known = self.quote_open;
            self.demand(known, piece, Kind::Expected(Expected::QuotedText));
            return None;
        };
        let text = self.unescape(piece.part(1, 1 + inner.len()))?;
        if text.len() > max {
            let max = u32::try_from(max).unwrap_or(u32::MAX);
            self.report(piece, Kind::TooLong { max });
            return None;
        }
        Some(text)
    }

    fn unescape(&mut self, inner: Piece<'a>) -> Option<String> {
        let mut text = String::with_capacity(inner.text.len());
        let mut rest = inner.text;
        while let Some(at) = rest.find('\\') {
            text.push_str(rest.get(..at)?);
            rest = rest.get(at..)?;
            let Some((character, length)) = escape(rest) else {
                let from = inner.text.len() - rest.len();
                let to = rest
                    .char_indices()
                    .nth(2)
                    .map_or(rest.len(), |(end, _)| end);
                let kind = Kind::Expected(Expected::Escape);
                self.report(inner.part(from, from + to), kind);
                return None;
            };
            text.push(character);
            rest = rest.get(length..)?;
        }
        text.push_str(rest);
        Some(text)
    }

    /// The values of an item: one, or those of a run.
    pub(super) fn values(
        &mut self,
        item: Piece<'a>,
        budget: &mut Budget,
        mut push: impl FnMut(String),
    ) -> Option<()> {
        let mut parts = item.split("..");
        let (first, last, more) = (parts.next(), parts.next(), parts.next());
        let (Some(first), None) = (first, more) else {
            self.report(item, Kind::Expected(Expected::Run));
            return None;
        };
        let Some(last) = last else {
            let value = self.value(first)?;
            let fits = budget.take(1, value.len());
            self.demand(fits, item, budget.exceeded());
            return fits.then(|| push(value));
        };
        let Some(run) = Run::read(first.text, last.text) else {
            self.report(item, Kind::Expected(Expected::Run));
            return None;
        };
        let fits = run.size(last.text.len());
        let fits = fits.is_some_and(|(count, bytes)| budget.take(count, bytes));
        self.demand(fits, item, budget.exceeded());
        if !fits {
            return None;
        }
        for number in run.first..=run.last {
            push(alloc::format!("{}{number}", run.prefix));
        }
        Some(())
    }

    /// One value.
    pub(super) fn value(&mut self, piece: Piece<'a>) -> Option<String> {
        if piece.text.starts_with('"') {
            return self.quoted(piece, limits::VALUE_BYTES);
        }
        if !is_bare(piece.text) {
            self.report(piece, Kind::Expected(Expected::Value));
            return None;
        }
        if piece.text.len() > limits::VALUE_BYTES {
            let max = u32::try_from(limits::VALUE_BYTES).unwrap_or(u32::MAX);
            self.report(piece, Kind::TooLong { max });
            return None;
        }
        Some(String::from(piece.text))
    }
}

/// Values that differ in the number at their end only.
#[derive(Clone, Copy, Debug)]
struct Run<'a> {
    prefix: &'a str,
    first: u64,
    last: u64,
}

impl<'a> Run<'a> {
    fn read(first: &'a str, last: &'a str) -> Option<Self> {
        let (prefix, first) = numbered(first)?;
        let (same, last) = numbered(last)?;
        (prefix == same && first <= last).then_some(Self {
            prefix,
            first,
            last,
        })
    }
}

impl Run<'_> {
    /// How many values there are, and how many bytes they have at most.
    fn size(&self, longest: usize) -> Option<(usize, usize)> {
        let count = usize::try_from(self.last - self.first)
            .ok()?
            .checked_add(1)?;
        Some((count, count.checked_mul(longest)?))
    }
}

/// What stands before the number at the end of a value, and that number. Leading zeros would be lost.
pub(in super::super) fn numbered(value: &str) -> Option<(&str, u64)> {
    let prefix = value.trim_end_matches(|character: char| character.is_ascii_digit());
    let digits = value.get(prefix.len()..)?;
    let leads_with_zero = digits.len() > 1 && digits.starts_with('0');
    if digits.is_empty() || digits.len() > 18 || leads_with_zero {
        return None;
    }
    let bare = is_bare(value) && (prefix.is_empty() || !prefix.ends_with('.'));
    Some((prefix, digits.parse().ok().filter(|_| bare)?))
}

/// Whether a value may stand without quotation marks.
pub(in super::super) fn is_bare(value: &str) -> bool {
    let allowed =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':' | b'/');
    !value.is_empty()
        && value.bytes().all(allowed)
        && !value.starts_with('.')
        && !value.ends_with('.')
        && !value.contains("..")
}

/// Whether a text is an id.
pub(super) fn is_name(text: &str) -> bool {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
    !text.is_empty() && text.len() <= 249 && text.bytes().all(allowed)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a text between quotation marks has none of its own and ends with no half escape.
fn closes_at_end(inner: &str) -> bool {
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => return false,
            '\\' if characters.next().is_none() => return false,
            _ => {}
        }
    }
    true
}

/// The character an escape at the start of `text` stands for, and the escape's length.
fn escape(text: &str) -> Option<(char, usize)> {
    let mut characters = text.chars().skip(1);
    let character = match characters.next()? {
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => {
            let digits = text.strip_prefix("\\u{")?.split_once('}')?.0;
            let hexadecimal = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            let code = u32::from_str_radix(digits, 16)
                .ok()
                .filter(|_| hexadecimal)?;
            return Some((char::from_u32(code)?, digits.len() + 4));
        }
        character @ ('"' | '\\') => character,
        _ => return None,
    };
    Some((character, 2))
}

/// Reads `14.006s`; no finer than a microsecond.
fn micros(text: &str) -> Option<u64> {
    let unit_at = text.find(|character: char| character.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at_checked(unit_at)?;
    let unit: u64 = match unit {
        "us" => 1,
        "ms" => 1_000,
        "s" => 1_000_000,
        "min" => 60_000_000,
        "h" => 3_600_000_000,
        _ => return None,
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    if !is_digits(whole) || !is_digits(fraction) || fraction.len() > 12 {
        return None;
    }
    let scale = 10_u64.checked_pow(u32::try_from(fraction.len()).ok()?)?;
    let numerator = u128::from(fraction.parse::<u64>().ok()?) * u128::from(unit);
    if !numerator.is_multiple_of(u128::from(scale)) {
        return None;
    }
    // A number too large for its type is a time beyond every bound.
    let whole = whole
        .parse::<u64>()
        .unwrap_or(u64::MAX)
        .saturating_mul(unit);
    let part = u64::try_from(numerator / u128::from(scale)).ok()?;
    Some(whole.saturating_add(part))
}
