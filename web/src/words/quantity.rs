//! Numbers and times as text; the same in every language.

/// A narrow space that doesn't break the line: thousands are parted by it, units follow it.
const THIN: char = '\u{202f}';
const NO_BREAK: char = '\u{a0}';

/// A number with its thousands parted: `10 000`. For prose and sizes; offsets are never grouped.
pub(crate) fn grouped(number: i64) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut out = String::with_capacity(digits.len() + 8);
    if number < 0 {
        out.push('-');
    }
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            out.push(THIN);
        }
        out.push(digit);
    }
    out
}

/// A point of virtual time: `14.006 s`, always to the millisecond.
pub(crate) fn instant(time_ms: u64) -> String {
    format!(
        "{}.{:03}{NO_BREAK}s",
        grouped((time_ms / 1000) as i64),
        time_ms % 1000
    )
}

/// The time left until something: below a millisecond in µs, else as [`duration`].
pub(crate) fn time_left(span_us: u64) -> String {
    if span_us > 0 && span_us < 1000 {
        format!("{span_us}{NO_BREAK}µs")
    } else {
        duration(span_us / 1000)
    }
}

/// A span of virtual time in the unit that reads best: `994 ms`, `31 s`, `4.5 s`, `7 d 0 h`.
pub(crate) fn duration(span_ms: u64) -> String {
    let (second, minute, hour, day) = (1_000, 60_000, 3_600_000, 86_400_000);
    let pair = |big: u64, unit: &str, small: u64, small_unit: &str| {
        let (count, rest) = (span_ms / big, span_ms % big / small);
        if rest == 0 {
            format!("{count}{NO_BREAK}{unit}")
        } else {
            format!("{count}{NO_BREAK}{unit} {rest}{NO_BREAK}{small_unit}")
        }
    };
    if span_ms < second {
        format!("{span_ms}{NO_BREAK}ms")
    } else if span_ms < 2 * minute {
        let rest = span_ms % second;
        let fraction = format!("{rest:03}");
        let fraction = fraction.trim_end_matches('0');
        if fraction.is_empty() {
            format!("{}{NO_BREAK}s", span_ms / second)
        } else {
            format!("{}.{fraction}{NO_BREAK}s", span_ms / second)
        }
    } else if span_ms < 2 * hour {
        pair(minute, "min", second, "s")
    } else if span_ms < 2 * day {
        pair(hour, "h", minute, "min")
    } else {
        pair(day, "d", hour, "h")
    }
}
