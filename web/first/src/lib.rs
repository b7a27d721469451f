//! The first module: of the page, what the first scenario needs. Its exports are the page's own.

extern crate tidemark_web;
