//! A stretch of a run as a sequence diagram in Mermaid's language.

use crate::study::spacetime::shapes::Row;

/// Mermaid's marks for the two ways an arrow can end.
const ARRIVES: &str = "->>";
const STAYS_OUT: &str = "-x";

/// The diagram: processes in the order in which they stand, rows in the order of time.
pub(super) fn sequence(processes: &[String], rows: &[Row]) -> String {
    let mut text = String::from("sequenceDiagram\n");
    for (at, process) in processes.iter().enumerate() {
        text += &format!("    participant p{at} as {}\n", plain(process));
    }
    let place = |name: &Option<String>| {
        let name = name.as_ref()?;
        processes.iter().position(|process| process == name)
    };
    for row in rows {
        match (place(&row.from), place(&row.to)) {
            (Some(from), Some(to)) => {
                let arrow = if row.time.is_some() {
                    ARRIVES
                } else {
                    STAYS_OUT
                };
                text += &format!("    p{from}{arrow}p{to}: {}\n", plain(&row.what));
                note(&mut text, to, &row.changes);
            }
            (None, Some(at)) => {
                let mut said = vec![row.what.clone()];
                said.extend(row.changes.iter().cloned());
                note(&mut text, at, &said);
            }
            (_, None) => {}
        }
    }
    text
}

fn note(text: &mut String, at: usize, said: &[String]) {
    if !said.is_empty() {
        let said: Vec<String> = said.iter().map(|said| plain(said)).collect();
        *text += &format!("    Note over p{at}: {}\n", said.join("<br/>"));
    }
}

/// A text without what means something to Mermaid.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '#' => out.push_str("#35;"),
            ';' => out.push_str("#59;"),
            '\n' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}
