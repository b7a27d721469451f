//! Sentences about what happened: the core's types in, the reader's language out.
//!
//! Nothing is decided here. Which effect a sentence is about is `view::headline`'s business,
//! and whether something is true is the core's.

#[cfg(feature = "whole")]
mod admin;
mod command;
mod effect;
mod invariant;
mod message;
mod rule;
pub(crate) mod setting;
mod step;
#[cfg(test)]
mod tests;
mod timer;

pub(crate) use invariant::promise;
pub(crate) use rule::settings_of;

use crate::view::names::Names;
use crate::words::Words;
use tidemark_core::kafka::BrokerId;

/// Tells steps in one language, with the names of one scenario.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Teller {
    /// The language.
    pub(crate) words: Words,
    /// The names of partitions.
    pub(crate) names: Names,
    /// Metadata lives in ZooKeeper, not in a metadata log.
    pub(crate) zookeeper: bool,
}

/// Broker ids as Kafka's tools print them: `[1,2]`.
pub(crate) fn id_list(ids: &[BrokerId]) -> String {
    format!("[{}]", joined(ids, ","))
}

/// Values side by side, shortened to the first eight.
fn values(values: &[String]) -> String {
    const SHOWN_MAX: usize = 8;
    let mut out = values[..values.len().min(SHOWN_MAX)].join(" ");
    if values.len() > SHOWN_MAX {
        out.push_str(" …");
    }
    out
}

fn joined(ids: &[BrokerId], between: &str) -> String {
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    ids.join(between)
}
