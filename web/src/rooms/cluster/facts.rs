//! The facts line: the partition, and the settings that decide most, each to be changed here.

use super::group::GroupDialog;
use super::send::SendDialog;
use super::settings::SettingsDialog;
use crate::component::{Given, Kept, Part, part, use_kept};
use crate::prose::{Teller, id_list, setting};
use crate::state::{Found, Page};
use crate::study;
use crate::words::{Words, say};
use tidemark_core::replication::settings::SettingKey;
use tidemark_core::session::frame::{Frame, ScenarioView, SettingsView};
use yew::functional::{Hook, HookContext};
use yew::{AttrValue, Callback, Html, MouseEvent, html};

/// The dialogs the line opens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opened {
    Nothing,
    Settings(Option<SettingKey>),
    Send,
    Group,
}

/// The line.
#[derive(PartialEq)]
pub(super) struct Facts {
    /// The page.
    pub(super) page: Page,
    /// The frame.
    pub(super) frame: Given<Frame>,
    /// The settings.
    pub(super) settings: Option<Given<SettingsView>>,
    /// The scenario.
    pub(super) scenario: Option<Given<ScenarioView>>,
    /// The names.
    pub(super) teller: Teller,
    /// Where the group lives that was asked for last.
    pub(super) found: Found,
    /// The address: what a value leads to stands beside the present picture.
    pub(super) hash: AttrValue,
}

impl Part for Facts {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.teller.words;
        let opened = use_kept(|| Opened::Nothing).run(hooks);
        let partition = &self.frame.partition;
        let open = |what: Opened| open(&opened, what);
        let settings = self.settings.as_ref();
        let fact = |key: SettingKey| {
            let view = settings?.settings.iter().find(|view| view.key == key)?;
            let (name, value) = (setting::name(words, key), setting::value(words, view.value));
            let label = say!(words, fact_change, name = &name, value = &value);
            Some(html! {
                <button class="set" type="button" title={label} onclick={open(Opened::Settings(Some(key)))}>
                    { name }{ " " }<b>{ value }</b>
                </button>
            })
        };
        let leader = partition
            .leader
            .map_or_else(|| words.fact_no_leader(), |leader| leader.to_string());
        let release = settings.map(|settings| settings.release.to_string());
        let assumed = self
            .scenario
            .as_ref()
            .map_or(0, |scenario| scenario.assumed.len());
        html! {
            <div class="head">
                <h1>{ self.teller.names.partition(partition.id) }</h1>
                <div class="facts">
                    <span>{ words.fact_replicas() }{ " " }<b>{ id_list(&partition.replicas) }</b></span>
                    <span>{ words.fact_isr() }{ " " }{ why("isr", id_list(&partition.isr), words) }</span>
                    <span>{ words.fact_leader() }{ " " }{ why("leader", leader, words) }</span>
                    <span>{ words.fact_epoch() }{ " " }{ why("leader-epoch", partition.leader_epoch.to_string(), words) }</span>
                    if (partition.isr.len() as u64) < u64::from(partition.effective_min_isr) {
                        <span class="warn"><b class="warn">{ words.fact_under_min_isr() }</b></span>
                    }
                    if let Some(release) = release {
                        <button class="set" type="button" onclick={open(Opened::Settings(None))}>
                            { words.settings_release() }{ " " }<b>{ release }</b>
                        </button>
                    }
                    { fact(SettingKey::Truncation).unwrap_or_default() }
                    { fact(SettingKey::MinInsyncReplicas).unwrap_or_default() }
                    { fact(SettingKey::Acks).unwrap_or_default() }
                    if assumed > 0 { <span class="warn">{ say!(words, fact_assumed, n = assumed) }</span> }
                    <button class="btn" type="button" onclick={open(Opened::Send)}>{ words.send() }</button>
                    <button class="btn" type="button" onclick={open(Opened::Group)}>{ words.group() }</button>
                    <a class="btn" href="#/cluster/edit">{ words.edit() }</a>
                </div>
                { self.dialog(&opened) }
            </div>
        }
    }
}

/// A value that leads to its causes.
fn why(name: &str, value: String, words: Words) -> Html {
    let href = study::way_to(&["why/", name].concat());
    html! { <a {href} title={words.why_hint()}><b>{ value }</b></a> }
}

impl Facts {
    fn dialog(&self, opened: &Kept<Opened>) -> Html {
        let page = self.page.clone();
        let on_close = {
            let opened = opened.clone();
            Callback::from(move |()| opened.set(Opened::Nothing))
        };
        match (**opened, &self.settings) {
            (Opened::Settings(focus), Some(view)) => part(SettingsDialog {
                page,
                view: view.clone(),
                focus,
                step: self.frame.position.step,
                on_close,
            }),
            (Opened::Send, _) => part(SendDialog {
                handle: page.handle,
                frame: self.frame.clone(),
                teller: self.teller.clone(),
                on_close,
            }),
            (Opened::Group, _) => part(GroupDialog {
                page,
                found: self.found.clone(),
                on_close,
            }),
            (Opened::Nothing | Opened::Settings(_), _) => html! {},
        }
    }
}

fn open(opened: &Kept<Opened>, what: Opened) -> Callback<MouseEvent> {
    let opened = opened.clone();
    Callback::from(move |_| opened.set(what))
}
