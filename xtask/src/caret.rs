//! A place in a text, as a terminal shows it: the line, and a caret under the character.

use tidemark_core::import::line_text;

/// `message`, the line it is about, and a caret; lines and columns count from 1, columns in characters.
pub(crate) fn point_at(text: &str, line: u32, column: u32, message: &str) -> String {
    let shown = line_text(text, line).unwrap_or_default();
    let before = usize::try_from(column.saturating_sub(1)).unwrap_or_default();
    let indent: String = shown
        .chars()
        .take(before)
        .map(|character| if character == '\t' { '\t' } else { ' ' })
        .collect();
    format!("{message}\n  {shown}\n  {indent}^")
}

#[cfg(test)]
mod tests {
    use super::point_at;

    #[test]
    fn the_caret_stands_under_the_character() {
        let text = "one\n\tö two\n";
        assert_eq!(point_at(text, 2, 4, "odd"), "odd\n  \tö two\n  \t  ^");
        assert_eq!(point_at(text, 1, 1, "odd"), "odd\n  one\n  ^");
    }

    #[test]
    fn a_place_beyond_the_text_has_an_empty_line() {
        assert_eq!(point_at("one", 7, 3, "missing"), "missing\n  \n  ^");
    }
}
