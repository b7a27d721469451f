//! Messages in flight and running timers, as cards; the selected one opens in place.

use super::wires::wires;
use crate::parts::{Glyph, icon};
use crate::prose::Teller;
use crate::words::{instant, say, time_left};
use tidemark_core::session::frame::{Frame, MessageView, TimerView};
use tidemark_core::sim::event::{MessageKind, VirtualTime};
use yew::{Callback, Html, html};

/// Cards shown; the rest is a number.
const MESSAGES_MAX: usize = 8;
/// Timers shown below them.
const TIMERS_MAX: usize = 4;

/// What the cards are drawn from.
pub(super) struct InFlight<'a> {
    /// The frame.
    pub(super) frame: &'a Frame,
    /// Tells messages.
    pub(super) teller: &'a Teller,
    /// The open card.
    pub(super) selected: Option<usize>,
    /// Opens another, or none.
    pub(super) on_select: Callback<Option<usize>>,
}

/// The cards, and the wires beside them; made anew for each step, so that the dots set out again.
pub(super) fn in_flight(props: &InFlight<'_>) -> Html {
    let (frame, teller) = (props.frame, props.teller);
    let words = teller.words;
    let now = frame.position.time;
    let about = say!(
        words,
        in_flight_about,
        partition = &teller.names.partition(frame.partition.id),
        n = frame.messages.len(),
        total = frame.messages_total
    );
    let shown = &frame.messages[..frame.messages.len().min(MESSAGES_MAX)];
    let cards = shown
        .iter()
        .enumerate()
        .map(|(at, message)| card(message, at, now, props));
    let hidden = frame.messages.len() - shown.len();
    let timers = frame
        .timers
        .iter()
        .take(TIMERS_MAX)
        .map(|timer| timer_card(timer, now, teller));
    let hidden_timers = frame.timers.len().saturating_sub(TIMERS_MAX);
    html! {
        <section key={frame.position.step} class="wires" aria-label={words.in_flight()}>
            { wires(frame, shown.len(), props.selected) }
            <div class="sec"><h2>{ words.in_flight() }</h2><span class="cap">{ about }</span></div>
            <div class="cards" tabindex="0" role="group" aria-label={words.in_flight()}>
                if shown.is_empty() {
                    <p class="sub">{ words.in_flight_none() }</p>
                }
                <div>for card in cards { { card } }</div>
                if hidden > 0 { <p class="cap">{ say!(words, in_flight_more, n = hidden) }</p> }
                <div>for timer in timers { { timer } }</div>
                if hidden_timers > 0 { <p class="cap">{ say!(words, timers_more, n = hidden_timers) }</p> }
            </div>
        </section>
    }
}

fn card(message: &MessageView, at: usize, now: VirtualTime, props: &InFlight<'_>) -> Html {
    let teller = props.teller;
    let words = teller.words;
    let open = props.selected == Some(at);
    let head = &message.head;
    let (glyph, hue) = message_glyph(&head.kind);
    let (from, to) = (teller.node_short(head.from), teller.node_short(head.to));
    let route = say!(words, message_route, from = &from, to = &to);
    let left = time_left(message.arrives.0.saturating_sub(now.0));
    let when = match (message.doomed, open) {
        (true, _) => words.message_never(),
        (false, true) => say!(words, message_arrives_in, time = &left),
        (false, false) => say!(words, message_in, time = &left),
    };
    let onclick = props.on_select.reform(move |_| (!open).then_some(at));
    let mut class = "fl".to_owned();
    if open {
        class.push_str(" sel");
    }
    if message.doomed {
        class.push_str(" doomed");
    }
    let fields = teller.message_fields(head);
    html! {
        <article key={at} {class}>
            <button class="t" type="button" aria-expanded={open.to_string()} {onclick}>
                { icon(glyph, hue) }
                <b>{ teller.message_name(&head.kind) }</b>
                if !open { <span class="dim">{ route.clone() }</span> }
                <span class="m">{ when }</span>
            </button>
            if open {
                <dl class="kv">
                    <dt>{ words.message_from_to() }</dt><dd>{ route }</dd>
                    if let Some(partition) = head.partition {
                        <dt>{ words.message_partition() }</dt><dd>{ teller.names.partition(partition) }</dd>
                    }
                    for (name, value) in fields { <><dt class="m">{ name }</dt><dd>{ value }</dd></> }
                    <dt>{ words.message_sent() }</dt><dd>{ instant(message.sent.as_millis()) }</dd>
                </dl>
            }
        </article>
    }
}

fn timer_card(timer: &TimerView, now: VirtualTime, teller: &Teller) -> Html {
    let left = time_left(timer.expires.0.saturating_sub(now.0));
    html! {
        <div class="fl timer" key={format!("{:?}", timer.timer)}>
            <span class="t">
                { icon(Glyph::Timer, "k-timer") }
                <b>{ teller.timer_name(&timer.timer) }</b>
                <span class="m">{ say!(teller.words, timer_in, time = &left) }</span>
            </span>
        </div>
    }
}

/// The glyph of a message and the class of its hue.
pub(super) const fn message_glyph(kind: &MessageKind) -> (Glyph, &'static str) {
    match kind {
        MessageKind::Fetch { .. }
        | MessageKind::FetchResponse { .. }
        | MessageKind::OffsetsForLeaderEpoch { .. }
        | MessageKind::OffsetsForLeaderEpochResponse { .. }
        | MessageKind::ListOffsets
        | MessageKind::ListOffsetsResponse { .. } => (Glyph::Replication, "k-repl"),
        MessageKind::Produce { .. } | MessageKind::ProduceResponse { .. } => {
            (Glyph::Client, "k-client")
        }
        _ => (Glyph::Control, "k-control"),
    }
}
