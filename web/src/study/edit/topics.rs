//! Topics: one is created, or grows, has settings of its own, loses records, or is deleted.

use super::command::{add_partitions, create_topic, delete_records, set_topic};
use super::form::{Choice, Field, Forms};
use crate::component::Kept;
use crate::platform::dom;
use crate::prose::setting;
use crate::route::Route;
use crate::words::{Words, say};
use tidemark_core::replication::settings::{SettingKey, SettingValue};
use tidemark_core::session::frame::{ScenarioView, SettingsView, TopicView};
use tidemark_core::sim::admin::{Admin, TopicConfig};
use tidemark_core::sim::command::Command;
use tidemark_core::topology::PartitionId;
use yew::{Callback, Event, Html, MouseEvent, html};

/// Topics that are there.
pub(super) fn living(scenario: &ScenarioView) -> impl Iterator<Item = &TopicView> {
    let topics = scenario.topics.iter();
    topics.filter(|topic| !topic.deleted && topic.continues.is_none())
}

/// Numbers and ids of all partitions of a topic.
pub(super) fn partitions(scenario: &ScenarioView, topic: &TopicView) -> Vec<(i32, PartitionId)> {
    let mut views = scenario.topics.iter();
    let at = views.position(|other| other == topic);
    let at = at.and_then(|at| u32::try_from(at).ok());
    let added = scenario.topics.iter().filter(|view| view.continues == at);
    let all = core::iter::once(topic).chain(added.filter(|view| view.continues.is_some()));
    all.flat_map(|view| {
        let ids = (view.first.0..).map(PartitionId);
        view.partitions.iter().copied().zip(ids)
    })
    .collect()
}

pub(super) fn topics(
    forms: &Forms,
    scenario: &ScenarioView,
    settings: Option<&SettingsView>,
    chosen: &Kept<String>,
) -> Html {
    let words = forms.words;
    let topic = living(scenario)
        .find(|topic| topic.name == **chosen)
        .or_else(|| living(scenario).last());
    html! {
        <>
            <section aria-labelledby="edit-create">
                <h3 id="edit-create">{ words.edit_create() }</h3>
                { create(forms, settings) }
            </section>
            if let Some(topic) = topic {
                <section aria-labelledby="edit-change">
                    <h3 id="edit-change">{ words.edit_change() }</h3>
                    { which(words, scenario, topic, chosen) }
                    <div key={topic.name.clone()}>{ change(forms, scenario, topic, settings) }</div>
                </section>
            }
        </>
    }
}

fn create(forms: &Forms, settings: Option<&SettingsView>) -> Html {
    let words = forms.words;
    let field = |name, label, value: &str, digits| {
        let field = Field {
            name,
            label,
            value: value.to_owned(),
            required: true,
            digits,
            wide: name == "name",
            ..Field::default()
        };
        forms.field("create", &field)
    };
    html! {
        <form class="form" name="create" onsubmit={forms.send("create", create_topic)}>
            { field("name", words.edit_name(), "", false) }
            { field("partitions", words.edit_partitions(), "3", true) }
            { field("factor", words.edit_factor(), "3", true) }
            { config(forms, "create", settings, TopicConfig::default()) }
            <button class="btn pri">{ words.edit_create_now() }</button>
            { forms.wrong_in_all("create") }
        </form>
    }
}

/// The settings that a topic may have of its own, with what holds if it has not.
fn config(
    forms: &Forms,
    form: &'static str,
    settings: Option<&SettingsView>,
    own: TopicConfig,
) -> Html {
    let words = forms.words;
    let of_brokers = |key: SettingKey| {
        let mut all = settings.into_iter().flat_map(|view| &view.settings);
        let found = all.find(|setting| setting.key == key);
        let value = found.map_or(SettingValue::Flag(false), |setting| setting.value);
        say!(words, edit_default, value = &setting::value(words, value))
    };
    let minimum = Field {
        name: "minimum",
        label: SettingKey::MinInsyncReplicas.name().to_owned(),
        value: own
            .min_insync_replicas
            .map_or_else(String::new, |own| own.to_string()),
        placeholder: Some(of_brokers(SettingKey::MinInsyncReplicas)),
        digits: true,
        ..Field::default()
    };
    let unclean = SettingKey::UncleanLeaderElectionEnable;
    let own = own.unclean_leader_election_enable;
    let mut choices: Vec<Choice> = vec![(String::new(), of_brokers(unclean), own.is_none())];
    for value in [true, false] {
        let told = setting::value(words, SettingValue::Flag(value));
        choices.push((value.to_string(), told, own == Some(value)));
    }
    html! {
        <>
            { forms.field(form, &minimum) }
            { forms.choice("unclean", unclean.name().to_owned(), choices) }
        </>
    }
}

fn which(words: Words, scenario: &ScenarioView, topic: &TopicView, chosen: &Kept<String>) -> Html {
    let onchange = {
        let chosen = chosen.clone();
        Callback::from(move |event: Event| chosen.set(dom::value(event.target())))
    };
    let options = living(scenario).map(|other| {
        let name = other.name.clone();
        html! { <option key={name.clone()} value={name.clone()} selected={other == topic}>{ name }</option> }
    });
    html! {
        <p class="form">
            <label>
                { words.edit_topic() }
                <select class="field" {onchange}>for option in options { { option } }</select>
            </label>
        </p>
    }
}

fn change(
    forms: &Forms,
    scenario: &ScenarioView,
    topic: &TopicView,
    settings: Option<&SettingsView>,
) -> Html {
    let words = forms.words;
    let name = topic.name.clone();
    let all = partitions(scenario, topic);
    let count = u32::try_from(all.len()).unwrap_or(u32::MAX);
    let show = {
        let (handle, first) = (forms.handle.clone(), topic.first);
        Callback::from(move |_: MouseEvent| {
            handle.look(|look| look.partition = first);
            Route::Cluster.go();
        })
    };
    let grow = {
        let name = name.clone();
        forms.send("grow", move |fields| add_partitions(&name, count, fields))
    };
    let total = Field {
        name: "total",
        label: words.edit_total(),
        value: count.saturating_add(1).to_string(),
        required: true,
        digits: true,
        ..Field::default()
    };
    let set = {
        let name = name.clone();
        forms.send("set", move |fields| set_topic(&name, fields))
    };
    let numbers = all.iter().map(|(number, id)| {
        let number = number.to_string();
        (id.0.to_string(), number, *id == topic.first)
    });
    let numbers = forms.choice("partition", words.edit_partition(), numbers.collect());
    let trim = forms.send("trim", |fields| {
        let partition = fields("partition")
            .parse()
            .map_or(PartitionId(0), PartitionId);
        delete_records(partition, fields)
    });
    let before = Field {
        name: "before",
        label: words.edit_before(),
        placeholder: Some(words.edit_before_hint()),
        digits: true,
        ..Field::default()
    };
    let delete = Command::Admin(Admin::DeleteTopic { topic: name });
    html! {
        <>
            <form class="form" name="grow" onsubmit={grow}>
                { forms.field("grow", &total) }
                <button class="btn">{ words.edit_grow() }</button>
                { forms.wrong_in_all("grow") }
            </form>
            <form class="form" name="set" onsubmit={set}>
                { config(forms, "set", settings, topic.config) }
                <button class="btn">{ words.edit_set() }</button>
                { forms.wrong_in_all("set") }
            </form>
            <form class="form" name="trim" onsubmit={trim}>
                { numbers }
                { forms.field("trim", &before) }
                <button class="btn">{ words.edit_trim() }</button>
                { forms.wrong_in_all("trim") }
            </form>
            <p class="form">
                <button class="btn" type="button" onclick={show}>{ words.edit_show() }</button>
                <button class="btn" type="button" onclick={forms.act("delete", delete)}>
                    { say!(words, edit_delete, topic = &topic.name) }
                </button>
                { forms.wrong_in_all("delete") }
            </p>
        </>
    }
}
