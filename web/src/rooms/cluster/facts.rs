//! The facts line: the partition, and the settings that decide most, each to be changed here.

use super::group::GroupDialog;
use super::send::SendDialog;
use super::settings::SettingsDialog;
use crate::prose::{Teller, id_list, setting};
use crate::words::say;
use std::rc::Rc;
use tidemark_core::replication::settings::SettingKey;
use tidemark_core::session::frame::{Frame, ScenarioView, SettingsView};
use yew::{Callback, Html, Properties, UseStateHandle, component, html, use_state};

#[derive(PartialEq, Properties)]
pub(super) struct FactsProps {
    /// The frame.
    pub(super) frame: Rc<Frame>,
    /// The settings.
    pub(super) settings: Option<Rc<SettingsView>>,
    /// The scenario.
    pub(super) scenario: Option<Rc<ScenarioView>>,
    /// The names.
    pub(super) teller: Teller,
}

/// The dialogs the line opens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opened {
    Nothing,
    Settings(Option<SettingKey>),
    Send,
    Group,
}

/// The line.
#[component]
pub(super) fn Facts(props: &FactsProps) -> Html {
    let words = props.teller.words;
    let opened = use_state(|| Opened::Nothing);
    let partition = &props.frame.partition;
    let open = |what: Opened| open(&opened, what);
    let close: Callback<()> = {
        let opened = opened.clone();
        Callback::from(move |()| opened.set(Opened::Nothing))
    };
    let settings = props.settings.clone();
    let fact = |key: SettingKey| {
        let view = settings
            .as_ref()?
            .settings
            .iter()
            .find(|view| view.key == key)?;
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
    let release = settings
        .as_ref()
        .map(|settings| settings.release.to_string());
    let assumed = props
        .scenario
        .as_ref()
        .map_or(0, |scenario| scenario.assumed.len());
    html! {
        <div class="head">
            <h1>{ props.teller.names.partition(partition.id) }</h1>
            <div class="facts">
                <span>{ words.fact_replicas() }{ " " }<b>{ id_list(&partition.replicas) }</b></span>
                <span>{ words.fact_isr() }{ " " }<b>{ id_list(&partition.isr) }</b></span>
                <span>{ words.fact_leader() }{ " " }<b>{ leader }</b></span>
                <span>{ words.fact_epoch() }{ " " }<b>{ partition.leader_epoch }</b></span>
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
            </div>
            if let (Some(view), Opened::Settings(focus)) = (settings.clone(), *opened) {
                <SettingsDialog {view} {focus} step={props.frame.position.step} on_close={close.clone()} />
            }
            if *opened == Opened::Send {
                <SendDialog frame={props.frame.clone()} teller={props.teller.clone()} on_close={close.clone()} />
            }
            if *opened == Opened::Group {
                <GroupDialog on_close={close.clone()} />
            }
        </div>
    }
}

fn open(opened: &UseStateHandle<Opened>, what: Opened) -> Callback<yew::MouseEvent> {
    let opened = opened.clone();
    Callback::from(move |_| opened.set(what))
}
