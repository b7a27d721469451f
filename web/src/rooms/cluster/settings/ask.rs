//! From when on a change holds: the whole run again, or a fork from here.

use crate::prose::setting;
use crate::state::Page;
use crate::words::say;
use tidemark_core::replication::settings::{SettingChange, SettingValue};
use tidemark_core::session::request::{Request, SettingWhen};
use yew::{Callback, Html, MouseEvent, html};

/// The question. `old` is the value there is, `step` where a fork would begin.
pub(super) fn ask(
    page: &Page,
    change: &SettingChange,
    old: Option<SettingValue>,
    step: u32,
    on_keep: Callback<MouseEvent>,
    on_done: &Callback<()>,
) -> Html {
    let (words, change) = (page.words, *change);
    let choose = |when: SettingWhen| {
        let (handle, done) = (page.handle.clone(), on_done.clone());
        Callback::from(move |_| {
            handle.ask(Request::ChangeSetting { change, when });
            done.emit(());
        })
    };
    let (name, value) = (
        setting::name(words, change.key),
        setting::value(words, change.value),
    );
    let old = old
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
                    <span class="sub">{ say!(words, settings_from_here_hint, step = step) }</span>
                </div>
                <div>
                    <button class="btn bare" type="button" onclick={on_keep}>
                        { say!(words, settings_cancel, value = &old) }
                    </button>
                </div>
            </div>
        </section>
    }
}
