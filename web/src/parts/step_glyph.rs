//! The glyph of a step: by its headline where that has one of its own, else by its kind.

use super::Glyph;
use crate::view::headline::{Headline, headline};
use tidemark_core::event::Effect;
use tidemark_core::session::request::StepKind;
use tidemark_core::sim::event::Step;

/// The glyph and the class of its hue.
pub(crate) fn step_glyph(step: &Step, kind: StepKind) -> (Glyph, &'static str) {
    if let Headline::Effect(effect) = headline(step) {
        match effect {
            Effect::BecameLeader { .. } => return (Glyph::Leader, ""),
            Effect::BecameFollower { .. } => return (Glyph::InSync, ""),
            Effect::Truncated { .. } => return (Glyph::Truncating, ""),
            Effect::BrokerDown { .. } => return (Glyph::Offline, "bad"),
            Effect::RecordsLost { .. } => return (Glyph::Disk, "bad"),
            Effect::HighWatermark { .. } => return (Glyph::HighWatermark, "tide"),
            Effect::Appended {
                as_leader: false, ..
            } => return (Glyph::Replication, "k-repl"),
            Effect::Appended { .. } | Effect::Acknowledged { .. } => {
                return (Glyph::Client, "k-client");
            }
            Effect::PartitionChanged { .. }
            | Effect::ElectionFailed { .. }
            | Effect::BrokerFenced { .. }
            | Effect::BrokerUnfenced { .. }
            | Effect::IsrChangeProposed { .. }
            | Effect::IsrChangeCommitted { .. }
            | Effect::IsrChangeRefused { .. } => return (Glyph::Control, "k-control"),
            _ => {}
        }
    }
    match kind {
        StepKind::Timer => (Glyph::Timer, "k-timer"),
        StepKind::Replication => (Glyph::Replication, "k-repl"),
        StepKind::Client => (Glyph::Client, "k-client"),
        StepKind::Control => (Glyph::Control, "k-control"),
        StepKind::HighWatermark => (Glyph::HighWatermark, "tide"),
        StepKind::Command => (Glyph::You, ""),
        StepKind::Violation => (Glyph::Violation, "bad"),
    }
}
