//! The control of one setting: a choice, or a number within its bounds.

use crate::platform::dom;
use crate::prose::setting;
use crate::state::use_words;
use crate::words::say;
use core::num::IntErrorKind;
use tidemark_core::replication::settings::{SettingChange, SettingValue, SettingView};
use yew::{Callback, Event, Html, Properties, component, html, use_state};

#[derive(PartialEq, Properties)]
pub(super) struct EditorProps {
    /// The setting.
    pub(super) setting: SettingView,
    /// Called with another value.
    pub(super) on_change: Callback<SettingChange>,
}

/// The control.
#[component]
pub(super) fn Editor(props: &EditorProps) -> Html {
    let words = use_words();
    let complaint = use_state(|| None::<String>);
    let setting = &props.setting;
    let name = setting::name(words, setting.key);
    if let SettingValue::Number(number) = setting.value {
        let (min, max) = setting.bounds.unwrap_or((0, u64::MAX));
        let onchange = {
            let (on_change, key, complaint) =
                (props.on_change.clone(), setting.key, complaint.clone());
            Callback::from(move |event: Event| {
                let text = dom::value(event.target());
                match text.trim().parse::<u64>() {
                    Ok(chosen) if chosen < min || chosen > max => {
                        complaint.set(Some(say!(words, settings_bounds, min = min, max = max)));
                    }
                    Ok(chosen) => {
                        complaint.set(None);
                        if chosen != number {
                            on_change.emit(SettingChange {
                                key,
                                value: SettingValue::Number(chosen),
                            });
                        }
                    }
                    Err(error) if *error.kind() == IntErrorKind::PosOverflow => {
                        complaint.set(Some(say!(words, settings_bounds, min = min, max = max)));
                    }
                    Err(_) => complaint.set(Some(say!(words, settings_no_number, text = &text))),
                }
            })
        };
        return html! {
            <>
                <input
                    class="field"
                    inputmode="numeric"
                    aria-label={name}
                    aria-invalid={complaint.is_some().to_string()}
                    value={number.to_string()}
                    {onchange}
                />
                if let Some(complaint) = &*complaint { <div class="bad" role="alert">{ complaint.clone() }</div> }
            </>
        };
    }
    let onchange = {
        let (on_change, key, choices) = (
            props.on_change.clone(),
            setting.key,
            setting.choices.clone(),
        );
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
