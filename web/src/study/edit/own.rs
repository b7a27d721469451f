//! A broker's own settings: a field each, with what holds if it has none, and what waits for its next start.

use super::command::set_broker;
use super::form::{Field, Forms};
use crate::component::Kept;
use crate::platform::dom;
use crate::prose::setting;
use crate::words::say;
use tidemark_core::replication::broker_config::BrokerUpdate;
use tidemark_core::replication::settings::{MetadataMode, SettingKey, SettingValue};
use tidemark_core::session::frame::{BrokerView, Frame, SettingsView};
use yew::{Callback, Event, Html, html};

pub(super) fn own(
    forms: &Forms,
    frame: &Frame,
    settings: Option<&SettingsView>,
    chosen: &Kept<String>,
) -> Html {
    let words = forms.words;
    let brokers = || frame.brokers.iter();
    let broker = brokers()
        .find(|broker| broker.id.to_string() == **chosen)
        .or_else(|| brokers().next());
    let (Some(broker), Some(settings)) = (broker, settings) else {
        return Html::default();
    };
    let onchange = {
        let chosen = chosen.clone();
        Callback::from(move |event: Event| chosen.set(dom::value(event.target())))
    };
    let options = brokers().map(|other| {
        let (id, selected) = (other.id.to_string(), other.id == broker.id);
        html! { <option key={other.id} value={id.clone()} {selected}>{ id }</option> }
    });
    html! {
        <section aria-labelledby="edit-own">
            <h3 id="edit-own">{ words.edit_own() }</h3>
            <p class="form">
                <label>
                    { words.column_broker() }
                    <select class="field" {onchange}>for option in options { { option } }</select>
                </label>
            </p>
            <div key={broker.id}>{ form(forms, broker, settings) }</div>
        </section>
    }
}

fn form(forms: &Forms, broker: &BrokerView, settings: &SettingsView) -> Html {
    let words = forms.words;
    let id = broker.id;
    let shown = SettingKey::OF_BROKERS.into_iter();
    let shown: Vec<SettingKey> = shown
        .filter(|key| means_something(*key, settings) || broker.config.get(*key).is_some())
        .collect();
    let fields = |when: BrokerUpdate| -> Vec<Html> {
        let keys = shown.iter().filter(|key| key.broker_update() == when);
        keys.map(|key| {
            let of_all = setting::value(words, of_all(settings, *key));
            let field = Field {
                name: key.name(),
                label: key.name().to_owned(),
                value: broker
                    .config
                    .get(*key)
                    .map_or_else(String::new, |own| own.to_string()),
                placeholder: Some(say!(words, edit_default, value = &of_all)),
                digits: true,
                ..Field::default()
            };
            forms.field("own", &field)
        })
        .collect()
    };
    let waits = shown.iter().filter_map(|key| {
        let (set, now) = (broker.config.get(*key), broker.running_config.get(*key));
        let told = |own: Option<u64>| {
            let value = own.map_or_else(|| of_all(settings, *key), SettingValue::Number);
            setting::value(words, value)
        };
        (set != now).then(|| {
            say!(
                words,
                edit_own_waits,
                name = key.name(),
                value = &told(set),
                broker = id,
                now = &told(now)
            )
        })
    });
    let waits: Vec<String> = waits.collect();
    html! {
        <form class="form" name="own" onsubmit={forms.send("own", move |fields| set_broker(id, fields))}>
            <p class="sub wide">{ words.edit_own_at_once() }</p>
            for field in fields(BrokerUpdate::AtOnce) { { field } }
            <p class="sub wide">{ words.edit_own_at_start() }</p>
            for field in fields(BrokerUpdate::AtStart) { { field } }
            <button class="btn">{ say!(words, edit_own_set, broker = id) }</button>
            { forms.wrong_in_all("own") }
            if !waits.is_empty() {
                <ul class="wide waits" role="status">
                    for line in waits { <li>{ line }</li> }
                </ul>
            }
        </form>
    }
}

/// ZooKeeper's brokers have no heartbeats, KRaft's no ZooKeeper sessions.
fn means_something(key: SettingKey, settings: &SettingsView) -> bool {
    let mode = SettingValue::MetadataMode(match key {
        SettingKey::ZookeeperSessionTimeoutMs => MetadataMode::Zookeeper,
        SettingKey::BrokerHeartbeatIntervalMs => MetadataMode::Kraft,
        _ => return true,
    });
    of_all(settings, SettingKey::MetadataMode) == mode
}

fn of_all(settings: &SettingsView, key: SettingKey) -> SettingValue {
    let found = settings.settings.iter().find(|setting| setting.key == key);
    found.map_or(SettingValue::Flag(false), |setting| setting.value)
}
