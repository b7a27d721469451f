//! Brokers: one is added, or is unregistered when it is down.

use super::command::add_broker;
use super::form::{Field, Forms};
use crate::words::say;
use tidemark_core::session::frame::{Frame, ProcessView};
use tidemark_core::sim::admin::Admin;
use tidemark_core::sim::command::Command;
use yew::{Html, html};

pub(super) fn brokers(forms: &Forms, frame: &Frame) -> Html {
    let words = forms.words;
    let next = frame
        .brokers
        .last()
        .map_or(0, |last| last.id.saturating_add(1));
    let id = Field {
        name: "broker",
        label: words.column_broker(),
        value: next.to_string(),
        required: true,
        digits: true,
        ..Field::default()
    };
    let rack = Field {
        name: "rack",
        label: words.edit_rack(),
        ..Field::default()
    };
    // Kafka's tool asks for a broker that is shut down.
    let down = frame
        .brokers
        .iter()
        .filter(|broker| broker.process == ProcessView::Down);
    let remove = down.map(|broker| {
        let command = Command::Admin(Admin::RemoveBroker { broker: broker.id });
        html! {
            <button key={broker.id} class="btn" type="button" onclick={forms.act("remove", command)}>
                { say!(words, edit_remove, broker = broker.id) }
            </button>
        }
    });
    let remove: Vec<Html> = remove.collect();
    html! {
        <section aria-labelledby="edit-brokers">
            <h3 id="edit-brokers">{ words.edit_brokers() }</h3>
            <form class="form" name="broker" onsubmit={forms.send("broker", add_broker)}>
                { forms.field("broker", &id) }
                { forms.field("broker", &rack) }
                <button class="btn">{ words.edit_add_broker() }</button>
                { forms.wrong_in_all("broker") }
            </form>
            if remove.is_empty() {
                <p class="sub">{ words.edit_remove_hint() }</p>
            } else {
                <p class="form">for button in remove { { button } }</p>
            }
            { forms.wrong_in_all("remove") }
        </section>
    }
}
