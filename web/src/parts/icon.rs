//! Glyphs: drawn once in `static/icons/glyphs.svg`, used by name.

use yew::{AttrValue, Html, html};

/// A glyph of the sprite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Glyph {
    Leader,
    InSync,
    OutOfSync,
    Offline,
    Fenced,
    Recovering,
    Truncating,
    Replication,
    Client,
    Control,
    Timer,
    You,
    Disk,
    Violation,
    Check,
    HighWatermark,
    Fork,
    Filter,
    First,
    Last,
    Back,
    Forward,
    Play,
    Pause,
    Help,
    Theme,
    Close,
    Drop,
    Duplicate,
    Deliver,
    Rename,
    Delete,
    Link,
}

impl Glyph {
    /// Where it is drawn, for a `use`.
    pub(crate) const fn address(self) -> &'static str {
        match self {
            Self::Leader => "#i-leader",
            Self::InSync => "#i-insync",
            Self::OutOfSync => "#i-osr",
            Self::Offline => "#i-offline",
            Self::Fenced => "#i-fenced",
            Self::Recovering => "#i-recover",
            Self::Truncating => "#i-trunc",
            Self::Replication => "#i-repl",
            Self::Client => "#i-client",
            Self::Control => "#i-control",
            Self::Timer => "#i-timer",
            Self::You => "#i-you",
            Self::Disk => "#i-disk",
            Self::Violation => "#i-violate",
            Self::Check => "#i-check",
            Self::HighWatermark => "#i-hw",
            Self::Fork => "#i-fork",
            Self::Filter => "#i-filter",
            Self::First => "#i-first",
            Self::Last => "#i-last",
            Self::Back => "#i-back",
            Self::Forward => "#i-fwd",
            Self::Play => "#i-play",
            Self::Pause => "#i-pause",
            Self::Help => "#i-help",
            Self::Theme => "#i-sun",
            Self::Close => "#i-close",
            Self::Drop => "#i-drop",
            Self::Duplicate => "#i-copy",
            Self::Deliver => "#i-deliver",
            Self::Rename => "#i-rename",
            Self::Delete => "#i-delete",
            Self::Link => "#i-link",
        }
    }
}

/// A glyph in the ink of the text round it, with a class for its hue; a word beside it says what it is.
pub(crate) fn icon(glyph: Glyph, hue: &'static str) -> Html {
    drawn(glyph, hue, None)
}

/// A glyph that stands alone and says itself what it is.
pub(crate) fn named_icon(glyph: Glyph, hue: &'static str, name: String) -> Html {
    drawn(glyph, hue, Some(name))
}

fn drawn(glyph: Glyph, hue: &'static str, name: Option<String>) -> Html {
    let role = name.as_ref().map(|_| "img");
    let hidden = name.is_none().then_some("true");
    html! {
        <svg class={["i ", hue].concat()} {role} aria-label={name} aria-hidden={hidden}>
            <use href={glyph.address()} />
        </svg>
    }
}

/// All glyphs and patterns, once in the page.
pub(crate) fn sprite() -> Html {
    Html::from_html_unchecked(AttrValue::Static(include_str!(
        "../../../static/icons/glyphs.svg"
    )))
}
