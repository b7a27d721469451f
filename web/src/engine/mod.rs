//! The engine: a core session in a worker, and the page's end of the line to it.
//!
//! The page never computes a step itself. It asks, and draws the frames it gets.

#[cfg(feature = "whole")]
mod early;
mod journal;
mod link;
mod paste;
mod protocol;
mod server;
mod share;
mod worker;

#[cfg(feature = "whole")]
pub(crate) use early::EarlyLink;
pub(crate) use link::{Heard, Link};
pub(crate) use paste::PasteReader;
pub(crate) use share::{read_link, share};
pub(crate) use worker::run;
