//! The wires: arcs from lane to lane, a dot for each message, a line from the open card to its dot.

use super::cards::message_glyph;
use crate::view::wires::{Wire, progress, wire};
use tidemark_core::session::frame::Frame;
use tidemark_core::sim::node::Node;
use yew::{Html, html};

/// Heights of the picture, as the style sheet has them, in px.
const RULER: f64 = 20.0;
const LANE: f64 = 122.0;
const CELL_MIDDLE: f64 = 48.0;
const CONTROLLER_MIDDLE: f64 = 22.0;
/// The first card's middle, and from one card to the next.
const FIRST_CARD: f64 = 44.0;
const CARD: f64 = 40.0;
/// Where the cards begin.
const CARDS_LEFT: f64 = 92.0;

/// The drawing; the cards say the same in words. The first messages have a card, one may be open.
pub(super) fn wires(frame: &Frame, shown: usize, selected: Option<usize>) -> Html {
    let messages = &frame.messages[..shown];
    let wires = messages.iter().enumerate().filter_map(|(at, message)| {
        let from = middle(frame, message.head.from)?;
        let to = middle(frame, message.head.to)?;
        let way = progress(message.sent, message.arrives, frame.position.time);
        let drawn = wire(from, to, at, messages.len(), way);
        let hue = match message_glyph(&message.head.kind).1 {
            "k-repl" => "var(--k-repl)",
            "k-client" => "var(--k-client)",
            _ => "var(--k-control)",
        };
        Some(one(&drawn, at, hue, selected == Some(at), message.doomed))
    });
    html! { <svg aria-hidden="true">for wire in wires { { wire } }</svg> }
}

fn one(wire: &Wire, at: usize, hue: &'static str, selected: bool, doomed: bool) -> Html {
    let (dot, card) = (wire.dot, FIRST_CARD + CARD * at as f64);
    let (width, dashes) = if selected {
        ("2.6", None)
    } else {
        ("1.5", Some("2 3"))
    };
    let opacity = if doomed { "0.5" } else { "1" };
    html! {
        <g key={at} {opacity}>
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
                    d={format!("M{CARDS_LEFT} {card}H{:.0}L{:.1} {:.1}", CARDS_LEFT - 12.0, dot.x, dot.y)}
                    fill="none"
                    stroke="var(--ink)"
                    stroke-width="1.2"
                />
                <circle cx={px(dot.x)} cy={px(dot.y)} r="7" fill={hue} stroke="var(--ink)" stroke-width="2" />
            } else {
                <circle cx={px(dot.x)} cy={px(dot.y)} r="4.5" fill={hue} />
            }
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

fn px(length: f64) -> String {
    format!("{length:.1}")
}
