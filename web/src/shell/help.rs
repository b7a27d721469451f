//! Help: the keys, and how a lane is read.

use crate::component::part_of;
use crate::parts::{Dialog, Shortcut};
#[cfg(feature = "whole")]
use crate::study;
use crate::words::Words;
use yew::{Callback, Html, html};

/// The dialog.
pub(crate) fn help(words: Words, open: bool, on_close: Callback<()>) -> Html {
    let dialog = Dialog {
        words,
        id: "help",
        title: words.help_title().into(),
        open,
        on_close,
        content: if open {
            content(words)
        } else {
            html! {}
        },
    };
    part_of("help", dialog)
}

fn content(words: Words) -> Html {
    let keys = Shortcut::ALL.into_iter().map(|shortcut| {
        html! {
            <tr key={shortcut.does(words)}>
                <td><kbd>{ shortcut.key_name(words) }</kbd></td>
                <td>{ shortcut.does(words) }</td>
            </tr>
        }
    });
    #[cfg(feature = "whole")]
    let more = study::keys(words);
    #[cfg(not(feature = "whole"))]
    let more: [(&str, String); 0] = [];
    let more = more.into_iter().map(|(key, does)| {
        html! { <tr key={key}><td><kbd>{ key }</kbd></td><td>{ does }</td></tr> }
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
                <td><span class={["sample ", class].concat()}>{ sample }</span></td>
                <td>{ meaning }</td>
            </tr>
        }
    });
    html! {
        <>
            <p>{ words.help_about() }</p>
            <section>
                <h3>{ words.help_reading() }</h3>
                <table class="keys-table"><tbody>for mark in marks { { mark } }</tbody></table>
            </section>
            <section>
                <h3>{ words.help_keys() }</h3>
                <table class="keys-table"><tbody>for key in keys { { key } }for key in more { { key } }</tbody></table>
            </section>
        </>
    }
}
