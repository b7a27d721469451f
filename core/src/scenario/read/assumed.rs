//! Reads what a cluster made of another tool's output had to assume.

use super::super::error::{Kind, Unknown};
use super::super::limits;
use super::Reader;
use super::line::Line;
use crate::import::{Assumption, AssumptionParts};

impl<'a> Reader<'a> {
    /// `assumed NAME [topic=NAME] [partition=N] [broker=ID] [count=N]`
    pub(super) fn assumed(&mut self, line: &mut Line<'a, '_>) {
        let topic = line
            .option("topic")
            .and_then(|piece| self.cluster.topic_position(line, piece));
        let mut number = |name| {
            let piece = line.option(name)?;
            line.narrow(piece, 0, i64::from(i32::MAX))
        };
        let (partition, broker) = (number("partition"), number("broker"));
        let count = number("count").map(i32::unsigned_abs);
        let Some(name) = line.word("assumption") else {
            return;
        };
        if self.assumed.len() >= limits::REPLICAS {
            let max = u32::try_from(limits::REPLICAS).unwrap_or(u32::MAX);
            line.report(name, Kind::TooMany { max });
            return;
        }
        let parts = AssumptionParts {
            broker,
            topic,
            partition,
            count,
        };
        let assumption = Assumption::from_parts(name.text, parts);
        line.demand(assumption.is_some(), name, Kind::Unknown(Unknown::Option));
        self.assumed.extend(assumption);
    }
}
