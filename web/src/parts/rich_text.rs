//! A text with code and strong stretches.

use crate::words::{Rich, Style};
use yew::{Html, Properties, component, html};

#[derive(PartialEq, Properties)]
pub(crate) struct RichTextProps {
    /// The text.
    pub(crate) text: Rich,
}

/// The text as markup.
#[component]
pub(crate) fn RichText(props: &RichTextProps) -> Html {
    let spans = props.text.spans().into_iter().map(|span| {
        let text = span.text.to_owned();
        match span.style {
            Style::Plain => html! { { text } },
            Style::Code => html! { <code>{ text }</code> },
            Style::Strong => html! { <b>{ text }</b> },
            Style::StrongCode => html! { <b><code>{ text }</code></b> },
        }
    });
    html! { for span in spans { { span } } }
}
