//! The catalogue as files: the page loads a scenario when somebody opens it.

use std::fmt::Write;

use tidemark_core::scenario::catalogue;

use super::Files;

/// The scenarios' texts, and a script that says where each of them is.
pub(super) fn files() -> Files {
    let mut files = Files::new();
    let mut script =
        String::from("// The addresses of the scenarios, by id.\nexport const scenarios = {\n");
    for entry in catalogue() {
        let id = entry.id;
        let _ = writeln!(
            script,
            "  {id}: new URL(\"./catalogue/{id}.tidemark\", import.meta.url).href,"
        );
        files.insert(format!("later/catalogue/{id}.tidemark"), entry.text.into());
    }
    script.push_str("};\n");
    files.insert("later/catalogue.js".to_owned(), script.into_bytes());
    files
}
