//! The five keys of the transport.

use crate::parts::{Glyph, icon};
use crate::state::{Act, Page};
use tidemark_core::session::frame::Position;
use tidemark_core::session::request::Move;
use yew::{Callback, Html, MouseEvent, html};

/// To start, back, play or pause, forward, to end.
pub(super) fn keys(page: &Page, playing: bool, position: Position) -> Html {
    let words = page.words;
    let at_start = position.step == 0;
    let at_end = position.complete && position.step == position.recorded;
    let go = |to: Move| {
        let handle = page.handle.clone();
        Callback::from(move |_| {
            handle.act(Act::Play(false));
            handle.go(to);
        })
    };
    let handle = page.handle.clone();
    let play = Callback::from(move |_| handle.act(Act::Play(!playing)));
    let (play_glyph, play_label) = if playing {
        (Glyph::Pause, words.pause())
    } else {
        (Glyph::Play, words.play())
    };
    html! {
        <>
            { key("tb", Glyph::First, words.to_start(), at_start, go(Move::Start)) }
            { key("tb", Glyph::Back, words.step_back(), at_start, go(Move::Back)) }
            { key("tb play", play_glyph, play_label, at_end && !playing, play) }
            { key("tb", Glyph::Forward, words.step_forward(), at_end, go(Move::Forward)) }
            { key("tb", Glyph::Last, words.to_end(), at_end, go(Move::End)) }
        </>
    }
}

/// A key.
pub(crate) fn key(
    class: &'static str,
    glyph: Glyph,
    label: String,
    disabled: bool,
    onclick: Callback<MouseEvent>,
) -> Html {
    html! {
        <button {class} type="button" title={label.clone()} aria-label={label} {disabled} {onclick}>
            { icon(glyph, "") }
        </button>
    }
}
