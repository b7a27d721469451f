//! The wires: arcs from lane to lane, a dot for each message, a line from the open card to its dot.

use super::card::{is_held, message_glyph};
use crate::view::length::tenths;
use crate::view::wires::{Wire, progress, wire};
use tidemark_core::session::frame::{Frame, MessageState, MessageView};
use tidemark_core::sim::naming::MessageName;
use tidemark_core::sim::node::Node;
use yew::{Callback, Html, html};

/// Heights of the picture, as the style sheet has them, in px.
const RULER: f64 = 20.0;
const LANE: f64 = 122.0;
const CELL_MIDDLE: f64 = 48.0;
const CONTROLLER_MIDDLE: f64 = 22.0;
/// The first card's middle, and from one card to the next.
const FIRST_CARD: f64 = 44.0;
const CARD: f64 = 40.0;
/// Where on its way a message stands that does not travel.
const STALLED: f64 = 0.5;
/// Where the cards begin.
const CARDS_LEFT: f64 = 92.0;

/// The drawing; the cards say the same in words. The first messages have a card, one may be open: a dot
/// that is pressed selects its message, as the button of its card does.
pub(super) fn wires(
    frame: &Frame,
    shown: usize,
    selected: Option<usize>,
    select: &Callback<Option<MessageName>>,
) -> Html {
    let messages = &frame.messages[..shown];
    let wires = messages.iter().enumerate().filter_map(|(at, message)| {
        let from = middle(frame, message.head.from)?;
        let to = middle(frame, message.head.to)?;
        let way = match message.state {
            MessageState::UnderWay => progress(message.sent, message.arrives, frame.position.time),
            MessageState::Held | MessageState::Behind => STALLED,
        };
        let drawn = wire(from, to, at, messages.len(), way);
        Some(one(&drawn, at, message, selected == Some(at), select))
    });
    html! { <svg aria-hidden="true">for wire in wires { { wire } }</svg> }
}

fn one(
    wire: &Wire,
    at: usize,
    message: &MessageView,
    selected: bool,
    select: &Callback<Option<MessageName>>,
) -> Html {
    let (dot, card) = (wire.dot, FIRST_CARD + CARD * at as f64);
    let (width, dashes) = if selected {
        ("2.6", None)
    } else {
        ("1.5", Some("2 3"))
    };
    let hue = match message_glyph(&message.head.kind).1 {
        "k-repl" => "var(--k-repl)",
        "k-client" => "var(--k-client)",
        _ => "var(--k-control)",
    };
    let opacity = if message.doomed { "0.5" } else { "1" };
    let name = message.name;
    let onclick = select.reform(move |_| (!selected).then_some(name));
    html! {
        <g key={at} {opacity} {onclick}>
            <path
                d={wire.data.clone()}
                fill="none"
                stroke={hue}
                stroke-width={width}
                stroke-dasharray={dashes}
                marker-end="url(#arrow)"
            />
            if selected {
                <path
                    d={format!("M{} {}H{}L{} {}", tenths(CARDS_LEFT), tenths(card), tenths(CARDS_LEFT - 12.0), tenths(dot.x), tenths(dot.y))}
                    fill="none"
                    stroke="var(--ink)"
                    stroke-width="1.2"
                />
                <circle cx={tenths(dot.x)} cy={tenths(dot.y)} r="7" fill={hue} stroke="var(--ink)" stroke-width="2" />
            } else {
                <circle cx={tenths(dot.x)} cy={tenths(dot.y)} r="4.5" fill={hue} />
            }
            if is_held(message) {
                <circle cx={tenths(dot.x)} cy={tenths(dot.y)} r="10" fill="none" stroke={hue} stroke-width="1.5" />
            }
            <circle class="hit" cx={tenths(dot.x)} cy={tenths(dot.y)} />
        </g>
    }
}

/// The middle of a node's lane; `None` for a broker without a lane.
fn middle(frame: &Frame, node: Node) -> Option<f64> {
    let lanes = &frame.partition.lanes;
    match node {
        Node::Broker(id) => {
            let at = lanes.iter().position(|lane| lane.broker == id)?;
            Some(RULER + LANE * at as f64 + CELL_MIDDLE)
        }
        Node::Controller => Some(RULER + LANE * lanes.len() as f64 + CONTROLLER_MIDDLE),
        // Clients stand above the picture.
        Node::Client(_) => Some(0.0),
    }
}
