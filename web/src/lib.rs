//! The Tidemark page.
