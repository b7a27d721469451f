//! All partitions: totals in words, then as many as fit, as a grid or as a table.

use super::grid::grid;
use super::painted::Painted;
use super::table::table;
use super::totals::totals;
use crate::component::{Given, Part, part, use_kept};
use crate::parts::rich_text;
use crate::platform::dom;
use crate::prose::Teller;
use crate::state::{Handle, Page};
use crate::view::matrix::{self, ELEMENTS_MAX};
use crate::words::{Words, say};
use std::rc::Rc;
use tidemark_core::session::frame::{Frame, ScenarioView, TopicView};
use tidemark_core::session::request::{MatrixWindow, PartitionTrouble};
use yew::functional::{Hook, HookContext};
use yew::{Callback, Event, Html, html};

/// The section.
#[derive(PartialEq)]
pub(super) struct Partitions {
    /// The page.
    pub(super) page: Page,
    /// The frame.
    pub(super) frame: Given<Frame>,
    /// The topics.
    pub(super) scenario: Option<Given<ScenarioView>>,
    /// The names.
    pub(super) teller: Teller,
    /// What was asked for.
    pub(super) window: MatrixWindow,
}

impl Part for Partitions {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let (handle, teller) = (&self.page.handle, &self.teller);
        let words = teller.words;
        let as_table = use_kept(|| false).run(hooks);
        let frame = &self.frame;
        let topics = self.scenario.iter().flat_map(|scenario| &scenario.topics);
        let there = |(_, topic): &(usize, &TopicView)| !topic.deleted && topic.continues.is_none();
        let topics: Vec<(usize, &TopicView)> = topics.enumerate().filter(there).collect();
        let rows = matrix::rows(&frame.matrix, &frame.brokers);
        let small = frame.matrix.matching as usize * frame.brokers.len() <= ELEMENTS_MAX
            && frame.matrix.matching as usize == frame.matrix.columns.len();
        let toggle = {
            let as_table = as_table.clone();
            Callback::from(move |_| as_table.set(!*as_table))
        };
        let picture = if frame.matrix.matching == 0 {
            html! { <p class="sub">{ words.partitions_none() }</p> }
        } else if *as_table {
            table(handle, frame, teller)
        } else if small {
            grid(handle, frame, &rows, teller)
        } else {
            part(Painted {
                page: self.page.clone(),
                frame: frame.clone(),
                rows: Rc::new(rows),
                teller: teller.clone(),
            })
        };
        html! {
            <section aria-label={words.partitions_all()}>
                <div class="sec">
                    <h2>
                        if let [(_, topic)] = &*topics {
                            { rich_text(&say!(words, partitions_of, topic = &topic.name)) }
                        } else {
                            { words.partitions_all() }
                        }
                    </h2>
                    if topics.len() > 1 {
                        <select class="field" aria-label={words.partitions_topic()} onchange={choose_topic(handle)}>
                            <option value="" selected={self.window.topic.is_none()}>{ words.partitions_all() }</option>
                            for (at, topic) in topics {
                                <option value={at.to_string()} selected={self.window.topic == u32::try_from(at).ok()}>
                                    { topic.name.clone() }
                                </option>
                            }
                        </select>
                    }
                    if frame.totals.partitions > 1 {
                        { only(handle, self.window.only, words) }
                    }
                    <button class="tb" type="button" aria-pressed={as_table.to_string()} onclick={toggle}>
                        { words.partitions_table() }
                    </button>
                    if small && !*as_table { <span class="cap">{ words.partitions_leaders() }</span> }
                </div>
                if frame.totals.partitions > 1 { { totals(&frame.totals, words) } }
                { picture }
            </section>
        }
    }
}

fn choose_topic(handle: &Handle) -> Callback<Event> {
    let handle = handle.clone();
    Callback::from(move |event: Event| {
        let topic = dom::value(event.target()).parse().ok();
        handle.look(|look| {
            look.matrix.topic = topic;
            look.matrix.first = 0;
        });
    })
}

/// Only partitions with one kind of trouble.
fn only(handle: &Handle, only: Option<PartitionTrouble>, words: Words) -> Html {
    let troubles = [
        (
            "offline",
            PartitionTrouble::Offline,
            words.partitions_only_offline(),
        ),
        (
            "min-isr",
            PartitionTrouble::UnderMinIsr,
            words.partitions_only_min_isr(),
        ),
        (
            "under",
            PartitionTrouble::UnderReplicated,
            words.partitions_only_under(),
        ),
        (
            "preferred",
            PartitionTrouble::NotPreferred,
            words.partitions_only_not_preferred(),
        ),
    ];
    let onchange = {
        let handle = handle.clone();
        let kinds = troubles.each_ref().map(|(id, trouble, _)| (*id, *trouble));
        Callback::from(move |event: Event| {
            let chosen = dom::value(event.target());
            let only = kinds
                .iter()
                .find(|(id, _)| *id == chosen)
                .map(|(_, trouble)| *trouble);
            handle.look(|look| {
                look.matrix.only = only;
                look.matrix.first = 0;
            });
        })
    };
    let options = troubles.into_iter().map(|(id, trouble, name)| {
        html! { <option key={id} value={id} selected={only == Some(trouble)}>{ name }</option> }
    });
    html! {
        <select class="field" aria-label={words.partitions_only()} {onchange}>
            <option value="" selected={only.is_none()}>{ words.partitions_only_all() }</option>
            { for options }
        </select>
    }
}
