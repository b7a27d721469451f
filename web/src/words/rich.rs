//! A text with marks: code and strong. Markup is the component's business (`parts/rich_text.rs`).

const CODE: char = '\u{e}';
const STRONG: char = '\u{f}';

/// A composed text that still carries its marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Rich(pub(super) String);

/// How a span is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// As the text around it.
    Plain,
    /// Monospaced: a setting, a file name, a byte.
    Code,
    /// What the sentence is about.
    Strong,
    /// Both.
    StrongCode,
}

/// A stretch of text of one style.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Span<'a> {
    /// Its style.
    pub(crate) style: Style,
    /// Its text, never empty.
    pub(crate) text: &'a str,
}

impl Rich {
    /// The spans in order.
    pub(crate) fn spans(&self) -> Vec<Span<'_>> {
        let (mut code, mut strong) = (false, false);
        let mut spans = Vec::new();
        let mut rest = self.0.as_str();
        loop {
            let end = rest.find([CODE, STRONG]).unwrap_or(rest.len());
            if end > 0 {
                let style = match (code, strong) {
                    (false, false) => Style::Plain,
                    (true, false) => Style::Code,
                    (false, true) => Style::Strong,
                    (true, true) => Style::StrongCode,
                };
                spans.push(Span {
                    style,
                    text: &rest[..end],
                });
            }
            match rest[end..].chars().next() {
                Some(CODE) => code = !code,
                Some(_) => strong = !strong,
                None => return spans,
            }
            rest = &rest[end + 1..];
        }
    }
}

impl From<String> for Rich {
    fn from(text: String) -> Self {
        Self(text)
    }
}
