//! The settings panel: the release, each setting, and the question from when on a change holds.

mod ask;
mod editor;

use crate::component::{Given, Part, part, use_kept};
use crate::parts::Dialog;
use crate::prose::setting;
use crate::state::Page;
use crate::words::{Words, say};
use ask::ask;
use editor::Editor;
use tidemark_core::replication::settings::{SettingChange, SettingKey, SettingView};
use tidemark_core::session::frame::SettingsView;
use yew::functional::{Hook, HookContext};
use yew::{Callback, Html, html};

/// The dialog.
#[derive(PartialEq)]
pub(super) struct SettingsDialog {
    /// The page.
    pub(super) page: Page,
    /// The settings.
    pub(super) view: Given<SettingsView>,
    /// The one that was asked for.
    pub(super) focus: Option<SettingKey>,
    /// The step a change would begin at.
    pub(super) step: u32,
    /// Called when it is closed.
    pub(super) on_close: Callback<()>,
}

impl Part for SettingsDialog {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.page.words;
        let asked = use_kept(|| None::<SettingChange>).run(hooks);
        let view = &self.view;
        let on_change = {
            let asked = asked.clone();
            Callback::from(move |change| asked.set(Some(change)))
        };
        let on_keep = {
            let asked = asked.clone();
            Callback::from(move |_| asked.set(None))
        };
        let old = |key: SettingKey| {
            let setting = view.settings.iter().find(|setting| setting.key == key);
            setting.map(|setting| setting.value)
        };
        let differing = view
            .settings
            .iter()
            .filter(|setting| setting.value != setting.default)
            .count();
        let release = view
            .settings
            .iter()
            .find(|setting| setting.key == SettingKey::Release);
        let (kafka, rules): (Vec<_>, Vec<_>) = view
            .settings
            .iter()
            .filter(|setting| setting.key != SettingKey::Release)
            .partition(|setting| setting.in_kafka);
        let focused = |setting: &&&SettingView| Some(setting.key) == self.focus;
        // The one that was asked for stands first in its group.
        let ordered = |group: &[&SettingView]| -> Vec<SettingView> {
            let first = group.iter().filter(focused);
            let rest = group.iter().filter(|setting| !focused(setting));
            first
                .chain(rest)
                .map(|setting| SettingView::clone(setting))
                .collect()
        };
        let conflicts = view.conflicts.iter().map(|conflict| {
        html! { <li key={format!("{conflict:?}")}>{ setting::conflict(words, *conflict, view.release) }</li> }
    });
        let content = html! {
            <>
                if let Some(change) = *asked {
                    { ask(&self.page, &change, old(change.key), self.step, on_keep, &self.on_close) }
                }
                if !view.conflicts.is_empty() {
                    <div class="note warnbox">
                        <b>{ words.conflict_title() }</b>
                        <ul>for conflict in conflicts { { conflict } }</ul>
                    </div>
                }
                if let Some(release) = release {
                    <div class="form">
                        <label>
                            { words.settings_release() }
                            { editor(release, &on_change, words) }
                        </label>
                        <span class="sub">{ say!(words, settings_changed, n = differing) }</span>
                    </div>
                    <p>{ words.settings_release_hint() }</p>
                }
                <div class="setting-groups">
                    { group(words.settings_kafka(), ordered(&kafka), view, &on_change, words) }
                    { group(words.settings_rules(), ordered(&rules), view, &on_change, words) }
                </div>
            </>
        };
        part(Dialog {
            words,
            id: "settings",
            title: words.settings().into(),
            open: true,
            on_close: self.on_close.clone(),
            content,
        })
    }
}

fn group(
    title: String,
    settings: Vec<SettingView>,
    view: &SettingsView,
    on_change: &Callback<SettingChange>,
    words: Words,
) -> Html {
    let rows = settings.into_iter().map(|setting| {
        let changed = setting.value != setting.default;
        let reset = {
            let change = SettingChange { key: setting.key, value: setting.default };
            on_change.reform(move |_| change)
        };
        let name = setting::name(words, setting.key);
        html! {
            <tr key={setting.name.clone()} class={if changed { "changed" } else { "" }}>
                <th scope="row" class="name">
                    if setting.in_kafka { <code>{ name }</code> } else { { name } }
                </th>
                <td>{ editor(&setting, on_change, words) }</td>
                <td class="sub">
                    if changed {
                        <button class="link" type="button" onclick={reset} title={words.settings_reset()}>
                            { setting::value(words, setting.default) }
                        </button>
                    } else {
                        { setting::value(words, setting.default) }
                    }
                </td>
            </tr>
        }
    });
    let release = view.release.to_string();
    html! {
        <section>
            <h3>{ title }</h3>
            <table class="tbl settings-table">
                <thead><tr>
                    <th scope="col">{ words.settings_name() }</th>
                    <th scope="col">{ words.settings_value() }</th>
                    <th scope="col">{ say!(words, settings_default, release = &release) }</th>
                </tr></thead>
                <tbody>for row in rows { { row } }</tbody>
            </table>
        </section>
    }
}

fn editor(setting: &SettingView, on_change: &Callback<SettingChange>, words: Words) -> Html {
    part(Editor {
        words,
        setting: setting.clone(),
        on_change: on_change.clone(),
    })
}
