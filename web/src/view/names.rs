//! Names of partitions: the frame speaks of ids, a reader of `first-0`.

use crate::component::Given;
use tidemark_core::kafka::BrokerId;
use tidemark_core::session::frame::{ScenarioView, TopicView};
use tidemark_core::topology::PartitionId;

/// Resolves partition ids by the scenario's topics.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Names(Option<Given<ScenarioView>>);

impl Names {
    /// The names a scenario gives.
    pub(crate) const fn new(scenario: Option<Given<ScenarioView>>) -> Self {
        Self(scenario)
    }

    /// `topic-number`; an id that no topic has is shown as `?`.
    pub(crate) fn partition(&self, id: PartitionId) -> String {
        self.topic(id).map_or_else(
            || "?".to_owned(),
            |(topic, at)| format!("{}-{}", topic.name, topic.partitions[at]),
        )
    }

    /// The partition's number within its topic.
    pub(crate) fn number(&self, id: PartitionId) -> Option<i32> {
        self.topic(id).map(|(topic, at)| topic.partitions[at])
    }

    fn topic(&self, id: PartitionId) -> Option<(&TopicView, usize)> {
        self.0.as_ref()?.topics.iter().find_map(|topic| {
            let at = usize::try_from(id.0.checked_sub(topic.first.0)?).ok()?;
            (at < topic.partitions.len()).then_some((topic, at))
        })
    }
}

/// Broker ids with runs of more than two drawn together: `0–4,7,9`.
pub(crate) fn id_runs(sorted: &[BrokerId]) -> String {
    let mut runs: Vec<(BrokerId, BrokerId)> = Vec::new();
    for id in sorted {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == *id => *last = *id,
            _ => runs.push((*id, *id)),
        }
    }
    let told = runs.into_iter().map(|(first, last)| match last - first {
        0 => first.to_string(),
        1 => format!("{first},{last}"),
        _ => format!("{first}–{last}"),
    });
    told.collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_drawn_together() {
        assert_eq!(id_runs(&[]), "");
        assert_eq!(id_runs(&[3]), "3");
        assert_eq!(id_runs(&[1, 2, 4, 5, 6, 9]), "1,2,4–6,9");
    }
}
