//! Scripts without what only their readers in the repository need: comments of their own lines, and indentation.

use super::Files;

/// Makes all scripts as small as they are without being rewritten.
pub(super) fn strip(files: &mut Files) {
    for (name, content) in files.iter_mut() {
        if name.ends_with(".js")
            && let Ok(script) = str::from_utf8(content)
        {
            *content = stripped(script).into_bytes();
        }
    }
}

fn stripped(script: &str) -> String {
    // A text in backquotes may go on over lines, and what looks like indentation is then a part of it.
    let is_within_lines = |line: &str| line.matches('`').count().is_multiple_of(2);
    if !script.lines().all(is_within_lines) {
        return script.to_owned();
    }
    let mut bare = String::with_capacity(script.len());
    let mut in_comment = false;
    for line in script.lines().map(str::trim) {
        if in_comment || line.starts_with("/*") {
            in_comment = !line.ends_with("*/");
        } else if !line.is_empty() && !line.starts_with("//") {
            bare.push_str(line);
            bare.push('\n');
        }
    }
    bare
}

#[cfg(test)]
mod tests {
    use super::stripped;

    #[test]
    fn comments_and_indentation_go() {
        assert_eq!(
            stripped(
                "// a\n\n/**\n * b\n */\nfunction c() {\n    /* d */\n    return `e` + \"// f\"; // g\n}\n"
            ),
            "function c() {\nreturn `e` + \"// f\"; // g\n}\n"
        );
    }

    #[test]
    fn a_script_with_a_text_over_lines_stays_as_it_is() {
        let script = "const a = `b\n    // c`;\n";
        assert_eq!(stripped(script), script);
    }
}
