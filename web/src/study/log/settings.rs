//! The settings that a folder is looked at with: no file of it says them, so that they begin with Kafka's defaults.

use crate::platform::{dom, form};
use crate::words::{Words, duration, say};
use std::borrow::Cow;
use std::ops::RangeInclusive;
use tidemark_core::kafka::{Offset, Timestamp};
use tidemark_core::log::{CleanupPolicy, LogConfig};
use yew::{Callback, Event, Html, classes, html};

/// `log.retention.check.interval.ms`.
const CHECK_INTERVAL_MS: i64 = 300_000;

/// `log.cleaner.dedupe.buffer.size`, for one cleaner thread.
const DEDUPE_BUFFER_BYTES: i64 = 134_217_728;

/// The settings.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Settings {
    /// The topic's.
    pub(super) log: LogConfig,
    /// `log.retention.check.interval.ms` of the broker.
    pub(super) check_interval_ms: i64,
    /// What is taken for the high watermark, whatever a checkpoint says.
    pub(super) high_watermark: Option<Offset>,
    /// Where the cleaner's last round ended, whatever a checkpoint says.
    pub(super) cleaner_checkpoint: Option<Offset>,
    /// `log.cleaner.dedupe.buffer.size` of the broker.
    pub(super) dedupe_buffer_bytes: i64,
    /// What time it is; as long as nobody says, the view knows a good one.
    pub(super) now_ms: Option<Timestamp>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            log: LogConfig::DEFAULT,
            check_interval_ms: CHECK_INTERVAL_MS,
            high_watermark: None,
            cleaner_checkpoint: None,
            dedupe_buffer_bytes: DEDUPE_BUFFER_BYTES,
            now_ms: None,
        }
    }
}

/// A whole number, or a span in words: `604800000`, `7d`, `12 h`, `-1`.
pub(super) fn parsed(text: &str) -> Option<i64> {
    let text = text.trim();
    let digits = text.trim_end_matches(|letter: char| letter.is_ascii_alphabetic());
    let factor = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" | "ms" => 1,
        "s" => 1_000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ => return None,
    };
    let number: i64 = digits.trim_end().parse().ok()?;
    number.checked_mul(factor)
}

/// A span as it is said beside its number; nothing for one that has no end.
pub(super) fn span(span_ms: i64, words: Words) -> String {
    match u64::try_from(span_ms) {
        Ok(span_ms) => duration(span_ms),
        Err(_) => words.log_for_ever(),
    }
}

/// A setting that can be changed where it stands.
pub(super) struct Field {
    /// Its name.
    pub(super) name: Cow<'static, str>,
    /// What it is.
    pub(super) value: i64,
    /// What it can be.
    pub(super) range: RangeInclusive<i64>,
    /// What the number means, if it does not say that itself.
    pub(super) means: Option<String>,
    /// How it is written.
    pub(super) unit: Unit,
}

/// How a setting is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Unit {
    /// A whole number, or a span.
    #[default]
    Whole,
    /// A share; the value is in millionths.
    Share,
}

impl Unit {
    fn text(self, value: i64) -> String {
        match self {
            Self::Whole => value.to_string(),
            Self::Share => share(value.unsigned_abs()),
        }
    }

    fn parsed(self, text: &str) -> Option<i64> {
        match self {
            Self::Whole => parsed(text),
            Self::Share => parsed_share(text),
        }
    }
}

/// A share in millionths as Kafka's settings have it: `0.5`.
pub(super) fn share(millionths: u64) -> String {
    let text = format!("{}.{:06}", millionths / 1_000_000, millionths % 1_000_000);
    let text = text.trim_end_matches('0');
    text.strip_suffix('.').unwrap_or(text).to_owned()
}

fn parsed_share(text: &str) -> Option<i64> {
    let (whole, rest) = text.trim().split_once('.').unwrap_or((text.trim(), ""));
    if rest.len() > 6 || !rest.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let whole: i64 = if whole.is_empty() {
        0
    } else {
        whole.parse().ok()?
    };
    let rest: i64 = format!("{rest:0<6}").parse().ok()?;
    whole.checked_mul(1_000_000)?.checked_add(rest)
}

impl Field {
    /// The field; it tells `changed` of a value that it can have.
    pub(super) fn draw(self, changed: impl Fn(i64) + 'static, words: Words) -> Html {
        let Self {
            name,
            value,
            range,
            means,
            unit,
        } = self;
        let wrong = {
            let (least, most) = (unit.text(*range.start()), unit.text(*range.end()));
            if *range.end() == i64::MAX {
                say!(words, log_setting_wrong, name = &*name, least = &least)
            } else {
                say!(
                    words,
                    log_setting_out,
                    name = &*name,
                    least = &least,
                    most = &most
                )
            }
        };
        let onchange = Callback::from(move |event: Event| {
            match unit
                .parsed(&dom::value(event.target()))
                .filter(|value| range.contains(value))
            {
                Some(value) => {
                    form::complain(event.target(), "");
                    changed(value);
                }
                None => form::complain(event.target(), &wrong),
            }
        });
        html! {
            <label key={&*name} class="setting">
                <span>{ &*name }</span>
                <input type="text" inputmode="numeric" autocomplete="off" value={unit.text(value)} {onchange} />
                if let Some(means) = means { <small>{ means }</small> }
            </label>
        }
    }
}

/// The policy, to be chosen.
pub(super) fn policy(policy: CleanupPolicy, changed: impl Fn(CleanupPolicy) + 'static) -> Html {
    const ALL: [(CleanupPolicy, &str); 3] = [
        (CleanupPolicy::Delete, "delete"),
        (CleanupPolicy::Compact, "compact"),
        (CleanupPolicy::CompactAndDelete, "compact,delete"),
    ];
    let options = ALL.map(|(own, name)| {
        html! { <option key={name} value={name} selected={own == policy}>{ name }</option> }
    });
    let onchange = Callback::from(move |event: Event| {
        let chosen = dom::value(event.target());
        if let Some((policy, _)) = ALL.into_iter().find(|(_, name)| *name == chosen) {
            changed(policy);
        }
    });
    html! {
        <label class={classes!("setting")}>
            <span>{ "cleanup.policy" }</span>
            <select {onchange}>{ for options }</select>
        </label>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_written_with_a_point() {
        assert_eq!(share(500_000), "0.5");
        assert_eq!(share(1_000_000), "1");
        assert_eq!(share(474_006), "0.474006");
        assert_eq!(parsed_share("0.5"), Some(500_000));
        assert_eq!(parsed_share(".25"), Some(250_000));
        assert_eq!(parsed_share("1"), Some(1_000_000));
        for wrong in ["0.5x", "0.1234567", "-", "a"] {
            assert_eq!(parsed_share(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_span_is_a_number_with_or_without_a_unit() {
        assert_eq!(parsed("604800000"), Some(604_800_000));
        assert_eq!(parsed(" 7d "), Some(604_800_000));
        assert_eq!(parsed("12 H"), Some(43_200_000));
        assert_eq!(parsed("-1"), Some(-1));
        for wrong in ["", "d", "7w", "1.5h", "9223372036854775807d", "7 d h"] {
            assert_eq!(parsed(wrong), None, "{wrong}");
        }
    }
}
