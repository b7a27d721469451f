//! The panel, in the place of Explain.

use super::words;
use crate::component::{Given, Part, use_watch};
use crate::parts::{Glyph, icon, rich_text};
use crate::platform::{keyboard, route};
use crate::prose::Teller;
use crate::state::Page;
use crate::study::log;
use crate::study::spacetime::precise;
use crate::study::way::Way;
use crate::study::{Ask, Told, use_told};
use crate::words::say;
use tidemark_core::event::Effect;
use tidemark_core::session::frame::Frame;
use tidemark_core::session::request::Move;
use tidemark_core::sim::event::{MessageKind, Trigger};
use tidemark_core::study::why::{self, Link, Value, What, Why};
use yew::functional::{Hook, HookContext};
use yew::{Callback, Html, MouseEvent, html};

/// The panel.
#[derive(PartialEq)]
pub(crate) struct Causes {
    /// The page.
    pub(crate) page: Page,
    /// The frame.
    pub(crate) frame: Given<Frame>,
    /// Tells steps.
    pub(crate) teller: Teller,
    /// The value.
    pub(crate) value: Value,
}

impl Part for Causes {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.page.words;
        let partition = self.frame.partition.id;
        let ask = why::Ask {
            partition,
            value: self.value,
        };
        let told = use_told(&self.page.handle, Some(Ask::Why(ask)), self.frame.clone()).run(hooks);
        let found = told.as_deref().and_then(|told| match told {
            Told::Why(why) => Some(&**why),
            _ => None,
        });
        use_watch((), closes_on_escape).run(hooks);
        let found = found.filter(|found| found.ask == ask);
        let name = words::value(&self.teller, self.value);
        let content = match found {
            None => html! { <p>{ words.why_loading() }</p> },
            Some(why) => self.told(why),
        };
        html! {
            <section id="explain" class="explain" aria-label={words.why()} tabindex="0">
                <div class="cap">
                    <span>{ words.why() }</span>
                    <span>{ say!(words, why_of, value = &name, time = &precise(self.frame.position.time)) }</span>
                    <span class="grow"></span>
                    { close(words.why_close()) }
                </div>
                { content }
            </section>
        }
    }
}

/// The way back to Explain.
pub(crate) fn close(label: String) -> Html {
    let onclick = Callback::from(|_: MouseEvent| route::set_hash(&Way::with(None).href()));
    html! {
        <button class="tb" type="button" title={label.clone()} aria-label={label} {onclick}>
            { icon(Glyph::Close, "") }
        </button>
    }
}

/// Esc leads back, too.
pub(crate) fn closes_on_escape() -> impl Sized + 'static {
    keyboard::on_press(|press| {
        let closes = press.key == "Escape" && !press.in_dialog;
        if closes {
            route::set_hash(&Way::with(None).href());
        }
        closes
    })
}

impl Causes {
    fn told(&self, why: &Why) -> Html {
        let words = self.page.words;
        let chain = why.chain.iter().map(|link| self.link(link, true));
        let needed = why
            .needed
            .iter()
            .filter_map(|links| links.first())
            .map(|link| {
                let what = words::link(&self.teller, link);
                let text = rich_text(&say!(words, why_also, what = &what));
                self.line(link, false, text)
            });
        let led_to = why.led_to.iter().map(|link| self.link(link, false));
        let waits = why
            .waiting
            .iter()
            .map(|waiting| words::waiting(&self.teller, waiting, self.frame.position.time))
            .collect::<Vec<_>>();
        html! {
            <>
                <h2>{ words::headline(&self.teller, why) }</h2>
                if why.chain.is_empty() {
                    if why.known.is_some() { <p>{ words.why_never_changed() }</p> }
                } else {
                    <h3 class="vh">{ words.why_chain() }</h3>
                    <ol class="chain">
                        for line in chain { { line } }
                        for line in needed { { line } }
                    </ol>
                    if why.from_the_start { <p class="small">{ words.why_from_the_start() }</p> }
                }
                if !why.led_to.is_empty() {
                    <h3>{ words.why_led_to() }</h3>
                    <ol class="chain after">for line in led_to { { line } }</ol>
                }
                if !waits.is_empty() {
                    <div class="note">
                        <h3>{ words.why_waits() }</h3>
                        for text in waits { <p>{ rich_text(&text) }</p> }
                    </div>
                }
                if let Some(href) = self.folder() {
                    <p class="small"><a class="link" {href}>{ words.why_folder() }</a></p>
                }
            </>
        }
    }

    /// The way to the folder of the replica whose value it is.
    fn folder(&self) -> Option<String> {
        let (Value::LogEndOffset(broker)
        | Value::HighWatermark(broker)
        | Value::ReplicaLeaderEpoch(broker)) = self.value
        else {
            return None;
        };
        let partition = &self.frame.partition;
        Some(log::href(broker, &partition.topic, partition.number))
    }

    fn link(&self, link: &Link, strong: bool) -> Html {
        let text = words::link(&self.teller, link);
        self.line(link, strong, html! { { text } })
    }

    fn line(&self, link: &Link, strong: bool, text: Html) -> Html {
        let (glyph, hue) = glyph(link);
        let onclick = self.page.handle.going(Move::To(link.step));
        let key = format!("{} {:?}", link.step, link.what);
        let class = strong.then_some("t");
        html! {
            <li {key} {class}>
                <button class="link" type="button" {onclick}>{ precise(link.time) }</button>
                { icon(glyph, hue) }
                <span>{ text }</span>
            </li>
        }
    }
}

const fn glyph(link: &Link) -> (Glyph, &'static str) {
    match &link.what {
        What::Changed(Effect::HighWatermark { .. }) => (Glyph::HighWatermark, "k-hw"),
        What::Changed(
            Effect::Appended {
                as_leader: true, ..
            }
            | Effect::Acknowledged { .. },
        ) => (Glyph::Client, "k-client"),
        What::Changed(
            Effect::PartitionChanged { .. }
            | Effect::BecameLeader { .. }
            | Effect::BecameFollower { .. }
            | Effect::LeaderSawIsr { .. }
            | Effect::IsrChangeProposed { .. }
            | Effect::IsrChangeCommitted { .. },
        ) => (Glyph::Control, "k-control"),
        What::Changed(Effect::Truncated { .. }) => (Glyph::Truncating, "k-repl"),
        What::Changed(Effect::BrokerDown { .. } | Effect::RecordsLost { .. }) => {
            (Glyph::Offline, "k-bad")
        }
        What::Began(Trigger::Command(_)) => (Glyph::You, "k-you"),
        What::Began(Trigger::Timer(_)) => (Glyph::Timer, "k-timer"),
        What::Began(Trigger::Message(head)) => match head.kind {
            MessageKind::Produce { .. } | MessageKind::ProduceResponse { .. } => {
                (Glyph::Client, "k-client")
            }
            _ => (Glyph::Replication, "k-repl"),
        },
        _ => (Glyph::Replication, "k-repl"),
    }
}
