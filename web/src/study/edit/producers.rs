//! Producers: one record with a key, and clients that send again and again.

use super::command::{produce, start_producer};
use super::form::{Choice, Field, Forms};
use super::topics::living;
use crate::words::say;
use tidemark_core::replication::acks::Acks;
use tidemark_core::session::frame::ScenarioView;
use tidemark_core::sim::admin::{Admin, Producer};
use tidemark_core::sim::command::Command;
use tidemark_core::topology::PartitionId;
use yew::{Html, html};

pub(super) fn producers(forms: &Forms, scenario: &ScenarioView) -> Html {
    let words = forms.words;
    let last = scenario.producers.last();
    let client = last.map_or(2, |last| last.client.saturating_add(1));
    let topics = |by_id: bool| -> Vec<Choice> {
        let topics = living(scenario).map(|topic| {
            let value = if by_id {
                topic.first.0.to_string()
            } else {
                topic.name.clone()
            };
            (value, topic.name.clone(), false)
        });
        topics.collect()
    };
    let acks = || {
        let mut choices: Vec<Choice> = vec![(String::new(), "–".to_owned(), true)];
        for acks in [Acks::None, Acks::Leader, Acks::All] {
            let name = acks.as_str().to_owned();
            choices.push((name.clone(), name, false));
        }
        forms.choice("acks", words.send_acks(), choices)
    };
    let field = |form, name, label, value: &str, required| {
        let field = Field {
            name,
            label,
            value: value.to_owned(),
            required,
            digits: name == "every",
            ..Field::default()
        };
        forms.field(form, &field)
    };
    let send = forms.send("keyed", |fields| {
        let first = fields("topic").parse().map_or(PartitionId(0), PartitionId);
        produce(first, None, fields)
    });
    let start = forms.send("start", move |fields| start_producer(client, fields));
    let prefix = format!("c{client}-");
    let running = scenario.producers.iter().map(|producer| {
        let Producer { client, topic, .. } = producer;
        let stop = Command::Admin(Admin::StopProducer { client: *client });
        html! {
            <li key={*client} class="form">
                <span>
                    { say!(words, edit_producing, client = *client, topic = topic, ms = producer.every_us / 1000) }
                    if let Some(key) = &producer.key { { " · key " }<code>{ key.clone() }</code> }
                    if let Some(acks) = producer.acks { { " · acks " }<code>{ acks.as_str() }</code> }
                </span>
                <button class="btn" type="button" onclick={forms.act("stop", stop)}>
                    { say!(words, edit_stop, client = *client) }
                </button>
            </li>
        }
    });
    html! {
        <>
            <section aria-labelledby="edit-keyed">
                <h3 id="edit-keyed">{ words.edit_keyed() }</h3>
                <form class="form" name="keyed" onsubmit={send}>
                    { forms.choice("topic", words.edit_topic(), topics(true)) }
                    { field("keyed", "key", words.edit_key(), "", true) }
                    { field("keyed", "value", words.send_value(), "", true) }
                    { acks() }
                    <button class="btn">{ words.send_now() }</button>
                    { forms.wrong_in_all("keyed") }
                </form>
                <p class="sub">{ words.edit_keyed_hint() }</p>
            </section>
            <section aria-labelledby="edit-producers">
                <h3 id="edit-producers">{ words.edit_producers() }</h3>
                if !scenario.producers.is_empty() {
                    <ul class="producers">for producer in running { { producer } }</ul>
                }
                <form class="form" name="start" onsubmit={start}>
                    { forms.choice("topic", words.edit_topic(), topics(false)) }
                    { field("start", "key", words.edit_key(), "", false) }
                    { field("start", "value", words.edit_value(), &prefix, true) }
                    { acks() }
                    { field("start", "every", words.edit_every(), "500", true) }
                    <button class="btn">{ words.edit_start() }</button>
                    { forms.wrong_in_all("start") }
                </form>
            </section>
        </>
    }
}
