//! Help: the keys, and how a lane is read.

use super::Shortcut;
use crate::parts::Dialog;
use crate::state::use_words;
use yew::{Callback, Html, Properties, component, html};

#[derive(PartialEq, Properties)]
pub(crate) struct HelpProps {
    /// Whether it is open.
    pub(crate) open: bool,
    /// Called when it is closed.
    pub(crate) on_close: Callback<()>,
}

/// The dialog.
#[component]
pub(crate) fn Help(props: &HelpProps) -> Html {
    let words = use_words();
    let keys = Shortcut::ALL.into_iter().map(|shortcut| {
        html! {
            <tr key={shortcut.does(words)}>
                <td><kbd>{ shortcut.key_name(words) }</kbd></td>
                <td>{ shortcut.does(words) }</td>
            </tr>
        }
    });
    let marks = [
        ("flag", "HW 5", words.help_hw()),
        ("box", "LEO 8", words.help_leo()),
        ("rec", "m4", words.help_committed()),
        ("rec open", "m5", words.help_written()),
        ("rec cut", "m6", words.help_cut()),
    ];
    let marks = marks.into_iter().map(|(class, sample, meaning)| {
        html! {
            <tr key={class}>
                <td><span class={format!("sample {class}")}>{ sample }</span></td>
                <td>{ meaning }</td>
            </tr>
        }
    });
    html! {
        <Dialog id="help" title={words.help_title()} open={props.open} on_close={props.on_close.clone()}>
            <p>{ words.help_about() }</p>
            <section>
                <h3>{ words.help_reading() }</h3>
                <table class="keys-table"><tbody>for mark in marks { { mark } }</tbody></table>
            </section>
            <section>
                <h3>{ words.help_keys() }</h3>
                <table class="keys-table"><tbody>for key in keys { { key } }</tbody></table>
            </section>
        </Dialog>
    }
}
