//! One replica: who it is, its records, its markers.

use super::broker_menu::BrokerMenu;
use crate::component::{Part, part};
use crate::parts::{Glyph, icon, use_media};
use crate::platform::media;
use crate::state::Page;
use crate::study;
use crate::view::lane::{Cell, LaneShape, Look, Marker, Strip};
use crate::words::{Words, say};
use tidemark_core::kafka::BrokerId;
use tidemark_core::session::frame::{ProcessView, RoleView};
use tidemark_core::topology::PartitionId;
use yew::functional::{Hook, HookContext};
use yew::{Html, html};

/// Labels with more characters than this are set smaller.
const LABEL_CHARS: usize = 5;

/// The lane.
#[derive(PartialEq)]
pub(super) struct Lane {
    /// The page.
    pub(super) page: Page,
    /// What is drawn.
    pub(super) shape: LaneShape,
    /// What is said beside the name.
    pub(super) notes: Vec<String>,
    /// The broker.
    pub(super) broker: BrokerId,
    /// Its process.
    pub(super) process: Option<ProcessView>,
    /// Its role.
    pub(super) role: RoleView,
    /// Whether it is in the ISR.
    pub(super) in_isr: bool,
    /// Whether the controller takes it for dead.
    pub(super) fenced: bool,
    /// Whether what is drawn is still what an import had to assume.
    pub(super) assumed: bool,
    /// The partition.
    pub(super) partition: PartitionId,
    /// One can act on its broker.
    pub(super) acts: bool,
}

impl Part for Lane {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.page.words;
        let shape = &self.shape;
        let narrow = use_media(media::NARROW).run(hooks);
        let mut class = "lane".to_owned();
        for (name, holds) in [
            (" down", self.role == RoleView::Down),
            (" fenced", self.fenced && self.role != RoleView::Down),
            (" assumed", self.assumed),
        ] {
            if holds {
                class.push_str(name);
            }
        }
        let (glyph, hue) = role_glyph(self);
        let label = say!(
            words,
            lane_summary,
            broker = self.broker,
            start = shape.log_start.map_or(0, |start| start.offset),
            leo = shape.log_end_offset.offset,
            hw = shape.high_watermark.offset
        );
        let menu = BrokerMenu {
            page: self.page.clone(),
            broker: self.broker,
            process: self.process,
            partition: self.partition,
        };
        html! {
            <div {class} role="group" aria-label={label}>
                <div class="who">
                    <span class="role">
                        { icon(glyph, hue) }
                        if self.acts { { part(menu) } } else { <span>{ say!(words, lane_name, broker = self.broker) }</span> }
                    </span>
                    for note in self.notes.iter() { <div class="note-line">{ note.clone() }</div> }
                </div>
                <div class="log">
                    <span class="water" style={format!("--c:{};--n:{}", shape.water.from, shape.water.count)}></span>
                    <div>for cell in &shape.cells { { record(cell, self.broker, words) } }</div>
                    <div aria-hidden="true">for strip in &shape.strips { { epoch_strip(strip, narrow, words) } }</div>
                    { empty_epoch(shape, words) }
                    { next_cut(shape, words) }
                    { marker("hw", &shape.high_watermark, why("hw", self.broker, words, say!(words, marker_hw, offset = shape.high_watermark.offset))) }
                    { marker("leo", &shape.log_end_offset, why("leo", self.broker, words, say!(words, marker_leo, offset = shape.log_end_offset.offset))) }
                    if let Some(start) = &shape.log_start {
                        { marker("start", start, html! { <span>{ say!(words, marker_start, offset = start.offset) }</span> }) }
                    }
                </div>
            </div>
        }
    }
}

const fn role_glyph(lane: &Lane) -> (Glyph, &'static str) {
    match (lane.role, lane.process) {
        (RoleView::Down, Some(ProcessView::Starting)) => (Glyph::Recovering, ""),
        (RoleView::Down, _) => (Glyph::Offline, "bad"),
        (_, Some(ProcessView::Paused)) => (Glyph::Pause, "warn"),
        (RoleView::Leader, _) => (Glyph::Leader, ""),
        (_, _) if lane.fenced => (Glyph::Fenced, "warn"),
        (RoleView::None, _) => (Glyph::Recovering, ""),
        (RoleView::Follower, _) if lane.in_isr => (Glyph::InSync, ""),
        (RoleView::Follower, _) => (Glyph::OutOfSync, ""),
    }
}

fn record(cell: &Cell, broker: BrokerId, words: Words) -> Html {
    let mut class = format!("rec e{}", cell.slot);
    let mut title = say!(
        words,
        record_summary,
        offset = cell.offset,
        epoch = cell.leader_epoch
    );
    let mut add = |name: &str, meaning: Option<String>| {
        class.push_str(name);
        if let Some(meaning) = meaning {
            title.push_str(" · ");
            title.push_str(&meaning);
        }
    };
    match cell.look {
        Look::Committed => {}
        Look::Written => add(" open", None),
        Look::AboutToGo => add(" cut", Some(words.record_about_to_go())),
        Look::Ghost => add(" ghost", Some(words.record_cut())),
    }
    if let Some(acks) = cell.acknowledged {
        add(" ack", Some(say!(words, record_acknowledged, acks = acks)));
    }
    if cell.differs {
        add(" diff", Some(words.record_differs()));
    }
    if cell.duplicate {
        add(" dup", Some(words.record_duplicate()));
    }
    if cell.label.chars().count() > LABEL_CHARS {
        add(" long", None);
    }
    if !cell.starts_batch {
        add(" joined", None);
    }
    let key = format!(
        "{}{}",
        cell.offset,
        if cell.look == Look::Ghost { "g" } else { "" }
    );
    let follows = (cell.look != Look::Ghost)
        .then(|| study::way_to(&format!("record/{broker}/{}", cell.offset)));
    html! {
        <a {key} {class} {title} href={follows} style={format!("--c:{}", cell.column)}>
            <i>
                <b>{ cell.label.clone() }</b>
                if let Some(acks) = cell.acknowledged {
                    <span class="acks">{ format!("✓{acks}") }</span>
                }
                if cell.differs {
                    <span class="mark">{ "≠" }</span>
                } else if cell.duplicate {
                    <span class="mark">{ "×2" }</span>
                }
            </i>
        </a>
    }
}

fn epoch_strip(strip: &Strip, narrow: bool, words: Words) -> Html {
    let (column, count) = (strip.span.from, strip.span.count);
    let epoch = strip.leader_epoch;
    // The whole label takes about two cells.
    let label = match strip.begins_at {
        Some(offset) if count >= 2 && !narrow || count >= 3 => {
            say!(words, lane_epoch_from, epoch = epoch, offset = offset)
        }
        _ if narrow && count < 2 => say!(words, lane_epoch_short, epoch = epoch),
        _ => say!(words, lane_epoch, epoch = epoch),
    };
    html! {
        <>
            <svg class="strip" style={format!("--c:{column};--n:{count}")}>
                <rect width="100%" height="6" fill={format!("url(#epoch-{})", strip.slot)} />
            </svg>
            <span class="eplab" style={format!("--c:{column}")}>{ label }</span>
        </>
    }
}

fn empty_epoch(shape: &LaneShape, words: Words) -> Html {
    let Some(empty) = shape.empty_epoch else {
        return html! {};
    };
    let style = format!("--c:{}", empty.column);
    html! {
        <>
            <i class={format!("mk epoch e{}", empty.slot)} style={style.clone()}></i>
            <span class="eplab at" {style}>{ say!(words, lane_epoch_empty, epoch = empty.leader_epoch) }</span>
        </>
    }
}

fn next_cut(shape: &LaneShape, words: Words) -> Html {
    let Some(to) = shape.next_cut else {
        return html! {};
    };
    let from = shape.log_end_offset.offset;
    html! {
        <b class="eplab at bad" style={format!("--c:{}", shape.end)}>
            { say!(words, lane_next_cut, from = from, to = to) }
        </b>
    }
}

/// A value that leads to its causes.
fn why(kind: &str, broker: BrokerId, words: Words, label: String) -> Html {
    let href = study::way_to(&format!("why/{kind}/{broker}"));
    html! { <a {href} title={words.why_hint()}>{ label }</a> }
}

fn marker(kind: &str, marker: &Marker, label: Html) -> Html {
    let mut class = format!("mk {kind}");
    if marker.changed {
        class.push_str(" changed");
    }
    if marker.before {
        class.push_str(" before");
    }
    html! { <i {class} style={format!("--c:{}", marker.column)}>{ label }</i> }
}
