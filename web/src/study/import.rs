//! What was understood of a paste, what was assumed, and what could not be read.

mod prose;

use crate::component::Given;
use crate::platform::later::NotLoaded;
use crate::state::{Act, Handle, Notice, Page};
use crate::words::{Words, say};
use prose::{assumption, reason};
use tidemark_core::paste::{ImportView, ImportWarning, Paste};
use yew::{Callback, Html, MouseEvent, html};

/// Complaints shown at once.
const COMPLAINTS_MAX: usize = 30;
/// Characters of a line shown before the place of a complaint.
const BEFORE_MAX: usize = 60;

/// Has a paste read.
pub(crate) fn read_paste(handle: &Handle, text: String) {
    let handle = handle.clone();
    let reader = handle.paste_reader.clone();
    let done = Callback::from(move |read| match read {
        Ok(paste) => handle.act(Act::Read(Given::new(paste))),
        Err(NotLoaded) => {
            handle.act(Act::ForgetImport);
            handle.notice(Some(Notice::NotLoaded));
        }
    });
    reader.read(&text, done);
}

/// What came of a paste.
pub(crate) fn understood(page: &Page, paste: &Given<Paste>) -> Html {
    told(&paste.view, on_use(&page.handle, paste), page.words)
}

fn on_use(handle: &Handle, paste: &Given<Paste>) -> Callback<MouseEvent> {
    let (handle, paste) = (handle.clone(), Given::clone(paste));
    Callback::from(move |_| {
        if let Some(text) = &paste.scenario {
            handle.open(text.clone());
        }
        handle.forget_paste();
    })
}

fn told(view: &ImportView, on_use: Callback<MouseEvent>, words: Words) -> Html {
    let summary = if view.partitions == 0 {
        words.import_nothing()
    } else {
        say!(
            words,
            import_understood,
            partitions = view.partitions,
            topics = view.topics.len(),
            brokers = view.brokers.len()
        )
    };
    let assumed = view.assumed.iter().map(|assumed| {
        let what = assumption(words, &assumed.example);
        let text = if assumed.count > 1 {
            say!(words, assume_count, what = &what, n = assumed.count)
        } else {
            what
        };
        html! { <li key={format!("{:?}", assumed.example)}>{ text }</li> }
    });
    html! {
        <>
            if !view.assumed.is_empty() {
                <section>
                    <h3>{ words.import_assumed() }</h3>
                    <p class="sub">{ words.import_assumed_hint() }</p>
                    <ul class="assumptions">for assumption in assumed { { assumption } }</ul>
                </section>
            }
            <p>
                <b>{ summary }</b>
                if view.offline > 0 { { " " }{ say!(words, import_offline, n = view.offline) } }
            </p>
            if view.too_large { <p class="note badbox">{ words.import_too_large() }</p> }
            if view.usable {
                <div><button class="btn pri" type="button" onclick={on_use}>{ words.import_use() }</button></div>
            }
            { complaints(view, words) }
        </>
    }
}

fn complaints(view: &ImportView, words: Words) -> Html {
    if view.warnings.is_empty() {
        return html! {};
    }
    let all = view.warnings.len() + view.more_warnings as usize;
    let shown = &view.warnings[..view.warnings.len().min(COMPLAINTS_MAX)];
    let hidden = all - shown.len();
    let complaints = shown.iter().enumerate().map(|(at, warning)| {
        let what = reason(words, &warning.reason);
        let (source, caret) = pointed(warning);
        html! {
            <li key={at}>
                { say!(words, import_line, line = warning.place.line, what = &what) }
                <pre class="source" tabindex="0">{ source }{ "\n" }<span class="caret" aria-hidden="true">{ caret }</span></pre>
            </li>
        }
    });
    html! {
        <section>
            <h3>{ say!(words, import_complaints, n = all) }</h3>
            <ol class="complaints">for complaint in complaints { { complaint } }</ol>
            if hidden > 0 { <p class="cap">{ say!(words, import_more, n = hidden) }</p> }
        </section>
    }
}

/// The line round the place of a complaint, and carets under the place.
fn pointed(warning: &ImportWarning) -> (String, String) {
    let column = warning.place.column.saturating_sub(1) as usize;
    let skipped = column.saturating_sub(BEFORE_MAX);
    let mut source: String = warning
        .line_text
        .chars()
        .skip(skipped)
        .map(|c| if c == '\t' { ' ' } else { c })
        .collect();
    let mut before = column - skipped;
    if skipped > 0 {
        source.insert(0, '…');
        before += 1;
    }
    let carets = (warning.place.length.max(1) as usize).min(BEFORE_MAX);
    (source, " ".repeat(before) + &"^".repeat(carets))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tidemark_core::import::{Place, Reason};

    fn check(line_text: &str, column: u32, length: u32, expected: [&str; 2]) {
        let place = Place {
            line: 3,
            column,
            length,
        };
        let warning = ImportWarning {
            place,
            reason: Reason::UnrecognisedLine,
            line_text: line_text.to_owned(),
        };
        let (source, caret) = pointed(&warning);
        assert_eq!([source.as_str(), caret.as_str()], expected);
    }

    #[test]
    fn the_caret_stands_under_its_token() {
        check("Isr: 1,2,x", 10, 1, ["Isr: 1,2,x", "         ^"]);
        check("Topic:\tfirst", 8, 5, ["Topic: first", "       ^^^^^"]);
        check("Isr: 1,", 8, 0, ["Isr: 1,", "       ^"]);
    }

    #[test]
    fn of_a_long_line_the_end_before_the_place_is_shown() {
        let line = "x".repeat(100) + "?";
        let source = format!("…{}?", "x".repeat(60));
        check(&line, 101, 1, [&source, &format!("{}^", " ".repeat(61))]);
    }
}
