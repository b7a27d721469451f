//! The five keys of the transport.

use crate::parts::{Glyph, Icon};
use crate::state::{Act, Handle, use_words};
use tidemark_core::session::frame::Position;
use tidemark_core::session::request::Move;
use yew::{Callback, Html, Properties, component, html};

#[derive(PartialEq, Properties)]
pub(super) struct KeysProps {
    /// The ways to act on the session.
    pub(super) handle: Handle,
    /// Whether the run plays.
    pub(super) playing: bool,
    /// Where it is.
    pub(super) position: Position,
}

/// To start, back, play or pause, forward, to end.
#[component]
pub(super) fn Keys(props: &KeysProps) -> Html {
    let words = use_words();
    let at_start = props.position.step == 0;
    let at_end = props.position.complete && props.position.step == props.position.recorded;
    let go = |to: Move| {
        let handle = props.handle.clone();
        Callback::from(move |_| {
            handle.act(Act::Play(false));
            handle.go(to);
        })
    };
    let play = {
        let (handle, playing) = (props.handle.clone(), props.playing);
        Callback::from(move |_| handle.act(Act::Play(!playing)))
    };
    let (play_glyph, play_label) = if props.playing {
        (Glyph::Pause, words.pause())
    } else {
        (Glyph::Play, words.play())
    };
    let key = |glyph: Glyph, label: String, to: Move, disabled: bool| {
        html! {
            <button class="tb" type="button" title={label.clone()} aria-label={label} {disabled} onclick={go(to)}>
                <Icon {glyph} />
            </button>
        }
    };
    html! {
        <>
            { key(Glyph::First, words.to_start(), Move::Start, at_start) }
            { key(Glyph::Back, words.step_back(), Move::Back, at_start) }
            <button
                class="tb play"
                type="button"
                title={play_label.clone()}
                aria-label={play_label}
                onclick={play}
                disabled={at_end && !props.playing}
            >
                <Icon glyph={play_glyph} />
            </button>
            { key(Glyph::Forward, words.step_forward(), Move::Forward, at_end) }
            { key(Glyph::Last, words.to_end(), Move::End, at_end) }
        </>
    }
}
