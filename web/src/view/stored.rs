//! The stored state of a partition as text, with the fields that a step changed.

/// A stretch of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece<'a> {
    /// The text.
    pub(crate) text: &'a str,
    /// This step changed it.
    pub(crate) changed: bool,
}

/// Splits `now` into fields, and marks those that `before` doesn't have.
pub(crate) fn pieces<'a>(now: &'a str, before: Option<&str>) -> Vec<Piece<'a>> {
    let Some(before) = before else {
        return vec![Piece {
            text: now,
            changed: false,
        }];
    };
    let known: Vec<&str> = fields(before).collect();
    let mut pieces: Vec<Piece<'a>> = Vec::new();
    for field in split(now) {
        let changed = is_field(field) && !known.contains(&field);
        match pieces.last() {
            Some(last) if last.changed == changed && !changed => {
                let start = last.text.as_ptr() as usize - now.as_ptr() as usize;
                let end = field.as_ptr() as usize - now.as_ptr() as usize + field.len();
                pieces.pop();
                pieces.push(Piece {
                    text: &now[start..end],
                    changed,
                });
            }
            _ => pieces.push(Piece {
                text: field,
                changed,
            }),
        }
    }
    pieces
}

fn fields(text: &str) -> impl Iterator<Item = &str> {
    split(text).filter(|part| is_field(part))
}

fn is_field(part: &str) -> bool {
    part.contains([':', '='])
}

/// Fields and what stands between them: commas and the outer braces, not those of a list.
fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    core::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let mut depth = 0_i32;
        let mut end = rest.len();
        for (at, c) in rest.char_indices() {
            match c {
                '[' => depth += 1,
                ']' => depth -= 1,
                ',' | '{' | '}' | ' ' if depth == 0 => {
                    end = if at == 0 { c.len_utf8() } else { at };
                    break;
                }
                _ => {}
            }
        }
        let (part, after) = rest.split_at(end);
        rest = after;
        Some(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changed_fields_are_marked() {
        let before = r#"{"controller_epoch":1,"leader":0,"leader_epoch":0,"isr":[0,1,2]}"#;
        let now = r#"{"controller_epoch":1,"leader":1,"leader_epoch":1,"isr":[1,2]}"#;
        let marked: Vec<_> = pieces(now, Some(before))
            .iter()
            .map(|p| (p.text, p.changed))
            .collect();
        assert_eq!(
            marked,
            [
                (r#"{"controller_epoch":1,"#, false),
                (r#""leader":1"#, true),
                (",", false),
                (r#""leader_epoch":1"#, true),
                (",", false),
                (r#""isr":[1,2]"#, true),
                ("}", false),
            ]
        );
        assert_eq!(
            pieces(now, None),
            [Piece {
                text: now,
                changed: false
            }]
        );
    }
}
