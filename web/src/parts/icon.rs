//! Glyphs: drawn once in `static/icons/glyphs.svg`, used by name.

use yew::{AttrValue, Html, Properties, component, html};

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
}

impl Glyph {
    const fn address(self) -> &'static str {
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
        }
    }
}

#[derive(PartialEq, Properties)]
pub(crate) struct IconProps {
    /// Which.
    pub(crate) glyph: Glyph,
    /// More classes: the hue.
    #[prop_or_default]
    pub(crate) class: AttrValue,
    /// What it says where no word stands beside it.
    #[prop_or_default]
    pub(crate) label: Option<AttrValue>,
}

/// A glyph in the ink of the text round it.
#[component]
pub(crate) fn Icon(props: &IconProps) -> Html {
    let class = ["i ", props.class.as_str()].concat();
    match &props.label {
        Some(label) => html! {
            <svg class={class} role="img" aria-label={label.clone()}>
                <use href={props.glyph.address()} />
            </svg>
        },
        None => html! {
            <svg class={class} aria-hidden="true"><use href={props.glyph.address()} /></svg>
        },
    }
}

/// The mark before the name.
#[component]
pub(crate) fn Wordmark() -> Html {
    html! {
        <svg viewBox="0 0 20 20" aria-hidden="true"><use href="#wordmark" /></svg>
    }
}

/// All glyphs and patterns, once in the page.
#[component]
pub(crate) fn Sprite() -> Html {
    Html::from_html_unchecked(AttrValue::Static(include_str!(
        "../../../static/icons/glyphs.svg"
    )))
}
