//! A text with code and strong stretches.

use crate::words::{Rich, Style};
use yew::{Html, html};

/// The text as markup.
pub(crate) fn rich_text(text: &Rich) -> Html {
    let spans = text.spans().into_iter().map(|span| {
        let text = span.text.to_owned();
        match span.style {
            Style::Plain => html! { { text } },
            Style::Code => html! { <code>{ text }</code> },
            Style::Strong => html! { <b>{ text }</b> },
            Style::StrongCode => html! { <b><code>{ text }</code></b> },
        }
    });
    spans.collect()
}
