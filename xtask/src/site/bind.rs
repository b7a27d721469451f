//! wasm-bindgen as a library: a compiled module becomes a smaller one with its JavaScript.

use std::fs;

use anyhow::{Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use super::{Edition, Files, read_folder};
use crate::cargo;

/// Binds `module`, and gives the files that the page needs in its place: `NAME.js` and `NAME_bg.wasm`.
pub(super) fn bind(name: &str, module: Vec<u8>, edition: Edition) -> Result<Files> {
    let folder = cargo::scratch()?.join("bind");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    let mut output = Bindgen::new()
        .input_bytes(name, module)
        .web(true)?
        .typescript(false)
        .remove_name_section(edition == Edition::Release)
        .remove_producers_section(true)
        .generate_output()?;
    let imports = output.wasm().imports.iter();
    let imports = imports.map(|import| (import.module.as_str(), import.name.as_str()));
    only_bound(name, imports)?;
    output.emit(&folder)?;
    read_folder(&folder)
}

/// Refuses a module that wants anything that wasm-bindgen didn't put there: something below it
/// believes in an operating system, and the page would not start.
fn only_bound<'a>(name: &str, imports: impl Iterator<Item = (&'a str, &'a str)>) -> Result<()> {
    let bound = format!("./{name}_bg.js");
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
        only_bound("tidemark", [bound].into_iter()).unwrap();
        let refused = only_bound("tidemark", [bound, ("env", "now")].into_iter()).unwrap_err();
        assert_eq!(
            refused.to_string(),
            "the page's module imports what no page has: \"env\" \"now\""
        );
    }
}
