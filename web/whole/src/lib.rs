//! The whole page as a module. Its exports are the page's own.

extern crate tidemark_web;
