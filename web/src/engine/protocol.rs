//! What page and worker say to each other, as postcard bytes.
//!
//! Each request carries the number of its job, each reply repeats it. A page that gave up on a
//! job (another scenario was opened) drops what still comes in for it.

use crate::study;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tidemark_core::session::Reply;
use tidemark_core::session::request::Request;

/// What the page wants of the worker.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Question {
    /// Something of the session.
    Session(Request),
    /// Something about the session.
    Study(study::Ask),
}

/// From page to worker.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Asked {
    /// The job it belongs to.
    pub(super) job: u32,
    /// What is asked.
    pub(super) question: Question,
}

/// What the worker has to say.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answer {
    /// Of the session.
    Session(Reply),
    /// About the session.
    Study(study::Told),
}

/// From worker to page.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Answered {
    /// The job it belongs to.
    pub(super) job: u32,
    /// The answer.
    pub(super) answer: Answer,
}

/// A message's bytes.
pub(super) fn encode<T: Serialize>(message: &T) -> Vec<u8> {
    // Fails only for a sequence of unknown length, and no message has one.
    postcard::to_allocvec(message).unwrap_or_default()
}

/// The message of these bytes; both ends are the same module, so that only a damaged one fails.
pub(super) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    postcard::from_bytes(bytes).ok()
}
