//! The Cluster room: one partition's replicas, messages in flight, all partitions, the controller.

mod broker_menu;
mod card;
mod cards;
mod controller;
mod facts;
mod grid;
mod group;
mod lane;
mod lane_notes;
mod lanes;
mod ledger;
mod painted;
mod partitions;
mod send;
mod settings;
mod table;
mod totals;
mod wires;

use crate::component::{Part, part, use_watch};
use crate::route::Route;
use crate::scenarios::FIRST;
use crate::state::{Page, Session};
use crate::study;
use crate::view::lane::COLUMNS_MIN;
use crate::words::{Words, instant, say};
use cards::InFlight;
use controller::controller_facts;
use facts::Facts;
pub(crate) use lane_notes::notes as lane_notes;
pub(crate) use lanes::Lanes;
use ledger::ledger;
use partitions::Partitions;
use yew::functional::{Hook, HookContext};
use yew::{AttrValue, Callback, Html, UseReducerHandle, html};

/// The room's address, and what stands behind it where the diagram stands in the room.
const LANES: &str = "/cluster";
const SPACETIME: &str = "/spacetime";
/// A room full of people is shown the run.
const PRESENT: &str = "/present";
/// What can be taken away of it.
const TAKE: &str = "/take";

/// The room.
#[derive(PartialEq)]
pub(crate) struct Cluster {
    /// The page.
    pub(crate) page: Page,
    /// The session.
    pub(crate) session: UseReducerHandle<Session>,
    /// The address: it says which picture stands in the room.
    pub(crate) hash: AttrValue,
}

impl Part for Cluster {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let page = &self.page;
        let (words, handle) = (page.words, &page.handle);
        let session = &self.session;
        use_watch((), {
            let (handle, loading) = (handle.clone(), session.loading);
            // Somebody who comes by the address alone sees the first scenario, never an empty room; who
            // chose another, which is still on its way, sees that.
            move || {
                if handle.is_idle() && !loading {
                    handle.open_scenario(FIRST);
                }
            }
        })
        .run(hooks);
        let Some(frame) = &session.frame else {
            return if session.loading || session.pending > 0 {
                html! { <p class="sub">{ words.loading_engine() }</p> }
            } else {
                let onclick = handle.opening(FIRST);
                html! {
                    <p class="go">
                        <span class="sub">{ words.cluster_empty() }</span>
                        <button class="btn pri" type="button" {onclick}>{ words.cluster_open_first() }</button>
                    </p>
                }
            };
        };
        let teller = session.teller(words);
        let cancel = {
            let handle = handle.clone();
            Callback::from(move |_| handle.cancel())
        };
        let facts = Facts {
            page: page.clone(),
            frame: frame.clone(),
            settings: session.settings.clone(),
            scenario: session.scenario.clone(),
            teller: teller.clone(),
            found: session.coordinator.clone(),
            hash: self.hash.clone(),
        };
        let lanes = Lanes {
            page: page.clone(),
            frame: frame.clone(),
            teller: teller.clone(),
            acts: true,
            columns_min: COLUMNS_MIN,
            remarks: Vec::new(),
        };
        let cards = InFlight {
            handle: page.handle.clone(),
            frame: frame.clone(),
            teller: teller.clone(),
        };
        let partitions = Partitions {
            page: page.clone(),
            frame: frame.clone(),
            scenario: session.scenario.clone(),
            teller,
            window: session.look.matrix.clone(),
        };
        let picture = study::picture(page, session).unwrap_or_else(|| {
            html! {
                <div class={if session.still { "picture still" } else { "picture" }}>
                    { part(lanes) }
                    { part(cards) }
                </div>
            }
        });
        html! {
            <>
                { part(facts) }
                { views(&self.hash, words) }
                if let Some((step, time)) = session.working {
                    <p class="note" role="status">
                        { say!(words, working, step = step, time = &instant(time.as_millis())) }
                        { " " }
                        <button class="btn" type="button" onclick={cancel}>{ words.cancel() }</button>
                    </p>
                }
                { picture }
                <div class="low">
                    { part(partitions) }
                    <div>
                        { controller_facts(frame, words) }
                        if frame.totals.partitions > 1 {
                            { study::balance(page, &frame.brokers) }
                        }
                    </div>
                </div>
                <span class="spring"></span>
                { ledger(frame, words) }
            </>
        }
    }
}

/// The two pictures of a run; what stands beside one stands beside the other.
fn views(hash: &str, words: Words) -> Html {
    // A page that is shown in another one has one picture.
    let Some(rest) = hash.strip_prefix(LANES) else {
        return Html::default();
    };
    let beside = rest.strip_prefix(SPACETIME);
    let link = |picture: &str, current: bool, name: String| {
        let href = ["#", LANES, picture, beside.unwrap_or(rest)].concat();
        html! { <a {href} aria-current={current.then_some("page")}>{ name }</a> }
    };
    html! {
        <nav class="views" aria-label={words.view_hint()}>
            { link("", beside.is_none(), words.view_lanes()) }
            { link(SPACETIME, beside.is_some(), words.view_spacetime()) }
            <span class="grow"></span>
            <a href={Route::Compare.href()}>{ words.compare() }</a>
            <a href={["#", LANES, PRESENT].concat()}>{ words.present() }</a>
            <a href={["#", LANES, if beside.is_some() { SPACETIME } else { "" }, TAKE].concat()}>{ words.take() }</a>
        </nav>
    }
}
