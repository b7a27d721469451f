//! The Cluster room: one partition's replicas, messages in flight, all partitions, the controller.

mod balance;
mod broker_menu;
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

use crate::scenarios::FIRST;
use crate::state::{Session, use_handle, use_words};
use crate::words::{instant, say};
use balance::BalanceChart;
use cards::InFlight;
use controller::ControllerFacts;
use facts::Facts;
use lanes::Lanes;
use ledger::Ledger;
use partitions::Partitions;
use yew::{
    Callback, Html, Properties, UseReducerHandle, component, html, use_effect_with, use_state,
};

#[derive(PartialEq, Properties)]
pub(crate) struct ClusterProps {
    /// The session.
    pub(crate) session: UseReducerHandle<Session>,
}

/// The room.
#[component]
pub(crate) fn Cluster(props: &ClusterProps) -> Html {
    let words = use_words();
    let handle = use_handle();
    let selected = use_state(|| None::<usize>);
    let session = &props.session;
    use_effect_with((), {
        let handle = handle.clone();
        // Somebody who comes by the address alone sees the first scenario, never an empty room.
        move |()| {
            if handle.is_idle() {
                handle.open_scenario(FIRST);
            }
        }
    });
    let Some(frame) = session.frame.clone() else {
        return if session.loading || session.pending > 0 {
            html! { <p class="sub">{ words.loading_engine() }</p> }
        } else {
            let onclick = Callback::from(move |_| handle.open_scenario(FIRST));
            html! {
                <p class="go">
                    <span class="sub">{ words.cluster_empty() }</span>
                    <button class="btn pri" type="button" {onclick}>{ words.cluster_open_first() }</button>
                </p>
            }
        };
    };
    let teller = session.teller(words);
    let on_select = {
        let selected = selected.clone();
        Callback::from(move |chosen| selected.set(chosen))
    };
    let cancel = Callback::from(move |_| handle.cancel());
    let step = frame.position.step;
    html! {
        <>
            <Facts
                frame={frame.clone()}
                settings={session.settings.clone()}
                scenario={session.scenario.clone()}
                teller={teller.clone()}
            />
            if let Some((step, time)) = session.working {
                <p class="note" role="status">
                    { say!(words, working, step = step, time = &instant(time.as_millis())) }
                    { " " }
                    <button class="btn" type="button" onclick={cancel}>{ words.cancel() }</button>
                </p>
            }
            <div class={if session.still { "picture still" } else { "picture" }}>
                <Lanes frame={frame.clone()} teller={teller.clone()} />
                <InFlight
                    key={step}
                    frame={frame.clone()}
                    teller={teller.clone()}
                    selected={*selected}
                    {on_select}
                />
            </div>
            <div class="low">
                <Partitions
                    frame={frame.clone()}
                    scenario={session.scenario.clone()}
                    teller={teller.clone()}
                    window={session.look.matrix.clone()}
                />
                <div>
                    <ControllerFacts frame={frame.clone()} teller={teller.clone()} />
                    if frame.totals.partitions > 1 {
                        <BalanceChart brokers={frame.brokers.clone()} />
                    }
                </div>
            </div>
            <span class="spring"></span>
            <Ledger {frame} />
        </>
    }
}
