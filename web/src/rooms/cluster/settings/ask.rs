//! From when on a change holds: the whole run again, or a fork from here.

use crate::prose::setting;
use crate::state::{use_handle, use_words};
use crate::words::say;
use tidemark_core::replication::settings::{SettingChange, SettingValue};
use tidemark_core::session::request::{Request, SettingWhen};
use yew::{Callback, Html, Properties, component, html};

#[derive(PartialEq, Properties)]
pub(super) struct AskProps {
    /// The change.
    pub(super) change: SettingChange,
    /// The value there is.
    pub(super) old: Option<SettingValue>,
    /// The step a fork would begin at.
    pub(super) step: u32,
    /// Called if it stays as it is.
    pub(super) on_keep: Callback<()>,
    /// Called when it was changed.
    pub(super) on_done: Callback<()>,
}

/// The question.
#[component]
pub(super) fn Ask(props: &AskProps) -> Html {
    let words = use_words();
    let handle = use_handle();
    let change = props.change;
    let choose = |when: SettingWhen| {
        let (handle, done) = (handle.clone(), props.on_done.clone());
        Callback::from(move |_| {
            handle.ask(Request::ChangeSetting { change, when });
            done.emit(());
        })
    };
    let (name, value) = (
        setting::name(words, change.key),
        setting::value(words, change.value),
    );
    let old = props
        .old
        .map(|old| setting::value(words, old))
        .unwrap_or_default();
    html! {
        <section class="ask" role="alert">
            <p><b>{ say!(words, settings_ask, name = &name, value = &value) }</b>{ " " }{ words.settings_ask_when() }</p>
            <div class="choices">
                <div>
                    <button class="btn pri" type="button" onclick={choose(SettingWhen::FromTheStart)}>
                        { words.settings_from_start() }
                    </button>
                    <span class="sub">{ words.settings_from_start_hint() }</span>
                </div>
                <div>
                    <button class="btn" type="button" onclick={choose(SettingWhen::FromHere)}>
                        { words.settings_from_here() }
                    </button>
                    <span class="sub">{ say!(words, settings_from_here_hint, step = props.step) }</span>
                </div>
                <div>
                    <button class="btn bare" type="button" onclick={props.on_keep.reform(|_| ())}>
                        { say!(words, settings_cancel, value = &old) }
                    </button>
                </div>
            </div>
        </section>
    }
}
