//! The controller: which brokers it counts as alive, and the partition's state as it is stored.

use crate::parts::{Glyph, icon};
use crate::view::names::id_runs;
use crate::view::stored::pieces;
use crate::words::{Words, say};
use tidemark_core::kafka::BrokerId;
use tidemark_core::session::frame::{ControllerView, Frame};
use tidemark_core::shared::sort_few;
use yew::{Html, html};

/// Live brokers listed one by one; of more, runs are drawn together.
const LISTED_MAX: usize = 16;
/// Brokers that lag behind, listed one by one.
const APPLIED_MAX: usize = 8;

/// The section.
pub(super) fn controller_facts(frame: &Frame, words: Words) -> Html {
    let controller = &frame.controller;
    let partition = &frame.partition;
    let (caption, brokers, state) = if controller.zookeeper {
        (
            words.controller_stored_zookeeper(),
            "/brokers/ids".to_owned(),
            format!(
                "/brokers/topics/{}/partitions/{}/state",
                partition.topic, partition.number
            ),
        )
    } else {
        (
            words.controller_stored_kraft(),
            words.controller_brokers(),
            "PartitionRecord".to_owned(),
        )
    };
    let stored = pieces(
        &controller.partition_state,
        controller.partition_state_before.as_deref(),
    );
    html! {
        <section>
            <div class="sec">
                <h2>{ icon(Glyph::Control, "k-control") }{ " " }{ words.controller_title() }</h2>
                <span class="cap">{ caption }</span>
            </div>
            <div class="stored">
                <div>
                    <span class="p">{ brokers }</span>
                    <span class="v">{ live_brokers(controller) }</span>
                </div>
                <div>
                    <span class="p">{ state }</span>
                    <span class="v">
                        for piece in stored {
                            if piece.changed {
                                <mark>{ breakable(piece.text) }</mark>
                            } else {
                                { breakable(piece.text) }
                            }
                        }
                    </span>
                </div>
                if !controller.zookeeper {
                    <div>
                        <span class="p">{ say!(words, controller_end, offset = controller.metadata_end_offset) }</span>
                        <span class="v">{ applied(controller, words) }</span>
                    </div>
                }
            </div>
        </section>
    }
}

/// The live brokers, those that have just left struck out.
fn live_brokers(controller: &ControllerView) -> Html {
    let mut live = controller.live_brokers.clone();
    sort_few(&mut live);
    let (gone, came): (Vec<BrokerId>, Vec<BrokerId>) = controller
        .changed_brokers
        .iter()
        .partition(|id| !live.contains(id));
    if live.len() > LISTED_MAX {
        return html! {
            <>
                { "[" }{ breakable(&id_runs(&live)) }{ "]" }
                for id in gone { { " " }<del>{ id }</del> }
            </>
        };
    }
    live.extend(&gone);
    sort_few(&mut live);
    let last = live.len().saturating_sub(1);
    let ids = live.into_iter().enumerate().map(|(at, id)| {
        html! {
            <>
                if gone.contains(&id) {
                    <del>{ id }</del>
                } else if came.contains(&id) {
                    <mark>{ id }</mark>
                } else {
                    { id }
                }
                if at < last { { "," } }
            </>
        }
    });
    html! { <>{ "[" }for id in ids { { id } }{ "]" }</> }
}

/// A text that may wrap behind its commas.
fn breakable(text: &str) -> Html {
    html! { for part in text.split_inclusive(',') { <>{ part.to_owned() }<wbr /></> } }
}

/// How far each broker has applied the metadata log.
fn applied(controller: &ControllerView, words: Words) -> String {
    let end = controller.metadata_end_offset;
    let behind = controller
        .applied
        .iter()
        .filter(|(_, offset)| *offset < end);
    let told: Vec<String> = behind
        .take(APPLIED_MAX)
        .map(|(broker, offset)| {
            say!(
                words,
                controller_applied,
                broker = *broker,
                offset = *offset
            )
        })
        .collect();
    if told.is_empty() {
        words.controller_applied_all()
    } else {
        told.join(" · ")
    }
}
