//! The diagram in the Cluster room: what is asked for, the bar above it, the legend and the table below.

use super::drawing::draw;
use super::labels;
use super::layout::{View, lay_out};
use super::marks::Marks;
use super::rows::rows;
use super::shapes::{LeadsTo, Picture, Row};
use crate::component::{Given, Kept, Part, use_kept, use_watch};
use crate::parts::{Glyph, icon, use_media, use_width};
use crate::platform::{dom, keyboard, media, route};
use crate::prose::Teller;
use crate::state::Page;
use crate::study::way::{Side, Way};
use crate::study::why::words_of;
use crate::study::{Ask, Told, use_told};
use crate::words::say;
use tidemark_core::session::frame::Frame;
use tidemark_core::session::request::{Lens, Move, Request};
use tidemark_core::sim::command::Command;
use tidemark_core::sim::naming::{MessageAct, MessageName};
use tidemark_core::sim::node::Node;
use tidemark_core::study::spacetime::{self, Kinds, Window};
use tidemark_core::study::why;
use yew::functional::{Hook, HookContext};
use yew::{Callback, Event, Html, MouseEvent, html, use_node_ref};

/// Steps shown: at first, and with each press of a key more or fewer.
const ZOOMS: [u32; 7] = [6, 12, 20, 32, 60, 120, 240];
const FIRST_ZOOM: usize = 2;

/// The diagram.
#[derive(PartialEq)]
pub(crate) struct Diagram {
    /// The page.
    pub(crate) page: Page,
    /// The frame.
    pub(crate) frame: Given<Frame>,
    /// Tells steps.
    pub(crate) teller: Teller,
    /// What is asked beside it: its chain is marked.
    pub(crate) side: Option<Side>,
}

impl Part for Diagram {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.page.words;
        let zoom = use_kept(|| FIRST_ZOOM).run(hooks);
        let kinds = use_kept(|| Kinds::ALL).run(hooks);
        let hidden = use_kept(Vec::<Node>::new).run(hooks);
        let chosen = use_kept(|| None::<MessageName>).run(hooks);
        let place = use_node_ref().run(hooks);
        let width = use_width(&place).run(hooks);
        let narrow = use_media(media::NARROW).run(hooks);
        let value = match self.side {
            Some(Side::Why(value)) => Some(value),
            _ => None,
        };
        let partition = self.frame.partition.id;
        let ask = spacetime::Ask {
            partition,
            steps: ZOOMS[*zoom],
            kinds: *kinds,
            lens: self.frame.events.lens,
        };
        let handle = &self.page.handle;
        let place_in_run = self.frame.clone();
        let window = use_told(handle, Some(Ask::Spacetime(ask)), place_in_run.clone()).run(hooks);
        let window = window.as_deref().and_then(|told| match told {
            Told::Spacetime(window) => Some(&**window),
            _ => None,
        });
        let asks = value.map(|value| Ask::Why(why::Ask { partition, value }));
        let why = use_told(handle, asks, place_in_run).run(hooks);
        let why = why.as_deref().and_then(|told| match told {
            Told::Why(why) => Some(&**why),
            _ => None,
        });
        use_watch(*zoom, {
            let zoom = zoom.clone();
            move || {
                keyboard::on_press(move |press| {
                    let (at, last) = (*zoom, ZOOMS.len() - 1);
                    match press.key.as_str() {
                        "+" | "=" if !press.in_dialog => zoom.set(at.saturating_sub(1)),
                        "-" | "−" if !press.in_dialog => zoom.set((at + 1).min(last)),
                        _ => return false,
                    }
                    true
                })
            }
        })
        .run(hooks);
        let choose = {
            let (handle, chosen) = (self.page.handle.clone(), chosen.clone());
            Callback::from(move |to| match to {
                LeadsTo::Step(step) => {
                    chosen.set(None);
                    handle.go(Move::To(step));
                }
                LeadsTo::Message(name) => chosen.set(Some(name)),
                LeadsTo::Why(step, value) => {
                    handle.go(Move::To(step));
                    route::set_hash(&Way::with(Some(Side::Why(value))).href());
                }
            })
        };
        let asked =
            why.filter(|found| Some(found.ask.value) == value && found.ask.partition == partition);
        let marks = asked.map(|found| {
            let (title, rule) = words_of(&self.teller, found);
            Marks::new(found, title, rule)
        });
        let shown = window.filter(|window| window.partition == partition);
        let content = match shown {
            None => html! { <p class="sub">{ words.st_loading() }</p> },
            Some(window) => {
                let view = View {
                    room: f64::from(width.max(300)),
                    narrow,
                    hidden: &hidden,
                    marks: marks.as_ref(),
                };
                let picture = lay_out(window, &view, &self.frame, &self.teller);
                let rows = rows(window, &hidden, &self.teller);
                self.drawn(window, &picture, rows, marks.is_some(), &choose)
            }
        };
        let name = self.teller.names.partition(partition);
        html! {
            <section class="spacetime" aria-label={say!(words, st_title, partition = &name)} ref={place}>
                <div class="st-bar">
                    { self.zooming(&zoom) }
                    { self.filters(&kinds) }
                    { self.lens() }
                    if let Some(window) = shown { { self.processes(window, &hidden) } }
                </div>
                { content }
                { self.acts(&chosen) }
            </section>
        }
    }
}

impl Diagram {
    fn drawn(
        &self,
        window: &Window,
        picture: &Picture,
        rows: Vec<Row>,
        asked: bool,
        choose: &Callback<LeadsTo>,
    ) -> Html {
        let words = self.page.words;
        let name = self.teller.names.partition(window.partition);
        let label = say!(
            words,
            st_summary,
            first = window.first,
            last = window.last.max(window.first),
            partition = &name
        );
        let left = window.left_out;
        html! {
            <>
                if window.events.is_empty() { <p class="sub">{ words.st_nothing() }</p> }
                <div class="dw" tabindex="0" role="group" aria-label={label.clone()}>
                    { draw(picture, &label, choose) }
                </div>
                { self.legend(picture, asked) }
                <p class="st-notes">
                    if self.frame.events.lens != Lens::default() { <span>{ words.st_through_lens() }</span>{ " " } }
                    if window.by_hand { <span>{ words.st_by_hand() }</span>{ " " } }
                    if !picture.breaks.is_empty() { <span>{ words.st_shortened() }</span>{ " " } }
                    if left.before + left.after > 0 {
                        <span>{ say!(words, st_left_out, before = left.before, after = left.after) }</span>{ " " }
                    }
                    if left.others > 0 {
                        <span>{ say!(words, st_left_out_others, others = left.others) }</span>
                    }
                </p>
                <details class="st-table">
                    <summary>{ words.st_table() }</summary>
                    { self.table(&rows) }
                </details>
            </>
        }
    }

    fn zooming(&self, zoom: &Kept<usize>) -> Html {
        let words = self.page.words;
        let (at, last) = (**zoom, ZOOMS.len() - 1);
        let set = |to: usize| {
            let zoom = zoom.clone();
            Callback::from(move |_: MouseEvent| zoom.set(to))
        };
        html! {
            <div class="row" role="group" aria-label={words.st_fit()}>
                <button class="tb" type="button" title={words.st_zoom_in()} aria-label={words.st_zoom_in()}
                    disabled={at == 0} onclick={set(at.saturating_sub(1))}>{ "+" }</button>
                <button class="tb" type="button" title={words.st_zoom_out()} aria-label={words.st_zoom_out()}
                    disabled={at == last} onclick={set((at + 1).min(last))}>{ "−" }</button>
                <button class="tb" type="button" aria-pressed={(at == last).to_string()} onclick={set(last)}>{ words.st_fit() }</button>
            </div>
        }
    }

    fn filters(&self, kinds: &Kept<Kinds>) -> Html {
        let words = self.page.words;
        let now = **kinds;
        let toggle = |on: bool, name: String, glyph: Glyph, hue: &'static str, next: Kinds| {
            let kinds = kinds.clone();
            let onclick = Callback::from(move |_: MouseEvent| kinds.set(next));
            html! {
                <button class="tb" type="button" aria-pressed={on.to_string()} {onclick}>{ icon(glyph, hue) }{ name }</button>
            }
        };
        html! {
            <div class="row" role="group" aria-label={words.st_kinds()}>
                { toggle(now.replication, words.st_kind_replication(), Glyph::Replication, "k-repl",
                    Kinds { replication: !now.replication, ..now }) }
                { toggle(now.client, words.st_kind_client(), Glyph::Client, "k-client",
                    Kinds { client: !now.client, ..now }) }
                { toggle(now.control, words.st_kind_control(), Glyph::Control, "k-control",
                    Kinds { control: !now.control, ..now }) }
            </div>
        }
    }

    /// The broker that everything has to do with: the choice is the page's, and holds for stepping, too.
    fn lens(&self) -> Html {
        let words = self.page.words;
        let lens = self.frame.events.lens;
        let onchange = {
            let handle = self.page.handle.clone();
            Callback::from(move |event: Event| {
                let chosen = dom::value(event.target()).parse().ok();
                handle.look(|look| {
                    look.lens.broker = chosen;
                    look.events.through_lens = look.lens != Lens::default();
                    look.events.first = None;
                });
            })
        };
        let options = self.frame.brokers.iter().map(|broker| {
            let (id, selected) = (broker.id.to_string(), lens.broker == Some(broker.id));
            let name = labels::name(&self.teller, Node::Broker(broker.id));
            html! { <option key={broker.id} value={id} {selected}>{ name }</option> }
        });
        html! {
            <label class="st-lens">
                <span>{ words.st_lens() }</span>
                <select class="field" {onchange}>
                    <option value="" selected={lens.broker.is_none()}>{ words.st_lens_all() }</option>
                    for option in options { { option } }
                </select>
            </label>
        }
    }

    fn processes(&self, window: &Window, hidden: &Kept<Vec<Node>>) -> Html {
        let words = self.page.words;
        let buttons = window.processes.iter().map(|node| {
            let node = *node;
            let shown = !hidden.contains(&node);
            let name = labels::name(&self.teller, node);
            let title = if shown {
                say!(words, st_hide, name = &name)
            } else {
                say!(words, st_show, name = &name)
            };
            let onclick = {
                let hidden = hidden.clone();
                Callback::from(move |_: MouseEvent| {
                    let mut next = Vec::clone(&hidden);
                    if shown {
                        next.push(node);
                    } else {
                        next.retain(|known| *known != node);
                    }
                    hidden.set(next);
                })
            };
            // Two lines at least: a line alone tells nothing.
            let disabled = shown && window.processes.len() - hidden.len().min(window.processes.len()) <= 2;
            html! {
                <button key={name.clone()} class="tb" type="button" {title} aria-pressed={shown.to_string()} {disabled} {onclick}>
                    { name }
                </button>
            }
        });
        html! {
            <div class="row" role="group" aria-label={words.st_processes()}>
                for button in buttons { { button } }
            </div>
        }
    }

    fn legend(&self, picture: &Picture, asked: bool) -> Html {
        let words = self.page.words;
        let sample = |class: &'static str, text: String| {
            html! {
                <span>
                    <svg width="30" height="8" aria-hidden="true"><g {class}><path class="st-way" d="M0 4H30" /></g></svg>
                    { text }
                </span>
            }
        };
        html! {
            <div class="st-legend">
                if asked {
                    { sample("st-arrow trigger", words.st_legend_trigger()) }
                    { sample("st-arrow needed", words.st_legend_needed()) }
                    { sample("st-arrow led", words.st_legend_led_to()) }
                    { sample("st-arrow none", words.st_legend_none()) }
                } else {
                    { sample("st-arrow k-repl", words.st_legend_replication()) }
                    { sample("st-arrow k-client", words.st_legend_client()) }
                    { sample("st-arrow k-control", words.st_legend_control()) }
                }
                if !picture.bars.is_empty() {
                    <span>
                        <svg width="30" height="8" aria-hidden="true"><rect class="st-wait" x=".5" y="1" width="29" height="6" rx="3" /></svg>
                        { words.st_legend_wait() }
                    </span>
                }
            </div>
        }
    }

    fn table(&self, rows: &[Row]) -> Html {
        let words = self.page.words;
        let handle = &self.page.handle;
        let lines = rows.iter().enumerate().map(|(at, row)| {
            let event = row.step.map(|step| {
                let onclick = handle.going(Move::To(step));
                html! { <button class="link" type="button" {onclick}>{ step }</button> }
            });
            let time = row.time.map(labels::precise);
            let sent = row
                .sent
                .filter(|sent| Some(*sent) != row.time)
                .map(labels::precise);
            html! {
                <tr key={at} aria-current={row.now.then_some("step")}>
                    <td class="num">{ event }</td>
                    <td class="num">{ sent }</td>
                    <td class="num">{ time }</td>
                    <td>{ row.from.clone() }</td>
                    <td>{ row.to.clone() }</td>
                    <td>{ row.what.clone() }</td>
                    <td>{ row.changes.join("; ") }</td>
                </tr>
            }
        });
        html! {
            <div class="st-scroll" tabindex="0" role="group" aria-label={words.st_table()}>
                <table class="tbl">
                    <thead><tr>
                        <th scope="col" class="num">{ words.st_table_event() }</th>
                        <th scope="col" class="num">{ words.st_table_sent() }</th>
                        <th scope="col" class="num">{ words.st_table_time() }</th>
                        <th scope="col">{ words.st_table_from() }</th>
                        <th scope="col">{ words.st_table_to() }</th>
                        <th scope="col">{ words.st_table_what() }</th>
                        <th scope="col">{ words.st_table_changes() }</th>
                    </tr></thead>
                    <tbody>for line in lines { { line } }</tbody>
                </table>
            </div>
        }
    }

    /// What can be done to the message in flight that was chosen.
    fn acts(&self, chosen: &Kept<Option<MessageName>>) -> Html {
        let words = self.page.words;
        let message = chosen.and_then(|name| {
            self.frame
                .messages
                .iter()
                .find(|message| message.name == name)
        });
        let Some(message) = message else {
            return html! {};
        };
        let name = message.name;
        let act = |act: MessageAct, glyph: Glyph, text: String| {
            let (handle, chosen) = (self.page.handle.clone(), chosen.clone());
            let onclick = Callback::from(move |_: MouseEvent| {
                handle.ask(Request::Act(Command::Message { name, act }));
                chosen.set(None);
            });
            html! { <button class="btn" type="button" {onclick}>{ icon(glyph, "") }{ text }</button> }
        };
        let hold = if message.acts.hold {
            act(MessageAct::Hold, Glyph::Pause, words.message_hold())
        } else {
            act(MessageAct::Release, Glyph::Play, words.message_release())
        };
        html! {
            <div class="st-acts note" role="group" aria-label={self.teller.numbered(&name)}>
                <b>{ self.teller.numbered(&name) }</b>
                { act(MessageAct::Drop, Glyph::Drop, words.message_drop()) }
                { hold }
                { act(MessageAct::DeliverNow, Glyph::Deliver, words.message_deliver()) }
                if message.acts.duplicate { { act(MessageAct::Duplicate, Glyph::Duplicate, words.message_duplicate()) } }
            </div>
        }
    }
}
