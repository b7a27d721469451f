//! The Tidemark page.
mod words;
