//! Reads files of any size that somebody chose, in a worker of their own: slice by slice, so that little of them is in
//! memory, and whoever waits can be told how far it is.

mod archive;
mod source;

use source::{Chosen, Source};
use tidemark_core::disk;
use tidemark_core::files::{Ask, Desk, NamedFile, Report, Survey, Told};
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::File;

/// The reader of some files.
#[wasm_bindgen]
pub struct Reader(State);

enum State {
    Surveying(Box<Survey<Source>>),
    Ready(Desk<Source>),
}

#[wasm_bindgen]
impl Reader {
    /// A reader of these files, each with its path; `now_ms` is what time it is.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(paths: Vec<String>, files: Vec<File>, now_ms: f64) -> Self {
        let named = paths.into_iter().zip(files).map(|(path, file)| NamedFile {
            path,
            file: Source::Chosen(Chosen::new(file)),
        });
        // A time of day is a whole number of milliseconds, far below what a float holds exactly.
        let survey = Survey::new(named.collect(), Some(now_ms as i64));
        Self(State::Surveying(Box::new(survey)))
    }

    /// A reader of files that were made here: postcard bytes of their paths with their bytes.
    #[must_use]
    pub fn made(files: &[u8]) -> Self {
        let files: Vec<(String, Vec<u8>)> = postcard::from_bytes(files).unwrap_or_default();
        let files = files.into_iter().map(|(path, bytes)| {
            let mut file = disk::File::new();
            file.append(&bytes);
            let file = Source::Made(file);
            NamedFile { path, file }
        });
        let survey = Survey::new(files.collect(), None);
        Self(State::Surveying(Box::new(survey)))
    }

    /// All files in one, as a .zip; nothing as long as they are being read, or if they are not of this page's making.
    #[must_use]
    pub fn zip(&self) -> Vec<u8> {
        match &self.0 {
            State::Surveying(_) => Vec::new(),
            State::Ready(desk) => archive::zip(desk.files()).unwrap_or_default(),
        }
    }

    /// Reads a little more; says whether there is more.
    pub fn step(&mut self) -> bool {
        match &mut self.0 {
            State::Surveying(survey) => survey.step(),
            State::Ready(_) => false,
        }
    }

    /// The file whose bytes are wanted in order, by its number. They may be fed; [`step`](Self::step) asks for them itself.
    #[must_use]
    pub fn wanted(&self) -> Option<usize> {
        match &self.0 {
            State::Surveying(survey) => survey.log(),
            State::Ready(_) => None,
        }
    }

    /// Takes its next bytes; none say that it ends here.
    pub fn feed(&mut self, bytes: &[u8]) {
        if let State::Surveying(survey) = &mut self.0 {
            survey.feed(bytes);
        }
    }

    /// Bytes that are read, and bytes that there are.
    #[must_use]
    pub fn progress(&self) -> Vec<f64> {
        match &self.0 {
            State::Surveying(survey) => {
                let (done, total) = survey.progress();
                vec![done as f64, total as f64]
            }
            State::Ready(_) => Vec::new(),
        }
    }

    /// What the survey came to, a [`Report`] as postcard bytes; from now on there are answers.
    pub fn report(&mut self) -> Vec<u8> {
        if let State::Surveying(survey) = &mut self.0 {
            let (report, files) = survey.finish();
            self.0 = State::Ready(Desk::new(report, files));
        }
        match &self.0 {
            State::Surveying(_) => Vec::new(),
            // Fails only for a sequence of unknown length, and there is none.
            State::Ready(desk) => postcard::to_allocvec::<Report>(&desk.report).unwrap_or_default(),
        }
    }

    /// Answers an [`Ask`] with a [`Told`], both as postcard bytes; nothing to what is no question.
    #[must_use]
    pub fn ask(&self, question: &[u8]) -> Vec<u8> {
        let State::Ready(desk) = &self.0 else {
            return Vec::new();
        };
        let Ok(ask) = postcard::from_bytes::<Ask>(question) else {
            return Vec::new();
        };
        postcard::to_allocvec::<Told>(&desk.ask(&ask)).unwrap_or_default()
    }
}
