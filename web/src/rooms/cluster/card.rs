//! One message in flight: its card, and what can be done to it while the card is open.

use super::cards::is_twice;
use crate::parts::{Glyph, Shortcut, icon};
use crate::prose::Teller;
use crate::words::{instant, say, time_left};
use std::rc::Rc;
use tidemark_core::event::Effect;
use tidemark_core::session::frame::{MessageActs, MessageState, MessageView};
use tidemark_core::sim::command::Command;
use tidemark_core::sim::event::{MessageKind, Step, Trigger, VirtualTime};
use tidemark_core::sim::naming::{MessageAct, MessageName};
use yew::{Callback, Html, SubmitEvent, html};

/// What a card is drawn from.
pub(super) struct Card<'a> {
    /// All messages of the list.
    pub(super) messages: &'a [MessageView],
    /// Which of them it is.
    pub(super) at: usize,
    /// The present.
    pub(super) now: VirtualTime,
    /// Tells messages.
    pub(super) teller: &'a Teller,
    /// It is the selected one.
    pub(super) open: bool,
    /// It asks by how much to delay.
    pub(super) asks_delay: bool,
    /// Selects another, or none.
    pub(super) select: &'a Callback<Option<MessageName>>,
    /// Does to the selected one what a key stands for.
    pub(super) press: &'a Rc<dyn Fn(Shortcut) -> bool>,
    /// Delays the selected one by what the field says.
    pub(super) delay: &'a Callback<SubmitEvent>,
}

/// What a key does to a message, if it can be done; to be delayed, it has to be said by how much.
pub(super) const fn act_of(shortcut: Shortcut, acts: MessageActs) -> Option<MessageAct> {
    match shortcut {
        Shortcut::Drop => Some(MessageAct::Drop),
        Shortcut::Hold if acts.hold => Some(MessageAct::Hold),
        Shortcut::Hold => Some(MessageAct::Release),
        Shortcut::Duplicate if acts.duplicate => Some(MessageAct::Duplicate),
        Shortcut::Deliver => Some(MessageAct::DeliverNow),
        _ => None,
    }
}

/// The card.
pub(super) fn card(card: &Card<'_>) -> Html {
    let (teller, open) = (card.teller, card.open);
    let words = teller.words;
    let message = &card.messages[card.at];
    let (name, head, held) = (message.name, &message.head, is_held(message));
    let (glyph, hue) = message_glyph(&head.kind);
    let glyph = if held { Glyph::Pause } else { glyph };
    let (from, to) = (teller.node_short(head.from), teller.node_short(head.to));
    let route = say!(words, message_route, from = &from, to = &to);
    let left = time_left(message.arrives.0.saturating_sub(card.now.0));
    let when = match message.state {
        _ if message.doomed => words.message_never(),
        MessageState::Held => words.message_held(),
        MessageState::Behind => words.message_behind(),
        MessageState::UnderWay if open => say!(words, message_arrives_in, time = &left),
        MessageState::UnderWay => say!(words, message_in, time = &left),
    };
    let twice = is_twice(card.messages, &name);
    let mut class = "fl".to_owned();
    for (is, said) in [
        (open, " sel"),
        (message.doomed, " doomed"),
        (held, " held"),
        (twice, " twice"),
    ] {
        if is {
            class.push_str(said);
        }
    }
    let onclick = card.select.reform(move |_| (!open).then_some(name));
    let before = &card.messages[..card.at];
    let namesakes = before.iter().filter(|other| other.name == name).count();
    html! {
        <article key={format!("{}{namesakes}", teller.numbered(&name))} {class} aria-current={open.then_some("true")}>
            <button class="t" type="button" aria-expanded={open.to_string()} {onclick}>
                { icon(glyph, hue) }
                <b>{ teller.message_name(&head.kind) }</b>
                if twice { <span>{ words.message_twice() }</span> }
                if !open { <span class="dim">{ route.clone() }</span> }
                <span class="m">{ when }</span>
            </button>
            if open { { opened(card, message, route) } }
        </article>
    }
}

fn opened(card: &Card<'_>, message: &MessageView, route: String) -> Html {
    let teller = card.teller;
    let words = teller.words;
    let fields = teller.message_fields(&message.head);
    let (hold_glyph, hold) = if message.acts.hold {
        (Glyph::Pause, words.message_hold())
    } else {
        (Glyph::Play, words.message_release())
    };
    let acts = [
        (Shortcut::Drop, Glyph::Drop, words.message_drop()),
        (Shortcut::Hold, hold_glyph, hold),
        (Shortcut::Delay, Glyph::Timer, words.message_delay()),
        (Shortcut::Deliver, Glyph::Deliver, words.message_deliver()),
        (
            Shortcut::Duplicate,
            Glyph::Duplicate,
            words.message_duplicate(),
        ),
    ];
    let possible =
        |shortcut| shortcut == Shortcut::Delay || act_of(shortcut, message.acts).is_some();
    let acts = acts
        .into_iter()
        .filter(|(shortcut, ..)| possible(*shortcut));
    let acts = acts.map(|(shortcut, glyph, label)| {
        let press = card.press.clone();
        let onclick = Callback::from(move |_| {
            press(shortcut);
        });
        let expanded = (shortcut == Shortcut::Delay).then(|| card.asks_delay.to_string());
        html! {
            <button key={shortcut.key()} class="btn" type="button" title={shortcut.key()}
                aria-keyshortcuts={shortcut.key()} aria-expanded={expanded} {onclick}>
                { icon(glyph, "") }{ label }
            </button>
        }
    });
    html! {
        <>
            <dl class="kv">
                <dt>{ words.message_from_to() }</dt><dd>{ route }</dd>
                if let Some(partition) = message.head.partition {
                    <dt>{ words.message_partition() }</dt><dd>{ teller.names.partition(partition) }</dd>
                }
                for (name, value) in fields { <><dt class="m">{ name }</dt><dd>{ value }</dd></> }
                <dt>{ words.message_sent() }</dt><dd>{ instant(message.sent.as_millis()) }</dd>
            </dl>
            <div class="acts">for act in acts { { act } }</div>
            if card.asks_delay { { delay_form(card) } }
        </>
    }
}

fn delay_form(card: &Card<'_>) -> Html {
    let words = card.teller.words;
    html! {
        <form class="acts" onsubmit={card.delay.clone()}>
            <label>
                { words.delay_by() }
                <input class="field" type="number" min="1" max="3600000" value="100" required={true} />
            </label>
            <button class="btn pri">{ words.delay_now() }</button>
        </form>
    }
}

/// The message that this step dropped: struck, for one step.
pub(super) fn dropped(step: Option<&Step>, teller: &Teller) -> Html {
    let name = step.and_then(|step| match &step.trigger {
        Trigger::Command(Command::Message {
            name,
            act: MessageAct::Drop,
        }) => Some(name).filter(|_| !step.effects.iter().any(is_refusal)),
        _ => None,
    });
    html! {
        if let Some(name) = name {
            <p class="fl dropped"><span class="t">{ icon(Glyph::Drop, "bad") }<s>{ teller.numbered(name) }</s></span></p>
        }
    }
}

const fn is_refusal(effect: &Effect) -> bool {
    matches!(effect, Effect::ActRefused { .. })
}

/// Whether a message is held.
pub(super) fn is_held(message: &MessageView) -> bool {
    message.state == MessageState::Held
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
