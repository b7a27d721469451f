//! The control of one setting: a choice, or a number within its bounds.

use crate::component::{Part, use_kept};
use crate::platform::dom;
use crate::prose::setting;
use crate::words::{Words, say};
use core::num::IntErrorKind;
use tidemark_core::replication::settings::{SettingChange, SettingValue, SettingView};
use yew::functional::{Hook, HookContext};
use yew::{Callback, Event, Html, html};

/// The control.
#[derive(PartialEq)]
pub(super) struct Editor {
    /// The words.
    pub(super) words: Words,
    /// The setting.
    pub(super) setting: SettingView,
    /// Called with another value.
    pub(super) on_change: Callback<SettingChange>,
}

impl Part for Editor {
    fn draw(&self, hooks: &mut HookContext) -> Html {
        let words = self.words;
        // What was typed and is no value stays in the field, with the reason below it.
        let refused = use_kept(|| None::<(String, String)>).run(hooks);
        let setting = &self.setting;
        let name = setting::name(words, setting.key);
        if let SettingValue::Number(number) = setting.value {
            let (min, max) = setting.bounds.unwrap_or((0, u64::MAX));
            let onchange = {
                let (on_change, key, refused) =
                    (self.on_change.clone(), setting.key, refused.clone());
                Callback::from(move |event: Event| {
                    let text = dom::value(event.target());
                    let complaint = match text.trim().parse::<u64>() {
                        Ok(chosen) if (min..=max).contains(&chosen) => {
                            refused.set(None);
                            if chosen != number {
                                on_change.emit(SettingChange {
                                    key,
                                    value: SettingValue::Number(chosen),
                                });
                            }
                            return;
                        }
                        Err(error) if *error.kind() != IntErrorKind::PosOverflow => {
                            say!(words, settings_no_number, text = &text)
                        }
                        _ => say!(words, settings_bounds, min = min, max = max),
                    };
                    refused.set(Some((text, complaint)));
                })
            };
            let shown = match &*refused {
                Some((typed, _)) => typed.clone(),
                None => number.to_string(),
            };
            return html! {
                <>
                    <input
                        class="field"
                        inputmode="numeric"
                        aria-label={name}
                        aria-invalid={refused.is_some().to_string()}
                        value={shown}
                        {onchange}
                    />
                    if let Some((_, complaint)) = &*refused { <div class="bad" role="alert">{ complaint.clone() }</div> }
                </>
            };
        }
        let onchange = {
            let (on_change, key, choices) =
                (self.on_change.clone(), setting.key, setting.choices.clone());
            Callback::from(move |event: Event| {
                let chosen = dom::value(event.target())
                    .parse()
                    .ok()
                    .and_then(|at: usize| choices.get(at).copied());
                if let Some(value) = chosen {
                    on_change.emit(SettingChange { key, value });
                }
            })
        };
        let options = setting.choices.iter().enumerate().map(|(at, choice)| {
            html! {
                <option key={at} value={at.to_string()} selected={*choice == setting.value}>
                    { setting::value(words, *choice) }
                </option>
            }
        });
        html! {
            <select class="field" aria-label={name} {onchange}>for option in options { { option } }</select>
        }
    }
}
