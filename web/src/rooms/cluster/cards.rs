//! Messages in flight and running timers, as cards; the selected one opens in place.

use super::card::{Card, act_of, card, dropped};
use super::wires::wires;
use crate::component::{Given, Part, use_kept, use_watch};
use crate::parts::{Glyph, Shortcut, icon, use_shortcuts};
use crate::platform::dom;
use crate::prose::Teller;
use crate::state::Handle;
use crate::words::{say, time_left};
use std::rc::Rc;
use tidemark_core::session::frame::{Frame, MessageView, TimerView};
use tidemark_core::session::request::Request;
use tidemark_core::sim::command::Command;
use tidemark_core::sim::naming::{MessageAct, MessageName};
use yew::functional::{Hook, HookContext};
use yew::{Callback, Html, SubmitEvent, html, use_node_ref};

/// Cards shown until somebody asks for the rest.
const MESSAGES_MAX: usize = 8;
/// Timers shown below them, until then.
const TIMERS_MAX: usize = 4;

/// The selected card's button, and the field that asks by how much to delay it.
const SELECTED: &str = "[aria-current] > button";
const FIELD: &str = "[aria-current] input";

/// The cards, and the wires beside them.
#[derive(PartialEq)]
pub(super) struct InFlight {
    /// The ways to act on the session.
    pub(super) handle: Handle,
    /// The frame.
    pub(super) frame: Given<Frame>,
    /// Tells messages.
    pub(super) teller: Teller,
}

impl Part for InFlight {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let (frame, teller) = (&self.frame, &self.teller);
        let words = teller.words;
        let chosen = use_kept(|| None::<MessageName>).run(hooks);
        let all = use_kept(|| false).run(hooks);
        let delaying = use_kept(|| false).run(hooks);
        let list = use_node_ref().run(hooks);

        let messages = &frame.messages;
        let open = messages
            .iter()
            .position(|message| Some(message.name) == *chosen);
        let selected = open.map(|at| (messages[at].name, messages[at].acts));
        let shown = if *all { messages.len() } else { MESSAGES_MAX };
        let shown = shown.max(open.map_or(0, |at| at + 1)).min(messages.len());

        let perform: Rc<dyn Fn(MessageAct)> = {
            let (handle, list) = (self.handle.clone(), list.clone());
            Rc::new(move |act| {
                let Some((name, _)) = selected else { return };
                handle.ask(Request::Act(Command::Message { name, act }));
                if matches!(act, MessageAct::Drop | MessageAct::DeliverNow) {
                    // Its card goes, and must not take the focus along.
                    dom::focus(&list);
                }
            })
        };
        let press: Rc<dyn Fn(Shortcut) -> bool> = {
            let (perform, delaying, asked) = (perform.clone(), delaying.clone(), *delaying);
            Rc::new(move |shortcut| {
                let act = selected.and_then(|(_, acts)| act_of(shortcut, acts));
                match act {
                    Some(act) => perform(act),
                    None if shortcut == Shortcut::Delay && selected.is_some() => {
                        delaying.set(!asked);
                    }
                    None => return false,
                }
                true
            })
        };
        let keys = press.clone();
        use_shortcuts((selected, *delaying), move |shortcut| keys(shortcut)).run(hooks);
        use_watch((*chosen, *delaying), {
            let (list, asks) = (list.clone(), *delaying);
            move || {
                dom::reveal_current(&list);
                dom::focus_within(&list, if asks { FIELD } else { SELECTED });
            }
        })
        .run(hooks);

        let delay = {
            let (perform, delaying, list) = (perform.clone(), delaying.clone(), list.clone());
            Callback::from(move |event: SubmitEvent| {
                event.prevent_default();
                if let Ok(by_ms) = dom::value_within(&list, FIELD).parse::<u32>() {
                    let by_us = u64::from(by_ms) * 1000;
                    perform(MessageAct::Delay { by_us });
                    delaying.set(false);
                }
            })
        };
        let select = {
            let delaying = delaying.clone();
            Callback::from(move |name: Option<MessageName>| {
                chosen.set(name);
                delaying.set(false);
            })
        };
        let cards = (0..shown).map(|at| {
            card(&Card {
                messages,
                at,
                now: frame.position.time,
                teller,
                open: open == Some(at),
                asks_delay: *delaying,
                select: &select,
                press: &press,
                delay: &delay,
            })
        });
        let timers_shown = if *all { frame.timers.len() } else { TIMERS_MAX };
        let timers = frame.timers.iter().take(timers_shown);
        let timers = timers.map(|timer| self.timer(timer));
        let hidden = messages.len() - shown;
        let hidden_timers = frame.timers.len().saturating_sub(timers_shown);
        let mut more = Vec::new();
        if hidden > 0 {
            more.push(say!(words, in_flight_more, n = hidden));
        }
        if hidden_timers > 0 {
            more.push(say!(words, timers_more, n = hidden_timers));
        }
        let show_all = Callback::from(move |_| all.set(true));
        html! {
            <section class="wires" aria-label={words.in_flight()}>
                { wires(frame, shown, open, &select) }
                <div class="sec"><h2>{ words.in_flight() }</h2><span class="cap">{ self.about() }</span></div>
                <div class="cards" tabindex="0" role="group" aria-label={words.in_flight()} ref={list}>
                    if messages.is_empty() {
                        <p class="sub">{ words.in_flight_none() }</p>
                    }
                    { dropped(frame.step.as_ref(), teller) }
                    <div>for card in cards { { card } }</div>
                    <div>for timer in timers { { timer } }</div>
                    if !more.is_empty() {
                        <button class="tb" type="button" onclick={show_all}>{ more.join(" · ") }</button>
                    }
                </div>
            </section>
        }
    }
}

impl InFlight {
    fn about(&self) -> String {
        let frame = &self.frame;
        say!(
            self.teller.words,
            in_flight_about,
            partition = &self.teller.names.partition(frame.partition.id),
            n = frame.messages.len(),
            total = frame.messages_total
        )
    }

    fn timer(&self, timer: &TimerView) -> Html {
        let words = self.teller.words;
        let left = timer.expires.0.saturating_sub(self.frame.position.time.0);
        let name = self.teller.timer_name(&timer.timer);
        let expire = Request::Act(Command::ExpireTimer(timer.timer));
        let label = say!(words, timer_expire_named, timer = &name);
        html! {
            <div class="fl timer" key={format!("{:?}", timer.timer)}>
                <span class="t">
                    { icon(Glyph::Timer, "k-timer") }
                    <b>{ name }</b>
                    <span class="m">{ say!(words, timer_in, time = &time_left(left)) }</span>
                </span>
                <button class="tb" type="button" aria-label={label} onclick={self.handle.asking(expire)}>
                    { words.timer_expire() }
                </button>
            </div>
        }
    }
}

/// Whether the message and a copy of it are both on their way.
pub(super) fn is_twice(messages: &[MessageView], name: &MessageName) -> bool {
    let same = |other: &&MessageView| (other.name.flow, other.name.nth) == (name.flow, name.nth);
    messages.iter().filter(same).count() > 1
}
