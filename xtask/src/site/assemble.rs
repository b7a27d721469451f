//! Names every file of the site by its content, and follows the references between them.
//!
//! A reference to another file of the site starts with `./` or `../`, in the places where a
//! browser follows one (see [`PLACES`]). Starting from `index.html`, each file that is referred
//! to gets a name with its digest, and the reference that name. What nothing refers to stays out.
//! Works on bytes in memory and knows nothing of the page's content.

use anyhow::{Context, Result, bail};

use super::digest::Digest;
use super::{Files, is_page};

/// Where the site starts.
const ENTRY: &str = "index.html";

/// Per kind of file: what stands right before a reference (apart from white space and a quote).
const PLACES: &[(&str, &[&str])] = &[
    ("html", &["="]),
    ("css", &["url(", "@import"]),
    ("js", &["from", "import", "import(", "URL("]),
    ("webmanifest", &[":"]),
];

/// The site as it is published.
pub(super) fn assemble(sources: &Files) -> Result<Files> {
    let mut site = Site {
        sources,
        names: Vec::new(),
        files: Files::new(),
    };
    site.publish(ENTRY)?;
    Ok(site.files)
}

struct Site<'a> {
    sources: &'a Files,
    /// Source and published name; the published name is missing while a file is being worked on.
    names: Vec<(String, Option<String>)>,
    files: Files,
}

impl Site<'_> {
    /// Publishes a file after all it refers to, and gives its published name.
    fn publish(&mut self, source: &str) -> Result<String> {
        if let Some((_, name)) = self.names.iter().find(|(known, _)| known == source) {
            return name.clone().with_context(|| {
                format!("{source} refers to itself, so no name can hold its digest")
            });
        }
        let content = self
            .sources
            .get(source)
            .with_context(|| format!("there is no file {source}"))?;
        let position = self.names.len();
        self.names.push((source.to_owned(), None));

        let content = match places(source) {
            None => content.clone(),
            Some(places) => self
                .follow(source, content, places)
                .with_context(|| format!("in {source}"))?,
        };
        let name = published_name(source, &content);
        self.names[position].1 = Some(name.clone());
        self.files.insert(name.clone(), content);
        Ok(name)
    }

    /// The content of `source` with each reference replaced.
    fn follow(&mut self, source: &str, content: &[u8], places: &[&str]) -> Result<Vec<u8>> {
        let text = std::str::from_utf8(content).context("not UTF-8")?;
        let mut output = String::with_capacity(text.len());
        let mut done = 0;
        while let Some(found) = text[done..].find("./") {
            // `../` is found at its second dot.
            let dots = text[..done + found].ends_with('.');
            let start = done + found - usize::from(dots && found > 0);
            let length = text[start..].find(ENDS).unwrap_or(text.len() - start);
            let reference = &text[start..start + length];
            output.push_str(&text[done..start]);
            done = start + length;
            if stands_in(places, &text[..start])
                && let Some(target) = resolve(source, reference)?
            {
                let name = self.publish(&target)?;
                let (folder, _) = split(reference);
                let (_, file) = split(&name);
                output.push_str(folder);
                output.push_str(file);
            } else {
                output.push_str(reference);
            }
        }
        output.push_str(&text[done..]);
        Ok(output.into_bytes())
    }
}

/// What ends a reference.
const ENDS: [char; 9] = ['"', '\'', '`', ')', '?', '#', '>', ' ', '\n'];

fn places(source: &str) -> Option<&'static [&'static str]> {
    let (_, extension) = source.rsplit_once('.')?;
    let (_, places) = PLACES.iter().find(|(kind, _)| *kind == extension)?;
    Some(places)
}

fn stands_in(places: &[&str], before: &str) -> bool {
    let before = before.strip_suffix(['"', '\'', '`']).unwrap_or(before);
    let before = before.trim_end();
    places.iter().any(|place| before.ends_with(place))
}

/// The source that `reference` in `source` means; none if it means a folder, which has no digest.
fn resolve(source: &str, reference: &str) -> Result<Option<String>> {
    let mut segments: Vec<&str> = source.split('/').collect();
    segments.pop();
    for segment in reference.split('/') {
        match segment {
            "." => {}
            ".." if segments.pop().is_none() => bail!("{reference} is outside of the site"),
            ".." => {}
            _ => segments.push(segment),
        }
    }
    let target = segments.join("/");
    Ok((!target.is_empty() && !target.ends_with('/')).then_some(target))
}

/// A path's folder, with its slash, and its file name.
fn split(path: &str) -> (&str, &str) {
    path.split_at(path.rfind('/').map_or(0, |slash| slash + 1))
}

fn published_name(source: &str, content: &[u8]) -> String {
    if is_page(source) {
        return source.to_owned();
    }
    let mut digest = Digest::new();
    digest.update(content);
    let (folder, file) = split(source);
    let (stem, extension) = file.rsplit_once('.').unwrap_or((file, "bin"));
    format!("{folder}{stem}-{}.{extension}", digest.text())
}

#[cfg(test)]
mod tests;
