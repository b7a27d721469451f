//! Names of partitions: the frame speaks of ids, a reader of `first-0`.

use std::rc::Rc;
use tidemark_core::session::frame::{ScenarioView, TopicView};
use tidemark_core::topology::PartitionId;

/// Resolves partition ids by the scenario's topics.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names(Option<Rc<ScenarioView>>);

impl PartialEq for Names {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (None, None) => true,
            (Some(a), Some(b)) => Rc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl Names {
    /// The names a scenario gives.
    pub(crate) const fn new(scenario: Option<Rc<ScenarioView>>) -> Self {
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
