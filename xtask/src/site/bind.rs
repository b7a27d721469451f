//! wasm-bindgen as a library: the compiled module becomes a smaller one with its JavaScript.

use std::fs;

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use super::{Edition, Files, read_folder};
use crate::cargo;

/// The stem of the files' names: `tidemark.js` and `tidemark_bg.wasm`.
const NAME: &str = "tidemark";

/// Binds `module`, and gives the files that the page needs in its place.
pub(super) fn bind(module: Vec<u8>, edition: Edition) -> Result<Files> {
    let folder = cargo::scratch()?.join("bind");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let mut output = Bindgen::new()
        .input_bytes(NAME, module)
        .web(true)?
        .typescript(false)
        .remove_name_section(edition == Edition::Release)
        .remove_producers_section(true)
        .generate_output()?;
    let imports = output.wasm().imports.iter();
    only_bound(imports.map(|import| (import.module.as_str(), import.name.as_str())))?;
    output.emit(&folder)?;
    read_folder(&folder)
}

/// Refuses a module that wants anything that wasm-bindgen didn't put there: something below it
/// believes in an operating system, and the page would not start.
fn only_bound<'a>(imports: impl Iterator<Item = (&'a str, &'a str)>) -> Result<()> {
    let bound = format!("./{NAME}_bg.js");
    let strange: Vec<String> = imports
        .filter(|(module, _)| *module != bound)
        .map(|(module, name)| format!("\"{module}\" \"{name}\""))
        .collect();
    if !strange.is_empty() {
        bail!(
            "the page's module imports what no page has: {}",
            strange.join(", ")
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::only_bound;

    #[test]
    fn refuses_imports_from_an_operating_system() {
        let bound = ("./tidemark_bg.js", "__wbg_log");
        only_bound([bound].into_iter()).unwrap();
        let refused = only_bound([bound, ("env", "now")].into_iter()).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "the page's module imports what no page has: \"env\" \"now\""
        );
    }
}
